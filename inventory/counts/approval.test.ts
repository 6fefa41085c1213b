import { expect, test } from 'vitest'
import { approvalWords } from './approval.ts'

const asked = (value: string | null, ...differences: (number | null)[]) =>
  approvalWords({ value, items: differences.map((difference) => ({ difference })) }).en_US

test('who approves a count reads how many pieces and how much value it books', () => {
  expect(asked('-3628.00', -555)).toBe(
    'Post 1 difference: 0 pieces gained, 555 lost, -3628.00 in declared value?',
  )
})

test('what was found does not hide what is missing, and lines that agree or were not counted do not count', () => {
  expect(asked('0.00', 500, -500, 0, null)).toBe(
    'Post 2 differences: 500 pieces gained, 500 lost, 0.00 in declared value?',
  )
})

test('a count without a difference says so', () => {
  expect(asked('0.00', 0, null)).toBe('No differences; stock stays unchanged. Complete this count?')
})
