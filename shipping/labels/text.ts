import type { Text } from '../../platform/text/text.ts'

export const labelsText = {
  title: { zh_CN: '打印面单', en_US: 'Print labels' },
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
