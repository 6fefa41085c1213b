import { expect, test } from 'vitest'
import type { SentTo } from '../../../platform/calls/call.ts'
import { aStore } from '../../../testing/stock-builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { stockThroughput } from '../throughput-contract.ts'

const server = await startTestServer()
const ZONE = 'America/New_York'

/** A warehouse in New York whose postings happened when the test says: some days ago, at an hour of its clock. */
async function aWarehouse() {
  const store = await aStore(server)
  await server.owner(
    'update warehouses set time_zone = $2 where tenant_id = $1',
    [store.tenantId, ZONE],
    store.tenantId,
  )
  const post = async (
    line: Parameters<typeof store.move>[0],
    daysAgo: number,
    clock: string,
    place?: string,
  ) => {
    await store.move(line, place)
    await server.owner(
      `update stock_flows set at = ((warehouse_today() - $1::int) + $2::time) at time zone $3
       where source_id = (select max(source_id) from stock_flows)`,
      [daysAgo, clock, ZONE],
      store.tenantId,
    )
  }
  const ask = (input: SentTo<typeof stockThroughput>) => server.done(stockThroughput, input, store)
  return { ...store, post, ask }
}

/** The places of a series that are not zero. */
const peaks = (series: number[]) =>
  Object.fromEntries([...series.entries()].filter(([, pieces]) => pieces !== 0))

test('today is shown by the hour of the warehouse, beside the same weekday of last week', async () => {
  const { batch, post, ask, customerId } = await aWarehouse()
  const [bolts, screws] = [await batch('BOLT'), await batch('SCREW')]
  await post({ flow: 'receive', batchId: bolts, onHand: 10 }, 0, '00:00')
  await post({ flow: 'receive', batchId: bolts, onHand: 5 }, 0, '13:59:59')
  await post({ flow: 'receive_cancel', batchId: bolts, onHand: -2 }, 0, '13:30')
  await post({ flow: 'return_in', batchId: screws, onHand: 4 }, 0, '23:59:59')
  await post({ flow: 'adjust_up', batchId: screws, onHand: 50 }, 0, '12:00')
  await post({ flow: 'allocate', batchId: bolts, allocated: 3 }, 0, '14:00')
  await post({ flow: 'ship', batchId: bolts, onHand: -3, allocated: -3 }, 0, '14:00')
  await post({ flow: 'receive', batchId: bolts, onHand: 70 }, 7, '08:15')
  await post({ flow: 'receive', batchId: bolts, onHand: 600 }, 1, '23:59:59')
  await post({ flow: 'receive', batchId: bolts, onHand: 600 }, 8, '12:00')
  await post({ flow: 'receive', batchId: bolts, onHand: 600 }, 6, '00:00')

  const today = await ask({})
  expect(today.days).toBe('1')
  expect([today.received, today.shipped, today.receivedBefore].map(({ length }) => length)).toEqual([
    24, 24, 24,
  ])
  expect(peaks(today.received)).toEqual({ 0: 10, 13: 3, 23: 4 })
  expect(peaks(today.shipped)).toEqual({ 14: 3 })
  expect(peaks(today.receivedBefore)).toEqual({ 8: 70 })
  expect(peaks(today.shippedBefore)).toEqual({})
  expect(today.customers).toMatchObject([
    { id: customerId, customerCode: 'ACME', customerName: 'Acme', received: 13, shipped: 3 },
    { customerCode: 'OTHER', received: 4, shipped: 0 },
  ])
})

test('several days are shown by day, beside as many days before, and one customer alone', async () => {
  const { batch, post, ask, customerId } = await aWarehouse()
  const [bolts, screws] = [await batch('BOLT'), await batch('SCREW')]
  for (const [daysAgo, pieces] of [
    [0, 1],
    [6, 2],
    [7, 4],
    [13, 8],
    [14, 16],
    [29, 32],
    [30, 64],
    [59, 128],
    [60, 256],
  ] as const)
    await post({ flow: 'receive', batchId: bolts, onHand: pieces }, daysAgo, '23:30')
  await post({ flow: 'receive', batchId: screws, onHand: 1000 }, 3, '09:00')

  const week = await ask({ days: '7' })
  expect([peaks(week.received), peaks(week.receivedBefore)]).toEqual([
    { 0: 2, 3: 1000, 6: 1 },
    { 0: 8, 6: 4 },
  ])
  const month = await ask({ days: '30', customerId })
  expect([peaks(month.received), peaks(month.receivedBefore)]).toEqual([
    { 0: 32, 15: 16, 16: 8, 22: 4, 23: 2, 29: 1 },
    { 0: 128, 29: 64 },
  ])
  const days = (Date.parse(week.firstDay) - Date.parse(month.firstDay)) / 86_400_000
  expect(days).toBe(23)
  // The largest customers are of all customers, so that one can go from one to the other.
  expect(month.customers.map(({ customerCode }) => customerCode)).toEqual(['OTHER', 'ACME'])
})

test('customers are named by what came and went together', async () => {
  const { batch, post, ask } = await aWarehouse()
  const [bolts, screws] = [await batch('BOLT'), await batch('SCREW')]
  await post({ flow: 'receive', batchId: bolts, onHand: 3 }, 0, '10:00')
  await post({ flow: 'receive', batchId: screws, onHand: 2 }, 0, '10:00')
  await post({ flow: 'allocate', batchId: screws, allocated: 2 }, 0, '11:00')
  await post({ flow: 'ship', batchId: screws, onHand: -2, allocated: -2 }, 0, '11:00')
  expect((await ask({})).customers).toMatchObject([
    { customerCode: 'OTHER', received: 2, shipped: 2 },
    { customerCode: 'ACME', received: 3, shipped: 0 },
  ])
})

test('the five customers with the most pieces are named', async () => {
  const { tenantId, ask } = await aWarehouse()
  await server.owner(
    `with owners as (
       insert into customers (tenant_id, customer_code, customer_name, search_line)
       select $1, 'C' || n, 'C' || n, 'c' from generate_series(1, 7) n returning id, customer_code),
     things as (
       insert into products (tenant_id, customer_id, sku, name_en, search_line, audit_status)
       select $1, id, customer_code, 'x', 'x', 'pending' from owners returning id, customer_id),
     kept as (insert into batches (tenant_id, customer_id, product_id) select $1, customer_id, id from things returning id, customer_id, product_id),
     stored as (
       insert into stock (tenant_id, location_id, customer_id, product_id, batch_id, quality, on_hand, seq)
       select $1, (select min(id) from locations), k.customer_id, k.product_id, k.id, 'good', 1, 1 from kept k returning *)
     insert into stock_flows (tenant_id, stock_id, seq, flow_type, source_type, source_id, source_line, source_no, location_id, customer_id,
       product_id, d_on_hand, d_allocated, d_frozen, on_hand_after, allocated_after, frozen_after, actor_id, at)
     select $1, s.id, 1, 'receive', 'test', s.id, 1, 'T', s.location_id, s.customer_id, s.product_id,
       right(o.customer_code, 1)::int, 0, 0, 1, 0, 0, (select min(id) from accounts where tenant_id = $1), now()
     from stored s join owners o on o.id = s.customer_id`,
    [tenantId],
    tenantId,
  )
  expect((await ask({})).customers.map(({ customerCode }) => customerCode)).toEqual([
    'C7',
    'C6',
    'C5',
    'C4',
    'C3',
  ])
})
