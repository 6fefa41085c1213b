import type { Slice } from '../platform/slices/slice.ts'
import { receivingWork } from './work.ts'

export const receiving: Slice = {
  places: [
    {
      path: '/inbound/list',
      title: { zh_CN: '入库单列表', en_US: 'Inbound list' },
      feature: 'receiving',
      permission: 'inbound:order:view',
      initials: 'rkdlb',
      area: 'receiving',
      rank: 10,
    },
    {
      path: '/inbound/receive',
      title: { zh_CN: '扫描收货', en_US: 'Receive by scanner' },
      feature: 'receiving',
      permission: 'inbound:order:receive',
      initials: 'smsh',
      area: 'receiving',
      rank: 20,
    },
    {
      path: '/inbound/parcels',
      title: { zh_CN: '无单包裹', en_US: 'Unmatched parcels' },
      feature: 'receiving',
      permission: 'inbound:order:view',
      initials: 'wdbg',
      area: 'receiving',
      rank: 30,
      hidden: true,
    },
  ],
  work: receivingWork,
  tasks: {
    print_box_labels: { zh_CN: '打印箱唛', en_US: 'Print box labels' },
    print_receiving_sheets: { zh_CN: '打印收货单', en_US: 'Print receiving sheets' },
  },
}
