import { expect, test } from 'vitest'
import { promisedDictionaries as promised } from '../testing/promised-dictionaries.ts'
import { dictionaries, itemsOf } from './dictionaries.ts'
import { dictionaryCodes } from './dictionary-codes.ts'

test('the fifteen promised dictionaries come first and none of them is empty', () => {
  expect(dictionaryCodes.slice(0, 15)).toEqual(promised)
  expect(promised.filter((code) => itemsOf(code, 'zh_CN').length === 0)).toEqual([])
})

test('the page loads exactly the existing dictionaries, each once', () => {
  expect(dictionaries.map((dictionary) => dictionary.code).sort()).toEqual([...dictionaryCodes].sort())
  expect(new Set(dictionaryCodes).size).toBe(dictionaryCodes.length)
})

test.each(dictionaries.map((dictionary) => [dictionary.code, dictionary] as const))(
  '%s lists each value once',
  (_, { items }) => {
    expect(new Set(items.map((item) => item.value)).size).toBe(items.length)
    for (const { value } of items) expect(value).toMatch(/^[A-Za-z0-9_]{1,32}$/)
  },
)

test('values are lower_snake, the same in the database and on the wire; only the unit is a number', () => {
  const worded = dictionaries.filter((dictionary) => dictionary.code !== 'metricUnit')
  const values = worded.flatMap((dictionary) => dictionary.items.map((item) => item.value))
  expect(values.filter((value) => !/^[a-z]+(_[a-z0-9]+)*$/.test(value))).toEqual([])
  expect(itemsOf('metricUnit', 'en_US').map((item) => item.itemValue)).toEqual(['1', '2'])
})

test('ZPL labels are not offered, because they can be neither stamped nor previewed', () => {
  const formats = itemsOf('hwmsLabelFormat', 'en_US').map((item) => item.itemValue)
  expect(formats.filter((format) => !/^(pdf|png)_/.test(format))).toEqual([])
})

test('items are in the requested language', () => {
  expect(itemsOf('metricUnit', 'zh_CN')[0]).toEqual({ itemValue: '1', itemText: '公制(KG/CM)' })
  expect(itemsOf('metricUnit', 'en_US')[0]).toEqual({ itemValue: '1', itemText: 'Metric (KG/CM)' })
})

test('a custom label of the administrator replaces the product’s, for that item only', () => {
  const own = [{ dictCode: 'metricUnit', itemValue: '1', text: { zh_CN: '公斤', en_US: 'Kilos' } }]
  const words = (code: string) => itemsOf(code, 'en_US', own).map((item) => item.itemText)
  expect(words('metricUnit')).toEqual(['Kilos', 'Imperial (LB/IN)'])
  expect(words('hwmsStatus')).toEqual(itemsOf('hwmsStatus', 'en_US').map((item) => item.itemText))
})

test.each(['nobody', '__proto__', 'constructor', ''])('the unknown code "%s" gives an empty list', (code) => {
  expect(itemsOf(code, 'zh_CN')).toEqual([])
})
