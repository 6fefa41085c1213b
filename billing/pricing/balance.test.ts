import { describe, expect, test } from 'vitest'
import { toAmount } from '../../platform/text/amount.ts'
import { type Account, balanceTest, balanceTests } from './balance.ts'

const account = (over: Partial<Account> = {}): Account => ({
  billAmountLimit: 'balance_and_credit',
  settlementMode: 'balance',
  balance: '20.00',
  frozen: '5.00',
  creditLimit: '10.00',
  notSettled: '0.00',
  ...over,
})

describe('BL-1: what an order needs in the account', () => {
  test.each([
    ['none', { passes: true, spendable: null, left: null, shortBy: null, frozenAfter: '22.53' }],
    ['balance', { passes: false, spendable: '15.00', left: null, shortBy: '2.53', frozenAfter: null }],
    [
      'balance_and_credit',
      { passes: true, spendable: '25.00', left: '7.47', shortBy: null, frozenAfter: '22.53' },
    ],
  ] as const)('with the limit %s', (billAmountLimit, expected) => {
    expect(balanceTest(account({ billAmountLimit }), '17.53')).toEqual(expected)
  })

  test('exactly what is left passes, one cent more does not', () => {
    const limited = account({ billAmountLimit: 'balance' })
    expect(balanceTest(limited, '15.00')).toMatchObject({ passes: true, left: '0.00' })
    expect(balanceTest(limited, '15.01')).toMatchObject({ passes: false, shortBy: '0.01' })
  })
})

test('open fees count for customers who pay by bill', () => {
  const open = { notSettled: '10.00', billAmountLimit: 'balance' as const }
  expect(balanceTest(account({ ...open, settlementMode: 'bill' }), '5.01')).toMatchObject({
    passes: false,
    spendable: '5.00',
  })
  expect(balanceTest(account(open), '5.01')).toMatchObject({ passes: true, spendable: '15.00' })
})

test('an account in arrears ships nothing more, not even what costs nothing', () => {
  const debtor = { balance: '-5.01', frozen: '5.00' }
  expect(balanceTest(account(debtor), '0.00')).toMatchObject({ passes: false, shortBy: '0.01' })
  expect(balanceTest(account({ ...debtor, billAmountLimit: 'none' }), '0.00')).toMatchObject({ passes: true })
  expect(balanceTest(account({ ...debtor, balance: '-5.00' }), '0.00')).toMatchObject({ passes: true })
})

test('orders of one customer are tested one after the other', () => {
  const results = balanceTests(
    account(),
    ['10.00', '20.00', '15.00', '0.01'].map((estimate) => ({ estimate })),
  )
  expect(results.map(({ passes }) => passes)).toEqual([true, false, true, false])
  expect(results[2]).toMatchObject({ left: '0.00', frozenAfter: '30.00' })
})

test('what an order holds already is its own, and stays held if it does not pass', () => {
  const held = { frozen: '25.00', balance: '20.00', creditLimit: '10.00' }
  const results = balanceTests(account(held), [
    { estimate: '25.01', held: '20.00' },
    { estimate: '8.00', held: '5.00' },
    { estimate: '2.01' },
    { estimate: '2.00' },
  ])
  expect(results.map(({ passes }) => passes)).toEqual([false, true, false, true])
  expect(results[0]).toMatchObject({ shortBy: '0.01', frozenAfter: null })
  expect(results[1]).toMatchObject({ frozenAfter: '28.00' })
})

test.each([
  ['1.005', '1.01'],
  ['2.675', '2.68'],
  ['0.125', '0.13'],
  ['-0.125', '-0.13'],
  ['-0.004', '0.00'],
])('RD-1: %s is rounded to %s', (value, rounded) => {
  expect(toAmount(value)).toBe(rounded)
})
