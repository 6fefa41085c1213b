import fs from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { OutputOf } from '../../platform/calls/call.ts'
import { listProducts } from '../../products/contract.ts'
import { getUserInfo, login } from '../../staff/login/contract.ts'
import { expectCleanBooks, logIn, send } from '../../testing/crowd.ts'
import { chance, rounds, seed } from '../../testing/random.ts'
import { askAs, killAll, postgresPids, products, roleAt, urlOf } from '../../testing/run-product.ts'
import { aPerson, aTenant, PASSWORD } from '../../testing/test-server.ts'
import { switchTime } from '../../warehouse/top-contract.ts'

console.log(`FAULT_SEED=${seed}`)
const { demoHome, emptyHome, launch, outsidePostgres, start } = products()
const SIGNING_SECRET = 'a signing secret of at least 32 characters'

const outside = (owner: object, app: object) => ({
  DATABASE_URL: urlOf(owner),
  APP_DATABASE_URL: urlOf(app),
  SIGNING_SECRET,
})

describe('five servers that start at once on one database', () => {
  test('let one migrate, and then all serve and agree', {
    timeout: 120_000 + rounds(1) * 60_000,
  }, async () => {
    const home = emptyHome()
    const postgres = await outsidePostgres(home)
    for (let round = 0; round < rounds(1); round++) {
      const name = `round_${round}`
      await askAs(postgres.root(), `create database ${name} owner tally_owner`)
      const owner = postgres.as('owner', name)
      const env = outside(owner, postgres.as('app', name))
      const five = await Promise.all(Array.from({ length: 5 }, () => start(home, { env })))

      const ready = await Promise.all(
        five.map(async ({ address }) => (await fetch(`${address}/readyz`)).status),
      )
      expect(ready).toEqual([200, 200, 200, 200, 200])
      expect(
        await askAs(owner, 'select number, count(*)::int from migrations group by 1 having count(*) <> 1'),
      ).toEqual([])
      expect(await askAs(owner, 'select 1 from tenants')).toEqual([])
      await expectOneMind(five, owner)
      await Promise.all(five.map((product) => product.stop()))
    }
  })

  /** A session from one is known to all, and a command sent to all runs once. */
  async function expectOneMind(five: { address: string }[], owner: object) {
    const asOwner = {
      owner: <R extends object>(text: string, values: unknown[] = [], tenantId = 0) =>
        askAs<R>(
          { ...owner, options: `-c search_path=wms -c app.tenant_id=${tenantId || ''}` },
          text,
          values,
        ),
    }
    const tenantId = await aTenant(asOwner)
    const { loginAccount } = await aPerson(asOwner, tenantId)
    const [first] = five
    const entered = await send(first?.address ?? '', {
      path: login.path,
      body: { loginAccount, password: PASSWORD },
    })
    const { token = '' } = (entered.body?.data ?? {}) as { token?: string }
    const known = await Promise.all(
      five.map(({ address }) => send(address, { path: getUserInfo.path, method: 'GET', token })),
    )
    expect(known.map(({ body }) => (body?.data as { loginAccount: string } | null)?.loginAccount)).toEqual(
      Array(5).fill(loginAccount),
    )
    const answers = await Promise.all(
      five.map(({ address }) =>
        send(address, {
          path: switchTime.path,
          body: { timeZone: 'Asia/Tokyo' },
          token,
          key: 'the-same-key-for-all-five',
        }),
      ),
    )
    expect(answers.map(({ status, body }) => [status, body?.data])).toEqual(
      Array(5).fill([200, { zoneCode: 'Asia/Tokyo' }]),
    )
    expect(
      await asOwner.owner(`select 1 from audit_log where action = 'switch_zone'`, [], tenantId),
    ).toHaveLength(1)
  }
})

