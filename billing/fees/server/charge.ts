import { sql } from 'kysely'
import type { AccountLogBizType, BillableKind, BillOrderType, PriceGap } from '../../../db/schema.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { consumeHolds } from '../../money/server/holds.ts'
import type { Charge, Poster } from '../../money/server/ledger.ts'
import { sumOf } from '../../pricing/amounts.ts'
import { billableStates } from '../../states.ts'
import {
  choosePrices,
  type EventKind,
  eventPrices,
  type FeeDraft,
  type Outcome,
  type PricedWork,
  versionsOf,
} from '../event-prices.ts'
import { companyTerms, contentsOf, priceList } from './price-book.ts'

export type Charger = Pick<Who, 'tenantId'> & Poster

type Customer = { groupId: number | null; settlementMode: 'balance' | 'bill' }
type Waiting = Customer & {
  id: number
  kind: BillableKind
  sourceId: number
  sourceNo: string
  customerId: number
  chargeDate: string
  createdAt: string
  facts: unknown
}

/** The document that the fees of an event belong to. */
export const orderTypeOf: Record<BillableKind, BillOrderType> = {
  inbound: 'inbound',
  return: 'return',
  order: 'order',
  order_void: 'order',
  order_intercept: 'order',
  storage: 'storage',
}

/**
 * The packages of an event whose labels the carrier refused to cancel, by event. Voiding such a label may cost its freight.
 */
export type Refused = ReadonlyMap<number, readonly number[]>

/**
 * Prices events that wait or lack a price and charges what they come to, in this transaction: the fees, the money, and that the events
 * are done. Those without a price stay open and say what is missing; what was held for them stays held.
 *
 * Locks the events, then the accounts: documents are locked before it, stock after it. See “Locks” in CONTRIBUTING.
 */
export async function priceEvents(
  tx: Tx,
  who: Charger,
  ids: readonly number[],
  refused: Refused = new Map(),
): Promise<Map<number, Outcome>> {
  if (ids.length === 0) return new Map()
  const events = await lockEvents(tx, who, ids)
  if (events.length === 0) return new Map()
  const terms = await companyTerms(tx, who)
  const outcomes = await outcomesOf(tx, who, events, terms, refused)
  const feeTypes = await feeTypesOf(tx, who)
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
  await endEvents(tx, who, outcomes)
  return outcomes
}

