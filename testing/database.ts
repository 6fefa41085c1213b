import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { openDatabase } from '../platform/database/server/db.ts'

/** This file's own database, cloned from the migrated template and dropped at its end. */
export async function aDatabase() {
  const { admin: adminAt, owner, app, auditor, template, strategy } = inject('scratch')
  const name = `t_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client(adminAt)
  await admin.connect()
  await untilFree(() =>
    admin.query(`create database ${name} template ${template} strategy ${strategy} owner ${owner.user}`),
  )
  await admin.query(`grant connect on database ${name} to tally_app, tally_auditor`)

  // A race of hundreds on a busy machine may queue; the product's own timeouts are tested elsewhere.
  const database = openDatabase({ ...app, database: name }, 'test', { connectionTimeoutMillis: 20_000 })
  const asOwner = new pg.Pool({
    ...owner,
    database: name,
    max: 4,
    options: '-c search_path=wms -c TimeZone=UTC',
  })
  /** The company each connection is set to; statements of one company need to set it once. */
  const setTo = new WeakMap<pg.PoolClient, number>()
  let isClosed = false
  const ends: (() => Promise<unknown>)[] = []
  const close = async () => {
    if (isClosed) return
    isClosed = true
    for (const end of ends) await end()
    await database.close()
    await asOwner.end()
    await dropWhenFree(admin, name)
    await admin.end()
  }
  afterAll(close)
  return {
    database,
    /** Releases it before the end of the file. */
    close,
    /** What a test opens on this database is closed with it: it is not dropped while it has connections. */
    closeWith: (end: () => Promise<unknown>) => void ends.push(end),
    /** Runs SQL as the owner of the tables, for test setup and inspection; row security still applies. */
    async owner<R extends object>(text: string, values: unknown[] = [], tenantId = 0): Promise<R[]> {
      const client = await asOwner.connect()
      try {
        if (setTo.get(client) !== tenantId)
          await client.query(`select set_config('app.tenant_id', $1, false)`, [
            tenantId ? String(tenantId) : '',
          ])
        setTo.set(client, tenantId)
        return (await client.query(text, values)).rows
      } finally {
        client.release()
      }
    },
    at: {
      owner: { ...owner, database: name },
      app: { ...app, database: name },
      auditor: { ...auditor, database: name },
    },
  }
}

export type TestDatabase = Awaited<ReturnType<typeof aDatabase>>

/**
 * A pool's end resolves before its sockets are closed; a forced drop would throw in a test that still
 * listens.
 */
const dropWhenFree = (admin: pg.Client, name: string) =>
  untilFree(() => admin.query(`drop database ${name}`)).catch(() => {})

/** PostgreSQL neither copies nor drops a database with open connections; they close a moment later. */
async function untilFree(work: () => Promise<unknown>) {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (fault) {
      if ((fault as { code?: string }).code !== '55006' || tries === 40) throw fault
      await new Promise((wake) => setTimeout(wake, 20 + 10 * tries))
    }
  }
}
