import { sql } from 'kysely'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { idsOf } from '../../../platform/database/server/rows.ts'
import type { Decimal } from '../../../platform/text/decimal.ts'
import { holdMoney, releaseHolds } from '../../money/server/holds.ts'
import { lockAccounts } from '../../money/server/ledger.ts'
import { type Account, balanceTests } from '../../pricing/balance.ts'
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
  const { rows } = await sql<{ customerId: number; groupId: number | null; today: string }>`
    select id as customer_id, group_id, warehouse_today() as today from customers
    where tenant_id = ${who.tenantId} and id = any(${customerIds}::bigint[])`.execute(db)
  const list = await priceList(db, who, ['operation', 'freight'], rows)
  const customers = new Map(rows.map((row) => [row.customerId, row]))
  const estimates = orders.map(({ customerId, facts }) => {
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
    estimates.flatMap(({ prices }) => versionsOf(prices)),
  )
  const priceOf = eventPrices(contents, terms)
  return estimates.map(({ work, prices }) => priceOf(work, prices))
}

/** Whether the carrier's own price is charged and the label, which tells it, is not there yet. */
export const isFreightLater = ({
  billingMethod,
  packages,
}: Pick<OrderPriceFacts, 'billingMethod' | 'packages'>) =>
  billingMethod === 'carrier_cost' &&
  (packages.length === 0 ||
    !packages.every(({ waybills = [] }) =>
      waybills.some(({ status, costAmount }) => status === 'obtained' && costAmount !== null),
    ))

/** What a carrier charges is known with the label; before that an estimate leaves its freight out. */
const beforeItsLabel = (facts: OrderPriceFacts): OrderPriceFacts =>
  isFreightLater(facts) ? { ...facts, billingMethod: 'none' } : facts

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
  const customerIds = [...new Set(claims.map(({ customerId }) => customerId))]
  await lockAccounts(tx, customerIds)
  const accounts = await accountsOf(tx, who, customerIds)
  const heldBy = await holdsOf(tx, who, idsOf(claims))
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
  const outdated = idsOf(covered.filter(({ held }) => held !== undefined))
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
export async function holdsOf(
  db: Db,
  who: Company,
  orderIds: readonly number[],
): Promise<Map<number, Decimal>> {
  const { rows } = await sql<{ sourceId: number; amount: Decimal }>`
    select source_id, amount from account_holds where tenant_id = ${who.tenantId} and reason = 'order' and status = 'open'
      and source_id = any(${orderIds}::bigint[])`.execute(db)
  return new Map(rows.map(({ sourceId, amount }) => [sourceId, amount]))
}

/** The accounts of some customers, with what decides how much may be spent. Who changes them locks them first. */
export async function accountsOf(
  db: Db,
  who: Company,
  customerIds: readonly number[],
): Promise<Map<number, Account>> {
  const { rows } = await sql<Account & { id: number }>`
    select c.id, a.balance, a.frozen, a.credit_limit, c.bill_amount_limit, c.settlement_mode,
      (select coalesce(sum(f.amount), 0)::numeric(30, 2) from fees f
        where f.tenant_id = c.tenant_id and f.customer_id = c.id and f.status = 'not_settled') as not_settled
    from customers c join customer_accounts a on a.tenant_id = c.tenant_id and a.customer_id = c.id
    where c.tenant_id = ${who.tenantId} and c.id = any(${customerIds}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, ...account }) => [id, account]))
}
