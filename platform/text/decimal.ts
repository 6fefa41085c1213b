/** A decimal of money or measure on the wire and in PostgreSQL: digits, never a float. */
export type Decimal = string

/** Whether a text is a plain decimal with at most this many digits before and after the point. */
export function isDecimal(value: string, whole: number, places: number): boolean {
  const digits = /^-?(0|[1-9]\d*)(?:\.(\d+))?$/.exec(value)
  return digits !== null && (digits[1]?.length ?? 0) <= whole && (digits[2]?.length ?? 0) <= places
}

/** A sum with at least two decimals; more stay, and what is no plain number stays as it is. */
export const withCents = (value: string): string =>
  value.replace(/^(-?\d+)(?:\.(\d))?$/, (_, whole: string, tenth = '') =>
    `${whole}.${tenth}`.padEnd(whole.length + 3, '0'),
  )
