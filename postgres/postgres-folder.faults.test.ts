import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import {
  ask,
  copyProgram,
  kept,
  kill,
  postgresHomes,
  postmasterOf,
  shelf,
  within,
} from '../testing/postgres-homes.ts'
import { openPostgres } from './postgres.ts'
import { end, isPostgresOn } from './postgres-process.ts'

const { emptyHome, filledHome, server } = postgresHomes()
const isLinux = os.platform() === 'linux'

describe('a database in a folder', () => {
  test('is created by the first start and found by the second', async () => {
    const home = emptyHome()
    const first = await within(20_000, openPostgres(home))
    expect(first).toMatchObject({ isNew: true, adopted: false })
    expect(first.signingSecret).toHaveLength(43)
    await ask(first, `create table shelf as select '${kept}' as goods`)
    await first.stop()

    const second = await openPostgres(home)
    expect(second).toMatchObject({ isNew: false, adopted: false, signingSecret: first.signingSecret })
    expect(await shelf(second)).toEqual([kept])
    expect(fs.readdirSync(home).sort()).toEqual(['postgres', 'postgres.log', 'run', 'secrets.json'])
    await second.stop()
  })

  test('is closed to other users of the machine', async () => {
    const home = filledHome()
    const inside = ['postgres', 'run', 'secrets.json', 'postgres.log'].map((name) => join(home, name))
    for (const path of inside) fs.chmodSync(path, 0o755)
    fs.chmodSync(home, 0o777)
    const it = await openPostgres(home)
    const modes = [home, ...inside].map((path) => fs.statSync(path).mode & 0o777)
    expect(modes).toEqual([0o755, 0o700, 0o700, 0o600, 0o600])
    await it.stop()
  })

  test.runIf(isLinux)('listens on its socket and on no network', async () => {
    const home = filledHome()
    const it = await openPostgres(home)
    const open = `/proc/${postmasterOf(home)}/fd`
    const sockets = fs
      .readdirSync(open)
      .map((fd) => /^socket:\[(\d+)\]$/.exec(fs.readlinkSync(join(open, fd)))?.[1])
    const listed = (table: string) =>
      fs
        .readFileSync(`/proc/net/${table}`, 'utf8')
        .split('\n')
        .filter((line) => line.split(/\s+/).some((word) => sockets.includes(word)))

    expect(listed('unix')).toHaveLength(1)
    expect([...listed('tcp'), ...listed('tcp6')]).toEqual([])
    await it.stop()
  })

  test('has checksums, UTF8 and safe writes, whatever its own files say', async () => {
    const home = filledHome()
    fs.appendFileSync(join(home, 'postgres', 'postgresql.auto.conf'), "fsync = off\nlisten_addresses = '*'\n")
    const it = await openPostgres(home)
    const expected = {
      data_checksums: 'on',
      server_encoding: 'UTF8',
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      listen_addresses: '',
      TimeZone: 'UTC',
    }
    const names = Object.keys(expected).map((name) => `'${name}'`)
    const rows = await ask(it, `select name, setting from pg_settings where name in (${names})`)
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual(expected)
    await it.stop()
  })

  test('ends with its server without loss', async () => {
    const home = filledHome()
    const it = await openPostgres(home)
    const pid = postmasterOf(home)
    let isLost = false
    it.gone.then(() => {
      isLost = true
    })
    await it.stop()
    await sleep(50)
    expect(isPostgresOn(pid, join(home, 'postgres'))).toBe(false)
    expect(isLost).toBe(false)
  })

  test('can be copied elsewhere and run beside the first', async () => {
    const home = filledHome()
    const elsewhere = emptyHome()
    execFileSync('cp', ['-a', home, elsewhere])
    const first = await openPostgres(home)
    const copy = await openPostgres(elsewhere)
    await ask(copy, "insert into shelf values ('only in the copy')")
    expect(await shelf(first)).toEqual([kept])
    expect(await shelf(copy)).toEqual([kept, 'only in the copy'])
    await Promise.all([first.stop(), copy.stop()])
  })

  test('starts where its path is too long for a socket', async () => {
    const it = await openPostgres(filledHome('x'.repeat(90)))
    expect(await shelf(it)).toEqual([kept])
    expect(it.root().host).toMatch(/^\/tmp\/tallyhouse-[0-9a-f]{16}$/)
    await it.stop()
    fs.rmSync(it.root().host, { recursive: true })
  })

  test('has a log that is truncated when it has grown too long', async () => {
    const home = filledHome()
    const log = join(home, 'postgres.log')
    fs.writeFileSync(log, `${'x'.repeat(11 * 1024 * 1024)} the last line\n`)
    const it = await openPostgres(home)
    expect(fs.statSync(log).size).toBeLessThan(1.1 * 1024 * 1024)
    expect(fs.readFileSync(log, 'utf8')).toMatch(/x the last line\n.*ready to accept connections/s)
    await it.stop()
  })

  test('is cleaned of what a dead start was creating, not of what a live one creates', async () => {
    const home = filledHome()
    for (const pid of [spawnSync('true').pid, process.pid]) {
      fs.mkdirSync(join(home, `making-${pid}-abc`, 'pg'), { recursive: true })
    }
    const it = await openPostgres(home)
    expect(fs.readdirSync(home).filter((name) => name.startsWith('making-'))).toEqual([
      `making-${process.pid}-abc`,
    ])
    await it.stop()
  })
})

