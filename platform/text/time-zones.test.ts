import { expect, test } from 'vitest'
import { cityOf, followDatabase, zoneIds, zoneLabel, zoneOf, zones } from './time-zones.ts'
import { momentIn } from './web/local-time.ts'

/** The cities of the specification, in its order. */
const cities =
  'London, Lagos, Berlin, Paris, Moscow, Cairo, Istanbul, Dubai, Kolkata, Shanghai, Hong Kong, Singapore, Tokyo, Sydney, Sao Paulo, New York, Toronto, Chicago, Edmonton, Denver, Los Angeles, Vancouver, Honolulu'

test('the 23 cities of the specification are on offer, in its order', () => {
  expect(zones.map((zone) => zone.city.en_US).join(', ')).toBe(cities)
  expect(new Set(zoneIds).size).toBe(23)
})

test.each(zones.map((zone) => [zone.id, zone] as const))(
  '%s is a time zone that Node knows by that name',
  (id, zone) => {
    expect(() => new Intl.DateTimeFormat('en-US', { timeZone: id })).not.toThrow()
    expect(id.split('/')[1]?.replace('_', ' ')).toBe(zone.city.en_US)
  },
)

/** The offset computed independently: from the wall clock there, not from the name of the offset. */
function offsetAt(zone: string, at: Date): string {
  const wall = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at)
  const minutes = Math.round((Date.parse(`${wall.replace(' ', 'T')}Z`) - at.getTime()) / 60_000)
  const [h, m] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `GMT${minutes < 0 ? '-' : '+'}${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`
}

test.each([new Date(), new Date('2026-01-15T12:00:00Z'), new Date('2026-07-15T12:00:00Z')])(
  'every label shows the offset in effect at %s',
  (at) => {
    for (const zone of zones) {
      expect(zoneLabel(zone, at, 'en_US')).toBe(`(${offsetAt(zone.id, at)}) ${zone.city.en_US}`)
      expect(zoneLabel(zone, at, 'zh_CN')).toBe(`(${offsetAt(zone.id, at)}) ${zone.city.zh_CN}`)
    }
  },
)

test('London shows zero hours in winter and one in summer', () => {
  const [london] = zones
  expect(zoneLabel(london, new Date('2026-01-15T12:00:00Z'), 'en_US')).toBe('(GMT+00:00) London')
  expect(zoneLabel(london, new Date('2026-07-15T12:00:00Z'), 'en_US')).toBe('(GMT+01:00) London')
})

test('a time zone is recognised by its id, by its label at any time of year and by its city alone', () => {
  for (const zone of zones) {
    expect(zoneOf(zone.id)).toBe(zone.id)
    expect(zoneOf(zoneLabel(zone, new Date(), 'en_US'))).toBe(zone.id)
    expect(zoneOf(`(GMT+00:00) ${zone.city.en_US}`)).toBe(zone.id)
    expect(zoneOf(zone.city.en_US)).toBe(zone.id)
  }
  expect(zoneOf('(GMT+08:00) Shanghai')).toBe('Asia/Shanghai')
})

test.each([
  '',
  'Mars/Base',
  'GMT+8',
  'UTC',
  'XYZ+5',
  'asia/shanghai',
  ' Asia/Shanghai',
  'Asia/Shanghai ',
  'Asia/Shanghai\n',
  '(GMT+8) Shanghai',
  '(GMT+08:00)Shanghai',
  '(GMT+08:00) ',
  '(GMT+08:00) (GMT+08:00) Shanghai',
  '../../etc/passwd',
  'America/Phoenix',
  '__proto__',
  'x'.repeat(61),
  null,
  undefined,
  8,
  ['Asia/Shanghai'],
  { id: 'Asia/Shanghai' },
])('%j is not one of our time zones', (value) => {
  expect(zoneOf(value)).toBeUndefined()
})

test('where the database has other offsets, label and time use the database’s, and ours outside its range', () => {
  const edmonton = { id: 'America/Edmonton', city: { zh_CN: '埃德蒙顿', en_US: 'Edmonton' } }
  const [from, until] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'].map((at) => Date.parse(at))
  followDatabase({
    'America/Edmonton': [
      { from: from ?? 0, minutes: 330 },
      { from: until ?? 0, minutes: null },
    ],
  })
  expect(zoneLabel(edmonton, new Date('2026-01-15T12:00:00Z'), 'en_US')).toBe('(GMT+05:30) Edmonton')
  expect(momentIn('2026-01-15T12:00:00Z', 'America/Edmonton')).toBe('2026-01-15 17:30')
  expect(momentIn('2025-12-15T12:00:00Z', 'America/Edmonton')).toBe('2025-12-15 05:00')
  expect(momentIn('2026-02-15T12:00:00Z', 'America/Edmonton')).toBe('2026-02-15 05:00')
  expect(momentIn('2026-01-15T12:00:00Z', 'America/Denver')).toBe('2026-01-15 05:00')
  followDatabase({})
})

test('a time zone is called by its city, and by its id where it is not on the list', () => {
  expect(cityOf('America/Los_Angeles')).toEqual({ zh_CN: '洛杉矶', en_US: 'Los Angeles' })
  expect(cityOf('Asia/Tehran').en_US).toBe('Asia/Tehran')
})
