import Big from 'big.js'
import { sql } from 'kysely'
import type { BillOrderType } from '../../../db/schema.ts'
import { writeChanges } from '../../../platform/audit/server/audit.ts'
import type { BulkResult, InputOf } from '../../../platform/calls/call.ts'
import { refuseField } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { idsOf, itemAt, only, valuesOf } from '../../../platform/database/server/rows.ts'
import { bulkResultsBy } from '../../../platform/lists/server/bulk-result.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import { needsSecondPerson } from '../../../staff/server/second-person.ts'
import { warehouseToday } from '../../../warehouse/server/today.ts'
import { blockedReasons } from '../../money/server/blocked.ts'
import { sumOf } from '../../pricing/amounts.ts'
import { refundable, refundOf } from '../../pricing/refunds.ts'
import { feeStates } from '../../states.ts'
import type * as calls from '../contract.ts'
import { feeText } from '../text.ts'
import { addFees, type HeldFee, lockFees, type NewFee, settle, type WrittenFee } from './add-fees.ts'
import { askForFees, customerCodes } from './ask-for-fees.ts'
import { attachToFee, attachToRequest } from './fee-proofs.ts'
import { takeBackFees } from './reverse.ts'
import { feesOfDocuments } from './write-fees.ts'

/** The audit rows and events of fees that a person made. */
export async function recordFees(
  tx: Tx,
  who: Who,
  fees: readonly NewFee[],
  written: readonly WrittenFee[],
  action = 'create',
) {
  const codeOf = await customerCodes(tx, who, valuesOf(fees, 'customerId'))
  await writeChanges(
    tx,
    who,
    written.map(({ id, feeNo }, i) => {
      const { customerId, amount, sourceNo, remark } = itemAt(fees, i)
      return {
        action,
        event: 'fee.created',
        type: 'fee',
        id,
        no: feeNo,
        after: { customerCode: codeOf.get(customerId), amount, ...(sourceNo && { sourceNo }) },
        ...(remark && { reason: remark }),
        customerId,
        payload: { amount },
      }
    }),
  )
}

export type Document = { customerId: number; orderType: BillOrderType; sourceId: number; sourceNo: string }

/** What a fee by hand is for: a document; without one, a value-added service is for itself and all others are for nothing else. */
export const purposeOf = (typeFor: BillOrderType, document: Document | undefined) => ({
  orderType: document?.orderType ?? (typeFor === 'value_added' ? 'value_added' : 'manual'),
  sourceId: document?.sourceId ?? null,
  sourceNo: document?.sourceNo ?? null,
})

/** The orders and inbound orders with some numbers, by customer and number. */
export async function documentsOf(
  db: Db,
  { tenantId }: Who,
  numbers: readonly string[],
): Promise<(customerId: number, no: string) => Document | undefined> {
  const wanted = numbers.map((no) => no.toUpperCase())
  const { rows } = await sql<Document>`
    select customer_id, 'order' as order_type, id as source_id, order_no as source_no from orders
      where tenant_id = ${tenantId} and order_no = any(${wanted}::text[])
    union all
    select customer_id, case when inbound_type = 'return' then 'return' else 'inbound' end, id, inbound_no from inbounds
      where tenant_id = ${tenantId} and inbound_no = any(${wanted}::text[])`.execute(db)
  const byKey = new Map(rows.map((row) => [`${row.customerId} ${row.sourceNo.toUpperCase()}`, row]))
  return (customerId, no) => byKey.get(`${customerId} ${no.toUpperCase()}`)
}

/** The fees that some documents have of some types already; a second one of the same type is refused. */
export async function sameFees(
  db: Db,
  { tenantId }: Who,
  fees: readonly Pick<NewFee, 'orderType' | 'sourceId' | 'feeTypeId'>[],
): Promise<(fee: Pick<NewFee, 'orderType' | 'sourceId' | 'feeTypeId'>) => WrittenFee | undefined> {
  const rows = await feesOfDocuments(db, tenantId, valuesOf(fees, 'sourceId'))
  const byKey = new Map(rows.map((row) => [`${row.orderType} ${row.sourceId} ${row.feeTypeId}`, row]))
  return ({ orderType, sourceId, feeTypeId }) => byKey.get(`${orderType} ${sourceId} ${feeTypeId}`)
}

