import { sql } from 'kysely'
import type { Who } from '../../platform/calls/who.ts'
import type { Database, Db, Tx } from '../../platform/database/server/db.ts'
import { idsOf, only } from '../../platform/database/server/rows.ts'
import type { NightlyJobs } from '../../platform/slices/server/nightly.ts'
import type { BackgroundJobs } from '../../platform/tasks/server/workers.ts'
import { settingsOf } from '../../warehouse/server/facts.ts'
import type { OrderException } from '../exceptions.ts'
import { endLateAudits } from '../waybills/server/late.ts'
import { enqueueEach } from '../waybills/server/queue.ts'
import { auditOrders, retryOrders } from './audit.ts'
import { freePieces } from './free-stock.ts'
import { estimatesOf } from './order-facts.ts'
import { estimateAgain } from './order-head.ts'
import { decideIntercepts } from './steps.ts'
import { systemOf } from './system-account.ts'

/** As many orders as one transaction audits. */
const AT_ONCE = 500

/** A posting that takes too long to wait for has ended by then. */
const LONG_POSTING_SECONDS = 60

/** New and changed orders are audited by themselves where the warehouse wants that; the job is queued with the change. */
export async function auditLater(tx: Tx, who: Who, ids: readonly number[]) {
  const { autoAudit } = await settingsOf(tx, who)
  if (!autoAudit) return
  for (let at = 0; at < ids.length; at += AT_ONCE)
    await sql`select enqueue('audit_orders', ${JSON.stringify({ ids: ids.slice(at, at + AT_ONCE) })}::json)`.execute(
      tx,
    )
}

/** Orders that lacked stock and for which there is enough now, by itself; together they may still want the same piece. */
async function nowFilled(db: Db, tenantId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with short as (
      select o.id, o.priority from orders o
      where o.tenant_id = ${tenantId} and o.status = 'audit_exception' and o.exception_code = 'stock_short'),
    free as materialized (${freePieces(
      { tenantId },
      sql`s.product_id in (select w.product_id from order_lines w join short on short.id = w.order_id where w.tenant_id = ${tenantId})`,
    )})
    select short.id from short
    where not exists (select 1 from order_lines w left join free on free.product_id = w.product_id
      where w.tenant_id = ${tenantId} and w.order_id = short.id and coalesce(free.pieces, 0) < w.quantity)
    order by short.priority desc, short.id limit ${AT_ONCE}`.execute(db)
  return idsOf(rows)
}

/**
 * Orders that lacked money and whose estimate their account covers now, each by itself; together they may still want the same money,
 * and the audit tests them one after the other. And those whose account was blocked and no longer is.
 */
async function nowPaid(db: Db, tenantId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with short as (
      select o.id, o.priority, o.customer_id, (o.exception_facts -> 'values' ->> 'estimate')::numeric as estimate,
        o.exception_code = 'account_blocked' as was_blocked from orders o
      where o.tenant_id = ${tenantId} and o.status = 'audit_exception' and o.exception_code in ('balance_short', 'account_blocked')),
    spendable as materialized (
      select a.customer_id, c.bill_amount_limit = 'none' as is_unlimited, a.balance - a.frozen
        + case c.bill_amount_limit when 'balance_and_credit' then a.credit_limit else 0 end
        - case c.settlement_mode when 'bill' then (select coalesce(sum(f.amount), 0) from fees f
          where f.tenant_id = a.tenant_id and f.customer_id = a.customer_id and f.status = 'not_settled') else 0 end as amount
      from customer_accounts a join customers c on c.tenant_id = a.tenant_id and c.id = a.customer_id
      where a.tenant_id = ${tenantId} and a.blocked_because is null and a.customer_id in (select customer_id from short))
    select short.id from short join spendable s on s.customer_id = short.customer_id
    where s.is_unlimited or short.was_blocked or coalesce(short.estimate, 0) <= s.amount
    order by short.priority desc, short.id limit ${AT_ONCE}`.execute(db)
  return idsOf(rows)
}

