import { sql } from 'kysely'
import type { StockFlowType, StockQuality } from '../../../db/schema.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'

/** The document behind a posting. One fact of one document is posted once, even if it is sent again. */
type Source = { type: string; reason?: string | undefined }

/** Pieces of one batch in one location, and the change of their quantity. */
export type StockLine = {
  sourceId: number
  sourceNo: string
  line: number
  flow: StockFlowType
  locationId: number
  batchId: number
  quality: StockQuality
  onHand?: number
  allocated?: number
  frozen?: number
}

/**
 * Posts lines to the stock, all or nothing, through `post_stock`.
 *
 * It refuses by constraint name: too little stock, no such location, goods that must not be mixed.
 */
export async function post(
  tx: Tx,
  who: Pick<Who, 'accountId'>,
  { type, reason }: Source,
  lines: StockLine[],
) {
  const { rows } = await sql<{
    sourceId: number
    sourceLine: number
    stockId: number
    seq: number
  }>`
    select source_id, source_line, stock_id, seq from post_stock(${type}, ${who.accountId}, ${reason ?? null}, array(
      select row(x.*)::stock_line from unnest(
        ${lines.map((line) => line.sourceId)}::bigint[], ${lines.map((line) => line.sourceNo)}::text[],
        ${lines.map((line) => line.line)}::int[], ${lines.map((line) => line.flow)}::stock_flow_type[],
        ${lines.map((line) => line.locationId)}::bigint[], ${lines.map((line) => line.batchId)}::bigint[],
        ${lines.map((line) => line.quality)}::stock_quality[], ${lines.map((line) => line.onHand ?? 0)}::bigint[],
        ${lines.map((line) => line.allocated ?? 0)}::bigint[], ${lines.map((line) => line.frozen ?? 0)}::bigint[]) x))`.execute(
    tx,
  )
  return rows
}

/** What identifies a batch: source document, putaway date, lot, production and expiry date. */
export type BatchKey = {
  customerId: number
  productId: number
  inboundId: number | null
  putawayDate: string | null
  productionDate?: string | null
  expiryDate: string | null
  lot: string | null
}

/** The batches of these goods, in the same order; missing ones are created. */
export async function batchesOf(tx: Tx, who: Pick<Who, 'tenantId'>, keys: BatchKey[]): Promise<number[]> {
  const columns = sql`
    unnest(${keys.map((key) => key.customerId)}::bigint[], ${keys.map((key) => key.productId)}::bigint[],
      ${keys.map((key) => key.inboundId)}::bigint[], ${keys.map((key) => key.putawayDate)}::date[],
      ${keys.map((key) => key.productionDate ?? null)}::date[], ${keys.map((key) => key.expiryDate)}::date[],
      ${keys.map((key) => key.lot)}::text[])
    with ordinality as k (customer_id, product_id, inbound_id, putaway_date, production_date, expiry_date, lot, n)`
  const same = (table: string) => sql`${sql.ref(`${table}.product_id`)} = k.product_id
      and ${sql.ref(`${table}.inbound_id`)} is not distinct from k.inbound_id
      and ${sql.ref(`${table}.putaway_date`)} is not distinct from k.putaway_date
      and ${sql.ref(`${table}.expiry_date`)} is not distinct from k.expiry_date
      and ${sql.ref(`${table}.production_date`)} is not distinct from k.production_date
      and ${sql.ref(`${table}.lot`)} is not distinct from k.lot`
  const { rows } = await sql<{ id: number | null }>`
    with made as (
      insert into batches (tenant_id, customer_id, product_id, inbound_id, putaway_date, production_date, expiry_date, lot)
      select distinct ${who.tenantId}::bigint, k.customer_id, k.product_id, k.inbound_id, k.putaway_date, k.production_date, k.expiry_date, k.lot
      from ${columns} order by 3, 4, 5, 7, 6, 8
      on conflict on constraint batch_once do nothing
      returning id, product_id, inbound_id, putaway_date, production_date, expiry_date, lot)
    select coalesce(b.id, made.id) as id from ${columns}
    left join batches b on b.tenant_id = ${who.tenantId} and ${same('b')}
    left join made on ${same('made')}
    order by k.n`.execute(tx)
  const known = rows.flatMap(({ id }) => (id === null ? [] : [id]))
  if (known.length === keys.length) return known
  // Another transaction created one of them since this statement started: the next statement sees it.
  return batchesOf(tx, who, keys)
}
