import { ruleText } from '../../platform/calls/rules.ts'
import { isDecimal } from '../../platform/text/decimal.ts'
import { fill, type Text } from '../../platform/text/text.ts'
import { contentProblems } from '../pricing/content-problems.ts'
import type { FreightRow } from '../pricing/price-types.ts'
import { problemText } from './content-problems.ts'
import type { ContentOf } from './contract.ts'
import { type CellValue, cellValues, type Grid, type PlacedRow, placedRows } from './freight-grid.ts'
import { freightText } from './freight-text.ts'
import { savedText } from './typed-number.ts'

/** Where a problem is: a zone's header, a bound of a tier, or a value of a cell. */
export type GridPlace =
  | { kind: 'zone'; zone: number }
  | { kind: 'bound'; tier: number; bound: 'from' | 'to' }
  | { kind: 'cell'; tier: number; zone: number; value: CellValue }

export type GridProblem = { message: Text; place: GridPlace; isWarning: boolean }

type FreightCheck = {
  grid: GridProblem[]
  /** By the place of the surcharge. */
  surcharges: { message: Text; place: number }[]
  /** Nothing is priced yet: neither rows nor a flat price. */
  isEmpty: boolean
}

type Digits = { whole: number; places: number; isAboveZero?: true }
const bound: Digits = { whole: 9, places: 3 }
/** What the contract accepts. */
const digits: Record<CellValue, Digits> = {
  price: { whole: 12, places: 6 },
  firstWeight: { whole: 9, places: 3, isAboveZero: true },
  nextPrice: { whole: 12, places: 6 },
  step: { whole: 9, places: 3, isAboveZero: true },
  minCharge: { whole: 14, places: 2 },
}

/** What is wrong with a typed number; undefined where the contract accepts it. */
function numberProblem(text: string, { whole, places, isAboveZero }: Digits): Text | undefined {
  const saved = savedText(text)
  if (!isDecimal(saved, whole, places)) return fill(ruleText.decimal, { places })
  if (saved.startsWith('-')) return isAboveZero ? ruleText.aboveZero : ruleText.notNegative
  return isAboveZero && !/[1-9]/.test(saved) ? ruleText.aboveZero : undefined
}

/** What is wrong with a value of a cell; an empty one is fine. */
export const cellProblem = (text: string, value: CellValue): Text | undefined =>
  text.trim() === '' ? undefined : numberProblem(text, digits[value])

/** What is wrong with a weight; only the last tier's upper one may be empty. */
export function boundProblem(text: string, which: 'from' | 'to'): Text | undefined {
  if (text.trim() !== '') return numberProblem(text, bound)
  return which === 'from' ? ruleText.needed : undefined
}

/** Whether a cell's text is no number that the contract accepts. An empty one is. */
export const isWrongCell = (text: string, value: CellValue) => cellProblem(text, value) !== undefined

export const isWrongBound = (text: string, which: 'from' | 'to') => boundProblem(text, which) !== undefined

/** A price of a package is paid as it is, so that a third decimal is usually a slip. */
const hasOddPlaces = ({ billingCode, price }: FreightRow) =>
  (billingCode === 'flat' || billingCode === 'first_next') && /\.\d\d\d*[1-9]/.test(price ?? '')

function typedProblems({ zones, tiers }: Grid, placed: readonly PlacedRow[]): GridProblem[] {
  const codes = zones.map((zone) => zone.trim().toUpperCase())
  const heads = codes.flatMap((code, zone): GridProblem[] => {
    const place = { kind: 'zone' as const, zone }
    const isTwice = code !== '' && codes.indexOf(code) < zone
    if (code === '')
      return [{ message: fill(freightText.noZoneCode, { column: zone + 1 }), place, isWarning: false }]
    if (isTwice) return [{ message: fill(freightText.zoneTwice, { zone: code }), place, isWarning: false }]
    return code.length > 10
      ? [{ message: fill(freightText.zoneTooLong, { zone: code }), place, isWarning: false }]
      : []
  })
  const bounds = tiers.flatMap((tier, i) =>
    (['from', 'to'] as const).flatMap((which): GridProblem[] => {
      const what = boundProblem(tier[which], which)
      if (!what) return []
      const message = inTier(i, freightText[which], what)
      return [{ message, place: { kind: 'bound', tier: i, bound: which }, isWarning: false }]
    }),
  )
  const cells = placed.flatMap(({ row, tier, zone }) =>
    cellValues.flatMap((value): GridProblem[] => {
      const what = cellProblem(row[value] ?? '', value)
      const place = { kind: 'cell' as const, tier, zone, value }
      if (what) return [{ message: inCell(row.zoneCode, tier, what), place, isWarning: false }]
      return value === 'price' && hasOddPlaces(row)
        ? [{ message: inCell(row.zoneCode, tier, freightText.oddPlaces), place, isWarning: true }]
        : []
    }),
  )
  return [...heads, ...bounds, ...cells]
}

