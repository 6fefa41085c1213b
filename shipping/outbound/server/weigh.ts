import { sql } from 'kysely'
import { orderStates } from '../../../orders/states.ts'
import { publishEvents, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { InputOf } from '../../../platform/calls/call.ts'
import { notFound, Refusal } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import type { weighPackage as call } from '../contract.ts'
import { obstacleText } from '../rules.ts'
import { outboundText } from '../text.ts'

/** Writes down what the scale says. The order is locked first, so that it does not leave meanwhile. */
export async function weighPackage(tx: Tx, who: Who, { packageId, weight }: InputOf<typeof call>) {
  const order = await tx
    .selectFrom('orders')
    .select(['id', 'orderNo', 'status'])
    .where('tenantId', '=', who.tenantId)
    .where(
      'id',
      '=',
      sql<number>`(select k.order_id from packages k where k.tenant_id = ${who.tenantId} and k.id = ${packageId})`,
    )
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound(outboundText.packageNotFound))
  const { id, orderNo, status } = order
  if (!orderStates.allows(status, 'ship')) {
    const obstacle = status === 'shipped' || status === 'voided' ? status : 'not_printed'
    throw new Refusal(obstacleText(obstacle, order), { kind: 'moved_on' })
  }
  const before = await tx
    .selectFrom('packages')
    .select(['packageSeq', 'weight'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', packageId)
    .executeTakeFirstOrThrow()
  const { weight: now } = await tx
    .updateTable('packages')
    .set({ weight })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', packageId)
    .returning('weight')
    .executeTakeFirstOrThrow()
  await writeAudit(tx, who, [
    {
      action: 'weigh',
      type: 'order',
      id,
      no: orderNo,
      before: { packageNo: before.packageSeq, weight: before.weight },
      after: { packageNo: before.packageSeq, weight: now },
    },
  ])
  await publishEvents(tx, who, [
    { kind: 'order.weighed', type: 'order', id, payload: { packageId, weight: now } },
  ])
  return { weight: now ?? weight }
}
