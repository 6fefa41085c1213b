import Big from 'big.js'
import { sql } from 'kysely'
import { publishEvents, writeAudit, writeChanges } from '../../../platform/audit/server/audit.ts'
import type { BulkResult, InputOf } from '../../../platform/calls/call.ts'
import { refuse, refuseAs } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { idsOf } from '../../../platform/database/server/rows.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import { blockedReasons } from '../../money/server/blocked.ts'
import { linesOfCharges, postMoney } from '../../money/server/ledger.ts'
import { feeStates } from '../../states.ts'
import type * as calls from '../contract.ts'
import { billStates } from '../states.ts'
import { billText } from '../text.ts'
import { completenessOf, endOfBill } from './billable-fees.ts'
import { fillBills } from './fill-bills.ts'
import {
  billResults,
  isNothingToPay,
  type LockedBill,
  lockBills,
  lockCustomersOf,
  lockDrafts,
} from './lock-bills.ts'
import { lockFeesOf, settleBills } from './pay.ts'

/**
 * Issues drafts. A statement is brought up to date and done; a bill keeps the lines that were looked at and waits for its payment, unless there is
 * nothing to pay. Events without a price need a confirmation, and stay on the bill as a figure.
 */
export async function issueBills(
  tx: Tx,
  who: Who,
  { ids, withUnpriced }: InputOf<typeof calls.issueBills>,
): Promise<BulkResult> {
  const locked = await lockBills(tx, who, ids)
  const drafts = locked.filter(({ status }) => status === billStates.first)
  await lockCustomersOf(
    tx,
    who,
    drafts.filter(({ mode }) => mode === 'balance'),
  )
  // Work that settles or voids one of these fees waits, and then sees that it is on a bill.
  await lockFeesOf(tx, who, idsOf(drafts.filter(({ mode }) => mode === 'bill')))
  const facts = await factsOf(tx, who, idsOf(locked))
  const blocked = await blockedReasons(
    tx,
    who,
    drafts.filter(isNothingToPay).map(({ customerId }) => customerId),
  )
  const reasonOf = (bill: LockedBill): Text | undefined => {
    const { id, billNo: no, mode, status, periodTo } = bill
    const fact = facts.get(id)
    if (status !== 'draft' || !fact) return fill(billText.notDraft, { no })
    if (mode === 'balance' && !fact.isOver) return fill(billText.notOver, { day: periodTo })
    if (fact.feeCount === 0) return fill(billText.noFees, { no })
    if (mode === 'bill' && !fact.isAsShown) return fill(billText.feesChanged, { no })
    const count = fact.unpriced
    if (count > 0 && !withUnpriced) return fill(billText.hasUnpriced, { no, count })
    return isNothingToPay(bill) ? blocked.get(bill.customerId) : undefined
  }
  const reasons = new Map(locked.map((bill) => [bill.id, reasonOf(bill)]))
  const issued = locked.filter(({ id }) => !reasons.get(id))
  const statements = issued.filter(({ mode }) => mode === 'balance')
  await fillBills(tx, who, idsOf(statements))
  await writeIssued(tx, who, issued)
  await settleBills(tx, who, idsOf(issued.filter(isNothingToPay)))
  return billResults(who, ids, locked, reasons)
}

type Facts = { id: number; isOver: boolean; feeCount: number; isAsShown: boolean; unpriced: number }

