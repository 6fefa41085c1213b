import { type RawBuilder, sql } from 'kysely'
import { writeChanges } from '../../../platform/audit/server/audit.ts'
import type { BulkResult, InputOf, OutputOf, Page } from '../../../platform/calls/call.ts'
import { refuseField } from '../../../platform/calls/refusal.ts'
import type { Server } from '../../../platform/calls/server/serve.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { idsOf, only, valueFor } from '../../../platform/database/server/rows.ts'
import { searchPattern } from '../../../platform/database/server/search.ts'
import { bulkResultOf } from '../../../platform/lists/server/bulk-result.ts'
import { directionOf, limitOf, pageOfSql } from '../../../platform/lists/server/page.ts'
import type { Text } from '../../../platform/text/text.ts'
import { priceAgainFrom } from '../../fees/server/price-again.ts'
import { heldQuote } from '../../quotes/server/quotes.ts'
import type { CustomerPriceRow, MissingPriceRow } from '../contract.ts'
import * as calls from '../contract.ts'
import { customerPriceText } from '../text.ts'

export function customerPriceRoutes({ answer }: Server) {
  answer(calls.listCustomerPrices, listCustomerPrices)
  answer(calls.listMissingPrices, listMissingPrices)
  answer(calls.pricesInForce, pricesInForce)
  answer(calls.assignPrices, assignPrices)
  answer(calls.endPrices, endPrices)
  answer(calls.deletePrices, deletePrices)
}

const sorts = {
  owner: sql`coalesce(c.customer_code, g.group_code)`,
  effectiveFrom: sql`b.effective_from`,
}
const statusOf = sql`case when b.effective_from > business_now() then 'pending' when b.inactive_at <= business_now() then 'inactive'
  else 'effective' end`

const pricesOf = (who: Pick<Who, 'tenantId'>) => sql`
  from customer_prices b
  join quotes q on q.tenant_id = b.tenant_id and q.id = b.quote_id
  left join customers c on c.tenant_id = b.tenant_id and c.id = b.customer_id
  left join customer_groups g on g.tenant_id = b.tenant_id and g.id = b.group_id
  left join channels h on h.tenant_id = b.tenant_id and h.id = b.channel_id
  where b.tenant_id = ${who.tenantId}`

export async function listCustomerPrices(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listCustomerPrices>,
): Promise<Page<CustomerPriceRow>> {
  const like = input.search && searchPattern(input.search)
  const match = sql`${pricesOf(who)}
    ${like ? sql`and (coalesce(c.search_line, lower(g.group_code || ' ' || g.group_name)) like ${like} or q.quote_key like ${like})` : sql``}
    ${input.customerId ? sql`and b.customer_id = ${input.customerId}` : sql``}
    ${input.quoteId ? sql`and b.quote_id = ${input.quoteId}` : sql``}
    ${input.kind ? sql`and b.kind = ${input.kind}::quote_kind` : sql``}
    ${input.status ? sql`and ${statusOf} = ${input.status}` : sql``}`
  return pageOfSql(
    db,
    sql<CustomerPriceRow>`
      select b.id, coalesce(c.customer_code, g.group_code) as owner, coalesce(c.customer_name, g.group_name) as owner_name,
        b.group_id is not null as is_group, ${statusOf} as status, b.kind, b.quote_id, q.quote_code, h.channel_code, b.discount,
        b.effective_from, b.inactive_at
      ${match} order by ${sorts[input.sort]} ${directionOf(input.order)}, b.id ${limitOf(input)}`,
    match,
  )
}

/**
 * What the work of customers is priced with, as `priceAt` decides it: the customer's own quote, otherwise the group's, otherwise the default
 * one. Without a version in force there is no price. Freight is needed on every enabled channel of the customer that charges by a quote.
 */
