import { expect, test } from 'vitest'
import { operationFees } from '../pricing/operation.ts'
import type { OperationRule } from '../pricing/price-types.ts'
import { handledIn, neededFigures, type Trial } from './try-handling.ts'

const rule = (over: Partial<OperationRule>): OperationRule => ({
  feeTypeId: 1,
  feeCode: 'INB_UNLOAD',
  billOrderType: 'inbound',
  chargeUnit: 'order',
  conditionType: 'none',
  minCharge: null,
  maxCharge: null,
  tiers: [{ from: '0', to: null, firstCount: 1, firstPrice: '2.00', nextPrice: null }],
  ...over,
})
const typed: Trial = {
  ...{ pieces: '10', skus: '2', weight: '0.5', length: '10', width: '8', height: '5' },
  ...{ boxes: '3', boxWeight: '12', pallets: '4', containers: '1' },
}

test.each<[Partial<OperationRule>, string[]]>([
  [{}, []],
  [{ chargeUnit: 'piece' }, []],
  [{ chargeUnit: 'container' }, ['containers']],
  [{ chargeUnit: 'box', conditionType: 'box_weight' }, ['boxes', 'boxWeight']],
  [{ conditionType: 'piece_billable_weight' }, ['weight', 'length', 'width', 'height']],
  [{ chargeUnit: 'volume', conditionType: 'order_weight' }, ['weight', 'length', 'width', 'height']],
])('a trial asks for what %o depends on', (over, needed) => {
  expect(
    neededFigures([rule(over), rule({ billOrderType: 'order', chargeUnit: 'weight' })], 'inbound'),
  ).toEqual(needed)
})

test.each<[Partial<OperationRule>, string]>([
  [{ chargeUnit: 'order' }, '2.00'],
  [{ chargeUnit: 'piece' }, '40.00'],
  [{ chargeUnit: 'sku' }, '4.00'],
  [{ chargeUnit: 'box' }, '6.00'],
  [{ chargeUnit: 'pallet' }, '8.00'],
  [{ chargeUnit: 'container' }, '2.00'],
  [{ chargeUnit: 'weight' }, '20.00'],
])('a trial of %o costs what the document would', (over, amount) => {
  const handled = handledIn(typed, 'inbound')
  const version = { versionId: 0, dimDivisor: null, rules: [rule(over)] }
  expect(handled && operationFees(version, handled, { discount: '1', unit: 1 })).toMatchObject({ amount })
})

test.each<[Partial<Trial>]>([
  [{ pieces: '' }],
  [{ pieces: '0' }],
  [{ skus: 'x' }],
  [{ skus: '10000' }],
  [{ pieces: '1.5' }],
])('nothing is calculated with %o', (over) => {
  expect(handledIn({ ...typed, ...over }, 'order')).toBeNull()
})

test('figures are read without the spaces around them, and every SKU and box has a number of its own', () => {
  const spaced = Object.fromEntries(Object.entries(typed).map(([key, text]) => [key, ` ${text} `])) as Trial
  expect(handledIn(spaced, 'inbound')).toEqual(handledIn(typed, 'inbound'))
  expect(handledIn({ ...typed, weight: '0.001', length: '0.00' }, 'inbound')).toMatchObject({
    lines: [
      { productId: 1, weight: '0.001', length: null },
      { productId: 2, weight: '0.001' },
    ],
    boxes: [{ boxId: 1, weight: '12' }, { boxId: 2 }, { boxId: 3 }],
  })
})

test('what is not typed is not known', () => {
  const empty = { boxes: '', boxWeight: '', pallets: '', containers: '', weight: '', length: '0' }
  expect(handledIn({ ...typed, ...empty }, 'inbound')).toMatchObject({
    ...{ boxes: [], pallets: null, containers: null, weight: null },
    lines: [{ weight: null, length: null, width: '8' }, { quantity: 10 }],
  })
})
