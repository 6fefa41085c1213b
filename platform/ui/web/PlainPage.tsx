import type { ReactNode } from 'react'
import { type View, Views } from '../../lists/web/Views.tsx'

/** A page without a list: its title, its views, and its content. */
export function PlainPage({
  title,
  views = [],
  more,
  children,
}: {
  title: string
  views?: View[]
  /** At the end of its header. */
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
