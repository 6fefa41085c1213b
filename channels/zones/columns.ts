import { columnText } from '../../platform/lists/column-text.ts'
import type { ColumnDef } from '../../platform/lists/columns.ts'
import type { ZoneSchemaRow } from './contract.ts'
import { zoneText } from './text.ts'

export const zoneSchemaColumns: readonly ColumnDef<ZoneSchemaRow>[] = [
  { key: 'schemaCode', title: zoneText.schemaCode, kind: 'code', sortKey: 'schemaCode' },
  { key: 'isEnabled', title: columnText.status, kind: 'enabled', phone: 'status' },
  { key: 'schemaName', title: zoneText.schemaName, kind: 'text', sortKey: 'schemaName', phone: 'detail' },
  { key: 'carrier', title: zoneText.carrier, kind: 'text', sortKey: 'carrier' },
  { key: 'originZip', title: zoneText.originZip, kind: 'code' },
  { key: 'zoneCount', title: zoneText.zoneCount, kind: 'count', phone: 'quantity' },
  { key: 'rowCount', title: zoneText.rowCount, kind: 'count' },
  { key: 'channels', title: zoneText.usedBy, kind: 'text' },
  { key: 'updatedAt', title: columnText.updatedAt, kind: 'time', sortKey: 'updatedAt' },
]
