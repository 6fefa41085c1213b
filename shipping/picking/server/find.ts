import { sql } from 'kysely'
import type { InputOf, OutputOf, Page } from '../../../platform/calls/call.ts'
import { notFound } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { idsOf, sameTenant } from '../../../platform/database/server/rows.ts'
import { containing, isOnDays } from '../../../platform/database/server/search.ts'
import { codeKey, missingOf } from '../../../platform/lists/codes.ts'
import { pageOfQuery } from '../../../platform/lists/server/page.ts'
import type * as calls from '../contract.ts'
import type { PickingRow } from '../contract.ts'
import { pickingStates } from '../states.ts'
import { pickingText } from '../text.ts'

type Filters = Omit<InputOf<typeof calls.listPickingLists>, 'page' | 'size' | 'sort' | 'order'>

/** Lists by their own number and by the numbers of their orders, in the form in which they are compared. */
const listsWith = (who: Pick<Who, 'tenantId'>, keys: readonly string[]) => sql`
  select l.id, lower(l.picking_no) as key from picking_lists l
  where l.tenant_id = ${who.tenantId} and l.picking_no = any(${keys.map((key) => key.toUpperCase())}::text[])
  union all
  select p.list_id, w.word from order_words w join picking_list_orders p on p.tenant_id = w.tenant_id and p.order_id = w.order_id
  where w.tenant_id = ${who.tenantId} and w.word = any(${keys}::text[])`

function listsOf(db: Db, who: Pick<Who, 'tenantId' | 'zone'>, input: Filters) {
  let row = db
    .selectFrom('pickingLists as l')
    .innerJoin('accounts as c', sameTenant('c.id', 'l.createdBy'))
    .leftJoin('accounts as a', sameTenant('a.id', 'l.assigneeId'))
    .where('l.tenantId', '=', who.tenantId)
  if (input.search) {
    const key = codeKey(input.search)
    row = row.where(
      sql<boolean>`(l.picking_no like ${containing(key.toUpperCase())}
        or l.id = any(array(select x.id from (${listsWith(who, [key])}) x)))`,
    )
  }
  if (input.codes) {
    const keys = input.codes.map(codeKey)
    row = row.where(sql<boolean>`l.id = any(array(select x.id from (${listsWith(who, keys)}) x))`)
  }
  if (input.status) row = row.where('l.status', '=', input.status)
  if (input.listType) row = row.where('l.listType', '=', input.listType)
  if (input.assigneeId) row = row.where('l.assigneeId', '=', input.assigneeId)
  if (input.customerId || input.channelId)
    row = row.where(
      sql<boolean>`exists (select 1 from picking_list_orders p join orders o on o.tenant_id = p.tenant_id and o.id = p.order_id
        where p.tenant_id = ${who.tenantId} and p.list_id = l.id
          and (${input.customerId ?? null}::bigint is null or o.customer_id = ${input.customerId ?? null})
          and (${input.channelId ?? null}::bigint is null or o.channel_id = ${input.channelId ?? null}))`,
    )
  if (input.zoneId)
    row = row.where(
      sql<boolean>`exists (select 1 from picking_tasks t
        join locations b on b.tenant_id = t.tenant_id and b.id = t.location_id
        where t.tenant_id = ${who.tenantId} and t.list_id = l.id and b.zone_id = ${input.zoneId})`,
    )
  if (input.createdFrom || input.createdTo)
    row = row.where(isOnDays('l.createdAt', { from: input.createdFrom, to: input.createdTo }, who.zone))
  return row
}

const listed = [
  'l.id',
  'l.pickingNo',
  'l.status',
  'l.listType',
  'l.assigneeId',
  'a.userName as assigneeName',
  'l.printCount',
  'c.userName as createdByName',
  'l.createdAt',
  'l.startedAt',
  'l.pickedAt',
] as const

const priority = sql<number | null>`(select max(o.priority) from picking_list_orders p
  join orders o on o.tenant_id = p.tenant_id and o.id = p.order_id
  where p.tenant_id = l.tenant_id and p.list_id = l.id and p.is_live and l.status in ('waiting', 'picking', 'picked'))`.as(
  'priority',
)

const age = sql<number | null>`case when l.status not in ('done', 'cancelled')
  then floor(extract(epoch from business_now() - l.created_at) / 3600)::int end`.as('age')

