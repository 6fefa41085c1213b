import { expect, test } from 'vitest'
import { ordersText } from '../text.ts'
import { lineProblems } from './line-problems.ts'

const good = { productId: 7, quantity: 2, declaredValue: '' }

test('lines without a problem', () => {
  expect(lineProblems([good, { ...good, declaredValue: '3.50' }])).toEqual({
    wrong: [new Set(), new Set()],
    first: undefined,
  })
})

test('only the wrong fields are marked, and the first one is named', () => {
  const { wrong, first } = lineProblems([good, { ...good, quantity: -3 }, { ...good, declaredValue: 'x' }])
  expect(wrong).toEqual([new Set(), new Set(['quantity']), new Set(['declaredValue'])])
  expect(first?.en_US).toMatch(/^Quantity in line 2: /)
  expect(first?.zh_CN).toMatch(/^第 2 行数量：/)
})

test('a line without a product', () => {
  const { wrong, first } = lineProblems([{ ...good, productId: 0 }])
  expect(wrong).toEqual([new Set(['productId'])])
  expect(first?.zh_CN).toBe(`第 1 行产品：${ordersText.productNeeded.zh_CN}`)
})
