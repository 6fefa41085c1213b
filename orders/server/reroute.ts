import { sql } from 'kysely'
import { lockAccounts } from '../../billing/money/server/ledger.ts'
import { writeChanges } from '../../platform/audit/server/audit.ts'
import type { BulkResult, InputOf } from '../../platform/calls/call.ts'
import { refuseField } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import { idsOf, valuesOf } from '../../platform/database/server/rows.ts'
import { fill, type Text } from '../../platform/text/text.ts'
import type * as calls from '../contract.ts'
import { isReady } from '../offers.ts'
import { channelProblem, notNow } from '../rules.ts'
import { type OrderState, orderStates } from '../states.ts'
import { ordersText } from '../text.ts'
import type { reissueLabels as reissueCall } from '../waybills/contract.ts'
import { labelsUnderWay, voidLabels } from '../waybills/server/give-up.ts'
import { obtainLabels } from '../waybills/server/obtain.ts'
import { type Audited, lockOrders, priceOn, retryOrders, testAccounts, testOrders } from './audit.ts'
import { enter, failAudit } from './audit-end.ts'
import { auditLater } from './jobs.ts'
import { orderResults } from './order-results.ts'
import { refusalText } from './refusals.ts'
import { heldByBlocked, releaseGoods, withoutReturnsBin } from './release-goods.ts'
import { shownFailure } from './shown-failure.ts'

/** Reasons that hold for any order: its label is being requested, or an intercept was requested. */
async function reasonsAgainst(tx: Tx, who: Who, orders: readonly Audited[]): Promise<Map<number, Text>> {
  const reasons = await labelsUnderWay(tx, who, orders)
  for (const { id, orderNo, interceptStatus } of orders)
    if (interceptStatus === 'requested') reasons.set(id, fill(ordersText.intercepting, { no: orderNo }))
  return reasons
}

/** New labels for orders that are ready to go: the old ones are given up, and the orders have to be printed again. */
async function relabel(tx: Tx, who: Who, orders: readonly Audited[], reasons: Map<number, Text>) {
  if (orders.length === 0) return
  const { to } = orderStates.actions.cancel_print
  await voidLabels(tx, who, idsOf(orders))
  await enter(tx, who, idsOf(orders.filter(({ status }) => status === 'waybill_printed')), to)
  const { failures } = await obtainLabels(tx, who, orders)
  await failAudit(
    tx,
    who,
    orders.filter(({ id }) => failures.has(id)).map((order) => ({ ...order, status: to })),
    failures,
  )
  for (const [id, failure] of failures) reasons.set(id, shownFailure(who, failure))
}

