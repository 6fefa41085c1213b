import { sql } from 'kysely'
import { refuseAs, refuseField, signedOut } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import type { Language } from '../../platform/text/text.ts'
import { covers, titleOfRight } from '../roles/rights.ts'
import { supportRole } from '../roles/roles.ts'
import { staffText } from '../text.ts'

/**
 * Locks the accounts a command concerns together with the caller's, in id order.
 *
 * Of two owners who disable each other at once, the second is already disabled: one always remains.
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
  /**
   * Why the caller may not manage an account: it has permissions the caller lacks, or does not belong to the
   * company.
   */
  const reasonAgainst = (person: (typeof people)[number]) => {
    if (person.isSupport) return staffText.notSupport
    return covers(actor.permissions, person.permissions) ? undefined : staffText.aboveYou
  }
  return { actor, people, against: reasonAgainst }
}

export async function lockOne(tx: Tx, who: Who, id: number) {
  const { actor, people, against: reasonAgainst } = await lockPeople(tx, who, [id])
  const [person] = people
  if (!person) return refuseAs({ kind: 'not_found' }, staffText.notFound)
  const reason = reasonAgainst(person)
  if (reason) refuseAs({ kind: 'forbidden' }, reason)
  return { actor, person }
}

/** The roles by their ids, if the caller has all their permissions. The support role cannot be granted. */
export async function rolesToGive(tx: Tx, who: Who, mine: readonly string[], roleIds: number[]) {
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
 * No user can grant a second-approval limit above their own. Of several roles the highest limit counts; null
 * is no limit.
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

/** A role in the audit log: a default one by its code, which has a name in every language. */
export const roleInAudit = (role: { code: string; isSystem: boolean; roleName: string }) =>
  role.isSystem ? role.code : role.roleName

/** Users cannot grant what they do not have. */
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

export const giveRoles = (tx: Tx, who: Who, accountId: number, roleIds: number[]) =>
  sql`insert into account_roles (tenant_id, account_id, role_id)
    select ${who.tenantId}, ${accountId}, r from unnest(${roleIds}::bigint[]) r returning role_id`.execute(tx)
