import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { toAmount } from '../../../platform/text/amount.ts'
import type { Decimal } from '../../../platform/text/decimal.ts'
import { type ByHand, type FeeDraft, fits, type Outcome, priceByHand } from '../../fees/event-prices.ts'
import { type companyTerms, contentsOf, priceList } from '../../fees/server/price-book.ts'
import { type Charger, endEvents, feeTypesOf, type Waiting, writeFees } from '../../fees/server/write-fees.ts'
import { consumeHolds, holdMoney, releaseHolds } from '../../money/server/holds.ts'
import { lockAccounts } from '../../money/server/ledger.ts'
import { sumOf } from '../../pricing/amounts.ts'
import {
  type Day,
  type Gap,
  type Instant,
  isGap,
  type QuoteVersion,
  type Unit,
} from '../../pricing/price-types.ts'
import { type RentLine, type RentResult, rentOfDay, type StoredGoods } from '../../pricing/rent.ts'
import { type PriceInForce, priceAt } from '../../pricing/version-at.ts'
import { MAX_VOLUME } from '../../pricing/volume.ts'
import { type PutAside, planDay, type RentPlan } from '../cycles.ts'

type Terms = Awaited<ReturnType<typeof companyTerms>>

/** What a night's event knows; its goods are the lines of its snapshot. */
export type StorageFacts = {
  /** Noon of the charge date in the warehouse's time zone: whose prices apply. */
  at: Instant
  unit: Unit
  minVolume: Decimal
  skus: number
  pieces: number
}

/** A day's rent with its price. */
export type PricedDay = {
  event: Waiting
  versionId: number
  discount: Decimal
  amount: Decimal
  /** The calculation without its lines: those are the snapshot's. */
  detail: object
  lines: RentLine[]
}

/**
 * Prices the rent of some nights by their locked events: charges it, or puts it aside until the end of its cycle. Nights without a price
 * stay open.
 *
 * Locks the accounts of the customers, of those who pay by bill too: other work that puts rent aside or closes a cycle waits for it.
 */
export async function priceRentDays(
  tx: Tx,
  who: Charger,
  events: readonly Waiting[],
  terms: Terms,
  byHand?: ByHand,
): Promise<Map<number, Outcome>> {
  if (events.length === 0) return new Map()
  const { outcomes, days } = await rentOf(tx, who, events, byHand && { ...byHand, isOnlyForGaps: true })
  await writeLines(tx, who, days)
  const owed = days.filter(({ amount }) => Number(amount) !== 0)
  const customerIds = [...new Set(owed.map(({ event }) => event.customerId))]
  await lockAccounts(tx, customerIds)
  const plans = await plansOf(tx, who, customerIds)
  const aside = await putAsideOf(tx, who, customerIds)
  const lastDone = await lastNight(tx, who)

  const planned = owed.map((day) => {
    const plan = plans.get(day.event.customerId)
    if (!plan) throw new Error(`customer ${day.event.customerId} was not read`)
    const others = aside.get(day.event.customerId) ?? []
    const dayTerms = { chargeDate: day.event.chargeDate, versionId: day.versionId, discount: day.discount }
    const dayPlan = planDay(plan, dayTerms, others, lastDone)
    // What follows in the same call sees what this day has put aside or closed.
    if (dayPlan.cycleTo !== null)
      aside.set(day.event.customerId, [
        ...(dayPlan.closesOthers ? [] : others),
        {
          ...dayTerms,
          cycleTo: dayPlan.cycleTo,
          rentDayId: day.event.sourceId,
          event: day.event,
          amount: day.amount,
        },
      ])
    return { day, dayPlan, closed: dayPlan.cycleTo !== null && dayPlan.closesOthers ? others : [] }
  })
  await writeDays(tx, who, days, new Map(planned.map(({ day, dayPlan }) => [day.event.id, dayPlan.cycleTo])))
  const isSettled = ({ settlementMode }: Pick<Waiting, 'settlementMode'>) =>
    settlementMode === 'balance' && !terms.isSatellite
  const put = planned.filter(({ dayPlan }) => dayPlan.cycleTo !== null).map(({ day }) => day)
  await holdMoney(
    tx,
    who,
    'rent',
    put
      .filter(({ event }) => isSettled(event))
      .map(({ event, amount }) => ({
        customerId: event.customerId,
        sourceId: event.sourceId,
        sourceNo: event.sourceNo,
        amount,
      })),
  )
  await chargeDays(tx, who, terms, [
    ...planned.filter(({ closed }) => closed.length > 0).map(({ closed }) => closed),
    ...planned
      .filter(({ dayPlan }) => dayPlan.cycleTo === null)
      .map(({ day: { event, ...day } }) => [
        { ...day, event, rentDayId: event.sourceId, chargeDate: event.chargeDate },
      ]),
  ])
  await endEvents(tx, who, outcomes)
  return outcomes
}

