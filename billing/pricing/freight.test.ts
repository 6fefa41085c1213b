import { describe, expect, test } from 'vitest'
import { type ZoneRow, zoneFor } from '../../channels/zones/rules.ts'
import { freightCalculator } from './freight.ts'
import type { FreightFacts, FreightTerms, FreightWaybill } from './freight-types.ts'
import type { FreightRow, FreightSurcharge, FreightVersion } from './price-types.ts'

const cell = (
  weightFrom: string,
  weightTo: string | null,
  price: string | null,
  over: Partial<FreightRow> = {},
) => ({
  zoneCode: '5',
  weightFrom,
  weightTo,
  billingCode: 'flat' as const,
  price,
  firstWeight: null,
  nextPrice: null,
  step: null,
  minCharge: null,
  ...over,
})

const card = (over: Partial<FreightVersion> = {}): FreightVersion => ({
  versionId: 11,
  dimDivisor: null,
  dimRounding: null,
  weightStep: null,
  weightBasis: null,
  flatPrice: null,
  rows: [cell('0', '1', '6.00'), cell('1', '2', '8.00'), cell('2', '3', '10.00'), cell('3', '4', '11.37')],
  surcharges: [],
  fuelRates: [],
  ...over,
})

const surcharge = (over: Partial<FreightSurcharge>): FreightSurcharge => ({
  type: 'residential',
  remoteLevel: null,
  measure: null,
  above: null,
  dateFrom: null,
  dateTo: null,
  amount: '5.95',
  percent: null,
  fuelable: true,
  ...over,
})

const unknown = { weight: null, length: null, width: null, height: null }
const box = (length: string, width: string, height: string, weight: string) => ({
  length,
  width,
  height,
  weight,
})

const parcel = (measures: ReturnType<typeof box> | typeof unknown, packageSeq = 1) => ({
  packageSeq,
  ...measures,
})

const order = (over: Partial<FreightFacts> = {}): FreightFacts => ({
  billingMethod: 'price_book',
  dimDivisor: 139,
  dimTriggerVolume: null,
  dimRounding: 'ceil',
  weightStep: '1',
  weightBasis: 'max',
  zoneCode: '5',
  remoteLevel: 'none',
  addressKind: 'residential',
  signature: false,
  pieces: 3,
  estimated: unknown,
  packages: [parcel(box('11.1', '8.1', '4.1', '2.3'))],
  ...over,
})

const terms = (over: Partial<FreightTerms> = {}): FreightTerms => ({
  discount: '1.00',
  chargeDate: '2026-11-17',
  unit: 2,
  currency: 'USD',
  ...over,
})

const price = (version: FreightVersion | null, facts: FreightFacts, over: Partial<FreightTerms> = {}) =>
  freightCalculator(version)(facts, terms(over))

const feesOf = (result: ReturnType<typeof price>) =>
  'gap' in result
    ? result.gap
    : Object.fromEntries(result.fees.map(({ feeCode, amount }) => [feeCode, amount]))

const fuelRates = [{ startsOn: '2026-11-16', percent: '16.50' }]

