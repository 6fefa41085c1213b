import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { globalTables } from '../../../db/global-tables.ts'
import { BadSettings } from '../../../postgres/bad-settings.ts'

const folder = join(import.meta.dirname, '../../../db')
const MIGRATING = 7416002
const quiet = new Logger(() => () => {})

/**
 * Migrates the database to the newest schema, as its owner. Servers that start together queue on one lock.
 */
export const migrate = (owner: pg.ClientConfig, roles: { app: pg.ClientConfig }, cell = 0) =>
  asMigrator(owner, roles.app, async (client) => {
    await applyMigrations(client, Number.POSITIVE_INFINITY)
    await applyChangedFiles(client)
    await guardTables(client)
    await rangeIds(client, cell)
  })

/**
 * Creates the tables as of an earlier migration, for restoring rows of that version; then `migrate` upgrades
 * both.
 */
export const migrateUpTo = (last: number, owner: pg.ClientConfig, app: pg.ClientConfig, cell: number) =>
  asMigrator(owner, app, async (client) => {
    await applyMigrations(client, last)
    await rangeIds(client, cell)
  })

async function asMigrator(
  owner: pg.ClientConfig,
  app: pg.ClientConfig,
  work: (client: pg.Client) => Promise<void>,
) {
  const client = new pg.Client({
    ...owner,
    application_name: 'tallyhouse migrate',
    options: '-c TimeZone=UTC',
  })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATING])
    await makeRoles(client, app)
    await seedQueue(client, owner)
    await client.query('create schema if not exists wms')
    await client.query(`create table if not exists wms.migrations
      (number int primary key, name text not null, sha256 text not null, at timestamptz not null default now())`)
    await client.query(
      `create table if not exists wms.applied_files (name text primary key, sha256 text not null)`,
    )
    await work(client)
  } finally {
    await client.end()
  }
}

async function applyMigrations(client: pg.Client, last: number) {
  const { rows } = await client.query<Applied>(
    'select number, name, sha256 from wms.migrations order by number',
  )
  for (const file of migrationFiles().filter(({ number }) => number <= last)) {
    const applied = rows.find((row) => row.number === file.number)
    if (applied && applied.sha256 !== file.sha256)
      throw new BadSettings(`migration ${file.name} was changed after it ran`)
    if (!applied) await apply(client, file)
  }
  const newest = rows.at(-1)?.number ?? 0
  if (newest > (migrationFiles().at(-1)?.number ?? 0))
    throw new BadSettings(`the database is at migration ${newest}, newer than this program`)
}

type Applied = { number: number; name: string; sha256: string }

export function migrationFiles() {
  return readdirSync(join(folder, 'migrations'))
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, 'migrations', name), 'utf8')
      return {
        number: Number(name.slice(0, 4)),
        name,
        text,
        sha256: createHash('sha256').update(text).digest('hex'),
      }
    })
}

async function apply(client: pg.Client, file: ReturnType<typeof migrationFiles>[number]) {
  try {
    await changeSchema(client, async () => {
      await client.query(file.text)
      await client.query('insert into wms.migrations (number, name, sha256) values ($1, $2, $3)', [
        file.number,
        file.name,
        file.sha256,
      ])
    })
  } catch (fault) {
    if (fault instanceof BadSettings) throw fault
    throw new Error(`migration ${file.name} failed; nothing of it was kept`, { cause: fault })
  }
}

/**
 * Adds missing row security and grants to every table. Usually nothing is missing, and then no table is
 * locked.
 */
async function guardTables(client: pg.Client) {
  const text = readFileSync(join(folder, 'guard.sql'), 'utf8')
  await client.query('begin; set local search_path = pg_catalog')
  const { rows } = await client.query<{ table: string; isForgotten: boolean; statements: string[] }>(text, [
    globalTables,
  ])
  await client.query('commit')
  const forgotten = rows.find(({ isForgotten }) => isForgotten)
  if (forgotten)
    throw new Error(`table ${forgotten.table} has no tenant_id and is not in the list of global tables`)
  for (const { statements } of rows)
    if (statements.length > 0) await changeSchema(client, () => client.query(statements.join('; ')))
}