/**
 * What each night comes to, by its goods and the price at noon of its charge date, or with a version chosen by hand: for all, or only for
 * those without a price.
 */
export async function rentOf(
  tx: Tx,
  who: Charger,
  events: readonly Waiting[],
  byHand?: ByHand & { isOnlyForGaps: boolean },
) {
  const list = await priceList(tx, who, ['storage'], events)
  const chosen = events.map((event) => {
    const facts = event.facts as StorageFacts
    const question = {
      customerId: event.customerId,
      groupId: event.groupId,
      kind: 'storage',
      channelId: null,
    } as const
    const own = priceAt(list, question, facts.at)
    const other = byHand?.quote.kind === 'storage' ? priceByHand(list, question, facts.at, byHand) : undefined
    return { event, facts, own, other }
  })
  const versions = chosen.flatMap(({ own, other }) => [
    ...(isGap(own) ? [] : [own]),
    ...(other ? [other] : []),
  ])
  const { storage } = await contentsOf(
    tx,
    who,
    versions.map(({ version }) => version.versionId),
  )
  const goods = await goodsOf(
    tx,
    who,
    chosen.filter(({ own, other }) => other || !isGap(own)).map(({ event }) => event.sourceId),
  )
  const outcomes = new Map<number, Outcome>()
  const days: PricedDay[] = []
  for (const { event, facts, own, other } of chosen) {
    const night = { ...event, facts, goods: goods.get(event.sourceId) ?? [] }
    const first = other && !byHand?.isOnlyForGaps ? other : own
    const result = dayOrGap(storage, first, night)
    const day = other && isGap(result) ? dayOrGap(storage, other, night) : result
    if (isGap(day)) {
      outcomes.set(event.id, { gap: day.gap, detail: { kind: 'storage', ...day.detail } })
      continue
    }
    const { versionId, discount, amount, detail } = day
    days.push({ event, ...day })
    const draft = { feeCode: 'RENT', amount, versionId, discount, detail, costAmount: null }
    outcomes.set(event.id, { fees: Number(amount) === 0 ? [] : [draft], amount })
  }
  return { outcomes, days }
}

/** The rent of a night that can be charged, or what it lacks. */
export function dayOrGap(
  contents: Parameters<typeof rentOfNight>[0],
  price: PriceInForce<QuoteVersion> | Gap,
  night: Parameters<typeof rentOfNight>[2],
): Omit<PricedDay, 'event'> | Gap {
  if (isGap(price)) return price
  const rent = rentOfNight(contents, price, night)
  if (isGap(rent)) return rent
  const { versionId, amount } = rent
  const { lines, ...detail } = rent.detail
  // The true volume of such goods is not known: they may be free, but have no price.
  const isTooLarge = lines.some(
    ({ unitVolume, amount6 }) => unitVolume === MAX_VOLUME && Number(amount6) !== 0,
  )
  if (isTooLarge || !fits(amount))
    return { gap: 'no_price', detail: { what: 'too_large', value: amount, versionId } }
  return { versionId, discount: price.discount, amount, detail, lines }
}

/** The rent of a night by its goods and its facts, with a price. */
export function rentOfNight(
  contents: Awaited<ReturnType<typeof contentsOf>>['storage'],
  { version, discount }: PriceInForce<QuoteVersion>,
  night: { chargeDate: Day; facts: StorageFacts; goods: readonly StoredGoods[] },
): RentResult {
  const content = contents.get(version.versionId)
  if (!content) throw new Error(`version ${version.versionId} was not read`)
  const { chargeDate, facts } = night
  return rentOfDay(content, night.goods, {
    discount,
    chargeDate,
    unit: facts.unit,
    minVolume: facts.minVolume,
  })
}

