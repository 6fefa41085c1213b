import { sql } from 'kysely'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import type { Decimal } from '../../../platform/text/decimal.ts'
import { holdMoney, releaseHolds } from '../../money/server/holds.ts'
import { lockAccounts } from '../../money/server/ledger.ts'
import type { BillAmountLimit } from '../../money/spendable.ts'
import { balanceTests } from '../../pricing/balance.ts'
import {
  choosePrices,
  eventPrices,
  type OrderPriceFacts,
  type Outcome,
  type PricedWork,
  versionsOf,
} from '../event-prices.ts'
import { companyTerms, contentsOf, priceList } from './price-book.ts'

type Company = Pick<Who, 'tenantId'>

/** What orders would cost if they were shipped now; a satellite, which has no prices, gets no answer. */
export async function estimateOrders(
  db: Db,
  who: Company,
  orders: readonly { customerId: number; facts: OrderPriceFacts & { at: string } }[],
): Promise<Outcome[] | undefined> {
  const terms = await companyTerms(db, who)
  if (terms.isSatellite) return undefined
  const customerIds = [...new Set(orders.map(({ customerId }) => customerId))]
  const list = await priceList(db, who, ['operation', 'freight'], customerIds)
  const { rows } = await sql<{ id: number; groupId: number | null; today: string }>`
    select id, group_id, warehouse_today() as today from customers
    where tenant_id = ${who.tenantId} and id = any(${customerIds}::bigint[])`.execute(db)
  const customers = new Map(rows.map((row) => [row.id, row]))
  const asked = orders.map(({ customerId, facts }) => {
    const { groupId = null, today = '' } = customers.get(customerId) ?? {}
    const work: PricedWork = {
      kind: 'order',
      customerId,
      groupId,
      at: facts.at,
      chargeDate: today,
      facts: beforeItsLabel(facts),
    }
    return { work, prices: choosePrices(work, list) }
  })
  const contents = await contentsOf(
    db,
    who,
    asked.flatMap(({ prices }) => versionsOf(prices)),
  )
  const priceOf = eventPrices(contents, terms)
  return asked.map(({ work, prices }) => priceOf(work, prices))
}

/** What a carrier charges is known with the label; before that an estimate leaves its freight out. */
const beforeItsLabel = (facts: OrderPriceFacts): OrderPriceFacts => {
  const isKnown = facts.packages.every(({ waybills = [] }) =>
    waybills.some(({ status, costAmount }) => status === 'obtained' && costAmount !== null),
  )
  return facts.billingMethod === 'carrier_cost' && !isKnown ? { ...facts, billingMethod: 'none' } : facts
}

/** An order whose money is to be held back. */
export type Claim = { id: number; orderNo: string; customerId: number; estimate: Decimal }

/**
 * Holds back what orders will cost, each after the ones before it, and returns by how much those are short that their accounts do not
 * cover. An order that already holds the same amount keeps it; one that is short keeps what it held. A forced order is held for without
 * a test.
 */
export async function holdForOrders(
  tx: Tx,
  who: Pick<Who, 'tenantId' | 'accountId'>,
  claims: readonly Claim[],
  isForced: boolean,
): Promise<Map<number, Decimal>> {
  if (claims.length === 0) return new Map()
  const accounts = await accountsOf(tx, who, claims)
  const heldBy = await holdsOf(tx, who, claims)
  const changed = claims
    .map((claim) => ({ ...claim, held: heldBy.get(claim.id) }))
    .filter(({ held, estimate }) => held !== estimate)
  const short = new Map<number, Decimal>()
  for (const [customerId, list] of Map.groupBy(changed, (claim) => claim.customerId)) {
    const account = accounts.get(customerId)
    if (!account) throw new Error(`customer ${customerId} has no account`)
    const results = balanceTests(isForced ? { ...account, billAmountLimit: 'none' } : account, list)
    for (const [i, { id }] of list.entries()) {
      const shortBy = results[i]?.shortBy
      if (shortBy) short.set(id, shortBy)
    }
  }
  const covered = changed.filter(({ id }) => !short.has(id))
  const outdated = covered.filter(({ held }) => held !== undefined).map(({ id }) => id)
  if (outdated.length > 0) await releaseHolds(tx, who, 'order', outdated)
  await holdMoney(
    tx,
    who,
    'order',
    covered.map(({ id, orderNo, customerId, estimate }) => ({
      customerId,
      sourceId: id,
      sourceNo: orderNo,
      amount: estimate,
    })),
  )
  return short
}

/** What some orders hold already. */
async function holdsOf(tx: Tx, who: Company, claims: readonly Claim[]): Promise<Map<number, Decimal>> {
  const { rows } = await sql<{ sourceId: number; amount: Decimal }>`
    select source_id, amount from account_holds where tenant_id = ${who.tenantId} and reason = 'order' and status = 'open'
      and source_id = any(${claims.map(({ id }) => id)}::bigint[])`.execute(tx)
  return new Map(rows.map(({ sourceId, amount }) => [sourceId, amount]))
}

async function accountsOf(tx: Tx, who: Company, claims: readonly Claim[]) {
  const ids = [...new Set(claims.map(({ customerId }) => customerId))]
  const balances = await lockAccounts(tx, ids)
  const { rows } = await sql<{
    id: number
    billAmountLimit: BillAmountLimit
    settlementMode: 'balance' | 'bill'
    notSettled: Decimal
  }>`
    select c.id, c.bill_amount_limit, c.settlement_mode, (select coalesce(sum(f.amount), 0)::numeric(18, 2) from fees f
      where f.tenant_id = c.tenant_id and f.customer_id = c.id and f.status = 'not_settled') as not_settled
    from customers c where c.tenant_id = ${who.tenantId} and c.id = any(${ids}::bigint[])`.execute(tx)
  return new Map(
    rows.flatMap(({ id, ...terms }) => {
      const balance = balances.get(id)
      return balance ? [[id, { ...balance, ...terms }] as const] : []
    }),
  )
}
