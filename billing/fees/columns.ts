import { columnText } from '../../platform/lists/column-text.ts'
import type { ColumnDef } from '../../platform/lists/columns.ts'
import type { Language, Text } from '../../platform/text/text.ts'
import { moneyText } from '../money/text.ts'
import { basisText, marginText } from './basis.ts'
import type { FeeRequestRow, FeeRow, OpenEventRow } from './contract.ts'
import { gapText } from './gap-text.ts'
import { feeText } from './text.ts'

type Named = { nameZh: string; nameEn: string }
export const nameOf = ({ nameZh, nameEn }: Named, language: Language) =>
  language === 'zh_CN' ? nameZh : nameEn

export const failureTexts: Record<NonNullable<FeeRow['failedBecause']>, Text> = {
  account_blocked: feeText.accountBlocked,
  next_attempt: feeText.nextAttempt,
}

const ofCost = { permission: 'query:cost:profit', isMoney: true } as const

export const feeColumns: readonly ColumnDef<FeeRow>[] = [
  { key: 'feeNo', title: feeText.feeNo, kind: 'code' },
  { key: 'status', title: columnText.status, kind: { words: 'feeStatus' }, phone: 'status' },
  {
    key: 'failedBecause',
    title: feeText.failedBecause,
    kind: 'text',
    value: ({ failedBecause }, language) => failedBecause && failureTexts[failedBecause][language],
    phone: 'note',
    isExtra: true,
  },
  { key: 'sourceNo', title: columnText.document, kind: 'code', phone: 'detail' },
  { key: 'orderType', title: feeText.documentType, kind: { words: 'bill_order_type' }, isExtra: true },
  { key: 'customerCode', title: columnText.customer, kind: 'code', phone: 'detail' },
  { key: 'customerName', title: feeText.customerName, kind: 'text', isExtra: true },
  { key: 'feeCode', title: feeText.feeType, kind: 'text', value: nameOf, phone: 'detail' },
  {
    key: 'basis',
    title: feeText.basis,
    kind: 'text',
    value: ({ basis }, language) => basis && basisText(basis)[language],
  },
  { key: 'rule', title: feeText.rule, kind: 'code' },
  { key: 'amount', title: columnText.amount, kind: 'amount', isMoney: true, phone: 'quantity' },
  { key: 'costAmount', title: feeText.cost, kind: 'amount', ...ofCost },
  { key: 'profit', title: feeText.profit, kind: 'amount', ...ofCost },
  { key: 'margin', title: feeText.margin, kind: 'text', value: marginText, ...ofCost },
  { key: 'taxRate', title: feeText.taxRate, kind: 'text', isExtra: true },
  { key: 'taxAmount', title: feeText.taxAmount, kind: 'amount', isMoney: true, isExtra: true },
  { key: 'chargeDate', title: feeText.chargeDate, kind: 'day', sortKey: 'chargeDate', phone: 'detail' },
  {
    key: 'origin',
    title: feeText.origin,
    kind: 'text',
    value: ({ origin }, language) => feeText[origin][language],
    isExtra: true,
  },
  { key: 'remark', title: columnText.remark, kind: 'text', isExtra: true },
  { key: 'createdBy', title: columnText.operator, kind: 'text', isExtra: true },
  { key: 'occurredAt', title: columnText.occurredAt, kind: 'time', isExtra: true },
]

export const openEventColumns: readonly ColumnDef<OpenEventRow>[] = [
  { key: 'sourceNo', title: columnText.document, kind: 'code' },
  { key: 'status', title: columnText.status, kind: { words: 'billableStatus' }, phone: 'status' },
  { key: 'customerCode', title: columnText.customer, kind: 'code', phone: 'detail' },
  { key: 'customerName', title: feeText.customerName, kind: 'text', isExtra: true },
  { key: 'kind', title: feeText.kind, kind: { words: 'billableKind' }, phone: 'detail' },
  {
    key: 'gap',
    title: feeText.reason,
    kind: 'text',
    value: (row, language) => gapText(row)[language],
    phone: 'note',
  },
  { key: 'firstSeen', title: feeText.firstSeen, kind: 'time' },
  { key: 'chargeDate', title: feeText.chargeDate, kind: 'day' },
  { key: 'occurredAt', title: columnText.occurredAt, kind: 'time', sortKey: 'occurredAt' },
]

export const feeRequestColumns: readonly ColumnDef<FeeRequestRow>[] = [
  { key: 'requestNo', title: feeText.requestNo, kind: 'code' },
  { key: 'status', title: columnText.status, kind: { words: 'feeRequestStatus' }, phone: 'status' },
  { key: 'customerCode', title: columnText.customer, kind: 'code', phone: 'detail' },
  { key: 'customerName', title: feeText.customerName, kind: 'text', isExtra: true },
  { key: 'feeCode', title: feeText.feeType, kind: 'text', value: nameOf, phone: 'detail' },
  { key: 'amount', title: columnText.amount, kind: 'amount', isMoney: true, phone: 'quantity' },
  { key: 'originNo', title: feeText.originFee, kind: 'code' },
  { key: 'sourceNo', title: columnText.document, kind: 'code' },
  { key: 'reason', title: feeText.reason, kind: 'text', phone: 'note' },
  {
    key: 'files',
    title: moneyText.proofs,
    kind: 'text',
    value: ({ files }) => files.map(({ fileName }) => fileName).join(', ') || null,
  },
  { key: 'askedBy', title: feeText.askedBy, kind: 'text' },
  { key: 'askedAt', title: feeText.askedAt, kind: 'time', sortKey: 'askedAt', phone: 'detail' },
  { key: 'answeredBy', title: feeText.answeredBy, kind: 'text' },
  { key: 'answeredAt', title: feeText.answeredAt, kind: 'time', isExtra: true },
  { key: 'answer', title: feeText.answer, kind: 'text', isExtra: true },
  { key: 'feeNo', title: feeText.feeNo, kind: 'code' },
]
