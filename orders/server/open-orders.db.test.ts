import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { switchChannels } from '../../channels/contract.ts'
import { customersAtWork, listCustomers, switchCustomers } from '../../customers/contract.ts'
import { switchLocations } from '../../inventory/locations/contract.ts'
import type { BulkResult, OutputOf } from '../../platform/calls/call.ts'
import { actOnAll } from '../../platform/lists/lists.ts'
import { switchProducts } from '../../products/contract.ts'
import { untilLockWaits } from '../../testing/lock-waits.ts'
import { aShippingDesk, type ShippingDesk } from '../../testing/order-builders.ts'
import { aSession, startTestServer } from '../../testing/test-server.ts'
import { worked } from '../../testing/work.ts'
import { openStatuses } from '../../warehouse/server/open-orders.ts'
import { assignChannel, auditOrders, createOrder, editOrder, getOrder, voidOrders } from '../contract.ts'
import { orderStates } from '../states.ts'
import { ordersFromSheet } from './import-orders.ts'

const server = await startTestServer()

const kinds = {
  customer: { call: switchCustomers, idOf: (desk: ShippingDesk) => desk.customerId, path: 'customerId' },
  channel: { call: switchChannels, idOf: (desk: ShippingDesk) => desk.channelOf('LOCAL'), path: 'channelId' },
  product: {
    call: switchProducts,
    idOf: (desk: ShippingDesk) => desk.productOf('BOLT'),
    path: 'lines.0.productId',
  },
} as const
type Kind = keyof typeof kinds

const off = async (
  desk: ShippingDesk,
  kind: Kind,
  input: { ids?: number[]; despiteOrders?: boolean } = {},
) => {
  const { call, idOf } = kinds[kind]
  const answer = await desk.send(call, { ids: [idOf(desk)], isEnabled: false, ...input })
  if (!answer.success) throw new Error(answer.message)
  return answer.data as BulkResult
}
const isOn = async (desk: ShippingDesk, kind: Kind) => {
  const rows = await server.owner<{ on: boolean }>(
    `select is_enabled as on from ${kind}s where id = $1`,
    [kinds[kind].idOf(desk)],
    desk.tenantId,
  )
  return rows[0]?.on
}

/** Until a statement of the server waits for a lock. */
const isWaiting = () => untilLockWaits(server)

test('open are all orders that are neither shipped nor voided', () => {
  expect([...openStatuses].sort()).toEqual(
    orderStates.states.filter((state) => state !== 'shipped' && state !== 'voided').sort(),
  )
})

