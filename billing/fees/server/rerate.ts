import Big from 'big.js'
import { sql } from 'kysely'
import { writeChanges } from '../../../platform/audit/server/audit.ts'
import type { BulkResult, InputOf } from '../../../platform/calls/call.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { idsOf, only } from '../../../platform/database/server/rows.ts'
import type { Decimal } from '../../../platform/text/decimal.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import { blockedReasons } from '../../money/server/blocked.ts'
import { type PricedDay, rentFeeOf, rentOf, writeLines } from '../../rent/server/price-days.ts'
import type * as calls from '../contract.ts'
import {
  type ByHand,
  type EventPriceKind,
  eventPriceKinds,
  type FeeDraft,
  type Outcome,
  type PricedWith,
} from '../event-prices.ts'
import { feeText } from '../text.ts'
import { addFees, type HeldFee, lockFees, type NewFee } from './add-fees.ts'
import { type BilledEvent, lockEvents, outcomesOf, withoutQuote } from './charge.ts'
import { blockedPayers, feeResults, recordFees, sameFees } from './fees.ts'
import { companyTerms } from './price-book.ts'
import { takeBackFees } from './reverse.ts'
import { gapWords, versionByHand } from './worklist.ts'
import { feeTypesOf, keepPricedWith, orderTypeOf } from './write-fees.ts'

const isCharge = ({ status, refundOf }: HeldFee) =>
  refundOf === null && (status === 'settled' || status === 'not_settled')

type Drafted = FeeDraft & { feeTypeId: number }
/** Fees that end, and those that are written in their place; a fee of rent with its nights. */
type Change = {
  old: HeldFee[]
  fresh: (NewFee & { nights?: readonly PricedDay[] })[]
  event?: { id: number; pricedWith: PricedWith }
}

/** What changes on an event: fees of another amount are replaced, those of the same amount stay. */
function changeOf(
  event: BilledEvent,
  live: readonly HeldFee[],
  drafts: readonly Drafted[],
  reason: string,
): Change {
  const draftOf = new Map(drafts.map((draft) => [draft.feeTypeId, draft]))
  const isSame = (fee: HeldFee) => new Big(draftOf.get(fee.feeTypeId)?.amount ?? 0).eq(fee.amount)
  const kept = new Set(live.filter(isSame).map(({ feeTypeId }) => feeTypeId))
  const old = live.filter((fee) => !isSame(fee))
  const replacedBy = new Map(old.map(({ feeTypeId, id }) => [feeTypeId, id]))
  return {
    old,
    fresh: drafts
      .filter(({ feeTypeId }) => !kept.has(feeTypeId))
      .map((draft) => freshFee(event, draft, replacedBy.get(draft.feeTypeId) ?? null, reason)),
  }
}

/** The same for a fee of rent: its nights together, each with what it comes to now. */
function rentChangeOf(
  old: HeldFee,
  nights: readonly PricedDay[],
  before: ReadonlyMap<number, Decimal>,
  reason: string,
): Change {
  if (nights.every(({ event, amount }) => new Big(amount).eq(before.get(event.id) ?? 0)))
    return { old: [], fresh: [] }
  // A fee has one price: nights with another one get a fee of their own.
  const groups = [...Map.groupBy(nights, ({ versionId, discount }) => `${versionId} ${discount}`).values()]
  return {
    old: [old],
    fresh: groups.map((days, i) => {
      const { event, ...draft } = rentFeeOf(
        days.map((day) => ({ ...day, rentDayId: day.event.sourceId, chargeDate: day.event.chargeDate })),
      )
      const fee = freshFee(event, { ...draft, feeTypeId: old.feeTypeId }, i === 0 ? old.id : null, reason)
      return { ...fee, nights: days }
    }),
  }
}

const freshFee = (
  event: Omit<BilledEvent, 'facts' | 'groupId' | 'gap' | 'refused' | 'pricedWith'>,
  draft: Drafted,
  replaces: number | null,
  remark: string,
): NewFee => ({
  customerId: event.customerId,
  feeTypeId: draft.feeTypeId,
  orderType: orderTypeOf[event.kind],
  sourceId: event.sourceId,
  sourceNo: event.sourceNo,
  eventId: event.id,
  amount: draft.amount,
  costAmount: draft.costAmount,
  versionId: draft.versionId,
  discount: draft.discount,
  detail: draft.detail,
  chargeDate: event.chargeDate,
  occurredAt: event.createdAt,
  replaces,
  remark,
  isManual: false,
})

