import { expect, test } from 'vitest'
import { freightCalculator } from '../pricing/freight.ts'
import { handledByInbound, operationFees } from '../pricing/operation.ts'
import { basisText, marginText } from './basis.ts'
import { completeFacts } from './complete-facts.ts'
import { explain, isExplained } from './explain.ts'
import { gapText, repairPage } from './gap-text.ts'

const names = {
  ...{ productOf: (id: number) => `SKU-${id}`, boxOf: (id: number) => `BOX-${id}`, nights: [] },
  ...{ weight: 'lb', volume: 'm³' },
}
const english = (lines: ReturnType<typeof explain>) =>
  lines.map(({ what, how, amount }) => `${what.en_US} | ${how.en_US} | ${amount}`)

const rule = {
  ...({ feeTypeId: 1, feeCode: 'INB_HANDLING', billOrderType: 'inbound', chargeUnit: 'piece' } as const),
  ...({ conditionType: 'piece_weight', minCharge: '5.00', maxCharge: null } as const),
  tiers: [
    { from: '0', to: '2', firstCount: 1, firstPrice: '0.40', nextPrice: null },
    { from: '2', to: null, firstCount: 1, firstPrice: '0.80', nextPrice: null },
  ],
} as const
const line = (productId: number, weight: string, good: number) => ({
  ...({
    productId,
    weight,
    good,
    defective: 0,
    boxId: null,
    length: null,
    width: null,
    height: null,
  } as const),
})

test('an operation fee is explained by each product, its tier, the discount and the minimum', () => {
  const handled = handledByInbound({ boxSizes: [], lines: [line(7, '1.5', 3), line(8, '2.5', 2)] }, 'inbound')
  const result = operationFees({ versionId: 1, dimDivisor: null, rules: [rule] }, handled, {
    discount: '0.85',
    unit: 1,
  })
  const [fee] = 'fees' in result ? result.fees : []
  if (!fee) throw new Error('no fee')
  expect(english(explain(fee.detail, names))).toEqual([
    'SKU SKU-7 | tier 0–2 (value 1.5): 3 pieces × 0.4 | 1.2',
    'SKU SKU-8 | tier above 2 (value 2.5): 2 pieces × 0.8 | 1.6',
    'Discount | 2.8 × 0.85 | 2.38',
    'Minimum charge | 2.38 is below 5.00 | 5.00',
  ])
  expect(isExplained(fee.detail)).toBe(true)
  expect(isExplained({ kind: 'other' })).toBe(false)
})

test('freight is explained by weight, zone and row, and so are surcharge and fuel', () => {
  const version = {
    ...({
      versionId: 1,
      dimDivisor: null,
      dimRounding: null,
      weightStep: null,
      weightBasis: null,
      flatPrice: null,
    } as const),
    rows: [
      {
        ...({ zoneCode: '5', weightFrom: '3', weightTo: '4', billingCode: 'flat', price: '11.37' } as const),
        ...({ firstWeight: null, nextPrice: null, step: null, minCharge: null } as const),
      },
    ],
    surcharges: [
      {
        ...({
          type: 'residential',
          amount: '5.95',
          fuelable: true,
          percent: null,
          remoteLevel: null,
        } as const),
        ...({ measure: null, above: null, dateFrom: null, dateTo: null } as const),
      },
    ],
    fuelRates: [{ startsOn: '2026-01-05', percent: '16.50' }],
  } as const
  const facts = {
    ...({
      billingMethod: 'price_book',
      zoneCode: '5',
      remoteLevel: 'none',
      addressKind: 'residential',
      signature: false,
    } as const),
    ...({
      pieces: 3,
      dimDivisor: 139,
      dimTriggerVolume: null,
      dimRounding: 'ceil',
      weightStep: '1',
      weightBasis: 'max',
    } as const),
    estimated: { weight: null, length: null, width: null, height: null },
    packages: [{ packageSeq: 1, weight: '2.3', length: '11.2', width: '8.5', height: '4.1' }],
  } as const
  const terms = { discount: '0.80', chargeDate: '2026-01-10', unit: 1, currency: 'USD' } as const
  const result = freightCalculator(version)(facts, terms)
  if (!('fees' in result)) throw new Error('no price')
  expect(result.fees.map(({ detail }) => english(explain(detail, names)))).toEqual([
    [
      'Billable weight of package 1 | actual weight 2.3; volumetric weight 12 × 9 × 5 ÷ 139 = 3.884892; billed by volumetric weight | 4 lb',
      'Freight of package 1 | zone 5, weight 3–4: 11.37 | 11.37',
      'Discount | 11.37 × 0.80 | 9.096',
      'Rounded to two decimals | 9.096 | 9.10',
    ],
    ['Package 1 | per package 5.95 | 5.95'],
    ['Fuel of package 1 | (freight 9.10 + surcharges 5.95) × 16.50%, from 2026-01-05 | 2.48'],
  ])
})

