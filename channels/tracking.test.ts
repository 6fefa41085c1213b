import { expect, test } from 'vitest'
import { channelsText } from './text.ts'
import { fitsTracking, trackingProblem } from './tracking.ts'

test.each([
  ['1Z[A-Z0-9]{16}', '1Z999AA10123456784', true],
  ['1Z[A-Z0-9]{16}', '1z999aa10123456784', true],
  ['1Z[A-Z0-9]{16}', '1Z999AA1012345678', false],
  ['1Z[A-Z0-9]{16}', 'X1Z999AA10123456784', false],
  ['94\\d{20}|92\\d{20}', '9400100000000000000000', true],
  ['94\\d{20}|92\\d{20}', '9500100000000000000000', false],
  ['\\d{12}|\\d{15}', ' 123456789012 ', true],
  ['LC-?\\d{4,6}', 'LC12345', true],
  ['LC-?\\d{4,6}', 'LC-1234567', false],
  ['[A-CX]\\d', 'X1', true],
  ['[A-CX]\\d', 'D1', false],
])('%s and %s: %s', (pattern, number, fits) => {
  expect(trackingProblem(pattern)).toBeUndefined()
  expect(fitsTracking(pattern, number)).toBe(fits)
})

test.each([
  '(a+)+$',
  '(a|a)*',
  '\\d+',
  '\\d*',
  '.{10}',
  '\\w{4}',
  '^LC',
  'A||B',
  '|A',
  '[^A]',
  '[]',
  '[Z-A]',
  'A{3,2}',
  'A{1,}',
  'A{100}',
  'A{2}{3}',
  '(?=A)',
  '运单',
  '\\1',
])('%s is not a pattern, and nothing matches it', (pattern) => {
  expect(trackingProblem(pattern)).toBe(channelsText.patternForm)
  expect(fitsTracking(pattern, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!')).toBe(false)
})

test('more than three parts of variable length are refused', () => {
  expect(trackingProblem('A?B?C?')).toBeUndefined()
  expect(trackingProblem('A?B?C?D?')).toBe(channelsText.patternOpen)
  expect(trackingProblem('\\d{1,9}A?B?|C{1,2}D?E?')).toBeUndefined()
})

test('the worst allowed pattern still fails fast on the worst number', () => {
  // Each alternative backtracks at most 50³ times; a group would make it exponential.
  const way = '\\d{1,50}\\d{1,50}\\d{1,50}X'
  const pattern = [way, way, way].join('|')
  expect(trackingProblem(pattern)).toBeUndefined()
  expect(fitsTracking(pattern, '1'.repeat(50))).toBe(false)
})

test('a number that is too long is not even tested', () => {
  expect(fitsTracking('\\d{51}', '1'.repeat(51))).toBe(false)
})