/**
 * Prices the work behind fees again from the facts of its moment. A fee that was settled is never edited: it is reversed in full, and the
 * new one is charged; one that was not is voided and replaced.
 *
 * Locks the events, then all their fees, then the accounts: a refund at the same time waits, or is seen.
 */
export async function rerateFees(
  tx: Tx,
  who: Who,
  { ids, versionId, reason }: InputOf<typeof calls.rerateFees>,
): Promise<BulkResult> {
  const byHand = versionId === null ? undefined : await versionByHand(tx, who, versionId)
  const { rows: wanted } = await sql<{ eventId: number }>`
    select event_id from fees where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[]) and event_id is not null
    union
    select e.id from rent_days d join billable_events e on e.tenant_id = d.tenant_id and e.kind = 'storage' and e.source_id = d.id
    where d.tenant_id = ${who.tenantId} and d.fee_id = any(${ids}::bigint[])`.execute(tx)
  const eventIds = wanted.map(({ eventId }) => eventId)
  const events = await lockEvents(tx, who, eventIds, ['charged'])
  const locked = await lockFees(tx, who, { ids, eventIds })
  const chosen = locked.filter(({ id }) => ids.includes(id))
  const live = Map.groupBy(locked.filter(isCharge), ({ eventId }) => eventId)
  const eventOf = new Map(events.map((event) => [event.id, event]))
  const reasons = new Map(chosen.map((fee) => [fee.id, notNow(fee, eventOf, byHand)]))
  const isReady = (eventId: number) => chosen.some((fee) => fee.eventId === eventId && !reasons.get(fee.id))
  const priced = events.filter(({ id, kind }) => kind !== 'storage' && isReady(id))
  const without =
    byHand && priced.length > 0 ? await withoutQuote(tx, who, priced, byHand) : new Set<number>()
  for (const { id, eventId, feeNo } of chosen)
    if (eventId !== null && without.has(eventId)) reasons.set(id, fill(feeText.otherQuote, { no: feeNo }))
  const ready = priced.filter(({ id }) => !without.has(id))

  const feeTypes = await feeTypesOf(tx, who)
  const past = await pastFees(tx, who, idsOf(ready))
  // What was not chosen keeps its fees: a price that was agreed for freight stays when handling is priced again.
  const good = new Set(idsOf(chosen.filter(({ id }) => !reasons.get(id))))
  const kindsOf = ({ id }: BilledEvent) => {
    const all = past.get(id) ?? []
    const isChosen = (kind: EventPriceKind) =>
      byHand ? byHand.quote.kind === kind : all.some((fee) => fee.kind === kind && good.has(fee.id))
    return eventPriceKinds.filter((kind) => isChosen(kind) || !all.some((fee) => fee.kind === kind))
  }
  const outcomes =
    ready.length === 0
      ? new Map<number, Outcome>()
      : await outcomesOf(
          tx,
          who,
          ready,
          await companyTerms(tx, who),
          byHand && { ...byHand, isOnlyForGaps: false },
          kindsOf,
        )
  const gaps = await gapWords(tx, who, outcomes)
  const say = (eventId: number, problem: Text) => {
    for (const fee of chosen) if (fee.eventId === eventId) reasons.set(fee.id, problem)
  }
  const customerIds = chosen.map(({ customerId }) => customerId)
  const blocked = await blockedReasons(tx, who, customerIds)
  const payers = await blockedPayers(tx, who, customerIds)
  /** Why a change can't be posted. Fees that were not settled, of a customer who pays by bill, touch no account. */
  const cannotPost = ({ old, fresh }: Change) => {
    const settled = old.find(({ status }) => status === 'settled')
    return (settled && blocked.get(settled.customerId)) ?? (fresh[0] && payers.get(fresh[0].customerId))
  }
  const possible = new Map<number, Change>()
  for (const event of ready) {
    const outcome = outcomes.get(event.id)
    const gap = gaps.get(event.id)
    if (gap) {
      say(event.id, gap)
      continue
    }
    const all = past.get(event.id) ?? []
    const kinds = kindsOf(event)
    const lastOf = new Map(all.map((fee) => [fee.feeTypeId, fee]))
    const drafts = (outcome && 'fees' in outcome ? outcome.fees : [])
      .map((draft: FeeDraft): Drafted => ({ ...draft, feeTypeId: feeTypes(draft).feeTypeId }))
      .filter(({ feeTypeId }: Drafted) => !lastOf.get(feeTypeId)?.isVoided)
    const isPriced = ({ id }: HeldFee) => all.some((fee) => fee.id === id && kinds.includes(fee.kind))
    const change = changeOf(event, (live.get(event.id) ?? []).filter(isPriced), drafts, reason)
    const problem = cannotEnd(change) ?? cannotPost(change)
    const by = outcome && 'fees' in outcome ? outcome.pricedWith : undefined
    if (problem) say(event.id, problem)
    else possible.set(event.id, by ? { ...change, event: { id: event.id, pricedWith: by } } : change)
  }
  const doubles = await doublesIn(tx, who, possible)
  for (const [eventId, problem] of doubles) say(eventId, problem)
  const changes = [...possible].filter(([eventId]) => !doubles.has(eventId)).map(([, change]) => change)
  const rents = chosen.filter(({ id, orderType }) => orderType === 'storage' && !reasons.get(id))
  for (const [fee, result] of await rentChanges(tx, who, rents, eventOf, byHand, reason)) {
    const problem = 'old' in result ? (cannotEnd(result) ?? cannotPost(result)) : result
    if (problem) reasons.set(fee.id, problem)
    else if ('old' in result) changes.push(result)
  }
  await apply(tx, who, changes, reason)
  return feeResults(who, ids, chosen, reasons)
}

