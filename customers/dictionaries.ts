import { dictionary } from '../platform/text/dictionary.ts'

export const customersDictionaries = [
  dictionary('bill_amount_limit', {
    none: { zh_CN: '不限制', en_US: 'No limit' },
    balance: { zh_CN: '余额充足', en_US: 'Balance must cover' },
    balance_and_credit: { zh_CN: '余额+信用额度', en_US: 'Balance + credit must cover' },
  }),
  dictionary('storage_settlement_cycle', {
    daily: { zh_CN: '每日扣款', en_US: 'Daily deduction' },
    deposit: { zh_CN: 'N天存扣', en_US: 'N-day deposit, deducted every N days' },
  }),
]
