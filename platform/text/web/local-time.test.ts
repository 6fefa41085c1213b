import { expect, test } from 'vitest'
import { pointInTime } from '../../calls/rules.ts'
import { dayIn, instantOf, momentIn } from './local-time.ts'

test.each([
  ['2026-07-01T16:30:05Z', 'Asia/Shanghai', '2026-07-02 00:30'],
  ['2026-07-01T16:30:05Z', 'America/New_York', '2026-07-01 12:30'],
  ['2026-01-01T04:30:05Z', 'America/New_York', '2025-12-31 23:30'],
  ['2026-01-01T18:30:00Z', 'Asia/Kolkata', '2026-01-02 00:00'],
])('%s is shown in %s as %s', (at, zone, expected) => {
  expect(momentIn(at, zone)).toBe(expected)
})

test('seconds are shown where they matter', () => {
  expect(momentIn('2026-07-01T16:30:05Z', 'Asia/Shanghai', true)).toBe('2026-07-02 00:30:05')
})

test.each([
  ['2026-11-15T14:05', 'Asia/Shanghai', '2026-11-15T06:05:00.000Z'],
  ['2026-11-15T14:05', 'UTC', '2026-11-15T14:05:00.000Z'],
  ['2026-07-01T00:30', 'America/Los_Angeles', '2026-07-01T07:30:00.000Z'],
  ['2026-03-08T01:59', 'America/Los_Angeles', '2026-03-08T09:59:00.000Z'],
  ['2026-03-08T03:00', 'America/Los_Angeles', '2026-03-08T10:00:00.000Z'],
  ['2026-11-01T03:00', 'America/Los_Angeles', '2026-11-01T11:00:00.000Z'],
  ['2026-01-01T00:00', 'Asia/Kolkata', '2025-12-31T18:30:00.000Z'],
  // A year that is being typed; back then, clocks followed the sun.
  ['0002-11-19T10:00', 'America/Los_Angeles', '0002-11-19T17:53:00.000Z'],
  ['0020-11-19T10:00', 'Asia/Shanghai', '0020-11-19T01:55:00.000Z'],
  ['0202-11-19T10:00', 'UTC', '0202-11-19T10:00:00.000Z'],
])('the wall clock %s in %s is %s', (shown, zone, instant) => {
  expect(instantOf(shown, zone)).toBe(instant)
  expect(momentIn(instant, zone).replace(' ', 'T')).toBe(shown)
})

test.each([
  '0000-01-01T00:00',
  '0001-01-01T00:00',
  '9999-12-31T23:59',
  '20266-11-19T10:00',
  '275760-12-31T23:59',
])('the wall clock %s, which no date of ours reaches, is left to the rules of its field', (shown) => {
  for (const zone of ['America/Los_Angeles', 'Asia/Shanghai']) expect(instantOf(shown, zone)).toBe(shown)
  expect(pointInTime().safeParse(shown).success).toBe(false)
})

test('a day is that of the time zone, not of the browser', () => {
  const at = new Date('2026-11-18T05:00:00Z')
  expect(dayIn(at, 'America/Los_Angeles')).toBe('2026-11-17')
  expect(dayIn(at, 'Asia/Shanghai')).toBe('2026-11-18')
  expect(dayIn(at, undefined)).toBe(dayIn(at, Intl.DateTimeFormat().resolvedOptions().timeZone))
})
