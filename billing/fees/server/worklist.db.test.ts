import { expect, test } from 'vitest'
import type { Call, SentTo } from '../../../platform/calls/call.ts'
import { completeInbound, countLoads, reopenInbound } from '../../../receiving/contract.ts'
import { wrongNow } from '../../../testing/books.ts'
import { locksInOrder } from '../../../testing/lock-order.ts'
import { freightOf, freightRow, handlingOf, publishPrice } from '../../../testing/price-builders.ts'
import { aPricedDesk, type PricedDesk } from '../../../testing/priced-desk.ts'
import { aDock } from '../../../testing/receiving-builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import type { ChargeUnit } from '../../pricing/price-types.ts'
import { charge } from '../../server/events.ts'
import { billingSlice } from '../../server/slice.ts'
import * as calls from '../contract.ts'
import { feeText } from '../text.ts'
import { lockEvents, priceEvents } from './charge.ts'
import { priceEndedDays, priceOpen } from './jobs.ts'
import { waiveEvents as waiveNow } from './worklist.ts'

const server = await startTestServer()

type Anyone = { token: string; headers?: Record<string, string> }
const openEvents = async (who: Anyone, input: SentTo<typeof calls.listOpenEvents> = {}) =>
  server.done(calls.listOpenEvents, input, who)

/** A shipped order whose price was lost between its audit and its shipment, as when a zone is deleted. */
async function shippedWithoutPrice(desk: PricedDesk) {
  await desk.pay('100.00')
  const [order] = await desk.createPrinted({ lines: desk.three() })
  if (!order) throw new Error('no order')
  await desk.asOwner(`update quotes set is_enabled = false where quote_code = 'FR-1'`)
  expect(await desk.ship(order.id)).toMatchObject({ ok: 1 })
  const event = await desk.eventOf(order.id)
  if (!event) throw new Error('no event')
  return { ...order, event }
}

test('an order without a price ships, stays listed with its hold, and is charged once the price is repaired', async () => {
  const desk = await aPricedDesk(server)
  const { id, orderNo, event } = await shippedWithoutPrice(desk)
  expect(await desk.money()).toEqual(['100.00', '17.53'])
  expect((await openEvents(desk)).rows).toMatchObject([
    { id: event.id, sourceNo: orderNo, status: 'open', gap: 'no_price', facts: { quoteCode: 'FR-1' } },
  ])
  const firstSeen = async () => (await openEvents(desk)).rows[0]?.firstSeen
  const seen = await firstSeen()
  const again = await server.done(calls.priceOpenEvents, { ids: [event.id], versionId: null }, desk)
  expect([seen, await firstSeen()]).toEqual([expect.any(String), seen])
  expect(again).toMatchObject({ ok: 0, failed: [{ no: orderNo, reason: expect.stringContaining('FR-1') }] })
  await desk.asOwner(`update quotes set is_enabled = true where quote_code = 'FR-1'`)
  expect(await server.done(calls.priceOpenEvents, { ids: [event.id], versionId: null }, desk)).toEqual({
    ok: 1,
    failed: [],
  })
  expect(await desk.feesOf(id)).toEqual([
    'FREIGHT 9.10 settled',
    'RESIDENTIAL 5.95 settled',
    'FUEL 2.48 settled',
  ])
  expect(await desk.money()).toEqual(['82.47', '0.00'])
  expect((await openEvents(desk)).total).toBe(0)
  const twice = await server.done(calls.priceOpenEvents, { ids: [event.id], versionId: null }, desk)
  expect(twice).toMatchObject({ ok: 0, failed: [{ reason: expect.stringContaining(orderNo) }] })
  const [log] = await desk.asOwner(
    `select l.before, l.after, e.kind from audit_log l join events e on e.object_type = 'billable_event' and e.object_id = l.object_id
     where l.action = 'price_event' and l.after ->> 'billableStatus' = 'charged' and e.kind = 'billable_event.charged'`,
  )
  expect(log).toMatchObject({
    before: { billableStatus: 'open' },
    after: { billableStatus: 'charged', amount: '17.53' },
  })
  const [priced] = await desk.asOwner<{ isPriced: boolean }>(
    `select priced_at is not null as "isPriced", first_open_at is not null as "wasOpen" from billable_events where id = $1`,
    [event.id],
  )
  expect(priced).toEqual({ isPriced: true, wasOpen: true })
})

