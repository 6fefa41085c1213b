import { sql } from 'kysely'
import { ordersOf } from '../../../orders/server/find.ts'
import { orderResults } from '../../../orders/server/order-results.ts'
import { writeChanges } from '../../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf } from '../../../platform/calls/call.ts'
import type { Who } from '../../../platform/calls/who.ts'
import { type Db, drawNumbers, type Tx } from '../../../platform/database/server/db.ts'
import { idsOf } from '../../../platform/database/server/rows.ts'
import type { Text } from '../../../platform/text/text.ts'
import type * as calls from '../contract.ts'
import { MAX_PICKABLE } from '../contract.ts'
import { type AllocatedPieces, planTasks, splitOrders } from '../plan.ts'
import { type Candidate, notPickable } from '../rules.ts'

type Class = 'ss' | 'sm' | 'mm'

/** Orders that wait for a list; the words are those of the index over them. */
const waits = sql`o.status in ('pending_shipment', 'waybill_printed') and o.pick_status in ('none', 'short')
  and o.intercept_status not in ('requested', 'approved')`

/** All bins of the order’s goods are in the zone: its picker need not leave it. */
const onlyInZone = (zoneId: number) => sql`(
  select bool_and(b.zone_id = ${zoneId}) from allocations a
  join stock s on s.tenant_id = a.tenant_id and s.id = a.stock_id
  join locations b on b.tenant_id = s.tenant_id and b.id = s.location_id
  where a.tenant_id = o.tenant_id and a.demand_type = 'order' and a.demand_id = o.id and a.status = 'open')`

/** Orders that can be put on a list, those of the highest priority first. */
export async function findPickable(
  db: Db,
  who: Who,
  { ids, matching, pieceClass, channelId, customerId, zoneId }: InputOf<typeof calls.findPickable>,
): Promise<OutputOf<typeof calls.findPickable>> {
  const { rows } = await sql<{ id: number; pieceClass: Class; total: number }>`
    select o.id, o.piece_class, count(*) over () as total from orders o
    where o.tenant_id = ${who.tenantId} and ${waits}
      and (${ids ?? null}::bigint[] is null or o.id = any(${ids ?? null}::bigint[]))
      ${matching ? sql`and o.id in (${ordersOf(db, who, matching).select('o.id')})` : sql``}
      and (${pieceClass ?? null}::piece_class is null or o.piece_class = ${pieceClass ?? null}::piece_class)
      and (${channelId ?? null}::bigint is null or o.channel_id = ${channelId ?? null})
      and (${customerId ?? null}::bigint is null or o.customer_id = ${customerId ?? null})
      ${zoneId ? sql`and ${onlyInZone(zoneId)}` : sql``}
    order by o.priority desc, o.id limit ${MAX_PICKABLE}`.execute(db)
  const of = (one: Class) => idsOf(rows.filter((row) => row.pieceClass === one))
  return { total: rows[0]?.total ?? 0, orders: { ss: of('ss'), sm: of('sm'), mm: of('mm') } }
}

export type Order = Candidate & { id: number; pieceClass: Class }

/** The orders, locked in id order and read afterwards; those of the highest priority first. */
export async function holdOrders(tx: Tx, who: Who, ids: readonly number[]): Promise<Order[]> {
  await sql`select 1 from orders where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[])
    order by id for no key update`.execute(tx)
  const { rows } = await sql<Order>`
    select o.id, o.order_no, o.status, o.intercept_status, o.piece_class, o.piece_count, l.picking_no as on_list, o.pick_status = 'picked' as is_picked,
      coalesce((select sum(a.quantity) from allocations a where a.tenant_id = o.tenant_id and a.demand_type = 'order'
        and a.demand_id = o.id and a.status = 'open'), 0)::bigint as allocated
    from orders o
    left join picking_list_orders p on p.tenant_id = o.tenant_id and p.order_id = o.id and p.is_live
    left join picking_lists l on l.tenant_id = p.tenant_id and l.id = p.list_id
    where o.tenant_id = ${who.tenantId} and o.id = any(${ids}::bigint[]) order by o.priority desc, o.id`.execute(
    tx,
  )
  return rows
}

/** The goods of orders, and the bins they are in. They stay allocated as long as the orders are locked. */
async function allocatedTo(tx: Tx, who: Who, ids: readonly number[]): Promise<AllocatedPieces[]> {
  const { rows } = await sql<AllocatedPieces>`
    select a.demand_id as order_id, a.id as allocation_id, a.quantity, s.location_id, l.location_code, l.route_seq, s.product_id, p.sku,
      b.lot, b.expiry_date
    from allocations a
    join stock s on s.tenant_id = a.tenant_id and s.id = a.stock_id
    join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id
    join products p on p.tenant_id = s.tenant_id and p.id = s.product_id
    join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
    where a.tenant_id = ${who.tenantId} and a.demand_type = 'order' and a.demand_id = any(${ids}::bigint[]) and a.status = 'open'
    order by a.id`.execute(tx)
  return rows
}

