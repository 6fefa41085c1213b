/** What a user has typed into a form, and the version of the record at the first edit. */
export type Edits<T> = { values: Partial<T>; rowVersion: number | undefined }

export const noEdits = <T>(): Edits<T> => ({ values: {}, rowVersion: undefined })

const isNone = ({ values }: Edits<unknown>) => Object.keys(values).length === 0

/**
 * The version to save with. A form without edits shows its record as it is now; from the first edit on the
 * version stays, so that the server refuses to overwrite what was saved elsewhere meanwhile.
 */
export const versionOf = (of: Edits<unknown>, current: number | undefined) =>
  isNone(of) ? current : of.rowVersion

export const edited = <T>(before: Edits<T>, next: Partial<T>, current: number | undefined): Edits<T> => ({
  values: { ...before.values, ...next },
  rowVersion: versionOf(before, current),
})

/** The edits as a stored draft, without secrets; nothing when nothing is left. */
export function draftOf<T>({ values, rowVersion }: Edits<T>, secrets: readonly string[]): string | undefined {
  const open = Object.entries(values).filter(([field]) => !secrets.includes(field))
  if (open.length === 0) return undefined
  // JSON has no undefined, so the fields that were cleared are named.
  const cleared = open.filter(([, value]) => value === undefined).map(([field]) => field)
  return JSON.stringify({
    ...Object.fromEntries(open),
    rowVersion,
    ...(cleared.length > 0 && { clearedFields: cleared }),
  })
}

/** The edits of a stored draft. One of an older release has no version and counts as begun now. */
export function editsIn<T>(draft: string | undefined, current: number | undefined): Edits<T> {
  try {
    const {
      rowVersion = current,
      clearedFields = [],
      ...kept
    } = JSON.parse(draft ?? '{}') as { rowVersion?: number; clearedFields?: string[] }
    const values = { ...kept, ...Object.fromEntries(clearedFields.map((field) => [field, undefined])) }
    return Object.keys(values).length > 0 ? { values: values as Partial<T>, rowVersion } : noEdits()
  } catch {
    return noEdits()
  }
}

/** The version a command names, if it changes an existing record. */
export const versionIn = (input: unknown) => (input as { rowVersion?: number }).rowVersion

export const atVersion = <I>(input: I, rowVersion: number | undefined): I =>
  rowVersion === undefined ? input : { ...input, rowVersion }
