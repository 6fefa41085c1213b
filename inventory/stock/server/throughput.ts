import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../../platform/calls/call.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { only } from '../../../platform/database/server/rows.ts'
import type { Part } from '../../../platform/lists/server/page.ts'
import type { stockThroughput as call } from '../throughput-contract.ts'

const HOURS = 24
const WEEK = 7

type Slot = { isBefore: boolean; slot: number; received: number; shipped: number }

export async function stockThroughput(
  db: Db,
  who: Who,
  input: InputOf<typeof call>,
): Promise<OutputOf<typeof call>> {
  const days = Number(input.days)
  const firstDay = (back: number) => sql`(warehouse_today() - ${days - 1 + back}::int)`

  /** What came and went in these days, or that number of days before them. A cancelled receipt counts against what came. */
  const moved = (back: number, goods: Part = sql`true`) => sql`
    select f.customer_id, f.at at time zone w.time_zone as at,
      case when f.flow_type = 'ship' then 0 else f.d_on_hand end as received,
      case when f.flow_type = 'ship' then -f.d_on_hand else 0 end as shipped
    from warehouses w
    join stock_flows f on f.tenant_id = w.tenant_id and f.flow_type_key = any(array[
        flow_type_key('receive'), flow_type_key('receive_cancel'), flow_type_key('return_in'), flow_type_key('ship')])
      and f.at >= ${firstDay(back)}::timestamp at time zone w.time_zone
      and f.at < (${firstDay(back)} + ${days}::int)::timestamp at time zone w.time_zone
    where w.tenant_id = ${who.tenantId} and ${goods}`

  const slotsOf = (back: number) => sql`
    select ${back > 0}::boolean as is_before,
      ${days === 1 ? sql`extract(hour from m.at)::int` : sql`m.at::date - ${firstDay(back)}`} as slot,
      sum(m.received)::bigint as received, sum(m.shipped)::bigint as shipped
    from (${moved(back, input.customerId ? sql`f.customer_id = ${input.customerId}` : undefined)}) m group by 2`

  const [first, slots, customers] = await Promise.all([
    sql<{ firstDay: string }>`select ${firstDay(0)} as first_day`.execute(db),
    sql<Slot>`${slotsOf(0)} union all ${slotsOf(days === 1 ? WEEK : days)}`.execute(db),
    sql<OutputOf<typeof call>['customers'][number]>`
      select c.id, c.customer_code, c.customer_name, sum(m.received)::bigint as received, sum(m.shipped)::bigint as shipped
      from (${moved(0)}) m
      join customers c on c.tenant_id = ${who.tenantId} and c.id = m.customer_id
      group by c.id, c.customer_code, c.customer_name
      order by sum(m.received + m.shipped) desc, c.id limit 5`.execute(db),
  ])
  const series = (key: 'received' | 'shipped', isBefore: boolean) =>
    Array.from(
      { length: days === 1 ? HOURS : days },
      (_, slot) => slots.rows.find((row) => row.slot === slot && row.isBefore === isBefore)?.[key] ?? 0,
    )
  return {
    days: input.days,
    ...only(first.rows),
    received: series('received', false),
    shipped: series('shipped', false),
    receivedBefore: series('received', true),
    shippedBefore: series('shipped', true),
    customers: customers.rows,
  }
}
