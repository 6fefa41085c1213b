import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { command, nothing, query } from '../../../platform/calls/call.ts'
import {
  dangersOf,
  refuseDangers,
  zonesThatDiffer,
} from '../../../platform/database/server/database-safety.ts'
import { followDatabase, zoneIds } from '../../../platform/text/time-zones.ts'
import { momentIn } from '../../../platform/text/web/local-time.ts'
import { aPerson, aSession, aTenant, startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer()
const tenantId = await aTenant(server)
const person = await aPerson(server, tenantId)
await aSession(server, tenantId, person.id)
const other = await aTenant(server)
const stranger = await aPerson(server, other)
await aSession(server, other, stranger.id)

const owner = server.at.owner.user

const asServer = <R extends object>(text: string) =>
  server.database.write(tenantId, (tx) => sql.raw<R>(text).execute(tx))

describe('the server’s database role', () => {
  test.each([
    'create table wms.x (a int)',
    'create table public.x (a int)',
    'create schema x',
    'alter table wms.accounts add column x int',
    'alter table wms.accounts disable row level security',
    'alter table wms.tasks no force row level security',
    'drop policy tenant on wms.tasks',
    'create policy mine on wms.tasks using (true)',
    'drop table wms.tasks',
    'truncate wms.tasks',
    'create or replace function wms.tenant_now() returns bigint language sql as $$ select 1 $$',
    'create role x',
    'alter role tally_app superuser',
    'alter role tally_app bypassrls',
    `grant ${owner} to tally_app`,
    'create extension hstore',
    `copy (select 1) to program 'id'`,
    `copy wms.tasks from '/etc/passwd'`,
    `select pg_read_file('/etc/passwd')`,
    `select pg_ls_dir('/')`,
    `select lo_import('/etc/passwd')`,
    `set role ${owner}`,
    'set role tally_auditor',
    `set session authorization ${owner}`,
    'select * from wms.account_secrets',
    'select * from wms.sso_codes',
    'select * from wms.throttles',
    'update wms.tenants set expires_at = null',
    'insert into wms.tenants (code, company_name, login_url_name) values (1, 1, 1)',
    'insert into wms.sessions (token_hash, tenant_id, account_id, ip, browser) select token_hash, tenant_id, account_id, ip, browser from wms.sessions',
    'update wms.sessions set last_seen_at = now()',
    'delete from wms.accounts',
    'delete from wms.tasks',
    'update wms.state_steps set to_state = 1',
    'update wms.migrations set number = 0',
  ])('may not: %s', async (statement) => {
    await expect(asServer(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('may not change the durability settings', async () => {
    const changed = server.database.pool.query('alter system set fsync = off')
    await expect(changed).rejects.toMatchObject({ code: '42501' })
  })

  test.each(['tenants', 'accounts', 'sessions'])('sees nothing of another company in %s', async (table) => {
    const id = table === 'tenants' ? 'id' : 'tenant_id'
    const { rows } = await asServer<{ of: number }>(`select distinct ${id} as of from wms.${table}`)
    expect(rows).toEqual([{ of: tenantId }])
  })

  test('cannot move the business clock', async () => {
    const { rows } = await asServer<{ moved: boolean }>(
      `select set_config('app.business_now', '2001-01-01', true), wms.business_now() < '2002-01-01' as moved`,
    )
    const after = await asServer<{ moved: boolean }>(`select wms.business_now() < '2002-01-01' as moved`)
    expect([rows[0]?.moved, after.rows[0]?.moved]).toEqual([false, false])
  })

  test('reads of an account, without a tenant, only what a login needs', async () => {
    const { rows } = await sql<
      Record<string, unknown>
    >`select * from find_login(${stranger.loginAccount})`.execute(server.database.gate)
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(
      ['accountId', 'isEnabled', 'kind', 'passwordHash', 'standing', 'tenantId'].sort(),
    )
  })
})

const pools: pg.Pool[] = []
const poolAs = (at: pg.ClientConfig, options = '') => {
  const pool = new pg.Pool({ ...at, max: 1, options })
  pools.push(pool)
  return pool
}
afterAll(() => Promise.all(pools.map((pool) => pool.end())))
const { database } = server.at.app as { database: string }
const admin = poolAs({ ...inject('scratch').admin, database })
const isSuperuser = (await admin.query('select rolsuper from pg_roles where rolname = current_user')).rows[0]
  ?.rolsuper
// Only a superuser can create the roles for these two; they are skipped on an external server.
const asSuperuser = test.skipIf(!isSuperuser)

describe('the server does not start on a database', () => {
  asSuperuser('whose role is a superuser', async () => {
    expect(await dangersOf(admin)).toContainEqual(expect.stringMatching(/role \w+ is a superuser/))
  })

  test('whose role owns the tables', async () => {
    const dangers = await dangersOf(poolAs(server.at.owner))
    expect(dangers).toContain(`the server's role ${server.at.owner.user} owns the tables it serves`)
  })

  asSuperuser('whose role bypasses row security', async () => {
    const [role, password] = [`bypasser_${randomBytes(4).toString('hex')}`, randomBytes(9).toString('hex')]
    await admin.query(`create role ${role} login bypassrls password '${password}' in role tally_app`)
    await admin.query(`grant connect on database ${database} to ${role}`)
    const pool = poolAs({ ...server.at.app, user: role, password })
    try {
      expect(await dangersOf(pool)).toContain(`the server's role ${role} bypasses row security`)
    } finally {
      await pool.end()
      pools.splice(pools.indexOf(pool), 1)
      await admin.query(`drop owned by ${role}`)
      await admin.query(`drop role ${role}`)
    }
  })

  test('that could lose acknowledged commits', async () => {
    const { rows } = await server.database.pool.query<{ name: string }>(
      `select name from pg_settings where name in ('fsync', 'full_page_writes') and setting = 'off'`,
    )
    const unsafe = poolAs(server.at.app, '-c synchronous_commit=off')
    const lost = (name: string) => `${name} is off: a power cut would lose acknowledged data`
    expect(await dangersOf(unsafe)).toEqual([
      ...rows.map(({ name }) => lost(name)),
      lost('synchronous_commit'),
    ])
    await expect(refuseDangers(unsafe)).rejects.toThrow(
      /does not start:\n(.*\n)* {2}synchronous_commit is off/,
    )
  })

  test('with a table without row security, enabled or forced', async () => {
    await server.owner('create table wms.forgot (tenant_id bigint)')
    await server.owner('create table wms.half (tenant_id bigint)')
    await server.owner('alter table wms.half enable row level security')
    const dangers = await dangersOf(server.database.pool)
    await server.owner('drop table wms.forgot, wms.half')
    expect(dangers).toEqual(
      expect.arrayContaining([
        'table forgot lacks forced row security',
        'table half lacks forced row security',
      ]),
    )
    expect((await dangersOf(server.database.pool)).join()).not.toContain('row security')
  })

  test('and starts on one with no problem except the settings of the test database', async () => {
    const safe = poolAs(server.at.app, '-c synchronous_commit=on')
    const dangers = (await dangersOf(safe)).filter(
      (danger) => !/^(fsync|full_page_writes) is off/.test(danger),
    )
    expect(dangers).toEqual([])
  })

  test('every hour is shown as in the database, even where Node has other time zone data', async () => {
    followDatabase(await zonesThatDiffer(server.database.pool))
    const { rows } = await server.database.pool.query<{ zone: string; at: string; shown: string }>(
      `select z.zone, d as at, to_char(d at time zone z.zone, 'YYYY-MM-DD HH24:MI') as shown from unnest($1::text[]) as z (zone),
         generate_series(date_trunc('hour', now()) - interval '1 year', now() + interval '1 year', interval '13 hours') as d`,
      [zoneIds],
    )
    const wrong = rows.filter(({ zone, at, shown }) => momentIn(at, zone) !== shown)
    followDatabase({})
    expect(wrong.slice(0, 3)).toEqual([])
  })

  test('a time zone on which Node and PostgreSQL differ is reported, one without daylight saving never', async () => {
    const differing = Object.keys(await zonesThatDiffer(server.database.pool))
    const steady = [
      'Asia/Shanghai',
      'Asia/Tokyo',
      'Asia/Kolkata',
      'Asia/Dubai',
      'Africa/Lagos',
      'Pacific/Honolulu',
    ]
    expect(differing.filter((zone) => steady.includes(zone))).toEqual([])
    expect(differing.length).toBeLessThan(4)
  })
})

describe('a contract', () => {
  const whole = { permission: 'signed_in', feature: 'home', input: nothing, output: nothing } as const

  test.each(['permission', 'feature', 'input', 'output'] as const)(
    'that names no %s does not start the server',
    async (need) => {
      const { [need]: _, ...rest } = whole
      const poor = query('/gateway/test/poor', rest as typeof whole)
      await expect(
        startTestServer({ db: server, also: ({ answer }) => answer(poor, async () => ({})) }),
      ).rejects.toThrow(`the contract of /gateway/test/poor names no ${need}`)
    },
  )

  test('that is registered twice does not start the server', async () => {
    const twice = query('/gateway/test/twice', whole)
    const also = ({ answer }: typeof server.server) => {
      answer(twice, async () => ({}))
      answer(twice, async () => ({}))
    }
    await expect(startTestServer({ db: server, also })).rejects.toThrow('answered twice')
  })

  test('that needs a user cannot be registered as public', async () => {
    const closed = command('/gateway/test/closed', whole)
    const also = ({ answerVisitor }: typeof server.server) => answerVisitor(closed, async () => ({}))
    await expect(startTestServer({ db: server, also })).rejects.toThrow('is not public')
  })
})
