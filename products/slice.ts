import type { Slice } from '../platform/slices/slice.ts'

export const products: Slice = {
  places: [
    {
      path: '/query/productArchives',
      title: { zh_CN: '产品档案', en_US: 'Products' },
      feature: 'product',
      permission: 'query:product:view',
      initials: 'cpda',
      area: 'query',
      rank: 20,
    },
  ],
  tasks: { print_sku_labels: { zh_CN: '打印 SKU 标签', en_US: 'Print SKU labels' } },
}
