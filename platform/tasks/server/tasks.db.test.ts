import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkBooks } from '../../../app/contract.ts'
import { taskKinds } from '../../../app/server/task-kinds.ts'
import { staffText } from '../../../staff/text.ts'
import {
  aTenant,
  aUser,
  SIGNING_SECRET,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts'
import { command, nothing, taskStarted } from '../../calls/call.ts'
import { Refusal, refuse } from '../../calls/refusal.ts'
import type { Server } from '../../calls/server/serve.ts'
import { openDatabase } from '../../database/server/db.ts'
import { openFiles } from '../../files/server/files.ts'
import { folderStore } from '../../files/server/store.ts'
import { uploadText } from '../../files/uploads.ts'
import { cancelTask, myTasks, retryTask, type TaskRow } from '../tasks.ts'
import { startTask, type TaskKinds } from './tasks.ts'
import { openWorkers } from './workers.ts'

const start = command('/gateway/test/start', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({
    kind: z.string(),
    isLastTry: z.boolean().default(false),
    lane: z.enum(['general', 'carriers']).default('general'),
  }),
  output: taskStarted,
})
const startAndRefuse = command('/gateway/test/start-and-refuse', {
  permission: 'signed_in',
  feature: 'home',
  input: nothing,
  output: nothing,
})

const also = ({ answer }: Server) => {
  answer(start, async (tx, who, { kind, isLastTry, lane }) => {
    const taskId = await startTask(tx, who, start, kind, { word: 'hello' }, lane)
    // A job with a single attempt, so that the test need not wait for the queue's retries.
    if (isLastTry)
      await sql`update graphile_worker._private_jobs set max_attempts = 1 where key = ${`task:${taskId}`}`.execute(
        tx,
      )
    return { taskId }
  })
  answer(startAndRefuse, async (tx, who) => {
    await startTask(tx, who, startAndRefuse, 'nothing', {})
    refuse(staffText.notFound)
  })
}

const publicDb = { open: () => {}, shut: Promise.resolve() }
let isBroken = true
const held: (() => void)[] = []
const ran: { kind: string; tenantId: number; input: unknown }[] = []
const reason = { zh_CN: '缺货', en_US: 'Out of stock' }

const kinds: TaskKinds = {
  quick: async ({ who, input, write }) => {
    ran.push({ kind: 'quick', tenantId: who.tenantId, input })
    await write((tx) =>
      sql`insert into events (tenant_id, kind, object_type, object_id, request_id) values (${who.tenantId}, 'quick', 'x', 1, ${who.requestId})`.execute(
        tx,
      ),
    )
    return { message: { zh_CN: '好', en_US: 'Fine' } }
  },
  paced: async ({ progress }) => {
    await progress(3, 10)
    await publicDb.shut
    const { isCancelAsked } = await progress(7, 10)
    return isCancelAsked ? { end: 'cancel' } : { message: { zh_CN: '到底', en_US: 'To the end' } }
  },
  whole: async ({ progress }) => {
    await progress(3, 10)
    await publicDb.shut
    await progress(10, 10)
    return { message: { zh_CN: '到底', en_US: 'To the end' } }
  },
  hopeless: async () => ({ end: 'fail', message: { zh_CN: '太多', en_US: 'Too many' } }),
  partly: async () => ({
    failures: [
      { no: 'OB-1', reason },
      { no: 'OB-2', reason },
    ],
  }),
  breaking: async ({ progress }) => {
    await progress(1, 2)
    if (isBroken) throw new Error('the carrier is away')
    await progress(2, 2)
    return {}
  },
  refused: async () => refuse(staffText.notFound),
  away: async () => {
    throw new Refusal(uploadText.storeStart, { kind: 'unavailable' })
  },
  held: () => new Promise((_, reject) => held.push(() => reject(new Error('let go')))),
  filing: async () => ({
    file: { name: '库存 "1"\'; x.csv', mime: 'text/html', bytes: Buffer.from('<script>alert(1)</script>') },
  }),
}

