import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ZodError } from 'zod'
import type { Database, Db, PublicDb, SessionRow, Tx } from '../../database/server/db.ts'
import type { Signer } from '../../server/signer.ts'
import { callText } from '../../text/common-text.ts'
import { languageOf, type Text } from '../../text/text.ts'
import { zoneOf } from '../../text/time-zones.ts'
import type { Call, Command, InputOf, OutputOf, Query } from '../call.ts'
import type { Feature, FeatureAccess, SystemVersion } from '../features.ts'
import { missingRight } from '../missing-right.ts'
import { rule } from '../problems.ts'
import { MissingRight, Refusal, refuseAs, refuseRight, signedOut } from '../refusal.ts'
import { hasPermission, type Visitor, type Who } from '../who.ts'
import { abortChecks } from './abort-checks.ts'
import { keyOf, once } from './idempotency.ts'
import { changesIn, mustBeRecorded, proven } from './prove-calls.ts'
import { done } from './reply.ts'
import { holdersOf } from './right-holders.ts'

export type Server = ReturnType<typeof serve>

type Answers<C extends Call, H> = (handle: H, who: Who, input: InputOf<C>) => Promise<OutputOf<C>>

type ServeOptions = {
  http: FastifyInstance
  database: Database
  accessTo: (feature: Feature, version: SystemVersion) => FeatureAccess
  signer: Signer
  /** A permission's title as shown to the person who grants it. */
  titleOf: (permission: string) => Text
  /** Tests only: every response is checked against its schema and every change against the audit log. */
  isProven?: boolean
}

type Guarded = Pick<Call, 'kind' | 'permission' | 'feature' | 'whenExpired' | 'isForRestricted'>

/** Binds contracts to the functions that serve them. Every check a call must pass is in this file, in order. */
export function serve(options: ServeOptions) {
  const { http, database, accessTo } = options
  const context: Context = { ...options, calls: [] }

  /** A logged-in user's call. A query gets a read-only transaction, a command a writing one. */
  function answer<C extends Query>(call: C, fn: Answers<C, Db>): void
  function answer<C extends Command>(call: C, fn: Answers<C, Tx>): void
  function answer<C extends Call>(call: C, fn: Answers<C, Tx>): void {
    route(context, call, async (request) =>
      done(await ask(context, call, request, fn), languageOf(request.headers['x-language'])),
    )
  }

  /**
   * A command with slow work before its transaction, such as reading a spreadsheet. No connection is held
   * while it prepares; then it is authorised like any other, and its function receives the prepared value.
   */
  function answerPrepared<C extends Command, P>(
    call: C,
    prepare: (who: Who, input: InputOf<C>) => Promise<P>,
    fn: (tx: Tx, who: Who, input: InputOf<C>, prepared: P) => Promise<OutputOf<C>>,
  ) {
    route(context, call, async (request) => {
      const { who, input } = await recognise(context, call, request)
      const prepared = await prepare(who, input)
      const answered = await ask(context, call, request, (tx, admitted, again) =>
        fn(tx, admitted, again, prepared),
      )
      return done(answered, who.language)
    })
  }

  /**
   * A call that waits for an external service: the caller is authenticated first, and no transaction is open
   * while it waits. It writes in transactions of its own.
   */
  function answerOutside<C extends Call>(call: C, fn: (who: Who, input: InputOf<C>) => Promise<OutputOf<C>>) {
    route(context, call, async (request) => {
      const { who, input } = await recognise(context, call, request)
      return done(checked(context, call, await fn(who, input)), who.language)
    })
  }

  /** A public call. Its handle reaches no tenant's rows. */
  function answerVisitor<C extends Call>(
    call: C,
    fn: (publicDb: PublicDb, visitor: Visitor, input: InputOf<C>) => Promise<OutputOf<C>>,
  ) {
    if (call.permission !== 'public') throw new Error(`${call.path} is not public`)
    route(context, call, async (request, reply) => {
      guardOrigin(call, request)
      const visitor = visitorOf(request, reply)
      const input = inputOf(call, request) as InputOf<C>
      return done(checked(context, call, await fn(database.gate, visitor, input)), visitor.language)
    })
  }

  /** A call whose response is a document, not an envelope. */
  function answerDocument<C extends Query>(
    call: C,
    fn: (db: Db, who: Who, input: InputOf<C>) => Promise<OutputOf<C> & string>,
  ) {
    const { document } = call
    if (!document) throw new Error(`${call.path} names no media type`)
    route(context, call, async (request, reply) =>
      reply.type(document).send(await ask(context, call, request, fn)),
    )
  }

  /**
   * Whether a user may do what a call does, for work that does the same by other means: an export, an import,
   * a task.
   */
  const may = (call: Guarded, who: Who) => mayCall(call, who, accessTo)

  const { calls } = context
  return { answer, answerPrepared, answerOutside, answerVisitor, answerDocument, may, calls, http, database }
}

