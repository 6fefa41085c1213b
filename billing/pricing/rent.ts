import Big from 'big.js'
import type { Decimal } from '../../platform/text/decimal.ts'
import { type Charged, chargeOf, larger, sumOf } from './amounts.ts'
import type { Day, Gap, Sizes, StorageTier, StorageVersion, Unit } from './price-types.ts'
import { unitVolume, VOLUME_PLACES } from './volume.ts'

/** Goods of one product and batch that were in storage for a night. */
export type StoredGoods = {
  productId: number
  batchId: number | null
  quality: 'good' | 'defective'
  quantity: number
  putawayDate: Day
} & (Sizes | { unitVolume: Decimal; isUnmeasured: boolean })

/** What rent depends on besides the version and the goods. */
export type RentTerms = {
  discount: Decimal
  chargeDate: Day
  unit: Unit
  /** The least that a piece takes up. */
  minVolume: Decimal
}

export type RentLine = {
  productId: number
  batchId: number | null
  quality: 'good' | 'defective'
  quantity: number
  putawayDate: Day
  ageDays: number
  unitVolume: Decimal
  /** Whether a side is unknown, so that the minimum is used until the product is measured. */
  isUnmeasured: boolean
  volume: Decimal
  /** Why it is free, if it is: within the free days, or put away after the charge date. */
  free: 'free_days' | 'later' | null
  tier: StorageTier | null
  price: Decimal
  /** With six decimals; only the day is rounded to cents. */
  amount6: Decimal
}

type RentDetail = Charged & {
  kind: 'rent'
  versionId: number
  chargeDate: Day
  freeDays: number
  minVolume: Decimal
  lines: RentLine[]
}

export type RentResult = { versionId: number; amount: Decimal; detail: RentDetail } | Gap

const DAY_MS = 86_400_000
const dayNumber = (day: Day) => Date.parse(`${day}T00:00:00Z`) / DAY_MS

/** The day of putaway is day 1. */
export const ageOn = (chargeDate: Day, putawayDate: Day): number =>
  dayNumber(chargeDate) - dayNumber(putawayDate) + 1

/** The volume a piece is billed by in m³ or ft³, with six decimals and not below the minimum. */
function rentVolume(
  sizes: Sizes,
  unit: Unit,
  minVolume: Decimal,
): { unitVolume: Decimal; isUnmeasured: boolean } {
  const volume = unitVolume(sizes, unit)
  return {
    unitVolume: larger(volume ?? new Big(0), new Big(minVolume)).toFixed(VOLUME_PLACES),
    isUnmeasured: volume === null,
  }
}

/** The tier of an age: one for the quality of the goods before one for all goods. */
function storageTierOf(
  tiers: readonly StorageTier[],
  ageDays: number,
  quality: 'good' | 'defective',
): StorageTier | undefined {
  const covers = ({ ageFrom, ageTo }: StorageTier) =>
    ageDays >= ageFrom && (ageTo === null || ageDays <= ageTo)
  return (
    tiers.find((tier) => tier.quality === quality && covers(tier)) ??
    tiers.find((tier) => tier.quality === 'all' && covers(tier))
  )
}

/** The rent of one customer for one charge date. Lines keep six decimals; the day is rounded once. */
export function rentOfDay(
  version: StorageVersion,
  goods: readonly StoredGoods[],
  terms: RentTerms,
): RentResult {
  const lines: RentLine[] = []
  for (const each of goods) {
    const line = rentLine(version, each, terms)
    if ('gap' in line) return line
    lines.push(line)
  }
  const { versionId, freeDays } = version
  const { chargeDate, minVolume, discount } = terms
  const charged = chargeOf(sumOf(lines.map(({ amount6 }) => amount6)), discount)
  return {
    versionId,
    amount: charged.amount,
    detail: { kind: 'rent', versionId, chargeDate, freeDays, minVolume, lines, ...charged },
  }
}

function rentLine(
  { versionId, freeDays, tiers }: StorageVersion,
  goods: StoredGoods,
  { chargeDate, unit, minVolume }: RentTerms,
): RentLine | Gap {
  const { productId, batchId, quality, quantity, putawayDate } = goods
  const ageDays = ageOn(chargeDate, putawayDate)
  const size = 'unitVolume' in goods ? goods : rentVolume(goods, unit, minVolume)
  const volume = new Big(size.unitVolume).times(quantity)
  // The snapshot is taken in the next morning: what was put away after midnight was not there on the charge date.
  const free = ageDays < 1 ? 'later' : ageDays <= freeDays ? 'free_days' : null
  const tier = free === null ? storageTierOf(tiers, ageDays, quality) : null
  if (tier === undefined)
    return {
      gap: 'no_tier',
      detail: { versionId, productId, what: `age_${quality}`, value: String(ageDays) },
    }
  const price = tier?.price ?? '0'
  return {
    productId,
    batchId,
    quality,
    quantity,
    putawayDate,
    ageDays,
    unitVolume: size.unitVolume,
    isUnmeasured: size.isUnmeasured,
    volume: volume.toFixed(),
    free,
    tier,
    price,
    amount6: volume.times(price).round(VOLUME_PLACES, Big.roundHalfUp).toFixed(VOLUME_PLACES),
  }
}

type RentCycle = { from: Day; to: Day }

/** The N-day cycle of a date, counted from the anchor; undefined before it. */
export function rentCycleOf(anchor: Day, days: number, date: Day): RentCycle | undefined {
  const since = dayNumber(date) - dayNumber(anchor)
  if (since < 0) return undefined
  const start = dayNumber(date) - (since % days)
  return { from: dayOf(start), to: dayOf(start + days - 1) }
}

const dayOf = (number: number): Day => new Date(number * DAY_MS).toISOString().slice(0, 10)
