import Big from 'big.js'
import { toAmount } from '../../platform/text/amount.ts'
import type { Decimal } from '../../platform/text/decimal.ts'
import { sumOf } from '../pricing/amounts.ts'
import { freightCalculator } from '../pricing/freight.ts'
import type { FreightExtent, FreightFacts, FreightTerms } from '../pricing/freight-types.ts'
import {
  handledByInbound,
  handledByOrder,
  type InboundHandlingFacts,
  type OrderHandlingFacts,
  operationFees,
} from '../pricing/operation.ts'
import {
  type Day,
  type FreightVersion,
  type Gap,
  type GapDetail,
  type GapReason,
  type Instant,
  isGap,
  type OperationVersion,
  type PriceBinding,
  type Priced,
  type Quote,
  type QuoteVersion,
  type Unit,
} from '../pricing/price-types.ts'
import { keptByCarrier, voidFees } from '../pricing/refunds.ts'
import { costAt, discountAt, type PriceInForce, type PriceQuestion, priceAt } from '../pricing/version-at.ts'

/** What is priced when it happens; a night's rent is priced from its snapshot. */
export type EventKind = 'inbound' | 'return' | 'order' | 'order_void' | 'order_intercept'

/** The kinds of prices that an event may need. */
export const eventPriceKinds = ['operation', 'freight'] as const
export type EventPriceKind = (typeof eventPriceKinds)[number]

/** What an order's price needs to know: where it goes, how it is packed, what is in it. */
export type OrderPriceFacts = FreightFacts & OrderHandlingFacts & { channelId: number }

/** Something that may cost a customer money. Prices are those of the moment it happened. */
export type PricedWork = {
  customerId: number
  groupId: number | null
  at: Instant
  chargeDate: Day
} & (
  | { kind: 'inbound' | 'return'; facts: InboundHandlingFacts }
  | { kind: 'order' | 'order_void' | 'order_intercept'; facts: OrderPriceFacts }
)

/** An order, with what its carrier does. */
type CarriedWork = Extract<PricedWork, { facts: OrderPriceFacts }>
const isCarried = (work: PricedWork): work is CarriedWork => work.kind !== 'inbound' && work.kind !== 'return'

/** All prices that may apply, without their contents. */
export type PriceList = {
  quotes: readonly Quote[]
  versions: readonly QuoteVersion[]
  bindings: readonly PriceBinding[]
}

/** The contents of versions by their ids. */
export type Contents = {
  operation: ReadonlyMap<number, OperationVersion>
  freight: ReadonlyMap<number, FreightVersion>
}

/** What every price of a company depends on. */
export type CompanyTerms = {
  unit: Unit
  currency: string
  rates: Readonly<Record<string, Decimal>>
  /** Whether customers pay the freight of labels that a carrier does not cancel. */
  chargeSunkFreight: boolean
}

/**
 * What an event was priced with besides its facts. It is kept with the event, so that the same calculation years later has the same result,
 * whatever was set since.
 */
export type PricedWith = CompanyTerms & {
  prices: Partial<Record<EventPriceKind, { versionId: number; discount: Decimal }>>
}

/** A fee that was calculated and is not written yet. */
export type FeeDraft = {
  feeCode: string
  amount: Decimal
  versionId: number | null
  discount: Decimal
  detail: object
  /** What the carrier charges us for it; null where that is not known. */
  costAmount: Decimal | null
}

/** What work comes to: its fees, which may be none, or why it has no price yet. */
export type Outcome =
  | { fees: FeeDraft[]; amount: Decimal; pricedWith?: PricedWith }
  | {
      gap: GapReason
      detail: GapDetail & { kind?: 'operation' | 'freight' | 'storage'; feeId?: number; feeNo?: string }
    }

/** The prices that apply to some work: for its handling, for its freight, and what the carrier charges for that. */
export type Chosen = {
  operation: PriceInForce<QuoteVersion> | Gap | null
  freight: PriceInForce<QuoteVersion> | Gap | null
  /** On freight, also where the carrier's cost is charged and no version is needed. */
  freightDiscount: Decimal
  cost: PriceInForce<QuoteVersion> | null
}

/** What one document can cost: an account has room for thousands of them. More is a mistake in a price or in a quantity. */
const MAX_AMOUNT = '999999999999.99'
export const fits = (amount: Decimal) => new Big(amount).lte(MAX_AMOUNT)

const hasCard = ({ billingMethod }: FreightFacts) =>
  billingMethod === 'price_book' || billingMethod === 'flat'

