import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import {
  auditOrders,
  createOrder,
  interceptOrders,
  voidOrders as voidCall,
} from '../../../orders/contract.ts'
import { writeOrders } from '../../../orders/server/orders.ts'
import { voidOrders } from '../../../orders/server/steps.ts'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { actOnAll } from '../../../platform/lists/lists.ts'
import { aShippingDesk, type ShippingDesk } from '../../../testing/order-builders.ts'
import { printOptions } from '../../../testing/order-work.ts'
import { freightOf, freightRow, publishPrice, surcharge } from '../../../testing/price-builders.ts'
import { readPaper } from '../../../testing/read-paper.ts'
import { atOnce, say } from '../../../testing/server-ground.ts'
import { wrongIn } from '../../../testing/stock-work.ts'
import { aPerson, aSession, startTestServer } from '../../../testing/test-server.ts'
import { worked } from '../../../testing/work.ts'
import { printLabels } from '../../labels/contract.ts'
import {
  findPackages,
  getBatch,
  listBatches,
  listOutbound,
  outboundCarriers,
  printHandover,
  shipOrders,
  totalsToShip,
  weighPackage,
} from '../contract.ts'
import { outboundChecks } from './checks.ts'
import { shipOrders as shipThem } from './ship.ts'

const server = await startTestServer()

type Shipped = OutputOf<typeof shipOrders>
const ship = async (desk: ShippingDesk, ids: number[], truckNo?: string) =>
  (await desk.send(shipOrders, { ids, ...(truckNo && { truckNo }) })).data as Shipped
const find = (desk: ShippingDesk, ...numbers: string[]) => desk.done(findPackages, { numbers })
const ask = <R extends object>(desk: ShippingDesk, text: string, values: unknown[] = []) =>
  server.owner<R>(text, values, desk.tenantId)
const statusOf = async (desk: ShippingDesk, id: number) =>
  (await ask<{ status: string }>(desk, 'select status from orders where id = $1', [id]))[0]?.status

/** A desk with a hundred bolts and a hundred nuts in one bin. */
async function aStockedDesk() {
  const desk = await aShippingDesk(server)
  const [bolts, nuts] = [await desk.batch('BOLT'), await desk.batch('NUT')]
  for (const batchId of [bolts, nuts]) await desk.move({ flow: 'receive', batchId, onHand: 100 })
  return { ...desk, bolts, nuts }
}
type Desk = Awaited<ReturnType<typeof aStockedDesk>>

/** The ledger checks of stock and shipping. */
const wrong = (desk: ShippingDesk) =>
  server.database.read(desk.tenantId, async (db) => {
    const hits = await Promise.all(outboundChecks.map(({ hits }) => hits(db, desk.tenantId)))
    return [...(await wrongIn(db, desk.tenantId)), ...hits.flat().map(({ what }) => what)]
  })

