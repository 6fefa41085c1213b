import { sql } from 'kysely'
import { writeChanges } from '../../platform/audit/server/audit.ts'
import type { Database, Tx } from '../../platform/database/server/db.ts'
import { idsOf } from '../../platform/database/server/rows.ts'
import { settingsOf } from '../../warehouse/server/facts.ts'
import { purgedFields, REGION_LENGTH } from '../personal.ts'

/** Orders per transaction: short enough to block no one, and an interrupted run continues the next night. */
const AT_A_TIME = 200

const daysAgo = (days: number) => sql`business_now() - ${days} * interval '1 day'`

/** Each of the two ways in which an order ends has its index. */
const closedFor = {
  shipped: (days: number) => sql`shipped_at < ${daysAgo(days)}`,
  voided: (days: number) => sql`status = 'voided' and voided_at < ${daysAgo(days)}`,
}

/** Deletes the recipients of orders that were closed long enough ago, the labels with their addresses, and their postal codes in billing facts. */
async function purgeOrders(
  tx: Tx,
  tenantId: number,
  closed: keyof typeof closedFor,
  days: number,
): Promise<number> {
  const { rows } = await sql<{ id: number; orderNo: string }>`
    select id, order_no from orders where tenant_id = ${tenantId} and purged_at is null and ${closedFor[closed](days)}
    limit ${AT_A_TIME} for no key update skip locked`.execute(tx)
  if (rows.length === 0) return 0
  const ids = sql<number>`any(${idsOf(rows)}::bigint[])`
  await tx
    .updateTable('orders')
    .set({
      ...purgedFields,
      postcode: sql<string>`left(postcode, ${REGION_LENGTH})`,
      purgedAt: sql<string>`business_now()`,
      updatedAt: sql<string>`business_now()`,
    })
    .set((is) => ({ rowVersion: is('rowVersion', '+', 1) }))
    .where('tenantId', '=', tenantId)
    .where('id', '=', ids)
    .execute()
  await tx
    .updateTable('waybills')
    .set({ labelFileId: null, labelSpace: null, failFacts: null })
    .where('tenantId', '=', tenantId)
    .where('orderId', '=', ids)
    .execute()
  // Facts of before version 4 have it. An event of an order is never reversed: the index has them all.
  await sql`
    update billable_events set facts = facts - 'postcode', completed_facts = completed_facts - 'postcode'
    where tenant_id = ${tenantId} and kind in ('order', 'order_void', 'order_intercept') and source_id = ${ids} and status <> 'reversed'
      and facts ? 'postcode'`.execute(tx)
  const who = { tenantId, accountId: null, loginAccount: 'system', requestId: 'nightly', ip: '' }
  await writeChanges(
    tx,
    who,
    rows.map(({ id, orderNo }) => ({
      action: 'purge',
      event: 'order.purged',
      type: 'order',
      id,
      no: orderNo,
    })),
  )
  return rows.length
}

/** The spreadsheets that orders came from; their files are deleted with the other files that nothing refers to. */
async function purgeImports(tx: Tx, tenantId: number, days: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update imports set purged_at = business_now(), file_id = null, zip_file_id = null
    where tenant_id = ${tenantId} and id in (
      select id from imports where tenant_id = ${tenantId} and kind = 'orders' and purged_at is null
        and created_at < ${daysAgo(days)}
      order by id limit ${AT_A_TIME} for no key update skip locked)
    returning id`.execute(tx)
  await sql`
    update import_rows set cells = '[]', problems = '[]', formulas = '{}'
    where tenant_id = ${tenantId} and import_id = any(${idsOf(rows)}::bigint[])`.execute(tx)
  return rows.length
}

/** Deletes recipients' personal data once the time that the company has set is over. */
export async function purgeReceivers({ read, write }: Database, tenantId: number): Promise<void> {
  const { receiverDays } = await read(tenantId, (db) => settingsOf(db, { tenantId }))
  const parts = [
    (tx: Tx) => purgeOrders(tx, tenantId, 'shipped', receiverDays),
    (tx: Tx) => purgeOrders(tx, tenantId, 'voided', receiverDays),
    (tx: Tx) => purgeImports(tx, tenantId, receiverDays),
  ]
  for (const part of parts) while ((await write(tenantId, part)) > 0);
}
