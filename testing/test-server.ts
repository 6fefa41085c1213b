import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { assemble } from '../app/server/assemble.ts'
import { openCarriers } from '../carriers/server/carriers.ts'
import type { Call, Envelope, OutputOf, SentTo } from '../platform/calls/call.ts'
import type { HttpLimits } from '../platform/calls/server/http.ts'
import type { Server } from '../platform/calls/server/serve.ts'
import { openFiles } from '../platform/files/server/files.ts'
import { folderStore, type Store } from '../platform/files/server/store.ts'
import { type Mail, openMail } from '../platform/mail/server/mail.ts'
import { type Outbound, openOutbound } from '../platform/outbound/server/outbound.ts'
import { openLog } from '../platform/server/log.ts'
import { type Secrets, secretsWith } from '../platform/server/secrets.ts'
import { openSigner } from '../platform/server/signer.ts'
import { aDatabase, type TestDatabase } from './database.ts'
import { cheapHash } from './password.ts'

export const PASSWORD = 'right1234'
export const SIGNING_SECRET = 'a signing secret of at least 32 characters'
export const SECRET_KEY = 'a key for credentials of at least 32 characters'
const hash = cheapHash(PASSWORD)

/**
 * The whole product on its own database, with every response checked against its schema and every change
 * against the audit log.
 */
export async function startTestServer(
  over: {
    db?: TestDatabase
    limits?: HttpLimits
    pageFolder?: string
    mail?: Mail
    store?: Store
    outbound?: Outbound
    secrets?: Secrets
    easyPostUrl?: string
    wait?: (ms: number) => Promise<unknown>
    /** Additional calls of the test. */
    also?: (server: Server) => void
  } = {},
) {
  const db = over.db ?? (await aDatabase())
  const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-files-'))
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  const files = openFiles(over.store ?? folderStore(folder, log), SIGNING_SECRET)
  const carriers = openCarriers({
    database: db.database,
    outbound: over.outbound ?? openOutbound(),
    secrets: over.secrets ?? secretsWith(SECRET_KEY),
    ...(over.easyPostUrl && { easyPostUrl: over.easyPostUrl }),
    ...(over.wait && { wait: over.wait }),
  })
  const services = {
    files,
    carriers,
    mail: over.mail ?? openMail({ url: undefined, from: '', log }),
    signer: openSigner(SIGNING_SECRET),
    contacts: { phone: '400-800-1234', email: 'service@example.com', chat: null },
  }
  const server = assemble({
    log,
    database: db.database,
    ...services,
    isProven: true,
    ...(over.limits && { limits: over.limits }),
    pageFolder: over.pageFolder,
  })
  over.also?.(server)
  await server.http.ready()
  afterAll(async () => {
    await server.http.close()
    rmSync(folder, { recursive: true, force: true })
  })

  // A response of a bug contains only the request number, so a failed test prints what the server logged about it.
  let printed = 0
  afterEach(({ task }) => {
    const faults = lines.slice(printed).flatMap(faultIn)
    printed = lines.length
    if (task.result?.state === 'fail' && faults.length > 0) console.error(faults.join('\n'))
  })

  /** Sends a call as the page does and returns the envelope with its status. */
  async function send<C extends Call>(
    call: C,
    input: SentTo<C>,
    { token, headers = {} }: { token?: string | undefined; headers?: Record<string, string> } = {},
  ): Promise<Envelope & { status: number; headers: Record<string, unknown> }> {
    const isGet = call.method === 'GET'
    const answer = await server.http.inject({
      method: call.method,
      url: call.path,
      ...(isGet ? { query: stringsOf(input) } : { payload: input as object }),
      headers: { ...(token && { 'x-access-token': token }), ...headers },
    })
    return { ...answer.json<Envelope>(), status: answer.statusCode, headers: answer.headers }
  }
  return { ...db, server, services, files, carriers, folder, log, lines, send, done: doneWith(send) }
}

/** Sends a call that must succeed, and returns its data. */
export const doneWith =
  <Rest extends unknown[]>(
    send: <C extends Call>(call: C, input: SentTo<C>, ...rest: Rest) => Promise<Envelope>,
  ) =>
  async <C extends Call>(call: C, input: SentTo<C>, ...rest: Rest): Promise<OutputOf<C>> => {
    const { success, message, data } = await send(call, input, ...rest)
    if (!success) throw new Error(`${call.path}: ${message} ${JSON.stringify(data)}`)
    return data as OutputOf<C>
  }

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

const ERROR = 50

