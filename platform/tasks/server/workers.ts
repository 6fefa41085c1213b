import { EventEmitter } from 'node:events'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import {
  Logger,
  type Runner,
  run,
  type Task,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { publishEvents } from '../../audit/server/audit.ts'
import { Refusal } from '../../calls/refusal.ts'
import type { Database } from '../../database/server/db.ts'
import { openPool } from '../../database/server/db.ts'
import { only } from '../../database/server/rows.ts'
import type { Files } from '../../files/server/files.ts'
import type { Content } from '../../files/server/store.ts'
import type { QueueFigures } from '../../server/metrics.ts'
import type { Text } from '../../text/text.ts'
import { taskStates, taskText } from '../tasks.ts'
import { jobOfLane, type Lane, type Outcome, type Started, type TaskKinds, type Work } from './tasks.ts'

/** Runs one task to its end. A task that a killed server left running simply runs again. */
async function runTask(database: Database, files: Files, kinds: TaskKinds, tenantId: number, taskId: number) {
  const task = await database.write(tenantId, (tx) =>
    tx
      .updateTable('tasks')
      .set((is) => ({
        status: taskStates.actions.start.to,
        startedAt: is.fn.coalesce('startedAt', sql<string>`now()`),
      }))
      .where('tenantId', '=', tenantId)
      .where('id', '=', taskId)
      .where('status', 'in', ['waiting', 'running'])
      .returning(['kind', 'input', 'createdBy', 'requestId'])
      .executeTakeFirst(),
  )
  if (!task) return
  const { loginAccount, ip, permission: _, whenExpired: __, lane: ___, ...input } = task.input as Started
  const who = { tenantId, accountId: task.createdBy, loginAccount, ip, requestId: task.requestId }

  const kind = kinds[task.kind]
  if (!kind) throw new Error(`no task of the kind ${task.kind} is known`)
  const outcome = await outcomeOf(kind, {
    who,
    input: input as never,
    read: (work) => database.read(tenantId, work),
    write: (work) => database.write(tenantId, work),
    snapshot: (work) => database.snapshot(tenantId, work),
    remember: (tx, left) =>
      tx
        .updateTable('tasks')
        .set({ input: sql`input || ${JSON.stringify(left)}::jsonb` })
        .where('tenantId', '=', tenantId)
        .where('id', '=', taskId)
        .execute(),
    progress: (done, total) => sayProgress(database, tenantId, taskId, done, total),
  })
  const failures = outcome.failures ?? []
  const action = outcome.end ?? (failures.length > 0 ? 'finish_partly' : 'finish')
  const { file } = outcome
  // Uploading a large file may exceed the database's idle-in-transaction timeout.
  const stored = file && (await files.storeBytes(file).finally(() => putAway(file)))
  await database.write(tenantId, async (tx) => {
    const fileId = file && stored ? await files.enter(tx, who, file, stored) : null
    const ended = await tx
      .updateTable('tasks')
      .set({
        status: taskStates.actions[action].to,
        failures: JSON.stringify(failures),
        message: outcome.message ? JSON.stringify(outcome.message) : null,
        fileId,
        finishedAt: sql<string>`now()`,
      })
      .where('tenantId', '=', tenantId)
      .where('id', '=', taskId)
      .where('status', '=', 'running')
      .returning('id')
      .execute()
    if (ended.length > 0)
      await publishEvents(tx, who, [
        { kind: `task.${taskStates.actions[action].to}`, type: 'task', id: taskId },
      ])
  })
}

/** A refusal repeats at every attempt, so it is the task's result; an unavailable store may be back later. */
async function outcomeOf(kind: TaskKinds[string], work: Work<never>): Promise<Outcome> {
  try {
    return await kind(work)
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || thrown.detail.kind === 'unavailable') throw thrown
    return { end: 'fail', message: thrown.text }
  }
}

/** Also where it could not be stored: a task that runs again writes its file again. */
const putAway = async (file: Content) => {
  if ('path' in file) await rm(file.path, { force: true })
}

const sayProgress = (database: Database, tenantId: number, taskId: number, done: number, total: number) =>
  database.write(tenantId, (tx) =>
    tx
      .updateTable('tasks')
      .set({ done, total })
      .where('tenantId', '=', tenantId)
      .where('id', '=', taskId)
      .returning('isCancelAsked')
      .executeTakeFirstOrThrow(),
  )

