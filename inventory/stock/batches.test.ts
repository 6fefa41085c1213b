import { expect, test } from 'vitest'
import { batchName, byBatch, meantByLabel } from './batches.ts'

const [early, late] = ['2027-12-31', '2028-01-31']
const row = (id: number, expiryDate: string | null, lot: string | null) => ({ id, expiryDate, lot })
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

test('goods of one expiry date and lot are one batch, in any bin', () => {
  const rows = [
    row(1, early, 'A'),
    row(2, early, 'B'),
    row(3, early, 'A'),
    row(4, late, 'A'),
    row(5, null, null),
  ]
  expect(byBatch(rows).map(idsOf)).toEqual([[1, 3], [2], [4], [5]])
})

test('a label means the goods of its date and lot, as far as it states them', () => {
  const rows = [row(1, early, 'A'), row(2, early, 'B'), row(3, late, 'A')]
  const meant = (expiryDate: string | null, lot: string | null) =>
    idsOf(meantByLabel(rows, { expiryDate, lot }))
  expect(meant(null, null)).toEqual([1, 2, 3])
  expect(meant(early, null)).toEqual([1, 2])
  expect(meant(null, 'A')).toEqual([1, 3])
  expect(meant(late, 'A')).toEqual([3])
  expect([meant(late, 'B'), meant(null, 'C'), meant('2030-01-01', null)]).toEqual([[], [], []])
})

test('a date or lot on goods that do not track it is ignored', () => {
  const rows = [row(1, null, 'A'), row(2, null, 'B')]
  expect(idsOf(meantByLabel(rows, { expiryDate: early, lot: 'B' }))).toEqual([2])
  expect(idsOf(meantByLabel([row(1, null, null)], { expiryDate: early, lot: 'B' }))).toEqual([1])
})

test('goods without a date do not match a date of others', () => {
  const rows = [row(1, early, 'A'), row(2, null, 'A')]
  expect(idsOf(meantByLabel(rows, { expiryDate: early, lot: null }))).toEqual([1])
})

test('a batch is named by its attributes', () => {
  const name = (expiryDate: string | null, lot: string | null) => batchName({ expiryDate, lot }).en_US
  expect([name(early, 'A'), name(early, null), name(null, 'A'), name(null, null)]).toEqual([
    'Expiry 2027-12-31, Lot A',
    'Expiry 2027-12-31',
    'Lot A',
    'No expiry date or lot',
  ])
})
