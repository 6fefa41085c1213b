import { parseCrontab } from 'graphile-worker'
import { describe, expect, test } from 'vitest'
import { auditOrders } from '../../orders/contract.ts'
import { companyJobs, crontabOf, dueJobs } from '../../platform/slices/server/nightly.ts'
import { openWorkers } from '../../platform/tasks/server/workers.ts'
import { aShippingDesk } from '../../testing/order-builders.ts'
import { freePrices } from '../../testing/price-builders.ts'
import { aStore } from '../../testing/stock-builders.ts'
import { aUser, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { atNight } from '../../testing/work.ts'
import { nightlyJobs } from './nightly.ts'
import { carrierWork } from './slices.ts'
import { taskKinds } from './task-kinds.ts'

const crontab = crontabOf(nightlyJobs)

/** A company with two stock movements, one of them three days old. */
async function aCompany(server: TestServer) {
  const store = await aStore(server)
  const batchId = await store.batch('BOLT')
  for (let n = 0; n < 2; n++) await store.move({ flow: 'receive', batchId, onHand: 5 })
  await server.owner(
    `update stock_flows set at = now() - interval '3 days' where seq = 1`,
    [],
    store.tenantId,
  )
  return store
}

/** An inbound order of yesterday that closed itself. */
const anEvent = (server: TestServer, { tenantId, customerId }: { tenantId: number; customerId: number }) =>
  server.owner(
    `insert into billable_events (tenant_id, kind, source_id, source_no, customer_id, charge_date, facts_version, facts)
     values ($1, 'inbound', 1, 'IB-1', $2, current_date - 2, 1, '{"boxSizes": [], "lines": []}')`,
    [tenantId, customerId],
    tenantId,
  )

const sealsOf = (server: TestServer, tenantId: number) =>
  server.owner(`select 1 from audit_seals where ledger = 'stock_flows'`, [], tenantId)

const resultsOf = async (server: TestServer, tenantId: number) =>
  Object.fromEntries(
    (
      await server.owner<{ code: string; hits: string[] }>(
        'select code, hits from book_results',
        [],
        tenantId,
      )
    ).map(({ code, hits }) => [code, hits]),
  )

/** The effect of each scheduled job, tested through the scheduler: queued by name and run by workers. */
const proofs: Record<string, (server: TestServer) => Promise<void>> = {
  async sweep(server) {
    const { tenantId, who } = await aCompany(server)
    await server.owner(
      `insert into idempotency (tenant_id, actor_id, key, route, request_hash, answer, at)
       values ($1, $2, 'a-key-of-16-chars', '/x', '', '{}', now() - interval '8 days')`,
      [tenantId, who.accountId],
      tenantId,
    )
    await atNight(server, 'sweep')
    expect(await server.owner('select 1 from idempotency', [], tenantId)).toEqual([])
  },

  async delete_expired_logins(server) {
    const { tenantId } = await aUser(server)
    await server.owner(
      `update sessions set last_seen_at = now() - interval '13 hours' where tenant_id = $1`,
      [tenantId],
    )
    expect(await atNight(server, 'delete_expired_logins')).toEqual([])
    expect(await server.owner('select 1 from sessions where tenant_id = $1', [tenantId])).toEqual([])
  },

  async charge_rent(server) {
    const { tenantId } = await aCompany(server)
    await server.owner(`update tenants set created_at = now() - interval '9 days' where id = $1`, [tenantId])
    expect(await atNight(server, 'charge_rent')).toEqual([])
    const nights = await server.owner<{ status: string; pieces: string }>(
      `select status, (select sum(l.quantity) from stock_snapshot_lines l join rent_days d on d.id = l.rent_day_id
         where d.snapshot_id = s.id) as pieces from stock_snapshots s order by charge_date limit 2`,
      [],
      tenantId,
    )
    expect(nights).toEqual([
      { status: 'done', pieces: '5' },
      { status: 'done', pieces: '5' },
    ])
  },

  async price_ended_days(server) {
    const { tenantId, customerId } = await aCompany(server)
    await server.owner(freePrices, [], tenantId)
    await anEvent(server, { tenantId, customerId })
    expect(await atNight(server, 'price_ended_days')).toEqual([])
    expect(await server.owner('select status from billable_events', [], tenantId)).toEqual([
      { status: 'free' },
    ])
  },

  async price_completed_again(server) {
    const { tenantId, customerId } = await aCompany(server)
    await anEvent(server, { tenantId, customerId })
    await server.owner(`update billable_events set status = 'open', gap = 'no_dims'`, [], tenantId)
    await server.owner(freePrices, [], tenantId)
    expect(await atNight(server, 'price_completed_again')).toEqual([])
    expect(await server.owner('select status from billable_events', [], tenantId)).toEqual([
      { status: 'free' },
    ])
  },

  async price_open_again(server) {
    const { tenantId, customerId } = await aCompany(server)
    await anEvent(server, { tenantId, customerId })
    await server.owner(`update billable_events set status = 'open', gap = 'no_price'`, [], tenantId)
    await server.owner(freePrices, [], tenantId)
    expect(await atNight(server, 'price_open_again')).toEqual([])
    expect(await server.owner('select status from billable_events', [], tenantId)).toEqual([
      { status: 'free' },
    ])
  },

  async retry_unpriced_again(server) {
    const desk = await aShippingDesk(server, { hasPrices: false })
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 1 })
    const { id } = await desk.create()
    await desk.send(auditOrders, { ids: [id] })
    await server.owner(freePrices, [], desk.tenantId)
    expect(await atNight(server, 'retry_unpriced_again')).toEqual([])
    expect(await server.owner('select status from orders', [], desk.tenantId)).toEqual([
      { status: 'pending_shipment' },
    ])
  },

  async settle_late_fees(server) {
    const { tenantId, customerId } = await aCompany(server)
    await server.owner(
      `insert into fees (tenant_id, customer_id, fee_type_id, order_type, amount, charge_date, occurred_at, is_manual, created_by)
       select $1, $2, min(id), 'manual', 1.25, current_date, now(), true, system_account() from fee_types`,
      [tenantId, customerId],
      tenantId,
    )
    expect(await atNight(server, 'settle_late_fees')).toEqual([])
    expect(
      await server.owner(
        `select f.status, a.balance from fees f join customer_accounts a on a.customer_id = f.customer_id`,
        [],
        tenantId,
      ),
    ).toEqual([{ status: 'settled', balance: '-1.25' }])
  },

  async sweep_files(server) {
    expect(await atNight(server, 'sweep_files')).toEqual([])
  },

  async delete_old(server) {
    const { tenantId } = await aCompany(server)
    await server.owner(
      `insert into events (tenant_id, kind, object_type, object_id, request_id, at)
       values ($1, 'old', 'x', 1, 'r', now() - interval '91 days')`,
      [tenantId],
      tenantId,
    )
    expect(await atNight(server, 'delete_old')).toEqual([])
    expect(await server.owner(`select 1 from events where kind = 'old'`, [], tenantId)).toEqual([])
  },

  async check_books(server) {
    const { tenantId } = await aCompany(server)
    expect(await atNight(server, 'check_books')).toEqual([])
    expect(await sealsOf(server, tenantId)).toHaveLength(1)
    expect(await resultsOf(server, tenantId)).toMatchObject({ 'I-01': [], seals: [], tasks: [] })
  },
}

