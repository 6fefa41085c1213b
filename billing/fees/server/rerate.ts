import Big from 'big.js'
import { sql } from 'kysely'
import { publishEvents, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { BulkResult, InputOf } from '../../../platform/calls/call.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { bulkResultOf } from '../../../platform/lists/server/bulk-result.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import type * as calls from '../contract.ts'
import type { FeeDraft } from '../event-prices.ts'
import { feeText } from '../text.ts'
import { addFees, type HeldFee, lockFees, type NewFee } from './add-fees.ts'
import { type BilledEvent, lockEvents, outcomesOf } from './charge.ts'
import { recordFees } from './fees.ts'
import { companyTerms } from './price-book.ts'
import { takeBackFees } from './reverse.ts'
import { gapWords, versionByHand } from './worklist.ts'
import { feeTypesOf, orderTypeOf } from './write-fees.ts'

const isCharge = ({ status, refundOf }: HeldFee) =>
  refundOf === null && (status === 'settled' || status === 'not_settled')

type Drafted = FeeDraft & { feeTypeId: number }
type Change = { event: BilledEvent; old: HeldFee[]; fresh: { draft: Drafted; replaces: number | null }[] }

/** What changes on an event: fees of another amount are replaced, those of the same amount stay. */
function changeOf(event: BilledEvent, live: readonly HeldFee[], drafts: readonly Drafted[]): Change {
  const draftOf = new Map(drafts.map((draft) => [draft.feeTypeId, draft]))
  const isSame = (fee: HeldFee) => new Big(draftOf.get(fee.feeTypeId)?.amount ?? 0).eq(fee.amount)
  const kept = new Set(live.filter(isSame).map(({ feeTypeId }) => feeTypeId))
  const old = live.filter((fee) => !isSame(fee))
  const replacedBy = new Map(old.map(({ feeTypeId, id }) => [feeTypeId, id]))
  return {
    event,
    old,
    fresh: drafts
      .filter(({ feeTypeId }) => !kept.has(feeTypeId))
      .map((draft) => ({ draft, replaces: replacedBy.get(draft.feeTypeId) ?? null })),
  }
}

const freshFee = (
  { event }: Change,
  { draft, replaces }: Change['fresh'][number],
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
  const { rows: wanted } = await sql<{ eventId: number | null }>`
    select distinct event_id from fees where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[])`.execute(
    tx,
  )
  const eventIds = wanted.flatMap(({ eventId }) => eventId ?? [])
  const events = (await lockEvents(tx, who, eventIds, ['charged'])).filter(({ kind }) => kind !== 'storage')
  const locked = await lockFees(tx, who, { ids, eventIds })
  const chosen = locked.filter(({ id }) => ids.includes(id))
  const live = Map.groupBy(locked.filter(isCharge), ({ eventId }) => eventId)
  const eventOf = new Map(events.map((event) => [event.id, event]))
  const reasons = new Map(chosen.map((fee) => [fee.id, notNow(fee, eventOf)]))
  const ready = events.filter(({ id }) => chosen.some((fee) => fee.eventId === id && !reasons.get(fee.id)))

  const feeTypes = await feeTypesOf(tx, who)
  const outcomes =
    ready.length === 0
      ? new Map()
      : await outcomesOf(
          tx,
          who,
          ready,
          await companyTerms(tx, who),
          byHand && { ...byHand, isOnlyForGaps: false },
        )
  const gaps = await gapWords(tx, who, outcomes)
  const changes: Change[] = []
  for (const event of ready) {
    const outcome = outcomes.get(event.id)
    const say = (problem: Text) => {
      for (const fee of chosen) if (fee.eventId === event.id) reasons.set(fee.id, problem)
    }
    const gap = gaps.get(event.id)
    if (gap) {
      say(gap)
      continue
    }
    const drafts: Drafted[] = (outcome && 'fees' in outcome ? outcome.fees : []).map((draft: FeeDraft) => ({
      ...draft,
      feeTypeId: feeTypes(draft).feeTypeId,
    }))
    const change = changeOf(event, live.get(event.id) ?? [], drafts)
    const refunded = change.old.find(({ refunds }) => refunds.length > 0)
    const billed = change.old.find(({ billNo }) => billNo !== null)
    if (refunded) say(fill(feeText.refunded, { no: refunded.feeNo }))
    else if (billed) say(fill(feeText.onBill, { no: billed.feeNo }))
    else changes.push(change)
  }
  await apply(tx, who, changes, reason)
  return bulkResultOf(who, ids, {
    known: new Map(chosen.map(({ id, feeNo }) => [id, feeNo])),
    reasons,
    notFound: feeText.notFound,
  })
}

function notNow(fee: HeldFee, eventOf: ReadonlyMap<number, BilledEvent>): Text | undefined {
  const no = { no: fee.feeNo }
  if (fee.status === 'voided' || fee.status === 'reversed') return fill(feeText.hasEnded, no)
  if (fee.orderType === 'storage') return fill(feeText.rentPriced, no)
  const isPriced = fee.eventId !== null && !fee.isManual && fee.refundOf === null && eventOf.has(fee.eventId)
  return isPriced ? undefined : fill(feeText.notPriced, no)
}

async function apply(tx: Tx, who: Who, changes: readonly Change[], reason: string) {
  const old = changes.flatMap((change) => change.old)
  await takeBackFees(tx, who, old, reason)
  const fresh = changes.flatMap((change) => change.fresh.map((item) => freshFee(change, item, reason)))
  const written = await addFees(tx, who, fresh)
  const newOf = new Map(fresh.map(({ replaces, amount }) => [replaces ?? null, amount]))
  await writeAudit(
    tx,
    who,
    old.map((fee) => ({
      action: 'rerate',
      type: 'fee',
      id: fee.id,
      no: fee.feeNo,
      before: { feeStatus: fee.status, amount: fee.amount },
      after: {
        feeStatus: fee.status === 'settled' ? 'reversed' : 'voided',
        amount: newOf.get(fee.id) ?? '0.00',
      },
      reason,
    })),
  )
  await publishEvents(
    tx,
    who,
    old.map(({ id, customerId }) => ({ kind: 'fee.rerated', type: 'fee', id, customerId })),
  )
  await recordFees(tx, who, fresh, written)
}
