import { filtersOf } from './filters.ts'

/** Which rows a list matches: its filters, without page and order. */
export const matchOf = (input: object) => JSON.stringify(filtersOf(input))

/** The selected rows of one match; with a total, all of them. */
export type Selection = { match: string; ids: number[]; total: number | undefined }

/** Other filters match other rows: a bulk action must not change rows out of sight. */
export const selectedIn = (selection: Selection, match: string): Selection =>
  selection.match === match ? selection : { match, ids: [], total: undefined }

/**
 * The selection after an action on `acted`: what it has done is no longer selected, what failed is.
 *
 * A task takes its time: rows that were selected meanwhile, under these or other filters, stay as they are.
 */
export function afterAct(now: Selection, acted: Selection, failed: readonly number[]): Selection {
  const isAll = acted.total !== undefined
  if (now.match !== acted.match || isAll !== (now.total !== undefined)) return now
  const isLeft = (id: number) => !acted.ids.includes(id) || failed.includes(id)
  return { match: now.match, ids: isAll ? [...failed] : now.ids.filter(isLeft), total: undefined }
}

/** The selection after a row was toggled. */
export const toggled = <K>(picked: readonly K[], key: K): K[] =>
  picked.includes(key) ? picked.filter((other) => other !== key) : [...picked, key]

/** The selection after a range of rows was added. */
export function upTo<K>(picked: readonly K[], keys: readonly K[], from: K | undefined, to: K): K[] {
  const start = from === undefined ? keys.indexOf(to) : keys.indexOf(from)
  const end = keys.indexOf(to)
  if (start < 0 || end < 0) return toggled(picked, to)
  return [...new Set([...picked, ...keys.slice(Math.min(start, end), Math.max(start, end) + 1)])]
}

/** The next row of a step; the first step goes to the first row, and steps stop at both ends. */
export function stepped<K>(keys: readonly K[], at: K | undefined, step: 1 | -1): K | undefined {
  const index = at === undefined ? -1 : keys.indexOf(at)
  if (index < 0) return keys[0]
  return keys[Math.max(0, Math.min(keys.length - 1, index + step))]
}
