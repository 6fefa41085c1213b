import Big from 'big.js'
import { expect, test } from 'vitest'
import { toAmount } from './amount.ts'
import { isDecimal, withCents } from './decimal.ts'

test.each([
  ['1', '1.00'],
  ['1.004', '1.00'],
  ['1.005', '1.01'],
  ['-1.005', '-1.01'],
  ['1.0049999999', '1.00'],
  ['0.004', '0.00'],
  ['-0.004', '0.00'],
  ['-0.005', '-0.01'],
  ['-0', '0.00'],
  ['99999999999999.995', '100000000000000.00'],
  ['0.1', '0.10'],
  ['1e3', '1000.00'],
])('%s is an amount of %s', (value, amount) => {
  expect(toAmount(value)).toBe(amount)
  expect(toAmount(new Big(value))).toBe(amount)
})

test('a tenth and two tenths are three tenths', () => {
  expect(toAmount(new Big('0.1').plus('0.2'))).toBe('0.30')
})

test.each(['', ' ', 'x', '1,5', 'NaN', 'Infinity', '0x10', '1 '])('%j is not an amount', (value) => {
  expect(() => toAmount(value)).toThrow()
})

test.each(['0', '-0', '1', '-1', '12345678', '0.1', '0.12', '-12345678.12'])(
  '%s has at most 8 digits before the point and 2 after',
  (value) => {
    expect(isDecimal(value, 8, 2)).toBe(true)
  },
)

test.each([
  '',
  '-',
  '.',
  '.5',
  '5.',
  '+1',
  '01',
  '00',
  '-01',
  '1e5',
  '1E5',
  '0x1',
  ' 1',
  '1 ',
  '1\n',
  '1,000',
  '１',
  '٣',
  '1.123',
  '123456789',
  'NaN',
  'Infinity',
  '1.2.3',
  '--1',
])('%j is not such a decimal', (value) => {
  expect(isDecimal(value, 8, 2)).toBe(false)
})

test('a long text is checked as fast as a short one', () => {
  expect(isDecimal(`${'9'.repeat(50_000)}x`, 8, 2)).toBe(false)
})

test.each([
  ['1', '1.00'],
  ['-4.9', '-4.90'],
  ['0.35', '0.35'],
  ['1.116253', '1.116253'],
  ['3 lb', '3 lb'],
])('a sum of %s is shown as %s', (value, shown) => {
  expect(withCents(value)).toBe(shown)
})