describe('FR-1: a zone table with residential surcharge and fuel', () => {
  const version = card({ surcharges: [surcharge({})], fuelRates })

  test('is explained step by step', () => {
    expect(price(version, order(), { discount: '0.80' })).toEqual({
      versionId: 11,
      amount: '17.53',
      fees: [
        {
          feeCode: 'FREIGHT',
          amount: '9.10',
          detail: {
            kind: 'freight',
            method: 'price_book',
            versionId: 11,
            zoneCode: '5',
            weighing: {
              dimDivisor: 139,
              dimTriggerVolume: null,
              dimRounding: 'ceil',
              weightStep: '1',
              weightBasis: 'max',
            },
            packages: [
              {
                packageSeq: 1,
                weight: '2.3',
                length: '11.1',
                width: '8.1',
                height: '4.1',
                isEstimated: false,
                sides: ['12', '9', '5'],
                volume: '540',
                volumetricWeight: '3.884892',
                billedBy: 'volumetric',
                billableWeight: '4',
                row: version.rows[3],
                price: '11.37',
                quantity: '1',
                nextSteps: 0,
                raw: '11.37',
                discount: '0.80',
                discounted: '9.096',
                rounded: '9.10',
                minCharge: null,
                maxCharge: null,
                applied: null,
                amount: '9.10',
              },
            ],
          },
        },
        {
          feeCode: 'RESIDENTIAL',
          amount: '5.95',
          detail: {
            kind: 'surcharge',
            type: 'residential',
            versionId: 11,
            packages: [
              {
                packageSeq: 1,
                surcharge: version.surcharges[0],
                value: null,
                freight: null,
                raw: '5.95',
                amount: '5.95',
              },
            ],
          },
        },
        {
          feeCode: 'FUEL',
          amount: '2.48',
          detail: {
            kind: 'fuel',
            versionId: 11,
            percent: '16.50',
            startsOn: '2026-11-16',
            packages: [{ packageSeq: 1, freight: '9.10', fuelable: '5.95', raw: '2.48325', amount: '2.48' }],
          },
        },
      ],
    })
  })

  test('no fuel on a surcharge that says so', () => {
    const dry = card({ surcharges: [surcharge({ fuelable: false })], fuelRates })
    expect(feesOf(price(dry, order(), { discount: '0.80' }))).toEqual({
      FREIGHT: '9.10',
      RESIDENTIAL: '5.95',
      FUEL: '1.50',
    })
  })
})

test.each([
  ['40', '30', '20', '10.8', '9.50', 7],
  ['10', '10', '10', '6.3', '5.54', 2],
])('FR-2: first and next weight, %s × %s × %s cm', (length, width, height, raw, amount, nextSteps) => {
  const row = cell('0', '30', '4.50', {
    billingCode: 'first_next',
    firstWeight: '0.5',
    nextPrice: '0.90',
    step: '0.5',
  })
  const facts = order({
    dimDivisor: 6000,
    dimRounding: 'none',
    weightStep: '0.5',
    packages: [parcel(box(length, width, height, '1.26'))],
  })
  expect(price(card({ rows: [row] }), facts, { discount: '0.88' })).toMatchObject({
    amount,
    fees: [{ detail: { packages: [{ raw, nextSteps }] } }],
  })
})

test.each([
  ['0.35', '2.48', '2.23', 'min', '5.00'],
  ['1.01', '5.94', '5.35', null, '5.35'],
])('FR-3: unit price with minimum, %s kg', (weight, raw, rounded, applied, amount) => {
  const unit = { billingCode: 'unit' as const, minCharge: '5.00' }
  const rows = [cell('0', '1', '6.20', unit), cell('1', '5', '5.40', unit)]
  const facts = order({ dimDivisor: null, weightStep: '0.1', packages: [parcel(box('1', '1', '1', weight))] })
  expect(price(card({ rows }), facts, { discount: '0.90' })).toMatchObject({
    amount,
    fees: [{ detail: { packages: [{ raw, rounded, applied }] } }],
  })
})

test.each([
  ['12', '3', 'actual'],
  ['13', '12', 'volumetric'],
])('FR-4: the volume counts above the trigger only, %s × 12 × 12 in', (length, billableWeight, billedBy) => {
  const facts = order({
    dimDivisor: 166,
    dimTriggerVolume: '1728',
    packages: [parcel(box(length, '12', '12', '3'))],
  })
  expect(price(card({ rows: [cell('0', null, '1')] }), facts)).toMatchObject({
    fees: [{ detail: { packages: [{ billableWeight, billedBy }] } }],
  })
})

