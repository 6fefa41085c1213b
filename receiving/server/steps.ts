import { sql } from 'kysely'
import { charge, completeLoads, eventOf, reverse } from '../../billing/server/events.ts'
import { type Actor, publishEvents, writeAudit, writeChanges } from '../../platform/audit/server/audit.ts'
import type { BulkResult, InputOf } from '../../platform/calls/call.ts'
import { refuse, refuseField } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import { idsOf, only } from '../../platform/database/server/rows.ts'
import { bulkResultOf } from '../../platform/lists/server/bulk-result.ts'
import type { Text } from '../../platform/text/text.ts'
import { fill } from '../../platform/text/text.ts'
import type * as calls from '../contract.ts'
import type { InboundStanding } from '../contract.ts'
import { hasLoads, isAllIn, notNow } from '../rules.ts'
import { type InboundState, inboundStates } from '../states.ts'
import { receivingText } from '../text.ts'
import { pendingOf, standingOf } from './get-inbound.ts'
import { type HeldInbound, holdInbound, lockInbound, readyFor } from './inbounds.ts'

/** Locked first and read afterwards, so that a waiting transaction sees the changes of the first one. */
const lockAll = async (tx: Tx, who: Who, ids: readonly number[]) => {
  await sql`select 1 from inbounds where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[])
    order by id for no key update`.execute(tx)
  const { rows } = await sql<{
    id: number
    inboundNo: string
    status: InboundState
    receipts: number
    live: number
    arrivedBy: string | null
    arrivedAt: string | null
  }>`
    select i.id, i.inbound_no, i.status, r.receipts, r.live, a.user_name as arrived_by,
      to_char(i.arrived_at at time zone ${who.zone}, 'YYYY-MM-DD HH24:MI') as arrived_at
    from inbounds i
    left join accounts a on a.tenant_id = i.tenant_id and a.id = i.arrived_by
    cross join lateral (select count(*) as receipts, count(*) filter (where cancelled_at is null) as live
      from receipts r where r.tenant_id = i.tenant_id and r.inbound_id = i.id) r
    where i.tenant_id = ${who.tenantId} and i.id = any(${ids}::bigint[]) order by i.id`.execute(tx)
  return rows
}
type Locked = Awaited<ReturnType<typeof lockAll>>[number]
type BulkAction = 'submit' | 'withdraw' | 'confirm' | 'undo_arrival' | 'void'

/** Further conditions of a step besides the status. */
const guards: Partial<Record<BulkAction, (item: Locked) => Text | undefined>> = {
  withdraw: ({ receipts }) => (receipts > 0 ? receivingText.hasReceipts : undefined),
  undo_arrival: ({ live }) => (live > 0 ? receivingText.hasLiveReceipts : undefined),
}

const eventKinds: Record<BulkAction, string> = {
  submit: 'submitted',
  withdraw: 'withdrawn',
  confirm: 'arrived',
  undo_arrival: 'arrival_undone',
  void: 'voided',
}

/** The second user is told who came first. */
function whyNot(item: Locked, action: BulkAction): Text | undefined {
  if (action === 'confirm' && item.arrivedBy !== null)
    return fill(receivingText.alreadyArrived, { who: item.arrivedBy, when: item.arrivedAt ?? '' })
  return notNow(item.inboundNo, item.status, action) ?? guards[action]?.(item)
}

/** Applies the step where possible; the others are skipped and reported with the reason. */
const step =
  (action: BulkAction) =>
  async (tx: Tx, who: Who, { ids }: { ids: number[] }): Promise<BulkResult> => {
    const results = await lockAll(tx, who, ids)
    const reasons = new Map(results.map((item) => [item.id, whyNot(item, action)]))
    const eligible = results.filter(({ id }) => reasons.get(id) === undefined)
    const { to } = inboundStates.actions[action]
    const arrival =
      action === 'confirm'
        ? { arrivedAt: sql<string>`business_now()`, arrivedBy: who.accountId }
        : action === 'undo_arrival' && { arrivedAt: null, arrivedBy: null, firstReceiveAt: null }
    await tx
      .updateTable('inbounds')
      .set((is) => ({
        status: to,
        ...arrival,
        rowVersion: is('rowVersion', '+', 1),
        updatedAt: sql<string>`business_now()`,
      }))
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', sql<number>`any(${idsOf(eligible)}::bigint[])`)
      .execute()
    await writeChanges(
      tx,
      who,
      eligible.map(({ id, inboundNo, status }) => ({
        action,
        event: `inbound.${eventKinds[action]}`,
        type: 'inbound',
        id,
        no: inboundNo,
        before: { inboundStatus: status },
        after: { inboundStatus: to },
      })),
    )
    const known = new Map(results.map((item) => [item.id, item.inboundNo]))
    return bulkResultOf(who, ids, { known, reasons, notFound: receivingText.notFound })
  }

