import { sql } from 'kysely'
import { type Actor, writeChanges } from '../../../platform/audit/server/audit.ts'
import type { BulkResult, InputOf, OutputOf } from '../../../platform/calls/call.ts'
import { refuseField } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import { type Db, drawNumbers, type Tx } from '../../../platform/database/server/db.ts'
import { idsOf, only } from '../../../platform/database/server/rows.ts'
import { bulkResultOf } from '../../../platform/lists/server/bulk-result.ts'
import { type Outcome, startTask, type Work } from '../../../platform/tasks/server/tasks.ts'
import { fill, type Language, type Text } from '../../../platform/text/text.ts'
import * as calls from '../contract.ts'
import { billStates } from '../states.ts'
import { billText } from '../text.ts'
import { completenessOf, feesToBill, instantsOf } from './billable-fees.ts'
import { fillBills } from './fill-bills.ts'
import { billResults, lockBills, lockCustomersOf, lockDrafts } from './lock-bills.ts'

type Period = { from: string; to: string }
type Input = Period & { customerIds?: readonly number[] | undefined }

/** More customers than this are billed by a task, this many in each transaction. */
const AT_ONCE = 100

/** The bills that a period would get, one for each customer. */
const wantedOf = (tenantId: number, { from, to, customerIds }: Input) => sql`
  select b.*, ${instantsOf} from (
    select c.tenant_id, c.id, c.id as customer_id, c.settlement_mode, ${from}::date as period_from, ${to}::date as period_to
    from customers c where c.tenant_id = ${tenantId} ${customerIds ? sql`and c.id = any(${customerIds}::bigint[])` : sql``}) b
  join warehouses w on w.tenant_id = b.tenant_id`

/** A statement of the same days, or a draft of the same days that the fees can join. */
const clashOf = sql`
  select k.bill_no as clash from bills k
  where k.tenant_id = b.tenant_id and k.customer_id = b.customer_id and k.settlement_mode = b.settlement_mode
    and k.period_from <= b.period_to and k.period_to >= b.period_from
    and case b.settlement_mode when 'balance' then k.status <> 'voided' else k.status = 'draft' end
  order by k.id limit 1`

export async function previewBills(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.previewBills>,
): Promise<OutputOf<typeof calls.previewBills>> {
  await assertPast(db, input)
  type Row = OutputOf<typeof calls.previewBills>['customers'][number]
  const { rows } = await sql<Row & { bills: number; sum: string; unpriced: number }>`
    with wanted as materialized (${wantedOf(who.tenantId, input)}),
    sums as materialized (
      select x.customer_id, count(*)::int as fee_count, sum(x.amount)::numeric(30, 2) as total from (${feesToBill(sql`wanted`)}) x group by x.customer_id)
    select b.customer_id, c.customer_code, c.customer_name, b.settlement_mode as mode, s.fee_count, s.total, k.clash, e.*,
      (count(*) filter (where k.clash is null) over ())::int as bills,
      coalesce(sum(s.total) filter (where k.clash is null) over (), 0)::numeric(30, 2) as sum,
      coalesce(sum(e.open_events + e.waiting_events) filter (where k.clash is null) over (), 0)::int as unpriced
    from wanted b join sums s on s.customer_id = b.customer_id
    join customers c on c.tenant_id = b.tenant_id and c.id = b.customer_id
    left join lateral (${clashOf}) k on true
    cross join lateral (${completenessOf}) e
    order by c.customer_key limit ${calls.MAX_CHOSEN}`.execute(db)
  const [first] = rows
  return {
    bills: first?.bills ?? 0,
    total: first?.sum ?? '0.00',
    unpriced: first?.unpriced ?? 0,
    customers: rows.map(({ bills: _, sum: __, unpriced: ___, ...row }) => row),
  }
}

/** A day that has not come has no fees. */
async function assertPast(db: Db, { to }: Period) {
  const { rows } = await sql<{
    isLater: boolean
  }>`select ${to}::date > warehouse_today() as is_later`.execute(db)
  if (only(rows).isLater) refuseField('to', billText.inFuture)
}

export async function createBills(
  tx: Tx,
  who: Who,
  input: InputOf<typeof calls.createBills>,
): Promise<OutputOf<typeof calls.createBills>> {
  await assertPast(tx, input)
  const customerIds = await customersToBill(tx, who, input)
  if (customerIds.length > AT_ONCE) {
    const { from, to } = input
    const started = { from, to, customerIds, created: 0, language: who.language }
    return { ok: 0, failed: [], taskId: await startTask(tx, who, calls.createBills, 'create_bills', started) }
  }
  const { codes, reasons } = await createFor(tx, who, input, customerIds)
  const notFound = billText.customerNotFound
  return { ...bulkResultOf(who, customerIds, { known: codes, reasons, notFound }), taskId: null }
}