const IDS_PER_CELL = 10 ** 12

/**
 * Ids come from a range of this installation, so that a company can move to another one without id conflicts.
 *
 * A table gets its range while it has no rows; an installation keeps its number.
 */
async function rangeIds(client: pg.Client, cell: number) {
  const first = cell * IDS_PER_CELL + 1
  const { rows } = await client.query<{ name: string; isUsed: boolean }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value is not null as "isUsed" from pg_sequences
     where schemaname = 'wms' and min_value <> $1`,
    [first],
  )
  if (rows.some(({ isUsed }) => isUsed))
    throw new BadSettings(
      `The server does not start:\n  CELL is ${cell}, but this database was created for another cell.`,
    )
  for (const { name } of rows)
    await client.query(
      `alter sequence ${name} minvalue ${first} maxvalue ${first + IDS_PER_CELL - 2} start ${first} restart`,
    )
}

const LOCK_NOT_AVAILABLE = '55P03'
const LOCK_MS = 1000
const LOCK_PATIENCE_MS = 60_000

/**
 * Runs a schema change in its own transaction.
 *
 * While it waits for a table that is being read, for example by a dump, all other readers queue behind it. So
 * it waits for one second, lets them pass and retries.
 */
async function changeSchema(client: pg.Client, work: () => Promise<unknown>) {
  const until = performance.now() + LOCK_PATIENCE_MS
  for (;;) {
    try {
      await client.query(`begin; set local lock_timeout = ${LOCK_MS}`)
      await work()
      await client.query('commit')
      return
    } catch (fault) {
      await client.query('rollback')
      if ((fault as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw fault
      if (performance.now() > until) throw await tablesInUse(client, fault)
    }
    await sleep(LOCK_MS)
  }
}

async function tablesInUse(client: pg.Client, cause: unknown) {
  const { rows } = await client.query<{ reader: string }>(
    `select distinct format('%s (process %s)', coalesce(nullif(a.application_name, ''), a.usename), a.pid) as reader
     from pg_locks l join pg_class c on c.oid = l.relation join pg_stat_activity a on a.pid = l.pid
     where c.relnamespace = 'wms'::regnamespace and a.datname = current_database() and l.granted and a.pid <> pg_backend_pid()`,
  )
  const readers = rows.map(({ reader }) => reader).join(', ') || 'another connection'
  return new BadSettings(
    `The server does not start:\n  a table that has to be changed has been in use for ${LOCK_PATIENCE_MS / 1000} s, by ${readers}. Wait until it finishes, or stop it, and start again.`,
    { cause },
  )
}

/** Functions, then the triggers that call them, then the grants on both. */
function repeatableFiles() {
  const functions = readdirSync(join(folder, 'functions'))
    .sort()
    .map((name) => `functions/${name}`)
  return [...functions, 'triggers.sql', 'grants.sql'].map((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
  })
}

/**
 * Applies the functions, triggers and grants whose files have changed, and retires the functions whose files
 * are gone, in one transaction.
 *
 * A new or re-created function has no grants yet, so a changed function applies the grants too.
 */
async function applyChangedFiles(client: pg.Client) {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from wms.applied_files',
  )
  const known = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  const files = repeatableFiles()
  const changed = files.filter(({ name, sha256 }) => known.get(name) !== sha256)
  const gone = [...known.keys()].filter((name) => !files.some((file) => file.name === name))
  const unused = await unusedFunctions(client, gone)
  if (changed.length === 0 && unused.every(({ isMarked, isOver }) => isMarked && !isOver)) return
  const grants = files.filter(({ name }) => name === 'grants.sql')
  await changeSchema(client, async () => {
    // Functions may call each other, so bodies cannot be checked before all of them exist.
    await client.query('set local check_function_bodies = off')
    for (const { name, text } of new Set([...changed, ...grants])) {
      await client.query(text).catch((fault) => {
        if (fault.code === LOCK_NOT_AVAILABLE) throw fault
        throw new Error(`db/${name} could not be applied; nothing was changed`, { cause: fault })
      })
    }
    await client.query(
      `insert into wms.applied_files (name, sha256) select * from unnest($1::text[], $2::text[])
       on conflict (name) do update set sha256 = excluded.sha256`,
      [changed.map(({ name }) => name), changed.map(({ sha256 }) => sha256)],
    )
    for (const one of unused) await client.query(retiring(one).join('; '))
    await client.query('delete from wms.applied_files where name = any($1)', [gone])
  })
}

type Unused = { name: string; triggers: string[]; isGranted: boolean; isMarked: boolean; isOver: boolean }

/** Functions of files that are gone, now or at an earlier start. */
async function unusedFunctions(client: pg.Client, gone: string[]): Promise<Unused[]> {
  const { rows } = await client.query<Unused>(
    `select p.oid::regprocedure as name, has_function_privilege('tally_app', p.oid, 'execute') as "isGranted",
       array(select format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass) from pg_trigger t where t.tgfoid = p.oid) as triggers,
       note is not null as "isMarked", coalesce(note::timestamptz < now() - interval '1 day', false) as "isOver"
     from pg_proc p cross join lateral substring(obj_description(p.oid, 'pg_proc') from '^Unused since (.*)$') note
     where p.pronamespace = 'wms'::regnamespace and (note is not null or 'functions/' || p.proname || '.sql' = any($1))`,
    [gone],
  )
  return rows
}

/**
 * The triggers of an unused function go at once. The function itself stays for a day: while several servers
 * are upgraded one after the other, an older one still calls it.
 */
function retiring({ name, triggers, isGranted, isMarked, isOver }: Unused): string[] {
  if (isOver) return [...triggers, `drop function ${name}`]
  return [
    ...triggers,
    ...(isMarked
      ? []
      : [
          `do $$ begin execute format('comment on function ${name} is %L', 'Unused since ' || now()); end $$`,
        ]),
    ...(isGranted ? [`grant execute on function ${name} to tally_app`] : []),
  ]
}

/**
 * Creates the server role and the auditor role if this owner may; otherwise the administrator is told what to
 * run, for both at once.
 */
async function makeRoles(client: pg.Client, app: pg.ClientConfig) {
  const { rows } = await client.query<{ rolname: string }>(
    `select rolname from pg_roles where rolname in ('tally_app', 'tally_auditor')`,
  )
  const password =
    app.user === 'tally_app' && app.password ? pg.escapeLiteral(String(app.password)) : undefined
  const missing = [
    {
      name: 'tally_app',
      rights: password ? `login nosuperuser nocreatedb nocreaterole password ${password}` : 'nologin',
    },
    { name: 'tally_auditor', rights: 'nologin' },
  ].filter(({ name }) => !rows.some((row) => row.rolname === name))
  const refused: string[] = []
  for (const { name, rights } of missing) {
    try {
      await client.query(`create role ${name} ${rights}`)
    } catch (fault) {
      if (['42710', '23505'].includes((fault as { code?: string }).code ?? '')) continue // another server was faster
      refused.push(`  create role ${name} ${rights.replace(/'[^']*'/, "'…'")};`)
    }
  }
  if (refused.length > 0)
    throw new BadSettings(
      `The server does not start: roles are missing and the owner may not create them. As an administrator run (docs/operations.md):\n${refused.join('\n')}`,
    )
}

/**
 * graphile-worker's own tables, and the server role's grants on them; their policies come with the row
 * security guard.
 */
async function seedQueue(client: pg.Client, owner: pg.ClientConfig) {
  const pool = new pg.Pool({ ...owner, max: 2 })
  pool.on('error', () => {})
  pool.on('connect', (line) => line.on('error', () => {}))
  try {
    await runMigrations({ pgPool: pool, logger: quiet })
  } finally {
    await pool.end()
  }
  await client.query(`
    grant usage on schema graphile_worker to tally_app;
    grant select, insert, update, delete on all tables in schema graphile_worker to tally_app;
    grant usage on all sequences in schema graphile_worker to tally_app;
    grant execute on all functions in schema graphile_worker to tally_app;
    alter default privileges revoke execute on functions from public;`)
}
