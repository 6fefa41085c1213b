import { describe, expect, test } from 'vitest'
import { wordsFor } from '../staff/audit-labels.ts'
import { addressProblem, failedAddress, failedChannel, failedStock, failureText } from './audit.ts'
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

test('the audit log names the reason and the answer to an intercept in words', () => {
  const name = wordsFor(ordersAuditLabels, 'zh_CN')
  expect(name.fields({ exceptionCode: 'label_failed', interceptStatus: 'rejected', tags: [] })).toBe(
    '异常原因: 获取面单失败; 截单状态: 截单驳回; 标签: –',
  )
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
