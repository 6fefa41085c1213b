import { type RawBuilder, sql } from 'kysely'
import type { StockQuality } from '../../db/schema.ts'
import { type Bin, binsByCode, binsOf } from '../../inventory/locations/server/find-bins.ts'
import type { InputOf, OutputOf } from '../../platform/calls/call.ts'
import { refuse, refuseField } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Db, Tx } from '../../platform/database/server/db.ts'
import type { findPlace, suggestBins } from '../scanning/contract.ts'
import { receivingText } from '../text.ts'

/** Bins that accept incoming goods: not packing tables and not virtual bins. */
const holding: readonly Bin['purpose'][] = ['storage', 'receiving', 'quarantine', 'return']

/** The bins that a command's lines name, each enabled and of the line's quality. */
export async function placesFor(
  tx: Tx,
  who: Who,
  input: readonly { path: string; locationId: number; quality: StockQuality }[],
  purposes = holding,
): Promise<Map<number, Bin>> {
  const rows = await binsOf(tx, who)
    .where('l.id', '=', sql<number>`any(${input.map(({ locationId }) => locationId)}::bigint[])`)
    .execute()
  return goodPlaces(rows, input, purposes)
}

export function goodPlaces(
  results: readonly Bin[],
  input: readonly { path: string; locationId: number; quality: StockQuality }[],
  purposes = holding,
): Map<number, Bin> {
  const places = new Map(results.map((place) => [place.id, place]))
  for (const { path, locationId, quality } of input) {
    const place = places.get(locationId)
    if (!place?.isEnabled) return refuseField(path, receivingText.placeNotFound)
    const { locationCode } = place
    if (!purposes.includes(place.purpose))
      refuseField(path, receivingText.placeNotForGoods, { code: locationCode })
    if (place.quality !== quality) refuseField(path, receivingText.placeWrongQuality, { code: locationCode })
  }
  return places
}

type Goods = { customerId: number; productId: number }

/** The receiving bin, the default for incoming goods. */
export const arrivalPlace = (tx: Tx, who: Who) =>
  binsOf(tx, who)
    .where('l.isEnabled', '=', true)
    .where('z.quality', '=', 'good')
    .where('l.purpose', '=', 'receiving')
    .orderBy('l.routeSeq')
    .orderBy('l.id')
    .limit(sql.lit(1))

/** Whether goods may not be mixed with the content of a location `l`. */
const clashes = ({
  customerId,
  productId,
}: {
  customerId: number
  productId: number | RawBuilder<number>
}) => sql`exists (
  select 1 from stock s where s.tenant_id = l.tenant_id and s.location_id = l.id and s.on_hand > 0
    and ((not l.mix_customer and s.customer_id <> ${customerId}) or (not l.mix_sku and s.product_id <> ${productId})
      or (not l.mix_batch and s.product_id = ${productId})))`

const damagedBins = (who: Who) => sql`
  from locations l
  join location_zones z on z.tenant_id = l.tenant_id and z.id = l.zone_id and z.quality = 'defective'
  where l.tenant_id = ${who.tenantId} and l.is_enabled and l.purpose = 'storage'`

