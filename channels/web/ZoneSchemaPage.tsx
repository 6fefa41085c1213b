import { columnText } from '../../lib/column-text.ts'
import { NothingYet } from '../../lib/web/NothingYet.tsx'
import type { View } from '../../lib/web/Views.tsx'
import { channelsText } from '../text.ts'

export function ZoneSchemaPage({ views }: { views: View[] }) {
  return (
    <NothingYet
      title={channelsText.zonesTitle}
      feature="quote"
      views={views}
      empty={channelsText.noZones}
      columns={[
        channelsText.schemaCode,
        columnText.status,
        channelsText.schemaName,
        channelsText.carrier,
        channelsText.originZip,
        channelsText.zoneCount,
        columnText.updatedAt,
      ]}
    />
  )
}
