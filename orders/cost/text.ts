import type { BillableState, FeeState } from '../../billing/states.ts'
import type { Text } from '../../platform/text/text.ts'

export const costText = {
  cost: { zh_CN: '费用', en_US: 'Cost' },
  estimate: { zh_CN: '预估费用', en_US: 'Estimate' },
  charged: { zh_CN: '已计费用', en_US: 'Fees' },
  total: { zh_CN: '合计', en_US: 'Total' },
  noPrice: { zh_CN: '没有价格：{reason}', en_US: 'No price: {reason}' },
  freightLater: {
    zh_CN: '运费按承运商价格计算，获取面单后才知道',
    en_US: 'The carrier’s own price is charged for freight. It is known with the label.',
  },
  notYet: {
    zh_CN: '选择客户、渠道、产品并填写收件地址后显示预估费用',
    en_US: 'Choose customer, channel and products and enter the address to see what the order costs',
  },
  held: { zh_CN: '本单冻结', en_US: 'Held for this order' },
  balance: { zh_CN: '余额', en_US: 'Balance' },
  frozen: { zh_CN: '冻结合计', en_US: 'Held in total' },
  spendable: { zh_CN: '可用于下单（含信用额度）', en_US: 'Available for orders, with credit' },
  noLimit: { zh_CN: '不限制', en_US: 'No limit' },
  short: {
    zh_CN: '余额不足，还差 {short}。客户充值后订单会自动重新审核。',
    en_US:
      'Not enough balance, short by {short}. Once the customer has paid, the order is checked again automatically.',
  },
  shortNew: {
    zh_CN: '余额不足，还差 {short}。订单可以保存，但审核不会通过。',
    en_US: 'Not enough balance, short by {short}. The order can be saved, but it won’t pass the audit.',
  },
  /** In the check of an imported spreadsheet. */
  importShort: {
    zh_CN: '客户余额不足：预估 {estimate}，还差 {short}。订单会导入，但审核不会通过。',
    en_US:
      'The customer’s balance is too low: estimate {estimate}, short by {short}. The order is imported, but won’t pass the audit.',
  },
  importShortPlain: {
    zh_CN: '客户余额不足。订单会导入，但审核不会通过。',
    en_US: 'The customer’s balance is too low. The order is imported, but won’t pass the audit.',
  },
  importNoPrice: {
    zh_CN: '{reason}。订单会导入，但审核不会通过。',
    en_US: '{reason}. The order is imported, but won’t pass the audit.',
  },
} as const satisfies Record<string, Text>

export const eventText: Record<BillableState, Text> = {
  waiting: { zh_CN: '等待计费', en_US: 'Waiting for its price' },
  open: { zh_CN: '缺少价格，尚未计费', en_US: 'Not charged yet: a price is missing' },
  charged: { zh_CN: '已计费', en_US: 'Charged' },
  free: { zh_CN: '按报价免费', en_US: 'Free by the customer’s prices' },
  waived: { zh_CN: '已免收', en_US: 'Waived' },
  reversed: { zh_CN: '已冲销', en_US: 'Reversed' },
}

export const feeStateText: Record<FeeState, Text> = {
  not_settled: { zh_CN: '未结算', en_US: 'Not settled' },
  settled: { zh_CN: '已结算', en_US: 'Settled' },
  voided: { zh_CN: '已作废', en_US: 'Voided' },
  reversed: { zh_CN: '已冲销', en_US: 'Reversed' },
}
