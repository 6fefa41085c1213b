import { z } from 'zod'
import { rule } from '../../platform/calls/problems.ts'
import { code, documentDay, neededWords, signedAmount } from '../../platform/calls/rules.ts'
import { importForm } from '../../platform/imports/imports.ts'
import { columnText } from '../../platform/lists/column-text.ts'
import { createFee } from './contract.ts'
import { feeText } from './text.ts'

const line = z.object({
  customerCode: code,
  feeCode: z.string().trim().min(1).max(50),
  amount: signedAmount.refine((text) => /[1-9]/.test(text), rule(feeText.notZero)),
  documentNo: z.string().trim().max(40).optional(),
  chargeDate: documentDay(rule(feeText.dayForm)),
  reason: neededWords(500),
})
export type FeeLine = z.output<typeof line>

/**
 * Manual fees from a spreadsheet, such as differences of a carrier's invoice, which may be refunds of what was billed. Money is imported
 * completely or not at all.
 */
export const feeImport = importForm<FeeLine>({
  kind: 'fees',
  title: feeText.manualFees,
  permission: createFee.permission,
  feature: createFee.feature,
  line,
  isWhole: true,
  identity: ({ customerCode, feeCode, documentNo, chargeDate, amount, reason }) =>
    [customerCode, feeCode, ...(documentNo ? [documentNo] : [chargeDate, amount, reason])]
      .join('/')
      .toLowerCase(),
  keys: ['customerCode', 'feeCode', 'documentNo', 'chargeDate', 'amount'],
  columns: [
    {
      key: 'customerCode',
      title: columnText.customer,
      isRequired: true,
      example: 'ACME-01',
      note: { zh_CN: '客户代码', en_US: 'Customer code' },
    },
    {
      key: 'feeCode',
      title: feeText.feeType,
      isRequired: true,
      example: 'OTHER',
      note: { zh_CN: '费用代码，须为启用状态', en_US: 'Fee code of an enabled type' },
    },
    {
      key: 'amount',
      title: columnText.amount,
      isRequired: true,
      example: '12.50',
      note: {
        zh_CN: '最多两位小数；负数表示退给客户；单据已有同类型费用时，负数是该费用的退款',
        en_US:
          'Up to two decimals; a negative amount goes back to the customer, as a refund if the document already has a fee of this type',
      },
    },
    { key: 'documentNo', title: feeText.documentNo, example: '', note: feeText.documentHint },
    {
      key: 'chargeDate',
      title: feeText.chargeDate,
      isRequired: true,
      example: '2026-01-31',
      note: { zh_CN: '年-月-日，不晚于今天', en_US: 'Year-month-day, not after today' },
    },
    {
      key: 'reason',
      title: feeText.reason,
      isRequired: true,
      example: 'Carrier invoice 2026-01',
      note: { zh_CN: '最多 500 个字符', en_US: 'Up to 500 characters' },
    },
  ],
})
