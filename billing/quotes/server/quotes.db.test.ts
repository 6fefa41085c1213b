import { describe, expect, test, vi } from 'vitest'
import { listCustomers } from '../../../customers/contract.ts'
import type { Call, OutputOf, SentTo } from '../../../platform/calls/call.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { locksInOrder } from '../../../testing/lock-order.ts'
import { aShippingDesk } from '../../../testing/order-builders.ts'
import { freightOf, freightRow, handlingOf, surcharge } from '../../../testing/price-builders.ts'
import { atOnce, isRefusal, say } from '../../../testing/server-ground.ts'
import { aStore } from '../../../testing/stock-builders.ts'
import { aUser, startTestServer } from '../../../testing/test-server.ts'
import {
  assignPrices,
  deletePrices,
  endPrices,
  listCustomerPrices,
  listMissingPrices,
  pricesInForce,
} from '../../customer-prices/contract.ts'
import {
  assignPrices as assignNow,
  endPrices as endNow,
} from '../../customer-prices/server/customer-prices.ts'
import { customerPriceText } from '../../customer-prices/text.ts'
import {
  createFeeType,
  editFeeType,
  feeTypeChoices,
  getFeeType,
  listFeeTypes,
  switchFeeTypes,
} from '../../fee-types/contract.ts'
import { switchFeeTypes as disable } from '../../fee-types/server/fee-types.ts'
import * as calls from '../contract.ts'
import { publishVersion } from './versions.ts'

const server = await startTestServer()

