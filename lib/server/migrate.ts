import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { globalTables } from '../../db/global-tables.ts'
import { BadSettings } from './env.ts'

const folder = join(import.meta.dirname, '../../db')
const MIGRATING = 7416002
const quiet = new Logger(() => () => {})

/** Brings the database to the newest schema, as its owner. Servers that start together queue on one lock. */
export async function migrate(owner: pg.ClientConfig, roles: { app: pg.ClientConfig }) {
  const client = new pg.Client({
    ...owner,
    application_name: 'tallyhouse migrate',
    options: '-c TimeZone=UTC',
  })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATING])
    await makeRoles(client, roles.app)
    await layQueue(client, owner)
    await client.query('create schema if not exists wms')
    await client.query(`create table if not exists wms.migrations
      (number int primary key, name text not null, sha256 text not null, at timestamptz not null default now())`)
    const { rows } = await client.query<Applied>(
      'select number, name, sha256 from wms.migrations order by number',
    )
    for (const file of migrationFiles()) {
      const applied = rows.find((row) => row.number === file.number)
      if (applied && applied.sha256 !== file.sha256)
        throw new Error(`migration ${file.name} was changed after it had run`)
      if (!applied) await apply(client, file)
    }
    const newest = rows.at(-1)?.number ?? 0
    if (newest > (migrationFiles().at(-1)?.number ?? 0)) {
      throw new Error(`the database is at migration ${newest}, newer than this program`)
    }
    await client.query(`select set_config('app.global_tables', $1, false)`, [globalTables.join(',')])
    await client.query(readFileSync(join(folder, 'guard.sql'), 'utf8'))
  } finally {
    await client.end()
  }
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
  await client.query('begin')
  try {
    await client.query(file.text)
    await client.query('insert into wms.migrations (number, name, sha256) values ($1, $2, $3)', [
      file.number,
      file.name,
      file.sha256,
    ])
    await client.query('commit')
  } catch (fault) {
    await client.query('rollback')
    throw new Error(`migration ${file.name} failed; nothing of it was kept`, { cause: fault })
  }
}

/** The server's role and the auditor, where this owner may make them; else the administrator reads what to do. */
async function makeRoles(client: pg.Client, app: pg.ClientConfig) {
  const { rows } = await client.query<{ rolname: string }>(
    `select rolname from pg_roles where rolname in ('tally_app', 'tally_auditor')`,
  )
  const has = (name: string) => rows.some((row) => row.rolname === name)
  const make = async (name: string, rights: string) => {
    try {
      await client.query(`create role ${name} ${rights}`)
    } catch (fault) {
      if (['42710', '23505'].includes((fault as { code?: string }).code ?? '')) return // another server was faster
      throw new BadSettings(
        `The role ${name} does not exist and the owner may not make it. As an administrator run:\n  create role ${name} ${rights.replace(/'[^']*'/, "'…'")}`,
        { cause: fault },
      )
    }
  }
  if (!has('tally_app')) {
    const password =
      app.user === 'tally_app' && app.password ? pg.escapeLiteral(String(app.password)) : undefined
    await make(
      'tally_app',
      password ? `login nosuperuser nocreatedb nocreaterole password ${password}` : 'nologin',
    )
  }
  if (!has('tally_auditor')) await make('tally_auditor', 'nologin')
}

/** graphile-worker's tables have row security without policies: the server's role gets both rights and policies. */
async function layQueue(client: pg.Client, owner: pg.ClientConfig) {
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
    do $$ declare t regclass; begin
      for t in select oid::regclass from pg_class
               where relnamespace = 'graphile_worker'::regnamespace and relkind = 'r' and relrowsecurity loop
        execute format('drop policy if exists app on %s', t);
        execute format('create policy app on %s to tally_app using (true) with check (true)', t);
      end loop;
    end $$;
    alter default privileges revoke execute on functions from public;`)
}