describe('shipping', () => {
  test('takes the goods out of the bin, as the table of stock and money says', async () => {
    const desk = await aStockedDesk()
    const levels = async () => (await desk.level(desk.bolts)).slice(0, 3)
    expect(await levels()).toEqual([100, 0, 0])
    const [printed] = await desk.createPrinted({ lines: [desk.line('BOLT', 3)] })
    expect(await levels(), 'audited and printed').toEqual([100, 3, 0])
    expect(await ship(desk, [printed?.id ?? 0], 'TRUCK-7')).toMatchObject({ ok: 1, failed: [] })
    expect(await levels(), 'shipped').toEqual([97, 0, 0])
    const [other] = await desk.createPrinted({ lines: [desk.line('BOLT', 3)] })
    await desk.send(voidCall, { ids: [other?.id ?? 0], reason: 'cancelled' })
    expect(await levels(), 'voided instead').toEqual([97, 0, 0])
    expect(await wrong(desk)).toEqual([])
  })

  test('writes status, shipment, batch, flows, billable event, audit rows and event together', async () => {
    const desk = await aStockedDesk()
    const [order] = await desk.createPrinted({ lines: [desk.line('BOLT', 2), desk.line('NUT', 1)] })
    const id = order?.id ?? 0
    const { batches } = await ship(desk, [id], ' TRUCK-7 ')
    expect(batches).toEqual([
      {
        id: expect.any(Number),
        batchNo: expect.stringMatching(/^SB\d{6}-00001$/),
        orderCount: 1,
        packageCount: 1,
      },
    ])
    const batchNo = batches[0]?.batchNo
    const [row] = await ask(
      desk,
      `select o.status, o.shipped_at is not null as timed, o.status_at = o.shipped_at as since, b.batch_no, b.truck_no, b.carrier,
         b.order_count, b.package_count, b.weight,
         (select json_agg(a.status) from allocations a where a.demand_id = o.id) as allocations,
         (select json_agg(json_build_array(f.flow_type, f.d_on_hand, f.d_allocated, f.source_no) order by f.d_on_hand) from stock_flows f
            where f.flow_type = 'ship') as flows,
         (select json_agg(json_build_array(e.kind, e.source_no, e.status)) from billable_events e) as billable,
         (select json_agg(json_build_array(l.action, l.before, l.after)) from audit_log l
            where l.object_type = 'order' and l.action = 'ship') as audit,
         (select json_agg(json_build_array(v.kind, v.payload, v.customer_id = o.customer_id)) from events v
            where v.kind = 'order.shipped') as events
       from orders o join shipments s on s.order_id = o.id join shipment_batches b on b.id = s.batch_id where o.id = $1`,
      [id],
    )
    expect(row).toEqual({
      status: 'shipped',
      timed: true,
      since: true,
      batch_no: batchNo,
      truck_no: 'TRUCK-7',
      carrier: 'SELF',
      order_count: 1,
      package_count: 1,
      weight: '1.500',
      allocations: ['taken', 'taken'],
      flows: [
        ['ship', -2, -2, order?.orderNo],
        ['ship', -1, -1, order?.orderNo],
      ],
      billable: [['order', order?.orderNo, 'free']],
      audit: [['ship', { orderStatus: 'waybill_printed' }, { orderStatus: 'shipped', batchNo }]],
      events: [['order.shipped', { batchNo, trackingNos: [`TN${id}`] }, true]],
    })
    expect(await wrong(desk)).toEqual([])
  })

  test('leaves out what cannot go, each with its cause, and ships the rest', async () => {
    const desk = await aStockedDesk()
    const made = await desk.createPrinted(...Array.from({ length: 9 }, () => ({})))
    const [good, shipped, voided, intercepted, other, unprinted, bare, loose, blocked] = made.map(
      ({ id }) => id,
    )
    const waiting = await desk.create()
    const late = { lines: [desk.line('BOLT', 1), desk.line('NUT', 1)] }
    const [stuck] = await desk.createPrinted(late)
    await ship(desk, [shipped ?? 0])
    await desk.send(voidCall, { ids: [voided ?? 0], reason: 'cancelled' })
    await ask(desk, `update orders set intercept_status = 'requested' where id = $1`, [intercepted])
    await ask(desk, 'update orders set channel_id = $2 where id = $1', [other, desk.channelOf('LIGHT')])
    await ask(desk, 'update waybills set print_count = 0, printed_at = null where order_id = $1', [unprinted])
    await ask(desk, `update waybills set status = 'voiding' where order_id = $1`, [bare])
    await ask(desk, `update allocations set status = 'released' where demand_id = $1`, [loose])
    await ask(desk, `update stock set blocked_because = 'I-01' where batch_id = $1`, [desk.nuts])
    const ids = [...made.map(({ id }) => id), waiting.id, stuck?.id ?? 0, 999_999]
    const { ok, failed, batches } = await ship(desk, ids)
    const no = (id: number | undefined) => made.find((one) => one.id === id)?.orderNo
    expect(ok).toBe(2)
    expect(batches).toMatchObject([{ orderCount: 2 }])
    expect(Object.fromEntries(failed.map(({ id, reason }) => [id, reason]))).toEqual({
      [shipped ?? 0]: `Order ${no(shipped)} has already been shipped`,
      [voided ?? 0]: `Order ${no(voided)} is voided. Don’t send it.`,
      [intercepted ?? 0]:
        `An intercept of order ${no(intercepted)} has been requested. Put the package aside.`,
      [other ?? 0]: `The label of order ${no(other)} belongs to another channel. Get a new label first.`,
      [unprinted ?? 0]: `The label of a package of order ${no(unprinted)} isn’t printed yet`,
      [bare ?? 0]: `A package of order ${no(bare)} has no valid label. Get a new label first.`,
      [loose ?? 0]: `The stock of order ${no(loose)} isn’t fully allocated. Check it again.`,
      [waiting.id]: `Order ${waiting.orderNo} is “Pending audit”. Its waybill has to be printed first.`,
      [stuck?.id ?? 0]: `Stock of order ${stuck?.orderNo} is blocked by the ledger check. Unblock it first.`,
      999999: 'Order not found',
    })
    expect([await statusOf(desk, good ?? 0), await statusOf(desk, blocked ?? 0)]).toEqual([
      'shipped',
      'shipped',
    ])
    expect(await statusOf(desk, stuck?.id ?? 0)).toBe('waybill_printed')
  })

  test('makes one batch for each carrier, and no batch where nothing can go', async () => {
    const desk = await aStockedDesk()
    await ask(desk, `update channels set carrier = 'UPS' where channel_code = 'LIGHT'`)
    const made = await desk.createPrinted({}, { channelId: desk.channelOf('LIGHT') }, {})
    const ids = made.map(({ id }) => id)
    const { batches } = await ship(desk, ids)
    const list = await desk.done(listBatches, {})
    expect(list.rows.map(({ carrier, orderCount, weight }) => [carrier, orderCount, weight]).sort()).toEqual([
      ['SELF', 2, '1.000'],
      ['UPS', 1, '0.500'],
    ])
    expect(batches).toHaveLength(2)
    // Their sheets are in one file, in the order of the batches.
    const sheets = { ids: batches.map(({ id }) => id).sort((a, b) => b - a) }
    const task = await worked(server, desk.session, (await desk.done(printHandover, sheets)).taskId)
    expect(task).toMatchObject({ status: 'done', message: '2 hand-over sheets', done: 2, total: 2 })
    const file = await server.server.http.inject({ method: 'GET', url: task.fileUrl ?? '' })
    expect(file.headers['content-disposition']).toContain('handover-sheets.pdf')
    const pages = await readPaper(file.rawPayload, 300)
    expect(pages.map(({ codes }) => codes)).toEqual(
      batches.toSorted((a, b) => a.id - b.id).map(({ batchNo }) => [batchNo]),
    )
    expect(await desk.send(printHandover, { ids: [...sheets.ids, 999_999] })).toMatchObject({
      ...{ success: false, message: 'Outbound batch not found' },
    })
    expect(await ship(desk, ids)).toMatchObject({ ok: 0, batches: [] })
    expect(((await desk.send(listBatches, {})).data as typeof list).total).toBe(2)
  })

  test('leaves the weight of a batch open where one of its packages has none', async () => {
    const desk = await aStockedDesk()
    await ask(desk, `update products set declared_weight = null where sku = 'NUT'`)
    const made = await desk.createPrinted({}, { lines: [desk.line('NUT', 1)] })
    await ship(
      desk,
      made.map(({ id }) => id),
    )
    expect(await desk.done(listBatches, {})).toMatchObject({ rows: [{ packageCount: 2, weight: null }] })
  })

  test('takes between 1 and 500 orders', async () => {
    const desk = await aStockedDesk()
    for (const ids of [[], Array.from({ length: 501 }, (_, i) => i + 1)])
      expect(await desk.send(shipOrders, { ids })).toMatchObject({
        success: false,
        message: expect.stringContaining('Invalid order size'),
      })
  })

  test('is needed for what is packed after the usage period, too, and repeats its answer for the same key', async () => {
    const desk = await aStockedDesk()
    const [order] = await desk.createPrinted({})
    await server.owner(`update tenants set expires_at = now() - interval '1 day' where id = $1`, [
      desk.tenantId,
    ])
    const headers = { ...desk.session.headers, 'x-idempotency-key': 'one-and-the-same-key' }
    const input = { ids: [order?.id ?? 0] }
    const first = await server.send(shipOrders, input, { ...desk.session, headers })
    const again = await server.send(shipOrders, input, { ...desk.session, headers })
    expect(first).toMatchObject({ success: true, data: { ok: 1 } })
    expect(again.data).toEqual(first.data)
    expect(await server.send(voidCall, { ...input, reason: 'x' }, desk.session)).toMatchObject({
      success: false,
    })
  })

  test('knows nothing of another company', async () => {
    const [desk, stranger] = [await aStockedDesk(), await aStockedDesk()]
    const [order] = await stranger.createPrinted({})
    const ids = [order?.id ?? 0]
    expect(await ship(desk, ids)).toMatchObject({
      ok: 0,
      failed: [{ reason: 'Order not found' }],
      batches: [],
    })
    expect(await find(desk, `TN${order?.id}`)).toEqual({ packages: [], missing: [`TN${order?.id}`] })
    const { batches } = await ship(stranger, ids)
    const id = batches[0]?.id ?? 0
    for (const answer of [await desk.send(getBatch, { id }), await desk.send(printHandover, { ids: [id] })])
      expect(answer).toMatchObject({ success: false, message: 'Outbound batch not found' })
    const [item] = (await find(stranger, `TN${order?.id}`)).packages
    expect(await desk.send(weighPackage, { packageId: item?.packageId ?? 0, weight: '1' })).toMatchObject({
      success: false,
      message: 'Package not found',
    })
  })

  test('needs as many statements for many orders as for one', async () => {
    const desk = await aStockedDesk()
    const lines = [desk.line('BOLT', 1), desk.line('NUT', 1)]
    const made = await desk.createPrinted(...Array.from({ length: 21 }, () => ({ lines })))
    const statements = async (ids: number[]) => {
      const sent = vi.spyOn(pg.Client.prototype, 'query')
      await desk.write((tx) => shipThem(tx, desk.who, { ids }))
      const { length } = sent.mock.calls
      sent.mockRestore()
      return length
    }
    const ids = made.map(({ id }) => id)
    const one = await statements(ids.slice(0, 1))
    expect(await statements(ids.slice(1))).toBe(one)
    expect(one).toBeLessThanOrEqual(20)
  })

  test('of all matching orders is a task that names what could not go', async () => {
    const desk = await aStockedDesk()
    const made = await desk.createPrinted({}, {}, {}, { channelId: desk.channelOf('LIGHT') })
    await ask(desk, `update orders set intercept_status = 'requested' where id = $1`, [made[1]?.id])
    const task = await worked(
      server,
      desk.session,
      (
        await desk.done(actOnAll, {
          list: 'outbound',
          filters: { channelId: desk.channelOf('LOCAL') },
          path: shipOrders.path,
          input: { truckNo: 'BAG-1' },
        })
      ).taskId,
    )
    expect(task).toMatchObject({
      status: 'partly_done',
      message: '2 succeeded, 1 failed',
      failures: [{ id: made[1]?.id, no: made[1]?.orderNo, reason: expect.stringContaining('intercept') }],
    })
    const { rows } = await desk.done(listBatches, {})
    expect(rows).toMatchObject([{ truckNo: 'BAG-1', orderCount: 2 }])
    expect(await statusOf(desk, made[3]?.id ?? 0)).toBe('waybill_printed')
  })

  test('of more matching orders than one part takes answers the batches of every part', async () => {
    const desk = await aShippingDesk(server)
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 1000 })
    const orders = Array.from({ length: 503 }, () => {
      const { customerId, ...facts } = createOrder.input.parse(desk.facts())
      return { customerId, facts }
    })
    const ids = (await desk.write((tx) => writeOrders(tx, desk.who, orders))).map(({ id }) => id)
    for (const part of [ids.slice(0, 500), ids.slice(500)])
      expect(await desk.done(auditOrders, { ids: part })).toMatchObject({ ok: part.length })
    // They are more than one print takes.
    expect(await desk.send(printLabels, { filters: {}, ...printOptions })).toMatchObject({
      ...{ success: false, message: 'Invalid order size' },
    })
    await desk.print(ids)
    const input = { list: 'outbound', filters: {}, path: shipOrders.path, input: { truckNo: null } }
    const task = await worked(server, desk.session, (await desk.done(actOnAll, input)).taskId)
    expect(task).toMatchObject({ status: 'done', total: 503, failures: [] })
    const { rows } = await desk.done(listBatches, { sort: 'batchNo', order: 'asc' })
    const batches = rows.map(({ id, batchNo, orderCount, packageCount }) => ({
      ...{ id, batchNo, orderCount, packageCount },
    }))
    expect(batches.map(({ orderCount }) => orderCount)).toEqual([500, 3])
    expect(task.answers).toEqual(batches.map((batch) => ({ batches: [batch] })))
    expect(await wrong(desk)).toEqual([])
  })
})

