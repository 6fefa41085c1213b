import { columnText } from '../../platform/lists/column-text.ts'
import type { ColumnDef } from '../../platform/lists/columns.ts'
import { changeWords } from './change.ts'
import type { NightRow } from './contract.ts'
import { rentText, snapshotStatusText } from './text.ts'

export const nightColumns: readonly ColumnDef<NightRow>[] = [
  { key: 'chargeDate', title: rentText.chargeDate, kind: 'day', sortKey: 'chargeDate' },
  {
    key: 'status',
    title: columnText.status,
    kind: 'text',
    phone: 'status',
    value: ({ status }, language) => snapshotStatusText[status][language],
  },
  { key: 'customers', title: rentText.customers, kind: 'count' },
  { key: 'withoutPrice', title: rentText.withoutPrice, kind: 'count', phone: 'quantity' },
  { key: 'lineCount', title: rentText.lineCount, kind: 'count' },
  { key: 'total', title: rentText.total, kind: 'amount', isMoney: true, phone: 'quantity' },
  {
    key: 'change',
    title: rentText.change,
    kind: 'text',
    value: ({ change }) => (change === null ? '' : changeWords(change)),
    phone: 'detail',
  },
  { key: 'dueAt', title: rentText.dueAt, kind: 'time' },
  { key: 'takenAt', title: rentText.takenAt, kind: 'time', isExtra: true },
]