/** The chosen customers, or all with fees that are on no bill. */
async function customersToBill(db: Db, { tenantId }: Who, input: Input): Promise<number[]> {
  if (input.customerIds) return [...new Set(input.customerIds)].sort((a, b) => a - b)
  const { rows } = await sql<{ id: number }>`
    with wanted as materialized (${wantedOf(tenantId, input)})
    select distinct x.customer_id as id from (${feesToBill(sql`wanted`)}) x order by 1`.execute(db)
  return idsOf(rows)
}

/** Creates the drafts of some customers; the others are left out with the reason. Two creators of one customer's bills queue. */
async function createFor(tx: Tx, who: Actor, period: Period, customerIds: readonly number[]) {
  const { tenantId } = who
  await lockCustomersOf(
    tx,
    who,
    customerIds.map((customerId) => ({ customerId })),
  )
  const { rows } = await sql<{
    id: number
    customerCode: string
    clash: string | null
    hasFees: boolean
  }>`
    with wanted as materialized (${wantedOf(tenantId, { ...period, customerIds })}),
    billable as materialized (select distinct x.customer_id from (${feesToBill(sql`wanted`)}) x)
    select b.customer_id as id, c.customer_code, k.clash, x.customer_id is not null as has_fees
    from wanted b join customers c on c.tenant_id = b.tenant_id and c.id = b.customer_id
    left join billable x on x.customer_id = b.customer_id left join lateral (${clashOf}) k on true
    order by b.customer_id`.execute(tx)
  const reasonOf = ({ clash, hasFees }: (typeof rows)[number]): Text | undefined => {
    if (clash) return fill(billText.clash, { no: clash })
    return hasFees ? undefined : billText.nothingNew
  }
  const codes = new Map(rows.map(({ id, customerCode }) => [id, customerCode]))
  const reasons = new Map(rows.map((row) => [row.id, reasonOf(row)]))
  const made = await insertBills(
    tx,
    who,
    period,
    idsOf(rows).filter((id) => !reasons.get(id)),
  )
  return { codes, reasons, made }
}

async function insertBills(tx: Tx, who: Actor, { from, to }: Period, customerIds: readonly number[]) {
  if (customerIds.length === 0) return 0
  const numbers = await drawNumbers(tx, 'BL', customerIds.length)
  const { rows } = await sql<{ id: number; billNo: string }>`
    insert into bills (tenant_id, bill_no, customer_id, settlement_mode, period_from, period_to, starts_at, ends_at, created_by)
    select b.tenant_id, x.bill_no, b.customer_id, b.settlement_mode, b.period_from, b.period_to, b.starts_at, b.ends_at,
      coalesce(${who.accountId}::bigint, system_account())
    from unnest(${numbers}::text[], ${customerIds}::bigint[]) with ordinality as x (bill_no, customer_id, place)
    join (${wantedOf(who.tenantId, { from, to, customerIds })}) b on b.customer_id = x.customer_id order by x.place
    returning id, bill_no`.execute(tx)
  await fillBills(tx, who, idsOf(rows))
  await writeChanges(
    tx,
    who,
    rows.map(({ id, billNo: no }) => ({
      action: 'create',
      event: 'bill.created',
      type: 'bill',
      id,
      no,
      after: { periodFrom: from, periodTo: to, billStatus: billStates.first },
    })),
  )
  return rows.length
}

/** The task for many customers. A restart continues with those that are left. */
export async function createBillsTask({
  who,
  input,
  write,
  remember,
  progress,
}: Work<never>): Promise<Outcome> {
  const request = input as Period & { customerIds: number[]; created: number; language: Language }
  const failures: { id: number; no: string; reason: Text }[] = []
  const total = request.customerIds.length
  let { customerIds: left, created } = request
  while (left.length > 0) {
    if ((await progress(total - left.length, total)).isCancelAsked) return { end: 'cancel' }
    const now = left.slice(0, AT_ONCE)
    const later = left.slice(AT_ONCE)
    const before = created
    const { made, codes, reasons } = await write(async (tx) => {
      const done = await createFor(tx, who, request, now)
      await remember(tx, { ...request, customerIds: later, created: before + done.made })
      return done
    })
    created += made
    for (const [id, reason] of reasons) if (reason) failures.push({ id, no: codes.get(id) ?? '', reason })
    left = later
  }
  await progress(total, total)
  return { message: fill(billText.created, { count: created }), failures }
}

/** Brings drafts up to date with the fees of their periods. */
export async function refreshBills(
  tx: Tx,
  who: Who,
  { ids }: InputOf<typeof calls.refreshBills>,
): Promise<BulkResult> {
  const { bills, reasons, drafts } = await lockDrafts(tx, who, ids)
  await lockCustomersOf(tx, who, drafts)
  await fillBills(tx, who, idsOf(drafts))
  const after = await lockBills(tx, who, idsOf(drafts))
  const totals = new Map(drafts.map(({ id, total }) => [id, total]))
  await writeChanges(
    tx,
    who,
    after.map(({ id, billNo: no, total }) => ({
      action: 'refresh_bill',
      event: 'bill.edited',
      type: 'bill',
      id,
      no,
      before: { total: totals.get(id) },
      after: { total },
    })),
  )
  return billResults(who, ids, bills, reasons)
}
