import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../../platform/calls/call.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { idsOf } from '../../../platform/database/server/rows.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import type * as calls from '../contract.ts'
import { MAX_ORDERS, splitOrders } from '../plan.ts'
import { notRegrouped } from '../rules.ts'
import { pickingText } from '../text.ts'
import { holdOrders, type Order, writeLists } from './create.ts'
import { freeOrders, type Held, holdWithOrders, logChange, resultOf, stepOf } from './steps.ts'

type Regrouped = OutputOf<typeof calls.mergePickingLists>

/** The lists and their orders that have not been shipped, locked; and why a list must stay as it is. */
async function holdLists(tx: Tx, who: Who, ids: readonly number[]) {
  const lists = await holdWithOrders(tx, who, ids)
  const { rows } = await sql<{ orderId: number }>`select order_id from picking_list_orders
    where tenant_id = ${who.tenantId} and list_id = any(${ids}::bigint[]) and is_live order by order_id`.execute(
    tx,
  )
  const held = await holdOrders(
    tx,
    who,
    rows.map(({ orderId }) => orderId),
  )
  const orders = held.filter(({ status }) => status !== 'shipped')
  const byList = Map.groupBy(orders, ({ onList }) => onList)
  const reasons = new Map(
    lists.map((list) => [list.id, notRegrouped(list, byList.get(list.pickingNo) ?? [])]),
  )
  return { lists, orders, reasons }
}

/**
 * Cancels the lists and writes new ones for their orders. No order ever joins a list that exists: what a paper or a screen shows under a
 * number stays true.
 */
async function regroup(
  tx: Tx,
  who: Who,
  action: string,
  lists: readonly Held[],
  parts: ReturnType<typeof splitOrders<Order>>,
) {
  await freeOrders(tx, who, lists)
  const numbers = (of: readonly { pickingNo: string }[]) => of.map(({ pickingNo }) => pickingNo).join(', ')
  const made = await writeLists(tx, who, parts, numbers(lists))
  const changes = lists.map((list) => stepOf(list, 'cancel'))
  await logChange(
    tx,
    who,
    action,
    'cancelled',
    changes.map(({ after, ...step }) => ({ ...step, after: { ...after, laterLists: numbers(made) } })),
  )
  return made
}

/** Merges lists. One that cannot be merged keeps all of them as they are; of each the result says why. */
export async function mergePickingLists(
  tx: Tx,
  who: Who,
  { ids }: InputOf<typeof calls.mergePickingLists>,
): Promise<Regrouped> {
  const { lists, orders, reasons } = await holdLists(tx, who, ids)
  const isPossible = lists.length === ids.length && lists.every(({ id }) => !reasons.get(id))
  const all = (reason: Text | undefined) => new Map(lists.map(({ id }) => [id, reasons.get(id) ?? reason]))
  const refused = (reason: Text) => ({ ...resultOf(who, ids, lists, all(reason)), lists: [] })
  if (!isPossible) return refused(pickingText.othersStay)
  if (ids.length < 2) return refused(pickingText.mergeTwo)
  if (orders.length > MAX_ORDERS)
    return refused(fill(pickingText.tooManyToMerge, { orders: orders.length, max: MAX_ORDERS }))
  const made = await regroup(
    tx,
    who,
    'merge_lists',
    lists,
    splitOrders(orders, { perList: MAX_ORDERS, isMixed: true }),
  )
  return { ...resultOf(who, ids, lists, reasons), lists: made }
}

/** Splits a list: the chosen orders are kept apart, and no list has more orders than wanted. */
export async function splitPickingList(
  tx: Tx,
  who: Who,
  { id, orderIds = [], perList }: InputOf<typeof calls.splitPickingList>,
): Promise<Regrouped> {
  const { lists, orders, reasons } = await holdLists(tx, who, [id])
  const listed = new Set(idsOf(orders))
  const chosen = new Set(orderIds)
  const parts = [
    orders.filter(({ id }) => chosen.has(id)),
    orders.filter(({ id }) => !chosen.has(id)),
  ].flatMap((part) => splitOrders(part, { perList, isMixed: true }))
  for (const { id, pickingNo: no } of lists)
    if (!reasons.get(id))
      reasons.set(
        id,
        orderIds.some((orderId) => !listed.has(orderId))
          ? fill(pickingText.chosenHasLeft, { no })
          : parts.length < 2
            ? fill(pickingText.nothingToSplit, { no })
            : undefined,
      )
  const ready = lists.filter(({ id }) => !reasons.get(id))
  const made = ready.length > 0 ? await regroup(tx, who, 'split_list', ready, parts) : []
  return { ...resultOf(who, [id], lists, reasons), lists: made }
}
