import { describe, expect, test } from 'vitest'
import { auditOrders, getOrder, listOrders, voidOrders } from '../../../orders/contract.ts'
import { voidOrders as voidThem } from '../../../orders/server/steps.ts'
import type { Call, OutputOf, SentTo } from '../../../platform/calls/call.ts'
import type { Database } from '../../../platform/database/server/db.ts'
import { idsOf, only } from '../../../platform/database/server/rows.ts'
import { deadlocksOf } from '../../../testing/deadlocks.ts'
import { twoLines } from '../../../testing/interleave.ts'
import { aShippingDesk, type ShippingDesk } from '../../../testing/order-builders.ts'
import { chance } from '../../../testing/random.ts'
import { readPaper } from '../../../testing/read-paper.ts'
import { aPerson, aSession, startTestServer } from '../../../testing/test-server.ts'
import { worked } from '../../../testing/work.ts'
import * as calls from '../contract.ts'
import { pickingStates } from '../states.ts'
import { pickingChecks } from './checks.ts'
import { createPickingLists } from './create.ts'
import { pickingJobs } from './jobs.ts'
import { cancelPickingLists, completePickingLists, markPickingListsPrinted } from './steps.ts'

const server = await startTestServer()
const jobs = pickingJobs(server.database)

/** A desk with fifty bolts in A-01, fifty in A-02 and fifty nuts in A-03; pickers pass A-02 first. */
async function aPickingDesk() {
  const desk = await aShippingDesk(server)
  await server.owner(
    `update locations set route_seq = case location_code when 'A-02' then 1 when 'A-01' then 2 else 3 end where tenant_id = $1`,
    [desk.tenantId],
    desk.tenantId,
  )
  await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 50 }, 'A-01')
  const later = await desk.batch('BOLT', { putawayDate: '2026-02-02' })
  await desk.move({ flow: 'receive', batchId: later, onHand: 50 }, 'A-02')
  await desk.move({ flow: 'receive', batchId: await desk.batch('NUT'), onHand: 50 }, 'A-03')
  /** Orders that have passed the audit. */
  const ready = async (...orders: Parameters<ShippingDesk['create']>[0][]) => {
    const ids: number[] = []
    for (const over of orders) ids.push((await desk.create(over)).id)
    const { data } = await desk.send(auditOrders, { ids })
    expect(data).toEqual({ ok: ids.length, failed: [] })
    return ids
  }
  const get = desk.done
  const list = async (ids: number[], over: object = {}) => get(calls.createPickingLists, { ids, ...over })
  /** The only list made of these orders. */
  const listOf = async (ids: number[], over: object = {}) => {
    const { lists } = await list(ids, over)
    expect(lists).toHaveLength(1)
    return lists[0]?.id ?? 0
  }
  const one = (id: number) => get(calls.getPickingList, { id })
  const standing = async (ids: readonly number[]) => {
    const rows = await server.owner<{ id: string; pick_status: string }>(
      'select id, pick_status from orders where id = any($1)',
      [ids],
      desk.tenantId,
    )
    return ids.map((id) => rows.find((row) => Number(row.id) === id)?.pick_status)
  }
  /** Brings an order into a status as other work does. */
  const enter = (status: string, ...ids: number[]) =>
    server.owner(
      `update orders set status = $2::order_status, shipped_at = case when $2 = 'shipped' then now() end,
         exception_code = case when $2 = 'audit_exception' then 'waybill_refused'::order_exception end where id = any($1)`,
      [ids, status],
      desk.tenantId,
    )
  const ship = async (...ids: number[]) => {
    await enter('waybill_printed', ...ids)
    await enter('shipped', ...ids)
  }
  /** Runs the queued jobs. */
  const settle = async () => {
    const queued = await server.owner<{ id: string; payload: { input: { ids: number[] } } }>(
      `select j.id, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'settle_picking_lists' and (j.payload->>'tenantId')::bigint = $1`,
      [desk.tenantId],
    )
    for (const { payload } of queued) await jobs.settle_picking_lists?.(desk.tenantId, payload.input as never)
    await server.owner('select graphile_worker.complete_jobs($1::bigint[])', [queued.map(({ id }) => id)])
    return queued.length
  }
  const gone = (...ids: number[]) => get(voidOrders, { ids, reason: 'sold out' })
  return { ...desk, ready, get, list, listOf, one, standing, enter, ship, settle, gone }
}

/** What the ledger check finds. */
const hits = (tenantId: number) =>
  server.database.read(tenantId, async (db) =>
    (await Promise.all(pickingChecks.map((check) => check.hits(db, tenantId))))
      .flat()
      .map(({ what }) => what),
  )

const bolts = (desk: ShippingDesk, quantity: number) => ({ lines: [desk.line('BOLT', quantity)] })

