import { Link } from 'react-router'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import { listText } from '../lists.ts'
import { figureOf } from './figure.ts'
import './list.css'

export type View = {
  key: string
  label: string
  count?: number
  isCurrent?: boolean
  /** The list differs from the saved view. */
  isEdited?: boolean
  /** What it counts went wrong: the number is red. */
  isTrouble?: boolean
  hint?: string
  to?: string
  onSelect?: () => void
}

/** A group of views of a list. */
export type ViewGroup = { label: string; views: readonly View[] }

/** The views of a page, one of them active. */
export function Views({
  views,
  label,
  onChosen,
}: {
  views: readonly View[]
  label?: string
  onChosen?: () => void
}) {
  const t = useText()
  return (
    <nav className="list-views" aria-label={label ?? t(webText.views)}>
      {views.map(({ key, label, count, isCurrent, isEdited, isTrouble, hint, to, onSelect }) => {
        const words = (
          <>
            {label}
            {isEdited && <span className="view-dot" role="img" aria-label={t(listText.edited)} />}
            {count !== undefined && (
              <span className={isTrouble ? 'count is-trouble' : 'count'}>{figureOf(count)}</span>
            )}
          </>
        )
        const current = isCurrent ? { 'aria-current': 'true' as const } : {}
        return to ? (
          <Link
            key={key}
            to={to}
            className="view"
            title={hint}
            {...(onChosen && { onClick: onChosen })}
            {...current}
          >
            {words}
          </Link>
        ) : (
          <button
            key={key}
            type="button"
            className="view"
            onClick={() => {
              onSelect?.()
              onChosen?.()
            }}
            {...current}
          >
            {words}
          </button>
        )
      })}
    </nav>
  )
}