test('work without fees is found by status, reason, kind, customer and document; versions of sale quotes can be chosen for it', async () => {
  const desk = await aPricedDesk(server)
  const { event, orderNo } = await shippedWithoutPrice(desk)
  await desk.asOwner(
    `insert into billable_events (tenant_id, kind, source_id, source_no, customer_id, charge_date, facts_version, facts)
     select tenant_now(), 'return', 903, 'RT-903', id, warehouse_today(), 1, '{"boxSizes": [], "lines": []}' from customers where customer_code = 'OTHER'`,
  )
  const found = async (input: SentTo<typeof calls.listOpenEvents>) =>
    (await openEvents(desk, { order: 'asc', ...input })).rows.map(({ sourceNo }) => sourceNo)
  expect(await found({})).toEqual([orderNo, 'RT-903'])
  expect(await found({ order: 'desc' })).toEqual(['RT-903', orderNo])
  expect(await found({ status: 'open' })).toEqual([orderNo])
  expect(await found({ gap: 'no_price' })).toEqual([orderNo])
  expect(await found({ gap: 'no_dims' })).toEqual([])
  expect(await found({ kind: 'return' })).toEqual(['RT-903'])
  expect(await found({ customerId: desk.customerId })).toEqual([orderNo])
  expect(await found({ document: 'RT-9' })).toEqual(['RT-903'])
  expect(await found({ document: 'rt-9' })).toEqual(['RT-903'])
  expect((await openEvents(desk, { status: 'open' })).rows[0]).toMatchObject({ id: event.id, kind: 'order' })

  await desk.asOwner(
    `insert into quotes (tenant_id, quote_code, quote_name, search_line, kind, side, channel_id)
     values (tenant_now(), 'COST', 'Cost', 'x', 'freight', 'cost', $1), (tenant_now(), 'AAA', 'First', 'x', 'storage', 'sale', null)`,
    [desk.channelOf('LOCAL')],
  )
  await desk.asOwner(
    `insert into quote_versions (tenant_id, quote_id, version_no, content, effective_from, inactive_at, published_at, published_by, created_by)
     select tenant_now(), q.id, n, '{}'::jsonb, now() + n * interval '1 day', now() + (n + 1) * interval '1 day', case when n < 3 then now() end,
       case when n < 3 then system_account() end, system_account() from quotes q, generate_series(1, 2) n where quote_code in ('COST', 'AAA')
     union all select tenant_now(), q.id, 3, '{}'::jsonb, null, null, null, null, system_account() from quotes q where quote_code = 'AAA'`,
  )
  const versions = await server.done(calls.versionChoices, {}, desk)
  const chosen = versions.filter(({ label }) => !label.startsWith('FREE'))
  expect(chosen.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
    'storage AAA V2 · First',
    'storage AAA V1 · First',
    expect.stringMatching(/^freight FR-1 V1 · /),
  ])
})

test('events are locked in the order of their ids', async () => {
  const desk = await aPricedDesk(server)
  const ids = [...(await unmeasuredBolts(desk, 901)), ...(await unmeasuredBolts(desk, 902))]
  const inOrder = (work: Parameters<typeof locksInOrder>[4]) =>
    locksInOrder(server, desk, 'billable_events', ids, work)
  expect(await inOrder((tx) => lockEvents(tx, desk.who, ids.toReversed(), ['open']))).toBe(true)
  expect(await inOrder((tx) => waiveNow(tx, desk.who, { ids: ids.toReversed(), reason: 'x' }))).toBe(true)
})

