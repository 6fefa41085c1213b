import { sql } from 'kysely'
import type pg from 'pg'
import { chargeRentStep } from '../billing/rent/server/nights.ts'
import { auditOrders } from '../orders/server/audit.ts'
import { writeOrders } from '../orders/server/orders.ts'
import { voidOrders } from '../orders/server/steps.ts'
import { addWaybills, rememberTracking } from '../orders/waybills/server/obtain.ts'
import { waybillStates } from '../orders/waybills/states.ts'
import type { Who } from '../platform/calls/who.ts'
import { handleOn, openClient, type Tx } from '../platform/database/server/db.ts'
import type { BackgroundJobs } from '../platform/tasks/server/workers.ts'
import { createInbound } from '../receiving/server/inbounds.ts'
import { receive } from '../receiving/server/receive.ts'
import { confirmInbounds } from '../receiving/server/steps.ts'
import { luck } from '../setup/server/sample-numbers.ts'
import { shipOrders } from '../shipping/outbound/server/ship.ts'
import { createPickingLists } from '../shipping/picking/server/create.ts'
import {
  assignPickingLists,
  completePickingLists,
  markPickingListsPrinted,
  settlePickingLists,
} from '../shipping/picking/server/steps.ts'
import { type Floor, floorOf } from './floor.ts'
import { billMonths, closeMonth } from './month-end.ts'
import { channelsOf, type GivenFacts, orderOf } from './order-facts.ts'
import { payFrom } from './payments.ts'
import { BLOCKED, BLOCKED_BY, HALF_YEAR, isShipper, ORDER_HISTORY, type Ware } from './plan.ts'
import { printOrders } from './printing.ts'
import { recipientBy } from './recipients.ts'

const DAY = 86_400_000
/** The first day is made when the first page has long been answered. */
const PATIENCE_SECONDS = 15
const AT_ONCE = 7

/** The products that these customers sell. */
const SOLD = 30
const isSold = (ware: Ware) =>
  isShipper(ware) && ware.isMeasured && ware.place < SOLD && ware.shelfLifeDays === null && !ware.lotManaged
/** The pieces of a delivery, for each product with fewer than the second number. */
const DELIVERED = 60
const LOW = 15

type Days = { from: string; until: string }
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)
const after = (date: string, days: number) => dateOf(Date.parse(date) + days * DAY)

/** Queues the history of orders: from half a year ago until yesterday. */
export const queueOrderHistory = (tx: Tx) => {
  const all: Days = { from: dateOf(Date.now() - HALF_YEAR * DAY), until: dateOf(Date.now() - DAY) }
  return queue(tx, all, PATIENCE_SECONDS)
}

/** One job at a time, also where one is repeated. */
const queue = (tx: Tx, days: Days, seconds = 0) =>
  sql`select graphile_worker.add_job(${ORDER_HISTORY}, json_build_object('tenantId', tenant_now(), 'input', ${JSON.stringify(days)}::json),
    job_key => ${ORDER_HISTORY}, run_at => now() + make_interval(secs => ${seconds}), max_attempts => 5)`.execute(
    tx,
  )

/**
 * The history of the demo's orders, in the background: a day is one short transaction of the functions that the screens call, at
 * the time of that day. Only the owner of the database can move the clock. A job that is repeated leaves out the days that are made.
 */
export const demoJobs = (owner: pg.ClientConfig): BackgroundJobs => ({
  [ORDER_HISTORY]: async (tenantId, { from, until }: Days) => {
    const client = openClient(owner)
    await client.connect()
    try {
      for (let day = from; day <= until && day < after(from, AT_ONCE); day = after(day, 1)) {
        await client.query('begin')
        await client.query(`select set_config('app.tenant_id', $1, true)`, [String(tenantId)])
        if (await isSealed(client, tenantId, day)) return
        const floor = await floorOf(client, tenantId)
        if (isWorkingDay(day)) await workOn(floor, day, until)
        await sql`select set_config('app.business_now', '', true)`.execute(floor.tx)
        const next: Days = { from: after(day, 1), until }
        if (next.from === after(from, AT_ONCE) && next.from <= until) await queue(floor.tx, next)
        await client.query('commit')
      }
      if (until < after(from, AT_ONCE)) await endHistory(client, tenantId, until)
    } finally {
      await client.end()
    }
  },
})