type Content = SentTo<typeof calls.createVersion>['content']
const storage = (price: string): Content => ({
  kind: 'storage',
  freeDays: 30,
  tiers: [{ ageFrom: 1, ageTo: null, price, quality: 'all' }],
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

async function aBiller() {
  const desk = await aShippingDesk(server, { hasPrices: false })
  /** The answer's data; a refusal throws its message. */
  const get = <C extends Call>(call: C, input: SentTo<C>) => server.done(call, input, desk)
  let count = 0
  const quote = (over: Partial<SentTo<typeof calls.createQuote>> = {}) =>
    get(calls.createQuote, {
      quoteCode: `Q-${++count}`,
      quoteName: 'Prices',
      kind: 'storage',
      side: 'sale',
      channelId: null,
      isDefault: false,
      ...over,
    })
  const draft = async (quoteId: number, content: Content = storage('0.50')) =>
    (await get(calls.createVersion, { quoteId, content, note: null })).id
  const publish = async (id: number, from: string, to: string | null = null) => {
    const { rowVersion } = await get(calls.getVersion, { id })
    return get(calls.publishVersion, { id, rowVersion, effectiveFrom: from, inactiveAt: to })
  }
  /** Makes a published version start in the past, as if time had gone by. */
  const begin = (id: number, days: number) =>
    server.owner(
      `update quote_versions set effective_from = now() - $2 * interval '1 day' where id = $1`,
      [id, days],
      desk.tenantId,
    )
  const versions = async (id: number) => (await get(calls.getQuote, { id })).versions
  return { ...desk, get, quote, draft, publish, begin, versions }
}

describe('a version', () => {
  test('is a draft, scheduled, effective and inactive by its times alone', async () => {
    const desk = await aBiller()
    const { id } = await desk.quote()
    const version = await desk.draft(id)
    const status = async () => (await desk.versions(id))[0]?.status
    expect(await status()).toBe('draft')
    await server.owner('update warehouses set min_volume = 0.000002', [], desk.tenantId)
    expect(await desk.get(calls.getVersion, { id: version })).toMatchObject({ minVolume: '0.000002' })
    expect(await desk.get(calls.getQuote, { id })).toMatchObject({ minVolume: '0.000002' })
    await desk.publish(version, inDays(1), inDays(2))
    expect(await status()).toBe('pending')
    await desk.begin(version, 1)
    expect(await status()).toBe('effective')
    const { rows } = await desk.get(calls.listQuotes, { status: 'effective' })
    expect(rows).toMatchObject([{ id, versionNo: 1, status: 'effective', customerCount: 0 }])
  })

  test('stands for its quote in the list: the one in force, or else the next one, or else the newest', async () => {
    const desk = await aBiller()
    /** What stands for a quote some days after its two versions were scheduled for a day each. */
    const shownAfter = async (days: number, hasDraft = false) => {
      const { id } = await desk.quote()
      for (const day of [1, 3]) await desk.publish(await desk.draft(id), inDays(day), inDays(day + 1))
      if (hasDraft) await desk.draft(id)
      await server.owner(
        `update quote_versions set effective_from = effective_from - $1 * interval '1 day', inactive_at = inactive_at - $1 * interval '1 day'
         where quote_id = $2`,
        [days, id],
        desk.tenantId,
      )
      const row = (await desk.get(calls.listQuotes, {})).rows.find((quote) => quote.id === id)
      return [row?.versionNo, row?.status]
    }
    expect(await shownAfter(0)).toEqual([1, 'pending'])
    expect(await shownAfter(1.5)).toEqual([1, 'effective'])
    expect(await shownAfter(2.5, true)).toEqual([2, 'pending'])
    expect(await shownAfter(9)).toEqual([2, 'inactive'])
    expect(await shownAfter(9, true)).toEqual([3, 'draft'])
  })

  test('starts and ends later than now, and ends after it starts', async () => {
    const desk = await aBiller()
    const { id } = await desk.quote()
    const version = await desk.draft(id)
    await expect(desk.publish(version, inDays(-1))).rejects.toThrow('The start must be later than now')
    await expect(desk.publish(version, inDays(2), inDays(1))).rejects.toThrow(
      'The end must be later than the start',
    )
    await desk.publish(version, inDays(1))
    const { rowVersion } = await desk.get(calls.getVersion, { id: version })
    await expect(
      desk.get(calls.endVersion, { id: version, rowVersion, inactiveAt: inDays(-1) }),
    ).rejects.toThrow('The end must be later than now')
    await desk.get(calls.endVersion, { id: version, rowVersion, inactiveAt: inDays(3) })
    await expect(
      desk.get(calls.endVersion, { id: version, rowVersion, inactiveAt: inDays(4) }),
    ).rejects.toThrow('changed')
  })

  test('ends after it starts, by the microseconds that are stored', async () => {
    const desk = await aBiller()
    const { id } = await desk.quote()
    const version = await desk.draft(id)
    const [from, to] = ['2040-01-01T00:00:00.0009999Z', '2040-01-01T00:00:00.001Z']
    await expect(desk.publish(version, from, to)).rejects.toThrow('The end must be later than the start')
    const price = { customerIds: [desk.customerId], groupId: null, quoteId: id, discount: '1' }
    await expect(desk.get(assignPrices, { ...price, effectiveFrom: from, inactiveAt: to })).rejects.toThrow(
      'The end must be later than the start',
    )
  })

  test('ends the one before it, which gets its old end back when it is withdrawn', async () => {
    const desk = await aBiller()
    const { id } = await desk.quote()
    const [first, second] = [await desk.draft(id), await desk.draft(id, storage('1.00'))]
    const [end, start] = [inDays(9), inDays(5)]
    await desk.publish(first, inDays(1), end)
    await desk.publish(second, start, end)
    const ends = async () => (await desk.versions(id)).map(({ inactiveAt }) => inactiveAt).reverse()
    expect((await ends()).map((at) => at && Date.parse(at))).toEqual([Date.parse(start), Date.parse(end)])
    const { rowVersion } = await desk.get(calls.getVersion, { id: second })
    await desk.get(calls.withdrawVersion, { id: second, rowVersion })
    expect((await ends()).map((at) => at && Date.parse(at))).toEqual([Date.parse(end), null])
    expect((await desk.versions(id))[0]?.status).toBe('draft')
  })

  test('keeps an end that it was given after the next one was published, when that is withdrawn', async () => {
    const desk = await aBiller()
    const { id } = await desk.quote()
    const [first, second] = [await desk.draft(id), await desk.draft(id)]
    await desk.publish(first, inDays(1), inDays(9))
    await desk.publish(second, inDays(5), inDays(9))
    const versionOf = (version: number) => desk.get(calls.getVersion, { id: version })
    const end = inDays(4)
    const { rowVersion } = await versionOf(first)
    await desk.get(calls.endVersion, { id: first, rowVersion, inactiveAt: end })
    await desk.get(calls.withdrawVersion, { id: second, rowVersion: (await versionOf(second)).rowVersion })
    expect(Date.parse((await versionOf(first)).inactiveAt ?? '')).toBe(Date.parse(end))
  })

  test('is withdrawn and deleted although a later one has ended it; the one before it lasts until that starts', async () => {
    const desk = await aBiller()
    const { id } = await desk.quote()
    const [first, second, third] = [await desk.draft(id), await desk.draft(id), await desk.draft(id)]
    const end = inDays(20)
    await desk.publish(first, inDays(1), end)
    await desk.publish(second, inDays(5))
    const start = inDays(7)
    await desk.publish(third, start)
    const versionOf = (version: number) => desk.get(calls.getVersion, { id: version })
    const withdraw = async (version: number) =>
      desk.get(calls.withdrawVersion, { id: version, rowVersion: (await versionOf(version)).rowVersion })
    await withdraw(second)
    await desk.get(calls.deleteVersion, { id: second, rowVersion: (await versionOf(second)).rowVersion })
    expect(Date.parse((await versionOf(first)).inactiveAt ?? '')).toBe(Date.parse(start))
    await withdraw(third)
    expect(Date.parse((await versionOf(first)).inactiveAt ?? '')).toBe(Date.parse(end))
  })

  test.each([
    ['the later one first', [1, 2]],
    ['the earlier one first', [2, 1]],
  ])(
    'that was put before a later one is withdrawn with it, %s, and the first has no end again',
    async (_, order) => {
      const desk = await aBiller()
      const { id } = await desk.quote()
      const drafts = [await desk.draft(id), await desk.draft(id), await desk.draft(id)]
      const [first = 0, later = 0, between = 0] = drafts
      const start = inDays(7)
      await desk.publish(first, inDays(1))
      await desk.publish(later, start)
      await desk.publish(between, inDays(5), start)
      for (const place of order) {
        const version = drafts[place] ?? 0
        const { rowVersion } = await desk.get(calls.getVersion, { id: version })
        await desk.get(calls.withdrawVersion, { id: version, rowVersion })
      }
      expect(await desk.get(calls.getVersion, { id: first })).toMatchObject({ inactiveAt: null })
    },
  )

  test('that ended no other one is withdrawn and deleted although a later one has ended it', async () => {
    const desk = await aBiller()
    const { id } = await desk.quote()
    const [first, second] = [await desk.draft(id), await desk.draft(id)]
    await desk.publish(first, inDays(1))
    await desk.publish(second, inDays(5))
    const versionOf = (version: number) => desk.get(calls.getVersion, { id: version })
    await desk.get(calls.withdrawVersion, { id: first, rowVersion: (await versionOf(first)).rowVersion })
    await desk.get(calls.deleteVersion, { id: first, rowVersion: (await versionOf(first)).rowVersion })
    expect((await desk.versions(id)).map((version) => version.id)).toEqual([second])
    await desk.get(calls.withdrawVersion, { id: second, rowVersion: (await versionOf(second)).rowVersion })
  })

  test('never overlaps another one, also when both are published at the same time', async () => {
    const desk = await aBiller()
    const { id } = await desk.quote()
    const drafts = [await desk.draft(id), await desk.draft(id), await desk.draft(id)]
    const [later, now] = [inDays(9), inDays(3)]
    await desk.publish(drafts[0] ?? 0, later)
    await expect(desk.publish(drafts[1] ?? 0, now)).rejects.toThrow('Another version of this quote applies')
    await desk.publish(drafts[1] ?? 0, now, later)
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, () => desk.publish(drafts[2] ?? 0, inDays(20))),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is published once of two that start at the same time, and the database itself keeps no two prices at a time', async () => {
    const desk = await aBiller()
    const { id } = await desk.quote()
    const drafts = [await desk.draft(id), await desk.draft(id)]
    const start = inDays(3)
    const answers = await Promise.allSettled(drafts.map((draft) => desk.publish(draft, start)))
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [String(answer.reason)] : []))
    expect(refused).toEqual([expect.stringContaining('Another version of this quote applies')])
    const asOwner = (text: string, ...values: string[]) => server.owner(text, values, desk.tenantId)
    await expect(
      asOwner(
        `update quote_versions set effective_from = $1, published_at = now(), published_by = created_by where published_at is null`,
        inDays(4),
      ),
    ).rejects.toMatchObject({ constraint: 'versions_overlap' })
    const price = { customerIds: [desk.customerId], groupId: null, quoteId: id, discount: '0.85' }
    await desk.get(assignPrices, { ...price, effectiveFrom: start, inactiveAt: null })
    await expect(
      asOwner(
        `insert into customer_prices (tenant_id, customer_id, quote_id, kind, effective_from, created_by)
         select tenant_id, customer_id, quote_id, kind, effective_from + interval '1 day', created_by from customer_prices`,
      ),
    ).rejects.toMatchObject({ constraint: 'prices_overlap' })
  })

  test.each([-24, 1, 8760])(
    'starts by the clock of the database, also where that of the server is %i hours wrong',
    async (hours) => {
      const desk = await aBiller()
      const version = await desk.draft((await desk.quote()).id)
      const [before, after] = [inDays(-0.01), inDays(0.01)]
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
      try {
        await expect(desk.publish(version, before)).rejects.toThrow('The start must be later than now')
        await desk.publish(version, after)
      } finally {
        vi.useRealTimers()
      }
    },
  )

  test('cannot change once it has been in force, not even in the database', async () => {
    const desk = await aBiller()
    const { id } = await desk.quote()
    const version = await desk.draft(id)
    await desk.publish(version, inDays(1))
    const edit = async (price: string) => {
      const { rowVersion } = await desk.get(calls.getVersion, { id: version })
      return desk.get(calls.editVersion, { id: version, rowVersion, content: storage(price), note: 'n' })
    }
    await edit('0.60')
    await desk.begin(version, 1)
    await expect(edit('0.70')).rejects.toThrow('can’t be changed')
    const { rowVersion } = await desk.get(calls.getVersion, { id: version })
    await expect(desk.get(calls.withdrawVersion, { id: version, rowVersion })).rejects.toThrow('scheduled')
    await expect(desk.get(calls.deleteVersion, { id: version, rowVersion })).rejects.toThrow('draft')
    await expect(
      server.owner(`update quote_versions set content = '{}' where id = $1`, [version], desk.tenantId),
    ).rejects.toMatchObject({ constraint: 'version_kept' })
    const endAt = (at: string) =>
      server.owner(
        `update quote_versions set inactive_at = now() + $2::interval where id = $1`,
        [version, at],
        desk.tenantId,
      )
    await expect(endAt('-1 hour')).rejects.toMatchObject({ constraint: 'version_kept' })
    await expect(endAt('1 hour')).resolves.toBeDefined()
    await expect(endAt('-1 minute')).rejects.toMatchObject({ constraint: 'version_kept' })
    await expect(endAt('2 hours')).resolves.toBeDefined()
    const { id: copy } = await desk.get(calls.copyVersion, { id: version })
    expect(await desk.get(calls.getVersion, { id: copy })).toMatchObject({
      status: 'draft',
      versionNo: 2,
      content: storage('0.60'),
    })
  })

  test('is published only when its prices are complete', async () => {
    const desk = await aBiller()
    const { id } = await desk.quote()
    const gap: Content = {
      kind: 'storage',
      freeDays: 0,
      tiers: [
        { ageFrom: 1, ageTo: 30, price: '0', quality: 'all' },
        { ageFrom: 32, ageTo: null, price: '0.50', quality: 'all' },
      ],
    }
    await expect(desk.publish(await desk.draft(id, gap), inDays(1))).rejects.toThrow(
      'Row 2: There is a gap before this tier',
    )
    const whole = await desk.draft(id)
    const edit = async () => {
      const { rowVersion } = await desk.get(calls.getVersion, { id: whole })
      return desk.get(calls.editVersion, { id: whole, rowVersion, content: gap, note: null })
    }
    await desk.publish(whole, inDays(1))
    await expect(edit()).rejects.toThrow('Row 2: There is a gap before this tier')
    const { rowVersion } = await desk.get(calls.getVersion, { id: whole })
    await desk.get(calls.withdrawVersion, { id: whole, rowVersion })
    await expect(edit()).resolves.toBeDefined()
    await expect(desk.draft(id, { kind: 'operation', dimDivisor: null, rules: [] })).rejects.toThrow(
      'another category',
    )
  })

  test('of a freight quote is saved with as many prices and surcharges as it may have', async () => {
    const desk = await aBiller()
    const { id } = await desk.quote({ kind: 'freight', channelId: desk.channelOf('LOCAL') })
    const rows = Array.from({ length: calls.MAX_FREIGHT_ROWS }, (_, i) => ({
      ...{
        zoneCode: String(i % 30),
        weightFrom: String(Math.floor(i / 30)),
        weightTo: String(Math.floor(i / 30) + 1),
      },
      ...{ billingCode: 'first_next' as const, price: '112.50', firstWeight: '0.500', nextPrice: '10.35' },
      ...{ step: '0.500', minCharge: '10.00' },
    }))
    const surcharges = Array.from({ length: calls.MAX_SURCHARGES }, () => surcharge('remote', '112.50'))
    const version = await desk.draft(id, { kind: 'freight', ...freightOf({ rows, surcharges }) } as Content)
    const { content } = await desk.get(calls.getVersion, { id: version })
    expect(content).toMatchObject({ rows: { length: calls.MAX_FREIGHT_ROWS } })
  })

  test('of a freight quote has only zones of its channel’s schema', async () => {
    const desk = await aBiller()
    const [schema] = await server.owner<{ id: string }>(
      `with s as (insert into zone_schemas (tenant_id, schema_code, schema_name, search_line) values ($1, 'Z', 'Z', 'z') returning id),
         r as (insert into zone_rows (tenant_id, schema_id, row_no, zone_code, country_code, remote_level)
           select $1, id, 1, '2', 'US', 'none' from s returning 1)
       select id from s`,
      [desk.tenantId],
      desk.tenantId,
    )
    await server.owner(
      `update channels set zone_schema_id = $2, billing_method = 'price_book', dim_divisor = 6000 where tenant_id = $1 and channel_code = 'LOCAL'`,
      [desk.tenantId, schema?.id],
      desk.tenantId,
    )
    const { id } = await desk.quote({ kind: 'freight', channelId: desk.channelOf('LOCAL') })
    const channel = { billingMethod: 'price_book', dimDivisor: 6000 }
    expect(await desk.get(calls.getQuote, { id })).toMatchObject({ channel, zones: ['2'], versions: [] })
    const freight = (zoneCode: string): Content => ({
      kind: 'freight',
      dimDivisor: null,
      dimRounding: null,
      weightStep: null,
      weightBasis: null,
      flatPrice: null,
      rows: [
        {
          zoneCode,
          weightFrom: '0',
          weightTo: '1',
          billingCode: 'flat',
          price: '5.00',
          firstWeight: null,
          nextPrice: null,
          step: null,
          minCharge: null,
        },
      ],
      surcharges: [],
    })
    await expect(desk.publish(await desk.draft(id, freight('9')), inDays(1))).rejects.toThrow(
      'Zone 9, row 1: The channel’s zone schema has no such zone',
    )
    await desk.publish(await desk.draft(id, freight('2')), inDays(1))
  })

  test.each([
    ['price_book', freightOf({ flatPrice: '6.50' }), 'by price book. Enter prices by zone and weight'],
    ['flat', freightOf({ rows: [freightRow('2', '0', null, '5.00')] }), 'per package. Enter the flat price'],
  ])('of a channel that bills by %s has the prices it uses', async (method, content, problem) => {
    const desk = await aBiller()
    await server.owner(
      `with s as (insert into zone_schemas (tenant_id, schema_code, schema_name, search_line) values ($1, 'Z', 'Z', 'z') returning id),
         r as (insert into zone_rows (tenant_id, schema_id, row_no, zone_code, country_code, remote_level)
           select $1, id, 1, '2', 'US', 'none' from s)
       update channels set billing_method = $2::billing_method, zone_schema_id = case when $2 = 'price_book' then s.id end,
         dim_divisor = case when $2 = 'price_book' then 6000 end
       from s where channels.tenant_id = $1 and channel_code = 'LOCAL'`,
      [desk.tenantId, method],
      desk.tenantId,
    )
    const { id } = await desk.quote({ kind: 'freight', channelId: desk.channelOf('LOCAL') })
    const draft = await desk.draft(id, { kind: 'freight', ...content } as Content)
    await expect(desk.publish(draft, inDays(1))).rejects.toThrow(problem)
    const both = freightOf({ flatPrice: '6.50', rows: [freightRow('2', '0', null, '5.00')] })
    await desk.publish(await desk.draft(id, { kind: 'freight', ...both } as Content), inDays(1))
  })
})

