import { expect, test } from 'vitest'
import { mergeRows } from './merge-rows.ts'

/** Rows such as `900=2`: a place and its zone. */
const merged = (before: string, mine: string, now: string) =>
  mergeRows(
    { before: before.split(' '), mine: mine.split(' '), now: now.split(' ') },
    (row) => row.split('=')[0] ?? '',
  ).join(' ')

test.each([
  ['rows that a colleague added stay', 'A=1', 'A=2', 'A=1 B=1 C=1', 'A=2 B=1 C=1'],
  ['a row that a colleague changed stays changed', 'A=1 B=1', 'A=2 B=1', 'A=1 B=3', 'A=2 B=3'],
  ['of a row that both changed, mine stays', 'A=1', 'A=2', 'A=3', 'A=2'],
  ['a row that I removed is gone, also if it was changed', 'A=1 B=1', 'A=1', 'A=1 B=2', 'A=1'],
  ['a row that a colleague removed is gone', 'A=1 B=1', 'A=2 B=1', 'A=1', 'A=2'],
  ['a row that I changed stays, also if it was removed', 'A=1 B=1', 'A=1 B=2', 'A=1', 'A=1 B=2'],
  ['a row that both added is mine', 'A=1', 'A=1 B=1', 'A=1 B=2', 'A=1 B=1'],
  ['a row that I moved to another place is not doubled', 'A=1', 'B=1', 'A=1 C=1', 'B=1 C=1'],
  ['equal rows are counted', 'A=1 A=1', 'A=1 A=2', 'A=1 A=1 A=1', 'A=1 A=2 A=1'],
])('%s', (_, before, mine, now, expected) => {
  expect(merged(before, mine, now)).toBe(expected)
})

test('a row whose fields come in another order is the same row', () => {
  const before = [{ zone: '2', price: '1' }]
  const mine = [{ price: '1', zone: '2' }]
  expect(mergeRows({ before, mine, now: [{ zone: '2', price: '3' }] }, ({ zone }) => zone)).toEqual([
    { zone: '2', price: '3' },
  ])
})
