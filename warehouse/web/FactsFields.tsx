import { AutoComplete } from 'antd'
import type { OutputOf } from '../../platform/calls/call.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { Field } from '../../platform/forms/web/Field.tsx'
import { SelectField, TextField } from '../../platform/forms/web/FormParts.tsx'
import type { Fields } from '../../platform/forms/web/fields.ts'
import { countries } from '../../platform/text/countries.ts'
import { zoneLabel, zones } from '../../platform/text/time-zones.ts'
import { useDictionary } from '../../platform/text/web/dictionary.tsx'
import { language, useText } from '../../platform/text/web/language.tsx'
import { momentIn } from '../../platform/text/web/local-time.ts'
import { type warehouseFacts, warehouseStates } from '../contract.ts'
import { stateMeant } from '../rules.ts'
import { warehouseText } from '../text.ts'

/** The warehouse details as form values. */
export const factsIn = (of: OutputOf<typeof warehouseFacts>) => ({
  warehouseCode: of.warehouseCode,
  warehouseName: of.warehouseName,
  positionType: of.positionType,
  countryCode: of.countryCode ?? '',
  stateCode: of.stateCode ?? '',
  city: of.city ?? '',
  zip: of.zip ?? '',
  address1: of.address1 ?? '',
  address2: of.address2 ?? '',
  contact: of.contact ?? '',
  phone: of.phone ?? '',
  email: of.email ?? '',
  timeZone: of.timeZone,
  snapshotTime: of.snapshotTime,
})

/** The warehouse's name, address and time zone. */
export function FactsFields<V extends ReturnType<typeof factsIn>>({ fields }: { fields: Fields<V> }) {
  const t = useText()
  const types = useDictionary('position_type')
  const now = new Date()
  return (
    <>
      <TextField fields={fields} name="warehouseCode" label={warehouseText.warehouseCode} isRequired />
      <TextField fields={fields} name="warehouseName" label={warehouseText.warehouseName} isRequired />
      <SelectField
        fields={fields}
        name="positionType"
        label={warehouseText.positionType}
        isRequired
        options={types.options}
      />
      <SelectField
        fields={fields}
        name="countryCode"
        label={warehouseText.country}
        isRequired
        options={countries(language).map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
      />
      <StateField fields={fields} />
      <TextField fields={fields} name="city" label={warehouseText.city} isRequired />
      <TextField fields={fields} name="zip" label={warehouseText.zip} isRequired />
      <TextField fields={fields} name="address1" label={warehouseText.address1} isRequired />
      <TextField fields={fields} name="address2" label={warehouseText.address2} />
      <TextField fields={fields} name="contact" label={warehouseText.contact} isRequired />
      <TextField fields={fields} name="phone" label={warehouseText.phone} inputMode="tel" isRequired />
      <TextField fields={fields} name="email" label={warehouseText.email} inputMode="email" />
      <SelectField
        fields={fields}
        name="timeZone"
        label={warehouseText.timeZone}
        isRequired
        options={zones.map((zone) => ({ value: zone.id, label: zoneLabel(zone, now, language) }))}
        hint={`${t(warehouseText.localTime)} ${momentIn(now, fields.value.timeZone)}`}
      />
      <TextField
        fields={fields}
        name="snapshotTime"
        label={warehouseText.snapshotTime}
        hint={t(warehouseText.snapshotRange)}
        isRequired
      />
    </>
  )
}

/** The available provinces of the country, by code or name; a country without any accepts any code. */
function StateField<V extends ReturnType<typeof factsIn>>({ fields }: { fields: Fields<V> }) {
  const { countryCode, stateCode } = fields.value
  const states = useAnswer(warehouseStates, { countryCode }, { enabled: countryCode !== '', keep: false })
  const offered = states.data ?? []
  const typed = stateCode.trim().toUpperCase()
  const isCode = offered.some((item) => item.stateCode === typed)
  const settle = () => {
    const meant = stateMeant(offered, stateCode)?.stateCode
    if (!meant || meant === stateCode) return false
    fields.change({ stateCode: meant } as Partial<V>)
    return true
  }
  return (
    <Field fields={fields} name="stateCode" label={warehouseText.state} isRequired>
      {(answer) => (
        <AutoComplete
          id={fields.idOf('stateCode')}
          {...answer}
          value={stateCode}
          onChange={(value: string) => fields.change({ stateCode: value } as Partial<V>)}
          onBlur={() => {
            settle()
            fields.leave('stateCode')
          }}
          onKeyDown={(event) => {
            // The first Enter selects the province; only the next one submits the form.
            if (event.key === 'Enter' && settle()) event.preventDefault()
          }}
          // AL is Alabama, although Alaska starts with it.
          options={offered
            .filter(
              ({ stateCode: code, name }) =>
                code.startsWith(typed) || (!isCode && name.toUpperCase().startsWith(typed)),
            )
            .map(({ stateCode: value, name }) => ({ value, label: `${value} ${name}` }))}
        />
      )}
    </Field>
  )
}