/** The versions that are in force for some work at its moment. */
export function choosePrices(work: PricedWork, list: PriceList): Chosen {
  const { customerId, groupId, at } = work
  const question = { customerId, groupId, kind: 'operation', channelId: null } as const
  const operation = work.kind === 'order_void' ? null : priceAt(list, question, at)
  const none = { operation, freight: null, freightDiscount: '1.00', cost: null }
  if (!isCarried(work)) return none
  const { channelId } = work.facts
  const carried = { ...question, kind: 'freight', channelId } as const
  const { discount } = discountAt(list.bindings, carried, at)
  if (!hasCard(work.facts)) return { ...none, freightDiscount: discount }
  const cost = costAt(list, channelId, at)
  return {
    operation,
    freight: priceAt(list, carried, at),
    freightDiscount: discount,
    cost: isGap(cost) ? null : cost,
  }
}

/** A version that a person chose instead of the one of the moment, and the time of that decision. */
export type ByHand = { version: QuoteVersion; quote: Quote; now: Instant }

/**
 * The prices of some work with a version chosen by hand in place of its own; nothing where the customer or the channel does not use the
 * version's quote. The discount is the one the customer has with that quote.
 */
export function withVersion(
  work: PricedWork,
  list: PriceList,
  chosen: Chosen,
  byHand: ByHand,
): Chosen | undefined {
  const { quote } = byHand
  const { kind } = quote
  if (kind === 'storage' || quote.side !== 'sale') return undefined
  if (kind === 'operation' ? chosen.operation === null : chosen.freight === null) return undefined
  const channelId = kind === 'freight' && isCarried(work) ? work.facts.channelId : null
  if (quote.channelId !== channelId) return undefined
  const { customerId, groupId, at } = work
  const price = priceByHand(list, { customerId, groupId, kind, channelId }, at, byHand)
  return price && { ...chosen, [kind]: price }
}

/** The price of a version chosen by hand, with the discount that the customer has with its quote; undefined where it has none. */
export function priceByHand(
  list: PriceList,
  question: PriceQuestion,
  moment: Instant,
  { version, quote, now }: ByHand,
): PriceInForce<QuoteVersion> | undefined {
  for (const at of [moment, version.effectiveFrom ?? now, now]) {
    const price = priceAt(list, question, at)
    if (!isGap(price) && price.quoteId === quote.quoteId) return { ...price, version }
  }
  return undefined
}

/** Whether work happened before the first version of a quote was in force. */
export const isOlder = ({ at }: Pick<PricedWork, 'at'>, { versions }: PriceList, quoteId: number): boolean =>
  versions
    .filter((version) => version.quoteId === quoteId && version.effectiveFrom !== null)
    .every(({ effectiveFrom }) => Date.parse(at) < Date.parse(effectiveFrom ?? at))

/** Whether work lacks a price of a kind, which another version may have; what was not measured, none can price. */
export const lacksPrice = (outcome: Outcome, kind: Quote['kind']): boolean =>
  'gap' in outcome && outcome.gap !== 'no_dims' && (outcome.detail.kind ?? kind) === kind

/** The versions whose contents are needed. */
export const versionsOf = ({ operation, freight, cost }: Chosen): number[] =>
  [operation, freight, cost].flatMap((price) => (price && !isGap(price) ? price.version.versionId : []))

/** What an event is priced with; of what is not priced now, what it was priced with before. */
export function pricedWith(
  { unit, currency, rates, chargeSunkFreight }: CompanyTerms,
  { operation, freight }: Chosen,
  kinds: readonly EventPriceKind[] = eventPriceKinds,
  before: PricedWith['prices'] = {},
): PricedWith {
  const prices = { ...before }
  for (const [kind, price] of [['operation', operation] as const, ['freight', freight] as const])
    if (price && !isGap(price) && kinds.includes(kind))
      prices[kind] = { versionId: price.version.versionId, discount: price.discount }
  return { unit, currency, rates, chargeSunkFreight, prices }
}

type Fees = Extract<Outcome, { fees: FeeDraft[] }>

const openFor = (kind: 'operation' | 'freight', { gap, detail }: Gap): Outcome => ({
  gap,
  detail: { kind, ...detail },
})

/**
 * Calculates what work costs its customer. A document is never charged in part: a single price that is missing leaves all of it
 * open.
 */
