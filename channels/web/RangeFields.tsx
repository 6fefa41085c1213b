import { SelectField, TextField } from '../../platform/forms/web/FormParts.tsx'
import { type Fields, neededNumberIn, type Problems, problemsOf } from '../../platform/forms/web/fields.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { addPool } from '../numbers/contract.ts'
import { type CheckRule, checkRules, numberAt } from '../numbers/numbers.ts'
import { numberText } from '../numbers/text.ts'

/** A range as typed. */
export type TypedRange = {
  prefix: string
  digits: string
  checkRule: CheckRule
  suffix: string
  firstNo: string
  lastNo: string
}

export const noRange: TypedRange = {
  prefix: '',
  digits: '8',
  checkRule: 'none',
  suffix: '',
  firstNo: '1',
  lastNo: '99999999',
}

export const sentRange = ({ prefix, digits, checkRule, suffix, firstNo, lastNo }: TypedRange) => ({
  prefix,
  digits: neededNumberIn(digits),
  checkRule,
  suffix,
  firstNo: neededNumberIn(firstNo),
  lastNo: neededNumberIn(lastNo),
})

/** What is wrong with a range by its own rules, independent of the channel. */
export const rangeProblems = (typed: TypedRange): Problems =>
  problemsOf(addPool, { channelId: 1, ...sentRange(typed) })

/** First and last number and their format, with a preview of both. */
export function RangeFields<V extends TypedRange>({ fields }: { fields: Fields<V> }) {
  const t = useText()
  const { value } = fields
  const isRight = Object.keys(rangeProblems(value)).length === 0
  const sent = sentRange(value)
  const form = { ...sent, prefix: sent.prefix.trim().toUpperCase(), suffix: sent.suffix.trim().toUpperCase() }
  return (
    <>
      <TextField
        fields={fields}
        name="prefix"
        label={numberText.prefix}
        maxLength={20}
        autoCapitalize="characters"
      />
      <TextField fields={fields} name="digits" label={numberText.digits} inputMode="numeric" isRequired />
      <TextField fields={fields} name="firstNo" label={numberText.firstNo} inputMode="numeric" isRequired />
      <TextField fields={fields} name="lastNo" label={numberText.lastNo} inputMode="numeric" isRequired />
      <SelectField
        fields={fields}
        name="checkRule"
        label={numberText.checkRule}
        isRequired
        options={checkRules.map((rule) => ({ value: rule, label: t(numberText[rule]) }))}
      />
      <TextField
        fields={fields}
        name="suffix"
        label={numberText.suffix}
        maxLength={10}
        autoCapitalize="characters"
      />
      <p className="is-wide hint range-preview" role="status">
        {isRight &&
          t(numberText.preview, {
            count: (form.lastNo - form.firstNo + 1).toLocaleString('en-US'),
            first: numberAt(form, form.firstNo),
            last: numberAt(form, form.lastNo),
          })}
      </p>
    </>
  )
}