/**
 * With the last day the past is complete: from now on the company counts as half a year old. Its nights of storage are made up at once, each in a
 * short transaction, because people work with the demo meanwhile; where nights were taken before, what is older than the first of them stays free.
 * Then the month is closed.
 */
async function endHistory(client: pg.Client, tenantId: number, day: string) {
  const inOne = async <T>(work: () => Promise<T>): Promise<T> => {
    await client.query('begin')
    await client.query(`select set_config('app.tenant_id', $1, true)`, [String(tenantId)])
    const result = await work()
    await client.query('commit')
    return result
  }
  await inOne(() =>
    client.query(
      `update tenants set created_at = now() - $2 * interval '1 day'
       where id = $1 and not exists (select 1 from stock_snapshots where tenant_id = $1)`,
      [tenantId, HALF_YEAR],
    ),
  )
  // The tables were empty a moment ago, and the planner would assume that they still are.
  const analyze = () =>
    client.query(
      'analyze stock_snapshots, stock_snapshot_lines, rent_days, billable_events, fees, balance_flows, account_holds',
    )
  // It was blocked today: its nights were charged before that.
  const blockAgain = (because: string | null) =>
    inOne(() =>
      client.query(
        `select block_account(c.id, $3) from customers c where c.tenant_id = $1 and c.customer_code = $2 and exists (
           select 1 from orders o where o.tenant_id = c.tenant_id and o.customer_id = c.id and o.exception_code = 'account_blocked')`,
        [tenantId, BLOCKED, because],
      ),
    )
  await blockAgain(null)
  const takeNight = () => inOne(() => chargeRentStep(handleOn(client), { tenantId, accountId: null }))
  for (let step = 1; await takeNight(); step++) if (step === 40) await analyze()
  await blockAgain(BLOCKED_BY)
  await analyze()
  await inOne(async () => closeMonth(await floorOf(client, tenantId), day))
}

/** Customers pay in advance, twice a month. */
const isPayday = (date: string) =>
  Math.ceil(Number(date.slice(8)) / 7) % 2 === 1 && new Date(date).getUTCDay() === 1

const isWorkingDay = (date: string) => new Date(date).getUTCDay() % 6 !== 0

/** A day whose ledgers are sealed is over. The lock keeps them open until this day is written. */
async function isSealed(client: pg.Client, tenantId: number, date: string): Promise<boolean> {
  await client.query(
    `select pg_advisory_xact_lock(hashtextextended('seal ' || book, $1))
     from unnest(array['audit_log', 'balance_flows', 'stock_flows']) with ordinality b (book, n) order by n`,
    [tenantId],
  )
  const { rows } = await client.query(
    'select 1 from audit_seals where tenant_id = $1 and day >= $2 limit 1',
    [tenantId, date],
  )
  return rows.length > 0
}

/** Moves the clock to an hour of a day, in west coast working hours. */
const moveClock = (tx: Tx, date: string, hour: number) =>
  sql`select set_config('app.business_now', ${new Date(Date.parse(date) + (hour + 8) * 3_600_000).toISOString()}, true)`.execute(
    tx,
  )

