import type { Permission } from '../../platform/calls/call.ts'
import type { Text } from '../../platform/text/text.ts'

/** One right, as the matrix shows it. */
export type Right = { code: Permission; title: Text }

/** A line of the role matrix: what lets one look, and what lets one act. */
export type RightGroup = { name: string; title: Text; looks: readonly Right[]; acts: readonly Right[] }

const right = (code: Permission, zh_CN: string, en_US: string): Right => ({ code, title: { zh_CN, en_US } })

const seeInbounds = right('inbound:order:view', '查看入库单', 'View inbound orders')
const seeOrders = right('order:order:view', '查看订单', 'View orders')

/**
 * Everything a role can be given, in the order in which goods and money pass through the warehouse.
 *
 * Who picks, prints or ships sees the orders too: nobody can work on what they cannot see.
 */
export const rightGroups = [
  {
    name: 'receiving',
    title: { zh_CN: '收货与上架', en_US: 'Receive and put away' },
    looks: [seeInbounds],
    acts: [
      right('inbound:order:create', '创建入库单', 'Create inbound orders'),
      right('inbound:order:edit', '编辑入库单', 'Edit inbound orders'),
      right('inbound:order:receive', '收货', 'Receive inbound orders'),
      right('inbound:order:putaway', '上架', 'Put away goods'),
    ],
  },
  {
    name: 'inboundEnd',
    title: { zh_CN: '入库完成与作废', en_US: 'Complete and void inbound orders' },
    looks: [seeInbounds],
    acts: [
      right('inbound:order:complete', '完成入库', 'Complete inbound orders'),
      right('inbound:order:void', '作废入库单', 'Void inbound orders'),
    ],
  },
  {
    name: 'orders',
    title: { zh_CN: '订单创建、导入与审核', en_US: 'Create, import and audit orders' },
    looks: [seeOrders],
    acts: [
      right('order:order:create', '创建与导入订单', 'Create and import orders'),
      right('order:order:edit', '编辑订单', 'Edit orders'),
      right('order:order:audit', '审核订单', 'Audit orders'),
    ],
  },
  {
    name: 'pickingLists',
    title: { zh_CN: '拣货单', en_US: 'Picking lists' },
    looks: [seeOrders, right('order:picking:view', '查看拣货单', 'View picking lists')],
    acts: [right('order:picking:create', '创建拣货单', 'Create picking lists')],
  },
  {
    name: 'picking',
    title: { zh_CN: '拣货与报缺', en_US: 'Pick and report short' },
    looks: [seeOrders],
    acts: [right('order:picking:pick', '拣货与报缺', 'Pick and report short')],
  },
  {
    name: 'printing',
    title: { zh_CN: '打印面单', en_US: 'Print waybills' },
    looks: [seeOrders],
    acts: [right('order:waybill:print', '打印面单', 'Print waybills')],
  },
  {
    name: 'reprinting',
    title: { zh_CN: '补打面单', en_US: 'Reprint waybills' },
    looks: [seeOrders],
    acts: [right('order:waybill:reprint', '补打面单（需填原因）', 'Reprint waybills (reason required)')],
  },
  {
    name: 'shipping',
    title: { zh_CN: '批量出库', en_US: 'Batch outbound' },
    looks: [seeOrders],
    acts: [right('order:order:ship', '出库', 'Ship orders')],
  },
  {
    name: 'voiding',
    title: { zh_CN: '作废订单、处理拦截', en_US: 'Void orders, handle intercepts' },
    looks: [seeOrders],
    acts: [
      right('order:order:void', '作废订单', 'Void orders'),
      right('order:intercept:edit', '处理拦截', 'Handle intercepts'),
    ],
  },
  {
    name: 'stock',
    title: { zh_CN: '库存查询', en_US: 'Stock query' },
    looks: [right('query:stock:view', '查看库存', 'View stock')],
    acts: [right('query:stock:export', '导出库存', 'Export stock')],
  },
  {
    name: 'stockChanges',
    title: { zh_CN: '库存调整、移库与冻结', en_US: 'Adjust, move and freeze stock' },
    looks: [],
    acts: [
      right('query:stock:adjust', '调整与盘点', 'Adjust and count stock'),
      right('query:stock:move', '移库', 'Move stock'),
      right('query:stock:freeze', '冻结', 'Freeze stock'),
    ],
  },
  {
    name: 'products',
    title: { zh_CN: '产品与测量', en_US: 'Products and measuring' },
    looks: [right('query:product:view', '查看产品', 'View products')],
    acts: [
      right('query:product:create', '创建产品', 'Create products'),
      right('query:product:edit', '编辑产品', 'Edit products'),
      right('query:product:measure', '测量产品', 'Measure products'),
    ],
  },
  {
    name: 'customers',
    title: { zh_CN: '客户', en_US: 'Customers' },
    looks: [right('query:customer:view', '查看客户', 'View customers')],
    acts: [
      right('query:customer:create', '创建客户', 'Create customers'),
      right('query:customer:edit', '编辑客户', 'Edit customers'),
    ],
  },
  {
    name: 'credit',
    title: { zh_CN: '信用额度与下单限制', en_US: 'Credit limits and order limits' },
    looks: [right('query:credit:view', '查看信用额度', 'View credit limits')],
    acts: [right('query:credit:edit', '修改信用额度', 'Edit credit limits')],
  },
  {
    name: 'channels',
    title: { zh_CN: '渠道与分区', en_US: 'Channels and zones' },
    looks: [right('setting:channel:view', '查看渠道', 'View channels')],
    acts: [right('setting:channel:edit', '编辑渠道', 'Edit channels')],
  },
  {
    name: 'quotes',
    title: { zh_CN: '报价', en_US: 'Quotes' },
    looks: [right('setting:quote:view', '查看报价', 'View quotes')],
    acts: [right('setting:quote:price', '编辑报价', 'Edit quotes')],
  },
  {
    name: 'fees',
    title: { zh_CN: '费用：手工、重算、退款', en_US: 'Fees: manual, recalculate, refund' },
    looks: [right('query:cost:view', '查看费用', 'View fees')],
    acts: [
      right('query:cost:create', '手工费用', 'Add manual fees'),
      right('query:cost:price', '重新计费', 'Recalculate fees'),
      right('query:cost:refund', '退款', 'Refund fees'),
    ],
  },
  {
    name: 'collections',
    title: { zh_CN: '收款：草稿、确认、冲销', en_US: 'Collections: draft, confirm, reverse' },
    looks: [right('query:collection:view', '查看收款', 'View collections')],
    acts: [
      right('query:collection:create', '登记收款', 'Record collections'),
      right('query:collection:settle', '确认收款', 'Confirm collections'),
      right('query:collection:void', '冲销收款', 'Reverse collections'),
    ],
  },
  {
    name: 'settings',
    title: { zh_CN: '员工、仓库、Logo、基础配置', en_US: 'Staff, warehouse, logo, basic configuration' },
    looks: [
      right('setting:account:view', '查看员工', 'View staff'),
      right('setting:warehouse:view', '查看仓库信息', 'View warehouse info'),
      right('setting:logo:view', '查看 Logo', 'View logos'),
      right('setting:basicData:view', '查看基础配置', 'View basic configuration'),
    ],
    acts: [
      right('setting:account:create', '创建与邀请员工', 'Create and invite staff'),
      right('setting:account:edit', '编辑、停用员工，重置密码', 'Edit and disable staff, reset passwords'),
      right('setting:warehouse:edit', '编辑仓库信息', 'Edit warehouse info'),
      right('setting:logo:edit', '更换 Logo', 'Change logos'),
      right('setting:basicData:edit', '编辑基础配置', 'Edit basic configuration'),
      right('setting:invite:view', '邀请好友', 'Invite friends'),
    ],
  },
  {
    name: 'roles',
    title: { zh_CN: '角色', en_US: 'Roles' },
    looks: [],
    acts: [right('setting:role:edit', '编辑角色', 'Edit roles')],
  },
  {
    name: 'floor',
    title: { zh_CN: '现场呼叫', en_US: 'Supervisor calls' },
    looks: [],
    acts: [right('floor:call:answer', '处理现场呼叫', 'Answer supervisor calls')],
  },
  {
    name: 'oversight',
    title: { zh_CN: '操作日志与账务自检', en_US: 'Audit log and ledger check' },
    looks: [right('setting:audit:view', '查看操作日志', 'View audit log')],
    acts: [
      right('setting:audit:export', '导出操作日志', 'Export audit log'),
      right('setting:books:check', '账务自检', 'Run ledger check'),
      right('setting:openapi:view', '查看接口文档', 'View API documentation'),
    ],
  },
  {
    name: 'moneyExports',
    title: { zh_CN: '导出客户资金数据', en_US: 'Export customer money' },
    looks: [],
    acts: [right('query:money:export', '导出客户资金数据', 'Export customer money')],
  },
] as const satisfies readonly RightGroup[]

