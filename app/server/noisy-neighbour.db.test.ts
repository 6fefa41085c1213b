import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { listCustomers } from '../../customers/contract.ts'
import { enqueueEach } from '../../orders/waybills/server/queue.ts'
import { query } from '../../platform/calls/call.ts'
import { openTaskDatabase } from '../../platform/database/server/db.ts'
import { folderStore } from '../../platform/files/server/store.ts'
import { startImport } from '../../platform/imports/contract.ts'
import { exportList } from '../../platform/lists/lists.ts'
import { openWorkers } from '../../platform/tasks/server/workers.ts'
import { aDatabase } from '../../testing/database.ts'
import { aUser, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { uploadedId } from '../../testing/upload.ts'
import { checkBooks } from '../contract.ts'
import { taskKinds } from './task-kinds.ts'

/** A call that keeps its connection until the test releases it. */
const slowCall = query('/gateway/wms/test/slow', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({}),
  output: z.boolean(),
})

const patience = { timeout: 20_000 }

/** A gate to wait at until it is opened. */
function aGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

const db = await aDatabase()
const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-noisy-'))
const store = folderStore(folder, console)
const [calls, sheets, tasks] = [aGate(), aGate(), aGate()]
let held = 0
let opening = 0
const server = await startTestServer({
  db,
  store: {
    ...store,
    open: async (key) => {
      opening++
      await sheets.opened
      return store.open(key)
    },
  },
  also: ({ answer }) =>
    answer(slowCall, async (tx) => {
      held++
      await sql`select 1`.execute(tx)
      await calls.opened
      return true
    }),
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const aDesk = (of: TestServer) => aUser(of)
const [noisy, quiet] = [await aDesk(server), await aDesk(server)]

/** Calls of the quiet company, a few at a time; returns those that failed. */
async function unanswered() {
  const answers = []
  for (let n = 0; n < 10; n++)
    answers.push(...(await Promise.all([1, 2, 3, 4].map(() => server.send(listCustomers, {}, quiet)))))
  return answers.filter(({ success }) => !success)
}

test('a company that floods the server with slow calls holds six connections, and another gets responses', async () => {
  const flood = Array.from({ length: 60 }, () => server.send(slowCall, {}, noisy))
  await expect.poll(() => held, patience).toBe(6)
  expect(await unanswered()).toEqual([])
  expect(held).toBe(6)
  calls.open()
  // Calls of the noisy company that waited too long are told to retry.
  const statuses = (await Promise.all(flood)).map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(6)
  expect(await server.send(listCustomers, {}, noisy)).toMatchObject({ success: true })
})

test('a company that floods the server with spreadsheets holds no connection while they are read', async () => {
  const sheet = await writeXlsx({
    sheets: [
      {
        name: 'x',
        rows: [
          ['客户代码 *', '客户名称 *'],
          ['A', '甲'],
        ],
      },
    ],
  })
  const fileId = await uploadedId(server, noisy, 'sheet', 'customers.xlsx', sheet)
  const flood = Array.from({ length: 30 }, () =>
    server.send(startImport, { kind: 'customers', fileId }, noisy),
  )
  await expect.poll(() => opening, patience).toBe(30)
  const busy = await db.owner(
    `select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  )
  expect(busy).toEqual([])
  expect(await unanswered()).toEqual([])
  sheets.open()
  const answers = await Promise.all(flood)
  // Two wait in the queue; there is no room for more.
  const isBusy = ({ data }: { data: unknown }) => (data as { kind?: string } | null)?.kind === 'busy'
  expect(answers.filter(isBusy)).toHaveLength(28)
})

test('a company that floods the queue has one task run at a time, and another’s first goes before its second', async () => {
  const forTasks = openTaskDatabase(db.at.app)
  const [settings] = (
    await forTasks.pool.query<{ statement: string }>(
      `select current_setting('statement_timeout') as statement`,
    )
  ).rows
  expect(settings).toEqual({ statement: '1min' })
  for (let n = 0; n < 20; n++) await server.send(checkBooks, {}, noisy)
  const workers = await openWorkers({
    at: db.at.app,
    database: forTasks,
    files: server.files,
    kinds: {
      ...taskKinds(server.files),
      check_books: async () => {
        await tasks.opened
        return {}
      },
    },
    log: server.log,
    crontab: '',
    clock: {},
    jobs: {},
  })
  const statesOf = async ({ tenantId }: typeof noisy) =>
    (await db.owner<{ status: string }>('select status from tasks', [], tenantId)).map(({ status }) => status)
  try {
    await expect.poll(() => statesOf(noisy), patience).toContain('running')
    await server.send(
      exportList,
      { list: 'customers', filters: {}, columns: ['customerCode'], format: 'csv' },
      quiet,
    )
    await expect.poll(() => statesOf(quiet), patience).toEqual(['done'])
    expect((await statesOf(noisy)).filter((status) => status === 'running')).toHaveLength(1)
    const queued = await db.owner<{ company: string; priority: number }>(
      `select payload->>'tenantId' as company, priority from graphile_worker._private_jobs order by priority`,
    )
    expect(queued.map(({ priority }) => priority)).toEqual(Array.from({ length: 20 }, (_, n) => n))
  } finally {
    tasks.open()
    await workers.stop()
    await forTasks.close()
  }
})

test('a company that leaves 300 jobs waits for itself, in their order: another’s first goes before its second', async () => {
  await db.owner('delete from graphile_worker._private_jobs')
  const [many, few] = [await aDesk(server), await aDesk(server)]
  const leave = (tenantId: number, job: string, from: number, to: number, seconds?: number) =>
    server.database.write(tenantId, (tx) =>
      enqueueEach(
        tx,
        job,
        Array.from({ length: to - from }, (_, i) => ({ n: from + i })),
        seconds,
      ),
    )
  await leave(many.tenantId, 'buy', 0, 200)
  // Some are done when more come.
  await db.owner('delete from graphile_worker._private_jobs where priority < 100')
  await leave(many.tenantId, 'buy', 200, 300)
  await leave(few.tenantId, 'buy', 0, 2)
  // Jobs of later delay none of today.
  await leave(few.tenantId, 'later', 0, 50, 3600)
  await leave(few.tenantId, 'later', 50, 51)
  const started: { tenantId: number; n: number }[] = []
  let later = 0
  const forTasks = openTaskDatabase(db.at.app)
  const workers = await openWorkers({
    at: db.at.app,
    database: forTasks,
    files: server.files,
    kinds: {},
    log: server.log,
    crontab: '',
    clock: {},
    jobs: {
      buy: async (tenantId, { n }: { n: number }) => void started.push({ tenantId, n }),
      later: async () => {
        later = started.length
      },
    },
  })
  try {
    await expect.poll(() => started.length, patience).toBe(202)
    const turns = started.flatMap(({ tenantId }, turn) => (tenantId === few.tenantId ? [turn] : []))
    expect(turns).toHaveLength(2)
    // Two workers take jobs at a time.
    expect(Math.max(...turns)).toBeLessThan(8)
    expect(later).toBeLessThan(8)
    const own = started.filter(({ tenantId }) => tenantId === many.tenantId)
    const ahead = own.map(({ n }, turn) => Math.abs(n - 100 - turn))
    expect(Math.max(...ahead)).toBeLessThan(8)
  } finally {
    await workers.stop()
    await forTasks.close()
  }
})

test('a company with 200 open tasks is told to wait', async () => {
  const desk = await aDesk(server)
  await db.owner(
    `insert into tasks (tenant_id, kind, input, created_by, request_id)
     select $1, 'x', '{}', (select min(id) from accounts where tenant_id = $1), 'x' from generate_series(1, 200)`,
    [desk.tenantId],
    desk.tenantId,
  )
  expect(await server.send(checkBooks, {}, desk)).toMatchObject({ data: { kind: 'busy' } })
  expect(await server.send(checkBooks, {}, quiet)).toMatchObject({ success: true })
})
