import { expect, test } from 'vitest'
import { exampleOf } from '../testing/example-input.ts'
import { createOrder } from './contract.ts'

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
