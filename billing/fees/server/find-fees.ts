import { type RawBuilder, sql } from 'kysely'
import { personName } from '../../../platform/audit/server/person.ts'
import type { InputOf, OutputOf, Page } from '../../../platform/calls/call.ts'
import { refuseAs } from '../../../platform/calls/refusal.ts'
import { hasPermission, type Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { only } from '../../../platform/database/server/rows.ts'
import { beginsWith } from '../../../platform/database/server/search.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import { allOf, countLimit, directionOf, limitOf, pageOfSql } from '../../../platform/lists/server/page.ts'
import { collectionCustomers } from '../../money/server/find-collections.ts'
import { refundable } from '../../pricing/refunds.ts'
import type * as calls from '../contract.ts'
import type { FeeRow } from '../contract.ts'
import { feeText } from '../text.ts'
import { proofsOfFee } from './fee-proofs.ts'

type Filters = InputOf<typeof calls.sumFees>

/** Statuses and kinds of work are written into the statement: a parameter would keep the planner from the partial indexes. */
function feesThat(who: Who, input: Filters) {
  return allOf([
    sql`f.tenant_id = ${who.tenantId}`,
    input.customerId && sql`f.customer_id = ${input.customerId}`,
    input.feeTypeId && sql`f.fee_type_id = ${input.feeTypeId}`,
    input.orderType && sql`f.order_type = ${sql.lit(input.orderType)}`,
    input.document && beginsWith('f.source_no', input.document),
    input.chargedFrom && sql`f.charge_date >= ${input.chargedFrom}::date`,
    input.chargedTo && sql`f.charge_date <= ${input.chargedTo}::date`,
    (input.status === 'voided' || input.status === 'reversed') && sql`f.status in ('voided', 'reversed')`,
    input.status && sql`f.status = ${sql.lit(input.status)}`,
    input.origin === 'manual' && sql`f.is_manual and f.refund_of is null`,
    input.origin === 'refund' && sql`f.refund_of is not null`,
    input.origin === 'automatic' && sql`not f.is_manual and f.refund_of is null`,
    input.isFailed && shouldBeSettled(who.tenantId),
  ])
}

/**
 * Fees of customers who pay from their balance, that have not left it. Satellites settle nothing, and what is on a bill is settled with it.
 *
 * The customers are read first and then their fees, each as an array: an index finds these few among all that wait for a bill, where the
 * order of a list would go through all of them.
 */
export const shouldBeSettled = (tenantId: number) => sql`f.id = any(array(
  select w.id from fees w where w.tenant_id = ${tenantId} and w.status = 'not_settled' and w.customer_id = any(array(
    select c.id from customers c where c.tenant_id = ${tenantId} and c.settlement_mode = 'balance'))
  and not exists (select 1 from bill_lines l where l.tenant_id = ${tenantId} and l.fee_id = w.id and l.is_live)))
  and f.status = 'not_settled'
  and not exists (select 1 from tenants t where t.id = ${tenantId} and t.system_version = 'satellite')`

/** The document of a fee or an event: of rent, the night. */
export const documentIdOf = (
  row: 'f' | 'e',
  kind: RawBuilder<unknown>,
) => sql`case when ${kind} = 'storage' then (
  select d.snapshot_id from rent_days d where d.tenant_id = ${sql.ref(`${row}.tenant_id`)} and d.id = ${sql.ref(`${row}.source_id`)})
  else ${sql.ref(`${row}.source_id`)} end`

/** Why a fee is among those; null for all others. */
const failedBecause = (who: Who) =>
  who.version === 'satellite'
    ? sql`null`
    : sql`case when f.status = 'not_settled' and c.settlement_mode = 'balance' and not exists (
        select 1 from bill_lines l where l.tenant_id = f.tenant_id and l.fee_id = f.id and l.is_live)
      then (select case when m.blocked_because is null then 'next_attempt' else 'account_blocked' end from customer_accounts m
        where m.tenant_id = f.tenant_id and m.customer_id = f.customer_id) end`

const listed = (
  who: Who,
  seesCost: boolean,
) => sql`f.id, f.fee_no, f.status, ${failedBecause(who)} as failed_because,
  case when f.refund_of is not null then 'refund' when f.is_manual then 'manual' else 'automatic' end as origin,
  f.customer_id, c.customer_code, c.customer_name, f.fee_type_id, t.fee_code, t.name_zh, t.name_en, f.order_type,
  ${documentIdOf('f', sql`f.order_type`)} as document_id, f.source_no,
  case when f.detail is not null and f.refund_of is null then json_build_object('kind', f.detail->>'kind', 'unit', f.detail->>'chargeUnit',
    'quantity', (select sum((s->>'quantity')::numeric)::text from jsonb_array_elements(f.detail->'steps') s),
    'packages', jsonb_array_length(f.detail->'packages'),
    'weight', (select sum((p->>'billableWeight')::numeric)::text from jsonb_array_elements(f.detail->'packages') p),
    'zoneCode', f.detail->>'zoneCode', 'percent', f.detail->>'percent', 'nights', jsonb_array_length(f.detail->'days'),
    'system', (select w.unit from warehouses w where w.tenant_id = f.tenant_id)) end as basis,
  q.id as quote_id, q.quote_code || ' V' || v.version_no as rule, f.amount,
  ${
    seesCost
      ? sql`f.cost_amount, (f.amount - f.cost_amount)::numeric(18, 2) as profit,
        round((f.amount - f.cost_amount) / nullif(f.amount, 0) * 100, 1)::text as margin`
      : sql`null as cost_amount, null as profit, null as margin`
  },
  nullif(f.tax_rate, 0) as tax_rate, nullif(f.tax_amount, 0) as tax_amount, f.charge_date, f.occurred_at, f.remark, ${personName(who)} as created_by`

const joined = sql`join customers c on c.tenant_id = f.tenant_id and c.id = f.customer_id
  join fee_types t on t.tenant_id = f.tenant_id and t.id = f.fee_type_id
  join accounts a on a.tenant_id = f.tenant_id and a.id = f.created_by
  left join quote_versions v on v.tenant_id = f.tenant_id and v.id = f.version_id
  left join quotes q on q.tenant_id = v.tenant_id and q.id = v.quote_id`

const seesCost = (who: Who) => hasPermission(who.permissions, 'query:cost:profit')

/** Fees, the latest first. Counts up to the last row that can be shown. */
export async function listFees(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listFees>,
): Promise<Page<FeeRow>> {
  const way = directionOf(input.order)
  const order = sql`f.charge_date ${way}, f.id ${way}`
  const match = sql`from fees f where ${feesThat(who, input)}`
  return pageOfSql(
    db,
    sql<FeeRow>`
      select ${listed(who, seesCost(who))} from (select f.* ${match} order by ${order} ${limitOf(input)}) f ${joined} order by ${order}`,
    sql`${match} ${countLimit}`,
  )
}

/**
 * The totals of fees. A shipment's cost stands with one of its fees and is for all of its freight, with surcharges and fuel: the profit is that
 * of whole shipments whose cost is known, less refunds. Fees of one type have none.
 *
 * Adds up each shipment first, since its fees match the same filters. Only a refund, which may be of a later day, looks for the cost.
 */
export async function sumFees(db: Db, who: Who, input: Filters): Promise<OutputOf<typeof calls.sumFees>> {
  const money = (what: RawBuilder<unknown>) => sql`coalesce(sum(${what}), 0)::numeric(30, 2)`
  const live = (fee: string) => sql`${sql.ref(`${fee}.status`)} in ('settled', 'not_settled')`
  const hasProfit = seesCost(who) && !input.feeTypeId
  const isFreight = sql`f.event_id is not null and f.fee_type_id = any(array(
    select t.id from fee_types t where t.tenant_id = ${who.tenantId} and t.biz_type = 'order_freight'))`
  const { rows } = await sql<OutputOf<typeof calls.sumFees>>`
    select ${money(sql`x.amount`)} as amount, ${money(sql`x.settled`)} as settled, ${money(sql`x.not_settled`)} as not_settled,
      ${seesCost(who) ? money(sql`x.cost_amount`) : sql`null`} as cost_amount,
      ${hasProfit ? money(sql`case when x.cost_amount is null then 0 else x.freight - x.cost_amount end + x.refunds`) : sql`null`} as profit
    from (
      select sum(f.amount) as amount, sum(f.amount) filter (where f.status = 'settled') as settled,
        sum(f.amount) filter (where f.status = 'not_settled') as not_settled, sum(f.cost_amount) as cost_amount,
        ${
          hasProfit
            ? sql`coalesce(sum(f.amount) filter (where f.refund_of is null and ${isFreight}), 0) as freight,
              coalesce(sum(f.amount) filter (where f.refund_of is not null and ${isFreight} and exists (
                select 1 from fees k where k.tenant_id = ${who.tenantId} and k.event_id = f.event_id and k.cost_amount is not null
                  and ${live('k')})), 0) as refunds`
            : sql`null as freight, null as refunds`
        }
      from fees f where ${feesThat(who, input)} and ${live('f')} group by ${hasProfit ? sql`f.event_id` : sql`()`}) x`.execute(
    db,
  )
  return only(rows)
}

type Fee = OutputOf<typeof calls.getFee>
type OtherFee = NonNullable<Fee['refundOf']>
type Flow = NonNullable<Fee['flow']>

const otherFee = sql`f.id, f.fee_no, f.amount, f.status, f.remark, f.occurred_at`

/** One fee with its calculation, its refunds, what it replaces, and its lines in the balance flow. */
export const getFee =
  (links: Pick<Files, 'linkTo'>) =>
  async (db: Db, who: Who, { id }: { id: number }): Promise<Fee> => {
    const t = who.tenantId
    const { rows } = await sql<
      Omit<Fee, 'names' | 'nights' | 'refunds' | 'left' | 'requests' | 'files' | 'flow' | 'reversal'> & Links
    >`
    select ${listed(who, seesCost(who))}, f.event_id, e.kind as event_kind, e.created_at as event_at, f.discount, f.detail, f.ended_reason, f.settled_at,
      c.settlement_mode = 'balance' as is_balance_mode, f.flow_seq, f.reversed_seq, f.refund_of as refund_of_id, f.replaces as replaces_id
    from fees f ${joined} left join billable_events e on e.tenant_id = f.tenant_id and e.id = f.event_id
    where f.tenant_id = ${t} and f.id = ${id}`.execute(db)
    const [row] = rows
    if (!row) return refuseAs({ kind: 'not_found' }, feeText.notFound)
    const { flowSeq, reversedSeq, refundOfId, replacesId, ...fee } = row
    const [others, flows, requests, names, nights, files] = await Promise.all([
      sql<OtherFee & { refundOf: number | null; replaces: number | null }>`
      select ${otherFee}, f.refund_of, f.replaces from fees f where f.tenant_id = ${t}
        and (f.refund_of = ${id} or f.id = any(${[refundOfId, replacesId].filter((each) => each !== null)}::bigint[]))
      union all
      select ${otherFee}, f.refund_of, f.replaces from fees f
      where f.tenant_id = ${t} and f.customer_id = ${fee.customerId} and f.id > ${id} and f.replaces = ${id}
      order by id`.execute(db),
      sql<Flow & { seq: number }>`
      select f.seq, ${fee.customerCode} || '-' || f.seq as flow_no, f.at, f.log_type, f.business,
        (case when f.log_type = 'out' then -f.amount else f.amount end)::numeric(18, 2) as amount, f.balance_after
      from balance_flows f where f.tenant_id = ${t} and f.customer_id = ${fee.customerId}
        and f.seq = any(${[flowSeq, reversedSeq].filter((each) => each !== null)}::bigint[])`.execute(db),
      sql<Fee['requests'][number]>`
      select id, request_no, amount from fee_requests where tenant_id = ${t} and refund_of = ${id} and status = 'waiting' order by id`.execute(
        db,
      ),
      namesIn(db, who, fee.detail),
      nightsIn(db, who, fee.detail),
      proofsOfFee(db, who, id, links),
    ])
    const alone = ({ refundOf: _, replaces: __, ...other }: (typeof others.rows)[number]): OtherFee => other
    const find = (isIt: (each: (typeof others.rows)[number]) => boolean) =>
      others.rows.filter(isIt).map(alone)[0] ?? null
    const refunds = others.rows.filter(({ refundOf }) => refundOf === id).map(alone)
    const flowAt = (seq: number | null): Flow | null => {
      const [match] = flows.rows.filter((each) => each.seq === seq)
      if (!match) return null
      const { seq: _, ...flow } = match
      return flow
    }
    const given = refunds.filter(({ status }) => status === 'settled' || status === 'not_settled')
    return {
      ...fee,
      names,
      nights,
      refunds,
      left: refundable(
        fee.amount,
        given.map(({ amount }) => amount),
      ),
      refundOf: find((each) => each.id === refundOfId),
      replaces: find((each) => each.id === replacesId),
      replacedBy: find(({ replaces }) => replaces === id),
      flow: flowAt(flowSeq),
      reversal: flowAt(reversedSeq),
      requests: requests.rows,
      files,
    }
  }

type Links = {
  flowSeq: number | null
  reversedSeq: number | null
  refundOfId: number | null
  replacesId: number | null
}

/** The products and boxes that a calculation names by their ids. */
async function namesIn(db: Db, who: Who, detail: unknown): Promise<Fee['names']> {
  const steps = (detail as { steps?: { productId?: number; boxId?: number }[] } | null)?.steps ?? []
  const ids = (get: (step: (typeof steps)[number]) => number | undefined) =>
    steps.flatMap((step) => get(step) ?? [])
  const products = ids(({ productId }) => productId)
  const boxes = ids(({ boxId }) => boxId)
  if (products.length + boxes.length === 0) return []
  const { rows } = await sql<Fee['names'][number]>`
    select 'product' as kind, id, sku as name from products where tenant_id = ${who.tenantId} and id = any(${products}::bigint[])
    union all select 'box', id, box_no from inbound_boxes where tenant_id = ${who.tenantId} and id = any(${boxes}::bigint[])`.execute(
    db,
  )
  return rows
}

/** The nights that rent was charged for, with their goods by price. */
async function nightsIn(db: Db, who: Who, detail: unknown): Promise<Fee['nights']> {
  const days = (detail as { days?: { rentDayId: number; amount: string }[] } | null)?.days ?? []
  if (days.length === 0) return []
  const { rows } = await sql<Fee['nights'][number]>`
    select d.snapshot_id as id, d.charge_date, x.amount, (
      select coalesce(jsonb_agg(jsonb_build_object('ageFrom', l.age_from, 'ageTo', l.age_to, 'volume', l.volume::text,
        'price', l.tier_price::text, 'amount6', l.amount6::text) order by l.age_from, l.tier_price), '[]')
      from (
        select tier_price, min(age_days) as age_from, max(age_days) as age_to, sum(quantity * unit_volume) as volume, sum(amount6) as amount6
        from stock_snapshot_lines where tenant_id = d.tenant_id and rent_day_id = d.id and tier_price is not null group by tier_price) l) as tiers
    from unnest(${days.map(({ rentDayId }) => rentDayId)}::bigint[], ${days.map(({ amount }) => amount)}::text[]) x (id, amount)
    join rent_days d on d.tenant_id = ${who.tenantId} and d.id = x.id
    order by d.charge_date`.execute(db)
  return rows
}

export async function feeChoices(db: Db, who: Who): Promise<OutputOf<typeof calls.feeChoices>> {
  const [customers, types] = await Promise.all([
    collectionCustomers(db, who),
    db
      .selectFrom('feeTypes')
      .select(['id', 'feeCode', 'nameZh', 'nameEn', 'isEnabled'])
      .where('tenantId', '=', who.tenantId)
      .orderBy('feeCode')
      .execute(),
  ])
  return { customers, types }
}