describe('the facts of a shipped order', () => {
  const factsOf = async (desk: Desk, id: number, kind = 'order') =>
    (
      await ask<{ facts: Record<string, unknown>; version: number; day: string }>(
        desk,
        `select facts, facts_version as version, charge_date = warehouse_today() as day from billable_events
         where source_id = $1 and kind = $2::billable_kind`,
        [id, kind],
      )
    )[0]

  test('hold all a price needs, whatever changes afterwards', async () => {
    const desk = await aStockedDesk()
    const [schema] = await ask<{ id: string }>(
      desk,
      `with made as (
         insert into zone_schemas (tenant_id, schema_code, schema_name, search_line) values ($1, 'US-W', 'West', 'west') returning id)
       select id from made`,
      [desk.tenantId],
    )
    await ask(
      desk,
      `insert into zone_rows (tenant_id, schema_id, row_no, zone_code, country_code, zip_from, zip_to, remote_level)
       values ($1, $2, 1, '2', 'US', '900', '908', 'none'), ($1, $2, 2, '7', 'US', '90210', '90210', 'das')`,
      [desk.tenantId, schema?.id],
    )
    await publishPrice(server, {
      ...{ tenantId: desk.tenantId, quoteCode: 'WEST', kind: 'freight', channelId: desk.channelOf('LOCAL') },
      content: freightOf({
        rows: [freightRow('7', '0', null, '0')],
        surcharges: [surcharge('signature', '0'), surcharge('insurance', '0')],
      }),
    })
    await ask(
      desk,
      `update channels set billing_method = 'price_book', dim_divisor = 139, dim_trigger_volume = 100, dim_rounding = 'ceil', weight_step = 1,
         weight_basis = 'max', zone_schema_id = $1, service_code = 'GND', support_signature = true, support_insurance = true where channel_code = 'LOCAL'`,
      [schema?.id],
    )
    await ask(desk, `update products set declared_weight = 0.7 where sku = 'BOLT'`)
    const [order] = await desk.createPrinted({
      lines: [{ ...desk.line('BOLT', 2), declaredValue: '9.90' }, desk.line('NUT', 1)],
      postcode: '90210-1234',
      addressKind: 'commercial',
      signature: true,
      insuredValue: '100.00',
    })
    const id = order?.id ?? 0
    await ask(desk, `update waybills set cost_amount = 4.56, cost_currency = 'EUR' where order_id = $1`, [id])
    await ask(
      desk,
      'update packages set weight = 2.3, length = 11.1, width = 8.1, height = 4.1 where order_id = $1',
      [id],
    )
    expect(await ship(desk, [id])).toMatchObject({ ok: 1 })

    await ask(
      desk,
      `update channels set billing_method = 'flat', dim_divisor = 5000, zone_schema_id = null, weight_step = 0.5`,
    )
    await ask(desk, `update products set declared_weight = 99`)
    await ask(desk, 'delete from zone_rows')
    const [ids] = await ask<{ waybill: string; pack: string; account: string }>(
      desk,
      'select id as waybill, package_id as pack from waybills where order_id = $1',
      [id],
    )
    expect(await factsOf(desk, id)).toEqual({
      version: 4,
      day: true,
      facts: {
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        createdAt: expect.any(String),
        auditedAt: expect.any(String),
        channelId: desk.channelOf('LOCAL'),
        channelCode: 'LOCAL',
        carrier: 'SELF',
        serviceCode: 'GND',
        labelSource: 'self_built',
        billingMethod: 'price_book',
        dimDivisor: 139,
        dimTriggerVolume: '100.000000',
        dimRounding: 'ceil',
        weightStep: '1.000',
        weightBasis: 'max',
        zoneSchemaId: Number(schema?.id),
        zoneSchemaCode: 'US-W',
        zoneCode: '7',
        remoteLevel: 'das',
        countryCode: 'US',
        stateCode: 'CA',
        addressKind: 'commercial',
        signature: true,
        services: ['signature'],
        insurance: '100.00',
        pieceClass: 'mm',
        skus: 2,
        pieces: 3,
        estimated: {
          weight: '1.900',
          length: '10.00',
          width: '8.00',
          height: '15.00',
          billableWeight: '9.000',
        },
        packages: [
          {
            packageId: Number(ids?.pack),
            packageSeq: 1,
            weight: '2.300',
            length: '11.10',
            width: '8.10',
            height: '4.10',
            billableWeight: '4.000',
            waybills: [
              {
                waybillId: Number(ids?.waybill),
                status: 'obtained',
                trackingNo: `TN${id}`,
                carrier: 'SELF',
                labelSource: 'self_built',
                channelId: desk.channelOf('LOCAL'),
                costAmount: '4.560000',
                costCurrency: 'EUR',
                costRate: null,
              },
            ],
          },
        ],
        lines: [
          {
            lineNo: 1,
            productId: desk.productOf('BOLT'),
            sku: 'BOLT',
            quantity: 2,
            declaredValue: '9.90',
            length: '10.00',
            width: '8.00',
            height: '5.00',
            weight: '0.700',
          },
          {
            lineNo: 2,
            productId: desk.productOf('NUT'),
            sku: 'NUT',
            quantity: 1,
            declaredValue: null,
            length: '10.00',
            width: '8.00',
            height: '5.00',
            weight: '0.500',
          },
        ],
      },
    })
  })

  test('are kept for a voided order that had a label, and only for such', async () => {
    const desk = await aStockedDesk()
    const bare = await desk.create()
    const [labelled] = await desk.createPrinted({})
    await desk.send(voidCall, { ids: [bare.id, labelled?.id ?? 0], reason: 'cancelled' })
    expect(await factsOf(desk, bare.id, 'order_void')).toBeUndefined()
    expect(await factsOf(desk, labelled?.id ?? 0, 'order_void')).toMatchObject({
      version: 4,
      facts: { channelCode: 'LOCAL', pieces: 1, packages: [{ billableWeight: '1.000' }] },
    })
    expect(await factsOf(desk, labelled?.id ?? 0)).toBeUndefined()
  })

  test('are kept for an order that was intercepted when it could be worked on', async () => {
    const desk = await aStockedDesk()
    await ask(desk, `update warehouses set settings = '{"interceptNeedsReview": false}'`)
    const early = await desk.create()
    const [late] = await desk.createPrinted({})
    await desk.send(interceptOrders, { ids: [early.id, late?.id ?? 0], reason: 'wrong address' })
    expect([await statusOf(desk, early.id), await statusOf(desk, late?.id ?? 0)]).toEqual([
      'voided',
      'voided',
    ])
    expect(await factsOf(desk, early.id, 'order_intercept')).toBeUndefined()
    expect(await factsOf(desk, late?.id ?? 0, 'order_intercept')).toMatchObject({
      facts: { packages: [{ waybills: [{ status: 'obtained' }] }] },
    })
    expect(await factsOf(desk, late?.id ?? 0, 'order_void')).toBeUndefined()
  })
})