describe('a quote', () => {
  test('of freight has a channel, others have none; only one is the default', async () => {
    const desk = await aBiller()
    const refused = (over: object) => expect(desk.quote(over)).rejects
    await refused({ kind: 'freight' }).toThrow()
    await refused({ channelId: desk.channelOf('LOCAL') }).toThrow()
    await refused({ side: 'cost' }).toThrow()
    await desk.quote({ quoteCode: 'BASE', isDefault: true })
    await refused({ isDefault: true }).toThrow('already has a default quote')
    await refused({ quoteCode: 'base' }).toThrow('already exists')
  })

  test('keeps its fuel surcharges of the past; later ones are replaced', async () => {
    const desk = await aBiller()
    const { id } = await desk.quote({ kind: 'freight', channelId: desk.channelOf('LOCAL') })
    const day = (days: number) => inDays(days).slice(0, 10)
    await server.owner(
      `insert into fuel_rates (tenant_id, quote_id, starts_on, percent, created_by) values ($1, $2, '2026-01-05', 15, $3)`,
      [desk.tenantId, id, desk.who.accountId],
      desk.tenantId,
    )
    const [now] = await server.owner<{ today: string }>(
      `insert into fuel_rates (tenant_id, quote_id, starts_on, percent, created_by) values ($1, $2, warehouse_today(), 15.5, $3)
       returning starts_on::text as today`,
      [desk.tenantId, id, desk.who.accountId],
      desk.tenantId,
    )
    const today = now?.today ?? ''
    const set = async (rates: { startsOn: string; percent: string }[]) => {
      const { rowVersion } = await desk.get(calls.getQuote, { id })
      return desk.get(calls.setFuelRates, { quoteId: id, rowVersion, rates })
    }
    for (const startsOn of [day(-3), today])
      await expect(set([{ startsOn, percent: '1' }])).rejects.toThrow('tomorrow or later')
    const [same, other] = [
      { startsOn: day(5), percent: '1' },
      { startsOn: day(5), percent: '2' },
    ]
    await expect(set([same, other])).rejects.toThrow('One fuel surcharge for each day')
    const rent = await desk.quote()
    await expect(
      desk.get(calls.setFuelRates, { quoteId: rent.id, rowVersion: 1, rates: [same] }),
    ).rejects.toThrow('Only freight quotes have a fuel surcharge')
    await set([{ startsOn: day(5), percent: '16.5' }])
    await set([{ startsOn: day(6), percent: '17' }])
    const log = await server.owner(
      `select before, after from audit_log where object_type = 'quote' and action = 'edit' order by at, id`,
      [],
      desk.tenantId,
    )
    const rates = (...fuelRates: { startsOn: string; percent: string }[]) => ({ fuelRates })
    expect(log).toEqual([
      { before: rates(), after: rates({ startsOn: day(5), percent: '16.5' }) },
      {
        before: rates({ startsOn: day(5), percent: '16.50' }),
        after: rates({ startsOn: day(6), percent: '17' }),
      },
    ])
    expect((await desk.get(calls.getQuote, { id })).fuelRates).toEqual([
      { startsOn: day(6), percent: '17.00' },
      { startsOn: today, percent: '15.50' },
      { startsOn: '2026-01-05', percent: '15.00' },
    ])
  })

  test('takes fuel surcharges of one person at a time: who saves second learns of the first', async () => {
    const desk = await aBiller()
    const { id } = await desk.quote({ kind: 'freight', channelId: desk.channelOf('LOCAL') })
    const { rowVersion } = await desk.get(calls.getQuote, { id })
    const startsOn = inDays(5).slice(0, 10)
    const set = (percent: string) =>
      desk.get(calls.setFuelRates, { quoteId: id, rowVersion, rates: [{ startsOn, percent }] })
    await set('16.5')
    await expect(set('17')).rejects.toThrow(
      'This quote was changed by someone else. Refresh and try again. (',
    )
    const quote = await desk.get(calls.getQuote, { id })
    expect(quote.fuelRates).toEqual([{ startsOn, percent: '16.50' }])
    expect(quote.rowVersion).toBe(rowVersion + 1)
  })

  test('of operation names fee types that exist, each once, and orders never by box', async () => {
    const desk = await aBiller()
    const { types } = await desk.get(feeTypeChoices, {})
    const handling = types.find(({ feeCode }) => feeCode === 'OUT_HANDLING')
    if (!handling) throw new Error('no type')
    const { id } = await desk.quote({ kind: 'operation' })
    const rule = {
      feeTypeId: handling.id,
      feeCode: 'OUT_HANDLING',
      billOrderType: 'order' as const,
      chargeUnit: 'order' as const,
      conditionType: 'none' as const,
      minCharge: null,
      maxCharge: null,
      tiers: [{ from: '0', to: null, firstCount: 1, firstPrice: '1.20', nextPrice: '0.30' }],
    }
    const content = (...rules: object[]) => ({ kind: 'operation', dimDivisor: null, rules }) as Content
    await expect(desk.draft(id, content({ ...rule, chargeUnit: 'box' }))).rejects.toThrow(
      'Orders can’t be billed by box',
    )
    await expect(desk.draft(id, content({ ...rule, feeCode: 'OTHER' }))).rejects.toThrow('Fee type OTHER')
    await expect(desk.publish(await desk.draft(id, content(rule, rule)), inDays(1))).rejects.toThrow(
      'Rule 2: The same fee type allows only one rule',
    )
    for (const feeCode of ['FREIGHT', 'FUEL', 'VAS', 'CLAIM', 'RENT']) {
      const type = types.find((one) => one.feeCode === feeCode)
      const other = { ...rule, feeTypeId: type?.id, feeCode, billOrderType: type?.orderType }
      await expect(desk.draft(id, content(rule, other))).rejects.toThrow(
        `${feeCode} can’t be charged for handling`,
      )
    }
    const freight = types.find(({ feeCode }) => feeCode === 'FREIGHT')
    const draft = await desk.draft(id, content(rule))
    await server.owner(
      `update quote_versions set content = jsonb_set(jsonb_set(content, '{rules,0,feeTypeId}', to_jsonb($2::bigint)), '{rules,0,feeCode}', '"FREIGHT"')
       where id = $1`,
      [draft, freight?.id],
      desk.tenantId,
    )
    await expect(desk.publish(draft, inDays(1))).rejects.toThrow('FREIGHT can’t be charged for handling')
    await desk.publish(await desk.draft(id, content(rule)), inDays(1))
    const off = await desk.get(switchFeeTypes, { ids: [handling.id], isEnabled: false })
    expect(off.failed).toMatchObject([{ reason: 'Used by these quotes: Q-1' }])
  })

  test.each([true, false])(
    'is not published while a fee type that it charges is disabled, published first: %s',
    async (isPublishedFirst) => {
      const desk = await aBiller()
      const content = await handlingOf(server, desk.tenantId, [['OUT_HANDLING', 'order', '1.00']])
      const { id } = await desk.quote({ kind: 'operation' })
      const draft = await desk.draft(id, { kind: 'operation', ...content } as Content)
      const publish = (tx: Tx) =>
        publishVersion(tx, desk.who, { id: draft, rowVersion: 1, effectiveFrom: inDays(1), inactiveAt: null })
      const off = (tx: Tx) =>
        disable(tx, desk.who, { ids: content.rules.map(({ feeTypeId }) => feeTypeId), isEnabled: false })
      const { first, second, isHeld } = await atOnce(
        server,
        desk,
        isPublishedFirst ? [publish, off] : [off, publish],
      )
      expect(isHeld).toBe(true)
      expect(first).toMatchObject({ value: isPublishedFirst ? { rowVersion: 2 } : { ok: 1 } })
      expect(second).toMatchObject(isPublishedFirst ? { value: { ok: 0 } } : isRefusal)
    },
  )
})

