import { sql } from 'kysely'
import { createBills } from '../billing/bills/server/create.ts'
import { issueBills } from '../billing/bills/server/steps.ts'
import { createFee } from '../billing/fees/server/fees.ts'
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

/**
 * The end of the demo's history: the statements of last month, one of them still a draft, and two fees that wait for a second person. Is
 * done once, also where the job is repeated.
 */
export async function closeMonth({ tx, people, wares }: Floor, day: string) {
  const biller = people('billing1')
  const { rows: asked } =
    await sql`select 1 from fee_requests where tenant_id = ${biller.tenantId} limit 1`.execute(tx)
  if (asked.length > 0) return
  await createBills(tx, biller, monthBefore(day))
  const { rows: drafts } = await sql<{ id: number }>`
    select id from bills where tenant_id = ${biller.tenantId} and status = 'draft' order by id`.execute(tx)
  const ready = idsOf(drafts.slice(0, -1))
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
        ...{ customerId, feeTypeId, amount, documentNo: null, chargeDate: day, reason },
      })
  }
}