test('FR-5: fuel is rounded per package, and records are sums of packages', () => {
  // Both packages go to one address; only the second is heavy enough for the surcharge.
  const version = card({
    rows: [cell('0', '4', '11.37'), cell('4', '9', '14.28')],
    surcharges: [
      surcharge({}),
      surcharge({ type: 'remote', amount: '4.20', remoteLevel: 'das', measure: 'weight', above: '4' }),
    ],
    fuelRates,
  })
  const facts = order({
    addressKind: 'commercial',
    remoteLevel: 'das',
    packages: [parcel(box('11.1', '8.1', '4.1', '2.3')), parcel(box('10', '8', '5', '4.5'), 2)],
  })
  const result = price(version, facts, { discount: '0.80' })
  expect(result).toMatchObject({ amount: '28.80' })
  expect(feesOf(result)).toEqual({ FREIGHT: '20.52', REMOTE: '4.20', FUEL: '4.08' })
  expect(result).toMatchObject({
    fees: [
      { detail: { packages: [{ amount: '9.10' }, { amount: '11.42' }] } },
      { detail: { packages: [{ packageSeq: 2, value: '4.5' }] } },
      { detail: { packages: [{ amount: '1.50' }, { raw: '2.5773', amount: '2.58' }] } },
    ],
  })
})

describe('FR-6: the price of a zone', () => {
  const zone = (zoneCode: string, countryCode: string, zipFrom: string | null, zipTo = zipFrom): ZoneRow => ({
    zoneCode,
    countryCode,
    stateCode: null,
    city: null,
    zipFrom,
    zipTo,
    remoteLevel: 'none',
  })
  const zones = [
    zone('2', 'US', '900', '908'),
    zone('7', 'US', '90210'),
    zone('8', 'US', '962', '966'),
    zone('5', 'CA', 'K1'),
    zone('9', 'US', null),
  ]
  const rows = ['2', '5', '7', '8', '9'].map((zoneCode) => cell('0', null, `${zoneCode}.50`, { zoneCode }))

  test.each([
    ['US', '90001', { FREIGHT: '2.50' }],
    ['US', '90210-1234', { FREIGHT: '7.50' }],
    ['US', '96501', { FREIGHT: '8.50' }],
    ['CA', 'K1A 0B1', { FREIGHT: '5.50' }],
    ['US', '10001', { FREIGHT: '9.50' }],
    ['US', '00601', { FREIGHT: '9.50' }],
    ['GB', 'SW1A 1AA', 'no_zone'],
  ])('%s %s', (countryCode, zip, expected) => {
    const found = zoneFor(
      zones.filter((row) => row.countryCode === countryCode),
      { countryCode, zip },
    )
    const facts = order({ zoneCode: found?.zoneCode ?? null, remoteLevel: found?.remoteLevel ?? null })
    expect(feesOf(price(card({ rows }), facts))).toEqual(expected)
  })

  test('a zone that the card does not have', () => {
    expect(price(card(), order({ zoneCode: '9' }))).toEqual({
      gap: 'no_zone',
      detail: { versionId: 11, packageSeq: 1, zoneCode: '9' },
    })
  })
})

describe('the row of a weight', () => {
  const light = (weight: string) =>
    order({ dimDivisor: null, weightStep: '0.001', packages: [parcel(box('1', '1', '1', weight))] })

  test.each([
    ['1', '6.00'],
    ['1.001', '8.00'],
    ['4', '11.37'],
    ['0.001', '6.00'],
  ])('%s is in the tier that ends at or above it', (weight, FREIGHT) => {
    expect(feesOf(price(card(), light(weight)))).toEqual({ FREIGHT })
  })

  test('above the last tier there is no price, and none in a hole or an empty cell', () => {
    expect(price(card(), light('4.001'))).toEqual({
      gap: 'no_tier',
      detail: { versionId: 11, packageSeq: 1, zoneCode: '5', what: 'weight', value: '4.001' },
    })
    const holed = card({ rows: [cell('0', '1', '1'), cell('2', '3', null)] })
    expect(feesOf(price(holed, light('1.5')))).toBe('no_tier')
    expect(feesOf(price(holed, light('2.5')))).toBe('no_price')
    const half = card({ rows: [cell('0', '1', '1', { billingCode: 'first_next', firstWeight: '0.5' })] })
    expect(feesOf(price(half, light('0.5')))).toBe('no_price')
  })

  test('the first weight itself has no further step', () => {
    const row = { billingCode: 'first_next' as const, firstWeight: '0.5', nextPrice: '1', step: '0.5' }
    const version = card({ rows: [cell('0', null, '4', row)] })
    expect(
      ['0.3', '0.5', '0.501', '1', '1.001'].map((weight) => feesOf(price(version, light(weight)))),
    ).toEqual(['4.00', '4.00', '5.00', '5.00', '6.00'].map((FREIGHT) => ({ FREIGHT })))
  })

  test('the order of the rows does not matter', () => {
    const version = card({ rows: card().rows.toReversed() })
    expect(feesOf(price(version, light('1.001')))).toEqual({ FREIGHT: '8.00' })
  })
})