type Figures = Pick<PickingRow, 'orderCount' | 'taskCount' | 'skuCount' | 'pieceCount' | 'pickedCount'>
const none: Figures = { orderCount: 0, taskCount: 0, skuCount: 0, pieceCount: 0, pickedCount: 0 }

/** What is on each list: its live orders; on a cancelled one, those it had. */
export async function figuresOf(db: Db, who: Pick<Who, 'tenantId'>, ids: readonly number[]) {
  const { rows } = await sql<Figures & { id: number }>`
    select l.id, count(distinct o.order_id)::int as order_count, count(distinct p.task_no)::int as task_count,
      count(distinct t.product_id)::int as sku_count, sum(p.quantity)::bigint as piece_count, sum(p.picked)::bigint as picked_count
    from picking_lists l
    join picking_list_orders o on o.tenant_id = l.tenant_id and o.list_id = l.id and (o.is_live or l.status = 'cancelled')
    join picking_task_orders p on p.tenant_id = o.tenant_id and p.list_id = o.list_id and p.order_id = o.order_id
    join picking_tasks t on t.tenant_id = p.tenant_id and t.list_id = p.list_id and t.task_no = p.task_no
    where l.tenant_id = ${who.tenantId} and l.id = any(${ids}::bigint[]) group by l.id`.execute(db)
  const byId = new Map(rows.map(({ id, ...figures }) => [id, figures]))
  return (id: number): Figures => byId.get(id) ?? none
}

export async function pickingPage(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listPickingLists>,
): Promise<Page<PickingRow> & { missing: string[] }> {
  const match = listsOf(db, who, input).select(listed).select(priority).select(age)
  const sorted =
    input.sort === 'priority'
      ? match
          .orderBy('priority', (by) => (input.order === 'asc' ? by.asc() : by.desc()).nullsLast())
          .orderBy('l.id')
      : match.orderBy(`l.${input.sort}`, input.order).orderBy('l.id', 'desc')
  const [{ rows, total }, missing] = await Promise.all([
    pageOfQuery(sorted, input),
    input.codes ? unknownOf(db, who, input.codes) : [],
  ])
  const figures = await figuresOf(db, who, idsOf(rows))
  return { rows: rows.map((row) => ({ ...row, ...figures(row.id) })), total, missing }
}

async function unknownOf(db: Db, who: Who, codes: readonly string[]): Promise<string[]> {
  const { rows } = await listsWith(who, codes.map(codeKey)).execute(db)
  return missingOf(codes, rows as { key: string }[])
}

export async function pickingCounts(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.countPickingLists>,
): Promise<OutputOf<typeof calls.countPickingLists>> {
  const rows = await listsOf(db, who, input)
    .select(['l.status', sql<number>`count(*)`.as('count')])
    .groupBy('l.status')
    .execute()
  const counts = Object.fromEntries(pickingStates.states.map((state) => [state, 0])) as OutputOf<
    typeof calls.countPickingLists
  >
  for (const { status, count } of rows) counts[status] = count
  return counts
}

type Whole = OutputOf<typeof calls.getPickingList>

export async function getPickingList(
  db: Db,
  who: Who,
  { id }: InputOf<typeof calls.getPickingList>,
): Promise<Whole> {
  const row = await listsOf(db, who, {})
    .select(listed)
    .select(priority)
    .select(age)
    .select(['l.doneAt', 'l.cancelledAt'])
    .where('l.id', '=', id)
    .executeTakeFirstOrThrow(notFound(pickingText.notFound))
  const [figures, tasks, orders] = await Promise.all([
    figuresOf(db, who, [id]),
    tasksOf(db, who, [id]),
    ordersOf(db, who, id),
  ])
  return { ...row, ...figures(id), tasks: tasks.map(({ listId: _, ...task }) => task), orders }
}

export type TaskRow = Whole['tasks'][number] & { listId: number }

