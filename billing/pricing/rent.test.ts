import { describe, expect, test } from 'vitest'
import type { StorageVersion, TierQuality } from './price-types.ts'
import { ageOn, type RentTerms, rentCycleOf, rentOfDay, type StoredGoods } from './rent.ts'

const tier = (ageFrom: number, ageTo: number | null, price: string, quality: TierQuality = 'all') => ({
  ageFrom,
  ageTo,
  price,
  quality,
})

const card: StorageVersion = {
  versionId: 21,
  freeDays: 0,
  tiers: [
    tier(1, 30, '0'),
    tier(31, 60, '0.50'),
    tier(61, 90, '1.00'),
    tier(91, 180, '1.50'),
    tier(181, 270, '3.00'),
    tier(271, 360, '4.00'),
    tier(361, null, '5.00'),
  ],
}

const CHARGE_DATE = '2026-06-30'
const putAway = (age: number) =>
  new Date(Date.parse(CHARGE_DATE) - (age - 1) * 86_400_000).toISOString().slice(0, 10)

const goods = (quantity: number, sides: readonly (string | null)[], age: number): StoredGoods => ({
  productId: 1,
  batchId: 2,
  quality: 'good',
  quantity,
  putawayDate: putAway(age),
  length: sides[0] ?? null,
  width: sides[1] ?? null,
  height: sides[2] ?? null,
})

const terms = (over: Partial<RentTerms> = {}): RentTerms => ({
  discount: '1.00',
  chargeDate: CHARGE_DATE,
  unit: 1,
  minVolume: '0.000001',
  ...over,
})

const A = ['40', '30', '20']

describe('ST-1: the edges of age tiers', () => {
  test.each([
    [1, '0.00'],
    [30, '0.00'],
    [31, '1.20'],
    [60, '1.20'],
    [61, '2.40'],
    [90, '2.40'],
    [91, '3.60'],
    [361, '12.00'],
  ])('at an age of %i days', (age, amount) => {
    expect(rentOfDay(card, [goods(100, A, age)], terms())).toMatchObject({ amount })
  })

  test.each([
    ['2026-01-30', 30, '0.00'],
    ['2026-01-31', 31, '1.20'],
    ['2026-03-01', 60, '1.20'],
    ['2026-03-02', 61, '2.40'],
  ])('put away on 2026-01-01, on %s', (chargeDate, age, amount) => {
    const stored = { ...goods(100, A, 1), putawayDate: '2026-01-01' }
    expect(ageOn(chargeDate, '2026-01-01')).toBe(age)
    expect(rentOfDay(card, [stored], terms({ chargeDate }))).toMatchObject({ amount })
  })
})

describe('ST-2: one rounding for all lines of a day', () => {
  const lines = [goods(100, A, 31), goods(333, ['12.5', '10', '8.2'], 61), goods(77, ['5', '5', '5'], 181)]

  test.each([
    ['1.00', '1.57'],
    ['0.95', '1.49'],
  ])('at a discount of %s', (discount, amount) => {
    expect(rentOfDay(card, lines, terms({ discount }))).toMatchObject({
      amount,
      detail: {
        raw: '1.5702',
        lines: [
          { unitVolume: '0.024000', volume: '2.4', amount6: '1.200000' },
          { unitVolume: '0.001025', volume: '0.341325', amount6: '0.341325' },
          { unitVolume: '0.000125', volume: '0.009625', amount6: '0.028875' },
        ],
      },
    })
  })

  test('three lines of 0.344', () => {
    const line = goods(344, ['10', '10', '10'], 61)
    expect(rentOfDay(card, [line, line, line], terms())).toMatchObject({ amount: '1.03' })
  })
})

describe('ST-3: the minimum volume of a piece', () => {
  test('half of the sixth decimal of a line is rounded up', () => {
    const version = { versionId: 24, freeDays: 0, tiers: [tier(1, null, '0.5')] }
    const small = goods(1, ['1', '1', '1'], 5)
    expect(rentOfDay(version, [small], terms())).toMatchObject({
      detail: { lines: [{ amount6: '0.000001' }] },
    })
  })

  test.each([
    [1000, '0.001500', '0.00'],
    [10_000, '0.015000', '0.02'],
  ])('%i pieces', (quantity, amount6, amount) => {
    expect(rentOfDay(card, [goods(quantity, ['0.5', '0.5', '0.5'], 91)], terms())).toMatchObject({
      amount,
      detail: { lines: [{ unitVolume: '0.000001', amount6, isUnmeasured: false }] },
    })
  })

  test('is used for a product that was not measured, which is marked', () => {
    expect(rentOfDay(card, [goods(10_000, ['10', null, '10'], 91)], terms())).toMatchObject({
      amount: '0.02',
      detail: { lines: [{ unitVolume: '0.000001', isUnmeasured: true }] },
    })
  })

  test('a volume that was stored with the snapshot is used as it is', () => {
    const { putawayDate } = goods(1, A, 31)
    const stored = {
      productId: 1,
      batchId: null,
      quality: 'good',
      quantity: 100,
      putawayDate,
      unitVolume: '0.024000',
      isUnmeasured: false,
    } as const
    expect(rentOfDay(card, [stored], terms())).toMatchObject({ amount: '1.20' })
  })
})

