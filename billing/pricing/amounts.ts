import Big from 'big.js'
import { toAmount } from '../../platform/text/amount.ts'
import type { Decimal } from '../../platform/text/decimal.ts'

/** The sum of amounts that are rounded already. */
export const sumOf = (amounts: readonly (Decimal | Big)[]): Big =>
  amounts.reduce<Big>((sum, amount) => sum.plus(amount), new Big(0))

/** The total of parts that are rounded to cents. */
export function totalOf(parts: readonly { amount: Decimal }[]): Decimal {
  const [first, ...others] = parts
  if (first && others.length === 0) return first.amount
  return toAmount(sumOf(parts.map(({ amount }) => amount)))
}

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
  const isBelow = minCharge !== null && new Big(minCharge).gt(rounded)
  const isAbove = !isBelow && maxCharge !== null && new Big(maxCharge).lt(rounded)
  return {
    raw: raw.toFixed(),
    discount,
    discounted: discounted.toFixed(),
    rounded,
    minCharge,
    maxCharge,
    applied: isBelow ? 'min' : isAbove ? 'max' : null,
    amount: isBelow ? toAmount(minCharge) : isAbove ? toAmount(maxCharge) : rounded,
  }
}
