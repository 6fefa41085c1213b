import { expect, test } from 'vitest'
import { codeKey, codes, missingOf, pastedCodes } from './codes.ts'

test.each([
  ['a column of a sheet', 'A-1\r\nB-2\r\n', ['A-1', 'B-2']],
  ['a row of a sheet', 'A-1\tB-2', ['A-1', 'B-2']],
  ['a list', 'A-1, B-2，C-3；D-4', ['A-1', 'B-2', 'C-3', 'D-4']],
  ['a column of names', 'Foo Co., Ltd.\nBar', ['Foo Co., Ltd.', 'Bar']],
  ['the same twice', 'A-1\nB-2\nA-1', ['A-1', 'B-2']],
])('%s is several codes', (_, text, codes) => expect(pastedCodes(text)).toEqual(codes))

test.each(['A-1', 'A-1\n', 'stainless bottle', 'Shenzhen Foo Co., Ltd.', '', '\n\n'])('%j is not', (text) =>
  expect(pastedCodes(text)).toBeUndefined(),
)

test('codes that match nothing are listed once, as typed', () => {
  const known = ['a-1', 'b-2'].map((key) => ({ key }))
  expect(missingOf(['A-1', 'Ｂ-2 ', 'Nope', 'Nope'], known)).toEqual(['Nope'])
  expect(codeKey(' Ｂ-2')).toBe('b-2')
})

test.each([
  ['500 codes', Array.from({ length: 500 }, (_, i) => `${i}`.padStart(20, 'C')), true],
  ['501 codes', Array.from({ length: 501 }, (_, i) => `${i}`), false],
  ['400 references with slashes', Array.from({ length: 400 }, (_, i) => `PO/2026/11/${1_000_000 + i}`), true],
  ['200 in Chinese', Array.from({ length: 200 }, (_, i) => `入库单${'号'.repeat(7)}${i}`), false],
  [
    'more letters than an address holds',
    Array.from({ length: 500 }, (_, i) => `${i}`.padStart(22, 'C')),
    false,
  ],
])('%s at once', (_, pasted, isTaken) => expect(codes.safeParse(pasted).success).toBe(isTaken))