/** The message of an aborted task once no retry is left. It may have died before it started. */
async function giveUp(
  database: Database,
  tenantId: number,
  taskId: number,
  message: Text = taskText.brokeOff,
) {
  await database.write(tenantId, async (tx) => {
    const task = tx.updateTable('tasks').where('tenantId', '=', tenantId).where('id', '=', taskId)
    await task.set({ status: taskStates.actions.start.to }).where('status', '=', 'waiting').execute()
    await task
      .set({
        status: taskStates.actions.fail.to,
        message: JSON.stringify(message),
        finishedAt: sql<string>`now()`,
      })
      .where('status', '=', 'running')
      .execute()
  })
}

type Payload = { tenantId: number; input: { taskId: number } }

/** Two general workers. Those that wait for carriers are idle most of their time, so there are more of them. */
const WORKERS: Record<Lane, number> = { general: 2, carriers: 8 }

/** How long broken workers may take to stop by themselves. */
const LAST_WORDS_MS = 3000

type WorkerOptions = {
  at: pg.ClientConfig
  database: Database
  files: Files
  kinds: TaskKinds
  log: FastifyBaseLogger
  crontab: string
  clock: Record<string, () => Promise<void>>
  /** Small background jobs that a command leaves for later, by name; a job may run twice. */
  jobs: BackgroundJobs
  /** The tasks and jobs that wait for carriers. */
  carriers?: Pick<WorkerOptions, 'kinds' | 'jobs'>
  /** How often idle workers look for jobs that no notification came for. */
  pollMs?: number
}

export type BackgroundJobs = Record<string, (tenantId: number, input: never) => Promise<void>>

export type Workers = Awaited<ReturnType<typeof openWorkers>>

/** Runs jobs from the queue until stopped, and releases what dead servers left locked. */
export async function openWorkers(options: WorkerOptions) {
  const pool = openPool(options.at, 'workers', {
    // Workers need a connection only to fetch and to finish a job; each lane listens on one more.
    max: WORKERS.general + 5,
    query_timeout: 0,
    options: '',
    // The queue compares dates.
    types: pg.types,
  })
  releaseOnce(pool)
  const lines = new Set<pg.PoolClient>()
  pool.on('connect', (line) => lines.add(line))
  pool.on('remove', (line) => lines.delete(line))
  const leave = async (lease?: pg.PoolClient) => {
    lease?.release(true)
    await pool.end()
  }
  const lease = await pool.connect().catch(async (fault) => {
    await leave()
    throw fault
  })
  const events: WorkerEvents = new EventEmitter()
  const broken = new Promise<never>((_, reject) => {
    // A pool that continued without its lock would find its own jobs released and run a second time.
    lease.once('end', () => reject(new Error('the lock on our own name was lost')))
    events.on('pool:fatalError', ({ error }) => reject(error))
    // The names of dead pools can be locked, and their jobs released.
    events.on('pool:create', ({ workerPool }) => {
      lease.query('select pg_advisory_lock(7416, hashtext($1))', [workerPool.id]).catch(reject)
    })
  })
  broken.catch(() => {})
  const underWay = new Set<Promise<unknown>>()
  const runners = await begin(pool, events, underWay, options).catch(async (fault) => {
    await leave(lease)
    throw fault
  })

  const free = () => freeTheDead(pool, options.database).catch(() => {})
  const sweeping = setInterval(free, 5000)
  await free()

  // The caller may start to wait just after it happened.
  const failed = Promise.race([...runners.map(({ promise }) => promise), broken])
  failed.catch(() => {})

  async function stopInOrder() {
    await Promise.all(runners.map((runner) => runner.stop().catch(() => {})))
    await leave(lease)
  }
  /**
   * graphile-worker waits forever for a third failure after two jobs could not be finished because their
   * connections were lost.
   */
  async function cutOff() {
    await broken.catch(() => Promise.allSettled(underWay))
    await sleep(LAST_WORDS_MS)
    for (const line of lines) line.end().catch(() => {})
  }
  let stopped: Promise<void> | undefined
  return {
    failed,
    stop() {
      clearInterval(sweeping)
      stopped ??= Promise.race([stopInOrder(), cutOff()])
      return stopped
    },
  }
}

/**
 * graphile-worker releases its listener twice when the database is lost while it stops. The pool throws at the second time, which nothing
 * would handle and which would end the server.
 */
function releaseOnce(pool: pg.Pool) {
  const connect = pool.connect.bind(pool)
  type Callback = Parameters<typeof connect>[0]
  const connectOnce = (callback?: Callback) => {
    if (!callback) return connect()
    connect((fault, line, release) => {
      if (fault) return callback(fault, line, () => {})
      let isReleased = false
      callback(fault, line, (how) => {
        if (!isReleased) release(how)
        isReleased = true
      })
    })
  }
  pool.connect = connectOnce as typeof connect
}

