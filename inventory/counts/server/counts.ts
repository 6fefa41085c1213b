import { sql } from 'kysely'
import { publishEvents, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf, Page } from '../../../platform/calls/call.ts'
import { notFound, refuse, refuseAs, refuseField } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import { type Db, drawNumber, type Tx } from '../../../platform/database/server/db.ts'
import { only } from '../../../platform/database/server/rows.ts'
import { containing } from '../../../platform/database/server/search.ts'
import { codeKey } from '../../../platform/lists/codes.ts'
import { directionOf, limitOf, pageOfSql } from '../../../platform/lists/server/page.ts'
import { articleKey } from '../../../platform/scanning/gs1.ts'
import { enabledBin } from '../../locations/server/find-bins.ts'
import { inventoryText } from '../../locations/text.ts'
import { type CountState, countStates } from '../../stock/states.ts'
import { stockText } from '../../stock/text.ts'
import type * as calls from '../contract.ts'
import { type CountLineRow, type CountRow, MAX_LINES } from '../contract.ts'
import { countText } from '../text.ts'

/** Counts with their totals. While a blind one is in progress, they do not reveal the system quantity. */
const counted = (who: Who) => sql`
  select n.id, n.count_no, n.status, n.is_blind, z.zone_name, c.customer_code, p.sku, n.location_codes, a.user_name, n.created_at,
    g.lines, g.counted_lines,
    case when n.is_blind and n.status = 'open' then null else g.differing end as differing,
    case when n.is_blind and n.status = 'open' then null else g.difference end as difference,
    case when n.is_blind and n.status = 'open' then null else g.value end as value
  from stock_counts n
  join accounts a on a.tenant_id = n.tenant_id and a.id = n.created_by
  left join location_zones z on z.tenant_id = n.tenant_id and z.id = n.zone_id
  left join customers c on c.tenant_id = n.tenant_id and c.id = n.customer_id
  left join products p on p.tenant_id = n.tenant_id and p.id = n.product_id
  cross join lateral (
    select count(*) as lines, count(i.counted) as counted_lines, count(*) filter (where i.counted <> i.on_hand_then) as differing,
      coalesce(sum(i.counted - i.on_hand_then), 0)::bigint as difference,
      coalesce(sum((i.counted - i.on_hand_then) * coalesce(q.declared_value, 0)), 0)::numeric(18, 2)::text as value
    from stock_count_lines i join products q on q.tenant_id = i.tenant_id and q.id = i.product_id
    where i.tenant_id = n.tenant_id and i.count_id = n.id) g
  where n.tenant_id = ${who.tenantId}`

export async function listCounts(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listCounts>,
): Promise<Page<CountRow>> {
  const which = sql`
    ${input.search ? sql`and lower(n.count_no) like ${containing(input.search.toLowerCase())}` : sql``}
    ${input.status ? sql`and n.status = ${input.status}::count_status` : sql``}`
  const way = directionOf(input.order)
  return pageOfSql(
    db,
    sql<CountRow>`${counted(who)} ${which} order by n.created_at ${way}, n.id ${way} ${limitOf(input)}`,
    sql`from stock_counts n where n.tenant_id = ${who.tenantId} ${which}`,
  )
}

export async function getCount(
  db: Db,
  who: Who,
  { id }: { id: number },
): Promise<OutputOf<typeof calls.getCount>> {
  const { rows } = await sql<CountRow>`${counted(who)} and n.id = ${id}`.execute(db)
  const count = rows[0] ?? refuseAs({ kind: 'not_found' }, countText.notFound)
  const isHidden = count.isBlind && count.status === 'open'
  const { rows: items } = await sql<CountLineRow>`
    select i.line, l.location_code, c.customer_code, p.sku, i.counted, i.counted_before, a.user_name, i.counted_at,
      case when not ${isHidden}::boolean then i.on_hand_then end as on_hand_then,
      case when not ${isHidden}::boolean then i.counted - i.on_hand_then end as difference,
      case when not ${isHidden}::boolean then ((i.counted - i.on_hand_then) * p.declared_value)::numeric(18, 2)::text end as value
    from stock_count_lines i
    join locations l on l.tenant_id = i.tenant_id and l.id = i.location_id
    join products p on p.tenant_id = i.tenant_id and p.id = i.product_id
    join customers c on c.tenant_id = i.tenant_id and c.id = i.customer_id
    left join accounts a on a.tenant_id = i.tenant_id and a.id = i.counted_by
    where i.tenant_id = ${who.tenantId} and i.count_id = ${id}
    order by l.route_seq, l.location_code, p.sku`.execute(db)
  return { ...count, items }
}

