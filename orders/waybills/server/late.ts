import { sql } from 'kysely'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { idsOf } from '../../../platform/database/server/rows.ts'
import { failedLabel } from '../../audit.ts'
import { failAudit } from '../../server/audit-end.ts'
import type { OrderState } from '../../states.ts'
import { waybillStates } from '../states.ts'
import { PATIENCE_SECONDS } from './obtain.ts'

/** Ends the audits whose carriers have not answered in time. A label that comes later is kept and used. */
export async function endLateAudits(tx: Tx, who: Who, ids: readonly number[]) {
  const { rows: late } = await sql<{ id: number; orderNo: string; status: OrderState }>`
    select id, order_no, status from orders where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[]) and status = 'under_audit'
      and status_at <= business_now() - make_interval(secs => ${PATIENCE_SECONDS})
    order by id for no key update`.execute(tx)
  await sql`update waybills set status = ${waybillStates.actions.fail.to}::waybill_status, is_unknown = is_unknown or calls > 0
    where tenant_id = ${who.tenantId} and order_id = any(${idsOf(late)}::bigint[]) and status = 'requesting'`.execute(
    tx,
  )
  const failure = failedLabel('timeout', 'labelLate', { minutes: PATIENCE_SECONDS / 60 })
  await failAudit(tx, who, late, new Map(late.map(({ id }) => [id, failure])))
}