describe('a second start on a folder in use', () => {
  test('prints one line and exits, and the first keeps serving', async () => {
    const home = demoHome()
    const first = await start(home)
    const token = await logIn(first.address, 'demo')
    const { ended, output } = launch(home)
    expect(await ended).toEqual({ code: 1, signal: null })
    expect(output()).toMatch(/^another server is running on \S+\n$/)
    const { body } = await send(first.address, { path: getUserInfo.path, method: 'GET', token })
    expect(body?.success).toBe(true)
  })
})

describe('a running server', () => {
  test('is open to this machine only while the demo password works, says so, and prints its URL last', async () => {
    const home = demoHome()
    const isOpen = async ({ address }: { address: string }) => {
      // Any other address of this machine will do: a server that listens on all of them responds there too.
      const elsewhere = address.replace('localhost', '127.0.0.2')
      return (await fetch(`${elsewhere}/healthz`).catch(() => undefined))?.status === 200
    }
    const closed = await start(home, { env: { HOST: '' } })
    expect(closed.output().trimEnd().split('\n').slice(-3)).toEqual([
      expect.stringMatching(/^Listening on this machine only, .* HOST=0\.0\.0\.0 opens it to the network\.$/),
      expect.stringMatching(/^Log in as demo /),
      expect.stringMatching(/^Tallyhouse is running at http:\/\/localhost:\d+$/),
    ])
    expect(await isOpen(closed)).toBe(false)
    await closed.stop()

    const wished = await start(home, { env: { HOST: '0.0.0.0' } })
    expect(wished.output()).not.toContain('this machine only')
    expect(await isOpen(wished)).toBe(true)
    await askAs(
      roleAt(home, 'owner'),
      `update account_secrets set password_hash = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'`,
    )
    await wished.stop()

    const changed = await start(home, { env: { HOST: '' } })
    expect(changed.output()).not.toMatch(/this machine only|Log in as/)
    expect(await isOpen(changed)).toBe(true)
  })

  test('stays ready when a newer one has migrated, and is not ready when the schema is older than it needs', async () => {
    const home = demoHome()
    const { address } = await start(home)
    const ready = async () => (await fetch(`${address}/readyz`)).status
    await askAs(
      roleAt(home, 'owner'),
      `insert into migrations (number, name, sha256) values (9999, 'later', 'x')`,
    )
    expect(await ready()).toBe(200)
    await askAs(roleAt(home, 'owner'), 'delete from migrations')
    expect(await ready()).toBe(503)
  })

  test('reports the free disk space to a monitor', async () => {
    const { address } = await start(demoHome())
    expect(await (await fetch(`${address}/metrics`)).text()).toMatch(/\ntallyhouse_disk_free_bytes [1-9]/)
  })

  test('warns when it is not the only one on its database and has no bucket', async () => {
    const home = emptyHome()
    const postgres = await outsidePostgres(home)
    await askAs(postgres.root(), 'create database pair owner tally_owner')
    const env = outside(postgres.as('owner', 'pair'), postgres.as('app', 'pair'))
    const first = await start(home, { env })
    const second = await start(home, { env })
    expect(first.output()).not.toContain('another server uses this database')
    expect(second.output()).toContain('another server uses this database')
  })
})

