/** The whole number typed into a filter, moved into its limits; without a number the filter is removed. */
export function numberIn(typed: string, { min, max }: { min: number; max: number }): number | undefined {
  const number = typed.trim() === '' ? Number.NaN : Math.trunc(Number(typed))
  return Number.isNaN(number) ? undefined : Math.min(max, Math.max(min, number))
}
