import { sql } from 'kysely'
import { allocate } from '../../inventory/stock/server/allocate.ts'
import { publishEvents, writeAudit } from '../../platform/audit/server/audit.ts'
import type { BulkResult, InputOf } from '../../platform/calls/call.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import { bulkResultOf } from '../../platform/lists/server/bulk-result.ts'
import { fill, type Text } from '../../platform/text/text.ts'
import { settingsOf } from '../../warehouse/server/facts.ts'
import {
  type AuditedChannel,
  type AuditedOrder,
  type Failure,
  failedAddress,
  failedChannel,
  failedStock,
  failureText,
} from '../audit.ts'
import type { auditOrders as call } from '../contract.ts'
import { notNow } from '../rules.ts'
import { type OrderState, orderStates } from '../states.ts'
import { ordersText } from '../text.ts'
import { statesOf } from './states-on-file.ts'

type Audited = Omit<AuditedOrder, 'isStateKnown' | 'hasStates'> & {
  id: number
  orderNo: string
  status: OrderState
  interceptStatus: 'none' | 'requested' | 'approved' | 'rejected'
  channel: AuditedChannel
  lines: { line: number; productId: number; sku: string; quantity: number }[]
}

/** The orders of a selection, locked in id order and read afterwards; those of the highest priority first. */
async function lockOrders(tx: Tx, who: Who, ids: readonly number[]): Promise<Audited[]> {
  await sql`select 1 from orders where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[])
    order by id for no key update`.execute(tx)
  const { rows } = await sql<Audited>`
    select o.id, o.order_no, o.status, o.intercept_status, o.customer_id, o.signature, o.insured_value, o.est_weight, o.est_length,
      o.est_width, o.est_height, o.phone, o.email, o.country_code, o.state_code, o.postcode, o.address1, o.address2, o.address3,
      json_build_object('channelCode', h.channel_code, 'isEnabled', h.is_enabled, 'countries', h.countries, 'needPhone', h.need_phone,
        'needEmail', h.need_email, 'addressLen', h.address_len, 'supportSignature', h.support_signature,
        'supportInsurance', h.support_insurance, 'maxWeight', h.max_weight::text, 'maxLongest', h.max_longest::text,
        'maxGirthSum', h.max_girth_sum::text, 'isForCustomer', h.customer_scope = 'all' or exists (select 1 from channel_customers u
          where u.tenant_id = h.tenant_id and u.channel_id = h.id and u.customer_id = o.customer_id)) as channel,
      (select json_agg(json_build_object('line', l.line_no, 'productId', l.product_id, 'sku', p.sku, 'quantity', l.quantity)
          order by l.line_no)
        from order_lines l join products p on p.tenant_id = l.tenant_id and p.id = l.product_id
        where l.tenant_id = o.tenant_id and l.order_id = o.id) as lines
    from orders o join channels h on h.tenant_id = o.tenant_id and h.id = o.channel_id
    where o.tenant_id = ${who.tenantId} and o.id = any(${ids}::bigint[]) order by o.priority desc, o.id`.execute(
    tx,
  )
  return rows
}

/** One test of the audit over the orders that have passed so far: those that fail it, each with the reason. */
type Step = (tx: Tx, who: Who, orders: readonly Audited[]) => Promise<Map<number, Failure>>

const failuresOf = (orders: readonly Audited[], test: (order: Audited) => Failure | undefined) =>
  new Map(
    orders.flatMap((order) => {
      const failure = test(order)
      return failure ? [[order.id, failure] as const] : []
    }),
  )

/** In this order; the first test that an order fails ends its audit. */
const steps: readonly Step[] = [
  async (tx, who, orders) => {
    const standingOf = await statesOf(tx, who, orders)
    return failuresOf(orders, (order) => failedAddress({ ...order, ...standingOf(order) }, order.channel))
  },
  async (_tx, _who, orders) =>
    failuresOf(orders, (order) =>
      failedChannel({ ...order, isStateKnown: true, hasStates: false }, order.channel),
    ),
  async (tx, who, orders) => {
    const { pickStrategy } = await settingsOf(tx, who)
    const short = await allocate(
      tx,
      who,
      orders.map(({ id, orderNo, lines }) => ({ type: 'order', id, no: orderNo, lines })),
      pickStrategy,
    )
    return failuresOf(orders, ({ id, lines }) => {
      const missing = short.get(id)
      if (!missing) return undefined
      const skuOf = new Map(lines.map(({ line, sku }) => [line, sku]))
      return failedStock(missing.map((item) => ({ sku: skuOf.get(item.line) ?? '', missing: item.missing })))
    })
  },
]

