import type { FreightFacts, FreightTerms } from '../billing/pricing/freight-types.ts'
import type { Handled } from '../billing/pricing/operation.ts'
import type {
  FreightSurcharge,
  FreightVersion,
  GapReason,
  Measured,
  OperationRule,
  OperationVersion,
  StorageVersion,
  Unit,
} from '../billing/pricing/price-types.ts'
import type { VoidTerms } from '../billing/pricing/refunds.ts'
import type { RentTerms } from '../billing/pricing/rent.ts'

/**
 * The prices of domain rules a second time, as slowly and plainly as possible: fractions of whole numbers, every list
 * searched from its start. It shares nothing with the product but the types, so an error would have to be made twice.
 */
type Fraction = readonly [top: bigint, bottom: bigint]

function fraction(text: string | number): Fraction {
  const [whole = '', decimals = ''] = String(text).split('.')
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)]
}
const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => (b === d ? [a + c, b] : [a * d + c * b, b * d])
const minus = (x: Fraction, [c, d]: Fraction): Fraction => add(x, [-c, d])
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]
const over = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d, b * c]
/** All fractions here have a positive bottom. */
const isAbove = ([a, b]: Fraction, [c, d]: Fraction) => a * d > c * b
const isZero = ([a]: Fraction) => a === 0n
const zero: Fraction = [0n, 1n]

