import type { AuditLabels } from '../../staff/audit-labels.ts'
import { zoneText } from './text.ts'

export const zoneAuditLabels: AuditLabels = {
  types: { zone_schema: zoneText.schema },
  actions: {},
  fields: {
    schemaCode: zoneText.schemaCode,
    schemaName: zoneText.schemaName,
    originZip: zoneText.originZip,
    zoneRows: zoneText.rows,
  },
}