/** Brings orders into a status, with what goes with it. */
const enter = (tx: Tx, who: Who, ids: readonly number[], status: OrderState, isAudited = false) =>
  sql`update orders set status = ${status}::order_status, status_at = business_now(), exception_code = null, exception_facts = null,
      ${isAudited ? sql`audited_at = business_now(), audited_by = ${who.accountId},` : sql``}
      row_version = row_version + 1, updated_at = business_now()
    where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[])`.execute(tx)

const fail = (tx: Tx, who: Who, failures: ReadonlyMap<number, Failure>) =>
  sql`update orders o set status = ${orderStates.actions.fail_audit.to}::order_status, status_at = business_now(),
      exception_code = x.code, exception_facts = x.facts, row_version = o.row_version + 1, updated_at = business_now()
    from unnest(${[...failures.keys()]}::bigint[], ${[...failures.values()].map(({ code }) => code)}::order_exception[],
      ${[...failures.values()].map(({ text, values }) => JSON.stringify({ text, values }))}::jsonb[]) x (id, code, facts)
    where o.tenant_id = ${who.tenantId} and o.id = x.id`.execute(tx)

/** Runs the audit over a selection, as a whole: every test is one question about all orders that are left. */
export async function auditOrders(tx: Tx, who: Who, { ids }: InputOf<typeof call>): Promise<BulkResult> {
  const orders = await lockOrders(tx, who, ids)
  const reasons = new Map<number, Text>()
  for (const { id, orderNo, status, interceptStatus } of orders) {
    const because =
      notNow(orderNo, status, 'start_audit') ??
      (interceptStatus === 'requested' ? fill(ordersText.intercepting, { no: orderNo }) : undefined)
    if (because) reasons.set(id, because)
  }
  const started = orders.filter(({ id }) => !reasons.has(id))
  await enter(
    tx,
    who,
    started.map(({ id }) => id),
    orderStates.actions.start_audit.to,
  )

  const failures = new Map<number, Failure>()
  for (const step of steps) {
    const left = started.filter(({ id }) => !failures.has(id))
    if (left.length === 0) break
    for (const [id, failure] of await step(tx, who, left)) failures.set(id, failure)
  }
  const passed = started.filter(({ id }) => !failures.has(id))
  const { to } = orderStates.actions.pass_audit
  await enter(
    tx,
    who,
    passed.map(({ id }) => id),
    to,
    true,
  )
  if (failures.size > 0) await fail(tx, who, failures)

  await writeAudit(
    tx,
    who,
    started.map(({ id, orderNo, status }) => {
      const failure = failures.get(id)
      return {
        action: failure ? 'fail_audit' : 'pass_audit',
        type: 'order',
        id,
        no: orderNo,
        before: { orderStatus: status },
        after: {
          orderStatus: failure ? orderStates.actions.fail_audit.to : to,
          ...(failure && { exceptionCode: failure.code }),
        },
        ...(failure && { reason: failureText(failure)[who.language] }),
      }
    }),
  )
  await publishEvents(
    tx,
    who,
    started.map(({ id }) => {
      const failure = failures.get(id)
      return failure
        ? { kind: 'order.audit_failed', type: 'order', id, payload: { code: failure.code } }
        : { kind: 'order.audit_passed', type: 'order', id }
    }),
  )
  for (const [id, failure] of failures) reasons.set(id, failureText(failure))
  const known = new Map(orders.map((order) => [order.id, order.orderNo]))
  return bulkResultOf(who, ids, { known, reasons, notFound: ordersText.notFound })
}