describe('per piece and by volume', () => {
  const pieces = card({ rows: [cell('0', null, '0.75', { billingCode: 'piece' })] })
  const two = [parcel(box('10', '10', '10', '1')), parcel(box('10', '10', '10', '1'), 2)]

  test('the pieces of a single package are those of the order', () => {
    expect(feesOf(price(pieces, order()))).toEqual({ FREIGHT: '2.25' })
    expect(price(pieces, order({ packages: two }))).toMatchObject({
      gap: 'no_dims',
      detail: { what: 'pieces', packageSeq: 1 },
    })
    const packed = two.map((each, i) => ({ ...each, pieces: i + 1 }))
    expect(feesOf(price(pieces, order({ packages: packed })))).toEqual({ FREIGHT: '2.25' })
  })

  test.each([
    [1, '40', '30', '20', '12.00', '0.024'],
    [2, '16', '12', '8', '444.44', '0.888889'],
  ] as const)('in unit %i, %s × %s × %s', (unit, length, width, height, FREIGHT, quantity) => {
    const version = card({ rows: [cell('0', null, '500', { billingCode: 'volume' })] })
    const facts = order({ packages: [parcel(box(length, width, height, '1'))] })
    const result = price(version, facts, { unit })
    expect(feesOf(result)).toEqual({ FREIGHT })
    expect(result).toMatchObject({ fees: [{ detail: { packages: [{ quantity }] } }] })
  })

  test('by volume without a size', () => {
    const version = card({ rows: [cell('0', null, '500', { billingCode: 'volume' })] })
    const facts = order({ dimDivisor: null, packages: [{ ...parcel(unknown), weight: '1' }] })
    expect(feesOf(price(version, facts))).toBe('no_dims')
  })
})

describe('a version', () => {
  test.each<[Partial<FreightVersion>, string]>([
    [{}, '4'],
    [{ dimDivisor: 166 }, '4'],
    [{ dimDivisor: 100 }, '6'],
    [{ dimRounding: 'none' }, '3'],
    [{ weightStep: '0.5' }, '4'],
    [{ weightStep: '0.1' }, '3.9'],
    [{ weightBasis: 'actual' }, '3'],
  ])('%j replaces what the channel says', (over, billableWeight) => {
    expect(price(card({ rows: [cell('0', null, '1')], ...over }), order())).toMatchObject({
      fees: [{ detail: { packages: [{ billableWeight }] } }],
    })
  })
})

describe('measures', () => {
  const measured = box('11.1', '8.1', '4.1', '2.3')

  test('the estimate is used for what a single package lacks', () => {
    const weightOf = (facts: Partial<FreightFacts>) => price(card(), order(facts))
    const explained = (billableWeight: string, isEstimated: boolean) => ({
      fees: [{ detail: { packages: [{ billableWeight, isEstimated }] } }],
    })
    expect(weightOf({ packages: [], estimated: measured })).toMatchObject(explained('4', true))
    expect(weightOf({ packages: [parcel(unknown)], estimated: measured })).toMatchObject(explained('4', true))
    const weighed = { ...parcel(unknown), weight: '1' }
    expect(weightOf({ packages: [weighed], estimated: measured })).toMatchObject(explained('4', true))
    const small = box('1', '1', '1', '1')
    expect(weightOf({ packages: [parcel(small)], estimated: measured })).toMatchObject(explained('1', false))
  })

  test('a package of several that was not measured has no price', () => {
    const packages = [parcel(measured), parcel(unknown, 2)]
    expect(price(card(), order({ packages, estimated: measured }))).toEqual({
      gap: 'no_dims',
      detail: { versionId: 11, packageSeq: 2, what: 'weight' },
    })
  })

  test('the size is needed only where volume counts', () => {
    const packages = [{ ...parcel(unknown), weight: '1' }]
    expect(price(card(), order({ packages }))).toMatchObject({ gap: 'no_dims', detail: { what: 'size' } })
    expect(feesOf(price(card(), order({ packages, dimDivisor: null })))).toEqual({ FREIGHT: '6.00' })
    expect(feesOf(price(card(), order({ packages, weightBasis: 'actual' })))).toEqual({ FREIGHT: '6.00' })
  })
})

