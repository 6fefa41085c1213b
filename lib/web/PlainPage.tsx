import type { ReactNode } from 'react'
import { type View, Views } from './Views.tsx'

/** A page that is no list: its title, its views, and what it shows. */
export function PlainPage({
  title,
  views = [],
  children,
}: {
  title: string
  views?: View[]
  children: ReactNode
}) {
  return (
    <div className="list-page">
      <header className="list-head">
        <h1>{title}</h1>
        {views.length > 0 && <Views views={views} />}
      </header>
      {children}
    </div>
  )
}
