import { expect, test } from 'vitest'
import { approvalWords } from './approval.ts'

const question = (value: string | null, ...differences: (number | null)[]) =>
  approvalWords({ value, items: differences.map((difference) => ({ difference })) }).en_US

test('the approver of a count sees how many pieces and what value it posts', () => {
  expect(question('-3628.00', -555)).toBe(
    'Post 1 difference: 0 pieces gained, 555 lost, -3628.00 in declared value?',
  )
})

test('surplus does not hide shortage, and lines that match or were not counted are left out', () => {
  expect(question('0.00', 500, -500, 0, null)).toBe(
    'Post 2 differences: 500 pieces gained, 500 lost, 0.00 in declared value?',
  )
})

test('a count without a difference says so', () => {
  expect(question('0.00', 0, null)).toBe('No differences; stock stays unchanged. Complete this count?')
})

test('a count of unknown value posts no value', () => {
  expect(question(null, 1)).toBe('Post 1 difference: 1 piece gained, 0 lost, 0.00 in declared value?')
})
