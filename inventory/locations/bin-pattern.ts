import type { Text } from '../../platform/text/text.ts'
import { fill } from '../../platform/text/text.ts'
import { inventoryText } from './text.ts'

/** The maximum number of bins created at once. */
export const MAX_BINS = 5000

/** The gap between two neighbours in the pick sequence, so that a bin can be inserted later. */
export const ROUTE_STEP = 10

type BinParts = { aisles: string; bays: string; levels: string; separator: '-' | '' }
export type BinSpec = BinParts & { isSerpentine: boolean }
type BinProblem = { field: keyof BinParts; message: Text }

type Range = { values: string[] } | { problem: Text }

/**
 * Parses `A–C`, `01–20` or `A-C, F`. Letters go from A to Z; numbers keep the leading zeros of the first one.
 */
export function rangeOf(typed: string): Range {
  const values: string[] = []
  for (const piece of typed
    .normalize('NFKC')
    .toUpperCase()
    .split(/[,，、]/)) {
    const [from = '', to = from, ...more] = piece.split(/\s*[-–—~至]\s*/).map((end) => end.trim())
    const isLetters = /^[A-Z]$/.test(from) && /^[A-Z]$/.test(to)
    const isFigures = /^\d{1,4}$/.test(from) && /^\d{1,4}$/.test(to)
    if (more.length > 0 || (!isLetters && !isFigures)) {
      const isBeyondZ = [from, to].some((end) => /^[A-Z]{2,}$/.test(end))
      return { problem: isBeyondZ ? inventoryText.beyondZ : inventoryText.notARange }
    }
    const first = isLetters ? from.charCodeAt(0) : Number(from)
    const last = isLetters ? to.charCodeAt(0) : Number(to)
    if (last < first) return { problem: inventoryText.backwards }
    if (last - first >= MAX_BINS) return { problem: fill(inventoryText.tooManyBins, { max: MAX_BINS }) }
    for (let at = first; at <= last; at++)
      values.push(isLetters ? String.fromCharCode(at) : String(at).padStart(from.length, '0'))
  }
  const duplicate = values.find((value, place) => values.indexOf(value) !== place)
  return duplicate === undefined ? { values } : { problem: fill(inventoryText.twice, { value: duplicate }) }
}

/**
 * Every code of a pattern, in pick sequence: aisle by aisle, bay by bay, from the floor up.
 *
 * With serpentine, every second aisle is walked from its far end.
 */
export function binCodes(spec: BinSpec): { codes: string[] } | { problem: BinProblem } {
  const ranges: string[][] = []
  for (const field of ['aisles', 'bays', 'levels'] as const) {
    if (field !== 'aisles' && spec[field].trim() === '') continue
    const range = rangeOf(spec[field])
    if ('problem' in range) return { problem: { field, message: range.problem } }
    ranges.push(range.values)
  }
  const count = ranges.reduce((product, values) => product * values.length, 1)
  if (count > MAX_BINS)
    return { problem: { field: 'aisles', message: fill(inventoryText.tooManyBins, { max: MAX_BINS }) } }

  const [aisles = [], bays = [''], levels = ['']] = ranges
  const codes = aisles.flatMap((aisle, at) => {
    const walked = spec.isSerpentine && at % 2 === 1 ? bays.toReversed() : bays
    return walked.flatMap((bay) =>
      levels.map((level) => [aisle, bay, level].slice(0, ranges.length).join(spec.separator)),
    )
  })
  const duplicate = new Set(codes).size === codes.length ? undefined : firstTwin(codes)
  if (duplicate)
    return { problem: { field: 'separator', message: fill(inventoryText.twice, { value: duplicate }) } }
  return { codes }
}

function firstTwin(codes: string[]) {
  const seen = new Set<string>()
  return codes.find((code) => seen.has(code) || !seen.add(code))
}

const parts = ['aisle', 'bay', 'level'] as const
type Coordinates = Record<(typeof parts)[number], string | null>
const nowhere: Coordinates = { aisle: null, bay: null, level: null }

export const DEFAULT_PATTERN = '{aisle}-{bay}-{level}'

/** What is wrong with a pattern such as `{aisle}-{bay}-{level}` or `{aisle:1}{bay:2}{level:2}`. */
export function patternProblem(pattern: string): Text | undefined {
  const names = [...pattern.matchAll(/\{(\w+)(?::([1-9]))?\}/g)]
  const rest = pattern.replace(/\{(aisle|bay|level)(?::[1-9])?\}/g, '')
  if (names.length === 0 || !/^[A-Za-z0-9-]*$/.test(rest)) return inventoryText.notAPattern
  if (new Set(names.map(([, name]) => name)).size !== names.length) return inventoryText.notAPattern
  // Two parts of variable length without a hyphen between them are ambiguous.
  if (/\{\w+\}\{\w+\}/.test(pattern)) return inventoryText.needsSeparator
  return undefined
}

/** Parses aisle, bay and level from codes; a code that does not match the pattern has no coordinates. */
export function reader(pattern: string): (code: string) => Coordinates {
  const form = pattern.replace(/\{(\w+)(?::([1-9]))?\}/g, (_, name: string, width?: string) =>
    width ? `(?<${name}>[A-Za-z0-9]{${width}})` : `(?<${name}>[A-Za-z0-9]+)`,
  )
  const fit = new RegExp(`^${form}$`, 'i')
  return (code) => {
    const match = fit.exec(code)?.groups
    return match ? { ...nowhere, ...match } : nowhere
  }
}