describe('at the same time', () => {
  test('a hundred people ship the same order, and it leaves once', async () => {
    const desk = await aStockedDesk()
    const [order, other] = await desk.createPrinted({ lines: [desk.line('BOLT', 3)] }, {})
    const id = order?.id ?? 0
    const results = await Promise.all(Array.from({ length: 100 }, () => ship(desk, [id, other?.id ?? 0])))
    expect(results.filter(({ ok }) => ok === 2)).toHaveLength(1)
    const reasons = results.flatMap(({ failed }) =>
      failed.filter((one) => one.id === id).map(({ reason }) => reason),
    )
    expect(reasons).toHaveLength(99)
    expect(new Set(reasons)).toEqual(new Set([`Order ${order?.orderNo} has already been shipped`]))
    expect((await desk.level(desk.bolts)).slice(0, 3)).toEqual([96, 0, 0])
    expect(await wrong(desk)).toEqual([])
  }, 60_000)

  test('batches over the same orders in opposite order queue instead of blocking each other', async () => {
    const desk = await aStockedDesk()
    const made = await desk.createPrinted(
      ...Array.from({ length: 6 }, (_, i) => ({ lines: [desk.line(i % 2 ? 'BOLT' : 'NUT', 1)] })),
    )
    const ids = made.map(({ id }) => id)
    const results = await Promise.all(
      [ids, ids.toReversed(), ids.slice(2), ids.slice(3).toReversed()].map((all) => ship(desk, all)),
    )
    expect(results.reduce((sum, { ok }) => sum + ok, 0)).toBe(6)
    expect(await wrong(desk)).toEqual([])
  })

  test.each([
    ['shipping', 'voiding'],
    ['voiding', 'shipping'],
  ])('%s comes first and %s finds it done', async (first) => {
    const desk = await aStockedDesk()
    const [order] = await desk.createPrinted({ lines: [desk.line('BOLT', 3)] })
    const ids = [order?.id ?? 0]
    const shipping = (tx: Parameters<typeof shipThem>[0]) => shipThem(tx, desk.who, { ids })
    const voiding = (tx: Parameters<typeof shipThem>[0]) =>
      voidOrders(tx, desk.who, { ids, reason: 'cancelled' })
    const isShip = first === 'shipping'
    const result = await atOnce(server, desk, isShip ? [shipping, voiding] : [voiding, shipping])
    expect(result).toMatchObject({
      first: { value: { ok: 1, failed: [] } },
      second: { value: { ok: 0, failed: [{ id: ids[0] }] } },
      isHeld: true,
    })
    expect(await statusOf(desk, ids[0] ?? 0)).toBe(isShip ? 'shipped' : 'voided')
    expect((await desk.level(desk.bolts)).slice(0, 3)).toEqual(isShip ? [97, 0, 0] : [100, 0, 0])
    expect(await wrong(desk)).toEqual([])
  })

  test('an intercept that was requested first keeps the order here', async () => {
    const desk = await aStockedDesk()
    const [order] = await desk.createPrinted({})
    const ids = [order?.id ?? 0]
    const result = await atOnce(server, desk, [
      say(`update orders set intercept_status = 'requested' where id = ${ids[0]}`),
      (tx) => shipThem(tx, desk.who, { ids }),
    ])
    expect(result).toMatchObject({
      second: { value: { ok: 0, failed: [{ reason: expect.stringContaining('intercept') }] } },
      isHeld: true,
    })
    expect(await statusOf(desk, ids[0] ?? 0)).toBe('waybill_printed')
  })
})

