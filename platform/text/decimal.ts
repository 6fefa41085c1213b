/** A number of money or measure as it travels and as PostgreSQL keeps it: digits, never a float. */
export type Decimal = string

/** Whether a text is a plain decimal with at most so many digits before and after the point. */
export function isDecimal(value: string, whole: number, places: number): boolean {
  const digits = /^-?(0|[1-9]\d*)(?:\.(\d+))?$/.exec(value)
  return digits !== null && (digits[1]?.length ?? 0) <= whole && (digits[2]?.length ?? 0) <= places
}
