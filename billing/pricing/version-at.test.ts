import { describe, expect, test } from 'vitest'
import type { PriceBinding, Quote, QuoteVersion } from './price-types.ts'
import { bindingAt, costAt, discountAt, isInForce, priceAt, versionAt } from './version-at.ts'

const quote = (quoteId: number, over: Partial<Quote> = {}): Quote => ({
  quoteId,
  kind: 'storage',
  side: 'sale',
  channelId: null,
  isDefault: false,
  isEnabled: true,
  ...over,
})

const version = (versionId: number, quoteId: number, over: Partial<QuoteVersion> = {}): QuoteVersion => ({
  versionId,
  quoteId,
  effectiveFrom: '2026-01-01T00:00:00Z',
  inactiveAt: null,
  publishedAt: '2025-12-01T00:00:00Z',
  ...over,
})

const binding = (quoteId: number, over: Partial<PriceBinding>): PriceBinding => ({
  customerId: null,
  groupId: null,
  kind: 'storage',
  channelId: null,
  quoteId,
  discount: '0.90',
  effectiveFrom: '2026-01-01T00:00:00Z',
  inactiveAt: null,
  ...over,
})

const customer = { customerId: 7, groupId: 3, kind: 'storage', channelId: null } as const
const NOON = '2026-06-30T12:00:00Z'

describe('ST-5: the version of a charge date is that of its noon', () => {
  const change = '2026-04-01T00:00:00-04:00'
  const versions = [
    version(1, 1, { inactiveAt: change }),
    version(2, 1, { effectiveFrom: change }),
    version(3, 1, { publishedAt: null, effectiveFrom: null }),
  ]

  test.each([
    ['2026-03-31T12:00:00-04:00', 1],
    ['2026-04-01T12:00:00-04:00', 2],
    ['2026-04-01T03:59:59.999999Z', 1],
    ['2026-04-01T04:00:00Z', 2],
    ['2026-04-01 04:00:00+00', 2],
    ['2025-12-31T23:59:59Z', undefined],
  ])('at %s', (at, expected) => {
    expect(versionAt(versions, 1, at)?.versionId).toBe(expected)
  })

  test('microseconds count', () => {
    const short = { effectiveFrom: '2026-04-01T00:00:00.000001Z', inactiveAt: '2026-04-01T00:00:00.000003Z' }
    const at = (digits: string) => isInForce(short, `2026-04-01T00:00:00${digits}+00:00`)
    expect(['', '.000001', '.000002', '.000003', '.1'].map(at)).toEqual([false, true, true, false, false])
  })

  test('a moment that is none is a fault', () => {
    expect(() => versionAt(versions, 1, 'yesterday')).toThrow('not a moment')
  })
})

describe('the price of a customer', () => {
  const quotes = [quote(1, { isDefault: true }), quote(2), quote(3)]
  const versions = [version(11, 1), version(12, 2), version(13, 3)]
  const own = binding(2, { customerId: 7, discount: '0.80' })
  const shared = binding(3, { groupId: 3 })

  test.each([
    ['the customer’s own', [shared, own], { source: 'customer', quoteId: 2, discount: '0.80' }],
    ['otherwise the group’s', [shared], { source: 'group', quoteId: 3, discount: '0.90' }],
    ['otherwise the default', [], { source: 'default', quoteId: 1, discount: '1.00' }],
    [
      'not that of others',
      [binding(2, { customerId: 8 }), binding(3, { groupId: 4 })],
      { source: 'default', quoteId: 1 },
    ],
    ['not one that has ended', [{ ...own, inactiveAt: NOON }, shared], { source: 'group', quoteId: 3 }],
    ['not one for other work', [binding(2, { customerId: 7, kind: 'operation' })], { source: 'default' }],
    ['not one for a channel', [binding(2, { customerId: 7, channelId: 5 })], { source: 'default' }],
  ])('is %s', (_, bindings, expected) => {
    const found = priceAt({ quotes, versions, bindings }, customer, NOON)
    expect(found).toMatchObject(expected)
  })

  test('comes with the version', () => {
    expect(priceAt({ quotes, versions, bindings: [own] }, customer, NOON)).toEqual({
      version: version(12, 2),
      quoteId: 2,
      discount: '0.80',
      source: 'customer',
    })
  })

  test('a customer without a group has no group’s price', () => {
    const alone = { ...customer, groupId: null }
    expect(bindingAt([{ ...shared, groupId: null }], alone, NOON)).toBeUndefined()
  })

  test('is missing where no quote is left, and never that of another quote instead', () => {
    const gap = (quoteId?: number) => ({
      gap: 'no_price',
      detail: { what: 'storage', ...(quoteId && { quoteId }) },
    })
    const without = quotes.filter(({ isDefault }) => !isDefault)
    expect(priceAt({ quotes: without, versions, bindings: [] }, customer, NOON)).toEqual(gap())
    expect(priceAt({ quotes, versions: versions.slice(0, 1), bindings: [own] }, customer, NOON)).toEqual(
      gap(2),
    )
    const off = [quote(1, { isDefault: true, isEnabled: false }), quote(2, { isEnabled: false })]
    expect(priceAt({ quotes: off, versions, bindings: [] }, customer, NOON)).toEqual(gap())
    expect(priceAt({ quotes: off, versions, bindings: [own] }, customer, NOON)).toEqual(gap(2))
    expect(priceAt({ quotes: [], versions, bindings: [own] }, customer, NOON)).toEqual(gap(2))
  })

  test('for freight is that of the channel', () => {
    const freight = { ...customer, kind: 'freight', channelId: 5 } as const
    const channels = [4, 5].map((channelId) =>
      quote(channelId, { kind: 'freight', channelId, isDefault: true }),
    )
    const cost = quote(6, { kind: 'freight', channelId: 5, isDefault: true, side: 'cost' })
    const known = { quotes: [cost, ...channels], versions: [version(14, 4), version(15, 5), version(16, 6)] }
    expect(priceAt({ ...known, bindings: [] }, freight, NOON)).toMatchObject({ quoteId: 5 })
    expect(costAt(known, 5, NOON)).toMatchObject({ quoteId: 6, discount: '1.00' })
    expect(costAt(known, 4, NOON)).toEqual({ gap: 'no_price', detail: { what: 'freight' } })
    expect(costAt({ ...known, versions: [] }, 5, NOON)).toMatchObject({ detail: { quoteId: 6 } })
    const off = [
      { ...cost, isEnabled: false },
      { ...cost, isDefault: false },
    ]
    for (const each of off)
      expect(costAt({ ...known, quotes: [each, ...channels] }, 5, NOON)).toEqual({
        gap: 'no_price',
        detail: { what: 'freight' },
      })
  })

  test('on carrier cost needs a discount only', () => {
    expect(discountAt([own], customer, NOON)).toEqual({ discount: '0.80', source: 'customer' })
    expect(discountAt([], customer, NOON)).toEqual({ discount: '1.00', source: 'default' })
  })
})
