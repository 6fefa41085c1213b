import { z } from 'zod'
import { rule } from '../../platform/calls/problems.ts'
import { code, documentDay, signedAmount, words } from '../../platform/calls/rules.ts'
import { importForm } from '../../platform/imports/imports.ts'
import { columnText } from '../../platform/lists/column-text.ts'
import { billingDictionaries } from '../dictionaries.ts'
import { collectionProblems, createCollection } from './contract.ts'
import { payMethods, purposes } from './rules.ts'
import { moneyText } from './text.ts'

const line = z
  .object({
    customerCode: code,
    purpose: z.enum(purposes),
    amount: signedAmount,
    payMethod: z.enum(payMethods),
    bankName: words(200).optional(),
    bankRefNo: code.optional(),
    paidOn: documentDay(rule(moneyText.dayForm)),
    remark: words(500).optional(),
  })
  .superRefine(collectionProblems)
export type BankLine = z.output<typeof line>

const choicesOf = (name: string) => billingDictionaries.find(({ code: at }) => at === name)?.items ?? []

/** Bank lines from a spreadsheet: each becomes a draft. Money is imported completely or not at all. */
export const collectionImport = importForm<BankLine>({
  kind: 'collections',
  title: moneyText.bankLines,
  permission: createCollection.permission,
  feature: createCollection.feature,
  line,
  isWhole: true,
  identity: ({ customerCode, bankRefNo, paidOn, amount, remark }) =>
    (bankRefNo ?? [customerCode, paidOn, amount, remark ?? ''].join('/')).toLowerCase(),
  keys: ['bankRefNo', 'customerCode', 'paidOn', 'amount'],
  columns: [
    {
      key: 'customerCode',
      title: columnText.customer,
      isRequired: true,
      example: 'ACME-01',
      note: { zh_CN: '客户代码', en_US: 'Customer code' },
    },
    {
      key: 'purpose',
      title: moneyText.purpose,
      isRequired: true,
      example: '充值',
      note: { zh_CN: '从下拉列表选择', en_US: 'Choose from the list' },
      choices: choicesOf('transaction_business_type'),
    },
    {
      key: 'amount',
      title: columnText.amount,
      isRequired: true,
      example: '1500.00',
      note: moneyText.amountNote,
    },
    {
      key: 'payMethod',
      title: moneyText.payMethod,
      isRequired: true,
      example: '银行转账',
      note: { zh_CN: '从下拉列表选择', en_US: 'Choose from the list' },
      choices: choicesOf('payMethod'),
    },
    {
      key: 'bankName',
      title: moneyText.bankName,
      example: '示例银行',
      note: {
        zh_CN: '最多 200 个字符；银行转账必填',
        en_US: 'Up to 200 characters; required for bank transfers',
      },
    },
    { key: 'bankRefNo', title: moneyText.bankRefNo, example: 'FT26013100001', note: moneyText.refNote },
    {
      key: 'paidOn',
      title: moneyText.paidOn,
      isRequired: true,
      example: '2026-01-31',
      note: { zh_CN: '年-月-日，不晚于今天', en_US: 'Year-month-day, not after today' },
    },
    {
      key: 'remark',
      title: columnText.remark,
      example: '',
      note: { zh_CN: '最多 500 个字符', en_US: 'Up to 500 characters' },
    },
  ],
})
