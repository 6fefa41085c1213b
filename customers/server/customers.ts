import { sql } from 'kysely'
import {
  type Actor,
  changed,
  publishEvents,
  refuseStale,
  writeAudit,
} from '../../platform/audit/server/audit.ts'
import type { InputOf } from '../../platform/calls/call.ts'
import { notFound, refuseField } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import { searchLine } from '../../platform/database/server/pinyin.ts'
import { switchRows } from '../../platform/lists/server/switchable.ts'
import type { Text } from '../../platform/text/text.ts'
import { openOrdersOf } from '../../warehouse/server/open-orders.ts'
import { copyToSatellites } from '../../warehouse/server/satellites.ts'
import type * as calls from '../contract.ts'
import { customersText } from '../text.ts'

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

export async function lockCustomer(tx: Tx, who: Who, id: number, rowVersion?: number) {
  const row = await tx
    .selectFrom('customers')
    .select(['id', 'customerCode', 'accountId', 'isEnabled', 'rowVersion', ...factNames, ...termNames])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound(customersText.notFound))
  if (rowVersion !== undefined && row.rowVersion !== rowVersion)
    await refuseStale(tx, who, { type: 'customer', id }, customersText.stale)
  return row
}

export async function save(
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
