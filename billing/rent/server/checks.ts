import { sql } from 'kysely'
import type { BookCheck, Hit } from '../../../platform/book-checks/server/book-check.ts'
import { inOneStatement, inParts, together } from '../../../platform/book-checks/server/book-parts.ts'

/** The invariants of storage rent. */
export const rentChecks: BookCheck[] = [
  {
    code: 'I-15',
    title: {
      zh_CN: '从第一个计费日到昨天，每个计费日恰好有一次库存快照',
      en_US: 'Every charge date from the first one until yesterday has exactly one stock snapshot',
    },
    hits: together(
      inOneStatement(
        (tenantId) => sql<Hit>`
          select 'after ' || x.before as what from (
            select charge_date, lag(charge_date) over (order by charge_date) as before from stock_snapshots where tenant_id = ${tenantId}) x
          where x.charge_date <> x.before + 1`,
      ),
      // The first night ends the day of the first putaway, which has up to 25 hours, and is due at 06:00 at the latest: that holds whatever
      // became of the time zone and the snapshot time since. A bin that had another purpose may have held goods that cost nothing; the audit log,
      // which knows that, is kept for 24 months.
      inOneStatement(
        (tenantId) => sql<Hit>`
          select 'missing ' || (f.at at time zone w.time_zone)::date as what from warehouses w
          cross join lateral (
            select s.due_at from stock_snapshots s where s.tenant_id = w.tenant_id order by s.charge_date limit 1) x
          cross join lateral (
            select greatest(f.at, t.created_at) as at from stock_flows f
            join locations l on l.tenant_id = f.tenant_id and l.id = f.location_id and l.purpose not in ('receiving', 'virtual')
            join tenants t on t.id = f.tenant_id
            where f.tenant_id = w.tenant_id and f.d_on_hand > 0 and not exists (select 1 from audit_log g
              where g.tenant_id = l.tenant_id and g.object_type = 'location' and g.object_id = l.id and g.before ? 'purpose')
            order by f.at limit 1) f
          where w.tenant_id = ${tenantId} and x.due_at > f.at + interval '31 hours' and f.at > business_now() - interval '23 months'`,
      ),
      // A night that waits for a day is late; while the company's period has ended, nights wait for its renewal.
      inOneStatement(
        (tenantId) => sql<Hit>`
          select 'missing ' || (x.charge_date + 1) as what from warehouses w
          join tenants t on t.id = w.tenant_id and company_status(t) = 'open'
          cross join lateral (
            select s.charge_date from stock_snapshots s where s.tenant_id = w.tenant_id order by s.charge_date desc limit 1) x
          where w.tenant_id = ${tenantId} and due_at(x.charge_date + 2, w.snapshot_time, w.time_zone) < business_now() - interval '1 day'
          union all
          select 'unfinished ' || s.charge_date from stock_snapshots s
          where s.tenant_id = ${tenantId} and s.status <> 'done' and s.due_at < business_now() - interval '1 day'`,
      ),
    ),
  },
  {
    code: 'I-16',
    title: {
      zh_CN: '每个客户每个计费日的仓租恰好计入一笔费用，费用等于各日之和，各日等于明细之和',
      en_US:
        'Each customer’s rent of a charge date is in exactly one fee; a fee is the sum of its days and a day the sum of its lines',
    },
    hits: together(
      inParts(
        'rent_days',
        (among) => sql<Hit>`
          select c.customer_code || ' ' || d.charge_date as what from rent_days d
          join customers c on c.tenant_id = d.tenant_id and c.id = d.customer_id
          left join billable_events e on e.tenant_id = d.tenant_id and e.kind = 'storage' and e.source_id = d.id and e.status <> 'reversed'
          left join fees f on f.tenant_id = d.tenant_id and f.id = d.fee_id
          left join account_holds h on h.tenant_id = d.tenant_id and h.source_id = d.id and h.reason = 'rent' and h.status = 'open'
          left join lateral (
            select sum(l.amount6) as amount6, count(*) as lines, count(l.amount6) as priced from stock_snapshot_lines l
            where l.tenant_id = d.tenant_id and l.rent_day_id = d.id) x on true
          where ${among('d.tenant_id', 'd.id')} and (
            e.id is null or (e.customer_id, e.charge_date) is distinct from (d.customer_id, d.charge_date) or x.lines = 0
            or (e.status = 'charged') <> coalesce(d.amount > 0, false) or (e.status = 'free') <> coalesce(d.amount = 0, false)
            or d.amount is not null and (x.priced <> x.lines or d.amount <> round(x.amount6 * d.discount, 2))
            or d.amount > 0 and d.cycle_to is null and d.fee_id is null
            or d.fee_id is not null and (f.customer_id, f.version_id, f.discount) is distinct from (d.customer_id, d.version_id, d.discount)
            or h.id is not null and (d.fee_id is not null or h.amount is distinct from d.amount::numeric))`,
      ),
      inParts(
        'rent_days',
        (among) => sql<Hit>`
          select f.fee_no as what from (select distinct d.tenant_id, d.fee_id from rent_days d where ${among('d.tenant_id', 'd.id')}) x
          join fees f on f.tenant_id = x.tenant_id and f.id = x.fee_id
          where f.amount is distinct from (
            select sum(d.amount) from rent_days d where d.tenant_id = f.tenant_id and d.fee_id = f.id)`,
      ),
      // What is put aside is charged at the end of its cycle; that of a blocked account by the first night after it is unblocked.
      inParts(
        'rent_days',
        (among) => sql<Hit>`
          select c.customer_code || ' ' || d.charge_date as what from rent_days d
          join customers c on c.tenant_id = d.tenant_id and c.id = d.customer_id
          join customer_accounts a on a.tenant_id = d.tenant_id and a.customer_id = d.customer_id and a.blocked_because is null
          cross join lateral (
            select s.charge_date, s.taken_at from stock_snapshots s
            where s.tenant_id = d.tenant_id and s.status = 'done' order by s.charge_date desc limit 1) n
          where ${among('d.tenant_id', 'd.id')} and d.fee_id is null and d.amount > 0 and d.cycle_to < n.charge_date
            and not exists (select 1 from audit_log g where g.tenant_id = c.tenant_id and g.object_type = 'customer' and g.object_id = c.id
              and g.action = 'unblock' and g.at > n.taken_at)`,
      ),
      // What was charged for a night without being one of its days.
      inParts(
        'rent_days',
        (among) => sql<Hit>`
          select f.fee_no as what from rent_days d
          join billable_events e on e.tenant_id = d.tenant_id and e.kind = 'storage' and e.source_id = d.id
          join fees f on f.tenant_id = e.tenant_id and f.event_id = e.id and f.refund_of is null
            and f.status not in ('voided', 'reversed')
          where ${among('d.tenant_id', 'd.id')} and d.fee_id is distinct from f.id`,
      ),
    ),
  },
]
