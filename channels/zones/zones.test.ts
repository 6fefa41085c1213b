import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRows, zoneRow } from './contract.ts'
import {
  areaOf,
  conflictsIn,
  type Destination,
  MAX_ZONE_ROWS,
  plainZip,
  type ZoneRow,
  zoneFor,
} from './rules.ts'

const row = (over: Partial<ZoneRow>): ZoneRow => ({
  zoneCode: '1',
  countryCode: 'US',
  stateCode: null,
  city: null,
  zipFrom: null,
  zipTo: null,
  remoteLevel: 'none',
  ...over,
})
const between = (zipFrom: string, zipTo: string, zoneCode: string, over: Partial<ZoneRow> = {}) =>
  row({ zipFrom, zipTo, zoneCode, ...over })

describe('the zone of an address', () => {
  const table = [
    between('900', '908', '2'),
    between('90210', '90210', '7'),
    between('962', '966', '8'),
    between('K1', 'K1', '5', { countryCode: 'CA' }),
    row({ zoneCode: '9' }),
  ]
  test.each([
    ['US', '90001', '2'],
    ['US', '90210-1234', '7'],
    ['US', '96501', '8'],
    ['CA', 'k1a 0b1', '5'],
    ['US', '10001', '9'],
    ['US', '00601', '9'],
    ['US', '90', '9'],
    ['GB', 'SW1A 1AA', undefined],
    ['CA', 'M5V 2T6', undefined],
  ])('%s %s is in zone %s', (countryCode, zip, zone) => {
    expect(zoneFor(table, { countryCode, zip })?.zoneCode).toBe(zone)
  })

  test('is decided by the longest bound, then the narrowest range, then city before state before country', () => {
    const rows = [
      row({ zoneCode: 'country' }),
      row({ zoneCode: 'state', stateCode: 'CA' }),
      row({ zoneCode: 'city', city: 'San José' }),
      between('9', '9', 'one'),
      between('90', '95', 'wide'),
      between('94', '95', 'narrow'),
      between('94', '95', 'narrow in the state', { stateCode: 'CA' }),
    ]
    const zone = (to: Partial<Destination>) => zoneFor(rows, { countryCode: 'US', zip: '', ...to })?.zoneCode
    expect(zone({})).toBe('country')
    expect(zone({ stateCode: 'ca' })).toBe('state')
    expect(zone({ stateCode: 'CA', city: ' san  josé ' })).toBe('city')
    expect(zone({ zip: '98000', stateCode: 'CA', city: 'San José' })).toBe('one')
    expect(zone({ zip: '91000' })).toBe('wide')
    expect(zone({ zip: '94000' })).toBe('narrow')
    expect(zone({ zip: '94000', stateCode: 'CA' })).toBe('narrow in the state')
  })

  test('counts a range of digits in tens, regardless of letters', () => {
    const rows = [between('899', '900', 'two'), between('890', '899', 'ten')]
    expect(zoneFor(rows, { countryCode: 'US', zip: '89999' })?.zoneCode).toBe('two')
  })
})

test.each([
  ['90210-1234', '90210'],
  [' 90210 ', '90210'],
  ['k1a 0b1', 'K1A0B1'],
  ['100-0001', '1000001'],
  ['９００', '900'],
])('the postal code %j is compared as %s', (typed, plain) => expect(plainZip(typed)).toBe(plain))

