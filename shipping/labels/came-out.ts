/** Which labels of a print did not come out, as the user ticks them. */
export type Missing = ReadonlySet<number>

/** At first all came out. */
export const noneMissing: Missing = new Set()

/** Ticks a label that came out after all, or unticks one that did not. */
export function toggled(missing: Missing, waybillId: number): Missing {
  const next = new Set(missing)
  if (!next.delete(waybillId)) next.add(waybillId)
  return next
}

/** From a label on none came out, counted from 1; an emptied field takes that back. */
export const missingFrom = (printed: readonly number[], from: number | null): Missing =>
  new Set(from ? printed.slice(from - 1) : [])

/** What is reported: the labels that did not come out, in the order of the print, and how many did. */
export function reportOf(printed: readonly number[], missing: Missing) {
  const notPrinted = printed.filter((waybillId) => missing.has(waybillId))
  return { notPrinted, count: printed.length - notPrinted.length }
}
