import { useContext } from 'react'
import type { Text } from '../../text/text.ts'
import { WarehouseZone } from '../../text/web/LocalTime.tsx'
import { useText } from '../../text/web/language.tsx'
import { momentIn } from '../../text/web/local-time.ts'
import { zone } from '../../ui/web/session.ts'
import { scanCommands } from '../scan-commands.ts'
import type { Mark } from './scan-results.ts'
import type { Tone } from './sounds.ts'
import { scanText } from './text.ts'

/** Not by colour alone: each result has an icon and a word. */
const signs: Record<Tone, { sign: string; text: Text }> = {
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
          <span aria-hidden>{signs[tone].sign}</span>
          <span className="only-read-aloud">{t(signs[tone].text)}</span>
          <b>{code}</b>
          <span>{words}</span>
          {isWaiting && <em>{t(scanText.waiting, { count: 1 })}</em>}
        </li>
      ))}
    </ol>
  )
}

/** A scan that was not counted, with everything needed to resolve it. */
export type RefusedScan = {
  id: string
  at: number
  code: string
  why?: string
  by?: string
  subject?: string
}

/** A refused scan stays visible until it is acknowledged: its goods are still uncounted. */
export function RefusedScans({ refused, onRead }: { refused: readonly RefusedScan[]; onRead: () => void }) {
  const t = useText()
  const warehouseZone = useContext(WarehouseZone)
  if (refused.length === 0) return null
  return (
    <div className="station-refused">
      <b>{t(scanText.refused)}</b>
      <ul>
        {refused.map(({ id, at, code, why, by, subject }) => (
          <li key={id}>
            <b>{code}</b> {why}{' '}
            <small>
              {[subject, momentIn(new Date(at), zone() ?? warehouseZone), by].filter(Boolean).join(' · ')}
            </small>
          </li>
        ))}
      </ul>
      <button type="button" onClick={onRead}>
        {t(scanText.dismiss)} <kbd>{scanCommands.read.code}</kbd>
      </button>
    </div>
  )
}
