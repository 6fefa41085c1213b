import { sql } from 'kysely'
import { changed, publishEvents, refuseStale, writeAudit } from '../../platform/audit/server/audit.ts'
import type { InputOf } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Db, Tx } from '../../platform/database/server/db.ts'
import type * as calls from '../contract.ts'
import type { GroupRow } from '../contract.ts'
import { customersText } from '../text.ts'

export const listGroups = (db: Db, who: Who): Promise<GroupRow[]> =>
  db
    .selectFrom('customerGroups as g')
    .select(['g.id', 'g.groupCode', 'g.groupName', 'g.isEnabled', 'g.rowVersion'])
    .select((is) =>
      sql<number>`(select count(*)::int from customers c
        where c.tenant_id = ${is.ref('g.tenantId')} and c.group_id = ${is.ref('g.id')})`.as('customers'),
    )
    .where('g.tenantId', '=', who.tenantId)
    .orderBy('g.groupCode')
    .execute()

export async function saveGroup(
  tx: Tx,
  who: Who,
  { id, rowVersion, groupCode, ...fields }: InputOf<typeof calls.saveGroup>,
) {
  if (!id) {
    const made = await tx
      .insertInto('customerGroups')
      .values({ tenantId: who.tenantId, groupCode, ...fields })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeAudit(tx, who, [
      {
        action: 'create',
        type: 'customer_group',
        id: made.id,
        no: groupCode,
        after: { groupCode, ...fields },
      },
    ])
    await publishEvents(tx, who, [{ kind: 'customer_group.created', type: 'customer_group', id: made.id }])
    return made
  }
  const before = await tx
    .selectFrom('customerGroups')
    .select(['groupCode', 'groupName', 'isEnabled', 'rowVersion'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound(customersText.groupNotFound))
  if (before.rowVersion !== rowVersion)
    await refuseStale(tx, who, { type: 'customer_group', id }, customersText.stale)
  await tx
    .updateTable('customerGroups')
    .set((is) => ({ ...fields, rowVersion: is('rowVersion', '+', 1) }))
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .execute()
  const { groupName, isEnabled } = before
  await writeAudit(tx, who, [
    {
      action: 'edit',
      type: 'customer_group',
      id,
      no: before.groupCode,
      ...changed({ groupName, isEnabled }, fields),
    },
  ])
  await publishEvents(tx, who, [{ kind: 'customer_group.edited', type: 'customer_group', id }])
  return { id }
}

export const salesReps = (db: Db, who: Who) =>
  db
    .selectFrom('accounts')
    .select(['id', 'userName', 'isEnabled'])
    .where('tenantId', '=', who.tenantId)
    .where('kind', '=', 'staff')
    .where((is) =>
      is.or([
        is('isEnabled', '=', true),
        is.exists(
          is
            .selectFrom('customers as c')
            .select('c.id')
            .where('c.tenantId', '=', who.tenantId)
            .whereRef('c.salesRepId', '=', 'accounts.id'),
        ),
      ]),
    )
    .where('isSupport', '=', false)
    .orderBy('userName')
    .execute()
