import Big from 'big.js'
import { toAmount } from '../../platform/text/amount.ts'
import type { Decimal } from '../../platform/text/decimal.ts'
import { type Charged, chargeOf, totalOf } from './amounts.ts'
import { billedSides, product, stepsTo, type Weighing, weigh, weighingOf } from './billable-weight.ts'
import { byCarrierCost } from './carrier-cost.ts'
import type {
  FreightDetail,
  FreightExtent,
  FreightFacts,
  FreightFee,
  FreightResult,
  FreightTerms,
  PackageFreight,
} from './freight-types.ts'
import type {
  BillingMethod,
  Day,
  FreightRow,
  FreightSurcharge,
  FreightVersion,
  FuelRate,
  Gap,
  Measured,
  Priced,
  SurchargeType,
  Unit,
} from './price-types.ts'
import {
  insuredShare,
  type Known,
  noDims,
  orderedServices,
  type Surcharged,
  surchargeOf,
} from './surcharges.ts'
import { inVolumeUnit, sidesOf } from './volume.ts'

/**
 * Prepares a version for pricing many orders: rows by zone and weight, fuel by date. The version may be null for channels
 * that need none (no freight, carrier cost). It must not change while the calculator is in use.
 */
export function freightCalculator(
  version: FreightVersion | null,
): (facts: FreightFacts, terms: FreightTerms, extent?: FreightExtent) => FreightResult {
  const card = version && prepare(version)
  return (facts, terms, extent = 'all') => {
    switch (methodOf(facts.billingMethod)) {
      case 'none':
        return freeOfCharge(version?.versionId ?? null)
      case 'carrier_cost':
        return byCarrierCost(version?.versionId ?? null, facts, terms, extent)
      case 'flat':
        return card ? byCard(card, 'flat', facts, terms, extent) : { gap: 'no_price', detail: {} }
      case 'price_book':
        return card ? byCard(card, 'price_book', facts, terms, extent) : { gap: 'no_price', detail: {} }
      default:
        return { gap: 'no_price', detail: { what: facts.billingMethod } }
    }
  }
}

const methods: readonly BillingMethod[] = ['none', 'price_book', 'carrier_cost', 'flat']
const methodOf = (method: string) => methods.find((each) => each === method)

export const freeOfCharge = (versionId: number | null): Priced<FreightDetail> => ({
  versionId,
  amount: '0.00',
  fees: [{ feeCode: 'FREIGHT', amount: '0.00', detail: { kind: 'free', method: 'none' } }],
})

const nothing = new Big(0)
const hundredth = new Big('0.01')

type PreparedRow = { from: Big; to: Big | null; price: Big | null; row: FreightRow }
type Card = {
  version: FreightVersion
  rows: Map<string, PreparedRow[]>
  surcharges: Map<SurchargeType, FreightSurcharge[]>
  /** Newest first. */
  fuelRates: (FuelRate & { factor: Big })[]
}

function prepare(version: FreightVersion): Card {
  const rows = Map.groupBy(
    version.rows.map((row) => ({
      from: new Big(row.weightFrom),
      to: row.weightTo === null ? null : new Big(row.weightTo),
      price: row.price === null ? null : new Big(row.price),
      row,
    })),
    ({ row }) => row.zoneCode,
  )
  for (const tiers of rows.values()) tiers.sort((a, b) => a.from.cmp(b.from))
  return {
    version,
    rows,
    surcharges: Map.groupBy(
      version.surcharges.filter(({ type }) => type !== 'label_cancel'),
      ({ type }) => type,
    ),
    fuelRates: version.fuelRates
      .map((rate) => ({ ...rate, factor: hundredth.times(rate.percent) }))
      .sort((a, b) => (a.startsOn < b.startsOn ? 1 : -1)),
  }
}

/** The row with the highest lower bound below the weight, if the weight is not above its upper bound. */
function rowFor(tiers: readonly PreparedRow[], weight: Big): PreparedRow | undefined {
  let low = 0
  let high = tiers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const from = tiers[middle]?.from ?? weight
    if (weight.gt(from) || (weight.eq(0) && from.eq(0))) low = middle + 1
    else high = middle
  }
  const tier = tiers[low - 1]
  return tier && (tier.to === null || weight.lte(tier.to)) ? tier : undefined
}

/** A package with the measures it is billed by. */
type BilledPackage = Measured & { packageSeq: number; pieces: number | null; isEstimated: boolean }