export type RightGroupName = (typeof rightGroups)[number]['name']

const groups: readonly RightGroup[] = rightGroups

export const allRights: readonly Right[] = [
  ...new Map(
    groups.flatMap(({ looks, acts }) => [...looks, ...acts]).map((group) => [group.code, group] as const),
  ).values(),
]

const codes = new Set<string>(allRights.map(({ code }) => code))
export const isRight = (code: string): boolean => codes.has(code)

const everything: Text = { zh_CN: '全部权限', en_US: 'all permissions' }

export const titleOfRight = (code: string): Text => {
  if (code === '*') return everything
  return allRights.find((allRight) => allRight.code === code)?.title ?? { zh_CN: code, en_US: code }
}

const groupNamed = (name: RightGroupName) => groups.find((group) => group.name === name) as RightGroup
const codesOf = (rights: readonly Right[]) => rights.map(({ code }) => code)

/** The rights that look at these lines of the matrix. */
export const lookAt = (...names: RightGroupName[]) => names.flatMap((name) => codesOf(groupNamed(name).looks))

/** All that lets one look, and nothing that lets one act. */
export const allLooks = [...new Set(groups.flatMap(({ looks }) => codesOf(looks)))]

/** All rights of these lines. */
export const all = (...names: RightGroupName[]) =>
  names.flatMap((name) => [...codesOf(groupNamed(name).looks), ...codesOf(groupNamed(name).acts)])

/** Whether one person's rights hold all of another's: nobody gives what they do not have. */
export const covers = (mine: readonly string[], theirs: readonly string[]) =>
  mine.includes('*') || theirs.every((item) => mine.includes(item))
