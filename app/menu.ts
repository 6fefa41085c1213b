import type { Permission } from '../platform/calls/call.ts'
import type { Feature, SystemVersion } from '../platform/calls/features.ts'
import type { Text } from '../platform/text/text.ts'
import { accessTo } from '../warehouse/features.ts'

/** A place of the product: an area that only gathers pages, or a page, or a view of a page. */
export type MenuEntry = {
  path?: string
  title: Text
  /** The name of an @ant-design icon; the shell has the drawing. */
  icon: string
  feature: Feature
  /** What one must hold to see the page. */
  permission?: Permission
  /** First letters of the Chinese title's pinyin, by which the palette finds it. */
  initials: string
  /** Known to the address bar, the tabs and the palette, but no line of the menu. */
  hidden?: boolean
  children?: readonly MenuEntry[]
}

/** An area has no feature of its own: it shows as long as one of its pages does. */
const area = (title: Text, icon: string, initials: string, children: readonly MenuEntry[]): MenuEntry => ({
  title,
  icon,
  feature: 'home',
  initials,
  children,
})

/** A view shares everything with its page but the address, the title and, where it says so, the right to see it. */
const viewsOf = (
  page: MenuEntry & { path: string },
  views: readonly { name: string; title: Text; initials: string; permission?: Permission }[],
): MenuEntry => ({
  ...page,
  children: views.map(({ name, ...own }) => ({
    ...page,
    ...own,
    path: `${page.path}/${name}`,
    hidden: true,
  })),
})

const orderOutbound = viewsOf(
  {
    path: '/order/list',
    title: { zh_CN: '订单出库', en_US: 'Order outbound' },
    icon: 'ExportOutlined',
    feature: 'orders',
    permission: 'order:order:view',
    initials: 'ddck',
  },
  [
    { name: 'print_label', title: { zh_CN: '打印面单', en_US: 'Print labels' }, initials: 'dymd' },
    { name: 'batch_shipment', title: { zh_CN: '批量出库', en_US: 'Batch outbound' }, initials: 'plck' },
    { name: 'picking_list', title: { zh_CN: '拣货单', en_US: 'Picking lists' }, initials: 'jhd' },
    { name: 'order_query', title: { zh_CN: '订单查询', en_US: 'Order query' }, initials: 'ddcx' },
  ],
)

const customerQuote = viewsOf(
  {
    path: '/setting/quote',
    title: { zh_CN: '客户报价', en_US: 'Customer quote' },
    icon: 'DollarOutlined',
    feature: 'quote',
    permission: 'setting:quote:view',
    initials: 'khbj',
  },
  [
    { name: 'customer_price', title: { zh_CN: '客户价格', en_US: 'Customer price' }, initials: 'khjg' },
    {
      name: 'warehouse_operation',
      title: { zh_CN: '仓库操作费', en_US: 'Warehouse operation fee' },
      initials: 'ckczf',
    },
    { name: 'logistics_freight', title: { zh_CN: '物流运费', en_US: 'Logistics freight' }, initials: 'wlyf' },
    { name: 'storage_fee', title: { zh_CN: '仓租', en_US: 'Storage rent' }, initials: 'cz' },
    {
      name: 'zone_schema',
      title: { zh_CN: '物流分区', en_US: 'Logistics zones' },
      initials: 'wlfq',
      permission: 'setting:channel:view',
    },
    { name: 'channel_quote', title: { zh_CN: '渠道报价', en_US: 'Channel quote' }, initials: 'qdbj' },
  ],
)

