import type { ReactNode } from 'react'
import type { Column } from './columns.tsx'

/** A row without room for columns: number and status, below them name and quantity, and a note where there is one. */
export function PhoneRow<R>({ columns, row }: { columns: Column<R>[]; row: R }) {
  const [first, ...others] = columns
  const cell = (column: Column<R>) => column.render?.(undefined, row, 0) as ReactNode
  const at = (place: Column<R>['phone']) => others.filter(({ phone }) => phone === place)
  return (
    <>
      <div className="phone-line">
        <div className="phone-title">{first && cell(first)}</div>
        <div className="phone-status">
          {at('status').map((column) => (
            <span key={column.key}>{cell(column)}</span>
          ))}
        </div>
      </div>
      <div className="phone-line">
        <div className="phone-details">
          {at('detail').map((column) => (
            <span key={column.key}>{cell(column)}</span>
          ))}
        </div>
        <div className="phone-quantities">
          {at('quantity').map((column) => (
            <span key={column.key}>
              <small>{column.shortTitle ?? (column.title as string)}</small> {cell(column)}
            </span>
          ))}
        </div>
      </div>
      {at('note').map((column) => (
        <div key={column.key} className="phone-note">
          {cell(column)}
        </div>
      ))}
    </>
  )
}
