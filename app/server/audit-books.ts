import { resolve } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { openDatabase } from '../../lib/server/db.ts'
import { BadSettings, readEnv } from '../../lib/server/env.ts'
import { openFiles } from '../../lib/server/files.ts'
import { openStore } from '../../lib/server/store.ts'
import { bookChecks, missingFiles } from './books.ts'
import { reach } from './reach.ts'

/** Asks the books every question over all tenants, prints what does not agree, and exits 1 on a hit. */
async function auditBooks(): Promise<number> {
  const env = readEnv(process.env)
  const { owner, auditor, leave } = await reach(env)
  const database = openDatabase(auditor ?? owner, 'audit-books', { max: 2 })
  const files = openFiles(openStore(env, resolve(env.DATA_DIR, 'files'), console), '')
  const checks = [...bookChecks, { code: 'files', hits: (db: Kysely<DB>) => missingFiles(db, files) }]
  let hits = 0
  try {
    for (const { code, hits: ask } of checks) {
      const found = auditor ? await ask(database.gate) : await tenantByTenant(ask)
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

  /** Without a role that sees all tenants, the question goes to each of them. */
  async function tenantByTenant(ask: (db: Kysely<DB>) => Promise<{ what: string }[]>) {
    const { rows } = await sql<{ id: number }>`select open_tenants() as id`.execute(database.gate)
    const found = []
    for (const { id } of rows) found.push(...(await database.read(id, ask)))
    return [...new Map(found.map((hit) => [hit.what, hit])).values()]
  }
}

try {
  process.exitCode = await auditBooks()
} catch (fault) {
  console.error(fault instanceof BadSettings ? fault.message : fault)
  process.exitCode = 2
}
