import { describe, expect, test } from 'vitest'
import {
  type Handled,
  handledByInbound,
  handledByOrder,
  INTERCEPT_FEE,
  operationFee,
  operationFees,
} from './operation.ts'
import type { OperationRule, OperationTier, OperationVersion } from './price-types.ts'

const tier = (
  from: string,
  to: string | null,
  firstPrice: string,
  nextPrice: string | null = null,
  firstCount = 1,
): OperationTier => ({ from, to, firstCount, firstPrice, nextPrice })

const rule = (over: Partial<OperationRule>): OperationRule => ({
  feeTypeId: 1,
  feeCode: 'OUT_HANDLING',
  billOrderType: 'order',
  chargeUnit: 'piece',
  conditionType: 'none',
  minCharge: null,
  maxCharge: null,
  tiers: [tier('0', null, '1')],
  ...over,
})

const version = (...rules: OperationRule[]): OperationVersion => ({ versionId: 7, dimDivisor: null, rules })

const line = (productId: number, quantity: number, weight: string | null, sides = ['10', '10', '10']) => ({
  productId,
  quantity,
  weight,
  length: sides[0] ?? null,
  width: sides[1] ?? null,
  height: sides[2] ?? null,
})

const order = (over: Partial<Handled> = {}): Handled => ({
  kind: 'order',
  lines: [line(1, 1, '1')],
  boxes: [],
  pallets: null,
  containers: null,
  weight: null,
  dimDivisor: null,
  ...over,
})

const terms = (discount = '1.00') => ({ discount, unit: 1 as const })

const amountOf = (of: OperationRule, handled: Handled, discount = '1.00') =>
  operationFee(version(of), of, handled, terms(discount))

describe('OP-1: per piece, by the weight of the piece', () => {
  const card = rule({
    conditionType: 'piece_weight',
    tiers: [
      tier('0', '1', '0.50'),
      tier('1', '2', '0.60'),
      tier('2', '4', '0.80'),
      tier('4', '6', '1.00'),
      tier('6', '10', '1.30'),
      tier('10', '30', '1.80'),
      tier('30', '50', '2.00'),
      tier('50', '70', '3.50'),
    ],
  })
  const lines = [line(1, 2, '1.00'), line(2, 1, '1.01')]

  test('an upper bound belongs to its tier', () => {
    expect(amountOf(card, order({ lines }))).toMatchObject({ amount: '1.60' })
    expect(amountOf(card, order({ lines }), '0.95')).toEqual({
      feeTypeId: 1,
      feeCode: 'OUT_HANDLING',
      amount: '1.52',
      detail: {
        kind: 'operation',
        versionId: 7,
        feeTypeId: 1,
        billOrderType: 'order',
        chargeUnit: 'piece',
        conditionType: 'piece_weight',
        steps: [
          {
            productId: 1,
            value: '1',
            tier: card.tiers[0],
            quantity: '2',
            firstQuantity: '2',
            nextQuantity: '0',
            sum: '1',
          },
          {
            productId: 2,
            value: '1.01',
            tier: card.tiers[1],
            quantity: '1',
            firstQuantity: '1',
            nextQuantity: '0',
            sum: '0.6',
          },
        ],
        raw: '1.6',
        discount: '0.95',
        discounted: '1.52',
        rounded: '1.52',
        minCharge: null,
        maxCharge: null,
        applied: null,
        amount: '1.52',
      },
    })
  })

  test('above the last tier there is no price', () => {
    expect(amountOf(card, order({ lines: [...lines, line(3, 1, '70.01')] }))).toEqual({
      gap: 'no_tier',
      detail: {
        versionId: 7,
        feeCode: 'OUT_HANDLING',
        what: 'piece_weight',
        value: '70.01',
        productId: 3,
      },
    })
    expect(amountOf(card, order({ lines: [line(3, 1, '70')] }))).toMatchObject({ amount: '3.50' })
  })
})

describe('OP-2: per order with additional pieces, by the weight of the order', () => {
  const card = rule({
    chargeUnit: 'order',
    conditionType: 'order_weight',
    tiers: [tier('0', '2', '1.20', '0.30'), tier('2', '5', '1.80', '0.30'), tier('5', null, '2.60', '0.40')],
  })

  test.each([
    [3, '2.000', '1.8', '1.53'],
    [3, '2.001', '2.4', '2.04'],
    [1, '5.001', '2.6', '2.21'],
  ])('%i pieces of %s kg', (pieces, weight, raw, amount) => {
    expect(amountOf(card, order({ lines: [line(1, pieces, null)], weight }), '0.85')).toMatchObject({
      amount,
      detail: { raw },
    })
  })
})

