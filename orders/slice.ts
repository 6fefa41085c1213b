import type { Slice } from '../platform/slices/slice.ts'
import { ordersWork } from './work.ts'

export const orders: Slice = {
  work: ordersWork,
  tasks: { upload_labels: { zh_CN: '上传面单', en_US: 'Upload labels' } },
  places: [
    {
      path: '/order/list',
      title: { zh_CN: '订单出库', en_US: 'Order outbound' },
      feature: 'orders',
      permission: 'order:order:view',
      initials: 'ddck',
      area: 'shipping',
      rank: 10,
    },
    {
      path: '/order/list/order_query',
      title: { zh_CN: '订单查询', en_US: 'Order query' },
      feature: 'orders',
      permission: 'order:order:view',
      initials: 'ddcx',
      area: 'shipping',
      rank: 14,
      hidden: true,
    },
  ],
}
