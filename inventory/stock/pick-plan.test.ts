import { describe, expect, test } from 'vitest'
import { type Demand, type PickShelf, planPicks } from './pick-plan.ts'

const today = '2026-06-15'
const shelf = (stockId: number, free: number, more: Partial<PickShelf> = {}): PickShelf => ({
  stockId,
  productId: 1,
  locationId: stockId,
  locationCode: `A-0${stockId}`,
  batchId: stockId,
  pickPriority: 0,
  putawayDate: '2026-01-01',
  expiryDate: null,
  free,
  ...more,
})
const demand = (id: number, ...lines: [productId: number, quantity: number][]): Demand => ({
  type: 'order',
  id,
  no: `OB-${id}`,
  lines: lines.map(([productId, quantity], i) => ({ line: i + 1, productId, quantity })),
})
const plan = (demands: Demand[], shelves: PickShelf[], strategy: 'fifo' | 'location_priority' = 'fifo') => {
  const { promised, short } = planPicks(demands, shelves, { strategy, today })
  return {
    promised: promised.map(({ demand, line, shelf, quantity }) => [demand.id, line, shelf.stockId, quantity]),
    short: Object.fromEntries(short),
  }
}

describe('which goods are taken first', () => {
  test.each<[string, PickShelf[], number[]]>([
    [
      'the earliest expiry, and goods without one last',
      [
        shelf(1, 1, { putawayDate: '2020-01-01' }),
        shelf(2, 1, { expiryDate: '2026-09-01' }),
        shelf(3, 1, { expiryDate: '2026-08-01' }),
      ],
      [3, 2, 1],
    ],
    [
      'then the earliest putaway',
      [
        shelf(1, 1, { putawayDate: '2026-03-01' }),
        shelf(2, 1, { putawayDate: '2026-02-01', pickPriority: -1 }),
      ],
      [2, 1],
    ],
    ['then the higher priority', [shelf(1, 1), shelf(2, 5, { pickPriority: 7 })], [2, 1]],
    ['then the smaller quantity', [shelf(1, 5), shelf(2, 3)], [2, 1]],
    ['then the bin', [shelf(1, 3, { locationCode: 'B-01' }), shelf(2, 3, { locationCode: 'A-09' })], [2, 1]],
  ])('%s', (_, shelves, order) => {
    const wanted = shelves.reduce((sum, { free }) => sum + free, 0)
    expect(plan([demand(1, [1, wanted])], shelves).promised.map(([, , stockId]) => stockId)).toEqual(order)
  })

  test('with bins to be emptied first, priority comes before the putaway date and after the expiry', () => {
    const shelves = [
      shelf(1, 1, { putawayDate: '2026-01-01' }),
      shelf(2, 1, { putawayDate: '2026-05-01', pickPriority: 5 }),
      shelf(3, 1, { putawayDate: '2026-06-01', expiryDate: '2027-01-01' }),
    ]
    const all = [demand(1, [1, 3])]
    expect(plan(all, shelves, 'location_priority').promised.map(([, , id]) => id)).toEqual([3, 2, 1])
    expect(plan(all, shelves, 'fifo').promised.map(([, , id]) => id)).toEqual([3, 1, 2])
  })

  test('never what has expired; what expires today can still go', () => {
    const shelves = [shelf(1, 5, { expiryDate: '2026-06-14' }), shelf(2, 1, { expiryDate: today })]
    expect(plan([demand(1, [1, 1])], shelves).promised).toEqual([[1, 1, 2, 1]])
    expect(plan([demand(1, [1, 2])], shelves).short).toEqual({ 1: [{ line: 1, productId: 1, missing: 1 }] })
  })
})

describe('over many documents', () => {
  test('the first one gets what there is; one that is not filled leaves its goods to the next', () => {
    const shelves = [shelf(1, 3), shelf(2, 4, { productId: 2 })]
    const result = plan(
      [demand(1, [1, 2], [2, 5]), demand(2, [1, 3]), demand(3, [2, 4]), demand(4, [2, 1])],
      shelves,
    )
    expect(result).toEqual({
      promised: [
        [2, 1, 1, 3],
        [3, 1, 2, 4],
      ],
      short: { 1: [{ line: 2, productId: 2, missing: 1 }], 4: [{ line: 1, productId: 2, missing: 1 }] },
    })
  })

  test('a line is filled from several bins, and two lines of one product do not take the same piece', () => {
    const shelves = [shelf(1, 2), shelf(2, 2)]
    expect(plan([demand(1, [1, 3], [1, 1])], shelves)).toEqual({
      promised: [
        [1, 1, 1, 2],
        [1, 1, 2, 1],
        [1, 2, 2, 1],
      ],
      short: {},
    })
    expect(plan([demand(1, [1, 3], [1, 2])], shelves)).toEqual({
      promised: [],
      short: { 1: [{ line: 2, productId: 1, missing: 1 }] },
    })
  })

  test('a line for given rows takes nothing from others', () => {
    const shelves = [shelf(1, 9), shelf(2, 2), shelf(3, 2)]
    const given = (quantity: number, ...stockIds: number[]): Demand => ({
      ...demand(1),
      lines: [{ line: 4, productId: 1, quantity, stockIds }],
    })
    expect(plan([given(3, 3, 2)], shelves).promised).toEqual([
      [1, 4, 2, 2],
      [1, 4, 3, 1],
    ])
    expect(plan([given(5, 3, 2)], shelves).short).toEqual({ 1: [{ line: 4, productId: 1, missing: 1 }] })
    expect(plan([given(1)], shelves).short).toEqual({ 1: [{ line: 4, productId: 1, missing: 1 }] })
  })

  test('a line for given rows gets them before a line of the same product that may take others', () => {
    const lines = [
      { line: 1, productId: 1, quantity: 2 },
      { line: 2, productId: 1, quantity: 2, stockIds: [1] },
    ]
    expect(plan([{ ...demand(1), lines }], [shelf(1, 2), shelf(2, 2)])).toEqual({
      promised: [
        [1, 2, 1, 2],
        [1, 1, 2, 2],
      ],
      short: {},
    })
  })

  test('everything that is missing is named', () => {
    expect(plan([demand(1, [1, 2], [7, 1])], []).short).toEqual({
      1: [
        { line: 1, productId: 1, missing: 2 },
        { line: 2, productId: 7, missing: 1 },
      ],
    })
  })
})
