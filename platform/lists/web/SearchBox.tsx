import { CloseCircleFilled } from '@ant-design/icons'
import type { InputRef } from 'antd'
import Search from 'antd/es/input/Search.js'
import { type Ref, useState } from 'react'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import { pastedCodes } from '../codes.ts'

/** A search filter: applied with Enter, and kept in sync with the URL. */
export function SearchBox({
  label,
  value,
  onSearch,
  onCodes,
  ref,
}: {
  label: string
  value: string | undefined
  onSearch: (value: string | undefined) => void
  /** Accepts many pasted codes; without it they are plain text. */
  onCodes?: (codes: string[]) => void
  ref?: Ref<InputRef>
}) {
  const t = useText()
  const [typed, setTyped] = useState({ text: value ?? '', of: value })
  // The URL changed: Back, a cleared filter, a pasted link.
  if (typed.of !== value) setTyped({ text: value ?? '', of: value })

  return (
    <Search
      {...(ref && { ref })}
      className="search-box"
      aria-label={label}
      placeholder={label}
      value={typed.text}
      onChange={(event) => setTyped({ text: event.target.value, of: value })}
      onPaste={(event) => {
        const codes = onCodes && pastedCodes(event.clipboardData.getData('text'))
        if (!codes) return
        event.preventDefault()
        onCodes(codes)
      }}
      onSearch={(text) => onSearch(text.trim() || undefined)}
      maxLength={100}
      // antd's own label for it is English in every language.
      allowClear={{ clearIcon: <CloseCircleFilled aria-label={t(webText.clear)} /> }}
    />
  )
}
