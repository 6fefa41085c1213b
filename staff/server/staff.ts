import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { BulkResult, InputOf, Page } from '../../lib/call.ts'
import { callText } from '../../lib/lib-text.ts'
import { refuse, refuseAs, refuseField, signedOut } from '../../lib/refusal.ts'
import type { Database, Db, Tx } from '../../lib/server/db.ts'
import { constraintOf } from '../../lib/server/reply.ts'
import { containing } from '../../lib/server/search.ts'
import type { Signer } from '../../lib/server/signer.ts'
import { changed, record, tell } from '../../lib/server/trail.ts'
import type { Language } from '../../lib/text.ts'
import { holds, type Who } from '../../lib/who.ts'
import {
  type createStaff,
  type editStaff,
  type endStaffSessions,
  inviteStaff,
  type listStaff,
  type resetStaffPassword,
  type StaffRow,
  type switchStaff,
} from '../contract.ts'
import { covers, titleOfRight } from '../rights.ts'
import { supportRole } from '../roles.ts'
import { staffText } from '../text.ts'
import { hashPassword, refuseWeak } from './passwords.ts'
import { takeTry } from './tries.ts'
import { linkTo, welcomePath } from './welcome-links.ts'

const MOST_OPENED = 100

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

export async function staffPage(db: Db, who: Who, asked: InputOf<typeof listStaff>): Promise<Page<StaffRow>> {
  let found = staffOf(db, who)
  if (asked.search) {
    const like = containing(asked.search)
    found = found.where((is) =>
      is.or(
        (['a.loginAccount', 'a.userName', 'a.phone', 'a.email'] as const).map((part) =>
          is(part, 'ilike', like),
        ),
      ),
    )
  }
  if (asked.roleId) {
    found = found.where((is) =>
      is.exists(
        is
          .selectFrom('accountRoles as ar')
          .select('ar.roleId')
          .whereRef('ar.tenantId', '=', 'a.tenantId')
          .whereRef('ar.accountId', '=', 'a.id')
          .where('ar.roleId', '=', asked.roleId as number),
      ),
    )
  }
  if (asked.isEnabled) found = found.where('a.isEnabled', '=', asked.isEnabled === '1')

  const [rows, count] = await Promise.all([
    found
      .select(staffColumns)
      .orderBy(`a.${asked.sort ?? 'createdAt'}`, asked.order ?? 'desc')
      .orderBy('a.id', 'desc')
      .limit(asked.size)
      .offset((asked.page - 1) * asked.size)
      .execute(),
    found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: count.total }
}

export const member =
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
    const maySeeLink = isWithinReach && holds(who.permissions, inviteStaff.permission)
    return {
      ...row,
      isWithinReach,
      isYou: id === who.accountId,
      welcomeLink: link && maySeeLink ? welcomePath(linkTo(signer, link.id)) : null,
      sessions,
    }
  }

/** Where somebody is signed in: the device that asks first, then the latest. */
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
  return marked.sort((one, other) => Number(other.isThis) - Number(one.isThis))
}

/**
 * Locks the people a command is about together with the one who gives it, in the order of their ids.
 *
 * Of two owners who disable each other at once, the second finds themselves out: somebody always remains.
 */