export const submitInbounds = step('submit')
export const withdrawInbounds = step('withdraw')
export const confirmInbounds = step('confirm')
export const undoInboundArrivals = step('undo_arrival')
export const voidInbounds = step('void')

/** The billing facts of an inbound order: how much arrived, its size and its weight. */
async function factsOf(tx: Tx, who: Actor, { id: inboundId, palletCount, containerCount }: HeldInbound) {
  const { rows } = await sql<{ facts: object; differs: boolean; pieces: number }>`
    select coalesce(bool_or(l.good + l.defective <> l.expected), false) as differs,
      coalesce(sum(l.good + l.defective), 0)::bigint as pieces,
      jsonb_build_object(
        'boxes', (select count(*) from inbound_boxes b where b.tenant_id = ${who.tenantId} and b.inbound_id = ${inboundId}
          and b.status = 'received'),
        'boxSizes', (select coalesce(jsonb_agg(jsonb_build_object('boxId', b.id, 'boxNo', b.box_no,
          'length', coalesce(b.measured_length, b.length)::text, 'width', coalesce(b.measured_width, b.width)::text,
          'height', coalesce(b.measured_height, b.height)::text, 'weight', coalesce(b.measured_weight, b.weight)::text)
          order by b.id), '[]') from inbound_boxes b where b.tenant_id = ${who.tenantId} and b.inbound_id = ${inboundId}
          and b.status = 'received'),
        'pallets', ${palletCount}::int, 'containers', ${containerCount}::int,
        'skus', count(distinct l.product_id) filter (where l.good + l.defective > 0),
        'pieces', coalesce(sum(l.good + l.defective), 0),
        'lines', coalesce(jsonb_agg(jsonb_build_object(
          'productId', p.id, 'sku', p.sku, 'good', l.good, 'defective', l.defective, 'boxId', l.box_id,
          'length', coalesce(p.measured_length, p.declared_length)::text,
          'width', coalesce(p.measured_width, p.declared_width)::text,
          'height', coalesce(p.measured_height, p.declared_height)::text,
          'weight', coalesce(p.measured_weight, p.declared_weight)::text) order by l.id)
          filter (where l.good + l.defective > 0), '[]')) as facts
    from inbound_lines l join products p on p.tenant_id = l.tenant_id and p.id = l.product_id
    where l.tenant_id = ${who.tenantId} and l.inbound_id = ${inboundId}`.execute(tx)
  return only(rows)
}

/** The version of an inbound's billing facts. A price calculated years later reads facts of every version. */
const FACTS_VERSION = 1

/** Returns and everything else have different prices. */
const kindOf = (inboundType: string) => (inboundType === 'return' ? 'return' : 'inbound')

export async function completeInbound(
  tx: Tx,
  who: Who,
  { id, differenceNote, ...given }: InputOf<typeof calls.completeInbound>,
) {
  const before = await lockInbound(tx, who, id, 'complete')
  const waiting = await pendingOf(tx, who, id)
  const pending = waiting.reduce((sum, { quantity }) => sum + quantity, 0)
  if (pending > 0) refuse(receivingText.putawayOpen, { pending })
  const loads = loadsAfter(before, given)
  await writeLoads(tx, who, before, loads)
  return close(tx, who, { ...before, ...loads }, differenceNote)
}

type Loads = Pick<HeldInbound, 'palletCount' | 'containerCount'>

/** What is not given stays as it was counted. */
const loadsAfter = (before: HeldInbound, given: Partial<Loads>): Loads => ({
  palletCount: given.palletCount === undefined ? before.palletCount : given.palletCount,
  containerCount: given.containerCount === undefined ? before.containerCount : given.containerCount,
})

