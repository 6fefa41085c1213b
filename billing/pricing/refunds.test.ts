import { describe, expect, test } from 'vitest'
import type { FreightFacts, FreightWaybill } from './freight-types.ts'
import type { FreightSurcharge, FreightVersion } from './price-types.ts'
import { refundable, refundOf, type VoidTerms, voidFees } from './refunds.ts'

describe('RF-1: a lost package', () => {
  test('all freight is refunded', () => {
    const refunds = ['9.10', '5.95', '2.48'].map((amount) => refundOf(amount, [], amount))
    expect(refunds).toEqual([
      { amount: '-9.10', leftAfter: '0.00' },
      { amount: '-5.95', leftAfter: '0.00' },
      { amount: '-2.48', leftAfter: '0.00' },
    ])
  })

  test('never more than the original', () => {
    expect(refundOf('9.10', ['-9.10'], '0.01')).toEqual({ problem: 'above_original', left: '0.00' })
    expect(refundOf('9.10', ['-4.00'], '5.10')).toEqual({ amount: '-5.10', leftAfter: '0.00' })
    expect(refundOf('9.10', ['-4.00'], '5.11')).toEqual({ problem: 'above_original', left: '5.10' })
  })

  test.each([
    ['0', 'not_positive'],
    ['-1.00', 'not_positive'],
    ['1.001', 'too_many_decimals'],
    ['1e2', 'too_many_decimals'],
  ])('a refund of %s is refused', (amount, problem) => {
    expect(refundOf('9.10', [], amount)).toEqual({ problem, left: '9.10' })
  })

  test('nothing can be refunded of a refund', () => {
    expect(refundable('-3.00', [])).toBe('0.00')
    expect(refundable('1.00', ['-0.50'])).toBe('0.50')
  })
})

