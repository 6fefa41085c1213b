import { expect, test } from 'vitest'
import { type Shelf, takeOff, without, youngest } from './spread.ts'

const shelf = (stockId: number, over: Partial<Shelf>): Shelf => ({
  stockId,
  batchId: stockId,
  quality: 'good',
  putawayDate: '2026-01-01',
  onHand: 0,
  allocated: 0,
  frozen: 0,
  ...over,
})
const taken = (
  shelves: Shelf[],
  pieces: number,
  kinds: Parameters<typeof takeOff>[2] = ['frozen', 'free'],
) => {
  const { shares, left } = takeOff(shelves, pieces, kinds)
  return [shares.map(({ shelf, onHand, frozen }) => [shelf.stockId, onHand, frozen]), left]
}

test.each([
  ['all but the allocated piece is frozen', { allocated: 1, frozen: 9 }, [[[1, -9, -9]], 0]],
  ['one piece is put back and nothing is allocated', { frozen: 9 }, [[[1, -9, -9]], 0]],
  ['nothing is frozen', {}, [[[1, -9, 0]], 0]],
  ['some are frozen', { frozen: 4 }, [[[1, -9, -4]], 0]],
  ['two are allocated', { allocated: 2 }, [[[1, -8, 0]], 1]],
])('a count of one piece where ten are expected takes nine, when %s', (_, over, expected) => {
  expect(taken([shelf(1, { onHand: 10, ...over })], 9)).toEqual(expected)
})

test('missing pieces are the oldest, after disputed ones', () => {
  const shelves = [
    shelf(1, { onHand: 5, putawayDate: '2026-02-01' }),
    shelf(2, { onHand: 5, putawayDate: '2026-01-01' }),
    shelf(3, { onHand: 5, frozen: 2, putawayDate: '2026-03-01' }),
  ]
  expect(taken(shelves, 8)).toEqual([
    [
      [3, -2, -2],
      [2, -5, 0],
      [1, -1, 0],
    ],
    0,
  ])
})

test('an adjustment leaves frozen pieces alone', () => {
  expect(taken([shelf(1, { onHand: 5, frozen: 3 })], 4, ['free'])).toEqual([[[1, -2, 0]], 2])
})

test('surplus is added to the youngest', () => {
  const shelves = [shelf(1, { putawayDate: '2026-02-01' }), shelf(2, { putawayDate: null })]
  expect(youngest(shelves)?.stockId).toBe(1)
  expect(youngest([])).toBeUndefined()
  // Of which something is still there; without any, the one that was there last.
  const emptied = shelf(3, { putawayDate: '2026-03-01' })
  expect(youngest([shelf(4, { onHand: 10 }), emptied])?.stockId).toBe(4)
  expect(youngest([shelf(4, {}), emptied])?.stockId).toBe(3)
})

test('only frozen pieces are unfrozen, and a second line gets what the first left', () => {
  const shelves = [shelf(1, { onHand: 5, frozen: 3 }), shelf(2, { onHand: 5, putawayDate: '2026-02-01' })]
  expect(taken(shelves, 4, ['frozen'])).toEqual([[[1, -3, -3]], 1])
  const first = takeOff(shelves, 4, ['free'])
  expect(taken(without(shelves, first.shares), 4, ['free'])).toEqual([[[2, -3, 0]], 1])
})

test('missing frozen pieces are not unfrozen, and of goods of one day the first row is taken first', () => {
  const frozen = [shelf(1, { onHand: 5, frozen: 3 })]
  const first = takeOff(frozen, 2, ['frozen'])
  expect(taken(without(frozen, first.shares), 2, ['frozen'])).toEqual([[[1, -1, -1]], 1])
  expect(taken([shelf(2, { onHand: 1 }), shelf(1, { onHand: 1 })], 1)).toEqual([[[1, -1, 0]], 0])
  expect(youngest([shelf(2, {}), shelf(1, {})])?.stockId).toBe(2)
})

test('goods without a putaway date are the oldest, on either side', () => {
  const [open, old] = [
    shelf(2, { putawayDate: null, onHand: 1 }),
    shelf(1, { putawayDate: '2020-01-01', onHand: 1 }),
  ]
  for (const shelves of [
    [open, old],
    [old, open],
  ]) {
    expect(taken(shelves, 1)).toEqual([[[2, -1, 0]], 0])
    expect(youngest(shelves)).toBe(old)
  }
})
