import { sql } from 'kysely'
import { personName } from '../../../platform/audit/server/person.ts'
import type { InputOf, OutputOf, Page } from '../../../platform/calls/call.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { only } from '../../../platform/database/server/rows.ts'
import { beginsWith, containing } from '../../../platform/database/server/search.ts'
import {
  allOf,
  countLimit,
  directionOf,
  limitOf,
  type Part,
  pageOfSql,
} from '../../../platform/lists/server/page.ts'
import { productIs } from '../../../products/server/find.ts'
import type { FlowRow, listFlows, sumFlows } from '../contract.ts'

type Input = InputOf<typeof sumFlows>

/** Filters for goods: the same columns exist in the flow and in the stock. */
function goodsOf(who: Who, input: Input, stockId: Part) {
  return allOf([
    sql`f.tenant_id = ${who.tenantId}`,
    input.stockId && sql`${stockId} = ${input.stockId}`,
    input.productId && sql`f.product_id = ${input.productId}`,
    input.customerId && sql`f.customer_id = ${input.customerId}`,
    input.search &&
      sql`f.product_id = any(array(
        select p.id from products p where p.tenant_id = ${who.tenantId} and ${productIs(input.search, who)}))`,
    input.location &&
      sql`f.location_id = any(array(select l.id from locations l
        where l.tenant_id = ${who.tenantId} and l.location_key like ${containing(input.location.toLowerCase())}))`,
  ])
}

/** Filters for changes. A day is one of the reader's time zone. */
function flowsThat(who: Who, input: Input) {
  return allOf([
    goodsOf(who, input, sql`f.stock_id`),
    input.flowType && sql`f.flow_type_key = flow_type_key(${input.flowType}::stock_flow_type)`,
    input.sourceNo && sql`f.source_no = ${input.sourceNo}`,
    // Document numbers are ours and in capitals.
    input.document && beginsWith('f.source_no', input.document.toUpperCase()),
    input.from && sql`f.at >= ${input.from}::timestamp at time zone ${who.zone}`,
    input.to && sql`f.at < (${input.to}::date + 1)::timestamp at time zone ${who.zone}`,
  ])
}

/** Every stock change, latest first. */
export async function flowPage(db: Db, who: Who, input: InputOf<typeof listFlows>): Promise<Page<FlowRow>> {
  const match = sql`from stock_flows f where ${flowsThat(who, input)}`
  const way = directionOf(input.order)
  const order = sql`f.at ${way}, f.stock_id ${way}, f.seq ${way}`
  return pageOfSql(
    db,
    sql<FlowRow>`
      select f.stock_id || '-' || f.seq as key, f.at, f.flow_type, f.source_no,
        case f.source_type
          when 'receipt' then (select jsonb_build_object('kind', 'inbound', 'id', r.inbound_id)
            from receipts r where r.tenant_id = f.tenant_id and r.id = f.source_id)
          when 'putaway' then (select jsonb_build_object('kind', 'inbound', 'id', u.inbound_id)
            from putaways u where u.tenant_id = f.tenant_id and u.id = f.source_id)
          when 'allocation' then (select jsonb_build_object('kind', 'order', 'id', d.demand_id)
            from allocations d where d.tenant_id = f.tenant_id and d.id = f.source_id and d.demand_type = 'order')
          when 'stock_count' then jsonb_build_object('kind', 'count', 'id', f.source_id) end as cause, c.customer_code, p.sku, l.location_code, s.quality, b.lot,
        f.on_hand_after - f.d_on_hand as before, f.d_on_hand as change, f.on_hand_after as after,
        f.d_allocated as allocated_change, f.d_frozen as frozen_change, ${personName(who)} as user_name, f.reason
      from (select f.* ${match} order by ${order} ${limitOf(input)}) f
      join stock s on s.tenant_id = f.tenant_id and s.id = f.stock_id
      join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
      join locations l on l.tenant_id = f.tenant_id and l.id = f.location_id
      join products p on p.tenant_id = f.tenant_id and p.id = f.product_id
      join customers c on c.tenant_id = f.tenant_id and c.id = f.customer_id
      join accounts a on a.tenant_id = f.tenant_id and a.id = f.actor_id
      order by ${order}`,
    sql`${match} ${countLimit}`,
  )
}

/** The ledger's main invariant, visible to users: all changes add up to the stock. */
export async function flowSums(db: Db, who: Who, input: Input): Promise<OutputOf<typeof sumFlows>> {
  const isOfGoods = !input.flowType && !input.document && !input.sourceNo && !input.from && !input.to
  const sumOf = (prefix: string) =>
    sql.raw(
      `jsonb_build_object('onHand', coalesce(sum(${prefix}on_hand), 0), 'allocated', coalesce(sum(${prefix}allocated), 0),
        'frozen', coalesce(sum(${prefix}frozen), 0))`,
    )
  const stockTotal = sql`(select ${sumOf('')} from stock f where ${goodsOf(who, input, sql`f.id`)})`
  // In one statement, or a posting between two would look like a ledger error.
  const { rows } = await sql<OutputOf<typeof sumFlows>>`
    select (select ${sumOf('d_')} from stock_flows f where ${flowsThat(who, input)}) as changes,
      ${isOfGoods ? stockTotal : sql`null::jsonb`} as stock`.execute(db)
  return only(rows)
}
