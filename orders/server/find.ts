import { sql } from 'kysely'
import { DEEPEST_ROW, type InputOf, type OutputOf, type Page } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { hasPermission, type Who } from '../../platform/calls/who.ts'
import type { Db } from '../../platform/database/server/db.ts'
import { idsOf, only, sameTenant } from '../../platform/database/server/rows.ts'
import { containing, isOnDays } from '../../platform/database/server/search.ts'
import type { Files } from '../../platform/files/server/files.ts'
import { codeKey, missingOf } from '../../platform/lists/codes.ts'
import { onPage } from '../../platform/lists/server/page.ts'
import type { Failure } from '../audit.ts'
import type * as calls from '../contract.ts'
import type { OrderRow } from '../contract.ts'
import { getOrderCost } from '../cost/contract.ts'
import { masked } from '../personal.ts'
import { type OrderState, orderStates } from '../states.ts'
import { ordersText } from '../text.ts'
import { waybillStates } from '../waybills/states.ts'
import type { ordersWork } from '../work.ts'
import { lackingOrders } from './free-stock.ts'
import { seesAll, shownFailure } from './shown-failure.ts'

type Filters = Omit<InputOf<typeof calls.listOrders>, 'page' | 'size' | 'sort' | 'order'>

/** Orders that the filters of the list match. */
export function ordersOf(db: Db, who: Pick<Who, 'tenantId' | 'zone' | 'accountId'>, input: Filters) {
  let row = db.selectFrom('orders as o').where('o.tenantId', '=', who.tenantId)
  if (input.search)
    row = row.where(
      sql<boolean>`o.id = any(array(select w.order_id from order_words w where w.tenant_id = ${who.tenantId}
        and w.word like ${containing(codeKey(input.search))}))`,
    )
  if (input.codes)
    row = row.where(sql<boolean>`o.id = any(array(select w.order_id ${havingCodes(who, input.codes)}))`)
  // In the text of the statement, or a prepared one could not use the index of the status.
  if (input.status) row = row.where('o.status', '=', sql.lit(input.status))
  if (input.exceptionCode) row = row.where('o.exceptionCode', '=', input.exceptionCode)
  if (input.customerId) row = row.where('o.customerId', '=', input.customerId)
  if (input.channelId) row = row.where('o.channelId', '=', input.channelId)
  if (input.countryCode) row = row.where('o.countryCode', '=', input.countryCode)
  if (input.pieceClass) row = row.where('o.pieceClass', '=', input.pieceClass)
  if (input.pickStatus) row = row.where('o.pickStatus', '=', input.pickStatus)
  if (input.platform) row = row.where(sql<boolean>`lower(o.platform) = lower(${input.platform})`)
  if (input.tag) row = row.where(sql<boolean>`${input.tag} = any(o.tags)`)
  if (input.minAge)
    row = row.where(sql<boolean>`o.status_at <= business_now() - ${input.minAge}::int * interval '1 day'`)
  if (input.minPriority) row = row.where('o.priority', '>=', input.minPriority)
  if (input.isMine) row = row.where('o.createdBy', '=', who.accountId)
  // An order that came back from an exception keeps a label that was printed before.
  if (input.printStatus)
    row = row.where(
      sql<boolean>`(o.status in ('waybill_printed', 'shipped') or o.id = any(array(select w.order_id from waybills w
        where w.tenant_id = ${who.tenantId} and w.status = 'obtained' and w.print_count > 0
          and w.order_id = o.id))) = ${input.printStatus === 'printed'}`,
    )
  if (input.hasStock)
    row = row
      .where(sql<boolean>`o.status not in ('shipped', 'voided')`)
      .where(sql<boolean>`(o.id in (${lackingOrders(who)})) = ${input.hasStock === '0'}`)
  if (input.isDue)
    row = row.where(sql<boolean>`o.status not in ('shipped', 'voided')`).where(
      // What comes at or after the cut-off time counts as of the next day.
      sql<boolean>`exists (select 1 from channels h join warehouses w on w.tenant_id = h.tenant_id
        where h.tenant_id = o.tenant_id and h.id = o.channel_id and ((o.created_at at time zone w.time_zone)
          + coalesce(interval '24 hours' - h.cutoff_time, interval '0'))::date <= warehouse_today())`,
    )
  if (input.refusedVoid)
    row = row.where(
      sql<boolean>`o.id = any(array(select w.order_id from waybills w where w.tenant_id = ${who.tenantId} and w.status = 'void_failed'
        and w.void_acknowledged_at is ${input.refusedVoid === 'open' ? sql`null` : sql`not null`}))`,
    )
  if (input.createdFrom || input.createdTo)
    row = row.where(isOnDays('o.createdAt', { from: input.createdFrom, to: input.createdTo }, who.zone))
  return row
}

