import Big from 'big.js'
import { toAmount } from '../../platform/text/amount.ts'
import { type Decimal, isDecimal } from '../../platform/text/decimal.ts'
import { sumOf, totalOf } from './amounts.ts'
import { freeOfCharge, freightCalculator } from './freight.ts'
import type { FreightDetail, FreightFacts, FreightFee, FreightResult, FreightTerms } from './freight-types.ts'
import type { FreightVersion } from './price-types.ts'
import { appliesTo } from './surcharges.ts'

/** What may still be refunded of a fee. Refunds are negative amounts. */
export function refundable(original: Decimal, refunds: readonly Decimal[]): Decimal {
  const left = new Big(original).plus(sumOf(refunds))
  return toAmount(left.gt(0) ? left : '0')
}

export type RefundProblem = 'not_positive' | 'too_many_decimals' | 'above_original'

/** The amount of a refund's fee, or why it is refused. The request is positive, the fee negative. */
export function refundOf(
  original: Decimal,
  refunds: readonly Decimal[],
  amount: Decimal,
): { amount: Decimal; leftAfter: Decimal } | { problem: RefundProblem; left: Decimal } {
  const left = refundable(original, refunds)
  if (!isDecimal(amount, 16, 2)) return { problem: 'too_many_decimals', left }
  if (new Big(amount).lte(0)) return { problem: 'not_positive', left }
  if (new Big(amount).gt(left)) return { problem: 'above_original', left }
  return { amount: toAmount(new Big(amount).times(-1)), leftAfter: toAmount(new Big(left).minus(amount)) }
}

export type VoidTerms = FreightTerms & {
  /** Whether customers pay the freight of labels that the carrier does not cancel. */
  chargeSunkFreight: boolean
  /** Packages whose labels the carrier refused to cancel. */
  refusedPackages: readonly number[]
}

/**
 * What a voided order costs: for each package with a label the cancellation fee, or freight and fuel where the carrier refused
 * and such freight is charged. A version without a cancellation fee cancels for free.
 */
export function voidFees(
  version: FreightVersion | null,
  facts: FreightFacts,
  terms: VoidTerms,
): FreightResult {
  if (facts.billingMethod === 'none') return freeOfCharge(version?.versionId ?? null)
  if (version === null && facts.billingMethod !== 'carrier_cost') return { gap: 'no_price', detail: {} }
  const labelled = facts.packages.filter(({ waybills = [] }) =>
    waybills.some(({ trackingNo, status }) => trackingNo !== null && status !== 'superseded'),
  )
  const isSunk = ({ packageSeq }: { packageSeq: number }) =>
    terms.chargeSunkFreight && terms.refusedPackages.includes(packageSeq)

  const fees: FreightFee[] = []
  const sunk = labelled.filter(isSunk)
  if (sunk.length > 0) {
    const result = freightCalculator(version)(ofPackages(facts, sunk), terms, 'without_surcharges')
    if ('gap' in result) return result
    fees.push(...result.fees)
  }
  const cancelled = labelled.filter((each) => !isSunk(each))
  if (cancelled.length > 0 || fees.length === 0) fees.push(cancellation(version, facts, cancelled, terms))
  return { versionId: version?.versionId ?? null, amount: totalOf(fees), fees }
}

/** Some packages of an order. The estimate stays with an order that had one package only. */
const ofPackages = (facts: FreightFacts, packages: FreightFacts['packages']): FreightFacts => ({
  ...facts,
  packages,
  ...(facts.packages.length > 1 && { estimated: { weight: null, length: null, width: null, height: null } }),
})

function cancellation(
  version: FreightVersion | null,
  facts: FreightFacts,
  packages: FreightFacts['packages'],
  { chargeDate }: VoidTerms,
): FreightFee {
  const matches = (version?.surcharges ?? []).filter(
    (each) => each.type === 'label_cancel' && each.amount !== null && appliesTo(each, facts, chargeDate),
  )
  const highest = matches.reduce<{ surcharge: (typeof matches)[number]; raw: Big } | null>(
    (best, surcharge) => {
      const raw = new Big(surcharge.amount ?? 0)
      return best === null || raw.gt(best.raw) ? { surcharge, raw } : best
    },
    null,
  )
  const charged =
    highest === null
      ? []
      : packages.map(({ packageSeq }) => ({
          packageSeq,
          surcharge: highest.surcharge,
          value: null,
          freight: null,
          raw: highest.raw.toFixed(),
          amount: toAmount(highest.raw),
        }))
  const detail: FreightDetail = {
    kind: 'surcharge',
    type: 'label_cancel',
    versionId: version?.versionId ?? null,
    packages: charged,
  }
  return { feeCode: 'LABEL_CANCEL', amount: totalOf(charged), detail }
}
