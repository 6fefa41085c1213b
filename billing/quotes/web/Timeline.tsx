import { useText } from '../../../platform/text/web/language.tsx'
import { momentIn } from '../../../platform/text/web/local-time.ts'
import { zone } from '../../../platform/ui/web/session.ts'
import type { VersionHead } from '../contract.ts'
import { quotePageText } from '../text.ts'
import './quotes.css'

/** The published versions on a bar, so that times without a price stand out. */
export function Timeline({ versions }: { versions: readonly VersionHead[] }) {
  const t = useText()
  const spans = versions.flatMap(({ id, versionNo, status, effectiveFrom, inactiveAt }) =>
    effectiveFrom
      ? [
          {
            id,
            versionNo,
            status,
            from: Date.parse(effectiveFrom),
            to: inactiveAt ? Date.parse(inactiveAt) : null,
          },
        ]
      : [],
  )
  if (spans.length === 0) return null
  const now = Date.now()
  const first = Math.min(now, ...spans.map(({ from }) => from))
  const last = Math.max(now, ...spans.map(({ from, to }) => to ?? from)) + 30 * 86_400_000
  const percent = (at: number) => ((Math.min(at, last) - first) / (last - first)) * 100
  const timeAt = (at: number) => momentIn(new Date(at), zone() ?? 'UTC')
  return (
    <ol className="quote-timeline" aria-label={t(quotePageText.timeline)}>
      {spans.map(({ id, versionNo, status, from, to }) => (
        <li
          key={id}
          className={`quote-span quote-span-${status}`}
          style={{ left: `${percent(from)}%`, width: `${Math.max(1, percent(to ?? last) - percent(from))}%` }}
          title={`${timeAt(from)} – ${to ? timeAt(to) : t(quotePageText.forever)}`}
        >
          V{versionNo}
        </li>
      ))}
      <li className="quote-now" style={{ left: `${percent(now)}%` }} aria-hidden />
    </ol>
  )
}
