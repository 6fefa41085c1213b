import { describe, expect, test } from 'vitest'
import type { FreightRow } from '../pricing/price-types.ts'
import { checkFreight } from './freight-checks.ts'
import { addZone, cellAt, copyZone, gridOf, setBound, setCode, typeInto, wholeArea } from './freight-grid.ts'

const row = (
  zoneCode: string,
  weightFrom: string,
  weightTo: string | null,
  price: string | null,
): FreightRow => ({
  zoneCode,
  weightFrom,
  weightTo,
  billingCode: 'flat',
  price,
  firstWeight: null,
  nextPrice: null,
  step: null,
  minCharge: null,
})

const good = gridOf([
  row('2', '0', '1', '5.00'),
  row('2', '1', null, '6.00'),
  row('3', '0', '1', '7.00'),
  row('3', '1', null, '8.00'),
])
const none = { flatPrice: null, surcharges: [] }
const problemsOf = (grid: typeof good, zones: string[] | null = null) =>
  checkFreight(grid, none, zones).grid.map(({ message, place, isWarning }) => ({
    text: message.en_US,
    place,
    isWarning,
  }))

describe('the checks beside the table', () => {
  test('find nothing in a complete card', () => {
    expect(problemsOf(good, ['2', '3'])).toEqual([])
    expect(checkFreight(good, none, null).isEmpty).toBe(false)
    expect(checkFreight(gridOf([]), none, null)).toEqual({ grid: [], surcharges: [], isEmpty: true })
  })

  test('name an empty cell by its row in the table', () => {
    expect(problemsOf(typeInto(good, cellAt(1, 1), 'price', ' '))).toEqual([
      {
        text: 'Zone 3, row 2: The price is missing',
        place: { kind: 'cell', tier: 1, zone: 1, value: 'price' },
        isWarning: false,
      },
    ])
  })

  test('name what is no number once, not as empty too', () => {
    expect(problemsOf(typeInto(good, cellAt(0, 0), 'price', 'ask us'))).toEqual([
      {
        text: 'Zone 2, row 1: Enter a number with up to 6 decimals',
        place: { kind: 'cell', tier: 0, zone: 0, value: 'price' },
        isWarning: false,
      },
    ])
  })

  test('name gaps and overlaps at the bound', () => {
    const place = { kind: 'bound', tier: 1, bound: 'from' }
    expect(problemsOf(setBound(good, 1, 'from', '1.5'))).toMatchObject([
      { text: 'Zone 2, row 2: There is a gap before this tier', place },
      { text: 'Zone 3, row 2: There is a gap before this tier', place },
    ])
    expect(problemsOf(setBound(good, 1, 'from', '0.5'))).toMatchObject([
      { text: 'Zone 2, row 2: Overlaps the tier before it', place },
      { text: 'Zone 3, row 2: Overlaps the tier before it', place },
    ])
  })

  test('name bounds that are missing or no number', () => {
    expect(problemsOf(setBound(setBound(good, 0, 'from', ''), 1, 'to', 'much'))).toMatchObject([
      { text: 'Row 1, Weight above: Required', place: { kind: 'bound', tier: 0, bound: 'from' } },
      { place: { kind: 'bound', tier: 1, bound: 'to' } },
    ])
  })

  test('warn of falling prices and of a third decimal, after the errors', () => {
    const falling = typeInto(good, cellAt(1, 0), 'price', '4.995')
    expect(problemsOf(typeInto(falling, cellAt(0, 1), 'price', '-1'))).toMatchObject([
      { text: 'Zone 3, row 1: Must be 0 or more', isWarning: false },
      { text: 'Zone 2, row 2: The price has more than two decimals', isWarning: true },
      { text: 'Zone 2, row 2: The price is lower than for less weight', isWarning: true },
    ])
    // A price per weight unit may have more.
    expect(problemsOf(setCode(falling, wholeArea(falling), 'unit'))).toEqual([])
    // The first price of first + additional is paid as it is, too.
    const first = setCode(falling, cellAt(1, 0), 'first_next')
    const filled = typeInto(typeInto(first, cellAt(1, 0), 'firstWeight', '3'), cellAt(1, 0), 'step', '1')
    expect(problemsOf(typeInto(filled, cellAt(1, 0), 'nextPrice', '0.5'))).toMatchObject([
      { text: 'Zone 2, row 2: The price has more than two decimals', isWarning: true },
    ])
  })

  test('lead to the value that first + additional lacks', () => {
    const grid = setCode(good, cellAt(0, 0), 'first_next')
    const started = typeInto(grid, cellAt(0, 0), 'firstWeight', '0.5')
    expect(problemsOf(started)).toMatchObject([
      { place: { kind: 'cell', tier: 0, zone: 0, value: 'nextPrice' }, isWarning: false },
    ])
  })

  test('name zones that are unknown, without a code or there twice, once each', () => {
    expect(problemsOf(good, ['2'])).toEqual([
      {
        text: 'The channel’s zone schema has no zone 3',
        place: { kind: 'zone', zone: 1 },
        isWarning: false,
      },
    ])
    expect(problemsOf(copyZone(good, 0))[0]).toMatchObject({
      text: 'Column 2 has no zone code',
      place: { kind: 'zone', zone: 1 },
    })
    expect(problemsOf(addZone(good, '2'))[0]).toMatchObject({
      text: 'Zone 2 has two columns',
      place: { kind: 'zone', zone: 2 },
    })
  })

  test('keep the problems of surcharges apart', () => {
    const surcharge = {
      type: 'oversize' as const,
      remoteLevel: null,
      measure: 'weight' as const,
      above: '30',
      dateFrom: null,
      dateTo: null,
      amount: null,
      percent: null,
      fuelable: true,
    }
    const check = checkFreight(
      good,
      { flatPrice: null, surcharges: [{ ...surcharge, amount: '5' }, surcharge] },
      null,
    )
    expect(check.grid).toEqual([])
    expect(check.surcharges).toMatchObject([{ place: 1 }])
  })
})
