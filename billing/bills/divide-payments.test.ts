import { expect, test } from 'vitest'
import { dividePayments, type Payment } from './divide-payments.ts'

const pays = (collectionId: number, amount: string, ...billIds: number[]): Payment => ({
  collectionId,
  amount,
  billIds,
})
const open = (bills: Record<number, string>) =>
  new Map(Object.entries(bills).map(([id, amount]) => [Number(id), amount]))

test.each<[string, Payment[], Record<number, string>, [number, number, string][], number[]]>([
  ['pays a bill in full', [pays(1, '10.00', 5)], { 5: '10.00' }, [[1, 5, '10.00']], [5]],
  ['pays a part of it', [pays(1, '9.99', 5)], { 5: '10.00' }, [[1, 5, '9.99']], []],
  ['leaves what is too much in the balance', [pays(1, '12.50', 5)], { 5: '10.00' }, [[1, 5, '10.00']], [5]],
  [
    'pays bills one after the other',
    [pays(1, '15.00', 5, 6, 7)],
    { 5: '10.00', 6: '10.00', 7: '1.00' },
    [
      [1, 5, '10.00'],
      [1, 6, '5.00'],
    ],
    [5],
  ],
  [
    'pays one bill with two payments',
    [pays(1, '4.00', 5), pays(2, '7.00', 5)],
    { 5: '10.00' },
    [
      [1, 5, '4.00'],
      [2, 5, '6.00'],
    ],
    [5],
  ],
  ['pays nothing of a bill that is paid or unknown', [pays(1, '4.00', 5, 8)], { 5: '0.00' }, [], []],
  [
    'pays cents exactly',
    [pays(1, '0.30', 5, 6)],
    { 5: '0.10', 6: '0.20' },
    [
      [1, 5, '0.10'],
      [1, 6, '0.20'],
    ],
    [5, 6],
  ],
])('a payment %s', (_, payments, bills, shares, paid) => {
  const result = dividePayments(payments, open(bills))
  expect(result.shares.map(({ collectionId, billId, amount }) => [collectionId, billId, amount])).toEqual(
    shares,
  )
  expect(result.paid).toEqual(paid)
})
