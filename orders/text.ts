import type { Text } from '../platform/text/text.ts'

export const ordersText = {
  ordersTitle: { zh_CN: '订单出库', en_US: 'Order outbound' },
  allOrders: { zh_CN: '全部订单', en_US: 'All orders' },
  queryTitle: { zh_CN: '订单查询', en_US: 'Order query' },
  referenceNo: { zh_CN: '客户参考号', en_US: 'Reference' },
  goods: { zh_CN: 'SKU/件数', en_US: 'SKUs / pieces' },
  weights: { zh_CN: '重量（预估/实际）', en_US: 'Weight (estimated / actual)' },
  fee: { zh_CN: '费用', en_US: 'Fee' },
  destination: { zh_CN: '目的地', en_US: 'Destination' },
  pickingNo: { zh_CN: '拣货单号', en_US: 'Picking list' },
  age: { zh_CN: '等待时长', en_US: 'Waiting time' },
  tags: { zh_CN: '标签', en_US: 'Tags' },
  platformNo: { zh_CN: '平台订单号', en_US: 'Platform order no.' },
  shippedAt: { zh_CN: '发货时间', en_US: 'Shipped' },
  noOrders: { zh_CN: '暂无订单', en_US: 'No orders yet' },
} as const satisfies Record<string, Text>
