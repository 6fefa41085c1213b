import { sql } from 'kysely'
import { changed, publishEvents, refuseStale, writeAudit } from '../../platform/audit/server/audit.ts'
import type { InputOf } from '../../platform/calls/call.ts'
import { notFound, Refusal, refuseField } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import { drawNumbers, type Tx } from '../../platform/database/server/db.ts'
import { idsOf, itemAt, only, valueFor } from '../../platform/database/server/rows.ts'
import { codeKey } from '../../platform/lists/codes.ts'
import { fill } from '../../platform/text/text.ts'
import { addressProblem } from '../audit.ts'
import type * as calls from '../contract.ts'
import { dialogText } from '../dialog-text.ts'
import { isReady } from '../offers.ts'
import { forAudit } from '../personal.ts'
import { channelProblem, customerProblem, missingOfSender, notNow, productProblem } from '../rules.ts'
import { orderStates } from '../states.ts'
import { ordersText } from '../text.ts'
import { labelsUnderWay, voidLabels } from '../waybills/server/give-up.ts'
import { auditLater } from './jobs.ts'
import { headOf, measuresOf, type OrderFacts } from './order-head.ts'
import { refusalText } from './refusals.ts'
import { releaseGoods, withoutReturnsBin } from './release-goods.ts'
import { statesOf } from './states-on-file.ts'

export type NewOrder = { customerId: number; facts: OrderFacts }

const customerOf = (tx: Tx, who: Who, id: number) =>
  tx
    .selectFrom('customers')
    .select('isEnabled')
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()

const senderFieldOf = { stateCode: 'senderState', postcode: 'senderPostcode' } as const

/**
 * The rules that need the database. Each problem is reported at its field.
 *
 * What the order refers to is locked until it is written, so that none of it is disabled meanwhile by a user who
 * is not told of this order. An order may stay on a channel that was disabled since. All is asked at once: the database answers in the
 * order in which it is asked, and every call locks in the same order.
 */
async function refuseWrong(tx: Tx, who: Who, customerId: number, facts: OrderFacts, before?: number) {
  const ids = facts.lines.map(({ productId }) => productId)
  const sender = facts.senderCountry
    ? { countryCode: facts.senderCountry, stateCode: facts.senderState, postcode: facts.senderPostcode }
    : undefined
  const [customer, standingOf, channel, products] = await Promise.all([
    before === undefined ? customerOf(tx, who, customerId) : { isEnabled: true },
    statesOf(tx, who, sender ? [facts, sender] : [facts]),
    tx
      .selectFrom('channels')
      .select(['channelCode', 'isEnabled'])
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', facts.channelId)
      .forKeyShare()
      .executeTakeFirst(),
    tx
      .selectFrom('products')
      .select(['id', 'sku', 'auditStatus', 'isEnabled'])
      .where('tenantId', '=', who.tenantId)
      .where('customerId', '=', customerId)
      .where('id', '=', sql<number>`any(${ids}::bigint[])`)
      .orderBy('id')
      .forKeyShare()
      .execute(),
  ])
  const because = customerProblem(customer)
  if (because) refuseField('customerId', because)
  const problem = addressProblem({ ...facts, ...standingOf(facts) })
  if (problem) refuseField(problem.field, fill(ordersText[problem.text], problem.values))
  const missing = missingOfSender(facts)
  if (missing) refuseField(missing, ordersText.senderWhole)
  const wrong = sender && addressProblem({ ...sender, ...standingOf(sender) })
  if (wrong) refuseField(senderFieldOf[wrong.field], fill(ordersText[wrong.text], wrong.values))
  const noChannel = channelProblem(channel)
  if (noChannel && !(channel && before === facts.channelId)) refuseField('channelId', noChannel)
  const byId = new Map(products.map((product) => [product.id, product]))
  for (const [i, { productId }] of facts.lines.entries()) {
    const field = `lines.${i}.productId`
    const product = byId.get(productId)
    const noProduct = productProblem(product)
    if (noProduct) refuseField(field, noProduct)
    if (ids.indexOf(productId) < i) refuseField(field, refusalText.productTwice, { sku: product?.sku ?? '' })
  }
}

type Written = { id: number; orderNo: string; customerId: number; facts: OrderFacts }

