import { describe, expect, test } from 'vitest'
import type { FreightPackage } from '../pricing/freight-types.ts'
import type { FreightVersion, OperationVersion, PriceBinding, Quote } from '../pricing/price-types.ts'
import {
  type Contents,
  choosePrices,
  eventPrices,
  isOlder,
  lacksPrice,
  type OrderPriceFacts,
  type PricedWork,
  type PriceList,
  priceByHand,
  pricedWith,
  versionsOf,
  withVersion,
} from './event-prices.ts'

const AT = '2026-06-15T12:00:00Z'
const [HANDLING, FREIGHT, COST] = [1, 2, 3]
const CHANNEL = 7

const quote = (quoteId: number, over: Partial<Quote> = {}): Quote => ({
  ...{ quoteId, kind: 'operation', side: 'sale', channelId: null, isDefault: true, isEnabled: true },
  ...over,
})
const version = (versionId: number) => ({
  ...{ versionId, quoteId: versionId, effectiveFrom: '2026-01-01T00:00:00Z', inactiveAt: null },
  publishedAt: '2025-12-01T00:00:00Z',
})
const list: PriceList = {
  quotes: [
    quote(HANDLING),
    quote(FREIGHT, { kind: 'freight', channelId: CHANNEL }),
    quote(COST, { kind: 'freight', channelId: CHANNEL, side: 'cost' }),
  ],
  versions: [HANDLING, FREIGHT, COST].map(version),
  bindings: [],
}
const without = (quoteId: number): PriceList => ({
  ...list,
  quotes: list.quotes.filter((each) => each.quoteId !== quoteId),
})
const bound = (over: Partial<PriceBinding>): PriceBinding => ({
  ...{
    customerId: 1,
    groupId: null,
    kind: 'freight',
    channelId: CHANNEL,
    quoteId: FREIGHT,
    discount: '0.50',
  },
  ...{ effectiveFrom: '2026-01-01T00:00:00Z', inactiveAt: null },
  ...over,
})

const rule = (
  feeCode: string,
  billOrderType: 'order' | 'inbound' | 'return',
  firstPrice: string,
): OperationVersion['rules'][number] => ({
  ...{ feeTypeId: 1, feeCode, billOrderType, chargeUnit: 'order', conditionType: 'none' },
  ...{ minCharge: null, maxCharge: null },
  tiers: [{ from: '0', to: null, firstCount: 1, firstPrice, nextPrice: null }],
})
const flat = (versionId: number, flatPrice: string): FreightVersion => ({
  ...{
    versionId,
    dimDivisor: null,
    dimRounding: null,
    weightStep: null,
    weightBasis: null,
    flatPrice,
    rows: [],
  },
  surcharges: [
    {
      ...{
        type: 'label_cancel',
        remoteLevel: null,
        measure: null,
        above: null,
        dateFrom: null,
        dateTo: null,
      },
      ...{ amount: '1.00', percent: null, fuelable: false },
    },
  ],
  fuelRates: [],
})
const contents: Contents = {
  operation: new Map([
    [
      HANDLING,
      {
        versionId: HANDLING,
        dimDivisor: null,
        rules: [
          rule('OUT_HANDLING', 'order', '1.20'),
          rule('OUT_PACKING', 'order', '0'),
          rule('INTERCEPT', 'order', '3.00'),
          rule('INB_HANDLING', 'inbound', '2.00'),
        ],
      },
    ],
  ]),
  freight: new Map([
    [FREIGHT, flat(FREIGHT, '5.00')],
    [COST, flat(COST, '4.10')],
  ]),
}
const terms = { unit: 1, currency: 'USD', rates: { EUR: '1.10' }, chargeSunkFreight: true } as const

const unmeasured = { weight: null, length: null, width: null, height: null }
const bag = (waybills: FreightPackage['waybills'] = []): FreightPackage & { packageId: number } => ({
  ...{ ...unmeasured, weight: '0.500', packageSeq: 1, packageId: 1 },
  waybills,
})
const label = (over: object = {}) => ({
  ...{ status: 'obtained', trackingNo: 'T1', costAmount: null, costCurrency: null },
  ...over,
})
const order = (
  kind: 'order' | 'order_void' | 'order_intercept',
  over: Partial<OrderPriceFacts> = {},
): PricedWork => ({
  ...{ kind, customerId: 1, groupId: 2, at: AT, chargeDate: '2026-06-15' },
  facts: {
    ...{
      billingMethod: 'flat',
      channelId: CHANNEL,
      zoneCode: null,
      remoteLevel: null,
      addressKind: 'residential',
    },
    ...{ signature: false, pieces: 1, estimated: unmeasured, packages: [bag()] },
    ...{
      dimDivisor: null,
      dimTriggerVolume: null,
      dimRounding: 'none',
      weightStep: null,
      weightBasis: 'actual',
    },
    lines: [{ ...unmeasured, productId: 1, quantity: 1 }],
    ...over,
  } as OrderPriceFacts,
})
const inbound = (kind: 'inbound' | 'return'): PricedWork => ({
  ...{ kind, customerId: 1, groupId: null, at: AT, chargeDate: '2026-06-15' },
  facts: { boxSizes: [], lines: [] },
})