describe('a typed row', () => {
  const typed = { zoneCode: ' 2a ', countryCode: 'us', stateCode: 'ca', city: '', remoteLevel: 'das' }
  test.each([
    ['900*', '908*', '900', '908'],
    ['900 *', '', '900', '900'],
    ['005', '', '005', '005'],
    ['', '', null, null],
    ['90210-1234', '90211', '90210', '90211'],
  ])('from %j to %j is %s to %s', (zipFrom, zipTo, from, to) => {
    expect(zoneRow.parse({ ...typed, zipFrom, zipTo })).toEqual({
      zoneCode: '2A',
      countryCode: 'US',
      stateCode: 'CA',
      city: null,
      zipFrom: from,
      zipTo: to,
      remoteLevel: 'das',
    })
  })

  test.each([
    [{ zipTo: '908' }, 'zipFrom'],
    [{ zipFrom: '5', zipTo: '098' }, 'zipTo'],
    [{ zipFrom: '908', zipTo: '900' }, 'zipTo'],
    [{ zipFrom: '9?0' }, 'zipFrom'],
    [{ zipFrom: '12345678901' }, 'zipFrom'],
    [{ zoneCode: ' ' }, 'zoneCode'],
    [{ zoneCode: 'x'.repeat(11) }, 'zoneCode'],
    [{ countryCode: 'XX' }, 'countryCode'],
    [{ stateCode: 'C' }, 'stateCode'],
    [{ remoteLevel: 'far' }, 'remoteLevel'],
  ])('with %j is wrong at %s', (over, column) => {
    const { good, problems } = readRows([{ rowNo: 4, row: { ...typed, zipFrom: '', zipTo: '', ...over } }])
    expect(good).toEqual([])
    expect(problems).toMatchObject([{ rowNo: 4, column }])
  })
})

test('a table has a limit, and the first row beyond it is reported', () => {
  const rows = Array.from({ length: MAX_ZONE_ROWS + 1 }, (_, i) => ({
    rowNo: i + 1,
    row: between(String(10_000 + i), String(10_000 + i), '2'),
  }))
  expect(readRows(rows).problems).toMatchObject([{ rowNo: MAX_ZONE_ROWS + 1, column: null }])
  expect(readRows(rows.slice(1)).problems).toEqual([])
})

describe('rows of equal precedence', () => {
  test('that overlap with different zones are reported, both of them', () => {
    const { problems } = readRows([
      { rowNo: 1, row: between('900', '908', '2') },
      { rowNo: 3, row: between('905', '913', '3') },
    ])
    expect(problems.map(({ message }) => message.en_US)).toEqual([
      'Row 1 (US 900–908, zone 2) and row 3 (US 905–913, zone 3) overlap and have the same priority',
    ])
  })

  test.each<[string, ZoneRow, ZoneRow, boolean]>([
    ['the same zone twice', between('900', '908', '2'), between('905', '913', '2'), false],
    ['remote and not', between('900', '908', '2'), between('905', '913', '2', { remoteLevel: 'das' }), true],
    ['one narrower', between('900', '908', '2'), between('905', '912', '3'), false],
    ['one longer', between('900', '900', '2'), between('90000', '90000', '3'), false],
    ['beside each other', between('900', '904', '2'), between('905', '909', '3'), false],
    ['of two countries', row({}), row({ countryCode: 'CA', zoneCode: '2' }), false],
    ['of two states', row({ stateCode: 'CA' }), row({ stateCode: 'NV', zoneCode: '2' }), false],
    ['a state and its country', row({ stateCode: 'CA' }), row({ zoneCode: '2' }), false],
    ['a city by two spellings', row({ city: 'Reno' }), row({ city: 'RENO', zoneCode: '2' }), true],
    ['a country twice', row({}), row({ zoneCode: '2' }), true],
  ])('%s: %#', (_, a, b, isConflict) => {
    expect(conflictsIn([a, b])).toHaveLength(isConflict ? 1 : 0)
    expect(conflictsIn([b, a])).toHaveLength(isConflict ? 1 : 0)
  })
})

