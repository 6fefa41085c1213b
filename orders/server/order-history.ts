import { stepsOf } from '../../platform/audit/server/timeline.ts'
import type { InputOf, OutputOf } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Db } from '../../platform/database/server/db.ts'
import { exceptionWord } from '../audit-labels.ts'
import type * as calls from '../contract.ts'
import type { OrderState } from '../states.ts'
import { ordersText } from '../text.ts'

/**
 * Who did which step of an order when. A failed audit is named by its cause: the log has the words of the carrier, which may name the
 * recipient.
 */
export async function orderHistory(
  db: Db,
  who: Who,
  { id }: InputOf<typeof calls.orderHistory>,
): Promise<OutputOf<typeof calls.orderHistory>> {
  await db
    .selectFrom('orders')
    .select('id')
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound(ordersText.notFound))
  const steps = await stepsOf<OrderState>(db, who, { type: 'order', id, status: 'orderStatus' })
  return steps.map(({ after, ...step }) =>
    step.action === 'fail_audit'
      ? { ...step, reason: exceptionWord(String(after?.exceptionCode))[who.language] }
      : step,
  )
}
