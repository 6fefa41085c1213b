import { sql } from 'kysely'
import { takeNumbers } from '../../../channels/numbers/server/numbers.ts'
import type { LabelSource } from '../../../db/schema.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { idsOf } from '../../../platform/database/server/rows.ts'
import { codeKey } from '../../../platform/lists/codes.ts'
import { type Failure, failedLabel } from '../../audit.ts'
import type { WaybillState } from '../states.ts'
import { waybillStates } from '../states.ts'
import { voidLabels } from './give-up.ts'
import { enqueueEach } from './queue.ts'

type Actor = Pick<Who, 'tenantId'>
type Labelled = { id: number; channelId: number }

type Need = {
  orderId: number
  packageId: number
  channelId: number
  channelCode: string
  source: LabelSource
  accountId: number | null
  waybillId: number | null
  status: WaybillState | null
  isUnknown: boolean
  isPrinted: boolean
  /** A label of the channel it had before is still being requested. */
  isOther: boolean | null
  orderNo: string
}

/** What became of the labels of orders. The rest have theirs. */
export type Labels = {
  failures: Map<number, Failure>
  /** The carrier has been asked; its answer is awaited outside the transaction. */
  awaited: Set<number>
  /** All labels have been printed already. */
  printed: Set<number>
}

/** A carrier's answer is awaited so long before its audit counts as timed out. */
export const PATIENCE_SECONDS = 600

/**
 * Gets a label for every package of these orders that has none: a number from the channel's pool, the customer's upload, or a request
 * to the carrier. The orders are locked by the caller.
 */
export async function obtainLabels(tx: Tx, who: Actor, orders: readonly Labelled[]): Promise<Labels> {
  const ids = idsOf(orders)
  if (ids.length === 0) return { failures: new Map(), awaited: new Set(), printed: new Set() }
  await voidLabels(tx, who, ids, { ofOtherChannels: true })
  await sql`
    insert into packages (tenant_id, order_id) select ${who.tenantId}, o.id from unnest(${ids}::bigint[]) o (id)
    where not exists (select 1 from packages p where p.tenant_id = ${who.tenantId} and p.order_id = o.id)
    on conflict do nothing`.execute(tx)
  const { rows: needs } = await sql<Need>`
    select o.id as order_id, p.id as package_id, h.id as channel_id, h.channel_code, h.label_source as source,
      h.carrier_account_id as account_id, w.id as waybill_id, w.status, coalesce(w.is_unknown, false) as is_unknown,
      coalesce(w.print_count, 0) > 0 as is_printed, w.channel_id <> h.id as is_other, o.order_no
    from orders o
    join unnest(${ids}::bigint[], ${orders.map(({ channelId }) => channelId)}::bigint[]) with ordinality x (id, channel_id, n) on x.id = o.id
    join channels h on h.tenant_id = o.tenant_id and h.id = x.channel_id
    join packages p on p.tenant_id = o.tenant_id and p.order_id = o.id
    left join waybills w on w.tenant_id = p.tenant_id and w.package_id = p.id
      and w.status in ('requesting', 'obtained', 'failed')
    where o.tenant_id = ${who.tenantId} and o.id = any(${ids}::bigint[])
    order by x.n, p.package_seq`.execute(tx)

  const failures = new Map<number, Failure>()
  for (const { orderId, orderNo, isOther } of needs)
    if (isOther) failures.set(orderId, failedLabel('label_failed', 'labelUnderWay', { no: orderNo }))
  const missing = needs.filter(({ status, isOther }) => status !== 'obtained' && !isOther)
  for (const need of missing)
    if (need.source === 'uploaded' || need.source === 'platform')
      failures.set(need.orderId, failedLabel('label_waiting', 'labelMissing', { channel: need.channelCode }))

  const toDraw = missing.filter(isDrawn)
  const numbers = await numbersFor(tx, who, toDraw, failures)
  await addObtained(tx, who, toDraw, numbers)

  const toBuy = missing.filter(isBought)
  await request(tx, who, toBuy)
  return {
    failures,
    awaited: new Set(toBuy.map(({ orderId }) => orderId)),
    printed: new Set(
      [...Map.groupBy(needs, ({ orderId }) => orderId)].flatMap(([id, packages]) =>
        packages.every(({ isPrinted }) => isPrinted) ? [id] : [],
      ),
    ),
  }
}

/** Labels of our own, without a carrier: numbers of a pool, and delivery notes. */
const isDrawn = ({ source, accountId }: Need) =>
  source === 'none' || (source === 'self_built' && accountId === null)
const isBought = ({ source, accountId }: Need) =>
  source === 'carrier_api' || (source === 'self_built' && accountId !== null)

/** A number for each package of a self-built channel, as far as the pools go; the first orders first. */
async function numbersFor(tx: Tx, who: Actor, needs: readonly Need[], failures: Map<number, Failure>) {
  const wanted = new Map<number, number>()
  const numbered = needs.filter(({ source }) => source === 'self_built')
  for (const { channelId } of numbered) wanted.set(channelId, (wanted.get(channelId) ?? 0) + 1)
  const numbers = new Map<number, string>()
  if (wanted.size === 0) return numbers
  const taken = await takeNumbers(tx, who, wanted)
  const used = await usedNumbers(tx, who, [...taken.values()].flat())
  for (const { orderId, packageId, channelId, channelCode } of numbered) {
    const number = taken.get(channelId)?.shift()
    const key = number && `${channelId} ${number.toUpperCase()}`
    if (!number) failures.set(orderId, failedLabel('label_failed', 'noNumbers', { channel: channelCode }))
    else if (key && used.has(key))
      failures.set(orderId, failedLabel('label_failed', 'numberUsed', { channel: channelCode, number }))
    else numbers.set(packageId, number)
  }
  return numbers
}

