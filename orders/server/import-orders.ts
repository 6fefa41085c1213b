import { sql } from 'kysely'
import { accountsOf } from '../../billing/fees/server/estimate.ts'
import { balanceTests } from '../../billing/pricing/balance.ts'
import { hasPermission, type Who } from '../../platform/calls/who.ts'
import type { Db, Tx } from '../../platform/database/server/db.ts'
import type { ImportKind, Judged } from '../../platform/imports/server/check-spreadsheet.ts'
import { codeKey } from '../../platform/lists/codes.ts'
import { fill, type Text } from '../../platform/text/text.ts'
import { addressProblem, failedPrice } from '../audit.ts'
import { estimateOrder } from '../cost/contract.ts'
import { costText } from '../cost/text.ts'
import {
  factOf,
  type OrderSheetRow,
  orderImport,
  orderKey,
  orderProblems,
  type RowProblem,
  rowWith,
} from '../import-form.ts'
import { channelProblem, customerProblem, productProblem, warehouseSends } from '../rules.ts'
import { ordersText } from '../text.ts'
import { estimatesOfTyped } from './order-facts.ts'
import { type NewOrder, writeOrders } from './orders.ts'
import { refusalText } from './refusals.ts'
import { shownFailure } from './shown-failure.ts'
import { statesOf } from './states-on-file.ts'

/** What a row refers to. */
type Match = {
  rowNo: number
  customer: { id: number; isEnabled: boolean } | null
  product: { id: number; sku: string; auditStatus: string; isEnabled: boolean } | null
  channel: { id: number; channelCode: string; isEnabled: boolean } | null
  isTaken: boolean
}

const ordersIn = <R extends OrderSheetRow>(rows: readonly R[]) => [
  ...Map.groupBy(rows, ({ value }) => orderKey(value)).values(),
]

/** Imported orders. They wait for their audit, like those created by hand. */
export const ordersFromSheet: ImportKind<OrderSheetRow['value']> = {
  form: orderImport,

  async judge(db, who, rows, partial = new Set()) {
    const matches = await matchesOf(db, who, rows)
    const orders = ordersIn(rows)
    const standingOf = await statesOf(db, who, orders.flatMap(addressOf))
    const problems = orders.flatMap((order) => {
      const isPartial = order.some(({ rowNo }) => partial.has(rowNo))
      return [
        ...order.flatMap((row) => strangersIn(row, matches.get(row.rowNo))),
        ...orderProblems(order, isPartial),
        ...addressProblems(order, standingOf, isPartial),
      ]
    })
    const byRow = Map.groupBy(problems, ({ rowNo }) => rowNo)
    return new Map(
      rows.map(({ rowNo }): [number, Judged] => {
        const wrong = byRow.get(rowNo)
        return [
          rowNo,
          wrong ? { problems: wrong.map(({ rowNo: _, ...problem }) => problem) } : { verdict: 'new' },
        ]
      }),
    )
  },

  /** Of orders that would not pass the test of price and balance if they were audited one after the other, at their first row. */
  async warn(db, who, rows) {
    const warnings = await notPayable(db, who, ordersIn(rows), await matchesOf(db, who, rows))
    return new Map([...warnings].map(([rowNo, message]) => [rowNo, { column: 'customerCode', message }]))
  },

  /** What the rows refer to may have been disabled since the check; once it is locked, it stays as it is. */
  async write(tx, who, rows) {
    await lockMatches(tx, who, [...(await matchesOf(tx, who, rows)).values()])
    const matches = await matchesOf(tx, who, rows)
    const problemOf = (order: readonly OrderSheetRow[]) =>
      order.flatMap((row) => strangersIn(row, matches.get(row.rowNo)))[0]
    const orders = ordersIn(rows).filter((order) => !problemOf(order))
    const made = await writeOrders(
      tx,
      who,
      orders.map((order) => newOrder(order, matches)),
    )
    return {
      made: new Map(
        orders.flatMap((order, i) => order.map(({ rowNo }): [number, number] => [rowNo, judged(made[i]).id])),
      ),
      left: ordersIn(rows).flatMap((order) => {
        const problem = problemOf(order)
        return problem ? [{ no: judged(order[0]).value.referenceNo, reason: problem.message }] : []
      }),
      numbers: made.map(({ orderNo }) => orderNo),
    }
  },
}

