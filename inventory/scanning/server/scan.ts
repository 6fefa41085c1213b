import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../../platform/calls/call.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import { codeKey } from '../../../platform/lists/codes.ts'
import { articleKey } from '../../../platform/scanning/gs1.ts'
import { enabledBin } from '../../locations/server/find-bins.ts'
import { nameOf } from '../../stock/server/stock.ts'
import { MAX_GOODS, type scanGoods, type scanPlace } from '../contract.ts'

type Place = NonNullable<OutputOf<typeof scanPlace>>
type Goods = Place['goods'][number]

type Links = Pick<Files, 'linkTo'>

/** The thumbnail of the product's first picture, or null. */
const picture = sql<number | null>`(select i.small_file_id from product_images i
  where i.tenant_id = p.tenant_id and i.product_id = p.id and i.place = 1)`

const linked =
  (links: Links, who: Who) =>
  <R extends { picture: number | null }>({ picture, ...row }: R) => ({
    ...row,
    imageUrl: picture === null ? null : links.linkTo(who.tenantId, picture),
  })

export async function placeByScan(
  links: Links,
  db: Db,
  who: Who,
  { scanned }: InputOf<typeof scanPlace>,
): Promise<OutputOf<typeof scanPlace>> {
  const place = await enabledBin(db, who, scanned)
  if (!place) return null
  const { id: locationId, locationCode, purpose, quality } = place
  const { rows } = await sql<Goods & { picture: number | null }>`
    select s.id as "stockId", s.product_id as "productId", c.customer_code as "customerCode", p.sku,
      ${nameOf(who)} as "productName", b.putaway_date as "putawayDate", b.expiry_date as "expiryDate", b.lot, s.on_hand as "onHand",
      case when s.blocked_because is null then s.on_hand - s.allocated - s.frozen else 0 end as free,
      case when s.blocked_because is null then s.frozen else 0 end as frozen, ${picture} as picture,
      (select coalesce(jsonb_agg(jsonb_build_object('code', k.barcode, 'pieces', k.pack_quantity) order by k.id), '[]')
        from product_barcodes k where k.tenant_id = p.tenant_id and k.product_id = p.id) as codes
    from stock s
    join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
    join products p on p.tenant_id = s.tenant_id and p.id = s.product_id
    join customers c on c.tenant_id = p.tenant_id and c.id = p.customer_id
    where s.tenant_id = ${who.tenantId} and s.location_id = ${locationId} and s.on_hand > 0
    order by p.sku_key, b.expiry_date nulls last, b.lot, b.putaway_date, s.id limit ${MAX_GOODS}`.execute(db)
  return { locationId, locationCode, purpose, quality, goods: rows.map(linked(links, who)) }
}

/** Products by SKU or barcode. A barcode gives the pieces per scan; the SKU itself is one. */
export async function goodsByScan(
  links: Links,
  db: Db,
  who: Who,
  { scanned }: InputOf<typeof scanGoods>,
): Promise<OutputOf<typeof scanGoods>> {
  const [key, article] = [codeKey(scanned), articleKey(scanned)]
  const { rows } = await sql<OutputOf<typeof scanGoods>[number] & { picture: number | null }>`
    select p.id as "productId", c.customer_code as "customerCode", p.sku, ${nameOf(who)} as "productName",
      coalesce(k.pack_quantity, 1) as pieces, ${picture} as picture
    from products p
    join customers c on c.tenant_id = p.tenant_id and c.id = p.customer_id
    left join product_barcodes k on k.tenant_id = p.tenant_id and k.product_id = p.id and k.barcode_key = ${article}
    where p.tenant_id = ${who.tenantId} and (p.sku_key = ${key} or p.id in (
      select o.product_id from product_barcodes o where o.tenant_id = ${who.tenantId} and o.barcode_key = ${article}))
    order by c.customer_code, p.sku_key limit 20`.execute(db)
  return rows.map(linked(links, who))
}
