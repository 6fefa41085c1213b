import { EditDrawer } from '../../../platform/forms/web/EditDrawer.tsx'
import { inUnits } from '../../../platform/lists/columns.ts'
import { Value } from '../../../platform/lists/web/columns.tsx'
import { EnabledTag } from '../../../platform/lists/web/Enabled.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { FactList } from '../../../platform/ui/web/FactList.tsx'
import { LogButton } from '../../../staff/audit/web/LogButton.tsx'
import { useUnits } from '../../../warehouse/web/unit.ts'
import { locationColumns } from '../columns.ts'
import { editLocation, getLocation } from '../contract.ts'
import { inventoryText } from '../text.ts'
import { EditLocation } from './LocationForm.tsx'

/** One location: its details and its edit form. */
export function LocationDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const columns = inUnits(locationColumns, useUnits())
  return (
    <EditDrawer
      id={id}
      onClose={onClose}
      call={getLocation}
      editCall={editLocation}
      title={(item) => item?.locationCode ?? t(inventoryText.locations)}
      log={(item) => <LogButton of="location" object={item.id} />}
      facts={(item) => (
        <FactList
          facts={columns.map(({ key, title, kind }) => [
            title,
            key === 'isEnabled' ? (
              <EnabledTag key={key} isEnabled={item.isEnabled} />
            ) : (
              <Value key={key} kind={kind} value={item[key] ?? '–'} />
            ),
          ])}
        />
      )}
      form={(item, close) => <EditLocation of={item} onClose={close} />}
    />
  )
}
