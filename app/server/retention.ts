import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/server/db.ts'
import { only } from '../../platform/database/server/rows.ts'
import type { Files } from '../../platform/files/server/files.ts'
import { sealCheck } from './seals.ts'
import { slices } from './slices.ts'

/** Rows per transaction: short enough to block no one, and an interrupted run continues next time. */
const AT_A_TIME = 1000

const countOf = async (tx: Tx, statement: ReturnType<typeof sql<{ gone: number }>>) =>
  only((await statement.execute(tx)).rows).gone

/** Events after 90 days. */
async function deleteEvents({ write }: Database, tenantId: number) {
  const some = (tx: Tx) => countOf(tx, sql`select delete_old_events(${AT_A_TIME}) as gone`)
  while ((await write(tenantId, some)) > 0);
}

/**
 * The audit log after 24 months. If it does not match its seals, or was not checked yet, everything stays: it
 * may be evidence.
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

/** Task results after 30 days, unreferenced uploads after 7: first the row, then the stored file. */
async function deleteFiles({ write }: Database, files: Files, tenantId: number) {
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after
    const { rows } = await write(tenantId, (tx) =>
      sql<{
        last: number | null
        keys: string[]
      }>`select * from delete_old_files(${from}, ${AT_A_TIME})`.execute(tx),
    )
    const { keys, last } = only(rows)
    for (const key of keys) await files.remove(key)
    after = last
  }
}

/** Deletes expired data of one company. A failure does not stop the rest. */
export async function deleteOld(database: Database, files: Files, tenantId: number) {
  const done = await Promise.allSettled([
    deleteEvents(database, tenantId),
    deleteAudit(database, tenantId),
    deleteFiles(database, files, tenantId),
    ...slices.map(({ deleteOld }) => deleteOld?.(database, tenantId)),
  ])
  const faults = done.flatMap((item) => (item.status === 'rejected' ? [item.reason] : []))
  if (faults.length > 0) throw new AggregateError(faults, `company ${tenantId}: ${faults.join('; ')}`)
}

/**
 * Deletes stored files without a row: the transaction was rolled back, or the server died after deleting the
 * row.
 */
export async function sweepStore(database: Database, files: Files) {
  let keys: string[] = []
  const take = async () => {
    const { rows } = await sql<{ key: string }>`select unreferenced_keys(${keys}::text[]) as key`.execute(
      database.gate,
    )
    for (const { key } of rows) await files.remove(key)
    keys = []
  }
  for await (const key of files.olderKeys()) if (keys.push(key) === AT_A_TIME) await take()
  if (keys.length > 0) await take()
}