export async function lockPeople(tx: Tx, who: Who, ids: number[]) {
  const locked = await tx
    .selectFrom('accounts')
    .select(['id', 'loginAccount', 'userName', 'phone', 'email', 'isEnabled', 'isSupport', 'permissions'])
    .select(['rowVersion', 'lastLoginAt'])
    .where('tenantId', '=', who.tenantId)
    .where('kind', '=', 'staff')
    .where('id', '=', sql<number>`any(${[...ids, who.accountId]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const actor = locked.find(({ id }) => id === who.accountId)
  if (!actor?.isEnabled) return signedOut('lost')
  const people = locked.filter(({ id }) => ids.includes(id))
  /** Why the caller may not act on somebody: they hold rights the caller does not, or are not the company's own. */
  const against = (person: (typeof people)[number]) => {
    if (person.isSupport) return staffText.notSupport
    return covers(actor.permissions, person.permissions) ? undefined : staffText.aboveYou
  }
  return { actor, people, against }
}

async function lockOne(tx: Tx, who: Who, id: number) {
  const { actor, people, against } = await lockPeople(tx, who, [id])
  const [person] = people
  if (!person) return refuseAs({ kind: 'not_found' }, staffText.notFound)
  const reason = against(person)
  if (reason) refuseAs({ kind: 'forbidden' }, reason)
  return { actor, person }
}

/** The roles by their ids, if the caller has all that they give. The one for support is nobody's to give. */
async function rolesToGive(tx: Tx, who: Who, mine: readonly string[], roleIds: number[]) {
  const roles = await tx
    .selectFrom('roles')
    .select(['id', 'code', 'isSystem', 'roleName', 'permissions', 'secondPersonAbove'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', sql<number>`any(${roleIds}::bigint[])`)
    .where('code', '<>', supportRole.code)
    .orderBy('id')
    .forShare()
    .execute()
  if (roles.length < new Set(roleIds).size) refuseField('roleIds', staffText.roleNotFound)
  refuseMoreThan(
    mine,
    'roleIds',
    roles.flatMap((role) => role.permissions),
    who.language,
  )
  await refuseHigherLimit(
    tx,
    who,
    'roleIds',
    roles.map((role) => role.secondPersonAbove),
  )
  return roles
}

/**
 * Nobody lifts the amount above which a second person must agree beyond their own. Of several roles the most generous
 * counts, as it does for rights; null is no limit.
 */
export async function refuseHigherLimit(tx: Tx, who: Who, path: string, given: readonly (string | null)[]) {
  const { rows } = await sql<{ isHigher: boolean; mine: string | null }>`
    with mine as (
      select case when '*' = any (a.permissions) or bool_or(r.second_person_above is null) then null
        else max(r.second_person_above) end as most
      from accounts a join account_roles ar on ar.tenant_id = a.tenant_id and ar.account_id = a.id
      join roles r on r.tenant_id = ar.tenant_id and r.id = ar.role_id
      where a.tenant_id = ${who.tenantId} and a.id = ${who.accountId} group by a.permissions)
    select mine.most as mine, exists (
      select 1 from unnest(${given}::numeric[]) g where mine.most is not null and (g is null or g > mine.most)) as is_higher
    from mine`.execute(tx)
  if (rows[0]?.isHigher) refuseField(path, staffText.limitAboveYours, { amount: rows[0].mine ?? '' })
}

/** A role as the trail keeps it: a default one by its code, which every reader's language has a name for. */
const roleInTrail = (role: { code: string; isSystem: boolean; roleName: string }) =>
  role.isSystem ? role.code : role.roleName

/** Nobody gives what they do not have. */
export function refuseMoreThan(
  mine: readonly string[],
  path: string,
  given: readonly string[],
  language: Language,
) {
  if (covers(mine, given)) return
  const missing = [...new Set(given)].filter((right) => !mine.includes(right))
  const rights = missing.map((right) => titleOfRight(right)[language]).join(', ')
  refuseField(path, staffText.moreThanYours, { rights })
}

const giveRoles = (tx: Tx, who: Who, accountId: number, roleIds: number[]) =>
  sql`insert into account_roles (tenant_id, account_id, role_id)
    select ${who.tenantId}, ${accountId}, r from unnest(${roleIds}::bigint[]) r returning role_id`.execute(tx)

type NewPerson = { loginAccount: string; userName: string; phone: string | null; email: string | null }

/** Opens an account with its roles; what it can be entered with is the caller's matter. */
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
  const after = { ...fields, roles: roles.map(roleInTrail) }
  await record(tx, who, [{ action, type: 'account', id, no: person.loginAccount, after }])
  await tell(tx, who, [{ kind: 'account.opened', type: 'account', id }])
  return id
}

/**
 * New accounts are counted whatever comes of them: a company on trial must neither write to the whole world in its own
 * name nor find out, name by name, who has an account.
 */
const countOpening = ({ aside }: Database, who: Who) =>
  takeTry(aside, { [`open-account:${who.tenantId}`]: MOST_OPENED }, '1 day')

/** An account with a first password; whoever gets it chooses their own when they come in. */
export const create =
  (database: Database) =>
  async (tx: Tx, who: Who, { password, roleIds, ...person }: InputOf<typeof createStaff>) => {
    await countOpening(database, who)
    refuseWeak('password', password, person.loginAccount)
    const id = await openAccount(tx, who, person, roleIds, 'create')
    await sql`select set_password(${id}, ${await hashPassword(password)}, true)`.execute(tx)
    return { id }
  }

/** An account under somebody's address. The letter with the link leaves once this has come true. */
export const invite =
  (database: Database) =>
  async (tx: Tx, who: Who, { email, roleIds, ...person }: InputOf<typeof inviteStaff>) => {
    await countOpening(database, who)
    const opening = openAccount(tx, who, { ...person, email, loginAccount: email }, roleIds, 'invite')
    const id = await opening.catch((thrown) => {
      if (constraintOf(thrown) === 'account_taken') refuseField('email', staffText.accountTaken)
      throw thrown
    })
    await layLink(tx, who, id)
    return { id }
  }

export const reinvite =
  (database: Database) =>
  async (tx: Tx, who: Who, { id }: { id: number }) => {
    const { person } = await lockOne(tx, who, id)
    await countOpening(database, who)
    // A link sets a password. Whoever may only open accounts must not get into one that is in use.
    if (person.lastLoginAt) refuse(staffText.cameAlready)
    await takeLinkBack(tx, who, id)
    await layLink(tx, who, id)
    await record(tx, who, [{ action: 'invite', type: 'account', id, no: person.loginAccount }])
    await tell(tx, who, [{ kind: 'account.invited', type: 'account', id }])
    return {}
  }

const takeLinkBack = (tx: Tx, who: Who, accountId: number) =>
  tx
    .deleteFrom('passwordLinks')
    .where('tenantId', '=', who.tenantId)
    .where('accountId', '=', accountId)
    .returning('id')
    .execute()

async function layLink(tx: Tx, who: Who, accountId: number) {
  await tx.insertInto('passwordLinks').values({ tenantId: who.tenantId, accountId }).execute()
  const input = JSON.stringify({ accountId, language: who.language })
  await sql`select enqueue('invitation_letter', ${input}::json, ${`invitation:${accountId}`})`.execute(tx)
}

/** Changes somebody's facts and roles. Their own roles nobody changes. */
export async function edit(
  tx: Tx,
  who: Who,
  { id, rowVersion, roleIds, ...fields }: InputOf<typeof editStaff>,
) {
  const { actor, person } = await lockOne(tx, who, id)
  if (person.rowVersion !== rowVersion) refuseAs({ kind: 'stale' }, staffText.stale)
  const held = await tx
    .selectFrom('accountRoles as ar')
    .innerJoin('roles as r', (on) =>
      on.onRef('r.tenantId', '=', 'ar.tenantId').onRef('r.id', '=', 'ar.roleId'),
    )
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
  // Whoever gets the e-mail can set a new password; one's own is changed where the old one is asked for.
  if (isMoved && id === who.accountId) refuseField('email', staffText.ownEmail)
  await tx
    .updateTable('accounts')
    .set({ ...after, rowVersion: rowVersion + 1, updatedAt: sql<string>`now()` })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .execute()
  // The link in the old mailbox opens nothing any more; the new one gets its own.
  if (isMoved && (await takeLinkBack(tx, who, id)).length > 0 && after.email) await layLink(tx, who, id)
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
  await record(tx, who, [
    {
      action: 'edit',
      type: 'account',
      id,
      no: person.loginAccount,
      ...changed(
        { userName, phone, email, roles: held.map(roleInTrail) },
        { ...after, roles: roles.map(roleInTrail) },
      ),
    },
  ])
  await tell(tx, who, [{ kind: 'account.edited', type: 'account', id }])
  return { rowVersion: rowVersion + 1 }
}

/** Gives somebody a password for now and signs them out everywhere. */
export async function resetFor(tx: Tx, who: Who, { id, password }: InputOf<typeof resetStaffPassword>) {
  const { person } = await lockOne(tx, who, id)
  if (id === who.accountId) refuseAs({ kind: 'forbidden' }, staffText.notOwnReset)
  refuseWeak('password', password, person.loginAccount)
  await sql`select set_password(${id}, ${await hashPassword(password)}, true)`.execute(tx)
  await record(tx, who, [{ action: 'reset_password', type: 'account', id, no: person.loginAccount }])
  await tell(tx, who, [{ kind: 'account.password_reset', type: 'account', id }])
  return {}
}

export async function endSessionsOf(tx: Tx, who: Who, { id, sessionId }: InputOf<typeof endStaffSessions>) {
  const { person } = await lockOne(tx, who, id)
  return endSessions(tx, who, person, sessionId)
}

/** Ends sessions of one account: the one named, or all but the caller's own. */
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
    await record(tx, who, [
      {
        action: 'end_sessions',
        type: 'account',
        id: person.id,
        no: person.loginAccount,
        after: { ended: ended.length },
      },
    ])
    await tell(tx, who, [{ kind: 'account.sessions_ended', type: 'account', id: person.id }])
  }
  return { ended: ended.length }
}

/** Lets people in or keeps them out. Who is kept out is signed out everywhere at once; nobody can do it to themselves. */
export async function switchOn(
  tx: Tx,
  who: Who,
  { ids, isEnabled }: InputOf<typeof switchStaff>,
): Promise<BulkResult> {
  const { people, against } = await lockPeople(tx, who, ids)

  const reasonAgainst = (id: number) => {
    const person = people.find((one) => one.id === id)
    if (!person) return staffText.notFound
    if (id === who.accountId) return staffText.notYourself
    return against(person) ?? (person.isEnabled === isEnabled ? callText.alreadySo : undefined)
  }
  const going = people.filter((person) => !reasonAgainst(person.id))
  const goingIds = going.map((person) => person.id)
  await tx
    .updateTable('accounts')
    .set((is) => ({ isEnabled, rowVersion: is('rowVersion', '+', 1), updatedAt: sql<string>`now()` }))
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', sql<number>`any(${goingIds}::bigint[])`)
    .execute()
  if (!isEnabled) {
    await tx
      .deleteFrom('sessions')
      .where('tenantId', '=', who.tenantId)
      .where('accountId', '=', sql<number>`any(${goingIds}::bigint[])`)
      .execute()
  }
  const action = isEnabled ? 'enable' : 'disable'
  await record(
    tx,
    who,
    going.map(({ id, loginAccount }) => ({
      action,
      type: 'account',
      id,
      no: loginAccount,
      before: { isEnabled: !isEnabled },
      after: { isEnabled },
    })),
  )
  await tell(
    tx,
    who,
    goingIds.map((id) => ({ kind: `account.${action}d`, type: 'account', id })),
  )
  return {
    ok: going.length,
    failed: ids.flatMap((id) => {
      const reason = reasonAgainst(id)
      const no = people.find((one) => one.id === id)?.loginAccount ?? String(id)
      return reason ? [{ id, no, reason: reason[who.language] }] : []
    }),
  }
}
