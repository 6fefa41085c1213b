import Big from 'big.js'
import { sql } from 'kysely'
import { take } from '../../../inventory/stock/server/allocate.ts'
import { chargeOrders } from '../../../orders/server/order-facts.ts'
import { orderResults } from '../../../orders/server/order-results.ts'
import { orderStates } from '../../../orders/states.ts'
import { publishEvents, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf } from '../../../platform/calls/call.ts'
import type { Who } from '../../../platform/calls/who.ts'
import { drawNumbers, type Tx } from '../../../platform/database/server/db.ts'
import { idsOf, itemAt } from '../../../platform/database/server/rows.ts'
import type { Text } from '../../../platform/text/text.ts'
import { settingsOf } from '../../../warehouse/server/facts.ts'
import type { shipOrders as call } from '../contract.ts'
import { obstacleOf, obstacleText } from '../rules.ts'
import { type LeavingOrder, leavingOrders, weightOf } from './leaving.ts'

/**
 * Ships the orders that can go, all in this transaction, and names the reason of each that can't.
 *
 * The orders are locked in id order and read afterwards, so of two people who ship the same order the second finds it
 * shipped. Then come the allocations and the stock, each in id order.
 */
export async function shipOrders(
  tx: Tx,
  who: Who,
  { ids, truckNo = null }: InputOf<typeof call>,
): Promise<OutputOf<typeof call>> {
  await sql`select 1 from orders where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[])
    order by id for no key update`.execute(tx)
  const orders = await leavingOrders(tx, who, ids)
  const settings = await settingsOf(tx, who)
  const reasons = new Map<number, Text>()
  for (const order of orders) {
    const obstacle = obstacleOf(order, settings)
    if (obstacle) reasons.set(order.id, obstacleText(obstacle, order))
  }
  const leaving = orders.filter(({ id }) => !reasons.has(id))
  const batches = leaving.length > 0 ? await takeOut(tx, who, leaving, truckNo) : []
  return { ...orderResults(who, ids, orders, reasons), batches }
}

async function takeOut(tx: Tx, who: Who, leaving: readonly LeavingOrder[], truckNo: string | null) {
  const ids = idsOf(leaving)
  const { to } = orderStates.actions.ship
  // The accounts are locked before the stock.
  await sql`
    with shipped as (
      update orders set status = ${to}::order_status, status_at = business_now(), shipped_at = business_now(),
        row_version = row_version + 1, updated_at = business_now()
      where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[]) returning customer_id)
    select 1 from lock_accounts(array(select customer_id from shipped))`.execute(tx)
  // None of these needs another's result: while the database works on one, the next is prepared.
  const [batches] = await Promise.all([
    writeBatches(tx, who, leaving, truckNo).then(async (written) => {
      await report(tx, who, leaving, written, truckNo)
      return written
    }),
    chargeOrders(tx, who, 'order', ids),
    take(tx, who, { type: 'order', ids }),
  ])
  return batches.map(({ id, batchNo, orderCount, packageCount }) => ({
    id,
    batchNo,
    orderCount,
    packageCount,
  }))
}

type Batch = Awaited<ReturnType<typeof writeBatches>>[number]

/** Logs that the orders left and with which batch, and tells it other systems. */
async function report(
  tx: Tx,
  who: Who,
  leaving: readonly LeavingOrder[],
  batches: readonly Batch[],
  truckNo: string | null,
) {
  const batchOf = new Map(
    batches.flatMap((batch) => batch.orders.map(({ id }) => [id, batch.batchNo] as const)),
  )
  const audited = writeAudit(tx, who, [
    ...leaving.map(({ id, orderNo, status }) => ({
      action: 'ship',
      type: 'order',
      id,
      no: orderNo,
      before: { orderStatus: status },
      after: { orderStatus: orderStates.actions.ship.to, batchNo: batchOf.get(id) },
    })),
    ...batches.map(({ id, batchNo, carrier, orderCount, packageCount }) => ({
      action: 'create',
      type: 'shipment_batch',
      id,
      no: batchNo,
      after: { carrier, ...(truckNo && { truckNo }), orderCount, packageCount },
    })),
  ])
  const published = publishEvents(tx, who, [
    ...leaving.map(({ id, customerId, packages }) => ({
      kind: 'order.shipped',
      type: 'order',
      id,
      customerId,
      payload: {
        batchNo: batchOf.get(id),
        trackingNos: packages.flatMap(({ trackingNo }) => trackingNo ?? []),
      },
    })),
    ...batches.map(({ id }) => ({ kind: 'shipment_batch.created', type: 'shipment_batch', id })),
  ])
  await Promise.all([audited, published])
}

/** What the packages weigh together; null where one of them has no weight. */
function totalWeight(orders: readonly LeavingOrder[]): string | null {
  const weights = orders.flatMap((order) => order.packages.map((item) => weightOf(order, item)))
  if (weights.includes(null)) return null
  return weights.reduce((sum, weight) => sum.plus(weight ?? 0), new Big(0)).toFixed(3)
}

/** One batch for each carrier, and that the orders left with it. */
async function writeBatches(tx: Tx, who: Who, leaving: readonly LeavingOrder[], truckNo: string | null) {
  const groups = [...Map.groupBy(leaving, ({ carrier }) => carrier)]
  const numbers = await drawNumbers(tx, 'SB', groups.length)
  const batches = groups.map(([carrier, orders], i) => ({
    batchNo: itemAt(numbers, i),
    carrier,
    orders,
    orderCount: orders.length,
    packageCount: orders.reduce((sum, { packages }) => sum + packages.length, 0),
    weight: totalWeight(orders),
  }))
  const { rows } = await sql<{ id: number; batchNo: string }>`
    insert into shipment_batches (tenant_id, batch_no, carrier, truck_no, order_count, package_count, weight, created_by)
    select ${who.tenantId}, x.no, x.carrier, ${truckNo}::text, x.orders, x.packages, x.weight, ${who.accountId}
    from unnest(${batches.map(({ batchNo }) => batchNo)}::text[], ${batches.map(({ carrier }) => carrier)}::text[],
      ${batches.map(({ orderCount }) => orderCount)}::int[], ${batches.map(({ packageCount }) => packageCount)}::int[],
      ${batches.map(({ weight }) => weight)}::numeric[]) x (no, carrier, orders, packages, weight)
    returning id, batch_no`.execute(tx)
  const idOf = new Map(rows.map(({ id, batchNo }) => [batchNo, id]))
  const written = batches.map((batch) => ({ ...batch, id: idOf.get(batch.batchNo) ?? 0 }))
  const shipped = written.flatMap(({ id, orders }) =>
    orders.map((order) => ({ batchId: id, orderId: order.id })),
  )
  await sql`
    insert into shipments (tenant_id, order_id, batch_id)
    select ${who.tenantId}, x.* from unnest(${shipped.map(({ orderId }) => orderId)}::bigint[],
      ${shipped.map(({ batchId }) => batchId)}::bigint[]) x`.execute(tx)
  return written
}
