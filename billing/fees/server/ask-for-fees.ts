import { sql } from 'kysely'
import { writeChanges } from '../../../platform/audit/server/audit.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { itemAt, valuesOf } from '../../../platform/database/server/rows.ts'
import type { NewFee } from './add-fees.ts'

/** The codes of customers, as people know them. */
export async function customerCodes(db: Db, { tenantId }: Who, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; customerCode: string }>`
    select id, customer_code from customers where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, customerCode }) => [id, customerCode]))
}

/** Leaves refunds and manual fees for a second person. Nothing is charged or paid back before the answer. */
export async function askForFees(tx: Tx, who: Who, fees: readonly NewFee[]) {
  const { rows } = await sql<{ id: number; requestNo: string }>`
    insert into fee_requests (tenant_id, customer_id, fee_type_id, refund_of, order_type, source_id, source_no, amount, charge_date, reason, asked_by)
    select ${who.tenantId}, x."customerId", x."feeTypeId", x."refundOf", x."orderType"::bill_order_type, x."sourceId", x."sourceNo", x.amount,
      x."chargeDate", x.remark, ${who.accountId}
    from jsonb_to_recordset(${JSON.stringify(fees.map((fee, place) => ({ ...fee, place })))}::jsonb) as x ("customerId" bigint,
      "feeTypeId" bigint, "refundOf" bigint, "orderType" text, "sourceId" bigint, "sourceNo" text, amount numeric, "chargeDate" date,
      remark text, place int)
    order by x.place
    returning id, request_no`.execute(tx)
  const requests = rows.toSorted((a, b) => a.id - b.id)
  const codeOf = await customerCodes(tx, who, valuesOf(fees, 'customerId'))
  await writeChanges(
    tx,
    who,
    requests.map(({ id, requestNo }, i) => {
      const { customerId, amount, remark } = itemAt(fees, i)
      return {
        action: 'create',
        event: 'fee_request.created',
        type: 'fee_request',
        id,
        no: requestNo,
        after: { customerCode: codeOf.get(customerId), amount },
        ...(remark && { reason: remark }),
      }
    }),
  )
  return requests
}
