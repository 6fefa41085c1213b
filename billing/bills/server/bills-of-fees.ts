import { sql } from 'kysely'
import type { FeeStatus } from '../../../db/schema.ts'
import type { InputOf, OutputOf } from '../../../platform/calls/call.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { bulkResultOf } from '../../../platform/lists/server/bulk-result.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import type * as calls from '../contract.ts'
import { billText } from '../text.ts'

type Row = {
  id: number
  feeNo: string
  customerId: number
  status: FeeStatus
  mode: 'balance' | 'bill'
  billNo: string | null
  day: string
}

/** A bill takes what is not settled, a statement what has left the balance. */
function reasonOf({ status, mode, billNo }: Row): Text | undefined {
  if (billNo) return fill(billText.isOnBill, { no: billNo })
  if (status === 'voided' || status === 'reversed') return billText.feeEnded
  if (mode === 'bill') return status === 'not_settled' ? undefined : billText.feeSettled
  return status === 'settled' ? undefined : billText.feeNotDeducted
}

/** A bill counts a fee to its charge date, a statement to the day on which it left the balance, as `feesToBill` does. */
export async function billsOfFees(
  db: Db,
  who: Who,
  { ids }: InputOf<typeof calls.billsOfFees>,
): Promise<OutputOf<typeof calls.billsOfFees>> {
  const { rows } = await sql<Row>`
    select f.id, f.fee_no, f.customer_id, f.status, c.settlement_mode as mode, k.bill_no,
      (case when c.settlement_mode = 'balance' and f.settled_at is not null then (f.settled_at at time zone w.time_zone)::date
        else f.charge_date end)::text as day
    from fees f
    join customers c on c.tenant_id = f.tenant_id and c.id = f.customer_id
    join warehouses w on w.tenant_id = f.tenant_id
    left join bill_lines l on l.tenant_id = f.tenant_id and l.fee_id = f.id and l.is_live
    left join bills k on k.tenant_id = l.tenant_id and k.id = l.bill_id
    where f.tenant_id = ${who.tenantId} and f.id = any(${ids}::bigint[]) order by f.id`.execute(db)
  const billable = rows.filter((row) => !reasonOf(row))
  const days = billable.map(({ day }) => day).sort()
  const [from] = days
  const to = days.at(-1)
  return {
    ...bulkResultOf(who, ids, {
      known: new Map(rows.map(({ id, feeNo }) => [id, feeNo])),
      reasons: new Map(rows.map((row) => [row.id, reasonOf(row)])),
      notFound: billText.feeNotFound,
    }),
    customerIds: [...new Set(billable.map(({ customerId }) => customerId))].sort((a, b) => a - b),
    period: from && to ? { from, to } : null,
  }
}
