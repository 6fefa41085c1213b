import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { bookChecks } from '../app/server/book-checks.ts'
import { openCarriers } from '../carriers/server/carriers.ts'
import { type OrderException, orderExceptions, pickingExceptions } from '../orders/exceptions.ts'
import { buyLabel } from '../orders/waybills/server/buy.ts'
import { openDatabase } from '../platform/database/server/db.ts'
import { openFiles } from '../platform/files/server/files.ts'
import { openStore } from '../platform/files/server/store.ts'
import { openOutbound } from '../platform/outbound/server/outbound.ts'
import { readEnv } from '../platform/server/env.ts'
import { secretsWith } from '../platform/server/secrets.ts'
import { wrongNow } from '../testing/books.ts'
import { aDatabase } from '../testing/database.ts'
import { seedDemo } from './demo.ts'
import { demoJobs } from './order-history.ts'
import { BILLED, BLOCKED, BLOCKED_BY, ORDER_HISTORY } from './plan.ts'

const scratch = await aDatabase()
const folder = mkdtempSync(join(os.tmpdir(), 'tallyhouse-demo-'))
const books = openDatabase(scratch.at.app, 'books', { max: 2 })
afterAll(async () => {
  await books.close()
  rmSync(folder, { recursive: true, force: true })
})

await seedDemo(scratch.at.owner, true, openStore(readEnv({}), folder, console))
const [main] = await scratch.owner<{ id: string }>(`select id from tenants where code = 'DEMO'`)
const tenantId = Number(main?.id)
const ours = <R extends object>(query: string, values: unknown[] = []) =>
  scratch.owner<R>(query, values, tenantId)
const jobs = () =>
  ours<{ id: string; input: never }>(
    `select j.id, j.payload -> 'input' as input from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = '${ORDER_HISTORY}'`,
  )
/** Does what is queued of the history, once. */
const makeHistory = async () => {
  const [job] = await jobs()
  await ours('delete from graphile_worker._private_jobs where id = $1', [job?.id])
  await demoJobs(scratch.at.owner)[ORDER_HISTORY]?.(tenantId, job?.input as never)
  return job?.input as { from: string; until: string } | undefined
}
const wrong = () => wrongNow(bookChecks, { database: books }, { tenantId })

test('the demo has orders in every status and an exception of every code that the audit can give by itself', async () => {
  const statuses = await ours<{ status: string }>('select distinct status::text from orders order by 1')
  expect(statuses.map(({ status }) => status)).toEqual([
    'audit_exception',
    'pending_audit',
    'pending_shipment',
    'shipped',
    'under_audit',
    'voided',
    'waybill_printed',
  ])
  const codes = await ours<{ code: string; count: string }>(
    `select exception_code as code, count(*) from orders where status = 'audit_exception' group by 1 order by 1`,
  )
  expect(codes.map(({ code, count }) => [code, Number(count)])).toEqual([
    ['address_invalid', 1],
    ['channel_unavailable', 1],
    ['stock_short', 1],
    ['no_price', 1],
    ['no_zone', 1],
    ['balance_short', 1],
    ['account_blocked', 1],
    ['label_waiting', 1],
    ['timeout', 1],
  ])
  const [largest] = await ours<{ quantity: number }>('select max(quantity)::int as quantity from order_lines')
  expect(largest?.quantity, 'no order is absurdly large').toBeLessThan(5_000)
  // The carrier's answers come when the server works: one refuses a label, one a label after a change of the channel.
  const awaited = await ours<{ name: string; status: string }>(
    `select o.receiver_name as name, o.status from orders o join waybills w on w.order_id = o.id and w.status = 'requesting'
     where o.receiver_name like '%DEMO-%' order by o.id`,
  )
  expect(awaited.map(({ name, status }) => [name.split(' ').at(-1), status])).toEqual([
    ['DEMO-ADDRESS', 'under_audit'],
    ['DEMO-BALANCE', 'pending_shipment'],
  ])
  const [aside] = await ours<{ pieces: string }>(
    `select sum(s.on_hand) as pieces from stock s join locations l on l.id = s.location_id where l.purpose = 'return'`,
  )
  expect(Number(aside?.pieces), 'goods to put back').toBeGreaterThan(0)
})

