import { createHash } from 'node:crypto'
import {
  CamelCasePlugin,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import pg from 'pg'
import type { DB } from '../../../db/schema.ts'
import { openShares } from '../../calls/server/fair-share.ts'
import { only } from './rows.ts'

declare const reads: unique symbol
declare const writes: unique symbol
declare const outside: unique symbol

/** A read-only transaction with the caller's tenant set. */
export type Db = Kysely<DB> & { readonly [reads]: true }
/** The one writing transaction of a command, with the caller's tenant set. */
export type Tx = Db & { readonly [writes]: true }
/** A handle without a tenant: it reaches the login functions and no tenant's rows. */
export type PublicDb = Kysely<DB> & { readonly [outside]: true }

// PostgreSQL returns rows in wire format: whole numbers as numbers, decimals as strings, timestamps as ISO
// strings.
const INT8 = 20
const INT8_ARRAY = 1016
const DATE = 1082
const TIMESTAMPTZ = 1184
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [INT8_ARRAY, (text) => text.slice(1, -1).split(',').filter(Boolean).map(Number)],
  [DATE, (text) => text],
  [TIMESTAMPTZ, (text) => `${text.slice(0, 10)}T${text.slice(11, -3)}Z`],
])
const types = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(id)) || pg.types.getTypeParser(id, format as 'text'),
}

/** Connection settings of every pool: one search path, one time zone, and a timeout for every wait. */
const sessionSettings = ({ statement, idle }: { statement: number; idle: number }) =>
  [
    'search_path=wms',
    'TimeZone=UTC',
    `statement_timeout=${statement}`,
    'lock_timeout=3000',
    `idle_in_transaction_session_timeout=${idle}`,
  ]
    .map((setting) => `-c ${setting}`)
    .join(' ')

/** A connection outside the pools, for work as the database owner. */
export function openClient(at: pg.ClientConfig): pg.Client {
  const client = new pg.Client({
    ...at,
    types: types as pg.CustomTypesConfig,
    options: '-c search_path=wms -c TimeZone=UTC',
    pipeline: true,
  })
  // A lost connection fails the statement that needs it; without a listener it would end the server.
  client.on('error', () => {})
  return client
}

export function openPool(at: pg.ClientConfig, name: string, over: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    ...at,
    types: types as pg.CustomTypesConfig,
    application_name: `tallyhouse ${name}`,
    options: sessionSettings({ statement: 8000, idle: 10_000 }),
    max: 20,
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: 30_000,
    maxUses: 7500,
    keepAlive: true,
    query_timeout: 9000,
    ...over,
  })
  // The pool replaces a connection that dies while idle; without a listener the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const adapter = new PostgresAdapter()

/**
 * `warehouse_code` in the database is `warehouseCode` here. Kysely's plugin would walk through every statement and every
 * row once more for that; the compiler and the connection below ask it for names only.
 */
class Names extends CamelCasePlugin {
  override snakeCase(name: string) {
    return super.snakeCase(name)
  }

  override camelCase(name: string) {
    return super.camelCase(name)
  }
}
const columnNames = new Names()

class Compiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string) {
    return super.sanitizeIdentifier(columnNames.snakeCase(name))
  }
}
const compiler = new Compiler()

/** Rows as objects. */
function objectsOf({ fields, rows }: pg.QueryArrayResult): Record<string, unknown>[] {
  const keys = fields.map(({ name }) => columnNames.camelCase(name))
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (let i = 0; i < keys.length; i++) row[keys[i] as string] = values[i]
    return row
  })
}

function kyselyOn(connection: DatabaseConnection): Kysely<DB> {
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: async () => {},
    commitTransaction: async () => {},
    rollbackTransaction: async () => {},
    releaseConnection: async () => {},
    destroy: async () => {},
  }
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => adapter,
      createQueryCompiler: () => compiler,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createDriver: () => driver,
    },
  })
}

