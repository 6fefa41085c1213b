import { sql } from 'kysely'
import { release } from '../../inventory/stock/server/allocate.ts'
import { publishEvents, writeAudit } from '../../platform/audit/server/audit.ts'
import type { BulkResult, InputOf } from '../../platform/calls/call.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import { bulkResultOf } from '../../platform/lists/server/bulk-result.ts'
import type { Text } from '../../platform/text/text.ts'
import type * as calls from '../contract.ts'
import { notNow } from '../rules.ts'
import { type OrderState, orderStates } from '../states.ts'
import { ordersText } from '../text.ts'

type Held = { id: number; orderNo: string; status: OrderState; priority: number; tags: string[] }

/** Locked in id order and read afterwards, so that whoever waited sees what happened meanwhile. */
async function holdOrders(tx: Tx, who: Who, ids: readonly number[]): Promise<Held[]> {
  await sql`select 1 from orders where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[])
    order by id for no key update`.execute(tx)
  return tx
    .selectFrom('orders')
    .select(['id', 'orderNo', 'status', 'priority', 'tags'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .execute()
}

const resultOf = (
  who: Who,
  ids: readonly number[],
  held: readonly Held[],
  reasons: ReadonlyMap<number, Text>,
): BulkResult =>
  bulkResultOf(who, ids, {
    known: new Map(held.map(({ id, orderNo }) => [id, orderNo])),
    reasons,
    notFound: ordersText.notFound,
  })

/** Voids orders that have not left. What was allocated to them is free again. */
export async function voidOrders(
  tx: Tx,
  who: Who,
  { ids, reason }: InputOf<typeof calls.voidOrders>,
): Promise<BulkResult> {
  const held = await holdOrders(tx, who, ids)
  const reasons = new Map(
    held.flatMap(({ id, orderNo, status }) => {
      const because = notNow(orderNo, status, 'void')
      return because ? [[id, because] as const] : []
    }),
  )
  const voided = held.filter(({ id }) => !reasons.has(id))
  const { to } = orderStates.actions.void
  await release(tx, who, { type: 'order', ids: voided.map(({ id }) => id) })
  await sql`update orders set status = ${to}::order_status, status_at = business_now(), exception_code = null, exception_facts = null,
      voided_at = business_now(), void_reason = ${reason}, row_version = row_version + 1, updated_at = business_now()
    where tenant_id = ${who.tenantId} and id = any(${voided.map(({ id }) => id)}::bigint[])`.execute(tx)
  await writeAudit(
    tx,
    who,
    voided.map(({ id, orderNo, status }) => ({
      action: 'void',
      type: 'order',
      id,
      no: orderNo,
      before: { orderStatus: status },
      after: { orderStatus: to },
      reason,
    })),
  )
  await publishEvents(
    tx,
    who,
    voided.map(({ id }) => ({ kind: 'order.voided', type: 'order', id })),
  )
  return resultOf(who, ids, held, reasons)
}

/** Sets priority and tags, whatever the status. */
export async function markOrders(
  tx: Tx,
  who: Who,
  { ids, priority, tags }: InputOf<typeof calls.markOrders>,
): Promise<BulkResult> {
  const held = await holdOrders(tx, who, ids)
  const now = { ...(priority !== undefined && { priority }), ...(tags && { tags }) }
  await tx
    .updateTable('orders')
    .set((is) => ({ ...now, rowVersion: is('rowVersion', '+', 1), updatedAt: sql<string>`business_now()` }))
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', sql<number>`any(${held.map(({ id }) => id)}::bigint[])`)
    .execute()
  await writeAudit(
    tx,
    who,
    held.map((order) => ({
      action: 'mark',
      type: 'order',
      id: order.id,
      no: order.orderNo,
      before: {
        ...(priority !== undefined && { priority: order.priority }),
        ...(tags && { tags: order.tags }),
      },
      after: now,
    })),
  )
  await publishEvents(
    tx,
    who,
    held.map(({ id }) => ({ kind: 'order.marked', type: 'order', id })),
  )
  return resultOf(who, ids, held, new Map())
}
