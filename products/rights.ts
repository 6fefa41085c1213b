import { type RightGroup, right } from '../platform/slices/rights.ts'

export const productsRights: readonly RightGroup[] = [
  {
    name: 'products',
    title: { zh_CN: '产品与测量', en_US: 'Products and measuring' },
    views: [right('query:product:view', '查看产品', 'View products')],
    acts: [
      right('query:product:create', '创建产品', 'Create products'),
      right('query:product:edit', '编辑产品', 'Edit products'),
      right('query:product:measure', '测量产品', 'Measure products', ['receiver']),
    ],
    fullFor: ['manager', 'stock_controller', 'service_desk'],
    viewFor: ['receiver', 'biller', 'read_only'],
  },
]
