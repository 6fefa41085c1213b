import { type RawBuilder, sql } from 'kysely'
import type { InputOf, OutputOf, Page } from '../../lib/call.ts'
import { refuseAs, refuseField } from '../../lib/refusal.ts'
import type { Db } from '../../lib/server/db.ts'
import { containing } from '../../lib/server/search.ts'
import type { Who } from '../../lib/who.ts'
import type {
  BatchStockRow,
  PlaceStockRow,
  SkuStockRow,
  stockByBatch,
  stockByPlace,
  stockBySku,
  stockPromises,
  stockWarnings,
} from '../stock-contract.ts'
import { stockText } from '../stock-text.ts'

type Filters = Omit<InputOf<typeof stockBySku>, 'page' | 'size' | 'sort' | 'order'>
type Paged = { page: number; size: number; order?: 'asc' | 'desc' | undefined }
type Part = RawBuilder<unknown>

const all = (conditions: Part[]) => sql.join(conditions, sql` and `)

/** The products somebody looks for, by their search words or a barcode. */
export function productIs(search: string): Part {
  const typed = search.normalize('NFKC').toLowerCase()
  return sql`(p.search_line like ${containing(typed)} or exists (select 1 from product_barcodes c
    where c.tenant_id = p.tenant_id and c.product_id = p.id and c.barcode_key = ${typed}))`
}

const nameOf = (who: Who) =>
  who.language === 'zh_CN' ? sql`coalesce(p.name_zh, p.name_en, '')` : sql`coalesce(p.name_en, p.name_zh, '')`

/** Since when what lies in a place has lain there: since the last time that nothing did. */
const lyingSince = sql`(select min(f.at) from stock_flows f where f.tenant_id = s.tenant_id and f.stock_id = s.id
  and f.seq > coalesce((select max(e.seq) from stock_flows e where e.tenant_id = s.tenant_id and e.stock_id = s.id
    and e.on_hand_after = 0), 0))`

const WAITING = sql`interval '3 days'`
const SOON = 30

/** What makes a row of stock worth a look; too little left is a matter of the whole product. */
const worthALook: Record<'old' | 'expiring' | 'waiting' | 'blocked', Part> = {
  old: sql`p.warn_age_days is not null and d.day - b.putaway_date + 1 > p.warn_age_days`,
  expiring: sql`b.expiry_date <= d.day + ${SOON}::int`,
  waiting: sql`l.purpose = 'receiving' and ${lyingSince} < business_now() - ${WAITING}`,
  blocked: sql`s.blocked_because is not null`,
}

/**
 * Rows of stock as they are or, with an instant, as their flows left them then.
 *
 * One statement sees one moment, so the figures of a past instant are consistent however long it takes.
 */
function lying(who: Who, asked: Filters): Part {
  const { at } = asked
  const figures = at
    ? sql`join lateral (select f.on_hand_after as on_hand, f.allocated_after as allocated, f.frozen_after as frozen
        from stock_flows f where f.tenant_id = s.tenant_id and f.stock_id = s.id and f.at <= ${at}::timestamptz
        order by f.seq desc limit 1) q on true`
    : sql`cross join lateral (select s.on_hand, s.allocated, s.frozen) q`
  const conditions: Part[] = [sql`s.tenant_id = ${who.tenantId}`]
  if (!asked.withZero) conditions.push(sql`q.on_hand > 0`)
  if (asked.search) conditions.push(productIs(asked.search))
  if (asked.customerId) conditions.push(sql`s.customer_id = ${asked.customerId}`)
  if (asked.productId) conditions.push(sql`s.product_id = ${asked.productId}`)
  if (asked.ofBatchId) conditions.push(sql`s.batch_id = ${asked.ofBatchId}`)
  if (asked.location)
    conditions.push(sql`lower(l.location_code) like ${containing(asked.location.toLowerCase())}`)
  if (asked.quality) conditions.push(sql`s.quality = ${asked.quality}::stock_quality`)
  if (asked.minAge) conditions.push(sql`d.day - b.putaway_date + 1 >= ${asked.minAge}::int`)
  if (asked.warn && asked.warn !== 'low') conditions.push(worthALook[asked.warn])
  return sql`
    select s.id, s.product_id, s.batch_id, s.location_id, s.quality, s.blocked_because, q.on_hand, q.allocated, q.frozen,
      case when s.quality = 'good' and l.purpose = 'storage' and s.blocked_because is null
        then q.on_hand - q.allocated - q.frozen else 0 end as available,
      l.location_code, l.purpose, l.route_seq, b.putaway_date, b.expiry_date,
      case when q.on_hand > 0 then d.day - b.putaway_date + 1 end as age,
      p.sku, ${nameOf(who)} as product_name, c.customer_code
    from stock s
    join (select (coalesce(${at ?? null}::timestamptz, business_now()) at time zone w.time_zone)::date as day
      from warehouses w where w.tenant_id = ${who.tenantId} order by w.id limit 1) d on true
    ${figures}
    join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id
    join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
    join products p on p.tenant_id = s.tenant_id and p.id = s.product_id
    join customers c on c.tenant_id = s.tenant_id and c.id = s.customer_id
    where ${all(conditions)}`
}

