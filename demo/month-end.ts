import { sql } from 'kysely'
import { createBills } from '../billing/bills/server/create.ts'
import { openBills } from '../billing/bills/server/find.ts'
import { issueBills } from '../billing/bills/server/steps.ts'
import { createFee } from '../billing/fees/server/fees.ts'
import { confirmCollections, recordCollection } from '../billing/money/server/collections.ts'
import { sumOf } from '../billing/pricing/amounts.ts'
import type { Who } from '../platform/calls/who.ts'
import type { Tx } from '../platform/database/server/db.ts'
import { idsOf } from '../platform/database/server/rows.ts'
import type { Floor } from './floor.ts'
import { isShipper } from './plan.ts'

/** The month before that of a day. */
function monthBefore(day: string) {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)
  return { from: dateOf(Date.UTC(year, month - 2, 1)), to: dateOf(Date.UTC(year, month - 1, 0)) }
}

/** What the biller wants and may not decide alone. */
const wishes = [
  { feeCode: 'CLAIM', amount: '-1260.00', reason: '叉车碰坏整托货物，客户索赔' },
  { feeCode: 'OTHER', amount: '1480.00', reason: '整柜重新贴标，加急人工' },
]

/** On the first working day from a date of a month on. */
const isFirstFrom = (day: string, date: number) => {
  const late = Number(day.slice(8)) - date
  return late === 0 || (late > 0 && late <= 2 && new Date(day).getUTCDay() === 1)
}

/**
 * Customers who pay bills get one at the start of each month, and pay it after the tenth of the next. The last month of the history is billed
 * at its end.
 */
export async function billMonths({ tx, people }: Floor, day: string, until: string) {
  const biller = people('billing1')
  const { rows } = await sql<{ id: number }>`
    select id from customers where tenant_id = ${biller.tenantId} and settlement_mode = 'bill' order by id`.execute(
    tx,
  )
  const month = monthBefore(day)
  if (isFirstFrom(day, 1) && month.from < monthBefore(until).from) {
    await createBills(tx, biller, { ...month, customerIds: idsOf(rows) })
    await issueBills(tx, biller, { ids: await draftsOf(tx, biller), withUnpriced: true })
  }
  if (!isFirstFrom(day, 10)) return
  for (const { id: customerId } of rows) {
    const due = (await openBills(tx, biller, { customerId })).filter(({ periodTo }) => periodTo < month.from)
    if (due.length === 0) continue
    const { id } = await recordCollection(tx, biller, {
      ...{ customerId, purpose: 'bill_payment', amount: sumOf(due.map(({ open }) => open)).toFixed(2) },
      ...{
        payMethod: 'bank',
        bankName: 'Deutsche Bank',
        bankRefNo: `B${day.replaceAll('-', '')}-${customerId}`,
      },
      ...{ paidOn: day, remark: null, billIds: idsOf(due) },
    })
    await confirmCollections(tx, biller, { ids: [id] })
  }
}

/** The drafts, bills before statements. */
async function draftsOf(tx: Tx, { tenantId }: Who): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from bills where tenant_id = ${tenantId} and status = 'draft' order by settlement_mode = 'balance', id`.execute(
    tx,
  )
  return idsOf(rows)
}

/**
 * The end of the demo's history: the statements and bills of last month, one statement still a draft, and two fees that wait for a second person. Is
 * done once, also where the job is repeated.
 */
export async function closeMonth({ tx, people, wares }: Floor, day: string) {
  const biller = people('billing1')
  const { rows: requests } =
    await sql`select 1 from fee_requests where tenant_id = ${biller.tenantId} limit 1`.execute(tx)
  if (requests.length > 0) return
  await createBills(tx, biller, monthBefore(day))
  const ready = (await draftsOf(tx, biller)).slice(0, -1)
  if (ready.length > 0) await issueBills(tx, biller, { ids: ready, withUnpriced: true })

  const customers = [...new Set([...wares.values()].filter(isShipper).map(({ customerId }) => customerId))]
  const { rows: types } = await sql<{ id: number; feeCode: string }>`
    select id, fee_code from fee_types where tenant_id = ${biller.tenantId}
      and fee_code = any(${wishes.map(({ feeCode }) => feeCode)}::text[])`.execute(tx)
  for (const [i, { feeCode, amount, reason }] of wishes.entries()) {
    const feeTypeId = types.find((type) => type.feeCode === feeCode)?.id
    const customerId = customers[i]
    if (feeTypeId && customerId)
      await createFee(tx, biller, {
        ...{ customerId, feeTypeId, amount, documentNo: null, chargeDate: day, reason, fileIds: [] },
      })
  }
}
