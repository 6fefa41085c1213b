import { sql } from 'kysely'
import { refuse } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { idsOf, valueFor } from '../../../platform/database/server/rows.ts'
import type { BillState } from '../states.ts'
import { billText } from '../text.ts'
import { totalBills } from './fill-bills.ts'

/**
 * Removes fees that are voided or reversed from the drafts they are on. A fee of a bill that waits for its payment is refused: its lines are
 * frozen.
 *
 * The caller has locked the fees, and bills are locked before fees. So this never waits for a bill, and refuses while another user works on it.
 */
export async function leaveDrafts(
  tx: Tx,
  { tenantId }: Pick<Who, 'tenantId'>,
  fees: readonly { id: number; feeNo: string }[],
) {
  if (fees.length === 0) return
  const feeIds = idsOf(fees)
  const { rows } = await sql<{ feeId: number; billId: number; billNo: string; status: BillState }>`
    select l.fee_id, b.id as bill_id, b.bill_no, b.status from bill_lines l join bills b on b.tenant_id = l.tenant_id and b.id = l.bill_id
    where l.tenant_id = ${tenantId} and l.fee_id = any(${feeIds}::bigint[]) and l.is_live and b.status <> 'paid'`.execute(
    tx,
  )
  if (rows.length === 0) return
  const feeNos = new Map(fees.map(({ id, feeNo }) => [id, feeNo]))
  const issued = rows.find(({ status }) => status !== 'draft')
  if (issued) refuse(billText.onBill, { fee: valueFor(feeNos, issued.feeId), no: issued.billNo })
  const billIds = [...new Set(rows.map(({ billId }) => billId))]
  const { rows: locked } = await sql<{ id: number }>`
    select id from bills where tenant_id = ${tenantId} and id = any(${billIds}::bigint[]) and status = 'draft'
    for no key update skip locked`.execute(tx)
  const busy = rows.find(({ billId }) => !locked.some(({ id }) => id === billId))
  if (busy) refuse(billText.justBilled, { fee: valueFor(feeNos, busy.feeId) })
  await sql`
    delete from bill_lines where tenant_id = ${tenantId} and bill_id = any(${billIds}::bigint[]) and fee_id = any(${feeIds}::bigint[])`.execute(
    tx,
  )
  await totalBills(tx, { tenantId }, billIds)
}