/**
 * Creates picking lists: the orders are locked first, so of two people who list the same order the second is told where it is.
 */
export async function createPickingLists(
  tx: Tx,
  who: Who,
  { ids, perList, isMixed }: InputOf<typeof calls.createPickingLists>,
): Promise<OutputOf<typeof calls.createPickingLists>> {
  const orders = await holdOrders(tx, who, ids)
  const reasons = new Map<number, Text | undefined>(orders.map((order) => [order.id, notPickable(order)]))
  const ready = orders.filter(({ id }) => !reasons.get(id))
  const lists = ready.length > 0 ? await writeLists(tx, who, splitOrders(ready, { perList, isMixed })) : []
  return { ...orderResults(who, ids, orders, reasons), lists }
}

/** Writes lists with their orders; `from` are the numbers of the lists that these orders were on before. */
export async function writeLists(
  tx: Tx,
  who: Who,
  parts: ReturnType<typeof splitOrders<Order>>,
  from?: string,
) {
  const all = parts.flatMap(({ orders }) => idsOf(orders))
  const piecesOf = Map.groupBy(await allocatedTo(tx, who, all), ({ orderId }) => orderId)
  await sql`update orders set pick_status = 'listed' where tenant_id = ${who.tenantId} and id = any(${all}::bigint[])`.execute(
    tx,
  )
  const numbers = await drawNumbers(tx, 'PK', parts.length)
  const { rows: heads } = await sql<{ id: number; pickingNo: string }>`
    insert into picking_lists (tenant_id, picking_no, list_type, created_by)
    select ${who.tenantId}, x.no, x.type, ${who.accountId}
    from unnest(${numbers}::text[], ${parts.map(({ listType }) => listType)}::picking_list_type[]) with ordinality x (no, type, n)
    order by x.n returning id, picking_no`.execute(tx)
  const made = parts.map(({ orders }, i) => {
    const head = heads.find(({ pickingNo }) => pickingNo === numbers[i])
    if (!head) throw new Error(`no picking list ${numbers[i]}`)
    return { ...head, orders, tasks: planTasks(orders.flatMap(({ id }) => piecesOf.get(id) ?? [])) }
  })

  const baskets = made.flatMap(({ id, orders }) =>
    orders.map((order, i) => ({ id, order: order.id, no: i + 1 })),
  )
  await sql`insert into picking_list_orders (tenant_id, list_id, order_id, basket_no)
    select ${who.tenantId}, x.* from unnest(${idsOf(baskets)}::bigint[], ${baskets.map(({ order }) => order)}::bigint[],
      ${baskets.map(({ no }) => no)}::int[]) x`.execute(tx)
  const tasks = made.flatMap(({ id, tasks }) => tasks.map((task) => ({ id, ...task })))
  await sql`insert into picking_tasks (tenant_id, list_id, task_no, location_id, product_id, lot, expiry_date)
    select ${who.tenantId}, x.* from unnest(${idsOf(tasks)}::bigint[], ${tasks.map(({ taskNo }) => taskNo)}::int[],
      ${tasks.map(({ locationId }) => locationId)}::bigint[], ${tasks.map(({ productId }) => productId)}::bigint[],
      ${tasks.map(({ lot }) => lot)}::text[], ${tasks.map(({ expiryDate }) => expiryDate)}::date[]) x`.execute(
    tx,
  )
  const pieces = tasks.flatMap(({ id, taskNo, pieces }) => pieces.map((item) => ({ id, taskNo, ...item })))
  await sql`insert into picking_task_orders (tenant_id, list_id, task_no, order_id, allocation_id, quantity)
    select ${who.tenantId}, x.* from unnest(${idsOf(pieces)}::bigint[], ${pieces.map(({ taskNo }) => taskNo)}::int[],
      ${pieces.map(({ orderId }) => orderId)}::bigint[], ${pieces.map(({ allocationId }) => allocationId)}::bigint[],
      ${pieces.map(({ quantity }) => quantity)}::bigint[]) x`.execute(tx)

  await writeChanges(
    tx,
    who,
    made.map(({ id, pickingNo, orders }) => ({
      action: 'create',
      event: 'picking_list.created',
      type: 'picking_list',
      id,
      no: pickingNo,
      after: {
        orderCount: orders.length,
        pieces: orders.reduce((sum, { pieceCount }) => sum + pieceCount, 0),
        ...(from && { earlierLists: from }),
      },
    })),
  )
  return made.map(({ id, pickingNo, orders }) => ({ id, pickingNo, orderCount: orders.length }))
}
