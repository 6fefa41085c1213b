import { play, type Tone } from './sounds.ts'

/** One line of the last scans: what was scanned, and what came of it. */
export type Mark = { id: string; code: string; words: string; tone: Tone; isWaiting: boolean }

export const SHOWN_MARKS = 5

/** Long for what stops the work, short for what goes on. */
const shakes: Record<Tone, number | number[]> = {
  ok: 30,
  step: [30, 40, 30],
  warning: [80, 60, 80],
  error: 300,
}

/** The newest first; a mark that comes again replaces its own line, as when the server has judged a scan. */
export function withMark(marks: readonly Mark[], mark: Mark): Mark[] {
  const isKnown = marks.some(({ id }) => id === mark.id)
  return isKnown
    ? marks.map((item) => (item.id === mark.id ? mark : item))
    : [mark, ...marks].slice(0, SHOWN_MARKS)
}

/** Says what came of a scan to the ear and the hand, before the next picture is drawn. */
export function sound(tone: Tone): void {
  play(tone)
  navigator.vibrate?.(shakes[tone])
}