const pricedNow = (who: Pick<Who, 'tenantId'>, customers: RawBuilder<unknown>) => sql`
    with in_force as (
      select q.id, q.kind, q.channel_id, q.is_default, v.version_no, v.inactive_at from quotes q
      join quote_versions v on v.tenant_id = q.tenant_id and v.quote_id = q.id and v.published_at is not null
        and v.effective_from <= business_now() and (v.inactive_at is null or v.inactive_at > business_now())
      where q.tenant_id = ${who.tenantId} and q.is_enabled and q.side = 'sale'),
    bound as (
      select b.customer_id, b.group_id, b.kind, b.channel_id, b.quote_id, b.discount, b.inactive_at from customer_prices b
      where b.tenant_id = ${who.tenantId} and b.effective_from <= business_now()
        and (b.inactive_at is null or b.inactive_at > business_now())),
    wanted as (select c.id, c.group_id from customers c where c.tenant_id = ${who.tenantId} and ${customers}),
    needed as (
      select c.id as customer_id, c.group_id, k.kind, null::bigint as channel_id, null::text as channel_code
      from wanted c cross join (values ('operation'::quote_kind), ('storage')) k (kind)
      union all
      select c.id, c.group_id, 'freight', h.id, h.channel_code from wanted c
      join channels h on h.tenant_id = ${who.tenantId} and h.is_enabled and h.billing_method in ('price_book', 'flat')
      where h.customer_scope = 'all' or exists (
        select 1 from channel_customers x where x.tenant_id = h.tenant_id and x.channel_id = h.id and x.customer_id = c.id)),
    priced as (
      select n.customer_id, n.kind, n.channel_code, coalesce(o.quote_id, g.quote_id, d.id) as quote_id,
        case when o.quote_id is not null then 'customer' when g.quote_id is not null then 'group' else 'default' end as source,
        coalesce(o.discount, g.discount, 1.00) as discount,
        case when coalesce(o.quote_id, g.quote_id) is null then d.version_no else f.version_no end as version_no,
        least(o.inactive_at, case when o.quote_id is null then g.inactive_at end,
          case when coalesce(o.quote_id, g.quote_id) is null then d.inactive_at else f.inactive_at end) as inactive_at
      from needed n
      left join bound o on o.customer_id = n.customer_id and o.kind = n.kind and coalesce(o.channel_id, 0) = coalesce(n.channel_id, 0)
      left join bound g on g.group_id = n.group_id and g.kind = n.kind and coalesce(g.channel_id, 0) = coalesce(n.channel_id, 0)
      left join in_force f on f.id = coalesce(o.quote_id, g.quote_id)
      left join in_force d on d.is_default and d.kind = n.kind and coalesce(d.channel_id, 0) = coalesce(n.channel_id, 0))`

/** What the work of one customer is priced with. */
async function pricesInForce(
  db: Db,
  who: Who,
  { customerId }: InputOf<typeof calls.pricesInForce>,
): Promise<OutputOf<typeof calls.pricesInForce>> {
  const { rows } = await sql<OutputOf<typeof calls.pricesInForce>[number]>`
    ${pricedNow(who, sql`c.id = ${customerId}`)}
    select p.kind, p.channel_code, p.source, p.quote_id, q.quote_code, p.version_no, p.discount, p.inactive_at
    from priced p left join quotes q on q.tenant_id = ${who.tenantId} and q.id = p.quote_id
    order by p.kind, p.channel_code`.execute(db)
  return rows
}