/** A page of what a statement finds, and how much that is, in one look at the books. */
async function pageFrom<R>(
  db: Db,
  found: Part,
  columns: Part,
  order: Part,
  { page, size }: Paged,
  /** What is worked out for the rows of the page alone. */
  besides: Part = sql`'{}'::jsonb`,
): Promise<Page<R>> {
  const { rows } = await sql<{ total: number; row: R | null }>`
    with found as materialized (${found}), counted as (select count(*) as total from found),
    page as (select ${columns}, row_number() over (order by ${order}) as place from found
      order by ${order} limit ${size} offset ${(page - 1) * size})
    select counted.total, (to_jsonb(page) - 'place') || ${besides} as row from counted left join page on true order by page.place`.execute(
    db,
  )
  return { rows: rows.flatMap(({ row }) => (row === null ? [] : [row])), total: rows[0]?.total ?? 0 }
}

const way = ({ order }: Paged, otherwise: 'asc' | 'desc' = 'asc') =>
  (order ?? otherwise) === 'asc' ? sql`asc nulls first` : sql`desc nulls last`

function refuseFuture({ at }: Filters) {
  if (at && Date.parse(at) > Date.now()) refuseField('at', stockText.inFuture)
}

const sums = sql`sum(on_hand)::bigint as on_hand, sum(available)::bigint as available, sum(allocated)::bigint as allocated,
  sum(frozen)::bigint as frozen, coalesce(sum(on_hand) filter (where quality = 'defective'), 0)::bigint as defective, max(age) as age`

/** Every product with what lies of it; those of which nothing does only where they are asked for. */
export function skuPage(db: Db, who: Who, asked: InputOf<typeof stockBySku>): Promise<Page<SkuStockRow>> {
  refuseFuture(asked)
  const conditions: Part[] = [sql`p.tenant_id = ${who.tenantId}`]
  if (asked.search) conditions.push(productIs(asked.search))
  if (asked.customerId) conditions.push(sql`p.customer_id = ${asked.customerId}`)
  if (asked.productId) conditions.push(sql`p.id = ${asked.productId}`)
  if (asked.warn === 'low') conditions.push(sql`coalesce(g.available, 0) < p.warn_stock`)
  const isWhole =
    (asked.withZero || asked.warn === 'low') &&
    !asked.location &&
    !asked.quality &&
    !asked.minAge &&
    !asked.ofBatchId &&
    (!asked.warn || asked.warn === 'low')
  const found = sql`
    select p.id, p.sku, p.sku_key, ${nameOf(who)} as product_name, c.customer_code, coalesce(g.on_hand, 0) as on_hand,
      coalesce(g.available, 0) as available, coalesce(g.allocated, 0) as allocated, coalesce(g.frozen, 0) as frozen,
      coalesce(g.defective, 0) as defective, coalesce(g.pending, 0) as pending_putaway, g.age
    from products p
    join customers c on c.tenant_id = p.tenant_id and c.id = p.customer_id
    ${isWhole ? sql`left join` : sql`join`} (
      select product_id, ${sums}, coalesce(sum(on_hand) filter (where purpose = 'receiving'), 0)::bigint as pending
      from (${lying(who, asked)}) y group by product_id) g on g.product_id = p.id
    where ${all(conditions)}`
  const columns = sql`id, customer_code as "customerCode", sku, product_name as "productName", on_hand as "onHand", available, allocated,
    frozen, defective, pending_putaway as "pendingPutaway", age`
  const by = { sku: sql`sku_key`, onHand: sql`on_hand`, available: sql`available`, age: sql`age` }[
    asked.sort ?? 'sku'
  ]
  const announced = asked.at ? sql`null` : sql`in_transit_of(page.id)`
  return pageFrom(
    db,
    found,
    columns,
    sql`${by} ${way(asked)}, id`,
    asked,
    sql`jsonb_build_object('inTransit', ${announced})`,
  )
}

const place = sql`id, location_id as "locationId", location_code as "locationCode", product_id as "productId",
  customer_code as "customerCode", sku, product_name as "productName", on_hand as "onHand", available, allocated, frozen, age, quality,
  putaway_date as "putawayDate", expiry_date as "expiryDate", blocked_because as "blockedBecause"`