type Context = ServeOptions & { calls: Call[] }

/** Registers a call under its path. */
function route(
  context: Context,
  call: Call,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  const { http, calls } = context
  for (const need of ['path', 'permission', 'feature', 'whenExpired', 'input', 'output'] as const) {
    if (!call[need]) throw new Error(`the contract of ${call.path} names no ${need}`)
  }
  if (calls.some((other) => other.path === call.path)) throw new Error(`${call.path} is answered twice`)
  abortChecks(call.input)
  calls.push(call)
  http.route({
    method: call.method,
    url: call.path,
    handler: async (request, reply) => {
      try {
        return await handler(request, reply)
      } catch (thrown) {
        throw await withHolders(context, thrown)
      }
    },
  })
}

/** Names a missing permission and who has it. Customer logins are not shown staff names. */
async function withHolders({ database, titleOf }: Context, thrown: unknown) {
  if (!(thrown instanceof MissingRight)) return thrown
  const { who, permission, detail } = thrown
  const holders =
    who.kind === 'staff'
      ? await database.read(who.tenantId, (db) => holdersOf(db, who.tenantId, permission))
      : undefined
  return new Refusal(missingRight(titleOf(permission), holders), detail)
}

const checked = <C extends Call>({ isProven }: Context, call: C, data: OutputOf<C>) =>
  isProven ? proven(call, data) : data

function admit({ accessTo }: Context, call: Call, request: FastifyRequest) {
  // A task stores the user who started it; the token is not passed on.
  const visitor = callerOf(request)
  return (session: SessionRow | undefined): Who & { input: unknown } => {
    if (!session || session.kind === 'administrator' || session.kind === 'system') signedOut('lost')
    const { zoneCode, ...known } = session
    const zone = zoneOf(request.headers['x-timezone']) ?? zoneCode
    const who = { ...known, kind: session.kind, ...visitor, zone }
    mayCall(call, who, accessTo)
    return { ...who, input: inputOf(call, request) }
  }
}

async function ask<C extends Call>(context: Context, call: C, request: FastifyRequest, fn: Answers<C, Tx>) {
  const { database, signer, isProven } = context
  const hash = tokenOf(call, request)
  const key = call.kind === 'command' ? keyOf(request.headers['x-idempotency-key']) : undefined
  const mode = call.kind === 'command' ? 'read write' : 'read only'
  const carryOut = async (tx: Tx, { input, ...who }: Who & { input: unknown }) => {
    Object.assign(request, { tenantId: who.tenantId, accountId: who.accountId })
    if (call.kind === 'query') return fn(tx, who, input as InputOf<C>)
    return once(tx, who, { key, route: call.path, body: request.body, signer }, async () => {
      const before = isProven ? await changesIn(tx) : undefined
      const answer = await fn(tx, who, input as InputOf<C>)
      if (before) mustBeRecorded(call, before, await changesIn(tx))
      return answer
    })
  }
  const run = () => database.call(mode, hash, admit(context, call, request), carryOut, !call.isBackground)
  return checked(context, call, await retryOnDeadlock(run))
}

