import { InputNumber, Select } from 'antd'
import { type ReactNode, useId } from 'react'
import { channelsText } from '../../../channels/text.ts'
import { inUnit } from '../../../platform/lists/columns.ts'
import type { Text } from '../../../platform/text/text.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { useUnits } from '../../../warehouse/web/unit.ts'
import type { ContentOf } from '../contract.ts'
import { isWrongCell } from '../freight-checks.ts'
import { freightText } from '../freight-text.ts'
import { NumberInput } from './NumberInput.tsx'

const MAX_DIVISOR = 99_999
type Content = ContentOf<'freight'>

/** How this version weighs packages, where it differs from the channel, and its flat price. */
export function FreightFields({
  value,
  isReadOnly,
  onChange,
}: {
  value: Content
  isReadOnly: boolean
  onChange: (content: Content) => void
}) {
  const t = useText()
  const id = useId()
  const { weight } = useUnits()
  const roundings = useDictionary('dimRounding')
  const bases = useDictionary('weightBasis')
  const as = t(freightText.asChannel)
  const field = (name: string, label: Text, input: (inputId: string) => ReactNode, hint?: Text) => (
    <div>
      <label htmlFor={`${id}-${name}`}>{t(label)}</label>
      {input(`${id}-${name}`)}
      {hint && <p className="hint">{t(hint)}</p>}
    </div>
  )
  return (
    <fieldset className="freight-fields">
      <legend>{t(freightText.weighing)}</legend>
      <p className="hint">{t(freightText.weighingHint)}</p>
      <div className="freight-field-grid">
        {field('divisor', channelsText.dimDivisor, (inputId) => (
          <InputNumber
            id={inputId}
            value={value.dimDivisor}
            min={1}
            max={MAX_DIVISOR}
            precision={0}
            controls={false}
            placeholder={as}
            readOnly={isReadOnly}
            onChange={(dimDivisor) => onChange({ ...value, dimDivisor })}
          />
        ))}
        {field('rounding', channelsText.dimRounding, (inputId) => (
          <Select<NonNullable<Content['dimRounding']>>
            id={inputId}
            value={value.dimRounding}
            placeholder={as}
            allowClear
            disabled={isReadOnly}
            options={(['none', 'nearest', 'ceil'] as const).map((each) => ({
              value: each,
              label: roundings.textOf(each),
            }))}
            onChange={(dimRounding) => onChange({ ...value, dimRounding: dimRounding ?? null })}
          />
        ))}
        {field(
          'step',
          weight ? inUnit(channelsText.weightStep, weight) : channelsText.weightStep,
          (inputId) => (
            <NumberInput
              id={inputId}
              value={value.weightStep}
              placeholder={as}
              readOnly={isReadOnly}
              {...(isWrongCell(value.weightStep ?? '', 'step') && { status: 'error' })}
              onChange={(weightStep) => onChange({ ...value, weightStep })}
            />
          ),
        )}
        {field('basis', channelsText.weightBasis, (inputId) => (
          <Select<NonNullable<Content['weightBasis']>>
            id={inputId}
            value={value.weightBasis}
            placeholder={as}
            allowClear
            disabled={isReadOnly}
            options={(['actual', 'volumetric', 'max'] as const).map((each) => ({
              value: each,
              label: bases.textOf(each),
            }))}
            onChange={(weightBasis) => onChange({ ...value, weightBasis: weightBasis ?? null })}
          />
        ))}
        {field(
          'flat',
          freightText.flatPrice,
          (inputId) => (
            <NumberInput
              id={inputId}
              value={value.flatPrice}
              readOnly={isReadOnly}
              {...(isWrongCell(value.flatPrice ?? '', 'minCharge') && { status: 'error' })}
              onChange={(flatPrice) => onChange({ ...value, flatPrice })}
            />
          ),
          freightText.flatPriceHint,
        )}
      </div>
    </fieldset>
  )
}