const aClerk = (server: TestServer, tenantId: number) => aUser(server, { tenantId })
type Clerk = Awaited<ReturnType<typeof aClerk>>

const begin = async (
  server: TestServer,
  who: Clerk,
  kind: string,
  isLastTry = false,
  lane: 'general' | 'carriers' = 'general',
) => {
  return (await server.done(start, { kind, isLastTry, lane }, who)).taskId
}
const seen = async (server: TestServer, who: Clerk, id: number) =>
  ((await server.send(myTasks, {}, who)).data as TaskRow[]).find((task) => task.id === id)

async function until(
  server: TestServer,
  who: Clerk,
  id: number,
  is: (task: TaskRow) => boolean,
): Promise<TaskRow> {
  for (let i = 0; i < 400; i++) {
    const task = await seen(server, who, id)
    if (task && is(task)) return task
    await new Promise((wake) => setTimeout(wake, 20))
  }
  throw new Error(`task ${id} never got there: ${JSON.stringify(await seen(server, who, id))}`)
}
const isOver = (task: TaskRow) => !['waiting', 'running'].includes(task.status)

const jobsOf = (server: TestServer, id: number) =>
  server.owner<{ locked_by: string | null; attempts: number }>(
    'select locked_by, attempts from graphile_worker._private_jobs where key = $1',
    [`task:${id}`],
  )

/** Tasks and jobs of carriers that answer only when the test lets them. */
const away: (() => void)[] = []
const carriers = {
  kinds: {
    waiting: async () => {
      await new Promise<void>((answer) => away.push(answer))
      return { message: { zh_CN: '好', en_US: 'Bought' } }
    },
    quickly: async () => ({ message: { zh_CN: '好', en_US: 'Bought' } }),
  } satisfies TaskKinds,
  jobs: { wait_for_carrier: () => new Promise<void>((answer) => away.push(answer)) },
}

const workersOf = (server: Pick<TestServer, 'at' | 'database' | 'files' | 'log'>, pollMs = 2000) =>
  openWorkers({
    carriers,
    at: server.at.app,
    database: server.database,
    files: server.files,
    kinds: { ...taskKinds(server.files), ...kinds },
    log: server.log,
    crontab: '',
    clock: {},
    jobs: {},
    pollMs,
  })

