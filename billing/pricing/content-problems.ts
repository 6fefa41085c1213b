import Big from 'big.js'
import type { BillingMethod } from '../../channels/rules.ts'
import type { Decimal } from '../../platform/text/decimal.ts'
import { larger } from './amounts.ts'
import type {
  BillOrderType,
  ChargeUnit,
  ConditionType,
  FreightRow,
  FreightSurcharge,
  OperationRule,
  QuoteKind,
  StorageTier,
} from './price-types.ts'

/** The prices of a version, as far as they are checked. */
type CheckedContent =
  | { kind: Extract<QuoteKind, 'operation'>; dimDivisor: number | null; rules: readonly OperationRule[] }
  | {
      kind: Extract<QuoteKind, 'freight'>
      flatPrice: Decimal | null
      rows: readonly FreightRow[]
      surcharges: readonly FreightSurcharge[]
    }
  | { kind: Extract<QuoteKind, 'storage'>; freeDays: number; tiers: readonly StorageTier[] }

export type ProblemCode =
  | 'empty'
  | 'no_rows'
  | 'no_flat'
  | 'fee_twice'
  | 'order_by_box'
  | 'condition'
  | 'no_tiers'
  | 'bounds'
  | 'start'
  | 'gap'
  | 'overlap'
  | 'min_above_max'
  | 'no_price'
  | 'first_next'
  | 'unknown_zone'
  | 'one_value'
  | 'dates'
  | 'measure'
  | 'falling'
  | 'divisor'
  | 'short'
  | 'ends'

/** What is wrong with a version's content, and where: a rule, a row or a tier by its place, and there a tier. */
export type ContentProblem = {
  code: ProblemCode
  place: number
  tier?: number
  zone?: string
  /** Does not keep the version from being published. */
  isWarning?: true
}

const documents: Partial<Record<ConditionType, readonly BillOrderType[]>> = {
  order_weight: ['order', 'return'],
  box_weight: ['inbound', 'return'],
}
/** Whether a rule for these documents can look at this condition. */
export const isConditionFor = (condition: ConditionType, document: BillOrderType) =>
  documents[condition]?.includes(document) ?? true

/** Whether documents have what a unit counts: an order has no boxes, pallets or containers. */
export const isUnitFor = (unit: ChargeUnit, document: BillOrderType) =>
  document !== 'order' || !['box', 'pallet', 'container'].includes(unit)

type SpanProblem = { code: ProblemCode; place: number }
type Span = { from: Big; to: Big | null; place: number }

/** Spans that should follow each other without a gap, the first from nought on. */
function spanProblems(spans: readonly Span[]): SpanProblem[] {
  const sorted = spans.toSorted((a, b) => a.from.cmp(b.from) || a.place - b.place)
  const wrong = sorted
    .filter(({ from, to }) => to?.lte(from))
    .map(({ place }) => ({ code: 'bounds' as const, place }))
  if (wrong.length > 0) return wrong
  return sorted.flatMap(({ from, place }, i): SpanProblem[] => {
    const before = sorted[i - 1]
    if (!before) return from.eq(0) ? [] : [{ code: 'start', place }]
    if (before.to === null || before.to.gt(from)) return [{ code: 'overlap', place }]
    return before.to.eq(from) ? [] : [{ code: 'gap', place }]
  })
}

const spanOf = (from: Decimal, to: Decimal | null, place: number): Span => ({
  from: new Big(from),
  to: to === null ? null : new Big(to),
  place,
})