/** Adds a fee by hand. Above the amount of the user's roles it waits for a second person. */
export async function createFee(tx: Tx, who: Who, input: InputOf<typeof calls.createFee>) {
  const { customerId, feeTypeId, amount, documentNo, chargeDate, reason, fileIds } = input
  const { rows } = await sql<{
    isThere: boolean
    isLater: boolean
    feeCode: string | null
    typeFor: BillOrderType | null
    isEnabled: boolean | null
  }>`
    select exists (select 1 from customers where tenant_id = ${who.tenantId} and id = ${customerId}) as is_there,
      ${chargeDate}::date > warehouse_today() as is_later, t.fee_code, t.order_type as type_for, t.is_enabled
    from (select 1) x left join fee_types t on t.tenant_id = ${who.tenantId} and t.id = ${feeTypeId}`.execute(
    tx,
  )
  const { isThere, isLater, feeCode, typeFor, isEnabled } = only(rows)
  if (!isThere) refuseField('customerId', feeText.customerNotFound)
  if (feeCode === null || typeFor === null) return refuseField('feeTypeId', feeText.typeNotFound)
  if (!isEnabled) refuseField('feeTypeId', feeText.typeOff, { code: feeCode })
  if (isLater) refuseField('chargeDate', feeText.later)
  const document = documentNo ? (await documentsOf(tx, who, [documentNo]))(customerId, documentNo) : undefined
  if (documentNo && !document) refuseField('documentNo', feeText.documentNotFound, { no: documentNo })
  const fee: NewFee = {
    customerId,
    feeTypeId,
    ...purposeOf(typeFor, document),
    amount: new Big(amount).toFixed(2),
    chargeDate,
    remark: reason,
    isManual: true,
  }
  const same = document && (await sameFees(tx, who, [fee]))(fee)
  if (same) refuseField('feeTypeId', feeText.alreadyBilled, { document: document.sourceNo, no: same.feeNo })
  if (await needsSecondPerson(tx, who, amount)) {
    const request = only(await askForFees(tx, who, [fee]))
    await attachToRequest(tx, who, request, fileIds)
    return { feeNo: request.requestNo, isRequested: true }
  }
  const written = await addFees(tx, who, [fee])
  await recordFees(tx, who, [fee], written)
  await attachToFee(tx, who, only(written), fileIds)
  return { feeNo: only(written).feeNo, isRequested: false }
}

const isLive = ({ status }: HeldFee) => status === 'settled' || status === 'not_settled'

/** The refund of a locked fee, or why there is none. Without an amount, all that is left. */
export function refundFor(
  fee: HeldFee,
  amount: string | null,
  { chargeDate, reason }: { chargeDate: string; reason: string },
): { fee: NewFee } | { problem: Text } {
  const { feeNo: no } = fee
  if (!isLive(fee)) return { problem: fill(feeText.hasEnded, { no }) }
  if (fee.refundOf !== null) return { problem: fill(feeText.notARefund, { no }) }
  if (new Big(fee.amount).lte(0)) return { problem: fill(feeText.nothingToRefund, { no }) }
  const result = refundOf(fee.amount, fee.refunds, amount ?? refundable(fee.amount, fee.refunds))
  if ('problem' in result) return { problem: fill(feeText.aboveOriginal, { no, left: result.left }) }
  const { customerId, feeTypeId, orderType, sourceId, sourceNo, eventId, isManual } = fee
  return {
    fee: {
      ...{ customerId, feeTypeId, orderType, sourceId, sourceNo, eventId, isManual },
      ...{ amount: result.amount, chargeDate, remark: reason, refundOf: fee.id },
    },
  }
}

/** Why no fees can be written for some customers: theirs leave the balance at once, and their accounts are blocked. */
export async function blockedPayers(
  db: Db,
  who: Who,
  customerIds: readonly number[],
): Promise<Map<number, Text>> {
  const blocked = await blockedReasons(db, who, customerIds)
  if (blocked.size === 0 || who.version === 'satellite') return new Map()
  const { rows } = await sql<{ id: number }>`
    select id from customers where tenant_id = ${who.tenantId} and id = any(${[...blocked.keys()]}::bigint[]) and settlement_mode = 'balance'`.execute(
    db,
  )
  const payers = new Set(idsOf(rows))
  return new Map([...blocked].filter(([id]) => payers.has(id)))
}

export const feeResults = bulkResultsBy('feeNo', feeText.notFound)

