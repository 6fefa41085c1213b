import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { changed, publishEvents, refuseStale, writeAudit } from '../../platform/audit/server/audit.ts'
import type { InputOf, Page } from '../../platform/calls/call.ts'
import { refuseAs, refuseField } from '../../platform/calls/refusal.ts'
import { hasPermission, type Who } from '../../platform/calls/who.ts'
import type { Database, Db, Tx } from '../../platform/database/server/db.ts'
import { idsOf, sameTenant } from '../../platform/database/server/rows.ts'
import { containing } from '../../platform/database/server/search.ts'
import { pageOfQuery } from '../../platform/lists/server/page.ts'
import { switchRows } from '../../platform/lists/server/switchable.ts'
import type { Signer } from '../../platform/server/signer.ts'
import type * as calls from '../contract.ts'
import { inviteStaff, type StaffRow } from '../contract.ts'
import { covers } from '../roles/rights.ts'
import { staffText } from '../text.ts'
import { giveRoles, lockOne, lockPeople, roleInAudit, rolesToGive } from './access.ts'
import { countOpening, seedLink, takeLinkBack } from './openings.ts'
import { refuseWeak } from './passwords.ts'
import { linkTo, welcomePath } from './welcome-links.ts'

/** The columns of the list, in the contract's shape. */
const staffColumns = (is: ExpressionBuilder<DB & { a: DB['accounts'] }, 'a'>) =>
  [
    'a.id',
    'a.loginAccount',
    'a.userName',
    'a.phone',
    'a.email',
    'a.isEnabled',
    'a.lastLoginAt',
    'a.createdAt',
    'a.isSupport',
    'a.endsAt',
    sql<StaffRow['roles']>`coalesce((
      select jsonb_agg(jsonb_build_object('id', r.id, 'code', r.code, 'roleName', r.role_name, 'isSystem', r.is_system) order by r.id)
      from account_roles ar join roles r on r.tenant_id = ar.tenant_id and r.id = ar.role_id
      where ar.tenant_id = ${is.ref('a.tenantId')} and ar.account_id = ${is.ref('a.id')}), '[]')`.as('roles'),
    sql<boolean>`exists (
      select 1 from password_links l where l.tenant_id = ${is.ref('a.tenantId')} and l.account_id = ${is.ref('a.id')})`.as(
      'isInvited',
    ),
  ] as const

const staffOf = (db: Db, who: Who) =>
  db.selectFrom('accounts as a').where('a.tenantId', '=', who.tenantId).where('a.kind', '=', 'staff')

export async function listStaff(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listStaff>,
): Promise<Page<StaffRow>> {
  let match = staffOf(db, who)
  if (input.search) {
    const like = containing(input.search)
    match = match.where((is) =>
      is.or(
        (['a.loginAccount', 'a.userName', 'a.phone', 'a.email'] as const).map((part) =>
          is(part, 'ilike', like),
        ),
      ),
    )
  }
  if (input.roleId) {
    match = match.where((is) =>
      is.exists(
        is
          .selectFrom('accountRoles as ar')
          .select('ar.roleId')
          .whereRef('ar.tenantId', '=', 'a.tenantId')
          .whereRef('ar.accountId', '=', 'a.id')
          .where('ar.roleId', '=', input.roleId as number),
      ),
    )
  }
  if (input.isEnabled) match = match.where('a.isEnabled', '=', input.isEnabled === '1')

  return pageOfQuery(
    match.select(staffColumns).orderBy(`a.${input.sort}`, input.order).orderBy('a.id', 'desc'),
    input,
  )
}

export const getStaffMember =
  (signer: Signer) =>
  async (db: Db, who: Who, { id }: { id: number }) => {
    const [person, sessions, link] = await Promise.all([
      staffOf(db, who)
        .select(staffColumns)
        .select(['a.permissions', 'a.rowVersion'])
        .where('a.id', '=', id)
        .executeTakeFirst(),
      markedSessions(db, who, id),
      db
        .selectFrom('passwordLinks')
        .select('id')
        .where('tenantId', '=', who.tenantId)
        .where('accountId', '=', id)
        .where('expiresAt', '>', sql<string>`now()`)
        .executeTakeFirst(),
    ])
    if (!person) return refuseAs({ kind: 'not_found' }, staffText.notFound)
    const { permissions, ...row } = person
    const isWithinReach = !row.isSupport && covers(who.permissions, permissions)
    const maySeeLink = isWithinReach && hasPermission(who.permissions, inviteStaff.permission)
    return {
      ...row,
      isWithinReach,
      isYou: id === who.accountId,
      welcomeLink: link && maySeeLink ? welcomePath(linkTo(signer, link.id)) : null,
      sessions,
    }
  }

/** A user's sessions: the calling device first, then the latest. */
export async function markedSessions(db: Db, who: Who, accountId: number) {
  const sessions = await db
    .selectFrom('sessions')
    .select(['id', 'ip', 'browser', 'createdAt', 'lastSeenAt'])
    .where('tenantId', '=', who.tenantId)
    .where('accountId', '=', accountId)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const marked = sessions.map((session) => ({ ...session, isThis: session.id === who.sessionId }))
  return marked.sort((item, other) => Number(other.isThis) - Number(item.isThis))
}

