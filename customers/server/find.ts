import { sql } from 'kysely'
import type { InputOf, OutputOf, Page } from '../../platform/calls/call.ts'
import { notFound, refuseRight } from '../../platform/calls/refusal.ts'
import { hasPermission, type Who } from '../../platform/calls/who.ts'
import type { Db } from '../../platform/database/server/db.ts'
import { only, sameTenant } from '../../platform/database/server/rows.ts'
import { searchPattern } from '../../platform/database/server/search.ts'
import { codeKey, missingOf } from '../../platform/lists/codes.ts'
import { pageOfQuery } from '../../platform/lists/server/page.ts'
import { openOrderRows } from '../../warehouse/server/open-orders.ts'
import type * as calls from '../contract.ts'
import type { CustomerRow } from '../contract.ts'
import { customersText } from '../text.ts'
import type { customersWork } from '../work.ts'

const customersOf = (db: Db, who: Who) =>
  db
    .selectFrom('customers as c')
    .leftJoin('customerGroups as g', sameTenant('g.id', 'c.groupId'))
    .leftJoin('accounts as a', sameTenant('a.id', 'c.accountId'))
    .leftJoin('accounts as s', sameTenant('s.id', 'c.salesRepId'))
    // Billing depends on this slice; what it has posted is read here, as documents are in `customersAtWork`.
    .innerJoin('customerAccounts as m', sameTenant('m.customerId', 'c.id'))
    .where('c.tenantId', '=', who.tenantId)

/**
 * What a customer may still order for: the balance without what is held back, plus the credit where the limit includes it. Fees that wait for
 * their bill have not left the balance yet and are no longer there for orders.
 */
const orderable = sql<string>`(m.balance - m.frozen
  + case c.bill_amount_limit when 'balance_and_credit' then m.credit_limit else 0 end
  - case c.settlement_mode when 'bill' then (select coalesce(sum(f.amount), 0) from fees f
    where f.tenant_id = c.tenant_id and f.customer_id = c.id and f.status = 'not_settled') else 0 end)::numeric(30, 2)`

const warnBelow = sql`coalesce(c.warn_amount, (select (w.settings ->> 'balanceWarnDefault')::numeric
  from warehouses w where w.tenant_id = c.tenant_id))`

/** Whether a customer has less than nothing. Where orders need no money, what waits for its bill is no arrears. */
const isInArrears = sql<boolean>`case when c.settlement_mode = 'bill' and c.bill_amount_limit = 'none' then false
  else ${orderable} < 0 end`

/** Customers without a warning amount use the warehouse's. Where there is none, those in arrears are low. */
const isLow = sql<boolean>`case when ${warnBelow} is not null then ${warnBelow} > ${orderable} else ${isInArrears} end`

/** Quotes that have been assigned and are in force. Like other prices they belong to billing, which depends on this slice. */
const assignedNow = (who: Pick<Who, 'tenantId'>) => sql`customer_prices b
  where b.tenant_id = ${who.tenantId} and b.effective_from <= business_now()
    and (b.inactive_at is null or b.inactive_at > business_now())`

/** The quotes that apply to a customer: a group's gives way to the customer's own of the same kind and channel. */
const quotesOf = (who: Pick<Who, 'tenantId'>) => sql<CustomerRow['quotes']>`(
  select coalesce(json_agg(json_build_object('quoteCode', q.quote_code, 'discount', x.discount::text) order by q.kind, q.quote_code), '[]')
  from (
    select distinct on (b.kind, b.channel_id) b.quote_id, b.discount from ${assignedNow(who)}
      and (b.customer_id = c.id or b.group_id = c.group_id)
    order by b.kind, b.channel_id, b.group_id nulls first) x
  join quotes q on q.tenant_id = c.tenant_id and q.id = x.quote_id)`

/** Each as one list, made once: 2,000 customers are compared with it and not with every price. */
const hasQuote = (who: Pick<Who, 'tenantId'>) => sql<boolean>`(
  c.id in (select b.customer_id from ${assignedNow(who)} and b.customer_id is not null)
  or coalesce(c.group_id in (select b.group_id from ${assignedNow(who)} and b.group_id is not null), false))`

const lastOrderAt = sql<string | null>`(
  select o.created_at from orders o where o.tenant_id = c.tenant_id and o.customer_id = c.id order by o.id desc limit 1)`

/** What a row has beside the customer's own columns, computed for the rows of the page. */
const counted = (who: Who) =>
  [
    orderable.as('orderable'),
    lastOrderAt.as('lastOrderAt'),
    (seesQuotes(who) ? quotesOf(who) : sql<CustomerRow['quotes']>`null`).as('quotes'),
  ] as const

const seesQuotes = (who: Who) => hasPermission(who.permissions, 'setting:quote:view')

const listed = [
  'c.id',
  'c.customerCode',
  'c.customerName',
  'c.mnemonic',
  'g.groupName',
  's.userName as salesRepName',
  'c.contact',
  'c.phone',
  'c.email',
  'a.loginAccount',
  'm.balance',
  'm.blockedBecause',
  'c.creditLimit',
  'c.isEnabled',
  'c.createdAt',
] as const

/** Money is for users who may see it. */
const withMoney = <
  R extends { balance: string; creditLimit: string; orderable: string; blockedBecause: string | null },
