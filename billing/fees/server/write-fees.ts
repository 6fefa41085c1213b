import { sql } from 'kysely'
import type { AccountLogBizType, BillableKind, BillOrderType, PriceGap } from '../../../db/schema.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { type Poster, timeOfPosting } from '../../money/server/ledger.ts'
import { billableStates } from '../../states.ts'
import type { FeeDraft, Outcome, PricedWith } from '../event-prices.ts'

export type Charger = Pick<Who, 'tenantId'> & Poster

/** A billable event that is priced, with what its price depends on. */
export type Waiting = {
  id: number
  kind: BillableKind
  sourceId: number
  sourceNo: string
  customerId: number
  chargeDate: string
  createdAt: string
  facts: unknown
  groupId: number | null
  settlementMode: 'balance' | 'bill'
  /** Of a voided order, the packages whose labels the carrier refused to cancel. */
  refused: number[] | null
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

export type FeeType = { feeTypeId: number; business: AccountLogBizType }

/** The type of a fee by its code. */
export async function feeTypesOf(
  db: Db,
  { tenantId }: Pick<Charger, 'tenantId'>,
): Promise<(fee: Pick<FeeDraft, 'feeCode'>) => FeeType> {
  const rows = await db
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

/** The live fees of documents. Each document is looked up by itself: a join may read all fees of the company. */
export async function feesOfDocuments(db: Db, tenantId: number, sourceIds: readonly (number | null)[]) {
  const { rows } = await sql<{
    id: number
    feeNo: string
    orderType: BillOrderType
    sourceId: number
    feeTypeId: number
  }>`
    select f.* from unnest(${[...new Set(sourceIds)]}::bigint[]) x (source_id)
    cross join lateral (
      select f.id, f.fee_no, f.order_type, f.source_id, f.fee_type_id from fees f
      where f.tenant_id = ${tenantId} and f.source_id = x.source_id and f.status not in ('voided', 'reversed') and f.refund_of is null
      offset 0) f`.execute(db)
  return rows
}

export type Drafted = FeeDraft & FeeType

type FeeEvent = Omit<Waiting, 'facts' | 'groupId' | 'settlementMode' | 'refused'>

/** Writes fees, settled where they stand in their account. Returns their ids by event. */
export async function writeFees(
  tx: Tx,
  { tenantId, accountId }: Charger,
  fees: readonly { event: FeeEvent; fee: Drafted; flowSeq: number | null }[],
): Promise<Map<number, number>> {
  if (fees.length === 0) return new Map()
  const settled = fees.flatMap(({ event: { customerId }, flowSeq: seq }) =>
    seq === null ? [] : { customerId, seq },
  )
  const of = <V>(get: (item: (typeof fees)[number]) => V) => fees.map(get)
  const { rows } = await sql<{ id: number; eventId: number }>`
    insert into fees (tenant_id, customer_id, fee_type_id, order_type, source_id, source_no, event_id, amount, cost_amount, version_id,
      discount, detail, charge_date, occurred_at, status, flow_seq, settled_at, created_by)
    select ${tenantId}, x.customer_id, x.fee_type_id, x.order_type, x.source_id, x.source_no, x.event_id, x.amount, x.cost_amount, x.version_id,
      x.discount, x.detail, x.charge_date, x.occurred_at, (case when x.flow_seq is null then 'not_settled' else 'settled' end)::fee_status, x.flow_seq,
      case when x.flow_seq is not null then ${timeOfPosting({ tenantId }, settled)} end, coalesce(${accountId}::bigint, system_account())
    from rows from (unnest(${of(({ event }) => event.customerId)}::bigint[], ${of(({ fee }) => fee.feeTypeId)}::bigint[],
      ${of(({ event }) => orderTypeOf[event.kind])}::bill_order_type[], ${of(({ event }) => event.sourceId)}::bigint[],
      ${of(({ event }) => event.sourceNo)}::text[], ${of(({ event }) => event.id)}::bigint[], ${of(({ fee }) => fee.amount)}::numeric[],
      ${of(({ fee }) => fee.costAmount)}::numeric[], ${of(({ fee }) => fee.versionId)}::bigint[], ${of(({ fee }) => fee.discount)}::numeric[],
      ${of(({ event }) => event.chargeDate)}::date[], ${of(({ event }) => event.createdAt)}::timestamptz[],
      ${of(({ flowSeq }) => flowSeq)}::bigint[]),
      jsonb_array_elements(${JSON.stringify(of(({ fee }) => fee.detail))}::jsonb))
      as x (customer_id, fee_type_id, order_type, source_id, source_no, event_id, amount, cost_amount, version_id, discount, charge_date,
        occurred_at, flow_seq, detail)
    returning id, event_id`.execute(tx)
  return new Map(rows.map(({ id, eventId }) => [eventId, id]))
}

const stateOf = (outcome: Outcome) => {
  const { charge, find_free, lack_price } = billableStates.actions
  if ('gap' in outcome) return lack_price.to
  return outcome.fees.length === 0 ? find_free.to : charge.to
}

/** Ends events by what they came to. Which labels were refused by their carriers is kept with it, so that the price can be repeated. */
export async function endEvents(
  tx: Tx,
  { tenantId }: Charger,
  outcomes: ReadonlyMap<number, Outcome>,
  refused: ReadonlyMap<number, readonly number[] | null> = new Map(),
) {
  const all = [...outcomes]
  const refusedOf = (id: number) => {
    const packages = refused.get(id)
    return packages ? JSON.stringify(packages) : null
  }
  const gapOf = (outcome: Outcome): PriceGap | null => ('gap' in outcome ? outcome.gap : null)
  const pricedWithOf = (outcome: Outcome) =>
    'fees' in outcome && outcome.pricedWith ? JSON.stringify(outcome.pricedWith) : null
  await sql`
    update billable_events e set status = x.status, gap = x.gap, gap_detail = x.detail, priced_at = business_now(), priced_with = x.priced_with,
      refused_packages = case when x.refused is not null then array(select r::int from jsonb_array_elements_text(x.refused) r) end,
      first_open_at = coalesce(e.first_open_at, case when x.gap is not null then business_now() end)
    from unnest(${all.map(([id]) => id)}::bigint[], ${all.map(([, outcome]) => stateOf(outcome))}::billable_status[],
      ${all.map(([, outcome]) => gapOf(outcome))}::price_gap[],
      ${all.map(([, outcome]) => ('gap' in outcome ? JSON.stringify(outcome.detail) : null))}::jsonb[],
      ${all.map(([id]) => refusedOf(id))}::jsonb[], ${all.map(([, outcome]) => pricedWithOf(outcome))}::jsonb[])
      as x (id, status, gap, detail, refused, priced_with)
    where e.tenant_id = ${tenantId} and e.id = x.id`.execute(tx)
}

/** What events that were priced again were priced with at last. */
export async function keepPricedWith(
  tx: Tx,
  { tenantId }: Charger,
  events: readonly { id: number; pricedWith: PricedWith }[],
) {
  if (events.length === 0) return
  await sql`
    update billable_events e set priced_with = x.priced_with
    from unnest(${events.map(({ id }) => id)}::bigint[], ${events.map((event) => JSON.stringify(event.pricedWith))}::jsonb[])
      as x (id, priced_with)
    where e.tenant_id = ${tenantId} and e.id = x.id`.execute(tx)
}
