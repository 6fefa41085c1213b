import { sql } from 'kysely'
import type { BillableKind, PriceGap } from '../../../db/schema.ts'
import type { InputOf, OutputOf } from '../../../platform/calls/call.ts'
import { refuse, refuseAs, refuseField } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { idsOf, only, valuesOf } from '../../../platform/database/server/rows.ts'
import { figureOf } from '../../../platform/lists/columns.ts'
import { workbooks } from '../../../platform/server/lazy-packages.ts'
import { type Outcome, startTask, type Work } from '../../../platform/tasks/server/tasks.ts'
import { fill, type Language } from '../../../platform/text/text.ts'
import {
  choosePrices,
  eventPrices,
  type Outcome as Priced,
  type PricedWith,
  type PricedWork,
  type PriceList,
  versionsOf,
} from '../../fees/event-prices.ts'
import { isAtCarrier, refusedPackages, withoutDoubles } from '../../fees/server/charge.ts'
import { withFactsOfNow } from '../../fees/server/complete-facts.ts'
import { companyTerms, contentsOf, groupOfEvent, priceList } from '../../fees/server/price-book.ts'
import { feeTypesOf } from '../../fees/server/write-fees.ts'
import { collectionCustomers } from '../../money/server/find-collections.ts'
import { sumOf } from '../../pricing/amounts.ts'
import { type Instant, isGap, type Quote, type QuoteVersion } from '../../pricing/price-types.ts'
import { priceAt } from '../../pricing/version-at.ts'
import { dayOrGap, goodsOf, type StorageFacts } from '../../rent/server/price-days.ts'
import {
  biggest,
  type Choice,
  type Compared,
  compared,
  differenceOf,
  firstPrice,
  firstPrices,
  highestFirst,
  type Instead,
  priceInstead,
  pricesInstead,
  sumsOf,
  type Used,
} from '../compare.ts'
import * as calls from '../contract.ts'
import { whatIfText } from '../text.ts'

type Company = Pick<Who, 'tenantId'>
type Input = InputOf<typeof calls.whatIf>

/** Events in each step. */
const STEP = 2000

type Event = {
  id: number
  kind: BillableKind
  sourceId: number
  sourceNo: string
  customerId: number
  groupId: number | null
  createdAt: string
  chargeDate: string
  facts: unknown
  /** What it lacks, where it has no price yet. */
  gap: PriceGap | null
  isOpen: boolean
  refused: number[] | null
  pricedWith: PricedWith | null
  /** The types of fees that a person voided: a new price does not bring them back. */
  voided: string[]
  charged: string
  fees: { versionId: number; discount: string }[]
}

type Result = Compared & Pick<Event, 'id' | 'sourceNo' | 'customerId' | 'chargeDate'>

/**
 * Events of the period that were charged or free, with the fees that stand for them now, and those that have no price yet; what a carrier
 * still has to answer for is left out. Reads only.
 */
async function eventsAfter(db: Db, { tenantId }: Company, asked: Input, after: number): Promise<Event[]> {
  const { rows } = await sql<Event>`
    select e.id, e.kind, e.source_id, e.source_no, e.customer_id, ${groupOfEvent} as group_id, e.created_at, e.charge_date,
      coalesce(e.completed_facts, e.facts) as facts, e.gap, e.status = 'open' as is_open,
      case when e.status = 'open' then ${refusedPackages} else e.refused_packages end as refused, e.priced_with,
      array(select t.fee_code from fee_types t where t.tenant_id = e.tenant_id and t.id in (
        select v.fee_type_id from fees v where v.tenant_id = e.tenant_id and v.event_id = e.id and v.status = 'voided' and not v.is_repriced
          and v.refund_of is null and not exists (select 1 from fees n where n.tenant_id = v.tenant_id and n.event_id = v.event_id
            and n.fee_type_id = v.fee_type_id and n.refund_of is null and n.id > v.id))) as voided,
      coalesce(r.charged, s.charged, 0)::numeric(18, 2) as charged, coalesce(r.fees, s.fees, '[]') as fees
    from (
      select * from billable_events e where e.tenant_id = ${tenantId} and e.id > ${after} and e.charge_date between ${asked.from}::date and ${asked.to}::date
        and (e.status in ('charged', 'free') or e.status = 'open' and not ${isAtCarrier})
        ${asked.customerIds ? sql`and e.customer_id = any(${asked.customerIds}::bigint[])` : sql``}
      order by e.id limit ${STEP}) e
    join customers c on c.tenant_id = e.tenant_id and c.id = e.customer_id
    left join lateral (
      select sum(f.amount) as charged,
        json_agg(json_build_object('versionId', f.version_id, 'discount', f.discount::text) order by f.id) filter (where f.version_id is not null) as fees
      from fees f where f.tenant_id = e.tenant_id and f.event_id = e.id and f.status in ('not_settled', 'settled') and f.refund_of is null) s on true
    -- A fee of rent may stand for several nights, and a night may be put aside without one.
    left join lateral (
      select case when d.fee_id is null or f.status in ('not_settled', 'settled') then d.amount else 0 end as charged,
        case when d.version_id is not null then json_build_array(json_build_object('versionId', d.version_id, 'discount', d.discount::text)) end as fees
      from rent_days d left join fees f on f.tenant_id = d.tenant_id and f.id = d.fee_id
      where e.kind = 'storage' and d.tenant_id = e.tenant_id and d.id = e.source_id) r on true
    order by e.id`.execute(db)
  return rows
}

