import { sql } from 'kysely'
import { priceEvents } from '../../billing/fees/server/charge.ts'
import { lockAccounts } from '../../billing/money/server/ledger.ts'
import type { InterceptStatus } from '../../db/schema.ts'
import { writeChanges } from '../../platform/audit/server/audit.ts'
import type { BulkResult, InputOf } from '../../platform/calls/call.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import { idsOf, valuesOf } from '../../platform/database/server/rows.ts'
import { fill, type Text } from '../../platform/text/text.ts'
import { settingsOf } from '../../warehouse/server/facts.ts'
import type { WarehouseSettings } from '../../warehouse/settings.ts'
import type * as calls from '../contract.ts'
import { MAX_TAGS } from '../contract.ts'
import { isReady } from '../offers.ts'
import { notNow } from '../rules.ts'
import { type OrderState, orderStates } from '../states.ts'
import { ordersText } from '../text.ts'
import { labelsUnderWay, voidLabels } from '../waybills/server/give-up.ts'
import { chargeOrders, labelledAmong } from './order-facts.ts'
import { orderResults } from './order-results.ts'
import { refusalText } from './refusals.ts'
import { heldByBlocked, releaseGoods, withoutReturnsBin } from './release-goods.ts'

type Held = {
  id: number
  orderNo: string
  customerId: number
  status: OrderState
  priority: number
  tags: string[]
  interceptStatus: InterceptStatus
  interceptReason: string | null
}

/** Locked in id order and read afterwards, so that a transaction that waited sees what changed. */
async function holdOrders(tx: Tx, who: Who, ids: readonly number[]): Promise<Held[]> {
  await sql`select 1 from orders where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[])
    order by id for no key update`.execute(tx)
  return tx
    .selectFrom('orders')
    .select([
      'id',
      'orderNo',
      'customerId',
      'status',
      'priority',
      'tags',
      'interceptStatus',
      'interceptReason',
    ])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .execute()
}

/**
 * Voids orders that have not left. What was allocated to them is available again, or has to be put back first if it was
 * picked; for those that had a label a fee may be due.
 */
export async function voidOrders(
  tx: Tx,
  who: Who,
  { ids, reason }: InputOf<typeof calls.voidOrders>,
): Promise<BulkResult> {
  const held = await holdOrders(tx, who, ids)
  const reasons = await reasonsNotToVoid(tx, who, held)
  const voided = held.filter(({ id }) => !reasons.has(id))
  await endVoided(tx, who, voided, { action: 'void', reason })
  return orderResults(who, ids, held, reasons)
}

async function reasonsNotToVoid(tx: Tx, who: Who, held: readonly Held[]): Promise<Map<number, Text>> {
  const reasons = await labelsUnderWay(tx, who, held)
  for (const { id, orderNo, status } of held) {
    const because = notNow(orderNo, status, 'void')
    if (because) reasons.set(id, because)
  }
  const open = held.filter(({ id }) => !reasons.has(id))
  for (const [id, because] of await withoutReturnsBin(tx, who, open)) reasons.set(id, because)
  for (const [id, because] of await heldByBlocked(tx, who, open)) reasons.set(id, because)
  return reasons
}

const lockAccountsOf = (tx: Tx, orders: readonly Held[]) => lockAccounts(tx, valuesOf(orders, 'customerId'))

/** The goods are given back, the labels are given up. That also answers a request to intercept. */
async function endVoided(
  tx: Tx,
  who: Who,
  orders: readonly Held[],
  { action, reason }: { action: 'void' | 'approve_intercept'; reason: string },
) {
  if (orders.length === 0) return
  const ids = idsOf(orders)
  const { to } = orderStates.actions.void
  // What is charged may be for customers without a hold: all accounts come before the first piece of stock.
  await lockAccountsOf(tx, orders)
  await releaseGoods(tx, who, ids)
  const events = await writeEnded(tx, who, orders, action)
  await voidLabels(tx, who, ids)
  // After the labels: where a carrier still has to cancel one, its answer decides what is charged.
  await priceEvents(tx, who, events)
  await sql`update orders set status = ${to}::order_status, status_at = business_now(), exception_code = null, exception_facts = null,
      ${action === 'approve_intercept' ? sql`intercept_status = 'approved',` : sql`intercept_status = case intercept_status when 'requested' then 'approved' else intercept_status end,`}
      voided_at = business_now(), void_reason = ${reason}, row_version = row_version + 1, updated_at = business_now()
    where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[])`.execute(tx)
  await writeChanges(
    tx,
    who,
    orders.map(({ id, orderNo, status, customerId }) => ({
      action,
      event: action === 'void' ? 'order.voided' : 'order.intercepted',
      type: 'order',
      id,
      no: orderNo,
      before: { orderStatus: status },
      after: { orderStatus: to },
      reason,
      customerId,
    })),
  )
}

