import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import type { Manifest } from '../platform/database/server/backup-folder.ts'
import { migrate, migrationFiles } from '../platform/database/server/migrate.ts'
import { crowd, doing, expectCleanBooks, expectDoneOrAway, expectSignedIn } from '../testing/crowd.ts'
import { chance, seed } from '../testing/random.ts'
import { receivers } from '../testing/receivers.ts'
import { askAs, products, roleAt, urlOf } from '../testing/run-product.ts'

console.log(`FAULT_SEED=${seed}`)
const { demoHome, emptyHome, launch, outsidePostgres, start } = products()
const SIGNING_SECRET = 'a signing secret of at least 32 characters'

/** Runs one of the product's commands to its end. */
async function command(file: string, home: string, env: Record<string, string> = {}, args: string[] = []) {
  const { ended, output } = launch(home, { command: [process.execPath, file], env, args })
  const { code } = await ended
  return { code, output: output() }
}

test('the ledgers are audited company by company where no auditor is configured', async () => {
  const home = demoHome()
  const postgres = await outsidePostgres(home)
  const env = {
    DATABASE_URL: urlOf(postgres.as('owner')),
    APP_DATABASE_URL: urlOf(postgres.as('app')),
    SIGNING_SECRET,
  }
  const clean = await command('cli/audit-books.ts', home, env)
  expect(clean.output).toMatch(/All checks passed\.\n$/)
  expect(clean.code).toBe(0)

  // A closed company's ledgers are checked too.
  await askAs(
    postgres.root('tallyhouse'),
    `update accounts set permissions = '{all}' where login_account = 'satellite'`,
  )
  await askAs(postgres.root('tallyhouse'), `update tenants set status = 'closed' where code = 'DEMO-SAT'`)
  const hit = await command('cli/audit-books.ts', home, env)
  expect(hit.output).toMatch(/HIT {4}permissions\n {9}satellite\n/)
  expect(hit.output).toMatch(/\n1 mismatches found\.\n$/)
  expect(hit.code).toBe(1)
})

/** Creates a backup beside the data folder and returns its path. */
async function backedUp(home: string, env: Record<string, string> = {}): Promise<string> {
  const into = join(dirname(home), 'backups')
  const { code, output } = await command('cli/backup.ts', home, env, [into])
  expect([code, output]).toEqual([0, expect.stringMatching(/^Backed up to /m)])
  return join(into, fs.readdirSync(into).sort().at(-1) ?? '')
}

const restored = async (backup: string, home: string, env: Record<string, string> = {}) =>
  command('cli/restore.ts', home, env, [backup])

