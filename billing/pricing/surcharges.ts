import Big from 'big.js'
import { toAmount } from '../../platform/text/amount.ts'
import type { Decimal } from '../../platform/text/decimal.ts'
import type { Weighed } from './billable-weight.ts'
import type { FreightFacts, FreightTerms } from './freight-types.ts'
import type { Day, FreightSurcharge, Gap, SurchargeType } from './price-types.ts'

/** What is known of a package. Sides are null where none are known and none were needed for the weight. */
export type Known = {
  sides: readonly Big[] | null
  volume: Big | null
  weight: Big | null
  weighed: Weighed | null
}

export type Surcharged = {
  surcharge: FreightSurcharge
  value: Big | null
  freight: Decimal | null
  raw: Big
  amount: Decimal
}

export const noDims = (what: string): Gap => ({ gap: 'no_dims', detail: { what } })

/** Of the surcharges of one type, the highest that applies to the package; null where none does. A percentage is of `base`. */
export function surchargeOf(
  surcharges: readonly FreightSurcharge[],
  facts: FreightFacts,
  { chargeDate }: FreightTerms,
  known: Known,
  base: Decimal,
): Surcharged | Gap | null {
  let highest: Surcharged | null = null
  for (const surcharge of surcharges) {
    if (!appliesTo(surcharge, facts, chargeDate)) continue
    const value = surcharge.measure && measureOf(surcharge.measure, known)
    if (value !== null && 'gap' in value) return value
    if (value !== null && surcharge.above !== null && value.lte(surcharge.above)) continue
    const { amount, percent } = surcharge
    if (amount === null && percent === null) return { gap: 'no_price', detail: { what: surcharge.type } }
    const raw = amount === null ? new Big(base).times(percent ?? 0).times('0.01') : new Big(amount)
    if (highest === null || raw.gt(highest.raw))
      highest = { surcharge, value, freight: amount === null ? base : null, raw, amount: toAmount(raw) }
  }
  return highest
}

const isInsured = ({ insurance = null }: Pick<FreightFacts, 'insurance'>) => insurance !== null

/** What was ordered with the shipment. It is never free in silence: what is meant to be free has a surcharge of 0. */
export const orderedServices = (
  facts: Pick<FreightFacts, 'insurance' | 'services'>,
): readonly SurchargeType[] => [
  ...(facts.services ?? []),
  ...(isInsured(facts) ? ['insurance' as const] : []),
]

/** What the package at a place of several is insured for: an order is insured as a whole, and the shares add up to the cent. */
export function insuredShare(
  { insurance }: Pick<FreightFacts, 'insurance'>,
  place: number,
  of: number,
): Decimal {
  const upTo = (count: number) => new Big(insurance ?? 0).times(count).div(of).round(2, Big.roundDown)
  return toAmount(upTo(place + 1).minus(upTo(place)))
}

function appliesTo(
  { type, remoteLevel, dateFrom, dateTo }: FreightSurcharge,
  facts: FreightFacts,
  day: Day,
): boolean {
  if ((dateFrom !== null && day < dateFrom) || (dateTo !== null && day > dateTo)) return false
  const level = facts.remoteLevel ?? 'none'
  if (remoteLevel !== null && remoteLevel !== level) return false
  switch (type) {
    case 'residential':
      return facts.addressKind !== 'commercial'
    case 'remote':
      return level !== 'none'
    case 'signature':
      return facts.signature
    case 'insurance':
      return isInsured(facts)
    default:
      return true
  }
}

function measureOf(
  name: NonNullable<FreightSurcharge['measure']>,
  { sides, volume, weight }: Known,
): Big | Gap {
  switch (name) {
    case 'longest_side':
      return sides?.[0] ?? noDims('size')
    case 'second_side':
      return sides?.[1] ?? noDims('size')
    case 'volume':
      return volume ?? noDims('size')
    case 'weight':
      return weight ?? noDims('weight')
  }
}
