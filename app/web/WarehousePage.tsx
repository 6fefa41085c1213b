import { inventoryText } from '../../inventory/locations/text.ts'
import { LocationList } from '../../inventory/locations/web/LocationList.tsx'
import { useViews } from '../../platform/lists/web/use-views.ts'
import { LogButton } from '../../staff/audit/web/LogButton.tsx'
import { warehouseText } from '../../warehouse/text.ts'
import { WarehouseFacts } from '../../warehouse/web/WarehouseFacts.tsx'

/** The warehouse's details, and the locations of the inventory slice. */
export function WarehousePage() {
  const { current, views } = useViews([
    { key: 'facts', label: warehouseText.facts },
    { key: 'locations', label: inventoryText.locations },
  ])
  if (current === 'locations') return <LocationList title={warehouseText.warehouseTitle} views={views} />
  return <WarehouseFacts views={views} more={<LogButton of="warehouse" />} />
}
