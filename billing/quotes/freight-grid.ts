import Big from 'big.js'
import type { FreightBillingCode, FreightRow } from '../pricing/price-types.ts'
import { numberIn, savedText } from './typed-number.ts'

/** The values of a cell. The table shows one of them at a time. */
export const cellValues = ['price', 'firstWeight', 'nextPrice', 'step', 'minCharge'] as const
export type CellValue = (typeof cellValues)[number]

/** A price of one zone and tier, as typed. */
export type Cell = Record<CellValue, string> & { code: FreightBillingCode }

/** A weight tier: above `from`, at most `to`; an empty `to` has no limit. A cell is null where the zone has no such tier. */
export type Tier = { from: string; to: string; cells: readonly (Cell | null)[] }

/** A freight card as a table: zones across, weights down. */
export type Grid = { zones: readonly string[]; tiers: readonly Tier[] }

/** A rectangle of cells, all ends included. */
export type Area = { top: number; bottom: number; left: number; right: number }

export const emptyGrid: Grid = { zones: [], tiers: [] }

export const wholeArea = ({ zones, tiers }: Grid): Area => ({
  top: 0,
  bottom: tiers.length - 1,
  left: 0,
  right: zones.length - 1,
})

export const emptyCell = (code: FreightBillingCode): Cell => ({
  code,
  price: '',
  firstWeight: '',
  nextPrice: '',
  step: '',
  minCharge: '',
})

const cellOf = (row: FreightRow): Cell => ({
  code: row.billingCode,
  price: row.price ?? '',
  firstWeight: row.firstWeight ?? '',
  nextPrice: row.nextPrice ?? '',
  step: row.step ?? '',
  minCharge: row.minCharge ?? '',
})

/** A typed decimal; undefined where it is none. */
export function bigIn(text: string): Big | undefined {
  const number = numberIn(text)
  return number === undefined ? undefined : new Big(number)
}

/** Ascending; what is no number comes last, and so does a tier without a limit. */
function byBounds(a: Pick<Tier, 'from' | 'to'>, b: Pick<Tier, 'from' | 'to'>): number {
  const compare = (one?: Big, other?: Big) =>
    one && other ? one.cmp(other) : Number(one === undefined) - Number(other === undefined)
  return compare(bigIn(a.from), bigIn(b.from)) || compare(bigIn(a.to), bigIn(b.to))
}

/** Bounds that are equal but written differently stay in one order, whatever order the rows came in. */
function byText(a: Pick<Tier, 'from' | 'to'>, b: Pick<Tier, 'from' | 'to'>): number {
  const compare = (one: string, other: string) => Number(one > other) - Number(one < other)
  return compare(a.from, b.from) || compare(a.to, b.to)
}

/** The table of a version's rows. Rows with the same zone and weights, which is a mistake, get a tier each. */
export function gridOf(rows: readonly FreightRow[]): Grid {
  const zones = [...new Set(rows.map(({ zoneCode }) => zoneCode))]
  const columns = new Map(zones.map((zone, column) => [zone, column]))
  const tiers = new Map<string, { from: string; to: string; cells: (Cell | null)[] }>()
  const counts = new Map<string, number>()
  for (const row of rows) {
    const from = row.weightFrom
    const to = row.weightTo ?? ''
    const same = JSON.stringify([row.zoneCode, from, to])
    const count = counts.get(same) ?? 0
    counts.set(same, count + 1)
    const key = JSON.stringify([from, to, count])
    const tier = tiers.get(key) ?? { from, to, cells: zones.map(() => null) }
    tier.cells[columns.get(row.zoneCode) ?? 0] = cellOf(row)
    tiers.set(key, tier)
  }
  return { zones, tiers: [...tiers.values()].sort((a, b) => byBounds(a, b) || byText(a, b)) }
}

const orNull = (text: string) => (text === '' ? null : text)

export type PlacedRow = { row: FreightRow; tier: number; zone: number }

