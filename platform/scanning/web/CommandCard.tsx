import { useText } from '../../text/web/language.tsx'
import { inputCodes, scanCommands } from '../scan-commands.ts'
import { barsOf } from './code128.ts'
import { scanText } from './text.ts'

const HEIGHT = 40
const QUIET = 10

/**
 * The command card for a scan station, scanned from the screen or from paper. Bilingual, because speakers of
 * both languages use it.
 */
export function CommandCard({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <div className="station-card command-card">
      <div className="station-line">
        <h2>{t(scanText.card)}</h2>
        <button type="button" className="no-print" onClick={() => window.print()}>
          {t(scanText.print)}
        </button>
        <button type="button" className="no-print" onClick={onClose}>
          {t(scanText.back)}
        </button>
      </div>
      <ul>
        {[...Object.values(scanCommands), ...inputCodes].map(({ code, text }) => (
          <li key={code}>
            <Bars text={code} />
            <b>{code}</b>
            <span>{[...new Set([text.zh_CN, text.en_US])].join(' / ')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Bars({ text }: { text: string }) {
  const widths = barsOf(text)
  const starts = widths.map((_, i) => QUIET + widths.slice(0, i).reduce((sum, width) => sum + width, 0))
  const whole = widths.reduce((sum, width) => sum + width, 2 * QUIET)
  return (
    <svg viewBox={`0 0 ${whole} ${HEIGHT}`} role="img" aria-label={text} preserveAspectRatio="none">
      <rect width={whole} height={HEIGHT} fill="#fff" />
      {widths.map((width, i) =>
        i % 2 === 0 ? <rect key={starts[i]} x={starts[i]} width={width} height={HEIGHT} fill="#000" /> : null,
      )}
    </svg>
  )
}