async function workOn(floor: Floor, date: string, until: string) {
  const { tx, people, wares, binsOf } = floor
  const number = Math.floor(Date.parse(date) / DAY)
  const chance = luck(number * 7919)
  const at = (hour: number) => moveClock(tx, date, hour)
  const office = people(`service${(number % 2) + 1}`)
  const reference = (n: number) => `S${date.slice(2).replaceAll('-', '')}-${String(n + 1).padStart(3, '0')}`
  const { rows: made } = await sql`
    select 1 from orders where tenant_id = ${office.tenantId} and reference_key = ${reference(0).toLowerCase()} limit 1`.execute(
    tx,
  )
  if (made.length > 0) return

  const sold = [...wares.values()].filter(isSold)
  await at(7)
  await billMonths(floor, date, until)
  if (isPayday(date)) await payFrom(tx, people('billing1'), sold, date)
  const low = await runningOut(tx, office, sold)
  for (const range of Map.groupBy(low, ({ customerId }) => customerId).values())
    await deliver(tx, people(`receiving${(number % 6) + 1}`), range, binsOf, `SO-${date}`)

  await at(8)
  const channelOf = await channelsOf(tx, office)
  const many = 18 + Math.floor(chance() * 14)
  const facts = Array.from({ length: many }, (_, i) => factsBy(chance, sold, channelOf, reference(i)))
  const orders = await writeOrders(
    tx,
    office,
    facts.map(({ customerId, ...rest }) => ({ customerId, facts: rest })),
  )
  const ids = orders.map(({ id }) => id)
  const changedMind = ids.filter(() => chance() < 0.02)
  await voidOrders(tx, office, { ids: changedMind, reason: '客户取消' })

  await at(9)
  const wanted = ids.filter((id) => !changedMind.includes(id))
  await giveLabels(tx, office, wanted)
  const { failed } = await auditOrders(tx, office, { ids: wanted })
  const without = failed.map(({ id }) => id)
  await voidOrders(tx, office, { ids: without, reason: '缺货，客户同意取消' })
  const ready = wanted.filter((id) => !without.includes(id))
  if (ready.length === 0) return

  const packer = people(`packing${(number % 6) + 1}`)
  const picker = people(`picking${(number % 8) + 1}`)
  const { lists } = await createPickingLists(tx, packer, { ids: ready, perList: 50, isMixed: true })
  const listed = lists.map(({ id }) => id)
  await markPickingListsPrinted(tx, packer, { ids: listed })
  await assignPickingLists(tx, packer, { ids: listed, assigneeId: picker.accountId })
  await at(11)
  await completePickingLists(tx, picker, { ids: listed })
  await at(12)
  await printOrders(tx, packer, ready)
  await at(15.5)
  await shipOrders(tx, packer, { ids: ready, truckNo: null })
  await settlePickingLists(tx, packer, listed)
}

async function runningOut(tx: Tx, who: Who, sold: readonly Ware[]): Promise<Ware[]> {
  const { rows } = await sql<{ productId: number }>`
    select product_id from stock where tenant_id = ${who.tenantId} and on_hand > 0
      and product_id = any(${sold.map(({ id }) => id)}::bigint[])
    group by product_id having sum(on_hand - allocated - frozen) >= ${LOW}`.execute(tx)
  const enough = new Set(rows.map(({ productId }) => productId))
  return sold.filter(({ id }) => !enough.has(id))
}

/** A delivery of goods that are received straight into their bins. */
async function deliver(
  tx: Tx,
  who: Who,
  range: readonly Ware[],
  binsOf: Floor['binsOf'],
  referenceNo: string,
) {
  const [first] = range
  if (!first) return
  const { id: inboundId } = await createInbound(tx, who, {
    customerId: first.customerId,
    inboundType: 'by_sku',
    ...{ referenceNo, transport: 'sea_fcl', containerNo: null, trackingNos: [], eta: null, originNo: null },
    ...{ putawayDate: null, remark: null, boxes: [], fileIds: [], isSubmitted: true },
    lines: range.map(({ id: productId }) => ({
      ...{ boxNo: null, productId, expected: DELIVERED, productionDate: null, expiryDate: null, lot: null },
    })),
  })
  await confirmInbounds(tx, who, { ids: [inboundId] })
  await receive(tx, who, {
    inboundId,
    boxId: null,
    lines: range.map((ware) => ({
      ...{ productId: ware.id, good: DELIVERED, defective: 0, locationId: binsOf(ware)[0] ?? 0 },
      ...{ defectiveLocationId: null, productionDate: null, expiryDate: null, lot: null, photoFileIds: [] },
      ...{ isUnexpected: false, confirmedTotal: DELIVERED, remark: null },
    })),
  })
}