describe.each(Object.keys(kinds) as Kind[])('a %s with open orders', (kind) => {
  test('is disabled only once the user was told which, and decided so', async () => {
    const desk = await aShippingDesk(server)
    const made = [await desk.create(), await desk.create(), await desk.create(), await desk.create()]
    const [first, second, third, fourth] = made.map(({ orderNo }) => orderNo)
    const told = await off(desk, kind)
    expect(told).toMatchObject({ ok: 0, failed: [{ id: kinds[kind].idOf(desk) }] })
    expect(told.failed[0]?.reason).toBe(
      `4 open orders (${first}, ${second}, ${third} …). Ship or void them first, or choose “Disable anyway”.`,
    )
    expect(await isOn(desk, kind)).toBe(true)
    await desk.send(voidOrders, { ids: made.slice(0, 3).map(({ id }) => id), reason: 'x' })
    expect((await off(desk, kind)).failed[0]?.reason).toBe(
      `1 open order (${fourth}). Ship or void it first, or choose “Disable anyway”.`,
    )
    expect(await off(desk, kind, { despiteOrders: true })).toEqual({ ok: 1, failed: [] })
    expect(await isOn(desk, kind)).toBe(false)
    expect(await desk.send(createOrder, desk.facts())).toMatchObject({
      data: { kind: 'validation', fields: [{ path: kinds[kind].path }] },
    })
  })

  test('is disabled at once when all its orders are closed, and enabled without a question', async () => {
    const desk = await aShippingDesk(server)
    const { id } = await desk.create()
    await desk.send(voidOrders, { ids: [id], reason: 'x' })
    expect(await off(desk, kind)).toEqual({ ok: 1, failed: [] })
    await desk.send(kinds[kind].call, { ids: [kinds[kind].idOf(desk)], isEnabled: true })
    await desk.create()
    expect(
      await desk.send(kinds[kind].call, { ids: [kinds[kind].idOf(desk)], isEnabled: true }),
    ).toMatchObject({
      data: { ok: 0, failed: [{ reason: 'Status unchanged' }] },
    })
  })

  test('is never disabled together with an order that is just being created', async () => {
    const desk = await aShippingDesk(server)
    for (let round = 0; round < 4; round++) {
      const [created, switched] = await Promise.all([
        desk.send(createOrder, desk.facts()),
        desk.send(kinds[kind].call, { ids: [kinds[kind].idOf(desk)], isEnabled: false }),
      ])
      const { failed } = switched.data as BulkResult
      const isRefused = created.data !== null && 'kind' in (created.data as object)
      // Either the order is there and was named, or the switch came first and the order was refused.
      expect([round, failed.length === 1, isRefused]).toEqual([round, created.success, !created.success])
      if (created.success)
        await desk.send(voidOrders, { ids: [(created.data as { id: number }).id], reason: 'x' })
      else await desk.send(kinds[kind].call, { ids: [kinds[kind].idOf(desk)], isEnabled: true })
    }
  })

  test('that is just being disabled takes no order', async () => {
    const desk = await aShippingDesk(server)
    const other = new pg.Client(server.at.owner)
    await other.connect()
    try {
      await other.query('begin')
      await other.query(`select set_config('app.tenant_id', $1, true)`, [String(desk.tenantId)])
      const row = [kinds[kind].idOf(desk)]
      await other.query(`select 1 from wms.${kind}s where id = $1 for update`, row)
      await other.query(`update wms.${kind}s set is_enabled = false where id = $1`, row)
      const creating = desk.send(createOrder, desk.facts())
      await isWaiting()
      await other.query('commit')
      expect(await creating).toMatchObject({ data: { fields: [{ path: kinds[kind].path }] } })
    } finally {
      await other.end()
    }
  })

  test('waits for an order that has read it as enabled and is not committed', async () => {
    const desk = await aShippingDesk(server)
    const { id } = await desk.create()
    const [{ order_no: no } = { order_no: '' }] = await server.owner<{ order_no: string }>(
      `select order_no from orders where id = $1`,
      [id],
      desk.tenantId,
    )
    await desk.send(voidOrders, { ids: [id], reason: 'x' })
    // The transaction of another order: it holds what `createOrder` locks, and its order is not visible yet.
    const other = new pg.Client(server.at.owner)
    await other.connect()
    try {
      await other.query('begin')
      await other.query(`select set_config('app.tenant_id', $1, true)`, [String(desk.tenantId)])
      await other.query(`select 1 from wms.${kind}s where id = $1 for key share`, [kinds[kind].idOf(desk)])
      const switching = off(desk, kind)
      await isWaiting()
      await other.query(
        `with fresh as (
           insert into wms.orders (tenant_id, order_no, customer_id, reference_no, channel_id, receiver_name, country_code, city, address1,
             piece_class, sku_count, piece_count, created_by)
           select tenant_id, 'LATE-1', customer_id, 'LATE-1', channel_id, 'x', 'US', 'x', 'x', 'ss', 1, 1, created_by from wms.orders
           where order_no = $1 returning tenant_id, id, customer_id)
         insert into wms.order_lines (tenant_id, order_id, line_no, customer_id, product_id, quantity)
         select tenant_id, id, 1, customer_id, $2, 1 from fresh`,
        [no, desk.productOf('BOLT')],
      )
      await other.query('commit')
      expect((await switching).failed[0]?.reason).toContain('LATE-1')
    } finally {
      await other.end()
    }
  })
})

test('of many customers, those with open orders are named and the others are disabled', async () => {
  const desk = await aShippingDesk(server)
  const { orderNo } = await desk.create()
  const rows = await server.owner<{ id: string }>(
    `insert into customers (tenant_id, customer_code, customer_name, search_line)
     select $1, 'QUIET-' || n, 'Quiet', 'quiet' from generate_series(1, 3) n returning id`,
    [desk.tenantId],
    desk.tenantId,
  )
  const ids = [desk.customerId, ...rows.map(({ id }) => Number(id))]
  const result = await off(desk, 'customer', { ids })
  expect(result).toMatchObject({ ok: 3, failed: [{ no: 'ACME' }] })
  expect(result.failed[0]?.reason).toContain(orderNo)
})

