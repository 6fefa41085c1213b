import { sql } from 'kysely'
import { expect } from 'vitest'
import { bookChecks } from '../app/server/book-checks.ts'
import type { BookCheck } from '../platform/book-checks/server/book-check.ts'
import { type Database, type Db, openDatabase, type Tx } from '../platform/database/server/db.ts'
import type { TestDatabase } from './database.ts'

/** The checks of goods, money and documents; the others look at the database itself. */
export const ledgerChecks = bookChecks.filter(({ code }) => /^I-|billable/.test(code))

/** What checks report, each as the code of its check and what it is about. */
export async function wrongBy(
  checks: readonly BookCheck[],
  db: Db,
  { tenantId }: { tenantId: number },
): Promise<string[]> {
  const wrong: string[] = []
  for (const { code, hits } of checks)
    wrong.push(...(await hits(db, tenantId)).map(({ what }) => `${code} ${what}`))
  return wrong
}

/** The same of all that is committed. */
export const wrongNow = (
  checks: readonly BookCheck[],
  { database }: { database: Pick<Database, 'read'> },
  company: { tenantId: number },
) => database.read(company.tenantId, (db) => wrongBy(checks, db, company))

/** The codes of the checks that report anything. */
export async function codesBy(
  checks: readonly BookCheck[],
  db: Db,
  { tenantId }: { tenantId: number },
): Promise<string[]> {
  const codes: string[] = []
  for (const { code, hits } of checks) if ((await hits(db, tenantId)).length > 0) codes.push(code)
  return codes
}

/** Books that can be damaged as by a database administrator: what is reported after statements, which are rolled back. */
export function damagedBooks(
  { at, closeWith }: Pick<TestDatabase, 'at' | 'closeWith'>,
  { tenantId }: { tenantId: number },
  report: (tx: Tx) => Promise<string[]>,
) {
  const owner = openDatabase(at.owner, 'owner', { max: 1 })
  closeWith(() => owner.close())
  return reportAfter(owner, { tenantId }, report)
}

export const reportAfter =
  (
    { write }: Pick<Database, 'write'>,
    { tenantId }: { tenantId: number },
    report: (tx: Tx) => Promise<string[]>,
  ) =>
  async (...statements: (string | undefined)[]): Promise<string[]> => {
    const undone = new Error('undone')
    let results: string[] = []
    const work = write(tenantId, async (tx) => {
      for (const statement of statements) if (statement) await sql.raw(statement).execute(tx)
      results = await report(tx)
      throw undone
    })
    await expect(work).rejects.toBe(undone)
    return results
  }
