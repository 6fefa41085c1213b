import { expect, test } from 'vitest'
import { spendable } from './spendable.ts'

test.each([
  ['none', null],
  ['balance', '15.00'],
  ['balance_and_credit', '25.00'],
] as const)('what is left for orders with the limit %s (BL-1)', (limit, left) => {
  expect(spendable({ balance: '20.00', frozen: '5.00', creditLimit: '10.00' }, limit)).toBe(left)
})