describe('OP-3: an inbound per box, by the weight of the box', () => {
  const card = rule({
    feeCode: 'INB_UNLOAD',
    billOrderType: 'inbound',
    chargeUnit: 'box',
    conditionType: 'box_weight',
    tiers: [tier('0', '15', '1.25'), tier('15', '25', '1.80'), tier('25', null, '2.50')],
  })
  const boxes = [...Array(6).fill('14.9'), ...Array(3).fill('15.0'), '25.1'].map((weight, boxId) => ({
    boxId,
    weight,
  }))

  test('ten boxes', () => {
    expect(amountOf(card, order({ kind: 'inbound', boxes }))).toMatchObject({ amount: '13.75' })
  })

  test('a box that was not weighed has no price', () => {
    const unweighed = [...boxes, { boxId: 99, weight: null }]
    expect(amountOf(card, order({ kind: 'inbound', boxes: unweighed }))).toMatchObject({ gap: 'no_dims' })
  })

  test('orders are never billed by box', () => {
    expect(amountOf({ ...card, billOrderType: 'order' }, order({ boxes }))).toMatchObject({ gap: 'no_price' })
  })
})

describe('OP-4: by weight with minimum and maximum', () => {
  const card = rule({
    chargeUnit: 'weight',
    minCharge: '3.00',
    maxCharge: '150.00',
    tiers: [tier('0', null, '0.06')],
  })

  test.each([
    ['41.2', '2.472', 'min', '3.00'],
    ['50.0', '3', null, '3.00'],
    ['50.1', '3.006', null, '3.01'],
    ['50.01', '3.006', null, '3.01'],
    ['3000', '180', 'max', '150.00'],
  ])('%s kg', (weight, raw, applied, amount) => {
    expect(amountOf(card, order({ weight }))).toMatchObject({ amount, detail: { raw, applied } })
  })
})

describe('first and next prices', () => {
  const tiers = [tier('0', null, '2.00', '0.50', 3)]

  test.each([
    ['order', 3, '2.00'],
    ['order', 5, '3.00'],
    ['piece', 2, '4.00'],
    ['piece', 5, '7.00'],
  ] as const)(
    'per %s with %i pieces, of which the first three are counted apart',
    (chargeUnit, pieces, amount) => {
      expect(amountOf(rule({ chargeUnit, tiers }), order({ lines: [line(1, pieces, '1')] }))).toMatchObject({
        amount,
      })
    },
  )

  test('without a next price the first price is for every piece, or for the whole order', () => {
    const lines = [line(1, 5, '1')]
    const flat = [tier('0', null, '2.00', null, 3)]
    expect(amountOf(rule({ chargeUnit: 'piece', tiers: flat }), order({ lines }))).toMatchObject({
      amount: '10.00',
    })
    expect(amountOf(rule({ chargeUnit: 'order', tiers: flat }), order({ lines }))).toMatchObject({
      amount: '2.00',
    })
  })
})

describe('what is counted', () => {
  const lines = [
    line(1, 4, '1.5', ['20', '10', '5']),
    line(2, 1, '3', ['10', '40', '10']),
    line(1, 2, '1.5', ['20', '10', '5']),
  ]
  const handled = order({
    kind: 'inbound',
    lines,
    boxes: [
      { boxId: 1, weight: '9' },
      { boxId: 2, weight: '3' },
    ],
    pallets: 3,
    containers: 1,
  })

  test.each([
    ['order', '1.00'],
    ['piece', '7.00'],
    ['sku', '2.00'],
    ['box', '2.00'],
    ['pallet', '3.00'],
    ['container', '1.00'],
    ['weight', '12.00'],
    ['volume', '0.01'],
  ] as const)('per %s', (chargeUnit, amount) => {
    expect(amountOf(rule({ billOrderType: 'inbound', chargeUnit }), handled)).toMatchObject({ amount })
  })

  test.each([
    ['order_weight', '12'],
    ['pieces', '7'],
    ['sku_kinds', '2'],
    ['total_volume', '0.01'],
    ['piece_weight', '3'],
    ['longest_side', '40'],
    ['box_weight', '9'],
    ['piece_billable_weight', '4'],
  ] as const)(
    'the tier of a whole document by %s is decided by the highest value',
    (conditionType, value) => {
      const of = rule({ billOrderType: 'inbound', chargeUnit: 'order', conditionType })
      const result = operationFee({ ...version(of), dimDivisor: 1000 }, of, handled, terms())
      expect(result).toMatchObject({ amount: '1.00', detail: { steps: [{ value }] } })
    },
  )

  test('every SKU has its own tier', () => {
    const tiers = [tier('0', '2', '0.10'), tier('2', null, '5')]
    const of = rule({ billOrderType: 'inbound', chargeUnit: 'sku', conditionType: 'piece_weight', tiers })
    expect(amountOf(of, handled)).toMatchObject({ amount: '5.10' })
  })

  test('nothing done costs nothing, whatever the minimum', () => {
    const of = rule({ billOrderType: 'inbound', chargeUnit: 'pallet', minCharge: '5.00' })
    expect(amountOf(of, { ...handled, pallets: 0 })).toMatchObject({ amount: '0.00', detail: { raw: '0' } })
  })

  test.each([
    ['pallet', { pallets: null }, 'pallets'],
    ['container', { containers: null }, 'containers'],
    ['weight', { lines: [line(1, 1, null)] }, 'order_weight'],
    ['volume', { lines: [line(1, 1, '1', [])] }, 'total_volume'],
  ] as const)('per %s without its figure has no price yet', (chargeUnit, over, what) => {
    const of = rule({ billOrderType: 'inbound', chargeUnit })
    expect(amountOf(of, { ...handled, ...over })).toMatchObject({ gap: 'no_dims', detail: { what } })
  })

  test.each(['piece_weight', 'longest_side', 'piece_billable_weight'] as const)(
    'by %s a product without measures has no price yet',
    (conditionType) => {
      const of = rule({ conditionType })
      const bare = order({ lines: [line(5, 1, null, [])], dimDivisor: 5000 })
      expect(amountOf(of, bare)).toMatchObject({ gap: 'no_dims', detail: { productId: 5 } })
    },
  )

  test('the volumetric weight of a piece needs a divisor, of the version or of the channel', () => {
    const of = rule({
      conditionType: 'piece_billable_weight',
      tiers: [tier('0', '1', '1'), tier('1', '2', '2')],
    })
    const one = order({ lines: [line(1, 1, '1', ['20', '10', '10'])] })
    expect(amountOf(of, one)).toMatchObject({ gap: 'no_price', detail: { what: 'dim_divisor' } })
    expect(amountOf(of, { ...one, dimDivisor: 2000 })).toMatchObject({ amount: '1.00' })
    const own = { ...version(of), dimDivisor: 1000 }
    expect(operationFee(own, of, { ...one, dimDivisor: 2000 }, terms())).toMatchObject({ amount: '2.00' })
  })
})