/** The next whole number not below a fraction that is not negative. */
const up = ([a, b]: Fraction): Fraction => [(a + b - 1n) / b, 1n]
/** Half up, for fractions that are not negative. */
function roundTo(places: number, [a, b]: Fraction): Fraction {
  const scale = 10n ** BigInt(places)
  return [(2n * a * scale + b) / (2n * b), scale]
}
const cents = (x: Fraction): bigint => roundTo(2, x)[0]
const ofCents = (amount: bigint): Fraction => [amount, 100n]
const inText = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`

/** Amounts by fee, or the reason why there are none. */
type NaiveResult = Record<string, string> | GapReason

const isBetween = (value: Fraction, from: string, to: string | null) =>
  (isAbove(value, fraction(from)) || (isZero(value) && isZero(fraction(from)))) &&
  (to === null || !isAbove(value, fraction(to)))

const cubesIn: Record<Unit, Fraction> = { 1: [1_000_000n, 1n], 2: [1728n, 1n] }

type Sides = { length: string | null; width: string | null; height: string | null }
const sidesOf = ({ length, width, height }: Sides): Fraction[] | null =>
  length === null || width === null || height === null ? null : [length, width, height].map(fraction)
const cube = (sides: readonly Fraction[]) => sides.reduce(times, [1n, 1n])
const descending = (sides: readonly Fraction[]) => [...sides].sort((a, b) => (isAbove(b, a) ? 1 : -1))

const noMeasures = { weight: null, length: null, width: null, height: null }

/** What is known of a package: an order with one package, or with none yet, is as large and heavy as was estimated. */
function measuresOf({ packages, estimated }: FreightFacts, box: Measured, rounding: string) {
  const alone = packages.length <= 1
  const size = alone && sidesOf(box) === null ? estimated : box
  const weightText = alone && box.weight === null ? estimated.weight : box.weight
  const sides =
    sidesOf(size)?.map((side): Fraction => {
      if (rounding === 'none') return side
      return rounding === 'ceil' ? up(side) : roundTo(0, side)
    }) ?? null
  return { weight: weightText === null ? null : fraction(weightText), sides }
}

/** Whether a package meets the conditions of a surcharge. */
function meets(
  each: FreightSurcharge,
  facts: FreightFacts,
  { chargeDate }: FreightTerms,
  { weight, sides }: ReturnType<typeof measuresOf>,
): boolean | 'no_dims' {
  if (each.type === 'residential' && facts.addressKind === 'commercial') return false
  if (each.type === 'signature' && !facts.signature) return false
  if (each.type === 'insurance' && !facts.insurance) return false
  if (each.type === 'remote' && (facts.remoteLevel ?? 'none') === 'none') return false
  if (each.remoteLevel !== null && each.remoteLevel !== (facts.remoteLevel ?? 'none')) return false
  if (each.dateFrom !== null && chargeDate < each.dateFrom) return false
  if (each.dateTo !== null && chargeDate > each.dateTo) return false
  if (each.measure === null) return true
  const sorted = sides && descending(sides)
  const value = {
    longest_side: sorted?.[0],
    second_side: sorted?.[1],
    volume: sides && cube(sides),
    weight,
  }[each.measure]
  return value ? isAbove(value, fraction(each.above ?? '0')) : 'no_dims'
}

/**
 * Freight of an order by the table, or by a flat price. With `only`, freight and fuel of these packages: they are what they are in the whole
 * order.
 */
export function naiveFreight(
  version: FreightVersion,
  facts: FreightFacts,
  terms: FreightTerms,
  only?: readonly number[],
): NaiveResult {
  const isFlat = facts.billingMethod === 'flat'
  const totals = new Map<string, bigint>()
  const put = (code: string, amount: bigint) => totals.set(code, (totals.get(code) ?? 0n) + amount)
  const divisor = version.dimDivisor ?? facts.dimDivisor
  const rounding = version.dimRounding ?? facts.dimRounding
  const step = fraction(version.weightStep ?? facts.weightStep)
  const basis = version.weightBasis ?? facts.weightBasis
  const fuel = version.fuelRates
    .filter(({ startsOn }) => startsOn <= terms.chargeDate)
    .reduce<{ startsOn: string; percent: string } | null>(
      (last, rate) => (last === null || rate.startsOn > last.startsOn ? rate : last),
      null,
    )

  const boxes: FreightFacts['packages'] =
    facts.packages.length > 0 ? facts.packages : [{ packageSeq: 1, ...noMeasures }]
  const alone = boxes.length === 1
  for (const [place, box] of boxes.entries()) {
    if (only && !only.includes(box.packageSeq)) continue
    const insured = cents(fraction(facts.insurance ?? '0'))
    const count = BigInt(boxes.length)
    const share = (insured * BigInt(place + 1)) / count - (insured * BigInt(place)) / count
    const known = measuresOf(facts, box, rounding)
    const { weight, sides } = known

    let freight: bigint
    if (isFlat) {
      if (version.flatPrice === null) return 'no_price'
      freight = cents(times(fraction(version.flatPrice), fraction(terms.discount)))
    } else {
      if (weight === null) return 'no_dims'
      if (sides === null && divisor !== null && basis !== 'actual') return 'no_dims'
      const volume = cube(sides ?? [zero])
      const counts =
        divisor !== null &&
        (facts.dimTriggerVolume === null || isAbove(volume, fraction(facts.dimTriggerVolume)))
      const volumetric = counts ? over(volume, fraction(divisor)) : zero
      let chosen = weight
      if (basis === 'max' && isAbove(volumetric, weight)) chosen = volumetric
      if (basis === 'volumetric' && !isZero(volumetric)) chosen = volumetric
      const billable = times(up(over(chosen, step)), step)

      const ofZone = version.rows.filter(({ zoneCode }) => zoneCode === facts.zoneCode)
      if (ofZone.length === 0) return 'no_zone'
      const row = ofZone.find(({ weightFrom, weightTo }) => isBetween(billable, weightFrom, weightTo))
      if (!row) return 'no_tier'
      if (row.price === null) return 'no_price'
      let raw = fraction(row.price)
      if (row.billingCode === 'unit') raw = times(raw, billable)
      if (row.billingCode === 'piece') {
        const pieces = box.pieces ?? (alone ? facts.pieces : null)
        if (pieces === null) return 'no_dims'
        raw = times(raw, fraction(pieces))
      }
      if (row.billingCode === 'volume') {
        if (sides === null) return 'no_dims'
        raw = times(raw, roundTo(6, over(volume, cubesIn[terms.unit])))
      }
      if (row.billingCode === 'first_next') {
        const above = minus(billable, fraction(row.firstWeight ?? '0'))
        if (isAbove(above, zero))
          raw = add(raw, times(up(over(above, fraction(row.step ?? '1'))), fraction(row.nextPrice ?? '0')))
      }
      freight = cents(times(raw, fraction(terms.discount)))
      const least = row.minCharge === null ? 0n : cents(fraction(row.minCharge))
      if (least > freight) freight = least
    }
    put('FREIGHT', freight)

    let taxed = freight
    const charged = new Set<string>()
    for (const type of only ? [] : new Set(version.surcharges.map((each) => each.type))) {
      if (type === 'label_cancel') continue
      let best: { exact: Fraction; fuelable: boolean } | null = null
      for (const each of version.surcharges) {
        if (each.type !== type) continue
        const isMet = meets(each, facts, terms, known)
        if (isMet === 'no_dims') return isMet
        if (!isMet) continue
        const exact =
          each.amount === null
            ? times(times(ofCents(type === 'insurance' ? share : freight), fraction(each.percent ?? '0')), [
                1n,
                100n,
              ])
            : fraction(each.amount)
        if (best === null || isAbove(exact, best.exact)) best = { exact, fuelable: each.fuelable }
      }
      if (best === null) continue
      charged.add(type)
      put(type.toUpperCase(), cents(best.exact))
      if (best.fuelable) taxed += cents(best.exact)
    }
    if (!only && facts.insurance && !charged.has('insurance')) return 'no_price'
    if (!only && facts.services?.some((service) => !charged.has(service))) return 'no_price'
    if (fuel) put('FUEL', cents(times(times(ofCents(taxed), fraction(fuel.percent)), [1n, 100n])))
  }
  return Object.fromEntries([...totals].map(([code, amount]) => [code, inText(amount)]))
}

/** What the carrier charged for labels with these statuses, of all packages or only some. */
export function naiveCarrierCost(
  facts: FreightFacts,
  { discount, currency, rates = {} }: FreightTerms,
  statuses: readonly string[],
  only?: readonly number[],
): NaiveResult {
  const boxes = facts.packages.filter(({ packageSeq }) => !only || only.includes(packageSeq))
  if (boxes.length === 0) return 'no_price'
  let total = 0n
  for (const { waybills = [] } of boxes) {
    const labels = waybills.filter(({ status }) => statuses.includes(status))
    if (labels.length === 0) return 'no_price'
    let sum = zero
    for (const { costAmount, costCurrency, costRate } of labels) {
      if (costAmount === null || costCurrency === null) return 'no_price'
      const rate = costCurrency === currency ? '1' : (costRate ?? rates[costCurrency])
      if (!rate) return 'no_price'
      sum = add(sum, times(fraction(costAmount), fraction(rate)))
    }
    total += cents(times(sum, fraction(discount)))
  }
  return { FREIGHT: inText(total) }
}

const isLabelled = ({ waybills = [] }: FreightFacts['packages'][number]) =>
  waybills.some(({ trackingNo, status }) => trackingNo !== null && status !== 'superseded')

/** What voiding an order costs: freight and fuel for the packages whose labels are sunk, the cancellation for the others. */
export function naiveVoid(
  version: FreightVersion | null,
  facts: FreightFacts,
  terms: VoidTerms,
): NaiveResult {
  if (facts.billingMethod === 'none') return { FREIGHT: '0.00' }
  const isByCost = facts.billingMethod === 'carrier_cost'
  if (version === null && !isByCost) return 'no_price'
  const fees: Record<string, string> = {}
  const labelled = facts.packages.filter(isLabelled)
  const isSunk = (seq: number) => terms.chargeSunkFreight && terms.refusedPackages.includes(seq)
  const sunk = labelled.map(({ packageSeq }) => packageSeq).filter(isSunk)
  if (sunk.length > 0) {
    const freight =
      isByCost || version === null
        ? naiveCarrierCost(facts, terms, ['obtained', 'void_failed'], sunk)
        : naiveFreight(version, facts, terms, sunk)
    if (typeof freight === 'string') return freight
    Object.assign(fees, freight)
  }
  const cancelled = labelled.filter(({ packageSeq }) => !isSunk(packageSeq))
  let total = 0n
  for (const box of cancelled) {
    const known = measuresOf(facts, box, version?.dimRounding ?? facts.dimRounding)
    let highest = 0n
    for (const each of version?.surcharges ?? []) {
      if (each.type !== 'label_cancel' || each.amount === null) continue
      const isMet = meets(each, facts, terms, known)
      if (isMet === 'no_dims') return isMet
      if (isMet && cents(fraction(each.amount)) > highest) highest = cents(fraction(each.amount))
    }
    total += highest
  }
  if (cancelled.length > 0 || sunk.length === 0) fees.LABEL_CANCEL = inText(total)
  return fees
}

/** What we pay for an order's freight: what the carrier said for its labels, or else by its prices; null where neither is known. */
export function naiveCost(
  card: FreightVersion | null,
  facts: FreightFacts,
  terms: FreightTerms,
): string | null {
  const whole = { ...terms, discount: '1.00' }
  const byLabels = naiveCarrierCost(facts, whole, ['obtained'])
  const known = typeof byLabels === 'string' && card ? naiveFreight(card, facts, whole) : byLabels
  return typeof known === 'string' ? null : naiveSum(known)
}

/** The same for the labels of a voided order that the carrier refused to cancel: their cost stays, also where the customer pays only the cancellation. */
export function naiveVoidCost(
  card: FreightVersion | null,
  facts: FreightFacts,
  terms: VoidTerms,
): string | null {
  const whole = { ...terms, discount: '1.00' }
  const kept = facts.packages
    .filter((box) => isLabelled(box) && terms.refusedPackages.includes(box.packageSeq))
    .map(({ packageSeq }) => packageSeq)
  if (kept.length === 0) return null
  const byLabels = naiveCarrierCost(facts, whole, ['obtained', 'void_failed'], kept)
  const known = typeof byLabels === 'string' && card ? naiveFreight(card, facts, whole, kept) : byLabels
  return typeof known === 'string' ? null : naiveSum(known)
}

const centsIn = (text: string): bigint => {
  const [whole = '', decimals = ''] = text.replace('-', '').split('.')
  const amount = BigInt(whole + decimals.padEnd(2, '0').slice(0, 2))
  return text.startsWith('-') ? -amount : amount
}
const naiveSum = (fees: Record<string, string>) =>
  inText(Object.values(fees).reduce((sum, amount) => sum + centsIn(amount), 0n))

/** What becomes of each refund that is asked for, one after the other: its amount, or why there is none. */
export function naiveRefunds(original: string, asked: readonly string[]): string[] {
  let left = centsIn(original) > 0n ? centsIn(original) : 0n
  return asked.map((amount) => {
    if (!/^-?\d+(\.\d{1,2})?$/.test(amount)) return 'too_many_decimals'
    if (centsIn(amount) <= 0n) return 'not_positive'
    if (centsIn(amount) > left) return 'above_original'
    left -= centsIn(amount)
    return `-${inText(centsIn(amount))}`
  })
}

/** Operation fees of a document; every piece is counted by itself. */
export function naiveOperation(
  version: OperationVersion,
  handled: Handled,
  { discount, unit }: { discount: string; unit: Unit },
): NaiveResult {
  const type = handled.kind === 'order_intercept' ? 'order' : handled.kind
  const rules = version.rules.filter(
    (rule) =>
      rule.billOrderType === type && (rule.feeCode === 'INTERCEPT') === (handled.kind === 'order_intercept'),
  )
  if (rules.length === 0 && handled.kind !== 'order_intercept') return 'no_price'
  const fees: Record<string, string> = {}
  for (const rule of rules) {
    const raw = naiveRule(version, rule, handled, unit)
    if (typeof raw === 'string') return raw
    let amount = cents(times(raw.sum, fraction(discount)))
    if (raw.isAnything && rule.minCharge !== null && amount < cents(fraction(rule.minCharge)))
      amount = cents(fraction(rule.minCharge))
    else if (raw.isAnything && rule.maxCharge !== null && amount > cents(fraction(rule.maxCharge)))
      amount = cents(fraction(rule.maxCharge))
    fees[rule.feeCode] = inText(amount)
  }
  return fees
}

function naiveRule(
  version: OperationVersion,
  rule: OperationRule,
  { lines, boxes, pallets, containers, weight, dimDivisor }: Handled,
  unit: Unit,
): { sum: Fraction; isAnything: boolean } | GapReason {
  const { chargeUnit, conditionType } = rule
  if (rule.billOrderType === 'order' && chargeUnit === 'box') return 'no_price'
  const pieces = lines.flatMap((line) => Array.from({ length: line.quantity }, () => line))
  const kinds = [...new Map(pieces.map((piece) => [piece.productId, piece])).values()]
  const divisor = version.dimDivisor ?? dimDivisor
  const tierFor = (value: Fraction | null) =>
    value === null ? rule.tiers[0] : rule.tiers.find(({ from, to }) => isBetween(value, from, to))

  const pieceValue = (piece: (typeof pieces)[number]): Fraction | GapReason => {
    const sides = sidesOf(piece)
    if (conditionType === 'piece_weight') return piece.weight === null ? 'no_dims' : fraction(piece.weight)
    if (sides === null) return 'no_dims'
    if (conditionType === 'longest_side') return descending(sides)[0] ?? 'no_dims'
    if (piece.weight === null) return 'no_dims'
    if (divisor === null) return 'no_price'
    return descending([fraction(piece.weight), over(cube(sides), fraction(divisor))])[0] ?? 'no_dims'
  }
  const isByPiece = ['piece_weight', 'longest_side', 'piece_billable_weight'].includes(conditionType)
  const values = (): (Fraction | GapReason)[] =>
    conditionType === 'box_weight'
      ? boxes.map((box) => (box.weight === null ? 'no_dims' : fraction(box.weight)))
      : kinds.map(pieceValue)

  const isEach =
    (isByPiece && (chargeUnit === 'piece' || chargeUnit === 'sku')) ||
    (conditionType === 'box_weight' && chargeUnit === 'box')
  if (isEach) {
    const each = chargeUnit === 'piece' ? pieces.map(pieceValue) : values()
    for (const value of each) if (typeof value === 'string') return value
    let sum = zero
    for (const value of each) {
      if (typeof value === 'string') return value
      const tier = tierFor(value)
      if (!tier) return 'no_tier'
      sum = add(sum, fraction(tier.firstPrice))
    }
    return { sum, isAnything: each.length > 0 }
  }

  const totalWeight = (): Fraction | null => {
    if (weight !== null) return fraction(weight)
    if (pieces.some((piece) => piece.weight === null)) return null
    return pieces.reduce<Fraction>((sum, piece) => add(sum, fraction(piece.weight ?? '0')), zero)
  }
  const totalVolume = (): Fraction | null => {
    let sum = zero
    for (const piece of pieces) {
      const sides = sidesOf(piece)
      if (sides === null) return null
      sum = add(sum, roundTo(6, over(cube(sides), cubesIn[unit])))
    }
    return sum
  }
  const tenths = (value: Fraction | null) => value && times(up(times(value, [10n, 1n])), [1n, 10n])
  const quantity = {
    order: () => fraction(1),
    piece: () => fraction(pieces.length),
    sku: () => fraction(kinds.length),
    box: () => fraction(boxes.length),
    pallet: () => (pallets === null ? null : fraction(pallets)),
    container: () => (containers === null ? null : fraction(containers)),
    weight: () => tenths(totalWeight()),
    volume: totalVolume,
  }[chargeUnit]()
  if (quantity === null) return 'no_dims'

  let value: Fraction | null = null
  if (conditionType === 'order_weight') value = totalWeight() ?? [-1n, 1n]
  else if (conditionType === 'pieces') value = fraction(pieces.length)
  else if (conditionType === 'sku_kinds') value = fraction(kinds.length)
  else if (conditionType === 'total_volume') value = totalVolume() ?? [-1n, 1n]
  else if (conditionType !== 'none') {
    const all = values()
    const wrong = all.find((each) => typeof each === 'string')
    if (typeof wrong === 'string') return wrong
    value = descending(all.filter((each) => typeof each !== 'string'))[0] ?? [-1n, 1n]
  }
  if (value !== null && value[0] < 0n) return 'no_dims'
  const tier = tierFor(value)
  if (!tier) return 'no_tier'

  const first = fraction(tier.firstPrice)
  const further = (count: Fraction) => {
    const rest = minus(count, fraction(tier.firstCount))
    return tier.nextPrice !== null && isAbove(rest, zero) ? rest : zero
  }
  const next = fraction(tier.nextPrice ?? '0')
  const isAnything = !isZero(quantity)
  if (chargeUnit === 'order')
    return { sum: add(first, times(further(fraction(pieces.length)), next)), isAnything }
  if (chargeUnit === 'weight' || chargeUnit === 'volume') return { sum: times(first, quantity), isAnything }
  const rest = further(quantity)
  return { sum: add(times(minus(quantity, rest), first), times(rest, next)), isAnything }
}

export type NaiveGoods = Sides & { quality: 'good' | 'defective'; quantity: number; ageDays: number }

/** The rent of a night. */
export function naiveRent(
  version: StorageVersion,
  goods: readonly NaiveGoods[],
  { discount, unit, minVolume }: Omit<RentTerms, 'chargeDate'>,
): string | 'no_tier' {
  let sum = zero
  for (const item of goods) {
    if (item.ageDays < 1 || item.ageDays <= version.freeDays) continue
    const covering = version.tiers.filter(
      ({ ageFrom, ageTo }) => item.ageDays >= ageFrom && item.ageDays <= (ageTo ?? Number.MAX_SAFE_INTEGER),
    )
    const tier =
      covering.find(({ quality }) => quality === item.quality) ??
      covering.find(({ quality }) => quality === 'all')
    if (!tier) return 'no_tier'
    const sides = sidesOf(item)
    const measured = sides ? roundTo(6, over(cube(sides), cubesIn[unit])) : zero
    const volume = isAbove(fraction(minVolume), measured) ? fraction(minVolume) : measured
    sum = add(sum, roundTo(6, times(times(volume, fraction(item.quantity)), fraction(tier.price))))
  }
  return inText(cents(times(sum, fraction(discount))))
}
