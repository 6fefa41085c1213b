import type { WorkQueues } from '../platform/slices/slice.ts'

/** The work that waits for a biller. */
export const billingWork = {
  withoutPrice: {
    title: { zh_CN: '缺少报价的业务', en_US: 'Without a price' },
    to: '/query/cost?view=no_price&status=open',
    permission: 'query:cost:price',
    isInMenu: true,
    isTrouble: true,
  },
  billingFailed: {
    title: { zh_CN: '计费失败', en_US: 'Billing failed' },
    to: '/query/cost?isFailed=1',
    permission: 'query:cost:settle',
    isInMenu: true,
    isTrouble: true,
  },
  accountsBlocked: {
    title: { zh_CN: '账务异常的客户账户', en_US: 'Blocked accounts' },
    to: '/query/customer?isBlocked=1',
    permission: 'query:credit:view',
  },
  feesToApprove: {
    title: { zh_CN: '待审批的费用', en_US: 'Fees to approve' },
    to: '/query/cost?view=requests&status=waiting',
    permission: 'query:cost:approve',
    isInMenu: true,
  },
} as const satisfies WorkQueues
