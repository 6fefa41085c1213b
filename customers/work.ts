import type { WorkQueues } from '../platform/slices/slice.ts'

/** Customers to remind. */
export const customersWork = {
  lowBalances: {
    title: { zh_CN: '余额低于预警的客户', en_US: 'Low balances' },
    to: '/query/customer?isLow=1',
    permission: 'query:credit:view',
  },
} as const satisfies WorkQueues
