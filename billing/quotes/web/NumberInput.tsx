import { Input } from 'antd'
import { savedText } from '../typed-number.ts'

/** A decimal that may be empty. What is typed stays as it is until the field is left. */
export function NumberInput({
  value,
  onChange,
  ...input
}: {
  id?: string
  value: string | null
  placeholder?: string
  readOnly?: boolean
  status?: 'error'
  'aria-label'?: string
  onChange: (value: string | null) => void
}) {
  const set = (text: string) => {
    const next = text === '' ? null : text
    if (next !== value) onChange(next)
  }
  return (
    <Input
      {...input}
      value={value ?? ''}
      inputMode="decimal"
      autoComplete="off"
      onChange={({ target }) => set(target.value)}
      onBlur={({ target }) => set(savedText(target.value))}
      onPressEnter={(event) => event.preventDefault()}
    />
  )
}