/** The sender of a request and its input; the connection used to find that out is already released. */
async function recognise<C extends Call>(context: Context, call: C, request: FastifyRequest) {
  const hash = tokenOf(call, request)
  const { input, ...who } = await context.database.call(
    'read only',
    hash,
    admit(context, call, request),
    async (_, admitted) => admitted,
  )
  Object.assign(request, { tenantId: who.tenantId, accountId: who.accountId })
  return { who, input: input as InputOf<C> }
}

/** Parses the input. Text that PostgreSQL cannot store, with a NUL or a lone surrogate, is rejected. */
function inputOf(call: Call, request: FastifyRequest): unknown {
  const input = call.input.parse(call.method === 'GET' ? request.query : request.body)
  const path = unkeepable(input)
  if (path)
    throw new ZodError([{ code: 'custom', path, message: rule(callText.wrongForm), input: undefined }])
  return input
}

/** The path of the value. It is built while returning, so that deep nesting costs no more than its depth. */
function unkeepable(value: unknown): PropertyKey[] | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? [] : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const path = unkeepable(inner)
    if (path) return [Array.isArray(value) ? Number(key) : key, ...path]
  }
  return undefined
}

/** The hash of the caller's token. */
function tokenOf(call: Call, request: FastifyRequest): Buffer {
  guardOrigin(call, request)
  const token = request.headers['x-access-token']
  if (typeof token !== 'string' || token === '') return signedOut('missing')
  return createHash('sha256').update(token).digest()
}

function callerOf({ headers, id, ip }: FastifyRequest) {
  return {
    language: languageOf(headers['x-language']),
    isTyped: headers['x-typed'] === '1',
    zone: zoneOf(headers['x-timezone']) ?? 'Asia/Shanghai',
    requestId: id,
    ip,
  }
}

function visitorOf(request: FastifyRequest, reply: FastifyReply): Visitor {
  const { 'x-access-token': token, 'user-agent': browser, cookie } = request.headers
  const isSecure = request.protocol === 'https'
  return {
    ...callerOf(request),
    token: typeof token === 'string' && token !== '' ? token : undefined,
    browser: browser ?? '',
    device: /(?:^|; )device=([\w.-]{1,2000})(?:;|$)/.exec(cookie ?? '')?.[1],
    keepDevice: (device) =>
      void reply.header(
        'set-cookie',
        `device=${device}; Path=/gateway/auth; Max-Age=31536000; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`,
      ),
  }
}

/** Refuses calls meant for another platform and changes sent from another site. */
function guardOrigin(call: Call, request: FastifyRequest) {
  const platform = request.headers['x-system-belong']
  if (platform !== undefined && platform !== 'wms') refuseAs({ kind: 'forbidden' }, callText.otherPlatform)
  if (call.method === 'POST' && request.headers['sec-fetch-site'] === 'cross-site') {
    refuseAs({ kind: 'forbidden' }, callText.crossSite)
  }
}

/** The checks before a call, in order: kind of account, version, role, usage period. */
function mayCall(call: Guarded, who: Who, accessTo: ServeOptions['accessTo']) {
  const forbidden = { kind: 'forbidden' }
  if (who.kind === 'customer' && !call.isForRestricted) refuseAs(forbidden, callText.customersElsewhere)
  if (who.mustChange && !call.isForRestricted) refuseAs({ kind: 'must_change' }, callText.mustChange)
  const access = accessTo(call.feature, who.version)
  if (access === 'hidden') refuseAs(forbidden, callText.hiddenHere)
  if (access === 'readonly' && call.kind === 'command') refuseAs(forbidden, callText.readOnlyHere)
  const { permission } = call
  if (permission !== 'signed_in' && !hasPermission(who.permissions, permission)) {
    refuseRight(who, permission)
  }
  if (who.isExpired && call.whenExpired === 'refused') refuseAs({ kind: 'expired' }, callText.expired)
}

/**
 * Retries a transaction that the database aborted because of a deadlock. It was rolled back, so nothing
 * happens twice.
 */
async function retryOnDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await run()
    } catch (fault) {
      const { code } = fault as { code?: string }
      if (attempts === 3 || (code !== '40001' && code !== '40P01')) throw fault
      await new Promise((wake) => setTimeout(wake, 20 + Math.random() * 180))
    }
  }
}
