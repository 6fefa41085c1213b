import type { Text } from '../platform/text/text.ts'
import { channelsText } from './text.ts'

/** The longest number that is tested against a pattern. */
const MAX_NUMBER_LENGTH = 50
const MAX_OPEN_PARTS = 3

const part = String.raw`(?:[A-Za-z0-9-]|\\d|\[[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*\])(?:\?|\{\d{1,2}(?:,\d{1,2})?\})?`
const oneWay = new RegExp(`^(?:${part})+$`)
const openPart = /\?|\{\d+,\d+\}/g
const count = /\{(\d+)(?:,(\d+))?\}/g

/**
 * What is wrong with a tracking number pattern.
 *
 * The syntax is small on purpose: characters, `\d`, `[A-Z]`, `?`, `{n}`, `{n,m}`, and `|` between whole
 * numbers. Without groups and unbounded repetition, and with few parts of variable length, no pattern can
 * cause catastrophic backtracking.
 */
export function trackingProblem(pattern: string): Text | undefined {
  const isPlain = (way: string) =>
    oneWay.test(way) &&
    [...way.matchAll(count)].every(([, min, max]) => max === undefined || Number(min) <= Number(max))
  const ways = pattern.split('|')
  if (!ways.every(isPlain) || !compiles(pattern)) return channelsText.patternForm
  const isTooOpen = ways.some((way) => (way.match(openPart)?.length ?? 0) > MAX_OPEN_PARTS)
  return isTooOpen ? channelsText.patternOpen : undefined
}

const expression = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'i')

/** `[Z-A]` is well-formed but empty. */
function compiles(pattern: string): boolean {
  try {
    return expression(pattern) !== undefined
  } catch {
    return false
  }
}

/** Whether a tracking number matches the channel's pattern; an invalid pattern matches nothing. */
export const fitsTracking = (pattern: string, number: string) =>
  trackingProblem(pattern) === undefined &&
  number.trim().length <= MAX_NUMBER_LENGTH &&
  expression(pattern).test(number.trim())
