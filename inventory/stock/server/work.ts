import { sql } from 'kysely'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { only } from '../../../platform/database/server/rows.ts'
import type { stockWork as queues } from '../work.ts'

/** Waiting stock work: counts and bins for returns are few, and blocked stock has its own index. */
export async function stockWork(db: Db, who: Who): Promise<Record<keyof typeof queues, number>> {
  const { rows } = await sql<Record<keyof typeof queues, number>>`
    select n.counts_open, n.counts_to_review, r.to_put_back, s.blocked
    from (select count(*) filter (where status = 'open') as counts_open,
        count(*) filter (where status = 'review') as counts_to_review
      from stock_counts where tenant_id = ${who.tenantId}) n,
      (select count(*) as to_put_back from locations l join stock s on s.tenant_id = l.tenant_id and s.location_id = l.id and s.on_hand > 0
        where l.tenant_id = ${who.tenantId} and l.purpose = 'return') r,
      (select count(*) as blocked from stock where tenant_id = ${who.tenantId} and blocked_because is not null) s
  `.execute(db)
  return only(rows)
}
