import { sql } from 'kysely'
import type { Database } from '../../lib/server/db.ts'
import { sweepExports } from '../../lib/server/exports.ts'
import type { Files } from '../../lib/server/files.ts'
import { sweepUploads } from '../../lib/server/uploads.ts'
import { keepResults } from './book-results.ts'
import { bookChecks } from './books.ts'

/** When the house's own work is due, in UTC. A job's name is its key, so two servers do it once. */
export const crontab = [
  '*/15 * * * * sweep ?jobKey=sweep&jobKeyMode=preserve_run_at&max=3',
  '50 2 * * * sweep_files ?jobKey=sweep_files&jobKeyMode=preserve_run_at&max=3',
  '20 3 * * * check_books ?jobKey=check_books&jobKeyMode=preserve_run_at&max=3',
].join('\n')

/** Work that nobody asks for: each has to be harmless when it runs twice. */
export const clock = (database: Database, files: Files): Record<string, () => Promise<void>> => ({
  async sweep() {
    await sql`select sweep()`.execute(database.gate)
    for (const id of await openTenants(database)) {
      await database.write(id, async (tx) => {
        await tx
          .deleteFrom('idempotency')
          .where('tenantId', '=', id)
          .where('at', '<', sql<string>`now() - interval '7 days'`)
          .execute()
        await sweepUploads(tx, id)
      })
    }
  },

  /** What servers that died in the middle of it left on the disk. */
  async sweep_files() {
    await sweepExports()
    await files.sweep()
  },

  /** Every question to the books of every company; what does not agree stands still until somebody has looked. */
  async check_books() {
    for (const tenantId of await openTenants(database)) {
      const night = { tenantId, accountId: null, loginAccount: 'system', requestId: 'nightly', ip: '' }
      for (const { code, hits } of bookChecks) {
        const found = await database.read(tenantId, (db) => hits(db))
        await database.write(tenantId, (tx) => keepResults(tx, night, code, found))
      }
    }
  },
})

async function openTenants(database: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select open_tenants() as id`.execute(database.gate)
  return rows.map(({ id }) => id)
}
