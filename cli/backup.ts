import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import packageInfo from '../package.json' with { type: 'json' }
import { filePart, type Part, writeManifest, writePart } from '../platform/database/server/backup-folder.ts'
import { reach } from '../platform/database/server/connect.ts'
import { only } from '../platform/database/server/rows.ts'
import { actFor, beginSnapshot, companiesOf, writeTables } from '../platform/database/server/table-backup.ts'
import { openStore, type Store } from '../platform/files/server/store.ts'
import { type Env, readEnv } from '../platform/server/env.ts'
import { KEY_FILE } from '../platform/server/secrets.ts'
import { BadSettings } from '../postgres/bad-settings.ts'

type Options = { into: string; hasFiles: boolean; keep: number | undefined }

const NAME = /^tallyhouse-\d{8}T\d{6}Z(\.part)?$/

/** Backs up everything into a new folder, from a running or stopped server, and returns its report. */
async function backUp(env: Env, { into, hasFiles, keep }: Options): Promise<string[]> {
  const name = `tallyhouse-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`
  const making = join(into, `${name}.part`)
  const { owner, leave } = await reach(env)
  const client = new pg.Client({
    ...owner,
    application_name: 'tallyhouse backup',
    options: '-c TimeZone=UTC',
  })
  try {
    await client.connect()
    await mkdir(making, { recursive: true, mode: 0o700 })
    const store = openStore(env, resolve(env.DATA_DIR, 'files'), console)
    const { manifest, notes } = await writeBackup(client, making, hasFiles ? store : undefined)
    const secrets = await copySecrets(env, making)
    await writeManifest(making, { ...manifest, parts: [...manifest.parts, ...secrets] })
    await rename(making, join(into, name))
    if (keep) await removeOlder(into, keep)
    return [`Backed up to ${join(into, name)}`, ...notes, ...notesOnSecrets(env)]
  } catch (fault) {
    await rm(making, { recursive: true, force: true })
    throw fault
  } finally {
    await client.end()
    await leave()
  }
}

async function writeBackup(client: pg.Client, folder: string, store: Store | undefined) {
  const parts: Part[] = []
  const files = store && copiesInto(folder, store)
  // Most files before the snapshot and the few new ones after it: so every file the snapshot names still
  // exists.
  await client.query('begin')
  await files?.copy(await filesOf(client))
  await client.query('commit')

  await beginSnapshot(client)
  const { rows: migrations } = await client.query<{ number: number; name: string; sha256: string }>(
    'select number, name, sha256 from wms.migrations order by number',
  )
  const { rows: moment } = await client.query<{ at: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at`,
  )
  const named = await filesOf(client)
  await files?.copy(named)
  const tables = await writeTables(client, async (path, content) => {
    parts.push(await writePart(folder, path, content, true))
  })
  await client.query('commit')

  const { kept, missing } = (await files?.finish(named)) ?? { kept: [], missing: [] }
  const rows = tables.tables.reduce((sum, table) => sum + table.rows, 0)
  return {
    manifest: {
      form: 1 as const,
      takenAt: only(moment).at,
      program: packageInfo.version,
      migrations,
      ...tables,
      files: files ? kept.map(({ key }) => key) : null,
      missingFiles: missing,
      parts: [...parts, ...kept.map(({ part }) => part)],
    },
    notes: [
      `  ${tables.tables.length} tables, ${rows} rows, ${files ? `${kept.length} files` : 'no files (--without-files)'}`,
      ...(missing.length > 0
        ? [
            `  ${missing.length} files are named in the database and are not in the store; see missingFiles in manifest.json`,
          ]
        : []),
    ],
  }
}

type NamedFile = { key: string; sha256: string }

/** The files the database names, company by company: row security applies to the owner too. */
async function filesOf(client: pg.Client): Promise<NamedFile[]> {
  const files: NamedFile[] = []
  for (const id of await companiesOf(client)) {
    await actFor(client, id)
    const { rows } = await client.query<NamedFile>(
      `select storage_key as key, encode(sha256, 'hex') as sha256 from wms.files where tenant_id = $1`,
      [id],
    )
    files.push(...rows)
  }
  return files
}

const AT_ONCE = 8

/** Copies files out of the store, each once. */
function copiesInto(folder: string, store: Store) {
  const copied = new Map<string, Part>()

  async function copyFile({ key, sha256 }: NamedFile) {
    const content = await store.open(key)
    if (!content) return
    const part = await writePart(folder, filePart(key), content)
    if (part.sha256 === sha256) copied.set(key, part)
    else await rm(join(folder, part.path))
  }

  return {
    async copy(files: NamedFile[]) {
      const left = files.filter(({ key }) => !copied.has(key))
      for (let from = 0; from < left.length; from += AT_ONCE)
        await Promise.all(left.slice(from, from + AT_ONCE).map(copyFile))
    },
    /** Keeps only what the snapshot names. */
    async finish(named: NamedFile[]) {
      const names = new Set(named.map(({ key }) => key))
      for (const [key, { path }] of copied) if (!names.has(key)) await rm(join(folder, path))
      const kept = [...copied].filter(([key]) => names.has(key)).map(([key, part]) => ({ key, part }))
      return { kept, missing: [...names].filter((key) => !copied.has(key)) }
    },
  }
}

/** The passwords of an embedded database and the key that was created in its folder. */
async function copySecrets(env: Env, folder: string): Promise<Part[]> {
  const names = env.DATABASE_URL ? [KEY_FILE] : ['secrets.json', KEY_FILE]
  const results = names.filter((name) => existsSync(join(env.DATA_DIR, name)))
  return Promise.all(
    results.map((name) => writePart(folder, name, createReadStream(join(env.DATA_DIR, name)))),
  )
}

function notesOnSecrets(env: Env): string[] {
  const outside = (['SIGNING_SECRET', 'SECRET_KEY'] as const).filter((name) => env[name])
  return outside.length > 0
    ? [`  ${outside.join(' and ')} come from the settings and are not in the backup. Store them separately.`]
    : ['  The backup contains the keys of the installation. Store it where only you can read it.']
}

/** Deletes all but the newest complete backups, and earlier incomplete ones. */
async function removeOlder(into: string, keep: number) {
  const names = (await readdir(into)).filter((name) => NAME.test(name)).sort()
  const oldest = names.filter((name) => !name.endsWith('.part')).at(-keep) ?? ''
  for (const name of names.filter((name) => name < oldest))
    await rm(join(into, name), { recursive: true, force: true })
}

function readOptions(typed: string[]): Options {
  try {
    const { values, positionals } = parseArgs({
      args: typed,
      allowPositionals: true,
      options: { 'without-files': { type: 'boolean' }, keep: { type: 'string' } },
    })
    const keep = values.keep === undefined ? undefined : Number(values.keep)
    if (positionals.length > 1 || (keep !== undefined && !(Number.isInteger(keep) && keep > 0)))
      throw new Error()
    return { into: resolve(positionals[0] ?? 'backups'), hasFiles: !values['without-files'], keep }
  } catch {
    throw new BadSettings(
      'npm run backup -- [folder] [--keep N] [--without-files]\n  Creates a new folder in it (default: backups) and, with --keep, removes all but the newest N.',
    )
  }
}

if (import.meta.main) {
  try {
    const says = await backUp(readEnv(process.env), readOptions(process.argv.slice(2)))
    console.log(says.join('\n'))
  } catch (fault) {
    console.error(fault instanceof BadSettings ? fault.message : fault)
    process.exitCode = 1
  }
}