test('waived work is charged nothing, says who and why, and its hold is released', async () => {
  const desk = await aPricedDesk(server)
  const { event, orderNo } = await shippedWithoutPrice(desk)
  expect(await server.done(calls.waiveEvents, { ids: [event.id], reason: 'our mistake' }, desk)).toEqual({
    ok: 1,
    failed: [],
  })
  expect(await desk.money()).toEqual(['100.00', '0.00'])
  const [row] = await desk.asOwner<{ status: string; reason: string; by: string }>(
    'select status, waive_reason as reason, waived_by as by, gap, gap_detail as detail from billable_events where id = $1',
    [event.id],
  )
  expect(row).toEqual({
    ...{ status: 'waived', reason: 'our mistake', by: String(desk.who.accountId), gap: null, detail: null },
  })
  expect(
    await desk.asOwner(
      `select l.object_no as no, l.before, l.after, l.reason, e.kind, e.customer_id::int as customer, f.reason as "flowReason"
       from audit_log l join events e on e.object_type = 'billable_event' and e.object_id = l.object_id
       join balance_flows f on f.log_type = 'unfreeze' where l.action = 'waive'`,
    ),
  ).toEqual([
    {
      ...{ no: orderNo, before: { billableStatus: 'open' }, after: { billableStatus: 'waived' } },
      ...{ reason: 'our mistake', kind: 'billable_event.waived', customer: desk.customerId },
      flowReason: 'our mistake',
    },
  ])
  expect(await server.done(calls.waiveEvents, { ids: [event.id], reason: 'x' }, desk)).toMatchObject({
    ok: 0,
  })
})

test('work older than the first version of its quote is priced with a version that is chosen, and the fee keeps it', async () => {
  const desk = await aPricedDesk(server)
  const { id, event } = await shippedWithoutPrice(desk)
  await desk.asOwner('delete from customer_prices')
  await desk.asOwner(`update quotes set is_default = false where kind = 'freight'`)
  const content = { kind: 'freight', ...freightOf({ rows: [freightRow('5', '0', '9', '7.00')] }) }
  const [version] = await desk.asOwner<{ id: string }>(
    `with quote as (
       insert into quotes (tenant_id, quote_code, quote_name, search_line, kind, channel_id)
       values (tenant_now(), 'LATE', 'x', 'x', 'freight', $2) returning id),
     bound as (
       insert into customer_prices (tenant_id, customer_id, quote_id, kind, channel_id, discount, effective_from, created_by)
       select tenant_now(), $3, id, 'freight', $2, 0.5, now() + interval '1 hour', system_account() from quote)
     insert into quote_versions (tenant_id, quote_id, version_no, content, effective_from, published_at, published_by, created_by)
     select tenant_now(), id, 1, $1::jsonb, now() + interval '1 hour', now(), system_account(), system_account() from quote returning id`,
    [JSON.stringify(content), desk.channelOf('LOCAL'), desk.customerId],
  )
  const versionId = Number(version?.id)
  const ids = [event.id]
  expect(await server.done(calls.priceOpenEvents, { ids, versionId: null }, desk)).toMatchObject({ ok: 0 })
  expect(await server.done(calls.priceOpenEvents, { ids, versionId }, desk)).toEqual({ ok: 1, failed: [] })
  const [fee] = await desk.asOwner<{ amount: string; version: string }>(
    'select amount, version_id as version from fees where source_id = $1',
    [id],
  )
  expect(fee).toEqual({ amount: '3.50', version: String(versionId) })
  const { data } = await server.send(calls.priceOpenEvents, { ids, versionId: 1_000_000 }, desk)
  expect(data).toMatchObject({ kind: 'validation' })
})

/** A second version of the freight prices, which starts in an hour and has a tier for heavy packages too. */
const publishHeavy = async (desk: PricedDesk) => {
  const content = { kind: 'freight', ...freightOf({ rows: [freightRow('5', '0', '9', '20.00')] }) }
  await desk.asOwner(
    `update quote_versions set inactive_at = now() + interval '1 hour'
     where quote_id = (select id from quotes where quote_code = 'FR-1')`,
  )
  const [version] = await desk.asOwner<{ id: string }>(
    `insert into quote_versions (tenant_id, quote_id, version_no, content, effective_from, published_at, published_by, created_by)
     select tenant_now(), id, 2, $1::jsonb, now() + interval '1 hour', now(), system_account(), system_account()
     from quotes where quote_code = 'FR-1' returning id`,
    [JSON.stringify(content)],
  )
  return Number(version?.id)
}

