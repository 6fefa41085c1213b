import { expect, test } from 'vitest'
import { languages } from '../platform/text/text.ts'
import {
  adapterCodes,
  credentialsOf,
  inCentimetres,
  inInches,
  inKilograms,
  inOunces,
  inPounds,
  isReference,
  isTrackingNo,
  problemKinds,
  problemOf,
  problemTexts,
  type Rate,
  sampleShipment,
  servicesIn,
  toGrams,
  toMillimetres,
} from './carrier.ts'
import { demoRates, isTooHeavy } from './demo-carrier.ts'

test.each([
  [inOunces(500), '17.7'],
  [inOunces(1), '0.1'],
  [inPounds(453), '1'],
  [inPounds(454), '1.01'],
  [inInches(254), '10'],
  [inInches(255), '10.04'],
  [inKilograms(1), '0.001'],
  [inCentimetres(101), '10.1'],
])('a parcel is never declared smaller than it is: %s', (message, right) => expect(message).toBe(right))

test.each([
  [toGrams('1.5', 1), 1500],
  [toGrams('1', 2), 454],
  [toGrams('0.001', 1), 1],
  [toMillimetres('30.25', 1), 303],
  [toMillimetres('10', 2), 254],
])('a measurement in the warehouse’s own unit is sent as %d', (answer, right) => expect(answer).toBe(right))

test('a service is offered once, at its cheapest, under a unique code', () => {
  const rate = (carrier: string, service: string, amount: string): Rate => ({
    carrier,
    service,
    amount,
    currency: 'USD',
    days: null,
  })
  const offered = servicesIn([
    rate('USPS', 'Ground', '10.00'),
    rate('UPS', 'Ground', '9.00'),
    rate('USPS', 'Ground', '9.50'),
    rate('USPS', 'Priority', '12.00'),
    rate('UPS', 'A service whose name no channel could ever hold', '8.00'),
  ])
  expect(offered.map(({ serviceCode, amount }) => [serviceCode, amount])).toEqual([
    ['USPS:Ground', '9.50'],
    ['UPS:Ground', '9.00'],
    ['Priority', '12.00'],
  ])
})

test('every problem has a message, and no adapter requires a credential it does not use', () => {
  for (const kind of problemKinds)
    for (const language of languages) expect(problemTexts[kind][language]).not.toBe('')
  for (const code of adapterCodes)
    expect(credentialsOf[code].takes).toEqual(expect.arrayContaining([...credentialsOf[code].needs]))
})

test.each([
  [400, 'unknown street', 'address'],
  [400, 'no words that we know', 'service'],
  [401, 'unknown street', 'auth'],
  [402, 'unknown street', 'balance'],
  [403, 'unknown street', 'auth'],
  [404, 'weight too high', 'dimension'],
  [408, 'unknown street', 'down'],
  [422, 'Insufficient funds', 'balance'],
  [429, 'unknown street', 'down'],
  [499, 'unknown street', 'address'],
  [500, 'unknown street', 'down'],
  [503, '', 'down'],
])('an answer of %i with “%s” is a problem of the kind %s', (status, words, problem) => {
  expect(problemOf(status, words)).toBe(problem)
})

test('numbers and references are as long as can be printed and stored, and no longer', () => {
  expect([60, 61].map((length) => isTrackingNo('1'.repeat(length)))).toEqual([true, false])
  expect(['1', '1 2', ' 1', '1 ', '', '1\t2', 'é'].map(isTrackingNo)).toEqual([
    ...[true, true, false, false, false, false, false],
  ])
  expect([0, 1, 200, 201].map((length) => isReference('x'.repeat(length)))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

test('a service is offered as long as a channel can name it', () => {
  const named = (length: number) =>
    servicesIn([{ carrier: 'UPS', service: 'x'.repeat(length), amount: '1', currency: 'USD', days: null }])
  expect([40, 41].map((length) => named(length).length)).toEqual([1, 0])
})

test('the demo carrier asks more for each started half kilogram, double for express, and takes up to 30 kg', () => {
  const parcel = (weight: number) => ({ ...sampleShipment, parcel: { ...sampleShipment.parcel, weight } })
  const prices = [1, 500, 501, 1000, 1001].map((weight) =>
    demoRates(parcel(weight)).map(({ amount }) => amount),
  )
  expect(prices).toEqual([
    ['5.00', '10.00'],
    ['5.00', '10.00'],
    ['6.20', '12.40'],
    ['6.20', '12.40'],
    ['7.40', '14.80'],
  ])
  expect([30_000, 30_001].map((weight) => isTooHeavy(parcel(weight)))).toEqual([false, true])
})