/** With the names of customer and channel, which no filter needs. */
const named = (orders: ReturnType<typeof ordersOf>) =>
  orders
    .innerJoin('customers as c', sameTenant('c.id', 'o.customerId'))
    .innerJoin('channels as h', sameTenant('h.id', 'o.channelId'))

/** Orders in the order in which they are audited: an urgent one gets scarce goods before all others. */
export async function byPriority(db: Db, who: Pick<Who, 'tenantId'>, ids: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    select w.id from unnest(${ids}::bigint[]) as w (id)
    left join orders o on o.tenant_id = ${who.tenantId} and o.id = w.id
    order by o.priority desc nulls last, w.id`.execute(db)
  return idsOf(rows)
}

/** The number of orders, up to the deepest page. */
const countOf = (db: Db, orders: ReturnType<typeof ordersOf>) =>
  db
    .selectFrom(
      orders
        .select('o.id')
        .limit(sql.lit(DEEPEST_ROW + 1))
        .as('counted'),
    )
    .select(sql<number>`count(*)`.as('total'))

const havingCodes = (who: Pick<Who, 'tenantId'>, codes: readonly string[]) => sql`
  from order_words w where w.tenant_id = ${who.tenantId} and w.word = any(${codes.map(codeKey)}::text[])`

const listed = [
  'o.id',
  'o.orderNo',
  'o.status',
  'o.exceptionCode',
  'o.exceptionFacts',
  'o.interceptStatus',
  'o.customerId',
  'c.customerCode',
  'c.customerName',
  'o.referenceNo',
  'o.platformOrderNo',
  'o.channelId',
  'h.channelCode',
  'o.skuCount',
  'o.pieceCount',
  'o.pieceClass',
  'o.pickStatus',
  'o.estWeight',
  'o.receiverName',
  'o.countryCode',
  'o.stateCode',
  'o.postcode',
  'o.priority',
  'o.tags',
  'o.statusAt',
  'o.shippedAt',
  'o.createdAt',
  'o.rowVersion',
] as const

type Shown = { receiverName: string; exceptionCode: OrderRow['exceptionCode']; exceptionFacts: unknown }

function shownTo<R extends Shown>(who: Who, row: R) {
  const { exceptionFacts, ...rest } = row
  const failure = exceptionFacts ? (exceptionFacts as Omit<Failure, 'code'>) : null
  const exception = failure && shownFailure(who, { ...failure, code: row.exceptionCode })[who.language]
  return { ...(seesAll(who) ? rest : masked(rest)), exception, exceptionKey: failure?.text ?? null }
}

/** The tracking number of an order's live label. */
const trackingNo = sql<
  string | null
>`(select w.tracking_no from waybills w where w.tenant_id = o.tenant_id and w.order_id = o.id
  and w.status = 'obtained' order by w.id limit 1)`.as('trackingNo')

/** The picking list it is on. */
const pickingNo = sql<string | null>`(select l.picking_no from picking_list_orders x
  join picking_lists l on l.tenant_id = x.tenant_id and l.id = x.list_id
  where x.tenant_id = o.tenant_id and x.order_id = o.id and x.is_live)`.as('pickingNo')

/** What is held for it and what it was charged; for users who may see fees. */
const feeFor = ({ permissions }: Who) =>
  (hasPermission(permissions, getOrderCost.permission)
    ? sql<string | null>`(select sum(x.amount) from (
        select h.amount from account_holds h
          where h.tenant_id = o.tenant_id and h.source_id = o.id and h.reason = 'order' and h.status = 'open'
        union all
        select f.amount from fees f where f.tenant_id = o.tenant_id and f.source_no = o.order_no and f.order_type = 'order'
          and f.status in ('not_settled', 'settled')) x)`
    : sql<string | null>`null::text`
  ).as('fee')

const actualWeight = sql<
  string | null
>`(select case when bool_and(p.weight is not null) then sum(p.weight) end
  from packages p where p.tenant_id = o.tenant_id and p.order_id = o.id)`.as('actualWeight')

const age = sql<number | null>`case when o.status not in ('shipped', 'voided')
  then floor(extract(epoch from business_now() - o.status_at) / 86400)::int end`.as('age')

export async function orderPage(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listOrders>,
): Promise<Page<OrderRow> & { missing: string[] }> {
  const match = ordersOf(db, who, input)
  const [rows, count, missing] = await Promise.all([
    onPage(
      named(match)
        .select(listed)
        .select([trackingNo, pickingNo, feeFor(who), actualWeight, age])
        .orderBy(`o.${input.sort}`, input.order)
        .orderBy('o.id', input.sort === 'priority' ? 'asc' : 'desc'),
      input,
    ).execute(),
    countOf(db, match).executeTakeFirstOrThrow(),
    input.codes ? unknownOf(db, who, input.codes) : [],
  ])
  return { rows: rows.map((row) => shownTo(who, row)), total: count.total, missing }
}

async function unknownOf(db: Db, who: Who, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select w.word as key ${havingCodes(who, codes)}`.execute(db)
  return missingOf(codes, rows)
}