export function eventPrices(contents: Contents, today: CompanyTerms) {
  const calculators = new Map<number | undefined, ReturnType<typeof freightCalculator>>()
  const calculatorOf = (versionId: number | undefined) => {
    const known = calculators.get(versionId)
    if (known) return known
    const made = freightCalculator(contents.freight.get(versionId ?? 0) ?? null)
    calculators.set(versionId, made)
    return made
  }

  const handling = (
    work: PricedWork,
    price: PriceInForce<QuoteVersion> | Gap,
    { unit }: CompanyTerms,
  ): Outcome => {
    if (isGap(price)) return openFor('operation', price)
    const version = contents.operation.get(price.version.versionId)
    if (!version) throw new Error(`version ${price.version.versionId} was not read`)
    const handled = isCarried(work)
      ? handledByOrder(work.facts, work.kind === 'order_intercept' ? 'order_intercept' : 'order')
      : handledByInbound(work.facts, work.kind)
    const result = operationFees(version, handled, { discount: price.discount, unit })
    return isGap(result) ? openFor('operation', result) : draftsOf(result, price.discount)
  }

  const freight = (
    { kind, facts, chargeDate }: CarriedWork,
    chosen: Chosen,
    refused: readonly number[],
    { unit, currency, rates, chargeSunkFreight }: CompanyTerms,
  ): Outcome => {
    if (chosen.freight && isGap(chosen.freight)) return openFor('freight', chosen.freight)
    const versionId = chosen.freight?.version.versionId
    const discount = chosen.freight?.discount ?? chosen.freightDiscount
    const priceTerms = { discount, chargeDate, unit, currency, rates }
    if (kind !== 'order') {
      const version = contents.freight.get(versionId ?? 0) ?? null
      const result = voidFees(version, facts, { ...priceTerms, chargeSunkFreight, refusedPackages: refused })
      if (isGap(result)) return openFor('freight', result)
      const kept = keptByCarrier(facts, refused)
      const cost = kept && costOf(kept, chosen.cost, priceTerms, 'without_surcharges')
      return withCost(draftsOf(result, discount), cost)
    }
    const result = calculatorOf(versionId)(facts, priceTerms)
    if (isGap(result)) return openFor('freight', result)
    return withCost(draftsOf(result, discount), costOf(facts, chosen.cost, priceTerms))
  }

  /** What we pay for an order's freight: what the carrier said for its labels, or else the carrier's prices. */
  const costOf = (
    facts: FreightFacts,
    cost: Chosen['cost'],
    priceTerms: FreightTerms,
    extent: FreightExtent = 'all',
  ): Decimal | null => {
    const whole = { ...priceTerms, discount: '1.00' }
    const byLabels = calculatorOf(undefined)({ ...facts, billingMethod: 'carrier_cost' }, whole, extent)
    const byCard = cost && calculatorOf(cost.version.versionId)(facts, whole, extent)
    const known = isGap(byLabels) ? byCard : byLabels
    return known === null || isGap(known) || !fits(known.amount) ? null : known.amount
  }

  /**
   * `refused` are the packages whose labels the carrier refused to cancel; `kinds` is what is priced, by default all of it; `terms` are those
   * that the work was priced with before, by default today's.
   */
  return (
    work: PricedWork,
    chosen: Chosen,
    refused: readonly number[] = [],
    kinds: readonly EventPriceKind[] = eventPriceKinds,
    terms: CompanyTerms = today,
  ): Outcome => {
    const parts = [
      ...(chosen.operation && kinds.includes('operation') ? [handling(work, chosen.operation, terms)] : []),
      ...(isCarried(work) && kinds.includes('freight') ? [freight(work, chosen, refused, terms)] : []),
    ]
    const missing = parts.find((part) => 'gap' in part)
    if (missing) return missing
    const fees = parts.flatMap((part) => ('fees' in part ? part.fees : []))
    const amount = toAmount(sumOf(fees.map((fee) => fee.amount)))
    return fits(amount) ? { fees, amount } : { gap: 'no_price', detail: { what: 'too_large', value: amount } }
  }
}

/** Fees of nothing are left out: that the work was free is in its event. */
const draftsOf = ({ fees, amount, versionId }: Priced<object>, discount: Decimal): Fees => ({
  fees: fees
    .filter((fee) => !new Big(fee.amount).eq(0))
    .map(({ feeCode, amount, detail }) => ({
      feeCode,
      amount,
      detail,
      versionId,
      discount,
      costAmount: null,
    })),
  amount,
})

/** The cost of an order's freight stands with the first of its freight fees. */
const withCost = (drafts: Fees, costAmount: Decimal | null): Fees => ({
  ...drafts,
  fees: drafts.fees.map((fee, i) => (i === 0 ? { ...fee, costAmount } : fee)),
})
