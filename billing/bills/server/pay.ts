import Big from 'big.js'
import { sql } from 'kysely'
import type { AccountLogBizType } from '../../../db/schema.ts'
import { type Actor, writeAudit, writeChanges } from '../../../platform/audit/server/audit.ts'
import { refuse } from '../../../platform/calls/refusal.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { idsOf, only, valueFor } from '../../../platform/database/server/rows.ts'
import type { Decimal } from '../../../platform/text/decimal.ts'
import { lockAccounts, type MoneyLine, postMoney, timeOfPosting } from '../../money/server/ledger.ts'
import { sumOf } from '../../pricing/amounts.ts'
import { feeStates } from '../../states.ts'
import { dividePayments, type Share } from '../divide-payments.ts'
import { billStates } from '../states.ts'
import { billText } from '../text.ts'
import { isNothingToPay, type LockedBill, lockBills } from './lock-bills.ts'

type FeeOnBill = {
  billId: number
  id: number
  feeNo: string
  amount: string
  status: string
  business: AccountLogBizType
}

/** Locks the fees of bills in id order. The bills are locked before, so that no line comes or goes. */
export async function lockFeesOf(
  tx: Tx,
  { tenantId }: Actor,
  billIds: readonly number[],
): Promise<FeeOnBill[]> {
  if (billIds.length === 0) return []
  const { rows } = await sql<FeeOnBill>`
    select l.bill_id, f.id, f.fee_no, f.amount, f.status, case when f.refund_of is null then t.biz_type else 'refund' end as business
    from bill_lines l join fees f on f.tenant_id = l.tenant_id and f.id = l.fee_id
    join fee_types t on t.tenant_id = f.tenant_id and t.id = f.fee_type_id
    where l.tenant_id = ${tenantId} and l.bill_id = any(${billIds}::bigint[])
    order by f.id for no key update of f`.execute(tx)
  return rows
}

/**
 * Locks the bills that collections are to pay, and their fees. Comes after the collections and before the accounts.
 */
export async function lockBillsOf(
  tx: Tx,
  who: Actor,
  collectionIds: readonly number[],
): Promise<LockedBill[]> {
  const { rows } = await sql<{ billId: number }>`
    select distinct bill_id from bill_payments where tenant_id = ${who.tenantId} and collection_id = any(${collectionIds}::bigint[])`.execute(
    tx,
  )
  const billIds = rows.map(({ billId }) => billId)
  const bills = await lockBills(tx, who, billIds)
  await lockFeesOf(tx, who, billIds)
  return bills
}

/**
 * Locks the bills that a collection is planned for, which are returned, and others that it is to pay. Comes before the plan is changed, because
 * paying or voiding one of these bills takes it out of the plan.
 */
export async function lockPlanOf(
  tx: Tx,
  who: Actor,
  collectionId: number,
  billIds: readonly number[],
): Promise<LockedBill[]> {
  const { rows } = await sql<{ billId: number }>`
    select bill_id from bill_payments where tenant_id = ${who.tenantId} and collection_id = ${collectionId}`.execute(
    tx,
  )
  const planned = new Set(rows.map(({ billId }) => billId))
  const bills = await lockBills(tx, who, [...planned, ...billIds])
  return bills.filter(({ id }) => planned.has(id))
}

