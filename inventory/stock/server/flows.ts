import { type RawBuilder, sql } from 'kysely'
import type { InputOf, OutputOf, Page } from '../../../platform/calls/call.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { only } from '../../../platform/database/server/rows.ts'
import { containing } from '../../../platform/database/server/search.ts'
import { productIs } from '../../../products/server/find.ts'
import type { FlowRow, listFlows, sumFlows } from '../contract.ts'
import { countOf } from './stock.ts'

type Asked = InputOf<typeof sumFlows>

/** Filters for goods: the same columns exist in the flow and in the stock. */
function goodsOf(who: Who, input: Asked, stockId: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [sql`f.tenant_id = ${who.tenantId}`]
  if (input.stockId) conditions.push(sql`${stockId} = ${input.stockId}`)
  if (input.productId) conditions.push(sql`f.product_id = ${input.productId}`)
  if (input.customerId) conditions.push(sql`f.customer_id = ${input.customerId}`)
  if (input.search)
    conditions.push(sql`f.product_id = any(array(
      select p.id from products p where p.tenant_id = ${who.tenantId} and ${productIs(input.search, who)}))`)
  if (input.location)
    conditions.push(sql`f.location_id = any(array(select l.id from locations l
      where l.tenant_id = ${who.tenantId} and l.location_key like ${containing(input.location.toLowerCase())}))`)
  return conditions
}

/** Filters for changes. A day is one of the reader's time zone. */
function flowsThat(who: Who, input: Asked): RawBuilder<unknown> {
  const conditions = goodsOf(who, input, sql`f.stock_id`)
  if (input.flowType)
    conditions.push(sql`f.flow_type_key = flow_type_key(${input.flowType}::stock_flow_type)`)
  if (input.sourceNo) conditions.push(sql`f.source_no = ${input.sourceNo}`)
  // Document numbers are ours and in capitals. Under row security an index supports a range but not `like`.
  if (input.document) {
    const start = input.document.toUpperCase()
    conditions.push(sql`f.source_no >= ${start} and f.source_no < ${`${start}\uffff`}`)
  }
  if (input.from) conditions.push(sql`f.at >= ${input.from}::timestamp at time zone ${who.zone}`)
  if (input.to) conditions.push(sql`f.at < (${input.to}::date + 1)::timestamp at time zone ${who.zone}`)
  return sql.join(conditions, sql` and `)
}

/** Every stock change, latest first. */
export async function flowPage(db: Db, who: Who, input: InputOf<typeof listFlows>): Promise<Page<FlowRow>> {
  const where = flowsThat(who, input)
  const way = input.order === 'asc' ? sql`asc` : sql`desc`
  const order = (table: string) =>
    sql.join(['at', 'stock_id', 'seq'].map((name) => sql`${sql.ref(`${table}.${name}`)} ${way}`))
  const [rows, total] = await Promise.all([
    sql<FlowRow>`
      select f.stock_id || '-' || f.seq as key, f.at, f.flow_type, f.source_no,
        case f.source_type
          when 'receipt' then (select jsonb_build_object('kind', 'inbound', 'id', r.inbound_id)
            from receipts r where r.tenant_id = f.tenant_id and r.id = f.source_id)
          when 'putaway' then (select jsonb_build_object('kind', 'inbound', 'id', u.inbound_id)
            from putaways u where u.tenant_id = f.tenant_id and u.id = f.source_id)
          when 'stock_count' then jsonb_build_object('kind', 'count', 'id', f.source_id) end as cause, c.customer_code, p.sku, l.location_code, s.quality, b.lot,
        f.on_hand_after - f.d_on_hand as before, f.d_on_hand as change, f.on_hand_after as after,
        f.d_allocated as allocated_change, f.d_frozen as frozen_change, a.user_name, f.reason
      from (select f.* from stock_flows f where ${where}
        order by ${order('f')} limit ${input.size} offset ${(input.page - 1) * input.size}) f
      join stock s on s.tenant_id = f.tenant_id and s.id = f.stock_id
      join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
      join locations l on l.tenant_id = f.tenant_id and l.id = f.location_id
      join products p on p.tenant_id = f.tenant_id and p.id = f.product_id
      join customers c on c.tenant_id = f.tenant_id and c.id = f.customer_id
      join accounts a on a.tenant_id = f.tenant_id and a.id = f.actor_id
      order by ${order('f')}`.execute(db),
    countOf(db, sql`from stock_flows f where ${where}`),
  ])
  return { rows: rows.rows, total }
}

/** The ledger's main invariant, visible to users: all changes add up to the stock. */
export async function flowSums(db: Db, who: Who, input: Asked): Promise<OutputOf<typeof sumFlows>> {
  const isOfGoods = !input.flowType && !input.document && !input.sourceNo && !input.from && !input.to
  const sumOf = (prefix: string) =>
    sql.raw(
      `jsonb_build_object('onHand', coalesce(sum(${prefix}on_hand), 0), 'allocated', coalesce(sum(${prefix}allocated), 0),
        'frozen', coalesce(sum(${prefix}frozen), 0))`,
    )
  const stockTotal = sql`(select ${sumOf('')} from stock f where ${sql.join(goodsOf(who, input, sql`f.id`), sql` and `)})`
  // In one statement, or a posting between two would look like a ledger error.
  const { rows } = await sql<OutputOf<typeof sumFlows>>`
    select (select ${sumOf('d_')} from stock_flows f where ${flowsThat(who, input)}) as changes,
      ${isOfGoods ? stockTotal : sql`null::jsonb`} as stock`.execute(db)
  return only(rows)
}
