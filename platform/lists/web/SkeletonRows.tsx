import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import './list.css'

/** As high as the real rows, so that nothing jumps when they load. */
export function SkeletonRows({ rows }: { rows: number }) {
  const t = useText()
  return (
    <div className="skeleton-rows" role="status" aria-label={t(webText.loading)}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <div key={index} className="skeleton-row" />
      ))}
    </div>
  )
}
