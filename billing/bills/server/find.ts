import { sql } from 'kysely'
import { publishEvents } from '../../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf, Page } from '../../../platform/calls/call.ts'
import { refuseAs } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { idsOf, only } from '../../../platform/database/server/rows.ts'
import { containing } from '../../../platform/database/server/search.ts'
import { allOf, directionOf, limitOf, pageOfSql } from '../../../platform/lists/server/page.ts'
import { lockOne } from '../../money/server/lock-collections.ts'
import type * as calls from '../contract.ts'
import type { BillLineRow, BillRow } from '../contract.ts'
import { type BillState, billStates } from '../states.ts'
import { billText } from '../text.ts'
import { lockPlanOf, payWithRest, planPayments } from './pay.ts'

type Filters = InputOf<typeof calls.countBills> & { status?: BillState | undefined }

/** A bill is of some days if its period touches them. */
function billsThat(who: Who, input: Filters) {
  return allOf([
    sql`x.tenant_id = ${who.tenantId}`,
    input.search && sql`x.bill_no like ${containing(input.search.toUpperCase())}`,
    input.customerId && sql`x.customer_id = ${input.customerId}`,
    input.status && sql`x.status = ${sql.lit(input.status)}`,
    input.mode && sql`x.settlement_mode = ${input.mode}::settlement_mode`,
    input.from && sql`x.period_to >= ${input.from}::date`,
    input.to && sql`x.period_from <= ${input.to}::date`,
  ])
}

/** A statement is paid with its issue; a bill by what collections that are confirmed paid of it. */
const listed = sql`x.id, x.bill_no, x.status, x.settlement_mode as mode, x.customer_id, c.customer_code, c.customer_name, x.period_from, x.period_to,
  x.fee_count, x.total, x.open_events + x.waiting_events as unpriced, x.created_at, x.issued_at, x.paid_at,
  (case when x.status = 'paid' then x.total else coalesce((select sum(p.amount) from bill_payments p
    join collections k on k.tenant_id = p.tenant_id and k.id = p.collection_id and k.status = 'paid'
    where p.tenant_id = x.tenant_id and p.bill_id = x.id), 0) end)::numeric(18, 2) as paid`

const joined = sql`join customers c on c.tenant_id = x.tenant_id and c.id = x.customer_id`

const sorts = { createdAt: 'created_at', periodTo: 'period_to', total: 'total' } as const

export async function listBills(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listBills>,
): Promise<Page<BillRow>> {
  const way = directionOf(input.order)
  const order = sql`${sql.ref(`x.${sorts[input.sort]}`)} ${way}, x.id ${way}`
  const match = sql`from bills x where ${billsThat(who, input)}`
  return pageOfSql(
    db,
    sql<BillRow>`
      select ${listed} from (select x.* ${match} order by ${order} ${limitOf(input)}) x ${joined} order by ${order}`,
    match,
  )
}

export async function countBills(db: Db, who: Who, input: InputOf<typeof calls.countBills>) {
  const { rows } = await sql<OutputOf<typeof calls.countBills>>`
    select count(*) filter (where x.status = 'draft') as draft, count(*) filter (where x.status = 'not_settled') as not_settled,
      count(*) filter (where x.status = 'paid') as paid, count(*) filter (where x.status = 'voided') as voided
    from bills x where ${billsThat(who, input)}`.execute(db)
  return only(rows)
}