test('once the demo carrier has answered, there is an exception of every code that the product can give, and one blocked account', async () => {
  const carriers = openCarriers({ database: books, outbound: openOutbound(), secrets: secretsWith('demo') })
  const files = openFiles(openStore(readEnv({}), folder, console), 'demo')
  const answer = buyLabel(books, { carriers, files })
  const asked = await ours<{ input: never }>(
    `select j.payload -> 'input' as input from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'buy_label' order by j.id`,
  )
  for (const { input } of asked) await answer(tenantId, input)
  const codes = await ours<{ code: OrderException }>(
    `select distinct exception_code::text as code from orders where status = 'audit_exception'`,
  )
  const known = orderExceptions.filter((code) => !pickingExceptions.includes(code))
  expect(new Set(codes.map(({ code }) => code))).toEqual(new Set(known))
  const blocked = await ours<{ code: string }>(
    `select c.customer_code as code from customer_accounts a join customers c on c.id = a.customer_id where a.blocked_because is not null`,
  )
  expect(blocked).toEqual([{ code: BLOCKED }])
  expect(await wrong()).toEqual([])
})

test('the history of orders is made week by week at its own time, once, and the ledgers match', async () => {
  const first = await makeHistory()
  const half = (Date.parse(first?.until ?? '') - Date.parse(first?.from ?? '')) / 86_400_000
  expect(half).toBe(181)
  const second = (await jobs())[0]?.input as { from: string } | undefined
  expect(Date.parse(second?.from ?? '') - Date.parse(first?.from ?? '')).toBe(7 * 86_400_000)
  const made = () =>
    ours<{ day: string; status: string; count: string }>(
      `select to_char(created_at, 'YYYY-MM-DD') as day, status, count(*) from orders where platform is not null group by 1, 2 order by 1, 2`,
    )
  const before = await made()
  const days = new Set(before.map(({ day }) => day))
  expect(days.size).toBe(5)
  for (const day of days) expect(day >= (first?.from ?? '') && day < (second?.from ?? '')).toBe(true)
  const shipped = before.filter(({ status }) => status === 'shipped')
  expect(shipped).toHaveLength(5)
  for (const { count } of shipped) expect(Number(count)).toBeGreaterThan(12)
  expect(before.every(({ status }) => ['shipped', 'voided'].includes(status))).toBe(true)

  const [wrongTime] = await ours<{ count: string }>(
    `select count(*) from orders o join shipments s on s.order_id = o.id
     where o.platform is not null and (o.shipped_at::date <> o.created_at::date or s.shipped_at <> o.shipped_at)`,
  )
  expect(Number(wrongTime?.count)).toBe(0)
  const [flows] = await ours<{ late: string }>(
    `select count(*) as late from stock_flows f join allocations a on f.source_type = 'allocation' and f.source_id = a.id
     join orders o on o.id = a.demand_id where o.platform is not null and f.flow_type = 'ship' and f.at <> o.shipped_at`,
  )
  expect(Number(flows?.late), 'goods left at another time than their order').toBe(0)

  // The job of a server that died is repeated.
  await demoJobs(scratch.at.owner)[ORDER_HISTORY]?.(tenantId, first as never)
  expect(await made()).toEqual(before)
  expect(await wrong()).toEqual([])
})