describe('a picking list', () => {
  test('merges the goods of its orders by bin and product, in pick sequence, with a basket for each order', async () => {
    const desk = await aPickingDesk()
    const [late, urgent] = await desk.ready(
      { lines: [desk.line('NUT', 1), desk.line('BOLT', 4)] },
      { lines: [desk.line('BOLT', 48), desk.line('NUT', 2)], priority: 5 },
    )
    const { ok, failed, lists } = await desk.list([late ?? 0, urgent ?? 0])
    expect([ok, failed]).toEqual([2, []])
    expect(lists).toEqual([
      { id: expect.any(Number), pickingNo: expect.stringMatching(/^PK\d{6}-00001$/), orderCount: 2 },
    ])
    const list = await desk.one(lists[0]?.id ?? 0)
    expect(list).toMatchObject({
      status: 'waiting',
      listType: 'mm',
      orderCount: 2,
      taskCount: 3,
      skuCount: 2,
      pieceCount: 55,
      pickedCount: 0,
      printCount: 0,
      assigneeId: null,
      startedAt: null,
    })
    const way = list.tasks.map(({ taskNo, locationCode, sku, quantity, baskets }) => [
      taskNo,
      locationCode,
      sku,
      quantity,
      baskets,
    ])
    expect(way).toEqual([
      [1, 'A-02', 'BOLT', 2, [{ basketNo: 2, quantity: 2 }]],
      [
        2,
        'A-01',
        'BOLT',
        50,
        [
          { basketNo: 1, quantity: 48 },
          { basketNo: 2, quantity: 2 },
        ],
      ],
      [
        3,
        'A-03',
        'NUT',
        3,
        [
          { basketNo: 1, quantity: 2 },
          { basketNo: 2, quantity: 1 },
        ],
      ],
    ])
    expect(
      list.orders.map(({ id, basketNo, isLive, pickStatus }) => [id, basketNo, isLive, pickStatus]),
    ).toEqual([
      [urgent, 1, true, 'listed'],
      [late, 2, true, 'listed'],
    ])
  })

  test('keeps lots and expiry dates apart, and not the days on which goods came', async () => {
    const desk = await aShippingDesk(server)
    for (const over of [
      { lot: 'L1', expiryDate: '2099-01-01' },
      { lot: 'L1', expiryDate: '2099-01-01', putawayDate: '2026-03-03' },
      { lot: 'L2', expiryDate: '2099-01-01' },
      { lot: 'L1', expiryDate: '2098-01-01' },
    ])
      await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT', over), onHand: 2 })
    const { id } = await desk.create({ lines: [desk.line('BOLT', 8)] })
    await desk.send(auditOrders, { ids: [id] })
    const { data } = await desk.send(calls.createPickingLists, { ids: [id] })
    const [list] = (data as OutputOf<typeof calls.createPickingLists>).lists
    const { tasks } = await desk.done(calls.getPickingList, { id: list?.id ?? 0 })
    expect(tasks.map(({ lot, expiryDate, quantity }) => [lot, expiryDate, quantity])).toEqual([
      ['L1', '2098-01-01', 2],
      ['L1', '2099-01-01', 4],
      ['L2', '2099-01-01', 2],
    ])
  })

  test('is one for each class, of at most the wanted number of orders, unless classes are mixed', async () => {
    const desk = await aPickingDesk()
    const ids = await desk.ready(bolts(desk, 1), bolts(desk, 2), bolts(desk, 1), bolts(desk, 1))
    const typesOf = async (over: object) => {
      const { lists } = await desk.list(ids, over)
      const kinds = await Promise.all(
        lists.map(async ({ id }) => [(await desk.one(id)).listType, (await desk.one(id)).orderCount]),
      )
      await desk.get(calls.cancelPickingLists, { ids: lists.map(({ id }) => id) })
      return kinds
    }
    expect(await typesOf({})).toEqual([
      ['ss', 3],
      ['sm', 1],
    ])
    expect(await typesOf({ perList: 2 })).toEqual([
      ['ss', 2],
      ['ss', 1],
      ['sm', 1],
    ])
    expect(await typesOf({ isMixed: true })).toEqual([['mixed', 4]])
  })

  test('takes no order that cannot be picked, and says of each why', async () => {
    const desk = await aPickingDesk()
    const [good = 0, listed = 0, intercepted = 0, unallocated = 0] = await desk.ready(
      ...Array(4).fill(bolts(desk, 1)),
    )
    const fresh = await desk.list([listed])
    const { id: raw, orderNo } = await desk.create()
    await server.owner(
      `update orders set intercept_status = 'requested' where id = $1`,
      [intercepted],
      desk.tenantId,
    )
    await server.owner(
      `update allocations set status = 'released' where demand_id = $1`,
      [unallocated],
      desk.tenantId,
    )
    const { ok, failed, lists } = await desk.list([good, listed, intercepted, unallocated, raw, 999_999])
    expect([ok, lists.length]).toEqual([1, 1])
    const noOf = async (id: number) => (await desk.done(getOrder, { id })).orderNo
    expect(failed.map(({ id, reason }) => [id, reason])).toEqual([
      [listed, `Order ${await noOf(listed)} is already on picking list ${fresh.lists[0]?.pickingNo}`],
      [
        intercepted,
        `An intercept of order ${await noOf(intercepted)} has been requested. Answer the request first.`,
      ],
      [unallocated, `The stock of order ${await noOf(unallocated)} is not fully allocated. Audit it again.`],
      [
        raw,
        `Order ${orderNo} is “Pending audit”. Only orders that are pending shipment or have a printed waybill can be picked.`,
      ],
      [999_999, 'Order not found'],
    ])
    expect(await desk.standing([good, intercepted, unallocated, raw])).toEqual([
      'listed',
      'none',
      'none',
      'none',
    ])
    const none = await desk.list([raw])
    expect(none).toMatchObject({ ok: 0, lists: [] })
  })

  test.each([
    ['no', []],
    ['more than five hundred', Array.from({ length: 501 }, (_, i) => i + 1)],
  ])('is not made of %s orders', async (_, ids) => {
    const desk = await aShippingDesk(server)
    const { success, message } = await desk.send(calls.createPickingLists, { ids })
    expect([success, message]).toEqual([false, expect.stringContaining('Invalid order size')])
  })

  test('is as urgent as its most urgent order, as long as it is worked on', async () => {
    const desk = await aPickingDesk()
    const [plain = 0, ...mixed] = await desk.ready({}, {}, { priority: 3 })
    const ended = await desk.listOf(await desk.ready({ priority: 9 }))
    await desk.send(calls.cancelPickingLists, { ids: [ended] })
    const [low, high] = [await desk.listOf([plain]), await desk.listOf(mixed)]
    const listed = async (order: 'asc' | 'desc') =>
      (await desk.get(calls.listPickingLists, { sort: 'priority', order })).rows.map(({ id, priority }) => [
        id,
        priority,
      ])
    expect(await listed('desc')).toEqual([
      [high, 3],
      [low, 0],
      [ended, null],
    ])
    expect(await listed('asc')).toEqual([
      [low, 0],
      [high, 3],
      [ended, null],
    ])
    expect(await desk.one(high)).toMatchObject({ priority: 3 })
  })

  test('is found by its number and by the numbers of its orders; an unknown one is not found', async () => {
    const desk = await aPickingDesk()
    const [first = 0, second = 0] = await desk.ready(
      { ...bolts(desk, 1), referenceNo: 'WEB-77' },
      bolts(desk, 2),
    )
    const id = await desk.listOf([first])
    const other = await desk.listOf([second])
    const { pickingNo } = await desk.one(id)
    const idsOf = async (input: object) =>
      (await desk.get(calls.listPickingLists, input)).rows.map((row) => row.id)
    for (const search of [pickingNo, pickingNo.toLowerCase().slice(3), 'web-77'])
      expect([search, (await idsOf({ search })).includes(id)]).toEqual([search, true])
    expect(await idsOf({ search: 'web-77' })).toEqual([id])
    const page = await desk.get(calls.listPickingLists, {
      codes: [pickingNo.toLowerCase(), 'WEB-77', 'PK-NONE'],
    })
    expect([page.total, page.missing]).toEqual([1, ['PK-NONE']])
    expect(await desk.get(calls.findPickingList, { scanned: ` ${pickingNo.toLowerCase()} ` })).toEqual({ id })
    for (const [call, input] of [
      [calls.findPickingList, { scanned: 'PK000000-00000' }],
      [calls.getPickingList, { id: 999_999 }],
    ] as const) {
      const answer = await desk.send(call, input as never)
      expect([answer.message, answer.data]).toEqual(['Picking list not found', { kind: 'not_found' }])
    }
    expect(await idsOf({ listType: 'sm' })).toEqual([other])
    expect(await idsOf({ customerId: desk.customerId })).toEqual([other, id])
    expect(await idsOf({ customerId: 999_999 })).toEqual([])
    expect(await idsOf({ channelId: desk.channelOf('LOCAL') })).toEqual([other, id])
    expect(await idsOf({ channelId: desk.channelOf('LIGHT') })).toEqual([])
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' })
    expect(await idsOf({ createdFrom: today, createdTo: today })).toEqual([other, id])
    expect(await idsOf({ createdTo: '2020-01-01' })).toEqual([])
    expect(await idsOf({ createdFrom: '2099-01-01' })).toEqual([])
    await desk.get(calls.assignPickingLists, { ids: [id], assigneeId: desk.who.accountId })
    expect(await idsOf({ assigneeId: desk.who.accountId })).toEqual([id])
    expect(await idsOf({ status: 'waiting' })).toEqual([other])
    expect(await desk.get(calls.countPickingLists, {})).toEqual({
      waiting: 1,
      picking: 1,
      picked: 0,
      done: 0,
      cancelled: 0,
    })
    expect(await desk.get(calls.countPickingLists, { listType: 'mm' })).toMatchObject({
      waiting: 0,
      picking: 0,
    })
  })
})

