import { type RawBuilder, sql } from 'kysely'
import type { Who } from '../../platform/calls/who.ts'

/** The pieces of products that an audit could allocate now; of those that the condition names, or of all. */
export const freePieces = (
  who: Pick<Who, 'tenantId'>,
  isAsked: RawBuilder<unknown> = sql`true`,
): RawBuilder<{ productId: number; pieces: number }> => sql`
  select s.product_id, sum(s.on_hand - s.allocated - s.frozen)::bigint as pieces from stock s
  join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id and l.purpose = 'storage' and l.is_enabled
  join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
  where s.tenant_id = ${who.tenantId} and s.on_hand > 0 and s.quality = 'good' and s.blocked_because is null
    and (b.expiry_date is null or b.expiry_date >= warehouse_today()) and ${isAsked}
  group by s.product_id`

/** The open orders without goods for which there are not enough now, each by itself. */
export const lackingOrders = (who: Pick<Who, 'tenantId'>): RawBuilder<{ orderId: number }> => sql`
  select w.order_id from order_lines w left join (${freePieces(who)}) free on free.product_id = w.product_id
  where w.tenant_id = ${who.tenantId} and coalesce(free.pieces, 0) < w.quantity
    and w.order_id in (${sql.join(
      // Each status has its index.
      (['pending_audit', 'under_audit', 'audit_exception'] as const).map(
        (status) =>
          sql`select id from orders where tenant_id = ${who.tenantId} and status = ${sql.lit(status)}`,
      ),
      sql` union all `,
    )})
    and not exists (select 1 from allocations a where a.tenant_id = w.tenant_id and a.demand_type = 'order'
      and a.demand_id = w.order_id and a.status = 'open')`
