import { billingDictionaries } from '../billing/dictionaries.ts'
import { channelsDictionaries } from '../channels/dictionaries.ts'
import { customersDictionaries } from '../customers/dictionaries.ts'
import { inventoryDictionaries } from '../inventory/dictionaries.ts'
import { ordersDictionaries } from '../orders/dictionaries.ts'
import { type Dictionary, dictionary } from '../platform/text/dictionary.ts'
import type { Language, Text } from '../platform/text/text.ts'
import { productsDictionaries } from '../products/dictionaries.ts'
import { receivingDictionaries } from '../receiving/dictionaries.ts'
import { shippingDictionaries } from '../shipping/dictionaries.ts'
import { warehouseDictionaries } from '../warehouse/dictionaries.ts'

/** An import belongs to no slice: goods, orders, fees and zones all use the same import. */
const importStatus = dictionary('importStatus', {
  uploaded: { zh_CN: '已上传', en_US: 'Uploaded' },
  checking: { zh_CN: '校验中', en_US: 'Checking' },
  running: { zh_CN: '导入中', en_US: 'Importing' },
  done: { zh_CN: '已完成', en_US: 'Done' },
  partial: { zh_CN: '部分成功', en_US: 'Partially done' },
  failed: { zh_CN: '失败', en_US: 'Failed' },
})

export const dictionaries: readonly Dictionary[] = [
  ...warehouseDictionaries,
  ...customersDictionaries,
  ...productsDictionaries,
  ...channelsDictionaries,
  ...inventoryDictionaries,
  ...billingDictionaries,
  ...receivingDictionaries,
  ...ordersDictionaries,
  ...shippingDictionaries,
  importStatus,
]

const byCode = new Map(dictionaries.map((dictionary) => [dictionary.code, dictionary]))

/** Labels that replace the product's own. */
type OwnText = { dictCode: string; itemValue: string; text: Text }

/** The items of a dictionary in one language. An unknown code has none. */
export const itemsOf = (
  code: string,
  language: Language,
  own: readonly OwnText[] = [],
): { itemValue: string; itemText: string }[] =>
  (byCode.get(code)?.items ?? [])
    .filter((item) => item.enabled !== false)
    .map(({ value, text }) => {
      const other = own.find(({ dictCode, itemValue }) => dictCode === code && itemValue === value)
      return { itemValue: value, itemText: (other?.text ?? text)[language] }
    })

/** The label of one value; a value without a label is shown as it is. */
export const wordOf = (code: string, value: string, language: Language): string =>
  byCode.get(code)?.items.find((item) => item.value === value)?.text[language] ?? value