test('orders that can be listed are counted by class, channel and customer, the urgent ones first', async () => {
  const desk = await aPickingDesk()
  const light = { channelId: desk.channelOf('LIGHT') }
  const [plain = 0, urgent = 0, several = 0, mixed = 0, listed = 0, intercepted = 0, rejected = 0] =
    await desk.ready(
      bolts(desk, 1),
      { ...bolts(desk, 1), priority: 3 },
      { ...bolts(desk, 2), ...light },
      { lines: [desk.line('BOLT', 1), desk.line('NUT', 1)] },
      bolts(desk, 1),
      bolts(desk, 1),
      bolts(desk, 3),
    )
  await desk.list([listed])
  await desk.enter('waybill_printed', plain)
  const intercept = (status: string, id: number) =>
    server.owner('update orders set intercept_status = $1 where id = $2', [status, id], desk.tenantId)
  await intercept('requested', intercepted)
  await intercept('rejected', rejected)
  const found = (input: SentTo<typeof calls.findPickable>) => desk.get(calls.findPickable, input)
  expect(await found({})).toEqual({
    total: 5,
    orders: { ss: [urgent, plain], sm: [several, rejected], mm: [mixed] },
  })
  expect(await found({ pieceClass: 'ss' })).toEqual({
    total: 2,
    orders: { ss: [urgent, plain], sm: [], mm: [] },
  })
  expect(await found(light)).toMatchObject({ total: 1, orders: { sm: [several] } })
  expect(await found({ customerId: desk.customerId })).toMatchObject({ total: 5 })
  expect(await found({ customerId: 999_999 })).toEqual({ total: 0, orders: { ss: [], sm: [], mm: [] } })
  const others = Array.from({ length: 600 }, (_, i) => 900_000_000 + i)
  for (const more of [[], others])
    expect(await found({ ids: [plain, listed, mixed, ...more] })).toMatchObject({
      total: 2,
      orders: { ss: [plain], mm: [mixed] },
    })
  expect(await found({ matching: { status: 'waybill_printed' } })).toEqual({
    total: 1,
    orders: { ss: [plain], sm: [], mm: [] },
  })
  expect(await found({ matching: { ...light, pieceClass: 'sm' } })).toMatchObject({
    total: 1,
    orders: { sm: [several] },
  })
  expect(await found({ matching: {} })).toEqual(await found({}))
  expect(await found({ matching: { countryCode: 'DE' } })).toMatchObject({ total: 0 })
})

test('orders and lists are found by the zone of their goods: an order only if none of its bins is elsewhere', async () => {
  const desk = await aPickingDesk()
  const [zone] = await server.owner<{ id: string }>(
    `insert into location_zones (tenant_id, zone_code, zone_name, quality) values ($1, 'NUTS', 'Nuts', 'good') returning id`,
    [desk.tenantId],
    desk.tenantId,
  )
  const zoneId = Number(zone?.id)
  await server.owner(
    `update locations set zone_id = $2 where tenant_id = $1 and location_code = 'A-03'`,
    [desk.tenantId, zoneId],
    desk.tenantId,
  )
  const [nuts = 0, both = 0, other = 0] = await desk.ready(
    { lines: [desk.line('NUT', 1)] },
    { lines: [desk.line('NUT', 1), desk.line('BOLT', 1)] },
    bolts(desk, 1),
  )
  // Nothing is picked from zones for defective goods, or without a storage bin.
  await server.owner(
    `insert into location_zones (tenant_id, zone_code, zone_name, quality) values ($1, 'EMPTY', 'Empty', 'good')`,
    [desk.tenantId],
    desk.tenantId,
  )
  const zones = await desk.get(calls.pickingZones, {})
  expect(zones.map(({ zoneCode }) => zoneCode)).toEqual(['GOOD', 'NUTS'])
  expect(zones).toContainEqual({ id: zoneId, zoneCode: 'NUTS', zoneName: 'Nuts' })
  const home = zones.find(({ id }) => id !== zoneId)?.id ?? 0
  const found = (input: SentTo<typeof calls.findPickable>) => desk.get(calls.findPickable, input)
  expect(await found({ zoneId })).toEqual({ total: 1, orders: { ss: [nuts], sm: [], mm: [] } })
  expect(await found({ zoneId: home })).toEqual({ total: 1, orders: { ss: [other], sm: [], mm: [] } })
  const [ofNuts, ofBoth, ofOther] = [
    await desk.listOf([nuts]),
    await desk.listOf([both]),
    await desk.listOf([other]),
  ]
  const listed = async (id: number) =>
    (await desk.get(calls.listPickingLists, { zoneId: id })).rows.map((row) => row.id)
  expect(await listed(zoneId)).toEqual([ofBoth, ofNuts])
  expect(await listed(home)).toEqual([ofOther, ofBoth])
})

test('a list has an age in hours until it has ended', async () => {
  const desk = await aPickingDesk()
  const [row] = await server.owner<{ id: string }>(
    `insert into picking_lists (tenant_id, picking_no, list_type, created_by, created_at)
     values ($1, 'PK-OLD', 'ss', $2, business_now() - interval '5 hours 59 minutes') returning id`,
    [desk.tenantId, desk.who.accountId],
    desk.tenantId,
  )
  const id = Number(row?.id)
  expect(await desk.one(id)).toMatchObject({ age: 5 })
  await desk.get(calls.cancelPickingLists, { ids: [id] })
  expect(await desk.one(id)).toMatchObject({ age: null })
})

describe('a list that is given to a person', () => {
  test('is being picked from then on, and can be given to another one or to no one', async () => {
    const desk = await aPickingDesk()
    const id = await desk.listOf(await desk.ready(bolts(desk, 1)))
    const picker = await aPerson(server, desk.tenantId, { permissions: ['order:picking:pick'] })
    const visitor = await aPerson(server, desk.tenantId, { permissions: ['order:picking:view'] })
    const off = await aPerson(server, desk.tenantId, { permissions: ['order:picking:pick'] })
    const support = await aPerson(server, desk.tenantId, { permissions: ['*'] })
    const customer = await aPerson(server, desk.tenantId, { kind: 'customer', permissions: ['*'] })
    await server.owner('update accounts set is_enabled = false where id = $1', [off.id], desk.tenantId)
    await server.owner('update accounts set is_support = true where id = $1', [support.id], desk.tenantId)
    const pickers = await desk.get(calls.listPickers, {})
    expect(pickers.map((one) => one.id).sort()).toEqual([desk.who.accountId, picker.id].sort())
    const assign = (assigneeId: number | null) =>
      desk.send(calls.assignPickingLists, { ids: [id], assigneeId })
    for (const wrong of [visitor.id, off.id, support.id, customer.id, 999_999])
      expect((await assign(wrong)).data).toMatchObject({
        fields: [{ path: 'assigneeId', message: 'Choose a person who may pick' }],
      })
    expect((await assign(null)).data).toEqual({ ok: 1, failed: [] })
    expect(await desk.one(id)).toMatchObject({ status: 'waiting', startedAt: null })
    expect((await assign(picker.id)).data).toEqual({ ok: 1, failed: [] })
    const begun = await desk.one(id)
    expect(begun).toMatchObject({ status: 'picking', assigneeId: picker.id, startedAt: expect.any(String) })
    await assign(desk.who.accountId)
    expect(await desk.one(id)).toMatchObject({ assigneeId: desk.who.accountId, startedAt: begun.startedAt })
    await assign(null)
    expect(await desk.one(id)).toMatchObject({ status: 'picking', assigneeId: null, assigneeName: null })
    await desk.get(calls.completePickingLists, { ids: [id] })
    const late = await assign(picker.id)
    expect(late.data).toMatchObject({ ok: 0, failed: [{ id, reason: expect.stringMatching(/“Picked”/) }] })
  })
})