test('all matching products are disabled as a task, with the same question', async () => {
  const desk = await aShippingDesk(server)
  const { orderNo } = await desk.create()
  const as = {
    token: await aSession(server, desk.tenantId, desk.who.accountId),
    headers: { 'x-language': 'en_US' },
  }
  const act = async (input: { isEnabled: boolean; despiteOrders?: boolean }) => {
    return worked(
      server,
      as,
      (
        await server.done(
          actOnAll,
          { list: 'products', filters: { isEnabled: '1' }, path: switchProducts.path, input },
          as,
        )
      ).taskId,
    )
  }
  const first = await act({ isEnabled: false })
  expect(first).toMatchObject({ status: 'partly_done' })
  expect(first.failures.map(({ no }) => no)).toEqual(['BOLT'])
  expect(first.failures[0]?.reason).toContain(orderNo)
  expect(await act({ isEnabled: false, despiteOrders: true })).toMatchObject({ status: 'done', failures: [] })
})

test('a bin with goods for orders stays enabled and names them', async () => {
  const desk = await aShippingDesk(server)
  for (const sku of ['BOLT', 'NUT'])
    await desk.move({ flow: 'receive', batchId: await desk.batch(sku), onHand: 5 })
  const made = await desk.create({ lines: [desk.line('BOLT', 2), desk.line('NUT', 1)] })
  const bins = async () =>
    (
      await server.owner<{ id: string }>(
        `select distinct s.location_id as id from stock s join allocations a on a.stock_id = s.id and a.status = 'open'`,
        [],
        desk.tenantId,
      )
    ).map(({ id }) => Number(id))
  await desk.send(auditOrders, { ids: [made.id] })
  const [bin = 0] = await bins()
  const { data } = await desk.send(switchLocations, { ids: [bin], isEnabled: false })
  expect(data).toMatchObject({
    ok: 0,
    failed: [
      { id: bin, reason: `This bin holds goods for 1 order (${made.orderNo}). Ship or void it first.` },
    ],
  })
  await desk.send(voidOrders, { ids: [made.id], reason: 'x' })
  expect((await desk.send(switchLocations, { ids: [bin], isEnabled: false })).data).toMatchObject({
    ok: 0,
    failed: [{ reason: expect.stringContaining('contains stock') }],
  })
})

test('an order in exception keeps a disabled channel when only its address is edited, and can’t choose one', async () => {
  const desk = await aShippingDesk(server)
  const { id } = await desk.create()
  await off(desk, 'channel', { despiteOrders: true })
  const { data } = await desk.send(getOrder, { id })
  const { customerId: _, ...facts } = desk.facts({ city: 'San Diego' })
  const { rowVersion } = data as { rowVersion: number }
  expect(await desk.send(editOrder, { ...facts, id, rowVersion })).toMatchObject({ success: true })
  await server.owner(`update channels set is_enabled = false where channel_code = 'LIGHT'`, [], desk.tenantId)
  const refused = {
    data: { fields: [{ path: 'channelId', message: 'Channel LIGHT is disabled' }] },
  }
  const toLight = { ids: [id], channelId: desk.channelOf('LIGHT') }
  expect(await desk.send(assignChannel, toLight)).toMatchObject(refused)
  const other = { ...facts, channelId: desk.channelOf('LIGHT'), id, rowVersion: rowVersion + 1 }
  expect(await desk.send(editOrder, other)).toMatchObject(refused)
})

/** A row of a spreadsheet that passed its check. */
const row = (rowNo: number, referenceNo: string, sku: string) => ({
  rowNo,
  verdict: 'new' as const,
  value: {
    customerCode: 'ACME',
    referenceNo,
    channelCode: 'LOCAL',
    sku,
    quantity: 1,
    receiverName: 'Ann',
    countryCode: 'US',
    stateCode: 'CA',
    city: 'Los Angeles',
    postcode: '90001',
    address1: '1 Main Street',
  },
})

