import { sql } from 'kysely'
import type { StockQuality } from '../../db/schema.ts'
import { isSameBatch } from '../../inventory/stock/batches.ts'
import { batchesOf, post, type StockLine } from '../../inventory/stock/server/ledger.ts'
import { publishEvents, writeAudit } from '../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf } from '../../platform/calls/call.ts'
import { refuseField } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import { only } from '../../platform/database/server/rows.ts'
import { warehouseToday } from '../../warehouse/server/today.ts'
import type { putAway } from '../scanning/contract.ts'
import { changeIn } from '../scanning/scanning.ts'
import { receivingText } from '../text.ts'
import { pendingOf } from './get-inbound.ts'
import { lockInbound } from './inbounds.ts'
import { placesFor } from './places.ts'
import { standingAfter } from './steps.ts'

type Input = InputOf<typeof putAway>
type Pending = Awaited<ReturnType<typeof pendingOf>>[number]
type Part = { at: number; from: Pending; locationId: number; quantity: number }

/** From the receiving bin to storage bins. Stock age starts on this day. */
export async function putGoodsAway(tx: Tx, who: Who, input: Input): Promise<OutputOf<typeof putAway>> {
  const inbound = await lockInbound(tx, who, input.inboundId, 'put_away')
  const parts = await portion(tx, who, input)
  await placesFor(
    tx,
    who,
    parts.map(({ at, from, locationId }) => ({
      path: `lines.${at}.locationId`,
      locationId,
      quality: from.quality,
    })),
    ['storage', 'quarantine', 'return'],
  )
  const putawayDate = inbound.putawayDate ?? (await warehouseToday(tx))
  const batches = await batchesOf(
    tx,
    who,
    parts.map(({ from }) => ({
      customerId: inbound.customerId,
      productId: from.productId,
      inboundId: inbound.id,
      putawayDate,
      productionDate: from.productionDate,
      expiryDate: from.expiryDate,
      lot: from.lot,
    })),
  )
  const putawayId = await writePutaway(
    tx,
    who,
    inbound,
    parts.map(({ from, locationId, quantity }, i) => ({
      lineNo: i + 1,
      quality: from.quality,
      quantity,
      fromLocationId: from.locationId,
      fromBatchId: from.batchId,
      locationId,
      batchId: only(batches.slice(i, i + 1)),
    })),
  )
  const pieces = parts.reduce((sum, { quantity }) => sum + quantity, 0)
  await writeAudit(tx, who, [
    { action: 'put_away', type: 'inbound', id: inbound.id, no: inbound.inboundNo, after: { pieces } },
  ])
  await publishEvents(tx, who, [
    { kind: 'inbound.put_away', type: 'inbound', id: inbound.id, payload: { putawayId } },
  ])
  const pending = parts.map(({ from: { productionDate: _, ...piece } }) => piece)
  return { putawayId, ...changeIn(await standingAfter(tx, who, inbound), inbound.rowVersion, { pending }) }
}

type PutawayLine = {
  lineNo: number
  quality: StockQuality
  quantity: number
  fromLocationId: number
  fromBatchId: number
  locationId: number
  batchId: number
}

/** Writes a putaway and moves its goods; returns its id. */
export async function writePutaway(
  tx: Tx,
  who: Who,
  inbound: { id: number; inboundNo: string },
  lines: readonly PutawayLine[],
  undoesId: number | null = null,
): Promise<number> {
  const { tenantId, accountId } = who
  const { id: putawayId } = await tx
    .insertInto('putaways')
    .values({ tenantId, inboundId: inbound.id, undoesId, createdBy: accountId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await post(
    tx,
    who,
    { type: 'putaway' },
    lines.flatMap(({ lineNo, quality, quantity, ...line }): StockLine[] => {
      const of = { sourceId: putawayId, sourceNo: inbound.inboundNo, line: lineNo, quality }
      const { fromLocationId, fromBatchId, locationId, batchId } = line
      return [
        { ...of, flow: 'putaway_out', locationId: fromLocationId, batchId: fromBatchId, onHand: -quantity },
        { ...of, flow: 'putaway_in', locationId, batchId, onHand: quantity },
      ]
    }),
  )
  await tx
    .insertInto('putawayLines')
    .values(lines.map(({ quality: _, ...line }) => ({ tenantId, putawayId, ...line })))
    .execute()
  await tx
    .updateTable('inbounds')
    .set((is) => ({ rowVersion: is('rowVersion', '+', 1), updatedAt: sql<string>`business_now()` }))
    .where('tenantId', '=', tenantId)
    .where('id', '=', inbound.id)
    .execute()
  return putawayId
}

/** Which of the waiting pieces each line takes; earliest expiry first. */
async function portion(tx: Tx, who: Who, { inboundId, lines }: Input): Promise<Part[]> {
  const waiting = await pendingOf(tx, who, inboundId)
  const skus = await tx
    .selectFrom('products')
    .select(['id', 'sku'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', sql<number>`any(${waiting.map(({ productId }) => productId)}::bigint[])`)
    .execute()
  const left = new Map(waiting.map((item) => [item, item.quantity]))
  return lines.flatMap(({ batchId, productId, batch, quantity, locationId }, at): Part[] => {
    const own = waiting.filter((item) =>
      batchId === null
        ? item.productId === productId && (batch === null || isSameBatch(item, batch))
        : item.batchId === batchId,
    )
    const pending = own.reduce((sum, item) => sum + (left.get(item) ?? 0), 0)
    const sku = skus.find(({ id }) => id === own[0]?.productId)?.sku
    if (sku === undefined) return refuseField(`lines.${at}.productId`, receivingText.notPending)
    if (pending < quantity)
      refuseField(`lines.${at}.quantity`, receivingText.tooFewPending, { sku, pending, asked: quantity })
    let missing = quantity
    return own.flatMap((from) => {
      const taken = Math.min(missing, left.get(from) ?? 0)
      left.set(from, (left.get(from) ?? 0) - taken)
      missing -= taken
      return taken > 0 ? [{ at, from, locationId, quantity: taken }] : []
    })
  })
}
