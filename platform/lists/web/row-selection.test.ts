import { expect, test } from 'vitest'
import { afterAct, matchOf, selectedIn, stepped, toggled, upTo } from './row-selection.ts'

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

test('a selection stays on other pages and in another order, and ends with another filter, search or view', () => {
  const list = { page: 1, size: 50, sort: 'orderNo', order: 'asc', search: 'VIP', status: undefined }
  const picked = { match: matchOf(list), ids: [1, 2], total: undefined }
  for (const same of [{ page: 2 }, { size: 200 }, { sort: 'createdAt', order: 'desc' }]) {
    expect(selectedIn(picked, matchOf({ ...list, ...same }))).toBe(picked)
  }
  for (const other of [{ search: 'late' }, { search: undefined }, { status: 'voided' }]) {
    const match = matchOf({ ...list, ...other })
    expect(selectedIn(picked, match)).toEqual({ match, ids: [], total: undefined })
  }
})

const ticked = (match: string, ...ids: number[]) => ({ match, ids, total: undefined })
const allOf = (match: string) => ({ match, ids: [1], total: 40 })

test.each([
  ['the failed rows are left of all matching rows', allOf('late'), allOf('late'), ticked('late', 7, 8)],
  ['rows ticked under another filter stay', ticked('VIP', 3), allOf('late'), ticked('VIP', 3)],
  ['all rows of another filter stay', allOf('VIP'), allOf('late'), allOf('VIP')],
  ['rows ticked since under the same filter stay', ticked('late', 3), allOf('late'), ticked('late', 3)],
  [
    'the failed rows are left of ticked ones',
    ticked('late', 6, 7, 8),
    ticked('late', 6, 7, 8),
    ticked('late', 7, 8),
  ],
  ['rows ticked during the action stay', ticked('late', 6, 7, 9), ticked('late', 6, 7), ticked('late', 7, 9)],
  ['a failed row that was unticked stays so', ticked('late', 6), ticked('late', 6, 7), ticked('late')],
  ['all rows selected during the action stay', allOf('late'), ticked('late', 6, 7), allOf('late')],
])('after an action in which 7 and 8 fail, %s', (_, now, acted, expected) => {
  expect(afterAct(now, acted, [7, 8])).toEqual(expected)
})