type PastFee = {
  id: number
  eventId: number
  feeTypeId: number
  /** What it was priced as. Only freight has a price without a version: what the carrier charges. */
  kind: EventPriceKind
  /** A person voided it: unless it was charged again since, a new price does not bring it back. */
  isVoided: boolean
}

/** All fees of events, also those that have ended, the latest last. */
async function pastFees(
  tx: Tx,
  { tenantId }: Who,
  eventIds: readonly number[],
): Promise<Map<number, PastFee[]>> {
  const { rows } = await sql<PastFee>`
    select f.id, f.event_id, f.fee_type_id, coalesce(q.kind, 'freight') as kind, f.status = 'voided' and not f.is_repriced as is_voided
    from fees f
    left join quote_versions v on v.tenant_id = f.tenant_id and v.id = f.version_id
    left join quotes q on q.tenant_id = v.tenant_id and q.id = v.quote_id
    where f.tenant_id = ${tenantId} and f.event_id = any(${eventIds}::bigint[]) and f.refund_of is null
    order by f.id`.execute(tx)
  return Map.groupBy(rows, ({ eventId }) => eventId)
}

function notNow(
  fee: HeldFee,
  eventOf: ReadonlyMap<number, BilledEvent>,
  byHand: ByHand | undefined,
): Text | undefined {
  const no = { no: fee.feeNo }
  if (fee.status === 'voided' || fee.status === 'reversed') return fill(feeText.hasEnded, no)
  const isPriced = fee.eventId !== null && !fee.isManual && fee.refundOf === null && eventOf.has(fee.eventId)
  if (!isPriced) return fill(feeText.notPriced, no)
  const isOther = byHand && (byHand.quote.kind === 'storage') !== (fee.orderType === 'storage')
  return isOther ? fill(feeText.otherQuote, no) : undefined
}

/** Why the old fees of a change can't be reversed. */
function cannotEnd({ old }: Change): Text | undefined {
  const refunded = old.find(({ refunds }) => refunds.length > 0)
  if (refunded) return fill(feeText.refunded, { no: refunded.feeNo })
  const billed = old.find(({ billNo }) => billNo !== null)
  return billed && fill(feeText.onBill, { no: billed.feeNo })
}

/** The events that would charge a type of fee which their document has already, such as one that was added by hand. */
async function doublesIn(tx: Tx, who: Who, changes: ReadonlyMap<number, Change>): Promise<Map<number, Text>> {
  const sameOf = await sameFees(
    tx,
    who,
    [...changes.values()].flatMap(({ fresh }) => fresh),
  )
  const doubles = new Map<number, Text>()
  const taken = new Map<string, string>()
  for (const [eventId, { old, fresh }] of changes) {
    const keyOf = ({ orderType, sourceId, feeTypeId }: NewFee) => `${orderType} ${sourceId} ${feeTypeId}`
    const replaced = new Set(old.map(({ feeNo }) => feeNo))
    const otherOf = (fee: NewFee) => {
      const same = sameOf(fee)?.feeNo
      return same !== undefined && !replaced.has(same) ? same : taken.get(keyOf(fee))
    }
    const double = fresh.find((fee) => otherOf(fee) !== undefined)
    if (double) {
      const words = { document: double.sourceNo ?? '', no: otherOf(double) ?? '' }
      doubles.set(eventId, fill(feeText.alreadyBilled, words))
    } else for (const fee of fresh) taken.set(keyOf(fee), fee.sourceNo ?? '')
  }
  return doubles
}

