import { describe, expect, test } from 'vitest'
import { wordsFor } from '../staff/audit-labels.ts'
import {
  addressProblem,
  failedAddress,
  failedBalance,
  failedChannel,
  failedPrice,
  failedStock,
  failureText,
} from './audit.ts'
import { ordersAuditLabels } from './audit-labels.ts'
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
    zh_CN: '库存不足，缺少：BOLT × 2, NUT × 1',
    en_US: 'Not enough stock, missing: BOLT × 2, NUT × 1',
  })
})

test('the audit log names the reason, the answer to an intercept and the type of the address in words', () => {
  const name = wordsFor(ordersAuditLabels, 'zh_CN')
  expect(
    name.fields({
      exceptionCode: 'label_failed',
      interceptStatus: 'rejected',
      tags: [],
      addressKind: 'residential',
    }),
  ).toBe('异常原因：获取面单失败；截单状态：截单驳回；标签：–；地址类型：住宅')
})

test('a masked recipient keeps the first letter, and what is empty stays empty', () => {
  expect(masked({ receiverName: '王小明', phone: null, address1: 'x', city: 'Berlin' })).toEqual({
    receiverName: '王***',
    phone: null,
    address1: '***',
    city: 'Berlin',
  })
})

test('a masked recipient shows neither company, numbers nor any line of the address', () => {
  const person = {
    ...{ receiverName: 'Ann', company: 'a', phone: 'b', email: 'c', taxNo: 'd' },
    ...{ address1: 'e', address2: 'f', address3: 'g', doorplate: 'h' },
  }
  const { receiverName: _, ...shown } = masked(person)
  expect(new Set(Object.values(shown))).toEqual(new Set(['***']))
})

test('an action that the status does not allow says which status that is', () => {
  expect(notNow('OB-1', 'pending_audit', 'void')).toBeUndefined()
  expect(notNow('OB-1', 'shipped', 'void')?.en_US).toBe('Order OB-1 is “Shipped”, so this isn’t possible')
})

describe('a channel with limits', () => {
  const order = {
    ...{ customerId: 1, phone: null, email: null, countryCode: 'DE', stateCode: null, postcode: '10115' },
    ...{ address1: 'Torstr. 1', address2: null, address3: null, doorplate: null },
    ...{ signature: false, insuredValue: null },
    ...{ isStateKnown: true, hasStates: false },
    ...{ estWeight: '50.000', estLength: '100.00', estWidth: '10.00', estHeight: '20.00' },
  }
  const channel = {
    ...{ channelCode: 'LOCAL', isEnabled: true, countries: ['DE'], needPhone: false, needEmail: false },
    ...{ addressLen: 35, supportSignature: false, supportInsurance: false, isForCustomer: true },
    ...{ maxWeight: '50.000', maxLongest: '100.00', maxGirthSum: '160.00' },
  }
  const said = (over: Partial<typeof channel>, units = { side: 'in', weight: 'lb' }) => {
    const failure = failedChannel(order, { ...channel, ...over }, units)
    return failure && failureText(failure).en_US
  }

  test('takes what is just at each of them', () => {
    expect(said({})).toBe(undefined)
  })
  test.each([
    [{ maxWeight: '49.999' }, 'The weight of 50.000 lb is above the 49.999 lb that channel LOCAL takes'],
    [{ maxLongest: '99.99' }, 'The longest side of 100.00 in is above the 99.99 in that channel LOCAL takes'],
    [
      { maxGirthSum: '159.99' },
      'Length plus girth of 160.00 in is above the 159.99 in that channel LOCAL takes',
    ],
  ])('says what is above its limit, with units: %o', (over, words) => {
    expect(said(over)).toBe(words)
  })
  test.each([
    [{ address1: 'x'.repeat(35), address2: 'x'.repeat(35) }, undefined],
    [{ doorplate: '12b', address1: 'x'.repeat(31) }, undefined],
    [{ doorplate: '12b', address1: 'x'.repeat(32) }, 'addressTooLong'],
    [{ address2: 'x'.repeat(17), address3: 'x'.repeat(17) }, undefined],
    [{ address2: 'x'.repeat(17), address3: 'x'.repeat(18) }, 'addressTooLong'],
    [{ address2: null, address3: 'x'.repeat(36) }, 'addressTooLong'],
  ])('tests the lines of an address as the carrier gets them: %o', (over, text) => {
    expect(failedAddress({ ...order, ...over }, channel)?.text).toBe(text)
  })
  test('says it without units where the warehouse has none yet', () => {
    expect(said({ maxWeight: '1' }, { side: '', weight: '' })).toBe(
      'The weight of 50.000 is above the 1 that channel LOCAL takes',
    )
  })
})

