import type { Text } from '../../platform/text/text.ts'

export const outboundText = {
  title: { zh_CN: '批量出库', en_US: 'Batch outbound' },
  toShip: { zh_CN: '待出库', en_US: 'To ship' },
  batches: { zh_CN: '出库批次', en_US: 'Batches' },
  batch: { zh_CN: '出库批次', en_US: 'Outbound batch' },
  batchNo: { zh_CN: '批次号', en_US: 'Batch no.' },
  carrier: { zh_CN: '承运商', en_US: 'Carrier' },
  truckNo: { zh_CN: '车牌号/袋号', en_US: 'Truck or bag no.' },
  orders: { zh_CN: '订单数', en_US: 'Orders' },
  packages: { zh_CN: '包裹数', en_US: 'Packages' },
  packageNo: { zh_CN: '包裹', en_US: 'Package' },
  weight: { zh_CN: '重量', en_US: 'Weight' },
  destination: { zh_CN: '目的地', en_US: 'Destination' },
  printedAt: { zh_CN: '打印时间', en_US: 'Printed' },
  shippedAt: { zh_CN: '出库时间', en_US: 'Shipped' },
  intercept: { zh_CN: '截单', en_US: 'Intercept' },
  search: { zh_CN: '订单号、参考号、运单号', en_US: 'Order, reference or tracking no.' },
  searchBatch: { zh_CN: '批次号、车牌号/袋号', en_US: 'Batch, truck or bag no.' },
  noneToShip: { zh_CN: '暂无可出库包裹', en_US: 'No packages ready to ship' },
  noneToShipHint: {
    zh_CN: '订单的面单打印后，会出现在这里。',
    en_US: 'Orders appear here once their waybill is printed.',
  },
  noBatches: { zh_CN: '暂无出库批次', en_US: 'No batches yet' },
  batchNotFound: { zh_CN: '出库批次不存在', en_US: 'Outbound batch not found' },
  packageNotFound: { zh_CN: '包裹不存在', en_US: 'Package not found' },

  ship: { zh_CN: '出库', en_US: 'Ship' },
  shipCount: { zh_CN: '出库 {count} 单', en_US: 'Ship {count} {count|order|orders}' },
  shipAsk: { zh_CN: '出库 {count} 个订单？', en_US: 'Ship {count} {count|order|orders}?' },
  shipEffect: {
    zh_CN: '将扣减库存并计费。出库后不能撤销，只能退货。',
    en_US: 'Stock is deducted and fees are charged. This can’t be undone, only returned.',
  },
  shipped: {
    zh_CN: '已出库，批次 {no}：{orders} 单，{packages} 个包裹',
    en_US: 'Shipped as batch {no}: {orders} {orders|order|orders}, {packages} {packages|package|packages}',
  },
  printSheet: { zh_CN: '打印交接单', en_US: 'Print hand-over sheet' },
  sheetStarted: {
    zh_CN: '正在生成交接单，完成后自动打印',
    en_US: 'Creating the hand-over sheet. It prints as soon as it’s ready.',
  },
  sheetCount: { zh_CN: '{count} 张交接单', en_US: '{count} {count|hand-over sheet|hand-over sheets}' },
  cannotShip: { zh_CN: '{count} 个单号不能出库', en_US: '{count} {count|number|numbers} can’t be shipped' },

  alreadyShipped: { zh_CN: '订单 {no} 已经出库', en_US: 'Order {no} has already been shipped' },
  notPrinted: {
    zh_CN: '订单 {no} 的状态为“{status}”，打印面单后才能出库',
    en_US: 'Order {no} is “{status}”. Its waybill has to be printed first.',
  },
  voided: { zh_CN: '订单 {no} 已作废，请勿发出', en_US: 'Order {no} is voided. Don’t send it.' },
  intercepted: {
    zh_CN: '订单 {no} 正在申请截单，请取出包裹',
    en_US: 'An intercept of order {no} has been requested. Put the package aside.',
  },
  noLabel: {
    zh_CN: '订单 {no} 有包裹没有有效面单，请重新获取面单',
    en_US: 'A package of order {no} has no valid label. Get a new label first.',
  },
  oldLabel: {
    zh_CN: '订单 {no} 的这张面单已失效，请换成新面单',
    en_US: 'This label of order {no} is no longer valid. Replace it with the new one.',
  },
  labelUnprinted: {
    zh_CN: '订单 {no} 有包裹的面单尚未打印',
    en_US: 'The label of a package of order {no} isn’t printed yet',
  },
  otherChannel: {
    zh_CN: '订单 {no} 的面单属于另一个渠道，请重新获取面单',
    en_US: 'The label of order {no} belongs to another channel. Get a new label first.',
  },
  notAllocated: {
    zh_CN: '订单 {no} 的库存没有全部锁定，请重新审核',
    en_US: 'The stock of order {no} isn’t fully allocated. Check it again.',
  },
  notWeighed: {
    zh_CN: '订单 {no} 有包裹没有称重，扫描出库时可以称重',
    en_US: 'A package of order {no} isn’t weighed. Weigh it when scanning it out.',
  },
  goodsBlocked: {
    zh_CN: '订单 {no} 的库存账务异常，请先恢复作业',
    en_US: 'Stock of order {no} is blocked by the ledger check. Unblock it first.',
  },
} as const satisfies Record<string, Text>

