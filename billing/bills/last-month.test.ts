import { expect, test } from 'vitest'
import { monthBefore, monthOf } from './last-month.ts'

test.each([
  ['2026-02-01', '2026-01-01', '2026-01-31'],
  ['2026-01-15', '2025-12-01', '2025-12-31'],
  ['2026-03-31', '2026-02-01', '2026-02-28'],
  ['2028-03-01', '2028-02-01', '2028-02-29'],
])('the month before %s is %s to %s', (today, from, to) => {
  expect(monthBefore(today)).toEqual({ from, to })
})

test.each([
  ['2026-02-01', '2026-02-01', '2026-02-28'],
  ['2026-12-31', '2026-12-01', '2026-12-31'],
  ['2028-02-10', '2028-02-01', '2028-02-29'],
])('the month of %s is %s to %s', (today, from, to) => {
  expect(monthOf(today)).toEqual({ from, to })
})
