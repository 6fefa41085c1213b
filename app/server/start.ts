import { once } from 'node:events'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { openCarriers } from '../../carriers/server/carriers.ts'
import { seedStates } from '../../channels/provinces/server/seed-provinces.ts'
import { DEMO_PASSWORD, isDemoOpen, seedDemo } from '../../demo/demo.ts'
import { demoJobs } from '../../demo/order-history.ts'
import { watchClocks } from '../../platform/database/server/clocks.ts'
import { refuseDangers, zonesThatDiffer } from '../../platform/database/server/database-safety.ts'
import { openClient, openDatabase, openTaskDatabase } from '../../platform/database/server/db.ts'
import { migrate, migrationFiles } from '../../platform/database/server/migrate.ts'
import { openFiles } from '../../platform/files/server/files.ts'
import { openStore, type Store } from '../../platform/files/server/store.ts'
import { openMail } from '../../platform/mail/server/mail.ts'
import { openOutbound } from '../../platform/outbound/server/outbound.ts'
import { type Env, homeOf } from '../../platform/server/env.ts'
import { openLog } from '../../platform/server/log.ts'
import { measure } from '../../platform/server/metrics.ts'
import { keyFolder, openSecrets } from '../../platform/server/secrets.ts'
import { openSigner } from '../../platform/server/signer.ts'
import { companyJobs, crontabOf, dueJobs } from '../../platform/slices/server/nightly.ts'
import { openWorkers, queueFigures, type Workers } from '../../platform/tasks/server/workers.ts'
import { followDatabase } from '../../platform/text/time-zones.ts'
import { BadSettings } from '../../postgres/bad-settings.ts'
import { openPostgres } from '../../postgres/postgres.ts'
import { seedRoles } from '../../staff/roles/server/seed-roles.ts'
import { assemble } from './assemble.ts'
import { nightlyJobs } from './nightly.ts'
import { backgroundJobs, carrierWork } from './slices.ts'
import { taskKinds } from './task-kinds.ts'

type Roles = { owner: pg.ClientConfig; app: pg.ClientConfig }

/** The database connection, its secret, and how to restart it if it is our own and gone. */
async function reachDatabase(env: Env, isDemoWanted: boolean, store: Store) {
  if (env.DATABASE_URL && env.APP_DATABASE_URL && env.SIGNING_SECRET) {
    const roles: Roles = {
      owner: { connectionString: env.DATABASE_URL },
      app: { connectionString: env.APP_DATABASE_URL },
    }
    await migrate(roles.owner, { app: withUser(env.APP_DATABASE_URL) }, env.CELL).catch(
      cannotReach('DATABASE_URL'),
    )
    await seedRoles(roles.owner)
    await seedStates(roles.owner)
    return { roles, signingSecret: env.SIGNING_SECRET, guard: () => {}, stop: async () => {} }
  }
  let postgres = await openPostgres(env.DATA_DIR)
  const roles: Roles = { owner: postgres.as('owner'), app: postgres.as('app') }
  let isStopping = false
  let reopening = Promise.resolve()
  try {
    await migrate(roles.owner, roles, env.CELL)
    await seedDemo(roles.owner, isDemoWanted, store)
    await seedRoles(roles.owner)
    await seedStates(roles.owner)
    return {
      roles,
      signingSecret: postgres.signingSecret,
      /** Restarts the database whenever it is lost; the pool reconnects by itself. */
      guard: async (lost: (fault?: unknown) => void) => {
        while (!isStopping) {
          await postgres.gone
          if (isStopping) return
          lost()
          reopening = openPostgres(env.DATA_DIR).then(
            (again) => {
              postgres = again
            },
            (fault) => {
              lost(fault)
              return sleep(1000)
            },
          )
          await reopening
        }
      },
      stop: async () => {
        isStopping = true
        await reopening
        await postgres.stop()
      },
    }
  } catch (fault) {
    await postgres.stop()
    throw fault
  }
}