const beginnings = (signs: string) => [...signs].flatMap((a) => [a, ...[...signs].map((b) => a + b)])
const ofFigures = beginnings('0123456789')
const ofAll = beginnings('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** The rule implemented literally and slowly. */
const slow = {
  /** Counted one by one. */
  span: (from: string, to: string) =>
    (/\D/.test(from + to) ? ofAll : ofFigures).filter(
      (item) => item.length === from.length && from <= item && item <= to,
    ).length,
  candidates: (rows: ZoneRow[], to: Destination) =>
    rows.filter(
      ({ countryCode, stateCode, city, zipFrom, zipTo }) =>
        countryCode === to.countryCode &&
        (stateCode === null || stateCode === to.stateCode) &&
        (city === null || city === to.city) &&
        (zipFrom === null ||
          zipTo === null ||
          ofAll.some(
            (start) =>
              start.length === zipFrom.length &&
              zipFrom <= start &&
              start <= zipTo &&
              to.zip.startsWith(start),
          )),
    ),
  best: (rows: ZoneRow[], to: Destination) => {
    const highest = (all: ZoneRow[], figure: (item: ZoneRow) => number) => {
      const top = Math.max(...all.map(figure))
      return all.filter((item) => figure(item) === top)
    }
    const longest = highest(slow.candidates(rows, to), ({ zipFrom }) => zipFrom?.length ?? 0)
    const narrowest = highest(longest, ({ zipFrom, zipTo }) =>
      zipFrom === null ? 0 : -slow.span(zipFrom, zipTo ?? ''),
    )
    return highest(narrowest, ({ city, stateCode }) => (city ? 2 : 0) + (stateCode ? 1 : 0))
  },
}

const zip = fc.string({ unit: fc.constantFrom('0', '1', '9', 'A', 'K'), minLength: 1, maxLength: 2 })
const bounds = fc
  .oneof(
    fc.constant(null),
    zip,
    fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 99 })).map(([a, b]) => [a, b]),
    fc.tuple(zip, zip).filter(([a, b]) => a.length === b.length),
  )
  .map((drawn) => {
    if (drawn === null) return { zipFrom: null, zipTo: null }
    if (typeof drawn === 'string') return { zipFrom: drawn, zipTo: drawn }
    const [zipFrom = '', zipTo = ''] = drawn
      .map((item) => (typeof item === 'number' ? String(item).padStart(2, '0') : item))
      .toSorted()
    return { zipFrom, zipTo }
  })
const anyRow = fc
  .record({
    zoneCode: fc.constantFrom('1', '2', '3'),
    countryCode: fc.constantFrom('US', 'CA'),
    stateCode: fc.constantFrom(null, null, 'CA', 'NV'),
    city: fc.constantFrom(null, null, 'reno', 'elko'),
    bounds,
  })
  .map(({ bounds: drawn, ...rest }) => row({ ...rest, ...drawn }))
const anywhere = fc.record({
  countryCode: fc.constantFrom('US', 'CA'),
  stateCode: fc.constantFrom('CA', 'NV', 'UT'),
  city: fc.constantFrom('reno', 'elko', 'ely'),
  zip: fc.string({ unit: fc.constantFrom('0', '1', '5', '9', 'A', 'K'), minLength: 0, maxLength: 3 }),
})

describe('compared with the literal rule', () => {
  test('the deciding row is one of the best, and none when there is none', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 12 }), anywhere, (rows, to) => {
        const best = slow.best(rows, to)
        const match = zoneFor(rows, to)
        expect(best.length === 0 ? [undefined] : best.map(areaOf)).toContain(match && areaOf(match))
      }),
      { numRuns: 500 },
    )
  })

  test('a table without conflicts has one result for every address; one with a conflict has two for some', () => {
    const everywhere = ['US', 'CA'].flatMap((countryCode) =>
      ['CA', 'NV', 'UT'].flatMap((stateCode) =>
        ['reno', 'elko', 'ely'].map((city) => ({ countryCode, stateCode, city })),
      ),
    )
    fc.assert(
      fc.property(anyRow, anyRow, (a, b) => {
        // Two overlapping ranges share the start of the later one.
        const zips = [a, b].map(({ zipFrom }) => `${zipFrom ?? ''}00`)
        const isDouble = everywhere.some((place) =>
          zips.some(
            (at) => new Set(slow.best([a, b], { ...place, zip: at }).map((item) => item.zoneCode)).size > 1,
          ),
        )
        expect(conflictsIn([a, b]).length > 0).toBe(isDouble)
      }),
      { numRuns: 200 },
    )
  })

  test('among many rows the same pairs are found as by comparing all', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 20 }), (rows) => {
        const pairs = rows.flatMap((a, i) => rows.slice(i + 1).flatMap((b) => conflictsIn([a, b])))
        expect(conflictsIn(rows)).toHaveLength(pairs.length)
      }),
      { numRuns: 300 },
    )
  })
})