test('the history ends with the statements of a month and fees that wait for a second person, once', async () => {
  const next = (await jobs())[0]?.input as { from: string } | undefined
  // As if the history ended a month after its first week.
  const end = new Date(Date.parse(next?.from ?? '') + 31 * 86_400_000).toISOString().slice(0, 10)
  const finish = () =>
    demoJobs(scratch.at.owner)[ORDER_HISTORY]?.(tenantId, { from: end, until: end } as never)
  const createdAt = () => ours('select created_at from tenants where id = $1', [tenantId])
  await finish()
  const created = await createdAt()
  await finish()
  expect(await createdAt(), 'nights that were taken are the first ones').toEqual(created)
  const [nights] = await ours<{ missing: string; done: string }>(
    `select (current_date - 1 - min(charge_date)) - count(*) as missing, count(*) filter (where status = 'done') as done from stock_snapshots`,
  )
  expect(Number(nights?.done)).toBeGreaterThan(178)
  expect(Math.abs(Number(nights?.missing)), 'a night is as yet not over in the warehouse').toBeLessThan(2)
  const [blocked] = await ours<{ because: string; nights: number; open: number }>(
    `select a.blocked_because as because,
       (select count(*)::int from rent_days d where d.customer_id = a.customer_id) as nights,
       (select count(*)::int from billable_events e where e.customer_id = a.customer_id and e.kind = 'storage' and e.status = 'open') as open
     from customer_accounts a join customers c on c.id = a.customer_id where c.customer_code = $1`,
    [BLOCKED],
  )
  expect(blocked).toMatchObject({ because: BLOCKED_BY, open: 0 })
  expect(blocked?.nights).toBeGreaterThan(100)
  const bills = await ours<{ status: string; count: number }>(
    'select status::text, count(*)::int from bills where fee_count > 0 and total > 0 group by 1 order by 1',
  )
  expect(bills).toMatchObject([
    { status: 'draft', count: 1 },
    { status: 'not_settled', count: 1 },
    { status: 'paid', count: expect.any(Number) },
  ])
  expect(await ours('select status::text, amount from fee_requests order by id')).toEqual([
    { status: 'waiting', amount: '-1260.00' },
    { status: 'waiting', amount: '1480.00' },
  ])
  expect(await wrong()).toEqual([])
})

test('a customer who pays bills has paid the older ones and owes the last two', async () => {
  // The first days of the two months after the one that was closed, in which there is a bill to draw up and one to pay.
  const [last] = await ours<{ day: string }>('select max(period_to)::text as day from bills')
  const dayOf = (months: number, date: number) => {
    const [year = 0, month = 1] = (last?.day ?? '').split('-').map(Number)
    return new Date(Date.UTC(year, month - 1 + months, date)).toISOString().slice(0, 10)
  }
  const until = dayOf(4, 1)
  for (const day of [dayOf(2, 1), dayOf(2, 8), dayOf(3, 1)])
    await demoJobs(scratch.at.owner)[ORDER_HISTORY]?.(tenantId, { from: day, until } as never)
  const bills = await ours<{ status: string; total: string; due: string }>(
    `select b.status::text, b.total, b.total - coalesce((select sum(p.amount) from bill_payments p where p.bill_id = b.id), 0) as due
     from bills b join customers c on c.id = b.customer_id and c.customer_code = $1 where b.settlement_mode = 'bill' order by b.id`,
    [BILLED],
  )
  expect(bills.map(({ status }) => status)).toEqual(['paid', 'not_settled', 'not_settled'])
  expect(Number(bills[0]?.due)).toBe(0)
  expect(Number(bills[1]?.due)).toBeGreaterThan(0)
  expect(await wrong()).toEqual([])
})

test('a day whose ledgers are sealed gets no history', async () => {
  const count = async () => Number((await ours<{ count: string }>('select count(*) from orders'))[0]?.count)
  await ours(
    `insert into audit_seals (tenant_id, ledger, day, entries, digest) values ($1, 'audit_log', current_date - 1, 1, sha256('x'))`,
    [tenantId],
  )
  const before = await count()
  await makeHistory()
  expect(await count()).toBe(before)
  expect(await jobs()).toEqual([])
})