describe('a backup', () => {
  test('taken while users work is restored elsewhere with everything acknowledged before it, clean ledgers and valid sessions', async () => {
    const luck = chance('backup')
    const home = demoHome()
    const product = await start(home)
    const dock = await receivers(home, () => product.address, 3)
    const crew = [
      ...doing('goods', 'demo', 'demo', 'demo'),
      ...doing('books', 'demo'),
      ...doing('zones', 'picking1', 'picking2'),
      ...doing('profile', 'receiving1'),
    ]
    const people = await crowd(() => product.address, luck, crew, { goods: dock.work })
    people.work()
    while (people.acked().length < 100) await sleep(20)
    const before = people.acked().map(({ key }) => key)
    const backup = await backedUp(home)
    const during = people.acked().length - before.length
    await people.rest()
    await people.settle()
    await product.stop()
    expect(during).toBeGreaterThan(0)

    const other = emptyHome()
    const { code, output } = await restored(backup, other)
    expect(output).toMatch(/\nAll checks passed\.\n$/)
    expect(code).toBe(0)

    const again = await start(other)
    await expectSignedIn(again.address, people)
    const kept = await askAs<{ key: string }>(roleAt(other, 'auditor'), 'select key from idempotency')
    const keys = new Set(kept.map(({ key }) => key))
    expect(before.filter((key) => !keys.has(key))).toEqual([])
    console.log(`${before.length} commands before the backup, ${during} during it, ${kept.length} in it`)

    const others = await crowd(() => again.address, luck)
    others.work()
    while (others.acked().length < 100) await sleep(20)
    await others.rest()
    await others.settle()
    expectDoneOrAway(others.tries())
    await expectCleanBooks(other)
    for (const item of [people, others]) item.close()
  })

  test('moves everything from an embedded database to an external one and back, to the last row, sequence and constraint', async () => {
    const home = demoHome()
    const first = await backedUp(home)

    const host = emptyHome()
    const postgres = await outsidePostgres(host)
    await askAs(postgres.root(), 'create database moved owner tally_owner')
    const env = {
      DATABASE_URL: urlOf(postgres.as('owner', 'moved')),
      APP_DATABASE_URL: urlOf(postgres.as('app', 'moved')),
      SIGNING_SECRET,
    }
    // Files that cannot be stored leave a database that a second attempt can use.
    const [lost] = fs.globSync(join(first, 'files/**/*')).filter((path) => fs.statSync(path).isFile())
    const outside = emptyHome()
    const bucket = {
      ...{ S3_ENDPOINT: 'http://127.0.0.1:9', S3_BUCKET: 'none', S3_REGION: 'x' },
      ...{ S3_ACCESS_KEY: 'x', S3_SECRET_KEY: 'x' },
    }
    expect(lost).toBeDefined()
    expect((await restored(first, outside, { ...env, ...bucket })).code).toBe(2)
    expect((await restored(first, outside, env)).output).toMatch(/\nAll checks passed\.\n$/)
    const moved = await imageOf(postgres.root('moved'))
    const server = await start(outside, { env })
    const second = await backedUp(outside, env)
    const served = await imageOf(postgres.root('moved'))
    await server.stop()
    // Into the same database again: it has companies by now.
    const refused = await restored(second, emptyHome(), env)
    expect(refused).toEqual({
      code: 2,
      output: 'The database already contains companies. Restore into an empty one.\n',
    })

    await askAs(postgres.root(), 'create database later owner tally_owner')
    const laterEnv = {
      DATABASE_URL: urlOf(postgres.as('owner', 'later')),
      APP_DATABASE_URL: urlOf(postgres.as('app', 'later')),
      SIGNING_SECRET,
    }
    await migrate(postgres.as('owner', 'later'), { app: postgres.as('app', 'later') })
    expect(await restored('db/upgrade-from/1.0.0', emptyHome(), laterEnv)).toEqual({
      code: 2,
      output: 'The database has the tables of a later version than the backup. Restore into an empty one.\n',
    })

    const back = emptyHome()
    expect((await restored(second, back)).output).toMatch(/\nAll checks passed\.\n$/)
    const [original, again] = [await outsidePostgres(home), await outsidePostgres(back)]
    const image = await imageOf(original.root('tallyhouse'))
    expect(moved).toEqual(image)
    expect(await imageOf(again.root('tallyhouse'))).toEqual(served)
    expect(fs.readFileSync(join(back, 'secret.key'))).toEqual(fs.readFileSync(join(home, 'secret.key')))
  })

  test('of an earlier version is restored by a later one, which migrates it', async () => {
    const home = demoHome()
    const backup = await backedUp(home)
    const later = aLaterVersion(
      `alter table wms.stock add column pieces int;
       update wms.stock set pieces = on_hand;
       alter table wms.stock alter column pieces set not null;`,
    )
    const other = emptyHome()
    const upgraded = await command(join(later, 'cli/restore.ts'), other, {}, [backup])
    expect(upgraded.output).toMatch(/\nAll checks passed\.\n$/)
    const [before, after] = [await outsidePostgres(home), await outsidePostgres(other)]
    const pieces = (column: string) =>
      `select count(*)::int as rows, sum(${column})::int as pieces from wms.stock`
    expect(await askAs(after.root('tallyhouse'), pieces('pieces'))).toEqual(
      await askAs(before.root('tallyhouse'), pieces('on_hand')),
    )

    const newer = await command(join(later, 'cli/backup.ts'), other, {}, [dirname(other)])
    const [, taken] = /Backed up to (.+)/.exec(newer.output) ?? []
    const tooNew = await restored(taken ?? '', emptyHome())
    expect(tooNew.code).toBe(2)
    expect(tooNew.output).toMatch(/^The backup was created by an unknown version/m)
  })

  test('that was changed, is incomplete, or would overwrite something is refused, and nothing is touched', async () => {
    const home = demoHome()
    const backup = await backedUp(home)
    expect(fs.statSync(backup).mode & 0o077).toBe(0)
    for (const name of fs.readdirSync(backup, { recursive: true, encoding: 'utf8' }))
      expect([name, fs.statSync(join(backup, name)).mode & 0o077]).toEqual([name, 0])

    const taken = await restored(backup, home)
    expect(taken).toEqual({
      code: 2,
      output: `${home} is not empty; restore into an empty DATA_DIR\n`,
    })

    const other = emptyHome()
    const part = join(backup, 'tables/wms.stock.gz')
    const bytes = fs.readFileSync(part)
    fs.writeFileSync(part, Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]))
    fs.rmSync(join(backup, 'secrets.json'))
    const changed = await restored(backup, other)
    expect(changed).toEqual({
      code: 2,
      output: `The backup in ${backup} is damaged:\n  tables/wms.stock.gz was changed\n  secrets.json is missing\n`,
    })
    fs.rmSync(join(backup, 'manifest.json'))
    expect((await restored(backup, other)).output).toMatch(
      / contains no complete backup: manifest\.json is missing\n$/,
    )
    expect(fs.existsSync(other)).toBe(false)
  })

  test('is deleted beyond the number given by --keep', async () => {
    const home = demoHome()
    const into = join(dirname(home), 'backups')
    for (const name of [
      'tallyhouse-20260101T000000Z',
      'tallyhouse-20260102T000000Z',
      'tallyhouse-20260101T120000Z.part',
      'mine',
    ])
      fs.mkdirSync(join(into, name), { recursive: true })
    await command('cli/backup.ts', home, {}, [into, '--keep', '2', '--without-files'])
    expect(fs.readdirSync(into).sort()).toEqual([
      'mine',
      'tallyhouse-20260102T000000Z',
      expect.stringMatching(/^tallyhouse-\d{8}T\d{6}Z$/),
    ])
  })
})

