import { expect, test } from 'vitest'
import { itemAt, only, valueFor } from './rows.ts'

test('a row, an item or a value that is always there is a fault where it is missing', () => {
  expect([only([5, 6]), itemAt(['a', ''], 1), valueFor(new Map([['key', 0]]), 'key')]).toEqual([5, '', 0])
  expect(() => only([])).toThrow('a row is missing')
  expect(() => itemAt(['a'], 1)).toThrow('of 1 items the one at 1 is missing')
  expect(() => valueFor(new Map([['key', 0]]), 'other')).toThrow('other is missing')
})
