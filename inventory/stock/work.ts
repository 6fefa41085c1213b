import type { WorkQueues } from '../../platform/slices/slice.ts'

/** Work waiting for the people responsible for the stock. */
export const stockWork = {
  countsOpen: {
    title: { zh_CN: '进行中的盘点', en_US: 'Counts to finish' },
    to: '/query/stock?view=counts&status=open',
    permission: 'query:stock:adjust',
  },
  countsToReview: {
    title: { zh_CN: '待审核的盘点', en_US: 'Counts to approve' },
    to: '/query/stock?view=counts&status=review',
    permission: 'query:stock:adjust',
  },
  toPutBack: {
    title: { zh_CN: '退货区待归位', en_US: 'Goods to put back' },
    to: '/query/stock?mode=location&warn=returned',
    permission: 'query:stock:move',
  },
  blocked: {
    title: { zh_CN: '账务异常的库存', en_US: 'Blocked stock' },
    to: '/query/stock?mode=location&warn=blocked',
    permission: 'query:stock:view',
  },
} as const satisfies WorkQueues
