export const remoteLevels = ['none', 'das', 'das_ext'] as const
export type RemoteLevel = (typeof remoteLevels)[number]

/** A row of a zone table: places in one zone. Bounds are postal code prefixes of equal length. */
export type ZoneRow = {
  zoneCode: string
  countryCode: string
  stateCode: string | null
  city: string | null
  zipFrom: string | null
  zipTo: string | null
  remoteLevel: RemoteLevel
}

/** A destination address. */
export type Destination = {
  countryCode: string
  stateCode?: string | null
  city?: string | null
  zip: string
}

/** More rows than any carrier's three-digit table has; lists of single remote postal codes fit too. */
export const MAX_ZONE_ROWS = 2000

/**
 * A postal code normalised for comparison: in capitals, without spaces and hyphens, and without the last four
 * digits of a ZIP+4.
 */
export const plainZip = (zip: string) =>
  zip
    .normalize('NFKC')
    .trim()
    .toUpperCase()
    .replace(/^(\d{5})-\d{4}$/, '$1')
    .replace(/[\s-]+/g, '')

/** A bound as typed: carriers write 900* for all that start with 900. */
export const plainBound = (typed: string) => plainZip(typed.replace(/\s*\*+\s*$/, ''))

const plainCity = (city: string | null | undefined) =>
  (city ?? '').normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

const plainState = (state: string | null | undefined) => (state ?? '').trim().toUpperCase()

/** How many prefixes are between two bounds. Letters count after nine. */
function spanOf(from: string, to: string): number {
  const base = /^\d+$/.test(from + to) ? 10 : 36
  return Number.parseInt(to, base) - Number.parseInt(from, base) + 1
}

/**
 * The precedence of matching rows: the longest bound, then the narrowest range, then city before state before
 * country.
 */
const rankOf = ({ zipFrom, zipTo, city, stateCode }: ZoneRow) => ({
  bound: zipFrom?.length ?? 0,
  span: zipFrom !== null && zipTo !== null ? spanOf(zipFrom, zipTo) : 0,
  place: (city === null ? 0 : 2) + (stateCode === null ? 0 : 1),
})
type Rank = ReturnType<typeof rankOf>

/** Negative when the first takes precedence, zero when they are equal. */
const compareRanks = (a: Rank, b: Rank) => b.bound - a.bound || a.span - b.span || b.place - a.place

function fits(row: ZoneRow, to: Destination, zip: string): boolean {
  if (row.countryCode !== to.countryCode) return false
  if (row.stateCode !== null && row.stateCode !== plainState(to.stateCode)) return false
  if (row.city !== null && plainCity(row.city) !== plainCity(to.city)) return false
  if (row.zipFrom === null || row.zipTo === null) return true
  const beginning = zip.slice(0, row.zipFrom.length)
  // A postal code shorter than the bound is undecided.
  return beginning.length === row.zipFrom.length && row.zipFrom <= beginning && beginning <= row.zipTo
}

/** The row that decides an address's zone; undefined when none matches. */
export function zoneFor<R extends ZoneRow>(rows: readonly R[], to: Destination): R | undefined {
  const zip = plainZip(to.zip)
  let best: { row: R; rank: Rank } | undefined
  for (const row of rows) {
    if (!fits(row, to, zip)) continue
    const rank = rankOf(row)
    if (!best || compareRanks(rank, best.rank) < 0) best = { row, rank }
  }
  return best?.row
}

const isSameAnswer = (a: ZoneRow, b: ZoneRow) => a.zoneCode === b.zoneCode && a.remoteLevel === b.remoteLevel

/** The places a row covers, whatever its values. */
export const placesIn = ({ countryCode, stateCode, city, zipFrom, zipTo }: ZoneRow) =>
  JSON.stringify([countryCode, stateCode, plainCity(city), zipFrom, zipTo])

/**
 * Pairs of rows that contradict each other for the same address with equal precedence.
 *
 * Only rows of one precedence with the same state and city can conflict, and in the order of their bounds a
 * row cannot overlap any after the first that starts behind it.
 */
export function conflictsIn<R extends ZoneRow>(rows: readonly R[]): [R, R][] {
  const results: [R, R][] = []
  for (const alike of Map.groupBy(rows, alikeKey).values()) {
    const inOrder = alike.toSorted((a, b) => compareText(a.zipFrom ?? '', b.zipFrom ?? ''))
    for (const [i, row] of inOrder.entries()) {
      for (const next of inOrder.slice(i + 1)) {
        if ((next.zipFrom ?? '') > (row.zipTo ?? '')) break
        if (!isSameAnswer(row, next)) results.push([row, next])
      }
    }
  }
  return results
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const alikeKey = (row: ZoneRow) => {
  const { bound, span, place } = rankOf(row)
  return JSON.stringify([row.countryCode, row.stateCode, plainCity(row.city), bound, span, place])
}

/** A row's places in short form, the same in both languages. */
export function areaOf({ countryCode, stateCode, city, zipFrom, zipTo }: ZoneRow): string {
  const zips = zipFrom === zipTo ? zipFrom : `${zipFrom}–${zipTo}`
  return [countryCode, stateCode, city, zips].filter(Boolean).join(' ')
}

/** A row as stored in the audit log. */
export const lineOf = (row: ZoneRow) =>
  `${row.zoneCode}: ${areaOf(row)}${row.remoteLevel === 'none' ? '' : ` (${row.remoteLevel})`}`

type BoundsProblem = { column: 'zipFrom' | 'zipTo'; why: 'fromMissing' | 'otherLength' | 'turnedAround' }
type Bounds = { zipFrom?: string | null | undefined; zipTo?: string | null | undefined }

/** What is wrong with two bounds. A single one counts as both. */
export function boundsProblem({ zipFrom, zipTo }: Bounds): BoundsProblem | undefined {
  if (!zipTo) return undefined
  if (!zipFrom) return { column: 'zipFrom', why: 'fromMissing' }
  if (zipFrom.length !== zipTo.length) return { column: 'zipTo', why: 'otherLength' }
  return zipFrom > zipTo ? { column: 'zipTo', why: 'turnedAround' } : undefined
}