export async function orderCounts(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.countOrders>,
): Promise<OutputOf<typeof calls.countOrders>> {
  const counts = orderStates.states.map((status) => {
    const orders = ordersOf(db, who, { ...input, status })
    return sql`select ${sql.lit(status)} as status, (${countOf(db, orders)}) as count`
  })
  const { rows } = await sql<{
    status: OrderState
    count: number
  }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ status, count }) => [status, count])) as OutputOf<
    typeof calls.countOrders
  >
}

/** Orders that wait, each kind counted by its own index and up to the last row of a list. */
export async function orderWork(db: Db, who: Who): Promise<Record<keyof typeof ordersWork, number>> {
  const counted = (status: OrderState) => countOf(db, ordersOf(db, who, { status }))
  const refused = countOf(db, ordersOf(db, who, { refusedVoid: 'open' }))
  const { rows } = await sql<Record<keyof typeof ordersWork, number>>`
    select (${counted('pending_audit')}) as to_audit, (${counted('audit_exception')}) as audit_exceptions,
      (${counted('pending_shipment')}) as to_print, (${counted('waybill_printed')}) as to_ship,
      (${refused}) as voids_refused`.execute(db)
  return only(rows)
}

export async function exceptionCounts(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.countExceptions>,
): Promise<OutputOf<typeof calls.countExceptions>> {
  const rows = await ordersOf(db, who, { ...input, status: 'audit_exception' })
    .select(['o.exceptionCode', sql<number>`count(*)`.as('count')])
    .groupBy('o.exceptionCode')
    .execute()
  return Object.fromEntries(rows.map(({ exceptionCode, count }) => [exceptionCode, count]))
}

export const getOrder =
  (files: Files) =>
  async (
    db: Db,
    who: Who,
    { id }: InputOf<typeof calls.getOrder>,
  ): Promise<OutputOf<typeof calls.getOrder>> => {
    const row = await named(ordersOf(db, who, {}))
      .select(listed)
      .select([trackingNo, pickingNo, feeFor(who), actualWeight, age])
      .select(['h.labelSource', 'o.interceptReason'])
      .select([
        'o.platform',
        'o.shopName',
        'o.company',
        'o.phone',
        'o.email',
        'o.taxNo',
        'o.city',
        'o.address1',
        'o.address2',
        'o.address3',
        'o.doorplate',
        'o.addressKind',
        'o.senderName',
        'o.senderPhone',
        'o.senderCountry',
        'o.senderState',
        'o.senderCity',
        'o.senderPostcode',
        'o.senderAddress',
        'o.signature',
        'o.insuredValue',
        'o.remark',
        'o.pickRemark',
        'o.estLength',
        'o.estWidth',
        'o.estHeight',
        'o.voidReason',
        'o.purgedAt',
      ])
      .where('o.id', '=', id)
      .executeTakeFirstOrThrow(notFound(ordersText.notFound))
    const { rows: lines } = await sql<OutputOf<typeof calls.getOrder>['lines'][number]>`
    select l.line_no, l.product_id, p.sku, p.name_zh, p.name_en, l.quantity, l.declared_value,
      coalesce((select json_agg(json_build_object('locationCode', x.location_code, 'quantity', x.quantity) order by x.location_code)
        from (select b.location_code, sum(a.quantity)::bigint as quantity from allocations a
          join stock s on s.tenant_id = a.tenant_id and s.id = a.stock_id
          join locations b on b.tenant_id = s.tenant_id and b.id = s.location_id
          where a.tenant_id = l.tenant_id and a.demand_type = 'order' and a.demand_id = l.order_id and a.demand_line = l.line_no
            and a.status <> 'released' group by b.location_code) x), '[]') as allocated
    from order_lines l join products p on p.tenant_id = l.tenant_id and p.id = l.product_id
    where l.tenant_id = ${who.tenantId} and l.order_id = ${id} order by l.line_no`.execute(db)
    return {
      ...shownTo(who, row),
      putBackFrom: row.status === 'voided' ? await putBackFrom(db, who, row.orderNo) : null,
      isMasked: !seesAll(who),
      lines,
      waybills: await waybillsOf(db, who, files, id),
    }
  }