/** The rows of a table, zone by zone, each with its place in the table. */
export function placedRows({ zones, tiers }: Grid): PlacedRow[] {
  const bounds = tiers.map(({ from, to }) => ({ from: savedText(from), to: orNull(savedText(to)) }))
  return zones.flatMap((typed, zone) => {
    const zoneCode = typed.trim().toUpperCase()
    return tiers.flatMap(({ cells }, tier): PlacedRow[] => {
      const cell = cells[zone]
      if (!cell) return []
      const row = {
        zoneCode,
        weightFrom: bounds[tier]?.from ?? '',
        weightTo: bounds[tier]?.to ?? null,
        billingCode: cell.code,
        price: orNull(savedText(cell.price)),
        firstWeight: orNull(savedText(cell.firstWeight)),
        nextPrice: orNull(savedText(cell.nextPrice)),
        step: orNull(savedText(cell.step)),
        minCharge: orNull(savedText(cell.minCharge)),
      }
      return [{ row, tier, zone }]
    })
  })
}

export const rowsOf = (grid: Grid): FreightRow[] => placedRows(grid).map(({ row }) => row)

/** The price form of all cells of an area; null where they differ. */
export function codeIn(grid: Grid, area: Area = wholeArea(grid)): FreightBillingCode | null {
  const codes = new Set(
    grid.tiers
      .slice(area.top, area.bottom + 1)
      .flatMap(({ cells }) => cells.slice(area.left, area.right + 1).flatMap((cell) => cell?.code ?? [])),
  )
  const [code] = codes
  return codes.size > 1 ? null : (code ?? 'flat')
}

/** The values that this card uses, in the order in which they are shown. */
export const valuesUsed = ({ tiers }: Grid): CellValue[] =>
  cellValues.filter(
    (value) =>
      value === 'price' ||
      value === 'minCharge' ||
      tiers.some(({ cells }) => cells.some((cell) => cell?.code === 'first_next' || cell?.[value])),
  )

/** A cell for a tier, with the price form, first weight and step of the cells beside it. */
export function freshCell({ tiers }: Grid, tier: number): Cell {
  const near =
    tiers[tier]?.cells.find((cell) => cell !== null) ??
    tiers.flatMap(({ cells }) => cells).find((cell) => cell !== null)
  if (!near) return emptyCell('flat')
  return { ...emptyCell(near.code), firstWeight: near.firstWeight, step: near.step }
}

/** The table with the cells of an area replaced. What stays the same keeps its identity, so that it is not drawn again. */
function withCells(
  grid: Grid,
  { top, bottom, left, right }: Area,
  change: (cell: Cell | null, tier: number, zone: number) => Cell | null,
): Grid {
  let isChanged = false
  const tiers = grid.tiers.map((tier, i) => {
    if (i < top || i > bottom) return tier
    let isTierChanged = false
    const cells = tier.cells.map((cell, k) => {
      if (k < left || k > right) return cell
      const next = change(cell, i, k)
      if (next !== cell) isTierChanged = true
      return next
    })
    if (!isTierChanged) return tier
    isChanged = true
    return { ...tier, cells }
  })
  return isChanged ? { ...grid, tiers } : grid
}

const withTexts = (
  grid: Grid,
  area: Area,
  value: CellValue,
  textOf: (text: string, tier: number, zone: number) => string,
): Grid =>
  withCells(grid, area, (cell, tier, zone) => {
    const before = cell?.[value] ?? ''
    const text = textOf(before, tier, zone)
    return text === before ? cell : { ...(cell ?? freshCell(grid, tier)), [value]: text }
  })

export const cellAt = (tier: number, zone: number): Area => ({
  top: tier,
  bottom: tier,
  left: zone,
  right: zone,
})

/** Writes one text into every cell of an area. */
export const typeInto = (grid: Grid, area: Area, value: CellValue, text: string): Grid =>
  withTexts(grid, area, value, () => text)

export function renameZone(grid: Grid, zone: number, code: string): Grid {
  return grid.zones[zone] === code
    ? grid
    : { ...grid, zones: grid.zones.map((before, i) => (i === zone ? code : before)) }
}

