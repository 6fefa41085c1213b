import { Input } from 'antd'
import { useState } from 'react'

/** A search filter: typed here, searched with Enter, and always what the address says. */
export function SearchBox({
  label,
  value,
  onSearch,
}: {
  label: string
  value: string | undefined
  onSearch: (value: string | undefined) => void
}) {
  const [typed, setTyped] = useState({ text: value ?? '', of: value })
  // The address has changed under the box: Back, a cleared filter, a pasted link.
  if (typed.of !== value) setTyped({ text: value ?? '', of: value })

  return (
    <Input.Search
      className="search-box"
      aria-label={label}
      placeholder={label}
      value={typed.text}
      onChange={(event) => setTyped({ text: event.target.value, of: value })}
      onSearch={(text) => onSearch(text.trim() || undefined)}
      maxLength={100}
      allowClear
    />
  )
}
