import { sql } from 'kysely'
import { writeChanges } from '../../../platform/audit/server/audit.ts'
import type { BulkResult, InputOf } from '../../../platform/calls/call.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { idsOf } from '../../../platform/database/server/rows.ts'
import { bulkResultsBy } from '../../../platform/lists/server/bulk-result.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import type * as calls from '../contract.ts'
import { moneyText } from '../text.ts'

/** Those of some customers whose accounts are blocked, with their codes. */
export async function blockedAmong(
  db: Db,
  { tenantId }: Pick<Who, 'tenantId'>,
  customerIds: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; customerCode: string }>`
    select c.id, c.customer_code from customer_accounts a join customers c on c.tenant_id = a.tenant_id and c.id = a.customer_id
    where a.tenant_id = ${tenantId} and a.customer_id = any(${customerIds}::bigint[]) and a.blocked_because is not null`.execute(
    db,
  )
  return new Map(rows.map(({ id, customerCode }) => [id, customerCode]))
}

/** The same as reasons why nothing can be posted. */
export async function blockedReasons(
  db: Db,
  who: Pick<Who, 'tenantId'>,
  customerIds: readonly number[],
): Promise<Map<number, Text>> {
  const blocked = await blockedAmong(db, who, customerIds)
  return new Map([...blocked].map(([id, customer]) => [id, fill(moneyText.accountBlocked, { customer })]))
}

const resultOf = bulkResultsBy('customerCode', moneyText.customerNotFound)

/**
 * Unblocks accounts that the checks have blocked; the next check blocks again what still does not match. What waited for them is charged,
 * and orders are audited again.
 */
export async function unblockAccounts(
  tx: Tx,
  who: Who,
  { ids, reason }: InputOf<typeof calls.unblockAccounts>,
): Promise<BulkResult> {
  const { rows } = await sql<{ id: number; customerCode: string; blockedBecause: string | null }>`
    select c.id, c.customer_code, a.blocked_because
    from customers c join customer_accounts a on a.tenant_id = c.tenant_id and a.customer_id = c.id
    where c.tenant_id = ${who.tenantId} and c.id = any(${ids}::bigint[]) order by c.id`.execute(tx)
  const blocked = rows.filter(({ blockedBecause }) => blockedBecause !== null)
  await sql`select block_account(x, null) from unnest(${idsOf(blocked)}::bigint[]) x`.execute(tx)
  await writeChanges(
    tx,
    who,
    blocked.map(({ id, customerCode, blockedBecause }) => ({
      action: 'unblock',
      event: 'account.unblocked',
      type: 'customer',
      id,
      no: customerCode,
      before: { blockedBecause },
      after: { blockedBecause: null },
      reason,
    })),
  )
  if (blocked.length > 0)
    await sql`select enqueue('price_open_events', '{}'::json), enqueue('retry_unpaid_orders', '{}'::json)`.execute(
      tx,
    )
  const reasons = new Map(
    rows.map(({ id, customerCode, blockedBecause }) => [
      id,
      blockedBecause === null ? fill(moneyText.notBlocked, { customer: customerCode }) : undefined,
    ]),
  )
  return resultOf(who, ids, rows, reasons)
}