describe('the list of what can be shipped', () => {
  const list = (desk: Desk, input: object) => desk.done(listOutbound, input)

  test('has the printed orders, filtered by carrier, channel, customer and day', async () => {
    const desk = await aStockedDesk()
    await ask(desk, `update channels set carrier = 'UPS' where channel_code = 'LIGHT'`)
    await desk.create()
    const [one, two] = await desk.createPrinted(
      { referenceNo: 'WEB-77' },
      { channelId: desk.channelOf('LIGHT'), lines: [desk.line('BOLT', 2)] },
    )
    const all = await list(desk, {})
    expect(all).toMatchObject({ total: 2, missing: [], notReady: [] })
    expect(all.rows[0]).toMatchObject({
      id: one?.id,
      trackingNos: [`TN${one?.id}`],
      packageCount: 1,
      pieceCount: 1,
      weight: '0.500',
      carrier: 'SELF',
    })
    const idsFor = async (input: object) => (await list(desk, input)).rows.map(({ id }) => id)
    expect(await idsFor({ carrier: 'UPS' })).toEqual([two?.id])
    expect(await idsFor({ channelId: desk.channelOf('LOCAL') })).toEqual([one?.id])
    expect(await idsFor({ customerId: desk.customerId })).toHaveLength(2)
    expect(await idsFor({ customerId: 999_999 })).toEqual([])
    await ask(desk, `update channels set carrier = 'DHL' where channel_code = 'OTHERS'`)
    expect(await desk.done(outboundCarriers, {})).toEqual(['DHL', 'SELF', 'UPS'])
    // What two packages weigh is known when both are weighed; until then it is estimated.
    const asOwner = (text: string) => ask(desk, text, [one?.id])
    await asOwner(
      'insert into packages (tenant_id, order_id, package_seq) select tenant_id, id, 2 from orders where id = $1',
    )
    const weighed = async () => (await list(desk, {})).rows[0]
    await asOwner('update packages set weight = 0.7 where order_id = $1 and package_seq = 1')
    expect(await weighed()).toMatchObject({ weight: '0.500', packageCount: 2 })
    await asOwner('update packages set weight = 0.8 where order_id = $1 and package_seq = 2')
    expect(await weighed()).toMatchObject({ weight: '1.500' })
    expect(await idsFor({ search: `tn${two?.id}` })).toEqual([two?.id])
    expect(await idsFor({ search: 'web-7' })).toEqual([one?.id])
    expect(await idsFor({ printedTo: '2020-01-01' })).toEqual([])
    expect(await idsFor({ printedFrom: '2020-01-01' })).toHaveLength(2)
  })

  test('says what selected orders, or all that match, come to before they are shipped', async () => {
    const desk = await aStockedDesk()
    await ask(desk, `update channels set carrier = 'UPS' where channel_code = 'LIGHT'`)
    const [one, two, gone] = await desk.createPrinted(
      {},
      { channelId: desk.channelOf('LIGHT'), lines: [desk.line('BOLT', 2)] },
      {},
    )
    await ship(desk, [gone?.id ?? 0])
    const totals = (input: object) => desk.done(totalsToShip, input)
    const ids = [one?.id ?? 0, two?.id ?? 0, gone?.id ?? 0]
    const both = {
      packages: 2,
      weight: '1.500',
      unweighed: 0,
      carriers: ['SELF', 'UPS'],
      customers: ['ACME'],
    }
    expect(await totals({ ids })).toEqual(both)
    expect(await totals({ filters: {} })).toEqual(both)
    expect(await totals({ filters: { codes: [two?.orderNo] } })).toMatchObject({
      packages: 1,
      carriers: ['UPS'],
    })
    await ask(desk, `update orders set est_weight = null where id = $1`, [two?.id])
    expect(await totals({ ids: [two?.id] })).toMatchObject({ packages: 1, weight: '0', unweighed: 1 })
    await ask(desk, `update packages set weight = 2.25 where order_id = $1`, [two?.id])
    expect(await totals({ ids })).toMatchObject({ weight: '2.750', unweighed: 0 })
    const nothing = { packages: 0, weight: '0', unweighed: 0, carriers: [], customers: [] }
    expect(await totals({ ids: [] })).toEqual(nothing)
    expect(await (await aStockedDesk()).done(totalsToShip, { ids })).toEqual(nothing)
  })

  test('names pasted numbers that are unknown, and those that can’t be shipped', async () => {
    const desk = await aStockedDesk()
    const [one, two, three] = await desk.createPrinted({ referenceNo: 'WEB-1' }, {}, {})
    await ship(desk, [two?.id ?? 0])
    const found = await list(desk, {
      codes: ['web-1', `tn ${two?.id}`, three?.orderNo, 'nowhere'],
    })
    expect(found.rows.map(({ id }) => id)).toEqual([one?.id, three?.id])
    expect(found.missing).toEqual(['nowhere'])
    expect(found.notReady).toEqual([
      { id: two?.id, no: two?.orderNo, reason: `Order ${two?.orderNo} has already been shipped` },
    ])
  })

  test('finds a package by its tracking number, and all of an order by its own', async () => {
    const desk = await aStockedDesk()
    const [order] = await desk.createPrinted({ referenceNo: 'WEB-1' })
    const waiting = await desk.create({ referenceNo: 'WEB-2' })
    await ask(
      desk,
      `with k as (insert into packages (tenant_id, order_id, package_seq) values ($1, $2, 2) returning id),
       w as (insert into waybills (tenant_id, package_id, order_id, channel_id, label_source, label_format, carrier, status)
         select $1, k.id, $2, $3, 'self_built', 'pdf_100x150', 'SELF', 'requesting' from k returning id)
       select 1 from w`,
      [desk.tenantId, order?.id, desk.channelOf('LOCAL')],
    )
    await ask(
      desk,
      `update waybills set status = 'obtained', tracking_no = 'TN-SECOND', obtained_at = now(), print_count = 1, printed_at = now()
       where status = 'requesting'`,
    )
    const second = await find(desk, ' tn-second ')
    expect(second).toMatchObject({
      missing: [],
      packages: [
        {
          orderId: order?.id,
          packageSeq: 2,
          packageCount: 2,
          trackingNo: 'TN-SECOND',
          obstacle: null,
          weight: null,
        },
      ],
    })
    expect(
      (await find(desk, 'WEB-1', `TN${order?.id}`)).packages.map(({ packageSeq }) => packageSeq),
    ).toEqual([1, 2])
    expect((await find(desk, 'WEB-2')).packages).toMatchObject([
      {
        orderId: waiting.id,
        packageId: null,
        obstacle: 'not_printed',
        reason: expect.stringContaining('Pending audit'),
      },
    ])
  })
})

