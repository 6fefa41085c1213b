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