/** Scanning packages onto the truck. */
export const loadingText = {
  title: { zh_CN: '扫描出库', en_US: 'Scan out' },
  scanFirst: { zh_CN: '扫描第一个包裹', en_US: 'Scan the first package' },
  scanNext: {
    zh_CN: '{packages} 个包裹 · {weight}',
    en_US: '{packages} {packages|package|packages} · {weight}',
  },
  added: { zh_CN: '第 {count} 个', en_US: 'No. {count}' },
  again: { zh_CN: '已经扫描过', en_US: 'Scanned already' },
  unknown: {
    zh_CN: '没有这个单号，请核对面单',
    en_US: 'Unknown number. Check the label.',
  },
  whichOrder: { zh_CN: '是哪个订单？', en_US: 'Which order?' },
  full: {
    zh_CN: '已扫描 {max} 个订单，请先出库',
    en_US: '{max} orders are scanned. Ship them first.',
  },
  interceptTitle: { zh_CN: '截单！请取出此包裹', en_US: 'Intercepted! Put this package aside' },
  putAside: { zh_CN: '已取出', en_US: 'Put aside' },
  weighAsk: { zh_CN: '{no} 的重量（{unit}）？', en_US: 'Weight of {no} ({unit})?' },
  weighHint: { zh_CN: '输入重量后回车', en_US: 'Type the weight and press Enter' },
  weighForm: {
    zh_CN: '请输入大于 0 的重量，最多 3 位小数',
    en_US: 'Enter a weight above 0 with up to 3 decimals',
  },
  weighed: { zh_CN: '{weight}，第 {count} 个', en_US: '{weight}, no. {count}' },
  notLoaded: { zh_CN: '未装车', en_US: 'Not loaded' },
  ship: { zh_CN: '出库 {count} 单', en_US: 'Ship {count} {count|order|orders}' },
  nothingToShip: { zh_CN: '没有可以出库的包裹', en_US: 'Nothing to ship yet' },
  shipYes: { zh_CN: '出库', en_US: 'Ship' },
  shipNo: { zh_CN: '返回', en_US: 'Back' },
  incomplete: {
    zh_CN: '{count} 个订单还有包裹没有扫描，不会出库：{orders}。',
    en_US:
      '{count} {count|order has|orders have} packages that are not scanned and won’t be shipped: {orders}.',
  },
  partly: { zh_CN: '{scanned}/{packages} 个包裹', en_US: '{scanned} of {packages} packages' },
  shipped: {
    zh_CN: '{orders} 单已出库',
    en_US: '{orders} {orders|order|orders} shipped',
  },
  refused: { zh_CN: '{count} 单不能出库', en_US: '{count} {count|order|orders} not shipped' },
  askTruck: { zh_CN: '扫描或输入车牌号/袋号', en_US: 'Scan or type the truck or bag no.' },
  noTruck: { zh_CN: '不填', en_US: 'None' },
  printed: { zh_CN: '正在打印交接单', en_US: 'Printing the hand-over sheet' },
  carriers: { zh_CN: '承运商', en_US: 'Carriers' },
  customers: { zh_CN: '客户数', en_US: 'Customers' },
  unweighed: { zh_CN: '{count} 个没有重量', en_US: '{count} without a weight' },
  more: { zh_CN: '还有 {count} 个', en_US: '{count} more' },
} as const satisfies Record<string, Text>

/** The hand-over sheet. */
export const handoverText = {
  title: { zh_CN: '交接单', en_US: 'Hand-over sheet' },
  channels: { zh_CN: '渠道', en_US: 'Channels' },
  warehouse: { zh_CN: '仓库', en_US: 'Warehouse' },
  place: { zh_CN: '序号', en_US: 'No.' },
  total: {
    zh_CN: '共 {orders} 单，{packages} 个包裹',
    en_US: '{orders} {orders|order|orders}, {packages} {packages|package|packages} in total',
  },
  handedOver: { zh_CN: '交货人签字：', en_US: 'Handed over by:' },
  takenOver: { zh_CN: '承运商签字：', en_US: 'Received by carrier:' },
  signedAt: { zh_CN: '日期时间：', en_US: 'Date and time:' },
  page: { zh_CN: '第 {page} / {pages} 页', en_US: 'Page {page} of {pages}' },
} as const satisfies Record<string, Text>