>(
  who: Who,
  row: R,
) => {
  const sees = hasPermission(who.permissions, 'query:credit:view')
  return {
    ...row,
    balance: sees ? row.balance : null,
    creditLimit: sees ? row.creditLimit : null,
    orderable: sees ? row.orderable : null,
    blockedBecause: sees ? row.blockedBecause : null,
  }
}

type Filters = Omit<InputOf<typeof calls.listCustomers>, 'page' | 'size' | 'sort' | 'order'>

/** The customers that match a filter. Those for money and for quotes are for users who may see them. */
function matching(db: Db, who: Who, input: Filters) {
  let match = customersOf(db, who)
  if (input.search) match = match.where('c.searchLine', 'like', searchPattern(input.search))
  if (input.codes)
    match = match.where(sql<boolean>`c.customer_key = any(${input.codes.map(codeKey)}::text[])`)
  if (input.isEnabled) match = match.where('c.isEnabled', '=', input.isEnabled === '1')
  if (input.groupId) match = match.where('c.groupId', '=', input.groupId)
  if (input.salesRepId) match = match.where('c.salesRepId', '=', input.salesRepId)
  if ((input.isLow || input.isBlocked) && !hasPermission(who.permissions, 'query:credit:view'))
    refuseRight(who, 'query:credit:view')
  if (input.isLow) match = match.where(isLow)
  if (input.isBlocked) match = match.where('m.blockedBecause', 'is not', null)
  if (input.hasQuote && !seesQuotes(who)) refuseRight(who, 'setting:quote:view')
  if (input.hasQuote === '1') match = match.where(hasQuote(who))
  if (input.hasQuote === '0') match = match.where(sql<boolean>`not ${hasQuote(who)}`)
  return match
}

/** Customers with a low balance. */
export async function customerWork(
  db: Db,
  { tenantId }: Who,
): Promise<Record<keyof typeof customersWork, number>> {
  const { rows } = await sql<{ lowBalances: number }>`
    select count(*) as low_balances from customers c
    join customer_accounts m on m.tenant_id = c.tenant_id and m.customer_id = c.id
    where c.tenant_id = ${tenantId} and ${isLow}`.execute(db)
  return only(rows)
}

export async function listCustomers(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listCustomers>,
): Promise<Page<CustomerRow> & { missing: string[] }> {
  const match = matching(db, who, input)
  const [{ rows, total }, missing] = await Promise.all([
    pageOfQuery(
      match
        .select(listed)
        .select(counted(who))
        .orderBy(`c.${input.sort}`, input.order)
        .orderBy('c.id', 'desc'),
      input,
    ),
    input.codes ? unknownOf(db, who, input.codes) : [],
  ])
  return { rows: rows.map((row) => withMoney(who, row)), total, missing }
}

async function unknownOf(db: Db, who: Who, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select customer_key as key from customers
    where tenant_id = ${who.tenantId} and customer_key = any(${codes.map(codeKey)}::text[])`.execute(db)
  return missingOf(codes, rows)
}

export async function getCustomer(
  db: Db,
  who: Who,
  { id }: { id: number },
): Promise<OutputOf<typeof calls.getCustomer>> {
  const match = await customersOf(db, who)
    .select(listed)
    .select(counted(who))
    .select(isInArrears.as('isInArrears'))
    .select(['c.groupId', 'c.countryCode', 'c.address', 'c.salesRepId', 'c.remark'])
    .select(['m.frozen', 'c.settlementMode', 'c.billAmountLimit', 'c.warnAmount', 'c.storageSettlementCycle'])
    .select(['c.storageCycleDays', 'c.storageCycleAnchor', 'c.rowVersion'])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow(notFound(customersText.notFound))
  const { settlementMode, billAmountLimit, warnAmount, ...others } = match
  const { storageSettlementCycle, storageCycleDays, storageCycleAnchor, ...row } = others
  const sees = hasPermission(who.permissions, 'query:credit:view')
  return {
    ...withMoney(who, row),
    frozen: sees ? match.frozen : null,
    isInArrears: sees && match.isInArrears,
    terms: sees
      ? {
          settlementMode,
          billAmountLimit: billAmountLimit as 'none' | 'balance' | 'balance_and_credit',
          creditLimit: match.creditLimit,
          warnAmount,
          storageSettlementCycle: storageSettlementCycle as 'daily' | 'deposit',
          storageCycleDays,
          storageCycleAnchor,
        }
      : null,
  }
}

/** The slices with documents depend on this one; their open documents are read here. */
export async function customersAtWork(
  db: Db,
  who: Who,
  { ids, filters = {} }: InputOf<typeof calls.customersAtWork>,
) {
  let match = matching(db, who, filters).select('c.id')
  if (ids) match = match.where('c.id', '=', sql<number>`any(${ids}::bigint[])`)
  const { rows } = await sql<{ inbounds: number; orders: number }>`
    with asked as materialized (${match})
    select
      (select count(*) from inbounds i where i.tenant_id = ${who.tenantId} and i.customer_id in (select id from asked)
        and i.status in ('draft', 'pending_confirm', 'receiving')) as inbounds,
      (select count(*) from (${openOrderRows(who.tenantId)}) o where o.customer_id in (select id from asked)) as orders`.execute(
    db,
  )
  return only(rows)
}