/** Changes a bound. A tier that began where this one ended moves along. */
export function setBound(grid: Grid, tier: number, bound: 'from' | 'to', text: string): Grid {
  const before = grid.tiers[tier]
  if (!before || before[bound] === text) return grid
  const isFollowed = bound === 'to' && before.to !== '' && grid.tiers[tier + 1]?.from === before.to
  return {
    ...grid,
    tiers: grid.tiers.map((each, i) => {
      if (i === tier) return { ...each, [bound]: text }
      return i === tier + 1 && isFollowed ? { ...each, from: text } : each
    }),
  }
}

/** Copies the first row of an area downwards; a single row takes what is above it. */
export function fillDown(grid: Grid, area: Area, value: CellValue): Grid {
  const source = area.top === area.bottom ? area.top - 1 : area.top
  const cells = grid.tiers[source]?.cells
  return cells ? withTexts(grid, area, value, (_, __, zone) => cells[zone]?.[value] ?? '') : grid
}

/** Copies the first column of an area to the right. */
export const fillRight = (grid: Grid, area: Area, value: CellValue): Grid =>
  withTexts(grid, area, value, (_, tier) => grid.tiers[tier]?.cells[area.left]?.[value] ?? '')

export const roundings = ['0.01', '0.05'] as const
export type Rounding = (typeof roundings)[number]

const roundedTo = (number: Big, rounding: Rounding) =>
  number.div(rounding).round(0, Big.roundHalfUp).times(rounding).toFixed(2)

const MAX_PLACES = 6

/** Raises or lowers the numbers of an area by a percentage. Texts and empty cells stay as they are. */
export function changeByPercent(
  grid: Grid,
  area: Area,
  value: CellValue,
  percent: string,
  rounding: Rounding | null,
): Grid {
  const factor = new Big(percent).div(100).plus(1)
  return withTexts(grid, area, value, (text) => {
    const next = bigIn(text)?.times(factor)
    if (!next) return text
    return rounding ? roundedTo(next, rounding) : next.round(MAX_PLACES, Big.roundHalfUp).toFixed()
  })
}

export const roundCells = (grid: Grid, area: Area, value: CellValue, rounding: Rounding): Grid =>
  withTexts(grid, area, value, (text) => {
    const number = bigIn(text)
    return number ? roundedTo(number, rounding) : text
  })

/** Sets the price form of an area. Values that the form doesn't use are cleared. */
export const setCode = (grid: Grid, area: Area, code: FreightBillingCode): Grid =>
  withCells(grid, area, (cell) => {
    if (!cell || cell.code === code) return cell
    return code === 'first_next'
      ? { ...cell, code }
      : { ...cell, code, firstWeight: '', nextPrice: '', step: '' }
  })

/** Removes the rows of an area: these zones are not served at these weights. */
export const dropCells = (grid: Grid, area: Area): Grid => withCells(grid, area, () => null)

/** Adds a zone as the last column, with an empty cell in every tier. */
export function addZone(grid: Grid, code: string): Grid {
  return {
    zones: [...grid.zones, code],
    tiers: grid.tiers.map((tier, i) => ({ ...tier, cells: [...tier.cells, freshCell(grid, i)] })),
  }
}

/** Adds a column beside a zone with the same prices and no code yet. */
export function copyZone(grid: Grid, zone: number): Grid {
  return {
    zones: grid.zones.toSpliced(zone + 1, 0, ''),
    tiers: grid.tiers.map((tier) => ({
      ...tier,
      cells: tier.cells.toSpliced(zone + 1, 0, tier.cells[zone] ?? null),
    })),
  }
}

export const deleteZones = (grid: Grid, left: number, right: number): Grid => ({
  zones: grid.zones.toSpliced(left, right - left + 1),
  tiers: grid.tiers.map((tier) => ({ ...tier, cells: tier.cells.toSpliced(left, right - left + 1) })),
})

export const deleteTiers = (grid: Grid, top: number, bottom: number): Grid => ({
  ...grid,
  tiers: grid.tiers.toSpliced(top, bottom - top + 1),
})

const WEIGHT_PLACES = 3

/** Where a tier is split: in its middle, or, where it has no limit, one weight unit above its start. */
function splitAt({ from, to }: Tier): string | undefined {
  const low = bigIn(from)
  const high = bigIn(to)
  if (!low || (to.trim() !== '' && !high)) return undefined
  const middle = (high ? low.plus(high).div(2) : low.plus(1)).round(WEIGHT_PLACES, Big.roundDown)
  return middle.gt(low) && (!high || middle.lt(high)) ? middle.toFixed() : undefined
}

