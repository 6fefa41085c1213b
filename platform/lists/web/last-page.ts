import { DEEPEST_ROW } from '../../calls/call.ts'

/** The last page, if the current one is behind it and therefore empty, as after an action on its only row. */
export function pageInstead(
  { page, size }: { page: number; size: number },
  { rows, total }: { rows: readonly unknown[]; total: number },
): number | undefined {
  if (rows.length > 0 || total === 0) return undefined
  const last = Math.ceil(Math.min(total, DEEPEST_ROW) / size)
  return last < page ? last : undefined
}
