import { sql } from 'kysely'
import type { PriceGap } from '../../../db/schema.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { idsOf, valuesOf } from '../../../platform/database/server/rows.ts'
import { consumeHolds } from '../../money/server/holds.ts'
import { type Charge, lockAccounts } from '../../money/server/ledger.ts'
import { sumOf } from '../../pricing/amounts.ts'
import { priceRentDays, rentOf } from '../../rent/server/price-days.ts'
import type { BillableState } from '../../states.ts'
import {
  type ByHand,
  type Chosen,
  choosePrices,
  type EventKind,
  type EventPriceKind,
  eventPrices,
  type FeeDraft,
  lacksPrice,
  type Outcome,
  type PricedWith,
  type PricedWork,
  pricedWith,
  versionsOf,
  withVersion,
} from '../event-prices.ts'
import { completeEvents, withFactsOfNow } from './complete-facts.ts'
import { companyTerms, contentsOf, groupOfEvent, priceList } from './price-book.ts'
import {
  type Charger,
  type Drafted,
  endEvents,
  type FeeType,
  feesOfDocuments,
  feeTypesOf,
  orderTypeOf,
  type Waiting,
  writeFees,
} from './write-fees.ts'

/** An event that is priced, with what it lacked so far and what it was priced with before. */
export type BilledEvent = Waiting & { gap: PriceGap | null; pricedWith: PricedWith | null }

/**
 * Prices events that wait or lack a price and charges what they come to, in this transaction: the fees, the money, and that the events
 * are done. Those without a price stay open and say what is missing; what was held for them stays held. So do those of customers whose
 * account is blocked. A night's rent is priced from its snapshot, and may be put aside instead of charged.
 *
 * Locks the events, then the accounts: documents are locked before it, stock after it. See “Locks” in CONTRIBUTING.
 */
export async function priceEvents(
  tx: Tx,
  who: Charger,
  ids: readonly number[],
  byHand?: ByHand,
): Promise<Map<number, Outcome>> {
  if (ids.length === 0) return new Map()
  return priceLocked(tx, who, await lockEvents(tx, who, ids, ['waiting', 'open']), byHand)
}

/** The same for events that the caller has locked, or has written in this transaction. */
export async function priceLocked(
  tx: Tx,
  who: Charger,
  lockedEvents: readonly BilledEvent[],
  byHand?: ByHand,
): Promise<Map<number, Outcome>> {
  if (lockedEvents.length === 0) return new Map()
  const terms = await companyTerms(tx, who)
  const isBlocked = ({ customerId }: BilledEvent) => terms.blocked.includes(customerId)
  const left = await leaveOpen(tx, who, lockedEvents.filter(isBlocked))
  const chargeable = lockedEvents.filter((event) => !isBlocked(event))
  const events = await completeEvents(
    tx,
    who,
    chargeable.filter(({ kind }) => kind !== 'storage'),
  )
  const nights = chargeable.filter(({ kind }) => kind === 'storage')
  // Both parts lock accounts, so all are locked in one order first.
  if (events.length > 0 && nights.length > 0)
    await lockAccounts(
      tx,
      chargeable.map(({ customerId }) => customerId),
    )
  const rent = await priceRentDays(tx, who, nights, terms, byHand)
  if (events.length === 0) return new Map([...left, ...rent])
  const calculated = await outcomesOf(tx, who, events, terms, byHand && { ...byHand, isOnlyForGaps: true })
  const isAnyFee = [...calculated.values()].some((outcome) => 'fees' in outcome && outcome.fees.length > 0)
  const feeTypes = isAnyFee ? await feeTypesOf(tx, who) : feeTypesUnread
  const outcomes = isAnyFee ? await withoutDoubles(tx, who, events, calculated, feeTypes) : calculated
  const priced = events.flatMap((event) => {
    const outcome = outcomes.get(event.id)
    return outcome && 'fees' in outcome
      ? [{ event, fees: outcome.fees.map((fee) => ({ ...fee, ...feeTypes(fee) })) }]
      : []
  })
  const isSettledAtOnce = ({ settlementMode }: Waiting) => settlementMode === 'balance' && !terms.isSatellite
  const seqs = await settle(
    tx,
    who,
    priced.map(({ event, fees }) => ({ event, fees: isSettledAtOnce(event) ? fees : [] })),
  )
  await writeFees(
    tx,
    who,
    priced.flatMap(({ event, fees }) =>
      fees.map((fee) => ({ event, fee, flowSeq: seqs.get(`${event.id} ${fee.business}`) ?? null })),
    ),
  )
  await endEvents(tx, who, outcomes, new Map(events.map(({ id, refused }) => [id, refused])))
  return new Map([...left, ...rent, ...outcomes])
}