test('quotes are found by text, kind, side, channel, status and whether they are enabled, each with the version that counts', async () => {
  const desk = await aBiller()
  const channelId = desk.channelOf('LOCAL')
  const rent = await desk.quote({ quoteCode: 'RENT', quoteName: 'Storage' })
  await desk.quote({ quoteCode: 'FREIGHT', kind: 'freight', channelId })
  const cost = await desk.quote({ quoteCode: 'COST', kind: 'freight', channelId, side: 'cost' })
  await desk.get(calls.switchQuotes, { ids: [cost.id], isEnabled: false })
  const [first, second] = [await desk.draft(rent.id), await desk.draft(rent.id)]
  await desk.publish(first, inDays(1), inDays(2))
  const found = async (input: SentTo<typeof calls.listQuotes>) =>
    (await desk.get(calls.listQuotes, input)).rows.map(({ quoteCode }) => quoteCode)
  expect(await found({})).toEqual(['COST', 'FREIGHT', 'RENT'])
  expect(await found({ sort: 'quoteName', order: 'desc' })).toEqual(['RENT', 'FREIGHT', 'COST'])
  expect(await found({ search: 'stor' })).toEqual(['RENT'])
  expect(await found({ kind: 'freight' })).toEqual(['COST', 'FREIGHT'])
  expect(await found({ side: 'sale' })).toEqual(['FREIGHT', 'RENT'])
  expect(await found({ channelId })).toEqual(['COST', 'FREIGHT'])
  expect(await found({ status: 'draft' })).toEqual(['COST', 'FREIGHT'])
  expect(await found({ isEnabled: '0' })).toEqual(['COST'])
  expect(await found({ isEnabled: '1' })).toEqual(['FREIGHT', 'RENT'])
  const shown = async () => {
    const { versionNo, status, customerCount } = await desk.get(calls.getQuote, { id: rent.id })
    return [versionNo, status, customerCount]
  }
  // The one in force, or else the next one, or else the newest.
  expect(await shown()).toEqual([1, 'pending', 0])
  await desk.publish(second, inDays(3))
  expect(await shown()).toEqual([1, 'pending', 0])
  await desk.begin(first, 1)
  expect(await shown()).toEqual([1, 'effective', 0])
  const price = { customerIds: [desk.customerId], groupId: null, quoteId: rent.id, discount: '1' }
  await desk.get(assignPrices, { ...price, effectiveFrom: inDays(1), inactiveAt: null })
  expect(await shown()).toEqual([1, 'effective', 0])
  await server.owner(
    `update customer_prices set effective_from = now() - interval '2 days'`,
    [],
    desk.tenantId,
  )
  expect(await shown()).toEqual([1, 'effective', 1])
  await server.owner(`update customer_prices set inactive_at = now() - interval '1 day'`, [], desk.tenantId)
  expect(await shown()).toEqual([1, 'effective', 0])
  await server.owner('alter table quote_versions disable trigger user')
  await server.owner(
    `update quote_versions set inactive_at = now() - interval '1 hour' where id = $1`,
    [first],
    desk.tenantId,
  )
  await server.owner('alter table quote_versions enable trigger user')
  expect(await shown()).toEqual([2, 'pending', 0])
  const two = await desk.quote({ quoteCode: 'DRAFTS' })
  for (let i = 0; i < 2; i++) await desk.draft(two.id)
  const { rows } = await desk.get(calls.listQuotes, { search: 'drafts' })
  expect(rows).toMatchObject([{ versionNo: 2, status: 'draft' }])
})

test('each step of a quote and its versions is in the log, with what it changed', async () => {
  const desk = await aBiller()
  const asOwner = <R extends object>(text: string) => server.owner<R>(text, [], desk.tenantId)
  const { id } = await desk.quote({ quoteCode: 'RENT' })
  await desk.get(calls.editQuote, { id, rowVersion: 1, quoteName: 'Storage', isDefault: true })
  await expect(
    desk.get(calls.editQuote, { id, rowVersion: 1, quoteName: 'Other', isDefault: true }),
  ).rejects.toThrow('changed by someone else')
  const version = (note: string | null) =>
    desk.get(calls.createVersion, { quoteId: id, content: storage('0.50'), note }).then((made) => made.id)
  const [first, second] = [await version('spring'), await version(null)]
  const at = [1, 5, 9].map(inDays)
  const [start = '', next = '', end = ''] = at
  await desk.publish(first, start)
  await desk.publish(second, next)
  const { rowVersion } = await desk.get(calls.getVersion, { id: second })
  await desk.get(calls.endVersion, { id: second, rowVersion, inactiveAt: end })
  await desk.get(calls.withdrawVersion, { id: second, rowVersion: rowVersion + 1 })
  const { id: copy } = await desk.get(calls.copyVersion, { id: first })
  expect(await desk.get(calls.getVersion, { id: copy })).toMatchObject({ note: 'spring', versionNo: 3 })
  await desk.get(calls.deleteVersion, { id: copy, rowVersion: 1 })
  const log = await asOwner<Record<string, unknown>>(
    `select action, object_no, before, after from audit_log where object_type in ('quote', 'quote_version') order by at, id`,
  )
  const content = storage('0.50')
  const quote = { quoteCode: 'RENT', quoteName: 'Prices', kind: 'storage', side: 'sale', channelId: null }
  const stored = (instant: string) => expect.stringContaining(instant.slice(0, 19))
  expect(log.map((entry) => Object.values(entry))).toEqual([
    ['create', 'RENT', null, { ...quote, isDefault: false }],
    ['edit', 'RENT', { quoteName: 'Prices', isDefault: false }, { quoteName: 'Storage', isDefault: true }],
    ['create', 'RENT V1', null, { content, note: 'spring' }],
    ['create', 'RENT V2', null, { content, note: null }],
    ['publish', 'RENT V1', null, { effectiveFrom: start, inactiveAt: null }],
    ['publish', 'RENT V2', null, { effectiveFrom: next, inactiveAt: null, endedVersion: 'RENT V1' }],
    ['edit', 'RENT V2', { inactiveAt: null }, { inactiveAt: end }],
    ['withdraw', 'RENT V2', { effectiveFrom: stored(next), inactiveAt: stored(end) }, null],
    ['copy', 'RENT V3', null, { copyOf: 'RENT V1' }],
    ['delete', 'RENT V3', { content, note: 'spring' }, null],
  ])
  const events = await asOwner<{ kind: string }>(
    `select kind from events where object_type in ('quote', 'quote_version') order by at, id`,
  )
  expect(events.map(({ kind }) => kind)).toEqual([
    ...['quote.created', 'quote.edited', 'quote_version.created', 'quote_version.created'],
    ...['quote_version.published', 'quote_version.published', 'quote_version.edited'],
    ...['quote_version.withdrawn', 'quote_version.created', 'quote_version.deleted'],
  ])
  await expect(desk.quote({ kind: 'freight', channelId: 999_999 })).rejects.toThrow('Channel not found')
})

