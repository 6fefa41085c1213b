import type { ReactNode } from 'react'

/** What could not be done, each with its reason. A long list scrolls. */
export function FailureList({
  label,
  failed,
}: {
  label: string
  failed: { no?: ReactNode; reason: string }[]
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <ul className="bulk-failures" tabIndex={0} aria-label={label}>
      {failed.map(({ no, reason }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files of a ZIP may have one name, and nothing is reordered
        <li key={place}>
          {no && <b>{no}</b>} {reason}
        </li>
      ))}
    </ul>
  )
}
