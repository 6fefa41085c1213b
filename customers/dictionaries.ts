import type { Dictionary } from '../platform/text/dictionary.ts'

export const customersDictionaries = [
  {
    code: 'bill_amount_limit',
    items: [
      { value: 'none', text: { zh_CN: '不限制', en_US: 'No limit' } },
      { value: 'balance', text: { zh_CN: '余额充足', en_US: 'Balance must cover' } },
      { value: 'balance_and_credit', text: { zh_CN: '余额+信用额度', en_US: 'Balance + credit must cover' } },
    ],
  },
  {
    code: 'storage_settlement_cycle',
    items: [
      { value: 'daily', text: { zh_CN: '每日扣款', en_US: 'Daily deduction' } },
      { value: 'deposit', text: { zh_CN: 'N天存扣', en_US: 'N-day deposit, deducted every N days' } },
    ],
  },
] as const satisfies Dictionary[]
