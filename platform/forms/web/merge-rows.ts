/**
 * The rows of a table that two people have changed: the rows that I changed, added or removed are mine, all others
 * are as they are now. `keyOf` says which rows are the same one; the second of two equal rows is the second of them.
 */
export function mergeRows<R>(
  { before, mine, now }: { before: readonly R[]; mine: readonly R[]; now: readonly R[] },
  keyOf: (row: R) => string,
): R[] {
  const [old, own, current] = [before, mine, now].map((rows) => byKey(rows, keyOf)) as [
    Map<string, R>,
    Map<string, R>,
    Map<string, R>,
  ]
  const isUntouched = (key: string, row: R) =>
    old.has(key) && JSON.stringify(old.get(key), inOrder) === JSON.stringify(row, inOrder)
  const kept = [...own].flatMap(([key, row]) => {
    if (!isUntouched(key, row)) return [row]
    const latest = current.get(key)
    return latest === undefined ? [] : [latest]
  })
  const added = [...current].filter(([key]) => !own.has(key) && !old.has(key)).map(([, row]) => row)
  return [...kept, ...added]
}

/** The database has its own order of fields. */
const inOrder = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

function byKey<R>(rows: readonly R[], keyOf: (row: R) => string): Map<string, R> {
  const counts = new Map<string, number>()
  return new Map(
    rows.map((row) => {
      const key = keyOf(row)
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return [`${count} ${key}`, row]
    }),
  )
}
