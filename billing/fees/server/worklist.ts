import { sql } from 'kysely'
import type { BillableKind, PriceGap } from '../../../db/schema.ts'
import { writeChanges } from '../../../platform/audit/server/audit.ts'
import {
  type BulkResult,
  DEEPEST_ROW,
  type InputOf,
  type OutputOf,
  type Page,
} from '../../../platform/calls/call.ts'
import { refuseField } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { idsOf, only } from '../../../platform/database/server/rows.ts'
import { beginsWith } from '../../../platform/database/server/search.ts'
import { bulkResultsBy } from '../../../platform/lists/server/bulk-result.ts'
import { allOf, countLimit, directionOf, limitOf, pageOfSql } from '../../../platform/lists/server/page.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import { blockedReasons } from '../../money/server/blocked.ts'
import { releaseHolds } from '../../money/server/holds.ts'
import type { Quote, QuoteVersion } from '../../pricing/price-types.ts'
import { type BillableState, billableStates } from '../../states.ts'
import type { billingWork } from '../../work.ts'
import type * as calls from '../contract.ts'
import type { OpenEventRow } from '../contract.ts'
import { type ByHand, isOlder, lacksPrice, type Outcome } from '../event-prices.ts'
import { gapText } from '../gap-text.ts'
import { feeText } from '../text.ts'
import { isAtCarrier, outcomesNow, priceEvents } from './charge.ts'
import { documentIdOf, shouldBeSettled } from './find-fees.ts'
import { priceList } from './price-book.ts'

type Filters = Omit<InputOf<typeof calls.listOpenEvents>, 'page' | 'size' | 'sort' | 'order'>

function eventsThat(who: Who, input: Filters) {
  return allOf([
    sql`e.tenant_id = ${who.tenantId}`,
    // Written out as the partial index has it.
    sql`e.status in ('waiting', 'open')`,
    input.status && sql`e.status = ${sql.lit(input.status)}`,
    input.gap && sql`e.gap = ${input.gap}::price_gap`,
    input.kind && sql`e.kind = ${input.kind}::billable_kind`,
    input.customerId && sql`e.customer_id = ${input.customerId}`,
    input.document && beginsWith('e.source_no', input.document),
  ])
}

const detail = (name: string) => sql`e.gap_detail->>${sql.lit(name)}`

/** The facts of a gap, with the names behind its ids. */
const gapFacts = sql`json_build_object('kind', ${detail('kind')}, 'what', ${detail('what')}, 'value', ${detail('value')},
  'feeNo', ${detail('feeNo')}, 'feeId', (${detail('feeId')})::bigint, 'packageSeq', (${detail('packageSeq')})::int,
  'zoneCode', ${detail('zoneCode')}, 'currency', ${detail('currency')}, 'productId', p.id, 'sku', p.sku, 'quoteId', q.id,
  'quoteCode', q.quote_code, 'nameZh', t.name_zh, 'nameEn', t.name_en)`

const named = sql`
  left join products p on p.tenant_id = e.tenant_id and p.id = (${detail('productId')})::bigint
  left join quote_versions v on v.tenant_id = e.tenant_id and v.id = (${detail('versionId')})::bigint
  left join quotes q on q.tenant_id = e.tenant_id and q.id = coalesce((${detail('quoteId')})::bigint, v.quote_id)
  left join fee_types t on t.tenant_id = e.tenant_id and t.fee_code = ${detail('feeCode')}`

/** Work without fees yet. Events are numbered as they happen, so their ids give the order. */
export async function listOpenEvents(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listOpenEvents>,
): Promise<Page<OpenEventRow>> {
  const match = sql`from billable_events e where ${eventsThat(who, input)}`
  const way = directionOf(input.order)
  const order = sql`e.created_at ${way}, e.id ${way}`
  return pageOfSql(
    db,
    sql<OpenEventRow>`
      select e.id, e.source_no, e.status, e.kind, ${documentIdOf('e', sql`e.kind`)} as document_id,
        c.customer_code, c.customer_name, e.gap, ${gapFacts} as facts, e.charge_date, e.created_at as occurred_at, e.first_open_at as first_seen
      from (select e.* ${match} order by ${order} ${limitOf(input)}) e
      join customers c on c.tenant_id = e.tenant_id and c.id = e.customer_id ${named} order by ${order}`,
    sql`${match} ${countLimit}`,
  )
}

type Held = {
  id: number
  sourceId: number
  sourceNo: string
  kind: BillableKind
  status: BillableState
  gap: PriceGap | null
  customerId: number
  /** Whose prices apply: the moment it happened, or noon of a night's charge date. */
  pricedAt: string
  isOfToday: boolean
  /** A carrier has not answered yet whether it cancels a label. */
  isAtCarrier: boolean
}

