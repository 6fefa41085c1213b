import { sql } from 'kysely'
import { publishEvents, writeAudit } from '../../platform/audit/server/audit.ts'
import type { InputOf } from '../../platform/calls/call.ts'
import { refuse, refuseField } from '../../platform/calls/refusal.ts'
import { constraintOf } from '../../platform/calls/server/reply.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Database, Tx } from '../../platform/database/server/db.ts'
import type { Mail } from '../../platform/mail/server/mail.ts'
import type * as calls from '../contract.ts'
import { consumeAttempt } from '../login/server/rate-limit.ts'
import { staffText } from '../text.ts'
import { giveRoles, lockOne, lockPeople, roleInAudit, rolesToGive } from './access.ts'
import { refuseWeak } from './passwords.ts'

const MAX_OPENED = 100

type NewPerson = { loginAccount: string; userName: string; phone: string | null; email: string | null }

/** Creates an account with its roles; its credentials are the caller's responsibility. */
async function openAccount(tx: Tx, who: Who, person: NewPerson, roleIds: number[], action: string) {
  const { actor } = await lockPeople(tx, who, [])
  const roles = await rolesToGive(tx, who, actor.permissions, roleIds)
  const fields = { ...person, phone: person.phone || null, email: person.email || null }
  const { id } = await tx
    .insertInto('accounts')
    .values({ ...fields, tenantId: who.tenantId, kind: 'staff', zoneCode: who.zone })
    .returning('id')
    .executeTakeFirstOrThrow()
  await giveRoles(
    tx,
    who,
    id,
    roles.map((role) => role.id),
  )
  const after = { ...fields, roles: roles.map(roleInAudit) }
  await writeAudit(tx, who, [{ action, type: 'account', id, no: person.loginAccount, after }])
  await publishEvents(tx, who, [{ kind: 'account.opened', type: 'account', id }])
  return id
}

/**
 * New accounts count even if they fail: a trial company must not be able to mail the whole world or probe
 * which accounts exist.
 */
export const countOpening = ({ aside }: Database, who: Who) =>
  consumeAttempt(aside, { [`open-account:${who.tenantId}`]: MAX_OPENED }, '1 day')

/** An account with a temporary password; its owner chooses a new one at first login. */
export const createStaff =
  (database: Database) =>
  async (
    tx: Tx,
    who: Who,
    { password, roleIds, ...person }: InputOf<typeof calls.createStaff>,
    hash: string,
  ) => {
    await countOpening(database, who)
    refuseWeak('password', password, person.loginAccount)
    const id = await openAccount(tx, who, person, roleIds, 'create')
    await sql`select set_password(${id}, ${hash}, true)`.execute(tx)
    return { id }
  }

/** An account for an email address. The mail with the link is sent after commit. */
export const inviteStaff =
  (database: Database, { isReal }: Pick<Mail, 'isReal'>) =>
  async (tx: Tx, who: Who, { email, roleIds, ...person }: InputOf<typeof calls.inviteStaff>) => {
    await countOpening(database, who)
    const opening = openAccount(tx, who, { ...person, email, loginAccount: email }, roleIds, 'invite')
    const id = await opening.catch((thrown) => {
      if (constraintOf(thrown) === 'account_taken') refuseField('email', staffText.accountTaken)
      throw thrown
    })
    await seedLink(tx, who, id)
    return { id, isMailed: isReal }
  }

export const inviteAgain =
  (database: Database) =>
  async (tx: Tx, who: Who, { id }: { id: number }) => {
    const { person } = await lockOne(tx, who, id)
    await countOpening(database, who)
    // A link sets a password. A user who may only create accounts must not get into one in use.
    if (person.lastLoginAt) refuse(staffText.cameAlready)
    await takeLinkBack(tx, who, id)
    await seedLink(tx, who, id)
    await writeAudit(tx, who, [{ action: 'invite', type: 'account', id, no: person.loginAccount }])
    await publishEvents(tx, who, [{ kind: 'account.invited', type: 'account', id }])
    return {}
  }

export const takeLinkBack = (tx: Tx, who: Who, accountId: number) =>
  tx
    .deleteFrom('passwordLinks')
    .where('tenantId', '=', who.tenantId)
    .where('accountId', '=', accountId)
    .returning('id')
    .execute()

export async function seedLink(tx: Tx, who: Who, accountId: number) {
  await tx.insertInto('passwordLinks').values({ tenantId: who.tenantId, accountId }).execute()
  const input = JSON.stringify({ accountId, language: who.language })
  await sql`select enqueue('invitation_letter', ${input}::json, ${`invitation:${accountId}`})`.execute(tx)
}
