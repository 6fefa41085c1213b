import type { ReactNode } from 'react'
import { type View, Views } from '../../lists/web/Views.tsx'

/** A page that is no list: its title, its views, and what it shows. */
export function PlainPage({
  title,
  views = [],
  more,
  children,
}: {
  title: string
  views?: View[]
  /** Stands at the end of its head. */
  more?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="list-page">
      <header className="list-head">
        <h1>{title}</h1>
        {views.length > 0 && <Views views={views} />}
        {more && <div className="list-actions">{more}</div>}
      </header>
      {children}
    </div>
  )
}
