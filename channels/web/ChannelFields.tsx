import { Alert, AutoComplete, Button, Flex, Input } from 'antd'
import { type ReactNode, useContext, useState } from 'react'
import { inUnit } from '../../lib/columns.ts'
import { countries } from '../../lib/countries.ts'
import type { Text } from '../../lib/text.ts'
import { useAnswer, useCommand } from '../../lib/web/call.ts'
import { useDictionary } from '../../lib/web/dictionary.tsx'
import { Field } from '../../lib/web/Field.tsx'
import { CheckField, SelectField, TextField } from '../../lib/web/FormParts.tsx'
import type { Fields } from '../../lib/web/fields.ts'
import { language, useText } from '../../lib/web/language.tsx'
import { useUnits } from '../../warehouse/web/unit.ts'
import { problemTexts } from '../carrier.ts'
import { accountCalls, askServices } from '../carrier-contract.ts'
import { channelChoices } from '../contract.ts'
import { boxByVolume, formatsOf, suitsLabel, usesOf } from '../rules.ts'
import { channelsText } from '../text.ts'
import { fitsTracking } from '../tracking.ts'
import { zoneText } from '../zone-text.ts'
import { following, type Typed } from './channel-typed.ts'
import { LabelDrawer, type LabelLook } from './label-look.ts'
import './channels.css'

type Part<V extends Typed> = { fields: Fields<V> }

const everywhere = countries(language).map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))
const PATTERN_EXAMPLE = '1Z[A-Z0-9]{16}'

/** A part of a long form, under its name. */
export function Section({ title, children }: { title: Text; children: ReactNode }) {
  const t = useText()
  return (
    <fieldset className="form-section">
      <legend>{t(title)}</legend>
      <div className="form-grid">{children}</div>
    </fieldset>
  )
}

/** A channel's label beside what makes it look so. */
export function LabelBeside({
  of,
  isShown,
  children,
}: {
  of: LabelLook
  isShown: boolean
  children: ReactNode
}) {
  const t = useText()
  const Drawn = useContext(LabelDrawer)
  return (
    <div className="label-beside">
      <div>{children}</div>
      {isShown && Drawn && (
        <aside aria-label={t(channelsText.labelPreview)}>
          <Drawn {...of} />
          <span className="hint">{t(channelsText.labelPreviewHint)}</span>
        </aside>
      )}
    </div>
  )
}

/** Everything about a channel but its code; what its kind does not use is not shown. */
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