export const menu: readonly MenuEntry[] = [
  {
    path: '/',
    title: { zh_CN: '首页', en_US: 'Home' },
    icon: 'HomeOutlined',
    feature: 'home',
    initials: 'sy',
  },
  area({ zh_CN: '收货', en_US: 'Receiving' }, 'InboxOutlined', 'sh', [
    {
      path: '/inbound/list',
      title: { zh_CN: '入库单列表', en_US: 'Inbound list' },
      icon: 'ImportOutlined',
      feature: 'receiving',
      permission: 'inbound:order:view',
      initials: 'rkdlb',
    },
    {
      path: '/inbound/receive',
      title: { zh_CN: '扫描收货', en_US: 'Receive by scanner' },
      icon: 'ScanOutlined',
      feature: 'receiving',
      permission: 'inbound:order:receive',
      initials: 'smsh',
    },
    {
      path: '/inbound/parcels',
      title: { zh_CN: '无单包裹', en_US: 'Unmatched parcels' },
      icon: 'InboxOutlined',
      feature: 'receiving',
      permission: 'inbound:order:view',
      initials: 'wdbg',
      hidden: true,
    },
  ]),
  area({ zh_CN: '发货', en_US: 'Shipping' }, 'SendOutlined', 'fh', [orderOutbound]),
  area({ zh_CN: '查询', en_US: 'Query' }, 'SearchOutlined', 'cx', [
    {
      path: '/query/customer',
      title: { zh_CN: '客户档案', en_US: 'Customers' },
      icon: 'TeamOutlined',
      feature: 'customer',
      permission: 'query:customer:view',
      initials: 'khda',
    },
    {
      path: '/query/productArchives',
      title: { zh_CN: '产品档案', en_US: 'Products' },
      icon: 'TagsOutlined',
      feature: 'product',
      permission: 'query:product:view',
      initials: 'cpda',
    },
    {
      path: '/query/stock',
      title: { zh_CN: '库存查询', en_US: 'Stock query' },
      icon: 'DatabaseOutlined',
      feature: 'stock',
      permission: 'query:stock:view',
      initials: 'kccx',
    },
    {
      path: '/stock/move',
      title: { zh_CN: '扫描移库', en_US: 'Move by scanner' },
      icon: 'ScanOutlined',
      feature: 'stock',
      permission: 'query:stock:move',
      initials: 'smyk',
      hidden: true,
    },
    {
      path: '/stock/count',
      title: { zh_CN: '扫描盘点', en_US: 'Count by scanner' },
      icon: 'ScanOutlined',
      feature: 'stock',
      permission: 'query:stock:adjust',
      initials: 'smpd',
      hidden: true,
    },
    {
      path: '/query/cost',
      title: { zh_CN: '费用管理', en_US: 'Fee management' },
      icon: 'AccountBookOutlined',
      feature: 'cost',
      permission: 'query:cost:view',
      initials: 'fygl',
    },
    {
      path: '/query/collectPayment',
      title: { zh_CN: '收款管理', en_US: 'Collections' },
      icon: 'WalletOutlined',
      feature: 'collectPayment',
      permission: 'query:collection:view',
      initials: 'skgl',
    },
  ]),
  area({ zh_CN: '设置', en_US: 'Settings' }, 'SettingOutlined', 'sz', [
    {
      path: '/setting/channel',
      title: { zh_CN: '物流渠道', en_US: 'Logistics channels' },
      icon: 'CarOutlined',
      feature: 'channel',
      permission: 'setting:channel:view',
      initials: 'wlqd',
    },
    customerQuote,
    {
      path: '/setting/account',
      title: { zh_CN: '员工账号', en_US: 'Staff accounts' },
      icon: 'UserOutlined',
      feature: 'account',
      permission: 'setting:account:view',
      initials: 'ygzh',
    },
    {
      path: '/setting/warehouse',
      title: { zh_CN: '仓库信息', en_US: 'Warehouse info' },
      icon: 'ShopOutlined',
      feature: 'warehouse',
      permission: 'setting:warehouse:view',
      initials: 'ckxx',
    },
    {
      path: '/setting/logo',
      title: { zh_CN: 'Logo 设置', en_US: 'Logo settings' },
      icon: 'PictureOutlined',
      feature: 'logo',
      permission: 'setting:logo:view',
      initials: 'logosz',
    },
    {
      path: '/setting/basicData',
      title: { zh_CN: '基础配置', en_US: 'Basic configuration' },
      icon: 'ControlOutlined',
      feature: 'basicData',
      permission: 'setting:basicData:view',
      initials: 'jcpz',
    },
    {
      path: '/setting/audit',
      title: { zh_CN: '操作日志', en_US: 'Audit log' },
      icon: 'HistoryOutlined',
      feature: 'account',
      permission: 'setting:audit:view',
      initials: 'czrz',
    },
  ]),
  {
    path: '/setup',
    title: { zh_CN: '初始设置', en_US: 'Setup' },
    icon: 'RocketOutlined',
    feature: 'home',
    permission: 'setting:warehouse:view',
    initials: 'cssz',
    hidden: true,
  },
  {
    path: '/personInfo',
    title: { zh_CN: '个人信息', en_US: 'Personal information' },
    icon: 'IdcardOutlined',
    feature: 'home',
    initials: 'grxx',
    hidden: true,
  },
]

export type Place = MenuEntry & { path: string }

const placesUnder = (entries: readonly MenuEntry[]): Place[] =>
  entries.flatMap((entry) => [
    ...(entry.path === undefined ? [] : [{ ...entry, path: entry.path }]),
    ...placesUnder(entry.children ?? []),
  ])

/** Every place with an address, in the order of the menu, the hidden ones too. */
export const places: readonly Place[] = placesUnder(menu)

export const placeAt = (path: string): Place | undefined =>
  places.find((place) => place.path === (path === '/' ? path : path.replace(/\/+$/, '')))

/** Why a place stays closed to somebody: not in this version of the system, or not among their rights. */
export function closedBecause(
  entry: MenuEntry,
  version: SystemVersion,
  may: (permission: string) => boolean,
): 'hidden_here' | 'no_permission' | undefined {
  if (accessTo(entry.feature, version) === 'hidden') return 'hidden_here'
  if (entry.permission !== undefined && !may(entry.permission)) return 'no_permission'
  return undefined
}

/** The menu as one person sees it. An area that has nothing left to show goes too. */
export const visibleMenu = (
  entries: readonly MenuEntry[],
  version: SystemVersion,
  may: (permission: string) => boolean,
): MenuEntry[] =>
  entries.flatMap((entry) => {
    if (entry.hidden || closedBecause(entry, version, may)) return []
    const { children: all = [], ...own } = entry
    const children = visibleMenu(all, version, may)
    if (children.length > 0) return [{ ...own, children }]
    return entry.path === undefined ? [] : [own]
  })
