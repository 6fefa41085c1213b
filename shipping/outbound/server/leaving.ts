import { sql } from 'kysely'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import type { Leaving } from '../rules.ts'

type LeavingPackage = Leaving['packages'][number] & {
  packageId: number
  packageSeq: number
  trackingNo: string | null
}
export type LeavingOrder = Omit<Leaving, 'packages'> & {
  id: number
  customerId: number
  estWeight: string | null
  customerCode: string
  channelCode: string
  carrier: string
  packages: LeavingPackage[]
}

/** Orders with what decides whether they can leave, by id. */
export async function leavingOrders(
  db: Db,
  who: Pick<Who, 'tenantId'>,
  ids: readonly number[],
): Promise<LeavingOrder[]> {
  const t = who.tenantId
  const { rows } = await sql<LeavingOrder>`
    with packed as materialized (
      select k.order_id, json_agg(json_build_object('packageId', k.id, 'packageSeq', k.package_seq, 'weight', k.weight::text,
          'trackingNo', w.tracking_no, 'label', case when w.id is not null then
            json_build_object('channelId', w.channel_id, 'printCount', w.print_count) end) order by k.package_seq) as items
      from packages k left join waybills w on w.tenant_id = k.tenant_id and w.order_id = k.order_id and w.package_id = k.id
        and w.status = 'obtained'
      where k.tenant_id = ${t} and k.order_id = any(${ids}::bigint[]) group by k.order_id),
    held as materialized (
      select a.demand_id, sum(a.quantity)::bigint as pieces, bool_or(s.blocked_because is not null) as is_blocked
      from allocations a join stock s on s.tenant_id = a.tenant_id and s.id = a.stock_id
      where a.tenant_id = ${t} and a.demand_type = 'order' and a.demand_id = any(${ids}::bigint[]) and a.status = 'open'
      group by a.demand_id)
    select o.id, o.order_no, o.customer_id, o.status, o.intercept_status, o.channel_id, o.piece_count, o.est_weight, c.customer_code, h.channel_code,
      h.carrier, coalesce(held.pieces, 0) as allocated, coalesce(held.is_blocked, false) as is_blocked,
      coalesce(packed.items, '[]') as packages
    from orders o
    join customers c on c.tenant_id = o.tenant_id and c.id = o.customer_id
    join channels h on h.tenant_id = o.tenant_id and h.id = o.channel_id
    left join packed on packed.order_id = o.id
    left join held on held.demand_id = o.id
    where o.tenant_id = ${t} and o.id = any(${ids}::bigint[]) order by o.id`.execute(db)
  return rows
}

/** A package's weight: as weighed, or as estimated where the order has no other package. */
export const weightOf = (
  { packages, estWeight }: Pick<LeavingOrder, 'packages' | 'estWeight'>,
  { weight }: Pick<LeavingPackage, 'weight'>,
): string | null => weight ?? (packages.length === 1 ? estWeight : null)
