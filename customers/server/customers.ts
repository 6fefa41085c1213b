import { sql } from 'kysely'
import {
  type Actor,
  changed,
  publishEvents,
  refuseStale,
  writeAudit,
  writeChanges,
} from '../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf, Page } from '../../platform/calls/call.ts'
import { refuse, refuseAs, refuseField, refuseRight } from '../../platform/calls/refusal.ts'
import { hasPermission, type Who } from '../../platform/calls/who.ts'
import type { Database, Db, Tx } from '../../platform/database/server/db.ts'
import { searchLine } from '../../platform/database/server/pinyin.ts'
import { only } from '../../platform/database/server/rows.ts'
import { searchPattern } from '../../platform/database/server/search.ts'
import { codeKey, missingOf } from '../../platform/lists/codes.ts'
import { bulkResultOf } from '../../platform/lists/server/bulk-result.ts'
import { pageOfQuery } from '../../platform/lists/server/page.ts'
import { switchRows } from '../../platform/lists/server/switchable.ts'
import type { Text } from '../../platform/text/text.ts'
import { countOpening } from '../../staff/server/openings.ts'
import { hashPassword, refuseWeak } from '../../staff/server/passwords.ts'
import { openOrderRows, openOrdersOf } from '../../warehouse/server/open-orders.ts'
import { copyToSatellites } from '../../warehouse/server/satellites.ts'
import type * as calls from '../contract.ts'
import type { CustomerRow, openCustomerLogin } from '../contract.ts'
import { customersText } from '../text.ts'
import type { customersWork } from '../work.ts'

const customersOf = (db: Db, who: Who) =>
  db
    .selectFrom('customers as c')
    .leftJoin('customerGroups as g', (on) =>
      on.onRef('g.tenantId', '=', 'c.tenantId').onRef('g.id', '=', 'c.groupId'),
    )
    .leftJoin('accounts as a', (on) =>
      on.onRef('a.tenantId', '=', 'c.tenantId').onRef('a.id', '=', 'c.accountId'),
    )
    .leftJoin('accounts as s', (on) =>
      on.onRef('s.tenantId', '=', 'c.tenantId').onRef('s.id', '=', 'c.salesRepId'),
    )
    // Billing depends on this slice; what it has posted is read here, as documents are in `customersAtWork`.
    .innerJoin('customerAccounts as m', (on) =>
      on.onRef('m.tenantId', '=', 'c.tenantId').onRef('m.customerId', '=', 'c.id'),
    )
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
    .executeTakeFirst()
  if (!match) return refuseAs({ kind: 'not_found' }, customersText.notFound)
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

type Facts = Omit<InputOf<typeof calls.createCustomer>, 'customerCode'>

type Named = Pick<Facts, 'groupId' | 'salesRepId'>

/** Refuses what does not exist, and what is disabled unless it was there before. */
async function assertReferencesExist(
  tx: Tx,
  who: Who,
  { groupId, salesRepId }: Named,
  before: Named = { groupId: null, salesRepId: null },
) {
  const [group, rep] = await Promise.all([
    groupId &&
      tx
        .selectFrom('customerGroups')
        .select('isEnabled')
        .where('tenantId', '=', who.tenantId)
        .where('id', '=', groupId)
        .executeTakeFirst(),
    salesRepId &&
      tx
        .selectFrom('accounts')
        .select('isEnabled')
        .where('tenantId', '=', who.tenantId)
        .where('kind', '=', 'staff')
        .where('id', '=', salesRepId)
        .executeTakeFirst(),
  ])
  if (groupId && !group) refuseField('groupId', customersText.groupNotFound)
  if (salesRepId && !rep) refuseField('salesRepId', customersText.repNotFound)
  if (group && !group.isEnabled && groupId !== before.groupId) refuseField('groupId', customersText.groupOff)
  if (rep && !rep.isEnabled && salesRepId !== before.salesRepId)
    refuseField('salesRepId', customersText.repOff)
}