describe('a printed list', () => {
  test('is drawn on either paper with its number as a barcode, and starts when it came out', async () => {
    const desk = await aPickingDesk()
    const ids = await desk.ready(bolts(desk, 1), bolts(desk, 2))
    const { lists } = await desk.list(ids)
    const [first = 0, second = 0] = lists.map((list) => list.id)
    const both = [first, second]
    const { labels } = await desk.get(calls.listPickingPapers, { ids: both })
    expect(labels).toEqual(lists.map(({ id, pickingNo }) => ({ id, text: pickingNo })))
    const token = await aSession(server, desk.tenantId, desk.who.accountId)
    const as = { token, headers: { 'x-language': 'en_US' } }
    for (const [layout, width] of [
      ['a4', 210],
      ['thermal_100x150', 100],
    ] as const) {
      const { taskId } = await desk.get(calls.printPickingLists, { ids: both, layout })
      const { status, message, fileUrl } = await worked(server, as, taskId)
      expect([status, message]).toEqual(['done', '2 picking lists'])
      const pages = await readPaper((await server.server.http.inject({ url: fileUrl ?? '' })).rawPayload, 150)
      expect(pages.map(({ codes }) => codes)).toEqual(lists.map(({ pickingNo }) => [pickingNo]))
      for (const page of pages) expect(page.width).toBeCloseTo(width, 0)
    }
    expect(await desk.one(first)).toMatchObject({ status: 'waiting', printCount: 0 })
    expect(await desk.get(calls.markPickingListsPrinted, { ids: both })).toEqual({ ok: 2, failed: [] })
    const begun = await desk.one(first)
    expect(begun).toMatchObject({ status: 'picking', printCount: 1, startedAt: expect.any(String) })
    await desk.get(calls.completePickingLists, { ids: both })
    await desk.get(calls.markPickingListsPrinted, { ids: [first] })
    expect(await desk.one(first)).toMatchObject({
      status: 'picked',
      printCount: 2,
      startedAt: begun.startedAt,
    })
  })

  test('comes with a label for each basket: number, order as a barcode, and none for an order that has left', async () => {
    const desk = await aPickingDesk()
    const [a = 0, b = 0, c = 0] = await desk.ready(bolts(desk, 2), bolts(desk, 3), bolts(desk, 4))
    const id = await desk.listOf([a, b, c])
    await desk.gone(b)
    const { pickingNo, orders } = await desk.one(id)
    const live = orders.filter(({ isLive }) => isLive)
    expect((await desk.get(calls.listCartLabels, { ids: [id] })).labels).toEqual(
      live.map((order) => ({ id: order.id, text: `${pickingNo} · ${order.basketNo} · ${order.orderNo}` })),
    )
    expect(live.map(({ id, basketNo }) => [id, basketNo])).toEqual([
      [a, 1],
      [c, 3],
    ])
    const token = await aSession(server, desk.tenantId, desk.who.accountId)
    const as = { token, headers: { 'x-language': 'en_US' } }
    for (const layout of ['thermal_100x50', 'thermal_100x150', 'a4_3x8'] as const) {
      const { taskId } = await desk.get(calls.printCartLabels, { ids: [id], layout })
      const { status, fileUrl } = await worked(server, as, taskId)
      expect(status).toBe('done')
      const pages = await readPaper(
        (await server.server.http.inject({ url: fileUrl ?? '' })).rawPayload,
        layout === 'a4_3x8' ? 300 : 203,
      )
      expect(pages.flatMap(({ codes }) => codes).toSorted()).toEqual(
        live.map(({ orderNo }) => orderNo).toSorted(),
      )
    }
    await desk.get(calls.cancelPickingLists, { ids: [id] })
    const { message } = await desk.send(calls.listCartLabels, { ids: [id] })
    expect(message).toBe('No cart labels to print')
  })

  test('is none that was cancelled or never was, and ZPL is for label printers', async () => {
    const desk = await aPickingDesk()
    const id = await desk.listOf(await desk.ready(bolts(desk, 1)))
    const onA4 = await desk.send(calls.printPickingLists, { ids: [id], layout: 'a4', language: 'zpl' })
    expect(onA4.message).toBe('ZPL is only for thermal labels')
    await desk.get(calls.cancelPickingLists, { ids: [id] })
    for (const ids of [[id], [999_999]]) {
      const { message } = await desk.send(calls.printPickingLists, { ids, layout: 'a4' })
      expect(message).toBe('No picking lists to print')
    }
    expect(await desk.get(calls.markPickingListsPrinted, { ids: [id, 999_999] })).toMatchObject({
      ok: 0,
      failed: [{ reason: expect.stringMatching(/“Cancelled”/) }, { reason: 'Picking list not found' }],
    })
    expect(await desk.one(id)).toMatchObject({ printCount: 0 })
  })
})

describe('a cancelled list', () => {
  test('gives its orders free, and their goods stay allocated', async () => {
    const desk = await aPickingDesk()
    const ids = await desk.ready(bolts(desk, 1), bolts(desk, 2))
    const id = await desk.listOf(ids, { isMixed: true })
    const numbers = async () => {
      const { rows } = await desk.get(listOrders, { sort: 'orderNo', order: 'asc' })
      return rows.map(({ pickingNo }) => pickingNo)
    }
    const { pickingNo } = await desk.one(id)
    expect(await numbers()).toEqual([pickingNo, pickingNo])
    expect(await desk.get(calls.cancelPickingLists, { ids: [id, 999_999] })).toEqual({
      ok: 1,
      failed: [{ id: 999_999, no: '999999', reason: 'Picking list not found' }],
    })
    expect(await desk.one(id)).toMatchObject({ status: 'cancelled', orderCount: 2, pieceCount: 3 })
    expect(await desk.standing(ids)).toEqual(['none', 'none'])
    expect(await numbers()).toEqual([null, null])
    expect(await desk.level(await desk.batch('BOLT'))).toEqual([50, 3, 0, 3])
    const again = await desk.listOf(ids, { isMixed: true })
    expect(again).not.toBe(id)
    const twice = await desk.get(calls.cancelPickingLists, { ids: [id] })
    expect(twice.failed[0]?.reason).toMatch(/is “Cancelled”, so this isn’t possible$/)
    expect(await desk.standing(ids)).toEqual(['listed', 'listed'])
  })

  test('has nothing picked: what was picked is put back first', async () => {
    const desk = await aPickingDesk()
    const ids = await desk.ready(bolts(desk, 2))
    const id = await desk.listOf(ids)
    await server.owner('update picking_task_orders set picked = 1 where list_id = $1', [id], desk.tenantId)
    const { ok, failed } = await desk.get(calls.cancelPickingLists, { ids: [id] })
    expect([ok, failed[0]?.reason]).toEqual([
      0,
      expect.stringMatching(/are already picked\. Put them back first\.$/),
    ])
    expect(await desk.standing(ids)).toEqual(['listed'])
  })
})

describe('a completed list', () => {
  test('has all its pieces and orders picked, whether it was started or not', async () => {
    const desk = await aPickingDesk()
    const ids = await desk.ready(bolts(desk, 1), bolts(desk, 3))
    const { lists } = await desk.list(ids)
    const [waiting = 0, started = 0] = lists.map((list) => list.id)
    await desk.get(calls.assignPickingLists, { ids: [started], assigneeId: desk.who.accountId })
    const begun = await desk.one(started)
    expect(await desk.get(calls.completePickingLists, { ids: [waiting, started] })).toEqual({
      ok: 2,
      failed: [],
    })
    for (const [id, pieces] of [
      [waiting, 1],
      [started, 3],
    ] as const)
      expect(await desk.one(id)).toMatchObject({
        status: 'picked',
        pickedCount: pieces,
        pieceCount: pieces,
        startedAt: expect.any(String),
        pickedAt: expect.any(String),
        tasks: [{ quantity: pieces, picked: pieces }],
      })
    expect((await desk.one(started)).startedAt).toBe(begun.startedAt)
    expect(await desk.standing(ids)).toEqual(['picked', 'picked'])
    const { rows } = await desk.get(listOrders, { pickStatus: 'picked' })
    expect(rows.map(({ id, pickStatus }) => [id, pickStatus])).toEqual(
      ids.toReversed().map((id) => [id, 'picked']),
    )
    expect((await desk.get(listOrders, { pickStatus: 'listed' })).total).toBe(0)
    const again = await desk.get(calls.completePickingLists, { ids: [waiting] })
    expect(again).toMatchObject({ ok: 0, failed: [{ reason: expect.stringMatching(/“Picked”/) }] })
    const cancelled = await desk.get(calls.cancelPickingLists, { ids: [waiting] })
    expect(cancelled).toMatchObject({ ok: 0, failed: [{ reason: expect.stringMatching(/“Picked”/) }] })
  })

  test('counts a piece that was missing as missing, and its order stays short of it', async () => {
    const desk = await aPickingDesk()
    const [short = 0, whole = 0, left = 0] = await desk.ready(bolts(desk, 3), bolts(desk, 2), bolts(desk, 2))
    const id = await desk.listOf([short, whole, left])
    await desk.gone(left)
    const asOwner = (text: string) => server.owner(text, [short], desk.tenantId)
    await asOwner('update picking_task_orders set short = 1 where order_id = $1')
    await asOwner(`update orders set pick_status = 'short' where id = $1`)
    await desk.get(calls.completePickingLists, { ids: [id] })
    expect(await desk.one(id)).toMatchObject({ pieceCount: 5, pickedCount: 4 })
    expect(await desk.standing([short, whole, left])).toEqual(['short', 'picked', 'none'])
    const other = await desk.listOf(await desk.ready(bolts(desk, 1)))
    await server.owner(
      `update orders set pick_status = 'short' where id in (select order_id from picking_list_orders where list_id = $1)`,
      [other],
      desk.tenantId,
    )
    await desk.get(calls.cancelPickingLists, { ids: [other] })
    const { orders } = await desk.one(other)
    expect(orders.map(({ pickStatus }) => pickStatus)).toEqual(['short'])
  })

  test('is done when its last order is shipped or voided, and not before', async () => {
    const desk = await aPickingDesk()
    const [first = 0, second = 0, third = 0] = await desk.ready(
      bolts(desk, 1),
      bolts(desk, 1),
      bolts(desk, 1),
    )
    const id = await desk.listOf([first, second, third])
    await desk.get(calls.completePickingLists, { ids: [id] })
    await desk.ship(first)
    await desk.gone(second)
    expect(await desk.settle()).toBe(2)
    expect(await desk.one(id)).toMatchObject({ status: 'picked', orderCount: 2, doneAt: null })
    await desk.ship(third)
    await desk.settle()
    expect(await desk.one(id)).toMatchObject({ status: 'done', orderCount: 2, doneAt: expect.any(String) })
    expect(await desk.standing([first, second, third])).toEqual(['picked', 'none', 'picked'])
    expect(await desk.settle(), 'nothing is left to do').toBe(0)
  })
})