/** The goods of nights, as their snapshots have them. */
export async function goodsOf(
  db: Db,
  { tenantId }: Pick<Charger, 'tenantId'>,
  rentDayIds: readonly number[],
) {
  const { rows } = await sql<StoredGoods & { rentDayId: number }>`
    select l.rent_day_id, l.batch_id, b.product_id, l.quality, l.quantity, b.putaway_date, l.unit_volume::text as unit_volume,
      l.no_dims as is_unmeasured
    from stock_snapshot_lines l join batches b on b.tenant_id = l.tenant_id and b.id = l.batch_id
    where l.tenant_id = ${tenantId} and l.rent_day_id = any(${rentDayIds}::bigint[])
    order by l.rent_day_id, l.batch_id, l.quality`.execute(db)
  return Map.groupBy(rows, ({ rentDayId }) => rentDayId)
}

/** Writes what each line of a night comes to. */
export async function writeLines(tx: Tx, { tenantId }: Charger, days: readonly PricedDay[]) {
  const lines = days.flatMap(({ event, lines }) =>
    lines.map((line) => ({ ...line, rentDayId: event.sourceId })),
  )
  if (lines.length === 0) return
  await sql`
    update stock_snapshot_lines l set tier_price = x.price, amount6 = x.amount6
    from unnest(${lines.map(({ rentDayId }) => rentDayId)}::bigint[], ${lines.map(({ batchId }) => batchId)}::bigint[],
      ${lines.map(({ quality }) => quality)}::stock_quality[], ${lines.map(({ price }) => price)}::numeric[],
      ${lines.map(({ amount6 }) => amount6)}::numeric[]) as x (rent_day_id, batch_id, quality, price, amount6)
    where l.tenant_id = ${tenantId} and l.rent_day_id = x.rent_day_id and l.batch_id = x.batch_id and l.quality = x.quality`.execute(
    tx,
  )
}

async function writeDays(
  tx: Tx,
  { tenantId }: Charger,
  days: readonly PricedDay[],
  cycles: ReadonlyMap<number, Day | null>,
) {
  await sql`
    update rent_days d set amount = x.amount, version_id = x.version_id, discount = x.discount, cycle_to = x.cycle_to
    from unnest(${days.map(({ event }) => event.sourceId)}::bigint[], ${days.map(({ amount }) => amount)}::numeric[],
      ${days.map(({ versionId }) => versionId)}::bigint[], ${days.map(({ discount }) => discount)}::numeric[],
      ${days.map(({ event }) => cycles.get(event.id) ?? null)}::date[]) as x (id, amount, version_id, discount, cycle_to)
    where d.tenant_id = ${tenantId} and d.id = x.id`.execute(tx)
}

async function plansOf(tx: Tx, { tenantId }: Charger, customerIds: readonly number[]) {
  const { rows } = await sql<RentPlan & { id: number }>`
    select id, storage_settlement_cycle, storage_cycle_days, storage_cycle_anchor, is_enabled from customers
    where tenant_id = ${tenantId} and id = any(${customerIds}::bigint[])`.execute(tx)
  return new Map(rows.map(({ id, ...plan }) => [id, plan]))
}

/** A day whose rent is charged. */
export type OwedDay = {
  rentDayId: number
  event: Omit<Waiting, 'facts' | 'groupId'>
  chargeDate: Day
  amount: Decimal
  versionId: number
  discount: Decimal
  detail?: object
}