describe('a role', () => {
  test('has the privileges of its name and no others, however it was changed', async () => {
    const home = filledHome()
    const before = await openPostgres(home)
    await ask(before, "alter role tally_app superuser createdb createrole bypassrls password 'stolen'")
    await ask(before, 'alter role tally_auditor nobypassrls nologin')
    await ask(before, 'grant connect on database postgres to public')
    await before.stop()

    const it = await openPostgres(home)
    const no = {
      rolsuper: false,
      rolbypassrls: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
    }
    const roles = await ask(
      it,
      `select rolname, rolcanlogin, ${Object.keys(no)} from pg_roles where rolname like 'tally%' order by rolname`,
    )
    expect(roles).toEqual([
      { ...no, rolname: 'tally_app', rolcanlogin: true },
      { ...no, rolname: 'tally_auditor', rolcanlogin: true, rolbypassrls: true },
      { ...no, rolname: 'tally_owner', rolcanlogin: true },
    ])
    await expect(ask(it, 'create table t (i int)', it.as('app'))).rejects.toThrow('permission denied')
    await expect(ask(it, 'create temporary table t (i int)', it.as('app'))).rejects.toThrow(
      'permission denied',
    )
    await expect(ask(it, 'select 1', it.as('app', 'postgres'))).rejects.toThrow(
      'permission denied for database',
    )
    await expect(ask(it, 'select * from shelf', it.as('auditor'))).rejects.toThrow('permission denied')
    await ask(it, 'create schema wms create table t (i int)', it.as('owner'))
    await it.stop()
  })

  test('logs in with its own password only, and no password reaches the log', async () => {
    const home = filledHome()
    const it = await openPostgres(home, { log_statement: 'all', log_min_duration_statement: '0' })
    for (const role of ['owner', 'app', 'auditor'] as const) {
      expect(await ask(it, 'select current_user as me', it.as(role))).toEqual([{ me: `tally_${role}` }])
      const wrong = { ...it.as(role), password: it.root().password }
      await expect(ask(it, 'select 1', wrong)).rejects.toThrow('password authentication failed')
    }
    await it.stop()

    const log = fs.readFileSync(join(home, 'postgres.log'), 'utf8')
    const secrets: string[] = Object.values(JSON.parse(fs.readFileSync(join(home, 'secrets.json'), 'utf8')))
    expect(log).toContain('select current_user as me')
    expect(secrets).toHaveLength(5)
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
  })
})

