import { expect, test } from 'vitest'
import { asStored, twinFacts } from './rules.ts'

test.each([
  ['refund', '5.00', '-5.00'],
  ['refund', ' 5 ', '-5'],
  ['refund', '-5.00', '-5.00'],
  ['refund', '', ''],
  ['top_up', '5.00', '5.00'],
  ['adjustment', '-5.00', '-5.00'],
] as const)('a %s that is typed as “%s” is stored as “%s”', (purpose, typed, stored) => {
  expect(asStored(purpose, typed)).toBe(stored)
})

test('a payment is compared by its bank reference, however short, and by its customer, day and amount once all are typed', () => {
  const blank = { customerId: undefined, purpose: 'refund', amount: '', bankRefNo: '', paidOn: '' } as const
  expect(twinFacts(blank)).toBeUndefined()
  expect(twinFacts({ ...blank, bankRefNo: ' 7 ' })).toEqual({ bankRefNo: '7' })
  expect(twinFacts({ ...blank, customerId: 3, paidOn: '2026-01-05' })).toBeUndefined()
  const facts = { customerId: 3, paidOn: '2026-01-05', amount: '-35' }
  expect(twinFacts({ ...blank, ...facts, amount: '35' })).toEqual(facts)
  expect(twinFacts({ ...blank, ...facts, bankRefNo: '12' })).toEqual({ ...facts, bankRefNo: '12' })
})
