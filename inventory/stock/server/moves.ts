import { sql } from 'kysely'
import type { StockDocumentKind, StockFlowType } from '../../../db/schema.ts'
import { publishEvents, writeAudit, writeChanges } from '../../../platform/audit/server/audit.ts'
import type { BulkResult, InputOf } from '../../../platform/calls/call.ts'
import { refuse, refuseAs, refuseField } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import { type Db, drawNumber, type Tx } from '../../../platform/database/server/db.ts'
import { idsOf, only, sameTenant, valuesOf } from '../../../platform/database/server/rows.ts'
import { bulkResultOf } from '../../../platform/lists/server/bulk-result.ts'
import { enabledBin } from '../../locations/server/find-bins.ts'
import type * as calls from '../contract.ts'
import { stockText } from '../text.ts'
import { post, type StockLine } from './ledger.ts'

type Row = {
  stockId: number
  locationId: number
  batchId: number
  quality: 'good' | 'defective'
  isPutAway: boolean
}

/** The stock rows that lines name; refused completely if one does not exist. */
async function rowsOf(db: Db, who: Who, lines: { stockId: number }[]): Promise<Map<number, Row>> {
  const { rows } = await sql<Row>`
    select s.id as stock_id, s.location_id, s.batch_id, s.quality, b.putaway_date is not null as is_put_away
    from stock s join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
    where s.tenant_id = ${who.tenantId} and s.id = any(${lines.map(({ stockId }) => stockId)}::bigint[])`.execute(
    db,
  )
  const matches = new Map(rows.map((row) => [row.stockId, row]))
  if (lines.some(({ stockId }) => !matches.has(stockId)))
    refuseAs({ kind: 'not_found' }, stockText.stockNotFound)
  return matches
}

const prefixes: Record<StockDocumentKind, string> = {
  move: 'MV',
  quality: 'QC',
  adjust: 'AJ',
  freeze: 'FZ',
  unfreeze: 'UF',
}

type Booking = {
  kind: StockDocumentKind
  reason?: string | undefined
  lines: Omit<StockLine, 'sourceId' | 'sourceNo'>[]
  after?: object
}

/** Posts the lines of a new document and stores it. */
export async function book(tx: Tx, who: Who, { kind, reason, lines, after = {} }: Booking) {
  const { rows } = await sql<{ id: number }>`select nextval('stock_documents_id_seq') as id`.execute(tx)
  const { id } = only(rows)
  const documentNo = await drawNumber(tx, prefixes[kind])
  const posted = await post(
    tx,
    who,
    { type: 'stock_document', reason: reason || undefined },
    lines.map((line) => ({ ...line, sourceId: id, sourceNo: documentNo })),
  )
  await tx
    .insertInto('stockDocuments')
    .values({
      tenantId: who.tenantId,
      id,
      documentNo,
      kind,
      reason: reason || null,
      createdBy: who.accountId,
    })
    .execute()
  // A move is reported by what arrives.
  const isMove = kind === 'move' || kind === 'quality'
  const reported = isMove ? lines.filter(({ onHand = 0 }) => onHand > 0) : lines
  const pieces = reported.reduce((sum, { onHand = 0, frozen = 0 }) => sum + onHand + frozen, 0)
  await writeAudit(tx, who, [
    {
      action: kind,
      type: 'stock_document',
      id,
      no: documentNo,
      after: { lines: reported.length, pieces, ...after },
      ...(reason && { reason }),
    },
  ])
  await publishEvents(tx, who, [{ kind: `stock.${kind}`, type: 'stock_document', id }])
  return { id, documentNo, posted }
}

/**
 * From bin to bin, all lines or none. Where the destination has the other quality, the goods change theirs.
 */
export async function moveStock(
  tx: Tx,
  who: Who,
  { lines, toLocationCode, reason }: InputOf<typeof calls.moveStock>,
) {
  const rows = await rowsOf(tx, who, lines)
  const target = await enabledBin(tx, who, toLocationCode)
  if (!target) return refuseField('toLocationCode', stockText.locationNotFound)
  const from = lines.flatMap(({ stockId, quantity }) => {
    const row = rows.get(stockId)
    return row ? [{ ...row, pieces: quantity }] : []
  })
  if (from.some(({ locationId }) => locationId === target.id))
    refuseField('toLocationCode', stockText.alreadyThere)
  if (from.some(({ isPutAway }) => isPutAway === (target.purpose === 'receiving')))
    refuseField('toLocationCode', stockText.notPutAway)
  const isQuality = from.some(({ quality }) => quality !== target.quality)
  if (isQuality && !reason) refuseField('reason', stockText.reasonNeeded)
  const booking = from.flatMap(({ locationId, batchId, quality, pieces }, i) => {
    const [out, into]: StockFlowType[] =
      quality === target.quality ? ['move_out', 'move_in'] : ['quality_out', 'quality_in']
    if (!out || !into) return []
    const line = { line: i + 1, batchId }
    return [
      { ...line, flow: out, locationId, quality, onHand: -pieces },
      { ...line, flow: into, locationId: target.id, quality: target.quality, onHand: pieces },
    ]
  })
  const { documentNo, posted } = await book(tx, who, {
    kind: isQuality ? 'quality' : 'move',
    reason,
    lines: booking,
    after: { toLocationCode: target.locationCode },
  })
  const origins = new Set(from.map(({ stockId }) => stockId))
  const arrived = posted.flatMap(({ stockId, sourceLine }) => {
    const quantity = from[sourceLine - 1]?.pieces
    return origins.has(stockId) || quantity === undefined ? [] : [{ stockId, quantity }]
  })
  return { documentNo, arrived }
}