/** Each enabled customer with the kinds of work that have no price for them. */
export async function listMissingPrices(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listMissingPrices>,
): Promise<Page<MissingPriceRow>> {
  const like = input.search && searchPattern(input.search)
  const missing = sql`
    ${pricedNow(who, sql`c.is_enabled`)},
    missing as (
      select p.customer_id, jsonb_agg(jsonb_build_object('kind', p.kind, 'channelCode', p.channel_code)
        order by p.kind, p.channel_code) as missing
      from priced p where p.version_no is null group by p.customer_id)`
  const match = sql`from missing m join customers c on c.tenant_id = ${who.tenantId} and c.id = m.customer_id
    ${like ? sql`where c.search_line like ${like}` : sql``}`
  return pageOfSql(
    db,
    sql<MissingPriceRow>`${missing} select c.id, c.customer_code, c.customer_name, m.missing ${match}
      order by c.customer_code ${directionOf(input.order)}, c.id ${limitOf(input)}`,
    sql`from (${missing} select 1 ${match}) m`,
  )
}

/** Customers and a group, locked, so that two people who assign to them do it one after the other. */
async function heldOwners(tx: Tx, who: Who, { customerIds, groupId }: InputOf<typeof calls.assignPrices>) {
  const wanted = [...new Set(customerIds)]
  const { rows: customers } = await sql<{ id: number; no: string }>`
    select id, customer_code as no from customers where tenant_id = ${who.tenantId} and id = any(${wanted}::bigint[])
    order by id for no key update`.execute(tx)
  if (customers.length < wanted.length) refuseField('customerIds', customerPriceText.customerGone)
  const { rows: groups } = await sql<{ id: number; no: string }>`
    select id, group_code as no from customer_groups where tenant_id = ${who.tenantId} and id = ${groupId}::bigint for no key update`.execute(
    tx,
  )
  if (groupId !== null && groups.length === 0) refuseField('groupId', customerPriceText.groupGone)
  return [
    ...customers.map(({ id, no }) => ({ customerId: id, groupId: null, no })),
    ...groups.map(({ id, no }) => ({ customerId: null, groupId: id, no })),
  ]
}

type Owner = { customerId: number | null; groupId: number | null }
const ownerKey = ({ customerId, groupId }: Owner) => `${customerId} ${groupId}`

/** Ends the prices of owners that a new one takes the place of, and returns them by owner with the ends they had. */
async function endPricesBefore(
  tx: Tx,
  who: Who,
  owners: readonly Owner[],
  { kind, channelId }: Pick<Awaited<ReturnType<typeof heldQuote>>, 'kind' | 'channelId'>,
  effectiveFrom: string,
) {
  const customers = owners.map(({ customerId }) => customerId)
  const groups = owners.map(({ groupId }) => groupId)
  const { rows } = await sql<Owner & { id: number; inactiveAt: string | null }>`
    select id, customer_id, group_id, inactive_at from customer_prices
    where tenant_id = ${who.tenantId} and (customer_id = any(${customers}::bigint[]) or group_id = any(${groups}::bigint[]))
      and kind = ${kind}::quote_kind and channel_id is not distinct from ${channelId}::bigint
      and effective_from < ${effectiveFrom} and (inactive_at is null or inactive_at > ${effectiveFrom})
    order by id for update`.execute(tx)
  await sql`
    update customer_prices set inactive_at = ${effectiveFrom}, row_version = row_version + 1, updated_at = business_now()
    where tenant_id = ${who.tenantId} and id = any(${idsOf(rows)}::bigint[])`.execute(tx)
  return new Map(rows.map((price) => [ownerKey(price), price]))
}

