import { sql } from 'kysely'
import { refuse } from '../../../platform/calls/refusal.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { idsOf } from '../../../platform/database/server/rows.ts'
import { leaveDrafts } from '../../bills/server/leave-drafts.ts'
import { linesOfCharges, postMoney, retryUnpaidOrders } from '../../money/server/ledger.ts'
import { feeStates } from '../../states.ts'
import { feeText } from '../text.ts'
import { type HeldFee, lockFees } from './add-fees.ts'
import type { Charger } from './write-fees.ts'

type Ended = Pick<HeldFee, 'id' | 'feeNo' | 'customerId' | 'amount' | 'sourceNo' | 'status'> & {
  refunds: readonly string[]
}

/**
 * Takes locked fees back: one that has not left the balance is voided, one that has is reversed in full. A fee that was refunded is
 * refused: the customer would get the money twice.
 */
export async function takeBackFees(
  tx: Tx,
  who: Charger,
  fees: readonly Ended[],
  reason: string,
  { isRepriced = false } = {},
) {
  const refunded = fees.find(({ refunds }) => refunds.length > 0)
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
    update fees f set status = x.status, reversed_seq = x.seq, ended_reason = ${reason}, is_repriced = ${isRepriced}, row_version = f.row_version + 1
    from unnest(${idsOf(ended)}::bigint[], ${ended.map(({ seq }) => seq)}::bigint[],
      ${ended.map(({ to }) => to)}::fee_status[]) as x (id, seq, status)
    where f.tenant_id = ${who.tenantId} and f.id = x.id`.execute(tx)
  if (open.length > 0) {
    const customerIds = open.map(({ customerId }) => customerId)
    await retryUnpaidOrders(tx, who, customerIds)
  }
}

/** Voids or reverses the live fees of some events. The caller has locked the events. */
export async function takeBackEvents(tx: Tx, who: Charger, eventIds: readonly number[], reason: string) {
  await takeBackFees(tx, who, await lockFees(tx, who, { eventIds }), reason)
}