/** Stores counts that differ. Returns whether they do. */
async function writeLoads(tx: Tx, who: Who, before: HeldInbound, after: Loads): Promise<boolean> {
  const { id, palletCount, containerCount } = before
  if (palletCount === after.palletCount && containerCount === after.containerCount) return false
  await tx
    .updateTable('inbounds')
    .set((is) => ({
      ...after,
      rowVersion: is('rowVersion', '+', 1),
      updatedAt: sql<string>`business_now()`,
    }))
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .execute()
  await writeChanges(tx, who, [
    {
      action: 'count_loads',
      event: 'inbound.loads_counted',
      type: 'inbound',
      id,
      no: before.inboundNo,
      before: { palletCount, containerCount },
      after,
    },
  ])
  return true
}

/** Counts pallets and containers during receiving, or afterwards for an order that is not charged yet. */
export async function countLoads(tx: Tx, who: Who, { id, ...loads }: InputOf<typeof calls.countLoads>) {
  const before = await holdInbound(tx, who, id)
  if (!hasLoads(before.status)) refuse(receivingText.loadsTooEarly, { no: before.inboundNo })
  if (!(await writeLoads(tx, who, before, loads)) || before.status !== 'complete') return {}
  const isTaken = await completeLoads(tx, who, kindOf(before.inboundType), id, {
    pallets: loads.palletCount,
    containers: loads.containerCount,
  })
  if (!isTaken) refuse(receivingText.loadsCharged, { no: before.inboundNo })
  return {}
}

/** What the system does automatically, within the request that caused it. */
const bySystem = (who: Who): Actor => ({ ...who, accountId: null, loginAccount: 'system' })

/** The document after some work on it. Where nothing is left to decide, the system closes it. */
export async function standingAfter(tx: Tx, who: Who, inbound: HeldInbound): Promise<InboundStanding> {
  const standing = await standingOf(tx, who, inbound.id)
  if (!isAllIn(standing)) return standing
  await closeBySystem(tx, who, { ...inbound, status: standing.status })
  return standingOf(tx, who, inbound.id)
}

