import { sql } from 'kysely'
import { writeChanges } from '../../../platform/audit/server/audit.ts'
import type { BulkResult, InputOf } from '../../../platform/calls/call.ts'
import { refuseField } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { idsOf } from '../../../platform/database/server/rows.ts'
import { bulkResultsBy } from '../../../platform/lists/server/bulk-result.ts'
import { fill } from '../../../platform/text/text.ts'
import type * as calls from '../contract.ts'
import { notNow } from '../rules.ts'
import { type PickingAction, type PickingState, pickingStates } from '../states.ts'
import { pickingText } from '../text.ts'
import { pickersOf } from './find.ts'

export type Held = {
  id: number
  pickingNo: string
  status: PickingState
  assigneeId: number | null
  assigneeName: string | null
  printCount: number
  /** Orders that can still be picked or shipped, orders that were shipped, and pieces picked so far. */
  open: number
  shipped: number
  picked: number
}

/** Locked in id order and read afterwards, so that whichever call waited sees what happened in between. */
async function holdLists(tx: Tx, who: Who, ids: readonly number[]): Promise<Held[]> {
  await sql`select 1 from picking_lists where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[])
    order by id for no key update`.execute(tx)
  const { rows } = await sql<Held>`
    select l.id, l.picking_no, l.status, l.assignee_id, a.user_name as assignee_name, l.print_count, n.open, n.shipped,
      (select coalesce(sum(p.picked), 0)::bigint from picking_task_orders p where p.tenant_id = l.tenant_id and p.list_id = l.id) as picked
    from picking_lists l
    left join accounts a on a.tenant_id = l.tenant_id and a.id = l.assignee_id
    cross join lateral (
      select count(*) filter (where o.status <> 'shipped')::int as open, count(*) filter (where o.status = 'shipped')::int as shipped
      from picking_list_orders p join orders o on o.tenant_id = p.tenant_id and o.id = p.order_id
      where p.tenant_id = l.tenant_id and p.list_id = l.id and p.is_live) n
    where l.tenant_id = ${who.tenantId} and l.id = any(${ids}::bigint[]) order by l.id`.execute(tx)
  return rows
}

/**
 * The lists and their orders. Orders are always locked before lists: an order that is voided or shipped at the same time then
 * waits, or has left the list.
 */
export async function holdWithOrders(tx: Tx, who: Who, ids: readonly number[]): Promise<Held[]> {
  await sql`select 1 from orders o where o.tenant_id = ${who.tenantId} and o.id in (
      select p.order_id from picking_list_orders p
      where p.tenant_id = ${who.tenantId} and p.list_id = any(${ids}::bigint[]) and p.is_live)
    order by o.id for no key update`.execute(tx)
  return holdLists(tx, who, ids)
}

export const resultOf = bulkResultsBy('pickingNo', pickingText.notFound)

/** Writes the audit row and the event of a change of lists. */
export async function logChange(
  tx: Tx,
  who: Who,
  action: string,
  kind: string,
  changes: readonly { list: Held; before: object; after: object }[],
) {
  await writeChanges(
    tx,
    who,
    changes.map(({ list, before, after }) => ({
      action,
      event: `picking_list.${kind}`,
      type: 'picking_list',
      id: list.id,
      no: list.pickingNo,
      before,
      after,
    })),
  )
}

export const stepOf = (list: Held, action: PickingAction) => ({
  list,
  before: { pickingStatus: list.status },
  after: { pickingStatus: pickingStates.actions[action].to },
})

/** Lists that wait are being picked from now on. */
const start = (tx: Tx, who: Who, lists: readonly Held[]) =>
  sql`update picking_lists set status = ${pickingStates.actions.start.to}::picking_list_status, started_at = business_now()
    where tenant_id = ${who.tenantId} and id = any(${idsOf(lists)}::bigint[]) and status = 'waiting'`.execute(
    tx,
  )

/** Gives lists to a person. Only lists whose goods are still to be picked have a picker to choose. */
export async function assignPickingLists(
  tx: Tx,
  who: Who,
  { ids, assigneeId }: InputOf<typeof calls.assignPickingLists>,
): Promise<BulkResult> {
  const person = assigneeId && (await pickersOf(tx, who)).find(({ id }) => id === assigneeId)
  if (assigneeId && !person) refuseField('assigneeId', pickingText.pickerNotFound)
  const held = await holdLists(tx, who, ids)
  const reasons = new Map(held.map((list) => [list.id, notNow(list.pickingNo, list.status, 'complete')]))
  const ready = held.filter(({ id }) => !reasons.get(id))
  await sql`update picking_lists set assignee_id = ${assigneeId}
    where tenant_id = ${who.tenantId} and id = any(${idsOf(ready)}::bigint[])`.execute(tx)
  if (person) await start(tx, who, ready)
  await logChange(
    tx,
    who,
    'assign_picker',
    'assigned',
    ready.map((list) => {
      const step = person && list.status === 'waiting' ? stepOf(list, 'start') : undefined
      return {
        list,
        before: { ...step?.before, picker: list.assigneeName },
        after: { ...step?.after, picker: person ? person.userName : null },
      }
    }),
  )
  return resultOf(who, ids, held, reasons)
}

