import Big from 'big.js'
import type { Decimal } from '../../platform/text/decimal.ts'
import type { Chosen, Outcome, PriceList } from '../fees/event-prices.ts'
import { sumOf } from '../pricing/amounts.ts'
import {
  type Gap,
  type Instant,
  isGap,
  type Quote,
  type QuoteKind,
  type QuoteVersion,
} from '../pricing/price-types.ts'
import { discountAt, type PriceInForce, type PriceQuestion, priceAt } from '../pricing/version-at.ts'

/** The versions and discounts that an event was charged with, by kind. */
export type Used = Partial<Record<QuoteKind, { version: QuoteVersion; discount: Decimal }>>

/** A version to calculate with. */
export type Instead = { version: QuoteVersion; quote: Quote }

/** The versions to calculate with; for all customers, or only where the same quote was used. */
export type Choice = { instead: readonly Instead[]; forAll: boolean }

type Price = PriceInForce<QuoteVersion> | Gap

/**
 * The price of one kind to calculate an event with: the one it was charged with, or that of its moment where its fees name none, and in
 * its place the chosen version of the same quote, or of any quote where it is for all. The discount stays.
 */
export function priceInstead(
  { kind, channelId }: Pick<Quote, 'kind' | 'channelId'>,
  own: Price,
  used: Used,
  { instead, forAll }: Choice,
): Price {
  const by = used[kind]
  const source = 'customer' as const
  const base = by ? { ...by, quoteId: by.version.quoteId, source } : own
  const other = instead.find(
    ({ quote }) =>
      quote.kind === kind &&
      quote.channelId === channelId &&
      (forAll || (!isGap(base) && base.quoteId === quote.quoteId)),
  )
  if (!other) return base
  const discount = isGap(base) ? '1.00' : base.discount
  return { version: other.version, quoteId: other.quote.quoteId, discount, source }
}

/** Whose price is wanted, and of which moment. */
type Customer = Omit<PriceQuestion, 'kind' | 'channelId'> & { at: Instant }

/** The chosen versions with the time of the question, and the prices of the customers. */
type FirstChoice = Choice & { list: PriceList; now: Instant }

/**
 * The price of one kind for work that has none yet, as if it was charged now: that of its moment, and in its place the chosen version as for
 * other work. Where its moment has no price, the chosen version is for customers who used the quote then, use it now, or do so when the
 * version starts, with their discount; or for all.
 */
export function firstPrice(
  { kind, channelId }: Pick<Quote, 'kind' | 'channelId'>,
  own: Price,
  { customerId, groupId, at }: Customer,
  choice: FirstChoice,
): Price {
  const { instead, forAll, list, now } = choice
  if (!isGap(own)) return priceInstead({ kind, channelId }, own, {}, choice)
  const other = instead.find(({ quote }) => quote.kind === kind && quote.channelId === channelId)
  if (!other) return own
  const { version, quote } = other
  const question = { customerId, groupId, kind, channelId }
  const uses = [at, version.effectiveFrom ?? now, now].find((moment) => {
    const price = priceAt(list, question, moment)
    return quote.quoteId === (isGap(price) ? price.detail.quoteId : price.quoteId)
  })
  if (uses === undefined && !forAll) return own
  const discount = uses === undefined ? '1.00' : discountAt(list.bindings, question, uses).discount
  return { version, quoteId: quote.quoteId, discount, source: 'customer' }
}

/** The handling and the freight of an event, each with another price. */
function withPrices(
  chosen: Chosen,
  freightChannel: number | null,
  priceOf: (of: Pick<Quote, 'kind' | 'channelId'>, own: Price) => Price,
): Chosen {
  const { operation, freight } = chosen
  return {
    ...chosen,
    operation: operation && priceOf({ kind: 'operation', channelId: null }, operation),
    freight: freight && priceOf({ kind: 'freight', channelId: freightChannel }, freight),
  }
}

/** The prices of an event that was charged. */
export const pricesInstead = (
  chosen: Chosen,
  used: Used,
  freightChannel: number | null,
  choice: Choice,
): Chosen => withPrices(chosen, freightChannel, (of, own) => priceInstead(of, own, used, choice))

/** The prices of an event that has none yet. */
export const firstPrices = (
  chosen: Chosen,
  customer: Customer,
  freightChannel: number | null,
  choice: FirstChoice,
): Chosen => withPrices(chosen, freightChannel, (of, own) => firstPrice(of, own, customer, choice))

export type Compared = {
  charged: Decimal
  instead: Decimal
  isGap: boolean
  /** It has no price yet, so that there is nothing to compare. */
  isOpen: boolean
}

/** What an event would cost beside what it cost. Without a price it counts as it was charged. */
export const compared = (charged: Decimal, outcome: Outcome, isOpen = false): Compared => ({
  charged,
  instead: 'fees' in outcome ? outcome.amount : charged,
  isGap: 'gap' in outcome,
  isOpen,
})

/** Sums of many events. Those that had no price are in no difference: their first prices stand by themselves. */
export function sumsOf(all: readonly Compared[]) {
  const old = all.filter(({ isOpen }) => !isOpen)
  const charged = sumOf(old.map((each) => each.charged))
  const instead = sumOf(old.map((each) => each.instead))
  const first = all.filter(isFirst)
  return {
    events: old.length,
    charged: charged.toFixed(2),
    instead: instead.toFixed(2),
    difference: instead.minus(charged).toFixed(2),
    gaps: old.filter(({ isGap }) => isGap).length,
    newlyPriced: first.length,
    newAmount: sumOf(first.map((each) => each.instead)).toFixed(2),
    stillOpen: all.length - old.length - first.length,
  }
}

export const differenceOf = ({ charged, instead }: Compared): Decimal =>
  new Big(instead).minus(charged).toFixed(2)

/** The documents with the biggest differences, up or down; those without one are left out. */
export const biggest = <C extends Compared>(all: readonly C[], max: number): C[] =>
  all
    .filter((each) => !each.isOpen && !new Big(each.charged).eq(each.instead))
    .toSorted((a, b) => new Big(differenceOf(b)).abs().cmp(new Big(differenceOf(a)).abs()))
    .slice(0, max)

/** Whether something without a price gets its first one. */
export const isFirst = ({ isOpen, isGap }: Compared): boolean => isOpen && !isGap

/** The documents with the highest first prices. */
export const highestFirst = <C extends Compared>(all: readonly C[], max: number): C[] =>
  all
    .filter(isFirst)
    .toSorted((a, b) => new Big(b.instead).cmp(a.instead))
    .slice(0, max)