test('a label that was replaced does not leave with the package', async () => {
  const desk = await aStockedDesk()
  const [order] = await desk.createPrinted({})
  const id = order?.id ?? 0
  await ask(desk, `update waybills set status = 'voided', voided_at = now() where order_id = $1`, [id])
  await ask(
    desk,
    `insert into waybills (tenant_id, package_id, order_id, channel_id, label_source, label_format, carrier, status)
     select tenant_id, package_id, order_id, channel_id, label_source, label_format, carrier, 'requesting' from waybills`,
  )
  await ask(
    desk,
    `update waybills set status = 'obtained', tracking_no = 'NEW-1', obtained_at = now(), print_count = 1, printed_at = now()
     where status = 'requesting'`,
  )
  expect((await find(desk, `TN${id}`)).packages).toMatchObject([
    {
      orderId: id,
      obstacle: 'old_label',
      reason: `This label of order ${order?.orderNo} is no longer valid. Replace it with the new one.`,
    },
  ])
  expect((await find(desk, 'NEW-1')).packages).toMatchObject([{ orderId: id, obstacle: null }])
  const pasted = (await desk.send(listOutbound, { codes: [`TN${id}`] })).data
  expect(pasted).toMatchObject({ total: 0, missing: [], notReady: [{ id }] })
  await ask(desk, `update waybills set tracking_no = 'TN' || order_id where tracking_no = 'NEW-1'`)
  expect((await find(desk, `TN${id}`)).packages, 'the number is in use again').toMatchObject([
    { obstacle: null },
  ])
})