test('ST-4: in cubic feet', () => {
  const version = { versionId: 22, freeDays: 0, tiers: [tier(1, null, '0.03')] }
  expect(rentOfDay(version, [goods(50, ['16', '12', '8'], 1)], terms({ unit: 2 }))).toMatchObject({
    amount: '1.33',
    detail: { lines: [{ unitVolume: '0.888889', amount6: '1.333334' }] },
  })
})

describe('a night', () => {
  test('is explained line by line', () => {
    expect(rentOfDay(card, [goods(100, A, 31)], terms({ discount: '0.90' }))).toEqual({
      versionId: 21,
      amount: '1.08',
      detail: {
        kind: 'rent',
        versionId: 21,
        chargeDate: CHARGE_DATE,
        freeDays: 0,
        minVolume: '0.000001',
        lines: [
          {
            productId: 1,
            batchId: 2,
            quality: 'good',
            quantity: 100,
            putawayDate: putAway(31),
            ageDays: 31,
            unitVolume: '0.024000',
            isUnmeasured: false,
            volume: '2.4',
            free: null,
            tier: card.tiers[1],
            price: '0.50',
            amount6: '1.200000',
          },
        ],
        raw: '1.2',
        discount: '0.90',
        discounted: '1.08',
        rounded: '1.08',
        minCharge: null,
        maxCharge: null,
        applied: null,
        amount: '1.08',
      },
    })
  })

  test('is free within the free days, whatever the tiers say', () => {
    const version = { versionId: 23, freeDays: 10, tiers: [tier(1, null, '1')] }
    const amountAt = (age: number) => rentOfDay(version, [goods(100, A, age)], terms())
    expect(amountAt(10)).toMatchObject({
      amount: '0.00',
      detail: { lines: [{ free: 'free_days', tier: null }] },
    })
    expect(amountAt(11)).toMatchObject({ amount: '2.40', detail: { lines: [{ free: null }] } })
  })

  test('costs nothing for goods put away after its date', () => {
    const version = { versionId: 23, freeDays: 0, tiers: [tier(1, null, '1')] }
    expect(rentOfDay(version, [goods(100, A, 0)], terms())).toMatchObject({
      amount: '0.00',
      detail: { lines: [{ ageDays: 0, free: 'later' }] },
    })
  })

  test('takes the tier for the quality of the goods before the one for all', () => {
    const tiers = [tier(1, null, '1'), tier(1, 90, '2', 'defective')]
    const version = { versionId: 24, freeDays: 0, tiers }
    const amountOf = (quality: 'good' | 'defective', age: number) =>
      rentOfDay(version, [{ ...goods(100, A, age), quality }], terms())
    expect(amountOf('good', 90)).toMatchObject({ amount: '2.40' })
    expect(amountOf('defective', 90)).toMatchObject({ amount: '4.80' })
    expect(amountOf('defective', 91)).toMatchObject({ amount: '2.40' })
  })

  test('has no price where one line has no tier', () => {
    const version = { versionId: 25, freeDays: 0, tiers: [tier(1, 90, '1')] }
    expect(rentOfDay(version, [goods(1, A, 90), goods(1, A, 91)], terms())).toEqual({
      gap: 'no_tier',
      detail: { versionId: 25, productId: 1, what: 'age_good', value: '91' },
    })
  })

  test('without goods costs nothing', () => {
    expect(rentOfDay(card, [], terms())).toMatchObject({ amount: '0.00', detail: { lines: [] } })
  })
})

test.each([
  ['2026-03-01', '2026-03-01', '2026-03-07'],
  ['2026-03-07', '2026-03-01', '2026-03-07'],
  ['2026-03-08', '2026-03-08', '2026-03-14'],
  ['2027-03-01', '2027-02-28', '2027-03-06'],
])('the cycle of %s', (date, from, to) => {
  expect(rentCycleOf('2026-03-01', 7, date)).toEqual({ from, to })
  expect(rentCycleOf('2026-03-01', 7, '2026-02-28')).toBeUndefined()
})