describe('a failing start prints the reason without a stack trace, when', () => {
  const faults: [string, (home: string) => void, RegExp][] = [
    [
      'the folder was written by another PostgreSQL',
      (home) => fs.writeFileSync(join(home, 'postgres/PG_VERSION'), '14\n'),
      /^\S+ was written by PostgreSQL 14, and this is PostgreSQL \d+; restore a backup into an empty folder instead \(docs\/operations\.md\)\n$/,
    ],
    [
      'the secrets are gone',
      (home) => fs.rmSync(join(home, 'secrets.json')),
      /^\S+secrets\.json is missing, and the database cannot be opened without it\n$/,
    ],
    [
      'the secrets are torn',
      (home) => fs.truncateSync(join(home, 'secrets.json'), 20),
      /^\S+secrets\.json is damaged, .*; restore it from a backup\n$/,
    ],
    [
      'the control file is torn',
      (home) => fs.writeFileSync(join(home, 'postgres/global/pg_control'), 'torn'),
      /(^|\n)The database in \S+ cannot be opened; restore a backup\. PostgreSQL says:\n .*pg_control/,
    ],
    [
      'the control file is gone',
      (home) => fs.rmSync(join(home, 'postgres/global/pg_control')),
      /(^|\n)The database in \S+ cannot be opened; restore a backup\. PostgreSQL says:\n(.*\n)*.*pg_control/,
    ],
  ]
  test.each(faults)('%s', async (_, break_, words) => {
    const home = demoHome()
    break_(home)
    const { ended, output } = launch(home)
    expect(await ended).toEqual({ code: 1, signal: null })
    expect(output()).toMatch(words)
    expect(output()).not.toMatch(/\n\s+at /)
  })

  test('a released migration was changed', async () => {
    const home = demoHome()
    const postgres = await outsidePostgres(home)
    await askAs(postgres.as('owner'), `update migrations set sha256 = 'x'`)
    await postgres.stop()
    const { ended, output } = launch(home)
    expect(await ended).toEqual({ code: 1, signal: null })
    expect(output()).toMatch(/^migration \S+ was changed after it ran\n$/)
  })

  test('both roles are missing and its owner may not create them', async () => {
    const home = emptyHome()
    const postgres = await outsidePostgres(home)
    const [owner, app] = [postgres.as('owner'), postgres.as('app')]
    await askAs(postgres.root(), 'alter role tally_app rename to other_app')
    await askAs(postgres.root(), 'alter role tally_auditor rename to other_auditor')
    const { ended, output } = launch(home, { env: outside(owner, app) })
    expect(await ended).toEqual({ code: 1, signal: null })
    expect(output()).toMatch(
      /^The server does not start: roles are missing .*:\n {2}create role tally_app login .* password '…';\n {2}create role tally_auditor nologin;\n$/,
    )
  })
})

describe('a start is refused, with one line per reason, when', () => {
  /** Expects the product to exit by itself, to print these reasons and no others, and nothing more. */
  async function refuses(home: string, env: Record<string, string>, ...reasons: (string | RegExp)[]) {
    const { ended, output } = launch(home, { env: { LOG_LEVEL: 'error', ...env } })
    expect(await ended).toEqual({ code: 1, signal: null })
    const [title, ...lines] = output().trimEnd().split('\n')
    expect(title).toMatch(/^(The server does not start|Invalid settings):$/)
    expect(lines).toEqual(reasons.map((reason) => expect.stringMatching(reason)))
  }

  test('its database role could see or change too much', async () => {
    const home = demoHome()
    const postgres = await outsidePostgres(home)
    const root = postgres.root('tallyhouse')
    await askAs(root, `create role sees_all login bypassrls password 'word' in role tally_app`)
    await askAs(root, 'grant connect on database tallyhouse to sees_all')
    const owner = postgres.as('owner')
    const seesAll = { ...root, user: 'sees_all', password: 'word' }

    await Promise.all([
      refuses(home, outside(owner, root), /postgres is a superuser$/, /postgres bypasses row security$/),
      refuses(home, outside(owner, owner), /tally_owner owns the tables it serves$/),
      refuses(home, outside(owner, seesAll), /sees_all bypasses row security$/),
    ])
  })

  test.each(['fsync', 'full_page_writes', 'synchronous_commit'])('%s is off', async (setting) => {
    const home = demoHome()
    const postgres = await outsidePostgres(home, { [setting]: 'off' })
    const env = outside(postgres.as('owner'), postgres.as('app'))
    await refuses(home, env, new RegExp(`^ {2}${setting} is off: `))
  })

  test('synchronous_commit is off for its role alone', async () => {
    const home = demoHome()
    const postgres = await outsidePostgres(home)
    await askAs(postgres.root(), 'alter role tally_app set synchronous_commit = off')
    await refuses(home, outside(postgres.as('owner'), postgres.as('app')), /^ {2}synchronous_commit is off: /)
  })

  test('settings of the environment are invalid', async () => {
    const home = emptyHome()
    await Promise.all([
      refuses(home, { PORT: 'eighty', LOG_LEVEL: 'loud' }, /^ {2}PORT: /, /^ {2}LOG_LEVEL: /),
      refuses(
        home,
        { DATABASE_URL: 'postgres://owner@localhost/db' },
        /^ {2}APP_DATABASE_URL: is required/,
        /^ {2}SIGNING_SECRET: is required/,
      ),
      refuses(
        home,
        { METRICS_TOKEN: 'short', APP_DATABASE_URL: 'mysql://x@localhost/db' },
        /^ {2}APP_DATABASE_URL: /,
        /^ {2}METRICS_TOKEN: /,
      ),
    ])
  })

  test('the configured database is unreachable or refuses the login', async () => {
    const home = demoHome()
    const postgres = await outsidePostgres(home)
    const owner = postgres.as('owner')
    const app = postgres.as('app')
    await Promise.all([
      refuses(home, outside({ ...owner, host: '/nowhere' }, app), /^ {2}DATABASE_URL: .*ENOENT/),
      refuses(
        home,
        outside({ ...owner, password: 'wrong' }, app),
        /^ {2}DATABASE_URL: password authentication failed/,
      ),
      refuses(
        home,
        outside({ ...owner, database: 'elsewhere' }, app),
        /^ {2}DATABASE_URL: database "elsewhere" does not exist/,
      ),
      refuses(
        home,
        outside(owner, { ...app, password: 'wrong' }),
        /^ {2}APP_DATABASE_URL: password authentication failed/,
      ),
    ])
  })

  test('its port is in use, and its database is not left running', async () => {
    const home = demoHome()
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    await refuses(
      home,
      { PORT: `${port}` },
      new RegExp(`^  PORT: ${port} is in use by another program; .*PORT=${port + 1} npm start$`),
    )
    expect(postgresPids(home)).toEqual([])
    other.close()
  })
})