export async function closeBySystem(tx: Tx, who: Who, inbound: HeldInbound) {
  await close(tx, bySystem(who), inbound, null)
  return tx
    .selectFrom('inbounds')
    .select(['status', 'rowVersion'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', inbound.id)
    .executeTakeFirstOrThrow()
}

/**
 * Locks the order for work on its goods. An order the system closed is reopened on the same day: one more
 * piece, or an undone count, needs no permission to reopen. An order a user closed stays closed.
 */
export async function lockForWork(
  tx: Tx,
  who: Who,
  id: number,
  action: 'receive' | 'cancel_receipt' | 'put_away' | 'add_box',
): Promise<HeldInbound> {
  const match = await holdInbound(tx, who, id)
  if (!match.reopensItself) return readyFor(action, match)
  const { status } = await openAgain(tx, bySystem(who), match)
  return { ...match, status }
}

/**
 * Closes the document and stores its billing facts in the same transaction.
 *
 * Opening stock is not charged, so it has no event.
 */
async function close(tx: Tx, who: Actor, before: HeldInbound, differenceNote: string | null) {
  const { id } = before
  await settleBoxes(tx, who, id)
  const { facts, differs, pieces } = await factsOf(tx, who, before)
  if (pieces === 0) refuse(receivingText.nothingReceived)
  if (differs && !differenceNote) refuseField('differenceNote', receivingText.reasonNeeded)

  const { to } = inboundStates.actions.complete
  await tx
    .updateTable('inbounds')
    .set((is) => ({
      status: to,
      completedAt: sql<string>`business_now()`,
      completedBy: sql<number>`coalesce(${who.accountId}::bigint, system_account())`,
      differenceNote: differs ? differenceNote : null,
      rowVersion: is('rowVersion', '+', 1),
      updatedAt: sql<string>`business_now()`,
    }))
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .execute()
  if (before.inboundType !== 'init')
    await charge(
      tx,
      who,
      [
        {
          kind: kindOf(before.inboundType),
          sourceId: id,
          sourceNo: before.inboundNo,
          customerId: before.customerId,
          factsVersion: FACTS_VERSION,
          facts,
        },
      ],
      // One that closed itself may open again the same day without a trace in the customer's money.
      who.accountId === null ? 'at_the_end_of_the_day' : 'now',
    )
  await writeAudit(tx, who, [
    {
      action: 'complete',
      type: 'inbound',
      id,
      no: before.inboundNo,
      before: { inboundStatus: before.status },
      after: { inboundStatus: to },
      ...(differs && differenceNote && { reason: differenceNote }),
    },
  ])
  await publishEvents(tx, who, [{ kind: 'inbound.completed', type: 'inbound', id }])
  return { status: to }
}

/** A box of which anything arrived is received, however short; the others are missing. */
const settleBoxes = (tx: Tx, who: Actor, inboundId: number) =>
  sql`
    update inbound_boxes b set status = (case when came.something then 'received' else 'missing' end)::inbound_box_status,
      received_at = case when came.something then business_now() end
    from inbound_boxes o cross join lateral (select exists (select 1 from inbound_lines l
      where l.tenant_id = o.tenant_id and l.inbound_id = o.inbound_id and l.box_id = o.id and l.good + l.defective > 0) as something) came
    where b.tenant_id = ${who.tenantId} and b.inbound_id = ${inboundId} and b.status = 'expected'
      and o.tenant_id = b.tenant_id and o.id = b.id`.execute(tx)

/** A short box is expected again, unless it was counted as a box: then what it lacks did not arrive. */
export const expectShortBoxes = (tx: Tx, who: Actor, inboundId: number) =>
  sql`
    update inbound_boxes b set status = 'expected', received_at = null
    where b.tenant_id = ${who.tenantId} and b.inbound_id = ${inboundId} and b.status = 'received' and exists (
      select 1 from inbound_lines l where l.tenant_id = b.tenant_id and l.inbound_id = b.inbound_id and l.box_id = b.id
        and l.good + l.defective < l.expected) and not exists (
      select 1 from receipts r where r.tenant_id = b.tenant_id and r.inbound_id = b.inbound_id and r.cancelled_at is null
        and (r.box_id = b.id or (r.box_id is null and r.mode = 'whole' and exists (
          select 1 from receipt_lines x join inbound_lines l on l.tenant_id = x.tenant_id and l.id = x.line_id
          where x.tenant_id = r.tenant_id and x.receipt_id = r.id and l.box_id = b.id))))`.execute(tx)

/** Reopens it on the same day, while nothing was priced; its charge is reversed. */
export async function reopenInbound(tx: Tx, who: Who, { id, reason }: InputOf<typeof calls.reopenInbound>) {
  const before = await lockInbound(tx, who, id, 'reopen')
  if (!before.isClosedToday) refuse(receivingText.reopenDay)
  return openAgain(tx, who, before, reason)
}

async function openAgain(tx: Tx, who: Actor, before: HeldInbound, reason?: string) {
  const { id } = before
  const event = await eventOf(tx, who, kindOf(before.inboundType), id)
  if (event) await reverse(tx, who, event.id, reason ?? before.inboundNo)
  const { to } = inboundStates.actions.reopen
  await sql`update inbound_boxes set status = 'expected'
    where tenant_id = ${who.tenantId} and inbound_id = ${id} and status = 'missing'`.execute(tx)
  // Closing has marked the boxes of which loose pieces came as received.
  await expectShortBoxes(tx, who, id)
  await tx
    .updateTable('inbounds')
    .set((is) => ({
      status: to,
      completedAt: null,
      completedBy: null,
      differenceNote: null,
      rowVersion: is('rowVersion', '+', 1),
      updatedAt: sql<string>`business_now()`,
    }))
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .execute()
  await writeAudit(tx, who, [
    {
      action: 'reopen',
      type: 'inbound',
      id,
      no: before.inboundNo,
      before: { inboundStatus: before.status },
      after: { inboundStatus: to },
      ...(reason && { reason }),
    },
  ])
  await publishEvents(tx, who, [{ kind: 'inbound.reopened', type: 'inbound', id }])
  return { status: to }
}