/** Lines and search words of new or rewritten orders. */
async function writeContents(tx: Tx, who: Who, orders: readonly Written[]) {
  const lines = orders.flatMap(({ id, customerId, facts }) =>
    facts.lines.map((line, i) => ({ orderId: id, lineNo: i + 1, customerId, ...line })),
  )
  const linesWritten = sql`
    insert into order_lines (tenant_id, order_id, line_no, customer_id, product_id, quantity, declared_value)
    select ${who.tenantId}, x.* from unnest(${lines.map((line) => line.orderId)}::bigint[], ${lines.map((line) => line.lineNo)}::int[],
      ${lines.map((line) => line.customerId)}::bigint[], ${lines.map((line) => line.productId)}::bigint[],
      ${lines.map((line) => line.quantity)}::int[], ${lines.map((line) => line.declaredValue)}::numeric[]) x`.execute(
    tx,
  )
  const words = orders.flatMap(({ id, orderNo, facts }) => [
    { id, mark: 'order_no', word: codeKey(orderNo) },
    { id, mark: 'reference', word: codeKey(facts.referenceNo) },
    ...(facts.platformOrderNo
      ? [{ id, mark: 'platform_no', word: codeKey(facts.platformOrderNo).slice(0, 80) }]
      : []),
  ])
  const wordsWritten = sql`
    insert into order_words (tenant_id, word, order_id, mark)
    select ${who.tenantId}, x.* from unnest(${words.map(({ word }) => word)}::text[], ${idsOf(words)}::bigint[],
      ${words.map(({ mark }) => mark)}::order_mark[]) x`.execute(tx)
  await Promise.all([linesWritten, wordsWritten])
}

const known = (head: object) =>
  Object.fromEntries(Object.entries(head).filter(([, value]) => value !== null && value !== false))

/** Writes valid orders in the given order: headers, lines, words, audit rows and events. */
export async function writeOrders(
  tx: Tx,
  who: Who,
  orders: readonly NewOrder[],
): Promise<{ id: number; orderNo: string }[]> {
  if (orders.length === 0) return []
  const products = orders.flatMap(({ facts }) => facts.lines.map(({ productId }) => productId))
  const [measures, numbers] = await Promise.all([
    measuresOf(tx, who, [...new Set(products)]),
    drawNumbers(tx, 'OB', orders.length),
  ])
  const numbered = orders.map((order, i) => ({ ...order, orderNo: itemAt(numbers, i) }))
  const idOf = await insertHeads(
    tx,
    who,
    numbered.map(({ orderNo, customerId, facts }) => ({ orderNo, customerId, ...headOf(facts, measures) })),
  )
  const made = numbered.map((order) => ({ ...order, id: valueFor(idOf, order.orderNo) }))
  const changes = made.map(({ id, orderNo, customerId, facts: { lines, ...head } }) => ({
    action: 'create',
    type: 'order',
    id,
    no: orderNo,
    after: {
      orderStatus: orderStates.first,
      customerId,
      ...forAudit(known(head)),
      lineCount: lines.length,
    },
  }))
  await Promise.all([
    writeContents(tx, who, made),
    writeAudit(tx, who, changes),
    publishEvents(
      tx,
      who,
      made.map(({ id, customerId }) => ({ kind: 'order.created', type: 'order', id, customerId })),
    ),
    auditLater(tx, who, idsOf(made)),
  ])
  return made.map(({ id, orderNo }) => ({ id, orderNo }))
}

type Head = { orderNo: string; customerId: number } & ReturnType<typeof headOf>

const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Inserts orders and returns their ids by number. They are one value, not a value for each field: the statement is the same for one
 * order and for hundreds, so that it is prepared once.
 */
async function insertHeads(tx: Tx, who: Who, heads: readonly Head[]): Promise<Map<string, number>> {
  const columns = Object.keys(heads[0] ?? {}).map(columnOf)
  const rows = heads.map((head) =>
    Object.fromEntries(Object.entries(head).map(([name, value]) => [columnOf(name), value])),
  )
  const list = sql.raw(columns.join(', '))
  const { rows: made } = await sql<{ id: number; orderNo: string }>`
    insert into orders (tenant_id, created_by, ${list})
    select ${who.tenantId}, ${who.accountId}, ${list} from jsonb_populate_recordset(null::orders, ${JSON.stringify(rows)}::jsonb)
    returning id, order_no`.execute(tx)
  return new Map(made.map(({ id, orderNo }) => [orderNo, id]))
}

