import { describe, expect, test } from 'vitest'
import type { Chosen } from '../fees/event-prices.ts'
import type { Quote, QuoteVersion } from '../pricing/price-types.ts'
import { biggest, compared, type Instead, pricesInstead, sumsOf } from './compare.ts'

const version = (versionId: number, quoteId: number): QuoteVersion => ({
  ...{
    versionId,
    quoteId,
    effectiveFrom: '2026-01-01T00:00:00Z',
    inactiveAt: null,
    publishedAt: '2026-01-01T00:00:00Z',
  },
})
const quote = (quoteId: number, kind: 'operation' | 'freight', channelId: number | null = null): Quote => ({
  ...{ quoteId, kind, side: 'sale', channelId, isDefault: true, isEnabled: true },
})
const price = (versionId: number, quoteId: number, discount = '0.90') => ({
  ...{ version: version(versionId, quoteId), quoteId, discount, source: 'default' as const },
})
const chosen: Chosen = { operation: price(1, 10), freight: price(2, 20), freightDiscount: '1.00', cost: null }
const draft: Instead = { version: version(3, 10), quote: quote(10, 'operation') }
const other: Instead = { version: version(4, 11), quote: quote(11, 'operation') }
const card: Instead = { version: version(5, 20), quote: quote(20, 'freight', 7) }

const ids = ({ operation, freight }: Chosen) =>
  [operation, freight].map((each) =>
    each && 'version' in each ? [each.version.versionId, each.discount] : null,
  )

describe('the prices of a what-if', () => {
  test.each<[string, Parameters<typeof pricesInstead>[1], Instead[], boolean, [number, string][]]>([
    [
      'are those of the moment without a choice',
      {},
      [],
      false,
      [
        [1, '0.90'],
        [2, '0.90'],
      ],
    ],
    [
      'are those that were charged',
      { operation: { version: version(9, 10), discount: '0.50' } },
      [],
      false,
      [
        [9, '0.50'],
        [2, '0.90'],
      ],
    ],
    [
      'are the chosen version of the same quote',
      {},
      [draft],
      false,
      [
        [3, '0.90'],
        [2, '0.90'],
      ],
    ],
    [
      'leave other quotes alone',
      {},
      [other],
      false,
      [
        [1, '0.90'],
        [2, '0.90'],
      ],
    ],
    [
      'are any quote’s for all customers',
      {},
      [other],
      true,
      [
        [4, '0.90'],
        [2, '0.90'],
      ],
    ],
    [
      'keep the discount that was charged',
      { operation: { version: version(9, 10), discount: '0.50' } },
      [draft],
      false,
      [
        [3, '0.50'],
        [2, '0.90'],
      ],
    ],
    [
      'leave alone what was charged by another quote than that of the moment',
      { operation: { version: version(9, 11), discount: '0.50' } },
      [draft],
      false,
      [
        [9, '0.50'],
        [2, '0.90'],
      ],
    ],
    [
      'are the chosen version of the quote that was charged',
      { operation: { version: version(9, 11), discount: '0.50' } },
      [other],
      false,
      [
        [4, '0.50'],
        [2, '0.90'],
      ],
    ],
    [
      'of freight are those of its channel',
      {},
      [card],
      true,
      [
        [1, '0.90'],
        [5, '0.90'],
      ],
    ],
  ])('%s', (_, used, instead, forAll, wanted) => {
    expect(ids(pricesInstead(chosen, used, 7, { instead, forAll }))).toEqual(wanted)
  })

  test('of another channel stay, and a price that is missing can be given', () => {
    expect(ids(pricesInstead(chosen, {}, 8, { instead: [card], forAll: true }))).toEqual([
      [1, '0.90'],
      [2, '0.90'],
    ])
    const gap: Chosen = {
      ...chosen,
      operation: { gap: 'no_price', detail: { what: 'operation' } },
      freight: null,
    }
    expect(ids(pricesInstead(gap, {}, null, { instead: [draft], forAll: false }))).toEqual([null, null])
    expect(ids(pricesInstead(gap, {}, null, { instead: [draft], forAll: true }))).toEqual([[3, '1.00'], null])
  })
})

test('differences add up, events without a price count as charged, and the biggest come first', () => {
  const all = [
    compared('10.00', { fees: [], amount: '12.50' }),
    compared('5.00', { fees: [], amount: '5.00' }),
    compared('9.00', { fees: [], amount: '1.00' }),
    compared('3.00', { gap: 'no_price', detail: { what: 'operation' } }),
  ]
  expect(sumsOf(all)).toEqual({ events: 4, charged: '27.00', instead: '21.50', difference: '-5.50', gaps: 1 })
  expect(biggest(all, 5).map(({ charged }) => charged)).toEqual(['9.00', '10.00'])
  expect(biggest(all, 1)).toHaveLength(1)
  // Up or down alike.
  const up = compared('1.00', { fees: [], amount: '3.00' })
  expect(biggest([up, ...all], 5).map(({ charged }) => charged)).toEqual(['9.00', '10.00', '1.00'])
  expect(biggest([all[2] ?? up, compared('1.00', { fees: [], amount: '99.00' })], 1)).toMatchObject([
    { instead: '99.00' },
  ])
})
