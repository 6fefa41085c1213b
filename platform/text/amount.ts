import Big from 'big.js'
import type { Decimal } from './decimal.ts'

/** Rounds half up to two decimals: once, at the end of a fee. */
export function toAmount(value: Big | Decimal): Decimal {
  const amount = new Big(value).round(2, Big.roundHalfUp)
  // A debt of less than half a cent is zero, and zero has no sign.
  return (amount.eq(0) ? amount.abs() : amount).toFixed(2)
}
