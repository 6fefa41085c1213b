import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { BulkResult, InputOf, Page } from '../../lib/call.ts'
import { refuseAs } from '../../lib/refusal.ts'
import type { Db, Tx } from '../../lib/server/db.ts'
import { containing } from '../../lib/server/search.ts'
import { record, tell } from '../../lib/server/trail.ts'
import type { Who } from '../../lib/who.ts'
import type { listStaff, StaffRow, saveMyProfile, switchStaff } from '../contract.ts'
import { staffText } from '../text.ts'

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
    sql<string[]>`array(
      select r.role_name from account_roles ar join roles r on r.tenant_id = ar.tenant_id and r.id = ar.role_id
      where ar.tenant_id = ${is.ref('a.tenantId')} and ar.account_id = ${is.ref('a.id')} order by r.id)`.as(
      'roleNames',
    ),
  ] as const

const staffOf = (db: Db, who: Who) =>
  db.selectFrom('accounts as a').where('a.tenantId', '=', who.tenantId).where('a.kind', '=', 'staff')

export async function staffPage(db: Db, who: Who, asked: InputOf<typeof listStaff>): Promise<Page<StaffRow>> {
  let found = staffOf(db, who)
  if (asked.search) {
    const like = containing(asked.search)
    found = found.where((is) => is.or([is('a.loginAccount', 'ilike', like), is('a.userName', 'ilike', like)]))
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

export async function member(db: Db, who: Who, { id }: { id: number }) {
  const [person, sessions] = await Promise.all([
    staffOf(db, who).select(staffColumns).where('a.id', '=', id).executeTakeFirst(),
    db
      .selectFrom('sessions')
      .select(['id', 'ip', 'browser', 'createdAt', 'lastSeenAt'])
      .where('tenantId', '=', who.tenantId)
      .where('accountId', '=', id)
      .orderBy('lastSeenAt', 'desc')
      .execute(),
  ])
  return person ? { ...person, sessions } : refuseAs({ kind: 'not_found' }, staffText.notFound)
}

export async function profile(db: Db, who: Who) {
  return db
    .selectFrom('accounts')
    .select(['loginAccount', 'userName', 'phone', 'email', 'rowVersion'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', who.accountId)
    .executeTakeFirstOrThrow()
}

export async function saveProfile(
  tx: Tx,
  who: Who,
  { rowVersion, ...fields }: InputOf<typeof saveMyProfile>,
) {
  const before = await tx
    .selectFrom('accounts')
    .select(['userName', 'phone', 'email', 'rowVersion'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', who.accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (before.rowVersion !== rowVersion) refuseAs({ kind: 'stale' }, staffText.stale)

  const after = { userName: fields.userName, phone: fields.phone || null, email: fields.email || null }
  await tx
    .updateTable('accounts')
    .set({ ...after, rowVersion: rowVersion + 1, updatedAt: sql<string>`now()` })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', who.accountId)
    .execute()
  const { rowVersion: _, ...was } = before
  await record(tx, who, [
    { action: 'edit', type: 'account', id: who.accountId, no: who.loginAccount, before: was, after },
  ])
  await tell(tx, who, [{ kind: 'account.edited', type: 'account', id: who.accountId }])
  return { rowVersion: rowVersion + 1 }
}

/** Lets people in or keeps them out. Who is kept out is signed out everywhere at once; nobody can do it to themselves. */
export async function switchOn(
  tx: Tx,
  who: Who,
  { ids, isEnabled }: InputOf<typeof switchStaff>,
): Promise<BulkResult> {
  const people = await tx
    .selectFrom('accounts')
    .select(['id', 'loginAccount', 'isEnabled'])
    .where('tenantId', '=', who.tenantId)
    .where('kind', '=', 'staff')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()

  const reasonAgainst = (id: number) => {
    const person = people.find((one) => one.id === id)
    if (!person) return staffText.notFound
    if (id === who.accountId) return staffText.notYourself
    return person.isEnabled === isEnabled ? staffText.alreadySo : undefined
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