describe('the demo data', () => {
  const tenants = async (home: string) =>
    askAs<{ code: string }>(roleAt(home, 'auditor'), 'select code from tenants order by id')

  test('is not added to an installation that was started empty, then or later', async () => {
    const home = emptyHome()
    const empty = await start(home, { args: ['--empty'] })
    expect(await tenants(home)).toEqual([])
    expect(empty.output()).not.toContain('demo')
    await empty.stop()

    const later = await start(home)
    expect(await tenants(home)).toEqual([])
    expect(later.output()).not.toContain('demo')
  })

  test('has customers, products with sizes and pictures, bins and channels', async () => {
    const home = demoHome()
    const { address } = await start(home)
    const own = `tenant_id = (select id from tenants where code = 'DEMO')`
    const [match] = await askAs(
      roleAt(home, 'auditor'),
      `select (select count(*)::int from customers where ${own}) as customers,
         (select count(*)::int from products where ${own}) as products,
         (select count(*)::int from channels where ${own}) as channels,
         (select count(*)::int from locations where ${own} and purpose = 'storage' and zone_id in
            (select id from location_zones where ${own} and quality = 'good')) as bins,
         (select count(*)::int from locations where ${own} and purpose = 'storage'
            and (aisle is null or bay is null or level is null or route_seq = 0 or max_weight is null)) as lost`,
    )
    expect(match).toEqual({ customers: 12, products: 3000, channels: 6, bins: 600, lost: 0 })

    // Everyone but the owner needs a second person above the default limit.
    const limits = await askAs(
      roleAt(home, 'auditor'),
      `select distinct (code = 'owner') as owner, second_person_above::text as above from roles order by 1`,
    )
    expect(limits).toEqual([
      { owner: false, above: '200.00' },
      { owner: true, above: null },
    ])

    // In inches and pounds: from a lipstick to a flat-packed wardrobe, with plausible densities.
    const [sizes] = await askAs<{ sized: number; odd: number }>(
      roleAt(home, 'auditor'),
      `select count(*)::int as sized,
         count(*) filter (where least(declared_length, declared_width, declared_height) < 0.1
           or greatest(declared_length, declared_width, declared_height) > 120 or declared_weight not between 0.01 and 150
           or declared_weight > 0.41 * declared_length * declared_width * declared_height)::int as odd
       from products where ${own} and declared_length is not null`,
    )
    expect(sizes).toMatchObject({ odd: 0 })
    expect(sizes?.sized).toBeGreaterThan(2000)

    const token = await logIn(address, 'demo')
    const { body } = await send(address, { path: listProducts.path, body: {}, token })
    const { rows = [] } = (body?.data ?? {}) as Partial<OutputOf<typeof listProducts>>
    const shown = rows.find(({ imageUrl }) => imageUrl)?.imageUrl ?? ''
    const picture = await fetch(`${address}${shown}`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^image\//),
    ])
  })

  /** How far a first start has got when it is killed, from the first file to the last row but one. */
  const stages: [string, (home: string) => Promise<boolean>][] = [
    ['its folder was being made', async (home) => fs.existsSync(join(home, 'secrets.json'))],
    ['PostgreSQL ran', async (home) => postgresPids(home).length > 0],
    ['the queue was created', (home) => has(home, `to_regclass('graphile_worker.jobs') is not null`)],
    ['the schema existed', (home) => has(home, `to_regclass('wms.installation') is not null`)],
    ['the demo was requested', (home) => has(home, 'exists (select 1 from wms.installation)')],
  ]
  const starts = rounds(3)
  const has = async (home: string, what: string) =>
    (await askAs<{ so: boolean }>(roleAt(home, 'postgres'), `select ${what} as so`))[0]?.so ?? false

  test('is complete after a first start that was killed at any moment', {
    timeout: 120_000 + starts * 60_000,
  }, async () => {
    const luck = chance('first starts')
    const home = demoHome()
    await outsidePostgres(home)
    const whole = await census(home)
    const seen: string[] = []
    // Each run starts at another stage, so that a few rounds cover all of them over time.
    const first = luck.between(0, stages.length - 1)
    for (let round = 0; round < starts; round++) {
      const [stage, isReached] = stages[(first + round) % stages.length] ?? ['', async () => true]
      const fresh = emptyHome()
      const { child, ended } = launch(fresh)
      while (!(await isReached(fresh).catch(() => false))) await sleep(2)
      await sleep(luck.between(0, 40))
      child.kill('SIGKILL')
      expect(await ended).toEqual({ code: null, signal: 'SIGKILL' })
      const count = (await tenants(fresh).catch(() => [])).length
      // Every other time PostgreSQL is killed as well, as in a power cut.
      if (round % 2) killAll(postgresPids(fresh))
      seen.push(`${stage} (${count} tenants)`)

      const product = await start(fresh)
      expect(await census(fresh)).toEqual(whole)
      await logIn(product.address, 'demo')
      await logIn(product.address, 'satellite')
      await expectCleanBooks(fresh)
      await product.kill()
      killAll(postgresPids(fresh))
    }
    console.log(`first starts killed when ${seen.join(', ')}`)
  })

  /** The row count of everything. */
  async function census(home: string) {
    const [counts] = await askAs(
      roleAt(home, 'postgres'),
      `select (select count(*) from tenants) as tenants, (select count(*) from warehouses) as warehouses,
         (select count(*) from accounts) as accounts, (select count(*) from account_secrets) as secrets,
         (select count(*) from roles) as roles, (select count(*) from account_roles) as held,
         (select demo from installation) as demo`,
    )
    return counts
  }

  test('is not added when the first start was killed before it, and the next one is started empty', async () => {
    const home = emptyHome()
    const empty = await start(home, { args: ['--empty'] })
    await askAs(roleAt(home, 'owner'), `update installation set demo = 'wanted'`)
    await empty.stop()
    const again = await start(home, { args: ['--empty'] })
    expect(await tenants(home)).toEqual([])
    await again.stop()
    await start(home)
    expect(await tenants(home)).toEqual([])
  })
})
