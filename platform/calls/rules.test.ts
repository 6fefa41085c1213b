import { expect, test } from 'vitest'
import type { z } from 'zod'
import { callText } from '../text/common-text.ts'
import { rule } from './problems.ts'
import {
  amount,
  code,
  country,
  documentDay,
  flagText,
  length,
  lot,
  maybe,
  neededWords,
  pointInTime,
  ruleText,
  volume,
  weight,
  wholeText,
  words,
} from './rules.ts'

const takes = (schema: z.ZodType, typed: unknown) => schema.safeParse(typed)

test.each(['A', 'a-1', '0', '---', 'A'.repeat(35), ' A-1 '])('%j is a code', (typed) => {
  expect(takes(code, typed)).toMatchObject({ success: true, data: typed.trim() })
})

test.each(['', ' ', 'A'.repeat(36), 'a b', 'a_b', 'a/b', '..', 'ABC\nD', 'ＡＢＣ', 'А1', 'A\u200f', '😀'])(
  '%j is not a code',
  (typed) => {
    expect(takes(code, typed).success).toBe(false)
  },
)

test.each([
  ['l-7', 'L-7'],
  [' AB12 ', 'AB12'],
  ['ａ／１', 'A/1'],
  ['!"%&\'()*+,-./:;<=>?_', '!"%&\'()*+,-./:;<=>?_'],
  ['9'.repeat(20), '9'.repeat(20)],
])('%j is a lot', (typed, kept) => {
  expect(takes(lot, typed)).toMatchObject({ success: true, data: kept })
})

test.each(['', ' ', 'A 1', '9'.repeat(21), 'A#1', 'A$', 'A@', '[A]', 'A^', '批1', 'É', 'A\u001d1', 'A~'])(
  '%j is not a lot',
  (typed) => {
    expect(takes(lot, typed).success).toBe(false)
  },
)

test.each([
  ['0', '0'],
  ['12.30', '12.30'],
  ['-0', '0'],
  ['99999999999999.99', '99999999999999.99'],
])('%j is an amount', (typed, kept) => {
  expect(takes(amount, typed)).toMatchObject({ success: true, data: kept })
})

test.each([
  '12.345',
  '1e2',
  '0x1F',
  '1_000',
  '١٢',
  '1,000.00',
  '+1',
  '--1',
  '.5',
  '5.',
  '',
  'NaN',
  'Infinity',
  '-1',
  0.1,
])('%j is not an amount', (typed) => {
  expect(takes(amount, typed).success).toBe(false)
})

test('sizes are above zero, with as many decimals as their kind allows', () => {
  expect([takes(length, '0.01').success, takes(length, '0').success, takes(length, '1.234').success]).toEqual(
    [true, false, false],
  )
  expect([takes(weight, '0.001').success, takes(weight, '0.0001').success]).toEqual([true, false])
  expect([
    takes(volume, '0.000001').success,
    takes(volume, '0.0000001').success,
    takes(volume, '0').success,
  ]).toEqual([true, false, false])
})

test('text is counted in visible characters, and bidirectional controls are removed', () => {
  expect(takes(words(3), '😀汉字').success).toBe(true)
  expect(takes(words(3), '😀汉字x').success).toBe(false)
  for (const odd of ['a\u0000', 'a\nb', 'a\u202eb', 'a\u2028b', 'a\u2029b'])
    expect(takes(words(10), odd).success).toBe(false)
})

test('an empty value is stored as unknown', () => {
  expect(maybe(words(5)).parse('  ')).toBeNull()
  expect(maybe(words(5)).parse(null)).toBeNull()
  expect(maybe(words(5)).parse(' a ')).toBe('a')
})

test('only existing country codes are accepted', () => {
  expect(takes(country, 'us')).toMatchObject({ data: 'US' })
  for (const odd of ['XX', 'USA', '', '中国']) expect(takes(country, odd).success).toBe(false)
  expect(takes(country, '').error?.issues.map(({ message }) => message)).toEqual([rule(ruleText.needed)])
})

test('spreadsheet cells accept whole numbers, and yes or no in either language', () => {
  expect(wholeText(1, 10).parse('7')).toBe(7)
  for (const odd of ['0', '11', '1.5', 'x']) expect(takes(wholeText(1, 10), odd).success).toBe(false)
  expect(['是', 'Yes', 'TRUE', '1', 'ｙ'].map((typed) => flagText.parse(typed))).toEqual(Array(5).fill(true))
  expect(['否', 'no', 'FALSE', '0'].map((typed) => flagText.parse(typed))).toEqual(Array(4).fill(false))
  expect(takes(flagText, 'maybe').success).toBe(false)
})

test.each(['', ' ', '\u200b', '\u200d\u2060', '\u3164', '\u2800', '\ufe0f', '\u00ad \u200b', '\u{e0041}'])(
  'a needed text is more than %j, which is invisible',
  (typed) => {
    const { success, error } = takes(neededWords(10), typed)
    expect(success).toBe(false)
    expect(error?.issues).toMatchObject([{ message: rule(ruleText.needed) }])
  },
)

test.each(['a', '汉', '😀', '👨‍👩‍👧', 'می‌خواهم', '.'])('a needed text may be %j', (typed) => {
  expect(takes(neededWords(10), typed)).toMatchObject({ success: true, data: typed })
})

test.each([
  ['2027-01-01T00:00:00Z', true],
  ['2027-01-01T00:00:00+14:00', true],
  ['2027-01-01T00:00:00-09:30', true],
  ['2027-01-01T00:00:00+15:00', false],
  ['2027-01-01T00:00:00-23:59', false],
])('a point in time %s has an offset that the database knows: %s', (typed, isTaken) => {
  expect(takes(pointInTime({ offset: true }), typed).success).toBe(isTaken)
})

test.each([
  ['2000-01-01', []],
  ['1999-12-31', [rule(ruleText.tooEarly)]],
  ['0206-01-31', [rule(ruleText.tooEarly)]],
  ['0000-01-01', [rule(callText.wrongForm)]],
])('%s as the day of a document has the problems %j', (typed, problems) => {
  expect(takes(documentDay(), typed).error?.issues.map(({ message }) => message) ?? []).toEqual(problems)
})
