import { Form } from 'antd'
import type { ReactNode } from 'react'
import type { Text } from '../../text/text.ts'
import { useText } from '../../text/web/language.tsx'
import type { Fields } from './fields.ts'

type FieldAria = { 'aria-invalid': boolean; 'aria-describedby': string | undefined }

/** One field of a form: label, input, and below it what is wrong. */
export function Field<V extends object>({
  fields,
  name,
  label,
  hint,
  isRequired = false,
  children,
}: {
  fields: Fields<V>
  name: keyof V & string
  label: Text
  hint?: ReactNode
  isRequired?: boolean
  children: (answer: FieldAria) => ReactNode
}) {
  const t = useText()
  const problem = fields.problemOf(name)
  const problemId = `${fields.idOf(name)}-problem`
  return (
    <Form.Item
      label={t(label)}
      htmlFor={fields.idOf(name)}
      required={isRequired}
      // A problem that repeats the hint takes its place.
      extra={problem && hint === t(problem) ? undefined : hint}
      {...(problem && { validateStatus: 'error', help: <span id={problemId}>{t(problem)}</span> })}
    >
      {children({ 'aria-invalid': problem !== undefined, 'aria-describedby': problem && problemId })}
    </Form.Item>
  )
}
