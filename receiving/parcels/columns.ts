import { columnText } from '../../platform/lists/column-text.ts'
import type { ColumnDef } from '../../platform/lists/columns.ts'
import { parcelStateText } from '../states.ts'
import type { ParcelRow } from './contract.ts'
import { parcelText } from './text.ts'

export const parcelColumns: readonly ColumnDef<ParcelRow>[] = [
  { key: 'parcelNo', title: parcelText.parcelNo, kind: 'code' },
  {
    key: 'status',
    title: columnText.status,
    kind: 'text',
    value: ({ status }, language) => parcelStateText[status][language],
    phone: 'status',
  },
  { key: 'trackingNo', title: parcelText.trackingNo, kind: 'code', phone: 'detail' },
  { key: 'photoCount', title: parcelText.photos, kind: 'count', phone: 'quantity' },
  { key: 'inboundNo', title: parcelText.inboundNo, kind: 'code' },
  { key: 'remark', title: parcelText.remark, kind: 'text' },
  { key: 'createdByName', title: parcelText.keptBy, kind: 'text' },
  { key: 'createdAt', title: parcelText.keptAt, kind: 'time', sortKey: 'createdAt' },
  { key: 'closedByName', title: parcelText.closedBy, kind: 'text', isExtra: true },
  { key: 'closedAt', title: parcelText.closedAt, kind: 'time', isExtra: true },
]
