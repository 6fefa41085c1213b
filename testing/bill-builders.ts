import { expect } from 'vitest'
import * as bills from '../billing/bills/contract.ts'
import { billChecks } from '../billing/bills/server/checks.ts'
import * as money from '../billing/money/contract.ts'
import { moneyChecks } from '../billing/money/server/checks.ts'
import type { BulkResult, Call, SentTo } from '../platform/calls/call.ts'
import { wrongNow } from './books.ts'
import { aLedger } from './money-builders.ts'
import type { TestServer } from './test-server.ts'

type FeeFacts = {
  amount: string
  /** Its charge date; a settled one leaves the balance at noon of it, unless told otherwise. */
  day?: string
  at?: string
  orderType?: string
  feeCode?: string
  customerId?: number
  refundOf?: number
}

export const january = { from: '2026-01-01', to: '2026-01-31' }

/** A warehouse that bills: ACME is billed by the month, OTHER pays out of its balance. */
export async function aBiller(server: TestServer) {
  const ledger = await aLedger(server)
  const { asOwner, customerId, otherId, tenantId } = ledger
  await asOwner(`update customers set settlement_mode = 'bill' where id = $1`, [customerId])

  const ask = <C extends Call>(call: C, input: SentTo<C>, as: { token: string } = ledger) =>
    server.send(call, input, { ...ledger, ...as })
  const done = <C extends Call>(call: C, input: SentTo<C>) => server.done(call, input, ledger)

  let count = 0
  /** Posts money at a moment of the past. */
  const postAt = async (
    at: string,
    type: 'in' | 'out',
    business: string,
    amount: string,
    customer: number,
  ) => {
    const [row] = await asOwner<{ seq: string }>(
      `with clock as materialized (select set_config('app.business_now', $1, true) as at)
       select p.seq from clock cross join lateral post_money(case when clock.at is not null then system_account() end, null,
         array[row('test', $2, 'T', 1, $3, $4, $5, $6, null)::money_line]) p`,
      [at, ++count, type, business, customer, amount],
    )
    return Number(row?.seq)
  }

  /** A fee: not settled, or with `settled` taken out of the balance on its day. */
  const aFee = async (fee: FeeFacts, settled = false): Promise<number> => {
    const { amount, day = '2026-01-10', orderType = 'order', feeCode = 'OUT_HANDLING', refundOf = null } = fee
    const customer = fee.customerId ?? (settled ? otherId : customerId)
    const at = fee.at ?? `${day}T12:00:00Z`
    const isBack = amount.startsWith('-')
    const seq = settled
      ? await postAt(at, isBack ? 'in' : 'out', 'manual_fee', amount.replace('-', ''), customer)
      : null
    const [row] = await asOwner<{ id: string }>(
      `insert into fees (tenant_id, customer_id, fee_type_id, order_type, source_id, source_no, amount, charge_date, occurred_at, status, flow_seq,
         settled_at, refund_of, is_manual, created_by)
       select $1, $2, t.id, $3, $4::bigint, 'D-' || $4::bigint, $5, $6, $7::timestamptz, case when $8::bigint is null then 'not_settled' else 'settled' end::fee_status, $8,
         case when $8::bigint is not null then $7::timestamptz end, $9, false, system_account()
       from fee_types t where t.tenant_id = $1 and t.fee_code = $10 returning id`,
      [tenantId, customer, orderType, ++count, amount, day, at, seq, refundOf, feeCode],
    )
    return Number(row?.id)
  }

  /** An event of a customer that is in some state. */
  const anEvent = (status: string, day = '2026-01-10', customer = customerId) =>
    asOwner(
      `insert into billable_events (tenant_id, kind, source_id, source_no, customer_id, facts_version, facts, charge_date, status, gap, waived_by,
         waive_reason)
       values ($1, 'inbound', $2, 'E', $3, 1, '{}', $4, 'waiting', null, null, null)`,
      [tenantId, ++count, customer, day],
    ).then(() =>
      status === 'waiting'
        ? []
        : asOwner(
            `update billable_events set status = $1::billable_status, gap = case when $1 = 'open' then 'no_price'::price_gap end,
               waived_by = case when $1 = 'waived' then system_account() end, waive_reason = case when $1 = 'waived' then 'x' end
             where source_id = $2`,
            [status, count],
          ),
    )

  const create = (period = january, customerIds?: number[]) =>
    done(bills.createBills, { ...period, ...(customerIds && { customerIds }) })
  const all = async () => (await done(bills.listBills, { size: 200, order: 'asc' })).rows
  const one = (id: number) => done(bills.getBill, { id })
  /** A draft for January of the customer who is billed. */
  const aDraft = async (period = january, customer = customerId) => {
    expect(await create(period, [customer])).toMatchObject({ ok: 1, failed: [] })
    const id = (await all()).findLast((bill) => bill.customerId === customer)?.id
    return id ?? 0
  }
  const issue = (ids: number[], withUnpriced = false) =>
    done(bills.issueBills, { ids, withUnpriced }) as Promise<BulkResult>
  const anIssued = async () => {
    const id = await aDraft()
    expect(await issue([id])).toEqual({ ok: 1, failed: [] })
    return id
  }
  const payment = (amount: string, billIds: number[] = [], customer = customerId) =>
    done(money.createCollection, {
      ...{ customerId: customer, purpose: 'bill_payment', amount, payMethod: 'cash', bankName: null },
      ...{ bankRefNo: null, paidOn: '2026-02-01', remark: null, billIds },
    }).then(({ id }) => id)
  const confirm = (...ids: number[]) => done(money.confirmCollections, { ids }) as Promise<BulkResult>
  const pay = async (amount: string, billIds: number[]) => {
    const id = await payment(amount, billIds)
    expect(await confirm(id)).toEqual({ ok: 1, failed: [] })
    return id
  }
  const feeStates = async () =>
    (await asOwner<{ status: string }>('select status from fees order by id')).map(({ status }) => status)
  const books = () => wrongNow([...moneyChecks, ...billChecks], server, ledger)
  return {
    ...ledger,
    ...{ ask, done, postAt, aFee, anEvent, create, all, one, aDraft, issue, anIssued, payment, confirm, pay },
    ...{ feeStates, books },
  }
}
