import { sql } from 'kysely'
import type { InputOf, OutputOf, Page } from '../../../platform/calls/call.ts'
import { refuse, refuseAs, refuseField } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { idsOf, only, sameTenant } from '../../../platform/database/server/rows.ts'
import { containing } from '../../../platform/database/server/search.ts'
import {
  allOf,
  countLimit,
  countOf,
  limitOf,
  type Part,
  pageOfSql,
} from '../../../platform/lists/server/page.ts'
import { productIs } from '../../../products/server/find.ts'
import type * as calls from '../contract.ts'
import type { BatchStockRow, PlaceStockRow, SkuStockRow } from '../contract.ts'
import { stockText } from '../text.ts'
import type * as warningContract from '../warning-contract.ts'
import type { Warning } from '../warning-contract.ts'

type Filters = Omit<InputOf<typeof calls.stockBySku>, 'page' | 'size' | 'sort' | 'order'>
type Paged = { page: number; size: number; order?: 'asc' | 'desc' | undefined }

export const nameOf = (who: Who) =>
  who.language === 'zh_CN' ? sql`coalesce(p.name_zh, p.name_en, '')` : sql`coalesce(p.name_en, p.name_zh, '')`

/** Since when the goods in a location have been there: since it was last empty. */
const storedSince = sql`(select min(f.at) from stock_flows f where f.tenant_id = s.tenant_id and f.stock_id = s.id
  and f.seq > coalesce((select max(e.seq) from stock_flows e where e.tenant_id = s.tenant_id and e.stock_id = s.id
    and e.on_hand_after = 0), 0))`

const WAITING = sql`interval '3 days'`
const SOON = 30

/** The warnings of a stock row; low stock concerns the whole product. */
const warningFilters: Record<Exclude<Warning, 'low'>, [condition: Part, ...Table[]]> = {
  old: [
    sql`p.warn_age_days is not null and d.day - b.putaway_date + 1 > p.warn_age_days`,
    'day',
    'batch',
    'product',
  ],
  expiring: [sql`b.expiry_date <= d.day + ${SOON}::int`, 'day', 'batch'],
  waiting: [sql`l.purpose = 'receiving' and ${storedSince} < business_now() - ${WAITING}`, 'place'],
  returned: [sql`l.purpose = 'return'`, 'place'],
  blocked: [sql`s.blocked_because is not null`],
}

type Table = 'day' | 'place' | 'batch' | 'product' | 'customer'

/**
 * Stock rows as they are or, with a time, as their flows left them then: source and filters.
 *
 * Only tables that the filters or `shown` need are joined: joins take most of the time.
 */
function stockRows(who: Who, input: Filters, shown: Table[], only?: Part): Part {
  const { at } = input
  const needed = new Set(shown)
  const conditions: Part[] = [sql`s.tenant_id = ${who.tenantId}`]
  const where = (condition: Part, ...tables: Table[]) => {
    conditions.push(condition)
    for (const table of tables) needed.add(table)
  }
  if (only) where(only)
  // A blocked row is shown even at zero.
  if (!input.withZero && input.warn !== 'blocked') where(sql`q.on_hand > 0`)
  if (input.search) where(productIs(input.search, who), 'product')
  if (input.customerId) where(sql`s.customer_id = ${input.customerId}`)
  if (input.productId) where(sql`s.product_id = ${input.productId}`)
  if (input.ofBatchId) where(sql`s.batch_id = ${input.ofBatchId}`)
  if (input.location) where(sql`l.location_key like ${containing(input.location.toLowerCase())}`, 'place')
  if (input.lot) where(sql`b.lot = ${input.lot}`, 'batch')
  if (input.quality) where(sql`s.quality = ${input.quality}::stock_quality`)
  if (input.minAge) where(sql`d.day - b.putaway_date + 1 >= ${input.minAge}::int`, 'day', 'batch')
  if (input.warn && input.warn !== 'low') where(...warningFilters[input.warn])

  const figures = at
    ? sql`join lateral (
        select s.on_hand, s.allocated, s.frozen where s.changed_at <= ${at}::timestamptz
        union all (
          select f.on_hand_after, f.allocated_after, f.frozen_after from stock_flows f
          where s.changed_at > ${at}::timestamptz and f.tenant_id = s.tenant_id and f.stock_id = s.id and f.at <= ${at}::timestamptz
          order by f.at desc, f.seq desc limit 1)) q on true`
    : sql`cross join lateral (select s.on_hand, s.allocated, s.frozen) q`
  const joined: Record<Table, Part> = {
    day: sql`join (select (coalesce(${at ?? null}::timestamptz, business_now()) at time zone w.time_zone)::date as day
      from warehouses w where w.tenant_id = ${who.tenantId}) d on true`,
    place: sql`join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id`,
    batch: sql`join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id`,
    product: sql`join products p on p.tenant_id = s.tenant_id and p.id = s.product_id`,
    customer: sql`join customers c on c.tenant_id = s.tenant_id and c.id = s.customer_id`,
  }
  const tables = [...needed].map((table) => joined[table])
  return sql`from stock s ${figures} ${sql.join(tables, sql` `)} where ${allOf(conditions)}`
}

