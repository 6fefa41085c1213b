import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { filePart, type Manifest, readBackup } from '../platform/database/server/backup-folder.ts'
import { migrate, migrateUpTo, migrationFiles } from '../platform/database/server/migrate.ts'
import { loadTables } from '../platform/database/server/table-backup.ts'
import { openStore } from '../platform/files/server/store.ts'
import { type Env, readEnv } from '../platform/server/env.ts'
import { KEY_FILE, keyFolder } from '../platform/server/secrets.ts'
import { BadSettings } from '../postgres/bad-settings.ts'
import { openPostgres } from '../postgres/postgres.ts'
import { homeAt } from '../postgres/postgres-folder.ts'
import { auditBooks } from './audit-books.ts'

/**
 * Restores a backup to the configured place, which must be empty, and audits the ledgers. Returns the exit
 * code.
 */
async function restore(env: Env, folder: string): Promise<number> {
  const backup = await readBackup(folder)
  refuseUnknownSchema(backup)
  const home = resolve(env.DATA_DIR)
  if (!(await isEmpty(env.DATABASE_URL ? join(home, 'files') : home)))
    throw new BadSettings(
      `${env.DATABASE_URL ? join(home, 'files') : home} is not empty; restore into an empty DATA_DIR`,
    )

  if (env.DATABASE_URL) await intoOutside(env, folder, backup)
  else await intoFolder(env, folder, backup)
  console.log(`Restored as of ${backup.takenAt}. Ledger check:`)
  const code = await auditBooks(env).catch((fault) => {
    console.error(fault)
    console.log('Restored, but the ledgers could not be checked. Run `npm run audit-books`.')
    return 1
  })
  for (const note of notesOn(backup)) console.log(note)
  return code
}

/**
 * Rows must match their schema. This program can create the schema of every earlier version, but not of a
 * later one.
 */
function refuseUnknownSchema({ migrations, program }: Manifest) {
  const known = migrationFiles().map(({ number, name, sha256 }) => ({ number, name, sha256 }))
  if (JSON.stringify(migrations) === JSON.stringify(known.slice(0, migrations.length))) return
  throw new BadSettings(
    `The backup was created by an unknown version (${program}, migration ${migrations.at(-1)?.number ?? 0}; this one ends at ${known.at(-1)?.number ?? 0}).\nRestore it with that version or a later one.`,
  )
}

async function isEmpty(folder: string): Promise<boolean> {
  return !existsSync(folder) || (await readdir(folder)).length === 0
}

/** Our own folder: what was created in it is removed again on failure. */
async function intoFolder(env: Env, folder: string, backup: Manifest) {
  const home = homeAt(env.DATA_DIR)
  let postgres: Awaited<ReturnType<typeof openPostgres>> | undefined
  try {
    for (const name of ['secrets.json', KEY_FILE]) await copySecret(folder, name, home)
    postgres = await openPostgres(home)
    const [owner, app] = [postgres.as('owner'), postgres.as('app')]
    await load(owner, app, folder, backup, env.CELL)
    await migrate(owner, { app }, env.CELL)
    await putFiles(env, folder, backup)
    await postgres.stop()
  } catch (fault) {
    await postgres?.stop()
    await emptyFolder(home)
    throw fault
  }
}

async function emptyFolder(folder: string) {
  const names = existsSync(folder) ? await readdir(folder) : []
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true })
}

/** The files come before the rows: what fails until then leaves the database without a company. */
async function intoOutside(env: Env, folder: string, backup: Manifest) {
  const owner = { connectionString: env.DATABASE_URL }
  const { username, password } = new URL(env.APP_DATABASE_URL ?? '')
  const app = { user: decodeURIComponent(username), password: decodeURIComponent(password) }
  await refuseUsed(owner, backup)
  try {
    await putFiles(env, folder, backup)
    await load(owner, app, folder, backup, env.CELL)
  } catch (fault) {
    await emptyFolder(resolve(env.DATA_DIR, 'files'))
    throw fault
  }
  const keys = env.SECRET_KEY ? undefined : keyFolder(env)
  if (keys) {
    await mkdir(keys, { recursive: true, mode: 0o700 })
    await copySecret(folder, KEY_FILE, keys)
  }
  await migrate(owner, { app }, env.CELL)
}

/**
 * An external database may have its tables already, as after an aborted restore, but no later ones than the
 * backup, no company and no server.
 */
async function refuseUsed(owner: pg.ClientConfig, { migrations }: Manifest) {
  const client = await connected(owner)
  try {
    const { rows } = await client.query<{ has: boolean }>(
      `select to_regclass('wms.tenants') is not null as has`,
    )
    const companies = rows[0]?.has ? (await client.query('select 1 from wms.tenants limit 1')).rowCount : 0
    if (companies)
      throw new BadSettings('The database already contains companies. Restore into an empty one.')
    const last = migrations.at(-1)?.number ?? 0
    const later = rows[0]?.has
      ? (await client.query('select 1 from wms.migrations where number > $1', [last])).rowCount
      : 0
    if (later)
      throw new BadSettings(
        'The database has the tables of a later version than the backup. Restore into an empty one.',
      )
    const { rows: others } = await client.query<{ name: string }>(
      `select application_name as name from pg_stat_activity
       where datname = current_database() and application_name like 'tallyhouse%' and pid <> pg_backend_pid()`,
    )
    if (others.length > 0) throw new BadSettings('A server is running on this database. Stop it first.')
  } finally {
    await client.end()
  }
}

/** The rows of a backup, in the tables of its version. */
async function load(
  owner: pg.ClientConfig,
  app: pg.ClientConfig,
  folder: string,
  backup: Manifest,
  cell: number,
) {
  await migrateUpTo(backup.migrations.at(-1)?.number ?? 0, owner, app, cell)
  const client = await connected(owner)
  try {
    await loadTables(client, folder, backup)
    // The functions and triggers of that version are not in the backup; the current ones all have to be
    // applied.
    await client.query('delete from wms.applied_files')
  } finally {
    await client.end()
  }
}

async function connected(owner: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({
    ...owner,
    application_name: 'tallyhouse restore',
    options: '-c TimeZone=UTC',
  })
  await client.connect()
  return client
}

async function putFiles(env: Env, folder: string, { files }: Manifest) {
  const store = openStore(env, resolve(env.DATA_DIR, 'files'), console)
  for (const key of files ?? []) await store.put(key, { path: join(folder, filePart(key)) })
}

async function copySecret(folder: string, name: string, into: string) {
  if (existsSync(join(folder, name))) await copyFile(join(folder, name), join(into, name))
}

/** What the backup does not contain and the administrator has to take care of. */
function notesOn({ files, missingFiles }: Manifest): string[] {
  const notes: string[] = []
  if (!files) notes.push('The backup contains no files. Restore the files of the store yourself.')
  if (missingFiles.length > 0)
    notes.push(`${missingFiles.length} files were missing already when it was taken.`)
  return notes
}

if (import.meta.main) {
  try {
    const [folder, ...rest] = process.argv.slice(2)
    if (!folder || rest.length > 0)
      throw new BadSettings(
        'npm run restore -- <backup>\n  Restores into the empty DATA_DIR or DATABASE_URL of the settings.',
      )
    process.exitCode = await restore(readEnv(process.env), resolve(folder))
  } catch (fault) {
    console.error(fault instanceof BadSettings ? fault.message : fault)
    process.exitCode = 2
  }
}
