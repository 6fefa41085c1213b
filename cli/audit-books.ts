import { resolve } from 'node:path'
import type pg from 'pg'
import { bookChecks, filesCheck } from '../app/server/book-checks.ts'
import { reach } from '../platform/database/server/connect.ts'
import { openClient, openDatabase } from '../platform/database/server/db.ts'
import { openFiles } from '../platform/files/server/files.ts'
import { openStore } from '../platform/files/server/store.ts'
import { type Env, readEnv } from '../platform/server/env.ts'
import { BadSettings } from '../postgres/bad-settings.ts'

/** Runs every ledger check for every company, prints mismatches, and returns 1 if there are any. */
export async function auditBooks(env: Env): Promise<number> {
  const { owner, app, auditor, leave } = await reach(env)
  // Each company is checked separately, by the server's own role where there is no auditor: the owner would
  // see the accounts of every company beside the roles of one.
  const database = openDatabase(auditor ?? app, 'audit-books', { max: 2 })
  const companies = await allCompanies(owner)
  const files = openFiles(openStore(env, resolve(env.DATA_DIR, 'files'), console), '')
  let hits = 0
  try {
    for (const { code, hits: ask } of [...bookChecks, filesCheck(files)]) {
      const matches = new Set<string>()
      for (const id of companies)
        for (const { what } of await database.read(id, (db) => ask(db, id))) matches.add(what)
      hits += matches.size
      console.log(`${matches.size === 0 ? 'clean' : 'HIT  '}  ${code}`)
      for (const what of [...matches].slice(0, 100)) console.log(`         ${what}`)
    }
  } finally {
    await database.close()
    await leave()
  }
  console.log(hits === 0 ? 'All checks passed.' : `${hits} mismatches found.`)
  return hits === 0 ? 0 : 1
}

/** Closed companies too: their ledgers are kept. */
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

if (import.meta.main) {
  try {
    process.exitCode = await auditBooks(readEnv(process.env))
  } catch (fault) {
    console.error(fault instanceof BadSettings ? fault.message : fault)
    process.exitCode = 2
  }
}
