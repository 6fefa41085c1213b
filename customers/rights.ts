import { type RightGroup, right } from '../platform/slices/rights.ts'

export const customersRights: readonly RightGroup[] = [
  {
    name: 'customers',
    title: { zh_CN: '客户', en_US: 'Customers' },
    views: [right('query:customer:view', '查看客户', 'View customers')],
    acts: [
      right('query:customer:create', '创建客户', 'Create customers'),
      right('query:customer:edit', '编辑客户', 'Edit customers'),
    ],
    fullFor: ['manager', 'service_desk'],
    viewFor: ['biller', 'read_only'],
  },
  {
    name: 'credit',
    title: { zh_CN: '信用额度与下单限制', en_US: 'Credit limits and order limits' },
    views: [right('query:credit:view', '查看信用额度', 'View credit limits')],
    acts: [right('query:credit:edit', '修改信用额度', 'Edit credit limits')],
    fullFor: ['biller'],
    viewFor: ['manager'],
  },
]
