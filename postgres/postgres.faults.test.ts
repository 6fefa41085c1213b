import fs from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import {
  ask,
  here,
  kept,
  kill,
  killAll,
  postgresHomes,
  postmasterOf,
  processesOf,
  shelf,
  within,
} from '../testing/postgres-homes.ts'
import { AlreadyServed, openPostgres } from './postgres.ts'
import { isPostgresOn } from './postgres-process.ts'

const { emptyHome, filledHome, crashedHome, run, server } = postgresHomes()

const inTheMaking = (home: string) =>
  fs.existsSync(home) ? fs.readdirSync(home).filter((name) => name.startsWith('making-')) : []

describe('after kill -9 of the server', () => {
  test('the next one takes over the running database', async () => {
    const home = filledHome()
    for (const word of ['STARTED', 'ADOPTED', 'ADOPTED']) {
      const it = server(home)
      expect(await it.word).toBe(word)
      await kill(it.child)
    }
    const pid = postmasterOf(home)
    const it = await openPostgres(home)
    expect(it.adopted).toBe(true)
    expect(postmasterOf(home)).toBe(pid)
    expect(await shelf(it)).toEqual([kept])

    await it.stop()
    expect(isPostgresOn(pid, join(home, 'postgres'))).toBe(false)
  })

  test('one with other settings replaces the running database', async () => {
    const home = filledHome()
    const unsafe = server(home, { over: { fsync: 'off' } })
    expect(await unsafe.word).toBe('STARTED')
    await kill(unsafe.child)

    const pid = postmasterOf(home)
    const it = await openPostgres(home)
    expect(it.adopted).toBe(false)
    expect(postmasterOf(home)).not.toBe(pid)
    expect(await ask(it, 'show fsync')).toEqual([{ fsync: 'on' }])
    expect(await shelf(it)).toEqual([kept])
    await it.stop()
  })

  test('while it creates the folder, the next one creates it again and leaves nothing behind', async () => {
    const home = emptyHome()
    const { child } = server(home, { from: here })
    while (!inTheMaking(home).some((name) => fs.existsSync(join(home, name, 'pg', 'base')))) await sleep(5)
    await kill(child)
    expect(fs.existsSync(join(home, 'postgres'))).toBe(false)

    const it = await openPostgres(home)
    expect(it.isNew).toBe(true)
    await it.stop()
    await (await openPostgres(home)).stop()
    expect(inTheMaking(home)).toEqual([])
  })
})

describe('of several servers on one folder', () => {
  const oneOfFive = [expect.stringMatching(/^(STARTED|ADOPTED)$/), ...Array(4).fill('TURNED AWAY')]
  const five = async (home: string) =>
    (await Promise.all(Array.from({ length: 5 }, () => server(home).word))).sort()

  /** Goes from folder to folder at fixed times, so that two of them meet in each. */
  async function readSecrets(homes: string[], start: number): Promise<string> {
    const script = `
      import { secretsIn } from ${JSON.stringify(new URL('./postgres-folder.ts', import.meta.url))}
      const [, start, ...homes] = process.argv
      const found = homes.map((home, i) => {
        while (Date.now() < Number(start) + 10 * i);
        return secretsIn(home, false).signing
      })
      console.log(found.join())
    `
    const child = run(process.execPath, ['--input-type=module', '-e', script, `${start}`, ...homes])
    return (await text(child.stdout)).trim()
  }

  test.each<{ whose: string; over: Record<string, string> }>([
    { whose: 'the same', over: {} },
    { whose: 'other', over: { max_connections: '30' } },
  ])('the second, with $whose settings, is refused and the first continues', async ({ over }) => {
    const home = filledHome()
    const first = await openPostgres(home)
    const pid = postmasterOf(home)
    await expect(openPostgres(home, over)).rejects.toBeInstanceOf(AlreadyServed)
    expect(postmasterOf(home)).toBe(pid)
    expect(await shelf(first)).toEqual([kept])
    await first.stop()
  })

  test('exactly one serves when all start at once on an empty folder', async () => {
    const home = emptyHome()
    expect(await five(home)).toEqual(oneOfFive)
    expect(inTheMaking(home)).toEqual([])
  })

  test('exactly one serves when all start at once after a crash', async () => {
    expect(await five(await crashedHome())).toEqual(oneOfFive)
  })

  test('all read the same secrets, whichever wrote them', async () => {
    const homes = Array.from({ length: 40 }, () => emptyHome())
    for (const home of homes) fs.mkdirSync(home)
    const start = Date.now() + 2000
    const [first, second] = await Promise.all([readSecrets(homes, start), readSecrets(homes, start)])
    expect(first).toEqual(second)
    expect(new Set(first.split(','))).toHaveProperty('size', 40)
  })

  test('the waiting one takes over when the first stops', async () => {
    const home = filledHome()
    const first = await openPostgres(home)
    const waiting = openPostgres(home)
    await sleep(300)
    await first.stop()
    const second = await waiting
    expect(await shelf(second)).toEqual([kept])
    await second.stop()
  })
})