/** The names of pools that hold jobs but no lock on their name. */
const dead = `(
  select w from (select distinct locked_by as w from graphile_worker.jobs
                 where locked_by is not null and locked_at < now() - interval '5 s') x
  where pg_try_advisory_xact_lock(7416, hashtext(w)))`

/**
 * Releases what dead servers left locked. A job that has died with its server on every allowed attempt has
 * failed.
 */
async function freeTheDead(pool: pg.Pool, database: Database) {
  const { rows } = await pool.query<{ payload: Payload }>(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = any($1) and j.attempts >= j.max_attempts and j.locked_by in ${dead}`,
    [Object.values(jobOfLane)],
  )
  for (const { payload } of rows) await giveUp(database, payload.tenantId, payload.input.taskId)
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(w)) from ${dead} d having count(*) > 0`,
  )
}

async function begin(
  pool: pg.Pool,
  events: WorkerEvents,
  underWay: Set<Promise<unknown>>,
  options: WorkerOptions,
): Promise<Runner[]> {
  const { log, clock, crontab, carriers, pollMs = 2000 } = options
  events.on('pool:create', ({ workerPool }) => {
    // A job that waits behind another of its queue gets no notification, and would start at the next poll.
    events.on('job:complete', ({ job }) => {
      if (job.job_queue_id === null) return
      for (const ms of UNTIL_RELEASED_MS) setTimeout(() => nudge(workerPool), ms)
    })
  })
  const counted = ([name, job]: [string, Task | undefined]): [string, Task] => [
    name,
    async (...input) => {
      const work = Promise.resolve(job?.(...input))
      underWay.add(work)
      await work.finally(() => underWay.delete(work))
    },
  ]
  const runLane = (lane: Lane, jobs: TaskList, crontab: string) =>
    run({
      pgPool: pool,
      events,
      concurrency: WORKERS[lane],
      noHandleSignals: true,
      crontab,
      // With a delay, even zero, a lost database ends the runner; without one it is an unhandled rejection,
      // which ends the process.
      preset: { worker: { pollInterval: pollMs, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: new Logger(() => (level, message) => level === 'error' && log.warn({ message }, 'queue')),
      taskList: Object.fromEntries(Object.entries(jobs).map(counted)),
    })
  const ticks = Object.fromEntries(Object.entries(clock).map(([name, tick]) => [name, () => tick()]))
  const runners = [await runLane('general', { ...jobsOf('general', options), ...ticks }, crontab)]
  if (carriers) {
    const jobs = jobsOf('carriers', { ...options, ...carriers })
    runners.push(
      await runLane('carriers', jobs, '').catch(async (fault) => {
        await runners[0]?.stop().catch(() => {})
        throw fault
      }),
    )
  }
  return runners
}

/** What the workers of one lane run: its tasks, and the background jobs by name. */
function jobsOf(
  lane: Lane,
  { database, files, kinds, jobs, log }: Pick<WorkerOptions, 'database' | 'files' | 'kinds' | 'jobs' | 'log'>,
): TaskList {
  return {
    [jobOfLane[lane]]: async (payload, { job }) => {
      const { tenantId, input } = payload as Payload
      try {
        await runTask(database, files, kinds, tenantId, input.taskId)
      } catch (fault) {
        log.error({ err: fault, tenantId, taskId: input.taskId }, 'task failed')
        const message = fault instanceof Refusal ? fault.text : undefined
        if (job.attempts >= job.max_attempts) await giveUp(database, tenantId, input.taskId, message)
        throw fault
      }
    },
    ...Object.fromEntries(
      Object.entries(jobs).map(([name, job]) => [
        name,
        async (payload: unknown) => {
          const { tenantId, input } = payload as { tenantId: number; input: never }
          await job(tenantId, input).catch((fault) => {
            log.error({ err: fault, tenantId, job: name }, 'job failed')
            throw fault
          })
        },
      ]),
    ),
  }
}

/** When the queue of a finished job is likely released, and when it surely is. */
const UNTIL_RELEASED_MS = [20, 200]

/** Lets an idle worker look for a job; workers that are being stopped refuse. */
function nudge(workers: WorkerPool) {
  try {
    workers.nudge(1)
  } catch {}
}

export async function queueFigures(pool: pg.Pool): Promise<QueueFigures> {
  const { rows } = await pool.query<QueueFigures>(
    `select count(*) filter (where locked_at is null and attempts < max_attempts)::int as waiting,
            count(*) filter (where locked_at is not null)::int as running,
            count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed
     from graphile_worker.jobs`,
  )
  return only(rows)
}