export async function createOrder(
  tx: Tx,
  who: Who,
  { customerId, ...facts }: InputOf<typeof calls.createOrder>,
) {
  await refuseWrong(tx, who, customerId, facts)
  return only(await writeOrders(tx, who, [{ customerId, facts }]))
}

/** What was measured of an order's packages no longer holds when other pieces are in them. */
async function forgetMeasures(tx: Tx, who: Who, id: number, lines: OrderFacts['lines']) {
  await sql`
    update packages set weight = null, length = null, width = null, height = null
    where tenant_id = ${who.tenantId} and order_id = ${id} and num_nonnulls(weight, length) > 0
      and (select array_agg((l.product_id, l.quantity) order by l.product_id) from order_lines l
          where l.tenant_id = ${who.tenantId} and l.order_id = ${id})
        is distinct from (select array_agg((x.product_id, x.quantity) order by x.product_id)
          from unnest(${lines.map(({ productId }) => productId)}::bigint[], ${lines.map(({ quantity }) => quantity)}::int[])
            x (product_id, quantity))`.execute(tx)
}

/** Rewrites an order that is not on its way yet. What was allocated to it is released, and it is audited again, by itself where new orders are. */
export async function editOrder(
  tx: Tx,
  who: Who,
  { id, rowVersion, ...facts }: InputOf<typeof calls.editOrder>,
) {
  const before = await tx
    .selectFrom('orders')
    .selectAll()
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound(ordersText.notFound))
  if (isReady(before)) throw new Refusal(dialogText.notEditable, { kind: 'moved_on' })
  const because = notNow(before.orderNo, before.status, 'edit')
  if (because) throw new Refusal(because, { kind: 'moved_on' })
  // A label that is being bought would have the old address.
  for (const reasonsOf of [labelsUnderWay, withoutReturnsBin])
    for (const reason of (await reasonsOf(tx, who, [before])).values())
      throw new Refusal(reason, { kind: 'moved_on' })
  if (before.rowVersion !== rowVersion) await refuseStale(tx, who, { type: 'order', id }, ordersText.stale)
  await refuseWrong(tx, who, before.customerId, facts, before.channelId)

  const products = facts.lines.map(({ productId }) => productId)
  const head = headOf(facts, await measuresOf(tx, who, products))
  await releaseGoods(tx, who, [id])
  await voidLabels(tx, who, [id], { keepsUploads: before.channelId === facts.channelId })
  await tx
    .updateTable('orders')
    .set({
      ...head,
      status: orderStates.actions.edit.to,
      exceptionCode: null,
      exceptionFacts: null,
      forcedReason: null,
      ...(before.status !== orderStates.actions.edit.to && { statusAt: sql<string>`business_now()` }),
      rowVersion: rowVersion + 1,
      updatedAt: sql<string>`business_now()`,
    })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .execute()
  await forgetMeasures(tx, who, id, facts.lines)
  await tx.deleteFrom('orderLines').where('tenantId', '=', who.tenantId).where('orderId', '=', id).execute()
  await tx
    .deleteFrom('orderWords')
    .where('tenantId', '=', who.tenantId)
    .where('orderId', '=', id)
    .where('mark', '!=', 'tracking')
    .execute()
  await writeContents(tx, who, [{ id, orderNo: before.orderNo, customerId: before.customerId, facts }])
  const { lines, ...now } = facts
  const old = Object.fromEntries(Object.keys(now).map((key) => [key, before[key as keyof typeof before]]))
  const edited = changed(
    { ...old, orderStatus: before.status, lineCount: before.skuCount, pieces: before.pieceCount },
    { ...now, orderStatus: orderStates.actions.edit.to, lineCount: lines.length, pieces: head.pieceCount },
  )
  await writeAudit(tx, who, [
    {
      action: 'edit',
      type: 'order',
      id,
      no: before.orderNo,
      before: forAudit(edited.before),
      after: forAudit(edited.after),
    },
  ])
  await publishEvents(tx, who, [{ kind: 'order.edited', type: 'order', id }])
  await auditLater(tx, who, [id])
  return { rowVersion: rowVersion + 1 }
}
