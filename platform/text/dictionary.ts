import type { Text } from './text.ts'

/**
 * A closed list of values with labels, as returned by the dictionary call.
 *
 * A value is never reused for something else: old rows keep it. A value that is no longer offered stays in
 * the list with `enabled: false`.
 */
export type Dictionary = {
  code: string
  items: readonly { value: string; text: Text; enabled?: false }[]
}