export async function assignPrices(tx: Tx, who: Who, input: InputOf<typeof calls.assignPrices>) {
  const { quoteId, discount, effectiveFrom, inactiveAt } = input
  const owners = await heldOwners(tx, who, input)
  const quote = await heldQuote(tx, who, quoteId)
  if (!quote.isEnabled) refuseField('quoteId', customerPriceText.quoteOff)
  if (quote.side === 'cost') refuseField('quoteId', customerPriceText.costQuote)
  await checkTimes(tx, { effectiveFrom, inactiveAt })
  const ended = await endPricesBefore(tx, who, owners, quote, effectiveFrom)
  const made = await tx
    .insertInto('customerPrices')
    .values(
      owners.map(({ customerId, groupId }) => ({
        tenantId: who.tenantId,
        customerId,
        groupId,
        quoteId,
        kind: quote.kind,
        channelId: quote.channelId,
        discount,
        effectiveFrom,
        inactiveAt,
        endedPriceId: ended.get(ownerKey({ customerId, groupId }))?.id ?? null,
        endedWas: ended.get(ownerKey({ customerId, groupId }))?.inactiveAt ?? null,
        createdBy: who.accountId,
      })),
    )
    .returning(['id', 'customerId', 'groupId'])
    .execute()
  const noOf = new Map(owners.map((owner) => [ownerKey(owner), owner.no]))
  const after = { quoteCode: quote.quoteCode, discount, effectiveFrom, inactiveAt }
  await writeChanges(
    tx,
    who,
    made.map(({ id, customerId, groupId }) => ({
      action: 'create',
      event: 'customer_price.assigned',
      type: 'customer_price',
      id,
      no: valueFor(noOf, ownerKey({ customerId, groupId })),
      after,
      ...(customerId !== null && { customerId }),
    })),
  )
  await priceAgainFrom(tx, effectiveFrom)
  return { ids: idsOf(made) }
}

async function checkTimes(tx: Tx, times: { effectiveFrom?: string; inactiveAt: string | null }) {
  const { effectiveFrom, inactiveAt } = times
  const { rows } = await sql<{ now: string }>`select business_now() as now`.execute(tx)
  const now = Date.parse(only(rows).now)
  if (effectiveFrom && Date.parse(effectiveFrom) <= now)
    refuseField('effectiveFrom', customerPriceText.startLater)
  if (inactiveAt && Date.parse(inactiveAt) <= now) refuseField('inactiveAt', customerPriceText.endLater)
  if (effectiveFrom && inactiveAt && Date.parse(inactiveAt) <= Date.parse(effectiveFrom))
    refuseField('inactiveAt', customerPriceText.endAfterStart)
}

type Held = {
  id: number
  no: string
  status: string
  effectiveFrom: string
  inactiveAt: string | null
  /** When the customer's next price of this kind starts. */
  nextFrom: string | null
}

const nextFromOf = sql`
  select min(n.effective_from) from customer_prices n
  where n.tenant_id = b.tenant_id and coalesce(n.customer_id, -n.group_id) = coalesce(b.customer_id, -b.group_id) and n.kind = b.kind
    and n.channel_id is not distinct from b.channel_id and n.effective_from > b.effective_from`

const heldPrices = async (tx: Tx, who: Who, ids: readonly number[]) =>
  (
    await sql<Held>`
      select b.id, coalesce(c.customer_code, g.group_code) as no, ${statusOf} as status, b.effective_from, b.inactive_at,
        (${nextFromOf}) as next_from
      ${pricesOf(who)} and b.id = any(${ids}::bigint[]) order by b.id for update of b`.execute(tx)
  ).rows

/** Applies a change to those of the prices that nothing speaks against. */
async function changeHeld(
  tx: Tx,
  who: Who,
  ids: readonly number[],
  reasonOf: (price: Held) => Text | undefined,
  apply: (good: Held[]) => Promise<unknown>,
  record: (price: Held) => { action: string; before: object; after?: object },
): Promise<BulkResult> {
  const held = await heldPrices(tx, who, ids)
  const good = held.filter((price) => reasonOf(price) === undefined)
  if (good.length > 0) {
    await apply(good)
    const of = { event: 'customer_price.changed', type: 'customer_price' }
    await writeChanges(
      tx,
      who,
      good.map((price) => ({ ...of, id: price.id, no: price.no, ...record(price) })),
    )
  }
  return bulkResultOf(who, ids, {
    known: new Map(held.map(({ id, no }) => [id, no])),
    reasons: new Map(held.map((price) => [price.id, reasonOf(price)])),
    notFound: customerPriceText.notFound,
  })
}