describe('lists that wait to be picked', () => {
  test('are merged: one new list has their orders, and they name it', async () => {
    const desk = await aPickingDesk()
    const [single = 0, several = 0, urgent = 0] = await desk.ready(bolts(desk, 1), bolts(desk, 2), {
      ...bolts(desk, 1),
      priority: 4,
    })
    const old = [await desk.listOf([single, urgent]), await desk.listOf([several])]
    const numbers = await Promise.all(old.map(async (id) => (await desk.one(id)).pickingNo))
    const { ok, failed, lists } = await desk.get(calls.mergePickingLists, { ids: old })
    expect([ok, failed, lists.map(({ orderCount }) => orderCount)]).toEqual([2, [], [3]])
    const merged = await desk.one(lists[0]?.id ?? 0)
    expect(merged).toMatchObject({
      status: 'waiting',
      listType: 'mixed',
      orderCount: 3,
      pieceCount: 4,
      taskCount: 1,
    })
    expect(merged.orders.map(({ id, basketNo }) => [id, basketNo])).toEqual([
      [urgent, 1],
      [single, 2],
      [several, 3],
    ])
    for (const id of old) expect(await desk.one(id)).toMatchObject({ status: 'cancelled' })
    expect(await desk.standing([single, several, urgent])).toEqual(['listed', 'listed', 'listed'])
    const lines = await server.owner<{ object_id: string; action: string; after: object }>(
      `select object_id, action, after from audit_log where object_type = 'picking_list' order by id desc limit 3`,
      [],
      desk.tenantId,
    )
    expect(lines.reverse().map(({ object_id, action, after }) => [Number(object_id), action, after])).toEqual(
      [
        [merged.id, 'create', { orderCount: 3, pieces: 4, earlierLists: numbers.join(', ') }],
        ...old.map((id) => [id, 'merge_lists', { pickingStatus: 'cancelled', laterLists: merged.pickingNo }]),
      ],
    )
    const events = await server.owner<{ kind: string }>(
      `select kind from events where object_type = 'picking_list' order by id desc limit 3`,
      [],
      desk.tenantId,
    )
    expect(events.map(({ kind }) => kind)).toEqual([
      'picking_list.cancelled',
      'picking_list.cancelled',
      'picking_list.created',
    ])
    expect(await hits(desk.tenantId)).toEqual([])
  })

  test('all stay as they are if one of them can’t be merged, and each says why', async () => {
    const desk = await aPickingDesk()
    const [a = 0, b = 0, c = 0] = await desk.ready(bolts(desk, 1), bolts(desk, 1), bolts(desk, 1))
    const [good, started, stopped] = [await desk.listOf([a]), await desk.listOf([b]), await desk.listOf([c])]
    await desk.get(calls.markPickingListsPrinted, { ids: [started] })
    await server.owner(`update orders set intercept_status = 'requested' where id = $1`, [c], desk.tenantId)
    const numberOf = async (id: number) => (await desk.one(id)).pickingNo
    const { orderNo } = await desk.done(getOrder, { id: c })
    expect(await desk.get(calls.mergePickingLists, { ids: [good, started, stopped, 999_999] })).toEqual({
      ok: 0,
      lists: [],
      failed: [
        { id: good, no: await numberOf(good), reason: 'Not merged, because another list can’t be merged' },
        {
          id: started,
          no: await numberOf(started),
          reason: `Picking list ${await numberOf(started)} is no longer waiting to be picked. Only such lists can be merged or split.`,
        },
        {
          id: stopped,
          no: await numberOf(stopped),
          reason: `An intercept of order ${orderNo} has been requested. Answer the request first.`,
        },
        { id: 999_999, no: '999999', reason: 'Picking list not found' },
      ],
    })
    expect((await desk.get(calls.mergePickingLists, { ids: [good] })).failed[0]?.reason).toBe(
      'Select at least two picking lists',
    )
    const [d = 0] = await desk.ready(bolts(desk, 1))
    const ids = [good, await desk.listOf([d]), 999_999]
    expect(await desk.get(calls.mergePickingLists, { ids })).toMatchObject({
      ...{ ok: 0, lists: [], failed: ids.map((id) => ({ id })) },
    })
    expect(await desk.one(good)).toMatchObject({ status: 'waiting', orderCount: 1 })
  })

  test('are split by chosen orders and by number, and what was shipped meanwhile stays behind', async () => {
    const desk = await aPickingDesk()
    const ids = await desk.ready(...Array(6).fill(bolts(desk, 1)))
    const [gone = 0, apart = 0, ...others] = ids
    const old = await desk.listOf(ids)
    await desk.ship(gone)
    const { failed, lists } = await desk.get(calls.splitPickingList, {
      id: old,
      orderIds: [apart],
      perList: 3,
    })
    expect(failed).toEqual([])
    const of = await Promise.all(
      lists.map(async ({ id }) => (await desk.one(id)).orders.map((order) => order.id)),
    )
    expect(of).toEqual([[apart], others.slice(0, 3), others.slice(3)])
    expect(await desk.one(old)).toMatchObject({ status: 'cancelled' })
    const [first] = lists
    const { action, after } = only(
      await server.owner<{ action: string; after: object }>(
        `select action, after from audit_log where object_type = 'picking_list' and object_id = $1 order by id desc limit 1`,
        [old],
        desk.tenantId,
      ),
    )
    expect([action, after]).toEqual([
      'split_list',
      { pickingStatus: 'cancelled', laterLists: lists.map(({ pickingNo }) => pickingNo).join(', ') },
    ])
    const { pickingNo = '', id = 0 } = first ?? {}
    const reasonOf = async (over: object) =>
      (await desk.get(calls.splitPickingList, { id, ...over })).failed.map(({ reason }) => reason)
    const same = `Picking list ${pickingNo} would stay as it is. Choose some of its orders or allow fewer on each list.`
    expect(await reasonOf({})).toEqual([same])
    expect(await reasonOf({ orderIds: [apart] })).toEqual([same])
    expect(await reasonOf({ orderIds: [gone] })).toEqual([
      `An order you chose is no longer on picking list ${pickingNo}. Refresh and try again.`,
    ])
    expect(await reasonOf({ id: 999_999 })).toEqual(['Picking list not found'])
    await desk.ship(apart)
    expect(await reasonOf({})).toEqual([
      `All orders of picking list ${pickingNo} have left it or were shipped`,
    ])
    expect(await hits(desk.tenantId)).toEqual([])
  })

  test('are merged once, however many people merge them at the same time', async () => {
    const desk = await aPickingDesk()
    const [a = 0, b = 0] = await desk.ready(bolts(desk, 1), bolts(desk, 1))
    const both = [await desk.listOf([a]), await desk.listOf([b])]
    const results = await Promise.all(
      [both, both.toReversed(), both].map((ids) => desk.get(calls.mergePickingLists, { ids })),
    )
    expect(results.map(({ ok }) => ok).toSorted()).toEqual([0, 0, 2])
    const { rows } = await desk.get(calls.listPickingLists, { status: 'waiting' })
    expect(rows.map(({ orderCount }) => orderCount)).toEqual([2])
    expect(await hits(desk.tenantId)).toEqual([])
  })
})

