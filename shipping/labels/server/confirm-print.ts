import { sql } from 'kysely'
import { notNow } from '../../../orders/rules.ts'
import { orderResults } from '../../../orders/server/order-results.ts'
import { type OrderState, orderStates } from '../../../orders/states.ts'
import type { WaybillState } from '../../../orders/waybills/states.ts'
import { publishEvents, writeAudit, writeChanges } from '../../../platform/audit/server/audit.ts'
import type { BulkResult, InputOf } from '../../../platform/calls/call.ts'
import { refuse, refuseAs } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { idsOf } from '../../../platform/database/server/rows.ts'
import type { TaskState } from '../../../platform/tasks/tasks.ts'
import type { Text } from '../../../platform/text/text.ts'
import type * as calls from '../contract.ts'
import { confirmProblem, type PrintedOrder } from '../rules.ts'
import { labelsText } from '../text.ts'
import { lockOrders } from './print-labels.ts'

type Print = {
  isReprint: boolean
  reason: string | null
  confirmedBy: string | null
  status: TaskState
}

type Line = PrintedOrder & {
  position: number
  waybillId: number
  orderId: number
  copyNo: number
  waybill: WaybillState
  outcome: 'printed' | 'not_printed' | 'left_out' | 'refused' | null
  problem: Text | null
}

/** The print, locked before its orders: of two people who confirm it the second waits. */
async function lockPrint(tx: Tx, who: Who, id: number): Promise<Print> {
  await sql`select 1 from label_prints where tenant_id = ${who.tenantId} and id = ${id} for update`.execute(
    tx,
  )
  const { rows } = await sql<Print>`
    select j.is_reprint, j.reason, a.user_name as confirmed_by, k.status from label_prints j
    join tasks k on k.tenant_id = j.tenant_id and k.id = j.task_id
    left join accounts a on a.tenant_id = j.tenant_id and a.id = j.confirmed_by
    where j.tenant_id = ${who.tenantId} and j.id = ${id}`.execute(tx)
  return rows[0] ?? refuseAs({ kind: 'not_found' }, labelsText.printNotFound)
}

