import { sql } from 'kysely'
import { writeChanges } from '../../platform/audit/server/audit.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import { idsOf } from '../../platform/database/server/rows.ts'
import { type Failure, failureText, withoutTheirWords } from '../audit.ts'
import { type OrderState, orderStates } from '../states.ts'

/** An order in the audit, with the status it had before. */
type Audited = { id: number; orderNo: string; customerId?: number; status: OrderState }

type Entered = { id: number; isRequested: boolean }
const requestedAmong = (rows: readonly Entered[]) => idsOf(rows.filter(({ isRequested }) => isRequested))

/** Brings orders into a status; `also` sets further columns, each with a comma after it. */
export const enter = (tx: Tx, who: Who, ids: readonly number[], status: OrderState, also = sql``) =>
  sql<Entered>`update orders set status = ${status}::order_status, status_at = business_now(), exception_code = null, exception_facts = null,
      ${also}
      row_version = row_version + 1, updated_at = business_now()
    where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[])
    returning id, intercept_status = 'requested' as is_requested`.execute(tx)

/** An intercept that was requested during the audit counts from its end: a job decides it, as if it were requested now. */
async function decideLater(tx: Tx, requested: readonly number[]) {
  if (requested.length > 0)
    await sql`select enqueue('decide_intercepts', ${JSON.stringify({ ids: requested })}::json)`.execute(tx)
}

/** How an audit is run: with all tests, forced by a manager for a reason, or again, with what a manager forced before. */
export type Force = { kind: 'none' } | { kind: 'now'; reason: string } | { kind: 'before' }

export const startAudit = (tx: Tx, who: Who, ids: readonly number[], force: Force) =>
  enter(
    tx,
    who,
    ids,
    orderStates.actions.start_audit.to,
    force.kind === 'before' ? sql`` : sql`forced_reason = ${force.kind === 'now' ? force.reason : null},`,
  )

/**
 * Records that the audit of orders continues in the background: a carrier was asked for their labels. Or that a manager forced it, for
 * orders that still lack something.
 */
export async function noteStarted(tx: Tx, who: Who, orders: readonly Audited[], forcedBecause?: string) {
  await writeChanges(
    tx,
    who,
    orders.map(({ id, orderNo, status, customerId }) => ({
      action: forcedBecause === undefined ? 'start_audit' : 'force_audit',
      event: 'order.audit_started',
      type: 'order',
      id,
      no: orderNo,
      before: { orderStatus: status },
      after: { orderStatus: orderStates.actions.start_audit.to },
      ...(forcedBecause !== undefined && { reason: forcedBecause }),
      customerId,
    })),
  )
}

/** Ends the audit of orders that have everything; those whose labels were printed before need no second print. */
export async function passAudit(
  tx: Tx,
  who: Who,
  orders: readonly Audited[],
  printed: ReadonlySet<number> = new Set(),
  forcedBecause?: string,
) {
  if (orders.length === 0) return
  const toOf = ({ id }: Audited) => orderStates.actions[printed.has(id) ? 'pass_printed' : 'pass_audit'].to
  for (const action of ['pass_audit', 'pass_printed'] as const) {
    const { to } = orderStates.actions[action]
    const ids = idsOf(orders.filter((order) => toOf(order) === to))
    if (ids.length === 0) continue
    const audited = sql`audited_at = business_now(), audited_by = ${who.accountId},`
    const { rows } = await enter(tx, who, ids, to, audited)
    await decideLater(tx, requestedAmong(rows))
  }
  await writeChanges(
    tx,
    who,
    orders.map((order) => ({
      event: 'order.audit_passed',
      action: forcedBecause === undefined ? 'pass_audit' : 'force_audit',
      type: 'order',
      id: order.id,
      no: order.orderNo,
      before: { orderStatus: order.status },
      after: { orderStatus: toOf(order) },
      ...(forcedBecause !== undefined && { reason: forcedBecause }),
      customerId: order.customerId,
    })),
  )
}

/** Ends the audit of orders that lack something, or takes orders out of the shipment because of it. */
export async function failAudit(
  tx: Tx,
  who: Who,
  orders: readonly Audited[],
  failures: ReadonlyMap<number, Failure>,
) {
  if (orders.length === 0) return
  const { to } = orderStates.actions.fail_audit
  const failed = orders.flatMap((order) => {
    const failure = failures.get(order.id)
    return failure ? [{ ...order, failure }] : []
  })
  const { rows } =
    await sql<Entered>`update orders o set status = ${to}::order_status, status_at = business_now(),
      exception_code = x.code, exception_facts = x.facts, row_version = o.row_version + 1, updated_at = business_now()
    from unnest(${idsOf(failed)}::bigint[], ${failed.map(({ failure }) => failure.code)}::order_exception[],
      ${failed.map(({ failure: { text, values } }) => JSON.stringify({ text, values }))}::jsonb[]) x (id, code, facts)
    where o.tenant_id = ${who.tenantId} and o.id = x.id
    returning o.id, o.intercept_status = 'requested' as is_requested`.execute(tx)
  // What was requested of an order that was ready to go still waits for its answer.
  const audited = new Set(idsOf(failed.filter(({ status }) => !orderStates.allows(status, 'fall_short'))))
  await decideLater(
    tx,
    requestedAmong(rows).filter((id) => audited.has(id)),
  )
  await writeChanges(
    tx,
    who,
    failed.map(({ id, orderNo, status, failure, customerId }) => ({
      action: 'fail_audit',
      event: 'order.audit_failed',
      type: 'order',
      id,
      no: orderNo,
      before: { orderStatus: status },
      after: { orderStatus: to, exceptionCode: failure.code },
      // The log is sealed: nothing of a recipient could be deleted from it.
      reason: failureText(withoutTheirWords(failure)),
      customerId,
      payload: { code: failure.code },
    })),
  )
}