/** Locks events in id order. */
async function lockAll(tx: Tx, who: Who, ids: readonly number[]): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select id, source_id, source_no, kind, status, gap, customer_id, charge_date >= warehouse_today() as is_of_today,
      case when kind = 'storage' then (facts ->> 'at')::timestamptz else created_at end as priced_at,
      ${isAtCarrier} as is_at_carrier
    from billable_events e where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  return rows
}

const resultOf = bulkResultsBy('sourceNo', feeText.eventNotFound)

const isToPrice = ({ status }: Held) => billableStates.actions.charge.from.includes(status as 'open')

/** A published version of a sale quote, as a person chooses it. */
export async function versionByHand(tx: Tx, who: Who, versionId: number): Promise<ByHand> {
  const { rows } = await sql<QuoteVersion & Quote & { now: string }>`
    select v.id as version_id, v.quote_id, v.effective_from, v.inactive_at, v.published_at, q.kind, q.side, q.channel_id, q.is_default,
      q.is_enabled, business_now() as now
    from quote_versions v join quotes q on q.tenant_id = v.tenant_id and q.id = v.quote_id
    where v.tenant_id = ${who.tenantId} and v.id = ${versionId} and v.published_at is not null and q.side = 'sale'`.execute(
    tx,
  )
  const [row] = rows
  if (!row) return refuseField('versionId', feeText.versionNotFound)
  const { versionId: id, quoteId, effectiveFrom, inactiveAt, publishedAt, now, ...quote } = row
  return {
    version: { versionId: id, quoteId, effectiveFrom, inactiveAt, publishedAt },
    quote: { ...quote, quoteId },
    now,
  }
}

/**
 * Prices events that lack a price. One that was left to the end of its day waits for it, so that opening its document again leaves no
 * trace in the money.
 */
export async function priceOpenEvents(
  tx: Tx,
  who: Who,
  { ids, versionId }: InputOf<typeof calls.priceOpenEvents>,
): Promise<BulkResult> {
  const events = await lockAll(tx, who, ids)
  const byHand = versionId === null ? undefined : await versionByHand(tx, who, versionId)
  const list = byHand && (await priceList(tx, who, [byHand.quote.kind], []))
  const isYounger = ({ pricedAt }: Held) =>
    byHand && list && !isOlder({ at: pricedAt }, list, byHand.quote.quoteId)
  // What was there with the quote needs a choice only where its own version has no price for it.
  const younger = await outcomesNow(tx, who, idsOf(events.filter(isYounger)))
  const reasons = new Map(
    events.map((event) => {
      const no = { no: event.sourceNo }
      if (!isToPrice(event)) return [event.id, fill(feeText.hasPrice, no)] as const
      if (byHand && (event.kind === 'storage') !== (byHand.quote.kind === 'storage'))
        return [event.id, fill(feeText.otherQuote, no)] as const
      if (event.isAtCarrier) return [event.id, feeText.waitingCarrier] as const
      if (event.status === 'waiting' && event.isOfToday) return [event.id, feeText.waitingDay] as const
      const own = younger.get(event.id)
      const hasPrice = byHand && own && !lacksPrice(own, byHand.quote.kind)
      return [event.id, hasPrice ? fill(feeText.notOlder, no) : undefined] as const
    }),
  )
  const good = events.filter(({ id }) => !reasons.get(id))
  const goodIds = idsOf(good)
  const outcomes = await priceEvents(tx, who, goodIds, byHand)
  for (const [id, reason] of await gapWords(tx, who, outcomes)) reasons.set(id, reason)
  await recordEvents(tx, who, good, 'price_event', (event) => {
    const { charge, find_free, lack_price } = billableStates.actions
    const outcome = outcomes.get(event.id)
    if (!outcome || 'gap' in outcome) return { billableStatus: lack_price.to }
    const { to } = outcome.fees.length === 0 ? find_free : charge
    return { billableStatus: to, amount: outcome.amount }
  })
  return resultOf(who, ids, events, reasons)
}