const price = (work: PricedWork, prices = list, refused?: number[]) =>
  eventPrices(contents, terms)(work, choosePrices(work, prices), refused)
/** The fees as code, amount, discount and cost. */
const fees = (outcome: ReturnType<typeof price>) =>
  'fees' in outcome
    ? outcome.fees.map(({ feeCode, amount, versionId, discount, costAmount }) => [
        ...[feeCode, amount, versionId, discount, costAmount],
      ])
    : outcome

describe('an order', () => {
  test('is charged for handling and freight, without the fees of nothing, and with what its freight costs', () => {
    const outcome = price(order('order'))
    expect(fees(outcome)).toEqual([
      ['OUT_HANDLING', '1.20', HANDLING, '1.00', null],
      ['FREIGHT', '5.00', FREIGHT, '1.00', '4.10'],
    ])
    expect(outcome).toMatchObject({ amount: '6.20' })
    expect(versionsOf(choosePrices(order('order'), list))).toEqual([HANDLING, FREIGHT, COST])
  })

  test.each([
    ['999999999994.99', { amount: '999999999999.99' }],
    ['999999999995.00', { gap: 'no_price', detail: { what: 'too_large', value: '1000000000000.00' } }],
    [
      '9999999999999999.99',
      { gap: 'no_price', detail: { what: 'too_large', value: '10000000000000004.99' } },
    ],
  ])('with handling at %s costs no more than an account has room for', (handling, outcome) => {
    const rules = [rule('OUT_HANDLING', 'order', handling)]
    const huge = {
      ...contents,
      operation: new Map([[HANDLING, { versionId: HANDLING, dimDivisor: null, rules }]]),
    }
    expect(eventPrices(huge, terms)(order('order'), choosePrices(order('order'), list))).toMatchObject(
      outcome,
    )
  })

  test('says nothing of its cost where the carrier’s is beyond all bounds', () => {
    const labels = [label({ costAmount: '999999999999.99', costCurrency: 'EUR' })]
    expect(fees(price(order('order', { packages: [bag(labels)] })))).toContainEqual([
      ...['FREIGHT', '5.00', FREIGHT, '1.00', null],
    ])
  })

  test('costs what the carrier said for its labels, before what the carrier’s prices say', () => {
    const labels = [label({ costAmount: '2.00', costCurrency: 'EUR' })]
    expect(fees(price(order('order', { packages: [bag(labels)] })))).toContainEqual([
      ...['FREIGHT', '5.00', FREIGHT, '1.00', '2.20'],
    ])
    expect(fees(price(order('order'), without(COST)))).toContainEqual([
      'FREIGHT',
      '5.00',
      FREIGHT,
      '1.00',
      null,
    ])
  })

  test('is charged the discount of its customer, or of the group', () => {
    const own = { ...list, bindings: [bound({}), bound({ customerId: null, groupId: 2, discount: '0.80' })] }
    expect(fees(price(order('order'), own))).toContainEqual(['FREIGHT', '2.50', FREIGHT, '0.50', '4.10'])
    const shared = { ...list, bindings: own.bindings.slice(1) }
    expect(fees(price(order('order'), shared))).toContainEqual(['FREIGHT', '4.00', FREIGHT, '0.80', '4.10'])
  })

  test('is charged the carrier’s cost where the channel says so, at the discount and without a version', () => {
    const work = order('order', {
      billingMethod: 'carrier_cost',
      packages: [bag([label({ costAmount: '8.00', costCurrency: 'USD' })])],
    })
    const prices = { ...without(FREIGHT), bindings: [bound({ discount: '1.25' })] }
    expect(fees(price(work, prices))).toEqual([
      ['OUT_HANDLING', '1.20', HANDLING, '1.00', null],
      ['FREIGHT', '10.00', null, '1.25', '8.00'],
    ])
  })

  test('is never charged in part: one price that is missing leaves all of it open', () => {
    expect(price(order('order'), without(FREIGHT))).toEqual({
      ...{ gap: 'no_price', detail: { kind: 'freight', what: 'freight' } },
    })
    expect(price(order('order'), without(HANDLING))).toEqual({
      ...{ gap: 'no_price', detail: { kind: 'operation', what: 'operation' } },
    })
  })

  test('has prices of the moment it was shipped', () => {
    const early = { ...order('order'), at: '2025-12-31T23:59:59Z' }
    expect(price(early)).toMatchObject({ gap: 'no_price' })
    expect(price({ ...order('order'), at: '2026-01-01T00:00:00Z' })).toMatchObject({ amount: '6.20' })
  })

  test('without freight needs no price for it', () => {
    const work = order('order', { billingMethod: 'none' })
    expect(fees(price(work, without(FREIGHT)))).toEqual([['OUT_HANDLING', '1.20', HANDLING, '1.00', null]])
  })
})

