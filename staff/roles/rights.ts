import type { Permission } from '../../platform/calls/call.ts'
import type { Text } from '../../platform/text/text.ts'

/** One right, as the matrix shows it. */
export type Right = { code: Permission; title: Text }

/** A line of the role matrix: what lets one look, and what lets one act. */
export type RightGroup = { name: string; title: Text; looks: readonly Right[]; acts: readonly Right[] }

const right = (code: Permission, zh_CN: string, en_US: string): Right => ({ code, title: { zh_CN, en_US } })

const seeInbounds = right('inbound:order:view', '查看入库单', 'See inbound orders')
const seeOrders = right('order:order:view', '查看订单', 'See orders')

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
      right('inbound:order:receive', '收货', 'Receive'),
      right('inbound:order:putaway', '上架', 'Put away'),
    ],
  },
  {
    name: 'inboundEnd',
    title: { zh_CN: '入库完成与作废', en_US: 'Complete and void inbounds' },
    looks: [seeInbounds],
    acts: [
      right('inbound:order:complete', '完成入库', 'Complete inbounds'),
      right('inbound:order:void', '作废入库单', 'Void inbounds'),
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
    looks: [seeOrders, right('order:picking:view', '查看拣货单', 'See picking lists')],
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
    acts: [right('order:waybill:reprint', '补打面单（需填原因）', 'Reprint waybills, with a reason')],
  },
  {
    name: 'shipping',
    title: { zh_CN: '批量出库', en_US: 'Batch outbound' },
    looks: [seeOrders],
    acts: [right('order:order:ship', '出库', 'Ship')],
  },
  {
    name: 'voiding',
    title: { zh_CN: '作废订单、处理拦截', en_US: 'Void orders, answer intercepts' },
    looks: [seeOrders],
    acts: [
      right('order:order:void', '作废订单', 'Void orders'),
      right('order:intercept:edit', '处理拦截', 'Answer intercepts'),
    ],
  },
  {
    name: 'stock',
    title: { zh_CN: '库存查询', en_US: 'Stock query' },
    looks: [right('query:stock:view', '查看库存', 'See stock')],
    acts: [right('query:stock:export', '导出库存', 'Export stock')],
  },
  {
    name: 'stockChanges',
    title: { zh_CN: '库存调整、移库与冻结', en_US: 'Adjust, move and freeze stock' },
    looks: [],
    acts: [
      right('query:stock:adjust', '调整与盘点', 'Adjust and count'),
      right('query:stock:move', '移库', 'Move'),
      right('query:stock:freeze', '冻结', 'Freeze'),
    ],
  },
  {
    name: 'products',
    title: { zh_CN: '产品与测量', en_US: 'Products, measuring' },
    looks: [right('query:product:view', '查看产品', 'See products')],
    acts: [
      right('query:product:create', '创建产品', 'Create products'),
      right('query:product:edit', '编辑产品', 'Edit products'),
      right('query:product:measure', '测量产品', 'Measure products'),
    ],
  },
  {
    name: 'customers',
    title: { zh_CN: '客户', en_US: 'Customers' },
    looks: [right('query:customer:view', '查看客户', 'See customers')],
    acts: [
      right('query:customer:create', '创建客户', 'Create customers'),
      right('query:customer:edit', '编辑客户', 'Edit customers'),
    ],
  },
  {
    name: 'credit',
    title: { zh_CN: '信用额度与下单限制', en_US: 'Credit limit, limit code' },
    looks: [right('query:credit:view', '查看信用额度', 'See credit limits')],
    acts: [right('query:credit:edit', '修改信用额度', 'Change credit limits')],
  },
  {
    name: 'channels',
    title: { zh_CN: '渠道与分区', en_US: 'Channels, zones' },
    looks: [right('setting:channel:view', '查看渠道', 'See channels')],
    acts: [right('setting:channel:edit', '编辑渠道', 'Edit channels')],
  },
  {
    name: 'quotes',
    title: { zh_CN: '报价', en_US: 'Quotes' },
    looks: [right('setting:quote:view', '查看报价', 'See quotes')],
    acts: [right('setting:quote:price', '编辑报价', 'Edit quotes')],
  },
  {
    name: 'fees',
    title: { zh_CN: '费用：手工、重算、退款', en_US: 'Fees: manual, re-rate, refund' },
    looks: [right('query:cost:view', '查看费用', 'See fees')],
    acts: [
      right('query:cost:create', '手工费用', 'Add manual fees'),
      right('query:cost:price', '重新计费', 'Re-rate'),
      right('query:cost:refund', '退款', 'Refund'),
    ],
  },
  {
    name: 'collections',
    title: { zh_CN: '收款：草稿、确认、冲销', en_US: 'Collections: draft, confirm, reverse' },
    looks: [right('query:collection:view', '查看收款', 'See collections')],
    acts: [
      right('query:collection:create', '登记收款', 'Draft collections'),
      right('query:collection:settle', '确认收款', 'Confirm collections'),
      right('query:collection:void', '冲销收款', 'Reverse collections'),
    ],
  },
  {
    name: 'settings',
    title: { zh_CN: '员工、仓库、Logo、基础配置', en_US: 'Staff, warehouse, logo, basic data' },
    looks: [
      right('setting:account:view', '查看员工', 'See staff'),
      right('setting:warehouse:view', '查看仓库信息', 'See the warehouse'),
      right('setting:logo:view', '查看 Logo', 'See logos'),
      right('setting:basicData:view', '查看基础配置', 'See basic data'),
    ],
    acts: [
      right('setting:account:create', '创建与邀请员工', 'Create and invite staff'),
      right('setting:account:edit', '编辑、停用、重置员工', 'Edit, disable and reset staff'),
      right('setting:warehouse:edit', '编辑仓库信息', 'Edit the warehouse'),
      right('setting:logo:edit', '更换 Logo', 'Change logos'),
      right('setting:basicData:edit', '编辑基础配置', 'Edit basic data'),
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
    title: { zh_CN: '现场呼叫', en_US: 'Calls from the floor' },
    looks: [],
    acts: [right('floor:call:answer', '处理现场呼叫', 'Answer calls from the floor')],
  },
  {
    name: 'oversight',
    title: { zh_CN: '操作日志与账务自检', en_US: 'Audit log, check of the books' },
    looks: [right('setting:audit:view', '查看操作日志', 'See the audit log')],
    acts: [
      right('setting:audit:export', '导出操作日志', 'Export the audit log'),
      right('setting:books:check', '账务自检', 'Check the books'),
      right('setting:openapi:view', '查看接口文档', 'See the interface description'),
    ],
  },
  {
    name: 'moneyExports',
    title: { zh_CN: '导出客户资金数据', en_US: 'Exports with customer money' },
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

const everything: Text = { zh_CN: '全部权限', en_US: 'everything' }

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
