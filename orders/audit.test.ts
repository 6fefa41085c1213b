import { describe, expect, test } from 'vitest'
import { addressProblem, failedStock, failureText } from './audit.ts'
import { masked } from './personal.ts'
import { notNow } from './rules.ts'

describe('an address', () => {
  const known = { isStateKnown: true, hasStates: true }
  test.each([
    [
      'needs a state in the US',
      { countryCode: 'US', stateCode: null, postcode: '90001', ...known },
      'stateNeeded',
    ],
    [
      'needs none where no states are on file',
      { countryCode: 'US', stateCode: null, postcode: '90001', isStateKnown: true, hasStates: false },
      undefined,
    ],
    ['needs none in Germany', { countryCode: 'DE', stateCode: null, postcode: '10115', ...known }, undefined],
    [
      'names a state of its country',
      { countryCode: 'DE', stateCode: 'XX', postcode: '10115', ...known, isStateKnown: false },
      'stateUnknown',
    ],
    [
      'needs a postal code',
      { countryCode: 'DE', stateCode: null, postcode: null, ...known },
      'postcodeNeeded',
    ],
    ['needs none in Hong Kong', { countryCode: 'HK', stateCode: null, postcode: null, ...known }, undefined],
    [
      'has a postal code of its country’s form',
      { countryCode: 'GB', stateCode: null, postcode: '10115', ...known },
      'postcodeForm',
    ],
    [
      'has a British postal code',
      { countryCode: 'GB', stateCode: null, postcode: 'SW1A 1AA', ...known },
      undefined,
    ],
  ] as const)('%s', (_, address, text) => {
    expect(addressProblem(address)?.text).toBe(text)
  })
})

test('a shortage names every SKU in the reader’s language', () => {
  const failure = failedStock([
    { sku: 'BOLT', missing: 2 },
    { sku: 'NUT', missing: 1 },
  ])
  expect(failure.code).toBe('stock_short')
  expect(failureText(failure)).toEqual({
    zh_CN: '库存不足：BOLT × 2, NUT × 1',
    en_US: 'Not enough stock: BOLT × 2, NUT × 1',
  })
})

test('a masked recipient keeps the first letter, and what is empty stays empty', () => {
  expect(masked({ receiverName: '王小明', phone: null, address1: 'x', city: 'Berlin' })).toEqual({
    receiverName: '王***',
    phone: null,
    address1: '***',
    city: 'Berlin',
  })
})

test('an action that the status does not allow says which status that is', () => {
  expect(notNow('OB-1', 'pending_audit', 'void')).toBeUndefined()
  expect(notNow('OB-1', 'shipped', 'void')?.en_US).toBe('Order OB-1 is “Shipped”, so this isn’t possible')
})
