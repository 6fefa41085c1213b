import { sql } from 'kysely'
import type { Outcome } from '../../billing/fees/event-prices.ts'
import { priceEvents } from '../../billing/fees/server/charge.ts'
import { estimateOrders, holdForOrders } from '../../billing/fees/server/estimate.ts'
import { blockedAmong } from '../../billing/money/server/blocked.ts'
import { lockAccounts } from '../../billing/money/server/ledger.ts'
import { charge, completeFacts } from '../../billing/server/events.ts'
import { zonesOf } from '../../channels/zones/server/find-zones.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Db, Tx } from '../../platform/database/server/db.ts'
import { idsOf } from '../../platform/database/server/rows.ts'
import { type Failure, failedAccount } from '../audit.ts'
import { type BilledOrder, type BilledWaybill, ORDER_FACTS_VERSION, orderFacts } from '../order-facts.ts'
import { headOf, measuresOf, type OrderFacts } from './order-head.ts'

/** A label that its carrier may have sold although its answer was lost. */
const maybeSold = sql`w.carrier_account_id is not null and w.is_unknown`

/**
 * Orders with everything that a price may ask about them, by id. The caller has locked them, so that nothing of it
 * changes before the transaction ends. With a channel, as if they went by that one.
 */
async function billedOrders(
  tx: Db,
  who: Pick<Who, 'tenantId'>,
  ids: readonly number[],
  channelId: number | null = null,
): Promise<BilledOrder[]> {
  const t = who.tenantId
  // Each part is computed once: without statistics about a new warehouse the planner would repeat it for every order. The labels of
  // a package are found by an index instead: joined, all would be compared with every package.
  const { rows } = await sql<BilledOrder>`
    with lines as materialized (
      select l.order_id, json_agg(json_build_object('lineNo', l.line_no, 'productId', p.id, 'sku', p.sku, 'quantity', l.quantity,
          'declaredValue', l.declared_value::text, 'length', coalesce(p.measured_length, p.declared_length)::text,
          'width', coalesce(p.measured_width, p.declared_width)::text, 'height', coalesce(p.measured_height, p.declared_height)::text,
          'weight', coalesce(p.measured_weight, p.declared_weight)::text) order by l.line_no) as items
      from order_lines l join products p on p.tenant_id = l.tenant_id and p.id = l.product_id
      where l.tenant_id = ${t} and l.order_id = any(${ids}::bigint[]) group by l.order_id),
    packed as materialized (
      select k.order_id, json_agg(json_build_object('packageId', k.id, 'packageSeq', k.package_seq, 'weight', k.weight::text,
          'length', k.length::text, 'width', k.width::text, 'height', k.height::text, 'waybills', (
            select coalesce(json_agg(json_build_object('waybillId', w.id,
              'status', case when w.status = 'failed' then 'unknown' else w.status::text end, 'trackingNo', w.tracking_no,
              'carrier', w.carrier, 'labelSource', w.label_source, 'channelId', w.channel_id, 'costAmount', w.cost_amount::text,
              'costCurrency', w.cost_currency, 'costRate', a.cost_rate::text) order by w.id), '[]')
            from waybills w left join carrier_accounts a on a.tenant_id = w.tenant_id and a.id = w.carrier_account_id
              and a.cost_currency = w.cost_currency
            where w.tenant_id = ${t} and w.order_id = k.order_id and w.package_id = k.id and (w.obtained_at is not null or ${maybeSold})))
          order by k.package_seq) as items
      from packages k
      where k.tenant_id = ${t} and k.order_id = any(${ids}::bigint[]) group by k.order_id)
    select o.id, o.order_no, o.customer_id, h.id as channel_id, h.channel_code, h.carrier, h.service_code, h.label_source, h.billing_method,
      h.zone_schema_id, z.schema_code as zone_schema_code, h.dim_divisor, h.dim_trigger_volume, h.dim_rounding, h.weight_step,
      h.weight_basis, o.country_code, o.state_code, o.city, o.postcode, o.address_kind, o.signature, o.insured_value, o.piece_class,
      o.sku_count, o.piece_count, o.est_weight, o.est_length, o.est_width, o.est_height, coalesce(packed.items, '[]') as packages,
      coalesce(lines.items, '[]') as lines, o.created_at, o.audited_at, (select business_now()) as now
    from orders o
    join channels h on h.tenant_id = o.tenant_id and h.id = coalesce(${channelId}::bigint, o.channel_id)
    left join zone_schemas z on z.tenant_id = h.tenant_id and z.id = h.zone_schema_id
    left join lines on lines.order_id = o.id
    left join packed on packed.order_id = o.id
    where o.tenant_id = ${t} and o.id = any(${ids}::bigint[]) order by o.id`.execute(tx)
  return rows
}

