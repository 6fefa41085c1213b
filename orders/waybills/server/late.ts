import { sql } from 'kysely'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { idsOf } from '../../../platform/database/server/rows.ts'
import { failedLabel } from '../../audit.ts'
import { failAudit } from '../../server/audit-end.ts'
import type { OrderState } from '../../states.ts'
import { waybillStates } from '../states.ts'
import { PATIENCE_SECONDS } from './obtain.ts'

/**
 * Ends the audits whose carriers have not answered in time, and takes orders out of the shipment whose new label has not come. A label that
 * comes later is kept and used. The orders are locked first and read afterwards: an answer that came while this waited is in time.
 */
export async function endLateAudits(tx: Tx, who: Who, ids: readonly number[]) {
  const before = sql`business_now() - make_interval(secs => ${PATIENCE_SECONDS})`
  await sql`select 1 from orders where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[])
    order by id for no key update`.execute(tx)
  const { rows: late } = await sql<{ id: number; orderNo: string; status: OrderState }>`
    select id, order_no, status from orders o where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[])
      and (status = 'under_audit' and status_at <= ${before}
        or status in ('pending_shipment', 'waybill_printed', 'audit_exception') and exists (select 1 from waybills w
          where w.tenant_id = o.tenant_id and w.order_id = o.id and w.status = 'requesting' and w.requested_at <= ${before}))
    order by id`.execute(tx)
  await sql`update waybills set status = ${waybillStates.actions.fail.to}::waybill_status, is_unknown = is_unknown or calls > 0
    where tenant_id = ${who.tenantId} and order_id = any(${idsOf(late)}::bigint[]) and status = 'requesting'`.execute(
    tx,
  )
  // An order in exception waits for another label too and keeps its reason.
  const ended = late.filter(({ status }) => status !== 'audit_exception')
  const failureOf = (status: OrderState) =>
    failedLabel(status === 'under_audit' ? 'timeout' : 'waybill_refused', 'labelLate', {
      minutes: PATIENCE_SECONDS / 60,
    })
  await failAudit(tx, who, ended, new Map(ended.map(({ id, status }) => [id, failureOf(status)])))
}