export async function createCustomer(
  tx: Tx,
  who: Who,
  { customerCode, ...facts }: InputOf<typeof calls.createCustomer>,
) {
  await assertReferencesExist(tx, who, facts)
  const { id } = await tx
    .insertInto('customers')
    .values({
      tenantId: who.tenantId,
      customerCode,
      ...facts,
      searchLine: searchLine(customerCode, facts.customerName, facts.mnemonic),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeAudit(tx, who, [
    { action: 'create', type: 'customer', id, no: customerCode, after: { customerCode, ...facts } },
  ])
  await publishEvents(tx, who, [{ kind: 'customer.created', type: 'customer', id }])
  await copyToSatellites(tx, who)
  return { id }
}

export const factNames = [
  'customerName',
  'mnemonic',
  'groupId',
  'contact',
  'phone',
  'email',
  'countryCode',
  'address',
  'salesRepId',
  'remark',
] as const

const termNames = [
  'settlementMode',
  'billAmountLimit',
  'creditLimit',
  'warnAmount',
  'storageSettlementCycle',
  'storageCycleDays',
] as const

async function lockCustomer(tx: Tx, who: Who, id: number, rowVersion?: number) {
  const row = await tx
    .selectFrom('customers')
    .select(['id', 'customerCode', 'accountId', 'isEnabled', 'rowVersion', ...factNames, ...termNames])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return refuseAs({ kind: 'not_found' }, customersText.notFound)
  if (rowVersion !== undefined && row.rowVersion !== rowVersion)
    await refuseStale(tx, who, { type: 'customer', id }, customersText.stale)
  return row
}

async function save(
  tx: Tx,
  who: Who,
  before: { id: number; customerCode: string; rowVersion: number } & Record<string, unknown>,
  after: Record<string, unknown>,
  action: string,
) {
  const rowVersion = before.rowVersion + 1
  await tx
    .updateTable('customers')
    .set({ ...after, rowVersion, updatedAt: sql<string>`business_now()` })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', before.id)
    .execute()
  const { searchLine: _, ...shown } = after
  await writeAudit(tx, who, [
    { action, type: 'customer', id: before.id, no: before.customerCode, ...changed(before, shown) },
  ])
  await publishEvents(tx, who, [{ kind: 'customer.edited', type: 'customer', id: before.id }])
  return { rowVersion }
}

export async function editCustomer(
  tx: Tx,
  who: Who,
  { id, rowVersion, ...facts }: InputOf<typeof calls.editCustomer>,
) {
  const before = await lockCustomer(tx, who, id, rowVersion)
  await assertReferencesExist(tx, who, facts, before)
  const match = searchLine(before.customerCode, facts.customerName, facts.mnemonic)
  await copyToSatellites(tx, who)
  await moveLogins(tx, who, [{ ...before, newEmail: facts.email }])
  return save(tx, who, before, { ...facts, searchLine: match }, 'edit')
}

/**
 * A forgotten password is reset by mail: the addresses of logins follow those of their customers, unless their
 * users have chosen others. Links in the old mailboxes become invalid.
 */
export async function moveLogins(
  tx: Tx,
  who: Actor,
  customers: { accountId: number | null; email: string | null; newEmail: string | null }[],
) {
  const changes = customers.filter(
    ({ accountId, email, newEmail }) => accountId !== null && email !== newEmail,
  )
  if (changes.length === 0) return
  const { rows: moved } = await sql<{ id: number; no: string; before: string | null; after: string | null }>`
    with moved as (
      update accounts a set email = g."newEmail", row_version = a.row_version + 1, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(changes.map(({ accountId, email, newEmail }) => ({ accountId, email, newEmail })))}::jsonb) as g ("accountId" bigint, email text, "newEmail" text)
      where a.tenant_id = ${who.tenantId} and a.id = g."accountId" and a.email is not distinct from g.email
      returning a.id, a.login_account, g.email as before, a.email as after
    ), links as (
      delete from password_links l using moved where l.tenant_id = ${who.tenantId} and l.account_id = moved.id)
    select id, login_account as no, before, after from moved order by id`.execute(tx)
  await writeAudit(
    tx,
    who,
    moved.map(({ id, no, before, after }) => ({
      ...{ action: 'edit', type: 'account', id, no, before: { email: before }, after: { email: after } },
    })),
  )
}

export async function setTerms(
  tx: Tx,
  who: Who,
  { id, rowVersion, ...after }: InputOf<typeof calls.setTerms>,
) {
  const before = await lockCustomer(tx, who, id, rowVersion)
  // A change of the credit limit becomes a flow of the account, under this user's name.
  await sql`select set_config('app.actor_id', ${String(who.accountId)}, true)`.execute(tx)
  const result = await save(tx, who, before, after, 'set_terms')
  // `post_money` does this for the credit limit.
  if (before.billAmountLimit !== after.billAmountLimit || before.settlementMode !== after.settlementMode)
    await sql`select enqueue('retry_unpaid_orders', '{}'::json)`.execute(tx)
  return result
}

/** A disabled customer cannot log in and gets no new documents; stored goods and open work continue. */
export async function switchCustomers(tx: Tx, who: Who, input: InputOf<typeof calls.switchCustomers>) {
  const rows = await tx
    .selectFrom('customers')
    .select(['id', 'customerCode as no', 'accountId', 'isEnabled'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', sql<number>`any(${input.ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const against =
    input.isEnabled || input.despiteOrders
      ? new Map<number, Text>()
      : await openOrdersOf(tx, who, 'customer', input.ids)
  const eligible = rows.filter(({ id, isEnabled }) => isEnabled !== input.isEnabled && !against.has(id))
  await switchLogins(tx, who, eligible, input.isEnabled)
  await copyToSatellites(tx, who)
  return switchRows(tx, who, input, { ...customerKind, notFound: customersText.notFound }, rows, against)
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

export const customerKind = { table: 'customers', type: 'customer' } as const

/** The accounts of switched customers follow them; those of disabled ones are logged out at once. */
export async function switchLogins(
  tx: Tx,
  who: Actor,
  customers: { accountId: number | null }[],
  isEnabled: boolean,
) {
  const accountIds = customers.flatMap(({ accountId }) => accountId ?? [])
  await tx
    .updateTable('accounts')
    .set({ isEnabled })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', sql<number>`any(${accountIds}::bigint[])`)
    .execute()
  if (isEnabled) return
  await tx
    .deleteFrom('sessions')
    .where('tenantId', '=', who.tenantId)
    .where('accountId', '=', sql<number>`any(${accountIds}::bigint[])`)
    .execute()
}

export async function openLogin(
  database: Database,
  tx: Tx,
  who: Who,
  { id, loginAccount, password }: InputOf<typeof openCustomerLogin>,
  hash: string,
) {
  await countOpening(database, who)
  const before = await lockCustomer(tx, who, id)
  if (before.accountId !== null) refuse(customersText.hasLogin)
  refuseWeak('password', password, loginAccount)
  const account = await tx
    .insertInto('accounts')
    .values({
      tenantId: who.tenantId,
      kind: 'customer',
      loginAccount,
      userName: [...before.customerName].slice(0, 50).join(''),
      email: before.email,
      zoneCode: who.zone,
      isEnabled: before.isEnabled,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`select set_password(${account.id}, ${hash}, true)`.execute(tx)
  await save(tx, who, { ...before, loginAccount: null }, { accountId: account.id }, 'open_login')
  return {}
}

export async function resetCustomerPassword(
  tx: Tx,
  who: Who,
  { id, password }: InputOf<typeof calls.resetCustomerPassword>,
  hash: string,
) {
  const { accountId, customerCode } = await lockCustomer(tx, who, id)
  if (accountId === null) return refuse(customersText.noLogin)
  const { loginAccount } = await tx
    .selectFrom('accounts')
    .select('loginAccount')
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  refuseWeak('password', password, loginAccount)
  await sql`select set_password(${accountId}, ${hash}, true)`.execute(tx)
  await writeAudit(tx, who, [{ action: 'reset_password', type: 'customer', id, no: customerCode }])
  await publishEvents(tx, who, [{ kind: 'customer.password_reset', type: 'customer', id }])
  return {}
}

/**
 * The new passwords as they are stored, by customer. One after the other and with no connection held: users who log in meanwhile wait for one
 * of them and not for all.
 */
export async function hashResets(
  _who: Who,
  { resets }: InputOf<typeof calls.resetCustomerPasswords>,
): Promise<Map<number, string>> {
  const hashes = new Map<number, string>()
  for (const [id, password] of passwordsOf(resets)) hashes.set(id, await hashPassword(password))
  return hashes
}

/** By customer; of one that is named twice the last counts. */
const passwordsOf = (resets: InputOf<typeof calls.resetCustomerPasswords>['resets']) =>
  new Map(resets.map(({ id, password }) => [id, password]))

/** Several at once; a customer without a login is left out with the reason. */
export async function resetCustomerPasswords(
  tx: Tx,
  who: Who,
  { resets }: InputOf<typeof calls.resetCustomerPasswords>,
  hashes: ReadonlyMap<number, string>,
): Promise<OutputOf<typeof calls.resetCustomerPasswords>> {
  const passwords = passwordsOf(resets)
  const ids = [...passwords.keys()]
  const { rows } = await sql<{
    id: number
    customerCode: string
    accountId: number | null
    loginAccount: string | null
  }>`
    select c.id, c.customer_code, c.account_id, a.login_account
    from customers c left join accounts a on a.tenant_id = c.tenant_id and a.id = c.account_id
    where c.tenant_id = ${who.tenantId} and c.id = any(${ids}::bigint[]) order by c.id for update of c`.execute(
    tx,
  )
  const logins = rows.flatMap(({ id, customerCode, accountId, loginAccount }) =>
    accountId === null || loginAccount === null ? [] : [{ id, customerCode, accountId, loginAccount }],
  )
  for (const { id, loginAccount } of logins) refuseWeak('resets', passwords.get(id) ?? '', loginAccount)
  await sql`
    select set_password(x.account_id, x.hash, true)
    from unnest(${logins.map(({ accountId }) => accountId)}::bigint[], ${logins.map(({ id }) => hashes.get(id))}::text[]) as x (account_id, hash)`.execute(
    tx,
  )
  await writeChanges(
    tx,
    who,
    logins.map(({ id, customerCode: no }) => ({
      ...{ action: 'reset_password', event: 'customer.password_reset', type: 'customer', id, no },
    })),
  )
  const result = bulkResultOf(who, ids, {
    known: new Map(rows.map(({ id, customerCode }) => [id, customerCode])),
    reasons: new Map(
      rows.map(({ id, accountId }) => [id, accountId === null ? customersText.noLogin : undefined]),
    ),
    notFound: customersText.notFound,
  })
  return { ...result, logins: logins.map(({ accountId: _, ...login }) => login) }
}
