import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/server/db.ts'
import { only } from '../../platform/database/server/rows.ts'
import type { Files } from '../../platform/files/server/files.ts'
import { sealCheck } from './seals.ts'

/** So many rows to a transaction: nobody waits for the night's work, and what a stop breaks off goes on the next time. */
const AT_A_TIME = 1000

const countOf = async (tx: Tx, statement: ReturnType<typeof sql<{ gone: number }>>) =>
  only((await statement.execute(tx)).rows).gone

/** Events after 90 days. */
async function deleteEvents({ write }: Database, tenantId: number) {
  const some = (tx: Tx) => countOf(tx, sql`select delete_old_events(${AT_A_TIME}) as gone`)
  while ((await write(tenantId, some)) > 0);
}

/**
 * The audit log after 24 months. Where it does not agree with its seals, or nobody has looked yet, everything stays as it is: it
 * may be what somebody has to look at.
 */
async function deleteAudit({ read, write }: Database, tenantId: number) {
  const checked = await read(tenantId, (db) =>
    db
      .selectFrom('bookResults')
      .select('hits')
      .where('tenantId', '=', tenantId)
      .where('code', '=', sealCheck.code)
      .executeTakeFirst(),
  )
  if (!Array.isArray(checked?.hits) || checked.hits.length > 0) return
  const some = (tx: Tx) => countOf(tx, sql`select delete_old_audit(${AT_A_TIME}) as gone`)
  while ((await write(tenantId, some)) > 0);
}

/** What tasks made after 30 days, uploads that nothing refers to after 7: first the row, then what lies in the store. */
async function deleteFiles({ write }: Database, files: Files, tenantId: number) {
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after
    const { rows } = await write(tenantId, (tx) =>
      sql<{
        last: number | null
        keys: string[]
      }>`select * from delete_old_files(${from}, ${AT_A_TIME})`.execute(tx),
    )
    for (const key of rows[0]?.keys ?? []) await files.remove(key)
    after = rows[0]?.last ?? null
  }
}

/** Deletes what one company need not keep any longer. What fails does not keep the rest from being deleted. */
export async function deleteOld(database: Database, files: Files, tenantId: number) {
  const done = await Promise.allSettled([
    deleteEvents(database, tenantId),
    deleteAudit(database, tenantId),
    deleteFiles(database, files, tenantId),
  ])
  const faults = done.flatMap((item) => (item.status === 'rejected' ? [item.reason] : []))
  if (faults.length > 0) throw new AggregateError(faults, `company ${tenantId}: ${faults.join('; ')}`)
}

/** Takes out of the store what no row names: its transaction came to nothing, or its row is gone and the server died. */
export async function sweepStore(database: Database, files: Files) {
  let keys: string[] = []
  const take = async () => {
    const { rows } = await sql<{ key: string }>`select unnamed_keys(${keys}::text[]) as key`.execute(
      database.gate,
    )
    for (const { key } of rows) await files.remove(key)
    keys = []
  }
  for await (const key of files.olderKeys()) if (keys.push(key) === AT_A_TIME) await take()
  if (keys.length > 0) await take()
}