type Known = { versions: ReadonlyMap<number, QuoteVersion>; quotes: ReadonlyMap<number, Quote> }

/** All versions of sale quotes, drafts too. */
async function allVersions(db: Db, { tenantId }: Company): Promise<Known> {
  const [quotes, versions] = await Promise.all([
    sql<Quote>`select id as quote_id, kind, side, channel_id, is_default, is_enabled from quotes
      where tenant_id = ${tenantId} and side = 'sale'`.execute(db),
    sql<QuoteVersion>`select id as version_id, quote_id, effective_from, inactive_at, published_at from quote_versions
      where tenant_id = ${tenantId}`.execute(db),
  ])
  return {
    quotes: new Map(quotes.rows.map((quote) => [quote.quoteId, quote])),
    versions: new Map(versions.rows.map((version) => [version.versionId, version])),
  }
}

/** The chosen versions; one for each kind and channel. */
function insteadOf({ versions, quotes }: Known, versionIds: readonly number[]): Instead[] {
  const instead = [...new Set(versionIds)].map((id) => {
    const version = versions.get(id)
    const quote = version && quotes.get(version.quoteId)
    return version && quote ? { version, quote } : refuseAs({ kind: 'not_found' }, whatIfText.notFound)
  })
  const keys = new Set(instead.map(({ quote }) => `${quote.kind} ${quote.channelId}`))
  if (keys.size < instead.length) refuseField('versionIds', whatIfText.twice)
  return instead
}

/** Calculates events with other versions, step by step; `onStep` may end it. Nothing is written. */
async function reprice(
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  who: Company,
  asked: Input,
  onStep: (done: number) => Promise<boolean>,
): Promise<Result[] | undefined> {
  const known = await read((db) => allVersions(db, who))
  const instead = insteadOf(known, asked.versionIds)
  const { now, ...terms } = await read(async (db) => ({
    ...(await companyTerms(db, who)),
    now: await timeOf(db),
  }))
  const results: Result[] = []
  for (let after = 0; ; ) {
    const events = await read((db) => eventsAfter(db, who, asked, after))
    results.push(
      ...(await read((db) =>
        repriceStep(db, who, events, known, { instead, forAll: asked.forAll, now }, terms),
      )),
    )
    if (!(await onStep(results.length))) return undefined
    if (events.length < STEP) return results
    after = events.at(-1)?.id ?? after
  }
}

/** The time that charging now would go by. */
async function timeOf(db: Db): Promise<Instant> {
  const { rows } = await sql<{ now: Instant }>`select business_now() as now`.execute(db)
  return only(rows).now
}

