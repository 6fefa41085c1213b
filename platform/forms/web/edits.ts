import { mergeRows } from './merge-rows.ts'

/** What a user has typed into a form, and the version of the record at the first edit. */
export type Edits<T> = {
  values: Partial<T>
  rowVersion: number | undefined
  /** The rows of each edited table before its first edit. */
  rowsBefore?: Partial<T>
}

/** For each table in a form, what makes two rows the same one. */
export type RowKeys<T> = {
  [name in keyof T]?: T[name] extends readonly (infer R)[] ? (row: R) => string : never
}

export const noEdits = <T>(): Edits<T> => ({ values: {}, rowVersion: undefined })

const isNone = ({ values }: Edits<unknown>) => Object.keys(values).length === 0

/**
 * The version to save with. A form without edits shows its record as it is now; from the first edit on the
 * version stays, so that the server refuses to overwrite what was saved elsewhere meanwhile.
 */
export const versionOf = (of: Edits<unknown>, current: number | undefined) =>
  isNone(of) ? current : of.rowVersion

export function edited<T>(
  before: Edits<T>,
  next: Partial<T>,
  current: number | undefined,
  /** The tables of the record as they are now. */
  tables?: Partial<T>,
): Edits<T> {
  const touched = Object.entries(tables ?? {}).filter(([name]) => name in next)
  const rowsBefore = { ...Object.fromEntries(touched), ...before.rowsBefore } as Partial<T>
  return {
    values: { ...before.values, ...next },
    rowVersion: versionOf(before, current),
    ...(Object.keys(rowsBefore).length > 0 && { rowsBefore }),
  }
}

/** The edits on the record as it is now. Of an edited table only the rows that the user changed are kept. */
export function keptEdits<T extends object>(
  { values, rowsBefore }: Edits<T>,
  record: T,
  rowKeys: RowKeys<T>,
  current: number | undefined,
): Edits<T> {
  const names = Object.keys(rowsBefore ?? {}) as (keyof T)[]
  const merged = names.map((name) => {
    const [before, mine, now] = [rowsBefore?.[name], values[name], record[name]] as unknown[][]
    const keyOf = rowKeys[name] as ((row: unknown) => string) | undefined
    return [name, keyOf && before && mine && now ? mergeRows({ before, mine, now }, keyOf) : values[name]]
  })
  return {
    values: { ...values, ...(Object.fromEntries(merged) as Partial<T>) },
    rowVersion: current,
    ...(names.length > 0 && {
      rowsBefore: Object.fromEntries(names.map((name) => [name, record[name]])) as Partial<T>,
    }),
  }
}

/** The edits as a stored draft, without secrets; nothing when nothing is left. */
export function draftOf<T>(
  { values, rowVersion, rowsBefore }: Edits<T>,
  secrets: readonly string[],
): string | undefined {
  const open = Object.entries(values).filter(([field]) => !secrets.includes(field))
  if (open.length === 0) return undefined
  // JSON has no undefined, so the fields that were cleared are named.
  const cleared = open.filter(([, value]) => value === undefined).map(([field]) => field)
  return JSON.stringify({
    ...Object.fromEntries(open),
    rowVersion,
    ...(rowsBefore && { rowsBefore }),
    ...(cleared.length > 0 && { clearedFields: cleared }),
  })
}

/** The edits of a stored draft. One of an older release has no version and counts as begun now. */
export function editsIn<T>(draft: string | undefined, current: number | undefined): Edits<T> {
  try {
    const {
      rowVersion = current,
      clearedFields = [],
      rowsBefore,
      ...kept
    } = JSON.parse(draft ?? '{}') as {
      rowVersion?: number
      clearedFields?: string[]
      rowsBefore?: Partial<T>
    }
    const values = { ...kept, ...Object.fromEntries(clearedFields.map((field) => [field, undefined])) }
    if (Object.keys(values).length === 0) return noEdits()
    return { values: values as Partial<T>, rowVersion, ...(rowsBefore && { rowsBefore }) }
  } catch {
    return noEdits()
  }
}

/** The version a command names, if it changes an existing record. */
export const versionIn = (input: unknown) => (input as { rowVersion?: number }).rowVersion

export const atVersion = <I>(input: I, rowVersion: number | undefined): I =>
  rowVersion === undefined ? input : { ...input, rowVersion }