describe('a folder is refused and left unchanged', () => {
  const contents = (home: string) =>
    fs.existsSync(home) && fs.readdirSync(home, { recursive: true, encoding: 'utf8' }).sort()

  async function refuses(home: string, why: string) {
    const before = contents(join(home, 'postgres'))
    await expect(openPostgres(home)).rejects.toThrow(why)
    expect(contents(join(home, 'postgres'))).toEqual(before)
  }

  test('when another PostgreSQL has written it', async () => {
    const home = filledHome()
    fs.writeFileSync(join(home, 'postgres', 'PG_VERSION'), '17\n')
    await refuses(home, 'written by PostgreSQL 17')
    expect(fs.readFileSync(join(home, 'postgres', 'PG_VERSION'), 'utf8')).toBe('17\n')
  })

  test('when it holds something else', async () => {
    const home = emptyHome()
    fs.mkdirSync(join(home, 'postgres'), { recursive: true })
    fs.writeFileSync(join(home, 'postgres', 'letter.txt'), 'dear all')
    await refuses(home, 'contains no database')
    expect(fs.readFileSync(join(home, 'postgres', 'letter.txt'), 'utf8')).toBe('dear all')
  })

  test('when its secrets are missing', async () => {
    const home = filledHome()
    fs.rmSync(join(home, 'secrets.json'))
    await refuses(home, 'secrets.json is missing')
    expect(fs.existsSync(join(home, 'secrets.json'))).toBe(false)
  })

  test('when its secrets belong to another', async () => {
    const home = filledHome()
    const file = join(home, 'secrets.json')
    fs.writeFileSync(
      file,
      fs.readFileSync(file, 'utf8').replace(/"postgres": ".{8}/, '"postgres": "notright'),
    )
    await expect(openPostgres(home)).rejects.toThrow('secrets.json does not match the database')
  })

  test('when everyone may write there', async () => {
    const home = emptyHome()
    fs.mkdirSync(home)
    fs.chmodSync(home, 0o1777)
    await refuses(home, 'is writable by other users')
    expect(fs.readdirSync(home)).toEqual([])
  })
})

describe.runIf(isLinux && process.getuid?.() === 0)('started by root', () => {
  const nobody = 65534

  test('it runs as another user and does not see our environment', async () => {
    const home = emptyHome()
    process.env.TALLY_KEY = 'for the server alone'
    const first = server(home)
    delete process.env.TALLY_KEY
    expect(await first.word).toBe('STARTED')
    const postmaster = `/proc/${postmasterOf(home)}`
    expect(fs.statSync(postmaster).uid).not.toBe(0)
    expect(fs.readFileSync(join(postmaster, 'environ'), 'utf8')).not.toContain('TALLY_KEY')
  })

  test('it also runs in a folder that no other user can enter', async () => {
    const home = emptyHome()
    fs.chmodSync(dirname(home), 0o700)
    const first = server(home)
    expect(await first.word).toBe('STARTED')
    await kill(first.child)
    const it = await openPostgres(home)
    expect(it.adopted).toBe(true)
    const pid = postmasterOf(home)
    await it.stop()
    expect(isPostgresOn(pid, join(home, 'postgres'))).toBe(false)
  })

  test('without the ptrace capability, as in a container, it is still recognised, adopted and replaced', async () => {
    const home = filledHome()
    const before = ['setpriv', '--bounding-set=-sys_ptrace', '--inh-caps=-sys_ptrace']
    const words: string[] = []
    const settings: Record<string, string>[] = [{ fsync: 'off' }, {}, {}]
    for (const over of settings) {
      const { child, word } = server(home, { before, over })
      words.push(await word)
      await kill(child)
    }
    expect(words).toEqual(['STARTED', 'STARTED', 'ADOPTED'])
  })

  test('it adopts the database of an ordinary user, who cannot have that of root', async () => {
    const home = emptyHome()
    fs.mkdirSync(home, { mode: 0o700 })
    fs.chownSync(home, nobody, nobody)
    const first = server(home, { uid: nobody })
    expect(await first.word).toBe('STARTED')
    expect(fs.statSync(`/proc/${postmasterOf(home)}`).uid).toBe(nobody)
    await kill(first.child)
    const it = await openPostgres(home)
    expect(it.adopted).toBe(true)
    await it.stop()

    expect(await server(filledHome(), { uid: nobody }).word).toMatch(/^FAILED .*belongs to another user/)
  })

  test('it says so when the owner of a database cannot enter the folder of the program', async () => {
    const home = emptyHome()
    const first = server(home)
    expect(await first.word).toBe('STARTED')
    await kill(first.child)
    await end(postmasterOf(home), join(home, 'postgres'))
    const words = await server(home, { from: copyProgram(0o700) }).word
    expect(words).toMatch(
      /^FAILED Error: The owner of .* cannot run .*: start the server as that user, or move/,
    )
  })
})