/** Changes a user's profile and roles. Users cannot change their own roles. */
export const editStaff =
  (database: Database) =>
  async (tx: Tx, who: Who, { id, rowVersion, roleIds, ...fields }: InputOf<typeof calls.editStaff>) => {
    const { actor, person } = await lockOne(tx, who, id)
    if (person.rowVersion !== rowVersion) await refuseStale(tx, who, { type: 'account', id }, staffText.stale)
    const held = await tx
      .selectFrom('accountRoles as ar')
      .innerJoin('roles as r', sameTenant('r.id', 'ar.roleId'))
      .select(['r.id', 'r.code', 'r.isSystem', 'r.roleName'])
      .where('ar.tenantId', '=', who.tenantId)
      .where('ar.accountId', '=', id)
      .orderBy('r.id')
      .execute()
    const isSame = held.length === new Set(roleIds).size && held.every((role) => roleIds.includes(role.id))
    if (!isSame && id === who.accountId) refuseField('roleIds', staffText.notOwnRoles)
    const roles = isSame ? held : await rolesToGive(tx, who, actor.permissions, roleIds)

    const after = { userName: fields.userName, phone: fields.phone || null, email: fields.email || null }
    const isMoved = after.email !== person.email
    // The owner of the email can reset the password; a user's own email is changed where the password is
    // required.
    if (isMoved && id === who.accountId) refuseField('email', staffText.ownEmail)
    await tx
      .updateTable('accounts')
      .set({ ...after, rowVersion: rowVersion + 1, updatedAt: sql<string>`now()` })
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', id)
      .execute()
    // The link in the old mailbox becomes invalid; the new address gets its own.
    if (isMoved && (await takeLinkBack(tx, who, id)).length > 0 && after.email) {
      await countOpening(database, who)
      await seedLink(tx, who, id)
    }
    if (!isSame) {
      await tx
        .deleteFrom('accountRoles')
        .where('tenantId', '=', who.tenantId)
        .where('accountId', '=', id)
        .execute()
      await giveRoles(
        tx,
        who,
        id,
        roles.map((role) => role.id),
      )
    }
    const { userName, phone, email } = person
    await writeAudit(tx, who, [
      {
        action: 'edit',
        type: 'account',
        id,
        no: person.loginAccount,
        ...changed(
          { userName, phone, email, roles: held.map(roleInAudit) },
          { ...after, roles: roles.map(roleInAudit) },
        ),
      },
    ])
    await publishEvents(tx, who, [{ kind: 'account.edited', type: 'account', id }])
    return { rowVersion: rowVersion + 1 }
  }

/** Sets a temporary password and ends all sessions. */
export async function resetStaffPassword(
  tx: Tx,
  who: Who,
  { id, password }: InputOf<typeof calls.resetStaffPassword>,
  hash: string,
) {
  const { person } = await lockOne(tx, who, id)
  if (id === who.accountId) refuseAs({ kind: 'forbidden' }, staffText.notOwnReset)
  refuseWeak('password', password, person.loginAccount)
  await sql`select set_password(${id}, ${hash}, true)`.execute(tx)
  await writeAudit(tx, who, [{ action: 'reset_password', type: 'account', id, no: person.loginAccount }])
  await publishEvents(tx, who, [{ kind: 'account.password_reset', type: 'account', id }])
  return {}
}

export async function endStaffSessions(
  tx: Tx,
  who: Who,
  { id, sessionId }: InputOf<typeof calls.endStaffSessions>,
) {
  const { person } = await lockOne(tx, who, id)
  return endSessions(tx, who, person, sessionId)
}

/** Ends sessions of one account: the given one, or all but the caller's own. */
export async function endSessions(
  tx: Tx,
  who: Who,
  person: { id: number; loginAccount: string },
  sessionId: number | undefined,
) {
  const open = tx
    .deleteFrom('sessions')
    .where('tenantId', '=', who.tenantId)
    .where('accountId', '=', person.id)
    .where('id', '<>', who.sessionId)
  const ended = await (sessionId ? open.where('id', '=', sessionId) : open).returning('id').execute()
  if (sessionId && ended.length === 0) refuseAs({ kind: 'not_found' }, staffText.sessionGone)
  if (ended.length > 0) {
    await writeAudit(tx, who, [
      {
        action: 'end_sessions',
        type: 'account',
        id: person.id,
        no: person.loginAccount,
        after: { ended: ended.length },
      },
    ])
    await publishEvents(tx, who, [{ kind: 'account.sessions_ended', type: 'account', id: person.id }])
  }
  return { ended: ended.length }
}

/** Enables or disables users. A disabled user's sessions end at once; users cannot disable themselves. */
export async function switchStaff(tx: Tx, who: Who, input: InputOf<typeof calls.switchStaff>) {
  const { people, against } = await lockPeople(tx, who, input.ids)
  const reasons = new Map(
    people.map((person) => [
      person.id,
      person.id === who.accountId ? staffText.notYourself : against(person),
    ]),
  )
  if (!input.isEnabled) {
    const leaving = idsOf(people.filter(({ id, isEnabled }) => isEnabled && !reasons.get(id)))
    await tx
      .deleteFrom('sessions')
      .where('tenantId', '=', who.tenantId)
      .where('accountId', '=', sql<number>`any(${leaving}::bigint[])`)
      .execute()
  }
  const kind = { table: 'accounts', type: 'account', notFound: staffText.notFound } as const
  const rows = people.map(({ id, loginAccount: no, isEnabled }) => ({ id, no, isEnabled }))
  return switchRows(tx, who, input, kind, rows, reasons)
}