test('every scheduled job is tested through the scheduler and known to the workers', () => {
  const due = parseCrontab(crontab).map(({ task }) => task)
  expect(due.sort()).toEqual(Object.keys(proofs).sort())
  const server = {} as TestServer
  expect(Object.keys(dueJobs(nightlyJobs, server)).sort()).toEqual(due)
})

describe('through the scheduler', async () => {
  const server = await startTestServer()
  for (const [name, prove] of Object.entries(proofs)) test(`${name} does its work`, () => prove(server))
})

test('the scheduler knows when each job is due', async () => {
  const server = await startTestServer()
  await atNight(server, 'sweep_files', { crontab })
  const known = await server.owner<{ identifier: string }>(
    'select identifier from graphile_worker._private_known_crontabs order by 1',
  )
  expect(known.map(({ identifier }) => identifier)).toEqual(Object.keys(proofs).sort())
})

test('a server that was off at night makes up for its daily jobs once, and not for the frequent ones', async () => {
  const server = await startTestServer()
  await atNight(server, 'sweep_files', { crontab })
  await server.owner(`update graphile_worker._private_known_crontabs
    set known_since = now() - interval '9 days', last_execution = now() - interval '2 days'`)
  const { log, database, files } = server
  const jobs = { ...dueJobs(nightlyJobs, server) }
  const ran: string[] = []
  for (const name of Object.keys(jobs)) jobs[name] = async () => void ran.push(name)
  const workers = await openWorkers({
    ...{ at: server.at.app, database, files, kinds: taskKinds(files), log, crontab, clock: jobs },
    ...{ jobs: companyJobs(nightlyJobs, server), carriers: carrierWork(database, server.services) },
  })
  const daily = parseCrontab(crontab).flatMap(({ task, options }) =>
    options.backfillPeriod > 0 ? [task] : [],
  )
  expect(daily.sort()).toEqual(['check_books', 'delete_old', 'price_open_again', 'sweep_files'])
  await expect
    .poll(() => ran.filter((name) => daily.includes(name)).sort(), { timeout: 60_000 })
    .toEqual(daily)
  await workers.stop()
})

test('a night in which one company cannot be checked continues for it and for the others', async () => {
  const server = await startTestServer()
  const [broken, healthy] = [await aCompany(server), await aCompany(server)]
  await server.owner(
    `create policy sabotage on wms.product_words as restrictive using (
       case when tenant_id = ${broken.tenantId} then 1 / (tenant_id - tenant_id) = 1 else true end)`,
  )
  const left = await atNight(server, 'check_books')

  // The failed check is reported, all others ran, and the days of both are sealed.
  expect(await resultsOf(server, broken.tenantId)).toMatchObject({
    'I-01': [],
    products: ['could not be checked'],
    tasks: [],
  })
  expect(await resultsOf(server, healthy.tenantId)).toMatchObject({ 'I-01': [], tasks: [] })
  for (const { tenantId } of [broken, healthy]) expect(await sealsOf(server, tenantId)).toHaveLength(1)

  // It is retried for that company only, and the log names it.
  expect(left).toMatchObject([{ task: 'check_books_of_company', attempts: 1 }])
  expect(left[0]?.lastError).toContain(`company ${broken.tenantId}: not checked: products`)
  const lines = server.lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines).toContainEqual(
    expect.objectContaining({
      tenantId: broken.tenantId,
      check: 'products',
      msg: 'a nightly check could not run',
    }),
  )
  expect(lines.filter(({ tenantId }) => tenantId === healthy.tenantId)).toEqual([])
})

test('each company job is queued by the scheduler', async () => {
  const server = await startTestServer()
  const { tenantId } = await aCompany(server)
  for (const { task } of parseCrontab(crontab)) await dueJobs(nightlyJobs, server)[task]?.()
  const queued = await server.owner<{ task: string }>(
    `select t.identifier as task from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where (j.payload->>'tenantId')::bigint = $1`,
    [tenantId],
  )
  expect(queued.map(({ task }) => task).sort()).toEqual(Object.keys(companyJobs(nightlyJobs, server)).sort())
})