/** Numbers of these that a live label of the same carrier has already. They are looked up by the index, however many labels there are. */
async function usedNumbers(tx: Tx, who: Actor, numbers: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ channelId: number; trackingKey: string }>`
    select h.id as channel_id, w.tracking_key
    from (select carrier, tracking_key from waybills
      where tenant_id = ${who.tenantId} and tracking_key = any(${numbers.map((no) => no.toUpperCase())}::text[])
        and status in ('obtained', 'voiding', 'void_failed') offset 0) w
    join channels h on h.tenant_id = ${who.tenantId} and h.carrier = w.carrier`.execute(tx)
  return new Set(rows.map(({ channelId, trackingKey }) => `${channelId} ${trackingKey}`))
}

/** Waybills that need no carrier: they are obtained in the moment they are requested. */
async function addObtained(tx: Tx, who: Actor, needs: readonly Need[], numbers: ReadonlyMap<number, string>) {
  const ready = needs.filter(({ source, packageId }) => source === 'none' || numbers.has(packageId))
  if (ready.length === 0) return
  const fresh = ready.filter(({ waybillId }) => waybillId === null)
  const added = await addWaybills(tx, who, fresh)
  const ids = ready.map(({ waybillId }) => waybillId ?? added.shift())
  const tracking = ready.map(({ packageId }) => numbers.get(packageId) ?? null)
  await sql`
    update waybills w set status = ${waybillStates.actions.obtain.to}::waybill_status, obtained_at = business_now(), tracking_no = x.tracking_no
    from unnest(${ids}::bigint[], ${tracking}::text[]) x (id, tracking_no)
    where w.tenant_id = ${who.tenantId} and w.id = x.id`.execute(tx)
  await rememberTracking(
    tx,
    who,
    ready.flatMap(({ orderId, packageId }) => {
      const trackingNo = numbers.get(packageId)
      return trackingNo ? [{ orderId, trackingNo }] : []
    }),
  )
}

/** An order is found by its tracking numbers. */
export async function rememberTracking(
  tx: Tx,
  who: Actor,
  labels: readonly { orderId: number; trackingNo: string }[],
) {
  await sql`
    insert into order_words (tenant_id, word, order_id, mark)
    select ${who.tenantId}, x.word, x.order_id, 'tracking'
    from unnest(${labels.map(({ trackingNo }) => codeKey(trackingNo))}::text[],
      ${labels.map(({ orderId }) => orderId)}::bigint[]) x (word, order_id) on conflict do nothing`.execute(
    tx,
  )
}

/** New waybills in the order given. No attempt of a package is used twice: a carrier sells one label for each. */
export async function addWaybills(
  tx: Tx,
  who: Actor,
  packages: readonly { packageId: number; channelId: number }[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number; packageId: number }>`
    insert into waybills (tenant_id, package_id, order_id, channel_id, label_source, label_format, carrier, carrier_account_id, attempt, status)
    select p.tenant_id, p.id, p.order_id, h.id, h.label_source, h.label_format, h.carrier, h.carrier_account_id,
      1 + coalesce((select max(b.attempt) from waybills b
        where b.tenant_id = p.tenant_id and b.order_id = p.order_id and b.package_id = p.id), 0), ${waybillStates.first}::waybill_status
    from unnest(${packages.map(({ packageId }) => packageId)}::bigint[], ${packages.map(({ channelId }) => channelId)}::bigint[]) x (package_id, channel_id)
    join packages p on p.tenant_id = ${who.tenantId} and p.id = x.package_id
    join channels h on h.tenant_id = ${who.tenantId} and h.id = x.channel_id
    returning id, package_id`.execute(tx)
  const idOf = new Map(rows.map(({ id, packageId }) => [packageId, id]))
  return packages.map(({ packageId }) => {
    const id = idOf.get(packageId)
    if (id === undefined) throw new Error(`no waybill for package ${packageId}`)
    return id
  })
}

/**
 * Requests labels from carriers: a job each, so that one slow answer delays no other label. A failed request is sent again under its
 * own attempt; where the carrier may have sold it, the job asks for that first.
 */
async function request(tx: Tx, who: Actor, needs: readonly Need[]) {
  if (needs.length === 0) return
  const added = await addWaybills(
    tx,
    who,
    needs.filter(({ waybillId }) => waybillId === null),
  )
  const again = needs.flatMap(({ waybillId, status }) =>
    waybillId !== null && status === 'failed' ? [waybillId] : [],
  )
  await sql`
    update waybills set status = ${waybillStates.actions.retry.to}::waybill_status, requested_at = business_now(), fail_facts = null,
      attempt = case when is_unknown then attempt else attempt + 1 end, calls = case when is_unknown then calls else 0 end,
      carrier_ref = case when is_unknown then carrier_ref end, tracking_no = case when is_unknown then tracking_no end,
      cost_amount = case when is_unknown then cost_amount end, cost_currency = case when is_unknown then cost_currency end
    where tenant_id = ${who.tenantId} and id = any(${again}::bigint[])`.execute(tx)
  const waiting = needs.flatMap(({ waybillId }) => (waybillId === null ? [] : [waybillId]))
  await enqueueEach(
    tx,
    'buy_label',
    [...added, ...waiting].map((id) => ({ id })),
  )
  await enqueueEach(
    tx,
    'end_late_audits',
    [{ ids: needs.map(({ orderId }) => orderId) }],
    PATIENCE_SECONDS + 1,
  )
}