describe('an order that did not leave', () => {
  test('costs the cancellation of its label, and no handling', () => {
    expect(fees(price(order('order_void', { packages: [bag([label()])] })))).toEqual([
      ['LABEL_CANCEL', '1.00', FREIGHT, '1.00', null],
    ])
    expect(price(order('order_void'))).toEqual({ fees: [], amount: '0.00' })
    expect(price(order('order_void', { packages: [bag([label()])] }), without(HANDLING))).toMatchObject({
      amount: '1.00',
    })
  })

  test('costs its freight where the carrier refused to cancel and such freight is charged', () => {
    const work = order('order_void', { packages: [bag([label({ status: 'void_failed' })])] })
    expect(fees(price(work, list, [1]))).toEqual([['FREIGHT', '5.00', FREIGHT, '1.00', '4.10']])
    const kind = eventPrices(contents, { ...terms, chargeSunkFreight: false })
    expect(fees(kind(work, choosePrices(work, list), [1]))).toEqual([
      ['LABEL_CANCEL', '1.00', FREIGHT, '1.00', '4.10'],
    ])
  })

  test('costs us the labels that its carrier refused to cancel, and none that it cancelled', () => {
    const kept = label({ costAmount: '8.00', costCurrency: 'USD' })
    const gone = label({ costAmount: '2.00', costCurrency: 'USD' })
    const packages = [bag([kept]), { ...bag([gone]), packageSeq: 2, packageId: 2 }]
    const work = order('order_void', { packages })
    expect(fees(price(work, list, [1]))).toEqual([
      ['FREIGHT', '5.00', FREIGHT, '1.00', '8.00'],
      ['LABEL_CANCEL', '1.00', FREIGHT, '1.00', null],
    ])
    expect(fees(price(work, list, []))).toEqual([['LABEL_CANCEL', '2.00', FREIGHT, '1.00', null]])
  })

  test('that was intercepted costs the interception besides', () => {
    expect(fees(price(order('order_intercept', { packages: [bag([label()])] })))).toEqual([
      ['INTERCEPT', '3.00', HANDLING, '1.00', null],
      ['LABEL_CANCEL', '1.00', FREIGHT, '1.00', null],
    ])
  })
})

test('an inbound order is charged for handling alone; a return without a rule has no price', () => {
  expect(fees(price(inbound('inbound'), without(FREIGHT)))).toEqual([
    ['INB_HANDLING', '2.00', HANDLING, '1.00', null],
  ])
  expect(price(inbound('return'))).toMatchObject({
    gap: 'no_price',
    detail: { kind: 'operation', what: 'return' },
  })
})

test.each([
  ['2025-12-31T23:59:59.999Z', true],
  ['2026-01-01T00:00:00Z', false],
  ['2026-01-01T00:00:00.001Z', false],
  ['2026-07-01T00:00:00Z', false],
])('work of %s is older than the first version of its quote: %s', (at, expected) => {
  const later = { ...version(9), quoteId: HANDLING, effectiveFrom: '2026-06-01T00:00:00Z' }
  const draft = { ...version(10), quoteId: HANDLING, effectiveFrom: null, publishedAt: null }
  const other = { ...version(11), quoteId: COST, effectiveFrom: '2020-01-01T00:00:00Z' }
  const versions = [later, version(HANDLING), draft, other]
  expect(isOlder({ at }, { ...list, versions }, HANDLING)).toBe(expected)
})

