import Input from 'antd/es/input/Input.js'
import { useState } from 'react'
import { numberIn } from './number-filter.ts'

/** A number filter: applied with Enter or when it is left, and kept in sync with the URL. */
export function NumberBox({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string
  value: number | undefined
  min: number
  max: number
  onChange: (value: number | undefined) => void
}) {
  const [typed, setTyped] = useState({ text: textOf(value), of: value })
  // The URL changed: Back, a cleared filter, a pasted link.
  if (typed.of !== value) setTyped({ text: textOf(value), of: value })

  const apply = () => {
    const next = numberIn(typed.text, { min, max })
    setTyped({ text: textOf(next), of: value })
    // A changed filter starts at page one; a field that is only left must not.
    if (next !== value) onChange(next)
  }
  return (
    <Input
      className="number-filter"
      type="number"
      aria-label={label}
      placeholder={label}
      min={min}
      max={max}
      value={typed.text}
      onChange={(event) => setTyped({ text: event.target.value, of: value })}
      onBlur={apply}
      onPressEnter={apply}
    />
  )
}

const textOf = (value: number | undefined) => (value === undefined ? '' : String(value))
