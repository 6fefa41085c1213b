import type { Slice } from '../platform/slices/slice.ts'
import { stockWork } from './stock/work.ts'

export const inventory: Slice = {
  places: [
    {
      path: '/query/stock',
      title: { zh_CN: '库存查询', en_US: 'Stock query' },
      feature: 'stock',
      permission: 'query:stock:view',
      initials: 'kccx',
      area: 'query',
      rank: 30,
    },
    {
      path: '/stock/move',
      title: { zh_CN: '扫描移库', en_US: 'Move by scanner' },
      feature: 'stock',
      permission: 'query:stock:move',
      initials: 'smyk',
      area: 'query',
      rank: 31,
      hidden: true,
    },
    {
      path: '/stock/count',
      title: { zh_CN: '扫描盘点', en_US: 'Count by scanner' },
      feature: 'stock',
      permission: 'query:stock:adjust',
      initials: 'smpd',
      area: 'query',
      rank: 32,
      hidden: true,
    },
  ],
  work: stockWork,
  tasks: { print_bin_labels: { zh_CN: '打印库位标签', en_US: 'Print bin labels' } },
}
