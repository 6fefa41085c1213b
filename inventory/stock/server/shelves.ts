import { sql } from 'kysely'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { only } from '../../../platform/database/server/rows.ts'
import { warehouseToday } from '../../../warehouse/server/today.ts'
import type { BatchIdentity } from '../batches.ts'
import type { Shelf } from '../spread.ts'
import { batchesOf } from './ledger.ts'

/** A product in a place. */
export type Spot = { locationId: number; customerId: number; productId: number }

export type BatchShelf = Shelf & BatchIdentity

export const spotKey = ({ locationId, productId }: Pick<Spot, 'locationId' | 'productId'>) =>
  `${locationId}/${productId}`

/**
 * The stock of each product and location, locked with its location until commit, so that it cannot change
 * while it is distributed.
 */
export async function holdShelves(tx: Tx, who: Who, spots: Spot[]): Promise<Map<string, BatchShelf[]>> {
  await sql`select lock_stock(${spots.map(({ productId }) => productId)}::bigint[],
    ${spots.map(({ locationId }) => locationId)}::bigint[])`.execute(tx)
  return shelvesOf(tx, who, spots)
}

export async function shelvesOf(db: Db, who: Who, spots: Spot[]): Promise<Map<string, BatchShelf[]>> {
  const { rows } = await sql<BatchShelf & Spot>`
    select s.id as stock_id, s.location_id, s.customer_id, s.product_id, s.batch_id, s.quality, b.putaway_date, b.expiry_date, b.lot,
      s.on_hand, s.allocated, s.frozen
    from (select distinct * from unnest(${spots.map(({ locationId }) => locationId)}::bigint[],
      ${spots.map(({ productId }) => productId)}::bigint[]) x (location_id, product_id)) x
    join stock s on s.tenant_id = ${who.tenantId} and s.location_id = x.location_id and s.product_id = x.product_id
    join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
    where s.blocked_because is null
    order by s.id`.execute(db)
  return Map.groupBy(rows, spotKey)
}

/** What is known of surplus pieces. */
type FoundFacts = {
  putawayDate?: string | undefined
  expiryDate?: string | undefined
  lot?: string | undefined
}

/** The batch of surplus pieces: the youngest of the product in the warehouse, or a new one of today. */
export async function batchForFound(
  tx: Tx,
  who: Who,
  { customerId, productId }: Pick<Spot, 'customerId' | 'productId'>,
  { putawayDate, expiryDate, lot }: FoundFacts = {},
): Promise<number> {
  const known = putawayDate
    ? undefined
    : await tx
        .selectFrom('batches')
        .select('id')
        .where('tenantId', '=', who.tenantId)
        .where('productId', '=', productId)
        .where('putawayDate', 'is not', null)
        .$if(expiryDate !== undefined, (of) => of.where('expiryDate', '=', expiryDate ?? null))
        .$if(lot !== undefined, (of) => of.where('lot', '=', lot ?? null))
        .orderBy('putawayDate', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
  if (known) return known.id
  const key = { customerId, productId, inboundId: null, expiryDate: expiryDate ?? null, lot: lot ?? null }
  return only(await batchesOf(tx, who, [{ ...key, putawayDate: putawayDate ?? (await warehouseToday(tx)) }]))
}