function ruleProblems(
  rule: OperationRule,
  place: number,
  rules: readonly OperationRule[],
  dimDivisor: number | null,
): ContentProblem[] {
  const { feeTypeId, billOrderType, chargeUnit, conditionType, minCharge, maxCharge, tiers } = rule
  const problems: ContentProblem[] = []
  if (rules.findIndex((other) => other.feeTypeId === feeTypeId) < place)
    problems.push({ code: 'fee_twice', place })
  if (!isUnitFor(chargeUnit, billOrderType)) problems.push({ code: 'order_by_box', place })
  if (!isConditionFor(conditionType, billOrderType)) problems.push({ code: 'condition', place })
  // The channel of an order may have a divisor or not; the price of a piece must not depend on that.
  if (conditionType === 'piece_billable_weight' && dimDivisor === null)
    problems.push({ code: 'divisor', place })
  if (minCharge !== null && maxCharge !== null && new Big(minCharge).gt(maxCharge))
    problems.push({ code: 'min_above_max', place })
  if (tiers.length === 0) problems.push({ code: 'no_tiers', place })
  const spans = tiers.map(({ from, to }, tier) => spanOf(from, to, tier))
  return [...problems, ...spanProblems(spans).map(({ code, place: tier }) => ({ code, place, tier }))]
}

/** A cell lacks what its formula needs. */
function isEmptyCell({
  billingCode,
  price,
  nextPrice,
  firstWeight,
  step,
}: FreightRow): ProblemCode | undefined {
  if (price === null) return 'no_price'
  const isWhole = nextPrice !== null && firstWeight !== null && step !== null
  return billingCode === 'first_next' && !isWhole ? 'first_next' : undefined
}

function zoneProblems(rows: readonly (FreightRow & { place: number })[]): ContentProblem[] {
  const zone = rows[0]?.zoneCode ?? ''
  const spans = rows.map(({ weightFrom, weightTo, place }) => spanOf(weightFrom, weightTo, place))
  const sorted = rows.toSorted((a, b) => new Big(a.weightFrom).cmp(b.weightFrom))
  const falling = sorted.flatMap((row, i) => {
    const before = sorted[i - 1]
    const isFlat = before?.billingCode === 'flat' && row.billingCode === 'flat'
    return isFlat && before.price !== null && row.price !== null && new Big(row.price).lt(before.price)
      ? [{ code: 'falling' as const, place: row.place, zone, isWarning: true as const }]
      : []
  })
  return [...spanProblems(spans).map((problem) => ({ ...problem, zone })), ...falling]
}

function surchargeProblems({ type, amount, percent, measure, above, dateFrom, dateTo }: FreightSurcharge) {
  const codes: ProblemCode[] = []
  // A label is cancelled without freight that a percentage could be of.
  const isOne = (amount === null) !== (percent === null)
  if (!isOne || (type === 'label_cancel' && amount === null)) codes.push('one_value')
  if ((measure === null) !== (above === null)) codes.push('measure')
  if ((type === 'oversize' || type === 'overweight') && measure === null) codes.push('measure')
  if (dateFrom !== null && dateTo !== null && dateTo < dateFrom) codes.push('dates')
  return codes
}

/** The channel finds no price: there is none, or only such as it does not bill by. */
function unusable(hasRows: boolean, hasFlat: boolean, method: BillingMethod | null): ProblemCode[] {
  if (!hasRows && !hasFlat) return ['empty']
  if (!hasRows && method === 'price_book') return ['no_rows']
  return !hasFlat && method === 'flat' ? ['no_flat'] : []
}

function freightProblems(
  { flatPrice, rows, surcharges }: Extract<CheckedContent, { kind: 'freight' }>,
  zones: readonly string[] | null,
  method: BillingMethod | null,
): ContentProblem[] {
  const placed = rows.map((row, place) => ({ ...row, place }))
  const cells = placed.flatMap((row): ContentProblem[] => {
    const code = isEmptyCell(row)
    const problem = { place: row.place, zone: row.zoneCode }
    return [
      ...(code ? [{ ...problem, code }] : []),
      ...(zones && !zones.includes(row.zoneCode) ? [{ ...problem, code: 'unknown_zone' as const }] : []),
    ]
  })
  return [
    ...unusable(rows.length > 0, flatPrice !== null, method).map((code) => ({ code, place: 0 })),
    ...cells,
    ...[...Map.groupBy(placed, ({ zoneCode }) => zoneCode).values()].flatMap(zoneProblems),
    ...shortZones(placed),
    ...surcharges.flatMap((one, place) => surchargeProblems(one).map((code) => ({ code, place }))),
  ]
}

