import { sql } from 'kysely'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { only } from '../../../platform/database/server/rows.ts'
import type { stockWork as queues } from '../work.ts'

/** Waiting stock work: counts are few, and blocked stock has its own index. */
export async function stockWork(db: Db, who: Who): Promise<Record<keyof typeof queues, number>> {
  const { rows } = await sql<Record<keyof typeof queues, number>>`
    select n.counts_open, n.counts_to_review, s.blocked
    from (select count(*) filter (where status = 'open') as counts_open,
        count(*) filter (where status = 'review') as counts_to_review
      from stock_counts where tenant_id = ${who.tenantId}) n,
      (select count(*) as blocked from stock where tenant_id = ${who.tenantId} and blocked_because is not null) s
  `.execute(db)
  return only(rows)
}