async function linesOf(tx: Tx, who: Who, printId: number): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select l.position, l.waybill_id, l.order_id, l.copy_no, l.outcome, l.problem, o.order_no, o.status, o.intercept_status,
      w.status as waybill
    from label_print_lines l
    join orders o on o.tenant_id = l.tenant_id and o.id = l.order_id
    join waybills w on w.tenant_id = l.tenant_id and w.id = l.waybill_id
    where l.tenant_id = ${who.tenantId} and l.print_id = ${printId} and l.outcome is distinct from 'left_out'
    order by l.position`.execute(tx)
  return rows
}

/**
 * Counts the labels that came out. An order all of whose labels are printed is printed; what changed between print and confirmation
 * is named and not brought forward.
 */
export async function confirmLabelPrint(
  tx: Tx,
  who: Who,
  { id, notPrinted }: InputOf<typeof calls.confirmLabelPrint>,
): Promise<BulkResult> {
  const print = await lockPrint(tx, who, id)
  if (['failed', 'cancelled'].includes(print.status)) refuse(labelsText.neverDrawn)
  if (!['done', 'partly_done'].includes(print.status)) refuse(labelsText.stillDrawing)
  const before = await linesOf(tx, who, id)
  const missing = new Set(notPrinted)
  if (notPrinted.some((waybill) => !before.some(({ waybillId }) => waybillId === waybill)))
    refuse(labelsText.notInPrint)
  if (print.confirmedBy !== null) {
    const isSame = before.every(
      ({ waybillId, outcome }) => missing.has(waybillId) === (outcome === 'not_printed'),
    )
    if (!isSame) refuseAs({ kind: 'moved_on' }, labelsText.confirmedAlready, { person: print.confirmedBy })
    return resultOf(who, before)
  }

  await lockOrders(tx, who, [...new Set(before.map(({ orderId }) => orderId))])
  const lines = (await linesOf(tx, who, id)).map((line): Line => {
    if (missing.has(line.waybillId)) return { ...line, outcome: 'not_printed' }
    const problem = confirmProblem(line, line.waybill, print.isReprint)
    return problem ? { ...line, outcome: 'refused', problem } : { ...line, outcome: 'printed' }
  })
  await writeOutcomes(tx, who, id, lines)
  const count = (outcome: Line['outcome']) => lines.filter((line) => line.outcome === outcome).length
  const after = {
    printed: count('printed'),
    notPrinted: count('not_printed'),
    refused: count('refused'),
  }
  await writeAudit(tx, who, [{ action: 'confirm', type: 'label_print', id, no: String(id), after }])
  await publishEvents(tx, who, [{ kind: 'label_print.confirmed', type: 'label_print', id, payload: after }])
  await bringForward(tx, who, print, lines)
  return resultOf(who, lines)
}

function resultOf({ language }: Who, lines: readonly Line[]): BulkResult {
  return {
    ok: lines.filter(({ outcome }) => outcome === 'printed').length,
    failed: lines.flatMap(({ orderId, orderNo, outcome, problem }) =>
      outcome === 'refused' ? [{ id: orderId, no: orderNo, reason: problem?.[language] ?? '' }] : [],
    ),
  }
}

async function writeOutcomes(tx: Tx, who: Who, printId: number, lines: readonly Line[]) {
  await sql`
    update label_print_lines l set outcome = x.outcome, problem = x.problem
    from unnest(${lines.map(({ position }) => position)}::int[], ${lines.map(({ outcome }) => outcome)}::label_outcome[],
      ${lines.map(({ problem }) => (problem ? JSON.stringify(problem) : null))}::jsonb[]) x (position, outcome, problem)
    where l.tenant_id = ${who.tenantId} and l.print_id = ${printId} and l.position = x.position`.execute(tx)
  await sql`update label_prints set confirmed_by = ${who.accountId}, confirmed_at = business_now()
    where tenant_id = ${who.tenantId} and id = ${printId}`.execute(tx)
  await sql`update waybills set print_count = print_count + 1, printed_at = business_now()
    where tenant_id = ${who.tenantId} and id = any(${printedOf(lines).map(({ waybillId }) => waybillId)}::bigint[])`.execute(
    tx,
  )
}

const printedOf = (lines: readonly Line[]) => lines.filter(({ outcome }) => outcome === 'printed')

/** Orders whose packages all have a printed label now; each order with a printed label in the audit log. */
async function bringForward(tx: Tx, who: Who, { isReprint, reason }: Print, lines: readonly Line[]) {
  const orders = new Map(printedOf(lines).map((line) => [line.orderId, line]))
  const { from, to } = orderStates.actions.print
  const { rows } = await sql<{ id: number }>`
    update orders o set status = ${to}::order_status, status_at = business_now(), row_version = o.row_version + 1,
      updated_at = business_now()
    where o.tenant_id = ${who.tenantId} and o.id = any(${[...orders.keys()]}::bigint[]) and o.status = ${from[0]}::order_status
      and not exists (select 1 from packages p
        left join waybills w on w.tenant_id = p.tenant_id and w.package_id = p.id and w.status = 'obtained'
        where p.tenant_id = o.tenant_id and p.order_id = o.id and coalesce(w.print_count, 0) = 0)
    returning o.id`.execute(tx)
  const moved = new Set(idsOf(rows))
  const copies = (orderId: number) =>
    Math.max(...printedOf(lines).flatMap((line) => (line.orderId === orderId ? [line.copyNo] : [])))
  await writeChanges(
    tx,
    who,
    [...orders.values()].map(({ orderId, orderNo, status }) => ({
      action: isReprint ? 'reprint' : 'print',
      event: isReprint ? 'order.label_reprinted' : 'order.label_printed',
      type: 'order',
      id: orderId,
      no: orderNo,
      before: moved.has(orderId) ? { orderStatus: status } : {},
      after: { ...(moved.has(orderId) && { orderStatus: to }), copyNo: copies(orderId) },
      ...(reason && { reason }),
      payload: { copyNo: copies(orderId), isPrinted: isReprint || moved.has(orderId) },
    })),
  )
}

type Held = PrintedOrder & { id: number }

/** Takes printed labels back, because they are lost or wrong. The next print of an order still says which copy it is. */
export async function cancelLabelPrint(
  tx: Tx,
  who: Who,
  { ids, reason }: InputOf<typeof calls.cancelLabelPrint>,
): Promise<BulkResult> {
  await lockOrders(tx, who, ids)
  const { rows: held } = await sql<Held>`
    select id, order_no, status, intercept_status from orders
    where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[]) order by id`.execute(tx)
  const reasons = new Map(
    held.map(({ id, orderNo, status }) => [id, notNow(orderNo, status, 'cancel_print')]),
  )
  const taken = held.filter(({ id }) => !reasons.get(id))
  const { to } = orderStates.actions.cancel_print
  const orders = idsOf(taken)
  await sql`update orders set status = ${to}::order_status, status_at = business_now(), row_version = row_version + 1,
      updated_at = business_now()
    where tenant_id = ${who.tenantId} and id = any(${orders}::bigint[])`.execute(tx)
  await sql`update waybills set print_count = 0, printed_at = null
    where tenant_id = ${who.tenantId} and order_id = any(${orders}::bigint[]) and status = 'obtained'`.execute(
    tx,
  )
  await writeChanges(
    tx,
    who,
    taken.map(({ id, orderNo, status }) => ({
      action: 'cancel_print',
      event: 'order.print_cancelled',
      type: 'order',
      id,
      no: orderNo,
      before: { orderStatus: status satisfies OrderState },
      after: { orderStatus: to },
      reason,
    })),
  )
  return orderResults(who, ids, held, reasons)
}
