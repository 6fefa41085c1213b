import Big from 'big.js'
import type { Decimal } from '../../platform/text/decimal.ts'
import type { Chosen, Outcome } from '../fees/event-prices.ts'
import { isGap, type Quote, type QuoteVersion } from '../pricing/price-types.ts'

/** The versions and discounts that an event was charged with, by kind. */
export type Used = Partial<Record<'operation' | 'freight', { version: QuoteVersion; discount: Decimal }>>

/** A version to calculate with. */
export type Instead = { version: QuoteVersion; quote: Quote }

/**
 * The prices to calculate an event with: those it was charged with, or those of its moment where its fees name none, and in their place the chosen
 * versions of the same quote, or of any quote where they are for all. Discounts stay.
 */
export function pricesInstead(
  chosen: Chosen,
  used: Used,
  channelId: number | null,
  instead: readonly Instead[],
  forAll: boolean,
): Chosen {
  const priceOf = (kind: 'operation' | 'freight') => {
    const own = chosen[kind]
    const by = used[kind]
    if (own === null) return null
    const base = by
      ? {
          version: by.version,
          quoteId: by.version.quoteId,
          discount: by.discount,
          source: 'customer' as const,
        }
      : own
    const other = instead.find(
      ({ quote }) =>
        quote.kind === kind &&
        quote.channelId === (kind === 'freight' ? channelId : null) &&
        (forAll || (!isGap(base) && base.quoteId === quote.quoteId)),
    )
    if (!other) return base
    const discount = isGap(base) ? '1.00' : base.discount
    return { version: other.version, quoteId: other.quote.quoteId, discount, source: 'customer' as const }
  }
  return { ...chosen, operation: priceOf('operation'), freight: priceOf('freight') }
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
