import { columnText } from '../../platform/lists/column-text.ts'
import type { ColumnDef } from '../../platform/lists/columns.ts'
import type { BillRow } from './contract.ts'
import { billText } from './text.ts'

export const billColumns: readonly ColumnDef<BillRow>[] = [
  { key: 'billNo', title: billText.billNo, kind: 'code' },
  { key: 'status', title: columnText.status, kind: { words: 'billStatus' }, phone: 'status' },
  { key: 'mode', title: billText.kind, kind: { words: 'billKind' } },
  { key: 'customerCode', title: columnText.customer, kind: 'code', phone: 'detail' },
  { key: 'customerName', title: billText.customerName, kind: 'text', isExtra: true },
  { key: 'periodFrom', title: billText.periodFrom, kind: 'day', phone: 'detail' },
  { key: 'periodTo', title: billText.periodTo, kind: 'day', sortKey: 'periodTo', phone: 'detail' },
  { key: 'feeCount', title: billText.fees, kind: 'count' },
  { key: 'total', title: billText.total, kind: 'amount', sortKey: 'total', isMoney: true, phone: 'quantity' },
  { key: 'paid', title: billText.paid, kind: 'amount', isMoney: true },
  { key: 'unpriced', title: billText.unpriced, kind: 'count' },
  { key: 'issuedAt', title: billText.issuedAt, kind: 'time' },
  { key: 'paidAt', title: billText.paidAt, kind: 'time' },
  { key: 'createdAt', title: columnText.createdAt, kind: 'time', sortKey: 'createdAt' },
]
