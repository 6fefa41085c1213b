import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, inject } from 'vitest'
import { type EmbeddedPostgres, openPostgres } from '../postgres/postgres.ts'
import { end, isPostgresOn, pidIn } from '../postgres/postgres-process.ts'
import { startArguments } from '../scripts/start-command.ts'

const root = join(import.meta.dirname, '..')

/** How a process ended: by exit code or by signal. */
type End = { code: number | null; signal: NodeJS.Signals | null }

export type Product = {
  address: string
  pid: number
  child: ChildProcess
  /** Its output so far, stdout and stderr. */
  output: () => string
  ended: Promise<End>
  isAlive: () => boolean
  kill: (signal?: NodeJS.Signals) => Promise<End>
  stop: () => Promise<End>
}

type StartOptions = {
  args?: string[]
  env?: Record<string, string>
  /** The command run in place of node and the product's own file. */
  command?: [string, ...string[]]
}

/** The product did not start; its output is the message. */
class NotUp extends Error {
  readonly end: End
  constructor(output: string, ended: End) {
    super(output)
    this.end = ended
  }
}

const plainEnv = { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: os.homedir() }
const command: [string, ...string[]] = [process.execPath, ...startArguments]

/**
 * The real product, run as an administrator runs it: in its own process and folder.
 *
 * Whatever a test does, products and their databases are removed afterwards; no other process is ever ended.
 */
export function products() {
  const ground = fs.mkdtempSync(
    join(fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir(), 'tallyhouse-product-'),
  )
  fs.chmodSync(ground, 0o711)
  const cache = join(root, 'node_modules/.cache/node')
  const children = new Set<ChildProcess>()
  const homes = new Set<string>()
  const servers = new Set<EmbeddedPostgres>()

  /** A path that does not exist yet. */
  function emptyHome(): string {
    const home = join(fs.mkdtempSync(join(ground, 'home-')), 'data')
    fs.chmodSync(dirname(home), 0o711)
    homes.add(home)
    return home
  }

  /** A folder with the demo data, stopped. */
  function demoHome(): string {
    const home = emptyHome()
    execFileSync('cp', ['-a', inject('modelHome'), home])
    return home
  }

  /** Starts a process of the product without waiting for it. */
  function launch(home: string, { args = [], env = {}, command: run = command }: StartOptions = {}) {
    const [program, ...before] = run
    homes.add(home)
    const child = spawn(program, [...before, ...args], {
      cwd: root,
      env: {
        ...plainEnv,
        NODE_COMPILE_CACHE: cache,
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: home,
        LOG_LEVEL: 'warn',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.add(child)
    let message = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        message += text
      })
    }
    const ended = new Promise<End>((resolve) => {
      child.on('close', (code, signal) => {
        children.delete(child)
        resolve({ code, signal })
      })
    })
    return { child, ended, output: () => message }
  }

  /** Starts the product and returns it once it responds. */
  async function start(home: string, options: StartOptions = {}): Promise<Product> {
    const { child, ended, output } = launch(home, options)
    let over: End | undefined
    void ended.then((how) => {
      over = how
    })
    const addressIn = () => /Tallyhouse is running at (\S+)/.exec(output())?.[1]
    for (const until = performance.now() + 60_000; !addressIn() || !(await isHealthy(addressIn())); ) {
      if (over) throw new NotUp(output(), over)
      if (performance.now() > until) throw new Error(`the product did not come up:\n${output()}`)
      await sleep(5)
    }
    const kill = (signal: NodeJS.Signals = 'SIGKILL') => {
      if (!over) child.kill(signal)
      return ended
    }
    return {
      address: addressIn() ?? '',
      pid: child.pid ?? 0,
      child,
      output,
      ended,
      isAlive: () => !over,
      kill,
      stop: () => kill('SIGTERM'),
    }
  }

  /** An external PostgreSQL, as a company might provide it. */
  async function outsidePostgres(home: string, over: Record<string, string> = {}) {
    homes.add(home)
    const postgres = await openPostgres(home, over)
    servers.add(postgres)
    return postgres
  }

  async function clear() {
    const last = [...children].map((child) => new Promise((resolve) => child.once('close', resolve)))
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(last)
    for (const server of servers) await server.stop()
    servers.clear()
    for (const home of homes) {
      const dir = join(home, 'postgres')
      if (fs.existsSync(dir)) await end(pidIn(dir), dir)
      killAll(postgresPids(home))
      fs.rmSync(dirname(home), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
      homes.delete(home)
    }
  }
  afterEach(clear)
  afterAll(async () => {
    await clear()
    fs.rmSync(ground, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  })
  // An aborted run has no afterAll.
  process.once('exit', () => {
    for (const child of children) child.kill('SIGKILL')
    for (const home of homes) killAll(postgresPids(home))
  })

  return { emptyHome, demoHome, launch, start, outsidePostgres }
}

async function isHealthy(address: string | undefined): Promise<boolean> {
  const answer = await fetch(`${address}/healthz`).catch(() => undefined)
  return answer?.status === 200
}

/** Every process of this folder's PostgreSQL, its postmaster first. */
export function postgresPids(home: string): number[] {
  const dir = join(home, 'postgres')
  if (!fs.existsSync(dir)) return []
  const first = pidIn(dir)
  const all = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostgresOn(pid, dir))
  return [...all.filter((pid) => pid === first), ...all.filter((pid) => pid !== first)]
}

/**
 * The processes of this folder's PostgreSQL with these words in their title: `checkpointer`, `walwriter`,
 * `tally_app`.
 */
export const postgresPidsOf = (home: string, words: string) =>
  postgresPids(home).filter((pid) => titleOf(pid).includes(words))

function titleOf(pid: number): string {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Some may be gone already. */
export function killAll(pids: number[], signal: NodeJS.Signals = 'SIGKILL') {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {}
  }
}

/** The connection settings of a role of this folder's database. */
export function roleAt(home: string, role: 'owner' | 'app' | 'auditor' | 'postgres'): pg.ClientConfig {
  const user = role === 'postgres' ? role : `tally_${role}`
  const secrets: Record<string, string> = JSON.parse(fs.readFileSync(join(home, 'secrets.json'), 'utf8'))
  return {
    host: join(fs.realpathSync(home), 'run'),
    port: 5432,
    user,
    password: secrets[user],
    database: 'tallyhouse',
  }
}

/** The same as a URL, as in DATABASE_URL. */
export function urlOf({ host, user, password, database }: pg.ClientConfig): string {
  const word = encodeURIComponent(`${password}`)
  return `postgres://${user}:${word}@localhost:5432/${database}?host=${encodeURIComponent(host ?? '')}`
}

/** One query on its own connection. */
export async function askAs<R extends object>(
  at: pg.ClientConfig,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({ options: '-c search_path=wms -c TimeZone=UTC', ...at })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}
