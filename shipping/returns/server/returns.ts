import { sql } from 'kysely'
import { ordersText } from '../../../orders/text.ts'
import type { InputOf, OutputOf } from '../../../platform/calls/call.ts'
import { refuse, refuseAs, refuseField } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { createInbound } from '../../../receiving/server/inbounds.ts'
import type * as calls from '../contract.ts'
import { returnsText } from '../text.ts'

type Order = { orderNo: string; customerId: number; isShipped: boolean }
type Line = { productId: number; sku: string; shipped: number; returned: number }

/** The pieces of an order and how many of them came back, or may still come on returns that are not complete. */
async function linesOf(db: Db, who: Who, orderId: number, orderNo: string): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select l.product_id, p.sku, l.quantity as shipped, coalesce((
      select sum(case when i.status = 'complete' then x.came else greatest(x.expected, x.came) end)
      from inbounds i cross join lateral (
        select sum(y.expected) as expected, sum(y.good + y.defective) as came from inbound_lines y
        where y.tenant_id = i.tenant_id and y.inbound_id = i.id and y.product_id = l.product_id) x
      where i.tenant_id = l.tenant_id and i.origin_no = ${orderNo} and i.inbound_type = 'return' and i.status <> 'voided'), 0)::bigint as returned
    from order_lines l join products p on p.tenant_id = l.tenant_id and p.id = l.product_id
    where l.tenant_id = ${who.tenantId} and l.order_id = ${orderId} order by l.line_no`.execute(db)
  return rows
}

async function orderOf(db: Db, who: Who, id: number, lock = sql``): Promise<Order> {
  const { rows } = await sql<Order>`select order_no, customer_id, status = 'shipped' as is_shipped from orders
    where tenant_id = ${who.tenantId} and id = ${id} ${lock}`.execute(db)
  return rows[0] ?? refuseAs({ kind: 'not_found' }, ordersText.notFound)
}

export async function listReturns(
  db: Db,
  who: Who,
  { id }: InputOf<typeof calls.listReturns>,
): Promise<OutputOf<typeof calls.listReturns>> {
  const { orderNo, isShipped } = await orderOf(db, who, id)
  const { rows: returns } = await sql<OutputOf<typeof calls.listReturns>['returns'][number]>`
    select i.id, i.inbound_no, i.status, coalesce((select sum(x.expected) from inbound_lines x
      where x.tenant_id = i.tenant_id and x.inbound_id = i.id), 0)::bigint as pieces
    from inbounds i where i.tenant_id = ${who.tenantId} and i.origin_no = ${orderNo} and i.inbound_type = 'return'
    order by i.id desc`.execute(db)
  return { isShipped, lines: await linesOf(db, who, id, orderNo), returns }
}

/** The order is locked, so that two returns opened at once do not bring back more than was sent. */
export async function openReturn(
  tx: Tx,
  who: Who,
  { id, trackingNo, remark, lines }: InputOf<typeof calls.openReturn>,
) {
  const { orderNo, customerId, isShipped } = await orderOf(tx, who, id, sql`for no key update`)
  if (!isShipped) refuse(returnsText.notShipped, { no: orderNo })
  const left = new Map((await linesOf(tx, who, id, orderNo)).map((line) => [line.productId, line]))
  for (const [i, { productId, quantity }] of lines.entries()) {
    const line = left.get(productId)
    if (!line) return refuseField(`lines.${i}.productId`, returnsText.notInOrder)
    if (lines.findIndex((other) => other.productId === productId) < i)
      refuseField(`lines.${i}.productId`, returnsText.twice)
    // More may have come back than was expected.
    const max = Math.max(0, line.shipped - line.returned)
    if (quantity > max) refuseField(`lines.${i}.quantity`, returnsText.tooMany, { sku: line.sku, max })
  }
  return createInbound(tx, who, {
    customerId,
    inboundType: 'return',
    referenceNo: null,
    transport: null,
    containerNo: null,
    trackingNos: trackingNo ? [trackingNo] : [],
    eta: null,
    originNo: orderNo,
    putawayDate: null,
    remark,
    boxes: [],
    lines: lines.map(({ productId, quantity }) => ({
      boxNo: null,
      productId,
      expected: quantity,
      productionDate: null,
      expiryDate: null,
      lot: null,
    })),
    isSubmitted: true,
    fileIds: [],
  })
}