/** A database that is unreachable or refuses the login is a settings error; any other fault is rethrown. */
const cannotReach =
  (setting: string) =>
  (fault: Error & { code?: string }): never => {
    if (!/^(E[A-Z]+|28\w{3}|3D000|53300|57P03)$/.test(fault.code ?? '')) throw fault
    const problem = fault.message || fault.code
    throw new BadSettings(`The server does not start:\n  ${setting}: ${problem}`, { cause: fault })
  }

const withUser = (url: string): pg.ClientConfig => {
  const { username, password } = new URL(url)
  return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
}

/** Starts the whole product. The returned function stops it gracefully: requests are drained first. */
export async function start(env: Env, { isDemoWanted }: { isDemoWanted: boolean }) {
  const log = openLog(env.LOG_LEVEL)
  // Before anything is created or started: a port in use should fail fast.
  await refuseTakenPort(env)
  const store = openStore(env, resolve(env.DATA_DIR, 'files'), log)
  const place = await reachDatabase(env, isDemoWanted, store)
  const isDemo = await isDemoOpen(place.roles.owner)
  if (env.DATABASE_URL && !env.S3_BUCKET && (await hasOtherServer(place.roles.owner))) {
    log.warn(
      'another server uses this database, and each stores files in its own folder: uploads to one are missing on the other; set the S3_ settings on both',
    )
  }
  const database = openDatabase(place.roles.app)
  const forTasks = openTaskDatabase(place.roles.app)
  await refuseDangers(database.pool).catch(async (fault) => {
    await Promise.all([database.close(), forTasks.close()])
    await place.stop()
    cannotReach('APP_DATABASE_URL')(fault)
  })
  followDatabase(await zonesThatDiffer(database.pool))
  const leaveClocks = watchClocks(database.pool, log)
  void place.guard((fault) => log.error({ err: fault }, 'lost the database; restarting it'))

  const files = openFiles(store, place.signingSecret)
  const carriers = openCarriers({
    database,
    outbound: openOutbound({ testHosts: env.OUTBOUND_TEST_HOSTS?.split(',') ?? [] }),
    secrets: await openSecrets(place.roles.owner, {
      word: env.SECRET_KEY,
      folder: keyFolder(env),
      log,
    }),
  })
  const post = {
    mail: openMail({ url: env.SMTP_URL, from: env.MAIL_FROM, log }),
    signer: openSigner(place.signingSecret),
    home: homeOf(env),
  }
  const contacts = {
    phone: env.CONTACT_PHONE ?? null,
    email: env.CONTACT_EMAIL ?? null,
    chat: env.CONTACT_CHAT ?? null,
  }
  const services = { files, carriers, mail: post.mail, signer: post.signer, contacts }
  const { http } = assemble({
    log,
    database,
    ...services,
    trustProxy: env.TRUST_PROXY,
    pageFolder: join(import.meta.dirname, '../../dist'),
  })
  measure(http, database.pool, () => queueFigures(database.pool), {
    token: env.METRICS_TOKEN,
    folder: env.DATA_DIR,
  })
  let isDraining = false
  http.addHook('onSend', async (_, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  healthRoutes(http, database.pool, () => isDraining)
  let stopWorking = async () => {}
  const stop = async () => {
    isDraining = true
    leaveClocks()
    await farewell(http)
    await http.close()
    await stopWorking()
    await Promise.all([database.close(), forTasks.close()])
    await place.stop()
  }
  // Anyone who can reach it could log in with the password printed in the README.
  const isLocal = isDemo && !env.HOST
  const host = env.HOST ?? (isLocal ? '127.0.0.1' : '0.0.0.0')
  const address = await http.listen({ port: env.PORT, host }).catch(async (fault) => {
    await stop()
    throw cannotListen(env, fault)
  })
  // The queue comes last: the work that waits in it after a crash must not delay the page.
  if (env.WMS_ROLE !== 'web') stopWorking = keepWorking()

  /** Workers live as long as their database connection; with a new one they restart. */
  function keepWorking() {
    const night = { database: forTasks, files, log }
    let workers: Workers | undefined
    let isOver = false
    const eligible = (async () => {
      while (!isOver) {
        try {
          workers = await openWorkers({
            at: place.roles.app,
            database: forTasks,
            files,
            kinds: taskKinds(files),
            log,
            crontab: crontabOf(nightlyJobs),
            clock: dueJobs(nightlyJobs, night),
            jobs: {
              ...backgroundJobs(forTasks, post),
              ...companyJobs(nightlyJobs, night),
              ...demoJobs(place.roles.owner),
            },
            carriers: carrierWork(forTasks, services),
          })
          // Stopped while these were being opened: they were not registered yet.
          if (!isOver) await workers.failed
        } catch (fault) {
          log.warn({ err: fault }, 'the queue is unavailable; retrying')
        }
        await workers?.stop().catch(() => {})
        workers = undefined
        if (!isOver) await sleep(500)
      }
    })()
    return async () => {
      isOver = true
      await workers?.stop().catch(() => {})
      await eligible
    }
  }

  return { address, greeting: greetingOf(address, { isDemo, isLocal }), log, stop }
}

/** The last line the administrator reads. */
function greetingOf(address: string, { isDemo, isLocal }: { isDemo: boolean; isLocal: boolean }): string[] {
  const page = address.replace(/127\.0\.0\.1|0\.0\.0\.0|\[::\]/, 'localhost')
  return [
    ...(isLocal
      ? [
          'Listening on this machine only, because the demo password is public. HOST=0.0.0.0 opens it to the network.',
        ]
      : []),
    ...(isDemo
      ? [`Log in as demo / ${DEMO_PASSWORD}; a satellite warehouse as satellite / ${DEMO_PASSWORD}`]
      : []),
    `Tallyhouse is running at ${page}`,
  ]
}

function cannotListen({ PORT, HOST }: Env, fault: NodeJS.ErrnoException): BadSettings {
  const words: Record<string, string> = {
    EADDRINUSE: `PORT: ${PORT} is in use by another program; stop it, or choose another port: PORT=${PORT + 1} npm start`,
    EACCES: `PORT: ${PORT} requires root; choose a port from 1024 on`,
    EADDRNOTAVAIL: `HOST: ${HOST} is not an address of this machine`,
  }
  const reason = words[fault.code ?? ''] ?? fault.message
  return new BadSettings(`The server does not start:\n  ${reason}`, { cause: fault })
}

async function refuseTakenPort(env: Env): Promise<void> {
  const probe = createServer()
  try {
    probe.listen(env.PORT, env.HOST ?? '127.0.0.1')
    await once(probe, 'listening')
  } catch (fault) {
    throw cannotListen(env, fault as NodeJS.ErrnoException)
  } finally {
    probe.close()
  }
}

/** Checked before this server has connections of its own. */
async function hasOtherServer(owner: pg.ClientConfig): Promise<boolean> {
  const client = openClient(owner)
  await client.connect()
  try {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name = 'tallyhouse server' limit 1`,
    )
    return rows.length > 0
  } finally {
    await client.end()
  }
}

const FAREWELL_MS = 1000

/**
 * Time for every client to see `connection: close` in its next response, and for a load balancer to switch
 * over. Closing at once would cut off requests being sent.
 */
async function farewell({ server }: FastifyInstance) {
  const lines = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
  const until = performance.now() + FAREWELL_MS
  while (performance.now() < until && (await lines()) > 0) await sleep(20)
}

/** Liveness and readiness: database, schema, queue. */
function healthRoutes(http: FastifyInstance, pool: pg.Pool, isDraining: () => boolean) {
  const newest = migrationFiles().at(-1)?.number ?? 0
  http.get('/healthz', async () => ({ status: isDraining() ? 'draining' : 'ok' }))
  http.get('/readyz', async (_, reply) => {
    try {
      const { rows } = await pool.query<{ number: number }>(
        'select max(number) as number from wms.migrations',
      )
      const queue = await queueFigures(pool)
      // A newer server may have migrated already: what this one needs still exists.
      const isReady = (rows[0]?.number ?? 0) >= newest && !isDraining()
      return reply
        .code(isReady ? 200 : 503)
        .send({ status: isReady ? 'ready' : 'not ready', migration: rows[0]?.number, queue })
    } catch {
      return reply.code(503).header('retry-after', 2).send({ status: 'database away' })
    }
  })
}