const inTier = (tier: number, column: Text, what: Text): Text => ({
  zh_CN: fill(freightText.boundWrong, { row: tier + 1, column: column.zh_CN, what: what.zh_CN }).zh_CN,
  en_US: fill(freightText.boundWrong, { row: tier + 1, column: column.en_US, what: what.en_US }).en_US,
})

const inCell = (zone: string, tier: number, what: Text): Text => ({
  zh_CN: fill(freightText.cellWrong, { zone, row: tier + 1, what: what.zh_CN }).zh_CN,
  en_US: fill(freightText.cellWrong, { zone, row: tier + 1, what: what.en_US }).en_US,
})

const isReadable = ({ weightFrom, weightTo }: FreightRow) =>
  !isWrongBound(weightFrom, 'from') && !isWrongBound(weightTo ?? '', 'to')

/** The row without what is no number: the rules for whole cards compare numbers only. */
const readable = (row: FreightRow): FreightRow => {
  const next = { ...row }
  for (const value of cellValues) if (isWrongCell(row[value] ?? '', value)) next[value] = null
  return next
}

/** The value that is to be corrected for a problem of a row. */
function valueFor(code: string, row: FreightRow): CellValue {
  if (code !== 'first_next') return 'price'
  return (['firstWeight', 'nextPrice', 'step'] as const).find((value) => row[value] === null) ?? 'price'
}

/** What is wrong with a card, as typed and as a whole, errors first. */
export function checkFreight(
  grid: Grid,
  { flatPrice, surcharges }: Pick<ContentOf<'freight'>, 'flatPrice' | 'surcharges'>,
  zones: readonly string[] | null,
): FreightCheck {
  const all = placedRows(grid)
  const placed = all.filter(({ row }) => isReadable(row) && row.zoneCode !== '')
  const rows = placed.map(({ row }) => readable(row))
  const ofContent = contentProblems({ kind: 'freight', flatPrice, rows, surcharges }, zones)
  const unknown = new Set<number>()
  const ofRows = ofContent.flatMap((problem): GridProblem[] => {
    const at = placed[problem.place]
    if (problem.zone === undefined || !at) return []
    // A cell that is no number is reported as such, not as empty.
    if (problem.code === 'no_price' && at.row.price !== null) return []
    const message = problemText({ ...problem, place: at.tier }, 'freight')
    if (problem.code === 'unknown_zone') {
      // Once for each zone, at its header.
      if (unknown.has(at.zone)) return []
      unknown.add(at.zone)
      return [
        {
          message: fill(freightText.unknownZone, { zone: at.row.zoneCode }),
          place: { kind: 'zone', zone: at.zone },
          isWarning: false,
        },
      ]
    }
    const value = valueFor(problem.code, rows[problem.place] ?? at.row)
    const isBound = ['bounds', 'start', 'gap', 'overlap'].includes(problem.code)
    return [
      {
        message,
        place: isBound
          ? { kind: 'bound', tier: at.tier, bound: problem.code === 'bounds' ? 'to' : 'from' }
          : { kind: 'cell', tier: at.tier, zone: at.zone, value },
        isWarning: problem.isWarning ?? false,
      },
    ]
  })
  const problems = [...typedProblems(grid, all), ...ofRows]
  return {
    grid: [
      ...problems.filter(({ isWarning }) => !isWarning),
      ...problems.filter(({ isWarning }) => isWarning),
    ],
    surcharges: ofContent
      .filter(({ code, zone }) => zone === undefined && code !== 'empty')
      .map((problem) => ({ message: problemText(problem, 'freight'), place: problem.place })),
    isEmpty: all.length === 0 && flatPrice === null,
  }
}