describe('a country', () => {
  const countries = [
    'AU',
    'BR',
    'CA',
    'CN',
    'DE',
    'ES',
    'FR',
    'GB',
    'HK',
    'IN',
    'IT',
    'JP',
    'MX',
    'NL',
    'PL',
    'SE',
    'US',
  ]
  const withText = (text: string, hasStates: boolean) =>
    countries.filter((countryCode) => {
      const address = { countryCode, stateCode: null, postcode: null, isStateKnown: true, hasStates }
      return addressProblem(address)?.text === text
    })
  test('may need a state, or a postal code, in every address', () => {
    expect(withText('stateNeeded', true)).toEqual(['AU', 'BR', 'CA', 'CN', 'IN', 'JP', 'MX', 'US'])
    expect(withText('postcodeNeeded', false)).toEqual([
      ...['AU', 'CA', 'CN', 'DE', 'ES', 'FR', 'GB', 'IT', 'JP', 'MX', 'NL', 'PL', 'US'],
    ])
  })
})

describe('an order has no price', () => {
  type Given = Parameters<typeof failedPrice>[0]
  test.each<[Given['gap'], Given['detail'], string, string]>([
    ['no_price', { what: 'rate', currency: 'EUR' }, 'no_price', 'noRate'],
    ['no_price', { what: 'carrier_cost' }, 'no_price', 'noCarrierCost'],
    ['no_price', { what: 'signature' }, 'no_price', 'noSignaturePrice'],
    ['no_price', { what: 'insurance' }, 'no_price', 'noInsurancePrice'],
    ['no_price', { what: 'too_large', value: '9' }, 'no_price', 'priceTooLarge'],
    ['no_zone', {}, 'no_zone', 'noZone'],
    ['no_dims', {}, 'no_price', 'notMeasured'],
    ['no_tier', { kind: 'freight', value: '11' }, 'no_price', 'noFreightTier'],
    ['no_tier', { kind: 'operation', value: '11' }, 'no_price', 'noTier'],
    ['no_price', { kind: 'freight' }, 'no_price', 'noFreightPrice'],
    ['no_price', { kind: 'operation', feeCode: 'OUT' }, 'no_price', 'noHandlingPrice'],
  ])('because of %s %j', (gap, detail, code, text) => {
    const failure = failedPrice({ gap, detail }, 'LOCAL')
    expect(failure).toMatchObject({ code, text, values: { channel: 'LOCAL', value: detail.value ?? '' } })
    expect(failure.values.currency).toBe(detail.currency)
  })

  test('or too little money, with the currency where it is known', () => {
    expect(failedBalance('5.00', '1.00', null)).toEqual({
      ...{ code: 'balance_short', text: 'balanceShort', values: { estimate: '5.00', short: '1.00' } },
    })
    expect(failedBalance('5.00', '1.00', 'USD').text).toBe('balanceShortIn')
  })
})

test('of several things that a channel refuses, the first in the order of its tests is named', () => {
  const order = {
    ...{ customerId: 1, phone: null, email: null, countryCode: 'DE', stateCode: null, postcode: '10115' },
    ...{ address1: 'x'.repeat(36), address2: null, address3: null, doorplate: null },
    ...{ signature: true, insuredValue: '1', isStateKnown: true, hasStates: false },
    ...{ estWeight: '2', estLength: '3', estWidth: '3', estHeight: '3' },
  }
  const channel = {
    ...{
      channelCode: 'LOCAL',
      isEnabled: false,
      countries: [] as string[],
      needPhone: true,
      needEmail: true,
    },
    ...{ addressLen: 35, supportSignature: false, supportInsurance: false, isForCustomer: false },
    ...{ maxWeight: '1', maxLongest: '1', maxGirthSum: '1' },
  }
  const units = { side: '', weight: '' }
  const fixes = [
    ['channelDisabled', { isEnabled: true }],
    ['channelNotForCustomer', { isForCustomer: true }],
    ['channelNotThere', { countries: ['DE'] }],
    ['noSignature', { supportSignature: true }],
    ['noInsurance', { supportInsurance: true }],
    ['tooHeavy', { maxWeight: null }],
    ['tooLong', { maxLongest: null }],
    ['tooThick', { maxGirthSum: null }],
  ] as const
  const now: Parameters<typeof failedChannel>[1] = { ...channel }
  for (const [text, fix] of fixes) {
    expect(failedChannel(order, now, units)?.text).toBe(text)
    Object.assign(now, fix)
  }
  expect(failedChannel(order, now, units)).toBeUndefined()
  const unmeasured = { ...order, estWeight: null, estHeight: null }
  const strict = { ...now, maxWeight: '1', maxLongest: '1', maxGirthSum: '1' }
  expect(failedChannel(unmeasured, strict, units), 'what is not measured is not tested').toBeUndefined()
  expect(failedAddress(order, channel)?.text).toBe('phoneNeeded')
  expect(failedAddress({ ...order, phone: '1' }, channel)?.text).toBe('emailNeeded')
  expect(failedAddress({ ...order, phone: '1', email: 'a@b.c' }, channel)?.text).toBe('addressTooLong')
})