/** What prices ask about each order, with its zone by the schema of its channel. */
async function factsOf(db: Db, who: Pick<Who, 'tenantId'>, orders: readonly BilledOrder[]) {
  const zones = await zonesOf(db, who, orders)
  return orders.map((order, i) => ({ ...order, facts: orderFacts(order, zones[i]) }))
}

/** Writes one billable event for each order, with the facts as they are at this moment, and charges it, or leaves that to the caller. */
export async function chargeOrders(
  tx: Tx,
  who: Pick<Who, 'tenantId' | 'accountId'>,
  kind: 'order' | 'order_void' | 'order_intercept',
  ids: readonly number[],
  when: 'now' | 'later' = 'now',
): Promise<number[]> {
  if (ids.length === 0) return []
  const orders = await factsOf(tx, who, await billedOrders(tx, who, ids))
  return charge(
    tx,
    who,
    orders.map(({ id, orderNo, customerId, facts }) => ({
      kind,
      sourceId: id,
      sourceNo: orderNo,
      customerId,
      factsVersion: ORDER_FACTS_VERSION,
      facts,
    })),
    when,
  )
}

/**
 * Charges a voided order once its carrier has said what becomes of its labels; what it said about a label whose sale was unknown is added to
 * the facts. The caller has locked the order.
 */
export async function chargeVoided(tx: Tx, tenantId: number, orderId: number) {
  const { rows } = await sql<{
    id: number
    facts: ReturnType<typeof orderFacts>
  }>`select id, coalesce(completed_facts, facts) as facts from billable_events
    where tenant_id = ${tenantId} and source_id = ${orderId} and kind in ('order_void', 'order_intercept') and status in ('waiting', 'open')`.execute(
    tx,
  )
  const sold = await soldAmong(
    tx,
    tenantId,
    rows.flatMap(({ facts }) => unknownLabels(facts)),
  )
  for (const { id, facts } of sold.size > 0 ? rows : [])
    await completeFacts(tx, { tenantId }, id, withSold(facts, sold))
  await priceEvents(tx, { tenantId, accountId: null }, idsOf(rows))
}

const unknownLabels = ({ packages }: ReturnType<typeof orderFacts>) =>
  packages.flatMap(({ waybills }) =>
    waybills.flatMap(({ waybillId, status }) => (status === 'unknown' ? [waybillId] : [])),
  )

type SoldLabel = Pick<BilledWaybill, 'trackingNo' | 'costAmount' | 'costCurrency' | 'costRate'>