/** The bin that the picked goods of a voided order were moved to. */
async function putBackFrom(db: Db, who: Who, orderNo: string): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`
    select l.location_code as code from stock_flows f join locations l on l.tenant_id = f.tenant_id and l.id = f.location_id
    where f.tenant_id = ${who.tenantId} and f.source_no = ${orderNo} and f.source_type = 'allocation' and f.flow_type = 'move_in'
    limit 1`.execute(db)
  return rows[0]?.code ?? null
}

async function waybillsOf(db: Db, who: Who, files: Files, orderId: number) {
  const { rows } = await sql<
    Omit<Waybill, 'failure' | 'fileUrl' | 'acknowledged'> & {
      failFacts: Omit<Failure, 'code'> | null
      fileId: number | null
    } & (Waybill['acknowledged'] | { by: null; at: null; reason: null })
  >`
    select w.id, w.status, w.label_source, h.channel_code, w.tracking_no, w.fail_facts, w.requested_at, w.obtained_at, w.ready_at,
      w.printed_at, w.print_count, w.label_file_id as file_id,
      w.status = ${waybillStates.actions.refuse_void.to}::waybill_status and coalesce(w.void_until > business_now(), true) as may_void_again,
      a.user_name as by, w.void_acknowledged_at as at, w.void_acknowledged_reason as reason
    from waybills w join channels h on h.tenant_id = w.tenant_id and h.id = w.channel_id
    left join accounts a on a.tenant_id = w.tenant_id and a.id = w.void_acknowledged_by
    where w.tenant_id = ${who.tenantId} and w.order_id = ${orderId} order by w.id desc`.execute(db)
  // A label names the recipient in full.
  const maySee = seesAll(who)
  return rows.map(({ failFacts, fileId, by, at, reason, ...waybill }) => ({
    ...waybill,
    acknowledged: by === null ? null : { by, at, reason },
    failure: failFacts ? shownFailure(who, { ...failFacts, code: null })[who.language] : null,
    fileUrl: fileId !== null && maySee ? files.linkTo(who.tenantId, fileId) : null,
  }))
}
type Waybill = OutputOf<typeof calls.getOrder>['waybills'][number]

export const orderChannels = (db: Db, who: Who, { customerId }: InputOf<typeof calls.orderChannels>) =>
  db
    .selectFrom('channels as h')
    .select(['h.id', 'h.channelCode', 'h.nameZh', 'h.nameEn', 'h.countries', 'h.isEnabled'])
    .where('h.tenantId', '=', who.tenantId)
    .$if(customerId !== undefined, (rows) =>
      rows.where(
        sql<boolean>`(h.customer_scope = 'all' or exists (select 1 from channel_customers u
          where u.tenant_id = h.tenant_id and u.channel_id = h.id and u.customer_id = ${customerId}))`,
      ),
    )
    .orderBy('h.channelCode')
    .execute()

export const statesOfCountry = (db: Db, who: Who, { countryCode }: InputOf<typeof calls.orderStatesOf>) =>
  db
    .selectFrom('states')
    .select(['stateCode', 'nameZh', 'nameEn'])
    .where('tenantId', '=', who.tenantId)
    .where('countryCode', '=', countryCode)
    .where('isEnabled', '=', true)
    .orderBy('stateCode')
    .execute()
