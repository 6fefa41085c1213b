import Big from 'big.js'
import { sql } from 'kysely'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { bulkResultsBy } from '../../../platform/lists/server/bulk-result.ts'
import { fill } from '../../../platform/text/text.ts'
import { type BillState, billStates } from '../states.ts'
import { billText } from '../text.ts'

export type LockedBill = {
  id: number
  billNo: string
  status: BillState
  mode: 'balance' | 'bill'
  customerId: number
  periodTo: string
  total: string
  feeCount: number
  paidTimes: number
}

/** A refund that is larger than the fees, or equals them, needs no payment. */
export const isNothingToPay = ({ mode, total }: Pick<LockedBill, 'mode' | 'total'>) =>
  mode === 'bill' && new Big(total).lte(0)

/** Locks bills in id order. They come after collections and before fees and accounts: see “Locks” in CONTRIBUTING. */
export async function lockBills(
  tx: Tx,
  { tenantId }: Pick<Who, 'tenantId'>,
  ids: readonly number[],
): Promise<LockedBill[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<LockedBill>`
    select id, bill_no, status, settlement_mode as mode, customer_id, period_to, total, fee_count, paid_times from bills
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) order by id for no key update`.execute(tx)
  return rows
}

/** Locks the customers of bills, so that two bills of one customer do not take the same fees. */
export async function lockCustomersOf(
  tx: Tx,
  { tenantId }: Pick<Who, 'tenantId'>,
  bills: readonly { customerId: number }[],
) {
  await sql`select 1 from customers where tenant_id = ${tenantId} and id = any(${bills.map(({ customerId }) => customerId)}::bigint[])
    order by id for no key update`.execute(tx)
}

export const billResults = bulkResultsBy('billNo', billText.notFound)

/** Locks bills for work that only a draft allows; the others get the reason. */
export async function lockDrafts(tx: Tx, who: Pick<Who, 'tenantId'>, ids: readonly number[]) {
  const bills = await lockBills(tx, who, ids)
  const reasons = new Map(
    bills.map(({ id, billNo: no, status }) => [
      id,
      status === billStates.first ? undefined : fill(billText.notDraft, { no }),
    ]),
  )
  return { bills, reasons, drafts: bills.filter(({ id }) => !reasons.get(id)) }
}
