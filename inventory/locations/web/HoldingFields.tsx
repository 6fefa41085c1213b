import { useAnswer } from '../../../platform/calls/web/call.ts'
import { CheckField, SelectField, TextField } from '../../../platform/forms/web/FormParts.tsx'
import { type Fields, neededNumberIn } from '../../../platform/forms/web/fields.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { MeasureField } from '../../../warehouse/web/MeasureField.tsx'
import { type LocationRow, listZones, type purposes } from '../contract.ts'
import { inventoryText } from '../text.ts'

export type Holdings = {
  zoneId: number | undefined
  purpose: (typeof purposes)[number]
  pickPriority: string
  mixSku: boolean
  mixBatch: boolean
  mixCustomer: boolean
  length: string
  width: string
  height: string
  maxWeight: string
}

export const holdingsOf = (of?: LocationRow): Holdings => ({
  zoneId: of?.zoneId,
  purpose: of?.purpose ?? 'storage',
  pickPriority: String(of?.pickPriority ?? 0),
  mixSku: of?.mixSku ?? true,
  mixBatch: of?.mixBatch ?? true,
  mixCustomer: of?.mixCustomer ?? false,
  length: of?.length ?? '',
  width: of?.width ?? '',
  height: of?.height ?? '',
  maxWeight: of?.maxWeight ?? '',
})

/** A zone that was not chosen is reported as missing. */
export const sentHoldings = <V extends Holdings>(typed: V) => ({
  ...typed,
  zoneId: typed.zoneId ?? Number.NaN,
  pickPriority: neededNumberIn(typed.pickPriority),
})

/** The purpose of a location, what it may hold, and its capacity. */
export function HoldingFields<V extends Holdings>({ fields }: { fields: Fields<V> }) {
  const t = useText()
  const purposeWords = useDictionary('locationPurpose')
  const zones = useAnswer(listZones, {})
  return (
    <>
      <SelectField
        fields={fields}
        name="zoneId"
        label={inventoryText.zone}
        isRequired
        notFoundContent={t(inventoryText.zoneFirst)}
        options={(zones.data ?? [])
          .filter(({ id, isEnabled }) => isEnabled || id === fields.value.zoneId)
          .map(({ id, zoneCode, zoneName }) => ({ value: id, label: `${zoneCode} ${zoneName}` }))}
      />
      <SelectField
        fields={fields}
        name="purpose"
        label={inventoryText.purpose}
        isRequired
        options={purposeWords.options}
      />
      <TextField
        fields={fields}
        name="pickPriority"
        label={inventoryText.pickPriority}
        hint={t(inventoryText.priorityHint)}
        inputMode="numeric"
        isRequired
      />
      <CheckField fields={fields} name="mixSku" label={inventoryText.mixSku} />
      <CheckField fields={fields} name="mixBatch" label={inventoryText.mixBatch} />
      <CheckField fields={fields} name="mixCustomer" label={inventoryText.mixCustomer} />
      <MeasureField fields={fields} unit="side" name="length" label={inventoryText.length} />
      <MeasureField fields={fields} unit="side" name="width" label={inventoryText.width} />
      <MeasureField fields={fields} unit="side" name="height" label={inventoryText.height} />
      <MeasureField fields={fields} unit="weight" name="maxWeight" label={inventoryText.maxWeight} />
    </>
  )
}