describe('RF-2: void after print', () => {
  const cancel: FreightSurcharge = {
    type: 'label_cancel',
    remoteLevel: null,
    measure: null,
    above: null,
    dateFrom: null,
    dateTo: null,
    amount: '1.00',
    percent: null,
    fuelable: false,
  }
  const version: FreightVersion = {
    versionId: 31,
    dimDivisor: null,
    dimRounding: null,
    weightStep: null,
    weightBasis: null,
    flatPrice: null,
    rows: [
      {
        zoneCode: '5',
        weightFrom: '0',
        weightTo: null,
        billingCode: 'flat',
        price: '11.37',
        firstWeight: null,
        nextPrice: null,
        step: null,
        minCharge: null,
      },
    ],
    surcharges: [cancel, { ...cancel, type: 'residential', amount: '5.95', fuelable: true }],
    fuelRates: [{ startsOn: '2026-01-01', percent: '16.50' }],
  }
  const waybill: FreightWaybill = {
    status: 'obtained',
    trackingNo: '1Z1',
    costAmount: '7.25',
    costCurrency: 'USD',
  }
  const label = (packageSeq: number, over: Partial<FreightWaybill> | null = {}) => ({
    packageSeq,
    weight: '2.3',
    length: '11.1',
    width: '8.1',
    height: '4.1',
    waybills: over === null ? [] : [{ ...waybill, ...over }],
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
    pieces: 1,
    estimated: { weight: null, length: null, width: null, height: null },
    packages: [label(1)],
    ...over,
  })
  const terms = (over: Partial<VoidTerms> = {}): VoidTerms => ({
    discount: '0.80',
    chargeDate: '2026-11-17',
    unit: 2,
    currency: 'USD',
    chargeSunkFreight: true,
    refusedPackages: [],
    ...over,
  })
  const feesOf = (result: ReturnType<typeof voidFees>) =>
    'gap' in result ? result.gap : result.fees.map(({ feeCode, amount }) => [feeCode, amount])

  test('the cancellation of the label is charged', () => {
    const result = voidFees(version, order(), terms())
    expect(result).toEqual({
      versionId: 31,
      amount: '1.00',
      fees: [
        {
          feeCode: 'LABEL_CANCEL',
          amount: '1.00',
          detail: {
            kind: 'surcharge',
            type: 'label_cancel',
            versionId: 31,
            packages: [
              { packageSeq: 1, surcharge: cancel, value: null, freight: null, raw: '1', amount: '1.00' },
            ],
          },
        },
      ],
    })
  })

  test('a label that the carrier does not cancel costs freight and fuel instead, if the setting says so', () => {
    expect(feesOf(voidFees(version, order(), terms({ refusedPackages: [1] })))).toEqual([
      ['FREIGHT', '9.10'],
      ['FUEL', '1.50'],
    ])
    const lenient = terms({ refusedPackages: [1], chargeSunkFreight: false })
    expect(feesOf(voidFees(version, order(), lenient))).toEqual([['LABEL_CANCEL', '1.00']])
  })

  test('each package by its own answer, and none without a label', () => {
    const packages = [label(1), label(2), label(3, { trackingNo: null }), label(4, null), label(5)]
    expect(voidFees(version, order({ packages }), terms({ refusedPackages: [2] }))).toMatchObject({
      amount: '12.60',
      fees: [
        { feeCode: 'FREIGHT', amount: '9.10', detail: { packages: [{ packageSeq: 2 }] } },
        { feeCode: 'FUEL', amount: '1.50' },
        {
          feeCode: 'LABEL_CANCEL',
          amount: '2.00',
          detail: { packages: [{ packageSeq: 1 }, { packageSeq: 5 }] },
        },
      ],
    })
  })

  test('a version without a cancellation fee cancels for free, and says so', () => {
    const free = { ...version, surcharges: [] }
    expect(voidFees(free, order(), terms())).toMatchObject({
      versionId: 31,
      amount: '0.00',
      fees: [{ feeCode: 'LABEL_CANCEL', amount: '0.00', detail: { versionId: 31, packages: [] } }],
    })
  })

  test('channels without freight void for free; those with a price need one', () => {
    expect(voidFees(null, order({ billingMethod: 'none' }), terms())).toMatchObject({
      amount: '0.00',
      fees: [{ detail: { kind: 'free' } }],
    })
    expect(feesOf(voidFees(null, order(), terms()))).toBe('no_price')
    const noZone = order({ zoneCode: null })
    expect(feesOf(voidFees(version, noZone, terms({ refusedPackages: [1] })))).toBe('no_zone')
  })

  test('by carrier cost the refused label costs what the carrier charged', () => {
    const facts = order({ billingMethod: 'carrier_cost', packages: [label(1, { status: 'void_failed' })] })
    expect(feesOf(voidFees(null, facts, terms({ refusedPackages: [1] })))).toEqual([['FREIGHT', '5.80']])
    expect(feesOf(voidFees(null, facts, terms()))).toEqual([['LABEL_CANCEL', '0.00']])
  })

  test('by carrier cost a label that was replaced costs nothing while the carrier may still cancel it, and counts once it refused', () => {
    const replaced = (status: string) =>
      order({
        billingMethod: 'carrier_cost',
        packages: [
          { ...label(1), waybills: [{ ...waybill, status, trackingNo: '1Z0', costAmount: '40' }, waybill] },
        ],
      })
    const refused = terms({ refusedPackages: [1] })
    for (const status of ['voiding', 'voided', 'superseded'])
      expect([status, feesOf(voidFees(null, replaced(status), refused))]).toEqual([
        status,
        [['FREIGHT', '5.80']],
      ])
    expect(feesOf(voidFees(null, replaced('void_failed'), refused))).toEqual([['FREIGHT', '37.80']])
  })

  test('a label that the customer replaced is not cancelled, and costs nothing', () => {
    const packages = [label(1, { status: 'superseded' }), label(2)]
    expect(voidFees(version, order({ packages }), terms())).toMatchObject({
      amount: '1.00',
      fees: [{ feeCode: 'LABEL_CANCEL', detail: { packages: [{ packageSeq: 2 }] } }],
    })
  })

  test.each<[string, Partial<FreightSurcharge>, string]>([
    ['on its last day', { dateTo: '2026-11-17' }, '3.00'],
    ['not after its last day', { dateTo: '2026-11-16' }, '1.00'],
    ['not before its first day', { dateFrom: '2026-11-18' }, '1.00'],
    ['not for another remote level', { remoteLevel: 'das' }, '1.00'],
    ['not as a percentage', { amount: null, percent: '50' }, '1.00'],
  ])('the highest cancellation fee counts, %s', (_, over, amount) => {
    const dearer = { ...version, surcharges: [cancel, { ...cancel, amount: '3.00', ...over }] }
    expect(voidFees(dearer, order(), terms())).toMatchObject({ amount })
  })

  test('each package is cancelled by its own measures, as measured or as the only one estimated', () => {
    const heavy: FreightSurcharge = { ...cancel, amount: '3.00', measure: 'weight', above: '10' }
    const byWeight = { ...version, surcharges: [cancel, heavy] }
    const packages = [label(1), { ...label(2), weight: '12' }]
    expect(voidFees(byWeight, order({ packages }), terms())).toMatchObject({
      amount: '4.00',
      fees: [
        {
          detail: {
            packages: [
              { packageSeq: 1, amount: '1.00' },
              { packageSeq: 2, amount: '3.00', value: '12' },
            ],
          },
        },
      ],
    })
    const bare = { ...label(1), weight: null, length: null, width: null, height: null }
    const estimated = { weight: '12', length: '1', width: '1', height: '1' }
    expect(voidFees(byWeight, order({ packages: [bare], estimated }), terms())).toMatchObject({
      amount: '3.00',
    })
    const two = order({ packages: [bare, label(2)], estimated })
    expect(feesOf(voidFees(byWeight, two, terms()))).toBe('no_dims')
  })

  test('freight per piece of one package of several is not charged for the pieces of the whole order', () => {
    const perPiece = {
      ...version,
      rows: version.rows.map((row) => ({ ...row, billingCode: 'piece' as const })),
    }
    const packages = [{ ...label(1), pieces: 2 }, label(2)]
    const of = (seq: number) =>
      voidFees(perPiece, order({ packages, pieces: 5 }), terms({ refusedPackages: [seq] }))
    expect(of(1)).toMatchObject({ fees: [{ feeCode: 'FREIGHT', amount: '18.19' }, {}, {}] })
    expect(of(2)).toMatchObject({ gap: 'no_dims', detail: { what: 'pieces', packageSeq: 2 } })
  })

  test('the unmeasured package of a larger order is not weighed by the estimate of the whole', () => {
    const bare = { ...label(2), weight: null, length: null, width: null, height: null }
    const estimated = { weight: '30', length: '1', width: '1', height: '1' }
    const two = order({ packages: [label(1), bare], estimated })
    expect(feesOf(voidFees(version, two, terms({ refusedPackages: [2] })))).toBe('no_dims')
    const one = order({ packages: [bare], estimated })
    expect(voidFees(version, one, terms({ refusedPackages: [2] }))).toMatchObject({ amount: '10.60' })
  })
})
