import Big from 'big.js'
import type { Decimal } from './decimal.ts'

/** Rounds half up to two decimals: once, at the end of a fee. */
export function toAmount(value: Big | Decimal): Decimal {
  const amount = (typeof value === 'string' ? new Big(value) : value).toFixed(2, Big.roundHalfUp)
  // A debt of less than half a cent is zero, and zero has no sign.
  return amount === '-0.00' ? '0.00' : amount
}
