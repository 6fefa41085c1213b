import type { Slice } from '../platform/slices/slice.ts'
import { customersWork } from './work.ts'

export const customers: Slice = {
  work: customersWork,
  places: [
    {
      path: '/query/customer',
      title: { zh_CN: '客户档案', en_US: 'Customers' },
      feature: 'customer',
      permission: 'query:customer:view',
      initials: 'khda',
      area: 'query',
      rank: 10,
    },
  ],
}
