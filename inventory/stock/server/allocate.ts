import { sql } from 'kysely'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { idsOf, itemAt } from '../../../platform/database/server/rows.ts'
import { warehouseToday } from '../../../warehouse/server/today.ts'
import { type Demand, type PickShelf, type PickStrategy, planPicks, type Shortage } from '../pick-plan.ts'
import { type AllocationState, allocationStates } from '../states.ts'
import { post, type StockLine } from './ledger.ts'

type Actor = Pick<Who, 'tenantId' | 'accountId'>

/**
 * Allocates goods to documents, the first document first: all lines of a document or none. Returns what each document
 * that got nothing lacks.
 *
 * The rows are locked in id order before anything is counted, so of two callers competing for the last piece the second
 * finds it allocated. Goods put away while this waits and taken by others at once are left to the next audit.
 * Only good pieces in enabled storage bins can be allocated; for a line with given rows, only those in them.
 */
export async function allocate(
  tx: Tx,
  who: Actor,
  demands: readonly Demand[],
  strategy: PickStrategy = 'fifo',
): Promise<Map<number, Shortage[]>> {
  const products = [...new Set(demands.flatMap(({ lines }) => lines.map(({ productId }) => productId)))]
  if (products.length === 0) return new Map()
  const { rows: locked } = await sql<{
    id: number
  }>`select id from locked_stock(${products}::bigint[]) id`.execute(tx)
  const { rows: shelves } = await sql<PickShelf>`
    select s.id as stock_id, s.product_id, s.location_id, l.location_code, s.batch_id, l.pick_priority, b.putaway_date, b.expiry_date,
      s.on_hand - s.allocated - s.frozen as free
    from stock s
    join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id
    join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
    where s.tenant_id = ${who.tenantId} and s.id = any(${idsOf(locked)}::bigint[]) and s.on_hand > 0 and s.quality = 'good'
      and l.purpose = 'storage' and l.is_enabled and s.blocked_because is null and s.on_hand > s.allocated + s.frozen`.execute(
    tx,
  )
  const { promised, short } = planPicks(demands, shelves, { strategy, today: await warehouseToday(tx) })
  if (promised.length === 0) return short

  const { rows: made } = await sql<{ id: number }>`
    insert into allocations (tenant_id, stock_id, demand_type, demand_id, demand_line, demand_no, quantity)
    select ${who.tenantId}, p.stock_id, p.type, p.demand_id, p.line, p.no, p.quantity
    from unnest(${promised.map(({ shelf }) => shelf.stockId)}::bigint[], ${promised.map(({ demand }) => demand.type)}::text[],
      ${promised.map(({ demand }) => demand.id)}::bigint[], ${promised.map(({ line }) => line)}::int[],
      ${promised.map(({ demand }) => demand.no)}::text[], ${promised.map(({ quantity }) => quantity)}::bigint[])
      with ordinality p (stock_id, type, demand_id, line, no, quantity, n)
    order by p.n returning id`.execute(tx)
  await post(
    tx,
    who,
    { type: 'allocation' },
    promised.map(({ demand, shelf, quantity }, i) => ({
      sourceId: itemAt(made, i).id,
      sourceNo: demand.no,
      line: 1,
      flow: 'allocate',
      locationId: shelf.locationId,
      batchId: shelf.batchId,
      quality: 'good',
      allocated: quantity,
    })),
  )
  return short
}

type Documents = { type: string; ids: readonly number[] }

/** Ends the open allocations of documents, locked in id order, and returns where their goods are. */
async function endAllocations(
  tx: Tx,
  who: Actor,
  { type, ids }: Documents,
  { from, to }: { from: readonly AllocationState[]; to: AllocationState },
) {
  const { rows } = await sql<{
    id: number
    demandId: number
    demandNo: string
    quantity: number
    locationId: number
    batchId: number
    quality: 'good' | 'defective'
  }>`
    with mine as (
      select a.id from allocations a where a.tenant_id = ${who.tenantId} and a.demand_type = ${type}
        and a.demand_id = any(${ids}::bigint[]) and a.status = any(${from}::allocation_status[]) order by a.id for no key update),
    gone as (
      update allocations a set status = ${to}::allocation_status from mine where a.tenant_id = ${who.tenantId} and a.id = mine.id
      returning a.id, a.stock_id, a.demand_id, a.demand_no, a.quantity)
    select g.id, g.demand_id, g.demand_no, g.quantity, s.location_id, s.batch_id, s.quality
    from gone g join stock s on s.tenant_id = ${who.tenantId} and s.id = g.stock_id order by g.id`.execute(tx)
  return rows
}

type Ended = Awaited<ReturnType<typeof endAllocations>>

const sourceOf = ({ id, demandNo, batchId, quality }: Ended[number]) => ({
  sourceId: id,
  sourceNo: demandNo,
  line: 1,
  batchId,
  quality,
})

/** Goods that were already picked for documents, and the bin they are brought to. */
type PickedGoods = { ids: ReadonlySet<number>; toLocationId: number }

/**
 * Releases what is allocated to documents. What is still on its shelf is available at once; what was picked is moved to
 * the given bin and is available when it is put back. Repeating it releases nothing more.
 *
 * One posting, so that all rows are locked in id order.
 */
export async function release(
  tx: Tx,
  who: Actor,
  documents: Documents,
  picked?: PickedGoods,
): Promise<number> {
  const ended = await endAllocations(tx, who, documents, allocationStates.actions.release)
  await post(
    tx,
    who,
    { type: 'allocation' },
    ended.flatMap((allocation): StockLine[] => {
      const { demandId, quantity, locationId } = allocation
      const source = sourceOf(allocation)
      const freed: StockLine = { ...source, flow: 'deallocate', locationId, allocated: -quantity }
      if (!picked?.ids.has(demandId)) return [freed]
      return [
        freed,
        { ...source, flow: 'move_out', locationId, onHand: -quantity },
        { ...source, flow: 'move_in', locationId: picked.toLocationId, onHand: quantity },
      ]
    }),
  )
  return ended.length
}

/** Takes the allocated goods of documents out of the warehouse. Repeating it takes nothing more. */
export async function take(tx: Tx, who: Actor, documents: Documents): Promise<number> {
  const ended = await endAllocations(tx, who, documents, allocationStates.actions.take)
  await post(
    tx,
    who,
    { type: 'allocation' },
    ended.map((allocation) => ({
      ...sourceOf(allocation),
      flow: 'ship',
      locationId: allocation.locationId,
      onHand: -allocation.quantity,
      allocated: -allocation.quantity,
    })),
  )
  return ended.length
}
