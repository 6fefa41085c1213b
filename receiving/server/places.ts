import { sql } from 'kysely'
import type { StockQuality } from '../../db/schema.ts'
import type { InputOf, OutputOf } from '../../lib/call.ts'
import { refuse, refuseField } from '../../lib/refusal.ts'
import type { Db, Tx } from '../../lib/server/db.ts'
import type { Who } from '../../lib/who.ts'
import type { findPlace, suggestBins } from '../contract.ts'
import { receivingText } from '../text.ts'

const placesOf = (db: Db, who: Pick<Who, 'tenantId'>) =>
  db
    .selectFrom('locations as l')
    .innerJoin('locationZones as z', (on) =>
      on.onRef('z.tenantId', '=', 'l.tenantId').onRef('z.id', '=', 'l.zoneId'),
    )
    .select(['l.id', 'l.locationCode', 'l.purpose', 'l.isEnabled', 'z.quality'])
    .where('l.tenantId', '=', who.tenantId)

export type Place = Awaited<ReturnType<ReturnType<typeof placesOf>['executeTakeFirstOrThrow']>>

/** Where arrivals can lie: not on a packing bench, and not in what is only thought of. */
const holding: readonly Place['purpose'][] = ['storage', 'receiving', 'quarantine', 'return']

/** The places that the lines of a command name, each open and of the line's quality. */
export async function placesFor(
  tx: Tx,
  who: Who,
  asked: readonly { path: string; locationId: number; quality: StockQuality }[],
  purposes = holding,
): Promise<Map<number, Place>> {
  const found = await placesOf(tx, who)
    .where('l.id', '=', sql<number>`any(${asked.map(({ locationId }) => locationId)}::bigint[])`)
    .execute()
  const places = new Map(found.map((place) => [place.id, place]))
  for (const { path, locationId, quality } of asked) {
    const place = places.get(locationId)
    if (!place?.isEnabled) return refuseField(path, receivingText.placeNotFound)
    const { locationCode } = place
    if (!purposes.includes(place.purpose))
      refuseField(path, receivingText.placeNotForGoods, { code: locationCode })
    if (place.quality !== quality) refuseField(path, receivingText.placeWrongQuality, { code: locationCode })
  }
  return places
}

/** Where goods go when nobody says: arrivals to the receiving place, damaged ones to the first bin for them. */
export async function usualPlace(tx: Tx, who: Who, quality: StockQuality): Promise<number> {
  const found = await placesOf(tx, who)
    .where('l.isEnabled', '=', true)
    .where('z.quality', '=', quality)
    .where('l.purpose', '=', quality === 'good' ? 'receiving' : 'storage')
    .orderBy('l.routeSeq')
    .orderBy('l.id')
    .executeTakeFirst()
  return (
    found?.id ?? refuse(quality === 'good' ? receivingText.noReceivingPlace : receivingText.noDefectivePlace)
  )
}

const MOST_BINS = 5

/** Where the product lies already, then what is empty, both along the route; never where it would be mixed against the rules. */
export async function bins(
  db: Db,
  who: Who,
  { productId, quality }: InputOf<typeof suggestBins>,
): Promise<OutputOf<typeof suggestBins>> {
  const { rows } = await sql<OutputOf<typeof suggestBins>[number]>`
    with lying as (
      select s.location_id, sum(s.on_hand) filter (where s.product_id = ${productId})::bigint as own
      from stock s where s.tenant_id = ${who.tenantId} and s.on_hand > 0 group by s.location_id)
    select l.id as location_id, l.location_code, case when lying.own > 0 then 'same_sku' else 'empty' end as why,
      coalesce(lying.own, 0) as on_hand
    from locations l
    join location_zones z on z.tenant_id = l.tenant_id and z.id = l.zone_id and z.quality = ${quality}::stock_quality
    left join lying on lying.location_id = l.id
    where l.tenant_id = ${who.tenantId} and l.is_enabled and l.purpose = 'storage'
      and (lying.location_id is null or (lying.own > 0 and l.mix_batch))
    order by (lying.own > 0) desc nulls last, l.route_seq, l.location_code
    limit ${MOST_BINS}`.execute(db)
  return rows
}

export async function placeByScan(
  db: Db,
  who: Who,
  { scanned }: InputOf<typeof findPlace>,
): Promise<OutputOf<typeof findPlace>> {
  const found = await placesOf(db, who)
    .where(sql<string>`lower(l.location_code)`, '=', scanned.normalize('NFKC').toLowerCase())
    .executeTakeFirst()
  if (!found) return null
  const { id: locationId, ...place } = found
  return { locationId, ...place }
}