test('fee types are created, renamed and found, and stay as long as a price in force or to come charges them', async () => {
  const desk = await aBiller()
  const asOwner = <R extends object>(text: string, values: unknown[] = []) =>
    server.owner<R>(text, values, desk.tenantId)
  const names = { nameZh: '贴标', nameEn: 'Labels' }
  const { id } = await desk.get(createFeeType, { feeCode: 'label-1', ...names, orderType: 'return' })
  for (const orderType of ['inbound', 'order', 'storage', 'value_added', 'manual'] as const)
    await desk.get(createFeeType, { feeCode: `NEW-${orderType}`, ...names, orderType })
  const made = await asOwner<{ code: string; type: string }>(
    `select fee_code as code, biz_type::text as type from fee_types where not is_system order by id`,
  )
  expect(made.map(({ code, type }) => [code, type])).toEqual([
    ['LABEL-1', 'return_fee'],
    ['NEW-INBOUND', 'inbound_fee'],
    ['NEW-ORDER', 'order_operation_fee'],
    ['NEW-STORAGE', 'storage_rent'],
    ['NEW-VALUE_ADDED', 'value_added'],
    ['NEW-MANUAL', 'manual_fee'],
  ])
  const again = { feeCode: 'Label-1', ...names, orderType: 'order' } as const
  expect(await server.send(createFeeType, again, desk)).toMatchObject({
    success: false,
    data: { fields: [{ path: 'feeCode', message: 'This fee code already exists' }] },
  })
  const renamed = { id, rowVersion: 1, nameZh: '换标', nameEn: 'Stickers' }
  expect(await desk.get(editFeeType, renamed)).toEqual({ rowVersion: 2 })
  await expect(desk.get(editFeeType, renamed)).rejects.toThrow('changed by someone else')
  await expect(desk.get(getFeeType, { id: 999_999 })).rejects.toThrow('Fee type not found')
  expect(await desk.get(getFeeType, { id })).toEqual({
    ...{ id, feeCode: 'LABEL-1', isEnabled: true, nameZh: '换标', nameEn: 'Stickers' },
    ...{ orderType: 'return', bizType: 'return_fee', isSystem: false, rowVersion: 2 },
  })
  const found = async (input: SentTo<typeof listFeeTypes>) =>
    (await desk.get(listFeeTypes, input)).rows.map(({ feeCode }) => feeCode)
  for (const search of ['stick', 'hb', 'label-']) expect(await found({ search })).toEqual(['LABEL-1'])
  expect(await found({ search: 'tb' })).not.toContain('LABEL-1')
  expect(await found({ orderType: 'storage' })).toEqual(['NEW-STORAGE', 'RENT'])
  const log = await asOwner(
    `select l.before, l.after, e.kind from audit_log l join events e on e.object_type = 'fee_type' and e.object_id = l.object_id
     where l.object_type = 'fee_type' and l.object_id = $1 and e.kind like '%' || case l.action when 'edit' then 'edited' else 'created' end
     order by l.at, l.id`,
    [id],
  )
  expect(log).toEqual([
    {
      ...{ before: null, after: { feeCode: 'LABEL-1', ...names, orderType: 'return' } },
      kind: 'fee_type.created',
    },
    { before: names, after: { nameZh: '换标', nameEn: 'Stickers' }, kind: 'fee_type.edited' },
  ])

  const { id: quoteId } = await desk.quote({ quoteCode: 'LABELS', kind: 'operation' })
  const content = await handlingOf(server, desk.tenantId, [['LABEL-1', 'return', '1.00']])
  const draft = await desk.draft(quoteId, { kind: 'operation', ...content } as Content)
  const switched = async () => {
    const off = await desk.get(switchFeeTypes, { ids: [id], isEnabled: false })
    if (off.ok === 1) await desk.get(switchFeeTypes, { ids: [id], isEnabled: true })
    return off.failed.map(({ reason }) => reason)
  }
  expect(await switched()).toEqual([])
  await desk.publish(draft, inDays(1), inDays(2))
  expect(await switched()).toEqual(['Used by these quotes: LABELS'])
  await asOwner('update quotes set is_enabled = false where id = $1', [quoteId])
  expect(await switched()).toEqual([])
  await asOwner('update quotes set is_enabled = true where id = $1', [quoteId])
  await asOwner(
    `update quote_versions set effective_from = now() - interval '2 days', inactive_at = now() - interval '1 day' where id = $1`,
    [draft],
  )
  expect(await switched()).toEqual([])
  await desk.get(switchFeeTypes, { ids: [id], isEnabled: false })
  expect(await found({ isEnabled: '0' })).toEqual(['LABEL-1'])
  expect((await desk.get(feeTypeChoices, {})).types.map(({ feeCode }) => feeCode)).not.toContain('LABEL-1')
})

test('the types that freight and rent are charged under stay enabled, others can be disabled', async () => {
  const desk = await aBiller()
  const { types } = await desk.get(feeTypeChoices, {})
  const ids = types.flatMap(({ id, feeCode }) =>
    ['FREIGHT', 'FUEL', 'RENT', 'VAS'].includes(feeCode) ? id : [],
  )
  const { ok, failed } = await desk.get(switchFeeTypes, { ids, isEnabled: false })
  expect([ok, failed.map(({ no }) => no).sort()]).toEqual([1, ['FREIGHT', 'FUEL', 'RENT']])
})