/** Orders of a selection that are still in exception for one of these causes. Locked, so that they stay so. */
async function stillWaiting(
  tx: Tx,
  tenantId: number,
  ids: readonly number[],
  causes: readonly OrderException[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from orders where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) and status = 'audit_exception'
      and exception_code = any(${causes}::order_exception[])
    order by id for no key update`.execute(tx)
  return idsOf(rows)
}

const labelMissing = ['label_failed', 'label_waiting', 'waybill_refused', 'timeout'] as const
const priceMissing = ['no_price', 'no_zone'] as const

/**
 * Audits the orders again that lacked a price or a zone and have one now, those of the highest priority first. The others are left as
 * they are: their audit would say the same.
 */
async function retryUnpriced(database: Database, tenantId: number) {
  const ids = await database.read(tenantId, async (db) => {
    const { rows } = await sql<{ id: number }>`
      select id from orders where tenant_id = ${tenantId} and status = 'audit_exception'
        and exception_code = any(${priceMissing}::order_exception[]) order by priority desc, id`.execute(db)
    return idsOf(rows)
  })
  for (let at = 0; at < ids.length; at += AT_ONCE)
    await database.write(tenantId, async (tx) => {
      const who = await systemOf(tx, tenantId)
      const waiting = await stillWaiting(tx, tenantId, ids.slice(at, at + AT_ONCE), priceMissing)
      // Their products may have been measured since.
      await estimateAgain(tx, who, waiting, ['audit_exception'])
      const estimates = await estimatesOf(tx, who, waiting)
      const priced = waiting.filter((id) => {
        const estimate = estimates?.get(id)
        return !estimates || (estimate !== undefined && 'fees' in estimate)
      })
      if (priced.length > 0) await retryOrders(tx, who, priced)
    })
}

/** What gives an order its price may also be a measured product, a zone, a channel or a customer group. */
export const orderNightly: NightlyJobs = {
  retry_unpriced_again: {
    at: '13 * * * *',
    ofCompany: ({ database }, tenantId) => retryUnpriced(database, tenantId),
  },
}

export const orderJobs = (database: Database): BackgroundJobs => ({
  /** Orders that changed since they were queued are left out by the audit itself. */
  audit_orders: (tenantId, { ids }: { ids: number[] }) =>
    database.write(tenantId, async (tx) => {
      await auditOrders(tx, await systemOf(tx, tenantId), { ids })
    }),

  /**
   * Queued by `post_stock` when goods become available that orders in exception wait for, when blocked goods are unblocked, and by every
   * audit whose orders lacked goods. A posting that was under way then may not have seen them, so it is waited for.
   */
  retry_short_orders: (tenantId) =>
    database.write(tenantId, async (tx) => {
      const { rows } = await sql<{
        outcome: string
      }>`select await_postings(business_now()) as outcome`.execute(tx)
      if (only(rows).outcome === 'busy')
        await enqueueEach(tx, 'retry_short_orders', [{}], LONG_POSTING_SECONDS)
      const ids = await nowFilled(tx, tenantId)
      if (ids.length === 0) return
      const waiting = await stillWaiting(tx, tenantId, ids, ['stock_short'])
      await retryOrders(tx, await systemOf(tx, tenantId), waiting)
      if (ids.length < AT_ONCE) return
      // More may wait than one transaction audits. Where only the same orders are left, another round would change nothing.
      const audited = new Set(ids)
      if ((await nowFilled(tx, tenantId)).some((id) => !audited.has(id)))
        await sql`select enqueue('retry_short_orders', '{}'::json)`.execute(tx)
    }),

  /** Queued when money becomes available that orders in exception wait for, by `post_money`, and when terms or open fees change. */
  retry_unpaid_orders: (tenantId) =>
    database.write(tenantId, async (tx) => {
      const ids = await nowPaid(tx, tenantId)
      if (ids.length === 0) return
      const waiting = await stillWaiting(tx, tenantId, ids, ['balance_short', 'account_blocked'])
      const { ok } = await retryOrders(tx, await systemOf(tx, tenantId), waiting)
      // More may wait than one transaction audits. Without one that passed, the next round would find the same orders.
      if (ids.length === AT_ONCE && ok > 0)
        await sql`select enqueue('retry_unpaid_orders', '{}'::json)`.execute(tx)
    }),

  /** Queued when a price starts, and when a quote that has started becomes the default or is enabled. */
  retry_unpriced_orders: (tenantId) => retryUnpriced(database, tenantId),

  /** Queued when a label was uploaded or came late, and after a carrier was down. */
  retry_labels: (tenantId, { ids }: { ids: number[] }) =>
    database.write(tenantId, async (tx) => {
      const waiting = await stillWaiting(tx, tenantId, ids, labelMissing)
      if (waiting.length > 0) await retryOrders(tx, await systemOf(tx, tenantId), waiting)
    }),

  /** Queued at the end of an audit during which an intercept was requested. */
  decide_intercepts: (tenantId, { ids }: { ids: number[] }) =>
    database.write(tenantId, async (tx) => {
      await decideIntercepts(tx, await systemOf(tx, tenantId), { ids })
    }),

  /** Queued with every request to a carrier: an order does not stay under audit for ever. */
  end_late_audits: (tenantId, { ids }: { ids: number[] }) =>
    database.write(tenantId, async (tx) => {
      await endLateAudits(tx, await systemOf(tx, tenantId), ids)
    }),
})