const upgradeFrom = 'db/upgrade-from'

describe('the data of an earlier version', () => {
  test.each(fs.readdirSync(upgradeFrom))(
    '%s is migrated: every row is there, the ledgers are clean, and users receive goods',
    async (version) => {
      const backup = join(upgradeFrom, version)
      const { tables, migrations }: Manifest = JSON.parse(
        fs.readFileSync(join(backup, 'manifest.json'), 'utf8'),
      )
      const released = migrationFiles().slice(0, migrations.length)
      // A released migration is never edited: a database that has run it would not start any more.
      expect(released.map(({ name, sha256 }) => ({ name, sha256 }))).toEqual(
        migrations.map(({ name, sha256 }) => ({ name, sha256 })),
      )

      const home = emptyHome()
      expect((await restored(backup, home)).output).toMatch(/\nAll checks passed\.\n$/)
      const postgres = await outsidePostgres(home)
      const root = postgres.root('tallyhouse')
      for (const name of ['tenants', 'accounts', 'products', 'inbounds', 'stock', 'stock_flows', 'audit_log'])
        expect([name, await askAs(root, `select count(*)::int as rows from wms.${name}`)]).toEqual([
          name,
          [{ rows: tables.find((table) => table.name === `wms.${name}`)?.rows }],
        ])
      await askAs(root, `update wms.tenants set expires_at = now() + interval '1 year'`)
      await postgres.stop()

      const server = await start(home)
      const dock = await receivers(home, () => server.address, 2)
      const people = await crowd(() => server.address, chance('upgrade'), doing('goods', 'demo', 'demo'), {
        goods: dock.work,
      })
      people.work()
      while (people.acked().length < 30) await sleep(20)
      await people.rest()
      await people.settle()
      expectDoneOrAway(people.tries())
      await dock.expectCounted()
      await expectCleanBooks(home)
      people.close()
    },
  )
})

/** The program with one more migration, in its own folder. */
function aLaterVersion(migration: string): string {
  const program = join(dirname(emptyHome()), 'later')
  fs.mkdirSync(program)
  const apart = /^(\.|node_modules$|data$|dist$|backups$|test-results$)/
  for (const name of fs.readdirSync('.'))
    if (!apart.test(name)) fs.cpSync(name, join(program, name), { recursive: true })
  fs.symlinkSync(join(process.cwd(), 'node_modules'), join(program, 'node_modules'))
  fs.writeFileSync(join(program, 'db/migrations/9999-later.sql'), migration)
  return program
}

/** A fingerprint of every table's rows, and every sequence, foreign key, trigger and policy. */
async function imageOf(root: pg.ClientConfig) {
  const schemas = `('wms'::regnamespace, 'graphile_worker'::regnamespace)`
  const tables = await askAs<{ name: string }>(
    root,
    `select oid::regclass::text as name from pg_class where relnamespace in ${schemas} and relkind = 'r' order by 1`,
  )
  const rows: Record<string, unknown> = {}
  for (const { name } of tables) {
    // A server start stores when it last checked its schedule.
    if (name.endsWith('known_crontabs') || name === 'graphile_worker.migrations') continue
    const [match] = await askAs(
      root,
      `select count(*)::int, md5(string_agg(t::text, '|' order by t::text)) from ${name} t`,
    )
    rows[name] = match
  }
  const rules = await askAs(
    root,
    `select conrelid::regclass::text as on, conname::text as name, pg_get_constraintdef(oid) as rule from pg_constraint where connamespace in ${schemas}
     union all select t.tgrelid::regclass::text, t.tgname::text, t.tgenabled::text from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where c.relnamespace in ${schemas} and not t.tgisinternal
     union all select c.oid::regclass::text, p.polname::text, format('%s %s', c.relforcerowsecurity, pg_get_expr(p.polqual, c.oid))
       from pg_class c join pg_policy p on p.polrelid = c.oid where c.relnamespace in ${schemas}
     union all select schemaname, sequencename::text, last_value::text from pg_sequences where schemaname = 'wms'
     order by 1, 2, 3`,
  )
  return { rows, rules }
}
