import { AutoComplete, Button } from 'antd'
import type { ReactNode } from 'react'
import { customerOptions } from '../../customers/web/customer-options.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { Field } from '../../platform/forms/web/Field.tsx'
import { CheckField, SelectField, TextField } from '../../platform/forms/web/FormParts.tsx'
import type { Fields } from '../../platform/forms/web/fields.ts'
import { countries } from '../../platform/text/countries.ts'
import type { Text } from '../../platform/text/text.ts'
import { useDictionary } from '../../platform/text/web/dictionary.tsx'
import { language, useText } from '../../platform/text/web/language.tsx'
import { MeasureField } from '../../warehouse/web/MeasureField.tsx'
import { useUnits } from '../../warehouse/web/unit.ts'
import { boxByVolume } from '../box-by-volume.ts'
import { channelChoices } from '../contract.ts'
import { methodsOf, usesOf } from '../rules.ts'
import { channelsText } from '../text.ts'
import { zoneText } from '../zones/text.ts'
import { following, type Typed } from './channel-typed.ts'
import { LabelBeside, LabelFields } from './LabelFields.tsx'
import './channels.css'

type Part<V extends Typed> = { fields: Fields<V> }

const everywhere = countries(language).map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))

/** A titled section of a long form. */
export function Section({ title, children }: { title: Text; children: ReactNode }) {
  const t = useText()
  return (
    <fieldset className="form-section">
      <legend>{t(title)}</legend>
      <div className="form-grid">{children}</div>
    </fieldset>
  )
}

/** Every field of a channel but its code; unused ones are hidden. */
export function ChannelFields<V extends Typed>({
  fields: given,
  channelCode,
}: Part<V> & { channelCode: string }) {
  const fields = {
    ...given,
    change: (next: Partial<V>) => given.change({ ...next, ...following(given.value, next) }),
  }
  return (
    <>
      <LabelBeside of={{ ...fields.value, channelCode }} isShown={usesOf(fields.value).label}>
        <Section title={channelsText.label}>
          <LabelFields fields={fields} />
        </Section>
      </LabelBeside>
      <Section title={channelsText.billing}>
        <BillingFields fields={fields} />
      </Section>
      <Section title={channelsText.limits}>
        <LimitFields fields={fields} />
      </Section>
      <Section title={channelsText.addresses}>
        <AddressFields fields={fields} />
      </Section>
      <Section title={channelsText.customers}>
        <CustomerFields fields={fields} />
      </Section>
    </>
  )
}

/** Its name and carrier. */
export function GeneralFields<V extends Typed>({ fields }: Part<V>) {
  const t = useText()
  const choices = useAnswer(channelChoices, {})
  const follow = (carrier: string) => fields.change(following(fields.value, { carrier }) as Partial<V>)
  return (
    <>
      <TextField fields={fields} name="nameZh" label={channelsText.nameZh} isRequired />
      <TextField fields={fields} name="nameEn" label={channelsText.nameEn} isRequired />
      <Field fields={fields} name="carrier" label={channelsText.carrier} isRequired>
        {(answer) => (
          <AutoComplete
            id={fields.idOf('carrier')}
            {...answer}
            value={fields.value.carrier}
            onChange={follow}
            onBlur={() => fields.leave('carrier')}
            options={(choices.data?.carriers ?? []).map((value) => ({ value }))}
            showSearch={{
              filterOption: (typed, option) => option?.value.includes(typed.toUpperCase()) ?? false,
            }}
          />
        )}
      </Field>
      <TextField
        fields={fields}
        name="cutoffTime"
        label={channelsText.cutoff}
        hint={t(channelsText.cutoffHint)}
        placeholder="16:00"
        maxLength={5}
      />
    </>
  )
}