describe('a customer’s price', () => {
  test('ends the one before it, and both never apply at once', async () => {
    const desk = await aBiller()
    const [one, two] = [await desk.quote(), await desk.quote()]
    const assign = (quoteId: number, from: string, over: object = {}) =>
      desk.get(assignPrices, {
        customerIds: [desk.customerId],
        groupId: null,
        quoteId,
        discount: '0.85',
        effectiveFrom: from,
        inactiveAt: null,
        ...over,
      })
    await expect(assign(one.id, inDays(-1))).rejects.toThrow('The start must be later than now')
    await expect(assign(one.id, inDays(1), { discount: '0.855' })).rejects.toThrow()
    await assign(one.id, inDays(1))
    await assign(two.id, inDays(5))
    const { rows } = await desk.get(listCustomerPrices, { sort: 'effectiveFrom' })
    expect(rows).toMatchObject([
      { quoteCode: 'Q-1', discount: '0.85', inactiveAt: rows[1]?.effectiveFrom },
      { quoteCode: 'Q-2', inactiveAt: null },
    ])
    await expect(assign(one.id, inDays(3))).rejects.toThrow('already has a price of this kind')
    const off = await desk.get(calls.switchQuotes, { ids: [one.id, two.id], isEnabled: false })
    expect(off).toMatchObject({
      ok: 0,
      failed: ['Q-1', 'Q-2'].map((no) => ({ no, reason: expect.stringContaining('Used by ACME.') })),
    })
    const ids = rows.map(({ id }) => id)
    const [first] = ids
    const toTheNext = { ids: [first ?? 0], inactiveAt: rows[1]?.effectiveFrom ?? '' }
    expect(await desk.get(endPrices, toTheNext)).toMatchObject({ ok: 1, failed: [] })
    expect(await desk.get(endPrices, { ids, inactiveAt: inDays(7) })).toMatchObject({
      ok: 1,
      failed: [{ id: first, reason: customerPriceText.overlap.en_US }],
    })
    const ends = { ids: ids.slice(1), inactiveAt: rows[1]?.effectiveFrom ?? '' }
    expect(await desk.get(endPrices, ends)).toMatchObject({
      failed: [{ reason: customerPriceText.endAfterStart.en_US }],
    })
    await expect(desk.get(endPrices, { ids, inactiveAt: inDays(-1) })).rejects.toThrow(
      customerPriceText.endLater.en_US,
    )
    // What has started is ended and not deleted; what has ended stays.
    const asOwner = (text: string) => server.owner(text, [], desk.tenantId)
    await asOwner(`update customer_prices set effective_from = now() - interval '9 days' where id = ${first}`)
    expect(await desk.get(deletePrices, { ids })).toMatchObject({
      ok: 1,
      failed: [{ id: first, reason: customerPriceText.hasStarted.en_US }],
    })
    await asOwner(`update customer_prices set inactive_at = now() - interval '8 days'`)
    expect(await desk.get(endPrices, { ids: [first ?? 0, 999_999], inactiveAt: inDays(7) })).toMatchObject({
      ok: 0,
      failed: [
        { id: first, reason: customerPriceText.hasEnded.en_US },
        { id: 999_999, reason: customerPriceText.notFound.en_US },
      ],
    })
    expect(await desk.get(calls.switchQuotes, { ids: [one.id, two.id], isEnabled: false })).toMatchObject({
      ok: 2,
    })
    const log = await asOwner(
      `select action, before, after from audit_log where object_type = 'customer_price' and action <> 'create' order by at, id`,
    )
    const at = expect.any(String)
    expect(log).toEqual([
      { action: 'edit', before: { inactiveAt: at }, after: { inactiveAt: rows[1]?.effectiveFrom } },
      { action: 'edit', before: { inactiveAt: null }, after: { inactiveAt: at } },
      { action: 'delete', before: { effectiveFrom: at, inactiveAt: at }, after: null },
    ])
  })

  test('is of a customer or a group that is there and of a quote for customers that is enabled', async () => {
    const desk = await aBiller()
    const { id: quoteId } = await desk.quote()
    const assign = (over: object) =>
      desk.get(assignPrices, {
        ...{ customerIds: [desk.customerId], groupId: null, quoteId, discount: '1' },
        ...{ effectiveFrom: inDays(1), inactiveAt: null, ...over },
      })
    const refused = (over: object, text: { en_US: string }) =>
      expect(assign(over)).rejects.toThrow(text.en_US)
    await refused({ customerIds: [desk.customerId, 999_999] }, customerPriceText.customerGone)
    await refused({ customerIds: [], groupId: 999_999 }, customerPriceText.groupGone)
    const cost = await desk.quote({ kind: 'freight', channelId: desk.channelOf('LOCAL'), side: 'cost' })
    await refused({ quoteId: cost.id }, customerPriceText.costQuote)
    await desk.get(calls.switchQuotes, { ids: [quoteId], isEnabled: false })
    await refused({}, customerPriceText.quoteOff)
    await desk.get(calls.switchQuotes, { ids: [quoteId], isEnabled: true })
    // Who has a quote is named in the order of the codes.
    const [other] = await server.owner<{ id: string }>(
      `select id from customers where customer_code = 'OTHER'`,
      [],
      desk.tenantId,
    )
    const both = await desk.quote()
    await assign({ quoteId: both.id, customerIds: [Number(other?.id)] })
    await assign({ quoteId: both.id })
    expect(await desk.get(calls.switchQuotes, { ids: [both.id], isEnabled: false })).toMatchObject({
      failed: [{ reason: expect.stringContaining('Used by ACME, OTHER.') }],
    })
    await desk.get(deletePrices, {
      ids: (await desk.get(listCustomerPrices, { quoteId: both.id })).rows.map(({ id }) => id),
    })
    expect(await assign({ customerIds: [desk.customerId, desk.customerId] })).toMatchObject({
      ids: [expect.any(Number)],
    })
  })

  test('is found by owner, quote, kind and status', async () => {
    const desk = await aBiller()
    const asOwner = <R extends object>(text: string) => server.owner<R>(text, [], desk.tenantId)
    const [group] = await asOwner<{ id: string }>(
      `insert into customer_groups (tenant_id, group_code, group_name) values (tenant_now(), 'VIP', 'Best') returning id`,
    )
    const [rent, freight] = [
      await desk.quote({ quoteCode: 'RENT' }),
      await desk.quote({ quoteCode: 'FR', kind: 'freight', channelId: desk.channelOf('LOCAL') }),
    ]
    const price = { discount: '1', inactiveAt: null }
    await desk.get(assignPrices, {
      ...{ ...price, quoteId: rent.id, customerIds: [desk.customerId], groupId: null },
      effectiveFrom: inDays(2),
    })
    await desk.get(assignPrices, {
      ...{ ...price, quoteId: freight.id, customerIds: [], groupId: Number(group?.id) },
      effectiveFrom: inDays(1),
    })
    const found = async (input: SentTo<typeof listCustomerPrices>) =>
      (await desk.get(listCustomerPrices, input)).rows.map(({ owner }) => owner)
    const shared = { status: 'pending', discount: '1.00', inactiveAt: null }
    expect((await desk.get(listCustomerPrices, {})).rows).toMatchObject([
      { ...shared, owner: 'ACME', ownerName: 'Acme', isGroup: false, kind: 'storage', channelCode: null },
      { ...shared, owner: 'VIP', ownerName: 'Best', isGroup: true, kind: 'freight', channelCode: 'LOCAL' },
    ])
    expect(await found({ order: 'desc' })).toEqual(['VIP', 'ACME'])
    expect(await found({ sort: 'effectiveFrom' })).toEqual(['VIP', 'ACME'])
    expect(await found({ search: 'best' })).toEqual(['VIP'])
    expect(await found({ search: 'acm' })).toEqual(['ACME'])
    expect(await found({ search: 'ren' })).toEqual(['ACME'])
    expect(await found({ customerId: desk.customerId })).toEqual(['ACME'])
    expect(await found({ quoteId: freight.id })).toEqual(['VIP'])
    expect(await found({ kind: 'freight' })).toEqual(['VIP'])
    expect(await found({ status: 'pending' })).toEqual(['ACME', 'VIP'])
    await asOwner(
      `update customer_prices set effective_from = now() - interval '2 days', inactive_at = case when group_id is not null then now() - interval '1 day' end`,
    )
    expect(await found({ status: 'effective' })).toEqual(['ACME'])
    expect(await found({ status: 'inactive' })).toEqual(['VIP'])
  })

  test('of freight is missing on every enabled channel of the customer that charges by a quote, and customers that are disabled lack none', async () => {
    const desk = await aBiller()
    const asOwner = <R extends object>(text: string, values: unknown[] = []) =>
      server.owner<R>(text, values, desk.tenantId)
    await asOwner('update channels set is_enabled = false')
    await asOwner(`update channels set is_enabled = true where channel_code in ('LOCAL', 'LIGHT', 'OTHERS')`)
    await asOwner(`update channels set billing_method = 'flat' where channel_code in ('LOCAL', 'OTHERS')`)
    await asOwner(`update channels set billing_method = 'none' where channel_code = 'LIGHT'`)
    await asOwner('delete from channel_customers where channel_id = $1', [desk.channelOf('OTHERS')])
    await asOwner(
      `insert into channel_customers (tenant_id, channel_id, customer_id)
       select tenant_id, $1, id from customers where customer_code = 'OTHER'`,
      [desk.channelOf('OTHERS')],
    )
    const missing = async (input: SentTo<typeof listMissingPrices> = {}) =>
      (await desk.get(listMissingPrices, input)).rows.map((row) => [
        row.customerCode,
        row.missing.map(({ kind, channelCode }) => (channelCode ? `${kind} ${channelCode}` : kind)),
      ])
    const all = ['operation', 'freight LOCAL', 'storage']
    // OTHERS is for the other customer alone.
    expect(await missing()).toEqual([
      ['ACME', all],
      ['OTHER', ['operation', 'freight LOCAL', 'freight OTHERS', 'storage']],
    ])
    expect(await missing({ order: 'desc', search: 'acme' })).toEqual([['ACME', all]])
    const inForce = await desk.get(pricesInForce, { customerId: desk.customerId })
    expect(inForce.map(({ kind, channelCode }) => [kind, channelCode])).toEqual([
      ['operation', null],
      ['freight', 'LOCAL'],
      ['storage', null],
    ])
    await asOwner(
      `update channels set billing_method = 'flat', is_enabled = false where channel_code = 'LIGHT'`,
    )
    expect(await missing({ search: 'acme' })).toEqual([['ACME', all]])
    await asOwner(`update customers set is_enabled = false where customer_code = 'OTHER'`)
    expect((await missing()).map(([code]) => code)).toEqual(['ACME'])
    const { id } = await desk.quote({ kind: 'freight', channelId: desk.channelOf('LOCAL'), isDefault: true })
    await desk.publish(
      await desk.draft(id, { kind: 'freight', ...freightOf({ flatPrice: '5' }) } as Content),
      inDays(1),
    )
    await asOwner(`update quote_versions set effective_from = now() - interval '1 day'`)
    expect(await missing()).toEqual([['ACME', ['operation', 'storage']]])
  })

  test('is locked with the others of a selection in the order of their ids, and so are their owners', async () => {
    const desk = await aBiller()
    const company = {
      write: desk.write,
      asOwner: <R extends object>(text: string, values: unknown[] = []) =>
        server.owner<R>(text, values, desk.tenantId),
    }
    const customers = (await company.asOwner<{ id: string }>('select id from customers')).map(({ id }) =>
      Number(id),
    )
    const { id: quoteId } = await desk.quote()
    const { ids } = await desk.get(assignPrices, {
      ...{ customerIds: customers, groupId: null, quoteId, discount: '1' },
      ...{ effectiveFrom: inDays(1), inactiveAt: null },
    })
    const inOrder = (table: string, rows: number[], work: (tx: Tx) => Promise<unknown>) =>
      locksInOrder(server, company, table, rows, work)
    const end = (tx: Tx) => endNow(tx, desk.who, { ids: ids.toReversed(), inactiveAt: inDays(3) })
    expect(await inOrder('customer_prices', ids, end)).toBe(true)
    expect(await inOrder('customers', customers, end)).toBe(true)
    const assign = (tx: Tx) =>
      assignNow(tx, desk.who, {
        ...{ customerIds: customers.toReversed(), groupId: null, quoteId, discount: '1' },
        ...{ effectiveFrom: inDays(5), inactiveAt: null },
      })
    expect(await inOrder('customers', customers, assign)).toBe(true)
  })

  test('is in the log with its quote, discount and times', async () => {
    const desk = await aBiller()
    const { id: quoteId } = await desk.quote()
    const [effectiveFrom, inactiveAt] = [inDays(1), inDays(9)]
    const price = { customerIds: [desk.customerId], groupId: null, quoteId, discount: '0.85' }
    await desk.get(assignPrices, { ...price, effectiveFrom, inactiveAt })
    const log = await server.owner(
      `select object_no as no, after from audit_log where object_type = 'customer_price'`,
      [],
      desk.tenantId,
    )
    expect(log).toEqual([
      { no: 'ACME', after: { quoteCode: 'Q-1', discount: '0.85', effectiveFrom, inactiveAt } },
    ])
  })

  test('leaves those for other channels and other kinds of work as they are', async () => {
    const desk = await aBiller()
    const onChannel = (code: string) => desk.quote({ kind: 'freight', channelId: desk.channelOf(code) })
    const quotes = [await desk.quote(), await onChannel('LOCAL'), await onChannel('LIGHT')]
    for (const [i, { id: quoteId }] of quotes.entries())
      await desk.get(assignPrices, {
        ...{ customerIds: [desk.customerId], groupId: null, quoteId, discount: '1' },
        ...{ effectiveFrom: inDays(i + 1), inactiveAt: null },
      })
    const { rows } = await desk.get(listCustomerPrices, {})
    expect(rows.map(({ inactiveAt }) => inactiveAt)).toEqual([null, null, null])
  })

  test('is ended, assigned and deleted by one person at a time', async () => {
    const desk = await aBiller()
    const { id: quoteId } = await desk.quote()
    const price = { customerIds: [desk.customerId], groupId: null, quoteId, discount: '1', inactiveAt: null }
    const { ids } = await desk.get(assignPrices, { ...price, effectiveFrom: inDays(1) })
    const customer = say(`select 1 from customers where id = ${desk.customerId} for no key update`)
    const end = (tx: Tx) => endNow(tx, desk.who, { ids, inactiveAt: inDays(3) })
    expect((await atOnce(server, desk, [customer, end])).isHeld).toBe(true)
  })

  describe('that is deleted before it starts', () => {
    /** Prices of one customer, each as its quote and the days from now on which it starts and ends. */
    async function withPrices(...prices: [from: number, to: number | null][]) {
      const desk = await aBiller()
      const now = Date.now()
      const dayAt = (days: number) => new Date(now + days * 86_400_000).toISOString()
      for (const [from, to] of prices)
        await desk.get(assignPrices, {
          ...{
            customerIds: [desk.customerId],
            groupId: null,
            quoteId: (await desk.quote()).id,
            discount: '1',
          },
          ...{ effectiveFrom: dayAt(from), inactiveAt: to === null ? null : dayAt(to) },
        })
      const rows = async () => (await desk.get(listCustomerPrices, { sort: 'effectiveFrom' })).rows
      const days = (at: string | null) => at && Math.round((Date.parse(at) - now) / 86_400_000)
      const left = async () =>
        (await rows()).map(({ quoteCode, effectiveFrom, inactiveAt }) => [
          ...[quoteCode, days(effectiveFrom), days(inactiveAt)],
        ])
      const remove = async (...codes: string[]) => {
        const ids = (await rows()).filter(({ quoteCode }) => codes.includes(quoteCode)).map(({ id }) => id)
        expect(await desk.get(deletePrices, { ids })).toMatchObject({ ok: codes.length, failed: [] })
      }
      const end = async (code: string, at: number) => {
        const ids = (await rows()).filter(({ quoteCode }) => quoteCode === code).map(({ id }) => id)
        expect(await desk.get(endPrices, { ids, inactiveAt: dayAt(at) })).toMatchObject({ ok: 1 })
      }
      return { left, remove, end }
    }

    test('gives the one before it the end back that it had', async () => {
      const open = await withPrices([1, null], [5, null])
      expect(await open.left()).toEqual([
        ['Q-1', 1, 5],
        ['Q-2', 5, null],
      ])
      await open.remove('Q-2')
      expect(await open.left()).toEqual([['Q-1', 1, null]])
      const ended = await withPrices([1, 9], [5, null])
      await ended.remove('Q-2')
      expect(await ended.left()).toEqual([['Q-1', 1, 9]])
    })

    test('leaves an end alone that it did not set', async () => {
      const before = await withPrices([1, 5], [5, null])
      await before.remove('Q-2')
      expect(await before.left()).toEqual([['Q-1', 1, 5]])
      const since = await withPrices([1, null], [5, null])
      await since.end('Q-1', 4)
      await since.remove('Q-2')
      expect(await since.left()).toEqual([['Q-1', 1, 4]])
    })

    test.each([
      ['the later one first', [['Q-2'], ['Q-3']], null],
      ['the earlier one first', [['Q-3'], ['Q-2']], null],
      ['both at once', [['Q-2', 'Q-3']], null],
      ['the later one first', [['Q-2'], ['Q-3']], 12],
      ['the earlier one first', [['Q-3'], ['Q-2']], 12],
      ['both at once', [['Q-2', 'Q-3']], 12],
    ])(
      'with one that was put before it, %s (%j), leaves the first one with its end %j',
      async (_, steps, end) => {
        const { left, remove } = await withPrices([1, end], [7, null], [5, 7])
        for (const codes of steps) await remove(...codes)
        expect(await left()).toEqual([['Q-1', 1, end]])
      },
    )

    test('between two others leaves the first one until the last starts, and for good once that is deleted too', async () => {
      const { left, remove } = await withPrices([1, null], [5, null], [7, null])
      await remove('Q-2')
      expect(await left()).toEqual([
        ['Q-1', 1, 7],
        ['Q-3', 7, null],
      ])
      await remove('Q-3')
      expect(await left()).toEqual([['Q-1', 1, null]])
    })

    test('with all that follow it leaves the first one as it was', async () => {
      const { left, remove } = await withPrices([1, 20], [5, null], [7, null])
      await remove('Q-2', 'Q-3')
      expect(await left()).toEqual([['Q-1', 1, 20]])
    })
  })

  test('is missing until a default quote is in force', async () => {
    const desk = await aBiller()
    const missing = async () => (await desk.get(listMissingPrices, { search: 'acme' })).rows
    expect(await missing()).toMatchObject([
      { missing: expect.arrayContaining([{ kind: 'storage', channelCode: null }]) },
    ])
    const { id } = await desk.quote({ isDefault: true })
    const version = await desk.draft(id)
    await desk.publish(version, inDays(1))
    await desk.begin(version, 1)
    const kinds = (await missing())[0]?.missing.map(({ kind }) => kind)
    expect(kinds).toContain('operation')
    expect(kinds).not.toContain('storage')
  })
})

