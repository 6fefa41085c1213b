import { expect, test } from 'vitest'
import { quantityProblems } from './rules.ts'

const lines = [
  { productId: 1, sku: 'BOLT', shipped: 3, returned: 1 },
  { productId: 2, sku: 'NUT', shipped: 5, returned: 0 },
]
const said = (typed: Record<string, string>) =>
  Object.entries(quantityProblems(lines, typed)).map(([field, text]) => `${field}: ${text.en_US}`)

test.each([
  ['nothing is typed', {}, ['p1: Enter how many pieces come back']],
  ['only blanks are typed', { p1: ' ', p2: '' }, ['p1: Enter how many pieces come back']],
  ['all that is out comes back', { p1: '2', p2: '5' }, []],
  ['one product comes back', { p1: '', p2: ' 1 ' }, []],
  ['one too many comes back', { p1: '3' }, ['p1: Up to 2 of BOLT can still be returned']],
  ['none is no return', { p2: '0' }, ['p2: Up to 5 of NUT can still be returned']],
  ['a part of a piece comes back', { p2: '1.5' }, ['p2: Up to 5 of NUT can still be returned']],
  ['letters are typed', { p1: 'x', p2: '5' }, ['p1: Up to 2 of BOLT can still be returned']],
])('when %s', (_, typed, problems) => {
  expect(said(typed)).toEqual(problems)
})