/**
 * Goods leave the receiving area by putaway alone, so they are added there only while their inbound order is received.
 *
 * The orders are locked, so that none is completed until the goods are posted.
 */
async function refuseReceived(tx: Tx, who: Who, stockIds: number[]) {
  const { rows } = await sql<{ inboundNo: string; isReceiving: boolean }>`
    select n.inbound_no, n.status = 'receiving' as is_receiving from inbounds n
    where n.tenant_id = ${who.tenantId} and n.id in (
      select b.inbound_id from stock s join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
      where s.tenant_id = ${who.tenantId} and s.id = any(${stockIds}::bigint[]) and b.putaway_date is null)
    order by n.id for share of n`.execute(tx)
  const received = rows.filter(({ isReceiving }) => !isReceiving)
  if (received.length > 0)
    refuse(stockText.noLongerReceived, { inbounds: received.map(({ inboundNo }) => inboundNo).join(', ') })
}

export async function adjustStock(tx: Tx, who: Who, { lines, reason }: InputOf<typeof calls.adjustStock>) {
  const rows = await rowsOf(tx, who, lines)
  const added = lines.filter(({ quantity }) => quantity > 0)
  await refuseReceived(tx, who, valuesOf(added, 'stockId'))
  const { documentNo } = await book(tx, who, {
    kind: 'adjust',
    reason,
    lines: lines.flatMap(({ stockId, quantity }, i) => {
      const row = rows.get(stockId)
      if (!row) return []
      const { locationId, batchId, quality } = row
      const flow: StockFlowType = quantity > 0 ? 'adjust_up' : 'adjust_down'
      return [{ line: i + 1, flow, locationId, batchId, quality, onHand: quantity }]
    }),
  })
  return { documentNo }
}

const changeFrozen =
  (kind: 'freeze' | 'unfreeze', sign: 1 | -1) =>
  async (tx: Tx, who: Who, { lines, reason }: InputOf<typeof calls.freezeStock>) => {
    const rows = await rowsOf(tx, who, lines)
    const { documentNo } = await book(tx, who, {
      kind,
      reason,
      lines: lines.flatMap(({ stockId, quantity }, i) => {
        const row = rows.get(stockId)
        if (!row) return []
        const { locationId, batchId, quality } = row
        return [{ line: i + 1, flow: kind, locationId, batchId, quality, frozen: sign * quantity }]
      }),
    })
    return { documentNo }
  }

export const freezeStock = changeFrozen('freeze', 1)
export const unfreezeStock = changeFrozen('unfreeze', -1)

/**
 * Unblocks rows that the checks have blocked; the next check blocks again what still does not match. Orders that lack these goods are
 * audited again.
 */
export async function unblockStock(
  tx: Tx,
  who: Who,
  { ids, reason }: InputOf<typeof calls.unblockStock>,
): Promise<BulkResult> {
  const rows = await tx
    .selectFrom('stock as s')
    .innerJoin('locations as l', sameTenant('l.id', 's.locationId'))
    .select(['s.id', 's.blockedBecause', 'l.locationCode'])
    .where('s.tenantId', '=', who.tenantId)
    .where('s.id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('s.id')
    .execute()
  const stopped = rows.filter(({ blockedBecause }) => blockedBecause !== null)
  await sql`select block_stock(x, null) from unnest(${idsOf(stopped)}::bigint[]) x`.execute(tx)
  await writeChanges(
    tx,
    who,
    stopped.map(({ id, locationCode, blockedBecause }) => ({
      action: 'unblock',
      event: 'stock.unblocked',
      type: 'stock',
      id,
      no: locationCode,
      before: { blockedBecause },
      after: { blockedBecause: null },
      reason,
    })),
  )
  if (stopped.length > 0) await sql`select enqueue('retry_short_orders', '{}'::json)`.execute(tx)
  const known = new Map(rows.map(({ id, locationCode }) => [id, locationCode]))
  const reasons = new Map(
    rows.map((row) => [row.id, stopped.includes(row) ? undefined : stockText.notBlocked]),
  )
  return bulkResultOf(who, ids, { known, reasons, notFound: stockText.stockNotFound })
}