/** Counts how often lists were printed; the first time starts their picking. A cancelled list has no paper. */
export async function markPickingListsPrinted(
  tx: Tx,
  who: Who,
  { ids }: InputOf<typeof calls.markPickingListsPrinted>,
): Promise<BulkResult> {
  const held = await holdLists(tx, who, ids)
  const reasons = new Map(
    held.map(({ id, pickingNo, status }) => [
      id,
      status === 'cancelled' ? notNow(pickingNo, status, 'start') : undefined,
    ]),
  )
  const ready = held.filter(({ id }) => !reasons.get(id))
  await sql`update picking_lists set print_count = print_count + 1, printed_at = business_now()
    where tenant_id = ${who.tenantId} and id = any(${idsOf(ready)}::bigint[])`.execute(tx)
  await start(tx, who, ready)
  await logChange(
    tx,
    who,
    'print_list',
    'printed',
    ready.map((list) => {
      const step = list.status === 'waiting' ? stepOf(list, 'start') : undefined
      return {
        list,
        before: { ...step?.before, printCount: list.printCount },
        after: { ...step?.after, printCount: list.printCount + 1 },
      }
    }),
  )
  return resultOf(who, ids, held, reasons)
}

/** Cancels lists of which nothing was picked. Their orders can be put on another one; the goods stay allocated. */
export async function cancelPickingLists(
  tx: Tx,
  who: Who,
  { ids }: InputOf<typeof calls.cancelPickingLists>,
): Promise<BulkResult> {
  const held = await holdWithOrders(tx, who, ids)
  const reasons = new Map(
    held.map(({ id, pickingNo, status, picked }) => [
      id,
      notNow(pickingNo, status, 'cancel') ??
        (picked > 0 ? fill(pickingText.someArePicked, { no: pickingNo }) : undefined),
    ]),
  )
  const ready = held.filter(({ id }) => !reasons.get(id))
  await cancel(tx, who, ready)
  return resultOf(who, ids, held, reasons)
}

async function cancel(tx: Tx, who: Who, lists: readonly Held[]) {
  if (lists.length === 0) return
  await freeOrders(tx, who, lists)
  await logChange(
    tx,
    who,
    'cancel',
    'cancelled',
    lists.map((list) => stepOf(list, 'cancel')),
  )
}

/** Cancels lists, so that their orders can be put on others. */
export async function freeOrders(tx: Tx, who: Who, lists: readonly Held[]) {
  const ids = idsOf(lists)
  await sql`update orders o set pick_status = 'none' from picking_list_orders p
    where p.tenant_id = ${who.tenantId} and p.list_id = any(${ids}::bigint[]) and p.is_live
      and o.tenant_id = p.tenant_id and o.id = p.order_id and o.pick_status = 'listed'`.execute(tx)
  await sql`update picking_list_orders set is_live = false
    where tenant_id = ${who.tenantId} and list_id = any(${ids}::bigint[]) and is_live`.execute(tx)
  await sql`update picking_lists set status = ${pickingStates.actions.cancel.to}::picking_list_status, cancelled_at = business_now()
    where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[])`.execute(tx)
}

/** Counts everything that is still on the lists as picked. Lists whose orders have all left are done. */
export async function completePickingLists(
  tx: Tx,
  who: Who,
  { ids }: InputOf<typeof calls.completePickingLists>,
): Promise<BulkResult> {
  const held = await holdWithOrders(tx, who, ids)
  const reasons = new Map(held.map((list) => [list.id, notNow(list.pickingNo, list.status, 'complete')]))
  await complete(
    tx,
    who,
    held.filter(({ id }) => !reasons.get(id)),
  )
  return resultOf(who, ids, held, reasons)
}

async function complete(tx: Tx, who: Who, lists: readonly Held[]) {
  if (lists.length === 0) return
  const ids = idsOf(lists)
  await start(tx, who, lists)
  await sql`update picking_task_orders p set picked = p.quantity - p.short from picking_list_orders o
    where o.tenant_id = ${who.tenantId} and o.list_id = any(${ids}::bigint[]) and o.is_live
      and p.tenant_id = o.tenant_id and p.list_id = o.list_id and p.order_id = o.order_id`.execute(tx)
  await sql`update orders o set pick_status = 'picked' from picking_list_orders p
    where p.tenant_id = ${who.tenantId} and p.list_id = any(${ids}::bigint[]) and p.is_live
      and o.tenant_id = p.tenant_id and o.id = p.order_id and o.pick_status = 'listed'`.execute(tx)
  await sql`update picking_lists set status = ${pickingStates.actions.complete.to}::picking_list_status, picked_at = business_now()
    where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[])`.execute(tx)
  await logChange(
    tx,
    who,
    'complete',
    'picked',
    lists.map((list) => stepOf(list, 'complete')),
  )
  const left = lists.filter(({ open }) => open === 0)
  await finish(
    tx,
    who,
    left.map((list) => ({ ...list, status: pickingStates.actions.complete.to })),
  )
}

async function finish(tx: Tx, who: Who, lists: readonly Held[]) {
  if (lists.length === 0) return
  await sql`update picking_lists set status = ${pickingStates.actions.finish.to}::picking_list_status, done_at = business_now()
    where tenant_id = ${who.tenantId} and id = any(${idsOf(lists)}::bigint[])`.execute(tx)
  await logChange(
    tx,
    who,
    'finish',
    'done',
    lists.map((list) => stepOf(list, 'finish')),
  )
}

/**
 * Ends lists that have nothing left to do: those whose orders have all been shipped are done, even if their picking was never
 * completed, and those that all orders have left unpicked are cancelled. No order ever joins a list, so what is over stays so.
 */
export async function settlePickingLists(tx: Tx, who: Who, ids: readonly number[]): Promise<void> {
  const over = (await holdWithOrders(tx, who, ids)).filter(({ open }) => open === 0)
  const inHand = over.filter(({ status }) => pickingStates.allows(status, 'cancel'))
  const isGone = ({ shipped, picked }: Held) => shipped === 0 && picked === 0
  await cancel(tx, who, inHand.filter(isGone))
  await complete(
    tx,
    who,
    inHand.filter((list) => !isGone(list)),
  )
  await finish(
    tx,
    who,
    over.filter(({ status }) => pickingStates.allows(status, 'finish')),
  )
}