/** Why orders would not pass the test of price and balance, by their first row. Amounts are for users who may see fees. */
async function notPayable(
  db: Db,
  who: Who,
  orders: readonly (readonly OrderSheetRow[])[],
  matches: ReadonlyMap<number, Match>,
): Promise<Map<number, Text>> {
  const typed = orders.map((order) => {
    const { customerId, facts } = newOrder(order, matches)
    return { customerId, ...facts }
  })
  const estimates = typed.length > 0 ? await estimatesOfTyped(db, who, typed) : undefined
  if (!estimates) return new Map()
  const estimated = estimates.map(({ outcome, facts }, i) => ({
    rowNo: judged(orders[i]?.[0]).rowNo,
    customerId: judged(typed[i]).customerId,
    outcome,
    facts,
  }))
  const warnings = new Map<number, Text>()
  const priced = estimated.flatMap(({ outcome, facts, ...order }) => {
    if ('fees' in outcome) return [{ ...order, estimate: outcome.amount }]
    const reason = shownFailure(who, failedPrice(outcome, facts.channelCode))
    warnings.set(order.rowNo, {
      zh_CN: fill(costText.importNoPrice, { reason: reason.zh_CN }).zh_CN,
      en_US: fill(costText.importNoPrice, { reason: reason.en_US }).en_US,
    })
    return []
  })
  const byCustomer = Map.groupBy(priced, ({ customerId }) => customerId)
  const accounts = await accountsOf(db, who, [...byCustomer.keys()])
  const seesAmounts = hasPermission(who.permissions, estimateOrder.permission)
  for (const [customerId, list] of byCustomer) {
    const results = balanceTests(judged(accounts.get(customerId)), list)
    for (const [i, { rowNo, estimate }] of list.entries()) {
      const shortBy = results[i]?.shortBy
      if (shortBy)
        warnings.set(
          rowNo,
          seesAmounts ? fill(costText.importShort, { estimate, short: shortBy }) : costText.importShortPlain,
        )
    }
  }
  return warnings
}

/** Only rows that passed the check are written, so what they need is there. */
function judged<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('a row that was not checked')
  return value
}

const addressOf = (order: readonly OrderSheetRow[]) => {
  const countryCode = factOf(order, 'countryCode')
  return countryCode ? [{ countryCode, stateCode: factOf(order, 'stateCode') ?? null }] : []
}

/** Customers, channels and products in a row that do not exist or can't be used, and references that are in use. */
function strangersIn({ rowNo, value }: OrderSheetRow, match: Match | undefined): RowProblem[] {
  const { customer = null, product = null, channel = null, isTaken = false } = match ?? {}
  const noCustomer = customerProblem(customer ?? undefined)
  const noChannel = value.channelCode === undefined ? undefined : channelProblem(channel ?? undefined)
  const noProduct = noCustomer ? undefined : productProblem(product ?? undefined)
  return [
    ...(noCustomer ? [{ rowNo, column: 'customerCode', message: noCustomer }] : []),
    ...(isTaken ? [{ rowNo, column: 'referenceNo', message: refusalText.referenceTaken }] : []),
    ...(noChannel ? [{ rowNo, column: 'channelCode', message: noChannel }] : []),
    ...(noProduct ? [{ rowNo, column: 'sku', message: noProduct }] : []),
  ]
}

/** What is wrong with the address of an order, at the row that gives the value, or at its first row. */
function addressProblems(
  order: readonly OrderSheetRow[],
  standingOf: Awaited<ReturnType<typeof statesOf>>,
  isPartial: boolean,
): RowProblem[] {
  return addressOf(order).flatMap((address) => {
    const postcode = factOf(order, 'postcode') ?? null
    const problem = addressProblem({ ...address, postcode, ...standingOf(address) })
    if (!problem) return []
    const { field: column, text, values } = problem
    const row = rowWith(order, column)
    // A row that could not be read may give what the others lack.
    if (!row && isPartial) return []
    const { rowNo } = judged(row ?? order[0])
    return [{ rowNo, column, kind: row ? 'form' : 'needed', message: fill(ordersText[text], values) }]
  })
}