/**
 * Goods without a date are the youngest. Where a date always exists, the extra condition would only prevent
 * an index.
 */
const way = ({ order }: Paged, mayLack = false) =>
  order === 'desc'
    ? sql`desc ${mayLack ? sql`nulls last` : sql``}`
    : sql`asc ${mayLack ? sql`nulls first` : sql``}`

/**
 * Returns a past time only when nothing at or before it can still be posted, so that repeating the query
 * gives the same numbers.
 *
 * An export checks once before it is queued, so its own snapshot is younger than everything it shows.
 */
async function settle(db: Db, { at }: Filters) {
  if (!at) return
  const { rows } = await sql<{
    outcome: string
  }>`select await_postings(${at}::timestamptz) as outcome`.execute(db)
  const { outcome } = only(rows)
  if (outcome === 'future') refuseField('at', stockText.inFuture)
  if (outcome === 'busy') refuse(stockText.postingsUnderWay)
}

const available = sql`case when s.quality = 'good' and l.purpose = 'storage' and s.blocked_because is null
  then q.on_hand - q.allocated - q.frozen else 0 end`
const age = sql`case when q.on_hand > 0 then d.day - b.putaway_date + 1 end`

const sums = sql`sum(q.on_hand)::bigint as on_hand, sum(${available})::bigint as available, sum(q.allocated)::bigint as allocated,
  sum(q.frozen)::bigint as frozen, coalesce(sum(q.on_hand) filter (where s.quality = 'defective'), 0)::bigint as defective,
  coalesce(sum(q.on_hand) filter (where l.purpose = 'receiving'), 0)::bigint as pending, max(${age}) as age`
const summed: Table[] = ['day', 'place', 'batch']

