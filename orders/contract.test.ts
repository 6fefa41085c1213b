import { expect, test } from 'vitest'
import { exampleOf } from '../testing/example-input.ts'
import {
  answerIntercepts,
  auditOrders,
  createOrder,
  editOrder,
  forceOrders,
  interceptOrders,
  markOrders,
  voidOrders,
} from './contract.ts'

test('an order has up to 200 items', () => {
  const withLines = (count: number) =>
    createOrder.input.safeParse({
      ...exampleOf(createOrder),
      lines: Array.from({ length: count }, (_, i) => ({
        productId: i + 1,
        quantity: 1,
        declaredValue: null,
      })),
    })
  expect(withLines(200).error?.issues).toBeUndefined()
  expect(withLines(201).error?.issues.map(({ path }) => path)).toEqual([['lines']])
  expect(withLines(0).error?.issues.map(({ path }) => path)).toEqual([['lines']])
})

test('an item has 1 to 1,000,000 pieces', () => {
  const problemsWith = (quantity: number) =>
    createOrder.input
      .safeParse({ ...exampleOf(createOrder), lines: [{ productId: 1, quantity, declaredValue: null }] })
      .error?.issues.map(({ path }) => path)
  expect([1, 1_000_000].map(problemsWith)).toEqual([undefined, undefined])
  expect([0, 1_000_001, 1.5].map(problemsWith)).toEqual(Array(3).fill([['lines', 0, 'quantity']]))
})

test('editing, auditing, forcing, intercepting and voiding orders are permissions of their own', () => {
  expect(
    [editOrder, markOrders, auditOrders, forceOrders, interceptOrders, answerIntercepts, voidOrders].map(
      ({ permission }) => permission,
    ),
  ).toEqual([
    'order:order:edit',
    'order:order:edit',
    'order:order:audit',
    'order:order:force',
    'order:intercept:edit',
    'order:intercept:edit',
    'order:order:void',
  ])
})
