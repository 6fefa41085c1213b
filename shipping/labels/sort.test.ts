import { expect, test } from 'vitest'
import { inPrintOrder, type LabelSort, type SortedLabel } from './sort.ts'

const goods = (sku: string, quantity: number, location: string | null = null, routeSeq = 0) => ({
  sku,
  quantity,
  location,
  routeSeq,
})
const label = (
  orderId: number,
  items: SortedLabel['goods'],
  over: Partial<SortedLabel> = {},
): SortedLabel => ({
  orderId,
  packageNo: 1,
  createdAt: `2026-03-01T10:00:0${orderId}.000Z`,
  goods: items,
  ...over,
})

const labels = [
  label(1, [goods('MUG-10', 2, 'B-01', 20)]),
  label(2, [goods('MUG-2', 3, 'A-10', 10)]),
  label(3, [goods('MUG-2', 1, 'A-9', 10)]),
  label(4, [goods('MUG-2', 1, 'A-9', 10), goods('LAMP', 1, 'C-01', 30)]),
  label(5, [goods('MUG-2', 1, 'A-9', 10)]),
]

test.each<[LabelSort, number[]]>([
  ['order_time', [1, 2, 3, 4, 5]],
  ['sku', [4, 2, 3, 5, 1]],
  ['location', [3, 4, 5, 2, 1]],
  ['location_sku', [4, 3, 5, 2, 1]],
  ['sku_qty', [4, 3, 5, 2, 1]],
])('labels sorted by %s', (sort, expected) => {
  for (const given of [labels, labels.toReversed()])
    expect(inPrintOrder(given, sort).map(({ orderId }) => orderId)).toEqual(expected)
})

test('pieces of a SKU from several bins are counted together', () => {
  const fromTwoBins = label(0, [goods('MUG-2', 3, 'A-9', 10), goods('MUG-2', 1, 'B-02', 20)])
  expect(inPrintOrder([fromTwoBins, ...labels], 'sku_qty').map(({ orderId }) => orderId)).toEqual([
    4, 3, 5, 2, 0, 1,
  ])
})

test('the packages of an order stay together, and goods without a bin come last', () => {
  const more = [
    label(6, [goods('NOWHERE', 1)], { createdAt: '2026-01-01T00:00:00.000Z' }),
    label(2, [goods('MUG-2', 3, 'A-10', 10)], { packageNo: 2 }),
    ...labels,
  ]
  const sorted = inPrintOrder(more, 'location').map(({ orderId, packageNo }) => [orderId, packageNo])
  expect(sorted.slice(3)).toEqual([
    [2, 1],
    [2, 2],
    [1, 1],
    [6, 1],
  ])
})

test('an order placed earlier in another zone’s notation is still earlier', () => {
  const [a, b] = [
    label(1, [], { createdAt: '2026-03-01T10:00:00+08:00' }),
    label(2, [], { createdAt: '2026-03-01T09:00:00Z' }),
  ]
  expect(inPrintOrder([b, a], 'order_time').map(({ orderId }) => orderId)).toEqual([1, 2])
})
