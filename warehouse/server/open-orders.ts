import { sql } from 'kysely'
import type { Who } from '../../platform/calls/who.ts'
import type { Db } from '../../platform/database/server/db.ts'
import { idsOf } from '../../platform/database/server/rows.ts'
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

type Subject = 'customer' | 'channel' | 'product'

/**
 * The open orders of customers, channels or products, as a reason not to disable them. The orders' slice depends on
 * theirs; its orders are read here.
 *
 * The rows are locked by the caller. An order locks them too before it reads that they are enabled, so it is
 * either found here or refused there. Customers and channels are disabled at the satellites too, so their orders there are
 * named as well.
 */
export async function openOrdersOf(
  db: Db,
  who: Pick<Who, 'tenantId'>,
  of: Subject,
  ids: readonly number[],
): Promise<Map<number, Text>> {
  const own = await openOrders(db, who, of, ids)
  const rows = of === 'product' ? own : withSatellites(own, await openAtSatellites(db, who, of, ids))
  return reasonsOf(openOrdersText.openOrders, rows)
}

/** One index serves each status, and no index serves a comparison of enums. */
export const openOrderRows = (tenantId: number) =>
  sql.join(
    openStatuses.map(
      (status) => sql`select o.id, o.order_no, o.customer_id, o.channel_id from orders o
        where o.tenant_id = ${tenantId} and o.status = ${sql.lit(status)}`,
    ),
    sql` union all `,
  )

async function openOrders(
  db: Db,
  { tenantId }: Pick<Who, 'tenantId'>,
  of: Subject,
  ids: readonly number[],
): Promise<Named[]> {
  const open = openOrderRows(tenantId)
  const { rows } = await sql<Named>`
    select x.id, count(*)::int as count, (array_agg(x.order_no order by x.order_id))[1:${sql.lit(NAMED)}] as numbers
    from (
      ${
        of === 'product'
          ? sql`select l.product_id as id, o.id as order_id, o.order_no from (${open}) o
              join order_lines l on l.tenant_id = ${tenantId} and l.order_id = o.id`
          : sql`select ${sql.ref(`o.${of}_id`)} as id, o.id as order_id, o.order_no from (${open}) o`
      }) x
    where x.id = any(${ids}::bigint[]) group by x.id`.execute(db)
  return rows
}

/** A satellite's copy of a customer or channel has the same code. */
async function openAtSatellites(
  db: Db,
  { tenantId }: Pick<Who, 'tenantId'>,
  of: Exclude<Subject, 'product'>,
  ids: readonly number[],
): Promise<Named[]> {
  const { rows: satellites } = await sql<{ id: number }>`select satellites() as id`.execute(db)
  if (satellites.length === 0) return []
  const table = sql.table(`${of}s`)
  const code = sql.ref(`${of}_code`)
  const { rows: subjects } = await sql<{ id: number; code: string }>`
    select id, ${code} as code from ${table} where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(
    db,
  )
  const hits: Named[] = []
  for (const { id: satelliteId } of satellites) {
    // Row security shows a satellite's rows only as its own company; the transaction becomes the caller's again afterwards.
    await become(db, satelliteId)
    const { rows: copies } = await sql<{ id: number; code: string; company: string }>`
      select s.id, ${sql.ref(`s.${of}_code`)} as code, t.company_name as company from ${table} s
      join tenants t on t.id = s.tenant_id
      where s.tenant_id = ${satelliteId} and ${sql.ref(`s.${of}_code`)} = any(${subjects.map((subject) => subject.code)}::text[])`.execute(
      db,
    )
    const open = await openOrders(db, { tenantId: satelliteId }, of, idsOf(copies))
    await become(db, tenantId)
    for (const { id, count, numbers } of open) {
      const copy = copies.find((row) => row.id === id)
      const subject = subjects.find((row) => row.code === copy?.code)
      if (copy && subject)
        hits.push({ id: subject.id, count, numbers: numbers.map((no) => `${copy.company} ${no}`) })
    }
  }
  return hits
}

const become = (db: Db, tenantId: number) =>
  sql`select set_config('app.tenant_id', ${String(tenantId)}, true)`.execute(db)

const withSatellites = (own: readonly Named[], there: readonly Named[]): Named[] =>
  [...Map.groupBy([...own, ...there], ({ id }) => id)].map(([id, rows]) => ({
    id,
    count: rows.reduce((sum, { count }) => sum + count, 0),
    numbers: rows.flatMap(({ numbers }) => numbers),
  }))
