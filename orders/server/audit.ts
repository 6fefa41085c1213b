import { sql } from 'kysely'
import { type Claim, holdForOrders } from '../../billing/fees/server/estimate.ts'
import { blockedAmong } from '../../billing/money/server/blocked.ts'
import { lockAccounts } from '../../billing/money/server/ledger.ts'
import { allocate } from '../../inventory/stock/server/allocate.ts'
import type { BulkResult, InputOf } from '../../platform/calls/call.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import { idsOf, valuesOf } from '../../platform/database/server/rows.ts'
import { fill, type Text } from '../../platform/text/text.ts'
import { settingsOf } from '../../warehouse/server/facts.ts'
import { unitsOf } from '../../warehouse/units.ts'
import {
  type AuditedChannel,
  type AuditedOrder,
  type Failure,
  failedAccount,
  failedAddress,
  failedBalance,
  failedChannel,
  failedPrice,
  failedStock,
} from '../audit.ts'
import type * as calls from '../contract.ts'
import { notNow } from '../rules.ts'
import { type OrderState, orderStates } from '../states.ts'
import { ordersText } from '../text.ts'
import { obtainLabels } from '../waybills/server/obtain.ts'
import { type Force, failAudit, noteStarted, passAudit, startAudit } from './audit-end.ts'
import { estimatesOf } from './order-facts.ts'
import { estimateAgain } from './order-head.ts'
import { orderResults } from './order-results.ts'
import { releaseGoods } from './release-goods.ts'
import { shownFailure } from './shown-failure.ts'
import { statesOf } from './states-on-file.ts'

export type Audited = Omit<AuditedOrder, 'isStateKnown' | 'hasStates'> & {
  id: number
  orderNo: string
  status: OrderState
  interceptStatus: 'none' | 'requested' | 'approved' | 'rejected'
  channelId: number
  /** Whether a manager has forced it before. */
  isForced: boolean
  /** Whether its goods are still allocated: only its label was missing. */
  isAllocated: boolean
  channel: AuditedChannel
  /** The warehouse's system of units. */
  unit: number | null
  currency: string | null
  lines: { line: number; productId: number; sku: string; quantity: number }[]
}

const toAudit = orderStates.actions.start_audit.from
const toMove = orderStates.actions.void.from

/**
 * The orders of a selection, locked in id order, estimated again and read afterwards; those of the highest priority first. With a
 * channel, as if they went by that one.
 */
export async function lockOrders(
  tx: Tx,
  who: Who,
  ids: readonly number[],
  channelId: number | null = null,
): Promise<Audited[]> {
  await sql`select 1 from orders where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[])
    order by id for no key update`.execute(tx)
  await estimateAgain(tx, who, ids, channelId === null ? toAudit : toMove)
  const { rows } = await sql<Audited>`
    select o.id, o.order_no, o.status, o.intercept_status, o.channel_id, o.customer_id, o.forced_reason is not null as is_forced, o.signature, o.insured_value, o.est_weight, o.est_length,
      o.est_width, o.est_height, o.phone, o.email, o.country_code, o.state_code, o.postcode, o.address1, o.address2, o.address3, o.doorplate,
      json_build_object('channelCode', h.channel_code, 'isEnabled', h.is_enabled, 'countries', h.countries, 'needPhone', h.need_phone,
        'needEmail', h.need_email, 'addressLen', h.address_len, 'supportSignature', h.support_signature,
        'supportInsurance', h.support_insurance, 'maxWeight', h.max_weight::text, 'maxLongest', h.max_longest::text,
        'maxGirthSum', h.max_girth_sum::text, 'isForCustomer', h.customer_scope = 'all' or exists (select 1 from channel_customers u
          where u.tenant_id = h.tenant_id and u.channel_id = h.id and u.customer_id = o.customer_id)) as channel,
      exists (select 1 from allocations a where a.tenant_id = o.tenant_id and a.demand_type = 'order' and a.demand_id = o.id
        and a.status = 'open') as is_allocated,
      (select w.unit from warehouses w where w.tenant_id = o.tenant_id) as unit,
      (select w.currency_code from warehouses w where w.tenant_id = o.tenant_id) as currency,
      (select json_agg(json_build_object('line', l.line_no, 'productId', l.product_id, 'sku', p.sku, 'quantity', l.quantity)
          order by l.line_no)
        from order_lines l join products p on p.tenant_id = l.tenant_id and p.id = l.product_id
        where l.tenant_id = o.tenant_id and l.order_id = o.id) as lines
    from orders o join channels h on h.tenant_id = o.tenant_id and h.id = coalesce(${channelId}::bigint, o.channel_id)
    where o.tenant_id = ${who.tenantId} and o.id = any(${ids}::bigint[]) order by o.priority desc, o.id`.execute(
    tx,
  )
  return rows
}

