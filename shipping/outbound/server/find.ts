import { sql } from 'kysely'
import type { InputOf, OutputOf, Page } from '../../../platform/calls/call.ts'
import { notFound } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { only, sameTenant } from '../../../platform/database/server/rows.ts'
import { containing, isOnDays } from '../../../platform/database/server/search.ts'
import { codeKey } from '../../../platform/lists/codes.ts'
import { pageOfQuery } from '../../../platform/lists/server/page.ts'
import { settingsOf } from '../../../warehouse/server/facts.ts'
import type { WarehouseSettings } from '../../../warehouse/settings.ts'
import type * as calls from '../contract.ts'
import type { BatchRow, OutboundPackage, OutboundRow } from '../contract.ts'
import { obstacleOf, obstacleText } from '../rules.ts'
import { outboundText } from '../text.ts'
import { type LeavingOrder, leavingOrders, weightOf } from './leaving.ts'

type Filters = NonNullable<InputOf<typeof calls.totalsToShip>['filters']>

/** A tracking number normalised for comparison, as in the column it is compared with. */
const trackingKey = (number: string) => number.normalize('NFKC').toUpperCase().replace(/\s/g, '')

/** A number and what has it: a package by its tracking number, which may be that of an old label, or a whole order. */
type Match = { key: string; orderId: number; packageId: number | null; isOld: boolean }

/** What has one of these numbers, whatever its status. */
async function matchesOf(db: Db, who: Pick<Who, 'tenantId'>, numbers: readonly string[]): Promise<Match[]> {
  const tracking = numbers.map(trackingKey)
  const { rows } = await sql<Match>`
    select lower(w.tracking_key) as key, w.order_id, w.package_id, bool_and(w.status <> 'obtained') as is_old from waybills w
    where w.tenant_id = ${who.tenantId} and w.tracking_key = any(${tracking}::text[]) group by 1, 2, 3
    union all
    select w.word, w.order_id, null, false from order_words w
    where w.tenant_id = ${who.tenantId} and w.word = any(${numbers.map(codeKey)}::text[]) and w.mark <> 'tracking'`.execute(
    db,
  )
  // A number can be used again after its label was voided: the live label has it.
  const live = new Set(rows.flatMap(({ key, isOld }) => (isOld ? [] : [key])))
  return rows.filter(({ key, isOld }) => !isOld || !live.has(key))
}

/** The forms in which a number is compared. */
const keysOf = (number: string) => [codeKey(number), trackingKey(number).toLowerCase()]

function outboundOf(db: Db, who: Pick<Who, 'tenantId' | 'zone'>, input: Filters) {
  let row = db
    .selectFrom('orders as o')
    .innerJoin('customers as c', sameTenant('c.id', 'o.customerId'))
    .innerJoin('channels as h', sameTenant('h.id', 'o.channelId'))
    .where('o.tenantId', '=', who.tenantId)
    .where('o.status', '=', sql<'waybill_printed'>`'waybill_printed'`)
  if (input.search)
    row = row.where(
      sql<boolean>`o.id = any(array(
        select w.order_id from order_words w where w.tenant_id = ${who.tenantId} and w.word like ${containing(codeKey(input.search))}
        union all
        select w.order_id from waybills w where w.tenant_id = ${who.tenantId} and w.status = 'obtained'
          and w.tracking_key like ${containing(trackingKey(input.search))}))`,
    )
  if (input.carrier) row = row.where('h.carrier', '=', input.carrier)
  if (input.channelId) row = row.where('o.channelId', '=', input.channelId)
  if (input.customerId) row = row.where('o.customerId', '=', input.customerId)
  if (input.printedFrom || input.printedTo)
    row = row.where(isOnDays('o.statusAt', { from: input.printedFrom, to: input.printedTo }, who.zone))
  return row
}

/** The orders that match, and what became of pasted numbers. */
async function matching(db: Db, who: Who, input: Filters) {
  const pasted = input.codes && (await pastedOrders(db, who, input.codes))
  const match = outboundOf(db, who, input)
  return {
    match: pasted ? match.where(sql<boolean>`o.id = any(${pasted.ids}::bigint[])`) : match,
    missing: pasted?.missing ?? [],
    notReady: pasted?.notReady ?? [],
  }
}

const packageCount = sql<number>`(select count(*) from packages k where k.tenant_id = o.tenant_id and k.order_id = o.id)`
const weight = sql<
  string | null
>`coalesce((select sum(k.weight) from packages k where k.tenant_id = o.tenant_id and k.order_id = o.id
          having count(*) = count(k.weight)), o.est_weight)`