function BillingFields<V extends Typed>({ fields }: Part<V>) {
  const t = useText()
  const { weight } = useUnits()
  const { value } = fields
  const uses = usesOf(value)
  const methods = useDictionary('channelBillingMethod')
  const roundings = useDictionary('dimRounding')
  const bases = useDictionary('weightBasis')
  const choices = useAnswer(channelChoices, {})
  const schemas = (choices.data?.zoneSchemas ?? []).filter(
    ({ id, isEnabled }) => isEnabled || id === value.zoneSchemaId,
  )
  const divisor = Number(value.dimDivisor)
  const method = (
    <SelectField
      fields={fields}
      name="billingMethod"
      label={channelsText.billingMethod}
      isRequired
      options={methodsOf(value).map((method) => ({ value: method, label: methods.textOf(method) }))}
    />
  )
  if (!uses.weighing) return method
  return (
    <>
      {method}
      <SelectField
        fields={fields}
        name="zoneSchemaId"
        label={zoneText.schema}
        isRequired
        hint={choices.data && schemas.length === 0 && t(zoneText.noneToChoose)}
        options={schemas.map(({ id, schemaCode, schemaName }) => ({
          value: id,
          label: `${schemaCode} ${schemaName}`,
        }))}
      />
      <SelectField
        fields={fields}
        name="weightBasis"
        label={channelsText.weightBasis}
        isRequired
        options={bases.options}
      />
      <TextField
        fields={fields}
        name="dimDivisor"
        label={channelsText.dimDivisor}
        hint={
          divisor >= 1
            ? t(channelsText.weighExample, { weight: `${boxByVolume(divisor)} ${weight}`.trim() })
            : t(channelsText.dimDivisorHint)
        }
        inputMode="numeric"
        isRequired
      />
      <MeasureField
        fields={fields}
        unit="packageVolume"
        name="dimTriggerVolume"
        label={channelsText.dimTriggerVolume}
        hint={t(channelsText.dimTriggerHint)}
      />
      <SelectField
        fields={fields}
        name="dimRounding"
        label={channelsText.dimRounding}
        hint={t(channelsText.dimRoundingHint)}
        isRequired
        options={roundings.options}
      />
      <MeasureField
        fields={fields}
        unit="weight"
        name="weightStep"
        label={channelsText.weightStep}
        hint={t(channelsText.weightStepHint)}
        isRequired
      />
    </>
  )
}

function LimitFields<V extends Typed>({ fields }: Part<V>) {
  const t = useText()
  return (
    <>
      <MeasureField
        fields={fields}
        unit="weight"
        name="maxWeight"
        label={channelsText.maxWeight}
        hint={t(channelsText.limitHint)}
      />
      <MeasureField fields={fields} unit="side" name="maxLongest" label={channelsText.maxLongest} />
      <MeasureField fields={fields} unit="side" name="maxGirthSum" label={channelsText.maxGirthSum} />
    </>
  )
}

function AddressFields<V extends Typed>({ fields }: Part<V>) {
  const t = useText()
  const all = everywhere.map(({ value }) => value)
  return (
    <>
      <div className="is-wide">
        <SelectField
          fields={fields}
          name="countries"
          label={channelsText.countries}
          isRequired
          mode="multiple"
          maxTagCount={6}
          options={everywhere}
          hint={
            <Button
              type="link"
              size="small"
              onClick={() => fields.change({ countries: all } as Partial<V>)}
              disabled={fields.value.countries.length === all.length}
            >
              {t(channelsText.pickAllCountries)}
            </Button>
          }
        />
      </div>
      <TextField
        fields={fields}
        name="addressLen"
        label={channelsText.addressLen}
        inputMode="numeric"
        isRequired
      />
      <div>
        <CheckField fields={fields} name="needPhone" label={channelsText.needPhone} />
        <CheckField fields={fields} name="needEmail" label={channelsText.needEmail} />
      </div>
    </>
  )
}

function CustomerFields<V extends Typed>({ fields }: Part<V>) {
  const t = useText()
  const choices = useAnswer(channelChoices, {})
  const { customerScope, customerIds } = fields.value
  return (
    <>
      <SelectField
        fields={fields}
        name="customerScope"
        label={channelsText.customerScope}
        isRequired
        options={[
          { value: 'all', label: t(channelsText.forAll) },
          { value: 'list', label: t(channelsText.forList) },
        ]}
      />
      {customerScope === 'list' && (
        <div className="is-wide">
          <SelectField
            fields={fields}
            name="customerIds"
            label={channelsText.customers}
            isRequired
            mode="multiple"
            options={customerOptions(
              choices.data?.customers?.filter(({ id, isEnabled }) => isEnabled || customerIds.includes(id)),
            )}
          />
        </div>
      )}
    </>
  )
}