async function repriceStep(
  db: Db,
  who: Company,
  stored: readonly Event[],
  known: Known,
  asked: Choice & { now: Instant },
  terms: Awaited<ReturnType<typeof companyTerms>>,
): Promise<Result[]> {
  const list = await priceList(db, who, ['operation', 'freight', 'storage'], stored)
  const choice = { ...asked, list }
  const nights = stored.filter(({ kind }) => kind === 'storage')
  const rent = await rentInstead(db, who, nights, known, choice)
  const events = await withFactsOfNow(
    db,
    who,
    stored.filter(({ kind }) => kind !== 'storage'),
  )
  const priced = events.map((event) => {
    const { kind, customerId, groupId, createdAt: at, chargeDate, facts } = event
    const work = { kind, customerId, groupId, at, chargeDate, facts } as PricedWork
    const channelId = 'channelId' in work.facts ? work.facts.channelId : null
    const chosen = choosePrices(work, list)
    const prices = event.isOpen
      ? firstPrices(chosen, work, channelId, choice)
      : pricesInstead(chosen, usedBy(event, known), channelId, choice)
    return { event, work, prices }
  })
  const contents = await contentsOf(
    db,
    who,
    priced.flatMap(({ prices }) => versionsOf(prices)),
  )
  const priceOf = eventPrices(contents, terms)
  const outcomes = new Map(
    priced.map(({ event, work, prices }) => {
      const outcome = priceOf(work, prices, event.refused ?? [], undefined, event.pricedWith ?? terms)
      return [event.id, event.isOpen ? outcome : withoutVoided(event, outcome)] as const
    }),
  )
  const open = events.filter(({ isOpen }) => isOpen)
  const all = new Map([
    ...rent,
    ...outcomes,
    ...(open.length > 0 ? await chargeable(db, who, open, outcomes) : []),
  ])
  return stored.map(({ id, sourceNo, customerId, chargeDate, charged, isOpen }) => ({
    ...{ id, sourceNo, customerId, chargeDate },
    ...compared(charged, all.get(id) ?? { fees: [], amount: charged }, isOpen),
  }))
}

/** What events without a price come to; a fee that their document has already can't be charged, whatever the price is. */
async function chargeable(
  db: Db,
  who: Company,
  open: readonly Event[],
  outcomes: ReadonlyMap<number, Priced>,
): Promise<ReadonlyMap<number, Priced>> {
  const ids = new Set(idsOf(open))
  const own = new Map([...outcomes].filter(([id]) => ids.has(id)))
  return withoutDoubles(db, who, open, own, await feeTypesOf(db, who))
}

/** An event without the fees that a person voided. */
function withoutVoided({ voided }: Event, outcome: Priced): Priced {
  if (voided.length === 0 || 'gap' in outcome) return outcome
  const fees = outcome.fees.filter(({ feeCode }) => !voided.includes(feeCode))
  return { fees, amount: sumOf(fees.map(({ amount }) => amount)).toFixed(2) }
}

/** What nights come to, from the goods of their snapshots and the measures of their moment. */
async function rentInstead(
  db: Db,
  who: Company,
  nights: readonly Event[],
  known: Known,
  choice: Choice & { list: PriceList; now: Instant },
): Promise<Map<number, Priced>> {
  const kind = { kind: 'storage', channelId: null } as const
  const priced = nights.map((night) => {
    const { customerId, groupId } = night
    const facts = night.facts as StorageFacts
    const own = priceAt(choice.list, { customerId, groupId, ...kind }, facts.at)
    const price = night.isOpen
      ? firstPrice(kind, own, { customerId, groupId, at: facts.at }, choice)
      : priceInstead(kind, own, usedBy(night, known), choice)
    return { night, facts, price }
  })
  const { storage } = await contentsOf(
    db,
    who,
    priced.flatMap(({ price }) => (isGap(price) ? [] : price.version.versionId)),
  )
  const goods = await goodsOf(db, who, valuesOf(nights, 'sourceId'))
  return new Map(
    priced.map(({ night, facts, price }) => {
      const rent = dayOrGap(storage, price, { ...night, facts, goods: goods.get(night.sourceId) ?? [] })
      return [night.id, isGap(rent) ? rent : { fees: [], amount: rent.amount }]
    }),
  )
}

/** The versions that an event was priced with, also where that was free, and those that its fees name; a fee that was priced again is the newest. */
function usedBy({ fees, pricedWith }: Event, { versions, quotes }: Known): Used {
  const used: Used = {}
  for (const { versionId, discount } of [...Object.values(pricedWith?.prices ?? {}), ...fees]) {
    const version = versions.get(versionId)
    const kind = version && quotes.get(version.quoteId)?.kind
    if (version && kind) used[kind] = { version, discount }
  }
  return used
}

type Customer = { id: number; customerCode: string; customerName: string }

const perCustomer = (results: readonly Result[], customers: ReadonlyMap<number, Customer>) =>
  [...Map.groupBy(results, ({ customerId }) => customerId)]
    .map(([customerId, all]) => ({
      customerId,
      customerCode: customers.get(customerId)?.customerCode ?? '',
      customerName: customers.get(customerId)?.customerName ?? '',
      ...sumsOf(all),
    }))
    .toSorted((a, b) => (a.customerCode < b.customerCode ? -1 : 1))

const byId = (rows: readonly Customer[]) => new Map(rows.map((row) => [row.id, row]))

