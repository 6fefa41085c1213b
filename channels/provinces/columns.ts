import { columnText } from '../../platform/lists/column-text.ts'
import type { ColumnDef } from '../../platform/lists/columns.ts'
import type { StateRow } from './contract.ts'
import { stateText } from './text.ts'

export const stateColumns: readonly ColumnDef<StateRow>[] = [
  { key: 'stateCode', title: stateText.stateCode, kind: 'code', sortKey: 'stateCode' },
  { key: 'isEnabled', title: columnText.status, kind: 'enabled', phone: 'status' },
  { key: 'countryCode', title: columnText.country, kind: 'code', sortKey: 'countryCode', phone: 'detail' },
  { key: 'nameZh', title: stateText.nameZh, kind: 'text', sortKey: 'nameZh', phone: 'detail' },
  { key: 'nameEn', title: stateText.nameEn, kind: 'text', sortKey: 'nameEn', phone: 'detail' },
  { key: 'updatedAt', title: columnText.updatedAt, kind: 'time', sortKey: 'updatedAt' },
]