type Operation = keyof typeof countStates.actions

/** Locks a count for a step, so that concurrent line entries come before or after it. */
export async function hold(tx: Tx, who: Who, id: number, isReady: (state: CountState) => boolean) {
  const count = await tx
    .selectFrom('stockCounts')
    .select(['id', 'countNo', 'status', 'isBlind', 'zoneId', 'customerId', 'productId', 'locationCodes'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound(countText.notFound))
  if (!isReady(count.status)) refuseAs({ kind: 'moved_on' }, countText.movedOn)
  return count
}

export async function step(
  tx: Tx,
  who: Who,
  count: { id: number; countNo: string; status: CountState },
  operation: Operation,
  after: object = {},
) {
  const { to } = countStates.actions[operation]
  const isOver = to === 'done' || to === 'voided'
  await tx
    .updateTable('stockCounts')
    .set({
      status: to,
      ...(isOver && { closedBy: who.accountId, closedAt: sql<string>`business_now()` }),
    })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', count.id)
    .execute()
  await writeAudit(tx, who, [
    {
      action: `count_${operation}`,
      type: 'stock_count',
      id: count.id,
      no: count.countNo,
      before: { status: count.status },
      after: { status: to, ...after },
    },
  ])
  await publishEvents(tx, who, [{ kind: `stock_count.${to}`, type: 'stock_count', id: count.id }])
}

const can = (operation: Operation) => (state: CountState) => countStates.allows(state, operation)

export async function createCount(tx: Tx, who: Who, { sku, ...scope }: InputOf<typeof calls.createCount>) {
  const productId = sku ? await productOf(tx, who, scope.customerId, sku) : null
  await refuseUnknown(tx, who, scope)
  const countNo = await drawNumber(tx, 'CT')
  const { id } = await tx
    .insertInto('stockCounts')
    .values({ tenantId: who.tenantId, countNo, productId, ...scope, createdBy: who.accountId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const codes = scope.locationCodes.map((code) => code.toLowerCase())
  const { rows: lines } = await sql<{ line: number }>`
    insert into stock_count_lines (tenant_id, count_id, line, location_id, customer_id, product_id)
    select ${who.tenantId}, ${id}, row_number() over (order by min(l.route_seq), min(l.location_code), s.product_id),
      s.location_id, s.customer_id, s.product_id
    from stock s join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id
    where s.tenant_id = ${who.tenantId} and s.on_hand > 0 and l.purpose <> 'receiving'
      and (${scope.zoneId}::bigint is null or l.zone_id = ${scope.zoneId})
      and (${scope.customerId}::bigint is null or s.customer_id = ${scope.customerId})
      and (${productId}::bigint is null or s.product_id = ${productId})
      and (${codes.length} = 0 or l.location_key = any(${codes}::text[]))
    group by s.location_id, s.customer_id, s.product_id limit ${MAX_LINES + 1}
    returning line`.execute(tx)
  if (lines.length > MAX_LINES) refuse(countText.tooMany, { max: MAX_LINES })
  // A bin that should be empty can be counted too; a customer without stock cannot.
  if (lines.length === 0 && scope.zoneId === null && codes.length === 0) refuse(countText.nothingThere)
  const after = { isBlind: scope.isBlind, lines: lines.length }
  await writeAudit(tx, who, [{ action: 'create', type: 'stock_count', id, no: countNo, after }])
  await publishEvents(tx, who, [{ kind: 'stock_count.opened', type: 'stock_count', id }])
  return { id }
}

async function productOf(db: Db, who: Who, customerId: number | null, sku: string): Promise<number> {
  if (customerId === null) return refuseField('customerId', countText.customerFirst)
  const row = await db
    .selectFrom('products')
    .select('id')
    .where('tenantId', '=', who.tenantId)
    .where('customerId', '=', customerId)
    .where('skuKey', '=', sku.normalize('NFKC').toLowerCase())
    .executeTakeFirst()
  return row?.id ?? refuseField('sku', stockText.skuNotFound)
}

/** The objects that a count names must exist. */
async function refuseUnknown(
  db: Db,
  who: Who,
  {
    zoneId,
    customerId,
    locationCodes,
  }: Pick<InputOf<typeof calls.createCount>, 'zoneId' | 'customerId' | 'locationCodes'>,
) {
  const { rows } = await sql<{ zone: boolean; customer: boolean; places: number }>`
    select exists (select 1 from location_zones z where z.tenant_id = ${who.tenantId} and z.id = ${zoneId}) as zone,
      exists (select 1 from customers c where c.tenant_id = ${who.tenantId} and c.id = ${customerId}) as customer,
      (select count(*) from locations l where l.tenant_id = ${who.tenantId}
        and l.location_key = any(${locationCodes.map((code) => code.toLowerCase())}::text[])) as places`.execute(
    db,
  )
  const match = only(rows)
  if (zoneId !== null && !match.zone) refuseField('zoneId', inventoryText.zoneNotFound)
  if (customerId !== null && !match.customer) refuseField('customerId', stockText.customerNotFound)
  const named = new Set(locationCodes.map((code) => code.toLowerCase()))
  if (match.places !== named.size) refuseField('locationCodes', inventoryText.notFound)
}

/**
 * Stores how many pieces were found, beside the system quantity at this moment.
 *
 * Later receipts or picks change neither number, so work need not stop for a count.
 */
export async function enterCount(tx: Tx, who: Who, input: InputOf<typeof calls.enterCount>) {
  const count = await hold(tx, who, input.id, (state) => state === 'open')
  const place = await enabledBin(tx, who, input.locationCode)
  if (!place || place.purpose === 'receiving') return refuseField('locationCode', stockText.locationNotFound)
  const codes = count.locationCodes.map((code) => code.toLowerCase())
  const isInside = codes.length > 0 ? codes.includes(place.locationCode.toLowerCase()) : true
  if (!isInside || (count.zoneId !== null && count.zoneId !== place.zoneId))
    refuseField('locationCode', countText.outOfScope)
  const product = await productBehind(tx, who, count, place.id, input.code)
  const { quantity } = input
  const spot = { countId: count.id, locationId: place.id, productId: product.id }
  if (quantity === null) await takeBack(tx, who, spot, input.isOngoing ?? false)
  else await writeLine(tx, who, { ...spot, ...product, quantity }, input.isOngoing ?? false)
  const answer = { locationCode: place.locationCode, sku: product.sku, counted: quantity }
  await writeAudit(tx, who, [
    { action: 'count_enter', type: 'stock_count', id: count.id, no: count.countNo, after: answer },
  ])
  await publishEvents(tx, who, [{ kind: 'stock_count.entered', type: 'stock_count', id: count.id }])
  return answer
}

type CountSpot = { countId: number; locationId: number; productId: number }

/** The earlier count is kept beside it, unless this is the next scan of the same total. */
const before = (isOngoing: boolean) =>
  sql`case when ${isOngoing}::boolean then i.counted_before else coalesce(i.counted, i.counted_before) end`

async function writeLine(
  tx: Tx,
  who: Who,
  {
    countId,
    locationId,
    productId,
    customerId,
    quantity,
  }: CountSpot & { customerId: number; quantity: number },
  isOngoing: boolean,
) {
  await sql`
    insert into stock_count_lines as i (tenant_id, count_id, line, location_id, customer_id, product_id, counted, on_hand_then,
      seqs_then, counted_by, counted_at)
    select ${who.tenantId}, ${countId},
      (select coalesce(max(o.line), 0) + 1 from stock_count_lines o where o.tenant_id = ${who.tenantId} and o.count_id = ${countId}),
      ${locationId}, ${customerId}, ${productId}, ${quantity}::bigint, coalesce(sum(s.on_hand), 0)::bigint,
      coalesce(jsonb_object_agg(s.id, s.seq), '{}'), ${who.accountId}, business_now()
    from stock s where s.tenant_id = ${who.tenantId} and s.location_id = ${locationId} and s.product_id = ${productId}
    on conflict on constraint count_line_once do update set
      counted_before = ${before(isOngoing)}, counted = excluded.counted, on_hand_then = excluded.on_hand_then, seqs_then = excluded.seqs_then,
      counted_by = excluded.counted_by, counted_at = excluded.counted_at
    returning line`.execute(tx)
}

/** A line whose entry is removed is uncounted again; one that only the entry had added is deleted. */
async function takeBack(tx: Tx, who: Who, { countId, locationId, productId }: CountSpot, isOngoing: boolean) {
  const mine = sql`i.tenant_id = ${who.tenantId} and i.count_id = ${countId} and i.location_id = ${locationId} and i.product_id = ${productId}`
  await sql`
    update stock_count_lines i set counted_before = ${before(isOngoing)}, counted = null, on_hand_then = null, seqs_then = null,
      counted_by = null, counted_at = null where ${mine}`.execute(tx)
  await sql`
    delete from stock_count_lines i where ${mine} and i.counted_before is null and not exists (select 1 from stock s
      where s.tenant_id = i.tenant_id and s.location_id = i.location_id and s.product_id = i.product_id and s.on_hand > 0)`.execute(
    tx,
  )
}

/** The product of a code: one that should be in this bin takes precedence over others with the same code. */
async function productBehind(
  db: Db,
  who: Who,
  count: { customerId: number | null; productId: number | null },
  locationId: number,
  code: string,
) {
  const [key, article] = [codeKey(code), articleKey(code)]
  const { rows } = await sql<{
    id: number
    customerId: number
    sku: string
    system: string
    isHere: boolean
  }>`
    select p.id, p.customer_id, p.sku, c.customer_code || '.' || p.sku as system, exists (select 1 from stock s
      where s.tenant_id = p.tenant_id and s.product_id = p.id and s.location_id = ${locationId} and s.on_hand > 0) as is_here
    from products p join customers c on c.tenant_id = p.tenant_id and c.id = p.customer_id
    where p.tenant_id = ${who.tenantId} and (p.sku_key = ${key} or exists (select 1 from product_barcodes b
      where b.tenant_id = p.tenant_id and b.product_id = p.id and b.barcode_key = ${article}))
    order by p.id`.execute(db)
  if (rows.length === 0) refuseField('code', countText.unknownCode)
  const wanted = rows.filter(
    ({ id, customerId }) =>
      (count.customerId === null || count.customerId === customerId) &&
      (count.productId === null || count.productId === id),
  )
  if (wanted.length === 0) refuseField('code', countText.notOfCount)
  const here = wanted.filter(({ isHere }) => isHere)
  const [first, second] = here.length > 0 ? here : wanted
  if (!first || second)
    return refuseField('code', countText.ambiguous, { codes: wanted.map(({ system }) => system).join(', ') })
  return first
}

export async function submitCount(tx: Tx, who: Who, { id }: { id: number }) {
  const count = await hold(tx, who, id, can('submit'))
  const { rows } = await sql<{ counted: number; differing: number }>`
    select count(i.counted) as counted, count(*) filter (where i.counted <> i.on_hand_then) as differing
    from stock_count_lines i where i.tenant_id = ${who.tenantId} and i.count_id = ${id}`.execute(tx)
  const match = only(rows)
  if (match.counted === 0) refuse(countText.nothingCounted)
  await step(tx, who, count, 'submit', match)
  return { differing: match.differing }
}

/** Sends lines back to be counted again; the first count is kept beside the new one. */
export async function recountLines(tx: Tx, who: Who, { id, lines }: InputOf<typeof calls.recountLines>) {
  const count = await hold(tx, who, id, can('recount'))
  const { rows } = await sql<{ line: number }>`
    update stock_count_lines i set counted_before = i.counted, counted = null, on_hand_then = null, seqs_then = null,
      counted_by = null, counted_at = null
    where i.tenant_id = ${who.tenantId} and i.count_id = ${id} and i.counted is not null
      and case when ${lines.length} = 0 then i.counted <> i.on_hand_then else i.line = any(${lines}::int[]) end
    returning i.line`.execute(tx)
  if (rows.length === 0) refuse(countText.lineNotFound)
  await step(tx, who, count, 'recount', { lines: rows.length })
  return { lines: rows.length }
}

export async function voidCount(tx: Tx, who: Who, { id }: { id: number }) {
  const count = await hold(tx, who, id, can('void'))
  await step(tx, who, count, 'void')
  return {}
}