/** The packages as measured. The estimate is of the whole order, so it replaces what is missing only in a single package. */
export function billedPackages({ packages, estimated, pieces }: FreightFacts): BilledPackage[] {
  const { weight, length, width, height } = estimated
  if (packages.length === 0)
    return [{ packageSeq: 1, weight, length, width, height, pieces, isEstimated: true }]
  const isSingle = packages.length === 1
  return packages.map((each) => {
    const isSized = sidesOf(each) !== null || !isSingle
    const isWeighed = each.weight !== null || !isSingle
    const size = isSized ? each : estimated
    return {
      packageSeq: each.packageSeq,
      weight: isWeighed ? each.weight : weight,
      length: size.length,
      width: size.width,
      height: size.height,
      pieces: each.pieces ?? (isSingle ? pieces : null),
      isEstimated: !isSized || !isWeighed,
    }
  })
}

function byCard(
  card: Card,
  method: 'price_book' | 'flat',
  facts: FreightFacts,
  terms: FreightTerms,
  extent: FreightExtent,
): FreightResult {
  const { version } = card
  const { versionId } = version
  const weighing = weighingOf(facts, version)
  const fuel = fuelAt(card.fuelRates, terms.chargeDate)
  const packages: PackageFreight[] = []
  const extras = new Map<SurchargeType, (Surcharged & { packageSeq: number })[]>()
  const fuels: Extract<FreightDetail, { kind: 'fuel' }>['packages'] = []

  const billed = billedPackages(facts)
  for (const [place, each] of billed.entries()) {
    const { packageSeq } = each
    const known = measure(each, weighing, method)
    if ('gap' in known) return missing(known, versionId, packageSeq)
    const priced = method === 'flat' ? flatPrice(card, terms) : cellPrice(card, facts, each, known, terms)
    if ('gap' in priced) return missing(priced, versionId, packageSeq)
    packages.push({ ...measuresOf(each, known), ...priced })

    let fuelable = nothing
    if (extent === 'all') {
      const charged = new Set<SurchargeType>()
      for (const [type, surcharges] of card.surcharges) {
        const base = type === 'insurance' ? insuredShare(facts, place, billed.length) : priced.amount
        const extra = surchargeOf(surcharges, facts, terms, known, base)
        if (extra === null) continue
        if ('gap' in extra) return missing(extra, versionId, packageSeq)
        charged.add(type)
        if (extra.surcharge.fuelable) fuelable = fuelable.plus(extra.amount)
        const list = extras.get(type)
        if (list) list.push({ packageSeq, ...extra })
        else extras.set(type, [{ packageSeq, ...extra }])
      }
      const unpriced = orderedServices(facts).find((service) => !charged.has(service))
      if (unpriced) return missing({ gap: 'no_price', detail: { what: unpriced } }, versionId, packageSeq)
    }
    if (fuel) {
      const raw = fuelable.plus(priced.amount).times(fuel.factor)
      const amount = toAmount(raw)
      fuels.push({
        packageSeq,
        freight: priced.amount,
        fuelable: toAmount(fuelable),
        raw: raw.toFixed(),
        amount,
      })
    }
  }

  const fees: FreightFee[] = [
    {
      feeCode: 'FREIGHT',
      amount: totalOf(packages),
      detail: { kind: 'freight', method, versionId, zoneCode: facts.zoneCode, weighing, packages },
    },
  ]
  for (const [type, list] of extras)
    fees.push({
      feeCode: type.toUpperCase(),
      amount: totalOf(list),
      detail: {
        kind: 'surcharge',
        type,
        versionId,
        packages: list.map(({ value, raw, ...rest }) => ({
          ...rest,
          value: value === null ? null : value.toFixed(),
          raw: raw.toFixed(),
        })),
      },
    })
  if (fuel)
    fees.push({
      feeCode: 'FUEL',
      amount: totalOf(fuels),
      detail: { kind: 'fuel', versionId, percent: fuel.percent, startsOn: fuel.startsOn, packages: fuels },
    })
  return { versionId, amount: totalOf(fees), fees }
}

export const missing = ({ gap, detail }: Gap, versionId: number, packageSeq: number): Gap => ({
  gap,
  detail: { versionId, packageSeq, ...detail },
})

/** The rate of the day: the last one that has started. Before the first there is no fuel surcharge. */
const fuelAt = <R extends FuelRate>(newestFirst: readonly R[], day: Day): R | undefined =>
  newestFirst.find(({ startsOn }) => startsOn <= day)

