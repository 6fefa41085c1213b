import { sql } from 'kysely'
import type { AccountLogBizType, BillOrderType } from '../../../db/schema.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { idsOf } from '../../../platform/database/server/rows.ts'
import type { Decimal } from '../../../platform/text/decimal.ts'
import { linesOfCharges, postMoney, retryUnpaidOrders, timeOfPosting } from '../../money/server/ledger.ts'
import { type FeeState, feeStates } from '../../states.ts'
import type { Charger } from './write-fees.ts'

/** A fee that is written by a person's decision: by hand, as a refund, or in place of another. */
export type NewFee = {
  customerId: number
  feeTypeId: number
  orderType: BillOrderType
  sourceId: number | null
  sourceNo: string | null
  amount: Decimal
  chargeDate: string
  remark: string | null
  isManual: boolean
  eventId?: number | null
  costAmount?: Decimal | null
  versionId?: number | null
  discount?: Decimal | null
  detail?: object | null
  /** Null is now. */
  occurredAt?: string | null
  refundOf?: number | null
  replaces?: number | null
}

export type WrittenFee = { id: number; feeNo: string }

/** Writes fees and takes those of customers who pay from their balance out of it at once. Returns them in the given order. */
export async function addFees(tx: Tx, who: Charger, fees: readonly NewFee[]): Promise<WrittenFee[]> {
  if (fees.length === 0) return []
  const { rows } = await sql<WrittenFee>`
    insert into fees (tenant_id, customer_id, fee_type_id, order_type, source_id, source_no, event_id, amount, cost_amount, version_id, discount,
      detail, charge_date, occurred_at, refund_of, replaces, is_manual, remark, created_by)
    select ${who.tenantId}, x."customerId", x."feeTypeId", x."orderType"::bill_order_type, x."sourceId", x."sourceNo", x."eventId", x.amount,
      x."costAmount", x."versionId", x.discount, nullif(x.detail, 'null'::jsonb), x."chargeDate", coalesce(x."occurredAt", business_now()),
      x."refundOf", x.replaces, x."isManual", x.remark, coalesce(${who.accountId}::bigint, system_account())
    from jsonb_to_recordset(${JSON.stringify(fees.map((fee, place) => ({ ...fee, place })))}::jsonb) as x ("customerId" bigint,
      "feeTypeId" bigint, "orderType" text, "sourceId" bigint, "sourceNo" text, "eventId" bigint, amount numeric, "costAmount" numeric,
      "versionId" bigint, discount numeric, detail jsonb, "chargeDate" date, "occurredAt" timestamptz, "refundOf" bigint, replaces bigint,
      "isManual" boolean, remark text, place int)
    order by x.place
    returning id, fee_no`.execute(tx)
  const written = rows.toSorted((a, b) => a.id - b.id)
  await settle(tx, who, idsOf(written))
  const refunds = fees.filter(({ amount }) => amount.startsWith('-'))
  if (refunds.length > 0) {
    const customerIds = refunds.map(({ customerId }) => customerId)
    await retryUnpaidOrders(tx, who, customerIds)
  }
  return written
}

type Unsettled = {
  id: number
  feeNo: string
  sourceNo: string | null
  customerId: number
  amount: Decimal
  business: AccountLogBizType
}

/**
 * Takes fees out of the balances, as far as their customers pay from it. Satellites settle nothing, and what is on a bill that waits for its
 * payment is settled with it. The caller has locked them.
 */
