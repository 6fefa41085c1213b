import { sql } from 'kysely'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { allocationStates } from '../states.ts'
import { post } from './ledger.ts'

/** Pieces of one product that a document needs. */
export type Demand = {
  type: string
  id: number
  no: string
  lines: { line: number; productId: number; quantity: number }[]
}

export type Shortage = { line: number; productId: number; missing: number }

/** The allocation strategy: oldest goods first, or bins to be emptied first. */
export type PickStrategy = 'fifo' | 'location_priority'

/**
 * Allocates pieces to a document, all or nothing, and returns what is missing.
 *
 * The rows are locked in id order before anything is counted, so of two callers competing for the last piece
 * the second finds it allocated. Only good pieces in enabled storage bins can be allocated; earliest expiry
 * first, then by the warehouse's strategy.
 */
export async function allocate(
  tx: Tx,
  who: Who,
  demand: Demand,
  strategy: PickStrategy = 'fifo',
): Promise<Shortage[]> {
  const products = demand.lines.map(({ productId }) => productId)
  await sql`select lock_stock(${products}::bigint[])`.execute(tx)
  const order =
    strategy === 'fifo'
      ? sql`b.putaway_date, l.pick_priority desc, l.route_seq, s.id`
      : sql`l.pick_priority desc, b.putaway_date, l.route_seq, s.id`
  const { rows: results } = await sql<{
    line: number
    productId: number
    wanted: number
    stockId: number | null
    locationId: number
    batchId: number
    taken: number
  }>`
    with wanted as (
      select w.*, sum(w.quantity) over (partition by w.product_id order by w.line) as up_to
      from unnest(${demand.lines.map(({ line }) => line)}::int[], ${products}::bigint[],
        ${demand.lines.map(({ quantity }) => quantity)}::bigint[]) w (line, product_id, quantity)),
    shelves as (
      select s.id, s.location_id, s.batch_id, s.product_id, s.on_hand - s.allocated - s.frozen as free,
        sum(s.on_hand - s.allocated - s.frozen) over (partition by s.product_id order by b.expiry_date nulls last, ${order}) as up_to
      from stock s
      join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id
      join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
      where s.tenant_id = ${who.tenantId} and s.product_id = any(${products}::bigint[]) and s.quality = 'good'
        and l.purpose = 'storage' and l.is_enabled and s.blocked_because is null and s.on_hand > s.allocated + s.frozen)
    select w.line, w.product_id, w.quantity as wanted, s.id as stock_id, s.location_id, s.batch_id,
      case when s.id is null then 0 else least(w.up_to, s.up_to) - greatest(w.up_to - w.quantity, s.up_to - s.free) end as taken
    from wanted w
    left join shelves s on s.product_id = w.product_id and s.up_to > w.up_to - w.quantity and s.up_to - s.free < w.up_to
    order by w.line, s.up_to`.execute(tx)

  const missing = demand.lines.flatMap(({ line, productId, quantity }) => {
    const had = results
      .filter((item) => item.line === line)
      .reduce((sum, { taken }) => sum + Number(taken), 0)
    return had < quantity ? [{ line, productId, missing: quantity - had }] : []
  })
  if (missing.length > 0) return missing

  const promised = results.filter(({ stockId }) => stockId !== null)
  const { rows: made } = await sql<{ id: number }>`
    insert into allocations (tenant_id, stock_id, demand_type, demand_id, demand_line, demand_no, quantity)
    select ${who.tenantId}, p.stock_id, ${demand.type}, ${demand.id}, p.line, ${demand.no}, p.quantity
    from unnest(${promised.map(({ stockId }) => stockId)}::bigint[], ${promised.map(({ line }) => line)}::int[],
      ${promised.map(({ taken }) => Number(taken))}::bigint[]) with ordinality p (stock_id, line, quantity, n)
    order by p.n returning id`.execute(tx)
  await post(
    tx,
    who,
    { type: 'allocation' },
    promised.map(({ locationId, batchId, taken }, i) => ({
      sourceId: made[i]?.id ?? 0,
      sourceNo: demand.no,
      line: 1,
      flow: 'allocate',
      locationId,
      batchId,
      quality: 'good',
      allocated: Number(taken),
    })),
  )
  return []
}

/** Releases what is allocated to a document and still on its shelf. Repeating it releases nothing more. */
export async function release(tx: Tx, who: Who, demand: Pick<Demand, 'type' | 'id'>): Promise<number> {
  const { from, to } = allocationStates.actions.release
  const { rows } = await sql<{
    id: number
    demandNo: string
    quantity: number
    locationId: number
    batchId: number
    quality: 'good' | 'defective'
  }>`
    with mine as (
      select a.id from allocations a where a.tenant_id = ${who.tenantId} and a.demand_type = ${demand.type}
        and a.demand_id = ${demand.id} and a.status = any(${from}::allocation_status[]) order by a.id for no key update),
    gone as (
      update allocations a set status = ${to}::allocation_status from mine where a.tenant_id = ${who.tenantId} and a.id = mine.id
      returning a.id, a.stock_id, a.demand_no, a.quantity)
    select g.id, g.demand_no, g.quantity, s.location_id, s.batch_id, s.quality
    from gone g join stock s on s.tenant_id = ${who.tenantId} and s.id = g.stock_id order by g.id`.execute(tx)
  await post(
    tx,
    who,
    { type: 'allocation' },
    rows.map(({ id, demandNo, quantity, locationId, batchId, quality }) => ({
      sourceId: id,
      sourceNo: demandNo,
      line: 1,
      flow: 'deallocate',
      locationId,
      batchId,
      quality,
      allocated: -Number(quantity),
    })),
  )
  return rows.length
}
