import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { writeTypes } from '../../../scripts/schema-types.ts'
import { aDatabase } from '../../../testing/database.ts'
import { migrate, migrationFiles } from './migrate.ts'

const root = join(import.meta.dirname, '../../..')
const { admin: adminAt, owner, app } = inject('scratch')
const made: string[] = []
const admin = new pg.Client(adminAt)
await admin.connect()
afterAll(async () => {
  for (const name of made) await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

async function anEmptyDatabase() {
  const database = `t_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${database} owner ${owner.user}`)
  made.push(database)
  return { owner: { ...owner, database }, app: { ...app, database } }
}

async function ask<R extends object>(at: pg.ClientConfig, text: string): Promise<R[]> {
  const client = new pg.Client(at)
  await client.connect()
  try {
    return (await client.query<R>(text)).rows
  } finally {
    await client.end()
  }
}

describe('the generated types', () => {
  test('match the migrated database', async () => {
    const { at } = await aDatabase()
    expect(() => writeTypes(at.owner, 'verify')).not.toThrow()
  })

  test('no longer match when a column is added', async () => {
    const db = await aDatabase()
    await db.owner('alter table wms.warehouses add column forgotten text')
    expect(() => writeTypes(db.at.owner, 'verify')).toThrow()
  })
})

describe('migration', () => {
  test('by five servers that start at once creates the schema once', async () => {
    const at = await anEmptyDatabase()
    await Promise.all(Array.from({ length: 5 }, () => migrate(at.owner, at)))
    const applied = await ask<{ name: string; sha256: string }>(
      at.owner,
      'select name, sha256 from wms.migrations order by number',
    )
    expect(applied).toEqual(migrationFiles().map(({ name, sha256 }) => ({ name, sha256 })))
    const shapeOf = (database: pg.ClientConfig) =>
      ask(
        database,
        `
        select c.relname, a.attname, format_type(a.atttypid, a.atttypmod) as type, c.relrowsecurity, c.relforcerowsecurity, c.relacl::text
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
        where c.relnamespace = 'wms'::regnamespace and c.relkind in ('r', 'p') order by 1, 2`,
      )
    expect(await shapeOf(at.owner)).toEqual(await shapeOf(owner))
  })

  test('repeated changes nothing', async () => {
    const { at } = await aDatabase()
    const before = await ask(at.owner, 'select * from wms.migrations')
    await migrate(at.owner, at)
    expect(await ask(at.owner, 'select * from wms.migrations')).toEqual(before)
  })

  test('refuses a file that was changed after it ran', async () => {
    const { at } = await aDatabase()
    await ask(at.owner, `update wms.migrations set sha256 = 'x' where number = 1`)
    await expect(migrate(at.owner, at)).rejects.toThrow(
      'migration 0001-baseline.sql was changed after it ran',
    )
  })

  test('applies a function again when its file has changed, and the grants with it', async () => {
    const { at } = await aDatabase()
    const server = aCopyOfTheHouse()
    const file = join(server, 'db/functions/is_account.sql')
    writeFileSync(file, `drop function wms.is_account(text);\n${readFileSync(file, 'utf8')}`)
    const oid = () => ask(at.owner, `select 'wms.is_account'::regproc::oid as oid`)
    const before = await oid()
    expect(migrateIn(server, at)).toBe('')
    expect(await oid()).not.toEqual(before)
    expect(
      await ask(
        at.owner,
        `select has_function_privilege('tally_app', 'wms.is_account(text)', 'execute') as may`,
      ),
    ).toEqual([{ may: true }])
  })

  test('keeps the old functions when a new one is broken', async () => {
    const { at } = await aDatabase()
    const server = aCopyOfTheHouse()
    writeFileSync(join(server, 'db/functions/satellites.sql'), 'drop function wms.satellites();')
    writeFileSync(join(server, 'db/functions/seal_day.sql'), 'create function broken')
    expect(migrateIn(server, at)).toMatch(
      'db/functions/seal_day.sql could not be applied; nothing was changed',
    )
    expect(await ask(at.owner, `select 1 from pg_proc where proname = 'satellites'`)).toHaveLength(1)
  })

  test('drops a renamed function once no older server can need it, and its triggers at once', async () => {
    const { at } = await aDatabase()
    const server = aCopyOfTheHouse()
    const inFiles = (was: string, is: string, ...also: string[]) => {
      for (const name of [`functions/${was}.sql`, 'grants.sql', ...also]) {
        const file = join(server, 'db', name)
        writeFileSync(file, readFileSync(file, 'utf8').replaceAll(was, is))
      }
      renameSync(join(server, `db/functions/${was}.sql`), join(server, `db/functions/${is}.sql`))
    }
    inFiles('set_cycle_anchor', 'set_anchor', 'triggers.sql')
    inFiles('satellites', 'satellite_ids')
    const left = () =>
      ask(
        at.owner,
        `select p.proname as name, has_function_privilege('tally_app', p.oid, 'execute') as may,
           (select count(*)::int from pg_trigger t where t.tgfoid = p.oid) as triggers
         from pg_proc p where p.proname in ('set_cycle_anchor', 'set_anchor', 'satellites', 'satellite_ids') order by 1`,
      )
    const renamed = [
      { name: 'satellite_ids', may: true, triggers: 0 },
      { name: 'set_anchor', may: true, triggers: 1 },
    ]
    for (let start = 0; start < 2; start++) {
      expect(migrateIn(server, at)).toBe('')
      expect(await left()).toEqual([
        renamed[0],
        { name: 'satellites', may: true, triggers: 0 },
        renamed[1],
        { name: 'set_cycle_anchor', may: true, triggers: 0 },
      ])
    }
    await ask(at.owner, `comment on function wms.satellites is 'Unused since 2026-01-01 00:00:00+00'`)
    await ask(at.owner, `comment on function wms.set_cycle_anchor is 'Unused since 2026-01-01 00:00:00+00'`)
    expect(migrateIn(server, at)).toBe('')
    expect(await left()).toEqual(renamed)
  })

  test('keeps functions and their files in step', async () => {
    const { at } = await aDatabase()
    const functions = await ask<{ name: string }>(
      at.owner,
      `select proname as name from pg_proc where pronamespace = 'wms'::regnamespace`,
    )
    const files = readdirSync(join(root, 'db/functions')).map((name) => name.replace('.sql', ''))
    expect(functions.map(({ name }) => name).sort()).toEqual(
      [...files, 'tenant_now', 'business_now', 'article_key', 'flow_type_key'].sort(),
    )
  })

  test('has every rule fire for the columns it checks, which no earlier trigger changes unseen', async () => {
    const { at } = await aDatabase()
    const rules = await ask<{ rule: string; fires: string[]; checks: string[] }>(
      at.owner,
      `with rules as (
         select t.*, (select string_to_array(encode(t.tgargs, 'escape'), '\\000')) as args from pg_trigger t
         where t.tgfoid in ('wms.keep_columns'::regproc, 'wms.check_step'::regproc) and t.tgname <> 'check_first')
       select tgrelid::regclass || ' ' || tgname as rule,
         array(select a.attname::text from pg_attribute a where a.attrelid = tgrelid and a.attnum = any (tgattr) order by 1) as fires,
         array(select a from unnest(case when tgname = 'check_step' and tgnargs = 1 then '{status}' else args[2:tgnargs] end) a order by 1) as checks
       from rules`,
    )
    expect(rules.length).toBeGreaterThan(20)
    for (const { rule, fires, checks } of rules) expect(fires, rule).toEqual(checks)
    // "update of" compares the statement, not the row: a BEFORE trigger could change a column that the statement doesn't name.
    expect(
      await ask(
        at.owner,
        `select t.tgname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
         where c.relnamespace = 'wms'::regnamespace and not t.tgisinternal and t.tgtype & 2 = 2 and t.tgtype & 16 = 16`,
      ),
    ).toEqual([{ name: 'set_cycle_anchor' }])
  })

  test('leaves a new row unchecked only in the first status of its machine', async () => {
    const { at } = await aDatabase()
    const rules = await ask<{ rule: string; isFirst: boolean }>(
      at.owner,
      `select t.tgrelid::regclass::text as rule, exists (
         select 1 from wms.state_steps s where s.from_state = '' and s.machine = split_part(encode(t.tgargs, 'escape'), '\\000', 1)
           and pg_get_triggerdef(t.oid) like '%WHEN ((new.status <> ''' || s.to_state || '''::%') as "isFirst"
       from pg_trigger t where t.tgname = 'check_first' order by 1`,
    )
    expect(rules).toEqual(
      ['account_holds', 'allocations', 'billable_events', 'fees', 'orders', 'waybills'].map((table) => ({
        rule: `wms.${table}`,
        // A fee that leaves the balance at once is settled from the start: a constraint asks for its flow.
        isFirst: table !== 'fees',
      })),
    )
  })

  test('leaves a changed row unchecked only in steps of its machine', async () => {
    const { at } = await aDatabase()
    const rules = await ask<{ machine: string; type: string; rule: string }>(
      at.owner,
      `select split_part(encode(t.tgargs, 'escape'), '\\000', 1) as machine, pg_get_triggerdef(t.oid) as rule,
         (select atttypid::regtype::text from pg_attribute a where a.attrelid = t.tgrelid and a.attname = 'status') as type
       from pg_trigger t where t.tgname = 'check_step' and t.tgqual is not null order by 1`,
    )
    expect(rules.map(({ machine }) => machine)).toEqual([
      'allocation',
      'billable',
      'hold',
      'order',
      'waybill',
    ])
    for (const { machine, type, rule } of rules) {
      const checked = /WHEN \((.*)\) EXECUTE FUNCTION/
        .exec(rule)?.[1]
        ?.replaceAll('old.status', 'b.status')
        .replaceAll('new.status', 'a.status')
      const unchecked = await ask<{ from: string; to: string; isStep: boolean }>(
        at.owner,
        `select b.status as from, a.status as to,
           exists (select 1 from wms.state_steps s where s.machine = '${machine}' and s.from_state = b.status::text and s.to_state = a.status::text) as "isStep"
         from unnest(enum_range(null::${type})) b (status), unnest(enum_range(null::${type})) a (status) where not (${checked})`,
      )
      expect(unchecked.length, machine).toBeGreaterThan(1)
      expect(
        unchecked.filter(({ isStep }) => !isStep),
        machine,
      ).toEqual([])
    }
  })

  test('refuses a database that is newer than the program', async () => {
    const { at } = await aDatabase()
    await ask(at.owner, `insert into wms.migrations (number, name, sha256) values (9999, 'later', 'x')`)
    await expect(migrate(at.owner, at)).rejects.toThrow(
      'the database is at migration 9999, newer than this program',
    )
  })

  test('draws ids from the range of its cell, and refuses another cell later', async () => {
    const at = await anEmptyDatabase()
    await migrate(at.owner, at, 7)
    const made = await ask<{ id: string }>(
      at.owner,
      `insert into wms.tenants (code, company_name, login_url_name) values ('A', 'A', 'aaaa') returning id`,
    )
    expect(made).toEqual([{ id: '7000000000001' }])
    await migrate(at.owner, at, 7)
    await expect(migrate(at.owner, at)).rejects.toThrow('this database was created for another cell')
  })

  test('refuses a table without a tenant column', async () => {
    const { at } = await aDatabase()
    await ask(at.owner, 'create table wms.forgot (id int)')
    await expect(migrate(at.owner, at)).rejects.toThrow('table wms.forgot has no tenant_id')
  })

  test('does not wait for a dump that reads every table, because nothing differs', async () => {
    const { at } = await aDatabase()
    const dump = await aDumpOf(at.owner)
    await migrate(at.owner, at)
    await dump.end()
  })

  test('waits for a dump only where a table differs, and blocks no other reader', async () => {
    const { at } = await aDatabase()
    await ask(at.owner, 'alter policy tenant on wms.stock using (true)')
    await ask(at.owner, 'alter table wms.stock no force row level security')
    await ask(at.owner, 'drop policy tenant on wms.tasks')
    await ask(at.owner, 'revoke select on wms.tasks from tally_auditor')
    const dump = await aDumpOf(at.owner)

    const migrating = migrate(at.owner, at)
    const isWaiting = `select 1 from pg_locks where mode = 'AccessExclusiveLock' and not granted
      and relation in ('wms.stock'::regclass, 'wms.tasks'::regclass)`
    for (let seen = 0; seen < 3; ) {
      if ((await ask(at.owner, isWaiting)).length === 0) continue
      seen++
      // A reader that starts now queues behind the change, for as long as a server would.
      await ask(
        { ...at.owner, options: '-c lock_timeout=3000' },
        'select 1 from wms.stock, wms.tasks limit 0',
      )
    }
    await dump.end()
    await migrating

    expect(
      await ask(
        at.owner,
        `select c.relname, c.relforcerowsecurity, pg_get_expr(p.polqual, c.oid) as qual, pg_get_expr(p.polwithcheck, c.oid) as kept,
           has_table_privilege('tally_auditor', c.oid, 'select') as audited
         from pg_class c join pg_policy p on p.polrelid = c.oid where c.relname in ('stock', 'tasks') order by 1`,
      ),
    ).toEqual(
      ['stock', 'tasks'].map((relname) => ({
        relname,
        relforcerowsecurity: true,
        qual: '(tenant_id = wms.tenant_now())',
        kept: '(tenant_id = wms.tenant_now())',
        audited: true,
      })),
    )
  })

  test('keeps nothing of a failing file, names it, and continues there once it is fixed', async () => {
    const { at } = await aDatabase()
    const server = aCopyOfTheHouse()
    const next = `${String((migrationFiles().at(-1)?.number ?? 0) + 1).padStart(4, '0')}-broken.sql`
    const file = join(server, 'db/migrations', next)
    writeFileSync(file, 'create table wms.half (tenant_id bigint not null);\nselect 1 / 0;\n')
    expect(migrateIn(server, at)).toMatch(new RegExp(`migration ${next} failed; nothing of it was kept`))
    expect(await ask(at.owner, `select 1 from pg_class where relname = 'half'`)).toEqual([])
    expect(await ask(at.owner, 'select name from wms.migrations')).toHaveLength(migrationFiles().length)

    writeFileSync(file, 'create table wms.half (tenant_id bigint not null);\n')
    expect(migrateIn(server, at)).toBe('')
    const [half] = await ask<{ relforcerowsecurity: boolean }>(
      at.owner,
      `select relforcerowsecurity from pg_class where relname = 'half'`,
    )
    expect(half?.relforcerowsecurity).toBe(true)

    writeFileSync(file, `${readFileSync(file, 'utf8')}-- a word too late\n`)
    expect(migrateIn(server, at)).toMatch(`migration ${next} was changed after it ran`)
  })
})

/** A transaction that keeps every table open for reading, as pg_dump does. */
async function aDumpOf(at: pg.ClientConfig) {
  const dump = new pg.Client(at)
  await dump.connect()
  await dump.query('begin isolation level repeatable read')
  const { rows } = await dump.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relnamespace in ('wms'::regnamespace, 'graphile_worker'::regnamespace) and relkind in ('r', 'p')`,
  )
  for (const { name } of rows) await dump.query(`lock table ${name} in access share mode`)
  return dump
}

const migrating = './platform/database/server/migrate.ts'

/** The migration code in a folder of its own, whose files a test may change. */
function aCopyOfTheHouse(): string {
  const server = mkdtempSync(join(tmpdir(), 'tallyhouse-migrate-'))
  afterAll(() => rmSync(server, { recursive: true, force: true }))
  for (const path of ['db', migrating, 'postgres/bad-settings.ts', 'package.json'])
    cpSync(join(root, path), join(server, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(server, 'node_modules'))
  return server
}

/** The error of a failed migration; undefined on success. */
function migrateIn(server: string, at: { owner: pg.ClientConfig; app: pg.ClientConfig }): string {
  const script = `
    import { migrate } from '${migrating}'
    const at = JSON.parse(process.env.AT)
    await migrate(at.owner, at).catch((fault) => console.log(fault.message))`
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: server,
    encoding: 'utf8',
    env: { ...process.env, AT: JSON.stringify(at) },
  }).trim()
}