describe('after kill -9 of', () => {
  test.each<{ what: string; adopted: boolean; victims: (all: number[], backend: number) => number[] }>([
    { what: 'all of PostgreSQL', adopted: false, victims: (all) => all },
    { what: 'the postmaster alone', adopted: false, victims: ([postmaster = 0]) => [postmaster] },
    { what: 'one backend', adopted: true, victims: (_, backend) => [backend] },
  ])('$what the loss is noticed, and exactly what was committed is there', async ({ victims, adopted }) => {
    const home = filledHome()
    const first = await openPostgres(home)
    const open = new pg.Client(first.root('tallyhouse'))
    open.on('error', () => {})
    await open.connect()
    await open.query('begin')
    const { rows } = await open.query(
      "insert into shelf values ('half-done') returning pg_backend_pid() as pid",
    )
    await ask(first, "insert into shelf values ('committed last')")

    killAll(victims(await processesOf(first, home), rows[0].pid))
    await within(5000, first.gone)
    const second = await openPostgres(home)
    expect(second.adopted).toBe(adopted)
    expect(await shelf(second)).toEqual([kept, 'committed last'])
    await second.stop()
  })

  test('the postmaster, a backend that is still running is ended', async () => {
    const home = filledHome()
    const first = await openPostgres(home)
    const work = ask(first, 'select count(*) from (select generate_series(1, 2000000000)) as s')
    work.catch(() => {})
    let atWork = 0
    while (!atWork) {
      const rows = await ask(
        first,
        "select pid from pg_stat_activity where query like 'select count(*) from (%'",
      )
      atWork = rows[0]?.pid ?? 0
    }
    killAll([postmasterOf(home)])
    await within(5000, first.gone)
    expect(isPostgresOn(atWork, join(home, 'postgres'))).toBe(true)

    const second = await within(15_000, openPostgres(home))
    expect(isPostgresOn(atWork, join(home, 'postgres'))).toBe(false)
    await expect(work).rejects.toThrow()
    expect(await shelf(second)).toEqual([kept])
    await second.stop()
  })
})

describe('a crash does not stop the next start', () => {
  const pidFiles = (home: string) => [
    join(home, 'postgres', 'postmaster.pid'),
    join(home, 'run', '.s.PGSQL.5432.lock'),
  ]

  test.each(['us', 'PostgreSQL'])('by a pid file with the pid of another process of %s', async (whose) => {
    const home = await crashedHome()
    const { uid, gid } = fs.statSync(join(home, 'postgres'))
    const other = run('sleep', ['60'], whose === 'us' ? {} : { uid, gid })
    for (const file of pidFiles(home)) {
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/^\d+/, `${other.pid}`))
    }
    const it = await within(5000, openPostgres(home))
    expect(await shelf(it)).toEqual([kept])
    expect(other.signalCode).toBeNull()
    await it.stop()
  })

  test.each([
    { what: 'is empty', content: '' },
    { what: 'is full of zeros', content: '\0'.repeat(100) },
  ])('by a pid file that $what', async ({ content }) => {
    const home = await crashedHome()
    const twoSecondsAgo = Date.now() / 1000 - 2
    for (const file of pidFiles(home)) {
      fs.writeFileSync(file, content)
      fs.utimesSync(file, twoSecondsAgo, twoSecondsAgo)
    }
    const it = await within(10_000, openPostgres(home))
    expect(await shelf(it)).toEqual([kept])
    await it.stop()
  })
})
