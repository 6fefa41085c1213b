import { sql } from 'kysely'
import { writeChanges } from '../../../platform/audit/server/audit.ts'
import type { BulkResult, InputOf } from '../../../platform/calls/call.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { idsOf } from '../../../platform/database/server/rows.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import { orderResults } from '../../server/order-results.ts'
import { refusalText } from '../../server/refusals.ts'
import type * as calls from '../contract.ts'

/**
 * Takes orders off the counter of refused voids: a person accepts that their labels stay billed and says why. Labels that a carrier refuses
 * to void later, or once more, count again.
 */
export async function acknowledgeRefusedVoids(
  tx: Tx,
  who: Who,
  { ids, reason }: InputOf<typeof calls.acknowledgeRefusedVoids>,
): Promise<BulkResult> {
  // The orders first, then their waybills: a void that is asked for again, and its answer, come before or after this as a whole.
  const { rows: orders } = await sql<{ id: number; orderNo: string; customerId: number }>`
    select id, order_no, customer_id from orders where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[])
    order by id for no key update`.execute(tx)
  const { rows: labels } = await sql<{
    id: number
    orderId: number
    trackingNo: string | null
    by: string | null
  }>`
    select w.id, w.order_id, w.tracking_no, a.user_name as by
    from waybills w left join accounts a on a.tenant_id = w.tenant_id and a.id = w.void_acknowledged_by
    where w.tenant_id = ${who.tenantId} and w.order_id = any(${idsOf(orders)}::bigint[]) and w.status = 'void_failed'
    order by w.id for no key update of w`.execute(tx)
  const open = labels.filter(({ by }) => by === null)
  const reasons = new Map<number, Text>()
  for (const { id, orderNo: no } of orders) {
    if (open.some(({ orderId }) => orderId === id)) continue
    const last = labels.findLast(({ orderId }) => orderId === id)
    reasons.set(
      id,
      last?.by
        ? fill(refusalText.voidAcknowledged, { no, name: last.by })
        : fill(refusalText.noRefusedVoid, { no }),
    )
  }
  await sql`update waybills set void_acknowledged_by = ${who.accountId}, void_acknowledged_at = business_now(), void_acknowledged_reason = ${reason}
    where tenant_id = ${who.tenantId} and id = any(${idsOf(open)}::bigint[])`.execute(tx)
  await writeChanges(
    tx,
    who,
    orders
      .filter(({ id }) => !reasons.has(id))
      .map(({ id, orderNo, customerId }) => ({
        action: 'acknowledge_refused_void',
        event: 'order.refused_void_acknowledged',
        type: 'order',
        id,
        no: orderNo,
        after: {
          trackingNo: open
            .flatMap((label) => (label.orderId === id ? (label.trackingNo ?? []) : []))
            .join(', '),
        },
        reason,
        customerId,
      })),
  )
  return orderResults(who, ids, orders, reasons)
}