/** Sends orders by another channel. What is not audited yet is only rewritten; what has a label gets a new one, if the channel takes it. */
export async function assignChannel(
  tx: Tx,
  who: Who,
  { ids, channelId }: InputOf<typeof calls.assignChannel>,
): Promise<BulkResult> {
  const channel = await tx
    .selectFrom('channels')
    .select(['channelCode', 'isEnabled'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', channelId)
    .forKeyShare()
    .executeTakeFirst()
  const noChannel = channelProblem(channel)
  if (!channel || noChannel) return refuseField('channelId', noChannel ?? ordersText.channelNotFound)
  const orders = await lockOrders(tx, who, ids, channelId)
  const reasons = await reasonsAgainst(tx, who, orders)
  for (const { id, orderNo, status, channelId: now } of orders) {
    const because = isReady({ status }) ? undefined : notNow(orderNo, status, 'edit')
    if (because) reasons.set(id, because)
    else if (now === channelId)
      reasons.set(id, fill(refusalText.sameChannel, { no: orderNo, channel: channel.channelCode }))
  }
  const rewritten = orders.filter((order) => !reasons.has(order.id) && !isReady(order))
  for (const [id, because] of await withoutReturnsBin(tx, who, rewritten)) reasons.set(id, because)
  for (const [id, because] of await heldByBlocked(tx, who, rewritten)) reasons.set(id, because)
  const open = orders.filter(({ id }) => !reasons.has(id))
  // Once for all of them, in customer order: what is held for some changes before the others' is released.
  await lockAccounts(tx, valuesOf(open, 'customerId'))
  const labelled = open.filter(isReady)
  for (const test of [testAccounts, testOrders, priceOn(channelId)]) {
    const left = labelled.filter(({ id }) => !reasons.has(id))
    for (const [id, failure] of await test(tx, who, left)) reasons.set(id, shownFailure(who, failure))
  }

  const moved = open.filter(({ id }) => !reasons.has(id))
  const early = moved.filter((order) => !isReady(order))
  await sql`update orders set channel_id = ${channelId}, forced_reason = null, row_version = row_version + 1, updated_at = business_now()
    where tenant_id = ${who.tenantId} and id = any(${idsOf(moved)}::bigint[])`.execute(tx)
  await releaseGoods(tx, who, idsOf(early))
  await voidLabels(tx, who, idsOf(early))
  const { edit, cancel_print } = orderStates.actions
  const after = ({ status }: Audited): OrderState =>
    status === 'audit_exception' ? edit.to : status === 'waybill_printed' ? cancel_print.to : status
  const returned = idsOf(early.filter(({ status }) => status === 'audit_exception'))
  await enter(tx, who, returned, edit.to)
  await auditLater(tx, who, returned)
  await writeChanges(
    tx,
    who,
    moved.map((order) => ({
      action: 'assign_channel',
      event: 'order.channel_changed',
      type: 'order',
      id: order.id,
      no: order.orderNo,
      before: { channelId: order.channelId, orderStatus: order.status },
      after: { channelId, orderStatus: after(order) },
    })),
  )
  await relabel(
    tx,
    who,
    moved.filter(isReady).map((order) => ({ ...order, channelId })),
    reasons,
  )
  return orderResults(who, ids, orders, reasons)
}

/** Those of the orders in exception whose carrier may have issued the label: they need not wait for its answer. */
async function maybeIssued(tx: Tx, who: Who, orders: readonly Audited[]): Promise<Set<number>> {
  const failed = orders.filter(({ status }) => status === 'audit_exception')
  const { rows } = await sql<{ orderId: number }>`
    select distinct order_id from waybills where tenant_id = ${who.tenantId} and status = 'failed' and is_unknown
      and order_id = any(${idsOf(failed)}::bigint[])`.execute(tx)
  return new Set(rows.map(({ orderId }) => orderId))
}

/** Gives up the labels of orders that are ready to go, and gets new ones; or those a carrier may have issued, and audits these orders again. */
export async function reissueLabels(
  tx: Tx,
  who: Who,
  { ids, reason }: InputOf<typeof reissueCall>,
): Promise<BulkResult> {
  const orders = await lockOrders(tx, who, ids)
  const reasons = await reasonsAgainst(tx, who, orders)
  const unknown = await maybeIssued(tx, who, orders)
  for (const { id, orderNo, status } of orders) {
    if (isReady({ status }) || unknown.has(id)) continue
    const because =
      status === 'audit_exception'
        ? fill(refusalText.nothingToReissue, { no: orderNo })
        : notNow(orderNo, status, 'cancel_print')
    if (because) reasons.set(id, because)
  }
  const open = orders.filter(({ id }) => !reasons.has(id))
  const { cancel_print, start_audit } = orderStates.actions
  await writeChanges(
    tx,
    who,
    open.map((order) => ({
      action: 'reissue_label',
      event: 'order.label_reissued',
      type: 'order',
      id: order.id,
      no: order.orderNo,
      before: { orderStatus: order.status },
      after: { orderStatus: (isReady(order) ? cancel_print : start_audit).to },
      reason,
    })),
  )
  const again = idsOf(open.filter((order) => !isReady(order)))
  await voidLabels(tx, who, again)
  // Before the others take numbers: an audit locks accounts and stock, see “Locks” in CONTRIBUTING.
  const audited = again.length > 0 ? await retryOrders(tx, who, again) : { ok: 0, failed: [] }
  await relabel(tx, who, open.filter(isReady), reasons)
  const others = ids.filter((id) => !again.includes(id))
  const { ok, failed } = orderResults(who, others, orders, reasons)
  return { ok: ok + audited.ok, failed: [...failed, ...audited.failed] }
}
