import { expect, test } from 'vitest'
import { pastedCodes } from './codes.ts'

test.each([
  ['a column of a sheet', 'A-1\r\nB-2\r\n', ['A-1', 'B-2']],
  ['a row of a sheet', 'A-1\tB-2', ['A-1', 'B-2']],
  ['a list', 'A-1, B-2，C-3；D-4', ['A-1', 'B-2', 'C-3', 'D-4']],
  ['the same twice', 'A-1\nB-2\nA-1', ['A-1', 'B-2']],
])('%s is several codes', (_, text, codes) => expect(pastedCodes(text)).toEqual(codes))

test.each(['A-1', 'A-1\n', 'stainless bottle', '', '\n\n'])('%j is not', (text) =>
  expect(pastedCodes(text)).toBeUndefined(),
)