const charged = {
  ...({
    raw: '5',
    discount: '1.00',
    discounted: '5',
    rounded: '5.00',
    minCharge: null,
    maxCharge: null,
  } as const),
  ...({ applied: null, amount: '5.00' } as const),
}

test('a fee of boxes and one with further pieces are explained by them, and the maximum where it applies', () => {
  const tier = { from: '0', to: '9', firstCount: 1, firstPrice: '2.00', nextPrice: '0.50' }
  const step = { tier, value: null, quantity: '1', firstQuantity: '1', nextQuantity: '4', sum: '4' }
  const detail = {
    ...{ ...charged, kind: 'operation', versionId: 1, feeTypeId: 1, billOrderType: 'order' },
    ...{ chargeUnit: 'order', conditionType: 'none', applied: 'max', maxCharge: '3.00', amount: '3.00' },
    steps: [step, { ...step, boxId: 3, value: '2', nextQuantity: '0', sum: '2' }],
  }
  const free = { ...detail, applied: null, steps: [{ ...step, tier: { ...tier, nextPrice: null } }] }
  expect(english(explain(detail as never, names))).toEqual([
    'Whole document | 1 order × 2 + 4 × 0.5 | 4',
    'Box BOX-3 | tier 0–9 (value 2): 1 order × 2 | 2',
    'Maximum charge | 5.00 is above 3.00 | 3.00',
  ])
  expect(english(explain(free as never, names))).toEqual(['Whole document | 1 order × 2 + 4 × 2 | 4'])
})

test('freight by actual or estimated weight, by the kilogram, in steps and at a flat price is explained', () => {
  const row = {
    ...{ zoneCode: '5', weightFrom: '3', weightTo: null, billingCode: 'unit', price: '2.50' },
    ...{ firstWeight: null, nextPrice: null, step: null, minCharge: null },
  }
  const each = {
    ...{
      ...charged,
      packageSeq: 2,
      weight: '2.0',
      length: null,
      width: null,
      height: null,
      isEstimated: true,
    },
    ...{
      sides: ['12', '9', '5'],
      volume: '540',
      volumetricWeight: '0',
      billedBy: 'actual',
      billableWeight: '2',
    },
    ...{ row, price: '2.50', quantity: '2', nextSteps: 0 },
  }
  const detail = (over: object, dimDivisor: number | null = 139) => ({
    ...{ kind: 'freight', method: 'price_book', versionId: 1, zoneCode: '5', weighing: { dimDivisor } },
    packages: [{ ...each, ...over }],
  })
  const weight = 'Billable weight of package 2 | actual weight 2 (estimated); billed by actual weight | 2 lb'
  expect(english(explain(detail({}) as never, names))).toEqual([
    weight,
    'Freight of package 2 | zone 5, weight above 3: 2 × 2.5 | 5',
  ])
  const steps = { ...row, weightTo: '9', billingCode: 'first_next', nextPrice: '0.75' }
  expect(
    english(explain(detail({ row: steps, nextSteps: 3, volumetricWeight: '1' }, null) as never, names)),
  ).toEqual([weight, 'Freight of package 2 | zone 5, weight 3–9: 2.5 + 3 × 0.75 | 5'])
  const flat = { row: null, price: '5.00', billableWeight: null }
  expect(english(explain(detail(flat) as never, names))).toEqual([
    'Freight of package 2 | flat price per package 5.00 | 5',
  ])
  expect(english(explain({ kind: 'free', method: 'none' }, names))).toEqual([
    'Whole document | This channel charges no freight | 0.00',
  ])
})

test('a surcharge is explained by its percentage, of the freight or of the insured value, and by what was measured', () => {
  const words = (over: object, value: string | null, freight: string | null = null) =>
    english(
      explain(
        {
          ...{ kind: 'surcharge', type: 'peak', versionId: 1 },
          packages: [
            {
              ...{ packageSeq: 1, value, freight, raw: '1', amount: '1.00' },
              surcharge: { type: 'peak', amount: null, percent: '12.5', above: null, ...over },
            },
          ],
        } as never,
        names,
      ),
    )[0]
  expect(words({}, null, '9.10')).toBe('Package 1 | freight 9.10 × 12.5% | 1.00')
  expect(words({ type: 'insurance' }, null, '80.00')).toBe('Package 1 | insured value 80.00 × 12.5% | 1.00')
  expect(words({ amount: '3.00', above: '48.0' }, '50')).toBe(
    'Package 1 | per package 3 (50 is above 48) | 1.00',
  )
  expect(words({ amount: '3.00', above: '48.0' }, null)).toBe('Package 1 | per package 3 | 1.00')
})

