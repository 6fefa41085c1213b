import { describe, expect, test } from 'vitest'
import { shortBy, spendable } from './spendable.ts'

describe('what an order needs in the account (BL-1)', () => {
  const account = { balance: '20.00', frozen: '5.00', creditLimit: '10.00' }

  test.each([
    ['none', '17.53', null, null],
    ['balance', '17.53', '15.00', '2.53'],
    ['balance', '15.00', '15.00', null],
    ['balance', '15.01', '15.00', '0.01'],
    ['balance_and_credit', '17.53', '25.00', null],
    ['balance_and_credit', '25.00', '25.00', null],
    ['balance_and_credit', '25.01', '25.00', '0.01'],
  ] as const)('%s, an estimate of %s', (limit, estimate, left, missing) => {
    expect([spendable(account, limit), shortBy(estimate, account, limit)]).toEqual([left, missing])
  })

  test('a customer in arrears may not order for nothing either, except without a limit', () => {
    const debtor = { balance: '-10.01', frozen: '0.00', creditLimit: '10.00' }
    expect(
      (['none', 'balance', 'balance_and_credit'] as const).map((limit) => shortBy('0.00', debtor, limit)),
    ).toEqual([null, '10.01', '0.01'])
    expect(shortBy('0.00', { ...debtor, balance: '-10.00' }, 'balance_and_credit')).toBeNull()
  })
})