/** Zones that end while others have prices for heavier packages: can be meant, but is often a column pasted in part. */
function shortZones(rows: readonly (FreightRow & { place: number })[]): ContentProblem[] {
  const lasts = [...Map.groupBy(rows, ({ zoneCode }) => zoneCode).values()].flatMap((cells) =>
    cells.toSorted((a, b) => new Big(a.weightFrom).cmp(b.weightFrom)).slice(-1),
  )
  const isEndless = lasts.some(({ weightTo }) => weightTo === null)
  const heaviest = lasts.reduce((max, { weightTo }) => larger(max, new Big(weightTo ?? 0)), new Big(0))
  return lasts
    .filter(({ weightTo }) => weightTo !== null && (isEndless || heaviest.gt(weightTo)))
    .map(({ place, zoneCode }) => ({ code: 'short', place, zone: zoneCode, isWarning: true }))
}

/**
 * Age tiers are whole days with both ends included: each starts the day after the one before it ends, the first after the free days.
 * A tier for one quality goes before the tiers for all goods, so the two may overlap.
 */
function storageProblems({
  freeDays,
  tiers,
}: Extract<CheckedContent, { kind: 'storage' }>): ContentProblem[] {
  if (tiers.length === 0) return [{ code: 'empty', place: 0 }]
  const placed = tiers.map((tier, place) => ({ ...tier, place })).sort((a, b) => a.ageFrom - b.ageFrom)
  const reversed = placed.filter(({ ageFrom, ageTo }) => ageTo !== null && ageTo < ageFrom)
  if (reversed.length > 0) return reversed.map(({ place }) => ({ code: 'bounds', place }))

  const overlaps = [...Map.groupBy(placed, ({ quality }) => quality).values()].flatMap((same) =>
    same.flatMap(({ ageFrom, place }, i): ContentProblem[] => {
      const before = same[i - 1]
      return before && (before.ageTo === null || ageFrom <= before.ageTo) ? [{ code: 'overlap', place }] : []
    }),
  )
  const uncovered = (['good', 'defective'] as const).flatMap((quality) =>
    ageGaps(
      freeDays,
      placed.filter((tier) => tier.quality === 'all' || tier.quality === quality),
    ),
  )
  return [...overlaps, ...uncovered]
}

/** Ages without a price. Tiers may end: what is older then waits for a price, and nothing is charged wrongly. */
function ageGaps(freeDays: number, sorted: readonly (StorageTier & { place: number })[]): ContentProblem[] {
  const last = sorted.at(-1)
  if (!last) return [{ code: 'no_tiers', place: 0 }]
  const problems: ContentProblem[] = []
  let covered = freeDays
  for (const { ageFrom, ageTo, place } of sorted) {
    if (ageFrom > covered + 1) problems.push({ code: 'gap', place })
    covered = Math.max(covered, ageTo ?? Number.POSITIVE_INFINITY)
  }
  if (covered !== Number.POSITIVE_INFINITY)
    problems.push({ code: 'ends', place: last.place, isWarning: true })
  return problems
}

/** What keeps a version from being published, and what to look at before. `zones` and `method` are those of its channel. */
export function contentProblems(
  content: CheckedContent,
  zones: readonly string[] | null,
  method: BillingMethod | null = null,
): ContentProblem[] {
  if (content.kind === 'freight') return freightProblems(content, zones, method)
  if (content.kind === 'storage') return distinct(storageProblems(content))
  if (content.rules.length === 0) return [{ code: 'empty', place: 0 }]
  const { rules, dimDivisor } = content
  return rules.flatMap((rule, place) => ruleProblems(rule, place, rules, dimDivisor))
}

/** A tier for both qualities is wrong only once. */
const distinct = (problems: ContentProblem[]) => [
  ...new Map(problems.map((problem) => [`${problem.code} ${problem.place}`, problem])).values(),
]