/** The tasks of some lists in pick sequence, with the pieces of their live orders; of a cancelled list, those it had. */
export async function tasksOf(
  db: Db,
  who: Pick<Who, 'tenantId'>,
  lists: readonly number[],
): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select t.list_id, t.task_no, b.location_code, g.sku, g.name_zh, g.name_en, t.lot, t.expiry_date, x.quantity, x.picked, x.baskets
    from picking_tasks t
    join picking_lists l on l.tenant_id = t.tenant_id and l.id = t.list_id
    join locations b on b.tenant_id = t.tenant_id and b.id = t.location_id
    join products g on g.tenant_id = t.tenant_id and g.id = t.product_id
    join lateral (
      select sum(y.quantity)::bigint as quantity, sum(y.picked)::bigint as picked,
        json_agg(json_build_object('basketNo', y.basket_no, 'quantity', y.quantity) order by y.basket_no) as baskets
      from (
        select o.basket_no, sum(p.quantity) as quantity, sum(p.picked) as picked from picking_task_orders p
        join picking_list_orders o on o.tenant_id = p.tenant_id and o.list_id = p.list_id and o.order_id = p.order_id
        where p.tenant_id = t.tenant_id and p.list_id = t.list_id and p.task_no = t.task_no and (o.is_live or l.status = 'cancelled')
        group by o.basket_no) y) x on x.quantity is not null
    where t.tenant_id = ${who.tenantId} and t.list_id = any(${lists}::bigint[]) order by t.list_id, t.task_no`.execute(
    db,
  )
  return rows
}

async function ordersOf(db: Db, who: Who, listId: number): Promise<Whole['orders']> {
  const { rows } = await sql<Whole['orders'][number]>`
    select o.id, o.order_no, p.basket_no, p.is_live, o.status, o.pick_status, o.intercept_status, c.customer_code, h.channel_code,
      o.sku_count, o.piece_count
    from picking_list_orders p
    join orders o on o.tenant_id = p.tenant_id and o.id = p.order_id
    join customers c on c.tenant_id = o.tenant_id and c.id = o.customer_id
    join channels h on h.tenant_id = o.tenant_id and h.id = o.channel_id
    where p.tenant_id = ${who.tenantId} and p.list_id = ${listId} order by p.basket_no`.execute(db)
  return rows
}

export async function findPickingList(db: Db, who: Who, { scanned }: InputOf<typeof calls.findPickingList>) {
  return db
    .selectFrom('pickingLists')
    .select('id')
    .where('tenantId', '=', who.tenantId)
    .where('pickingNo', '=', codeKey(scanned).toUpperCase())
    .executeTakeFirstOrThrow(notFound(pickingText.notFound))
}

/** The zones that goods are picked from. */
export const zonesOf = (db: Db, who: Who) =>
  db
    .selectFrom('locationZones as z')
    .select(['z.id', 'z.zoneCode', 'z.zoneName'])
    .where('z.tenantId', '=', who.tenantId)
    .where('z.quality', '=', 'good')
    .where(
      sql<boolean>`exists (select 1 from locations b where b.tenant_id = z.tenant_id and b.zone_id = z.id and b.purpose = 'storage')`,
    )
    .orderBy('z.zoneCode')
    .execute()

export type Basket = {
  id: number
  pickingNo: string
  basketNo: number
  orderNo: string
  customerCode: string
  pieceCount: number
}

/** The baskets of lists or of orders; an order that has left its list has none. */
export async function basketsOf(
  db: Db,
  who: Pick<Who, 'tenantId'>,
  { lists, orders }: { lists?: readonly number[]; orders?: readonly number[] },
): Promise<Basket[]> {
  const { rows } = await sql<Basket>`
    select o.id, l.picking_no, p.basket_no, o.order_no, c.customer_code, o.piece_count
    from picking_list_orders p
    join picking_lists l on l.tenant_id = p.tenant_id and l.id = p.list_id
    join orders o on o.tenant_id = p.tenant_id and o.id = p.order_id
    join customers c on c.tenant_id = o.tenant_id and c.id = o.customer_id
    where p.tenant_id = ${who.tenantId} and p.is_live
      and ${lists ? sql`p.list_id = any(${lists}::bigint[])` : sql`p.order_id = any(${orders ?? []}::bigint[])`}
    order by l.id, p.basket_no`.execute(db)
  return rows
}

/** People who may pick and can log in. */
export const pickersOf = (db: Db, who: Pick<Who, 'tenantId'>) =>
  db
    .selectFrom('accounts')
    .select(['id', 'userName'])
    .where('tenantId', '=', who.tenantId)
    .where('kind', '=', 'staff')
    .where('isEnabled', '=', true)
    .where('isSupport', '=', false)
    .where(sql<boolean>`permissions && array['order:picking:pick', '*']`)
    .orderBy('userName')
    .orderBy('id')
    .execute()