/** Why events are still open, in words. */
export async function gapWords(
  db: Db,
  who: Who,
  outcomes: ReadonlyMap<number, Outcome>,
): Promise<Map<number, Text>> {
  const open = [...outcomes].filter(([, outcome]) => 'gap' in outcome)
  if (open.length === 0) return new Map()
  const { rows } = await sql<Pick<OpenEventRow, 'id' | 'gap' | 'facts'>>`
    select e.id, e.gap, ${gapFacts} as facts
    from (select x.id, x.gap::text as gap, x.gap_detail, ${who.tenantId}::bigint as tenant_id
      from unnest(${open.map(([id]) => id)}::bigint[], ${open.map(([, outcome]) => ('gap' in outcome ? outcome.gap : null))}::text[],
        ${open.map(([, outcome]) => ('gap' in outcome ? JSON.stringify(outcome.detail) : null))}::jsonb[]) as x (id, gap, gap_detail)) e ${named}`.execute(
    db,
  )
  return new Map(
    rows.map((row) => {
      const reason = gapText(row)
      const { zh_CN, en_US } = feeText.stillOpen
      return [
        row.id,
        {
          zh_CN: zh_CN.replace('{reason}', reason.zh_CN),
          en_US: en_US.replace('{reason}', reason.en_US),
        },
      ]
    }),
  )
}

async function recordEvents(
  tx: Tx,
  who: Who,
  events: readonly Held[],
  action: string,
  after: (event: Held) => { billableStatus: string; amount?: string },
  reason?: string,
) {
  await writeChanges(
    tx,
    who,
    events.map((event) => ({
      action,
      event: `billable_event.${after(event).billableStatus}`,
      type: 'billable_event',
      id: event.id,
      no: event.sourceNo,
      before: { billableStatus: event.status },
      after: after(event),
      ...(reason && { reason }),
      customerId: event.customerId,
    })),
  )
}

/** Charges nothing for work, with a reason. What was held for it is released. */
export async function waiveEvents(
  tx: Tx,
  who: Who,
  { ids, reason }: InputOf<typeof calls.waiveEvents>,
): Promise<BulkResult> {
  const events = await lockAll(tx, who, ids)
  const { to } = billableStates.actions.waive
  const blocked = await blockedReasons(
    tx,
    who,
    events.filter(({ kind }) => kind === 'order').map(({ customerId }) => customerId),
  )
  const reasons = new Map(
    events.map((event) => {
      if (!isToPrice(event)) return [event.id, fill(feeText.hasPrice, { no: event.sourceNo })] as const
      return [event.id, event.kind === 'order' ? blocked.get(event.customerId) : undefined] as const
    }),
  )
  const good = events.filter(({ id }) => !reasons.get(id))
  await sql`
    update billable_events set status = ${to}::billable_status, gap = null, gap_detail = null, waived_by = ${who.accountId}, waive_reason = ${reason}
    where tenant_id = ${who.tenantId} and id = any(${idsOf(good)}::bigint[])`.execute(tx)
  const shipped = good.filter(({ kind }) => kind === 'order').map(({ sourceId }) => sourceId)
  if (shipped.length > 0) await releaseHolds(tx, who, 'order', shipped, reason)
  await recordEvents(tx, who, good, 'waive', () => ({ billableStatus: to }), reason)
  return resultOf(who, ids, events, reasons)
}

export async function versionChoices(db: Db, who: Who): Promise<OutputOf<typeof calls.versionChoices>> {
  const { rows } = await sql<OutputOf<typeof calls.versionChoices>[number]>`
    select v.id, q.kind, q.quote_code || ' V' || v.version_no || ' · ' || q.quote_name as label
    from quote_versions v join quotes q on q.tenant_id = v.tenant_id and q.id = v.quote_id
    where v.tenant_id = ${who.tenantId} and v.published_at is not null and q.side = 'sale'
    order by q.quote_key, v.version_no desc limit 1000`.execute(db)
  return rows
}

/** How much waits for a biller: work without a price, fees that did not leave the balance, requests for a second person, and blocked accounts. */
export async function feeWork(db: Db, who: Who): Promise<Record<keyof typeof billingWork, number>> {
  const { rows } = await sql<Record<keyof typeof billingWork, number>>`
    select (select count(*) from (select 1 from billable_events e where e.tenant_id = ${who.tenantId} and e.status in ('waiting', 'open')
        and e.status = 'open' limit ${sql.lit(DEEPEST_ROW + 1)}) x) as without_price,
      (select count(*) from (select 1 from fees f where f.tenant_id = ${who.tenantId} and ${shouldBeSettled(who.tenantId)}
        limit ${sql.lit(DEEPEST_ROW + 1)}) x) as billing_failed,
      (select count(*) from fee_requests where tenant_id = ${who.tenantId} and status = 'waiting') as fees_to_approve,
      (select count(*) from customer_accounts where tenant_id = ${who.tenantId} and blocked_because is not null) as accounts_blocked`.execute(
    db,
  )
  return only(rows)
}
