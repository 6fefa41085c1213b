import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'

type Span = { from?: string | undefined; to?: string | undefined }

/**
 * A date range filter. Uses the browser's native input: it supports the keyboard and the phone's calendar.
 */
export function DaySpan({
  label,
  value,
  onChange,
}: {
  /** What the dates refer to. */
  label: string
  value: Span
  onChange: (span: Span) => void
}) {
  const t = useText()
  return (
    <fieldset className="day-span" aria-label={label}>
      <span aria-hidden>{label}</span>
      <input
        type="date"
        aria-label={t(webText.fromDay)}
        value={value.from ?? ''}
        max={value.to}
        onChange={(event) => onChange({ from: event.target.value || undefined, to: value.to })}
      />
      <span aria-hidden>–</span>
      <input
        type="date"
        aria-label={t(webText.toDay)}
        value={value.to ?? ''}
        min={value.from}
        onChange={(event) => onChange({ from: value.from, to: event.target.value || undefined })}
      />
    </fieldset>
  )
}
