import type { Decimal } from '../../platform/text/decimal.ts'
import type { Gap, Instant, PriceBinding, Quote, QuoteKind, QuoteVersion } from './price-types.ts'

/** Microseconds since 1970: PostgreSQL keeps six decimals of a second, a Date only three. */
function moment(instant: Instant): number {
  const digits = /\.(\d{1,6})/.exec(instant)?.[1] ?? ''
  const whole = Date.parse(instant.replace(/\.\d+/, ''))
  if (Number.isNaN(whole)) throw new Error(`not a moment: ${instant}`)
  return whole * 1000 + Number(digits.padEnd(6, '0'))
}

/** From its start on, and up to but not including its end. */
export const isInForce = (
  { effectiveFrom, inactiveAt }: { effectiveFrom: Instant | null; inactiveAt: Instant | null },
  at: Instant,
): boolean =>
  effectiveFrom !== null &&
  moment(effectiveFrom) <= moment(at) &&
  (inactiveAt === null || moment(at) < moment(inactiveAt))

/** The published version of a quote that is in force. */
export const versionAt = <V extends QuoteVersion>(
  versions: readonly V[],
  quoteId: number,
  at: Instant,
): V | undefined =>
  versions.find(
    (version) => version.quoteId === quoteId && version.publishedAt !== null && isInForce(version, at),
  )

/** Whose price is wanted, and for what. */
export type PriceQuestion = {
  customerId: number
  groupId: number | null
  kind: QuoteKind
  /** For freight only. */
  channelId: number | null
}

type PriceSource = 'customer' | 'group' | 'default'

/** The customer's own binding, otherwise the group's. */
export function bindingAt<B extends PriceBinding>(
  bindings: readonly B[],
  { customerId, groupId, kind, channelId }: PriceQuestion,
  at: Instant,
): { binding: B; source: 'customer' | 'group' } | undefined {
  const fitting = bindings.filter(
    (binding) => binding.kind === kind && binding.channelId === channelId && isInForce(binding, at),
  )
  const own = fitting.find((binding) => binding.customerId === customerId)
  if (own) return { binding: own, source: 'customer' }
  const shared = fitting.find((binding) => groupId !== null && binding.groupId === groupId)
  return shared && { binding: shared, source: 'group' }
}

/** The version that applies, with the discount and where it comes from. */
export type PriceInForce<V> = { version: V; quoteId: number; discount: Decimal; source: PriceSource }

const NO_DISCOUNT = '1.00'

/**
 * The price of a customer at a moment: the customer's quote, otherwise the group's, otherwise the default. A customer whose own
 * quote has no version in force has no price: the default would charge what was never agreed.
 */
export function priceAt<V extends QuoteVersion>(
  {
    quotes,
    versions,
    bindings,
  }: { quotes: readonly Quote[]; versions: readonly V[]; bindings: readonly PriceBinding[] },
  question: PriceQuestion,
  at: Instant,
): PriceInForce<V> | Gap {
  const { kind, channelId } = question
  const bound = bindingAt(bindings, question, at)
  const quote = bound
    ? quotes.find(({ quoteId }) => quoteId === bound.binding.quoteId)
    : quotes.find(
        (each) =>
          each.isDefault &&
          each.isEnabled &&
          each.side === 'sale' &&
          each.kind === kind &&
          each.channelId === channelId,
      )
  if (!quote)
    return { gap: 'no_price', detail: { what: kind, ...(bound && { quoteId: bound.binding.quoteId }) } }
  const version = quote.isEnabled ? versionAt(versions, quote.quoteId, at) : undefined
  if (!version) return { gap: 'no_price', detail: { what: kind, quoteId: quote.quoteId } }
  return {
    version,
    quoteId: quote.quoteId,
    discount: bound?.binding.discount ?? NO_DISCOUNT,
    source: bound?.source ?? 'default',
  }
}

/** The version of what a carrier charges us on a channel; customers have no part in it. */
export function costAt<V extends QuoteVersion>(
  { quotes, versions }: { quotes: readonly Quote[]; versions: readonly V[] },
  channelId: number,
  at: Instant,
): PriceInForce<V> | Gap {
  const quote = quotes.find(
    (each) => each.side === 'cost' && each.isDefault && each.isEnabled && each.channelId === channelId,
  )
  const version = quote && versionAt(versions, quote.quoteId, at)
  if (!quote || !version)
    return { gap: 'no_price', detail: { what: 'freight', ...(quote && { quoteId: quote.quoteId }) } }
  return { version, quoteId: quote.quoteId, discount: NO_DISCOUNT, source: 'default' }
}

/** The discount on what carriers charge, which needs no version: the customer's, otherwise the group's, otherwise none. */
export const discountAt = (
  bindings: readonly PriceBinding[],
  question: PriceQuestion,
  at: Instant,
): { discount: Decimal; source: PriceSource } => {
  const bound = bindingAt(bindings, question, at)
  return bound
    ? { discount: bound.binding.discount, source: bound.source }
    : { discount: NO_DISCOUNT, source: 'default' }
}
