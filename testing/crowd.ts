import http from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { expect } from 'vitest'
import { checkBooks } from '../app/contract.ts'
import { bookChecks, filesCheck } from '../app/server/book-checks.ts'
import { DEMO_PASSWORD } from '../demo/demo.ts'
import type { Envelope } from '../platform/calls/call.ts'
import { openDatabase } from '../platform/database/server/db.ts'
import { openFiles } from '../platform/files/server/files.ts'
import { folderStore } from '../platform/files/server/store.ts'
import { taskText } from '../platform/tasks/tasks.ts'
import { myProfile, saveMyProfile } from '../staff/contract.ts'
import { getUserInfo, login } from '../staff/login/contract.ts'
import { switchTime } from '../warehouse/top-contract.ts'
import type { Chance } from './random.ts'
import { askAs, roleAt } from './run-product.ts'

/** The result of one attempt: a response, or a broken connection. */
export type Try = {
  at: number
  ms: number
  status?: number
  headers: http.IncomingHttpHeaders
  body?: Envelope
  fault?: string
  /** The connection had been used before: the server should not have cut it without notice. */
  isReused: boolean
}

/** One command as its client knows it: the request, its key, and the result of every attempt. */
export type Sent = {
  client: Client
  path: string
  body: object
  key: string
  tries: Try[]
  /** The response the client received; without one the outcome is unknown to it. */
  answer?: unknown
}

type Person = { account: string; does: string }

export type Client = { account: string; token: string; agent: http.Agent }

/** Sends one request and always returns: with a response, or with how the connection broke. */
export function send(
  address: string,
  { path, method = 'POST', body, token, key, agent }: Request,
): Promise<Try> {
  const at = performance.now()
  return new Promise((resolve) => {
    const text = body && JSON.stringify(body)
    const request = http.request(`${address}${path}`, {
      method,
      ...(agent && { agent }),
      timeout: 20_000,
      headers: {
        ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...(token && { 'x-access-token': token }),
        ...(key && { 'x-idempotency-key': key }),
      },
    })
    const over = (rest: Partial<Try>) =>
      resolve({ at, ms: performance.now() - at, headers: {}, isReused: request.reusedSocket, ...rest })
    request.on('response', (answer) => {
      let message = ''
      answer.setEncoding('utf8').on('data', (part) => {
        message += part
      })
      answer.on('error', (fault: NodeJS.ErrnoException) => over({ fault: fault.code ?? fault.message }))
      answer.on('end', () => {
        const { statusCode: status = 0, headers } = answer
        over({ status, headers, body: isJson(headers) ? JSON.parse(message) : undefined })
      })
    })
    request.on('timeout', () => request.destroy(Object.assign(new Error(), { code: 'NO ANSWER' })))
    request.on('error', (fault: NodeJS.ErrnoException) => over({ fault: fault.code ?? fault.message }))
    request.end(text)
  })
}

type Request = {
  path: string
  method?: string
  body?: object
  token?: string
  key?: string
  agent?: http.Agent
}

const isJson = (headers: http.IncomingHttpHeaders) => /json/.test(headers['content-type'] ?? '')

/** A keep-alive connection used by one client only, like a browser's. */
export const ownLine = () => new http.Agent({ keepAlive: true, maxSockets: 1 })

export const logIn = async (address: string, account: string): Promise<string> => {
  const { body } = await send(address, {
    path: login.path,
    body: { loginAccount: account, password: DEMO_PASSWORD },
  })
  if (!body?.success) throw new Error(`${account} was not let in: ${JSON.stringify(body)}`)
  return (body.data as { token: string }).token
}

const zones = ['Asia/Shanghai', 'America/Los_Angeles', 'Europe/London', 'America/New_York']

export function doing(does: string, ...accounts: string[]): Person[] {
  return accounts.map((account) => ({ account, does }))
}

/**
 * Ten users: the owner's four windows and three pickers switch time zones, two of them run ledger checks,
 * three receivers edit.
 */
const everybody: Person[] = [
  ...doing('books', 'demo', 'demo'),
  ...doing('zones', 'demo', 'demo', 'picking1', 'picking2', 'picking3'),
  ...doing('profile', 'receiving1', 'receiving2', 'receiving3'),
]

/** What a user needs: whether to continue, a new command, and an attempt to get its response. */
export type Hands = {
  isWorking: () => boolean
  begin: (client: Client, path: string, body: object) => Sent
  attempt: (item: Sent) => Promise<boolean>
}
type Job = (client: Client, hands: Hands) => Promise<void>

/**
 * Users who log in once and then send commands with keys, whatever happens to the server.
 *
 * `work` starts, `rest` finishes what is in progress, `settle` repeats with its old key whatever got no
 * response. Other work is passed in as a job.
 */