export async function settle(tx: Tx, who: Charger, ids: readonly number[], reason?: string): Promise<void> {
  const { rows } = await sql<Unsettled>`
    select f.id, f.fee_no, f.source_no, f.customer_id, f.amount, case when f.refund_of is null then t.biz_type else 'refund' end as business
    from fees f join fee_types t on t.tenant_id = f.tenant_id and t.id = f.fee_type_id
    join customers c on c.tenant_id = f.tenant_id and c.id = f.customer_id
    where f.tenant_id = ${who.tenantId} and f.id = any(${ids}::bigint[]) and f.status = 'not_settled' and c.settlement_mode = 'balance'
      and not exists (select 1 from tenants n where n.id = f.tenant_id and n.system_version = 'satellite')
      and not exists (select 1 from bill_lines l join bills b on b.tenant_id = l.tenant_id and b.id = l.bill_id
        where l.tenant_id = f.tenant_id and l.fee_id = f.id and l.is_live and b.status = 'not_settled')
    order by f.id`.execute(tx)
  const posted = await postMoney(
    tx,
    who,
    linesOfCharges(
      rows.map(({ id, feeNo, sourceNo, ...fee }) => ({
        ...fee,
        sourceType: 'fee',
        sourceId: id,
        sourceNo: sourceNo ?? feeNo,
      })),
    ),
    reason,
  )
  await sql`
    update fees f set status = ${feeStates.actions.settle.to}::fee_status, flow_seq = x.seq, settled_at = ${timeOfPosting(who, posted)},
      row_version = f.row_version + 1
    from unnest(${posted.map(({ sourceId }) => sourceId)}::bigint[], ${posted.map(({ seq }) => seq)}::bigint[]) as x (id, seq)
    where f.tenant_id = ${who.tenantId} and f.id = x.id`.execute(tx)
}

/** A fee as it is under its lock. */
export type HeldFee = {
  id: number
  feeNo: string
  status: FeeState
  customerId: number
  feeTypeId: number
  orderType: BillOrderType
  sourceId: number | null
  sourceNo: string | null
  eventId: number | null
  amount: Decimal
  chargeDate: string
  isManual: boolean
  refundOf: number | null
  settlementMode: 'balance' | 'bill'
  /** The bill that waits for its payment, whose lines are frozen. */
  billNo: string | null
  /** The amounts of its refunds that count, negative. */
  refunds: Decimal[]
}

/**
 * Locks fees, and the live ones of some events, in id order and reads them afterwards: who waited for the lock sees the refunds that the first one wrote.
 */
export async function lockFees(
  tx: Tx,
  { tenantId }: Pick<Who, 'tenantId'>,
  { ids = [], eventIds = [] }: { ids?: readonly number[]; eventIds?: readonly number[] },
): Promise<HeldFee[]> {
  const { rows: locked } = await sql<{ id: number }>`
    select f.id from fees f where f.tenant_id = ${tenantId} and (f.id = any(${ids}::bigint[])
      or f.event_id = any(${eventIds}::bigint[]) and f.status in ('not_settled', 'settled') and f.refund_of is null)
    order by f.id for update`.execute(tx)
  return readFees(tx, { tenantId }, idsOf(locked))
}

/** Fees as they are now, in id order. */
export async function readFees(
  db: Db,
  { tenantId }: Pick<Who, 'tenantId'>,
  ids: readonly number[],
): Promise<HeldFee[]> {
  const { rows } = await sql<HeldFee>`
    select f.id, f.fee_no, f.status, f.customer_id, f.fee_type_id, f.order_type, f.source_id, f.source_no, f.event_id, f.amount, f.charge_date, f.is_manual,
      f.refund_of, c.settlement_mode, (select b.bill_no from bill_lines l join bills b on b.tenant_id = l.tenant_id and b.id = l.bill_id
        where l.tenant_id = f.tenant_id and l.fee_id = f.id and l.is_live and b.status = 'not_settled') as bill_no, array(select r.amount::text from fees r where r.tenant_id = f.tenant_id and r.refund_of = f.id
        and r.status in ('not_settled', 'settled') order by r.id) as refunds
    from fees f join customers c on c.tenant_id = f.tenant_id and c.id = f.customer_id
    where f.tenant_id = ${tenantId} and f.id = any(${ids}::bigint[]) order by f.id`.execute(db)
  return rows
}