const noSides = { length: '0', width: '0', height: '0' }

/** What is known of a package where it needs no billable weight. */
export function measuredOnly(each: BilledPackage, { dimRounding }: Weighing): Known {
  const sides = sidesOf(each)
  const billed = sides && billedSides(sides, dimRounding)
  const weight = each.weight === null ? null : new Big(each.weight)
  return { sides: billed, volume: billed && product(billed), weight, weighed: null }
}

function measure(each: BilledPackage, weighing: Weighing, method: 'price_book' | 'flat'): Known | Gap {
  if (method === 'flat') return measuredOnly(each, weighing)
  const sides = sidesOf(each)
  if (each.weight === null) return noDims('weight')
  const needsSides = weighing.dimDivisor !== null && weighing.weightBasis !== 'actual'
  if (sides === null && needsSides) return noDims('size')
  const weighed = weigh({ weight: each.weight, ...(sides ?? noSides) }, weighing)
  return {
    sides: sides && weighed.sides,
    volume: sides && weighed.volume,
    weight: weighed.actual,
    weighed,
  }
}

const measuresOf = (
  { packageSeq, weight, length, width, height, isEstimated }: BilledPackage,
  { sides, volume, weighed }: Known,
) => ({
  packageSeq,
  weight,
  length,
  width,
  height,
  isEstimated,
  sides: sides?.map((side) => side.toFixed()) ?? null,
  volume: volume?.toFixed() ?? null,
  volumetricWeight: weighed?.volumetric.toFixed() ?? null,
  billedBy: weighed?.by ?? null,
  billableWeight: weighed?.billable.toFixed() ?? null,
})

type CellPrice = Charged & { row: FreightRow | null; price: Decimal; quantity: Decimal; nextSteps: number }

function flatPrice({ version: { flatPrice: price } }: Card, { discount }: FreightTerms): CellPrice | Gap {
  if (price === null) return { gap: 'no_price', detail: { what: 'flat_price' } }
  return { row: null, price, quantity: '1', nextSteps: 0, ...chargeOf(new Big(price), discount) }
}

function cellPrice(
  { rows }: Card,
  { zoneCode }: FreightFacts,
  { pieces }: BilledPackage,
  { volume, weighed }: Known,
  { discount, unit }: FreightTerms,
): CellPrice | Gap {
  if (zoneCode === null) return { gap: 'no_zone', detail: {} }
  const tiers = rows.get(zoneCode)
  if (!tiers) return { gap: 'no_zone', detail: { zoneCode } }
  const weight = weighed?.billable ?? new Big(0)
  const tier = rowFor(tiers, weight)
  const at = () => ({ zoneCode, what: 'weight', value: weight.toFixed() })
  if (!tier) return { gap: 'no_tier', detail: at() }
  const { row } = tier
  const { price, billingCode } = row
  if (tier.price === null || price === null) return { gap: 'no_price', detail: at() }

  const quantity = quantityOf(billingCode, { weight, pieces, volume, unit })
  if (quantity !== null && 'gap' in quantity) return quantity
  if (billingCode !== 'first_next') {
    const raw = quantity === null ? tier.price : tier.price.times(quantity)
    return {
      row,
      price,
      quantity: quantity?.toFixed() ?? '1',
      nextSteps: 0,
      ...chargeOf(raw, discount, minimum(row)),
    }
  }

  const { firstWeight, step, nextPrice } = row
  if (firstWeight === null || step === null || nextPrice === null) return { gap: 'no_price', detail: at() }
  const steps = weight.lte(firstWeight) ? new Big(0) : stepsTo(weight.minus(firstWeight), step)
  return {
    row,
    price,
    quantity: '1',
    nextSteps: steps.toNumber(),
    ...chargeOf(tier.price.plus(steps.times(nextPrice)), discount, minimum(row)),
  }
}

const minimum = ({ minCharge }: FreightRow) => ({ minCharge })

/** What a price is multiplied by; null for a price per package. */
function quantityOf(
  code: FreightRow['billingCode'],
  { weight, pieces, volume, unit }: { weight: Big; pieces: number | null; volume: Big | null; unit: Unit },
): Big | Gap | null {
  switch (code) {
    case 'unit':
      return weight
    case 'piece':
      return pieces === null ? noDims('pieces') : new Big(pieces)
    case 'volume':
      return volume === null ? noDims('size') : inVolumeUnit(volume, unit)
    default:
      return null
  }
}
