import { Link } from 'react-router'
import { useText } from './language.tsx'
import { webText } from './text.ts'
import './list.css'

export type View = {
  key: string
  label: string
  count?: number
  isCurrent?: boolean
  to?: string
  onSelect?: () => void
}

/** The ways a page can be looked at, one of them now. */
export function Views({ views, label }: { views: View[]; label?: string }) {
  const t = useText()
  return (
    <nav className="list-views" aria-label={label ?? t(webText.views)}>
      {views.map(({ key, label, count, isCurrent, to, onSelect }) => {
        const words = (
          <>
            {label}
            {count !== undefined && <span className="count">{count}</span>}
          </>
        )
        const current = isCurrent ? { 'aria-current': 'true' as const } : {}
        return to ? (
          <Link key={key} to={to} className="view" {...current}>
            {words}
          </Link>
        ) : (
          <button key={key} type="button" className="view" onClick={onSelect} {...current}>
            {words}
          </button>
        )
      })}
    </nav>
  )
}