test('work above the last tier is priced with a later version that is chosen', async () => {
  const desk = await aPricedDesk(server)
  await desk.pay('100.00')
  const [order] = await desk.createPrinted({ lines: desk.three() })
  const id = order?.id ?? 0
  await desk.weigh(id, '8')
  await desk.ship(id)
  const event = await desk.eventOf(id)
  expect(event).toMatchObject({ status: 'open', gap: 'no_tier' })
  const ids = [event?.id ?? 0]
  const versionId = await publishHeavy(desk)
  expect(await server.done(calls.priceOpenEvents, { ids, versionId: null }, desk)).toMatchObject({ ok: 0 })
  expect(await server.done(calls.priceOpenEvents, { ids, versionId }, desk)).toEqual({ ok: 1, failed: [] })
  const fees = await desk.asOwner('select distinct version_id as version from fees where source_id = $1', [
    id,
  ])
  expect(fees).toEqual([{ version: String(versionId) }])
  expect(await desk.feesOf(id)).toEqual(['FREIGHT 16.00 settled', 'FUEL 2.64 settled'])
  expect(await wrongNow(billingSlice.checks ?? [], server, desk)).toEqual([])
})

test('work whose own version has a price by now is not priced with another', async () => {
  const desk = await aPricedDesk(server)
  await desk.pay('100.00')
  const [order] = await desk.createPrinted({ lines: desk.three() })
  const id = order?.id ?? 0
  await desk.asOwner(`update zone_rows set zip_from = '100', zip_to = '101'`)
  await desk.ship(id)
  await desk.asOwner(`update zone_rows set zip_from = '900', zip_to = '908'`)
  const ids = [(await desk.eventOf(id))?.id ?? 0]
  const versionId = await publishHeavy(desk)
  expect(await server.done(calls.priceOpenEvents, { ids, versionId }, desk)).toMatchObject({
    ok: 0,
    failed: [{ no: order?.orderNo, reason: expect.stringContaining('not older') }],
  })
  expect(await server.done(calls.priceOpenEvents, { ids, versionId: null }, desk)).toMatchObject({ ok: 1 })
  expect(await desk.feesOf(id)).toContain('FREIGHT 9.10 settled')
})

test('a missing zone is found again after its repair, and what was added stays with the event', async () => {
  const desk = await aPricedDesk(server)
  await desk.pay('100.00')
  const [order] = await desk.createPrinted({ lines: desk.three() })
  await desk.asOwner(`update zone_rows set zip_from = '100', zip_to = '101'`)
  await desk.ship(order?.id ?? 0)
  const event = await desk.eventOf(order?.id ?? 0)
  expect(event).toMatchObject({ status: 'open', gap: 'no_zone' })
  await desk.asOwner(`update zone_rows set zip_from = '900', zip_to = '908'`)
  await priceOpen(server.database, desk.tenantId)
  expect(await desk.feesOf(order?.id ?? 0)).toEqual([
    'FREIGHT 9.10 settled',
    'RESIDENTIAL 5.95 settled',
    'FUEL 2.48 settled',
  ])
  const [row] = await desk.asOwner<{ was: string | null; is: string }>(
    `select facts ->> 'zoneCode' as was, completed_facts ->> 'zoneCode' as is from billable_events where id = $1`,
    [event?.id],
  )
  expect(row).toEqual({ was: null, is: '5' })
})

/** An inbound order of two bolts without measures, with a number of its own or that of another document. */
const unmeasuredBolts = async (desk: PricedDesk, sourceId: number) => {
  const [bolt] = await desk.asOwner<{ id: string }>(`select id from products where sku = 'BOLT'`)
  const line = { productId: Number(bolt?.id), good: 2, defective: 0, boxId: null }
  const sizes = { weight: null, length: null, width: null, height: null }
  return desk.write((tx) =>
    charge(tx, desk.who, [
      {
        ...{ kind: 'inbound', sourceId, sourceNo: `IN-${sourceId}`, customerId: desk.customerId },
        ...{ factsVersion: 1, facts: { boxSizes: [], lines: [{ ...line, ...sizes }] } },
      },
    ]),
  )
}