export async function crowd(
  at: () => string,
  chance: Chance,
  people = everybody,
  also: Record<string, Job> = {},
) {
  const sent: Sent[] = []
  const clients: (Client & { does: string })[] = []
  for (const { account, does } of people) {
    clients.push({ account, does, token: await logIn(at(), account), agent: ownLine() })
  }
  let isWorking = false
  let loops: Promise<void>[] = []

  async function attempt(item: Sent): Promise<boolean> {
    const { client, path, body, key } = item
    const came = await send(at(), { path, body, key, token: client.token, agent: client.agent })
    item.tries.push(came)
    if (came.status === 200 && came.body?.success) item.answer = came.body.data
    return item.answer !== undefined
  }

  function begin(client: Client, path: string, body: object): Sent {
    const item: Sent = { client, path, body, key: chance.key(), tries: [] }
    sent.push(item)
    return item
  }

  /** Continues with the next command; those without a response are left for later. */
  async function carryOn(client: Client, next: () => Promise<[string, object]>, pause: number) {
    while (isWorking) {
      const item = begin(client, ...(await next()))
      if (!(await attempt(item))) await sleep(20)
      else if (pause) await sleep(chance.between(0, pause))
    }
  }

  /** Each save needs the version of the previous one, so a save is repeated until it gets a response. */
  async function insist(client: Client) {
    while (isWorking) {
      const last = sent.findLast((item) => item.client === client && item.path === saveMyProfile.path)
      const known = last?.answer as { rowVersion: number } | undefined
      if (last && !known) {
        if (!(await attempt(last))) await sleep(20)
        continue
      }
      const rowVersion = known?.rowVersion ?? (await versionOf(at(), client))
      if (!rowVersion) continue
      const body = { userName: `Desk ${rowVersion}`, phone: null, email: null, rowVersion }
      if (!(await attempt(begin(client, saveMyProfile.path, body)))) await sleep(20)
    }
  }

  const jobs: Record<string, Job> = {
    ...also,
    books: (client) => carryOn(client, async () => [checkBooks.path, {}], 1500),
    zones: (client) => carryOn(client, async () => [switchTime.path, { timeZone: chance.pick(zones) }], 5),
    profile: insist,
  }

  const unanswered = () => sent.filter((item) => item.answer === undefined)

  return {
    sent,
    clients,
    unanswered,
    acked: () => sent.filter((item) => item.answer !== undefined),
    tries: () => sent.flatMap((item) => item.tries),
    work() {
      isWorking = true
      const hands = { isWorking: () => isWorking, begin, attempt }
      loops = clients.map((client) => jobs[client.does]?.(client, hands) ?? Promise.resolve())
    },
    async rest() {
      isWorking = false
      await Promise.all(loops)
    },
    async settle(patience = 20_000) {
      const until = performance.now() + patience
      const insistOn = async (item: Sent) => {
        while (!(await attempt(item))) {
          if (performance.now() > until) throw new Error(`no answer: ${JSON.stringify(item.tries.at(-1))}`)
          await sleep(50)
        }
      }
      await Promise.all(unanswered().map(insistOn))
    },
    /** One more command of this account, with a response in the end. */
    async ask(account: string, path: string, body: object) {
      const client = clients.find((client) => client.account === account)
      if (!client) throw new Error(`nobody is ${account}`)
      begin(client, path, body)
      await this.settle()
    },
    close() {
      for (const { agent } of clients) agent.destroy()
    },
  }
}

type Crowd = Awaited<ReturnType<typeof crowd>>

async function versionOf(address: string, { token, agent }: Client): Promise<number | undefined> {
  const came = await send(address, { path: myProfile.path, method: 'GET', token, agent })
  return (came.body?.data as { rowVersion?: number } | null)?.rowVersion
}

/** All sessions are still valid. */
export async function expectSignedIn(address: string, { clients }: Crowd) {
  const people = await Promise.all(
    clients.map(async ({ token }) => {
      const { body } = await send(address, { path: getUserInfo.path, method: 'GET', token })
      return (body?.data as { loginAccount: string } | null)?.loginAccount
    }),
  )
  expect(people).toEqual(clients.map(({ account }) => account))
}

/** A response without a fault: success, or a proper 503 with a retry time. */
export function expectDoneOrAway(tries: Try[]) {
  const odd = tries.filter(({ status, headers, body }) => {
    const isDone = status === 200 && body?.success
    const isAway =
      status === 503 &&
      Number(headers['retry-after']) > 0 &&
      body?.code === 5000 &&
      body.success === false &&
      (body.data as { kind?: string } | null)?.kind === 'unavailable'
    return !isDone && !isAway
  })
  expect(odd.slice(0, 5)).toEqual([])
}

type Kept = { account: string; key: string; route: string; answer: { answer: unknown } | null }

/**
 * Compares what the clients were told with the database.
 *
 * Every acknowledged command is stored once with the response its client got, every command has one effect
 * and one audit row, no row exists without a request, and the ledgers are clean.
 */
export async function expectEachOnce(home: string, { sent }: Crowd, at = roleAt(home, 'auditor')) {
  expect(sent.filter((item) => item.answer === undefined)).toEqual([])
  const kept = await askAs<Kept>(
    at,
    `select a.login_account as account, i.key, i.route, i.answer from idempotency i join accounts a on a.id = i.actor_id`,
  )
  const acknowledged = sent.map((item) => [item.key, item.client.account, item.path, inOrder(item.answer)])
  const has = kept.map((row) => [row.key, row.account, row.route, inOrder(row.answer?.answer)])
  expect(has.sort()).toEqual(acknowledged.sort())

  await expectTrail(at, sent)
  await expectTasks(at, home, sent)
  await expectVersions(at, sent)
  await expectCleanBooks(home, at)
}