/** The rent that is put aside for some customers, in date order. Their accounts are locked. */
export async function putAsideOf(
  tx: Tx,
  { tenantId }: Charger,
  customerIds: readonly number[],
): Promise<Map<number, (PutAside & OwedDay)[]>> {
  const { rows } = await sql<PutAside & Omit<OwedDay, 'event'> & Omit<OwedDay['event'], 'chargeDate'>>`
    select d.id as rent_day_id, d.charge_date, d.cycle_to, d.amount, d.version_id, d.discount, e.id, e.kind, e.source_id, e.source_no,
      e.customer_id, e.created_at, c.settlement_mode
    from rent_days d
    join billable_events e on e.tenant_id = d.tenant_id and e.kind = 'storage' and e.source_id = d.id and e.status <> 'reversed'
    join customers c on c.tenant_id = d.tenant_id and c.id = d.customer_id
    where d.tenant_id = ${tenantId} and d.customer_id = any(${customerIds}::bigint[]) and d.fee_id is null and d.amount > 0
      and d.cycle_to is not null
    order by d.customer_id, d.charge_date`.execute(tx)
  const days = rows.map(({ rentDayId, chargeDate, cycleTo, amount, versionId, discount, ...event }) => ({
    ...{ rentDayId, chargeDate, cycleTo, amount, versionId, discount },
    event: { ...event, chargeDate },
  }))
  return Map.groupBy(days, ({ event }) => event.customerId)
}

async function lastNight(tx: Tx, { tenantId }: Charger): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    select max(charge_date) as day from stock_snapshots where tenant_id = ${tenantId} and status = 'done'`.execute(
    tx,
  )
  return rows[0]?.day ?? null
}

/** The fee of some days of one customer with one price; it stands with the last of them. */
export function rentFeeOf(unsorted: readonly OwedDay[]): FeeDraft & { event: OwedDay['event'] } {
  // A night that got its price late was added after later ones.
  const days = unsorted.toSorted((a, b) => (a.chargeDate < b.chargeDate ? -1 : 1))
  const last = days.at(-1)
  if (!last) throw new Error('a fee of rent has a day')
  const { event, versionId, discount } = last
  const amount = toAmount(sumOf(days.map((day) => day.amount)))
  const detail = {
    kind: 'rent',
    ...last.detail,
    versionId,
    discount,
    amount,
    days: days.map((day) => ({ rentDayId: day.rentDayId, chargeDate: day.chargeDate, amount: day.amount })),
  }
  return { event, feeCode: 'RENT', amount, versionId, discount, detail, costAmount: null }
}

/**
 * Charges rent, one fee for each group of days of one customer: of what was put aside, or of a single day. The money that was held for
 * the days is taken with the same posting; where the fee is not settled, it is given back.
 */
export async function chargeDays(
  tx: Tx,
  who: Charger,
  { isSatellite }: Pick<Terms, 'isSatellite'>,
  groups: readonly (readonly OwedDay[])[],
) {
  if (groups.length === 0) return
  const typeOf = await feeTypesOf(tx, who)
  const type = typeOf({ feeCode: 'RENT' })
  const fees = groups.map((days) => {
    const { event, ...draft } = rentFeeOf(days)
    const isSettled = event.settlementMode === 'balance' && !isSatellite
    return { days, event, isSettled, fee: { ...draft, ...type } }
  })
  const daysOf = (list: typeof fees) => list.flatMap(({ days }) => days.map(({ rentDayId }) => rentDayId))
  const settled = fees.filter(({ isSettled }) => isSettled)
  const posted = await consumeHolds(
    tx,
    who,
    'rent',
    daysOf(settled),
    settled.map(({ event, fee }) => ({
      sourceType: 'billable_event',
      sourceId: event.id,
      sourceNo: event.sourceNo,
      business: fee.business,
      customerId: event.customerId,
      amount: fee.amount,
    })),
  )
  await releaseHolds(tx, who, 'rent', daysOf(fees.filter(({ isSettled }) => !isSettled)))
  const seqs = new Map(
    posted
      .filter(({ sourceType }) => sourceType === 'billable_event')
      .map(({ sourceId, seq }) => [sourceId, seq]),
  )
  const ids = await writeFees(
    tx,
    who,
    fees.map(({ event, fee }) => ({ event, fee, flowSeq: seqs.get(event.id) ?? null })),
  )
  const charged = fees.flatMap(({ days, event }) =>
    days.map(({ rentDayId }) => ({ rentDayId, feeId: ids.get(event.id) })),
  )
  await sql`
    update rent_days d set fee_id = x.fee_id
    from unnest(${charged.map(({ rentDayId }) => rentDayId)}::bigint[], ${charged.map(({ feeId }) => feeId ?? null)}::bigint[]) as x (id, fee_id)
    where d.tenant_id = ${who.tenantId} and d.id = x.id`.execute(tx)
}
