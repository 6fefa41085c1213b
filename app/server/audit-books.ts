import { resolve } from 'node:path'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { DB } from '../../db/schema.ts'
import { openClient, openDatabase } from '../../lib/server/db.ts'
import { BadSettings, readEnv } from '../../lib/server/env.ts'
import { openFiles } from '../../lib/server/files.ts'
import { openStore } from '../../lib/server/store.ts'
import { bookChecks, missingFiles } from './books.ts'
import { reach } from './reach.ts'

/** Asks the books every question over all tenants, prints what does not agree, and exits 1 on a hit. */
async function auditBooks(): Promise<number> {
  const env = readEnv(process.env)
  const { owner, app, auditor, leave } = await reach(env)
  // Without a role that sees all companies each is asked by itself, as the server's own role: the owner would see the accounts of
  // every company beside the roles of one.
  const database = openDatabase(auditor ?? app, 'audit-books', { max: 2 })
  const companies = auditor ? [] : await allCompanies(owner)
  const files = openFiles(openStore(env, resolve(env.DATA_DIR, 'files'), console), '')
  const checks = [...bookChecks, { code: 'files', hits: (db: Kysely<DB>) => missingFiles(db, files) }]
  let hits = 0
  try {
    for (const { code, hits: ask } of checks) {
      const found = auditor ? await ask(database.gate) : await companyByCompany(ask)
      hits += found.length
      console.log(`${found.length === 0 ? 'clean' : 'HIT  '}  ${code}`)
      for (const { what } of found.slice(0, 100)) console.log(`         ${what}`)
    }
  } finally {
    await database.close()
    await leave()
  }
  console.log(hits === 0 ? 'The books are clean.' : `${hits} entries do not agree.`)
  return hits === 0 ? 0 : 1

  async function companyByCompany(ask: (db: Kysely<DB>) => Promise<{ what: string }[]>) {
    const found = []
    for (const id of companies) found.push(...(await database.read(id, ask)))
    return [...new Map(found.map((hit) => [hit.what, hit])).values()]
  }
}

/** Closed companies too: their books are kept. */
async function allCompanies(owner: pg.ClientConfig): Promise<number[]> {
  const client = openClient(owner)
  await client.connect()
  try {
    const { rows } = await client.query<{ id: number }>('select id from tenants order by id')
    return rows.map(({ id }) => id)
  } finally {
    await client.end()
  }
}

try {
  process.exitCode = await auditBooks()
} catch (fault) {
  console.error(fault instanceof BadSettings ? fault.message : fault)
  process.exitCode = 2
}
