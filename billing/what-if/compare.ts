import Big from 'big.js'
import type { Decimal } from '../../platform/text/decimal.ts'
import type { Chosen, Outcome } from '../fees/event-prices.ts'
import { type Gap, isGap, type Quote, type QuoteKind, type QuoteVersion } from '../pricing/price-types.ts'
import type { PriceInForce } from '../pricing/version-at.ts'

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

/** The same for the handling and the freight of an event. */
export function pricesInstead(
  chosen: Chosen,
  used: Used,
  freightChannel: number | null,
  choice: Choice,
): Chosen {
  const { operation, freight } = chosen
  return {
    ...chosen,
    operation: operation && priceInstead({ kind: 'operation', channelId: null }, operation, used, choice),
    freight: freight && priceInstead({ kind: 'freight', channelId: freightChannel }, freight, used, choice),
  }
}

export type Compared = { charged: Decimal; instead: Decimal; isGap: boolean }

/** What an event would cost beside what it cost. Without a price it counts as it was charged. */
export const compared = (charged: Decimal, outcome: Outcome): Compared => ({
  charged,
  instead: 'fees' in outcome ? outcome.amount : charged,
  isGap: 'gap' in outcome,
})

/** Sums of many events. */
export function sumsOf(all: readonly Compared[]) {
  let [charged, instead] = [new Big(0), new Big(0)]
  for (const each of all) {
    charged = charged.plus(each.charged)
    instead = instead.plus(each.instead)
  }
  return {
    events: all.length,
    charged: charged.toFixed(2),
    instead: instead.toFixed(2),
    difference: instead.minus(charged).toFixed(2),
    gaps: all.filter(({ isGap }) => isGap).length,
  }
}

export const differenceOf = ({ charged, instead }: Compared): Decimal =>
  new Big(instead).minus(charged).toFixed(2)

/** The documents with the biggest differences, up or down; those without one are left out. */
export const biggest = <C extends Compared>(all: readonly C[], max: number): C[] =>
  all
    .filter((each) => !new Big(each.charged).eq(each.instead))
    .toSorted((a, b) => new Big(differenceOf(b)).abs().cmp(new Big(differenceOf(a)).abs()))
    .slice(0, max)