test('missing measures are filled in once they are known, and stay with the event when they change', async () => {
  const desk = await aPricedDesk(server)
  const { rules, ...rest } = await handlingOf(server, desk.tenantId, [['INB_HANDLING', 'inbound', '1.00']])
  await publishPrice(server, {
    ...{ tenantId: desk.tenantId, quoteCode: 'BY-WEIGHT', kind: 'operation' },
    content: { ...rest, rules: rules.map((rule) => ({ ...rule, chargeUnit: 'weight' as const })) },
  })
  await desk.asOwner(`update products set declared_weight = null`)
  const [id = 0] = await unmeasuredBolts(desk, 901)
  await priceOpen(server.database, desk.tenantId)
  expect((await openEvents(desk)).rows).toMatchObject([{ id, status: 'open', gap: 'no_dims' }])
  // What was measured goes before what the customer declared.
  await desk.asOwner(
    `update products set declared_weight = 9, measured_weight = 0.766, measured_at = now(), measured_by = system_account() where sku = 'BOLT'`,
  )
  await priceOpen(server.database, desk.tenantId)
  // 2 × 0.766 = 1.532, up to the next tenth.
  expect(await desk.money()).toEqual(['-1.60', '0.00'])
  await desk.asOwner(`update products set measured_weight = 5 where sku = 'BOLT'`)
  const [row] = await desk.asOwner<{ was: string | null; is: string }>(
    `select facts #>> '{lines,0,weight}' as was, completed_facts #>> '{lines,0,weight}' as is from billable_events where id = $1`,
    [id],
  )
  expect(row).toEqual({ was: null, is: '0.766' })
})

test('an order that shipped without weights is charged for its freight once its products have them', async () => {
  const desk = await aPricedDesk(server)
  await desk.pay('100.00')
  const [order] = await desk.createPrinted({ lines: desk.three() })
  const id = order?.id ?? 0
  const weights = await desk.asOwner<{ id: string; weight: string }>(
    'select id, declared_weight as weight from products',
  )
  await desk.asOwner('update products set declared_weight = null')
  await desk.asOwner('update orders set est_weight = null')
  expect(await desk.ship(id)).toMatchObject({ ok: 1 })
  expect((await openEvents(desk)).rows).toMatchObject([{ status: 'open', gap: 'no_dims' }])
  for (const product of weights)
    await desk.asOwner('update products set declared_weight = $2 where id = $1', [product.id, product.weight])
  await priceOpen(server.database, desk.tenantId)
  expect(await desk.feesOf(id)).toEqual([
    'FREIGHT 9.10 settled',
    'RESIDENTIAL 5.95 settled',
    'FUEL 2.48 settled',
  ])
})

test('pricing an inbound order leaves the money alone that is held for the order with the same id', async () => {
  const desk = await aPricedDesk(server)
  const { id } = await shippedWithoutPrice(desk)
  await unmeasuredBolts(desk, id)
  expect(await desk.eventOf(id, 'inbound')).toMatchObject({ status: 'free' })
  expect([await desk.money(), await desk.holdsOf(id)]).toEqual([['100.00', '17.53'], ['17.53 open']])
})

test('a refund does not wait for work on the event of its fee, which would wait for the fee', async () => {
  const desk = await aPricedDesk(server)
  await desk.pay('100.00')
  const [order] = await desk.createPrinted({ lines: desk.three() })
  await desk.ship(order?.id ?? 0)
  const event = await desk.eventOf(order?.id ?? 0)
  const [fee] = await desk.asOwner<{ id: string }>('select id from fees order by id limit 1')
  const refund = await server.database.write(desk.tenantId, async (tx) => {
    expect(await lockEvents(tx, desk.who, [event?.id ?? 0], ['charged'])).toHaveLength(1)
    return server.send(calls.refundFees, { ids: [Number(fee?.id)], amount: '1.00', reason: 'x' }, desk)
  })
  expect(refund).toMatchObject({ success: true, data: { ok: 1 } })
})

/** A dock whose inbound orders cost 3.00 each, or something for each of a unit. */
async function aPricedDock(
  prices: readonly (readonly [feeCode: string, price: string, unit: ChargeUnit])[] = [
    ['INB_HANDLING', '3.00', 'order'],
  ],
) {
  const dock = await aDock(server)
  const { rules, ...content } = await handlingOf(
    server,
    dock.tenantId,
    prices.map(([code, price]) => [code, 'inbound', price]),
  )
  await publishPrice(server, {
    ...{ tenantId: dock.tenantId, quoteCode: 'IN', kind: 'operation' },
    content: {
      ...content,
      rules: rules.map((rule, i) => ({ ...rule, chargeUnit: prices[i]?.[2] ?? 'order' })),
    },
  })
  const asOwner = <R extends object>(text: string, values: unknown[] = []) =>
    server.owner<R>(text, values, dock.tenantId)
  const balance = async () =>
    (
      await asOwner<{ b: string }>('select balance as b from customer_accounts where customer_id = $1', [
        dock.customerId,
      ])
    )[0]?.b
  return { ...dock, asOwner, balance }
}