/**
 * Voiding may cost something once there was a label; an intercept also without one, as soon as the order could be worked on. The facts
 * are written while the labels are still valid. Returns the events.
 */
async function writeEnded(tx: Tx, who: Who, orders: readonly Held[], action: 'void' | 'approve_intercept') {
  const labelled = new Set(await labelledAmong(tx, who, idsOf(orders)))
  const isIntercept = action === 'approve_intercept'
  const due = orders.filter((order) => labelled.has(order.id) || (isIntercept && isReady(order)))
  return chargeOrders(tx, who, isIntercept ? 'order_intercept' : 'order_void', idsOf(due), 'later')
}

/**
 * Stops orders at the customer's wish. What is not audited yet is voided at once; for the rest the request waits for an answer, and
 * until then nothing is printed or shipped. During an audit it waits for the audit's end.
 */
export async function interceptOrders(
  tx: Tx,
  who: Who,
  { ids, reason }: InputOf<typeof calls.interceptOrders>,
): Promise<BulkResult> {
  const held = await holdOrders(tx, who, ids)
  const settings = await settingsOf(tx, who)
  const reasons = reasonsNotToIntercept(settings, held)
  for (const { id, orderNo, interceptStatus } of held)
    if (interceptStatus === 'requested' && !reasons.has(id))
      reasons.set(id, fill(ordersText.intercepting, { no: orderNo }))
  const open = held.filter(({ id }) => !reasons.has(id))
  const atOnce = await withoutReview(tx, who, settings, open)
  await endVoided(tx, who, atOnce, { action: 'approve_intercept', reason })
  const requested = open.filter((order) => !atOnce.includes(order))
  await setIntercept(tx, who, requested, { status: 'requested', action: 'request_intercept', reason })
  return orderResults(who, ids, held, reasons)
}

/** Why orders can't be intercepted: they have left, or the warehouse does not allow it in their status. */
function reasonsNotToIntercept(
  { interceptAllowed }: WarehouseSettings,
  held: readonly Held[],
): Map<number, Text> {
  const reasons = new Map<number, Text>()
  for (const { id, orderNo, status } of held) {
    if (status === 'under_audit') continue
    const because =
      notNow(orderNo, status, 'void') ??
      (interceptAllowed.some((state) => state === status)
        ? undefined
        : fill(refusalText.interceptNotAllowed, { no: orderNo }))
    if (because) reasons.set(id, because)
  }
  return reasons
}

/**
 * The orders whose intercept needs no answer. What can't be voided now, because its label is being requested or its goods have no bin
 * to go to, waits for one.
 */
async function withoutReview(
  tx: Tx,
  who: Who,
  { interceptNeedsReview }: WarehouseSettings,
  orders: readonly Held[],
): Promise<Held[]> {
  const isEarly = ({ status }: Held) => status === 'pending_audit' || status === 'audit_exception'
  const later = await reasonsNotToVoid(tx, who, orders)
  return orders.filter((order) => !later.has(order.id) && (isEarly(order) || !interceptNeedsReview))
}

/**
 * Decides the intercepts that were requested during an audit, once it has ended: by the rules for a request that is made now. What the
 * warehouse does not allow is rejected, what needs no answer is approved, and the rest still waits for one.
 */
export async function decideIntercepts(tx: Tx, who: Who, { ids }: { ids: readonly number[] }) {
  const held = await holdOrders(tx, who, ids)
  const requested = held.filter(
    ({ status, interceptStatus }) => interceptStatus === 'requested' && status !== 'under_audit',
  )
  const settings = await settingsOf(tx, who)
  const reasons = reasonsNotToIntercept(settings, requested)
  const open = requested.filter(({ id }) => !reasons.has(id))
  await approveIntercepts(tx, who, await withoutReview(tx, who, settings, open), null)
  for (const order of requested) {
    const reason = reasons.get(order.id)
    if (reason)
      await setIntercept(tx, who, [order], { status: 'rejected', action: 'reject_intercept', reason })
  }
}

