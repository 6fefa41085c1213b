import { describe, expect, test } from 'vitest'
import {
  afterShipping,
  completeOrders,
  figuresOf,
  incompleteOrders,
  knownBy,
  type Load,
  type Loaded,
  withoutLast,
  withPackage,
} from './loading.ts'

const item = (orderId: number, over: Partial<Loaded> = {}): Loaded => ({
  number: `TN${orderId}`,
  orderId,
  orderNo: `OB-${orderId}`,
  status: 'waybill_printed',
  packageId: orderId * 10,
  packageSeq: 1,
  packageCount: 1,
  trackingNo: `TN${orderId}`,
  customerCode: 'ACME',
  channelCode: 'LOCAL',
  carrier: 'SELF',
  weight: '0.500',
  isWeighed: false,
  obstacle: null,
  reason: null,
  ...over,
})
const scanned = (...items: Loaded[]): Load =>
  items.reduce<Load>((load, one) => withPackage(load, one).load, [])

describe('a scanned package', () => {
  test('is new the first time and known the second', () => {
    const { load, landing } = withPackage([], item(1))
    expect([landing, load]).toEqual(['new', [item(1)]])
    expect(withPackage(load, item(1))).toEqual({ landing: 'again', load: [item(1)] })
  })

  test('is told from another package of the same order', () => {
    const first = item(1, { packageCount: 2 })
    const second = item(1, { packageCount: 2, packageId: 11, packageSeq: 2 })
    expect(withPackage([first], second)).toEqual({ landing: 'new', load: [first, second] })
  })

  test('replaces its order, which was scanned before it had a package', () => {
    const early = item(1, {
      packageId: null,
      packageCount: 0,
      trackingNo: null,
      obstacle: 'not_printed',
      reason: 'because',
    })
    const { load, landing } = withPackage([early, item(2)], item(1))
    expect([landing, load, completeOrders(load)]).toEqual(['new', [item(2), item(1)], [2, 1]])
    expect(withPackage([early], early)).toEqual({ landing: 'stopped', load: [early] })
  })

  test.each([
    ['not_printed', 'stopped'],
    ['voided', 'stopped'],
    ['no_label', 'stopped'],
    ['old_label', 'stopped'],
    ['other_channel', 'stopped'],
    ['intercepted', 'intercepted'],
  ] as const)('with %s is %s, and stays on the screen', (obstacle, landing) => {
    const stopped = item(1, { obstacle, reason: 'because' })
    expect(withPackage([], stopped)).toEqual({ landing, load: [stopped] })
    expect(completeOrders([stopped])).toEqual([])
  })

  test('that was good and is intercepted since is held back', () => {
    const { load, landing } = withPackage([item(1)], item(1, { obstacle: 'intercepted' }))
    expect([landing, completeOrders(load)]).toEqual(['intercepted', []])
  })

  test('that has left already is only mentioned, and leaves the load', () => {
    const left = item(1, { obstacle: 'shipped' })
    expect(withPackage([], left)).toEqual({ landing: 'left', load: [] })
    expect(withPackage([item(1), item(2)], left)).toEqual({ landing: 'left', load: [item(2)] })
  })

  test('is known by its tracking number or the number it was found by, in any case', () => {
    const load = [item(1, { number: 'WEB-1' }), item(2, { obstacle: 'voided' })]
    expect(knownBy(load, ' tn1 ')?.orderId).toBe(1)
    expect(knownBy(load, 'web-1')?.orderId).toBe(1)
    expect(knownBy(load, 'TN2'), 'it is looked up again').toBeUndefined()
    expect(knownBy(load, 'TN9')).toBeUndefined()
  })
})

describe('the load', () => {
  const half = item(3, { packageCount: 2 })
  const held = item(4, { obstacle: 'intercepted' })

  test('ships orders of which every package is on it', () => {
    const load = scanned(item(1), half, held, item(2))
    expect(completeOrders(load)).toEqual([1, 2])
    expect(incompleteOrders(load).map(({ orderId, items }) => [orderId, items.length])).toEqual([[3, 1]])
    const whole = scanned(half, { ...half, packageId: 31, packageSeq: 2 })
    expect([completeOrders(whole), incompleteOrders(whole)]).toEqual([[3], []])
  })

  test('counts and weighs what goes', () => {
    const load = scanned(
      item(1, { weight: '0.100' }),
      item(2, { weight: '0.200', carrier: 'UPS', customerCode: 'OTHER' }),
      item(5, { weight: null }),
      held,
    )
    expect(figuresOf(load)).toEqual({
      packages: 3,
      weight: '0.300',
      unweighed: 1,
      carriers: ['SELF', 'UPS'],
      customers: 2,
    })
  })

  test('loses its last package when the scan is undone', () => {
    expect(withoutLast([item(1), item(2)])).toEqual({ load: [item(1)], last: item(2) })
    expect(withoutLast([])).toEqual({ load: [], last: undefined })
  })

  test('keeps what was not sent and what was refused, with the reason', () => {
    const load = scanned(item(1), item(2), half)
    expect(afterShipping(load, [1, 2], [{ id: 2, reason: 'Put it aside' }])).toEqual([
      { ...item(2), obstacle: 'not_printed', reason: 'Put it aside' },
      half,
    ])
  })
})
