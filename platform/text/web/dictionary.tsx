import { useMemo } from 'react'

type Item = { itemValue: string; itemText: string }

/** Loaded once, before the first page shows, in the page's language. */
const dictionaries = new Map<string, readonly Item[]>()

export function keepDictionaries(list: readonly { dictCode: string; dictItemList: readonly Item[] }[]): void {
  for (const { dictCode, dictItemList } of list) dictionaries.set(dictCode, dictItemList)
}

/**
 * A dictionary's items for a select, and the label of a value. Without the dictionary the value itself is
 * shown.
 */
export function useDictionary(code: string) {
  return useMemo(() => {
    const items = dictionaries.get(code) ?? []
    const words = new Map(items.map((item) => [item.itemValue, item.itemText]))
    return {
      items,
      options: items.map((item) => ({ value: item.itemValue, label: item.itemText })),
      textOf: (value: string | number | null | undefined) =>
        value === null || value === undefined ? '' : (words.get(String(value)) ?? String(value)),
    }
  }, [code])
}
