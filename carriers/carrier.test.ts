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
  problemKinds,
  problemTexts,
  type Rate,
  servicesIn,
  toGrams,
  toMillimetres,
} from './carrier.ts'

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