/** One test of the audit over the orders that have passed so far: those that fail it, each with the reason. */
type Step = (tx: Tx, who: Who, orders: readonly Audited[]) => Promise<Map<number, Failure>>

const failuresOf = (orders: readonly Audited[], test: (order: Audited) => Failure | undefined) =>
  new Map(
    orders.flatMap((order) => {
      const failure = test(order)
      return failure ? [[order.id, failure] as const] : []
    }),
  )

const testAddress: Step = async (tx, who, orders) => {
  const standingOf = await statesOf(tx, who, orders)
  return failuresOf(orders, (order) => failedAddress({ ...order, ...standingOf(order) }, order.channel))
}

const testChannel: Step = async (_tx, _who, orders) =>
  failuresOf(orders, (order) =>
    failedChannel({ ...order, isStateKnown: true, hasStates: false }, order.channel, unitsOf(order.unit)),
  )

const allocateGoods: Step = async (tx, who, orders) => {
  const { pickStrategy } = await settingsOf(tx, who)
  const short = await allocate(
    tx,
    who,
    orders
      .filter(({ isAllocated }) => !isAllocated)
      .map(({ id, orderNo, lines }) => ({ type: 'order', id, no: orderNo, lines })),
    pickStrategy,
  )
  return failuresOf(orders, ({ id, lines }) => {
    const missing = short.get(id)
    if (!missing) return undefined
    const skuOf = new Map(lines.map(({ line, sku }) => [line, sku]))
    return failedStock(missing.map((item) => ({ sku: skuOf.get(item.line) ?? '', missing: item.missing })))
  })
}

/** Nothing can be held for the orders of a blocked account, and nothing of it can be released. */
export const testAccounts: Step = async (tx, who, orders) => {
  const blocked = await blockedAmong(tx, who, valuesOf(orders, 'customerId'))
  return failuresOf(orders, ({ customerId }) => {
    const customer = blocked.get(customerId)
    return customer === undefined ? undefined : failedAccount(customer)
  })
}

/** What the orders cost, and whether their customers' accounts cover it; what passes is held back. */
const holdPrice =
  (isForced: boolean, channelId: number | null = null): Step =>
  async (tx, who, orders) => {
    const estimates = await estimatesOf(tx, who, idsOf(orders), channelId)
    if (!estimates) return new Map()
    const failures = new Map<number, Failure>()
    const claims: (Claim & Pick<Audited, 'currency'>)[] = []
    for (const { id, orderNo, customerId, channel, currency } of orders) {
      const estimate = estimates.get(id)
      if (estimate && 'fees' in estimate)
        claims.push({ id, orderNo, customerId, estimate: estimate.amount, currency })
      else if (estimate && !isForced) failures.set(id, failedPrice(estimate, channel.channelCode))
    }
    const short = await holdForOrders(tx, who, claims, isForced)
    for (const { id, estimate, currency } of claims) {
      const shortBy = short.get(id)
      if (shortBy !== undefined) failures.set(id, failedBalance(estimate, shortBy, currency))
    }
    return failures
  }

/** The price of orders on another channel, held back instead of the one before. */
export const priceOn = (channelId: number): Step => holdPrice(false, channelId)

/** The tests of the address and the channel; the first one that an order fails counts. */
export async function testOrders(
  tx: Tx,
  who: Who,
  orders: readonly Audited[],
): Promise<Map<number, Failure>> {
  const failures = await testAddress(tx, who, orders)
  const left = orders.filter(({ id }) => !failures.has(id))
  return new Map([...failures, ...(await testChannel(tx, who, left))])
}

