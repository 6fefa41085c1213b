import { sql } from 'kysely'
import { post } from '../../inventory/stock/server/ledger.ts'
import { publishEvents, writeAudit } from '../../platform/audit/server/audit.ts'
import type { InputOf } from '../../platform/calls/call.ts'
import { notFound, refuse } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import type { InboundChange } from '../contract.ts'
import type * as calls from '../scanning/contract.ts'
import { changeIn } from '../scanning/scanning.ts'
import { receivingText } from '../text.ts'
import { expectShortBoxes, lockForWork, standingAfter } from './steps.ts'

type Line = {
  lineNo: number
  lineId: number
  productId: number
  sku: string
  quality: 'good' | 'defective'
  quantity: number
  locationId: number
  locationCode: string
  batchId: number
  free: number
  boxId: number | null
  expiryDate: string | null
  lot: string | null
  isPending: boolean
}

/** The receipt's pieces, and how many of the same kind are still there and available. */
async function linesOf(tx: Tx, who: Who, receiptId: number): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select l.line_no, l.line_id, b.product_id, p.sku, l.quality, l.quantity, l.location_id, o.location_code, l.batch_id,
      i.box_id, b.expiry_date, b.lot, o.purpose = 'receiving' as is_pending,
      coalesce(s.on_hand - s.allocated - s.frozen, 0)
        - coalesce(sum(l.quantity) over (partition by l.location_id, l.batch_id, l.quality order by l.line_no
          rows between unbounded preceding and 1 preceding), 0)::bigint as free
    from receipt_lines l
    join inbound_lines i on i.tenant_id = l.tenant_id and i.id = l.line_id
    join batches b on b.tenant_id = l.tenant_id and b.id = l.batch_id
    join products p on p.tenant_id = b.tenant_id and p.id = b.product_id
    join locations o on o.tenant_id = l.tenant_id and o.id = l.location_id
    left join stock s on s.tenant_id = l.tenant_id and s.location_id = l.location_id and s.batch_id = l.batch_id
      and s.quality = l.quality
    where l.tenant_id = ${who.tenantId} and l.receipt_id = ${receiptId} order by l.line_no`.execute(tx)
  return rows
}

/** Undoes a whole receipt. Pieces that were reserved, frozen or moved meanwhile cannot be undone. */
export async function cancelReceipt(
  tx: Tx,
  who: Who,
  { receiptId, reason }: InputOf<typeof calls.cancelReceipt>,
): Promise<InboundChange> {
  const known = await tx
    .selectFrom('receipts')
    .select('inboundId')
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', receiptId)
    .executeTakeFirstOrThrow(notFound(receivingText.receiptNotFound))
  const inbound = await lockForWork(tx, who, known.inboundId, 'cancel_receipt')
  const receipt = await tx
    .selectFrom('receipts')
    .select(['receiptNo', 'boxId', 'cancelledAt'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', receiptId)
    .executeTakeFirstOrThrow()
  if (receipt.cancelledAt !== null) refuse(receivingText.receiptCancelled, { no: receipt.receiptNo })

  const counted = await linesOf(tx, who, receiptId)
  await sql`select lock_stock(${[...new Set(counted.map(({ productId }) => productId))]}::bigint[])`.execute(
    tx,
  )
  const lines = await linesOf(tx, who, receiptId)
  for (const { sku, locationCode, free, quantity } of lines)
    if (free < quantity) refuse(receivingText.receiptMoved, { sku, place: locationCode })

  await post(
    tx,
    who,
    { type: 'receipt', reason: reason ?? undefined },
    lines.map(({ lineNo, locationId, batchId, quality, quantity }) => ({
      sourceId: receiptId,
      sourceNo: inbound.inboundNo,
      line: lineNo,
      flow: 'receive_cancel',
      locationId,
      batchId,
      quality,
      onHand: -quantity,
    })),
  )
  await uncount(tx, who, inbound.id, receiptId, reason)
  await writeAudit(tx, who, [
    {
      action: 'cancel_receipt',
      type: 'inbound',
      id: inbound.id,
      no: inbound.inboundNo,
      before: {
        receiptNo: receipt.receiptNo,
        pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      },
      ...(reason && { reason }),
    },
  ])
  await publishEvents(tx, who, [
    { kind: 'inbound.receipt_cancelled', type: 'inbound', id: inbound.id, payload: { receiptId } },
  ])
  return changeIn(await standingAfter(tx, who, inbound), inbound.rowVersion, {
    lineIds: lines.map(({ lineId }) => lineId),
    boxIds: [receipt.boxId, ...lines.map(({ boxId }) => boxId)],
    pending: lines
      .filter(({ isPending }) => isPending)
      .map(({ batchId, productId, locationId, locationCode, quality, expiryDate, lot, quantity }) => ({
        ...{ batchId, productId, locationId, locationCode, quality, expiryDate, lot, quantity },
      })),
  })
}

/** Lines and boxes return to the sum of the other receipts. */
async function uncount(tx: Tx, who: Who, inboundId: number, receiptId: number, reason: string | null) {
  await tx
    .updateTable('receipts')
    .set({ cancelledAt: sql<string>`business_now()`, cancelledBy: who.accountId, cancelReason: reason })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', receiptId)
    .execute()
  await sql`
    update inbound_lines l set good = l.good - c.good, defective = l.defective - c.defective
    from (select line_id, coalesce(sum(quantity) filter (where quality = 'good'), 0)::bigint as good,
        coalesce(sum(quantity) filter (where quality = 'defective'), 0)::bigint as defective
      from receipt_lines where tenant_id = ${who.tenantId} and receipt_id = ${receiptId} group by line_id) c
    where l.tenant_id = ${who.tenantId} and l.id = c.line_id`.execute(tx)
  await expectShortBoxes(tx, who, inboundId)
  await tx
    .updateTable('inbounds')
    .set((is) => ({ rowVersion: is('rowVersion', '+', 1), updatedAt: sql<string>`business_now()` }))
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', inboundId)
    .execute()
}