/** Without a reason, each for the one with which it was requested. */
async function approveIntercepts(tx: Tx, who: Who, orders: readonly Held[], reason: string | null) {
  const byReason = new Map<string, Held[]>()
  for (const order of orders) {
    const why = reason ?? order.interceptReason ?? ''
    byReason.set(why, [...(byReason.get(why) ?? []), order])
  }
  await lockAccountsOf(tx, orders)
  for (const [why, group] of byReason)
    await endVoided(tx, who, group, { action: 'approve_intercept', reason: why })
}

export async function answerIntercepts(
  tx: Tx,
  who: Who,
  { ids, isApproved, reason }: InputOf<typeof calls.answerIntercepts>,
): Promise<BulkResult> {
  const held = await holdOrders(tx, who, ids)
  const reasons = new Map<number, Text>()
  if (isApproved) for (const [id, because] of await reasonsNotToVoid(tx, who, held)) reasons.set(id, because)
  for (const { id, orderNo, interceptStatus } of held)
    if (interceptStatus !== 'requested') reasons.set(id, fill(refusalText.notIntercepting, { no: orderNo }))
  const open = held.filter(({ id }) => !reasons.has(id))
  if (isApproved) await approveIntercepts(tx, who, open, reason)
  else await setIntercept(tx, who, open, { status: 'rejected', action: 'reject_intercept', reason })
  return orderResults(who, ids, held, reasons)
}

async function setIntercept(
  tx: Tx,
  who: Who,
  orders: readonly Held[],
  {
    status,
    action,
    reason,
  }: {
    status: 'requested' | 'rejected'
    action: 'request_intercept' | 'reject_intercept'
    reason: string | Text | null
  },
) {
  if (orders.length === 0) return
  await sql`update orders set intercept_status = ${status}::intercept_status,
      ${status === 'requested' ? sql`intercept_reason = ${reason},` : sql``}
      row_version = row_version + 1, updated_at = business_now()
    where tenant_id = ${who.tenantId} and id = any(${idsOf(orders)}::bigint[])`.execute(tx)
  await writeChanges(
    tx,
    who,
    orders.map(({ id, orderNo, interceptStatus, customerId }) => ({
      action,
      event: `order.intercept_${status}`,
      type: 'order',
      id,
      no: orderNo,
      before: { interceptStatus },
      after: { interceptStatus: status },
      ...(reason && { reason }),
      customerId,
    })),
  )
}

/** Sets priority and tags, whatever the status; what is not named stays. */
export async function markOrders(
  tx: Tx,
  who: Who,
  { ids, priority, tags, addTags = [] }: InputOf<typeof calls.markOrders>,
): Promise<BulkResult> {
  const held = await holdOrders(tx, who, ids)
  const tagsOf = (order: Held) => [...new Set([...(tags ?? order.tags), ...addTags])]
  const reasons = new Map(
    held
      .filter((order) => tagsOf(order).length > MAX_TAGS)
      .map(({ id }) => [id, fill(ordersText.tooManyTags, { max: MAX_TAGS })]),
  )
  const marked = held.filter(({ id }) => !reasons.has(id))
  const hasTags = tags !== undefined || addTags.length > 0
  await sql`
    update orders o set priority = coalesce(${priority ?? null}::int, o.priority), tags = m.tags,
      row_version = o.row_version + 1, updated_at = business_now()
    from (
      select (mark ->> 'id')::bigint as id, array(select jsonb_array_elements_text(mark -> 'tags')) as tags
      from jsonb_array_elements(${JSON.stringify(marked.map((order) => ({ id: order.id, tags: tagsOf(order) })))}::jsonb) mark
    ) m
    where o.tenant_id = ${who.tenantId} and o.id = m.id`.execute(tx)
  await writeChanges(
    tx,
    who,
    marked.map((order) => ({
      action: 'mark',
      event: 'order.marked',
      type: 'order',
      id: order.id,
      no: order.orderNo,
      before: {
        ...(priority !== undefined && { priority: order.priority }),
        ...(hasTags && { tags: order.tags }),
      },
      after: { ...(priority !== undefined && { priority }), ...(hasTags && { tags: tagsOf(order) }) },
      customerId: order.customerId,
    })),
  )
  return orderResults(who, ids, held, reasons)
}