/** A step for the orders that were not forced, and another one, if any, for those that were. */
const unlessForced =
  (step: Step, whenForced?: Step): Step =>
  async (tx, who, orders) => {
    const { forced = [], others = [] } = Object.groupBy(orders, ({ isForced }) =>
      isForced ? 'forced' : 'others',
    )
    const failures = others.length > 0 ? await step(tx, who, others) : new Map<number, Failure>()
    if (!whenForced || forced.length === 0) return failures
    return new Map([...failures, ...(await whenForced(tx, who, forced))])
  }

export const auditOrders = (tx: Tx, who: Who, { ids }: InputOf<typeof calls.auditOrders>) =>
  runAudit(tx, who, ids, [testAccounts, testOrders, allocateGoods, holdPrice(false)], { kind: 'none' })

/** Passes orders although address, channel, price or balance say no; they still need goods and a label. */
export const forceOrders = (tx: Tx, who: Who, { ids, reason }: InputOf<typeof calls.forceOrders>) =>
  runAudit(tx, who, ids, [testAccounts, allocateGoods, holdPrice(true)], { kind: 'now', reason })

/** Audits orders again that lacked something: what a manager overruled stays so until the order is edited or gets another channel. */
export const retryOrders = (tx: Tx, who: Who, ids: readonly number[]) =>
  runAudit(
    tx,
    who,
    ids,
    [testAccounts, unlessForced(testOrders), allocateGoods, unlessForced(holdPrice(false), holdPrice(true))],
    { kind: 'before' },
  )

/**
 * Runs the audit over a selection, as a whole: every step is one question about all orders that are left, and the first one that an
 * order fails ends its audit. The label comes last, so that no number is taken for nothing.
 */
async function runAudit(
  tx: Tx,
  who: Who,
  ids: readonly number[],
  steps: readonly Step[],
  force: Force,
): Promise<BulkResult> {
  const forcedBecause = force.kind === 'now' ? force.reason : undefined
  const orders = await lockOrders(tx, who, ids)
  const reasons = new Map<number, Text>()
  for (const { id, orderNo, status, interceptStatus } of orders) {
    const because =
      notNow(orderNo, status, 'start_audit') ??
      (interceptStatus === 'requested' ? fill(ordersText.intercepting, { no: orderNo }) : undefined)
    if (because) reasons.set(id, because)
  }
  const started = orders.filter(({ id }) => !reasons.has(id))
  await startAudit(tx, who, idsOf(started), force)
  // Before any stock: see “Locks” in CONTRIBUTING.
  await lockAccounts(tx, valuesOf(started, 'customerId'))

  const failures = new Map<number, Failure>()
  const left = () => started.filter(({ id }) => !failures.has(id))
  for (const step of steps) {
    if (left().length === 0) break
    for (const [id, failure] of await step(tx, who, left())) failures.set(id, failure)
  }
  // What failed before its label gives goods and money back; for a missing label or a blocked account it keeps them.
  const isGivenBack = ({ id }: Audited) => failures.has(id) && failures.get(id)?.code !== 'account_blocked'
  await releaseGoods(tx, who, idsOf(orders.filter(isGivenBack)))
  const labels = await obtainLabels(tx, who, left())
  for (const [id, failure] of labels.failures) failures.set(id, failure)

  // A manager's reason is on record however the audit ends.
  const isNoted = ({ id }: Audited) =>
    failures.has(id) ? forcedBecause !== undefined : labels.awaited.has(id)
  await noteStarted(tx, who, started.filter(isNoted), forcedBecause)
  const passed = left().filter(({ id }) => !labels.awaited.has(id))
  await passAudit(tx, who, passed, labels.printed, forcedBecause)
  const failed = started.filter(({ id }) => failures.has(id))
  // The log says already that a forced audit began.
  const status = orderStates.actions.start_audit.to
  await failAudit(
    tx,
    who,
    forcedBecause === undefined ? failed : failed.map((order) => ({ ...order, status })),
    failures,
  )
  // Goods that this audit gave back, or that came while it ran, did not find these orders waiting for them yet.
  if ([...failures.values()].some(({ code }) => code === 'stock_short'))
    await sql`select enqueue('retry_short_orders', '{}'::json)`.execute(tx)
  for (const [id, failure] of failures) reasons.set(id, shownFailure(who, failure))
  return orderResults(who, ids, orders, reasons)
}