export async function endPrices(tx: Tx, who: Who, { ids, inactiveAt }: InputOf<typeof calls.endPrices>) {
  await checkTimes(tx, { inactiveAt })
  await lockOwnersOf(tx, who, ids)
  return changeHeld(
    tx,
    who,
    ids,
    ({ status, effectiveFrom, nextFrom }) => {
      if (status === 'inactive') return customerPriceText.hasEnded
      if (nextFrom && Date.parse(inactiveAt) > Date.parse(nextFrom)) return customerPriceText.overlap
      return Date.parse(inactiveAt) <= Date.parse(effectiveFrom) ? customerPriceText.endAfterStart : undefined
    },
    (good) =>
      sql`update customer_prices set inactive_at = ${inactiveAt}, row_version = row_version + 1, updated_at = business_now()
        where tenant_id = ${who.tenantId} and id = any(${idsOf(good)}::bigint[])`.execute(tx),
    ({ inactiveAt: before }) => ({ action: 'edit', before: { inactiveAt: before }, after: { inactiveAt } }),
  )
}

/** Locks the owners of prices before the prices, so that who assigns, ends and deletes them queues instead of deadlocking. */
async function lockOwnersOf(tx: Tx, who: Who, ids: readonly number[]) {
  await sql`select 1 from customers where tenant_id = ${who.tenantId} and id in (
    select customer_id from customer_prices where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[]))
    order by id for no key update`.execute(tx)
  await sql`select 1 from customer_groups where tenant_id = ${who.tenantId} and id in (
    select group_id from customer_prices where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[]))
    order by id for no key update`.execute(tx)
}

/**
 * Deletes a price that has not started. The one that it ended gets its old end back, or lasts until the next one starts, unless it was given
 * another end since.
 */
async function deletePrice(tx: Tx, who: Who, { id, effectiveFrom }: Held) {
  const { rows } = await sql<{ endedPriceId: number | null; endedWas: string | null }>`
    select ended_price_id, ended_was from customer_prices where tenant_id = ${who.tenantId} and id = ${id}`.execute(
    tx,
  )
  const { endedPriceId, endedWas } = only(rows)
  await sql`update customer_prices set ended_price_id = ${endedPriceId}::bigint, ended_was = ${endedWas}::timestamptz
    where tenant_id = ${who.tenantId} and ended_price_id = ${id}`.execute(tx)
  // One that was put before it has noted its start as the old end.
  await sql`update customer_prices set ended_was = ${endedWas}::timestamptz
    where tenant_id = ${who.tenantId} and ended_price_id = ${endedPriceId}::bigint and ended_was = ${effectiveFrom} and id <> ${id}`.execute(
    tx,
  )
  await sql`delete from customer_prices where tenant_id = ${who.tenantId} and id = ${id}`.execute(tx)
  await sql`
    update customer_prices b set row_version = b.row_version + 1, updated_at = business_now(),
      inactive_at = least(${endedWas}::timestamptz, (${nextFromOf}))
    where b.tenant_id = ${who.tenantId} and b.id = ${endedPriceId}::bigint and b.inactive_at = ${effectiveFrom}`.execute(
    tx,
  )
}

export async function deletePrices(tx: Tx, who: Who, { ids }: InputOf<typeof calls.deletePrices>) {
  await lockOwnersOf(tx, who, ids)
  return changeHeld(
    tx,
    who,
    ids,
    ({ status }) => (status === 'pending' ? undefined : customerPriceText.hasStarted),
    async (good) => {
      // The latest first, so that each gives its end back to one that is still there.
      for (const price of good.toSorted((a, b) => Date.parse(b.effectiveFrom) - Date.parse(a.effectiveFrom)))
        await deletePrice(tx, who, price)
    },
    ({ effectiveFrom, inactiveAt }) => ({ action: 'delete', before: { effectiveFrom, inactiveAt } }),
  )
}
