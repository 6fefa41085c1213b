import Big from 'big.js'

/** A number of money or measure as it travels and as PostgreSQL keeps it: digits, never a float. */
export type Decimal = string

/** Rounds half up to two places: once, at the end of a fee. */
export function toAmount(value: Big | Decimal): Decimal {
  const amount = new Big(value).round(2, Big.roundHalfUp)
  // A debt of less than half a cent is nothing, and nothing has no sign.
  return (amount.eq(0) ? amount.abs() : amount).toFixed(2)
}

/** Whether a text is a plain decimal with at most so many digits before and after the point. */
export function isDecimal(value: string, whole: number, places: number): boolean {
  const digits = /^-?(0|[1-9]\d*)(?:\.(\d+))?$/.exec(value)
  return digits !== null && (digits[1]?.length ?? 0) <= whole && (digits[2]?.length ?? 0) <= places
}