describe('an order that leaves', () => {
  test('by being voided takes its pieces with it; the last one ends the list', async () => {
    const desk = await aPickingDesk()
    const [first = 0, second = 0] = await desk.ready(bolts(desk, 2), {
      lines: [desk.line('BOLT', 3), desk.line('NUT', 1)],
    })
    const id = await desk.listOf([first, second], { isMixed: true })
    expect(await desk.gone(second)).toEqual({ ok: 1, failed: [] })
    expect(await desk.one(id)).toMatchObject({
      status: 'waiting',
      orderCount: 1,
      taskCount: 1,
      skuCount: 1,
      pieceCount: 2,
      tasks: [{ sku: 'BOLT', quantity: 2, baskets: [{ basketNo: 1, quantity: 2 }] }],
      orders: [
        { id: first, isLive: true },
        { id: second, isLive: false, status: 'voided', pickStatus: 'none' },
      ],
    })
    await desk.settle()
    expect(await desk.one(id)).toMatchObject({ status: 'waiting' })
    await desk.gone(first)
    await desk.settle()
    expect(await desk.one(id)).toMatchObject({ status: 'cancelled', cancelledAt: expect.any(String) })
    const log = await server.owner<{ login_account: string; action: string }>(
      `select login_account, action from audit_log where object_type = 'picking_list' and object_id = $1 order by id`,
      [id],
      desk.tenantId,
    )
    expect(log.at(-1)).toEqual({ login_account: 'system', action: 'cancel' })
  })

  test('into an exception before it is picked can be put on another list once it passes again', async () => {
    const desk = await aPickingDesk()
    const [order = 0, other = 0] = await desk.ready(bolts(desk, 1), bolts(desk, 1))
    const id = await desk.listOf([order, other])
    await desk.enter('audit_exception', order)
    expect(await desk.standing([order, other])).toEqual(['none', 'listed'])
    expect(await desk.list([order])).toMatchObject({ ok: 0 })
    expect(await desk.get(auditOrders, { ids: [order] })).toMatchObject({ ok: 1 })
    const next = await desk.listOf([order])
    expect(await desk.one(next)).toMatchObject({ status: 'waiting', pieceCount: 1 })
    expect(await desk.one(id)).toMatchObject({ status: 'waiting', orderCount: 1 })
  })

  test('shipped without the list being completed counts as picked, and so does the list after the last one', async () => {
    const desk = await aPickingDesk()
    const [first = 0, second = 0] = await desk.ready(bolts(desk, 1), bolts(desk, 1))
    const id = await desk.listOf([first, second])
    await desk.ship(first)
    await desk.settle()
    expect(await desk.standing([first, second])).toEqual(['picked', 'listed'])
    expect(await desk.one(id)).toMatchObject({ status: 'waiting', orderCount: 2 })
    await desk.ship(second)
    await desk.settle()
    expect(await desk.one(id)).toMatchObject({ status: 'done', pickedCount: 2, pieceCount: 2 })
  })

  test('with a list that is cancelled stays shipped', async () => {
    const desk = await aPickingDesk()
    const [first = 0, second = 0] = await desk.ready(bolts(desk, 1), bolts(desk, 1))
    const id = await desk.listOf([first, second])
    await desk.ship(first)
    await desk.get(calls.cancelPickingLists, { ids: [id] })
    expect(await desk.standing([first, second])).toEqual(['picked', 'none'])
    expect(await desk.settle()).toBe(1)
    expect(await desk.one(id)).toMatchObject({ status: 'cancelled' })
  })

  test('changes nothing where an order is on no list', async () => {
    const desk = await aPickingDesk()
    const ids = await desk.ready(bolts(desk, 1))
    await desk.gone(...ids)
    expect(await desk.settle()).toBe(0)
  })
})