export async function getBill(
  db: Db,
  who: Who,
  { id }: InputOf<typeof calls.getBill>,
): Promise<OutputOf<typeof calls.getBill>> {
  type Bill = OutputOf<typeof calls.getBill>
  // In one statement, or the groups would not add up to the total of a draft that is refreshed meanwhile.
  const { rows } = await sql<Bill>`
      select ${listed}, x.charged_events, x.free_events, x.waived_events, x.open_events, x.waiting_events, x.opening_balance, x.payments,
        x.other_changes, x.closing_balance, x.refreshed_at, x.voided_at, x.void_reason, m.user_name as created_by, i.user_name as issued_by,
        v.user_name as voided_by,
        (select coalesce(json_agg(json_build_object('orderType', g.order_type, 'fees', g.fees, 'amount', g.amount::text) order by g.order_type), '[]')
          from (select f.order_type, count(*)::int as fees, sum(f.amount)::numeric(18, 2) as amount
            from bill_lines l join fees f on f.tenant_id = l.tenant_id and f.id = l.fee_id
            where l.tenant_id = x.tenant_id and l.bill_id = x.id group by f.order_type) g) as groups,
        (select coalesce(json_agg(json_build_object('collectionId', k.id, 'collectionNo', k.collection_no, 'collectionStatus', k.status,
            'paidOn', k.paid_on, 'amount', p.amount::text) order by k.id), '[]')
          from bill_payments p join collections k on k.tenant_id = p.tenant_id and k.id = p.collection_id
          where p.tenant_id = x.tenant_id and p.bill_id = x.id) as paid_with
      from bills x ${joined}
      join accounts m on m.tenant_id = x.tenant_id and m.id = x.created_by
      left join accounts i on i.tenant_id = x.tenant_id and i.id = x.issued_by
      left join accounts v on v.tenant_id = x.tenant_id and v.id = x.voided_by
      where x.tenant_id = ${who.tenantId} and x.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return refuseAs({ kind: 'not_found' }, billText.notFound)
  return row
}

/** The fees of a bill by document type, as its statement has them. */
export async function listBillLines(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listBillLines>,
): Promise<Page<BillLineRow>> {
  const way = directionOf(input.order)
  const where = sql`where l.tenant_id = ${who.tenantId} and l.bill_id = ${input.billId}`
  return pageOfSql(
    db,
    sql<BillLineRow>`
      select f.id, f.fee_no, f.order_type, f.source_no, f.charge_date, t.fee_code, t.name_zh, t.name_en, f.amount
      from bill_lines l join fees f on f.tenant_id = l.tenant_id and f.id = l.fee_id
      join fee_types t on t.tenant_id = f.tenant_id and t.id = f.fee_type_id
      ${where} order by f.order_type, f.charge_date ${way}, f.id ${way} ${limitOf(input)}`,
    sql`from bill_lines l ${where}`,
  )
}

/** As literals, for the partial index. */
const payable = sql.join(billStates.actions.pay.from.map((state) => sql.lit(state)))

export async function openBills(db: Db, who: Who, { customerId }: InputOf<typeof calls.openBills>) {
  const { rows } = await sql<OutputOf<typeof calls.openBills>[number]>`
    select b.id, b.bill_no, b.period_from, b.period_to, b.total, (b.total - coalesce((select sum(p.amount) from bill_payments p
      join collections k on k.tenant_id = p.tenant_id and k.id = p.collection_id and k.status = 'paid'
      where p.tenant_id = b.tenant_id and p.bill_id = b.id), 0))::numeric(18, 2) as open
    from bills b where b.tenant_id = ${who.tenantId} and b.customer_id = ${customerId} and b.status in (${payable})
      and b.total > 0
    order by b.period_to, b.id limit 100`.execute(db)
  return rows
}

/** Uses what is left of a collection for more bills; a draft only remembers them. */
export async function payBills(tx: Tx, who: Who, { collectionId, billIds }: InputOf<typeof calls.payBills>) {
  const collection = await lockOne(tx, who, collectionId)
  const { id } = collection
  if (collection.status === 'paid') await payWithRest(tx, who, collection, billIds)
  else {
    const planned = await lockPlanOf(tx, who, id, billIds)
    const open = planned.filter(({ status }) => billStates.allows(status, 'pay'))
    await planPayments(tx, who, collection, [...idsOf(open), ...billIds])
    await sql`update collections set row_version = row_version + 1 where tenant_id = ${who.tenantId} and id = ${id}`.execute(
      tx,
    )
  }
  await publishEvents(tx, who, [{ kind: 'collection.edited', type: 'collection', id }])
  return {}
}
