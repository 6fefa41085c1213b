import { Button, Checkbox, Select } from 'antd'
import { type ReactNode, useId } from 'react'
import { inUnit } from '../../../platform/lists/columns.ts'
import type { Text } from '../../../platform/text/text.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { RemoveButton } from '../../../platform/ui/web/RemoveButton.tsx'
import { useUnits } from '../../../warehouse/web/unit.ts'
import { surchargeMeasures, surchargeTypes } from '../../pricing/price-types.ts'
import { type ContentOf, MAX_SURCHARGES } from '../contract.ts'
import { freightText, measureTexts } from '../freight-text.ts'
import { NumberInput } from './NumberInput.tsx'

type Surcharge = ContentOf<'freight'>['surcharges'][number]

/** The unit in which a package's measure is compared. */
const unitOfMeasure = {
  longest_side: 'side',
  second_side: 'side',
  weight: 'weight',
  volume: 'packageVolume',
} as const

const fresh: Surcharge = {
  type: 'residential',
  remoteLevel: null,
  measure: null,
  above: null,
  dateFrom: null,
  dateTo: null,
  amount: null,
  percent: null,
  fuelable: true,
}

/** What is added to the freight: each row with its conditions and its amount or percentage. */
export function SurchargeRows({
  surcharges,
  problems,
  isReadOnly,
  onChange,
}: {
  surcharges: Surcharge[]
  problems: readonly { message: Text; place: number }[]
  isReadOnly: boolean
  onChange: (surcharges: Surcharge[]) => void
}) {
  const t = useText()
  return (
    <fieldset className="freight-fields" disabled={isReadOnly}>
      <legend>{t(freightText.surcharges)}</legend>
      {surcharges.length === 0 && <p className="hint">{t(freightText.noSurcharges)}</p>}
      {surcharges.map((surcharge, place) => (
        <SurchargeRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a surcharge has no name; its place is what it is called by
          key={place}
          place={place}
          surcharge={surcharge}
          problems={problems.filter((problem) => problem.place === place)}
          isReadOnly={isReadOnly}
          onChange={(next) => onChange(surcharges.with(place, next))}
          onRemove={() => onChange(surcharges.toSpliced(place, 1))}
        />
      ))}
      {!isReadOnly && (
        <Button
          disabled={surcharges.length >= MAX_SURCHARGES}
          onClick={() => onChange([...surcharges, fresh])}
        >
          {t(freightText.addSurcharge)}
        </Button>
      )}
    </fieldset>
  )
}

function SurchargeRow({
  place,
  surcharge,
  problems,
  isReadOnly,
  onChange,
  onRemove,
}: {
  place: number
  surcharge: Surcharge
  problems: readonly { message: Text }[]
  isReadOnly: boolean
  onChange: (surcharge: Surcharge) => void
  onRemove: () => void
}) {
  const t = useText()
  const id = useId()
  const types = useDictionary('surchargeType')
  const levels = useDictionary('remoteLevel')
  const units = useUnits()
  const any = t(freightText.any)
  const set = (part: Partial<Surcharge>) => onChange({ ...surcharge, ...part })
  const field = (name: string, label: Text, input: (inputId: string) => ReactNode) => (
    <div>
      <label htmlFor={`${id}-${name}`}>{t(label)}</label>
      {input(`${id}-${name}`)}
    </div>
  )
  const figure = (name: 'above' | 'amount' | 'percent', label: Text) =>
    field(name, label, (inputId) => (
      <NumberInput
        id={inputId}
        value={surcharge[name]}
        readOnly={isReadOnly}
        onChange={(value) => set({ [name]: value })}
      />
    ))
  const day = (name: 'dateFrom' | 'dateTo', label: Text) =>
    field(name, label, (inputId) => (
      <input
        id={inputId}
        type="date"
        className="freight-date"
        value={surcharge[name] ?? ''}
        onChange={({ target }) => set({ [name]: target.value || null })}
      />
    ))
  return (
    <fieldset className="surcharge" aria-label={t(freightText.surcharge, { place: place + 1 })}>
      <div className="freight-field-grid">
        {field('type', freightText.surchargeType, (inputId) => (
          <Select<Surcharge['type']>
            id={inputId}
            value={surcharge.type}
            disabled={isReadOnly}
            options={surchargeTypes.map((type) => ({ value: type, label: types.textOf(type) }))}
            onChange={(type) => set({ type })}
          />
        ))}
        {field('remote', freightText.remoteLevel, (inputId) => (
          <Select<NonNullable<Surcharge['remoteLevel']>>
            id={inputId}
            value={surcharge.remoteLevel}
            placeholder={any}
            allowClear
            disabled={isReadOnly}
            options={(['das', 'das_ext'] as const).map((level) => ({
              value: level,
              label: levels.textOf(level),
            }))}
            onChange={(remoteLevel) => set({ remoteLevel: remoteLevel ?? null })}
          />
        ))}
        {field('measure', freightText.measure, (inputId) => (
          <Select<NonNullable<Surcharge['measure']>>
            id={inputId}
            value={surcharge.measure}
            placeholder={any}
            allowClear
            disabled={isReadOnly}
            options={surchargeMeasures.map((measure) => ({
              value: measure,
              label: t(measureTexts[measure]),
            }))}
            onChange={(measure) => set({ measure: measure ?? null })}
          />
        ))}
        {figure(
          'above',
          inUnit(freightText.above, surcharge.measure ? units[unitOfMeasure[surcharge.measure]] : ''),
        )}
        {day('dateFrom', freightText.dateFrom)}
        {day('dateTo', freightText.dateTo)}
        {figure('amount', freightText.amount)}
        {figure(
          'percent',
          surcharge.type === 'insurance' ? freightText.percentOfInsured : freightText.percentOfFreight,
        )}
        <Checkbox
          checked={surcharge.fuelable}
          disabled={isReadOnly}
          onChange={({ target }) => set({ fuelable: target.checked })}
        >
          {t(freightText.fuelable)}
        </Checkbox>
        {!isReadOnly && (
          <RemoveButton label={t(freightText.removeSurcharge, { place: place + 1 })} onRemove={onRemove} />
        )}
      </div>
      {problems.length > 0 && (
        <ul className="freight-row-problems" role="alert">
          {problems.map(({ message }) => (
            <li key={message.en_US}>{t(message)}</li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