test('a price that is assigned counts alone: the customer’s before the group’s, and the default only without any', async () => {
  const desk = await aBiller()
  const asOwner = <R extends object>(text: string, values: unknown[] = []) =>
    server.owner<R>(text, values, desk.tenantId)
  const [group] = await asOwner<{ id: string }>(
    `with made as (insert into customer_groups (tenant_id, group_code, group_name) values (tenant_now(), 'G', 'G') returning id),
     joined as (update customers set group_id = made.id from made where customers.id = $1)
     select id from made`,
    [desk.customerId],
  )
  const inForce = async (isDefault: boolean) => {
    const { id } = await desk.quote({ isDefault })
    const version = await desk.draft(id)
    await desk.publish(version, inDays(1))
    await desk.begin(version, 1)
    return id
  }
  const assign = async (owner: { customerId?: number; groupId?: number }, quoteId: number) =>
    asOwner(
      `insert into customer_prices (tenant_id, customer_id, group_id, quote_id, kind, effective_from, created_by)
       values (tenant_now(), $1, $2, $3, 'storage', now() - interval '1 day', system_account())`,
      [owner.customerId ?? null, owner.groupId ?? null, quoteId],
    )
  const isMissing = async () =>
    (await desk.get(listMissingPrices, { search: 'acme' })).rows.some(({ missing }) =>
      missing.some(({ kind }) => kind === 'storage'),
    )
  await inForce(true)
  expect(await isMissing()).toBe(false)
  await assign({ groupId: Number(group?.id) }, (await desk.quote()).id)
  expect(await isMissing()).toBe(true)
  await assign({ customerId: desk.customerId }, await inForce(false))
  expect(await isMissing()).toBe(false)
  await asOwner(`update customer_prices set quote_id = $1 where customer_id is not null`, [
    (await desk.quote()).id,
  ])
  await asOwner(`update customer_prices set quote_id = $1 where group_id is not null`, [await inForce(false)])
  expect(await isMissing()).toBe(true)
})

test('a customer shows the quotes that apply: its own before its group’s, with the discount, and only while they do', async () => {
  const desk = await aBiller()
  const { customerId } = desk
  const asOwner = <R extends object>(text: string, values: unknown[] = []) =>
    server.owner<R>(text, values, desk.tenantId)
  const inForce = async (over: Partial<SentTo<typeof calls.createQuote>> = {}) => {
    const { id } = await desk.quote(over)
    const version = await desk.draft(id)
    await desk.publish(version, inDays(1))
    await desk.begin(version, 1)
    return id
  }
  const assign = (
    quoteId: number,
    over: { groupId?: number; discount?: string; from?: string; to?: string } = {},
  ) =>
    asOwner(
      `insert into customer_prices (tenant_id, customer_id, group_id, quote_id, kind, discount, effective_from, inactive_at, created_by)
       values (tenant_now(), $1, $2, $3, 'storage', $4, now() + $5::interval, now() + $6::interval, system_account())`,
      [
        ...[over.groupId ? null : customerId, over.groupId ?? null, quoteId, over.discount ?? '1'],
        ...[over.from ?? '-1 day', over.to ?? null],
      ],
    )
  const listed = async (input: SentTo<typeof listCustomers> = {}) =>
    (await desk.get(listCustomers, input)).rows.map(({ customerCode, quotes }) => [customerCode, quotes])
  const storageOf = async () =>
    (await desk.get(pricesInForce, { customerId })).find(({ kind }) => kind === 'storage')
  const [group] = await asOwner<{ id: string }>(
    `with made as (insert into customer_groups (tenant_id, group_code, group_name) values (tenant_now(), 'G', 'G') returning id),
     joined as (update customers set group_id = made.id from made where customers.id = $1)
     select id from made`,
    [customerId],
  )
  const groupId = Number(group?.id)
  expect(await storageOf()).toMatchObject({ quoteCode: null, versionNo: null, source: 'default' })

  await inForce({ quoteCode: 'USUAL', isDefault: true })
  expect(await storageOf()).toMatchObject({
    quoteCode: 'USUAL',
    versionNo: 1,
    source: 'default',
    discount: '1.00',
  })
  expect(await listed({ search: 'acme' })).toEqual([['ACME', []]])
  expect(await listed({ search: 'acme', hasQuote: '1' })).toEqual([])
  expect(await listed({ search: 'acme', hasQuote: '0' })).toEqual([['ACME', []]])

  await assign(await inForce({ quoteCode: 'SHARED' }), { groupId, discount: '0.90' })
  const shared = [{ quoteCode: 'SHARED', discount: '0.90' }]
  expect(await listed({ search: 'acme', hasQuote: '1' })).toEqual([['ACME', shared]])
  expect(await storageOf()).toMatchObject({ quoteCode: 'SHARED', source: 'group', discount: '0.90' })

  const own = await inForce({ quoteCode: 'OWN' })
  await assign(own, { from: '-9 days', to: '-8 days' })
  await assign(own, { from: '8 days', to: '9 days' })
  expect(await listed({ search: 'acme' })).toEqual([['ACME', shared]])
  await assign(own, { discount: '0.85', to: '5 days' })
  expect(await listed({ search: 'acme' })).toEqual([['ACME', [{ quoteCode: 'OWN', discount: '0.85' }]]])
  expect(await storageOf()).toMatchObject({ quoteCode: 'OWN', source: 'customer', discount: '0.85' })
  expect(Date.parse((await storageOf())?.inactiveAt ?? '')).toBeLessThan(Date.parse(inDays(6)))
  expect(
    (await desk.get(listCustomers, { hasQuote: '0' })).rows.map((row) => row.customerCode),
  ).not.toContain('ACME')

  // Agreed, but disabled: the customer’s work has no price, and the page says so.
  await asOwner('update quotes set is_enabled = false where id = $1', [own])
  expect(await storageOf()).toMatchObject({ quoteCode: 'OWN', versionNo: null, source: 'customer' })

  const clerk = await aUser(server, { tenantId: desk.tenantId, permissions: ['query:customer:view'] })
  const { rows } = await server.done(listCustomers, { search: 'acme' }, clerk)
  expect(rows).toMatchObject([{ quotes: null }])
  expect(await server.send(listCustomers, { hasQuote: '1' }, clerk)).toMatchObject({
    data: { kind: 'forbidden' },
  })
})