/** Sorted keys: the database stores a response's fields in its own order. */
export const inOrder = (answer: unknown) =>
  JSON.stringify(answer, (_, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

const actions: Record<string, string> = {
  [switchTime.path]: 'switch_zone',
  [checkBooks.path]: 'start',
  [saveMyProfile.path]: 'edit',
}

/**
 * One audit row per command, and for one that got its response at the first attempt the row of that very
 * request.
 */
async function expectTrail(at: pg.ClientConfig, all: Sent[]) {
  const sent = all.filter(({ path }) => path in actions)
  const rows = await askAs<{ id: string; action: string }>(
    at,
    `select request_id as id, action from audit_log where action in ('switch_zone', 'start', 'edit')`,
  )
  const counted = (list: string[]) =>
    Object.fromEntries(Object.entries(Object.groupBy(list, (it) => it)).map(([it, all]) => [it, all?.length]))
  expect(counted(rows.map((row) => row.action))).toEqual(counted(sent.map((item) => `${actions[item.path]}`)))
  const byRequest = new Map(rows.map((row) => [row.id, row.action]))
  expect(byRequest.size).toBe(rows.length)
  const astray = sent.filter(({ tries: [first], path }) => {
    const isAnswered = first?.status === 200
    return isAnswered && byRequest.get(`${first.headers['x-request-id']}`) !== actions[path]
  })
  expect(astray).toEqual([])
  const { length } = await askAs(
    at,
    `select 1 from accounts a join lateral (
       select after->>'zoneCode' as zone from audit_log l
       where l.account_id = a.id and l.action = 'switch_zone' order by l.id desc limit 1) last on true
     where a.zone_code <> last.zone`,
  )
  expect(length).toBe(0)
}

type Task = { id: number; status: string; isUsedUp: boolean; words: string | null; files: number }

/**
 * Each acknowledged ledger check is one task, and each ends with one file: or with a message, when it died
 * with its server on every allowed attempt.
 */
async function expectTasks(at: pg.ClientConfig, home: string, sent: Sent[]) {
  const asked = () =>
    askAs<Task>(
      roleAt(home, 'postgres'),
      `select t.id::int, t.status, coalesce(j.attempts >= j.max_attempts, false) as "isUsedUp",
         t.message->>'en_US' as words, (t.file_id is not null)::int as files
       from tasks t left join graphile_worker.jobs j on j.key = 'task:' || t.id order by t.id`,
    )
  const isOpen = ({ status }: Task) => status === 'waiting' || status === 'running'
  let tasks = await asked()
  // A job killed four times would wait almost a minute for its fifth attempt; here it is due at once.
  await askAs(
    roleAt(home, 'postgres'),
    'update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null',
  )
  // A company's tasks run one after the other: as long as one more ends, the others are waited for.
  let open = Number.POSITIVE_INFINITY
  for (let until = 0; tasks.some(isOpen); ) {
    const left = tasks.filter(isOpen).length
    if (left < open) until = performance.now() + 60_000
    else if (performance.now() > until) break
    open = left
    await sleep(100)
    tasks = await asked()
  }
  const promised = sent
    .filter((item) => item.path === checkBooks.path)
    .map((item) => (item.answer as { taskId: number }).taskId)
  expect(tasks.map(({ id }) => id)).toEqual(promised.sort((a, b) => a - b))
  const odd = tasks.filter(
    (task) =>
      !(task.status === 'done' && task.files === 1) &&
      !(task.status === 'failed' && task.isUsedUp && task.words === taskText.brokeOff.en_US),
  )
  expect(odd.map((task) => JSON.stringify(task))).toEqual([])
  expect(await askAs(at, `select 1 from files where purpose = 'result'`)).toHaveLength(
    tasks.filter(({ status }) => status === 'done').length,
  )
}

/** A profile has exactly one version more for each save. */
async function expectVersions(at: pg.ClientConfig, sent: Sent[]) {
  const saves = sent.filter((item) => item.path === saveMyProfile.path)
  const rows = await askAs<{ account: string; version: number }>(
    at,
    'select login_account as account, row_version as version from accounts where login_account = any ($1)',
    [saves.map((save) => save.client.account)],
  )
  for (const { account, version } of rows) {
    expect([account, version]).toEqual([
      account,
      1 + saves.filter((save) => save.client.account === account).length,
    ])
  }
}

export async function expectCleanBooks(home: string, at = roleAt(home, 'auditor')) {
  const database = openDatabase(at, 'auditor', { max: 1 })
  try {
    const files = openFiles(folderStore(join(home, 'files'), console), 'not needed to look')
    const { rows } = await database.pool.query<{ id: number }>('select id from tenants order by id')
    for (const { id } of rows)
      for (const { code, hits } of [...bookChecks, filesCheck(files)])
        expect([code, await database.read(id, (db) => hits(db, id))]).toEqual([code, []])
  } finally {
    await database.close()
  }
}
