import { Button, Flex } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import { useMissing } from '../../ui/web/missing-right.ts'
import { ActionButton, type ListAction } from './ListActions.tsx'

/** Why a list is empty, and what to do. The three reasons look different. */
export function ListEmpty({
  missing,
  isFiltered,
  onClear,
  title,
  why,
  actions,
}: {
  missing: string | undefined
  isFiltered: boolean
  onClear: (() => void) | undefined
  /** What does not exist yet, in the list's own words. */
  title: string | undefined
  /** What the list is for, and what fills it. */
  why: string | undefined
  actions: readonly ListAction[]
}) {
  const t = useText()
  const whatIsMissing = useMissing(missing !== undefined)
  if (missing) {
    return <Blank kind="closed" title={t(webText.notAllowed)} hint={whatIsMissing(missing)} />
  }
  if (isFiltered) {
    return (
      <Blank kind="not_found" title={t(webText.nothingFound)} hint={t(webText.nothingFoundHint)}>
        {onClear && <Button onClick={onClear}>{t(webText.clearFilters)}</Button>}
      </Blank>
    )
  }
  return (
    <Blank kind="empty" title={title ?? t(webText.nothingYet)} hint={why}>
      {actions.length > 0 && (
        <Flex gap={8} wrap justify="center">
          {actions.map((action) => (
            <ActionButton key={action.label} action={action} />
          ))}
        </Flex>
      )}
    </Blank>
  )
}

/** An open box, a magnifier, a closed lock. */
const pictures = {
  empty: (
    <>
      <path d="M12 26 32 18l20 8v22l-20 8-20-8Z" />
      <path d="m12 26 20 8 20-8M32 34v22" />
      <path d="m12 26-6 8 20 8 6-8 6 8 20-8-6-8" />
      <path d="M32 4v8M20 7l3 6M44 7l-3 6" />
    </>
  ),
  not_found: (
    <>
      <circle cx="28" cy="28" r="18" />
      <path d="m41 41 15 15M21 28h14" />
    </>
  ),
  closed: (
    <>
      <rect x="14" y="28" width="36" height="28" rx="4" />
      <path d="M22 28v-8a10 10 0 0 1 20 0v8M32 39v7" />
    </>
  ),
}

/** A subtle illustration in place of content. */
export function Blank({
  kind,
  title,
  hint,
  children,
}: {
  kind: keyof typeof pictures
  title: string
  hint?: string | undefined
  children?: ReactNode
}) {
  return (
    <div className="blank">
      <svg className={`blank-picture is-${kind}`} viewBox="0 0 64 64" aria-hidden="true">
        {pictures[kind]}
      </svg>
      <p className="blank-title">{title}</p>
      {hint && <p className="hint">{hint}</p>}
      {children}
    </div>
  )
}
