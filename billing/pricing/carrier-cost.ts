import Big from 'big.js'
import type { Decimal } from '../../platform/text/decimal.ts'
import { chargeOf, sumOf, totalOf } from './amounts.ts'
import type {
  FreightDetail,
  FreightExtent,
  FreightFacts,
  FreightResult,
  FreightTerms,
} from './freight-types.ts'
import type { Gap, GapDetail } from './price-types.ts'

/**
 * The labels a customer pays for: those the goods left with, and for a voided order those that could not be cancelled. The facts of a
 * voided order are written before its labels are given up: one that was being cancelled then had been replaced by another.
 */
const counted: Record<FreightExtent, readonly string[]> = {
  all: ['obtained'],
  without_surcharges: ['obtained', 'void_failed'],
}

/** What the carrier charged for the labels, at the customer's discount; surcharges and fuel are inside. */
export function byCarrierCost(
  versionId: number | null,
  { packages }: FreightFacts,
  { discount, currency, rates = {} }: FreightTerms,
  extent: FreightExtent,
): FreightResult {
  const noCost = (detail: GapDetail): Gap => ({
    gap: 'no_price',
    detail: { ...(versionId !== null && { versionId }), ...detail },
  })
  if (packages.length === 0) return noCost({ what: 'carrier_cost' })
  const priced: Extract<FreightDetail, { kind: 'carrier_cost' }>['packages'] = []
  for (const { packageSeq, waybills = [] } of packages) {
    const labels = waybills.filter(({ status }) => counted[extent].includes(status))
    if (labels.length === 0) return noCost({ packageSeq, what: 'carrier_cost' })
    const costs: { costAmount: Decimal; costCurrency: string; rate: Decimal }[] = []
    for (const { costAmount, costCurrency, costRate } of labels) {
      if (costAmount === null || costCurrency === null) return noCost({ packageSeq, what: 'carrier_cost' })
      const rate = costCurrency === currency ? '1' : (costRate ?? rates[costCurrency])
      if (rate === undefined) return noCost({ packageSeq, what: 'rate', currency: costCurrency })
      costs.push({ costAmount, costCurrency, rate })
    }
    const raw = sumOf(costs.map(({ costAmount, rate }) => new Big(costAmount).times(rate)))
    priced.push({ packageSeq, costs, ...chargeOf(raw, discount) })
  }
  const amount = totalOf(priced)
  const detail = { kind: 'carrier_cost', method: 'carrier_cost', versionId, packages: priced } as const
  return { versionId, amount, fees: [{ feeCode: 'FREIGHT', amount, detail }] }
}
