import type { Text } from './text.ts'

/**
 * A closed list of values with their words, as it travels by the dictionary call.
 *
 * A value is never used again for something else: old records keep it. What is no longer offered stays in the
 * list with `enabled: false`.
 */
export type Dictionary = {
  code: string
  items: readonly { value: string; text: Text; enabled?: false }[]
}
