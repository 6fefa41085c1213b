import { expect, test } from 'vitest'
import { expiryAfter } from './rules.ts'

test.each([
  ['2026-01-01', 365, '2027-01-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-12-31', 1, '2027-01-01'],
])('goods made on %s that keep for %i days expire on %s', (made, days, expires) => {
  expect(expiryAfter(made, days)).toBe(expires)
})