const sorts = { printedAt: 'o.statusAt', orderNo: 'o.orderNo', priority: 'o.priority' } as const

export async function listOutbound(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listOutbound>,
): Promise<Page<OutboundRow> & Pick<OutputOf<typeof calls.listOutbound>, 'missing' | 'notReady'>> {
  const { match, ...pasted } = await matching(db, who, input)
  const rows = match
    .select(['o.id', 'o.orderNo', 'o.status', 'o.interceptStatus', 'o.referenceNo', 'c.customerCode'])
    .select(['h.channelCode', 'h.carrier', 'o.pieceCount', 'o.countryCode', 'o.stateCode', 'o.postcode'])
    .select(['o.priority', 'o.statusAt as printedAt'])
    .select(
      sql<
        string[]
      >`array(select w.tracking_no from waybills w where w.tenant_id = o.tenant_id and w.order_id = o.id
          and w.status = 'obtained' and w.tracking_no is not null order by w.package_id)`.as('trackingNos'),
    )
    .select([packageCount.as('packageCount'), weight.as('weight')])
    .orderBy(sorts[input.sort], input.order)
    .orderBy('o.id')
  return { ...(await pageOfQuery(rows, input)), ...pasted }
}

export async function totalsToShip(
  db: Db,
  who: Who,
  { ids, filters = {} }: InputOf<typeof calls.totalsToShip>,
): Promise<OutputOf<typeof calls.totalsToShip>> {
  const { match } = await matching(db, who, filters)
  const chosen = ids ? match.where(sql<boolean>`o.id = any(${ids}::bigint[])`) : match
  const orders = chosen.select([
    packageCount.as('packages'),
    weight.as('weight'),
    'h.carrier',
    'c.customerCode',
  ])
  const { rows } = await sql<OutputOf<typeof calls.totalsToShip>>`
    with x as materialized (${orders})
    select coalesce(sum(x.packages), 0)::int as packages, coalesce(sum(x.weight), 0)::text as weight,
      (count(*) filter (where x.weight is null))::int as unweighed,
      array(select distinct y.carrier from x y order by 1) as carriers,
      array(select distinct y.customer_code from x y order by 1) as customers
    from x`.execute(db)
  return only(rows)
}

/** The orders that were found, and the settings that decide whether they can leave. */
async function ordersIn(db: Db, who: Who, matches: readonly Match[]) {
  const ids = [...new Set(matches.map(({ orderId }) => orderId))]
  const orders = ids.length > 0 ? await leavingOrders(db, who, ids) : []
  return { orders, settings: await settingsOf(db, who) }
}

/** The orders with pasted numbers: those that are printed, those that can't leave, and the unknown numbers. */
async function pastedOrders(db: Db, who: Who, codes: readonly string[]) {
  const matches = await matchesOf(db, who, codes)
  const { orders, settings } = await ordersIn(db, who, matches)
  const old = new Set(matches.flatMap(({ orderId, isOld }) => (isOld ? [orderId] : [])))
  const notReady = orders.flatMap((order) => {
    const obstacle = obstacleOf(order, settings, old.has(order.id))
    const reason = obstacle && obstacleText(obstacle, order)[who.language]
    return reason ? [{ id: order.id, no: order.orderNo, reason }] : []
  })
  const ids = orders.flatMap(({ id }) => (old.has(id) ? [] : [id]))
  return { ids, notReady, missing: unknownOf(codes, matches) }
}

function unknownOf(numbers: readonly string[], matches: readonly Match[]): string[] {
  const known = new Set(matches.map(({ key }) => key))
  return [...new Set(numbers.filter((number) => !keysOf(number).some((key) => known.has(key))))]
}

/** The packages of an order as found by a number; an order without packages is found as a whole. */
function packagesIn(
  order: LeavingOrder,
  { number, isOld }: { number: string; isOld: boolean },
  { language }: Who,
  settings: WarehouseSettings,
): OutboundPackage[] {
  const { id, orderNo, status, customerCode, channelCode, carrier, packages } = order
  const obstacle = obstacleOf(order, settings, isOld) ?? null
  const head = {
    number,
    orderId: id,
    orderNo,
    status,
    customerCode,
    channelCode,
    carrier,
    packageCount: packages.length,
    obstacle,
    reason: obstacle && obstacleText(obstacle, order)[language],
  }
  if (packages.length === 0)
    return [
      {
        ...head,
        packageId: null,
        packageSeq: 1,
        trackingNo: null,
        weight: order.estWeight,
        isWeighed: false,
      },
    ]
  return packages.map((item) => ({
    ...head,
    packageId: item.packageId,
    packageSeq: item.packageSeq,
    trackingNo: item.trackingNo,
    weight: weightOf(order, item),
    isWeighed: item.weight !== null,
  }))
}