/** What it is called and who carries its parcels. */
export function GeneralFields<V extends Typed>({ fields }: Part<V>) {
  const t = useText()
  const choices = useAnswer(channelChoices, {})
  const follow = (carrier: string) => fields.change(following(fields.value, { carrier }) as Partial<V>)
  return (
    <>
      <TextField fields={fields} name="nameZh" label={channelsText.nameZh} isRequired />
      <TextField fields={fields} name="nameEn" label={channelsText.nameEn} isRequired />
      <Field fields={fields} name="carrier" label={channelsText.carrier} isRequired>
        {(said) => (
          <AutoComplete
            id={fields.idOf('carrier')}
            {...said}
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

function LabelFields<V extends Typed>({ fields }: Part<V>) {
  const t = useText()
  const { value } = fields
  const uses = usesOf(value)
  const sources = useDictionary('channelLabelSource')
  const formats = useDictionary('hwmsLabelFormat')
  const choices = useAnswer(channelChoices, {})
  const isApi = value.labelSource === '1'
  const accounts = (choices.data?.accounts ?? []).filter(
    ({ id, isEnabled, isPlatform }) => isPlatform !== isApi && (isEnabled || id === value.carrierAccountId),
  )
  const watermarks = (choices.data?.watermarks ?? []).filter(
    (one) => suitsLabel(one, value) && (one.isEnabled || one.id === value.watermarkTemplateId),
  )
  return (
    <>
      <SelectField
        fields={fields}
        name="labelSource"
        label={channelsText.labelSource}
        isRequired
        options={sources.options}
      />
      <SelectField
        fields={fields}
        name="labelFormat"
        label={channelsText.labelFormat}
        isRequired
        options={formats.options.filter(({ value: format }) =>
          formatsOf(value.labelSource).some((one) => one === format),
        )}
      />
      {uses.account && (
        <SelectField
          fields={fields}
          name="carrierAccountId"
          label={isApi ? channelsText.account : channelsText.platformAccount}
          isRequired={isApi}
          hint={!isApi && t(channelsText.platformHint)}
          options={accounts.map(({ id, carrier, accountName }) => ({
            value: id,
            label: `${accountName} · ${carrier}`,
          }))}
        />
      )}
      {uses.carrier && (
        <TextField
          fields={fields}
          name="serviceCode"
          label={channelsText.serviceCode}
          hint={t(channelsText.serviceHint)}
          isRequired={isApi}
        />
      )}
      {isApi && value.carrierAccountId !== undefined && (
        <Services
          key={value.carrierAccountId}
          accountId={value.carrierAccountId}
          onChoose={(serviceCode) => fields.change({ serviceCode } as Partial<V>)}
        />
      )}
      {uses.label && (
        <SelectField
          fields={fields}
          name="watermarkTemplateId"
          label={channelsText.watermark}
          options={watermarks.map(({ id, templateName }) => ({ value: id, label: templateName }))}
        />
      )}
      {uses.carrier && (
        <TextField
          fields={fields}
          name="voidDays"
          label={channelsText.voidDays}
          hint={t(channelsText.voidDaysHint)}
          inputMode="numeric"
        />
      )}
      {uses.carrier && (
        <div>
          <CheckField fields={fields} name="supportSignature" label={channelsText.supportSignature} />
          <CheckField fields={fields} name="supportInsurance" label={channelsText.supportInsurance} />
        </div>
      )}
      {uses.uploads && <TrackingField fields={fields} />}
    </>
  )
}

/** What the carrier sells on this account, by its own word: one that is chosen goes into the field. */
function Services({ accountId, onChoose }: { accountId: number; onChoose: (service: string) => void }) {
  const t = useText()
  const asking = useCommand(askServices, { refreshes: [accountCalls], quiet: true })
  const { data } = asking
  return (
    <div className="is-wide services">
      <Button loading={asking.isPending} onClick={() => asking.mutate({ id: accountId })}>
        {t(channelsText.askServices)}
      </Button>
      <div role="status">
        {data?.problem && (
          <Alert type="error" showIcon title={t(problemTexts[data.problem])} description={data.words} />
        )}
        {data && data.services.length > 0 && (
          <Flex gap={8} wrap>
            {data.services.map(({ serviceCode, carrier, service, amount, currency, days }) => (
              <Button key={serviceCode} onClick={() => onChoose(serviceCode)}>
                {[carrier, service, `${amount} ${currency}`].join(' · ')}
                {days !== null && ` · ${t(channelsText.serviceDays, { count: days })}`}
              </Button>
            ))}
          </Flex>
        )}
      </div>
      <span className="hint">{t(channelsText.askServicesHint)}</span>
    </div>
  )
}

/** The form of uploaded numbers, with a place to try it. */
function TrackingField<V extends Typed>({ fields }: Part<V>) {
  const t = useText()
  const [tried, setTried] = useState('')
  const pattern = fields.value.trackingPattern.trim()
  const fits = pattern !== '' && fitsTracking(pattern, tried)
  return (
    <div className="is-wide">
      <TextField
        fields={fields}
        name="trackingPattern"
        label={channelsText.trackingPattern}
        hint={t(channelsText.trackingHint, { example: PATTERN_EXAMPLE })}
        spellCheck={false}
      />
      {pattern !== '' && (
        <p className="hint">
          <Input
            aria-label={t(channelsText.tryNumber)}
            placeholder={t(channelsText.tryNumber)}
            value={tried}
            onChange={({ target }) => setTried(target.value)}
          />
          <span role="status">
            {tried !== '' && t(fits ? channelsText.numberFits : channelsText.numberFitsNot)}
          </span>
        </p>
      )}
    </div>
  )
}

function BillingFields<V extends Typed>({ fields }: Part<V>) {
  const t = useText()
  const { weight, volume } = useUnits()
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
      // Nobody names a cost where no carrier is asked.
      options={methods.options.filter((option) => option.value !== '2' || uses.carrier)}
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
      <TextField
        fields={fields}
        name="dimTriggerVolume"
        label={inUnit(channelsText.dimTriggerVolume, volume)}
        hint={t(channelsText.dimTriggerHint)}
        inputMode="decimal"
      />
      <SelectField
        fields={fields}
        name="dimRounding"
        label={channelsText.dimRounding}
        hint={t(channelsText.dimRoundingHint)}
        isRequired
        options={roundings.options}
      />
      <TextField
        fields={fields}
        name="weightStep"
        label={inUnit(channelsText.weightStep, weight)}
        hint={t(channelsText.weightStepHint)}
        inputMode="decimal"
        isRequired
      />
    </>
  )
}

function LimitFields<V extends Typed>({ fields }: Part<V>) {
  const t = useText()
  const { weight, side } = useUnits()
  return (
    <>
      <TextField
        fields={fields}
        name="maxWeight"
        label={inUnit(channelsText.maxWeight, weight)}
        hint={t(channelsText.limitHint)}
        inputMode="decimal"
      />
      <TextField
        fields={fields}
        name="maxLongest"
        label={inUnit(channelsText.maxLongest, side)}
        inputMode="decimal"
      />
      <TextField
        fields={fields}
        name="maxGirthSum"
        label={inUnit(channelsText.maxGirthSum, side)}
        inputMode="decimal"
      />
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
            options={(choices.data?.customers ?? [])
              .filter(({ id, isEnabled }) => isEnabled || customerIds.includes(id))
              .map(({ id, customerCode, customerName }) => ({
                value: id,
                label: `${customerCode} ${customerName}`,
              }))}
          />
        </div>
      )}
    </>
  )
}
