import { sql } from 'kysely'
import { ordersText } from '../../../orders/text.ts'
import type { InputOf, OutputOf } from '../../../platform/calls/call.ts'
import { notFound } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import type * as calls from '../contract.ts'

type Documents = OutputOf<typeof calls.orderDocuments>

export async function orderDocuments(
  db: Db,
  who: Who,
  { id }: InputOf<typeof calls.orderDocuments>,
): Promise<Documents> {
  await db
    .selectFrom('orders')
    .select('id')
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound(ordersText.notFound))
  const [lists, packages, shipments] = await Promise.all([
    sql<Documents['pickingLists'][number]>`
      select l.id, l.picking_no, x.basket_no, x.is_live from picking_list_orders x
      join picking_lists l on l.tenant_id = x.tenant_id and l.id = x.list_id
      where x.tenant_id = ${who.tenantId} and x.order_id = ${id} order by l.id desc`.execute(db),
    sql<Documents['packages'][number]>`
      select package_seq, weight from packages
      where tenant_id = ${who.tenantId} and order_id = ${id} order by package_seq`.execute(db),
    sql<NonNullable<Documents['shipment']>>`
      select b.id as batch_id, b.batch_no, b.truck_no, s.shipped_at from shipments s
      join shipment_batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
      where s.tenant_id = ${who.tenantId} and s.order_id = ${id}`.execute(db),
  ])
  return { pickingLists: lists.rows, packages: packages.rows, shipment: shipments.rows[0] ?? null }
}
