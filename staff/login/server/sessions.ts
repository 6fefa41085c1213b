import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { publishEvents, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { InputOf } from '../../../platform/calls/call.ts'
import { refuse, signedOut } from '../../../platform/calls/refusal.ts'
import type { Visitor, Who } from '../../../platform/calls/who.ts'
import type { Database, Db, PublicDb, Tx } from '../../../platform/database/server/db.ts'
import type { Signer } from '../../../platform/server/signer.ts'
import { foldAccount } from '../../rules.ts'
import { isPasswordOf } from '../../server/passwords.ts'
import { staffText } from '../../text.ts'
import type { login, UserInfo } from '../contract.ts'
import { knownDevice, rememberDevice } from './known-devices.ts'
import { consumeAttempt, networkOf } from './rate-limit.ts'

export const MAX_PER_ACCOUNT = 5
const MAX_PER_ADDRESS = 30
const MAX_PER_TENANT = 300

type Login = {
  accountId: number
  tenantId: number | null
  passwordHash: string
  isEnabled: boolean
  standing: 'open' | 'lapsed' | 'closed'
}

/**
 * Logs a user in.
 *
 * An attempt is counted before the password is checked, so that the limit holds across servers, and refunded
 * on success, so that a whole shift behind one address can log in. Unknown and known accounts take the same
 * path. A browser with an earlier login to this account has its own counter: wrong guesses from elsewhere
 * lock out neither it nor other users behind the same address.
 */
export const logIn =
  (database: Database, signer: Signer) =>
  async (publicDb: PublicDb, visitor: Visitor, { loginAccount, password }: InputOf<typeof login>) => {
    const account = foldAccount(loginAccount)
    const match = await findLogin(publicDb, account)
    const device = knownDevice(signer, visitor, account)
    const ownKey = device ? `device:${device}:${account}` : `login:${account}`
    // In alphabetical order the address is counted first: above its limit it uses up no account's attempts.
    const shared: Record<string, number> = device
      ? {}
      : {
          [`ip:${networkOf(visitor.ip)}`]: MAX_PER_ADDRESS,
          ...(match?.tenantId && { [`tenant:${match.tenantId}`]: MAX_PER_TENANT }),
        }
    await consumeAttempt(publicDb, { [ownKey]: MAX_PER_ACCOUNT, ...shared })

    const isRight = await isPasswordOf(match?.passwordHash, password)
    if (!match || !isRight || !match.tenantId) return refuse(staffText.wrongPair)
    if (!match.isEnabled) refuse(staffText.disabled)
    if (match.standing === 'closed') refuse(staffText.closed)
    if (match.standing === 'lapsed') refuse(staffText.lapsed)

    await sql`select refund_attempt(${Object.keys(shared)}::text[], ${ownKey})`.execute(publicDb)
    const { accountId, tenantId } = match
    return openSession(
      { database, gate: publicDb, signer },
      visitor,
      { accountId, tenantId },
      match.passwordHash,
    )
  }

/** Redeems a one-time code from the URL; a session token is not accepted here. */
export const signOn =
  (database: Database, signer: Signer) =>
  async (publicDb: PublicDb, visitor: Visitor, { token }: { token: string }) => {
    await consumeAttempt(publicDb, { [`sso:${networkOf(visitor.ip)}`]: MAX_PER_TENANT })
    const { rows } = await sql<{ accountId: number; tenantId: number }>`
      select account_id, tenant_id from redeem_sso_code(${hashOf(token)})`.execute(publicDb)
    const [redeemed] = rows
    if (!redeemed) signedOut('lost')
    return openSession({ database, gate: publicDb, signer }, visitor, redeemed)
  }

export async function findLogin(publicDb: PublicDb | Tx, account: string): Promise<Login | undefined> {
  const { rows } = await sql<Login>`
    select account_id, tenant_id, password_hash, is_enabled, standing from find_login(${account})`.execute(
    publicDb,
  )
  return rows[0]
}

/**
 * Opens a session in place of the visitor's current one, and logs the login. `proof` is the hash the password
 * was checked against: if it has changed meanwhile, the login fails.
 *
 * The token leaves the server here and is not stored.
 */
export async function openSession(
  { database, gate, signer }: { database: Database; gate: PublicDb; signer: Signer },
  visitor: Visitor,
  { accountId, tenantId }: { accountId: number; tenantId: number },
  proof?: string,
) {
  if (visitor.token) await sql`select end_session(${hashOf(visitor.token)})`.execute(gate)
  const token = newToken()
  const { rows } = await sql<{ session: number | null }>`
    select open_session(${accountId}, ${proof ?? null}, ${hashOf(token)}, ${visitor.ip}, ${visitor.browser}) as session`.execute(
    gate,
  )
  if (!rows[0]?.session) return proof ? refuse(staffText.wrongPair) : signedOut('lost')
  const info = await database.write(tenantId, async (tx) => {
    const info = await userInfoOf(tx, tenantId, accountId)
    const who = { ...visitor, tenantId, accountId, loginAccount: info.loginAccount }
    await writeAudit(tx, who, [{ action: 'log_in', type: 'account', id: accountId, no: info.loginAccount }])
    await publishEvents(tx, who, [{ kind: 'account.logged_in', type: 'account', id: accountId }])
    return info
  })
  rememberDevice(signer, visitor, foldAccount(info.loginAccount))
  return { ...info, token }
}

/** 32 random bytes that contain nothing of the caller. */
export const newToken = () => randomBytes(32).toString('base64url')

const hashOf = (token: string) => createHash('sha256').update(token).digest()

async function userInfoOf(db: Db, tenantId: number, accountId: number): Promise<UserInfo> {
  return db
    .selectFrom('accounts as a')
    .innerJoin('tenants as t', 't.id', 'a.tenantId')
    .select([
      'a.loginAccount',
      'a.userName',
      't.companyName',
      'a.zoneCode',
      't.id as tenantId',
      't.code as companyCode',
    ])
    .select(sql<UserInfo['kind']>`a.kind`.as('kind'))
    .select(['t.loginUrlName', sql.lit('wms' as const).as('platform'), 'a.permissions', 'a.mustChange'])
    .where('a.tenantId', '=', tenantId)
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow()
}

export const ownUserInfo = (db: Db, who: Who) => userInfoOf(db, who.tenantId, who.accountId)

export async function logOut(tx: Tx, who: Who) {
  await tx
    .deleteFrom('sessions')
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', who.sessionId)
    .execute()
  await writeAudit(tx, who, [{ action: 'log_out', type: 'account', id: who.accountId, no: who.loginAccount }])
  await publishEvents(tx, who, [{ kind: 'account.logged_out', type: 'account', id: who.accountId }])
  return {}
}

/** Sessions, codes and attempt counters that no longer count; an expired invitation stays in its list. */
export async function deleteExpiredLogins({ database }: { database: Database }) {
  await sql`select delete_expired_logins()`.execute(database.gate)
}
