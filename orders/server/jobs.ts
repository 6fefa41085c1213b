import { sql } from 'kysely'
import type { Who } from '../../platform/calls/who.ts'
import type { Database, Db, Tx } from '../../platform/database/server/db.ts'
import { only } from '../../platform/database/server/rows.ts'
import type { BackgroundJobs } from '../../platform/tasks/server/tasks.ts'
import { settingsOf } from '../../warehouse/server/facts.ts'
import { auditOrders } from './audit.ts'

/** As many orders as one transaction audits. */
const AT_ONCE = 500

/** The company's system account, as the one who acts. */
export async function systemOf(db: Db, tenantId: number): Promise<Who> {
  const { rows } = await sql<{ id: number }>`select system_account() as id`.execute(db)
  return {
    tenantId,
    accountId: only(rows).id,
    sessionId: 0,
    kind: 'staff',
    loginAccount: 'system',
    userName: 'system',
    permissions: ['*'],
    version: null,
    isExpired: false,
    mustChange: false,
    language: 'zh_CN',
    zone: 'UTC',
    requestId: 'job',
    ip: '',
    isTyped: false,
  }
}

/** New orders are audited by themselves where the warehouse wants that; the job is queued with the orders. */
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
    free as (
      select s.product_id, sum(s.on_hand - s.allocated - s.frozen) as pieces
      from stock s
      join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id and l.purpose = 'storage' and l.is_enabled
      join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
      where s.tenant_id = ${tenantId} and s.on_hand > 0 and s.quality = 'good' and s.blocked_because is null
        and (b.expiry_date is null or b.expiry_date >= warehouse_today())
        and s.product_id in (select w.product_id from order_lines w join short on short.id = w.order_id where w.tenant_id = ${tenantId})
      group by s.product_id)
    select short.id from short
    where not exists (select 1 from order_lines w left join free on free.product_id = w.product_id
      where w.tenant_id = ${tenantId} and w.order_id = short.id and coalesce(free.pieces, 0) < w.quantity)
    order by short.priority desc, short.id limit ${AT_ONCE}`.execute(db)
  return rows.map(({ id }) => id)
}

export const orderJobs = (database: Database): BackgroundJobs => ({
  /** Orders that changed since they were queued are left out by the audit itself. */
  audit_orders: (tenantId, { ids }: { ids: number[] }) =>
    database.write(tenantId, async (tx) => {
      await auditOrders(tx, await systemOf(tx, tenantId), { ids })
    }),

  /** Queued by `post_stock` when goods become available that orders in exception wait for. */
  retry_short_orders: (tenantId) =>
    database.write(tenantId, async (tx) => {
      const ids = await nowFilled(tx, tenantId)
      if (ids.length > 0) await auditOrders(tx, await systemOf(tx, tenantId), { ids })
    }),
})