describe('weighing', () => {
  test('is demanded before shipping where the warehouse wants it', async () => {
    const desk = await aStockedDesk()
    const [order] = await desk.createPrinted({})
    const id = order?.id ?? 0
    await ask(desk, `update warehouses set settings = '{"weighRequired": true}'`)
    expect(await ship(desk, [id])).toMatchObject({
      ok: 0,
      failed: [{ reason: expect.stringContaining('weighed') }],
    })
    const [item] = (await find(desk, `TN${id}`)).packages
    expect(item).toMatchObject({ obstacle: 'not_weighed', isWeighed: false, weight: '0.500' })
    const packageId = item?.packageId ?? 0
    expect((await desk.send(weighPackage, { packageId, weight: '0.62' })).data).toEqual({ weight: '0.620' })
    expect(await ship(desk, [id])).toMatchObject({ ok: 1 })
    const [{ facts } = { facts: undefined }] = await ask<{ facts: object }>(
      desk,
      'select facts from billable_events',
    )
    expect(facts).toMatchObject({ packages: [{ weight: '0.620', length: null, billableWeight: '1.000' }] })
    expect(await desk.send(weighPackage, { packageId, weight: '0.7' })).toMatchObject({
      success: false,
      message: `Order ${order?.orderNo} has already been shipped`,
    })
    const log = await ask(desk, `select before, after from audit_log where action = 'weigh'`)
    expect(log).toEqual([
      { before: { packageNo: 1, weight: null }, after: { packageNo: 1, weight: '0.620' } },
    ])
  })
})

