import { type RawBuilder, sql } from 'kysely'
import { personName } from '../../../platform/audit/server/person.ts'
import type { InputOf, OutputOf, Page } from '../../../platform/calls/call.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { only } from '../../../platform/database/server/rows.ts'
import { beginsWith } from '../../../platform/database/server/search.ts'
import { allOf, directionOf, limitOf, pageOfSql } from '../../../platform/lists/server/page.ts'
import type { BalanceFlowRow, listBalanceFlows, sumBalanceDays, sumBalanceFlows } from '../contract.ts'

type Input = InputOf<typeof listBalanceFlows>

const startOf = (day: string, who: Who) => sql`${day}::timestamp at time zone ${who.zone}`
const endOf = (day: string, who: Who) => sql`(${day}::date + 1)::timestamp at time zone ${who.zone}`

/** A day is one of the reader's time zone. */
function flowsThat(who: Who, input: Omit<Input, 'page' | 'size' | 'sort' | 'order'>) {
  return allOf([
    sql`f.tenant_id = ${who.tenantId}`,
    input.customerId && sql`f.customer_id = ${input.customerId}`,
    input.logType && sql`f.log_type = ${input.logType}::account_log_type`,
    input.business && sql`f.business = ${input.business}::account_log_biz_type`,
    input.document && beginsWith('f.source_no', input.document),
    input.from && sql`f.at >= ${startOf(input.from, who)}`,
    input.to && sql`f.at < ${endOf(input.to, who)}`,
  ])
}

/** Every change of every account, latest first, each with what was in the account after it. */
export async function balanceFlowPage(db: Db, who: Who, input: Input): Promise<Page<BalanceFlowRow>> {
  const way = directionOf(input.order)
  const order = sql`f.at ${way}, f.customer_id, f.seq ${way}`
  const match = sql`from balance_flows f where ${flowsThat(who, input)}`
  return pageOfSql(
    db,
    sql<BalanceFlowRow>`
      select c.customer_code || '-' || f.seq as flow_no, f.at, c.customer_code, c.customer_name, f.log_type, f.business,
        (case when f.log_type = 'out' or f.is_lower then -f.amount else f.amount end)::numeric(18, 2) as amount, f.balance_after,
        f.frozen_after, f.credit_after, f.source_type, f.source_id, f.source_no, ${personName(who)} as user_name, f.reason
      from (select f.*, f.log_type = 'limit_change' and f.credit_after < (select p.credit_after from balance_flows p
          where p.tenant_id = f.tenant_id and p.customer_id = f.customer_id and p.seq = f.seq - 1) as is_lower
        ${match} order by ${order} ${limitOf(input)}) f
      join customers c on c.tenant_id = f.tenant_id and c.id = f.customer_id
      join accounts a on a.tenant_id = f.tenant_id and a.id = f.actor_id
      order by ${order}`,
    match,
  )
}

/** The balance of an account, or of all, at an instant: what its last flow before it left. */
const balanceBefore = (
  who: Who,
  customerId: number | undefined,
  instant: RawBuilder<unknown> | undefined,
) => sql`
  (select coalesce(sum(l.balance_after), 0)::numeric(30, 2) from customer_accounts m
    cross join lateral (select f.balance_after from balance_flows f
      where f.tenant_id = m.tenant_id and f.customer_id = m.customer_id ${instant ? sql`and f.at < ${instant}` : sql``}
      order by f.at desc, f.seq desc limit 1) l
    where m.tenant_id = ${who.tenantId} ${customerId ? sql`and m.customer_id = ${customerId}` : sql``})`

/** In one statement, or a posting between two would look like a ledger error. */
export async function balanceSums(
  db: Db,
  who: Who,
  { customerId, from, to }: InputOf<typeof sumBalanceFlows>,
): Promise<OutputOf<typeof sumBalanceFlows>> {
  const opening = from ? balanceBefore(who, customerId, startOf(from, who)) : sql`0::numeric(18, 2)`
  const { rows } = await sql<OutputOf<typeof sumBalanceFlows>>`
    select ${opening} as opening, ${balanceBefore(who, customerId, to ? endOf(to, who) : undefined)} as closing, s.*
    from (select coalesce(sum(f.amount) filter (where f.log_type = 'in'), 0)::numeric(30, 2) as money_in,
        coalesce(sum(f.amount) filter (where f.log_type = 'out'), 0)::numeric(30, 2) as money_out
      from balance_flows f where ${flowsThat(who, { customerId, from, to })}) s`.execute(db)
  return only(rows)
}

/** Only what comes in and goes out changes a balance: each day continues from the one before it. */
export async function balanceDays(
  db: Db,
  who: Who,
  { customerId, from, to }: InputOf<typeof sumBalanceDays>,
): Promise<OutputOf<typeof sumBalanceDays>> {
  const { rows } = await sql<OutputOf<typeof sumBalanceDays>[number]>`
    select d.day, d.money_in, d.money_out,
      (${balanceBefore(who, customerId, startOf(from, who))} + sum(d.money_in - d.money_out) over (order by d.day))::numeric(30, 2) as balance
    from (select (f.at at time zone ${who.zone})::date::text as day,
        coalesce(sum(f.amount) filter (where f.log_type = 'in'), 0)::numeric(30, 2) as money_in,
        coalesce(sum(f.amount) filter (where f.log_type = 'out'), 0)::numeric(30, 2) as money_out
      from balance_flows f where ${flowsThat(who, { customerId, from, to })} group by 1) d
    order by d.day desc`.execute(db)
  return rows
}
