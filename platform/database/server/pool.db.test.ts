import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aDatabase } from '../../../testing/database.ts'
import { sampleOf } from '../../../testing/random.ts'
import { aPerson, aSession, aTenant } from '../../../testing/test-server.ts'
import { type Db, openDatabase, type SessionRow } from './db.ts'

const COMPANIES = 64
const CALLS = sampleOf(10_000)

/** A fixed seed: a failure can be reproduced. */
function dice(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('64 companies share four connections through thousands of calls, throws, forgotten awaits and killed backends, and none sees another’s rows', async () => {
  const db = await aDatabase()
  const companies = await Promise.all(
    Array.from({ length: COMPANIES }, async () => {
      const tenantId = await aTenant(db)
      const { id } = await aPerson(db, tenantId)
      const token = await aSession(db, tenantId, id)
      return { tenantId, hash: createHash('sha256').update(token).digest() }
    }),
  )
  const database = openDatabase(db.at.app, 'few', { max: 4, connectionTimeoutMillis: 30_000 })
  const unhandled: unknown[] = []
  const heard = (fault: unknown) => void unhandled.push(fault)
  process.on('unhandledRejection', heard)

  const roll = dice(20_270_214)
  const seen = { rows: 0, foreign: [] as string[], thrown: 0, lost: 0, forgotten: 0, kept: 0 }
  const forgotten: Promise<unknown>[] = []
  type Row = { tenantId: number }

  async function once(tenantId: number, hash: Buffer) {
    const [kind, fate] = [roll(), roll()]
    const note = (rows: Row[], how: string) => {
      seen.rows += rows.length
      for (const row of rows)
        if (row.tenantId !== tenantId) seen.foreign.push(`${how}: ${row.tenantId} for ${tenantId}`)
    }
    const look = async (tx: Parameters<Parameters<typeof database.read>[1]>[0], how: string) => {
      // No `where`: only row security keeps the other companies' rows out.
      const { rows } = await sql<Row>`
        select tenant_id from warehouses union all select tenant_id from roles union all select tenant_id from account_roles
        union all select id from tenants`.execute(tx)
      note(rows, how)
    }
    const work = async (tx: Parameters<Parameters<typeof database.write>[1]>[0], isWriting: boolean) => {
      await look(tx, 'first')
      if (isWriting) {
        await sql`insert into events (tenant_id, kind, object_type, object_id, request_id) values (${tenantId}, 'x', 'x', 1, 'r')`.execute(
          tx,
        )
      }
      if (fate < 0.02) throw new Error('broken off')
      if (fate < 0.03) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
      if (fate < 0.06) {
        seen.forgotten++
        forgotten.push(look(tx, 'forgotten').catch(() => {}))
      }
      if (fate > 0.98) {
        // Sent long after the call ended, when another call holds the connection.
        forgotten.push(
          new Promise((wake) => setTimeout(wake, 5))
            .then(() => look(tx, 'late'))
            .then(
              () => seen.foreign.push('a query ran after its call'),
              () => {},
            ),
        )
      }
      return isWriting
    }
    try {
      const hasWritten =
        kind < 0.4
          ? await database.read(tenantId, (tx) => work(tx as never, false))
          : kind < 0.6
            ? await database.write(tenantId, (tx) => work(tx, true))
            : await database.call(
                kind < 0.8 ? 'read only' : 'read write',
                hash,
                (session) => {
                  if (session?.tenantId !== tenantId) throw new Error('not admitted')
                  return { tenantId: session.tenantId }
                },
                (tx) => work(tx, kind >= 0.8),
              )
      if (hasWritten) seen.kept++
    } catch (fault) {
      const { message } = fault as Error
      if (message === 'not admitted') seen.foreign.push(message)
      else if (message === 'broken off') seen.thrown++
      else seen.lost++
    }
  }

  let left = CALLS
  const worker = async () => {
    while (left-- > 0) {
      const company = companies[Math.floor(roll() * COMPANIES)]
      if (company) await once(company.tenantId, company.hash)
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  await Promise.all(forgotten)
  await new Promise((wake) => setTimeout(wake, 50))
  process.off('unhandledRejection', heard)

  expect(seen.foreign).toEqual([])
  expect(unhandled).toEqual([])
  expect(seen.rows).toBeGreaterThan(CALLS * 3)
  expect(seen.thrown).toBeGreaterThan(CALLS / 100)
  expect(seen.lost).toBeGreaterThan(CALLS / 200)
  expect(seen.forgotten).toBeGreaterThan(CALLS / 100)

  const { pool } = database
  expect([pool.waitingCount, pool.totalCount - pool.idleCount]).toEqual([0, 0])
  const [open] = await db.owner<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and application_name = 'tallyhouse few' and state <> 'idle'`,
  )
  expect(open?.count).toBe(0)
  const counts = await Promise.all(
    companies.map(({ tenantId }) =>
      db.owner<{ count: number }>('select count(*)::int from events', [], tenantId),
    ),
  )
  const total = counts.reduce((sum, [row]) => sum + (row?.count ?? 0), 0)
  // A write whose response was lost may be committed; an acknowledged one always is.
  expect(total).toBeGreaterThanOrEqual(seen.kept)
  expect(total).toBeLessThanOrEqual(seen.kept + seen.lost)
  await database.close()
})

test('a call without a tenant gets an error, not rows, and releases its connection', async () => {
  const db = await aDatabase()
  const database = openDatabase(db.at.app, 'few', { max: 2 })
  for (let i = 0; i < 5; i++) {
    await expect(database.read(Number.NaN, async () => 1)).rejects.toThrow('no tenant')
    await expect(database.write(0.5, async () => 1)).rejects.toThrow('no tenant')
  }
  expect(database.pool.totalCount - database.pool.idleCount).toBe(0)
  await expect(sql`select * from roles`.execute(database.gate)).rejects.toMatchObject({ code: '42501' })
  await database.close()
})

test('a connection keeps no tenant after a call, however it ended', async () => {
  const db = await aDatabase()
  const tenantId = await aTenant(db)
  const person = await aPerson(db, tenantId)
  const token = await aSession(db, tenantId, person.id)
  const database = openDatabase(db.at.app, 'one', { max: 1 })
  const hash = createHash('sha256').update(token).digest()
  const admit = (session: SessionRow | undefined) => ({ tenantId: session?.tenantId ?? 0 })
  const look = (tx: Db) => sql`select 1 from roles`.execute(tx)
  const fail = async () => Promise.reject(new Error('broken off'))
  for (const call of [
    () => database.read(tenantId, look),
    () => database.write(tenantId, look),
    () => database.call('read only', hash, admit, look),
    () => database.read(tenantId, fail),
    () => database.write(tenantId, fail),
    () => database.call('read write', hash, admit, fail),
    () =>
      database.call(
        'read write',
        hash,
        (): { tenantId: number } => {
          throw new Error('refused')
        },
        look,
      ),
  ]) {
    await call().catch(() => {})
    const { rows } = await database.pool.query(`select current_setting('app.tenant_id', true) as tenant`)
    expect(rows[0].tenant || '').toBe('')
    await expect(sql`select 1 from roles`.execute(database.gate)).rejects.toMatchObject({ code: '42501' })
  }
  expect(database.pool.totalCount - database.pool.idleCount).toBe(0)
  await database.close()
})

test('a read changes nothing, whatever its function tries', async () => {
  const db = await aDatabase()
  const tenantId = await aTenant(db)
  const tried = db.database.read(tenantId, (tx) => sql`delete from account_roles`.execute(tx))
  await expect(tried).rejects.toMatchObject({ code: '25006' })
})

test('a command that swallows a failed statement commits nothing and does not succeed', async () => {
  const db = await aDatabase()
  const tenantId = await aTenant(db)
  const swallowed = db.database.write(tenantId, async (tx) => {
    await sql`insert into events (tenant_id, kind, object_type, object_id, request_id) values (${tenantId}, 'x', 'x', 1, 'r')`.execute(
      tx,
    )
    await sql`select 1 / 0`.execute(tx).catch(() => {})
    return 'done'
  })
  await expect(swallowed).rejects.toThrow('nothing was kept')
  expect(await db.owner('select 1 from events', [], tenantId)).toEqual([])
})

test('a company whose calls hang holds six connections, others are answered at once, and a session that ends while its call waits is refused', async () => {
  const db = await aDatabase()
  const aCompany = async () => {
    const tenantId = await aTenant(db)
    const { id } = await aPerson(db, tenantId)
    const token = await aSession(db, tenantId, id)
    return { tenantId, hash: createHash('sha256').update(token).digest() }
  }
  const [busy, other] = [await aCompany(), await aCompany()]
  const database = openDatabase(db.at.app, 'shared', { max: 8, connectionTimeoutMillis: 60_000 })
  const admit = (session: SessionRow | undefined) => {
    if (!session) throw new Error('logged out')
    return { tenantId: session.tenantId }
  }
  let letGo = () => {}
  const gate = new Promise<void>((open) => {
    letGo = open
  })
  let working = 0
  const ask = ({ hash }: typeof busy, work: () => Promise<void>) =>
    database.call('read only', hash, admit, async () => {
      working++
      await work()
    })
  const first = Array.from({ length: 6 }, () => ask(busy, () => gate))
  await expect.poll(() => working).toBe(6)
  const waiting = Array.from({ length: 20 }, () => ask(busy, async () => {}))
  const outcomes = Promise.allSettled(waiting)

  await ask(other, async () => {})
  expect(working).toBe(7)
  expect(database.pool.totalCount - database.pool.idleCount).toBe(6)

  await db.owner('delete from sessions where tenant_id = $1', [busy.tenantId], busy.tenantId)
  letGo()
  await Promise.all(first)
  expect(new Set((await outcomes).map((one) => one.status === 'rejected' && one.reason.message))).toEqual(
    new Set(['logged out']),
  )
  await expect.poll(() => database.pool.totalCount - database.pool.idleCount).toBe(0)
  await database.close()
})

test('a call that waits too long for the others of its company is told so, and its place is free for the next', async () => {
  const db = await aDatabase()
  const tenantId = await aTenant(db)
  const database = openDatabase(db.at.app, 'impatient', { max: 4, connectionTimeoutMillis: 300 }, 1)
  let letGo = () => {}
  const first = database.read(tenantId, () => new Promise<void>((open) => (letGo = open)))
  await expect(database.read(tenantId, async () => 1)).rejects.toThrow('holds its share')
  letGo()
  await first
  expect(await database.read(tenantId, async () => 1)).toBe(1)
  await database.close()
})

test('a read that started with what was known of its session counts only if that still holds', async () => {
  const db = await aDatabase()
  const tenantId = await aTenant(db)
  const person = await aPerson(db, tenantId)
  const hash = createHash('sha256')
    .update(await aSession(db, tenantId, person.id))
    .digest()
  const database = openDatabase(db.at.app, 'early', { max: 2 })
  const admit = (session: SessionRow | undefined) => {
    if (!session) throw new Error('logged out')
    return session
  }
  const rename = (name: string) =>
    db.owner('update accounts set user_name = $2 where id = $1', [person.id, name], tenantId)
  const seen: string[] = []
  const nameOf = (fail?: string) =>
    database.call('read only', hash, admit, async (tx, who) => {
      seen.push(who.userName)
      if (who.userName === fail) await sql`select 1 / 0`.execute(tx)
      return who.userName
    })

  await rename('one')
  expect(await nameOf()).toBe('one')
  expect(await nameOf()).toBe('one')
  await rename('two')
  expect(await nameOf()).toBe('two')
  expect(seen).toEqual(['one', 'one', 'one', 'two'])

  await rename('three')
  expect(await nameOf('two')).toBe('three')
  await expect(nameOf('three')).rejects.toMatchObject({ code: '22012' })

  const write = () => database.call('read write', hash, admit, async (_, who) => seen.push(who.userName))
  await rename('four')
  seen.length = 0
  await write()
  expect(seen).toEqual(['four'])
  await db.owner('delete from sessions where tenant_id = $1', [tenantId], tenantId)
  await expect(write()).rejects.toThrow('logged out')
  await expect(nameOf()).rejects.toThrow('logged out')
  expect(seen).toEqual(['four'])
  await expect.poll(() => database.pool.totalCount - database.pool.idleCount).toBe(0)
  await database.close()
})
