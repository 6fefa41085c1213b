import type { Text } from './text.ts'

/**
 * A closed list of values with labels, as returned by the dictionary call.
 *
 * A value is never reused for something else: old rows keep it. A value that is no longer offered stays in
 * the list with `enabled: false`.
 */
export type Dictionary<C extends string = string, V extends string = string> = {
  code: C
  items: readonly { value: V; text: Text; enabled?: false }[]
}

/** A dictionary from its labels by value; `retired` values are no longer offered. */
export const dictionary = <const C extends string, V extends string>(
  code: C,
  words: Readonly<Record<V, Text>>,
  retired: readonly NoInfer<V>[] = [],
): Dictionary<C, V> => ({
  code,
  items: (Object.keys(words) as V[]).map((value) => ({
    value,
    text: words[value],
    ...(retired.includes(value) && { enabled: false as const }),
  })),
})
