import type { Text } from '../../platform/text/text.ts'
import type { CountState } from '../stock/states.ts'

export const countStatusText: Record<CountState, Text> = {
  open: { zh_CN: '盘点中', en_US: 'Counting' },
  review: { zh_CN: '待审核', en_US: 'Pending approval' },
  done: { zh_CN: '已过账', en_US: 'Posted' },
  voided: { zh_CN: '已作废', en_US: 'Voided' },
}

export const countText = {
  count: { zh_CN: '盘点单', en_US: 'Stock count' },
  newCount: { zh_CN: '新建盘点', en_US: 'New count' },
  isBlind: { zh_CN: '盲盘', en_US: 'Blind count' },
  blindHint: { zh_CN: '盘点时不显示账面数量', en_US: 'Hides system quantities while counting' },
  locations: { zh_CN: '指定库位', en_US: 'Bins' },
  locationsHint: {
    zh_CN: '库位编码，可多个；不填则为整个库区或全仓',
    en_US: 'Bin codes, one or more. Leave empty for the whole zone or warehouse.',
  },
  skuHint: { zh_CN: '只盘这个 SKU；须先选客户', en_US: 'Count only this SKU. Select its customer first.' },
  customerFirst: { zh_CN: '请先选择客户', en_US: 'Select a customer first' },
  nothingThere: { zh_CN: '该范围内没有货物', en_US: 'No stock in this scope' },
  tooMany: {
    zh_CN: '一张盘点单最多 {max} 行，请缩小范围',
    en_US: 'A count can have up to {max} lines. Narrow the scope.',
  },
  whole: { zh_CN: '全仓', en_US: 'Whole warehouse' },
  lines: { zh_CN: '行数', en_US: 'Lines' },
  countedLines: { zh_CN: '已盘', en_US: 'Counted' },
  differing: { zh_CN: '差异行', en_US: 'Lines with differences' },
  value: { zh_CN: '差异金额（申报价值）', en_US: 'Difference (declared value)' },
  books: { zh_CN: '盘点时账面', en_US: 'System qty at count time' },
  counted: { zh_CN: '实盘', en_US: 'Counted' },
  countedBefore: { zh_CN: '上次实盘', en_US: 'Previous count' },
  countedBy: { zh_CN: '盘点人', en_US: 'Counted by' },
  countedAt: { zh_CN: '盘点时间', en_US: 'Counted at' },
  scanLocation: { zh_CN: '库位', en_US: 'Bin' },
  scanCode: { zh_CN: 'SKU 或条码', en_US: 'SKU or barcode' },
  enter: { zh_CN: '记录', en_US: 'Record' },
  entered: { zh_CN: '{location} {sku}：{counted} 件', en_US: '{location} {sku}: {counted}' },
  submit: { zh_CN: '提交审核', en_US: 'Submit for approval' },
  recount: { zh_CN: '复盘', en_US: 'Recount' },
  approve: { zh_CN: '审核并过账', en_US: 'Approve and post' },
  approveAsk: {
    zh_CN: '过账 {lines} 行差异：盘盈 {found} 件，盘亏 {missing} 件，申报价值 {value}？',
    en_US:
      'Post {lines} {lines|difference|differences}: {found} {found|piece|pieces} gained, {missing} lost, {value} in declared value?',
  },
  approveNothing: {
    zh_CN: '没有差异，库存不变。完成这张盘点单？',
    en_US: 'No differences; stock stays unchanged. Complete this count?',
  },
  void: { zh_CN: '作废', en_US: 'Void' },
  voidAsk: { zh_CN: '作废这张盘点单？库存不变。', en_US: 'Void this count? Stock stays unchanged.' },
  leftOut: {
    zh_CN: '{count} 行未盘，过账时保持不变',
    en_US: '{count} {count|line was|lines were} not counted and {count|stays|stay} unchanged',
  },
  hidden: {
    zh_CN: '盲盘：账面数量在提交后显示',
    en_US: 'Blind count: system quantities are shown after submission',
  },
  notFound: { zh_CN: '盘点单不存在', en_US: 'Stock count not found' },
  movedOn: {
    zh_CN: '盘点单的状态已变化，请刷新后重试',
    en_US: 'The status of this count has changed. Refresh and try again.',
  },
  nothingCounted: { zh_CN: '还没有盘点任何一行', en_US: 'Nothing has been counted yet' },
  outOfScope: { zh_CN: '该库位不在盘点范围内', en_US: 'This bin is not part of the count' },
  notOfCount: { zh_CN: '该产品不在盘点范围内', en_US: 'This product is not part of the count' },
  unknownCode: { zh_CN: '没有此 SKU 或条码', en_US: 'SKU or barcode not found' },
  ambiguous: {
    zh_CN: '多个客户有此条码，请改扫 {codes}',
    en_US: 'Several customers use this barcode. Scan one of these instead: {codes}',
  },
  lineNotFound: { zh_CN: '没有可复盘的行', en_US: 'No lines to recount' },
  secondPerson: {
    zh_CN: '差异金额超过您的限额，须由未参与盘点的人审核',
    en_US: 'The difference exceeds your limit. Someone who did not count must approve it.',
  },
  corrected: {
    zh_CN: '盘点后库存已被其他单据更正：{lines}。请勾选这些行并复盘。',
    en_US:
      'Other documents have corrected this stock since it was counted: {lines}. Select these lines and recount them.',
  },
  promisedAway: {
    zh_CN: '{places} 的货物已锁定给订单，少于锁定数量，请先释放锁定',
    en_US: '{places}: the count is below the quantity allocated to orders. Release the allocations first.',
  },
} as const satisfies Record<string, Text>
