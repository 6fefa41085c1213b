import type { Text } from '../platform/text/text.ts'

export const billingText = {
  costTitle: { zh_CN: '费用管理', en_US: 'Fee management' },
  fees: { zh_CN: '费用', en_US: 'Fees' },
  noPrice: { zh_CN: '未计费', en_US: 'Not priced' },
  requests: { zh_CN: '审批', en_US: 'Approvals' },
  bills: { zh_CN: '账单', en_US: 'Bills' },
  balanceFlow: { zh_CN: '账户流水', en_US: 'Account balance flow' },
  feeTypes: { zh_CN: '费用类型', en_US: 'Fee types' },
  collectionsTitle: { zh_CN: '收款管理', en_US: 'Collections' },
  quotesTitle: { zh_CN: '客户报价', en_US: 'Customer quote' },
  operationFee: { zh_CN: '仓库操作费', en_US: 'Warehouse operation fee' },
  freight: { zh_CN: '物流运费', en_US: 'Logistics freight' },
  rent: { zh_CN: '仓租', en_US: 'Storage rent' },
  channelQuote: { zh_CN: '渠道报价', en_US: 'Channel quote' },
} as const satisfies Record<string, Text>