test('opening a completed inbound again reverses its fees, and completing it charges them once more', async () => {
  const dock = await aPricedDock()
  const id = await dock.announce([{ sku: 'BOLT', expected: 5 }])
  await dock.count(id, 'BOLT', 4)
  const act = async (call: typeof completeInbound | typeof reopenInbound, input: object) => {
    const answer = await server.send(call as Call, { id, ...input } as never, dock)
    if (!answer.success) throw new Error(answer.message)
  }
  await act(completeInbound, { differenceNote: 'one is missing' })
  expect(await dock.balance()).toBe('-3.00')
  await act(reopenInbound, { reason: 'it was found' })
  expect(await dock.balance()).toBe('0.00')
  const fees = await dock.asOwner<{ status: string }>('select status from fees order by id')
  expect(fees.map(({ status }) => status)).toEqual(['reversed'])
  await act(completeInbound, { differenceNote: 'one is missing' })
  expect(await dock.balance()).toBe('-3.00')
  const [fee] = await dock.asOwner<{ id: string }>(`select id from fees where status = 'settled'`)
  await server.done(calls.refundFees, { ids: [Number(fee?.id)], amount: '1.00', reason: 'x' }, dock)
  const refused = await server.send(reopenInbound, { id, reason: 'x' } as never, dock)
  expect(refused).toMatchObject({ success: false, message: expect.stringContaining('has a refund') })
  expect(await dock.balance()).toBe('-2.00')
})

/** A dock that takes 200.00 for a container and 5.00 for a pallet. */
async function aLoadingDock() {
  const dock = await aPricedDock([
    ['INB_UNLOAD', '200.00', 'container'],
    ['INB_HANDLING', '5.00', 'pallet'],
  ])
  const counted = (id: number, palletCount: number | null, containerCount: number | null) =>
    server.send(countLoads, { id, palletCount, containerCount }, dock)
  const complete = (id: number, loads: Partial<SentTo<typeof completeInbound>> = {}) =>
    server.send(completeInbound, { id, differenceNote: 'one is missing', ...loads }, dock)
  const receiveSome = async (expected: number) => {
    const id = await dock.announce([{ sku: 'BOLT', expected }])
    await dock.count(id, 'BOLT', 4)
    return id
  }
  return { ...dock, counted, complete, receiveSome }
}

test('pallets and containers are counted at the completion and charged', async () => {
  const dock = await aLoadingDock()
  const id = await dock.receiveSome(5)
  expect(await dock.complete(id, { palletCount: 4, containerCount: 1 })).toMatchObject({ success: true })
  expect(await dock.balance()).toBe('-220.00')
  expect(await dock.read(id)).toMatchObject({ palletCount: 4, containerCount: 1 })
  const [row] = await dock.asOwner(
    `select before, after from audit_log where action = 'count_loads' and object_id = $1`,
    [id],
  )
  expect(row).toEqual({
    before: { palletCount: null, containerCount: null },
    after: { palletCount: 4, containerCount: 1 },
  })
  const refused = await dock.counted(id, 5, 1)
  expect(refused).toMatchObject({ success: false, message: expect.stringContaining('is charged already') })
  expect(await dock.counted(id, 4, 1)).toMatchObject({ success: true })
  expect(await dock.read(id)).toMatchObject({ palletCount: 4, containerCount: 1 })
})

test('what was counted during receiving stays if the completion says nothing', async () => {
  const dock = await aLoadingDock()
  const id = await dock.receiveSome(5)
  expect(await dock.counted(id, 2, 0)).toMatchObject({ success: true })
  await dock.complete(id)
  expect(await dock.balance()).toBe('-10.00')
})

test('what was counted during receiving is withdrawn by a completion that says so', async () => {
  const dock = await aLoadingDock()
  const id = await dock.receiveSome(5)
  await dock.counted(id, 2, 1)
  await dock.complete(id, { palletCount: null, containerCount: null })
  expect(await dock.read(id)).toMatchObject({ palletCount: null, containerCount: null })
})