export async function whatIf(db: Db, who: Who, asked: Input): Promise<OutputOf<typeof calls.whatIf>> {
  const { MAX_EVENTS: max } = calls
  const results = await reprice(
    (work) => work(db),
    who,
    asked,
    async (done) => (done > max ? refuse(whatIfText.tooMany, { max }) : true),
  )
  const customers = byId(await collectionCustomers(db, who))
  const all = results ?? []
  return {
    ...sumsOf(all),
    customers: perCustomer(all, customers),
    documents: biggest(all, calls.MAX_DOCUMENTS).map((each) => ({
      eventId: each.id,
      sourceNo: each.sourceNo,
      customerCode: customers.get(each.customerId)?.customerCode ?? '',
      charged: each.charged,
      instead: each.instead,
      difference: differenceOf(each),
    })),
    firstPrices: highestFirst(all, calls.MAX_DOCUMENTS).map((each) => ({
      eventId: each.id,
      sourceNo: each.sourceNo,
      customerCode: customers.get(each.customerId)?.customerCode ?? '',
      amount: each.instead,
    })),
  }
}

export async function startWhatIf(tx: Tx, who: Who, asked: InputOf<typeof calls.startWhatIf>) {
  insteadOf(await allVersions(tx, who), asked.versionIds)
  const customers = byId(await collectionCustomers(tx, who))
  if (asked.customerIds?.some((id) => !customers.has(id))) refuseField('customerIds', whatIfText.noCustomer)
  const { language } = who
  return { taskId: await startTask(tx, who, calls.startWhatIf, 'what_if', { asked, language }) }
}

/** The task behind the spreadsheet: one sheet for the customers, one for every document. */
export async function whatIfTask({ who, input, read, progress }: Work<never>): Promise<Outcome> {
  const { asked, language } = input as { asked: Input; language: Language }
  const results = await reprice(read, who, asked, async (done) => !(await progress(done, 0)).isCancelAsked)
  if (!results) return { end: 'cancel' }
  const customers = byId(
    await read(async (db) => {
      const { rows } = await sql<Customer>`
        select id, customer_code, customer_name from customers where tenant_id = ${who.tenantId}`.execute(db)
      return rows
    }),
  )
  const t = (text: keyof typeof whatIfText) => whatIfText[text][language]
  const figures = [
    ...[t('events'), t('charged'), t('instead'), t('difference'), t('gaps')],
    ...[t('newlyPriced'), t('newAmount'), t('stillOpen')],
  ]
  const rowOf = (sums: ReturnType<typeof sumsOf>) => [
    ...[sums.events, figureOf(sums.charged), figureOf(sums.instead), figureOf(sums.difference), sums.gaps],
    ...[sums.newlyPriced, figureOf(sums.newAmount), sums.stillOpen],
  ]
  const bytes = await workbooks().writeXlsx({
    sheets: [
      {
        name: t('customers'),
        rows: [
          [t('customers'), '', ...figures],
          ...perCustomer(results, customers).map((each) => [
            each.customerCode,
            each.customerName,
            ...rowOf(each),
          ]),
          [t('total'), '', ...rowOf(sumsOf(results))],
        ],
        freezePane: { rows: 1 },
      },
      {
        name: t('document'),
        rows: [
          [t('document'), t('customers'), t('day'), t('charged'), t('instead'), t('difference')],
          ...results.map((each) => [
            each.sourceNo,
            customers.get(each.customerId)?.customerCode ?? '',
            each.chargeDate,
            each.isOpen ? t('noPrice') : figureOf(each.charged),
            each.isGap ? null : figureOf(each.instead),
            each.isOpen ? null : figureOf(differenceOf(each)),
          ]),
        ],
        freezePane: { rows: 1 },
      },
    ],
  })
  return {
    message: fill(whatIfText.done, { count: results.length }),
    file: {
      name: `what-if_${asked.from}_${asked.to}.xlsx`,
      mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      bytes: Buffer.from(bytes),
    },
  }
}

export async function whatIfChoices(db: Db, who: Who): Promise<OutputOf<typeof calls.whatIfChoices>> {
  const [customers, { rows }] = await Promise.all([
    collectionCustomers(db, who),
    sql<OutputOf<typeof calls.whatIfChoices>['versions'][number]>`
      select v.id, q.quote_code, v.version_no, q.kind, h.channel_code from quote_versions v
      join quotes q on q.tenant_id = v.tenant_id and q.id = v.quote_id and q.side = 'sale'
      left join channels h on h.tenant_id = q.tenant_id and h.id = q.channel_id
      where v.tenant_id = ${who.tenantId} order by q.quote_key, v.version_no desc limit 1000`.execute(db),
  ])
  return { customers, versions: rows }
}