describe('before a worker runs', async () => {
  const server = await startTestServer({ also })
  const tenantId = await aTenant(server)
  const clerk = await aClerk(server, tenantId)

  test('a task waits, and only the user who started it can cancel it', async () => {
    const id = await begin(server, clerk, 'quick')
    expect(await seen(server, clerk, id)).toMatchObject({
      status: 'waiting',
      done: 0,
      total: 0,
      fileUrl: null,
      startedAt: null,
    })
    const colleague = await aClerk(server, tenantId)
    expect(await server.send(cancelTask, { id }, colleague)).toMatchObject({
      success: false,
      data: { kind: 'not_found' },
    })
    expect(await seen(server, colleague, id)).toBeUndefined()
    expect(await server.send(cancelTask, { id }, clerk)).toMatchObject({ success: true })
    expect(await seen(server, clerk, id)).toMatchObject({ status: 'cancelled' })
    expect(await server.send(cancelTask, { id }, clerk)).toMatchObject({
      success: false,
      data: { kind: 'moved_on' },
    })
    expect(await server.send(retryTask, { id }, clerk)).toMatchObject({
      success: false,
      data: { kind: 'moved_on' },
    })
  })

  test('a refused command leaves neither a task nor a job', async () => {
    const before = await server.owner('select 1 from graphile_worker._private_jobs')
    expect(await server.send(startAndRefuse, {}, clerk)).toMatchObject({
      success: false,
      data: { kind: 'refused' },
    })
    expect(await server.owner(`select 1 from tasks where kind = 'nothing'`, [], tenantId)).toEqual([])
    expect(await server.owner('select 1 from graphile_worker._private_jobs')).toHaveLength(before.length)
  })

  test('a job without a company is refused', async () => {
    const enqueued = sql`select enqueue('task', '{}'::json)`.execute(server.database.gate)
    await expect(enqueued).rejects.toMatchObject({ code: '42501' })
  })

  test('jobs of a dead server are released and run, those of a live one are left alone, cancelled ones never run', async () => {
    const [dead, alive, cancelled] = [
      await begin(server, clerk, 'quick'),
      await begin(server, clerk, 'quick'),
      await begin(server, clerk, 'quick'),
    ]
    const lock = (id: number, by: string) =>
      server.owner(
        `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - interval '10 s', attempts = 1 where key = $2`,
        [by, `task:${id}`],
      )
    await lock(dead, 'worker-dead')
    await lock(alive, 'worker-alive')
    await server.send(cancelTask, { id: cancelled }, clerk)
    // The dead server had started its task; the live one holds the lock on its own name.
    await server.owner(`update tasks set status = 'running' where id = $1`, [dead], tenantId)
    const living = new pg.Client(server.at.app)
    await living.connect()
    await living.query(`select pg_advisory_lock(7416, hashtext('worker-alive'))`)
    ran.splice(0)
    const workers = await workersOf(server)
    try {
      expect(await until(server, clerk, dead, isOver)).toMatchObject({ status: 'done' })
      expect(await seen(server, clerk, alive)).toMatchObject({ status: 'waiting' })
      expect(await jobsOf(server, alive)).toMatchObject([{ locked_by: 'worker-alive' }])
      expect(await seen(server, clerk, cancelled)).toMatchObject({ status: 'cancelled' })
      expect(ran).toHaveLength(1)
    } finally {
      await workers.stop()
      await living.end()
    }
  })

  test('the next task of a company starts when the one before it ends, without waiting for a poll', async () => {
    const hurried = await aClerk(server, await aTenant(server))
    const ids = [await begin(server, hurried, 'quick'), await begin(server, hurried, 'quick')]
    const workers = await workersOf(server, 60_000)
    try {
      for (const id of ids) expect(await until(server, hurried, id, isOver)).toMatchObject({ status: 'done' })
    } finally {
      await workers.stop()
    }
  })

  test('workers that lost the lock on their name stop and restart under another', async () => {
    const workers = await workersOf(server)
    const killed = await server.database.pool.query(
      `select pg_terminate_backend(pid) from (select distinct pid from pg_locks where locktype = 'advisory' and classid = 7416
         and database = (select oid from pg_database where datname = current_database())) lease`,
    )
    expect(killed.rowCount).toBe(1)
    await expect(workers.failed).rejects.toThrow('the lock on our own name was lost')
    await workers.stop()
    const again = await workersOf(server)
    const id = await begin(server, clerk, 'quick')
    expect(await until(server, clerk, id, isOver)).toMatchObject({ status: 'done' })
    await again.stop()
  })

  test('workers that lose the database while they start fail, end nothing else, and can be started again', async () => {
    const unhandled: unknown[] = []
    const heard = (fault: unknown) => void unhandled.push(fault)
    process.on('unhandledRejection', heard)
    const { pool } = server.database
    let lost = 0
    for (let round = 0; round < 40; round++) {
      const starting = workersOf(server).then(
        async (workers) => {
          await workers.failed.catch(() => {})
          await workers.stop()
        },
        () => {},
      )
      await new Promise((wake) => setTimeout(wake, round))
      let isOver = false
      void starting.then(() => {
        isOver = true
      })
      while (!isOver) {
        const { rowCount } = await pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = 'tallyhouse workers'`,
        )
        lost += rowCount ?? 0
      }
    }
    process.off('unhandledRejection', heard)
    expect(unhandled).toEqual([])
    expect(lost).toBeGreaterThan(40)
    const again = await workersOf(server)
    const id = await begin(server, clerk, 'quick')
    expect(await until(server, clerk, id, isOver)).toMatchObject({ status: 'done' })
    await again.stop()
  })

  test('workers that lost the database while finishing two jobs stop, and others continue', async () => {
    const workers = await workersOf(server)
    // A company runs one task at a time.
    const clerks = [clerk, await aClerk(server, await aTenant(server))]
    const ids: number[] = []
    for (const clerk of clerks) ids.push(await begin(server, clerk, 'held'))
    await expect.poll(() => held.length).toBe(2)
    const owner = new pg.Client(server.at.owner)
    await owner.connect()
    await owner.query('begin; select 1 from graphile_worker._private_jobs for update')
    const putDown = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and application_name = 'tallyhouse workers'`
    for (const [nth, letGo] of held.splice(0).entries()) {
      letGo()
      const waiting = async () => (await server.database.pool.query(`select 1 ${putDown}`)).rowCount
      await expect.poll(waiting).toBe(nth + 1)
    }
    await server.database.pool.query(`select pg_terminate_backend(pid) ${putDown}`)
    await owner.query('rollback')
    await owner.end()
    await workers.failed.catch(() => {})
    await workers.stop()
    const again = await workersOf(server)
    const other = await aClerk(server, await aTenant(server))
    const id = await begin(server, other, 'quick')
    expect(await until(server, other, id, isOver)).toMatchObject({ status: 'done' })
    for (const [i, item] of clerks.entries())
      expect(await seen(server, item, Number(ids[i]))).toMatchObject({ status: 'running' })
    await again.stop()
  })
})

describe('while carriers are slow', async () => {
  const server = await startTestServer({ also })
  const workers = await workersOf(server)
  const clerk = await aClerk(server, await aTenant(server))
  const answerAll = () => {
    for (const answer of away.splice(0)) answer()
  }
  afterAll(async () => {
    answerAll()
    await workers.stop()
  })

  test('tasks that wait for them delay no other task, even of the same company', async () => {
    const others = await Promise.all(
      Array.from({ length: 8 }, async () => aClerk(server, await aTenant(server))),
    )
    const waiting = await Promise.all(
      [clerk, ...others].map((who) => begin(server, who, 'waiting', false, 'carriers')),
    )
    await expect.poll(() => away.length).toBe(8)
    const id = await begin(server, clerk, 'quick')
    expect(await until(server, clerk, id, isOver)).toMatchObject({ status: 'done', message: 'Fine' })
    expect(away).toHaveLength(8)
    answerAll()
    await expect.poll(() => away.length).toBe(1)
    answerAll()
    for (const [i, who] of [clerk, ...others].entries())
      expect(await until(server, who, Number(waiting[i]), isOver)).toMatchObject({
        status: 'done',
        message: 'Bought',
      })
  })

  test('a company waits for its own carrier task only with the next one', async () => {
    const first = await begin(server, clerk, 'waiting', false, 'carriers')
    await expect.poll(() => away.length).toBe(1)
    const second = await begin(server, clerk, 'quickly', false, 'carriers')
    const other = await aClerk(server, await aTenant(server))
    const theirs = await begin(server, other, 'quickly', false, 'carriers')
    expect(await until(server, other, theirs, isOver)).toMatchObject({ status: 'done' })
    expect(await seen(server, clerk, second)).toMatchObject({ status: 'waiting' })
    answerAll()
    expect(await until(server, clerk, second, isOver)).toMatchObject({ status: 'done' })
    expect(await seen(server, clerk, first)).toMatchObject({ status: 'done' })
  })

  test('background jobs that wait for them delay no other task', async () => {
    for (let i = 0; i < 4; i++)
      await server.owner(`select graphile_worker.add_job('wait_for_carrier', '{"tenantId": 1, "input": {}}')`)
    await expect.poll(() => away.length).toBe(4)
    const id = await begin(server, clerk, 'quick')
    expect(await until(server, clerk, id, isOver)).toMatchObject({ status: 'done' })
    expect(away).toHaveLength(4)
    answerAll()
  })

  test('a failed carrier task is retried among the carrier tasks', async () => {
    const id = await begin(server, clerk, 'nowhere', true, 'carriers')
    expect(await until(server, clerk, id, isOver)).toMatchObject({ status: 'failed' })
    await server.send(retryTask, { id }, clerk)
    expect(
      await server.owner(
        `select t.identifier as task from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id where j.key = $1`,
        [`task:${id}`],
      ),
    ).toEqual([{ task: 'carrier_task' }])
  })
})

test('the result of a task is stored however slowly the upload goes', async () => {
  const server = await startTestServer({ also })
  const clerk = await aClerk(server, await aTenant(server))
  const store = folderStore(server.folder, server.log)
  const slow = openFiles(
    {
      ...store,
      put: async (...input) => {
        await new Promise((wake) => setTimeout(wake, 1500))
        return store.put(...input)
      },
    },
    SIGNING_SECRET,
  )
  const database = openDatabase(server.at.app, 'impatient', {
    options: '-c search_path=wms -c TimeZone=UTC -c idle_in_transaction_session_timeout=500',
  })
  const workers = await workersOf({ ...server, database, files: slow })
  const id = await begin(server, clerk, 'filing', true)
  const task = await until(server, clerk, id, isOver)
  await workers.stop()
  await database.close()
  expect(task).toMatchObject({ status: 'done', fileUrl: expect.any(String) })
})

describe('with a worker running', async () => {
  const server = await startTestServer({ also })
  const tenantId = await aTenant(server)
  const clerk = await aClerk(server, tenantId)
  const workers = await workersOf(server)
  afterAll(() => workers.stop())

  test('a task runs in its company, with its input and as the user who started it', async () => {
    ran.splice(0)
    const id = await begin(server, clerk, 'quick')
    const task = await until(server, clerk, id, isOver)
    expect(task).toMatchObject({ status: 'done', message: 'Fine', failures: [], kind: 'quick' })
    expect(task.startedAt && task.finishedAt && task.startedAt <= task.finishedAt).toBe(true)
    expect(ran).toEqual([{ kind: 'quick', tenantId, input: { word: 'hello' } }])
    const events = await server.owner<{ kind: string; request_id: string }>(
      `select kind, request_id from events where kind in ('quick', 'task.done') order by id`,
      [],
      tenantId,
    )
    expect(events.map((event) => event.kind)).toEqual(['quick', 'task.done'])
    expect(new Set(events.map((event) => event.request_id)).size).toBe(1)
    await expect.poll(() => jobsOf(server, id)).toEqual([])
  })

  const shutGate = () => {
    publicDb.shut = new Promise((resolve) => {
      publicDb.open = resolve
    })
  }

  test('a task reports its progress', async () => {
    shutGate()
    const id = await begin(server, clerk, 'paced')
    expect(await until(server, clerk, id, (task) => task.done === 3)).toMatchObject({
      status: 'running',
      total: 10,
      finishedAt: null,
    })
    publicDb.open()
    expect(await until(server, clerk, id, isOver)).toMatchObject({
      status: 'done',
      done: 7,
      message: 'To the end',
    })
  })

  test('a task cancelled while running ends at its next step', async () => {
    shutGate()
    const id = await begin(server, clerk, 'paced')
    await until(server, clerk, id, (task) => task.done === 3)
    expect(await server.send(cancelTask, { id }, clerk)).toMatchObject({ success: true })
    expect(await seen(server, clerk, id)).toMatchObject({ status: 'running' })
    publicDb.open()
    expect(await until(server, clerk, id, isOver)).toMatchObject({
      status: 'cancelled',
      done: 7,
      message: null,
    })
  })

  test('a task that finished before it saw the cancellation is done, not cancelled', async () => {
    shutGate()
    const id = await begin(server, clerk, 'whole')
    await until(server, clerk, id, (task) => task.done === 3)
    expect(await server.send(cancelTask, { id }, clerk)).toMatchObject({ success: true })
    publicDb.open()
    expect(await until(server, clerk, id, isOver)).toMatchObject({ status: 'done', message: 'To the end' })
  })

  test('a task that fails shows its own message', async () => {
    const id = await begin(server, clerk, 'hopeless')
    expect(await until(server, clerk, id, isOver)).toMatchObject({ status: 'failed', message: 'Too many' })
  })

  test('a task that is refused while running fails at once with the refusal', async () => {
    const id = await begin(server, clerk, 'refused')
    expect(await until(server, clerk, id, isOver)).toMatchObject({
      status: 'failed',
      message: staffText.notFound.en_US,
    })
    await expect.poll(() => jobsOf(server, id)).toEqual([])
  })

  test('a task that found the store unavailable is retried, and says so when retries end', async () => {
    const id = await begin(server, clerk, 'away')
    await expect.poll(() => jobsOf(server, id)).toEqual([{ locked_by: null, attempts: 1 }])
    expect(await seen(server, clerk, id)).toMatchObject({ status: 'running', message: null })
    const last = await begin(server, clerk, 'away', true)
    expect(await until(server, clerk, last, isOver)).toMatchObject({
      status: 'failed',
      message: 'Initialize OSS info failed',
    })
  })

  test('a task lists what it could not do, in the language of the reader', async () => {
    const id = await begin(server, clerk, 'partly')
    expect(await until(server, clerk, id, isOver)).toMatchObject({
      status: 'partly_done',
      failures: [
        { no: 'OB-1', reason: 'Out of stock' },
        { no: 'OB-2', reason: 'Out of stock' },
      ],
    })
    expect(await seen(server, { ...clerk, headers: { 'x-language': 'zh_CN' } }, id)).toMatchObject({
      failures: [
        { no: 'OB-1', reason: '缺货' },
        { no: 'OB-2', reason: '缺货' },
      ],
    })
  })

  test('an aborted task says so and can be retried, even if it was being cancelled', async () => {
    isBroken = true
    const id = await begin(server, clerk, 'breaking', true)
    expect(await until(server, clerk, id, isOver)).toMatchObject({
      status: 'failed',
      message: 'The task was interrupted. Try again.',
    })
    expect(server.lines.join()).toContain('the carrier is away')
    await server.owner('update tasks set is_cancel_asked = true where id = $1', [id], tenantId)
    isBroken = false
    expect(await server.send(cancelTask, { id }, clerk)).toMatchObject({ data: { kind: 'moved_on' } })
    expect(await server.send(retryTask, { id }, clerk)).toMatchObject({ success: true })
    expect(await until(server, clerk, id, isOver)).toMatchObject({
      status: 'done',
      done: 2,
      message: null,
      failures: [],
    })
    expect(await server.send(retryTask, { id }, clerk)).toMatchObject({ data: { kind: 'moved_on' } })
  })

  test('a failed task is not retried once the company’s usage period is over', async () => {
    isBroken = true
    const other = await aTenant(server)
    const person = await aClerk(server, other)
    const id = await begin(server, person, 'breaking', true)
    await until(server, person, id, isOver)
    isBroken = false
    const end = (when: string) =>
      server.owner('update tenants set expires_at = now() - $2::interval where id = $1', [other, when], other)
    await end('1 day')
    expect(await server.send(retryTask, { id }, person)).toMatchObject({ data: { kind: 'expired' } })
    expect(await seen(server, person, id)).toMatchObject({ status: 'failed' })
    await end('-1 day')
    expect(await server.send(retryTask, { id }, person)).toMatchObject({ success: true })
    expect(await until(server, person, id, isOver)).toMatchObject({ status: 'done' })
  })

  test('a task with attempts left stays running between them', async () => {
    isBroken = true
    const id = await begin(server, clerk, 'breaking')
    const hasFailedOnce = async () => {
      const [job] = await jobsOf(server, id)
      return job?.attempts === 1 && job.locked_by === null
    }
    for (let i = 0; i < 400 && !(await hasFailedOnce()); i++)
      await new Promise((wake) => setTimeout(wake, 20))
    expect(await seen(server, clerk, id)).toMatchObject({ status: 'running' })
    expect(await jobsOf(server, id)).toEqual([{ locked_by: null, attempts: 1 }])
    isBroken = false
  })

  test('the ledger check ends clean, with a report to download', async () => {
    const task = await until(server, clerk, (await server.done(checkBooks, {}, clerk)).taskId, isOver)
    expect(task).toMatchObject({
      kind: 'check_books',
      status: 'done',
      failures: [],
      message: expect.stringMatching(/^All \d+ checks passed$/),
    })
    const sheet = await server.server.http.inject({ url: task.fileUrl ?? '' })
    expect(sheet.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(sheet.body).toMatch(/^\uFEFF/)
    expect(sheet.body).toMatch(/^row security,.*,OK\r$/m)
  })

  describe('the result file', async () => {
    const open = (url: string) => server.server.http.inject({ url })
    const refused = { code: 5000, message: '链接已失效', success: false, data: { kind: 'not_found' } }
    const filed = async (who = clerk) => {
      const id = await begin(server, who, 'filing')
      const { fileUrl } = await until(server, who, id, isOver)
      const [row] = await server.owner<{ file_id: string }>(
        'select file_id from tasks where id = $1',
        [id],
        tenantId,
      )
      return { url: fileUrl ?? '', fileId: Number(row?.file_id) }
    }

    test('opens by its link, without a token, as an inert download', async () => {
      const answer = await open((await filed()).url)
      expect([answer.statusCode, answer.body]).toEqual([200, '<script>alert(1)</script>'])
      expect(answer.headers).toMatchObject({
        'content-disposition': `attachment; filename*=UTF-8''%E5%BA%93%E5%AD%98%20%221%22%27%3B%20x.csv`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cache-control': 'no-store',
        'content-length': '25',
      })
    })

    test('does not open a second after its link expired', async () => {
      const { fileId } = await filed()
      expect((await open(server.files.linkTo(tenantId, fileId, Date.now() - 58_000))).statusCode).toBe(200)
      const late = await open(server.files.linkTo(tenantId, fileId, Date.now() - 61_000))
      expect([late.statusCode, late.json()]).toEqual([404, refused])
    })

    test('does not open by a modified link', async () => {
      const { url, fileId } = await filed()
      const [path = '', words = ''] = url.split('?f=')
      const [tenant = '', file = '', until = '', signature = ''] = words.split('.')
      const forged = [
        [tenant, fileId + 1, until, signature],
        [tenant, `${file}0`, until, signature],
        [Number(tenant) + 1, file, until, signature],
        [tenant, file, Number(until) + 60, signature],
        [tenant, file, until, signature.slice(0, -1)],
        [tenant, file, until, `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`],
        [tenant, file, until, ''],
        [tenant, file, until],
        [tenant, file, until, signature, 'x'],
        [tenant, file, until, encodeURIComponent('é'.repeat(43))],
        [tenant, file, until, encodeURIComponent(`${'é'.repeat(21)}a`)],
        [`${tenant}.${file}`, signature],
        ['', '', '', ''],
        ['NaN', 'NaN', 'Infinity', signature],
      ].map((parts) => `${path}?f=${parts.join('.')}`)
      for (const bad of [
        ...forged,
        path,
        `${path}?f=`,
        `${path}?f=${words}&f=${words}`,
        `${path}?f[]=${words}`,
        `${path}?f=${'x'.repeat(400)}`,
      ]) {
        const answer = await open(bad)
        expect([bad, answer.statusCode, answer.json()]).toEqual([bad, 404, refused])
      }
      expect((await open(url)).statusCode).toBe(200)
    })

    test('does not open for another company, even with a link signed for that one', async () => {
      const { fileId } = await filed()
      const other = await aTenant(server)
      const foreign = await open(server.files.linkTo(other, fileId))
      const absent = await open(server.files.linkTo(other, fileId + 1000))
      expect([foreign.statusCode, foreign.body]).toEqual([absent.statusCode, absent.body])
      expect(foreign.json()).toEqual(refused)
    })

    test('that is missing from the store gives only a not-found response', async () => {
      const { url, fileId } = await filed()
      const [row] = await server.owner<{ storage_key: string }>(
        'select storage_key from files where id = $1',
        [fileId],
        tenantId,
      )
      await server.files.remove(row?.storage_key ?? '')
      const answer = await open(url)
      expect([answer.statusCode, answer.json()]).toEqual([404, refused])
    })
  })
})