test('an inbound order without its pallets stays open until they are counted', async () => {
  const dock = await aLoadingDock()
  const id = await dock.receiveSome(5)
  await dock.complete(id)
  expect((await openEvents(dock)).rows).toMatchObject([
    { status: 'open', gap: 'no_dims', facts: { what: 'containers' } },
  ])
  await dock.counted(id, null, 1)
  expect((await openEvents(dock)).rows).toMatchObject([{ facts: { what: 'pallets' } }])
  await dock.counted(id, 3, 1)
  expect((await openEvents(dock)).total).toBe(0)
  expect(await dock.balance()).toBe('-215.00')
})

test('one that closed itself waits for the end of the day, and keeps what was counted until then', async () => {
  const dock = await aLoadingDock()
  const id = await dock.receiveSome(4)
  expect(await dock.read(id)).toMatchObject({ status: 'complete' })
  await dock.counted(id, 1, 2)
  expect(await dock.balance()).toBe('0.00')
  const [event] = await dock.asOwner<{ id: string }>(
    'select id, status, completed_facts as facts from billable_events',
  )
  expect(event).toMatchObject({ status: 'waiting', facts: { pallets: 1, containers: 2, pieces: 4 } })
  await server.database.write(dock.tenantId, (tx) => priceEvents(tx, dock.who, [Number(event?.id)]))
  expect(await dock.balance()).toBe('-405.00')
})

test('nothing is counted before the goods have arrived, nor for an order of another company', async () => {
  const dock = await aLoadingDock()
  const id = await dock.announce([{ sku: 'BOLT', expected: 4 }], { isSubmitted: false })
  expect(await dock.counted(id, 1, 1)).toMatchObject({
    success: false,
    message: expect.stringContaining('hasn’t arrived'),
  })
  const other = await aLoadingDock()
  expect(await other.counted(id, 1, 1)).toMatchObject({ success: false })
})

test('every event is charged, waived, free, open or waiting, and the list shows the last two', async () => {
  const desk = await aPricedDesk(server)
  const { event } = await shippedWithoutPrice(desk)
  await desk.asOwner(`update quotes set is_enabled = true where quote_code = 'FR-1'`)
  const [charged] = await desk.createPrinted({ lines: desk.three() })
  await desk.ship(charged?.id ?? 0)
  await desk.asOwner(
    `insert into billable_events (tenant_id, kind, source_id, source_no, customer_id, charge_date, facts_version, facts)
     select tenant_now(), 'inbound', n, 'IN-' || n, $1, warehouse_today() + x.days, 1, '{"boxSizes": [], "lines": []}'
     from (values (901, 0), (902, -1)) x (n, days)`,
    [desk.customerId],
  )
  // A voided order waits for its carrier, whatever its day.
  await desk.asOwner(
    `insert into billable_events (tenant_id, kind, source_id, source_no, customer_id, charge_date, facts_version, facts)
     select tenant_now(), 'order_void', 903, 'OB-903', customer_id, warehouse_today() - 1, facts_version, facts from billable_events where id = $1`,
    [event.id],
  )
  const counts = async () =>
    Object.fromEntries(
      (
        await desk.asOwner<{ status: string; n: string }>(
          'select status, count(*) as n from billable_events group by 1',
        )
      ).map(({ status, n }) => [status, Number(n)]),
    )
  expect(await counts()).toEqual({ open: 1, charged: 1, waiting: 3 })
  expect((await openEvents(desk)).total).toBe(4)
  const today = (await openEvents(desk, { status: 'waiting', document: 'IN-901' })).rows[0]
  expect(
    await server.done(calls.priceOpenEvents, { ids: [today?.id ?? 0], versionId: null }, desk),
  ).toMatchObject({
    ok: 0,
    failed: [{ reason: feeText.waitingDay.en_US }],
  })
  await priceEndedDays(server.database, desk.tenantId)
  expect(await counts()).toEqual({ open: 1, charged: 1, waiting: 2, free: 1 })
  await server.done(calls.waiveEvents, { ids: [event.id], reason: 'x' }, desk)
  expect(await counts()).toEqual({ waived: 1, charged: 1, waiting: 2, free: 1 })
  expect(await wrongNow(billingSlice.checks ?? [], server, desk)).toEqual([])
})