export async function findPackages(
  db: Db,
  who: Who,
  { numbers }: InputOf<typeof calls.findPackages>,
): Promise<OutputOf<typeof calls.findPackages>> {
  const matches = await matchesOf(db, who, numbers)
  const { orders, settings } = await ordersIn(db, who, matches)
  const byId = new Map(orders.map((order) => [order.id, order]))
  const byKey = Map.groupBy(matches, ({ key }) => key)
  const packages = new Map<string, OutboundPackage>()
  for (const number of numbers)
    for (const { orderId, packageId, isOld } of keysOf(number).flatMap((key) => byKey.get(key) ?? [])) {
      const order = byId.get(orderId)
      for (const item of order ? packagesIn(order, { number, isOld }, who, settings) : []) {
        const key = `${orderId} ${item.packageId}`
        if ((packageId === null || item.packageId === packageId) && !packages.has(key))
          packages.set(key, item)
      }
    }
  return { packages: [...packages.values()], missing: unknownOf(numbers, matches) }
}

export async function outboundCarriers(db: Db, who: Who): Promise<string[]> {
  const rows = await db
    .selectFrom('channels')
    .select('carrier')
    .distinct()
    .where('tenantId', '=', who.tenantId)
    .orderBy('carrier')
    .execute()
  return rows.map(({ carrier }) => carrier)
}

const batchesOf = (db: Db, who: Pick<Who, 'tenantId'>) =>
  db
    .selectFrom('shipmentBatches as b')
    .innerJoin('accounts as a', sameTenant('a.id', 'b.createdBy'))
    .where('b.tenantId', '=', who.tenantId)

const batchFields = [
  'b.id',
  'b.batchNo',
  'b.carrier',
  'b.truckNo',
  'b.orderCount',
  'b.packageCount',
  'b.weight',
  'a.userName',
  'b.createdAt',
] as const

export async function listBatches(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listBatches>,
): Promise<Page<BatchRow>> {
  let match = batchesOf(db, who)
  if (input.search) {
    const part = containing(input.search.normalize('NFKC'))
    match = match.where(sql<boolean>`(b.batch_no ilike ${part} or b.truck_no ilike ${part})`)
  }
  if (input.carrier) match = match.where('b.carrier', '=', input.carrier)
  if (input.shippedFrom || input.shippedTo)
    match = match.where(isOnDays('b.createdAt', { from: input.shippedFrom, to: input.shippedTo }, who.zone))
  return pageOfQuery(
    match.select(batchFields).orderBy(`b.${input.sort}`, input.order).orderBy('b.id', 'desc'),
    input,
  )
}

export type ShippedPackage = OutputOf<typeof calls.getBatch>['packages'][number] & { batchId: number }

/** The packages that left with these batches, in the order of the orders. */
export async function packagesOf(
  db: Db,
  who: Pick<Who, 'tenantId'>,
  batchIds: readonly number[],
): Promise<ShippedPackage[]> {
  const { rows } = await sql<ShippedPackage>`
    select s.batch_id, k.id as package_id, o.id as order_id, o.order_no, w.tracking_no, c.customer_code, h.channel_code,
      coalesce(k.weight, case when count(*) over (partition by o.id) = 1 then o.est_weight end) as weight
    from shipments s
    join orders o on o.tenant_id = s.tenant_id and o.id = s.order_id
    join customers c on c.tenant_id = o.tenant_id and c.id = o.customer_id
    join channels h on h.tenant_id = o.tenant_id and h.id = o.channel_id
    join packages k on k.tenant_id = o.tenant_id and k.order_id = o.id
    left join waybills w on w.tenant_id = k.tenant_id and w.order_id = k.order_id and w.package_id = k.id and w.status = 'obtained'
    where s.tenant_id = ${who.tenantId} and s.batch_id = any(${batchIds}::bigint[])
    order by s.batch_id, h.channel_code, o.id, k.package_seq`.execute(db)
  return rows
}

export async function getBatch(
  db: Db,
  who: Who,
  { id }: InputOf<typeof calls.getBatch>,
): Promise<OutputOf<typeof calls.getBatch>> {
  const batch = await batchesOf(db, who)
    .select(batchFields)
    .where('b.id', '=', id)
    .executeTakeFirstOrThrow(notFound(outboundText.batchNotFound))
  const packages = await packagesOf(db, who, [id])
  return { ...batch, packages: packages.map(({ batchId: _, ...item }) => item) }
}
