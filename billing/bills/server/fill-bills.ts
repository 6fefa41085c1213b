import { sql } from 'kysely'
import { refuse } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { only } from '../../../platform/database/server/rows.ts'
import { billText } from '../text.ts'
import { completenessOf, endOfBill, feesToBill, startOfBill } from './billable-fees.ts'

type Company = Pick<Who, 'tenantId'>

const draftsOf = (tenantId: number, ids: readonly number[]) => sql`
  (select b.tenant_id, b.id, b.customer_id, b.settlement_mode, b.period_from, b.period_to, ${startOfBill} as starts_at, ${endOfBill} as ends_at
    from bills b join warehouses w on w.tenant_id = b.tenant_id
    where b.tenant_id = ${tenantId} and b.id = any(${ids}::bigint[]) and b.status = 'draft')`

/**
 * Puts the fees of their periods on drafts, as they are now, and writes the totals. The caller has locked the bills and their customers, so that no
 * other bill takes the same fees.
 */
export async function fillBills(tx: Tx, { tenantId }: Company, ids: readonly number[]) {
  if (ids.length === 0) return
  await awaitPostings(tx, tenantId, ids)
  await sql`delete from bill_lines l using bills b where l.tenant_id = ${tenantId} and l.bill_id = any(${ids}::bigint[])
    and b.tenant_id = l.tenant_id and b.id = l.bill_id and b.status = 'draft'`.execute(tx)
  await sql`
    insert into bill_lines (tenant_id, bill_id, fee_id, customer_id)
    select ${tenantId}, x.bill_id, x.fee_id, x.customer_id from (${feesToBill(draftsOf(tenantId, ids))}) x
    order by x.fee_id`.execute(tx)
  // Adding a line waits for a lock on its fee. What was voided, reversed or settled meanwhile does not belong on the bill any more.
  await sql`
    delete from bill_lines l using bills b, fees f
    where l.tenant_id = ${tenantId} and l.bill_id = any(${ids}::bigint[]) and b.tenant_id = l.tenant_id and b.id = l.bill_id and b.status = 'draft'
      and f.tenant_id = l.tenant_id and f.id = l.fee_id
      and f.status <> (case b.settlement_mode when 'balance' then 'settled' else 'not_settled' end)::fee_status`.execute(
    tx,
  )
  await totalBills(tx, { tenantId }, ids)
}

/**
 * Waits until everything that was posted in the periods of drafts is committed: a statement that is issued without it would never show it,
 * and the next one would not start with the balance it ends with.
 */
async function awaitPostings(tx: Tx, tenantId: number, ids: readonly number[]) {
  const { rows } = await sql<{ outcome: string | null }>`
    select await_postings(least(max(b.ends_at), business_now())) as outcome from ${draftsOf(tenantId, ids)} b`.execute(
    tx,
  )
  if (only(rows).outcome === 'busy') refuse(billText.busy)
}

/** Writes the totals of drafts from their lines, and the balances and events of their periods. */
export async function totalBills(tx: Tx, { tenantId }: Company, ids: readonly number[]) {
  await sql`
    update bills b set fee_count = x.fees, total = x.total, opening_balance = x.opening, closing_balance = x.closing, payments = x.payments,
      other_changes = x.closing - x.opening - x.payments + case b.settlement_mode when 'balance' then x.total else 0 end,
      charged_events = x.charged_events, free_events = x.free_events, waived_events = x.waived_events, open_events = x.open_events,
      waiting_events = x.waiting_events, refreshed_at = greatest(business_now(), x.last_at), row_version = b.row_version + 1
    from (
      select b.id, s.fees, s.total, coalesce(o.balance_after, 0) as opening, coalesce(c.balance_after, 0) as closing, c.at as last_at, p.payments, e.*
      from ${draftsOf(tenantId, ids)} b
      cross join lateral (
        select count(*)::int as fees, coalesce(sum(f.amount), 0) as total from bill_lines l
        join fees f on f.tenant_id = l.tenant_id and f.id = l.fee_id where l.tenant_id = b.tenant_id and l.bill_id = b.id) s
      left join lateral (
        select f.balance_after from balance_flows f where f.tenant_id = b.tenant_id and f.customer_id = b.customer_id and f.at < b.starts_at
        order by f.at desc, f.seq desc limit 1) o on true
      left join lateral (
        select f.balance_after, f.at from balance_flows f where f.tenant_id = b.tenant_id and f.customer_id = b.customer_id and f.at < b.ends_at
        order by f.at desc, f.seq desc limit 1) c on true
      cross join lateral (
        select coalesce(sum(case f.log_type when 'in' then f.amount when 'out' then -f.amount else 0 end), 0) as payments from balance_flows f
        where f.tenant_id = b.tenant_id and f.customer_id = b.customer_id and f.at >= b.starts_at and f.at < b.ends_at
          and f.source_type = 'collection') p
      cross join lateral (${completenessOf}) e) x
    where b.tenant_id = ${tenantId} and b.id = x.id`.execute(tx)
}