describe('surcharges', () => {
  const only = (over: Partial<FreightSurcharge>, facts: Partial<FreightFacts> = {}, day = '2026-11-17') =>
    feesOf(
      price(card({ surcharges: [surcharge({ amount: '3', ...over })] }), order(facts), { chargeDate: day }),
    )
  const FREIGHT = '11.37'

  test.each([
    ['residential', true],
    ['unknown', true],
    ['commercial', false],
  ])('an address that is %s', (addressKind, isCharged) => {
    expect(only({}, { addressKind })).toEqual({ FREIGHT, ...(isCharged && { RESIDENTIAL: '3.00' }) })
  })

  test.each([
    ['none', null, false],
    ['das', null, true],
    ['das', 'das', true],
    ['das_ext', 'das', false],
    ['das_ext', 'das_ext', true],
  ] as const)('a place that is remote by %s, with a surcharge for %s', (level, remoteLevel, isCharged) => {
    expect(only({ type: 'remote', remoteLevel }, { remoteLevel: level })).toEqual({
      FREIGHT,
      ...(isCharged && { REMOTE: '3.00' }),
    })
  })

  test.each([
    ['longest_side', '11.5', true],
    ['longest_side', '12', false],
    ['second_side', '8.9', true],
    ['second_side', '9', false],
    ['volume', '539', true],
    ['volume', '540', false],
    ['weight', '2.29', true],
    ['weight', '2.3', false],
  ] as const)('%s above %s', (measure, above, isCharged) => {
    expect(only({ type: 'oversize', measure, above })).toEqual({
      FREIGHT,
      ...(isCharged && { OVERSIZE: '3.00' }),
    })
  })

  test.each([
    ['2026-11-14', false],
    ['2026-11-15', true],
    ['2026-12-31', true],
    ['2027-01-01', false],
  ])('the season on %s', (day, isCharged) => {
    const season = { type: 'peak', dateFrom: '2026-11-15', dateTo: '2026-12-31' } as const
    expect(only(season, {}, day)).toEqual({ FREIGHT, ...(isCharged && { PEAK: '3.00' }) })
  })

  test('a signature', () => {
    expect(only({ type: 'signature' }, { signature: true })).toEqual({ FREIGHT, SIGNATURE: '3.00' })
    expect(only({ type: 'signature' })).toEqual({ FREIGHT })
  })

  test('an insured value', () => {
    const insurance = '200.01'
    expect(only({ type: 'insurance' }, { insurance })).toEqual({ FREIGHT, INSURANCE: '3.00' })
    expect(only({ type: 'insurance' })).toEqual({ FREIGHT })
    const percent = surcharge({ type: 'insurance', amount: null, percent: '1.5', fuelable: false })
    const boxes = [1, 2, 3].map((seq) => parcel(box('11.1', '8.1', '4.1', '2.3'), seq))
    expect(feesOf(price(card({ surcharges: [percent] }), order({ insurance })))).toEqual({
      FREIGHT,
      INSURANCE: '3.00',
    })
    // 66.67 each.
    expect(
      feesOf(price(card({ surcharges: [percent] }), order({ insurance, packages: boxes }))),
    ).toMatchObject({
      INSURANCE: '3.00',
    })
    // 33.33, 33.33 and 33.34: the shares add up to the cent.
    const whole = card({ surcharges: [{ ...percent, percent: '100' }] })
    expect(feesOf(price(whole, order({ insurance: '100.00', packages: boxes })))).toMatchObject({
      INSURANCE: '100.00',
    })
  })

  test('an insured order without a price for it is not free in silence', () => {
    const insured = order({ insurance: '80.00' })
    const gap = { gap: 'no_price', detail: { versionId: 7, packageSeq: 1, what: 'insurance' } }
    expect(price(card({ versionId: 7 }), insured)).toEqual(gap)
    const later = surcharge({ type: 'insurance', dateFrom: '2027-01-01' })
    expect(price(card({ versionId: 7, surcharges: [later] }), insured)).toEqual(gap)
    const free = surcharge({ type: 'insurance', amount: '0' })
    expect(feesOf(price(card({ surcharges: [free] }), insured))).toEqual({ FREIGHT, INSURANCE: '0.00' })
    expect(price(null, { ...insured, billingMethod: 'none' })).toMatchObject({ amount: '0.00' })
  })

  test('a signature without a price for it is not free in silence; events of before keep what they cost', () => {
    const signed = order({ signature: true, services: ['signature'] })
    const gap = { gap: 'no_price', detail: { versionId: 7, packageSeq: 1, what: 'signature' } }
    expect(price(card({ versionId: 7 }), signed)).toEqual(gap)
    const flat = { ...signed, billingMethod: 'flat' }
    expect(price(card({ versionId: 7, flatPrice: '4.00' }), flat)).toEqual(gap)
    const free = surcharge({ type: 'signature', amount: '0' })
    expect(feesOf(price(card({ surcharges: [free] }), signed))).toEqual({ FREIGHT, SIGNATURE: '0.00' })
    expect(price(null, { ...signed, billingMethod: 'none' })).toMatchObject({ amount: '0.00' })
    expect(feesOf(price(card(), order({ signature: true })))).toEqual({ FREIGHT })
  })

  test('a percentage is of the discounted freight', () => {
    const version = card({ surcharges: [surcharge({ type: 'peak', amount: null, percent: '12.5' })] })
    expect(feesOf(price(version, order(), { discount: '0.80' }))).toEqual({ FREIGHT: '9.10', PEAK: '1.14' })
  })

  test('of several of one type the highest counts', () => {
    const over = (above: string, amount: string) =>
      surcharge({ type: 'oversize', measure: 'longest_side', above, amount })
    const version = card({ surcharges: [over('5', '10'), over('11', '40'), over('100', '90')] })
    expect(feesOf(price(version, order()))).toEqual({ FREIGHT, OVERSIZE: '40.00' })
    // Of two that are as high the first one, with or without fuel.
    const equal = [over('5', '40'), { ...over('11', '40'), fuelable: false }]
    expect(feesOf(price(card({ surcharges: equal, fuelRates }), order()))).toMatchObject({ FUEL: '8.48' })
    expect(feesOf(price(card({ surcharges: equal.toReversed(), fuelRates }), order()))).toMatchObject({
      FUEL: '1.88',
    })
  })

  test('cancelling a label is no surcharge of a shipment', () => {
    expect(only({ type: 'label_cancel' })).toEqual({ FREIGHT })
  })

  test('a surcharge by a size that is unknown leaves the order without a price', () => {
    const facts = { dimDivisor: null, packages: [{ ...parcel(unknown), weight: '3' }] }
    expect(only({ type: 'oversize', measure: 'longest_side', above: '48' }, facts)).toBe('no_dims')
    expect(only({ type: 'oversize', measure: 'weight', above: '2' }, facts)).toEqual({
      FREIGHT: '10.00',
      OVERSIZE: '3.00',
    })
  })

  test('a surcharge without amount and percentage is no price', () => {
    expect(only({ amount: null })).toBe('no_price')
  })
})

