import { type RawBuilder, sql } from 'kysely'

/**
 * The fees that belong on bills and are on none yet. `wanted` is a table expression of bills, drawn up or only thought of: `tenant_id`,
 * `id`, `customer_id`, `settlement_mode`, `period_from`, `period_to`, `starts_at`, `ends_at`.
 *
 * A bill takes the unpaid fees of its days, and those of earlier days that were priced after the bill of those days was issued; where
 * several bills could take a fee, the one of the earliest days does. A statement takes what left the balance in its period, whatever the
 * day of the work: it adds up to the balance.
 */
export const feesToBill = (wanted: RawBuilder<unknown>) => sql`
  (select distinct on (f.id) b.id as bill_id, f.id as fee_id, f.customer_id, f.amount
  from ${wanted} b join fees f on f.tenant_id = b.tenant_id and f.customer_id = b.customer_id
  where b.settlement_mode = 'bill' and f.status = 'not_settled' and f.charge_date <= b.period_to
    and (f.charge_date >= b.period_from or exists (select 1 from bills e where e.tenant_id = f.tenant_id and e.customer_id = f.customer_id
      and e.settlement_mode = 'bill' and e.status in ('not_settled', 'paid') and f.charge_date between e.period_from and e.period_to))
    and not exists (select 1 from bill_lines l where l.tenant_id = f.tenant_id and l.fee_id = f.id and l.is_live)
  order by f.id, b.period_to, b.id)
  union all
  select b.id, f.id, f.customer_id, f.amount
  from ${wanted} b join fees f on f.tenant_id = b.tenant_id and f.customer_id = b.customer_id
  where b.settlement_mode = 'balance' and f.status = 'settled' and f.settled_at >= b.starts_at and f.settled_at < b.ends_at
    and not exists (select 1 from bill_lines l where l.tenant_id = f.tenant_id and l.fee_id = f.id and l.is_live)`

/** What became of the billable events of the customer `b` in its period; for a lateral join. */
export const completenessOf = sql`
  select count(*) filter (where e.status = 'charged')::int as charged_events, count(*) filter (where e.status = 'free')::int as free_events,
    count(*) filter (where e.status = 'waived')::int as waived_events, count(*) filter (where e.status = 'open')::int as open_events,
    count(*) filter (where e.status = 'waiting')::int as waiting_events
  from billable_events e
  where e.tenant_id = b.tenant_id and e.customer_id = b.customer_id and e.charge_date between b.period_from and b.period_to
    and e.status <> 'reversed'`

/**
 * The instants at which a period starts and ends in the warehouse. Next to another bill of the customer it starts where that one ended, and ends
 * where the next one starts: a time zone that changed in between loses no hour and counts none twice.
 */
export const instantsOf = sql`
  coalesce((select k.ends_at from bills k where k.tenant_id = b.tenant_id and k.customer_id = b.customer_id and k.settlement_mode = b.settlement_mode
      and k.status <> 'voided' and k.period_to = b.period_from - 1 order by k.id desc limit 1),
    b.period_from::timestamp at time zone w.time_zone) as starts_at,
  coalesce((select k.starts_at from bills k where k.tenant_id = b.tenant_id and k.customer_id = b.customer_id and k.settlement_mode = b.settlement_mode
      and k.status <> 'voided' and k.period_from = b.period_to + 1 order by k.id desc limit 1),
    (b.period_to + 1)::timestamp at time zone w.time_zone) as ends_at`

/** The instants of the bill `b`, as they were when it was drawn up; one of an older server has those of today's time zone. */
export const startOfBill = sql`coalesce(b.starts_at, b.period_from::timestamp at time zone w.time_zone)`
export const endOfBill = sql`coalesce(b.ends_at, (b.period_to + 1)::timestamp at time zone w.time_zone)`
