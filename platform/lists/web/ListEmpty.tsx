import { Button, Flex } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import { useMissing } from '../../ui/web/missing-right.ts'

/** Why a list is empty, and the way on. The three reasons never look the same. */
export function ListEmpty({
  missing,
  isFiltered,
  onClear,
  title,
  why,
  action,
}: {
  missing?: string | undefined
  isFiltered: boolean
  onClear?: (() => void) | undefined
  /** What is not there yet, in the list's own words. */
  title?: string | undefined
  /** What the list is for, and what fills it. */
  why?: string | undefined
  action?: ReactNode
}) {
  const t = useText()
  const whatIsMissing = useMissing(missing !== undefined)
  if (missing) {
    return <Blank mark="⊘" title={t(webText.notAllowed)} hint={whatIsMissing(missing)} />
  }
  if (isFiltered) {
    return (
      <Blank mark="⌕" title={t(webText.nothingFound)} hint={t(webText.nothingFoundHint)}>
        {onClear && <Button onClick={onClear}>{t(webText.clearFilters)}</Button>}
      </Blank>
    )
  }
  return (
    <Blank mark="▢" title={title ?? t(webText.nothingYet)} hint={why}>
      {action && (
        <Flex gap={8} wrap justify="center">
          {action}
        </Flex>
      )}
    </Blank>
  )
}

/** A quiet sign in place of content. */
export function Blank({
  mark,
  title,
  hint,
  children,
}: {
  mark: string
  title: string
  hint?: string | undefined
  children?: ReactNode
}) {
  return (
    <div className="blank">
      <div className="blank-mark" aria-hidden>
        {mark}
      </div>
      <p className="blank-title">{title}</p>
      {hint && <p className="hint">{hint}</p>}
      {children}
    </div>
  )
}
