import { expect, test } from 'vitest'
import { asStored, signProblem, twinFacts } from './rules.ts'
import { moneyText } from './text.ts'

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

test.each([
  ['top_up', '0.10', undefined],
  ['top_up', '1', undefined],
  ['top_up', '-1.00', moneyText.onlyPositive],
  ['deposit', '-1.00', moneyText.onlyPositive],
  ['refund', '1.00', moneyText.onlyNegative],
  ['refund', '-1.00', undefined],
  ['adjustment', '-1.00', undefined],
  ['adjustment', '0.00', moneyText.notZero],
] as const)('a %s of %s is told what is wrong with it, if anything', (purpose, amount, problem) => {
  expect(signProblem(purpose, amount)).toBe(problem)
})

test('a payment is compared by its bank reference, however short, and by its customer, day and amount once all are typed', () => {
  const blank = { customerId: undefined, purpose: 'refund', amount: '', bankRefNo: '', paidOn: '' } as const
  expect(twinFacts(blank)).toBeUndefined()
  expect(twinFacts({ ...blank, bankRefNo: ' 7 ' })).toEqual({ bankRefNo: '7' })
  expect(twinFacts({ ...blank, customerId: 3, paidOn: '2026-01-05' })).toBeUndefined()
  const odd = { ...blank, customerId: 3, paidOn: '2026-01-05' }
  expect([twinFacts({ ...odd, amount: '1.005' }), twinFacts({ ...odd, amount: 'x' })]).toEqual([
    undefined,
    undefined,
  ])
  const facts = { customerId: 3, paidOn: '2026-01-05', amount: '-35' }
  expect(twinFacts({ ...blank, ...facts, amount: '35' })).toEqual(facts)
  expect(twinFacts({ ...blank, ...facts, bankRefNo: '12' })).toEqual({ ...facts, bankRefNo: '12' })
})
