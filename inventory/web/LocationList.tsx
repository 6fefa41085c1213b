import { columnText } from '../../lib/column-text.ts'
import type { Text } from '../../lib/text.ts'
import { NothingYet } from '../../lib/web/NothingYet.tsx'
import type { View } from '../../lib/web/Views.tsx'
import { inventoryText } from '../text.ts'

/** The bins of the house, as a view of the page about the warehouse. */
export function LocationList({ title, views }: { title: Text; views: View[] }) {
  return (
    <NothingYet
      title={title}
      feature="location"
      views={views}
      empty={inventoryText.noLocations}
      columns={[
        inventoryText.locationCode,
        columnText.status,
        inventoryText.zone,
        columnText.quality,
        inventoryText.purpose,
        inventoryText.pickPriority,
        inventoryText.routeSeq,
      ]}
    />
  )
}