/** Every product with its stock; those without stock only on request. */
export async function stockBySku(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.stockBySku>,
): Promise<Page<SkuStockRow>> {
  await settle(db, input)
  const conditions: Part[] = [sql`p.tenant_id = ${who.tenantId}`]
  if (input.search) conditions.push(productIs(input.search, who))
  if (input.customerId) conditions.push(sql`p.customer_id = ${input.customerId}`)
  if (input.productId) conditions.push(sql`p.id = ${input.productId}`)
  const isWhole =
    (input.withZero || input.warn === 'low') &&
    !input.location &&
    !input.quality &&
    !input.minAge &&
    !input.ofBatchId &&
    !input.lot &&
    (!input.warn || input.warn === 'low')
  // Product filters apply to the product once, not to every stock row.
  const ofStock = { ...input, search: undefined, customerId: undefined, productId: undefined }
  const own = sql`s.product_id = p.id`
  const stockSums = sql`(select ${sums} ${stockRows(who, ofStock, summed, own)}) g`
  const sort = input.sort
  // Sorted by name, a page is read along the products without summing; sorted by a quantity all of them are
  // summed first.
  const row =
    input.warn === 'low'
      ? sql`from products p cross join lateral ${stockSums} where ${allOf([...conditions, sql`p.warn_stock is not null`, sql`coalesce(g.available, 0) < p.warn_stock`])}`
      : sort === 'sku'
        ? sql`from products p where ${allOf(isWhole ? conditions : [...conditions, sql`exists (select 1 ${stockRows(who, ofStock, [], own)})`])}`
        : sql`from products p ${isWhole ? sql`left join` : sql`join`} (
            select s.product_id, ${sums} ${stockRows(who, input, summed)} group by s.product_id) g on g.product_id = p.id
          where ${allOf(conditions)}`
  // Without a filter on products they need not be read to be counted.
  const counted =
    isWhole || input.warn === 'low' || conditions.length > 1
      ? row
      : sql`${stockRows(who, ofStock, [])} group by s.product_id`
  const figure = { onHand: sql`g.on_hand`, available: sql`g.available`, age: sql`g.age` }
  const order = sql`${sort === 'sku' ? sql`p.sku_key` : figure[sort]} ${way(input, sort !== 'sku')}, p.id`
  const announced = input.at ? sql`null::bigint` : sql`in_transit_of(p.id)`
  return pageOfSql(
    db,
    sql<SkuStockRow>`
      select p.id, c.customer_code, p.sku, ${nameOf(who)} as product_name, coalesce(g.on_hand, 0) as on_hand,
        coalesce(g.available, 0) as available, coalesce(g.allocated, 0) as allocated, coalesce(g.frozen, 0) as frozen,
        g.defective, g.pending as pending_putaway, g.age, ${announced} as in_transit
      from (select p.id ${row} order by ${order} ${limitOf(input)}) page
      join products p on p.tenant_id = ${who.tenantId} and p.id = page.id
      join customers c on c.tenant_id = p.tenant_id and c.id = p.customer_id
      cross join lateral ${stockSums} order by ${order}`,
    sql`${counted} ${countLimit}`,
  )
}

const place = (who: Who) => sql`s.id, s.location_id, l.location_code, s.product_id, c.customer_code, p.sku,
  ${nameOf(who)} as product_name, q.on_hand, ${available} as available, q.allocated, q.frozen, ${age} as age, s.quality, b.putaway_date,
  b.expiry_date, b.lot, s.blocked_because`
const everything: Table[] = ['day', 'place', 'batch', 'product', 'customer']

export async function stockByPlace(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.stockByPlace>,
): Promise<Page<PlaceStockRow>> {
  await settle(db, input)
  const sorts: Record<typeof input.sort, [by: Part, ...Table[]]> = {
    locationCode: [sql`l.location_key`],
    sku: [sql`p.sku_key`],
    onHand: [sql`q.on_hand`],
    age: [age, 'day'],
  }
  const [by, ...tables] = sorts[input.sort]
  const order = sql`${by} ${way(input, input.sort === 'age')}, p.sku_key, b.putaway_date, s.id`
  // The rows of the page first: a statement that finds and shows them is planned again for every call, which takes as
  // long as running it.
  const onPage = sql<{ id: number }>`
    select s.id ${stockRows(who, input, ['place', 'product', 'batch', ...tables])} order by ${order} ${limitOf(input)}`
  const { rows: found, total } = await pageOfSql(db, onPage, sql`${stockRows(who, input, [])} ${countLimit}`)
  const shown = stockRows(
    who,
    { at: input.at, withZero: '1' },
    everything,
    sql`s.id = any(${idsOf(found)}::bigint[])`,
  )
  const { rows } = await sql<PlaceStockRow>`select ${place(who)} ${shown} order by ${order}`.execute(db)
  return { rows, total }
}

