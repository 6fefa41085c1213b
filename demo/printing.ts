import { sql } from 'kysely'
import { orderStates } from '../orders/states.ts'
import { writeChanges } from '../platform/audit/server/audit.ts'
import type { Who } from '../platform/calls/who.ts'
import type { Tx } from '../platform/database/server/db.ts'

/** The labels of orders came out of the printer: what a confirmed print leaves, without its file. */
export async function printOrders(tx: Tx, who: Who, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const t = who.tenantId
  const { from, to } = orderStates.actions.print
  await sql`
    with print as (
      insert into label_prints (tenant_id, is_reprint, created_by, confirmed_by, confirmed_at)
      values (${t}, false, ${who.accountId}, ${who.accountId}, business_now()) returning id),
    labels as (
      select w.id, w.order_id, row_number() over (order by w.order_id, w.id) as n from waybills w
      where w.tenant_id = ${t} and w.order_id = any(${ids}::bigint[]) and w.status = 'obtained' and w.print_count = 0)
    insert into label_print_lines (tenant_id, print_id, position, waybill_id, order_id, copy_no, outcome)
    select ${t}, print.id, labels.n, labels.id, labels.order_id, 1, 'printed' from labels, print`.execute(tx)
  await sql`update waybills set print_count = 1, printed_at = business_now()
    where tenant_id = ${t} and order_id = any(${ids}::bigint[]) and status = 'obtained' and print_count = 0`.execute(
    tx,
  )
  const { rows } = await sql<{ id: number; orderNo: string }>`
    update orders set status = ${to}::order_status, status_at = business_now(), row_version = row_version + 1, updated_at = business_now()
    where tenant_id = ${t} and id = any(${ids}::bigint[]) and status = ${from[0]}::order_status returning id, order_no`.execute(
    tx,
  )
  await writeChanges(
    tx,
    who,
    rows.map(({ id, orderNo }) => ({
      action: 'print',
      event: 'order.label_printed',
      type: 'order',
      id,
      no: orderNo,
      before: { orderStatus: from[0] },
      after: { orderStatus: to, copyNo: 1 },
      payload: { copyNo: 1, isPrinted: true },
    })),
  )
}
