import { expect, test } from 'vitest'
import { pageInstead } from './last-page.ts'

test.each([
  ['the only row of page 2 is gone', { page: 2, size: 20 }, 0, 20, 1],
  ['the rows of the last pages are gone', { page: 9, size: 20 }, 0, 41, 3],
  ['more rows match than are counted', { page: 501, size: 20 }, 0, 10_001, 500],
  ['the page has rows', { page: 2, size: 20 }, 1, 21, undefined],
  ['nothing matches', { page: 2, size: 20 }, 0, 0, undefined],
  ['it is the first page', { page: 1, size: 20 }, 0, 5, undefined],
  ['rows should be on the page, and others removed them since', { page: 2, size: 20 }, 0, 21, undefined],
])('when %s, the page to show is right', (_, input, count, total, expected) => {
  expect(pageInstead(input, { rows: Array(count).fill(1), total })).toBe(expected)
})