export async function getStockPlace(db: Db, who: Who, { id }: { id: number }): Promise<PlaceStockRow> {
  const { rows } = await sql<PlaceStockRow>`
    select ${place(who)} ${stockRows(who, { withZero: '1' }, everything, sql`s.id = ${id}`)}`.execute(db)
  return rows[0] ?? refuseAs({ kind: 'not_found' }, stockText.stockNotFound)
}

export async function stockByBatch(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.stockByBatch>,
): Promise<Page<BatchStockRow>> {
  await settle(db, input)
  const conditions: Part[] = [sql`o.tenant_id = ${who.tenantId}`]
  if (input.search) conditions.push(productIs(input.search, who))
  const own = sql`s.batch_id = o.id`
  const ofStock = { ...input, search: undefined }
  const stockSums = (only: Part) =>
    sql`select ${sums}, count(*) as places ${stockRows(who, ofStock, summed, only)}`
  const sort = input.sort
  const [from, by] = {
    putawayDate: [sql`where exists (select 1 ${stockRows(who, ofStock, [], own)}) and`, sql`o.putaway_date`],
    sku: [sql`where exists (select 1 ${stockRows(who, ofStock, [], own)}) and`, sql`p.sku_key`],
    onHand: [
      sql`join (select s.batch_id, ${sums} ${stockRows(who, ofStock, summed)} group by s.batch_id) g on g.batch_id = o.id where`,
      sql`g.on_hand`,
    ],
  }[sort]
  const row = sql`from batches o join products p on p.tenant_id = o.tenant_id and p.id = o.product_id ${from} ${allOf(conditions)}`
  const order = sql`${by} ${way(input, sort === 'putawayDate')}, o.id`
  return pageOfSql(
    db,
    sql<BatchStockRow>`
      select o.id, p.id as product_id, c.customer_code, p.sku, ${nameOf(who)} as product_name, o.putaway_date, o.expiry_date, o.lot, g.on_hand,
        g.available, g.allocated, g.frozen, g.defective, g.age, g.places
      from (select o.id ${row} order by ${order} ${limitOf(input)}) page
      join batches o on o.tenant_id = ${who.tenantId} and o.id = page.id
      join products p on p.tenant_id = o.tenant_id and p.id = o.product_id
      join customers c on c.tenant_id = o.tenant_id and c.id = o.customer_id
      cross join lateral (${stockSums(own)}) g order by ${order}`,
    sql`${row} ${countLimit}`,
  )
}

/** The documents that pieces of a row, or of a product, are allocated to. */
export const stockPromises = (
  db: Db,
  who: Who,
  { stockId, productId }: InputOf<typeof calls.stockPromises>,
): Promise<OutputOf<typeof calls.stockPromises>> => {
  let row = db
    .selectFrom('allocations as a')
    .innerJoin('stock as s', sameTenant('s.id', 'a.stockId'))
    .innerJoin('locations as l', sameTenant('l.id', 's.locationId'))
    .select(['a.id', 'a.demandNo', 'a.quantity', 'l.locationCode', 'a.createdAt'])
    .where('a.tenantId', '=', who.tenantId)
    .where('a.status', '=', 'open')
  if (stockId) row = row.where('a.stockId', '=', stockId)
  if (productId) row = row.where('s.productId', '=', productId)
  return row.orderBy('a.id').limit(500).execute()
}

/** How many products are low, and how many stock rows are old, expiring, pending, to be put back or blocked. */
export async function stockWarnings(
  db: Db,
  who: Who,
): Promise<OutputOf<typeof warningContract.stockWarnings>> {
  const count = (warn: keyof typeof warningFilters) =>
    countOf(db, sql`${stockRows(who, { warn }, [])} ${countLimit}`)
  const [few, old, expiring, waiting, returned, blocked] = await Promise.all([
    stockBySku(db, who, { page: 1, size: 1, sort: 'sku', order: 'asc', warn: 'low' }),
    count('old'),
    count('expiring'),
    count('waiting'),
    count('returned'),
    count('blocked'),
  ])
  return { low: few.total, old, expiring, waiting, returned, blocked }
}

export async function stockChoices(db: Db, who: Who) {
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