describe('a batch', () => {
  test('shows its packages, is found again, and is printed as a hand-over sheet', async () => {
    const desk = await aStockedDesk()
    const made = await desk.createPrinted({}, {})
    const { batches } = await ship(
      desk,
      made.map(({ id }) => id),
      'TRUCK-7',
    )
    const [batch] = batches
    const id = batch?.id ?? 0
    expect((await desk.send(getBatch, { id })).data).toMatchObject({
      batchNo: batch?.batchNo,
      truckNo: 'TRUCK-7',
      weight: '1.000',
      packages: made.map(({ id: orderId, orderNo }) => ({
        orderId,
        orderNo,
        trackingNo: `TN${orderId}`,
        weight: '0.500',
      })),
    })
    for (const input of [
      { search: 'truck-7' },
      { search: 'ｔｒｕｃｋ－７' },
      { search: batch?.batchNo },
      { carrier: 'SELF' },
      {},
    ])
      expect((await desk.send(listBatches, input)).data).toMatchObject({ total: 1 })
    for (const input of [
      { shippedTo: '2020-01-01' },
      { shippedFrom: '2099-01-01' },
      { carrier: 'UPS' },
      { search: 'truck-8' },
    ])
      expect((await desk.send(listBatches, input)).data).toMatchObject({ total: 0 })
    const task = await worked(server, desk.session, (await desk.done(printHandover, { ids: [id] })).taskId)
    expect(task).toMatchObject({ status: 'done', message: '1 hand-over sheet', fileUrl: expect.any(String) })
    const file = await server.server.http.inject({ method: 'GET', url: task.fileUrl ?? '' })
    expect(await readPaper(file.rawPayload, 300)).toMatchObject([
      {
        codes: [batch?.batchNo],
        text: expect.stringMatching(/Handed over by:.*Received by carrier:/s),
      },
    ])
  })

  test('is printed by users who may ship, and seen by users who may see orders', async () => {
    const desk = await aStockedDesk()
    const [order] = await desk.createPrinted({})
    const { batches } = await ship(desk, [order?.id ?? 0])
    const person = await aPerson(server, desk.tenantId, { permissions: ['order:order:view'] })
    const token = await aSession(server, desk.tenantId, person.id)
    const id = batches[0]?.id ?? 0
    expect(await server.send(getBatch, { id }, { token })).toMatchObject({ success: true })
    expect(await server.send(printHandover, { ids: [id] }, { token })).toMatchObject({ success: false })
  })
})

describe('the ledger check', () => {
  test.each([
    ['a shipment is missing', 'delete from shipments'],
    ['an order is not shipped', `update orders set status = 'waybill_printed', shipped_at = null`],
    [
      'a movement is too small',
      `update stock_flows set d_on_hand = -1, d_allocated = -1 where flow_type = 'ship'`,
    ],
    [
      'the goods left by another kind of movement',
      `update stock_flows set flow_type = 'dispose', d_allocated = 0 where flow_type = 'ship'`,
    ],
    ['the billable event is missing', 'delete from billable_events'],
    ['a batch counts wrongly', 'update shipment_batches set order_count = 2, package_count = 2'],
  ])('notices that %s', async (_, sabotage) => {
    const desk = await aStockedDesk()
    const [order] = await desk.createPrinted({ lines: [desk.line('BOLT', 2)] })
    await ship(desk, [order?.id ?? 0])
    const shipped = () =>
      server.database.read(desk.tenantId, async (db) =>
        (await Promise.all(outboundChecks.map(({ hits }) => hits(db, desk.tenantId)))).flat(),
      )
    expect(await shipped()).toEqual([])
    await ask(desk, `alter table orders disable trigger user`)
    try {
      await ask(desk, sabotage)
    } finally {
      await ask(desk, `alter table orders enable trigger user`)
    }
    expect((await shipped()).length).toBeGreaterThan(0)
  })
})
