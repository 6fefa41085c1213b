import { describe, expect, test } from 'vitest'
import { type NumberRange, numberAt, rangeProblem, s10Digit } from './numbers.ts'
import { numberText, supplyText } from './text.ts'

const range = (over: Partial<NumberRange> = {}): NumberRange => ({
  prefix: 'LC',
  digits: 8,
  checkRule: 'none',
  suffix: '',
  firstNo: 1,
  lastNo: 1000,
  ...over,
})

describe('the check digit of a postal item', () => {
  test.each([
    ['47312482', '9', 'the standard’s own example, RR473124829GB'],
    ['12345678', '5', 'a remainder of 0 gives 5'],
    ['00000000', '5', 'nothing weighs nothing'],
    ['00000001', '4', 'the last digit weighs 7'],
    ['00000003', '1', '21 leaves 10'],
    ['00000008', '0', '56 leaves 1, and 10 is written 0'],
  ])('%s ends in %s: %s', (serial, digit) => {
    expect(s10Digit(serial)).toBe(digit)
  })
})

describe('a number on the label', () => {
  test.each([
    [range(), 42, 'LC00000042'],
    [range({ suffix: '-A', digits: 3 }), 7, 'LC007-A'],
    [range({ prefix: 'RR', suffix: 'GB', checkRule: 's10' }), 47_312_482, 'RR473124829GB'],
    // GS1's own example of a serial shipping container code.
    [range({ prefix: '3761042500', digits: 7, checkRule: 'mod10' }), 2_123_456, '376104250021234569'],
    [range({ prefix: '', digits: 12, checkRule: 'mod10' }), 629_104_150_021, '6291041500213'],
    [range({ prefix: '', digits: 15 }), 999_999_999_999_999, '999999999999999'],
  ])('is formatted as its range says: %#', (form, no, written) => {
    expect(numberAt(form, no)).toBe(written)
  })
})

describe('a range', () => {
  test.each([
    [{}, undefined],
    [{ firstNo: 5, lastNo: 5 }, undefined],
    [{ firstNo: 5, lastNo: 4 }, 'lastNo'],
    [{ digits: 3, lastNo: 999 }, undefined],
    [{ digits: 3, lastNo: 1000 }, 'digits'],
    [{ checkRule: 's10', prefix: 'RR', suffix: 'CN' }, undefined],
    [{ checkRule: 's10', prefix: 'RR', suffix: 'CN', digits: 9 }, 'digits'],
    [{ checkRule: 's10', prefix: 'R1', suffix: 'CN' }, 'prefix'],
    [{ checkRule: 's10', prefix: 'RR', suffix: '' }, 'suffix'],
    [{ checkRule: 'mod10', prefix: '123' }, undefined],
    [{ checkRule: 'mod10', prefix: 'LC' }, 'prefix'],
    [{ checkRule: 'mod10', prefix: '1', suffix: 'X' }, 'suffix'],
    [{ prefix: 'X'.repeat(20), digits: 15, suffix: 'Y'.repeat(5) }, undefined],
    [{ prefix: 'X'.repeat(20), digits: 15, suffix: 'Y'.repeat(6) }, 'prefix'],
  ] as const)('%j is wrong at %s', (over, path) => {
    expect(rangeProblem(range(over))?.path).toBe(path)
  })
})

test('a channel without numbers says so, one with few warns', () => {
  expect([supplyText(0), supplyText(1)]).toEqual([numberText.usedUp, numberText.runningOut])
})
