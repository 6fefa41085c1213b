import type { Text } from '../../platform/text/text.ts'

export const returnsText = {
  returns: { zh_CN: '退货', en_US: 'Returns' },
  openReturn: { zh_CN: '登记退货', en_US: 'Open a return' },
  hint: {
    zh_CN: '会生成一张退货入库单，货物到仓后按入库流程收货。',
    en_US: 'This creates a return inbound order. Receive the goods with it when they arrive.',
  },
  pieces: { zh_CN: '件数', en_US: 'Pieces' },
  quantityOf: {
    zh_CN: '{sku} 退货件数（已发 {shipped}，已登记 {returned}）',
    en_US: 'Pieces of {sku} coming back ({shipped} shipped, {returned} already returned)',
  },
  trackingNo: { zh_CN: '退货运单号', en_US: 'Return tracking no.' },
  notShipped: { zh_CN: '订单 {no} 还没有发货', en_US: 'Order {no} has not been shipped' },
  notInOrder: { zh_CN: '订单里没有这个产品', en_US: 'The order has no such product' },
  tooMany: {
    zh_CN: '{sku} 最多还能退 {max} 件',
    en_US: 'Up to {max} of {sku} can still be returned',
  },
  twice: { zh_CN: '同一产品只能填写一次', en_US: 'List each product once' },
  nothing: { zh_CN: '请填写退货数量', en_US: 'Enter how many pieces come back' },
} as const satisfies Record<string, Text>
