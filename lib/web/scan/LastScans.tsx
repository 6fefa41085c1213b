import type { Text } from '../../text.ts'
import { useText } from '../language.tsx'
import type { Tone } from '../sounds.ts'
import type { Mark } from './marks.ts'
import type { Line } from './queue.ts'
import { scanText } from './text.ts'

/** A colour alone says nothing to everybody: each has its sign and its word. */
const looks: Record<Tone, { sign: string; text: Text }> = {
  ok: { sign: '✓', text: scanText.good },
  step: { sign: '✓✓', text: scanText.step },
  warning: { sign: '!', text: scanText.warning },
  error: { sign: '✕', text: scanText.error },
}

export function LastScans({ marks }: { marks: readonly Mark[] }) {
  const t = useText()
  return (
    <ol className="station-scans" aria-label={t(scanText.lastScans)}>
      {marks.map(({ id, code, words, tone, isWaiting }) => (
        <li key={id} className={`is-${tone}`}>
          <span aria-hidden>{looks[tone].sign}</span>
          <span className="only-read-aloud">{t(looks[tone].text)}</span>
          <b>{code}</b>
          <span>{words}</span>
          {isWaiting && <em>{t(scanText.waiting, { count: 1 })}</em>}
        </li>
      ))}
    </ol>
  )
}

/** What the server would not count stays until somebody has read it: the goods lie on the bench uncounted. */
export function RefusedScans({
  line: { entries },
  onRead,
}: {
  line: Line<{ code: string }>
  onRead: (id: string) => void
}) {
  const t = useText()
  const refused = entries.filter(({ state }) => state === 'refused')
  if (refused.length === 0) return null
  return (
    <div className="station-refused">
      <b>{t(scanText.refused)}</b>
      <ul>
        {refused.map(({ id, scan, why }) => (
          <li key={id}>
            <b>{scan.code}</b> {why}
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={() => {
          for (const { id } of refused) onRead(id)
        }}
      >
        {t(scanText.dismiss)}
      </button>
    </div>
  )
}
