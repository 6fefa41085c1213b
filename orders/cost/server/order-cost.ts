import { sql } from 'kysely'
import type { Outcome } from '../../../billing/fees/event-prices.ts'
import { explain, isExplained } from '../../../billing/fees/explain.ts'
import { accountsOf, holdsOf, isFreightLater } from '../../../billing/fees/server/estimate.ts'
import { sumOf } from '../../../billing/pricing/amounts.ts'
import { type Account, balanceTests } from '../../../billing/pricing/balance.ts'
import type { BillableState } from '../../../billing/states.ts'
import type { FeeStatus } from '../../../db/schema.ts'
import type { InputOf, OutputOf } from '../../../platform/calls/call.ts'
import { refuseAs, refuseField } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { toAmount } from '../../../platform/text/amount.ts'
import { unitsOf } from '../../../warehouse/units.ts'
import { failedPrice, failureText } from '../../audit.ts'
import { channelProblem, customerProblem, productProblem } from '../../rules.ts'
import { estimatesOf, estimatesOfTyped } from '../../server/order-facts.ts'
import type { OrderState } from '../../states.ts'
import { ordersText } from '../../text.ts'
import type * as calls from '../contract.ts'
import type { Charged, Estimate, FeeLine } from '../contract.ts'

type Names = ReadonlyMap<string, Pick<FeeLine, 'nameZh' | 'nameEn'>>

async function feeNames(db: Db, who: Who): Promise<Names> {
  const rows = await db
    .selectFrom('feeTypes')
    .select(['feeCode', 'nameZh', 'nameEn'])
    .where('tenantId', '=', who.tenantId)
    .execute()
  return new Map(rows.map(({ feeCode, ...names }) => [feeCode, names]))
}

/** Explains fees of an order with these products in the reader's language. */
async function explainer(db: Db, who: Who, productIds: readonly number[]) {
  const { rows: products } = await sql<{ id: number; sku: string }>`
    select id, sku from products where tenant_id = ${who.tenantId} and id = any(${productIds}::bigint[])`.execute(
    db,
  )
  const { rows: units } = await sql<{
    unit: number | null
  }>`select unit from warehouses where tenant_id = ${who.tenantId}`.execute(db)
  const skus = new Map(products.map(({ id, sku }) => [id, sku]))
  const { weight, volume } = unitsOf(units[0]?.unit)
  // Orders are not billed by box, and pay no rent.
  const names = { productOf: (id: number) => skus.get(id) ?? '', boxOf: String, nights: [], weight, volume }
  return (detail: object) =>
    isExplained(detail)
      ? explain(detail, names).map(({ what, how, amount }) => ({
          ...{ what: what[who.language], how: how[who.language] },
          amount,
        }))
      : []
}

/** An estimate in the reader's words, with what it does to the customer's account. */
async function estimateIn(
  db: Db,
  who: Who,
  {
    outcome,
    customerId,
    channelCode,
    held,
    productIds,
    ...flags
  }: {
    outcome: Outcome
    customerId: number
    channelCode: string
    held: string | undefined
    productIds: readonly number[]
    isFreightLater: boolean
  },
): Promise<Estimate> {
  const account = (await accountsOf(db, who, [customerId])).get(customerId)
  if (!account) throw new Error(`customer ${customerId} has no account`)
  const isPriced = 'fees' in outcome
  const names = isPriced ? await feeNames(db, who) : new Map()
  const stepsOf = isPriced ? await explainer(db, who, productIds) : () => []
  const estimated = isPriced ? outcome.amount : '0.00'
  const test = testOf(account, estimated, held)
  return {
    kind: 'estimate',
    lines: isPriced
      ? outcome.fees.map(({ feeCode, amount, detail }) => ({
          feeCode,
          nameZh: names.get(feeCode)?.nameZh ?? feeCode,
          nameEn: names.get(feeCode)?.nameEn ?? feeCode,
          amount,
          steps: stepsOf(detail),
        }))
      : [],
    amount: isPriced ? outcome.amount : null,
    problem: isPriced ? null : failureText(failedPrice(outcome, channelCode))[who.language],
    ...flags,
    held: held ?? null,
    balance: account.balance,
    frozen: account.frozen,
    spendable: test.spendable,
    shortBy: isPriced ? test.shortBy : null,
  }
}

/** What an order holds already is its own, and an order that holds what it costs needs no more. */
function testOf(account: Account, estimate: string, held: string | undefined) {
  const [test] = balanceTests(account, [{ estimate, held }])
  if (!test) throw new Error('one order, one test')
  return held === estimate ? { ...test, shortBy: null } : test
}

/** What an order that is being typed would cost. */
export async function estimateOrder(
  db: Db,
  who: Who,
  typed: InputOf<typeof calls.estimateOrder>,
): Promise<OutputOf<typeof calls.estimateOrder>> {
  const channelCode = await refuseUnknown(db, who, typed)
  const [estimated] = (await estimatesOfTyped(db, who, [typed])) ?? []
  if (!estimated) return null
  const { outcome, facts } = estimated
  return estimateIn(db, who, {
    outcome,
    customerId: typed.customerId,
    channelCode,
    held: undefined,
    productIds: typed.lines.map(({ productId }) => productId),
    isFreightLater: isFreightLater(facts),
  })
}

