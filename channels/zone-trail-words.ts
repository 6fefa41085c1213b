import type { TrailWords } from '../staff/trail-words.ts'
import { zoneText } from './zone-text.ts'

export const zoneTrailWords: TrailWords = {
  types: { zone_schema: zoneText.schema },
  actions: {},
  fields: {
    schemaCode: zoneText.schemaCode,
    schemaName: zoneText.schemaName,
    originZip: zoneText.originZip,
    zoneRows: zoneText.rows,
  },
}