const platforms = ['Amazon', 'Shopify', 'TikTok Shop', 'eBay', 'Walmart'] as const

/** Every third order goes by the own courier, a few bring their label, the others go with the demo carrier. */
const channelBy = (draw: number) =>
  draw < 0.34 ? 'LOCAL-LA' : draw < 0.78 ? 'DEMO-GROUND' : draw < 0.9 ? 'DEMO-EXPRESS' : 'CUSTOMER-LABEL'

/** An order: mostly one piece, some of several pieces or products of the same customer. */
function factsBy(
  chance: () => number,
  sold: readonly Ware[],
  channelOf: (code: string) => number,
  referenceNo: string,
) {
  // The square makes some products sell better than others.
  const ware = sold[Math.floor(chance() ** 2 * sold.length)]
  if (!ware) throw new Error('the demo sells nothing')
  const range = sold.filter(({ customerId }) => customerId === ware.customerId)
  const draw = chance()
  const beside = draw > 0.85 ? range[(range.indexOf(ware) + 1) % range.length] : undefined
  const quantity = draw > 0.7 && draw <= 0.85 ? 2 + Math.floor(chance() * 3) : 1
  const platform = platforms[Math.floor(chance() * platforms.length)] ?? platforms[0]
  const facts: GivenFacts = {
    ...recipientBy(chance),
    customerId: ware.customerId,
    referenceNo,
    channelId: channelOf(channelBy(chance())),
    platform,
    platformOrderNo: `${100 + Math.floor(chance() * 900)}-${Math.floor(chance() * 10_000_000)}`,
    lines: [ware, ...(beside && beside !== ware ? [beside] : [])].map(({ id: productId }) => ({
      ...{ productId, quantity, declaredValue: null },
    })),
  }
  return orderOf(facts)
}

/** The labels that a carrier sold or a customer brought at the time; the own courier's are drawn from its numbers by the audit. */
async function giveLabels(tx: Tx, who: Who, orderIds: readonly number[]) {
  const { rows } = await sql<{
    orderId: number
    channelId: number
    packageId: number
    carrier: string
    weight: string
  }>`
    with foreign_labels as (
      select o.id, o.channel_id, h.carrier, o.est_weight from orders o
      join channels h on h.tenant_id = o.tenant_id and h.id = o.channel_id
      where o.tenant_id = ${who.tenantId} and o.id = any(${orderIds}::bigint[]) and h.label_source in ('carrier_api', 'uploaded')),
    packed as (
      insert into packages (tenant_id, order_id) select ${who.tenantId}, id from foreign_labels returning id, order_id)
    select f.id as order_id, f.channel_id, packed.id as package_id, f.carrier, coalesce(f.est_weight, 1)::text as weight
    from foreign_labels f join packed on packed.order_id = f.id order by f.id`.execute(tx)
  if (rows.length === 0) return
  const ids = await addWaybills(tx, who, rows)
  const numbers = rows.map(({ carrier, packageId }) =>
    carrier === 'UPS'
      ? `1Z999AA1${String(packageId).padStart(10, '0')}`
      : `TH${String(packageId).padStart(14, '0')}`,
  )
  const costs = rows.map(({ carrier, weight }) =>
    carrier === 'UPS' ? null : (5 + Math.ceil(Number(weight)) * 1.2).toFixed(2),
  )
  await sql`
    update waybills w set status = ${waybillStates.actions.obtain.to}::waybill_status, obtained_at = business_now(),
      tracking_no = x.tracking_no, cost_amount = x.cost, cost_currency = case when x.cost is not null then 'USD' end, calls = 1
    from unnest(${ids}::bigint[], ${numbers}::text[], ${costs}::numeric[]) x (id, tracking_no, cost)
    where w.tenant_id = ${who.tenantId} and w.id = x.id`.execute(tx)
  await rememberTracking(
    tx,
    who,
    rows.map(({ orderId }, i) => ({ orderId, trackingNo: numbers[i] ?? '' })),
  )
}
