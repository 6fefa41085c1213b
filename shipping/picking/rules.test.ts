import { expect, test } from 'vitest'
import { orderStates } from '../../orders/states.ts'
import { type Candidate, notNow, notPickable } from './rules.ts'
import { pickingStates } from './states.ts'

const order: Candidate = {
  orderNo: 'OB1',
  status: 'pending_shipment',
  interceptStatus: 'none',
  pieceCount: 3,
  onList: null,
  isPicked: false,
  allocated: 3,
}

test('an order is picked once it waits for shipment, with or without a printed waybill', () => {
  const ready = orderStates.states.filter((status) => !notPickable({ ...order, status }))
  expect(ready).toEqual(['pending_shipment', 'waybill_printed'])
  expect(notPickable({ ...order, status: 'voided' })?.en_US).toMatch(/^Order OB1 is “Voided”\. Only orders/)
})

test.each([
  [{ onList: 'PK1' }, 'Order OB1 is already on picking list PK1'],
  [
    { interceptStatus: 'requested' },
    'An intercept of order OB1 has been requested. Answer the request first.',
  ],
  [
    { interceptStatus: 'approved' },
    'An intercept of order OB1 has been requested. Answer the request first.',
  ],
  [{ isPicked: true }, 'The goods of order OB1 are already picked'],
  [{ interceptStatus: 'rejected' }, undefined],
  [{ allocated: 2 }, 'The stock of order OB1 is not fully allocated. Audit it again.'],
  [{ allocated: 0 }, 'The stock of order OB1 is not fully allocated. Audit it again.'],
] as const)('an order with %o is told apart', (over, reason) => {
  expect(notPickable({ ...order, ...over })?.en_US).toBe(reason)
})

test.each([
  ['start', ['waiting']],
  ['pick', ['picking']],
  ['report_short', ['picking']],
  ['complete', ['waiting', 'picking']],
  ['finish', ['picked']],
  ['cancel', ['waiting', 'picking']],
] as const)('%s is possible from %o', (action, from) => {
  const possible = pickingStates.states.filter((status) => !notNow('PK1', status, action))
  expect(possible).toEqual(from)
  expect(notNow('PK1', 'cancelled', action)).toEqual({
    zh_CN: '拣货单 PK1 的状态为“已取消”，不能执行此操作',
    en_US: 'Picking list PK1 is “Cancelled”, so this isn’t possible',
  })
})
