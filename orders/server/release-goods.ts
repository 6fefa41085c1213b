import { sql } from 'kysely'
import { holdsOf } from '../../billing/fees/server/estimate.ts'
import { blockedReasons } from '../../billing/money/server/blocked.ts'
import { releaseHolds } from '../../billing/money/server/holds.ts'
import { returnsBin } from '../../inventory/locations/server/find-bins.ts'
import { release } from '../../inventory/stock/server/allocate.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import { idsOf, valuesOf } from '../../platform/database/server/rows.ts'
import { fill, type Text } from '../../platform/text/text.ts'
import { refusalText } from './refusals.ts'

/** Those of the orders whose goods were picked and are still allocated to them. */
async function pickedAmong(
  tx: Tx,
  who: Pick<Who, 'tenantId'>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o where o.tenant_id = ${who.tenantId} and o.id = any(${ids}::bigint[]) and o.pick_status = 'picked'
      and exists (select 1 from allocations a where a.tenant_id = o.tenant_id and a.demand_type = 'order' and a.demand_id = o.id
        and a.status = 'open')`.execute(tx)
  return new Set(idsOf(rows))
}

/** Why orders can't give their goods back: they were picked, and there is no bin to bring them to. */
export async function withoutReturnsBin(
  tx: Tx,
  who: Pick<Who, 'tenantId'>,
  orders: readonly { id: number; orderNo: string }[],
): Promise<Map<number, Text>> {
  const picked = await pickedAmong(tx, who, idsOf(orders))
  if (picked.size === 0 || (await returnsBin(tx, who))) return new Map()
  return new Map(
    orders
      .filter(({ id }) => picked.has(id))
      .map(({ id, orderNo }) => [id, fill(refusalText.noReturnsBin, { no: orderNo })]),
  )
}

/** Why orders can't give back what is held for them: their customers' accounts are blocked. */
export async function heldByBlocked(
  tx: Tx,
  who: Pick<Who, 'tenantId'>,
  orders: readonly { id: number; customerId: number }[],
): Promise<Map<number, Text>> {
  const blocked = await blockedReasons(tx, who, valuesOf(orders, 'customerId'))
  if (blocked.size === 0) return new Map()
  const holds = await holdsOf(tx, who, idsOf(orders))
  return new Map(
    orders.flatMap(({ id, customerId }) => {
      const because = blocked.get(customerId)
      return because && holds.has(id) ? [[id, because] as const] : []
    }),
  )
}

/**
 * Gives back the goods of orders, which the caller has locked, and the money that is held for them. What is on its shelf is available at once; what was picked is moved to
 * the bin for returns and is available when it is put back. If there is no such bin, it counts as back on its shelf.
 */
export async function releaseGoods(tx: Tx, who: Who, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await releaseHolds(tx, who, 'order', ids)
  const documents = { type: 'order', ids }
  const picked = await pickedAmong(tx, who, ids)
  const bin = picked.size > 0 ? await returnsBin(tx, who) : undefined
  await release(tx, who, documents, bin && { ids: picked, toLocationId: bin.id })
  if (picked.size > 0)
    await sql`update orders set pick_status = 'none' where tenant_id = ${who.tenantId} and id = any(${[...picked]}::bigint[])`.execute(
      tx,
    )
}
