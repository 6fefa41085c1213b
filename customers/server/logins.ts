import { sql } from 'kysely'
import { publishEvents, writeAudit, writeChanges } from '../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf } from '../../platform/calls/call.ts'
import { refuse } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Database, Tx } from '../../platform/database/server/db.ts'
import { bulkResultOf } from '../../platform/lists/server/bulk-result.ts'
import { countOpening } from '../../staff/server/openings.ts'
import { hashPassword, refuseWeak } from '../../staff/server/passwords.ts'
import type * as calls from '../contract.ts'
import type { openCustomerLogin } from '../contract.ts'
import { customersText } from '../text.ts'
import { lockCustomer, save } from './customers.ts'

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
