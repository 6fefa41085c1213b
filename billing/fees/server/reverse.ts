import { sql } from 'kysely'
import { refuse } from '../../../platform/calls/refusal.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { leaveDrafts } from '../../bills/server/leave-drafts.ts'
import { linesOfCharges, postMoney } from '../../money/server/ledger.ts'
import { type FeeState, feeStates } from '../../states.ts'
import { feeText } from '../text.ts'
import type { Charger } from './write-fees.ts'

type Fee = {
  id: number
  feeNo: string
  customerId: number
  amount: string
  sourceNo: string | null
  status: FeeState
  isRefunded: boolean
}

/**
 * Takes fees back: one that has not left the balance is voided, one that has is reversed in full. A fee that was refunded is refused:
 * the customer would get the money twice.
 */
export async function takeBackFees(tx: Tx, who: Charger, fees: readonly Fee[], reason: string) {
  const refunded = fees.find(({ isRefunded }) => isRefunded)
  if (refunded) refuse(feeText.refunded, { no: refunded.feeNo })
  await leaveDrafts(tx, who, fees)
  const settled = fees.filter(({ status }) => feeStates.actions.reverse.from.some((from) => from === status))
  const open = fees.filter(({ status }) => feeStates.actions.void.from.some((from) => from === status))
  const posted = await postMoney(
    tx,
    who,
    linesOfCharges(
      settled.map(({ id, feeNo, customerId, amount, sourceNo }) => ({
        sourceType: 'fee',
        sourceId: id,
        sourceNo: sourceNo ?? feeNo,
        business: 'reversal',
        customerId,
        amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}`,
      })),
    ),
    reason,
  )
  const ended = [
    ...open.map(({ id }) => ({ id, seq: null, to: feeStates.actions.void.to })),
    ...posted.map(({ sourceId, seq }) => ({ id: sourceId, seq, to: feeStates.actions.reverse.to })),
  ]
  await sql`
    update fees f set status = x.status, reversed_seq = x.seq, ended_reason = ${reason}, row_version = f.row_version + 1
    from unnest(${ended.map(({ id }) => id)}::bigint[], ${ended.map(({ seq }) => seq)}::bigint[],
      ${ended.map(({ to }) => to)}::fee_status[]) as x (id, seq, status)
    where f.tenant_id = ${who.tenantId} and f.id = x.id`.execute(tx)
}

/** Voids or reverses the live fees of some events. The caller has locked the events. */
export async function takeBackEvents(tx: Tx, who: Charger, eventIds: readonly number[], reason: string) {
  const { rows } = await sql<Fee>`
    select f.id, f.fee_no, f.customer_id, f.amount, f.source_no, f.status,
      exists (select 1 from fees r where r.tenant_id = f.tenant_id and r.refund_of = f.id and r.status in ('not_settled', 'settled')) as is_refunded
    from fees f where f.tenant_id = ${who.tenantId} and f.event_id = any(${eventIds}::bigint[]) and f.status in ('not_settled', 'settled')
      and f.refund_of is null
    order by f.id for update of f`.execute(tx)
  await takeBackFees(tx, who, rows, reason)
}
