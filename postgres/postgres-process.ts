import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasCode, isAlive, openLog } from './postgres-folder.ts'
import { cleanEnv, type Runner } from './postgres-runner.ts'

/** In the command line of every process of one folder's PostgreSQL, through `cluster_name`. */
export const markOf = (dir: string) =>
  `tallyhouse-${createHash('sha256').update(fs.realpathSync(dir)).digest('hex').slice(0, 8)}`

export type Started = {
  pid: number | undefined
  hasEnded: boolean
  fault: Error | undefined
  /** Its log output since then. */
  log: () => string
}

/** One folder's PostgreSQL: its path, its socket, and how it is run. */
export type Cluster = {
  home: string
  dir: string
  host: string
  program: string
  settings: Record<string, string>
  name: string
  runner: Runner
}

export const PORT = 5432

export function start({ home, dir, host, program, settings, name, runner }: Cluster): Started {
  buryStalePid(join(dir, 'postmaster.pid'), dir)
  buryStalePid(join(host, `.s.PGSQL.${PORT}.lock`), dir)

  const all = { ...settings, port: PORT, unix_socket_directories: host, cluster_name: name }
  const args = [
    '-D',
    dir,
    ...Object.entries(all).flatMap(([setting, value]) => ['-c', `${setting}=${value}`]),
  ]
  const log = openLog(home)
  const { size } = fs.fstatSync(log)
  // Detached: Ctrl+C in a terminal must reach us and not PostgreSQL, which would otherwise stop before we
  // have drained.
  const child = spawn(...runner.command(program, args), {
    ...runner.ids,
    cwd: dir,
    env: cleanEnv,
    detached: true,
    stdio: ['ignore', log, log],
  })
  fs.closeSync(log)

  const started: Started = {
    pid: child.pid,
    hasEnded: false,
    fault: undefined,
    log: () => fs.readFileSync(join(home, 'postgres.log')).subarray(size).toString('utf8'),
  }
  child.on('exit', () => {
    started.hasEnded = true
  })
  child.on('error', (fault) => {
    started.fault = fault
  })
  child.unref()
  return started
}

/** The postmaster's pid from its file; zero without one. */
export function pidIn(dir: string): number {
  try {
    return numberIn(fs.readFileSync(join(dir, 'postmaster.pid'), 'utf8'))
  } catch {
    return 0
  }
}

/** A single-user PostgreSQL writes its pid negative. */
const numberIn = (text: string) => Math.abs(Number.parseInt(text, 10)) || 0

/** Whether this pid is a live PostgreSQL on this folder: running, starting, recovering or stopping. */
export function isPostgresOn(pid: number, dir: string): boolean {
  const command = commandOf(pid)
  if (!/(^|\/)postgres[: ]/.test(command)) return false
  const place = placeOf(pid)
  return place ? place === fs.realpathSync(dir) : command.includes(markOf(dir))
}

function commandOf(pid: number): string {
  if (!pid) return ''
  try {
    if (os.platform() === 'linux')
      return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-p', `${pid}`, '-o', 'command='], { encoding: 'utf8', stdio: 'pipe' })
  } catch {
    return ''
  }
}

/**
 * Root without the ptrace capability, as in most containers, may not read another user's working directory.
 */
function placeOf(pid: number): string | undefined {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** Above the highest pid of Linux or macOS. */
const DEAD = '999999999'

/**
 * After a crash a pid file may name the pid of another process by now, or no number at all, and PostgreSQL
 * would refuse forever.
 *
 * Only the pid is replaced by a dead one: PostgreSQL still checks by the file's shared-memory key that no old
 * backend is running. A file without a number may be just being written, so only an old one is removed.
 */
function buryStalePid(file: string, dir: string) {
  try {
    const text = fs.readFileSync(file, 'utf8')
    const pid = numberIn(text)
    const isOld = Date.now() - fs.statSync(file).mtimeMs > 3000
    if (!pid && isOld) fs.rmSync(file)
    if (pid && isAlive(pid) && !isPostgresOn(pid, dir)) {
      fs.writeFileSync(file, text.replace(/^\s*-?\d+/, DEAD))
    }
  } catch (fault) {
    if (!hasCode(fault, 'ENOENT')) throw fault
  }
}

/** Backends that outlive a killed postmaster hold its shared memory, and no new one may start beside them. */
export function endLeftBehind(dir: string, how: NodeJS.Signals) {
  if (os.platform() !== 'linux') return
  for (const pid of fs.readdirSync('/proc').map(Number)) {
    const isBackend = commandOf(pid).startsWith('postgres: ') && isPostgresOn(pid, dir)
    if (isBackend && !isPostgresOn(parentOf(pid), dir)) signal(pid, how)
  }
}

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}

/** Fast, then immediate, then kill: the first leaves nothing to recover, the others what a crash leaves. */
export async function end(pid: number, dir: string) {
  for (const [how, wait] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 2_000],
  ] as const) {
    const until = performance.now() + wait
    if (isPostgresOn(pid, dir)) signal(pid, how)
    while (isPostgresOn(pid, dir) && performance.now() < until) await sleep(20)
  }
}

/** It may have ended meanwhile. */
function signal(pid: number, how: NodeJS.Signals) {
  try {
    process.kill(pid, how)
  } catch (fault) {
    if (isAlive(pid)) throw fault
  }
}