/** What decides whether drafts can be issued, as it is now. */
async function factsOf(tx: Tx, { tenantId }: Who, ids: readonly number[]): Promise<Map<number, Facts>> {
  const { rows } = await sql<Facts>`
    select b.id, ${endOfBill} <= business_now() as is_over, b.fee_count, e.open_events + e.waiting_events as unpriced,
      coalesce(s.total, 0) = b.total and coalesce(s.fees, 0) = b.fee_count as is_as_shown
    from bills b join warehouses w on w.tenant_id = b.tenant_id cross join lateral (${completenessOf}) e
    left join lateral (
      select sum(f.amount) as total, count(*) as fees from bill_lines l join fees f on f.tenant_id = l.tenant_id and f.id = l.fee_id
      where l.tenant_id = b.tenant_id and l.bill_id = b.id and f.status = 'not_settled') s on true
    where b.tenant_id = ${tenantId} and b.id = any(${ids}::bigint[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

async function writeIssued(tx: Tx, who: Who, bills: readonly LockedBill[]) {
  const { issue, issue_statement } = billStates.actions
  await sql`
    update bills b set status = (case b.settlement_mode when 'balance' then ${issue_statement.to} else ${issue.to} end)::bill_status,
      issued_by = ${who.accountId}, issued_at = business_now(), paid_at = case b.settlement_mode when 'balance' then business_now() end,
      charged_events = x.charged_events, free_events = x.free_events, waived_events = x.waived_events, open_events = x.open_events,
      waiting_events = x.waiting_events, row_version = b.row_version + 1
    from (select b.id, e.* from bills b cross join lateral (${completenessOf}) e
      where b.tenant_id = ${who.tenantId} and b.id = any(${idsOf(bills)}::bigint[])) x
    where b.tenant_id = ${who.tenantId} and b.id = x.id`.execute(tx)
  await writeChanges(
    tx,
    who,
    bills.map(({ id, billNo: no, status, mode }) => ({
      action: 'issue_bill',
      event: 'bill.issued',
      type: 'bill',
      id,
      no,
      before: { billStatus: status },
      after: { billStatus: mode === 'balance' ? issue_statement.to : issue.to },
    })),
  )
}

/** Deletes drafts with their lines, so that their fees can be billed again; what was issued is voided instead. */
export async function deleteBills(
  tx: Tx,
  who: Who,
  { ids }: InputOf<typeof calls.deleteBills>,
): Promise<BulkResult> {
  const { bills, reasons, drafts } = await lockDrafts(tx, who, ids)
  const gone = idsOf(drafts)
  await sql`delete from bill_lines where tenant_id = ${who.tenantId} and bill_id = any(${gone}::bigint[])`.execute(
    tx,
  )
  await sql`delete from bills where tenant_id = ${who.tenantId} and id = any(${gone}::bigint[])`.execute(tx)
  await writeChanges(
    tx,
    who,
    drafts.map(({ id, billNo: no, customerId, total, periodTo }) => ({
      action: 'delete',
      event: 'bill.deleted',
      customerId,
      type: 'bill',
      id,
      no,
      before: { total, periodTo },
    })),
  )
  return billResults(who, ids, bills, reasons)
}

/** Gives the fees of bills free again. What was paid for them stays in the balance. */
export async function voidBills(
  tx: Tx,
  who: Who,
  { ids, reason }: InputOf<typeof calls.voidBills>,
): Promise<BulkResult> {
  const bills = await lockBills(tx, who, ids)
  const { from, to } = billStates.actions.void
  const reasons = new Map(
    bills.map(({ id, billNo: no, status }) => [
      id,
      from.some((state) => state === status) ? undefined : fill(billText.notVoidable, { no }),
    ]),
  )
  const gone = bills.filter(({ id }) => !reasons.get(id))
  const goneIds = idsOf(gone)
  await sql`delete from bill_payments where tenant_id = ${who.tenantId} and bill_id = any(${goneIds}::bigint[])`.execute(
    tx,
  )
  await sql`
    update bills set status = ${to}, voided_by = ${who.accountId}, voided_at = business_now(), void_reason = ${reason},
      row_version = row_version + 1
    where tenant_id = ${who.tenantId} and id = any(${goneIds}::bigint[])`.execute(tx)
  await sql`update bill_lines set is_live = false where tenant_id = ${who.tenantId} and bill_id = any(${goneIds}::bigint[])`.execute(
    tx,
  )
  await writeChanges(
    tx,
    who,
    gone.map(({ id, billNo: no, status }) => ({
      action: 'void',
      event: 'bill.voided',
      type: 'bill',
      id,
      no,
      before: { billStatus: status },
      after: { billStatus: to },
      reason,
    })),
  )
  return billResults(who, ids, bills, reasons)
}

/**
 * Undoes the payment of a bill: its fees return to the balance and are not settled, and its payments can be used for other bills or reversed.
 */
export async function reopenBill(tx: Tx, who: Who, { id, reason }: InputOf<typeof calls.reopenBill>) {
  const [bill] = await lockBills(tx, who, [id])
  if (!bill) return refuseAs({ kind: 'not_found' }, billText.notFound)
  const { billNo: no, status, mode, customerId, total, paidTimes } = bill
  const { from, to } = billStates.actions.reopen
  if (mode !== 'bill' || !from.some((state) => state === status)) refuse(billText.notPaid, { no })
  const fees = await lockFeesOf(tx, who, [id])
  const back = fees.find((fee) => fee.status !== feeStates.actions.settle.to)
  if (back) refuse(billText.feeTakenBack, { no, fee: back.feeNo })
  const line = {
    sourceType: 'bill',
    sourceId: id,
    sourceNo: no,
    line: paidTimes,
    business: 'reversal',
  } as const
  await postMoney(
    tx,
    who,
    linesOfCharges([{ ...line, customerId, amount: new Big(total).times(-1).toFixed(2) }]),
    reason,
  )
  await sql`
    update fees f set status = ${feeStates.actions.reopen.to}, flow_seq = null, settled_at = null, row_version = f.row_version + 1
    from bill_lines l where l.tenant_id = ${who.tenantId} and l.bill_id = ${id} and f.tenant_id = l.tenant_id and f.id = l.fee_id`.execute(
    tx,
  )
  await sql`delete from bill_payments where tenant_id = ${who.tenantId} and bill_id = ${id}`.execute(tx)
  await sql`
    update bills set status = ${to}, paid_at = null, row_version = row_version + 1
    where tenant_id = ${who.tenantId} and id = ${id}`.execute(tx)
  await writeAudit(tx, who, [
    {
      action: 'reopen_bill',
      type: 'bill',
      id,
      no,
      before: { billStatus: status },
      after: { billStatus: to },
      reason,
    },
  ])
  await publishEvents(tx, who, [{ kind: 'bill.reopened', type: 'bill', id }])
  return {}
}
