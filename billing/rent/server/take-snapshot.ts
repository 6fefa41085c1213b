import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/server/db.ts'
import { only } from '../../../platform/database/server/rows.ts'
import type { Charger } from '../../fees/server/write-fees.ts'
import { MAX_VOLUME } from '../../pricing/volume.ts'

/**
 * Writes what each customer had in storage at the due instant of a night, with an event for each customer: from the ledger, never from
 * today's stock. Returns false, and the night waits for the next run, while an older posting can still commit.
 *
 * Goods in receiving are not put away yet, and virtual places hold none. What is allocated or frozen takes up space too. A volume that is
 * too large to store is written as the largest one, so that one wrong product does not stop the night for all customers.
 */
export async function takeSnapshot(
  tx: Tx,
  { tenantId }: Charger,
  { id, dueAt }: { id: number; dueAt: string },
): Promise<boolean> {
  const { rows } = await sql<{
    outcome: string
  }>`select await_postings(${dueAt}::timestamptz) as outcome`.execute(tx)
  if (only(rows).outcome !== 'settled') return false
  await sql`
    with night as materialized (
      select n.id, n.charge_date, n.due_at, (n.charge_date + time '12:00') at time zone w.time_zone as noon, coalesce(w.unit, 1) as unit, w.min_volume
      from stock_snapshots n join warehouses w on w.tenant_id = n.tenant_id where n.tenant_id = ${tenantId} and n.id = ${id}),
    goods as materialized (
      select s.customer_id, s.product_id, s.batch_id, s.quality, b.putaway_date, sum(q.on_hand) as quantity
      from night n cross join stock s
      join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id and l.purpose not in ('receiving', 'virtual')
      join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id and b.putaway_date is not null
      join lateral (
        select s.on_hand where s.changed_at <= n.due_at
        union all (
          select f.on_hand_after from stock_flows f
          where s.changed_at > n.due_at and f.tenant_id = s.tenant_id and f.stock_id = s.id and f.at <= n.due_at
          order by f.at desc, f.seq desc limit 1)) q on true
      where s.tenant_id = ${tenantId} and q.on_hand > 0
      group by 1, 2, 3, 4, 5),
    sums as (
      select g.customer_id, count(distinct g.product_id) as skus, sum(g.quantity) as pieces from goods g group by 1),
    days as (
      insert into rent_days (tenant_id, snapshot_id, customer_id, charge_date)
      select ${tenantId}, n.id, s.customer_id, n.charge_date from sums s cross join night n order by s.customer_id
      returning id, customer_id),
    lines as (
      insert into stock_snapshot_lines (tenant_id, rent_day_id, batch_id, quality, quantity, unit_volume, no_dims, age_days)
      select ${tenantId}, d.id, g.batch_id, g.quality, g.quantity, greatest(least(coalesce(v.volume, 0), ${MAX_VOLUME}::numeric), n.min_volume), v.volume is null,
        n.charge_date - g.putaway_date + 1
      from goods g cross join night n
      join days d on d.customer_id = g.customer_id
      join products p on p.tenant_id = ${tenantId} and p.id = g.product_id
      cross join lateral (
        select round(coalesce(p.measured_length, p.declared_length) * coalesce(p.measured_width, p.declared_width)
          * coalesce(p.measured_height, p.declared_height) / case n.unit when 1 then 1000000 else 1728 end, 6) as volume) v
      returning 1),
    events as (
      insert into billable_events (tenant_id, kind, source_id, source_no, customer_id, charge_date, facts_version, facts, group_id,
        is_group_known)
      select ${tenantId}, 'storage', d.id, 'RENT-' || to_char(n.charge_date, 'YYYYMMDD') || '-' || c.customer_code, d.customer_id, n.charge_date, 1,
        jsonb_build_object('at', to_char(n.noon at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'unit', n.unit, 'minVolume', n.min_volume::text,
          'skus', s.skus, 'pieces', s.pieces), c.group_id, true
      from days d cross join night n
      join sums s on s.customer_id = d.customer_id
      join customers c on c.tenant_id = ${tenantId} and c.id = d.customer_id
      order by d.customer_id)
    update stock_snapshots set taken_at = business_now(), line_count = (select count(*) from lines)
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx)
  return true
}