/** The fees of the documents that some fees are for, and these themselves. */
export async function feesBeside(db: Db, { tenantId }: Who, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ orderType: BillOrderType; sourceId: number | null }>`
    select order_type, source_id from fees where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(
    db,
  )
  const beside = await feesOfDocuments(db, tenantId, valuesOf(rows, 'sourceId'))
  const isBeside = (fee: (typeof beside)[number]) =>
    rows.some(({ orderType, sourceId }) => fee.orderType === orderType && fee.sourceId === sourceId)
  return [...new Set([...ids, ...idsOf(beside.filter(isBeside))])]
}

/** What a user has refunded of some fees without a second person. */
export async function refundedAlone(db: Db, { tenantId, accountId }: Who, ids: readonly number[]) {
  const { rows } = await sql<{ amount: string }>`
    select coalesce(sum(r.amount), 0)::text as amount from fees r
    where r.tenant_id = ${tenantId} and r.refund_of = any(${ids}::bigint[]) and r.status in ('not_settled', 'settled')
      and r.created_by = ${accountId} and not exists (
        select 1 from fee_requests q where q.tenant_id = r.tenant_id and q.refund_of = r.refund_of and q.fee_id = r.id)`.execute(
    db,
  )
  return only(rows).amount
}

/**
 * Refunds fees, never above what was charged. The amount of all of them together decides whether a second person is needed, with what the
 * same user refunded of their documents before: otherwise a large refund would pass in parts.
 *
 * Locks the fees and those beside them: of two refunds at once the second sees what the first one left.
 */
export async function refundFees(
  tx: Tx,
  who: Who,
  { ids, amount, reason }: InputOf<typeof calls.refundFees>,
) {
  const beside = await feesBeside(tx, who, ids)
  const fees = (await lockFees(tx, who, { ids: beside })).filter(({ id }) => ids.includes(id))
  const terms = { chargeDate: await warehouseToday(tx), reason }
  const blocked = await blockedPayers(tx, who, valuesOf(fees, 'customerId'))
  const results = new Map(
    fees.map((fee) => {
      const problem = blocked.get(fee.customerId)
      return [fee.id, problem ? { problem } : refundFor(fee, amount, terms)] as const
    }),
  )
  const refunds = [...results.values()].flatMap((result) => ('fee' in result ? result.fee : []))
  const total = sumOf(refunds.map((refund) => refund.amount)).plus(await refundedAlone(tx, who, beside))
  const isAbove = refunds.length > 0 && (await needsSecondPerson(tx, who, total))
  if (isAbove) await askForFees(tx, who, refunds)
  else await recordFees(tx, who, refunds, await addFees(tx, who, refunds), 'refund')
  const reasons = new Map(
    [...results].map(([id, result]) => [id, 'problem' in result ? result.problem : undefined]),
  )
  return { ...feeResults(who, ids, fees, reasons), requested: isAbove ? refunds.length : 0 }
}

const change = (fee: HeldFee, action: string, feeStatus: string, reason?: string) => ({
  action,
  event: `fee.${feeStatus}`,
  type: 'fee',
  id: fee.id,
  no: fee.feeNo,
  before: { feeStatus: fee.status },
  after: { feeStatus, amount: fee.amount },
  ...(reason && { reason }),
  customerId: fee.customerId,
})

export async function voidFees(
  tx: Tx,
  who: Who,
  { ids, reason }: InputOf<typeof calls.voidFees>,
): Promise<BulkResult> {
  const fees = await lockFees(tx, who, { ids })
  const { from, to } = feeStates.actions.void
  const reasons = new Map(
    fees.map((fee) => {
      const no = { no: fee.feeNo }
      if (!isLive(fee)) return [fee.id, fill(feeText.hasEnded, no)] as const
      if (!from.includes(fee.status as 'not_settled')) return [fee.id, fill(feeText.notOpen, no)] as const
      if (fee.billNo !== null) return [fee.id, fill(feeText.onBill, no)] as const
      return [fee.id, fee.refunds.length > 0 ? fill(feeText.isRefunded, no) : undefined] as const
    }),
  )
  const good = fees.filter(({ id }) => !reasons.get(id))
  await takeBackFees(tx, who, good, reason)
  await writeChanges(
    tx,
    who,
    good.map((fee) => change(fee, 'void', to, reason)),
  )
  return feeResults(who, ids, fees, reasons)
}

/** Takes fees out of the balance that should have left it at once. */
export async function settleFees(
  tx: Tx,
  who: Who,
  { ids }: InputOf<typeof calls.settleFees>,
): Promise<BulkResult> {
  const fees = await lockFees(tx, who, { ids })
  const { from, to } = feeStates.actions.settle
  const blocked = await blockedReasons(tx, who, valuesOf(fees, 'customerId'))
  const reasons = new Map(
    fees.map((fee) => {
      const no = { no: fee.feeNo }
      if (!from.includes(fee.status as 'not_settled'))
        return [fee.id, fill(feeText.notUnsettled, no)] as const
      if (fee.billNo !== null) return [fee.id, fill(feeText.onBill, no)] as const
      const isByBill = fee.settlementMode === 'bill' || who.version === 'satellite'
      return [fee.id, isByBill ? fill(feeText.byBill, no) : blocked.get(fee.customerId)] as const
    }),
  )
  const good = fees.filter(({ id }) => !reasons.get(id))
  await settle(tx, who, idsOf(good))
  await writeChanges(
    tx,
    who,
    good.map((fee) => change(fee, 'settle', to)),
  )
  return feeResults(who, ids, fees, reasons)
}
