import { sql } from 'kysely'
import type { Database } from '../../lib/server/db.ts'

/** When the house's own work is due, in UTC. A job's name is its key, so two servers do it once. */
export const crontab = '*/15 * * * * sweep ?jobKey=sweep&jobKeyMode=preserve_run_at&max=3'

/** Work that nobody asks for: each has to be harmless when it runs twice. */
export const clock = (database: Database): Record<string, () => Promise<void>> => ({
  async sweep() {
    await sql`select sweep()`.execute(database.gate)
    const { rows } = await sql<{ id: number }>`select open_tenants() as id`.execute(database.gate)
    for (const { id } of rows) {
      await database.write(id, (tx) =>
        tx
          .deleteFrom('idempotency')
          .where('tenantId', '=', id)
          .where('at', '<', sql<string>`now() - interval '7 days'`)
          .execute(),
      )
    }
  },
})
