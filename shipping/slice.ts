import type { Slice } from '../platform/slices/slice.ts'

export const shipping: Slice = {
  places: [
    {
      path: '/order/list/print_label',
      title: { zh_CN: '打印面单', en_US: 'Print labels' },
      feature: 'orders',
      permission: 'order:order:view',
      initials: 'dymd',
      area: 'shipping',
      rank: 11,
      hidden: true,
    },
    {
      path: '/order/list/batch_shipment',
      title: { zh_CN: '批量出库', en_US: 'Batch outbound' },
      feature: 'orders',
      permission: 'order:order:view',
      initials: 'plck',
      area: 'shipping',
      rank: 12,
      hidden: true,
    },
    {
      path: '/order/outbound',
      title: { zh_CN: '扫描出库', en_US: 'Scan out' },
      feature: 'orders',
      permission: 'order:order:ship',
      initials: 'smck',
      area: 'shipping',
      rank: 15,
      hidden: true,
    },
    {
      path: '/order/list/picking_list',
      title: { zh_CN: '拣货单', en_US: 'Picking lists' },
      feature: 'orders',
      permission: 'order:picking:view',
      initials: 'jhd',
      area: 'shipping',
      rank: 13,
      hidden: true,
    },
  ],
  tasks: {
    print_picking_lists: { zh_CN: '打印拣货单', en_US: 'Print picking lists' },
    print_cart_labels: { zh_CN: '打印篮号标签', en_US: 'Print cart labels' },
    print_handover: { zh_CN: '打印交接单', en_US: 'Print hand-over sheets' },
    print_labels: { zh_CN: '打印面单', en_US: 'Print labels' },
  },
}
