import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../platform/database/server/migrate.ts'
import { openPostgres } from '../postgres/postgres.ts'

/** The test databases as plain values that are passed to the workers. */
export type ScratchAt = {
  admin: pg.ClientConfig
  owner: pg.ClientConfig
  app: pg.ClientConfig
  auditor: pg.ClientConfig
  template: string
  /** How a database is copied: file by file costs half as much, but waits for the disk, which only ours does not use. */
  strategy: 'file_copy' | 'wal_log'
}

/**
 * A PostgreSQL for tests with one migrated template.
 *
 * By default an embedded one without fsync, in memory where possible: its data is disposable. With
 * `TEST_DATABASE_URL` the same tests run on that server, whose role may create databases and roles.
 */
export async function openScratch() {
  const outside = process.env.TEST_DATABASE_URL
  return outside ? externalScratch(outside) : embeddedScratch()
}

async function embeddedScratch() {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tallyhouse-test-'))
  chmodSync(folder, 0o755)
  const postgres = await openPostgres(folder, {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '200',
  })
  await migrate(postgres.as('owner'), { app: postgres.as('app') })
  const at: ScratchAt = {
    admin: postgres.root(),
    owner: postgres.as('owner'),
    app: postgres.as('app'),
    auditor: postgres.as('auditor'),
    template: 'tallyhouse',
    strategy: 'file_copy',
  }
  return {
    at,
    as: (role: 'owner' | 'app' | 'auditor') => at[role],
    async close() {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function externalScratch(url: string) {
  const { hostname, port, username, password, pathname } = new URL(url)
  const owner = {
    host: hostname,
    port: Number(port || 5432),
    user: username,
    password: decodeURIComponent(password),
    database: pathname.slice(1),
  }
  const word = randomBytes(12).toString('hex')
  const template = `tallyhouse_template_${randomBytes(4).toString('hex')}`
  const admin = new pg.Client(owner)
  await admin.connect()
  await admin.query(`create database ${template}`)
  const app = { ...owner, user: 'tally_app', password: word, database: template }
  await migrate({ ...owner, database: template }, { app })
  await admin.query(`alter role tally_app login password '${word}'`)
  await admin.query(`alter role tally_auditor login password '${word}'`)
  const at: ScratchAt = {
    admin: owner,
    owner: { ...owner, database: template },
    app,
    auditor: { ...app, user: 'tally_auditor' },
    template,
    strategy: 'wal_log',
  }
  return {
    at,
    as: (role: 'owner' | 'app' | 'auditor') => at[role],
    async close() {
      await admin.query(`drop database ${template} with (force)`)
      await admin.end()
    },
  }
}