/** What events that wait or lack a price come to with the prices of their moment; nothing is charged. */
export async function outcomesNow(
  tx: Tx,
  who: Charger,
  ids: readonly number[],
): Promise<Map<number, Outcome>> {
  if (ids.length === 0) return new Map()
  const lockedEvents = await lockEvents(tx, who, ids, ['waiting', 'open'])
  const isNight = ({ kind }: BilledEvent) => kind === 'storage'
  const work = await withFactsOfNow(
    tx,
    who,
    lockedEvents.filter((event) => !isNight(event)),
  )
  const rent = await rentOf(tx, who, lockedEvents.filter(isNight))
  return new Map([...rent.outcomes, ...(await outcomesOf(tx, who, work, await companyTerms(tx, who)))])
}

/** Leaves the events of blocked accounts open: the work itself succeeds, and the others are charged. */
async function leaveOpen(
  tx: Tx,
  who: Charger,
  events: readonly BilledEvent[],
): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>(
    events.map(({ id }) => [id, { gap: 'no_price', detail: { what: 'account_blocked' } }]),
  )
  if (events.length > 0)
    await endEvents(tx, who, outcomes, new Map(events.map(({ id, refused }) => [id, refused])))
  return outcomes
}

/** Where nothing is charged, no type of fee is needed. */
const feeTypesUnread: Awaited<ReturnType<typeof feeTypesOf>> = ({ feeCode }) => {
  throw new Error(`the type of ${feeCode} was not read`)
}

/**
 * Whether a carrier still has to answer for a label of a voided order: it is asked to void it, or could not say yet whether it has sold it.
 * `e` is the event.
 */
export const isAtCarrier = sql<boolean>`(e.kind in ('order_void', 'order_intercept') and exists (
  select 1 from waybills w where w.tenant_id = e.tenant_id and w.order_id = e.source_id
    and (w.status = 'voiding' or w.status = 'void_failed' and w.is_unknown and w.carrier_ref is null and exists (
      select 1 from jsonb_path_query(coalesce(e.completed_facts, e.facts), '$.packages[*].waybills[*] ? (@.status == "unknown")') j
      where (j ->> 'waybillId')::bigint = w.id))))`

/** Of a voided order that is not charged yet, the packages whose labels the carrier refused to cancel. `e` is the event. */
export const refusedPackages = sql<
  number[] | null
>`case when e.kind in ('order_void', 'order_intercept') then coalesce(e.refused_packages, array(
  select distinct k.package_seq::int from waybills w join packages k on k.tenant_id = w.tenant_id and k.id = w.package_id
  where w.tenant_id = e.tenant_id and w.order_id = e.source_id and w.status = 'void_failed' and exists (
    select 1 from jsonb_path_query(coalesce(e.completed_facts, e.facts), '$.packages[*].waybills[*] ? (@.status == "obtained")') j
    where (j ->> 'waybillId')::bigint = w.id))) end`

/**
 * Events in some states, locked before they are read. A voided order waits until its carriers have answered for every label.
 *
 * Their keys stay free: a refund locks its fee first and then refers to the event, which would be the other way round.
 */