test.each(Object.keys(kinds) as Kind[])(
  'a spreadsheet waits for a %s that is just being disabled',
  async (kind) => {
    const desk = await aShippingDesk(server)
    let written: Promise<unknown> = Promise.resolve()
    const other = new pg.Client(server.at.owner)
    await other.connect()
    try {
      await other.query('begin')
      await other.query(`select set_config('app.tenant_id', $1, true)`, [String(desk.tenantId)])
      const id = [kinds[kind].idOf(desk)]
      await other.query(`select 1 from wms.${kind}s where id = $1 for update`, id)
      await other.query(`update wms.${kind}s set is_enabled = false where id = $1`, id)
      written = server.database.write(desk.tenantId, (tx) =>
        ordersFromSheet.write(tx, desk.who, [row(2, 'LATE', 'BOLT')]),
      )
      await isWaiting()
      await other.query('commit')
      expect(await written).toMatchObject({ left: [{ no: 'LATE' }], numbers: [] })
    } finally {
      await other.end()
    }
  },
)

test('a spreadsheet leaves out what was disabled after its check', async () => {
  const desk = await aShippingDesk(server)
  await server.owner(`update products set is_enabled = false where sku = 'NUT'`, [], desk.tenantId)
  const written = await server.database.write(desk.tenantId, (tx) =>
    ordersFromSheet.write(tx, desk.who, [row(2, 'GOOD', 'BOLT'), row(3, 'LATE', 'NUT')]),
  )
  expect(written).toMatchObject({
    left: [{ no: 'LATE', reason: { en_US: expect.stringContaining('NUT') } }],
    numbers: [expect.any(String)],
  })
  expect(await server.owner(`select reference_no from orders order by id`, [], desk.tenantId)).toEqual([
    { reference_no: 'GOOD' },
  ])
})

test('a main warehouse is told of the open orders at its satellites, and of no one else’s', async () => {
  const [main, satellite, stranger] = [
    await aShippingDesk(server),
    await aShippingDesk(server),
    await aShippingDesk(server),
  ]
  const own = await main.create()
  const there = [await satellite.create(), await satellite.create()]
  await stranger.create()
  await server.owner(
    `update tenants set system_version = 'satellite', parent_tenant_id = $2, company_name = 'East' where id = $1`,
    [satellite.tenantId, main.tenantId],
  )
  for (const kind of ['customer', 'channel'] as const)
    expect((await off(main, kind)).failed[0]?.reason).toBe(
      `3 open orders (${own.orderNo}, East ${there[0]?.orderNo}, East ${there[1]?.orderNo}). Ship or void them first, or choose “Disable anyway”.`,
    )
  // Products are the satellite's own.
  expect((await off(main, 'product')).failed[0]?.reason).toMatch(/^1 open order /)
  // The change belongs to the main warehouse: after the look at its satellites the call is its own again.
  await main.send(voidOrders, { ids: [own.id], reason: 'x' })
  expect((await off(main, 'channel')).failed[0]?.reason).toMatch(/^2 open orders \(East /)
  expect(await off(main, 'channel', { despiteOrders: true })).toMatchObject({ ok: 1 })
  expect([await isOn(main, 'channel'), await isOn(satellite, 'channel')]).toEqual([false, true])
})

test('the customers’ list names the last order, and counts the open ones before a customer is disabled', async () => {
  const desk = await aShippingDesk(server)
  const ids = [desk.customerId]
  const lastOrder = async () => {
    const { data } = await desk.send(listCustomers, { search: 'acme' })
    return (data as OutputOf<typeof listCustomers>).rows[0]?.lastOrderAt
  }
  const atWork = async () => (await desk.send(customersAtWork, { ids })).data
  expect([await lastOrder(), await atWork()]).toEqual([null, { inbounds: 0, orders: 0 }])
  const [first, second] = [await desk.create(), await desk.create()]
  const { data } = await desk.send(getOrder, { id: second.id })
  await desk.send(voidOrders, { ids: [first.id], reason: 'x' })
  expect(await lastOrder()).toBe((data as OutputOf<typeof getOrder>).createdAt)
  expect(await atWork()).toMatchObject({ orders: 1 })
})