/** Events of orders, inbound orders and returns that are to be priced, locked. Rent is priced from its snapshot. */
async function lockEvents(tx: Tx, { tenantId }: Charger, ids: readonly number[]): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select e.id, e.kind, e.source_id, e.source_no, e.customer_id, e.charge_date, e.created_at, e.facts, c.group_id, c.settlement_mode
    from billable_events e join customers c on c.tenant_id = e.tenant_id and c.id = e.customer_id
    where e.tenant_id = ${tenantId} and e.id = any(${ids}::bigint[]) and e.status in ('waiting', 'open') and e.kind <> 'storage'
    order by e.id for update of e`.execute(tx)
  return rows
}

const workOf = ({ kind, customerId, groupId, createdAt, chargeDate, facts }: Waiting): PricedWork =>
  ({ kind: kind as EventKind, customerId, groupId, at: createdAt, chargeDate, facts }) as PricedWork

async function outcomesOf(
  tx: Tx,
  who: Charger,
  events: readonly Waiting[],
  terms: Awaited<ReturnType<typeof companyTerms>>,
  refused: Refused,
): Promise<Map<number, Outcome>> {
  const customerIds = [...new Set(events.map(({ customerId }) => customerId))]
  const list = await priceList(tx, who, ['operation', 'freight'], customerIds)
  const chosen = events.map((event) => ({ event, prices: choosePrices(workOf(event), list) }))
  const contents = await contentsOf(
    tx,
    who,
    chosen.flatMap(({ prices }) => versionsOf(prices)),
  )
  const priceOf = eventPrices(contents, terms)
  return new Map(
    chosen.map(({ event, prices }) => [event.id, priceOf(workOf(event), prices, refused.get(event.id))]),
  )
}

type FeeType = { feeTypeId: number; business: AccountLogBizType }

async function feeTypesOf(tx: Tx, { tenantId }: Charger): Promise<(fee: FeeDraft) => FeeType> {
  const rows = await tx
    .selectFrom('feeTypes')
    .select(['feeCode', 'id as feeTypeId', 'bizType as business'])
    .where('tenantId', '=', tenantId)
    .execute()
  const byCode = new Map(rows.map(({ feeCode, ...type }) => [feeCode, type]))
  return ({ feeCode }) => {
    const type = byCode.get(feeCode)
    if (!type) throw new Error(`there is no fee type ${feeCode}`)
    return type
  }
}

type Drafted = FeeDraft & FeeType

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

async function writeFees(
  tx: Tx,
  { tenantId, accountId }: Charger,
  fees: readonly { event: Waiting; fee: Drafted; flowSeq: number | null }[],
) {
  if (fees.length === 0) return
  const of = <V>(get: (item: (typeof fees)[number]) => V) => fees.map(get)
  await sql`
    insert into fees (tenant_id, customer_id, fee_type_id, order_type, source_id, source_no, event_id, amount, cost_amount, version_id,
      discount, detail, charge_date, occurred_at, status, flow_seq, settled_at, created_by)
    select ${tenantId}, x.customer_id, x.fee_type_id, x.order_type, x.source_id, x.source_no, x.event_id, x.amount, x.cost_amount, x.version_id,
      x.discount, x.detail, x.charge_date, x.occurred_at, (case when x.flow_seq is null then 'not_settled' else 'settled' end)::fee_status, x.flow_seq,
      case when x.flow_seq is not null then business_now() end, coalesce(${accountId}::bigint, system_account())
    from unnest(${of(({ event }) => event.customerId)}::bigint[], ${of(({ fee }) => fee.feeTypeId)}::bigint[],
      ${of(({ event }) => orderTypeOf[event.kind])}::bill_order_type[], ${of(({ event }) => event.sourceId)}::bigint[],
      ${of(({ event }) => event.sourceNo)}::text[], ${of(({ event }) => event.id)}::bigint[], ${of(({ fee }) => fee.amount)}::numeric[],
      ${of(({ fee }) => fee.costAmount)}::numeric[], ${of(({ fee }) => fee.versionId)}::bigint[], ${of(({ fee }) => fee.discount)}::numeric[],
      ${of(({ fee }) => JSON.stringify(fee.detail))}::jsonb[], ${of(({ event }) => event.chargeDate)}::date[],
      ${of(({ event }) => event.createdAt)}::timestamptz[], ${of(({ flowSeq }) => flowSeq)}::bigint[])
      as x (customer_id, fee_type_id, order_type, source_id, source_no, event_id, amount, cost_amount, version_id, discount, detail, charge_date,
        occurred_at, flow_seq)`.execute(tx)
}

const stateOf = (outcome: Outcome) => {
  const { charge, find_free, lack_price } = billableStates.actions
  if ('gap' in outcome) return lack_price.to
  return outcome.fees.length === 0 ? find_free.to : charge.to
}

async function endEvents(tx: Tx, { tenantId }: Charger, outcomes: ReadonlyMap<number, Outcome>) {
  const all = [...outcomes]
  const gapOf = (outcome: Outcome): PriceGap | null => ('gap' in outcome ? outcome.gap : null)
  await sql`
    update billable_events e set status = x.status, gap = x.gap, gap_detail = x.detail, priced_at = business_now(),
      first_open_at = coalesce(e.first_open_at, case when x.gap is not null then business_now() end)
    from unnest(${all.map(([id]) => id)}::bigint[], ${all.map(([, outcome]) => stateOf(outcome))}::billable_status[],
      ${all.map(([, outcome]) => gapOf(outcome))}::price_gap[],
      ${all.map(([, outcome]) => ('gap' in outcome ? JSON.stringify(outcome.detail) : null))}::jsonb[]) as x (id, status, gap, detail)
    where e.tenant_id = ${tenantId} and e.id = x.id`.execute(tx)
}