describe('at the same time', () => {
  const ROUNDS = 4

  test('two people who list the same orders put each on one list', async () => {
    const desk = await aPickingDesk()
    for (let round = 0; round < ROUNDS; round++) {
      const ids = await desk.ready(...Array(4).fill(bolts(desk, 1)))
      const results = await Promise.all([
        desk.list(ids),
        desk.list(ids.toReversed()),
        desk.list(ids.slice(1)),
      ])
      expect(results.reduce((sum, { ok }) => sum + ok, 0)).toBe(4)
      const failed = results.flatMap((result) => result.failed)
      expect(failed).toHaveLength(4 + 4 + 3 - 4)
      for (const { reason } of failed) expect(reason).toMatch(/is already on picking list PK/)
      const rows = await server.owner<{ order_id: string }>(
        'select order_id from picking_list_orders where order_id = any($1)',
        [ids],
        desk.tenantId,
      )
      expect(rows.map((row) => Number(row.order_id)).sort()).toEqual(ids.toSorted())
    }
  })

  test('a list is cancelled or completed, never both', async () => {
    const desk = await aPickingDesk()
    for (let round = 0; round < ROUNDS; round++) {
      const ids = await desk.ready(bolts(desk, 1), bolts(desk, 1))
      const id = await desk.listOf(ids)
      const [cancelled, completed] = await Promise.all([
        desk.get(calls.cancelPickingLists, { ids: [id] }),
        desk.get(calls.completePickingLists, { ids: [id] }),
      ])
      expect(cancelled.ok + completed.ok).toBe(1)
      const { status, pickedCount } = await desk.one(id)
      expect([status, pickedCount]).toEqual(completed.ok ? ['picked', 2] : ['cancelled', 0])
      expect(await desk.standing(ids)).toEqual(completed.ok ? ['picked', 'picked'] : ['none', 'none'])
    }
  })

  /** Every point at which the first of two can be interrupted by the other, as long as it takes. */
  async function everyOrder<T>(
    works: (
      desk: Awaited<ReturnType<typeof aPickingDesk>>,
      ids: number[],
      list: number,
    ) => readonly [(db: Database) => Promise<T>, (db: Database) => Promise<T>],
    holds: (desk: Awaited<ReturnType<typeof aPickingDesk>>, ids: number[], list: number) => Promise<void>,
  ) {
    const lines = await twoLines(server.at.app)
    try {
      for (const first of [0, 1] as const)
        for (const before of [2, 4, 'all but commit'] as const) {
          const desk = await aPickingDesk()
          const ids = await desk.ready(bolts(desk, 1), bolts(desk, 1))
          const list = await desk.listOf(ids)
          const { outcomes } = await lines.run(works(desk, ids, list), { first, before, between: 99 })
          expect(outcomes.map((outcome) => ('fault' in outcome ? String(outcome.fault) : 'done'))).toEqual([
            'done',
            'done',
          ])
          await desk.settle()
          await holds(desk, ids, list)
        }
    } finally {
      await lines.close()
    }
  }

  test('an order that is voided while its list is completed is on the list or has left it', async () => {
    await everyOrder<unknown>(
      ({ tenantId, who }, ids, list) => [
        (db) => db.write(tenantId, (tx) => completePickingLists(tx, who, { ids: [list] })),
        (db) => db.write(tenantId, (tx) => voidThem(tx, who, { ids: ids.slice(0, 1), reason: 'sold out' })),
      ],
      async (desk, ids, list) => {
        const { status, orderCount, pickedCount, orders } = await desk.one(list)
        expect([status, orderCount, pickedCount]).toEqual(['picked', 1, 1])
        expect(orders.map(({ isLive }) => isLive)).toEqual([false, true])
        expect(await desk.standing(ids)).toEqual(['none', 'picked'])
        // Its goods were picked if the list was completed first: they have to be put back.
        const [row] = await server.owner<{ picked: string; aside: string }>(
          `select (select sum(picked) from picking_task_orders where order_id = $1) as picked,
             (select coalesce(sum(on_hand), 0) from stock where location_id = $2) as aside`,
          [ids[0], desk.returnsBin],
          desk.tenantId,
        )
        expect(row?.aside).toBe(row?.picked)
      },
    )
  })

  test('an order that is voided while its list is cancelled stays voided, and the other one is free', async () => {
    await everyOrder<unknown>(
      ({ tenantId, who }, ids, list) => [
        (db) => db.write(tenantId, (tx) => cancelPickingLists(tx, who, { ids: [list] })),
        (db) => db.write(tenantId, (tx) => voidThem(tx, who, { ids: ids.slice(0, 1), reason: 'sold out' })),
      ],
      async (desk, ids, list) => {
        expect(await desk.one(list)).toMatchObject({ status: 'cancelled' })
        expect(await desk.standing(ids)).toEqual(['none', 'none'])
        expect(await desk.list(ids)).toMatchObject({ ok: 1 })
      },
    )
  })

  test('an order that is voided while it is listed is not on a list that lives', async () => {
    const lines = await twoLines(server.at.app)
    try {
      for (const first of [0, 1] as const)
        for (const before of [3, 'all but commit'] as const) {
          const desk = await aPickingDesk()
          const ids = await desk.ready(bolts(desk, 1))
          const { tenantId, who } = desk
          const { outcomes } = await lines.run<unknown>(
            [
              (db) =>
                db.write(tenantId, (tx) =>
                  createPickingLists(tx, who, { ids, perList: 500, isMixed: false }),
                ),
              (db) => db.write(tenantId, (tx) => voidThem(tx, who, { ids, reason: 'sold out' })),
            ],
            { first, before, between: 99 },
          )
          expect(outcomes.map((outcome) => ('fault' in outcome ? String(outcome.fault) : 'done'))).toEqual([
            'done',
            'done',
          ])
          await desk.settle()
          expect(await desk.standing(ids)).toEqual(['none'])
          const { rows } = await desk.get(calls.listPickingLists, {})
          expect(rows.filter(({ status }) => status !== 'cancelled')).toEqual([])
        }
    } finally {
      await lines.close()
    }
  })

  test('of two people who print the same list the second counts from the first', async () => {
    const lines = await twoLines(server.at.app)
    try {
      const desk = await aPickingDesk()
      const list = await desk.listOf(await desk.ready(bolts(desk, 1)))
      const print = (db: Database) =>
        db.write(desk.tenantId, (tx) => markPickingListsPrinted(tx, desk.who, { ids: [list] }))
      await lines.run([print, print], { first: 0, before: 'all but commit', between: 99 })
      expect(await desk.one(list)).toMatchObject({ status: 'picking', printCount: 2 })
      const rows = await server.owner<{ after: object }>(
        `select after from audit_log where object_type = 'picking_list' and object_id = $1 and action = 'print_list' order by id`,
        [list],
        desk.tenantId,
      )
      expect(rows.map(({ after }) => after)).toEqual([
        { pickingStatus: 'picking', printCount: 1 },
        { printCount: 2 },
      ])
    } finally {
      await lines.close()
    }
  })

  test('many voids, completions and cancellations over many lists end without a deadlock', async () => {
    const desk = await aPickingDesk()
    const ids = await desk.ready(...Array(12).fill(bolts(desk, 1)))
    const { lists } = await desk.list(ids, { perList: 3 })
    const all = lists.map((list) => list.id)
    const work: Promise<{ success: boolean; message: string }>[] = [
      desk.send(calls.completePickingLists, { ids: all }),
      desk.send(calls.cancelPickingLists, { ids: all.toReversed() }),
      desk.send(calls.completePickingLists, { ids: all.toReversed() }),
      desk.send(voidOrders, { ids: [ids[0] ?? 0, ids[4] ?? 0, ids[8] ?? 0], reason: 'x' }),
      desk.send(voidOrders, { ids: [ids[9] ?? 0, ids[5] ?? 0, ids[1] ?? 0], reason: 'x' }),
      desk.send(calls.assignPickingLists, { ids: all, assigneeId: desk.who.accountId }),
    ]
    for (const { success, message } of await Promise.all(work))
      expect([success, message]).toEqual([true, expect.any(String)])
    await desk.settle()
    for (const id of all) {
      const { status, orders } = await desk.one(id)
      const expected = status === 'picked' ? 'picked' : 'none'
      expect(orders.filter(({ isLive, pickStatus }) => isLive && pickStatus !== expected)).toEqual([])
      expect(orders.filter((order) => order.isLive && order.status === 'voided')).toEqual([])
    }
  })

  test('lists that many people merge, split, assign, print, cancel and complete, while orders are voided and listed again, lose no order', {
    timeout: 60_000,
  }, async () => {
    const desk = await aPickingDesk()
    const other = await startTestServer({ db: server })
    const { pick, key } = chance('regrouping')
    const ids = await desk.ready(...Array(18).fill(bolts(desk, 1)))
    await desk.list(ids, { perList: 3 })
    const faults: unknown[] = []
    const done: string[] = []
    const ask = async <C extends Call>(call: C, input: SentTo<C>) => {
      const { status, message, data } = await pick([server, other]).send(call, input, desk.session)
      if (status !== 200) faults.push([call.path, status, message])
      else if (((data as { ok?: number } | null)?.ok ?? 0) > 0) done.push(call.path)
    }
    /** Some of the lists that wait by now, in any sequence; where too few do, others that are refused. */
    const waiting = async (count: number) => {
      const rows = await server.owner<{ id: string }>(
        `select id from picking_lists where tenant_id = $1 and status = 'waiting'`,
        [desk.tenantId],
        desk.tenantId,
      )
      const mixed = rows
        .map(({ id }) => ({ id: Number(id), key: key() }))
        .sort((a, b) => (a.key < b.key ? -1 : 1))
      return mixed.length < count
        ? Array.from({ length: count }, (_, i) => i + 1)
        : idsOf(mixed).slice(0, count)
    }
    const assigneeId = desk.who.accountId
    const some = [0, 1, 2, 3, 4, 5]
    const works = [
      ...[...some, ...some].map(() => async () => ask(calls.mergePickingLists, { ids: await waiting(2) })),
      ...[...some, ...some].map(() => async () => {
        const [id = 0] = await waiting(1)
        await ask(calls.splitPickingList, { id, perList: 2 })
      }),
      ...some.map(() => async () => ask(calls.cancelPickingLists, { ids: await waiting(2) })),
      ...[...some, ...some].map(() => () => ask(calls.createPickingLists, { ids, perList: 4 })),
      ...some.map((n) => () => ask(voidOrders, { ids: [ids[3 * n + 1] ?? 0], reason: 'x' })),
      async () => ask(calls.assignPickingLists, { ids: await waiting(1), assigneeId }),
      async () => ask(calls.markPickingListsPrinted, { ids: await waiting(1) }),
      async () => ask(calls.completePickingLists, { ids: await waiting(1) }),
      ...some.map(() => () => desk.settle()),
    ]
    const left = works
      .map((run) => ({ run, key: key() }))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ run }) => run)
    const work = async () => {
      for (let next = left.pop(); next; next = left.pop()) await next()
    }
    await Promise.all(Array.from({ length: 8 }, work))
    await desk.settle()

    expect(faults).toEqual([])
    expect(await deadlocksOf(server)).toBe(0)
    expect(await hits(desk.tenantId)).toEqual([])
    expect(done).toContain(calls.mergePickingLists.path)
    expect(new Set(done).size).toBeGreaterThan(4)
    // What is on no list can be put on one, so each order that is not voided is on exactly one then.
    await ask(calls.createPickingLists, { ids, perList: 4 })
    const lost = await server.owner(
      `select o.order_no from orders o left join picking_list_orders p on p.order_id = o.id and p.is_live
         left join picking_lists l on l.id = p.list_id and l.status in ('waiting', 'picking', 'picked')
         where o.id = any($1) group by o.order_no, o.status having (count(l.id) = 1) <> (o.status = 'pending_shipment')`,
      [ids],
      desk.tenantId,
    )
    expect(lost).toEqual([])
  })
})