describe('fuel', () => {
  const rates = [
    { startsOn: '2026-11-09', percent: '10' },
    { startsOn: '2026-11-23', percent: '30' },
    { startsOn: '2026-11-16', percent: '20' },
  ]
  test.each([
    ['2026-11-08', undefined],
    ['2026-11-09', '1.14'],
    ['2026-11-15', '1.14'],
    ['2026-11-16', '2.27'],
    ['2027-05-01', '3.41'],
  ])('on %s is the rate that started last', (chargeDate, FUEL) => {
    expect(feesOf(price(card({ fuelRates: rates }), order(), { chargeDate }))).toEqual({
      FREIGHT: '11.37',
      ...(FUEL && { FUEL }),
    })
  })
})

describe('channels without a table', () => {
  test('without freight cost nothing, and say so', () => {
    expect(price(null, order({ billingMethod: 'none' }))).toEqual({
      versionId: null,
      amount: '0.00',
      fees: [{ feeCode: 'FREIGHT', amount: '0.00', detail: { kind: 'free', method: 'none' } }],
    })
  })

  test('with a flat price per package need no zone and no measures', () => {
    const packages = [parcel(unknown), parcel(unknown, 2)]
    const facts = order({ billingMethod: 'flat', zoneCode: null, remoteLevel: null, packages })
    const version = card({ rows: [], flatPrice: '4.99', fuelRates, surcharges: [surcharge({ amount: '1' })] })
    expect(feesOf(price(version, facts, { discount: '0.90' }))).toEqual({
      FREIGHT: '8.98',
      RESIDENTIAL: '2.00',
      FUEL: '1.82',
    })
    expect(feesOf(price(card({ rows: [] }), facts))).toBe('no_price')
  })

  test.each(['flat', 'price_book', 'something'])('%s without a version has no price', (billingMethod) => {
    expect(feesOf(price(null, order({ billingMethod })))).toBe('no_price')
  })

  describe('by carrier cost', () => {
    const label = (costAmount: string | null, costCurrency: string | null = 'USD', status = 'obtained') => ({
      status,
      trackingNo: '1Z',
      costAmount,
      costCurrency,
    })
    const cost = (...waybills: FreightWaybill[]) =>
      order({ billingMethod: 'carrier_cost', zoneCode: null, packages: [{ ...parcel(unknown), waybills }] })

    test('charge it at the discount, in the warehouse’s currency', () => {
      expect(feesOf(price(null, cost(label('4.565'))))).toEqual({ FREIGHT: '4.57' })
      expect(feesOf(price(card({ fuelRates }), cost(label('10')), { discount: '1.15' }))).toEqual({
        FREIGHT: '11.50',
      })
      const inEuro = cost(label('4.56', 'EUR'))
      expect(feesOf(price(null, inEuro, { rates: { EUR: '1.0872' } }))).toEqual({ FREIGHT: '4.96' })
      expect(price(null, inEuro)).toEqual({
        gap: 'no_price',
        detail: { packageSeq: 1, what: 'rate', currency: 'EUR' },
      })
    })

    test('are converted by the rate of the label’s own account before any other', () => {
      const own = cost({ ...label('10', 'EUR'), costRate: '1.20' }, label('10', 'EUR'), label('10'))
      expect(feesOf(price(null, own, { rates: { EUR: '1.10' } }))).toEqual({ FREIGHT: '33.00' })
      expect(feesOf(price(null, cost({ ...label('10'), costRate: '1.20' })))).toEqual({ FREIGHT: '10.00' })
    })

    test('count the label in use only, and have no price without it', () => {
      expect(feesOf(price(null, cost(label('9', 'USD', 'voided'), label('4'))))).toEqual({ FREIGHT: '4.00' })
      expect(feesOf(price(null, cost(label('9', 'USD', 'voided'))))).toBe('no_price')
      expect(feesOf(price(null, cost(label(null))))).toBe('no_price')
      expect(feesOf(price(null, cost()))).toBe('no_price')
      expect(feesOf(price(null, { ...cost(), packages: [] }))).toBe('no_price')
    })
  })
})
