import { expect, test } from 'vitest'
import { momentIn } from './moment.ts'

test.each([
  ['2026-07-01T16:30:05Z', 'Asia/Shanghai', '2026-07-02 00:30'],
  ['2026-07-01T16:30:05Z', 'America/New_York', '2026-07-01 12:30'],
  ['2026-01-01T04:30:05Z', 'America/New_York', '2025-12-31 23:30'],
  ['2026-01-01T18:30:00Z', 'Asia/Kolkata', '2026-01-02 00:00'],
])('%s is read in %s as %s', (at, zone, expected) => {
  expect(momentIn(at, zone)).toBe(expected)
})

test('seconds are shown where they matter', () => {
  expect(momentIn('2026-07-01T16:30:05Z', 'Asia/Shanghai', true)).toBe('2026-07-02 00:30:05')
})
