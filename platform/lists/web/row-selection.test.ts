import { expect, test } from 'vitest'
import { stepped, toggled, upTo } from './row-selection.ts'

const rows = [11, 12, 13, 14]

test.each([
  [undefined, 1, 11],
  [11, 1, 12],
  [14, 1, 14],
  [11, -1, 11],
  [13, -1, 12],
  [99, 1, 11],
] as const)('from row %s a step of %i leads to %i', (at, step, expected) => {
  expect(stepped(rows, at, step)).toBe(expected)
})

test('a list without rows has no next row', () => {
  expect(stepped([], undefined, 1)).toBe(undefined)
})

test('a row is selected and deselected', () => {
  expect(toggled([11], 12)).toEqual([11, 12])
  expect(toggled([11, 12], 12)).toEqual([11])
})

test.each([
  [[11], 11, 13, [11, 12, 13]],
  [[13], 13, 11, [13, 11, 12]],
  [[], undefined, 12, [12]],
  [[], 99, 12, [12]],
])('with %j selected, from %s up to %i selects %j', (picked, from, to, expected) => {
  expect(upTo(picked, rows, from, to)).toEqual(expected)
})