function newOrder(order: readonly OrderSheetRow[], matches: ReadonlyMap<number, Match>): NewOrder {
  const first = judged(order[0])
  const matchOf = (row: OrderSheetRow | undefined) => judged(matches.get(judged(row).rowNo))
  return {
    customerId: judged(matchOf(first).customer).id,
    facts: {
      referenceNo: first.value.referenceNo,
      channelId: judged(matchOf(rowWith(order, 'channelCode')).channel).id,
      platform: factOf(order, 'platform') ?? null,
      platformOrderNo: factOf(order, 'platformOrderNo') ?? null,
      shopName: factOf(order, 'shopName') ?? null,
      receiverName: judged(factOf(order, 'receiverName')),
      company: factOf(order, 'company') ?? null,
      phone: factOf(order, 'phone') ?? null,
      email: factOf(order, 'email') ?? null,
      taxNo: factOf(order, 'taxNo') ?? null,
      countryCode: judged(factOf(order, 'countryCode')),
      stateCode: factOf(order, 'stateCode') ?? null,
      city: judged(factOf(order, 'city')),
      postcode: factOf(order, 'postcode') ?? null,
      address1: judged(factOf(order, 'address1')),
      address2: factOf(order, 'address2') ?? null,
      address3: factOf(order, 'address3') ?? null,
      doorplate: factOf(order, 'doorplate') ?? null,
      addressKind: factOf(order, 'addressKind') ?? 'residential',
      ...warehouseSends,
      signature: factOf(order, 'signature') ?? false,
      insuredValue: factOf(order, 'insuredValue') ?? null,
      remark: factOf(order, 'remark') ?? null,
      pickRemark: factOf(order, 'pickRemark') ?? null,
      priority: factOf(order, 'priority') ?? 0,
      tags: factOf(order, 'tags') ?? [],
      lines: order.map((row) => ({
        productId: judged(matchOf(row).product).id,
        quantity: row.value.quantity,
        declaredValue: row.value.declaredValue ?? null,
      })),
    },
  }
}

/** Locks them in the order in which a single order does. */
async function lockMatches(tx: Tx, who: Who, matches: readonly Match[]) {
  const tables = [
    ['customers', matches.map(({ customer }) => customer?.id)],
    ['channels', matches.map(({ channel }) => channel?.id)],
    ['products', matches.map(({ product }) => product?.id)],
  ] as const
  for (const [table, ids] of tables)
    await sql`select 1 from ${sql.table(table)} where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[])
      order by id for key share`.execute(tx)
}

/** The existing objects that the rows refer to, in one statement for all of them. */
async function matchesOf(db: Db, who: Who, rows: readonly OrderSheetRow[]): Promise<Map<number, Match>> {
  const { rows: matches } = await sql<Match>`
    select g."rowNo" as row_no,
      case when h.id is not null then
        json_build_object('id', h.id, 'channelCode', h.channel_code, 'isEnabled', h.is_enabled) end as channel,
      case when c.id is not null then json_build_object('id', c.id, 'isEnabled', c.is_enabled) end as customer,
      case when p.id is not null then
        json_build_object('id', p.id, 'sku', p.sku, 'auditStatus', p.audit_status, 'isEnabled', p.is_enabled) end as product,
      exists (
        select 1 from orders o where o.tenant_id = ${who.tenantId} and o.customer_id = c.id and o.reference_key = g.reference
          and o.status <> 'voided') as is_taken
    from jsonb_to_recordset(${JSON.stringify(
      rows.map(({ rowNo, value }) => ({
        rowNo,
        customer: codeKey(value.customerCode),
        reference: codeKey(value.referenceNo),
        channel: value.channelCode === undefined ? null : codeKey(value.channelCode),
        sku: codeKey(value.sku),
      })),
    )}::jsonb) as g ("rowNo" int, customer text, reference text, channel text, sku text)
    left join customers c on c.tenant_id = ${who.tenantId} and c.customer_key = g.customer
    left join products p on p.tenant_id = ${who.tenantId} and p.customer_id = c.id and p.sku_key = g.sku
    left join channels h on h.tenant_id = ${who.tenantId} and h.channel_key = g.channel`.execute(db)
  return new Map(matches.map((match) => [match.rowNo, match]))
}