/** What confirmed collections of some customers pay of bills that wait for the rest: it is in the balance, and the bills'. */
export async function promisedToBills(
  tx: Tx,
  { tenantId }: Actor,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, Decimal>> {
  const { rows } = await sql<{ customerId: number; amount: Decimal }>`
    select b.customer_id, sum(p.amount)::numeric(30, 2) as amount from bills b
    join bill_payments p on p.tenant_id = b.tenant_id and p.bill_id = b.id
    join collections c on c.tenant_id = p.tenant_id and c.id = p.collection_id and c.status = 'paid'
    where b.tenant_id = ${tenantId} and b.customer_id = any(${customerIds}::bigint[]) and b.status = 'not_settled'
    group by b.customer_id`.execute(tx)
  return new Map(rows.map(({ customerId, amount }) => [customerId, amount]))
}

/** Those of the collections that are to pay bills. */
export async function payersOfBills(
  tx: Tx,
  { tenantId }: Actor,
  collectionIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct collection_id as id from bill_payments where tenant_id = ${tenantId} and collection_id = any(${collectionIds}::bigint[])`.execute(
    tx,
  )
  return new Set(idsOf(rows))
}

/**
 * How collections are divided among the bills they are planned for: a bill takes what is still open of it, and is paid once nothing is. `open` is
 * what was open before.
 */
async function dividedAmong(
  db: Db,
  { tenantId }: Pick<Actor, 'tenantId'>,
  collectionIds: readonly number[],
): Promise<ReturnType<typeof dividePayments> & { open: ReadonlyMap<number, string> }> {
  const { rows: planned } = await sql<{ collectionId: number; left: string; billIds: number[] }>`
    select p.collection_id, array_agg(p.bill_id order by b.period_to, b.id) as bill_ids,
      (c.amount - coalesce((select sum(u.amount) from bill_payments u join bills d on d.tenant_id = u.tenant_id and d.id = u.bill_id
        where u.tenant_id = c.tenant_id and u.collection_id = c.id and d.status = 'paid'), 0))::numeric(18, 2) as left
    from bill_payments p join bills b on b.tenant_id = p.tenant_id and b.id = p.bill_id and b.status = 'not_settled'
    join collections c on c.tenant_id = p.tenant_id and c.id = p.collection_id
    where p.tenant_id = ${tenantId} and p.collection_id = any(${collectionIds}::bigint[])
    group by p.collection_id, c.tenant_id, c.id, c.amount order by p.collection_id`.execute(db)
  const billIds = [...new Set(planned.flatMap((plan) => plan.billIds))]
  const { rows } = await sql<{ id: number; open: string }>`
    select b.id, (b.total - coalesce((select sum(p.amount) from bill_payments p
      join collections c on c.tenant_id = p.tenant_id and c.id = p.collection_id and c.status = 'paid'
      where p.tenant_id = b.tenant_id and p.bill_id = b.id and p.collection_id <> all(${collectionIds}::bigint[])), 0))::numeric(18, 2) as open
    from bills b where b.tenant_id = ${tenantId} and b.id = any(${billIds}::bigint[])`.execute(db)
  const open = new Map(rows.map((bill) => [bill.id, bill.open]))
  const payments = planned.map(({ collectionId, left, billIds }) => ({ collectionId, amount: left, billIds }))
  return { ...dividePayments(payments, open), open }
}

/** What a collection pays of a bill, and what is still open of that bill when all of them are confirmed. */
export type OpenShare = Share & { open: Decimal }

/** What each of some collections would pay of the bills it is planned for. */
export async function sharesAmong(
  db: Db,
  who: Pick<Actor, 'tenantId'>,
  collectionIds: readonly number[],
): Promise<OpenShare[]> {
  const { shares, open } = await dividedAmong(db, who, collectionIds)
  const byBill = Map.groupBy(shares, ({ billId }) => billId)
  return shares.map((share) => {
    const paid = sumOf((byBill.get(share.billId) ?? []).map(({ amount }) => amount))
    return { ...share, open: new Big(valueFor(open, share.billId)).minus(paid).toFixed(2) }
  })
}

/**
 * Uses confirmed collections for the bills they are planned for. The rest of a collection stays in the balance. Collections and bills are
 * locked.
 */
export async function applyPayments(tx: Tx, who: Actor, collectionIds: readonly number[]) {
  if (collectionIds.length === 0) return
  const { shares, paid } = await dividedAmong(tx, who, collectionIds)
  await sql`
    delete from bill_payments p using bills b
    where p.tenant_id = ${who.tenantId} and p.collection_id = any(${collectionIds}::bigint[])
      and b.tenant_id = p.tenant_id and b.id = p.bill_id and b.status <> 'paid'`.execute(tx)
  await sql`
    insert into bill_payments (tenant_id, bill_id, collection_id, customer_id, amount)
    select ${who.tenantId}, x.bill_id, x.collection_id, b.customer_id, x.amount
    from unnest(${shares.map(({ billId }) => billId)}::bigint[], ${shares.map(({ collectionId }) => collectionId)}::bigint[],
      ${shares.map(({ amount }) => amount)}::numeric[]) as x (bill_id, collection_id, amount)
    join bills b on b.tenant_id = ${who.tenantId} and b.id = x.bill_id`.execute(tx)
  await settleBills(tx, who, paid)
}

/**
 * Ends bills that are paid: their fees leave the balance, one line for each kind of business, and are settled. What pays them is in the balance
 * already, so that both cancel out.
 */
export async function settleBills(tx: Tx, who: Actor, ids: readonly number[]) {
  if (ids.length === 0) return
  const bills = await lockBills(tx, who, ids)
  const fees = await lockFeesOf(tx, who, ids)
  const noOf = new Map(bills.map(({ id, billNo }) => [id, billNo]))
  const gone = fees.find(({ status }) => status !== feeStates.actions.settle.from[0])
  if (gone) refuse(billText.feesChanged, { no: valueFor(noOf, gone.billId) })
  const byBill = Map.groupBy(fees, ({ billId }) => billId)
  const lines = bills.flatMap((bill) => linesOf(bill, byBill.get(bill.id) ?? []))
  const posted = await postMoney(tx, who, lines)
  const seqs = new Map(
    posted.map(({ sourceId, business, logType, seq }) => [`${sourceId} ${business} ${logType}`, seq]),
  )
  const seqOf = (fee: FeeOnBill) => seqs.get(`${fee.billId} ${fee.business} ${directionOf(fee)}`) ?? null
  await sql`
    update fees f set status = ${feeStates.actions.settle.to}, flow_seq = x.seq, settled_at = ${timeOfPosting(who, posted)},
      row_version = f.row_version + 1
    from unnest(${idsOf(fees)}::bigint[], ${fees.map(seqOf)}::bigint[]) as x (id, seq)
    where f.tenant_id = ${who.tenantId} and f.id = x.id`.execute(tx)
  const { to } = billStates.actions.pay
  // What other drafts planned to pay of it is not needed any more.
  await sql`delete from bill_payments where tenant_id = ${who.tenantId} and bill_id = any(${ids}::bigint[]) and amount = 0`.execute(
    tx,
  )
  await sql`
    update bills set status = ${to}, paid_at = business_now(), paid_times = paid_times + 1, row_version = row_version + 1
    where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[])`.execute(tx)
  await writeChanges(
    tx,
    who,
    bills.map(({ id, billNo: no, status, total }) => ({
      action: 'pay_bill',
      event: 'bill.paid',
      type: 'bill',
      id,
      no,
      before: { billStatus: status },
      after: { billStatus: to, total },
      payload: { total },
    })),
  )
}

const directionOf = ({ amount }: { amount: string }) => (amount.startsWith('-') ? 'in' : 'out')

/** Fees and refunds apart, so that two that cancel out have a line each. */
const linesOf = (
  { id, billNo, customerId, paidTimes }: LockedBill,
  fees: readonly FeeOnBill[],
): MoneyLine[] =>
  [...Map.groupBy(fees, (fee) => `${fee.business} ${directionOf(fee)}`).values()].flatMap((list) => {
    const [first] = list
    if (!first) return []
    const type = directionOf(first)
    const amount = sumOf(list.map(({ amount }) => amount))
      .abs()
      .toFixed(2)
    return {
      ...{ sourceType: 'bill', sourceId: id, sourceNo: billNo, line: paidTimes + 1 },
      ...{ type, business: first.business, customerId, amount },
    }
  })

type Payer = {
  id: number
  collectionNo: string
  customerId: number
  purpose: string
  status: string
  amount: string
}

/** Plans which bills a collection is to pay, in place of what was planned before. The collection is locked. */
export async function planPayments(tx: Tx, who: Actor, payer: Payer, billIds: readonly number[]) {
  await sql`
    delete from bill_payments p using bills b where p.tenant_id = ${who.tenantId} and p.collection_id = ${payer.id}
      and b.tenant_id = p.tenant_id and b.id = p.bill_id and b.status <> 'paid'`.execute(tx)
  if (billIds.length === 0) return
  const bills = await lockPayable(tx, who, payer, billIds)
  await sql`
    insert into bill_payments (tenant_id, bill_id, collection_id, customer_id, amount)
    select ${who.tenantId}, x, ${payer.id}, ${payer.customerId}, 0 from unnest(${idsOf(bills)}::bigint[]) x
    on conflict do nothing`.execute(tx)
  await auditPlan(tx, who, payer, bills)
}

/** Locks bills that a collection is to pay; refuses those it can't. */
async function lockPayable(
  tx: Tx,
  who: Actor,
  payer: Payer,
  billIds: readonly number[],
): Promise<LockedBill[]> {
  if (payer.purpose !== 'bill_payment' || payer.status === 'reversed') refuse(billText.notBillPayment)
  const wanted = [...new Set(billIds)]
  const bills = await lockBills(tx, who, wanted)
  const known = new Map(bills.map((bill) => [bill.id, bill]))
  for (const id of wanted) {
    const bill = known.get(id)
    if (!bill || !billStates.allows(bill.status, 'pay') || bill.customerId !== payer.customerId)
      refuse(billText.billNotOpen, { no: bill?.billNo ?? String(id) })
    if (isNothingToPay(bill)) refuse(billText.nothingToPay, { no: bill.billNo })
  }
  return bills
}

const auditPlan = (tx: Tx, who: Actor, { id, collectionNo: no }: Payer, bills: readonly LockedBill[]) =>
  writeAudit(tx, who, [
    {
      action: 'plan_bills',
      type: 'collection',
      ...{ id, no },
      after: { bills: bills.map(({ billNo }) => billNo).join(', ') },
    },
  ])

/**
 * What is in the account of a customer for bills: not deposits, nor what pays other bills. Locks the account, so that a refund waits or is
 * seen.
 */
async function inAccount(tx: Tx, who: Actor, customerId: number): Promise<Decimal> {
  const account = (await lockAccounts(tx, [customerId])).get(customerId)
  const promised = (await promisedToBills(tx, who, [customerId])).get(customerId)
  const { rows } = await sql<{ deposits: Decimal }>`
    select coalesce(sum(amount), 0)::numeric(30, 2) as deposits from account_holds
    where tenant_id = ${who.tenantId} and customer_id = ${customerId} and reason = 'deposit' and status = 'open'`.execute(
    tx,
  )
  return new Big(account?.balance ?? 0)
    .minus(promised ?? 0)
    .minus(only(rows).deposits)
    .toFixed(2)
}

/**
 * Uses what is left of a confirmed collection for more bills, the earliest first, as far as it was not refunded meanwhile. What it pays of others
 * stays. The collection is locked.
 */
export async function payWithRest(tx: Tx, who: Actor, payer: Payer, billIds: readonly number[]) {
  const bills = await lockPayable(tx, who, payer, billIds)
  await lockFeesOf(tx, who, idsOf(bills))
  const free = await inAccount(tx, who, payer.customerId)
  const { rows } = await sql<{ id: number; open: string; left: string }>`
    select b.id, (b.total - coalesce((select sum(p.amount) from bill_payments p
        join collections c on c.tenant_id = p.tenant_id and c.id = p.collection_id and c.status = 'paid'
        where p.tenant_id = b.tenant_id and p.bill_id = b.id), 0))::numeric(18, 2) as open,
      greatest(0, least(${free}::numeric, ${payer.amount}::numeric - coalesce((select sum(p.amount) from bill_payments p
        where p.tenant_id = b.tenant_id and p.collection_id = ${payer.id}), 0)))::numeric(18, 2) as left
    from bills b where b.tenant_id = ${who.tenantId} and b.id = any(${idsOf(bills)}::bigint[])
    order by b.period_to, b.id`.execute(tx)
  const { shares, paid } = dividePayments(
    [{ collectionId: payer.id, amount: rows[0]?.left ?? '0', billIds: idsOf(rows) }],
    new Map(rows.map(({ id, open }) => [id, open])),
  )
  if (shares.length === 0) refuse(billText.nothingLeft, { no: payer.collectionNo })
  await sql`
    insert into bill_payments as p (tenant_id, bill_id, collection_id, customer_id, amount)
    select ${who.tenantId}, x.bill_id, ${payer.id}, ${payer.customerId}, x.amount
    from unnest(${shares.map(({ billId }) => billId)}::bigint[], ${shares.map(({ amount }) => amount)}::numeric[]) as x (bill_id, amount)
    on conflict (tenant_id, bill_id, collection_id) do update set amount = p.amount + excluded.amount`.execute(
    tx,
  )
  await auditPlan(tx, who, payer, bills)
  await settleBills(tx, who, paid)
}

/** Releases a collection from the bills it pays in part. One that has paid a bill is refused until that bill is reopened. */
export async function releasePayments(
  tx: Tx,
  who: Actor,
  { id, collectionNo: no }: Pick<Payer, 'id' | 'collectionNo'>,
) {
  const bills = await lockBillsOf(tx, who, [id])
  const paid = bills.find(({ status }) => status === 'paid')
  if (paid) refuse(billText.paysPaidBill, { no, bill: paid.billNo })
  await sql`delete from bill_payments where tenant_id = ${who.tenantId} and collection_id = ${id}`.execute(tx)
}