const MAX_NAMES = 500
let names = new Map<string, string>()
let olderNames = new Map<string, string>()

/**
 * A named prepared statement is planned once per connection. Those in use stay: a full map becomes the older one, and what
 * is used again moves on from there. pg frees names only with their connection, which `maxUses` ends.
 */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = olderNames.get(text) ?? createHash('sha1').update(text).digest('base64url')
  if (names.size >= MAX_NAMES) {
    olderNames = names
    names = new Map()
  }
  names.set(text, name)
  return name
}

type QueryClient = { query(config: pg.QueryArrayConfig): Promise<pg.QueryArrayResult> }

/**
 * Runs a call's statements. After close, a query that was not awaited fails instead of running inside the
 * next call.
 */
class Connection implements DatabaseConnection {
  #client: QueryClient | undefined

  constructor(client: QueryClient) {
    this.#client = client
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#client) throw new Error('this call is over; a query was not awaited')
    const values = parameters as unknown[]
    const result = await this.#client.query({ text, values, name: nameOf(text), rowMode: 'array' })
    return { rows: objectsOf(result) as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for it, and nothing here streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('not streamed')
  }

  get isOpen() {
    return this.#client !== undefined
  }

  close() {
    this.#client = undefined
  }
}

/** The same handle on the caller's own connection, within a transaction the caller has started. */
export const handleOn = (client: pg.Client): Tx => kyselyOn(new Connection(client)) as unknown as Tx

/** How a transaction gets numbers that survive its rollback. */
const drawers = new WeakMap<Tx, (kind: string, many: number) => Promise<string[]>>()

/**
 * Numbers for new documents. They are drawn outside the transaction, so no transaction waits for another's
 * number; a rollback leaves a gap.
 */
export async function drawNumbers(tx: Tx, kind: string, many: number): Promise<string[]> {
  if (many === 0) return []
  const draw = drawers.get(tx)
  if (draw) return draw(kind, many)
  const { rows } = await sql<{ no: string }>`select next_numbers(${kind}, ${many}::int) as no`.execute(tx)
  return rows.map(({ no }) => no)
}

export const drawNumber = async (tx: Tx, kind: string) => only(await drawNumbers(tx, kind, 1))

type Mode = 'read only' | 'read write' | 'isolation level repeatable read read only'

export type Database = ReturnType<typeof openDatabase>

/** How many of the server's connections one company may hold at a time. */
const PER_COMPANY = 6

/** For how many tokens their companies are remembered. */
const MAX_TOKENS = 10_000

/**
 * The database handle of tasks: a pool of their own, so that tasks and calls do not wait for each other, with
 * a longer statement timeout. A task holds at most two connections, and a company runs one task at a time.
 */
export const openTaskDatabase = (at: pg.ClientConfig) =>
  openDatabase(
    at,
    'tasks',
    {
      max: 6,
      connectionTimeoutMillis: 10_000,
      query_timeout: 61_000,
      options: sessionSettings({ statement: 60_000, idle: 60_000 }),
    },
    Number.POSITIVE_INFINITY,
  )

/** Numbers that survive the rollback of the transaction that uses them. */
async function drawBeside(pool: pg.Pool, tenantId: number, kind: string, many: number): Promise<string[]> {
  if (!/^[A-Z]{2}$/.test(kind) || !Number.isSafeInteger(many)) throw new Error(`no series ${kind}`)
  // Sent together, these form one implicit transaction, which an error ends too. It needs no synchronous
  // commit: whatever uses the number commits later and flushes it too.
  const answers = (await pool.query(
    `set local app.tenant_id = '${tenantId}'; set local synchronous_commit = off;
     select next_numbers('${kind}', ${many}) as no`,
  )) as unknown as pg.QueryResult<{ no: string }>[]
  return answers.flatMap(({ rows }) => rows.map(({ no }) => no))
}

/** Work in one transaction of a company; numbers are drawn from the second pool. */
async function within<T>(
  aside: pg.Pool,
  client: pg.PoolClient,
  mode: Mode,
  tenantId: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (!Number.isSafeInteger(tenantId)) {
    client.release()
    throw new Error('no tenant')
  }
  const line = new Connection(client)
  const end = async (word: 'commit' | 'rollback') => {
    line.close()
    try {
      const { command } = await client.query(word)
      client.release()
      return command
    } catch (fault) {
      client.release(fault as Error)
      throw fault
    }
  }
  /**
   * A read is over once its rows arrived: the connection is released at once, and `commit` is sent before
   * anything else on it.
   */
  const leave = () => {
    line.close()
    client.query('commit').catch(() => {})
    client.release()
  }
  try {
    const begun = client.query(`begin ${mode}; set local app.tenant_id = '${tenantId}'`)
    // A read does not wait for `begin`: without a tenant it gets an error, not rows.
    if (mode === 'read only') begun.catch(() => {})
    else await begun
    const tx = kyselyOn(line) as unknown as Tx
    if (mode === 'read write') drawers.set(tx, (kind, many) => drawBeside(aside, tenantId, kind, many))
    const result = await work(tx)
    if (mode === 'read only') leave()
    else if ((await end('commit')) === 'ROLLBACK')
      throw new Error('a failed statement was swallowed; nothing was kept')
    return result
  } catch (fault) {
    if (line.isOpen) end('rollback').catch(() => {})
    throw fault
  }
}

/** What the database said about a token; two answers with the same `words` are equal. */
type TokenAnswer = { session: SessionRow; isStale: boolean; words: string }

/** Who a token belongs to. The permissions are read out of their text only when the answer is not the last one. */
async function findSession(client: pg.PoolClient, tokenHash: Buffer, last?: TokenAnswer) {
  const { rows } = await client.query<
    Omit<SessionRow, 'permissions'> & { permissions: string; isStale: boolean }
  >({
    name: 'session_of',
    text: sessionOf,
    values: [tokenHash],
  })
  const [row] = rows
  if (!row) return undefined
  const { isStale, ...known } = row
  const words = JSON.stringify(known)
  const session =
    words === last?.words ? last.session : { ...known, permissions: JSON.parse(known.permissions) }
  return { session, isStale, words }
}

/** The session changed since the last answer about its token. */
class ChangedSession extends Error {}

function ifAdmitted<W>(session: SessionRow, admit: (session: SessionRow) => W): W | undefined {
  try {
    return admit(session)
  } catch {
    return undefined
  }
}

/** The server's database handle: always in a transaction, always with a tenant. */
export function openDatabase(
  at: pg.ClientConfig,
  name = 'server',
  over: pg.PoolConfig = {},
  perCompany = PER_COMPANY,
) {
  const pool = openPool(at, name, { pipeline: true, ...over })
  const shares = openShares(perCompany, pool.options.connectionTimeoutMillis ?? 0)
  // A call that holds a connection must not wait for a second one of the same pool: twenty such calls would
  // deadlock.
  const few = openPool(at, `${name} aside`, { ...over, max: 2 })

  /** Uses the company's share of connections; a waiting call holds none. */
  async function shared<T>(mode: Mode, tenantId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    await shares.take(tenantId)
    try {
      return await within(few, await pool.connect(), mode, tenantId, work)
    } finally {
      shares.release(tenantId)
    }
  }

  const read = <T>(tenantId: number, work: (db: Db) => Promise<T>): Promise<T> =>
    shared('read only', tenantId, work)

  const snapshot = <T>(tenantId: number, work: (db: Db) => Promise<T>): Promise<T> =>
    shared('isolation level repeatable read read only', tenantId, work)

  const write = <T>(tenantId: number, work: (tx: Tx) => Promise<T>): Promise<T> =>
    shared('read write', tenantId, work)

  /**
   * A change that must survive the rollback of the call that makes it. It must not touch rows that call has
   * locked.
   */
  const beside = async <T>(tenantId: number, work: (tx: Tx) => Promise<T>): Promise<T> =>
    within(few, await few.connect(), 'read write', tenantId, work)

  /** The last answer about each token. */
  const lastAnswers = new Map<string, TokenAnswer>()

  function remember(token: string, latest: TokenAnswer | undefined) {
    if (!latest) lastAnswers.delete(token)
    else {
      if (lastAnswers.size >= MAX_TOKENS && !lastAnswers.has(token)) lastAnswers.clear()
      lastAnswers.set(token, latest)
    }
    return latest
  }

  /** A token that was not used here before. */
  async function firstAnswer(token: string, tokenHash: Buffer) {
    const client = await pool.connect()
    try {
      const latest = await findSession(client, tokenHash)
      client.release()
      return remember(token, latest)
    } catch (fault) {
      client.release(fault as Error)
      throw fault
    }
  }

  /**
   * One authenticated call, on one connection. Its company, which never changes, is known from the last answer about
   * its token, so it waits for the company's share before it takes a connection.
   *
   * `admit` receives the session (none when it has ended) and throws to refuse the caller. The session is looked up
   * for every call, together with what follows. A read does not wait for the answer: it starts with the last one,
   * and what it found counts only if the new answer is the same.
   */
  async function call<W extends { tenantId: number }, T>(
    mode: Mode,
    tokenHash: Buffer,
    admit: (session: SessionRow | undefined) => W,
    work: (tx: Tx, who: W) => Promise<T>,
    keepsAlive = true,
  ): Promise<T> {
    const token = tokenHash.toString('latin1')
    const last = lastAnswers.get(token) ?? (await firstAnswer(token, tokenHash))
    const { tenantId } = last?.session ?? admit(undefined)
    const early = mode === 'read only' && last ? ifAdmitted(last.session, admit) : undefined

    async function attempt(early?: W): Promise<T> {
      const client = await pool.connect()
      const pending = findSession(client, tokenHash, last)
      // Not awaited where the work fails first.
      pending.catch(() => {})
      const answer = async () => {
        const latest = await pending
        if (latest?.session !== last?.session) remember(token, latest)
        if (latest?.isStale && keepsAlive) {
          pool.query('select wms.touch_session($1)', [latest.session.sessionId]).catch(() => {})
        }
        return latest?.session
      }
      return within(few, client, mode, tenantId, async (tx) => {
        if (!early) return work(tx, admit(await answer()))
        const [done] = await Promise.allSettled([work(tx, early)])
        if ((await answer()) !== last?.session) throw new ChangedSession()
        if (done.status === 'rejected') throw done.reason
        return done.value
      })
    }

    await shares.take(tenantId)
    try {
      return await attempt(early).catch((fault) =>
        fault instanceof ChangedSession ? attempt() : Promise.reject(fault),
      )
    } finally {
      shares.release(tenantId)
    }
  }

  return {
    pool,
    gate: kyselyOn(new Connection(pool)) as unknown as PublicDb,
    /** The same for changes that must survive the rollback of their call. */
    aside: kyselyOn(new Connection(few)) as unknown as PublicDb,
    read,
    snapshot,
    write,
    beside,
    call,
    close: async () => {
      await Promise.all([pool.end(), few.end()])
    },
  }
}

const sessionOf = `
  select session_id as "sessionId", tenant_id as "tenantId", account_id as "accountId", kind, login_account as "loginAccount",
    user_name as "userName", zone_code as "zoneCode", array_to_json(permissions)::text as permissions, system_version as version, is_expired as "isExpired", must_change as "mustChange", is_stale as "isStale"
  from wms.session_of($1)`

export type SessionRow = {
  sessionId: number
  tenantId: number
  accountId: number
  kind: 'staff' | 'customer' | 'administrator' | 'system'
  loginAccount: string
  userName: string
  zoneCode: string
  permissions: string[]
  version: 'satellite' | 'standard' | null
  isExpired: boolean
  mustChange: boolean
}
