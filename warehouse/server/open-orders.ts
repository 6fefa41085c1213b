import { sql } from 'kysely'
import type { Who } from '../../platform/calls/who.ts'
import type { Db } from '../../platform/database/server/db.ts'
import { fill, type Text } from '../../platform/text/text.ts'
import { openOrdersText } from '../open-orders.ts'

/** Orders that are neither shipped nor voided. */
export const openStatuses = [
  'pending_audit',
  'under_audit',
  'audit_exception',
  'pending_shipment',
  'waybill_printed',
] as const

/** As many orders as a message names. */
const NAMED = 3

export type Named = { id: number; count: number; numbers: string[] }

/** The orders of each row, as a reason why it is not disabled. */
export const reasonsOf = (
  text: (typeof openOrdersText)['openOrders' | 'goodsForOrders'],
  rows: readonly Named[],
): Map<number, Text> =>
  new Map(
    rows.map(({ id, count, numbers }) => {
      const named = numbers.slice(0, NAMED).join(', ')
      return [id, fill(text, { count, numbers: count > NAMED ? `${named} …` : named })]
    }),
  )

/**
 * The open orders of customers, channels or products, as a reason not to disable them. The orders' slice depends on
 * theirs; its orders are read here.
 *
 * The rows are locked by the caller. An order locks them too before it reads that they are enabled, so it is
 * either found here or refused there.
 */
export async function openOrdersOf(
  db: Db,
  who: Pick<Who, 'tenantId'>,
  of: 'customer' | 'channel' | 'product',
  ids: readonly number[],
): Promise<Map<number, Text>> {
  // One index serves each status, and no index serves a comparison of enums.
  const open = sql.join(
    openStatuses.map(
      (status) => sql`select o.id, o.order_no, o.customer_id, o.channel_id from orders o
        where o.tenant_id = ${who.tenantId} and o.status = ${sql.lit(status)}`,
    ),
    sql` union all `,
  )
  const { rows } = await sql<Named>`
    select x.id, count(*)::int as count, (array_agg(x.order_no order by x.order_id))[1:${sql.lit(NAMED)}] as numbers
    from (
      ${
        of === 'product'
          ? sql`select l.product_id as id, o.id as order_id, o.order_no from (${open}) o
              join order_lines l on l.tenant_id = ${who.tenantId} and l.order_id = o.id`
          : sql`select ${sql.ref(`o.${of}_id`)} as id, o.id as order_id, o.order_no from (${open}) o`
      }) x
    where x.id = any(${ids}::bigint[]) group by x.id`.execute(db)
  return reasonsOf(openOrdersText.openOrders, rows)
}
