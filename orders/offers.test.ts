import { expect, test } from 'vitest'
import { fits, fitsAny, type OrderActionName, type Standing, takesUpload } from './offers.ts'
import { orderStates } from './states.ts'

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

const always = ['mark'] as const
const beforeIt = ['audit', 'channel', 'mark', 'intercept', 'void'] as const
const failed = ['audit', 'channel', 'force', 'mark', 'intercept', 'void'] as const
const relabelled = ['audit', 'channel', 'reissue', 'force', 'mark', 'intercept', 'void'] as const
const ready = ['channel', 'reissue', 'mark', 'intercept', 'void'] as const

test.each<[Standing['status'], Standing['exceptionCode'], readonly OrderActionName[]]>([
  ['pending_audit', null, beforeIt],
  ['under_audit', null, ['mark', 'intercept']],
  ['pending_shipment', null, ready],
  ['waybill_printed', null, ready],
  ['shipped', null, always],
  ['voided', null, always],
  ['audit_exception', 'stock_short', failed],
  ['audit_exception', 'label_waiting', failed],
  ['audit_exception', 'label_failed', relabelled],
  ['audit_exception', 'waybill_refused', relabelled],
  ['audit_exception', 'timeout', relabelled],
])('an order in %s (%s) has the buttons %j', (status, exceptionCode, names) => {
  expect(offered({ status, exceptionCode, interceptStatus: 'none' })).toEqual(names)
})

test('a view offers what an order of its status takes, intercepted or not', () => {
  const names = Object.keys(fits) as OrderActionName[]
  expect(names.filter((name) => fitsAny(name, 'pending_shipment', null))).toEqual([
    ...['channel', 'reissue', 'mark', 'intercept', 'approve', 'reject', 'void'],
  ])
})

test('a label is uploaded for channels that wait for one, until the order is being audited or has ended', () => {
  const taking = (labelSource: string) =>
    orderStates.states.filter((status) => takesUpload({ status, labelSource }))
  const open = ['pending_audit', 'audit_exception', 'pending_shipment', 'waybill_printed']
  expect([taking('uploaded'), taking('platform'), taking('self_built')]).toEqual([open, open, []])
})