describe('a version that a person chooses', () => {
  const later = { ...version(9), quoteId: FREIGHT, effectiveFrom: '2026-09-01T00:00:00Z' }
  const byHand = (over: Partial<Quote> = {}, chosen = later) => ({
    ...{ version: chosen, now: '2026-12-01T00:00:00Z' },
    quote: { ...quote(FREIGHT, { kind: 'freight', channelId: CHANNEL }), ...over },
  })
  const chosenFor = (work: PricedWork, by = byHand(), prices = list) =>
    withVersion(work, prices, choosePrices(work, prices), by)
  const VOID = order('order_void')

  test('takes the place of its own kind, with the discount of its quote', () => {
    const own = { ...list, bindings: [bound({})] }
    expect(chosenFor(order('order'), byHand(), own)).toMatchObject({
      ...{
        operation: { quoteId: HANDLING },
        freight: { version: later, discount: '0.50' },
        cost: { quoteId: COST },
      },
    })
    const handling = { ...version(8), quoteId: HANDLING }
    const ofHandling = byHand({ quoteId: HANDLING, kind: 'operation', channelId: null }, handling)
    expect(chosenFor(inbound('inbound'), ofHandling)).toMatchObject({ operation: { version: handling } })
    expect(chosenFor(order('order'), ofHandling)).toMatchObject({
      ...{ operation: { version: handling }, freight: { quoteId: FREIGHT, version: version(FREIGHT) } },
    })
  })

  test.each([
    ['rent', order('order'), byHand({ kind: 'storage', channelId: null })],
    ['what a carrier charges us', order('order'), byHand({ side: 'cost' })],
    ['another channel', order('order'), byHand({ channelId: 99 })],
    ['another quote', order('order'), byHand({ quoteId: 77 })],
    ['freight of an inbound order', inbound('inbound'), byHand()],
    ['freight of a channel without a price', order('order', { billingMethod: 'none' }), byHand()],
    [
      'handling of a voided order',
      VOID,
      byHand({ quoteId: HANDLING, kind: 'operation', channelId: null }, { ...later, quoteId: HANDLING }),
    ],
  ])('is not for %s', (_, work, by) => {
    expect(chosenFor(work, by)).toBeUndefined()
  })

  test('is for whom its quote is at the moment of the work, at its start, or now', () => {
    const question = { customerId: 1, groupId: null, kind: 'freight', channelId: CHANNEL } as const
    const other = { ...list, quotes: [...list.quotes, quote(50, { kind: 'freight', channelId: CHANNEL })] }
    const at = (effectiveFrom: string, inactiveAt: string | null) =>
      priceByHand(
        {
          ...other,
          versions: [...list.versions, { ...version(50), quoteId: 50 }],
          quotes: other.quotes.map((each) => ({ ...each, isDefault: each.quoteId === 50 })),
          bindings: [bound({ effectiveFrom, inactiveAt, discount: '0.70' })],
        },
        question,
        AT,
        byHand(),
      )?.discount
    expect(at('2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z')).toBe('0.70')
    expect(at('2026-08-01T00:00:00Z', '2026-10-01T00:00:00Z')).toBe('0.70')
    expect(at('2026-11-01T00:00:00Z', null)).toBe('0.70')
    expect(at('2026-07-01T00:00:00Z', '2026-08-01T00:00:00Z')).toBeUndefined()
    expect(at('2027-01-01T00:00:00Z', null)).toBeUndefined()
  })
})

test('work lacks a price that another version may have, but no measures', () => {
  const open = (gap: 'no_price' | 'no_dims' | 'no_tier', kind?: 'operation' | 'freight') =>
    lacksPrice({ gap, detail: { ...(kind && { kind }) } }, 'freight')
  expect([open('no_price', 'freight'), open('no_tier', 'freight'), open('no_price')]).toEqual([
    true,
    true,
    true,
  ])
  expect([open('no_dims', 'freight'), open('no_price', 'operation')]).toEqual([false, false])
  expect(lacksPrice({ fees: [], amount: '0.00' }, 'freight')).toBe(false)
})

test('an event keeps what it was priced with, and of what is not priced now what it was priced with before', () => {
  const chosen = choosePrices(order('order'), list)
  const [handling, freight] = [
    { versionId: HANDLING, discount: '1.00' },
    { versionId: FREIGHT, discount: '1.00' },
  ]
  expect(pricedWith(terms, chosen)).toEqual({ ...terms, prices: { operation: handling, freight } })
  const before = {
    operation: { versionId: 70, discount: '0.70' },
    freight: { versionId: 71, discount: '0.71' },
  }
  expect(pricedWith(terms, chosen, ['freight'], before).prices).toEqual({ ...before, freight })
  const gone = choosePrices(order('order'), without(FREIGHT))
  expect(pricedWith(terms, gone).prices).toEqual({ operation: handling })
  expect(pricedWith(terms, choosePrices(inbound('inbound'), list)).prices).toEqual({ operation: handling })
})
