import { expect, test } from 'vitest'
import { fits, type OrderActionName, type Standing } from './offers.ts'

const offered = (order: Standing) =>
  (Object.keys(fits) as OrderActionName[]).filter((name) => fits[name](order))

test.each(['pending_audit', 'audit_exception', 'pending_shipment', 'waybill_printed'] as const)(
  'an order in %s whose intercept waits for an answer is only marked, answered and voided',
  (status) => {
    expect(offered({ status, interceptStatus: 'requested', exceptionCode: 'label_failed' })).toEqual([
      ...['mark', 'approve', 'reject', 'void'],
    ])
  },
)

test('an order whose intercept was rejected has its other buttons again', () => {
  expect(offered({ status: 'pending_shipment', interceptStatus: 'rejected', exceptionCode: null })).toEqual([
    'channel',
    'reissue',
    'mark',
    'intercept',
    'void',
  ])
})