test('what the carrier charged is explained with its rate', () => {
  const detail = {
    ...({ kind: 'carrier_cost', method: 'carrier_cost', versionId: null } as const),
    packages: [
      {
        ...({
          packageSeq: 1,
          costs: [{ costAmount: '10.00', costCurrency: 'CAD', rate: '0.73' }],
          raw: '7.3',
        } as const),
        ...({
          discount: '1.00',
          discounted: '7.3',
          rounded: '7.30',
          minCharge: null,
          maxCharge: null,
        } as const),
        ...({ applied: null, amount: '7.30' } as const),
      },
    ],
  } as const
  expect(english(explain(structuredClone(detail) as never, names))).toEqual([
    'Carrier’s charge for package 1 | 10.00 CAD × rate 0.73 | 7.3',
  ])
})

test('rent is explained night by night: volume by age and price, discount and rounding', () => {
  const tier = (ages: [number, number], volume: string, price: string, amount6: string) => ({
    ...{ ageFrom: ages[0], ageTo: ages[1], volume, price, amount6 },
  })
  const tiers = [
    tier([12, 30], '3.600000', '0.000000', '0.000000'),
    tier([31, 31], '2.400000', '0.500000', '1.200000'),
    tier([61, 181], '0.370200', '1.000000', '0.370200'),
  ]
  const nights = [
    { id: 8, chargeDate: '2026-05-01', amount: '1.49', tiers },
    { id: 9, chargeDate: '2026-05-02', amount: '2.00', tiers },
  ]
  const lines = explain({ kind: 'rent', discount: '0.95' }, { ...names, nights })
  expect(english(lines)).toEqual([
    '2026-05-01 | age in days 12–30: 3.6 m³ × 0 | 0',
    '2026-05-01 | age in days 31: 2.4 m³ × 0.5 | 1.2',
    '2026-05-01 | age in days 61–181: 0.3702 m³ × 1 | 0.3702',
    'Discount | 1.5702 × 0.95 | 1.49169',
    'Rounded to two decimals | 1.49169 | 1.49',
    '2026-05-02 | its lines were recalculated since | 2.00',
  ])
  expect(lines.flatMap(({ page }) => page ?? [])).toEqual([
    ...Array(3).fill('/query/cost?view=rent&open=8'),
    '/query/cost?view=rent&open=9',
  ])
  expect(isExplained({ kind: 'rent' })).toBe(true)
})

const basis = {
  unit: null,
  quantity: null,
  packages: null,
  weight: null,
  zoneCode: null,
  percent: null,
  nights: null,
  system: 2,
}

test.each([
  [{ ...basis, kind: 'operation', unit: 'piece', quantity: '3' }, '3 pieces', '3 件'],
  [{ ...basis, kind: 'operation', unit: 'box', quantity: '1' }, '1 box', '1 箱'],
  [
    { ...basis, kind: 'freight', zoneCode: '5', weight: '4.0', packages: 1 },
    'zone 5, billable weight 4 lb, 1 package',
    '分区 5，计费重 4 lb，1 个包裹',
  ],
  [
    { ...basis, kind: 'fuel', percent: '16.50', packages: 2 },
    'fuel 16.50%, 2 packages',
    '燃油 16.50%，2 个包裹',
  ],
  [{ ...basis, kind: 'operation', unit: 'weight', quantity: '12.50' }, 'weight 12.5 lb', '重量 12.5 lb'],
  [
    { ...basis, kind: 'operation', unit: 'volume', quantity: '0.3', system: 1 },
    'volume 0.3 m³',
    '体积 0.3 m³',
  ],
  [{ ...basis, kind: 'rent', nights: 1 }, '1 night', '1 个计费日'],
  [{ ...basis, kind: 'rent', nights: 31 }, '31 nights', '31 个计费日'],
  [{ ...basis, kind: 'free' }, '', ''],
])('the basis of a fee in short: %j', (given, en_US, zh_CN) => {
  expect(basisText(given)).toEqual({ en_US, zh_CN })
})

test('the margin of no amount is two dashes, and without a cost it is not known', () => {
  expect(marginText({ amount: '0.00', margin: null })).toBe('--')
  expect(marginText({ amount: '9.10', margin: '12.5' })).toBe('12.5')
  expect(marginText({ amount: '9.10', margin: null })).toBeNull()
})

