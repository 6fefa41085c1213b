import { sql } from 'kysely'
import type { AccountLogBizType, HoldReason } from '../../../db/schema.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { valuesOf } from '../../../platform/database/server/rows.ts'
import { holdStates } from '../states.ts'
import {
  type Charge,
  linesOfCharges,
  lockAccounts,
  type MoneyLine,
  type Poster,
  postMoney,
} from './ledger.ts'

type Actor = Pick<Who, 'tenantId'> & Poster

/** Money to hold back for a document: an order, a night's rent, a deposit. */
type Wanted = { customerId: number; sourceId: number; sourceNo: string; amount: string }

type Held = Wanted & { id: number }

/** What a hold is listed under in the balance flow. */
const businessOf: Record<HoldReason, AccountLogBizType> = {
  order: 'order_freight',
  rent: 'storage_rent',
  deposit: 'collection',
}

/** The kind of document behind a hold. */
const documentOf: Record<HoldReason, string> = { order: 'order', rent: 'storage', deposit: 'collection' }

const linesOfHolds = (reason: HoldReason, type: 'freeze' | 'unfreeze', holds: readonly Held[]): MoneyLine[] =>
  holds.map(({ id, ...hold }) => ({
    ...hold,
    sourceType: documentOf[reason],
    type,
    business: businessOf[reason],
    holdId: id,
  }))

/**
 * Holds money back for documents, whatever is in the accounts: who must not go below a limit tests it first, under the lock.
 *
 * A document that has an open hold of the same amount keeps it; with another amount the hold must be released first, and
 * `hold_open_once` refuses. Nothing is held for an amount of nothing.
 */
export async function holdMoney(tx: Tx, who: Actor, reason: HoldReason, wanted: readonly Wanted[]) {
  const some = wanted.filter(({ amount }) => Number(amount) !== 0)
  if (some.length === 0) return
  await lockAccounts(tx, valuesOf(some, 'customerId'))
  const { rows } = await sql<Held>`
    insert into account_holds (tenant_id, customer_id, reason, source_id, source_no, amount)
    select ${who.tenantId}, x.customer_id, ${reason}::hold_reason, x.source_id, x.source_no, x.amount
    from unnest(${some.map(({ customerId }) => customerId)}::bigint[], ${some.map(({ sourceId }) => sourceId)}::bigint[],
      ${some.map(({ sourceNo }) => sourceNo)}::text[], ${some.map(({ amount }) => amount)}::numeric[])
      as x (customer_id, source_id, source_no, amount)
    where not exists (select 1 from account_holds h where h.tenant_id = ${who.tenantId} and h.source_id = x.source_id
      and h.reason = ${reason}::hold_reason and h.status = 'open' and h.customer_id = x.customer_id and h.amount = x.amount)
    order by x.source_id
    returning id, customer_id, source_id, source_no, amount`.execute(tx)
  await postMoney(tx, who, linesOfHolds(reason, 'freeze', rows))
}

/**
 * Ends the open holds of documents, under the lock of their accounts; those that have none are left out. What else is charged in the
 * same posting is locked with them.
 */
async function endHolds(
  tx: Tx,
  who: Actor,
  reason: HoldReason,
  sourceIds: readonly number[],
  action: 'release' | 'consume',
  charged: readonly Charge[] = [],
): Promise<Held[]> {
  const open = sql`tenant_id = ${who.tenantId} and source_id = any(${sourceIds}::bigint[]) and reason = ${reason}::hold_reason
    and status = 'open'`
  const { rows: locked } = await sql`
    select 1 from lock_accounts(array(select distinct customer_id from account_holds where ${open})
      || ${charged.map(({ customerId }) => customerId)}::bigint[])`.execute(tx)
  if (locked.length === 0) return []
  const { rows } = await sql<Held>`
    update account_holds set status = ${holdStates.actions[action].to} where ${open}
    returning id, customer_id, source_id, source_no, amount`.execute(tx)
  return rows.toSorted((a, b) => a.id - b.id)
}

/** Gives up the open holds of documents: the money is available again. Returns what was held. */
export async function releaseHolds(
  tx: Tx,
  who: Actor,
  reason: HoldReason,
  sourceIds: readonly number[],
  because?: string,
) {
  const holds = await endHolds(tx, who, reason, sourceIds, 'release')
  await postMoney(tx, who, linesOfHolds(reason, 'unfreeze', holds), because)
  return holds
}

/**
 * Charges what was held money for: ends the open holds of the documents and takes the charges, as one posting. The charges need not
 * equal the holds, and documents without a hold are charged too.
 */
export async function consumeHolds(
  tx: Tx,
  who: Actor,
  reason: HoldReason,
  sourceIds: readonly number[],
  charges: readonly Charge[],
  because?: string,
) {
  const holds = await endHolds(tx, who, reason, sourceIds, 'consume', charges)
  return postMoney(tx, who, [...linesOfHolds(reason, 'unfreeze', holds), ...linesOfCharges(charges)], because)
}
