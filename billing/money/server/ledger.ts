import { sql } from 'kysely'
import type { AccountLogBizType, AccountLogType } from '../../../db/schema.ts'
import { refuseAs } from '../../../platform/calls/refusal.ts'
import { constraintOf, detailOf } from '../../../platform/calls/server/reply.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import type { Account } from '../spendable.ts'
import { moneyText } from '../text.ts'

/** Who posts; null is the company itself, in a job. */
export type Poster = { accountId: number | null }

/** One change of one account. The document's line is posted once, even if it is sent again. */
export type MoneyLine = {
  sourceType: string
  sourceId: number
  sourceNo: string
  /** Tells apart several lines of one document and business. */
  line?: number
  type: AccountLogType
  business: AccountLogBizType
  customerId: number
  amount: string
  holdId?: number | null
}

/**
 * Posts lines to the customers' accounts, all or nothing, through `post_money`.
 *
 * Returns where each line stands in its account. A line that was posted before stays as it is. A blocked account refuses; tasks show that
 * too.
 */
export async function postMoney(tx: Tx, { accountId }: Poster, lines: readonly MoneyLine[], reason?: string) {
  if (lines.length === 0) return []
  const { rows } = await sql<{
    sourceType: string
    sourceId: number
    sourceLine: number
    logType: AccountLogType
    business: AccountLogBizType
    customerId: number
    holdId: number | null
    seq: number
  }>`
    select * from post_money(coalesce(${accountId}::bigint, system_account()), ${reason ?? null}, array(
      select row(x.*)::money_line from unnest(
        ${lines.map((line) => line.sourceType)}::text[], ${lines.map((line) => line.sourceId)}::bigint[],
        ${lines.map((line) => line.sourceNo)}::text[], ${lines.map((line) => line.line ?? 1)}::int[],
        ${lines.map((line) => line.type)}::account_log_type[], ${lines.map((line) => line.business)}::account_log_biz_type[],
        ${lines.map((line) => line.customerId)}::bigint[], ${lines.map((line) => line.amount)}::numeric[],
        ${lines.map((line) => line.holdId ?? null)}::bigint[]) x))`
    .execute(tx)
    .catch((fault: unknown) => {
      const kind = constraintOf(fault)
      if (kind !== 'account_blocked') throw fault
      return refuseAs({ kind }, moneyText.accountBlocked, { customer: detailOf(fault) })
    })
  return rows
}

/**
 * Locks the accounts of some customers, and returns what is in them.
 *
 * Comes after the documents and before any stock: see “Locks” in CONTRIBUTING.
 */
export async function lockAccounts(tx: Tx, customerIds: readonly number[]): Promise<Map<number, Account>> {
  const { rows } = await sql<Account & { customerId: number }>`
    select * from lock_accounts(${customerIds}::bigint[])`.execute(tx)
  return new Map(rows.map(({ customerId, ...account }) => [customerId, account]))
}

/**
 * When the lines of one posting were posted, which is the same for all of them; null without any. A transaction that started before midnight
 * may post after it, and a statement shows a fee on the day on which it left the balance.
 */
export const timeOfPosting = (
  { tenantId }: { tenantId: number },
  [line]: readonly { customerId: number; seq: number }[],
) =>
  line
    ? sql`(select p.at from balance_flows p
        where p.tenant_id = ${tenantId} and p.customer_id = ${line.customerId} and p.seq = ${line.seq})`
    : sql`null::timestamptz`

/** What a customer owes for one line of a document; a negative amount is paid back. */
export type Charge = Omit<MoneyLine, 'type' | 'holdId'>

const isNothing = (amount: string) => /^-?0*(\.0*)?$/.test(amount)

export const linesOfCharges = (charges: readonly Charge[]): MoneyLine[] =>
  charges
    .filter(({ amount }) => !isNothing(amount))
    .map((charge) =>
      charge.amount.startsWith('-')
        ? { ...charge, type: 'in', amount: charge.amount.slice(1) }
        : { ...charge, type: 'out' },
    )

/** Takes charges out of the customers' balances, whatever is in them. A charge of nothing leaves no trace. */
export const chargeAccounts = (tx: Tx, who: Poster, charges: readonly Charge[], reason?: string) =>
  postMoney(tx, who, linesOfCharges(charges), reason)

/**
 * Audits the orders again that lacked money, of customers who pay by bill and whose open fees have become less: nothing is posted then, and
 * `post_money` does this only where money becomes available.
 */
export const retryUnpaidOrders = (
  tx: Tx,
  { tenantId }: { tenantId: number },
  customerIds: readonly number[],
) =>
  sql`
  select enqueue('retry_unpaid_orders', '{}'::json) where exists (
    select 1 from orders o join customers c on c.tenant_id = o.tenant_id and c.id = o.customer_id and c.settlement_mode = 'bill'
    where o.tenant_id = ${tenantId} and o.status = 'audit_exception' and o.exception_code = 'balance_short'
      and o.customer_id = any(${customerIds}::bigint[]))`.execute(tx)
