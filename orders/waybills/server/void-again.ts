import { sql } from 'kysely'
import { forgetRefusals } from '../../../billing/server/events.ts'
import { writeChanges } from '../../../platform/audit/server/audit.ts'
import type { InputOf } from '../../../platform/calls/call.ts'
import { Refusal, refuse, refuseAs } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { refusalText } from '../../server/refusals.ts'
import { ordersText } from '../../text.ts'
import type * as calls from '../contract.ts'
import { type WaybillState, waybillStates } from '../states.ts'
import { enqueueEach } from './queue.ts'

/**
 * Asks the carrier once more to void a label that it refused to void. What the customer was charged for it meanwhile stays charged; what was
 * not charged yet waits for the new answer. A person who accepted the refusal did not accept the next one.
 */
export async function voidLabelAgain(tx: Tx, who: Who, { id }: InputOf<typeof calls.voidLabelAgain>) {
  // The order first, then its waybill: the same order of locks as everywhere.
  const { rows: orders } = await sql<{ id: number; orderNo: string; customerId: number }>`
    select id, order_no, customer_id from orders where tenant_id = ${who.tenantId}
      and id = (select order_id from waybills where tenant_id = ${who.tenantId} and id = ${id}) for no key update`.execute(
    tx,
  )
  const { rows: waybills } = await sql<{
    status: WaybillState
    trackingNo: string | null
    isOver: boolean
  }>`
    select status, tracking_no, coalesce(void_until <= business_now(), false) as is_over
    from waybills where tenant_id = ${who.tenantId} and id = ${id} for no key update`.execute(tx)
  const [order] = orders
  const [label] = waybills
  if (!order || !label) return refuseAs({ kind: 'not_found' }, refusalText.labelNotFound)
  const { refuse_void, ask_void } = waybillStates.actions
  if (label.status !== refuse_void.to) throw new Refusal(refusalText.voidNotRefused, { kind: 'moved_on' })
  if (label.isOver) refuse(ordersText.voidTooLate)
  await sql`update waybills set status = ${ask_void.to}::waybill_status, calls = 0, fail_facts = null,
      void_acknowledged_by = null, void_acknowledged_at = null, void_acknowledged_reason = null
    where tenant_id = ${who.tenantId} and id = ${id}`.execute(tx)
  await forgetRefusals(tx, who, order.id)
  await enqueueEach(tx, 'void_label', [{ id }])
  await writeChanges(tx, who, [
    {
      action: 'void_label_again',
      event: 'order.label_void_asked',
      type: 'order',
      id: order.id,
      no: order.orderNo,
      after: { trackingNo: label.trackingNo },
      customerId: order.customerId,
    },
  ])
  return {}
}
