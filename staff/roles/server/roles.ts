import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { changed, publishEvents, refuseStale, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { InputOf } from '../../../platform/calls/call.ts'
import { notFound, refuse } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { valuesOf } from '../../../platform/database/server/rows.ts'
import type * as calls from '../../contract.ts'
import type { RoleRow } from '../../contract.ts'
import { lockPeople, refuseHigherLimit, refuseMoreThan } from '../../server/access.ts'
import { staffText } from '../../text.ts'

export const listRoles = (db: Db, who: Who): Promise<RoleRow[]> =>
  db
    .selectFrom('roles as r')
    .select(['r.id', 'r.code', 'r.roleName', 'r.isSystem', 'r.permissions', 'r.secondPersonAbove'])
    .select((is) => [
      'r.rowVersion',
      sql<number>`(select count(*)::int from account_roles ar
        where ar.tenant_id = ${is.ref('r.tenantId')} and ar.role_id = ${is.ref('r.id')})`.as('holders'),
    ])
    .where('r.tenantId', '=', who.tenantId)
    .orderBy('r.isSystem', 'desc')
    .orderBy('r.id')
    .execute()

const letters = () => [...randomBytes(12)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')
const inOrder = (rights: readonly string[]) => [...new Set(rights)].sort()

/** The caller and the users of a role: people are always locked before roles. */
async function lockActor(tx: Tx, who: Who, roleId?: number) {
  const held = await tx
    .selectFrom('accountRoles')
    .select('accountId')
    .where('tenantId', '=', who.tenantId)
    .where('roleId', '=', roleId ?? 0)
    .execute()
  const { actor } = await lockPeople(tx, who, valuesOf(held, 'accountId'))
  return actor
}

export async function createRole(tx: Tx, who: Who, input: InputOf<typeof calls.createRole>) {
  const actor = await lockActor(tx, who)
  refuseMoreThan(actor.permissions, 'permissions', input.permissions, who.language)
  await refuseHigherLimit(tx, who, 'secondPersonAbove', [input.secondPersonAbove])
  const fields = { ...input, permissions: inOrder(input.permissions) }
  const { id } = await tx
    .insertInto('roles')
    .values({ ...fields, tenantId: who.tenantId, code: `own_${letters()}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeAudit(tx, who, [{ action: 'create', type: 'role', id, no: fields.roleName, after: fields }])
  await publishEvents(tx, who, [{ kind: 'role.created', type: 'role', id }])
  return { id }
}

/** A custom role. Its users have the new permissions from their next call on. */
export async function editRole(
  tx: Tx,
  who: Who,
  { id, rowVersion, ...input }: InputOf<typeof calls.editRole>,
) {
  const actor = await lockActor(tx, who, id)
  const before = await lockRole(tx, who, id, rowVersion)
  if (before.isSystem) refuse(staffText.roleFixed)
  refuseMoreThan(
    actor.permissions,
    'permissions',
    [...before.permissions, ...input.permissions],
    who.language,
  )
  await refuseLifting(tx, who, before, input.secondPersonAbove)
  await save(tx, who, before, { ...input, permissions: inOrder(input.permissions) })
  return {}
}

export async function limitRole(
  tx: Tx,
  who: Who,
  { id, rowVersion, secondPersonAbove }: InputOf<typeof calls.limitRole>,
) {
  const actor = await lockActor(tx, who, id)
  const before = await lockRole(tx, who, id, rowVersion)
  refuseMoreThan(actor.permissions, 'permissions', before.permissions, who.language)
  await refuseLifting(tx, who, before, secondPersonAbove)
  const { roleName, permissions } = before
  await save(tx, who, before, { roleName, permissions, secondPersonAbove })
  return {}
}

/** A limit may always be lowered. */
async function refuseLifting(
  tx: Tx,
  who: Who,
  { secondPersonAbove: before }: { secondPersonAbove: string | null },
  after: string | null,
) {
  if (after === null ? before !== null : before !== null && Number(after) > Number(before))
    await refuseHigherLimit(tx, who, 'secondPersonAbove', [after])
}

export async function deleteRole(tx: Tx, who: Who, { id }: { id: number }) {
  const actor = await lockActor(tx, who, id)
  const role = await lockRole(tx, who, id)
  if (role.isSystem) refuse(staffText.roleFixed)
  refuseMoreThan(actor.permissions, 'permissions', role.permissions, who.language)
  const { count } = await tx
    .selectFrom('accountRoles')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenantId', '=', who.tenantId)
    .where('roleId', '=', id)
    .executeTakeFirstOrThrow()
  if (count > 0) refuse(staffText.roleHeld, { count })
  await tx.deleteFrom('roles').where('tenantId', '=', who.tenantId).where('id', '=', id).execute()
  const { roleName, permissions } = role
  await writeAudit(tx, who, [
    { action: 'delete', type: 'role', id, no: roleName, before: { roleName, permissions } },
  ])
  await publishEvents(tx, who, [{ kind: 'role.deleted', type: 'role', id }])
  return {}
}

async function lockRole(tx: Tx, who: Who, id: number, rowVersion?: number) {
  const role = await tx
    .selectFrom('roles')
    .select(['id', 'roleName', 'permissions', 'secondPersonAbove', 'isSystem', 'rowVersion'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound(staffText.roleNotFound))
  if (rowVersion !== undefined && role.rowVersion !== rowVersion)
    await refuseStale(tx, who, { type: 'role', id }, staffText.stale)
  return role
}

type Fields = { roleName: string; permissions: string[]; secondPersonAbove: string | null }

async function save(tx: Tx, who: Who, before: Fields & { id: number }, after: Fields) {
  await tx
    .updateTable('roles')
    .set((is) => ({ ...after, rowVersion: is('rowVersion', '+', 1) }))
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', before.id)
    .execute()
  const { roleName, permissions, secondPersonAbove } = before
  const change = changed<Record<string, unknown>>({ roleName, permissions, secondPersonAbove }, after)
  await writeAudit(tx, who, [{ action: 'edit', type: 'role', id: before.id, no: after.roleName, ...change }])
  await publishEvents(tx, who, [{ kind: 'role.edited', type: 'role', id: before.id }])
}