/** What changes on fees of rent whose events are locked, or why they stay: all nights of a fee are priced again from their snapshots. */
async function rentChanges(
  tx: Tx,
  who: Who,
  fees: readonly HeldFee[],
  eventOf: ReadonlyMap<number, BilledEvent>,
  byHand: ByHand | undefined,
  reason: string,
): Promise<Map<HeldFee, Change | Text>> {
  if (fees.length === 0) return new Map()
  const { rows } = await sql<{ feeId: number; eventId: number; amount: Decimal }>`
    select d.fee_id, e.id as event_id, d.amount
    from rent_days d join billable_events e on e.tenant_id = d.tenant_id and e.kind = 'storage' and e.source_id = d.id and e.status = 'charged'
    where d.tenant_id = ${who.tenantId} and d.fee_id = any(${idsOf(fees)}::bigint[])
    order by d.fee_id, d.charge_date`.execute(tx)
  const events = rows.flatMap(({ eventId }) => eventOf.get(eventId) ?? [])
  const { outcomes, days } = await rentOf(tx, who, events, byHand && { ...byHand, isOnlyForGaps: false })
  const gaps = await gapWords(tx, who, outcomes)
  const before = new Map(rows.map(({ eventId, amount }) => [eventId, amount]))
  const dayOf = new Map(days.map((day) => [day.event.id, day]))
  return new Map(
    fees.map((fee): [HeldFee, Change | Text] => {
      const eventIds = rows.filter(({ feeId }) => feeId === fee.id).map(({ eventId }) => eventId)
      const gap = eventIds.map((id) => gaps.get(id)).find((words) => words !== undefined)
      if (gap) return [fee, gap]
      const nights = eventIds.flatMap((id) => dayOf.get(id) ?? [])
      const no = { no: fee.feeNo }
      if (byHand && nights.some(({ versionId }) => versionId !== byHand.version.versionId))
        return [fee, fill(feeText.otherQuote, no)]
      // A night that was charged is not free afterwards: its money is given back by a refund.
      const free = nights.find(({ amount }) => Number(amount) === 0)
      if (free) return [fee, fill(feeText.rentFree, { ...no, day: free.event.chargeDate })]
      return [fee, rentChangeOf(fee, nights, before, reason)]
    }),
  )
}

/** Nights have the price and the fee that they were charged with at last. */
async function writeNights(tx: Tx, who: Who, nights: readonly (PricedDay & { feeId: number })[]) {
  if (nights.length === 0) return
  await writeLines(tx, who, nights)
  await sql`
    update rent_days d set amount = x.amount, version_id = x.version_id, discount = x.discount, fee_id = x.fee_id
    from unnest(${nights.map(({ event }) => event.sourceId)}::bigint[], ${nights.map(({ amount }) => amount)}::numeric[],
      ${nights.map(({ versionId }) => versionId)}::bigint[], ${nights.map(({ discount }) => discount)}::numeric[],
      ${nights.map(({ feeId }) => feeId)}::bigint[]) as x (id, amount, version_id, discount, fee_id)
    where d.tenant_id = ${who.tenantId} and d.id = x.id`.execute(tx)
}

async function apply(tx: Tx, who: Who, changes: readonly Change[], reason: string) {
  const old = changes.flatMap((change) => change.old)
  await takeBackFees(tx, who, old, reason, { isRepriced: true })
  const changed = changes.filter((change) => change.old.length + change.fresh.length > 0)
  await keepPricedWith(
    tx,
    who,
    changed.flatMap(({ event = [] }) => event),
  )
  const fresh = changes.flatMap((change) => change.fresh)
  const written = await addFees(
    tx,
    who,
    fresh.map(({ nights: _, ...fee }) => fee),
  )
  await writeNights(
    tx,
    who,
    fresh.flatMap(({ nights = [] }, i) =>
      nights.map((night) => ({ ...night, feeId: only(written.slice(i, i + 1)).id })),
    ),
  )
  const newOf = new Map(fresh.map(({ replaces, amount }) => [replaces ?? null, amount]))
  await writeChanges(
    tx,
    who,
    old.map((fee) => ({
      action: 'rerate',
      event: 'fee.rerated',
      type: 'fee',
      id: fee.id,
      no: fee.feeNo,
      before: { feeStatus: fee.status, amount: fee.amount },
      after: {
        feeStatus: fee.status === 'settled' ? 'reversed' : 'voided',
        amount: newOf.get(fee.id) ?? '0.00',
      },
      reason,
      customerId: fee.customerId,
    })),
  )
  await recordFees(tx, who, fresh, written)
}
