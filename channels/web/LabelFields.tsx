import { Alert, Button, Flex, Input } from 'antd'
import { type ReactNode, useContext, useState } from 'react'
import { problemTexts } from '../../carriers/carrier.ts'
import { accountCalls, askServices } from '../../carriers/contract.ts'
import { useAnswer, useCommand } from '../../platform/calls/web/call.ts'
import { CheckField, SelectField, TextField } from '../../platform/forms/web/FormParts.tsx'
import type { Fields } from '../../platform/forms/web/fields.ts'
import { useDictionary } from '../../platform/text/web/dictionary.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { channelChoices } from '../contract.ts'
import { formatsOf, suitsLabel, usesOf } from '../rules.ts'
import { channelsText } from '../text.ts'
import { fitsTracking } from '../tracking.ts'
import type { Typed } from './channel-typed.ts'
import { LabelDrawer, type LabelSample } from './label-drawer.ts'
import './channels.css'

type Part<V extends Typed> = { fields: Fields<V> }

const PATTERN_EXAMPLE = '1Z[A-Z0-9]{16}'

/** A channel's label preview beside its settings. */
export function LabelBeside({
  of,
  isShown,
  children,
}: {
  of: LabelSample
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

/** The source and format of a channel's label. */
export function LabelFields<V extends Typed>({ fields }: Part<V>) {
  const t = useText()
  const { value } = fields
  const uses = usesOf(value)
  const sources = useDictionary('channelLabelSource')
  const formats = useDictionary('hwmsLabelFormat')
  const choices = useAnswer(channelChoices, {})
  const isApi = value.labelSource === 'carrier_api'
  const accounts = (choices.data?.accounts ?? []).filter(
    ({ id, isEnabled, isPlatform }) => isPlatform !== isApi && (isEnabled || id === value.carrierAccountId),
  )
  const watermarks = (choices.data?.watermarks ?? []).filter(
    (item) => suitsLabel(item, value) && (item.isEnabled || item.id === value.watermarkTemplateId),
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
          formatsOf(value.labelSource).some((item) => item === format),
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

/** The services the carrier sells on this account: choosing one fills the field. */
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

/** The pattern of uploaded numbers, with a test input. */
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
