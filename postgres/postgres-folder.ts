import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { BadSettings } from './bad-settings.ts'
import { cleanEnv, type Runner } from './postgres-runner.ts'

const secret = z.string().min(32)
const secretsFile = z.strictObject({
  postgres: secret,
  tally_owner: secret,
  tally_app: secret,
  tally_auditor: secret,
  signing: secret,
})
export type Secrets = z.infer<typeof secretsFile>

/** Root's folder may be traversed, never listed: the user that runs PostgreSQL has to reach its own part. */
export function homeAt(dataDir: string): string {
  fs.mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const home = fs.realpathSync(dataDir)
  refuseAnothers(home)
  const { mode } = fs.statSync(home)
  const isWritableByOthers = (mode & 0o022) !== 0
  const isShared = (mode & 0o1000) !== 0
  if (isWritableByOthers && isShared)
    throw new BadSettings(`${home} is writable by other users; choose a private folder`)
  if (isWritableByOthers) fs.chmodSync(home, mode & 0o755)
  sweep(home)
  return home
}

function refuseAnothers(folder: string) {
  const me = process.getuid?.()
  if (me !== 0 && fs.statSync(folder).uid !== me) {
    throw new BadSettings(`${folder} belongs to another user; start the server as that user`)
  }
}

/**
 * A killed start leaves what it was creating. In a container its pid may be ours again, hence the age check;
 * and its initdb may still be running, so what cannot be removed now is left to the next start.
 */
function sweep(home: string) {
  for (const name of fs.readdirSync(home)) {
    const pid = /^making-(\d+)/.exec(name)?.[1]
    if (!pid) continue
    const path = join(home, name)
    try {
      const isOld = Date.now() - fs.statSync(path).mtimeMs > 600_000
      if (isOld || !isAlive(Number(pid))) fs.rmSync(path, { recursive: true, force: true })
    } catch {}
  }
}

/** Whether a database exists already. One that cannot be served is refused, and never touched. */
export function holdsDatabase(dir: string, major: string): boolean {
  if (!fs.existsSync(dir)) return false
  refuseAnothers(dir)
  const names = fs.readdirSync(dir)
  if (names.length === 0) return false
  if (!names.includes('PG_VERSION'))
    throw new BadSettings(`${dir} is not empty and contains no database; nothing was changed`)
  const match = fs.readFileSync(join(dir, 'PG_VERSION'), 'utf8').trim()
  if (match !== major) {
    throw new BadSettings(
      `${dir} was written by PostgreSQL ${match}, and this is PostgreSQL ${major}; restore a backup into an empty folder instead (docs/operations.md)`,
    )
  }
  makePrivate(dir, 0o700)
  return true
}

/**
 * The passwords of the database roles, and the secret that signs links.
 *
 * Written to a temporary file and linked into place: of several starts at once the first decides for all, and
 * none reads a half-written file.
 */
export function secretsIn(home: string, hasDatabase: boolean): Secrets {
  const file = join(home, 'secrets.json')
  if (!fs.existsSync(file)) {
    if (hasDatabase) throw new BadSettings(`${file} is missing, and the database cannot be opened without it`)
    writeSecrets(file)
  }
  makePrivate(file, 0o600)
  const read = secretsFile.safeParse(jsonIn(file))
  if (!read.success)
    throw new BadSettings(
      `${file} is damaged, and the database cannot be opened without it; restore it from a backup`,
    )
  return read.data
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined
    throw fault
  }
}

function writeSecrets(file: string) {
  const word = () => randomBytes(32).toString('base64url')
  const secrets: Secrets = {
    postgres: word(),
    tally_owner: word(),
    tally_app: word(),
    tally_auditor: word(),
    signing: word(),
  }
  const beside = join(dirname(file), `making-${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    fs.writeFileSync(beside, `${JSON.stringify(secrets, null, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    })
    fs.linkSync(beside, file)
  } catch (fault) {
    if (!fs.existsSync(file)) throw fault
  } finally {
    fs.rmSync(beside, { force: true })
  }
}

