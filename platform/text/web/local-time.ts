import { shownIn } from '../time-zones.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, made)
  return made
}

/** "2026-11-15 14:05" in a time zone: the same in both languages, and unambiguous. */
export function momentIn(at: string | Date, zone: string, withSeconds = false): string {
  const shown = shownIn(zone, new Date(at))
  const parts = Object.fromEntries(
    formatFor(shown.timeZone)
      .formatToParts(shown.at)
      .map((part) => [part.type, part.value]),
  )
  const { year = '', month, day, hour, minute, second } = parts
  return `${year.padStart(4, '0')}-${month}-${day} ${hour}:${minute}${withSeconds ? `:${second}` : ''}`
}

const isYearOfFour = (instant: number) =>
  instant >= Date.parse('0001-01-02T00:00Z') && instant < Date.parse('9999-12-31T00:00Z')

/** The day "2026-11-15" in a time zone; without one, the browser's. */
export const dayIn = (at: Date, zone: string | undefined): string =>
  momentIn(at, zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone).slice(0, 10)

/**
 * The timestamp of the wall clock "2026-11-15T14:05" in a time zone. An hour skipped by daylight saving
 * counts as the one before. While a year is typed, the field holds years such as 0002 and 20266; what has no
 * timestamp stays as it is, for the rules of the field to refuse.
 */
export function instantOf(shown: string, zone: string): string {
  const wanted = Date.parse(`${shown}Z`)
  if (!isYearOfFour(wanted)) return shown
  const shownAt = (instant: number) => Date.parse(`${momentIn(new Date(instant), zone).replace(' ', 'T')}Z`)
  const first = wanted - (shownAt(wanted) - wanted)
  return new Date(first + (wanted - shownAt(first))).toISOString()
}
