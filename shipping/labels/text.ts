import type { Text } from '../../platform/text/text.ts'

export const labelsText = {
  title: { zh_CN: '打印面单', en_US: 'Print labels' },
  labelPrint: { zh_CN: '面单打印', en_US: 'Label print' },
  printed: { zh_CN: '已打出', en_US: 'Printed' },
  notPrinted: { zh_CN: '未打出', en_US: 'Not printed' },
  refused: { zh_CN: '不计入', en_US: 'Not counted' },
  leftOut: { zh_CN: '未生成', en_US: 'Left out' },
  packages: { zh_CN: '包裹数', en_US: 'Packages' },
  readyAt: { zh_CN: '可打印时间', en_US: 'Printable from' },
  copyNo: { zh_CN: '第几次打印', en_US: 'Copy' },
  cancelPrint: { zh_CN: '取消打印', en_US: 'Cancel print' },
  search: { zh_CN: '订单号、参考号、运单号', en_US: 'Order, reference or tracking no.' },
  allPrinted: { zh_CN: '面单已全部打印', en_US: 'All labels are printed' },
  allPrintedHint: {
    zh_CN: '审核通过的订单会出现在这里。',
    en_US: 'Orders appear here once they have passed their audit.',
  },
  nonePrinted: { zh_CN: '没有已打印、未出库的订单', en_US: 'No printed orders wait for shipment' },
  byChannel: { zh_CN: '按物流渠道', en_US: 'By channel' },
  printCountOf: { zh_CN: '打印 {count} 单', en_US: 'Print {count} {count|order|orders}' },
  reprintCountOf: { zh_CN: '补打 {count} 单', en_US: 'Reprint {count} {count|order|orders}' },
  tooManyToPrint: {
    zh_CN: '一次最多打印 {max} 单，请筛选或勾选',
    en_US: 'Up to {max} orders at a time. Filter or select some.',
  },
  cancelAsk: {
    zh_CN: '取消 {count} 个订单的打印？',
    en_US: 'Cancel the print of {count} {count|order|orders}?',
  },
  cancelWarning: {
    zh_CN: '订单回到“待发货”，请销毁已打出的面单。再次打印时面单上会注明第几次打印。',
    en_US:
      'The orders become “Pending shipment” again. Destroy the printed labels. The next print says on the label which copy it is.',
  },
  watermark: { zh_CN: '水印', en_US: 'Watermark' },
  byTemplate: { zh_CN: '按渠道的水印模板', en_US: 'As in the channel’s template' },
  noWatermark: { zh_CN: '不加水印', en_US: 'No watermark' },
  chosenItems: { zh_CN: '自选内容', en_US: 'Chosen items' },
  customText: { zh_CN: '自定义文本', en_US: 'Custom text' },
  file: { zh_CN: '文件', en_US: 'File' },
  oneFile: { zh_CN: '合并为一个 PDF', en_US: 'One PDF' },
  fileEach: { zh_CN: '每单一个 PDF（ZIP）', en_US: 'A PDF for each order (ZIP)' },
  zipHint: {
    zh_CN: 'ZIP 已下载，每单一个 PDF。打印后请确认哪些面单已打出。',
    en_US:
      'The ZIP has been downloaded, with a PDF for each order. Once you have printed them, confirm which labels came out.',
  },
  printAgain: {
    zh_CN: '重试这 {count} 单',
    en_US: 'Retry {count} {count|order|orders}',
  },
  reason: { zh_CN: '补打原因', en_US: 'Reason for the reprint' },
  drawing: { zh_CN: '正在生成面单 {done}/{total}', en_US: 'Generating labels: {done} of {total}' },
  leftOutCount: {
    zh_CN: '{count} 张面单没有生成，不在文件中',
    en_US: '{count} {count|label was|labels were} left out of the file',
  },
  openDialog: { zh_CN: '打印文件', en_US: 'Print the file' },
  noneOut: { zh_CN: '都没打出来', en_US: 'None printed' },
  confirmCount: { zh_CN: '确认已打出 {count} 张', en_US: 'Confirm {count} printed' },
  tickPrinted: { zh_CN: '勾选已打出的面单', en_US: 'Tick the labels that came out' },
  openPrint: {
    zh_CN: '{person} 的 {count} 张面单打印后还没有确认',
    en_US: 'A print of {count} {count|label|labels} by {person} is not confirmed yet',
  },
  toConfirm: { zh_CN: '去确认', en_US: 'Confirm' },
  log: { zh_CN: '面单打印记录', en_US: 'Label prints' },
  printing: { zh_CN: '{person} 打印中', en_US: 'Being printed by {person}' },
  intercepting: { zh_CN: '申请截单', en_US: 'Intercept requested' },

  from: { zh_CN: '寄件人', en_US: 'From' },
  to: { zh_CN: '收件人', en_US: 'To' },
  order: { zh_CN: '订单', en_US: 'Order' },
  reference: { zh_CN: '参考号', en_US: 'Ref.' },
  deliveryNote: { zh_CN: '送货单', en_US: 'Delivery note' },
  packingSlip: { zh_CN: '装箱单', en_US: 'Packing slip' },
  item: { zh_CN: '商品', en_US: 'Item' },
  quantity: { zh_CN: '数量', en_US: 'Qty' },
  total: { zh_CN: '合计', en_US: 'Total' },
  receivedBy: { zh_CN: '签收', en_US: 'Received by' },

  waybillNotFound: { zh_CN: '未找到面单', en_US: 'Waybill not found' },
  printedAlready: {
    zh_CN: '订单 {no} 的面单已打印。需要再印时，请用“补打”。',
    en_US: 'The label of order {no} has been printed already. Use “Reprint” to print it again.',
  },
  notPrintedYet: {
    zh_CN: '订单 {no} 的面单还没有打印，不能补打',
    en_US: 'The label of order {no} hasn’t been printed yet, so it can’t be reprinted',
  },
  notReady: {
    zh_CN: '订单 {no} 的面单 {time} 之后才能打印',
    en_US: 'The label of order {no} can’t be printed before {time}',
  },
  inPrint: {
    zh_CN: '订单 {no} 的面单在 {person} 的一次打印中，请先确认那次打印',
    en_US: 'The label of order {no} is in a print by {person}. Confirm that print first.',
  },
  tooManyLabels: {
    zh_CN: '一次最多打印 {max} 张面单，请少选一些订单',
    en_US: 'Up to {max} labels at a time. Select fewer orders.',
  },
  printNotFound: { zh_CN: '打印记录不存在', en_US: 'Print not found' },
  stillDrawing: {
    zh_CN: '面单还在生成，请稍候再确认',
    en_US: 'The labels are still being generated. Confirm the print when they are ready.',
  },
  neverDrawn: {
    zh_CN: '这次打印没有生成文件，请重新打印',
    en_US: 'No file was generated for this print. Print the labels again.',
  },
  confirmedAlready: {
    zh_CN: '{person} 已确认过这次打印',
    en_US: 'This print was already confirmed by {person}',
  },
  notInPrint: { zh_CN: '有面单不在这次打印中', en_US: 'Some labels are not part of this print' },
  changedMeanwhile: {
    zh_CN: '订单 {no} 在打印后状态变为“{status}”，请销毁这张面单',
    en_US: 'Order {no} became “{status}” after the label was printed. Destroy the label.',
  },
  interceptedMeanwhile: {
    zh_CN: '订单 {no} 在打印后申请了截单，请留下这张面单和包裹，先处理截单',
    en_US:
      'An intercept of order {no} was requested after the label was printed. Hold the package and answer the request first.',
  },
  replacedMeanwhile: {
    zh_CN: '订单 {no} 的面单在打印后已作废或更换，请销毁这张面单',
    en_US: 'The label of order {no} was voided or replaced after it was printed. Destroy it.',
  },
  whichLabels: { zh_CN: '补打哪些面单', en_US: 'Labels to reprint' },
  noFile: { zh_CN: '面单文件不存在', en_US: 'The label’s file is missing' },

  noRoom: {
    zh_CN: '收件人地址太长，面单上放不下',
    en_US: 'The recipient’s address is too long for the label',
  },
  noGlyph: {
    zh_CN: '字体中没有这些字符：{signs}',
    en_US: 'These characters can’t be printed: {signs}',
  },
  noBarcode: {
    zh_CN: '运单号 {no} 不能印成条码',
    en_US: 'Tracking number {no} can’t be printed as a barcode',
  },
} as const satisfies Record<string, Text>
