import { expect, test } from 'vitest'
import { changeOf, changeWords, isUnusual } from './change.ts'

test.each([
  ['130.00', '100.00', '30.0', false],
  ['130.10', '100.00', '30.1', true],
  ['70.00', '100.00', '-30.0', false],
  ['69.90', '100.00', '-30.1', true],
  ['0.00', '100.00', '-100.0', true],
  ['100.00', '100.00', '0.0', false],
  ['200.05', '200.00', '0.0', false],
  ['200.10', '200.00', '0.1', false],
  ['5.00', '0.00', null, false],
  ['5.00', null, null, false],
])('a night of %s after one of %s', (total, before, change, flagged) => {
  expect(changeOf(total, before)).toBe(change)
  expect(isUnusual(change)).toBe(flagged)
})

test.each([
  ['30.1', '+30.1%'],
  ['-0.2', '−0.2%'],
  ['0.0', '0.0%'],
  ['-0.0', '0.0%'],
])('a change of %s is shown as %s', (change, shown) => {
  expect(changeWords(change)).toBe(shown)
})
