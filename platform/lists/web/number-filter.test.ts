import { expect, test } from 'vitest'
import { numberIn } from './number-filter.ts'

test.each([
  ['30', 30],
  ['', undefined],
  [' ', undefined],
  ['many', undefined],
  ['0', 1],
  ['-5', 1],
  ['99999', 365],
  ['1e9', 365],
  ['2.9', 2],
])('%j days typed into a filter from 1 to 365 are %s', (typed, expected) => {
  expect(numberIn(typed, { min: 1, max: 365 })).toBe(expected)
})

test('zero is a number like others where the limits include it', () => {
  expect(numberIn('0', { min: -100, max: 100 })).toBe(0)
})