describe('the database', () => {
  test('takes only the transitions of the table: every pair of statuses is tried', async () => {
    const desk = await aPickingDesk()
    const times = `started_at = now(), picked_at = now(), done_at = case when $1 = 'done' then now() end,
      cancelled_at = case when $1 = 'cancelled' then now() end`
    const allowed: string[] = []
    const steps = new Set(
      Object.values(pickingStates.actions).flatMap(({ from, to }) => from.map((state) => `${state} > ${to}`)),
    )
    for (const from of pickingStates.states)
      for (const to of pickingStates.states.filter((state) => state !== from)) {
        const [row] = await server.owner<{ id: string }>(
          `insert into picking_lists (tenant_id, picking_no, list_type, created_by) values ($1, $2, 'ss', $3) returning id`,
          [desk.tenantId, `PK-${from}-${to}`, desk.who.accountId],
          desk.tenantId,
        )
        const way = {
          waiting: [],
          picking: ['picking'],
          picked: ['picking', 'picked'],
          done: ['picking', 'picked', 'done'],
          cancelled: ['cancelled'],
        }[from]
        const step = (state: string) =>
          server.owner(
            `update picking_lists set status = $1::text::picking_list_status, ${times} where id = $2`,
            [state, row?.id],
            desk.tenantId,
          )
        for (const state of way) await step(state)
        const isAllowed = await step(to).then(
          () => true,
          (fault) => {
            expect(fault.constraint).toBe('state_step')
            return false
          },
        )
        if (isAllowed) allowed.push(`${from} > ${to}`)
      }
    expect(new Set(allowed)).toEqual(new Set([...steps].filter((step) => step !== 'picking > picking')))
  })

  test('keeps an order on one live list, and no more picked than there are pieces', async () => {
    const desk = await aPickingDesk()
    const [order = 0, other = 0] = await desk.ready(bolts(desk, 2), bolts(desk, 3))
    await desk.listOf([order])
    const second = await desk.listOf([other])
    const doubled = server.owner(
      `insert into picking_list_orders (tenant_id, list_id, order_id, basket_no) values ($1, $2, $3, 9)`,
      [desk.tenantId, second, order],
      desk.tenantId,
    )
    await expect(doubled).rejects.toMatchObject({ constraint: 'one_live_picking_list' })
    const tooMany = server.owner(
      'update picking_task_orders set picked = 2, short = 2 where list_id = $1',
      [second],
      desk.tenantId,
    )
    await expect(tooMany).rejects.toMatchObject({ constraint: 'picked_within_quantity' })
  })
})

test('every step of a list leaves a line in the log, an event and its time', async () => {
  const desk = await aPickingDesk()
  const ids = await desk.ready(bolts(desk, 1))
  const id = await desk.listOf(ids)
  await desk.get(calls.assignPickingLists, { ids: [id], assigneeId: desk.who.accountId })
  await desk.get(calls.markPickingListsPrinted, { ids: [id] })
  await desk.get(calls.assignPickingLists, { ids: [id], assigneeId: null })
  await desk.get(calls.completePickingLists, { ids: [id] })
  await desk.ship(...ids)
  await desk.settle()
  const other = await desk.listOf(await desk.ready(bolts(desk, 1)))
  await desk.get(calls.cancelPickingLists, { ids: [other] })
  const lines = await server.owner<{ object_id: string; action: string; before: object; after: object }>(
    `select object_id, action, before, after from audit_log where object_type = 'picking_list' order by id`,
    [],
    desk.tenantId,
  )
  const picker = expect.any(String)
  expect(
    lines.map(({ object_id, action, before, after }) => [Number(object_id), action, before, after]),
  ).toEqual([
    [id, 'create', null, { orderCount: 1, pieces: 1 }],
    [id, 'assign_picker', { pickingStatus: 'waiting', picker: null }, { pickingStatus: 'picking', picker }],
    [id, 'print_list', { printCount: 0 }, { printCount: 1 }],
    [id, 'assign_picker', { picker }, { picker: null }],
    [id, 'complete', { pickingStatus: 'picking' }, { pickingStatus: 'picked' }],
    [id, 'finish', { pickingStatus: 'picked' }, { pickingStatus: 'done' }],
    [other, 'create', null, { orderCount: 1, pieces: 1 }],
    [other, 'cancel', { pickingStatus: 'waiting' }, { pickingStatus: 'cancelled' }],
  ])
  const times = await server.owner(
    `select num_nonnulls(started_at, printed_at, picked_at, done_at)::int as passed, cancelled_at is not null as "isCancelled"
     from picking_lists order by id`,
    [],
    desk.tenantId,
  )
  expect(times).toEqual([
    { passed: 4, isCancelled: false },
    { passed: 0, isCancelled: true },
  ])
  const events = await server.owner<{ kind: string }>(
    `select kind from events where object_type = 'picking_list' order by id`,
    [],
    desk.tenantId,
  )
  expect(events.map(({ kind }) => kind)).toEqual([
    'picking_list.created',
    'picking_list.assigned',
    'picking_list.printed',
    'picking_list.assigned',
    'picking_list.picked',
    'picking_list.done',
    'picking_list.created',
    'picking_list.cancelled',
  ])
})

test('lists of one company are not seen by another', async () => {
  const desk = await aPickingDesk()
  const id = await desk.listOf(await desk.ready(bolts(desk, 1)))
  const stranger = await aPickingDesk()
  const theirs = await aSession(server, stranger.tenantId, stranger.who.accountId)
  const { message } = await server.send(
    calls.getPickingList,
    { id },
    { token: theirs, headers: { 'x-language': 'en_US' } },
  )
  expect(message).toBe('Picking list not found')
  expect(await stranger.get(calls.completePickingLists, { ids: [id] })).toMatchObject({ ok: 0 })
  expect(await desk.one(id)).toMatchObject({ status: 'waiting' })
})

describe('the ledger check of picking lists', () => {
  test.each([
    [
      'an order that says it is listed and is on no list',
      `update orders set pick_status = 'listed' where id = $2 or id = $1`,
    ],
    ['an order on a list that says it is not', `update orders set pick_status = 'none' where id in ($1, $2)`],
    [
      'a list with fewer pieces than are allocated',
      `update allocations set status = 'released' where demand_id in ($1, $2)`,
    ],
    [
      'a live order of a cancelled list',
      `update picking_lists set status = 'cancelled', cancelled_at = now() where $1 <> $2`,
    ],
  ])('finds nothing in order, and %s', async (_, sabotage) => {
    const desk = await aPickingDesk()
    const [listed = 0, free = 0] = await desk.ready(bolts(desk, 1), bolts(desk, 1))
    await desk.listOf([listed])
    expect(await hits(desk.tenantId)).toEqual([])
    await server.owner(sabotage, [listed, free], desk.tenantId)
    expect(await hits(desk.tenantId)).toHaveLength(1)
  })
})