const noFacts = {
  ...({
    kind: null,
    what: null,
    value: null,
    feeNo: null,
    feeId: null,
    packageSeq: null,
    zoneCode: null,
  } as const),
  ...({
    currency: null,
    productId: null,
    sku: null,
    quoteId: null,
    quoteCode: null,
    nameZh: null,
    nameEn: null,
  } as const),
}
const event = {
  ...({
    id: 1,
    documentId: 9,
    sourceNo: 'OB-1',
    status: 'open',
    kind: 'order',
    customerCode: 'A',
    customerName: 'A',
  } as const),
  ...({ chargeDate: '2026-01-01', occurredAt: '2026-01-01T00:00:00Z', firstSeen: null } as const),
} as const

test.each([
  ['no_price', { what: 'operation' }, 'The customer has no operation quote', '/setting/quote/customer_price'],
  [
    'no_price',
    { what: 'freight', kind: 'freight', quoteId: 3, quoteCode: 'FR' },
    'The freight quote FR had no version in force at that time',
    '/setting/quote?open=3',
  ],
  [
    'no_price',
    { what: 'order', quoteId: 3, quoteCode: 'OP' },
    'Quote OP has no rule for this kind of document',
    '/setting/quote?open=3',
  ],
  ['no_price', { what: 'carrier_cost' }, 'The carrier gave no cost for the label', '/order/list?open=9'],
  ['no_price', { what: 'too_large', value: '1000000000000.00' }, /1000000000000\.00/, '/order/list?open=9'],
  ['no_price', { what: 'same_type', feeNo: 'FE8', feeId: 8 }, /FE8/, '/query/cost?open=8'],
  [
    'no_tier',
    { what: 'weight', value: '71', quoteId: 3, quoteCode: 'FR' },
    'Quote FR has no tier for weight 71',
    '/setting/quote?open=3',
  ],
  ['no_zone', {}, 'The address isn’t in any zone', '/setting/quote/zone_schema'],
  [
    'no_dims',
    { what: 'piece_weight', productId: 7, sku: 'BOLT' },
    'Piece weight of product BOLT is unknown',
    '/query/productArchives?open=7',
  ],
  ['no_dims', { what: 'size', packageSeq: 2 }, 'Size of package 2 is unknown', '/order/list?open=9'],
] as const)('an event without a price says why and where to repair it: %s %j', (gap, facts, words, page) => {
  const row = { ...event, gap, facts: { ...noFacts, ...facts } }
  expect(gapText(row).en_US).toMatch(words)
  expect(repairPage(row)).toBe(page)
})

test('only what was not known is filled in: measures that changed later change no fee', () => {
  const facts = {
    zoneCode: null,
    remoteLevel: null,
    lines: [
      { productId: 1, length: '1', width: '1', height: '1', weight: '5' },
      { productId: 2, length: null, width: '2', height: null, weight: null },
    ],
  }
  const known = {
    measuresOf: () => ({ length: '9', width: '9', height: null, weight: '9' }),
    zone: { zoneCode: '4', remoteLevel: 'das', id: 77 },
  }
  expect(completeFacts(facts, known)).toEqual({
    zoneCode: '4',
    remoteLevel: 'das',
    lines: [facts.lines[0], { productId: 2, length: '9', width: '2', height: null, weight: '9' }],
  })
  const whole = { ...facts, zoneCode: '5', lines: facts.lines.slice(0, 1) }
  expect(completeFacts(whole, known)).toBe(whole)
})

test('a package without an estimate gets one from its lines, as far as it had none', () => {
  const lines = [
    { productId: 1, quantity: 2, length: '3', width: '2', height: '1', weight: null },
    { productId: 2, quantity: 1, length: '4', width: '1', height: '1', weight: '0.5' },
  ]
  const known = {
    measuresOf: () => ({ length: null, width: null, height: null, weight: '0.25' }),
    zone: undefined,
  }
  const none = { length: null, width: null, height: null, weight: null }
  const filled = [{ ...lines[0], weight: '0.25' }, lines[1]]
  expect(completeFacts({ lines, estimated: none }, known)).toEqual({
    lines: filled,
    estimated: { length: '4.00', width: '2.00', height: '3.00', weight: '1.000' },
  })
  const sized = { length: '9', width: '9', height: '9', weight: null }
  expect(completeFacts({ lines, estimated: sized }, known)).toEqual({
    lines: filled,
    estimated: { ...sized, weight: '1.000' },
  })
  const unknown = { lines: lines.slice(0, 1), estimated: { ...sized, weight: null } }
  expect(completeFacts(unknown, { ...known, measuresOf: () => undefined })).toBe(unknown)
})
