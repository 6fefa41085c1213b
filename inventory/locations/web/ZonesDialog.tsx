import { useAnswer } from '../../../platform/calls/web/call.ts'
import { CheckField, FormBody, SelectField, TextField } from '../../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../../platform/forms/web/form.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { SmallList } from '../../../platform/lists/web/SmallList.tsx'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { listLocations, listZones, saveZone, type ZoneRow } from '../contract.ts'
import { inventoryText } from '../text.ts'

/** The zones of the warehouse; each holds goods of one quality. */
export function ZonesDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const may = useMay()
  const qualityWords = useDictionary('stockQuality')
  const purposeWords = useDictionary('locationPurpose')
  return (
    <SmallList
      title={t(inventoryText.zones)}
      width={760}
      list={useAnswer(listZones, {})}
      columns={[
        { title: t(inventoryText.zoneCode), dataIndex: 'zoneCode' },
        { title: t(inventoryText.zoneName), dataIndex: 'zoneName' },
        { title: t(inventoryText.quality), render: (_, { quality }) => qualityWords.textOf(quality) },
        { title: t(inventoryText.purpose), render: (_, { purpose }) => purposeWords.textOf(purpose) },
      ]}
      used={{ title: t(inventoryText.locations), dataIndex: 'locations' }}
      nameOf={({ zoneCode }) => zoneCode}
      empty={t(inventoryText.noZones)}
      newLabel={t(inventoryText.newZone)}
      mayEdit={useFeature('location') === 'full' && may(saveZone.permission)}
      form={(of, close) => <ZoneForm of={of} onClose={close} />}
      onClose={onClose}
    />
  )
}

function ZoneForm({ of, onClose }: { of: ZoneRow | undefined; onClose: () => void }) {
  const t = useText()
  const qualityWords = useDictionary('stockQuality')
  const purposeWords = useDictionary('locationPurpose')
  const { fields, ...form } = useForm(saveZone, {
    initial: {
      zoneCode: of?.zoneCode ?? '',
      zoneName: of?.zoneName ?? '',
      quality: of?.quality ?? 'good',
      purpose: of?.purpose ?? 'storage',
      isEnabled: of?.isEnabled ?? true,
    },
    toInput: (typed) => ({ ...typed, ...(of && { id: of.id, rowVersion: of.rowVersion }) }),
    refreshes: [listZones, listLocations],
    onDone: onClose,
  })
  return (
    <FormBody fields={fields} {...form} onCancel={onClose}>
      <TextField fields={fields} name="zoneCode" label={inventoryText.zoneCode} isRequired />
      <TextField fields={fields} name="zoneName" label={inventoryText.zoneName} isRequired />
      <SelectField
        fields={fields}
        name="quality"
        label={inventoryText.quality}
        isRequired
        disabled={(of?.locations ?? 0) > 0}
        hint={(of?.locations ?? 0) > 0 && t(inventoryText.zoneQualityKept)}
        options={qualityWords.options}
      />
      <SelectField
        fields={fields}
        name="purpose"
        label={inventoryText.purpose}
        hint={t(inventoryText.zonePurposeHint)}
        isRequired
        options={purposeWords.options}
      />
      <CheckField
        fields={fields}
        name="isEnabled"
        label={columnText.enabled}
        hint={t(inventoryText.zoneDisabledHint)}
      />
    </FormBody>
  )
}