describe('a document', () => {
  const handling = rule({ feeTypeId: 1, tiers: [tier('0', null, '0.335')] })
  const packing = rule({ feeTypeId: 2, feeCode: 'OUT_PACKING', tiers: [tier('0', null, '0.335')] })
  const intercept = rule({ feeTypeId: 3, feeCode: INTERCEPT_FEE, tiers: [tier('0', null, '2')] })
  const unload = rule({ feeTypeId: 4, feeCode: 'INB_UNLOAD', billOrderType: 'inbound' })

  test('is charged by every rule of its type, each rounded by itself', () => {
    expect(operationFees(version(handling, packing, intercept, unload), order(), terms())).toMatchObject({
      amount: '0.68',
      fees: [
        { feeTypeId: 1, amount: '0.34' },
        { feeTypeId: 2, amount: '0.34' },
      ],
    })
  })

  test('that was intercepted is charged for that only, and is free without such a rule', () => {
    const intercepted = order({ kind: 'order_intercept' })
    expect(operationFees(version(handling, intercept), intercepted, terms())).toMatchObject({
      amount: '2.00',
      fees: [{ feeTypeId: 3 }],
    })
    expect(operationFees(version(handling), intercepted, terms())).toEqual({
      versionId: 7,
      amount: '0.00',
      fees: [],
    })
  })

  test('has no price if the version has no rule for it, and is free if the rule says 0', () => {
    expect(operationFees(version(unload), order(), terms())).toEqual({
      gap: 'no_price',
      detail: { versionId: 7, what: 'order' },
    })
    const free = rule({ tiers: [tier('0', null, '0')] })
    expect(operationFees(version(free), order(), terms())).toMatchObject({
      amount: '0.00',
      fees: [{ amount: '0.00', detail: { raw: '0' } }],
    })
  })

  test('is never charged in part', () => {
    const heavy = rule({
      feeTypeId: 2,
      feeCode: 'OUT_PACKING',
      conditionType: 'pieces',
      tiers: [tier('5', '9', '1')],
    })
    expect(operationFees(version(handling, heavy), order(), terms())).toMatchObject({
      gap: 'no_tier',
      detail: { feeCode: 'OUT_PACKING', value: '1' },
    })
  })
})

describe('facts', () => {
  test('of an order weigh what its packages weigh once all are weighed', () => {
    const facts = { dimDivisor: 139, lines: [line(1, 2, '1')] }
    const weightOf = (...weights: (string | null)[]) =>
      handledByOrder({ ...facts, packages: weights.map((weight) => ({ weight })) }, 'order').weight
    expect([weightOf('1.2', '3'), weightOf('1.2', null), weightOf()]).toEqual(['4.2', null, null])
  })

  test('of an inbound weigh what its boxes weigh if all goods came in boxes', () => {
    const { quantity, ...bare } = line(1, 2, '1')
    const boxed = { ...bare, good: quantity, defective: 1, boxId: 1 }
    const boxSizes = [{ boxId: 1, weight: '7.5' }]
    expect(handledByInbound({ boxSizes, lines: [boxed] }, 'return')).toMatchObject({
      kind: 'return',
      weight: '7.5',
      lines: [{ productId: 1, quantity: 3 }],
      pallets: null,
    })
    const loose = [boxed, { ...boxed, boxId: null }]
    expect(handledByInbound({ boxSizes, lines: loose, pallets: 2 }, 'inbound')).toMatchObject({
      weight: null,
      pallets: 2,
    })
  })
})
