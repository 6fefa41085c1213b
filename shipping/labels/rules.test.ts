import { describe, expect, test } from 'vitest'
import { orderStates } from '../../orders/states.ts'
import { waybillStates } from '../../orders/waybills/states.ts'
import { confirmProblem, labelsFor, type PrintedOrder, type PrintedPackage, printProblem } from './rules.ts'

const order: PrintedOrder = { orderNo: 'OB1', status: 'pending_shipment', interceptStatus: 'none' }
const label: PrintedPackage = { waybillId: 1, printCount: 0, readyAt: null }
const shownAt = (at: string) => `at ${at}`
const why = (over: Partial<PrintedOrder>, packages: PrintedPackage[] = [label], isReprint = false) =>
  printProblem({ ...order, ...over }, packages, isReprint, shownAt)?.en_US

describe('an order', () => {
  test('is printed while it waits for shipment, and printed again once it is printed', () => {
    const first = orderStates.states.filter((status) => why({ status }) === undefined)
    const again = orderStates.states.filter((status) => why({ status }, [label], true) === undefined)
    expect([first, again]).toEqual([['pending_shipment'], ['waybill_printed']])
  })

  test('that is printed already, or not yet, says so', () => {
    expect(why({ status: 'waybill_printed' })).toBe(
      'The label of order OB1 has been printed already. Use “Reprint” to print it again.',
    )
    expect(why({}, [label], true)).toBe(
      'The label of order OB1 hasn’t been printed yet, so it can’t be reprinted',
    )
    expect(why({ status: 'voided' })).toContain('Voided')
    expect(why({ status: 'voided' }, [label], true)).toContain('Voided')
  })

  test.each([
    ['none', false],
    ['rejected', false],
    ['approved', false],
    ['requested', true],
  ] as const)('with an intercept that is %s is stopped: %s', (interceptStatus, isStopped) => {
    for (const [status, isReprint] of [
      ['pending_shipment', false],
      ['waybill_printed', true],
    ] as const)
      expect(why({ status, interceptStatus }, [label], isReprint)).toBe(
        isStopped ? 'An intercept of order OB1 has been requested. Answer the request first.' : undefined,
      )
  })

  test('needs a label on every package', () => {
    const none = { ...label, waybillId: null }
    expect(why({}, [])).toBe('Waybill not found')
    expect(why({}, [label, none])).toBe('Waybill not found')
    expect(why({}, [none, label])).toBe('Waybill not found')
  })

  test('waits for the label that is ready last: its labels are printed together', () => {
    const late = { ...label, readyAt: '2026-03-02T00:00:00Z' }
    const soon = { ...label, readyAt: '2026-03-01T00:00:00Z' }
    expect(why({}, [label, late, soon])).toContain('at 2026-03-02T00:00:00Z')
    expect(why({}, [late, none()])).toBe('Waybill not found')
  })
})
const none = (): PrintedPackage => ({ ...label, waybillId: null })

test('a print takes what is not printed yet, or all where nothing is left; a reprint takes all', () => {
  const [fresh, printed] = [label, { ...label, waybillId: 2, printCount: 1 }]
  expect(labelsFor([fresh, printed], false)).toEqual([fresh])
  expect(labelsFor([printed], false)).toEqual([printed])
  expect(labelsFor([fresh, printed], true)).toEqual([fresh, printed])
  expect(labelsFor([], false)).toEqual([])
})

test('a reprint of chosen labels takes those of them that the order has', () => {
  const packages = [label, { ...label, waybillId: 2 }, none()]
  expect(labelsFor(packages, true, new Set([2, 9])).map(({ waybillId }) => waybillId)).toEqual([2])
  expect(labelsFor(packages, true, new Set([9]))).toEqual([])
})

describe('a label that came out counts', () => {
  const problem = (
    over: Partial<PrintedOrder>,
    state: (typeof waybillStates.states)[number],
    again = false,
  ) => confirmProblem({ ...order, ...over }, state, again)

  test('while its order is as it was printed', () => {
    const first = orderStates.states.filter((status) => !problem({ status }, 'obtained'))
    const again = orderStates.states.filter((status) => !problem({ status }, 'obtained', true))
    expect([first, again]).toEqual([['pending_shipment'], ['waybill_printed']])
    expect(problem({ status: 'shipped' }, 'obtained')).toEqual({
      zh_CN: '订单 OB1 在打印后状态变为“已发货”，请销毁这张面单',
      en_US: 'Order OB1 became “Shipped” after the label was printed. Destroy the label.',
    })
  })

  test('unless its order is being intercepted, which comes before a label that was replaced', () => {
    const held = problem({ interceptStatus: 'requested' }, 'voided')?.en_US
    expect(held).toMatch(/^An intercept of order OB1 was requested after the label was printed/)
    for (const interceptStatus of ['none', 'approved', 'rejected'] as const)
      expect(problem({ interceptStatus }, 'obtained')).toBeUndefined()
  })

  test('only if it is still the label of its package', () => {
    const valid = waybillStates.states.filter((state) => !problem({}, state))
    expect(valid).toEqual(['obtained'])
    expect(problem({}, 'superseded')?.en_US).toBe(
      'The label of order OB1 was voided or replaced after it was printed. Destroy it.',
    )
  })
})
