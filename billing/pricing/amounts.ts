import Big from 'big.js'
import { toAmount } from '../../platform/text/amount.ts'
import type { Decimal } from '../../platform/text/decimal.ts'

/** The sum of amounts that are rounded already. */
export const sumOf = (amounts: readonly (Decimal | Big)[]): Big =>
  amounts.reduce<Big>((sum, amount) => sum.plus(amount), new Big(0))

export const totalOf = (parts: readonly { amount: Decimal }[]): Decimal =>
  toAmount(sumOf(parts.map(({ amount }) => amount)))

export const larger = (a: Big, b: Big): Big => (a.gt(b) ? a : b)

/** A discounted and rounded price, as far as minimum and maximum leave it. */
export type Charged = {
  /** Before the discount, exact. */
  raw: Decimal
  discount: Decimal
  /** After the discount, exact. */
  discounted: Decimal
  rounded: Decimal
  minCharge: Decimal | null
  maxCharge: Decimal | null
  applied: 'min' | 'max' | null
  amount: Decimal
}

/** Discount, one rounding, then minimum and maximum: the last steps of every fee. */
export function chargeOf(
  raw: Big,
  discount: Decimal,
  { minCharge = null, maxCharge = null }: { minCharge?: Decimal | null; maxCharge?: Decimal | null } = {},
): Charged {
  const discounted = raw.times(discount)
  const rounded = toAmount(discounted)
  const isBelow = minCharge !== null && new Big(rounded).lt(minCharge)
  const isAbove = maxCharge !== null && new Big(rounded).gt(maxCharge)
  const limit = isBelow ? minCharge : isAbove ? maxCharge : null
  return {
    raw: raw.toFixed(),
    discount,
    discounted: discounted.toFixed(),
    rounded,
    minCharge,
    maxCharge,
    applied: isBelow ? 'min' : isAbove ? 'max' : null,
    amount: limit === null ? rounded : toAmount(limit),
  }
}