export function placePage(
  db: Db,
  who: Who,
  asked: InputOf<typeof stockByPlace>,
): Promise<Page<PlaceStockRow>> {
  refuseFuture(asked)
  const by = {
    locationCode: sql`location_code`,
    sku: sql`lower(sku)`,
    onHand: sql`on_hand`,
    age: sql`age`,
  }[asked.sort ?? 'locationCode']
  return pageFrom(db, lying(who, asked), place, sql`${by} ${way(asked)}, sku, putaway_date, id`, asked)
}

export async function onePlace(db: Db, who: Who, { id }: { id: number }): Promise<PlaceStockRow> {
  const { rows } = await sql<{ row: PlaceStockRow }>`
    select to_jsonb(x) as row from (select ${place} from (${lying(who, { withZero: '1' })}) y where y.id = ${id}) x`.execute(
    db,
  )
  return rows[0]?.row ?? refuseAs({ kind: 'not_found' }, stockText.stockNotFound)
}

export function batchPage(
  db: Db,
  who: Who,
  asked: InputOf<typeof stockByBatch>,
): Promise<Page<BatchStockRow>> {
  refuseFuture(asked)
  const found = sql`
    select batch_id as id, product_id, sku, product_name, customer_code, putaway_date, expiry_date, ${sums}, count(*) as places
    from (${lying(who, asked)}) y group by batch_id, product_id, sku, product_name, customer_code, putaway_date, expiry_date`
  const columns = sql`id, product_id as "productId", customer_code as "customerCode", sku, product_name as "productName",
    on_hand as "onHand", available, allocated, frozen, age, putaway_date as "putawayDate", expiry_date as "expiryDate", defective, places`
  const by = { putawayDate: sql`putaway_date`, sku: sql`lower(sku)`, onHand: sql`on_hand` }[
    asked.sort ?? 'putawayDate'
  ]
  return pageFrom(db, found, columns, sql`${by} ${way(asked)}, sku, id`, asked)
}

/** The documents that pieces of a row, or of a product, are promised to. */
export const promises = (
  db: Db,
  who: Who,
  { stockId, productId }: InputOf<typeof stockPromises>,
): Promise<OutputOf<typeof stockPromises>> => {
  let found = db
    .selectFrom('allocations as a')
    .innerJoin('stock as s', (on) =>
      on.onRef('s.tenantId', '=', 'a.tenantId').onRef('s.id', '=', 'a.stockId'),
    )
    .innerJoin('locations as l', (on) =>
      on.onRef('l.tenantId', '=', 's.tenantId').onRef('l.id', '=', 's.locationId'),
    )
    .select(['a.id', 'a.demandNo', 'a.quantity', 'l.locationCode', 'a.createdAt'])
    .where('a.tenantId', '=', who.tenantId)
    .where('a.status', '=', 'open')
  if (stockId) found = found.where('a.stockId', '=', stockId)
  if (productId) found = found.where('s.productId', '=', productId)
  return found.orderBy('a.id').limit(500).execute()
}

/** How many products have too little, and how many rows of stock are old, expiring, waiting or stopped. */
export async function figures(db: Db, who: Who): Promise<OutputOf<typeof stockWarnings>> {
  const few = await skuPage(db, who, { page: 1, size: 1, warn: 'low' })
  const { rows } = await sql<Omit<OutputOf<typeof stockWarnings>, 'low'>>`
    select count(*) filter (where ${worthALook.old}) as old, count(*) filter (where ${worthALook.expiring}) as expiring,
      count(*) filter (where ${worthALook.blocked}) as blocked,
      count(*) filter (where case when l.purpose = 'receiving' then ${lyingSince} < business_now() - ${WAITING} end) as waiting
    from stock s
    join (select (business_now() at time zone w.time_zone)::date as day from warehouses w
      where w.tenant_id = ${who.tenantId} order by w.id limit 1) d on true
    join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id
    join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
    join products p on p.tenant_id = s.tenant_id and p.id = s.product_id
    where s.tenant_id = ${who.tenantId} and (s.on_hand > 0 or s.blocked_because is not null)`.execute(db)
  const [found] = rows
  return {
    low: few.total,
    old: found?.old ?? 0,
    expiring: found?.expiring ?? 0,
    waiting: found?.waiting ?? 0,
    blocked: found?.blocked ?? 0,
  }
}

export async function choices(db: Db, who: Who) {
  const [customers, zones] = await Promise.all([
    db
      .selectFrom('customers')
      .select(['id', 'customerCode', 'customerName'])
      .where('tenantId', '=', who.tenantId)
      .orderBy('customerCode')
      .execute(),
    db
      .selectFrom('locationZones')
      .select(['id', 'zoneName'])
      .where('tenantId', '=', who.tenantId)
      .orderBy('zoneCode')
      .execute(),
  ])
  return { customers, zones }
}
