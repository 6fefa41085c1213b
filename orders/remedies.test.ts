import { describe, expect, test } from 'vitest'
import { places } from '../app/menu.ts'
import { isRight } from '../staff/roles/rights.ts'
import { type OrderException, orderExceptions } from './exceptions.ts'
import { type Place, remedies, remediesByText, remediesOf, remedyPlaces } from './remedies.ts'
import { ordersText } from './text.ts'

const of = (exceptionCode: OrderException | null, exceptionKey: string | null = null) =>
  remediesOf({ exceptionCode, exceptionKey })

describe('what corrects an exception', () => {
  test('is named for every cause', () => {
    expect(Object.keys(remedies).sort()).toEqual([...orderExceptions].sort())
  })

  test.each<[OrderException, string | null, string | undefined]>([
    ['address_invalid', 'postcodeForm', 'edit'],
    ['channel_unavailable', 'tooHeavy', 'channel'],
    ['stock_short', 'stockShort', 'stock'],
    ['no_price', 'noFreightPrice', 'prices'],
    ['no_price', 'notMeasured', 'products'],
    ['no_price', 'noTier', 'quotes'],
    ['no_zone', 'noZone', 'zones'],
    ['balance_short', 'balanceShort', 'collections'],
    ['account_blocked', 'accountBlocked', 'account'],
    ['label_failed', 'noNumbers', 'numbers'],
    ['label_failed', 'labelRefused', 'edit'],
    ['label_failed', 'labelNotFound', 'reissue'],
    ['label_waiting', 'labelMissing', 'upload'],
    // Only another audit helps.
    ['label_failed', 'numberUsed', undefined],
    ['label_failed', 'labelUnknown', undefined],
    ['timeout', 'labelLate', undefined],
  ])('%s (%s): %s first', (code, text, remedy) => {
    expect(of(code, text)[0]).toBe(remedy)
  })

  test('is nothing for an order without an exception', () => {
    expect(of(null)).toEqual([])
  })

  test('goes by messages that exist', () => {
    expect(Object.keys(remediesByText).filter((key) => !Object.hasOwn(ordersText, key))).toEqual([])
  })

  test('is on a page that exists, for users with a permission that exists', () => {
    const all: Place[] = Object.values(remedyPlaces)
    for (const { permission, to } of all) {
      expect(isRight(permission), permission).toBe(true)
      for (const about of [{}, { customerId: 7, channelId: 8 }])
        expect(places.map(({ path }) => path)).toContain(to(about).split('?')[0])
    }
    expect(remedyPlaces.collections.to({ customerId: 7 })).toBe('/query/collectPayment?customerId=7')
    expect(remedyPlaces.account.to({ customerId: 7 })).toBe('/query/customer?open=7')
    expect(remedyPlaces.account.to({})).toBe('/query/customer?isBlocked=1')
    expect(remedyPlaces.numbers.to({ channelId: 8 })).toBe('/setting/channel?open=8')
  })
})
