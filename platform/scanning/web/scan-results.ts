import { play, type Tone } from './sounds.ts'

/** One line of the last scans: what was scanned, and the result. */
export type Mark = { id: string; code: string; words: string; tone: Tone; isWaiting: boolean }

const SHOWN_MARKS = 5

/** Long vibration for what stops the work, short for the rest. */
const shakes: Record<Tone, number | number[]> = {
  ok: 30,
  step: [30, 40, 30],
  warning: [80, 60, 80],
  error: 300,
}

/** Newest first; a repeated id replaces its own line, for example when the server has checked the scan. */
export function withMark(marks: readonly Mark[], mark: Mark): Mark[] {
  const isKnown = marks.some(({ id }) => id === mark.id)
  return isKnown
    ? marks.map((item) => (item.id === mark.id ? mark : item))
    : [mark, ...marks].slice(0, SHOWN_MARKS)
}

/** Signals the result of a scan by sound and vibration before the screen updates. */
export function sound(tone: Tone): void {
  play(tone)
  navigator.vibrate?.(shakes[tone])
}