/** Those of the labels that their carrier turned out to have sold. */
async function soldAmong(
  tx: Tx,
  tenantId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SoldLabel>> {
  const { rows } = await sql<SoldLabel & { id: number }>`
    select w.id, w.tracking_no, w.cost_amount::text as cost_amount, w.cost_currency, a.cost_rate::text as cost_rate
    from waybills w left join carrier_accounts a on a.tenant_id = w.tenant_id and a.id = w.carrier_account_id and a.cost_currency = w.cost_currency
    where w.tenant_id = ${tenantId} and w.id = any(${ids}::bigint[]) and w.carrier_ref is not null`.execute(
    tx,
  )
  return new Map(rows.map(({ id, ...label }) => [id, label]))
}

/** The facts with the labels that were sold, as they would have been had the carrier's answer come. */
const withSold = (facts: ReturnType<typeof orderFacts>, sold: ReadonlyMap<number, SoldLabel>) => ({
  ...facts,
  packages: facts.packages.map((item) => ({
    ...item,
    waybills: item.waybills.map((label) => {
      const known = sold.get(label.waybillId)
      return known ? { ...label, ...known, status: 'obtained' } : label
    }),
  })),
})

/** What orders would cost if they were shipped now, by id; undefined at a satellite, which has no prices. */
export async function estimatesOf(
  db: Db,
  who: Pick<Who, 'tenantId'>,
  ids: readonly number[],
  channelId: number | null = null,
): Promise<Map<number, Outcome> | undefined> {
  const orders = await factsOf(db, who, await billedOrders(db, who, ids, channelId))
  const outcomes = await estimateOrders(db, who, orders)
  return outcomes && new Map(orders.flatMap(({ id }, i) => (outcomes[i] ? [[id, outcomes[i]] as const] : [])))
}

/**
 * Holds what a carrier's own price adds, once its label has told it. The label is bought: the account is not tested again, and the next
 * order finds less in it. Nothing can be held in a blocked account: then the failure says so. The caller has locked the order.
 */
export async function holdCarrierPrice(
  tx: Tx,
  who: Pick<Who, 'tenantId' | 'accountId'>,
  orderId: number,
): Promise<Failure | undefined> {
  const { rows } = await sql<{ orderNo: string; customerId: number }>`
    select o.order_no, o.customer_id from orders o join channels h on h.tenant_id = o.tenant_id and h.id = o.channel_id
    where o.tenant_id = ${who.tenantId} and o.id = ${orderId} and h.billing_method = 'carrier_cost'`.execute(
    tx,
  )
  const [order] = rows
  const outcome = order && (await estimatesOf(tx, who, [orderId]))?.get(orderId)
  if (!outcome || !('fees' in outcome)) return undefined
  await lockAccounts(tx, [order.customerId])
  const blocked = (await blockedAmong(tx, who, [order.customerId])).get(order.customerId)
  if (blocked !== undefined) return failedAccount(blocked)
  await holdForOrders(tx, who, [{ ...order, id: orderId, estimate: outcome.amount }], true)
  return undefined
}

/** An order that is not written yet. */
type TypedOrder = Pick<
  OrderFacts,
  | 'channelId'
  | 'countryCode'
  | 'stateCode'
  | 'city'
  | 'postcode'
  | 'addressKind'
  | 'signature'
  | 'insuredValue'
  | 'lines'
> & { customerId: number }

/** What a channel says of every order that goes by it. */
type ByChannel = Pick<
  BilledOrder,
  | 'channelCode'
  | 'carrier'
  | 'serviceCode'
  | 'labelSource'
  | 'billingMethod'
  | 'zoneSchemaId'
  | 'zoneSchemaCode'
  | 'dimDivisor'
  | 'dimTriggerVolume'
  | 'dimRounding'
  | 'weightStep'
  | 'weightBasis'
  | 'now'
>

/** Orders as they would be if they were written now. Their channels are there. */
async function ordersAsTyped(
  db: Db,
  who: Pick<Who, 'tenantId'>,
  orders: readonly TypedOrder[],
): Promise<BilledOrder[]> {
  const channelIds = [...new Set(orders.map(({ channelId }) => channelId))]
  const { rows } = await sql<ByChannel & { id: number }>`
    select h.id, h.channel_code, h.carrier, h.service_code, h.label_source, h.billing_method, h.zone_schema_id,
      z.schema_code as zone_schema_code, h.dim_divisor, h.dim_trigger_volume, h.dim_rounding, h.weight_step, h.weight_basis, business_now() as now
    from channels h left join zone_schemas z on z.tenant_id = h.tenant_id and z.id = h.zone_schema_id
    where h.tenant_id = ${who.tenantId} and h.id = any(${channelIds}::bigint[])`.execute(db)
  const channels = new Map(rows.map(({ id, ...channel }) => [id, channel]))
  const products = orders.flatMap(({ lines }) => lines.map(({ productId }) => productId))
  const measures = await measuresOf(db, who, [...new Set(products)])
  const unknown = { length: null, width: null, height: null, weight: null }
  return orders.flatMap((order, id) => {
    const channel = channels.get(order.channelId)
    if (!channel) return []
    const lines = order.lines.map((line, i) => ({
      ...line,
      ...(measures.get(line.productId) ?? unknown),
      lineNo: i + 1,
      sku: '',
    }))
    const head = headOf(order, measures)
    return [
      { ...head, ...channel, id, orderNo: '', packages: [], lines, createdAt: channel.now, auditedAt: null },
    ]
  })
}

/** What orders that are not written yet would cost, in their order; undefined at a satellite, which has no prices. */
export async function estimatesOfTyped(
  db: Db,
  who: Pick<Who, 'tenantId'>,
  typed: readonly TypedOrder[],
): Promise<{ outcome: Outcome; facts: ReturnType<typeof orderFacts> }[] | undefined> {
  const orders = await factsOf(db, who, await ordersAsTyped(db, who, typed))
  const outcomes = await estimateOrders(db, who, orders)
  return outcomes?.flatMap((outcome, i) => {
    const facts = orders[i]?.facts
    return facts ? [{ outcome, facts }] : []
  })
}

/** Those of the orders that had a label at some time, or may have had one: voiding them may cost something. */
export async function labelledAmong(
  tx: Tx,
  who: Pick<Who, 'tenantId'>,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct w.order_id as id from waybills w
    where w.tenant_id = ${who.tenantId} and w.order_id = any(${ids}::bigint[]) and (w.obtained_at is not null or ${maybeSold})`.execute(
    tx,
  )
  return idsOf(rows)
}