/** The default for damaged goods: for each product the first bin that accepts it beside its content. */
export const damagedPlaces = (who: Who, customerId: number, productIds: number[]) =>
  productIds.length === 0
    ? sql<[]>`'[]'::jsonb`
    : sql<(Bin & { productId: number })[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('productId', p.id, 'id', b.id, 'locationCode', b.location_code,
      'purpose', b.purpose, 'isEnabled', b.is_enabled, 'quality', b.quality)), '[]')
    from unnest(${productIds}::bigint[]) p (id) cross join lateral (
      select l.id, l.location_code, l.purpose, l.is_enabled, z.quality ${damagedBins(who)}
        and not ${clashes({ customerId, productId: sql`p.id` })} order by l.route_seq, l.id limit 1) b)`

/** Explains why no bin accepts damaged goods. */
export async function refuseDamaged(tx: Tx, who: Who, { customerId, productId }: Goods): Promise<never> {
  const { rows } = await sql<{ bin: string; customerCode: string; sku: string }>`
    select taken.location_code as bin, c.customer_code, p.sku
    from (select l.id, l.tenant_id, l.location_code, l.route_seq ${damagedBins(who)}) taken
    join stock s on s.tenant_id = taken.tenant_id and s.location_id = taken.id and s.on_hand > 0
    join products p on p.tenant_id = s.tenant_id and p.id = s.product_id
    join customers c on c.tenant_id = p.tenant_id and c.id = p.customer_id
    order by taken.route_seq, taken.id, s.customer_id = ${customerId}, s.product_id = ${productId} limit 1`.execute(
    tx,
  )
  const [taken] = rows
  return taken ? refuse(receivingText.defectivePlaceTaken, taken) : refuse(receivingText.noDefectivePlace)
}

const MAX_BINS = 5

/**
 * Bins that already hold the product, then empty ones, both in pick sequence; never one that the mixing rules
 * forbid.
 */
export async function bins(
  db: Db,
  who: Who,
  { productId, quality }: InputOf<typeof suggestBins>,
): Promise<OutputOf<typeof suggestBins>> {
  const product = await db
    .selectFrom('products')
    .select('customerId')
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', productId)
    .executeTakeFirst()
  if (!product) return []
  const { customerId } = product
  const open = sql`
    from locations l join location_zones z on z.tenant_id = l.tenant_id and z.id = l.zone_id and z.quality = ${quality}::stock_quality
    where l.tenant_id = ${who.tenantId} and l.is_enabled and l.purpose = 'storage'`
  const { rows } = await sql<OutputOf<typeof suggestBins>[number]>`
    with lying as (
      select s.location_id, sum(s.on_hand)::bigint as own from stock s
      where s.tenant_id = ${who.tenantId} and s.product_id = ${productId} and s.on_hand > 0 group by s.location_id),
    same as (
      select l.id, l.location_code, l.route_seq ${open} and l.mix_batch and l.id in (select location_id from lying)),
    empty as (
      select l.id, l.location_code, l.route_seq ${open} and not exists (
        select 1 from stock s where s.tenant_id = l.tenant_id and s.location_id = l.id and s.on_hand > 0)
      order by l.route_seq, l.location_code limit ${MAX_BINS}),
    -- Damaged goods of many kinds share a bin where it lets them.
    mixed as (
      select l.id, l.location_code, l.route_seq ${open} and z.quality = 'defective'
        and l.id not in (select id from same union all select id from empty)
        and not ${clashes({ customerId, productId })}
      order by l.route_seq, l.location_code limit ${MAX_BINS})
    select id as location_id, location_code, why, coalesce(own, 0) as on_hand from (
      select same.*, 'same_sku' as why, 1 as turn from same union all select empty.*, 'empty', 2 from empty
      union all select mixed.*, 'mixed', 3 from mixed) found
    left join lying on lying.location_id = found.id
    order by turn, route_seq, location_code limit ${MAX_BINS}`.execute(db)
  return rows
}

export async function placeByScan(
  db: Db,
  who: Who,
  { scanned, customerId }: InputOf<typeof findPlace>,
): Promise<OutputOf<typeof findPlace>> {
  const row = await binsByCode(db, who, [scanned])
    .select(
      sql<string | null>`(select c.customer_code from stock s
        join customers c on c.tenant_id = s.tenant_id and c.id = s.customer_id
        where s.tenant_id = l.tenant_id and s.location_id = l.id and s.on_hand > 0 and s.customer_id <> ${customerId ?? null}::bigint
          and not l.mix_customer and l.purpose = 'storage' limit 1)`.as('otherCustomer'),
    )
    .executeTakeFirst()
  if (!row) return null
  const { id: locationId, ...place } = row
  return { locationId, ...place }
}