export async function lockEvents(
  tx: Tx,
  { tenantId }: Pick<Charger, 'tenantId'>,
  ids: readonly number[],
  states: readonly BillableState[],
): Promise<BilledEvent[]> {
  await sql`select 1 from billable_events where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  const { rows } = await sql<BilledEvent>`
    select e.id, e.kind, e.gap, e.priced_with, e.source_id, e.source_no, e.customer_id, e.charge_date, e.created_at,
      coalesce(e.completed_facts, e.facts) as facts, ${groupOfEvent} as group_id, c.settlement_mode,
      ${refusedPackages} as refused
    from billable_events e join customers c on c.tenant_id = e.tenant_id and c.id = e.customer_id
    where e.tenant_id = ${tenantId} and e.id = any(${ids}::bigint[]) and e.status = any(${states}::billable_status[])
      and not (e.status in ('waiting', 'open') and ${isAtCarrier})
    order by e.id`.execute(tx)
  return rows
}

const workOf = ({ kind, customerId, groupId, createdAt, chargeDate, facts }: Waiting): PricedWork =>
  ({ kind: kind as EventKind, customerId, groupId, at: createdAt, chargeDate, facts }) as PricedWork

/**
 * What events come to, with the prices of their moment, or with a version chosen by hand: for all, or only for those without a price.
 * `kindsOf` says what of them is priced, by default all.
 */
export async function outcomesOf(
  tx: Tx,
  who: Charger,
  events: readonly BilledEvent[],
  terms: Awaited<ReturnType<typeof companyTerms>>,
  byHand?: ByHand & { isOnlyForGaps: boolean },
  kindsOf?: (event: BilledEvent) => readonly EventPriceKind[],
): Promise<Map<number, Outcome>> {
  const list = await priceList(tx, who, ['operation', 'freight'], events)
  const chosen = events.map((event) => ({ event, own: choosePrices(workOf(event), list) }))
  const contents = await contentsOf(tx, who, [
    ...chosen.flatMap(({ own }) => versionsOf(own)),
    ...(byHand ? [byHand.version.versionId] : []),
  ])
  const priceOf = eventPrices(contents, terms)
  const outcomeOf = (event: BilledEvent, own: Chosen): Outcome => {
    const work = workOf(event)
    const before = event.pricedWith ?? undefined
    const used = before ?? terms
    const kinds = kindsOf?.(event)
    const outcomeWith = (prices: Chosen): Outcome => {
      const outcome = priceOf(work, prices, event.refused ?? [], kinds, used)
      return 'gap' in outcome
        ? outcome
        : { ...outcome, pricedWith: pricedWith(used, prices, kinds, before?.prices) }
    }
    if (!byHand) return outcomeWith(own)
    const other = () => withVersion(work, list, own, byHand) ?? own
    if (!byHand.isOnlyForGaps) return outcomeWith(other())
    const outcome = outcomeWith(own)
    return lacksPrice(outcome, byHand.quote.kind) ? outcomeWith(other()) : outcome
  }
  return new Map(chosen.map(({ event, own }) => [event.id, outcomeOf(event, own)]))
}

/** Those of the events whose customer or channel does not use the quote of a version that was chosen by hand. */
export async function withoutQuote(
  tx: Tx,
  who: Charger,
  events: readonly BilledEvent[],
  byHand: ByHand,
): Promise<ReadonlySet<number>> {
  const list = await priceList(tx, who, ['operation', 'freight'], events)
  const isWithout = (event: BilledEvent) => {
    const work = workOf(event)
    return withVersion(work, list, choosePrices(work, list), byHand) === undefined
  }
  return new Set(idsOf(events.filter(isWithout)))
}

/**
 * Leaves events open that would charge a type of fee which their document has already, such as one that was added by hand: the work
 * itself succeeds, and nothing is charged twice.
 */
export async function withoutDoubles(
  db: Db,
  { tenantId }: Pick<Charger, 'tenantId'>,
  events: readonly Pick<BilledEvent, 'id' | 'kind' | 'sourceId' | 'sourceNo'>[],
  outcomes: ReadonlyMap<number, Outcome>,
  feeTypes: (fee: FeeDraft) => FeeType,
): Promise<Map<number, Outcome>> {
  const wanted = events.flatMap((event) => {
    const outcome = outcomes.get(event.id)
    return outcome && 'fees' in outcome
      ? outcome.fees.map((fee) => ({ event, orderType: orderTypeOf[event.kind], ...feeTypes(fee) }))
      : []
  })
  const keyOf = (orderType: string, sourceId: number, feeTypeId: number) =>
    `${orderType} ${sourceId} ${feeTypeId}`
  const rows = await feesOfDocuments(db, tenantId, valuesOf(events, 'sourceId'))
  const taken = new Map<string, { id: number | undefined; feeNo: string }>(
    rows.map(({ id, feeNo, orderType, sourceId, feeTypeId }) => [
      keyOf(orderType, sourceId, feeTypeId),
      { id, feeNo },
    ]),
  )
  const result = new Map(outcomes)
  for (const { event, orderType, feeTypeId } of wanted) {
    const key = keyOf(orderType, event.sourceId, feeTypeId)
    const other = taken.get(key)
    if (other)
      result.set(event.id, {
        gap: 'no_price',
        detail: { what: 'same_type', feeNo: other.feeNo, ...(other.id !== undefined && { feeId: other.id }) },
      })
    else taken.set(key, { id: undefined, feeNo: event.sourceNo })
  }
  return result
}

/**
 * Takes the fees out of the balances, one line for each event and business, and ends the holds of orders that were shipped. Returns where
 * the lines stand in their accounts.
 */
async function settle(
  tx: Tx,
  who: Charger,
  priced: readonly { event: Waiting; fees: readonly Drafted[] }[],
): Promise<Map<string, number>> {
  const charges = priced.flatMap(({ event, fees }): Charge[] =>
    [...Map.groupBy(fees, ({ business }) => business)].map(([business, list]) => ({
      sourceType: 'billable_event',
      sourceId: event.id,
      sourceNo: event.sourceNo,
      business,
      customerId: event.customerId,
      amount: sumOf(list.map(({ amount }) => amount)).toFixed(2),
    })),
  )
  const shipped = priced.filter(({ event }) => event.kind === 'order').map(({ event }) => event.sourceId)
  const posted = await consumeHolds(tx, who, 'order', shipped, charges)
  return new Map(
    posted
      .filter(({ sourceType }) => sourceType === 'billable_event')
      .map(({ sourceId, business, seq }) => [`${sourceId} ${business}`, seq]),
  )
}