/**
 * The path of the socket: in the data folder, or under /tmp when that path exceeds 107 bytes.
 *
 * Not `os.tmpdir()`: a later start with another TMPDIR would look for a running PostgreSQL in the wrong
 * place. Under /tmp anyone could create the folder first and ask us for passwords, so it must be owned by
 * PostgreSQL's user.
 */
export function socketFolder(home: string, runner: Runner): string {
  const folder = socketPath(home)
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const match = fs.lstatSync(folder)
  const isOurs = match.uid === process.getuid?.() || match.uid === runner.ids.uid
  if (!match.isDirectory() || !isOurs) throw new BadSettings(`${folder} belongs to another user; remove it`)
  makePrivate(folder, 0o700)
  runner.own(folder)
  return folder
}

export function socketPath(home: string): string {
  const near = join(home, 'run')
  const far = `/tmp/tallyhouse-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`
  return Buffer.byteLength(near) < 85 ? near : far
}

const run = promisify(execFile)

/**
 * Creates the database folder, and returns whether this call created it.
 *
 * Created under a temporary name and renamed: a kill in between leaves nothing half-made, and two starts
 * cannot mix.
 */
export async function createFolder(
  initdb: string,
  home: string,
  dir: string,
  runner: Runner,
  password: string,
): Promise<boolean> {
  const making = fs.mkdtempSync(join(home, `making-${process.pid}-`))
  const passwordFile = join(making, 'password')
  fs.writeFileSync(passwordFile, password, { mode: 0o600 })
  runner.own(making)
  runner.own(passwordFile)

  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '-E', 'UTF8']
  const access = ['-U', 'postgres', `--pwfile=${passwordFile}`, '-A', 'scram-sha-256']
  const args = ['-D', join(making, 'pg'), ...access, ...locale, '--data-checksums', '--no-instructions']
  try {
    await run(...runner.command(initdb, args), { ...runner.ids, cwd: making, env: cleanEnv })
    fs.renameSync(join(making, 'pg'), dir)
    flush(home)
    return true
  } catch (fault) {
    if (!fs.existsSync(join(dir, 'PG_VERSION'))) throw fault
    return false
  } finally {
    fs.rmSync(making, { recursive: true, force: true })
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (fault) {
    return !hasCode(fault, 'ESRCH')
  }
}

export const hasCode = (fault: unknown, code: string) =>
  fault instanceof Error && 'code' in fault && fault.code === code

/** The rename itself must survive a power cut, or the next start would create a second, empty database. */
function flush(folder: string) {
  const handle = fs.openSync(folder, 'r')
  fs.fsyncSync(handle)
  fs.closeSync(handle)
}

const MAX_LOG_LENGTH = 10 * 1024 * 1024
const KEPT_OF_LOG = 1024 * 1024

/** PostgreSQL's log, open for writing; truncated when it has grown too long. */
export function openLog(home: string): number {
  const file = join(home, 'postgres.log')
  const log = fs.openSync(file, 'a+', 0o600)
  makePrivate(file, 0o600)
  const { size } = fs.fstatSync(log)
  if (size > MAX_LOG_LENGTH) {
    const kept = Buffer.alloc(KEPT_OF_LOG)
    fs.readSync(log, kept, 0, KEPT_OF_LOG, size - KEPT_OF_LOG)
    fs.ftruncateSync(log)
    fs.writeSync(log, kept)
  }
  return log
}

function makePrivate(path: string, mode: number) {
  const match = fs.statSync(path)
  if ((match.mode & 0o077) === 0) return
  const me = process.getuid?.()
  if (me !== 0 && match.uid !== me)
    throw new BadSettings(`${path} is readable by other users and belongs to another user`)
  fs.chmodSync(path, mode)
}