/** Customer, channel and products must be there; whether the order can be saved is another question. */
async function refuseUnknown(db: Db, who: Who, typed: InputOf<typeof calls.estimateOrder>): Promise<string> {
  const productIds = typed.lines.map(({ productId }) => productId)
  const { rows } = await sql<{ customer: boolean; channelCode: string | null; products: number[] }>`
    select exists (select 1 from customers where tenant_id = ${who.tenantId} and id = ${typed.customerId}) as customer,
      (select channel_code from channels where tenant_id = ${who.tenantId} and id = ${typed.channelId}) as channel_code,
      array(select id from products where tenant_id = ${who.tenantId} and customer_id = ${typed.customerId}
        and id = any(${productIds}::bigint[])) as products`.execute(db)
  const [found] = rows
  if (!found?.customer) return refuseField('customerId', customerProblem(undefined) ?? ordersText.notFound)
  if (found.channelCode === null)
    return refuseField('channelId', channelProblem(undefined) ?? ordersText.channelNotFound)
  const known = new Set(found.products.map(Number))
  for (const [i, { productId }] of typed.lines.entries())
    if (!known.has(productId))
      refuseField(`lines.${i}.productId`, productProblem(undefined) ?? ordersText.notFound)
  return found.channelCode
}

type Found = {
  status: OrderState
  customerId: number
  channelCode: string
  billingMethod: string
  isLabelled: boolean
  isSatellite: boolean
  productIds: number[]
}

/** What an order costs: before it leaves an estimate, afterwards what was charged. */
export async function getOrderCost(
  db: Db,
  who: Who,
  { id }: InputOf<typeof calls.getOrderCost>,
): Promise<OutputOf<typeof calls.getOrderCost>> {
  const { rows } = await sql<Found>`
    select o.status, o.customer_id, h.channel_code, h.billing_method, t.system_version = 'satellite' as is_satellite,
      (select json_agg(l.product_id) from order_lines l where l.tenant_id = o.tenant_id and l.order_id = o.id) as product_ids,
      exists (select 1 from waybills w where w.tenant_id = o.tenant_id and w.order_id = o.id and w.status = 'obtained'
        and w.cost_amount is not null) as is_labelled
    from orders o join channels h on h.tenant_id = o.tenant_id and h.id = o.channel_id join tenants t on t.id = o.tenant_id
    where o.tenant_id = ${who.tenantId} and o.id = ${id}`.execute(db)
  const [order] = rows
  if (!order) return refuseAs({ kind: 'not_found' }, ordersText.notFound)
  if (order.isSatellite) return null
  const held = (await holdsOf(db, who, [id])).get(id)
  if (order.status === 'shipped' || order.status === 'voided')
    return chargedFor(db, who, id, order.channelCode, held)
  const outcome = (await estimatesOf(db, who, [id]))?.get(id)
  if (!outcome) return null
  return estimateIn(db, who, {
    outcome,
    customerId: order.customerId,
    channelCode: order.channelCode,
    held,
    productIds: order.productIds,
    isFreightLater: order.billingMethod === 'carrier_cost' && !order.isLabelled,
  })
}

/** The live fees of an order and what became of its billable event. */
async function chargedFor(
  db: Db,
  who: Who,
  id: number,
  channelCode: string,
  held: string | undefined,
): Promise<Charged> {
  const { rows } = await sql<FeeLine & { feeId: number; feeNo: string; status: FeeStatus }>`
    select f.id as fee_id, f.fee_no, t.fee_code, t.name_zh, t.name_en, f.amount, f.status
    from fees f join fee_types t on t.tenant_id = f.tenant_id and t.id = f.fee_type_id
    where f.tenant_id = ${who.tenantId} and f.order_type = 'order' and f.source_id = ${id} and f.status in ('not_settled', 'settled')
    order by f.id`.execute(db)
  const { rows: events } = await sql<{
    status: BillableState
    gap: Extract<Outcome, { gap: string }>['gap'] | null
    detail: Extract<Outcome, { gap: string }>['detail'] | null
  }>`
    select status, gap, gap_detail as detail from billable_events
    where tenant_id = ${who.tenantId} and source_id = ${id} and kind in ('order', 'order_void', 'order_intercept') order by id desc limit 1`.execute(
    db,
  )
  const [event] = events
  const problem = event?.gap
    ? failureText(failedPrice({ gap: event.gap, detail: event.detail ?? {} }, channelCode))[who.language]
    : null
  return {
    kind: 'charged',
    lines: rows,
    amount: toAmount(sumOf(rows.map(({ amount }) => amount))),
    status: event?.status ?? null,
    problem,
    held: held ?? null,
  }
}
