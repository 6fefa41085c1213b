import { sql } from 'kysely'
import { publishEvents, writeAudit } from '../../platform/audit/server/audit.ts'
import type { InputOf } from '../../platform/calls/call.ts'
import { refuse, refuseAs } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import type { InboundChange } from '../contract.ts'
import type * as scanningCalls from '../scanning/contract.ts'
import { changeIn } from '../scanning/scanning.ts'
import { receivingText } from '../text.ts'
import { standingOf } from './get-inbound.ts'
import { writePutaway } from './putaway.ts'
import { lockForWork } from './steps.ts'

type Line = {
  lineNo: number
  productId: number
  sku: string
  quality: 'good' | 'defective'
  quantity: number
  fromLocationId: number
  fromBatchId: number
  locationId: number
  locationCode: string
  batchId: number
  free: number
}

/** The putaway's pieces, and how many of the same kind are still there and available. */
async function linesOf(tx: Tx, who: Who, putawayId: number): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select l.line_no, b.product_id, p.sku, z.quality, l.quantity, l.from_location_id, l.from_batch_id, l.location_id,
      o.location_code, l.batch_id, coalesce(s.on_hand - s.allocated - s.frozen, 0)
        - coalesce(sum(l.quantity) over (partition by l.location_id, l.batch_id order by l.line_no
          rows between unbounded preceding and 1 preceding), 0)::bigint as free
    from putaway_lines l
    join batches b on b.tenant_id = l.tenant_id and b.id = l.batch_id
    join products p on p.tenant_id = b.tenant_id and p.id = b.product_id
    join locations o on o.tenant_id = l.tenant_id and o.id = l.location_id
    join location_zones z on z.tenant_id = o.tenant_id and z.id = o.zone_id
    left join stock s on s.tenant_id = l.tenant_id and s.location_id = l.location_id and s.batch_id = l.batch_id
      and s.quality = z.quality
    where l.tenant_id = ${who.tenantId} and l.putaway_id = ${putawayId} order by l.line_no`.execute(tx)
  return rows
}

/** The reverse movement, as a putaway of its own that names the one it undoes. */
export async function undoPutAway(
  tx: Tx,
  who: Who,
  { putawayId }: InputOf<typeof scanningCalls.undoPutAway>,
): Promise<InboundChange> {
  const known = await tx
    .selectFrom('putaways')
    .select(['inboundId', 'undoesId'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', putawayId)
    .executeTakeFirst()
  if (!known || known.undoesId !== null) return refuseAs({ kind: 'not_found' }, receivingText.putawayNotFound)
  const inbound = await lockForWork(tx, who, known.inboundId, 'put_away')
  const undone = await tx
    .selectFrom('putaways')
    .select('id')
    .where('tenantId', '=', who.tenantId)
    .where('undoesId', '=', putawayId)
    .executeTakeFirst()
  if (undone) refuse(receivingText.putawayUndone)

  const put = await linesOf(tx, who, putawayId)
  await sql`select lock_stock(${[...new Set(put.map(({ productId }) => productId))]}::bigint[],
    ${[...new Set(put.map(({ fromLocationId }) => fromLocationId))]}::bigint[])`.execute(tx)
  const lines = await linesOf(tx, who, putawayId)
  for (const { sku, locationCode, free, quantity } of lines)
    if (free < quantity) refuse(receivingText.putawayMoved, { sku, place: locationCode })

  const back = lines.map(({ lineNo, quality, quantity, ...line }) => ({
    lineNo,
    quality,
    quantity,
    fromLocationId: line.locationId,
    fromBatchId: line.batchId,
    locationId: line.fromLocationId,
    batchId: line.fromBatchId,
  }))
  await writePutaway(tx, who, inbound, back, putawayId)
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  await writeAudit(tx, who, [
    { action: 'undo_put_away', type: 'inbound', id: inbound.id, no: inbound.inboundNo, before: { pieces } },
  ])
  await publishEvents(tx, who, [
    { kind: 'inbound.putaway_undone', type: 'inbound', id: inbound.id, payload: { putawayId } },
  ])
  const standing = await standingOf(tx, who, inbound.id)
  const batchIds = new Set(lines.map(({ fromBatchId }) => fromBatchId))
  const pending = standing.pending.filter(({ batchId }) => batchIds.has(batchId))
  return changeIn(standing, inbound.rowVersion, { pending })
}