test('a price of a customer group is there for its customers, and missing for others', async () => {
  const desk = await aBiller()
  const { id: quoteId } = await desk.quote()
  const version = await desk.draft(quoteId)
  await desk.publish(version, inDays(1))
  await desk.begin(version, 1)
  const asOwner = <R extends object>(text: string, values: unknown[] = []) =>
    server.owner<R>(text, values, desk.tenantId)
  const [group] = await asOwner<{ id: string }>(
    `insert into customer_groups (tenant_id, group_code, group_name) values (tenant_now(), 'G', 'G') returning id`,
  )
  const groupId = Number(group?.id)
  await desk.get(assignPrices, {
    ...{ customerIds: [], groupId, quoteId, discount: '1', effectiveFrom: inDays(1), inactiveAt: null },
  })
  await asOwner(`update customer_prices set effective_from = now() - interval '1 day'`)
  const isMissing = async () =>
    (await desk.get(listMissingPrices, { search: 'acme' })).rows.some(({ missing }) =>
      missing.some(({ kind }) => kind === 'storage'),
    )
  expect(await isMissing()).toBe(true)
  await asOwner('update customers set group_id = $1 where id = $2', [groupId, desk.customerId])
  expect(await isMissing()).toBe(false)
})

test('sample prices are in force at once, can be copied as they are, and are created only for what has no quote', async () => {
  const store = await aStore(server)
  await server.owner(`update warehouses set currency_code = 'USD', unit = 1`, [], store.tenantId)
  const send = async <C extends Call>(call: C, input: SentTo<C>) => {
    const { success, message, data } = await server.send(call, input, store)
    return success ? (data as OutputOf<C>) : message
  }
  expect(await send(calls.createSampleQuotes, {})).toEqual({ count: 2 })
  const list = (await send(calls.listQuotes, {})) as OutputOf<typeof calls.listQuotes>
  expect(
    list.rows.map(({ quoteCode, kind, status, isDefault }) => [quoteCode, kind, status, isDefault]),
  ).toEqual([
    ['SAMPLE-OPERATION', 'operation', 'effective', true],
    ['SAMPLE-STORAGE', 'storage', 'effective', true],
  ])
  const contents: Content[] = []
  for (const { id: quoteId } of list.rows) {
    const { versions } = (await send(calls.getQuote, { id: quoteId })) as OutputOf<typeof calls.getQuote>
    const version = (await send(calls.getVersion, { id: versions[0]?.id ?? 0 })) as OutputOf<
      typeof calls.getVersion
    >
    const content = version.content as Content
    contents.push(content)
    expect(await send(calls.createVersion, { quoteId, content, note: null })).toEqual({
      id: expect.any(Number),
    })
  }
  const handling = { conditionType: 'none', minCharge: null, maxCharge: null }
  const rule = (
    feeCode: string,
    billOrderType: string,
    chargeUnit: string,
    firstPrice: string,
    nextPrice: string | null = null,
  ) => ({
    ...{ ...handling, feeCode, billOrderType, chargeUnit, feeTypeId: expect.any(Number) },
    tiers: [{ from: '0', to: null, firstCount: 1, firstPrice, nextPrice }],
  })
  expect(contents[0]).toEqual({
    ...{ kind: 'operation', dimDivisor: null },
    rules: [
      rule('INB_PUTAWAY', 'inbound', 'piece', '0.10'),
      rule('OUT_HANDLING', 'order', 'order', '1.20', '0.30'),
      rule('RTN_HANDLING', 'return', 'piece', '0.80'),
    ],
  })
  expect(contents[1]).toMatchObject({
    ...{ freeDays: 30, tiers: [{ ageFrom: 1, ageTo: null, price: '0.50', quality: 'all' }] },
  })
  expect(await send(calls.createSampleQuotes, {})).toBe(
    'Handling, storage and every channel charged flat per package already have a quote. Create a quote for other channels.',
  )
  const flat = ['OPERATION', 'STORAGE', `${'X'.repeat(34)}1`, `${'X'.repeat(34)}2`]
  await server.owner(
    `insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, label_source, billing_method, label_format, countries)
     select $1, x, x, x, lower(x), 'SELF', 'self_built', case when x = 'PICKUP' then 'none' else 'flat' end::billing_method, 'pdf_100x150', '{US}'
     from unnest($2::text[]) x`,
    [store.tenantId, [...flat, 'PICKUP']],
    store.tenantId,
  )
  expect(await send(calls.createSampleQuotes, {})).toEqual({ count: 4 })
  const freight = (await send(calls.listQuotes, { kind: 'freight' })) as OutputOf<typeof calls.listQuotes>
  expect(freight.rows.map(({ channelCode }) => channelCode).sort()).toEqual(flat.toSorted())
  const versions = await server.owner(
    `select distinct v.content, v.effective_from = v.published_at as "isNow" from quote_versions v join quotes q on q.id = v.quote_id
     where q.kind = 'freight'`,
    [],
    store.tenantId,
  )
  const asTheChannel = { dimDivisor: null, dimRounding: null, weightStep: null, weightBasis: null }
  expect(versions).toEqual([
    {
      content: { kind: 'freight', ...asTheChannel, flatPrice: '5.00', rows: [], surcharges: [] },
      isNow: true,
    },
  ])
  const log = await server.owner(
    `select distinct l.after, e.kind from audit_log l join events e on e.object_type = 'quote' and e.object_id = l.object_id
     where l.object_type = 'quote' and l.action = 'create'`,
    [],
    store.tenantId,
  )
  expect(log).toEqual([{ after: { isDefault: true }, kind: 'quote.created' }])
})

test('sample prices for rent are per cubic foot where the warehouse counts in pounds and inches', async () => {
  const store = await aStore(server)
  await server.owner('alter table warehouses disable trigger user')
  await server.owner('update warehouses set unit = 2 where tenant_id = $1', [store.tenantId], store.tenantId)
  await server.owner('alter table warehouses enable trigger user')
  await server.done(calls.createSampleQuotes, {}, store)
  const [rent] = await server.owner(
    `select v.content #>> '{tiers,0,price}' as price from quote_versions v join quotes q on q.id = v.quote_id where q.kind = 'storage'`,
    [],
    store.tenantId,
  )
  expect(rent).toEqual({ price: '0.015' })
})

test('publishing a version and assigning a price queue the pricing of what waits for a price, for this company', async () => {
  const { quote, draft, publish, tenantId, customerId, get } = await aBiller()
  const { id: quoteId } = await quote()
  const version = await draft(quoteId)
  const queued = () =>
    server.owner<{ payload: { tenantId: number } }>(
      `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'price_open_events' and (j.payload ->> 'tenantId')::bigint = $1`,
      [tenantId],
    )
  expect(await queued()).toEqual([])
  const start = inDays(1)
  await publish(version, start)
  expect(await queued()).toHaveLength(1)
  await get(assignPrices, {
    ...{ customerIds: [customerId], groupId: null, quoteId, discount: '1' },
    ...{ effectiveFrom: start, inactiveAt: null },
  })
  expect(await queued()).toHaveLength(2)
  // Orders are audited again once the price starts; those that start together are one job.
  const retries = await server.owner(
    `select round(extract(epoch from j.run_at - $2::timestamptz))::int as late, j.max_attempts as attempts
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'retry_unpriced_orders' and (j.payload ->> 'tenantId')::bigint = $1`,
    [tenantId, start],
  )
  expect(retries).toEqual([{ late: 0, attempts: 5 }])
})

test('a quote that becomes the default or is enabled queues the pricing of what waits for a price, once', async () => {
  const { quote, tenantId, get } = await aBiller()
  const queued = () =>
    server.owner(
      `select t.identifier as task from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where (j.payload ->> 'tenantId')::bigint = $1 order by 1`,
      [tenantId],
    )
  const { id } = await quote()
  await get(calls.editQuote, { id, rowVersion: 1, quoteName: 'Prices', isDefault: true })
  const both = [{ task: 'price_open_events' }, { task: 'retry_unpriced_orders' }]
  expect(await queued()).toEqual(both)
  await server.owner(
    `delete from graphile_worker._private_jobs where (payload ->> 'tenantId')::bigint = $1`,
    [tenantId],
  )
  await get(calls.switchQuotes, { ids: [id], isEnabled: false })
  expect(await queued()).toEqual([])
  await get(calls.switchQuotes, { ids: [id], isEnabled: true })
  await get(calls.switchQuotes, { ids: [id], isEnabled: false })
  await get(calls.switchQuotes, { ids: [id], isEnabled: true })
  expect(await queued()).toEqual(both)
})
