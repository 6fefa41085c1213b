import { describe, expect, test } from 'vitest'
import type { Chosen, PriceList } from '../fees/event-prices.ts'
import { type Gap, isGap, type Quote, type QuoteVersion } from '../pricing/price-types.ts'
import {
  biggest,
  compared,
  firstPrice,
  firstPrices,
  highestFirst,
  type Instead,
  pricesInstead,
  sumsOf,
} from './compare.ts'

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

describe('the first price of work that has none', () => {
  const customer = { customerId: 1, groupId: null, at: '2026-03-01T12:00:00Z' }
  const now = '2026-06-01T00:00:00Z'
  const gapOf = (quoteId?: number): Gap => ({
    ...{ gap: 'no_price', detail: { what: 'operation', ...(quoteId !== undefined && { quoteId }) } },
  })
  const binding = (quoteId: number, effectiveFrom: string, discount: string) => ({
    ...{ customerId: 1, groupId: null, kind: 'operation' as const, channelId: null },
    ...{ quoteId, discount, effectiveFrom, inactiveAt: null },
  })
  const starting = (versionId: number, quoteId: number, effectiveFrom: string | null): Instead => ({
    version: {
      ...version(versionId, quoteId),
      effectiveFrom,
      publishedAt: effectiveFrom && '2026-01-01T00:00:00Z',
    },
    quote: { ...quote(quoteId, 'operation'), isDefault: false },
  })
  const published = starting(6, 12, '2026-05-01T00:00:00Z')
  const later = starting(7, 12, '2026-08-01T00:00:00Z')
  const unpublished = starting(8, 12, null)

  test.each<[string, Gap, Instead[], Partial<PriceList>, boolean, [number, string] | null]>([
    ['is none without a choice', gapOf(), [], {}, false, null],
    ['is none where the customer does not use the quote', gapOf(), [published], {}, false, null],
    ['is that of a quote for all, without a discount', gapOf(), [published], {}, true, [6, '1.00']],
    [
      'is that of the quote which had no version then, with the discount of then',
      gapOf(12),
      [published],
      { bindings: [binding(12, '2026-02-01T00:00:00Z', '0.90')] },
      false,
      [6, '0.90'],
    ],
    [
      'is that of the quote which the customer uses since its version started',
      gapOf(),
      [published],
      { bindings: [binding(12, '2026-05-01T00:00:00Z', '0.80')] },
      false,
      [6, '0.80'],
    ],
    [
      'is that of the quote which the customer will use',
      gapOf(),
      [later],
      { bindings: [binding(12, '2026-07-01T00:00:00Z', '0.70')] },
      false,
      [7, '0.70'],
    ],
    [
      'is a draft of the quote which the customer uses now',
      gapOf(),
      [unpublished],
      { bindings: [binding(12, now, '0.60')] },
      false,
      [8, '0.60'],
    ],
    [
      'is none where the customer will use the quote only after the draft could start',
      gapOf(),
      [unpublished],
      { bindings: [binding(12, '2026-07-01T00:00:00Z', '0.60')] },
      false,
      null,
    ],
    ['is none with a version of another kind', gapOf(), [card], {}, true, null],
  ])('%s', (_, own, instead, { bindings = [] }, forAll, wanted) => {
    const list = {
      quotes: instead.map((each) => each.quote),
      versions: instead.flatMap((each) => (each.version.publishedAt ? [each.version] : [])),
      bindings,
    }
    const price = firstPrice({ kind: 'operation', channelId: null }, own, customer, {
      instead,
      forAll,
      list,
      now,
    })
    expect(isGap(price) ? null : [price.version.versionId, price.discount]).toEqual(wanted)
  })

  test('of its own moment is replaced like that of other work, and freight takes the version of its channel', () => {
    const list = { quotes: [], versions: [], bindings: [] }
    const choice = { list, now, forAll: false }
    const first = (instead: Instead[]) => ids(firstPrices(chosen, customer, 7, { ...choice, instead }))
    expect(first([draft])).toEqual([
      [3, '0.90'],
      [2, '0.90'],
    ])
    expect(first([other, card])).toEqual([
      [1, '0.90'],
      [5, '0.90'],
    ])
    const handled: Chosen = {
      ...chosen,
      operation: null,
      freight: { gap: 'no_price', detail: { what: 'freight' } },
    }
    const forAll = { ...choice, forAll: true, instead: [card, draft] }
    expect(ids(firstPrices(handled, customer, 7, forAll))).toEqual([null, [5, '1.00']])
    expect(ids(firstPrices(handled, customer, 8, forAll))).toEqual([null, null])
  })
})

test('differences add up, events without a price count as charged, and the biggest come first', () => {
  const all = [
    compared('10.00', { fees: [], amount: '12.50' }),
    compared('5.00', { fees: [], amount: '5.00' }),
    compared('9.00', { fees: [], amount: '1.00' }),
    compared('3.00', { gap: 'no_price', detail: { what: 'operation' } }),
  ]
  expect(sumsOf(all)).toEqual({
    events: 4,
    charged: '27.00',
    instead: '21.50',
    difference: '-5.50',
    gaps: 1,
    newlyPriced: 0,
    newAmount: '0.00',
    stillOpen: 0,
  })
  expect(biggest(all, 5).map(({ charged }) => charged)).toEqual(['9.00', '10.00'])
  expect(biggest(all, 1)).toHaveLength(1)
  // Up or down alike.
  const up = compared('1.00', { fees: [], amount: '3.00' })
  expect(biggest([up, ...all], 5).map(({ charged }) => charged)).toEqual(['9.00', '10.00', '1.00'])
  expect(biggest([all[2] ?? up, compared('1.00', { fees: [], amount: '99.00' })], 1)).toMatchObject([
    { instead: '99.00' },
  ])
})

test('first prices are summed apart and change no difference', () => {
  const gap = { gap: 'no_price', detail: { what: 'operation' } } as const
  const open = [
    compared('0.00', { fees: [], amount: '7.00' }, true),
    compared('0.00', { fees: [], amount: '0.25' }, true),
    compared('0.00', { fees: [], amount: '31.00' }, true),
    compared('0.00', gap, true),
  ]
  const charged = [compared('10.00', { fees: [], amount: '10.00' }), compared('3.00', gap)]
  expect(sumsOf([...open, ...charged])).toEqual({
    ...{ events: 2, charged: '13.00', instead: '13.00', difference: '0.00', gaps: 1 },
    ...{ newlyPriced: 3, newAmount: '38.25', stillOpen: 1 },
  })
  expect(biggest([...open, ...charged], 5)).toEqual([])
  expect(highestFirst([...charged, ...open], 2).map(({ instead }) => instead)).toEqual(['31.00', '7.00'])
  expect(highestFirst([...charged, ...open], 9)).toHaveLength(3)
})
