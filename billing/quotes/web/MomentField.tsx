import { Input } from 'antd'
import { Field } from '../../../platform/forms/web/Field.tsx'
import type { Fields } from '../../../platform/forms/web/fields.ts'
import type { Text } from '../../../platform/text/text.ts'
import { instantOf } from '../../../platform/text/web/local-time.ts'
import { zone } from '../../../platform/ui/web/session.ts'

/** What was typed into a `MomentField`, as an instant; null where it is empty. */
export const typedMoment = (typed: string) => (typed ? instantOf(typed, zone() ?? 'UTC') : null)

/** A date and time in the user's time zone. */
export function MomentField<V extends object>({
  fields,
  name,
  label,
  isRequired = false,
}: {
  fields: Fields<V>
  name: keyof V & string
  label: Text
  isRequired?: boolean
}) {
  return (
    <Field fields={fields} name={name} label={label} isRequired={isRequired}>
      {(answer) => <Input type="datetime-local" {...fields.bind(name)} {...answer} />}
    </Field>
  )
}
