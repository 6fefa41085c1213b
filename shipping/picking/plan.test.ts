import { describe, expect, test } from 'vitest'
import { type AllocatedPieces, callsOf, listsAfterSplit, MAX_ORDERS, planTasks, splitOrders } from './plan.ts'

let allocations = 0
const pieces = (over: Partial<AllocatedPieces> = {}): AllocatedPieces => ({
  orderId: 1,
  allocationId: ++allocations,
  quantity: 1,
  locationId: 1,
  locationCode: 'A-01',
  routeSeq: 0,
  productId: 1,
  sku: 'BOLT',
  lot: null,
  expiryDate: null,
  ...over,
})
const bin = (locationId: number, locationCode: string, routeSeq = 0) => ({
  locationId,
  locationCode,
  routeSeq,
})

describe('the goods of several orders', () => {
  test('are one stop where bin and product are the same, and it stays known what is for whom', () => {
    const [mine, more, theirs] = [pieces({ quantity: 2 }), pieces({ quantity: 3 }), pieces({ orderId: 2 })]
    expect(planTasks([mine, theirs, more])).toEqual([
      {
        taskNo: 1,
        locationId: 1,
        productId: 1,
        lot: null,
        expiryDate: null,
        pieces: [
          { orderId: 1, allocationId: mine.allocationId, quantity: 2 },
          { orderId: 2, allocationId: theirs.allocationId, quantity: 1 },
          { orderId: 1, allocationId: more.allocationId, quantity: 3 },
        ],
      },
    ])
  })

  test.each([
    ['another bin', bin(2, 'A-02'), 2],
    ['another product', { productId: 2, sku: 'NUT' }, 2],
    ['another customer’s product of the same SKU', { productId: 2 }, 2],
    ['another lot', { lot: 'L1' }, 2],
    ['another expiry date', { expiryDate: '2027-01-01' }, 2],
    ['another order', { orderId: 2 }, 1],
    ['another stock row of the same bin, lot and date', { allocationId: 999 }, 1],
  ])('with %s make this many stops', (_, over, stops) => {
    expect(planTasks([pieces(), pieces(over)])).toHaveLength(stops)
  })

  test('are none without orders', () => {
    expect(planTasks([])).toEqual([])
  })
})

test('stops follow the pick sequence, then the bin’s code, then SKU, earliest expiry and lot, whatever the order of the orders', () => {
  const wanted = [
    pieces({ ...bin(9, 'Z-09', 10), sku: 'A', productId: 5 }),
    pieces({ ...bin(1, 'a-01', 20), sku: 'BOLT', productId: 1, expiryDate: '2026-12-01', lot: 'B' }),
    pieces({ ...bin(1, 'a-01', 20), sku: 'BOLT', productId: 1, expiryDate: '2027-01-01', lot: 'A' }),
    pieces({ ...bin(1, 'a-01', 20), sku: 'BOLT', productId: 1, expiryDate: '2027-01-01', lot: 'B' }),
    pieces({ ...bin(1, 'a-01', 20), sku: 'BOLT', productId: 1 }),
    pieces({ ...bin(1, 'a-01', 20), sku: 'nut', productId: 2 }),
    pieces({ ...bin(2, 'A-02', 20), sku: 'BOLT', productId: 1 }),
    pieces({ ...bin(3, 'A-10', 30), sku: 'BOLT', productId: 1 }),
  ]
  const order = (given: AllocatedPieces[]) =>
    planTasks(given).map(({ taskNo, pieces }) => [taskNo, pieces[0]?.allocationId])
  const expected = wanted.map(({ allocationId }, i) => [i + 1, allocationId])
  expect(order(wanted)).toEqual(expected)
  expect(order(wanted.toReversed())).toEqual(expected)
  expect(order([...wanted.slice(4), ...wanted.slice(0, 4)])).toEqual(expected)
})

describe('orders are divided among lists', () => {
  const orders = (['mm', 'ss', 'ss', 'sm', 'ss'] as const).map((pieceClass, i) => ({ id: i + 1, pieceClass }))
  const lists = (perList: number, isMixed: boolean) =>
    splitOrders(orders, { perList, isMixed }).map(({ listType, orders }) => [
      listType,
      orders.map(({ id }) => id),
    ])

  test('by class, single pieces first, each in the given order', () => {
    expect(lists(500, false)).toEqual([
      ['ss', [2, 3, 5]],
      ['sm', [4]],
      ['mm', [1]],
    ])
  })

  test('with at most the wanted number on each', () => {
    expect(lists(2, false)).toEqual([
      ['ss', [2, 3]],
      ['ss', [5]],
      ['sm', [4]],
      ['mm', [1]],
    ])
  })

  test('or mixed; a list that happens to have one class is of that class', () => {
    expect(lists(500, true)).toEqual([['mixed', [1, 2, 3, 4, 5]]])
    expect(lists(1, true).map(([type]) => type)).toEqual(['mm', 'ss', 'ss', 'sm', 'ss'])
    expect(lists(3, true)).toEqual([
      ['mixed', [1, 2, 3]],
      ['mixed', [4, 5]],
    ])
  })
})

describe('many orders take several calls', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
  const none = { ss: [], sm: [], mm: [] }

  test.each([
    [500, 1, [500]],
    [501, 2, [500, 1]],
    [0, 0, []],
  ])('of which none has more than fit: %i orders', (count, lists, sizes) => {
    const plan = callsOf({ ...none, ss: ids(count) }, { perList: MAX_ORDERS, isMixed: false })
    expect([plan.lists, plan.calls.map(({ length }) => length)]).toEqual([lists, sizes])
  })

  test('and no list is split between two calls', () => {
    const plan = callsOf({ ...none, mm: ids(1000) }, { perList: 300, isMixed: false })
    expect([plan.lists, plan.calls.map(({ length }) => length)]).toEqual([4, [300, 300, 300, 100]])
    const small = callsOf({ ...none, mm: ids(1000) }, { perList: 120, isMixed: false })
    expect([small.lists, small.calls.map(({ length }) => length)]).toEqual([9, [480, 480, 40]])
  })

  test('classes are counted apart unless they are mixed', () => {
    const some = { ss: ids(10), sm: ids(10), mm: ids(5) }
    expect(callsOf(some, { perList: 10, isMixed: false })).toMatchObject({
      lists: 3,
      calls: [{ length: 10 }, {}, {}],
    })
    expect(callsOf(some, { perList: 10, isMixed: true })).toMatchObject({ lists: 3, calls: [{ length: 25 }] })
    expect(callsOf(some, { perList: 20, isMixed: true }).lists).toBe(2)
  })
})

test.each([
  [10, 0, 10, 1],
  [10, 0, 4, 3],
  [10, 3, 10, 2],
  [10, 3, 4, 3],
  [10, 10, 10, 1],
  [10, 3, Number.NaN, 0],
])(
  'of %i orders, %i of them apart, at most %d on a list, there are %i lists',
  (all, apart, perList, lists) => {
    expect(listsAfterSplit(all, apart, perList)).toBe(lists)
  },
)
