import { sql } from 'kysely'
import { changed, publishEvents, refuseStale, writeAudit } from '../../platform/audit/server/audit.ts'
import type { InputOf } from '../../platform/calls/call.ts'
import { refuseAs, refuseField } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Database, Db, Tx } from '../../platform/database/server/db.ts'
import type { changePassword, endMySessions, saveMyProfile } from '../contract.ts'
import { consumeAttempt, countTry } from '../login/server/rate-limit.ts'
import { findLogin, MAX_PER_ACCOUNT } from '../login/server/sessions.ts'
import { foldAccount } from '../rules.ts'
import { staffText } from '../text.ts'
import { hashPassword, isPasswordOf, refuseWeak } from './passwords.ts'
import { endSessions, markedSessions } from './staff.ts'

/**
 * Stops a person at an unlocked screen. A wrong attempt counts although its call is rolled back; it is
 * counted separately from logins, so that outsiders cannot keep a user from changing the password, and
 * together with them, so that a stolen session allows no more guesses.
 */
async function prove({ aside }: Database, tx: Tx, who: Who, path: string, password: string) {
  const account = foldAccount(who.loginAccount)
  await consumeAttempt(aside, { [`own:${account}`]: MAX_PER_ACCOUNT })
  const match = await findLogin(tx, account)
  if (!(await isPasswordOf(match?.passwordHash, password))) {
    await countTry(aside, { [`login:${account}`]: MAX_PER_ACCOUNT })
    refuseField(path, staffText.passwordWrong)
  }
  await sql`select refund_attempt('{}', ${`own:${account}`})`.execute(aside)
}

export async function profile(db: Db, who: Who) {
  return db
    .selectFrom('accounts')
    .select(['loginAccount', 'userName', 'phone', 'email', 'rowVersion'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', who.accountId)
    .executeTakeFirstOrThrow()
}

/**
 * The user's own profile. The owner of the email can reset the password, so changing it requires the current
 * one.
 */
export const saveProfile =
  (database: Database) =>
  async (tx: Tx, who: Who, { rowVersion, password, ...fields }: InputOf<typeof saveMyProfile>) => {
    const before = await tx
      .selectFrom('accounts')
      .select(['userName', 'phone', 'email', 'rowVersion', 'isSupport'])
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', who.accountId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (before.isSupport) refuseAs({ kind: 'forbidden' }, staffText.notSupport)
    if (before.rowVersion !== rowVersion)
      await refuseStale(tx, who, { type: 'account', id: who.accountId }, staffText.stale)

    const after = { userName: fields.userName, phone: fields.phone || null, email: fields.email || null }
    if (after.email !== before.email) {
      if (!password) return refuseField('password', staffText.passwordForEmail)
      await prove(database, tx, who, 'password', password)
    }
    return saveOwnFacts(tx, who, before, after)
  }

type OwnFacts = { userName: string; phone?: string | null; email?: string | null }

async function saveOwnFacts(
  tx: Tx,
  who: Who,
  { rowVersion: last, isSupport: _, ...before }: OwnFacts & { rowVersion: number; isSupport: boolean },
  after: OwnFacts,
) {
  const rowVersion = last + 1
  await tx
    .updateTable('accounts')
    .set({ ...after, rowVersion, updatedAt: sql<string>`now()` })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', who.accountId)
    .execute()
  await writeAudit(tx, who, [
    { action: 'edit', type: 'account', id: who.accountId, no: who.loginAccount, ...changed(before, after) },
  ])
  await publishEvents(tx, who, [{ kind: 'account.edited', type: 'account', id: who.accountId }])
  return { rowVersion }
}

/** Only the user's own name, for a founder without one. Support keeps its name. */
export async function nameMyself(tx: Tx, who: Who, userName: string) {
  const before = await tx
    .selectFrom('accounts')
    .select(['userName', 'rowVersion', 'isSupport'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', who.accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (before.isSupport || before.userName === userName) return
  await saveOwnFacts(tx, who, before, { userName })
}

/** The user's own password. Every session ends, this one too: a stolen token becomes useless. */
export const changeOwnPassword =
  (database: Database) =>
  async (tx: Tx, who: Who, { oldPassword, newPassword }: InputOf<typeof changePassword>) => {
    await prove(database, tx, who, 'oldPassword', oldPassword)
    if (newPassword === oldPassword) refuseField('newPassword', staffText.passwordSame)
    refuseWeak('newPassword', newPassword, who.loginAccount)
    await sql`select set_password(${who.accountId}, ${await hashPassword(newPassword)}, false)`.execute(tx)
    await writeAudit(tx, who, [
      { action: 'change_password', type: 'account', id: who.accountId, no: who.loginAccount },
    ])
    await publishEvents(tx, who, [{ kind: 'account.password_changed', type: 'account', id: who.accountId }])
    return {}
  }

export const ownSessions = (db: Db, who: Who) => markedSessions(db, who, who.accountId)

export const endOwnSessions = (tx: Tx, who: Who, { id }: InputOf<typeof endMySessions>) =>
  endSessions(tx, who, { id: who.accountId, loginAccount: who.loginAccount }, id)
