import Big from 'big.js'
import { toAmount } from '../../platform/text/amount.ts'
import { type Decimal, isDecimal } from '../../platform/text/decimal.ts'
import { sumOf, totalOf } from './amounts.ts'
import { weighingOf } from './billable-weight.ts'
import { billedPackages, freeOfCharge, freightCalculator, measuredOnly, missing } from './freight.ts'
import type { FreightDetail, FreightFacts, FreightFee, FreightResult, FreightTerms } from './freight-types.ts'
import type { FreightVersion, Gap } from './price-types.ts'
import { surchargeOf } from './surcharges.ts'

/** What may still be refunded of a fee. Refunds are negative amounts. */
export function refundable(original: Decimal, refunds: readonly Decimal[]): Decimal {
  const left = new Big(original).plus(sumOf(refunds))
  return toAmount(left.gt(0) ? left : '0')
}

type RefundProblem = 'not_positive' | 'too_many_decimals' | 'above_original'

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

/** The packages with a label that is the carrier's to cancel. */
const labelledIn = ({ packages }: FreightFacts) =>
  packages.filter(({ waybills = [] }) =>
    waybills.some(({ trackingNo, status }) => trackingNo !== null && status !== 'superseded'),
  )

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
  const labelled = labelledIn(facts)
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
  if (cancelled.length > 0 || fees.length === 0) {
    const fee = cancellation(version, facts, cancelled, terms)
    if ('gap' in fee) return fee
    fees.push(fee)
  }
  return { versionId: version?.versionId ?? null, amount: totalOf(fees), fees }
}

/** Some packages of an order. Its estimate and its pieces are those of a single package only if it had no other. */
const ofPackages = (facts: FreightFacts, packages: FreightFacts['packages']): FreightFacts => ({
  ...facts,
  packages,
  ...(facts.packages.length > 1 && {
    estimated: { weight: null, length: null, width: null, height: null },
    pieces: null,
  }),
})

/** The order with the packages alone whose labels its carrier refused to cancel, which cost us what they would have; null where there is none. */
export function keptByCarrier(facts: FreightFacts, refusedPackages: readonly number[]): FreightFacts | null {
  const kept = labelledIn(facts).filter(({ packageSeq }) => refusedPackages.includes(packageSeq))
  return kept.length > 0 ? ofPackages(facts, kept) : null
}

/** For each package the highest cancellation fee whose conditions it meets. */
function cancellation(
  version: FreightVersion | null,
  facts: FreightFacts,
  packages: FreightFacts['packages'],
  terms: VoidTerms,
): FreightFee | Gap {
  const cancels = (version?.surcharges ?? []).filter(
    ({ type, amount }) => type === 'label_cancel' && amount !== null,
  )
  const cancelled = new Set(packages.map(({ packageSeq }) => packageSeq))
  const charged: Extract<FreightDetail, { kind: 'surcharge' }>['packages'] = []
  for (const each of billedPackages(facts)) {
    const { packageSeq } = each
    if (version === null || !cancelled.has(packageSeq)) continue
    const cancelFee = surchargeOf(cancels, facts, terms, measuredOnly(each, weighingOf(facts, version)), '0')
    if (cancelFee === null) continue
    if ('gap' in cancelFee) return missing(cancelFee, version.versionId, packageSeq)
    const { value, raw, ...rest } = cancelFee
    charged.push({ packageSeq, ...rest, value: value === null ? null : value.toFixed(), raw: raw.toFixed() })
  }
  const detail: FreightDetail = {
    kind: 'surcharge',
    type: 'label_cancel',
    versionId: version?.versionId ?? null,
    packages: charged,
  }
  return { feeCode: 'LABEL_CANCEL', amount: totalOf(charged), detail }
}
