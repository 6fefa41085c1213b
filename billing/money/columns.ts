import { columnText } from '../../platform/lists/column-text.ts'
import type { ColumnDef } from '../../platform/lists/columns.ts'
import type { BalanceFlowRow, CollectionRow } from './contract.ts'
import { moneyText } from './text.ts'

export const collectionColumns: readonly ColumnDef<CollectionRow>[] = [
  { key: 'collectionNo', title: moneyText.collectionNo, kind: 'code' },
  { key: 'status', title: columnText.status, kind: { words: 'collectionStatus' }, phone: 'status' },
  { key: 'customerCode', title: columnText.customer, kind: 'code', phone: 'detail' },
  { key: 'customerName', title: moneyText.customerName, kind: 'text', isExtra: true },
  { key: 'purpose', title: moneyText.purpose, kind: { words: 'transaction_business_type' } },
  {
    key: 'amount',
    title: columnText.amount,
    kind: 'amount',
    sortKey: 'amount',
    isMoney: true,
    phone: 'quantity',
  },
  { key: 'payMethod', title: moneyText.payMethod, kind: { words: 'payMethod' } },
  { key: 'bankName', title: moneyText.bankName, kind: 'text' },
  { key: 'bankRefNo', title: moneyText.bankRefNo, kind: 'code' },
  { key: 'paidOn', title: moneyText.paidOn, kind: 'day', sortKey: 'paidOn', phone: 'detail' },
  { key: 'proofUrl', title: moneyText.proofPicture, kind: 'picture' },
  { key: 'proofs', title: moneyText.proofs, kind: 'count' },
  { key: 'remark', title: columnText.remark, kind: 'text', isExtra: true },
  { key: 'createdBy', title: columnText.operator, kind: 'text', isExtra: true },
  { key: 'createdAt', title: columnText.createdAt, kind: 'time', sortKey: 'createdAt' },
  { key: 'confirmedAt', title: moneyText.confirmedAt, kind: 'time', isExtra: true },
]

export const balanceFlowColumns: readonly ColumnDef<BalanceFlowRow>[] = [
  { key: 'flowNo', title: moneyText.flowNo, kind: 'code' },
  { key: 'at', title: columnText.occurredAt, kind: 'time', sortKey: 'at', phone: 'detail' },
  { key: 'customerCode', title: columnText.customer, kind: 'code', phone: 'detail' },
  { key: 'customerName', title: moneyText.customerName, kind: 'text', isExtra: true },
  { key: 'logType', title: moneyText.direction, kind: { words: 'account_log_type' }, phone: 'status' },
  { key: 'business', title: moneyText.business, kind: { words: 'account_log_biz_type' } },
  { key: 'amount', title: columnText.amount, kind: 'amount', isMoney: true, phone: 'quantity' },
  { key: 'balanceAfter', title: moneyText.balanceAfter, kind: 'amount', isMoney: true },
  { key: 'frozenAfter', title: moneyText.frozenAfter, kind: 'amount', isMoney: true },
  { key: 'creditAfter', title: moneyText.creditAfter, kind: 'amount', isMoney: true, isExtra: true },
  { key: 'sourceNo', title: columnText.document, kind: 'code' },
  { key: 'userName', title: columnText.operator, kind: 'text' },
  { key: 'reason', title: moneyText.reason, kind: 'text', isExtra: true },
]