/** Whether a tier is wide enough to be split. */
export const canSplit = (grid: Grid, tier: number): boolean => {
  const before = grid.tiers[tier]
  return before !== undefined && splitAt(before) !== undefined
}

/** Splits a tier into two with the same prices. */
export function splitTier(grid: Grid, tier: number): Grid {
  const before = grid.tiers[tier]
  const middle = before && splitAt(before)
  if (!before || middle === undefined) return grid
  const halves = [
    { ...before, to: middle },
    { ...before, from: middle },
  ]
  return { ...grid, tiers: grid.tiers.toSpliced(tier, 1, ...halves) }
}

/** Adds a tier with empty cells at the end. It begins where the last one ends; a last one without a limit gets one. */
export function addTier(grid: Grid): Grid {
  const last = grid.tiers.length - 1
  const cells = grid.zones.map(() => freshCell(grid, last))
  const isOpen = grid.tiers[last]?.to.trim() === ''
  const middle = isOpen ? splitAt(grid.tiers[last] ?? { from: '', to: '', cells }) : undefined
  const tiers = middle === undefined ? grid.tiers : setBound(grid, last, 'to', middle).tiers
  return { ...grid, tiers: [...tiers, { from: tiers.at(-1)?.to ?? '0', to: '', cells }] }
}

/** An empty table with these zones and one tier. */
export const blankGrid = (zones: readonly string[]): Grid =>
  addTier({ zones: zones.length > 0 ? zones : [''], tiers: [] })

/** Finds the row of another version that applies to a whole tier of a zone. */
export type RowFinder = (zone: string, from: string, to: string) => FreightRow | undefined

export function rowFinder(rows: readonly FreightRow[]): RowFinder {
  const parsed = rows.map((row) => ({ row, from: bigIn(row.weightFrom), to: bigIn(row.weightTo ?? '') }))
  const byZone = Map.groupBy(parsed, ({ row }) => row.zoneCode)
  const keyOf = (zone: string, from?: Big, to?: Big) =>
    `${zone} ${from?.toFixed() ?? ''} ${to?.toFixed() ?? ''}`
  const exact = new Map(parsed.map(({ row, from, to }) => [keyOf(row.zoneCode, from, to), row]))
  return (typed, typedFrom, typedTo) => {
    const zone = typed.trim().toUpperCase()
    const from = bigIn(typedFrom)
    const to = bigIn(typedTo)
    if (!from) return undefined
    return (
      exact.get(keyOf(zone, from, to)) ??
      byZone.get(zone)?.find((old) => old.from?.lte(from) && (old.to === undefined || to?.lte(old.to)))?.row
    )
  }
}

type CellChange = { old: string; direction: 'up' | 'down' | 'other' }

/** How a value differs from the version in force; undefined where it is the same or where that version has no such row. */
export function changeOf(
  cell: Cell | null,
  old: FreightRow | undefined,
  value: CellValue,
): CellChange | undefined {
  if (!cell || !old) return undefined
  const before = old[value] ?? ''
  const now = bigIn(cell[value])
  const then = bigIn(before)
  if (now && then) {
    const difference = now.cmp(then)
    if (difference !== 0) return { old: before, direction: difference > 0 ? 'up' : 'down' }
  } else if (cell[value].trim() !== before) return { old: before, direction: 'other' }
  return cell.code === old.billingCode ? undefined : { old: before, direction: 'other' }
}

/** Whether two versions have the same rows in the same order. */
export const sameRows = (a: readonly FreightRow[], b: readonly FreightRow[]): boolean =>
  a === b || (a.length === b.length && a.every((row, i) => isSameRow(row, b[i])))

const isSameRow = (a: FreightRow, b: FreightRow | undefined) =>
  a === b ||
  (b !== undefined &&
    a.zoneCode === b.zoneCode &&
    a.weightFrom === b.weightFrom &&
    a.weightTo === b.weightTo &&
    a.billingCode === b.billingCode &&
    cellValues.every((value) => a[value] === b[value]))
