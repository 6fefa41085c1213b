import { expect, test } from 'vitest'
import { asStored } from './rules.ts'

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