/** The logged error of a line, if it is one. */
function faultIn(line: string): string[] {
  const { level, msg, err } = JSON.parse(line) as { level: number; msg: string; err?: { stack: string } }
  return level < ERROR ? [] : [`${msg}: ${err?.stack ?? ''}`]
}

const stringsOf = (input: unknown) =>
  Object.fromEntries(
    Object.entries(input as object)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, String(value)]),
  )

let count = 0

/** A company with its warehouse, created as an administrator would. */
export async function aTenant(
  server: Pick<TestServer, 'owner'>,
  over: {
    version?: 'standard' | 'satellite' | null
    parent?: number
    expiresIn?: string
    zone?: string
  } = {},
): Promise<number> {
  const n = ++count
  const version = over.version === undefined ? 'standard' : over.version
  const parent = version === 'satellite' ? (over.parent ?? (await aTenant(server))) : null
  const [tenant] = await server.owner<{ id: string }>(
    `insert into tenants (code, company_name, login_url_name, system_version, parent_tenant_id, status, expires_at)
     values ($1, $2, $3, $4, $5, 'trial', now() + $6::interval) returning id`,
    [`T${n}`, `Company ${n}`, `co${String(n).padStart(4, '0')}`, version, parent, over.expiresIn ?? null],
  )
  const tenantId = Number(tenant?.id)
  await server.owner(
    `insert into warehouses (tenant_id, warehouse_code, warehouse_name, time_zone, currency_code, unit, init_step)
     values ($1, $2, $3, $4, 'USD', 1, 6)`,
    [tenantId, `WH${n}`, `Warehouse ${n}`, over.zone ?? 'Asia/Shanghai'],
    tenantId,
  )
  return tenantId
}

/** A user with the given permissions; the owner's `*` by default. */
export async function aPerson(
  server: Pick<TestServer, 'owner'>,
  tenantId: number,
  over: {
    permissions?: string[]
    account?: string
    isEnabled?: boolean
    kind?: 'staff' | 'customer'
    secondPersonAbove?: string
  } = {},
): Promise<{ id: number; loginAccount: string }> {
  const n = ++count
  const loginAccount = over.account ?? `person${n}`
  const [account] = await server.owner<{ id: string }>(
    `insert into accounts (tenant_id, kind, login_account, user_name, zone_code, is_enabled)
     values ($1, $2, $3, $4, 'Asia/Shanghai', $5) returning id`,
    [tenantId, over.kind ?? 'staff', loginAccount, `Person ${n}`, over.isEnabled ?? true],
  )
  const id = Number(account?.id)
  await server.owner('insert into account_secrets (account_id, password_hash) values ($1, $2)', [
    id,
    await hash,
  ])
  const [role] = await server.owner<{ id: string }>(
    `insert into roles (tenant_id, code, role_name, permissions, second_person_above) values ($1, $2, $3, $4, $5) returning id`,
    [tenantId, `role_${letters(n)}`, `Role ${n}`, over.permissions ?? ['*'], over.secondPersonAbove ?? null],
    tenantId,
  )
  await server.owner(
    'insert into account_roles (tenant_id, account_id, role_id) values ($1, $2, $3)',
    [tenantId, id, Number(role?.id)],
    tenantId,
  )
  return { id, loginAccount }
}

const letters = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')

/** A logged-in user without the cost of hashing: the token is inserted into the table. */
export async function aSession(
  server: Pick<TestServer, 'owner'>,
  tenantId: number,
  accountId: number,
): Promise<string> {
  const token = `token-${tenantId}-${accountId}-${++count}-${'x'.repeat(20)}`
  await server.owner(
    `insert into sessions (token_hash, tenant_id, account_id, ip, browser) values (sha256($1::bytea), $2, $3, '127.0.0.1', 'test')`,
    [Buffer.from(token), tenantId, accountId],
  )
  return token
}

export const english = { 'x-language': 'en_US' }

/** A logged-in user who reads English, of a new company unless one is given. */
export async function aUser(
  server: Pick<TestServer, 'owner'>,
  {
    tenantId: given,
    permissions,
    kind,
    secondPersonAbove,
    ...company
  }: { tenantId?: number | undefined } & Pick<
    NonNullable<Parameters<typeof aPerson>[2]>,
    'permissions' | 'kind' | 'secondPersonAbove'
  > &
    Parameters<typeof aTenant>[1] = {},
) {
  const tenantId = given ?? (await aTenant(server, company))
  const person = {
    ...(permissions && { permissions }),
    ...(kind && { kind }),
    ...(secondPersonAbove && { secondPersonAbove }),
  }
  const { id, loginAccount } = await aPerson(server, tenantId, person)
  return { tenantId, id, loginAccount, token: await aSession(server, tenantId, id), headers: english }
}
