import { expect, test } from 'vitest'
import * as bills from '../../billing/bills/contract.ts'
import { billChecks } from '../../billing/bills/server/checks.ts'
import * as fees from '../../billing/fees/contract.ts'
import { feeChecks } from '../../billing/fees/server/checks.ts'
import { priceEndedDays, priceOpen, settleLate } from '../../billing/fees/server/jobs.ts'
import * as money from '../../billing/money/contract.ts'
import { moneyChecks } from '../../billing/money/server/checks.ts'
import { auditOrders, voidOrders } from '../../orders/contract.ts'
import type { Call, SentTo } from '../../platform/calls/call.ts'
import { wrongNow } from '../../testing/books.ts'
import { deadlocksOf } from '../../testing/deadlocks.ts'
import { handlingOf, publishPrice } from '../../testing/price-builders.ts'
import { aPricedDesk } from '../../testing/priced-desk.ts'
import { chance } from '../../testing/random.ts'
import { aUser, startTestServer } from '../../testing/test-server.ts'
import { shipOrders } from '../outbound/contract.ts'

const server = await startTestServer()

/** Work at the same time; a company has half as many connections. */
const HANDS = 12

/** What no sequence of commands may leave behind. */
const never = {
  'a refund above its fee': `select f.id from fees f where f.refund_of is null and f.amount > 0 and f.amount < (
    select coalesce(-sum(r.amount), 0) from fees r where r.refund_of = f.id and r.status in ('settled', 'not_settled'))`,
  'a refund of a fee that has ended': `select r.id from fees r join fees f on f.id = r.refund_of
    where f.status in ('voided', 'reversed') and r.status in ('settled', 'not_settled')`,
  'two fees of one type for a document': `select min(id) from fees where refund_of is null and source_id is not null
    and status in ('settled', 'not_settled') group by order_type, source_id, fee_type_id having count(*) > 1`,
  'a hold of an order that has ended': `select h.id from account_holds h join orders o on o.id = h.source_id
    where h.reason = 'order' and h.status = 'open' and o.status in ('voided', 'shipped') and not exists (
      select 1 from billable_events e where e.source_id = o.id and e.kind = 'order' and e.status in ('open', 'waiting'))`,
  'a balance that is not the sum of its flows': `select a.customer_id from customer_accounts a where a.balance <> (
    select coalesce(sum(case f.log_type when 'in' then f.amount when 'out' then -f.amount else 0 end), 0) from balance_flows f
    where f.customer_id = a.customer_id)`,
  'held money without its holds': `select a.customer_id from customer_accounts a where a.frozen <> (
    select coalesce(sum(h.amount), 0) from account_holds h where h.customer_id = a.customer_id and h.status = 'open')`,
  'a draft with a fee that has ended': `select b.id from bills b join bill_lines l on l.bill_id = b.id join fees f on f.id = l.fee_id
    where b.status = 'draft' and f.status in ('voided', 'reversed')`,
  'a bill to pay with a fee that was settled apart': `select b.id from bills b join bill_lines l on l.bill_id = b.id
    join fees f on f.id = l.fee_id where b.status = 'not_settled' and f.status <> 'not_settled'`,
}

/** A desk with orders, fees, payments and bills of two customers, and a second biller who may decide little alone. */
async function aBusyDesk() {
  const desk = await aPricedDesk(server)
  const { tenantId, customerId, asOwner } = desk
  await publishPrice(server, {
    ...{ tenantId, quoteCode: 'HANDLING', kind: 'operation' },
    content: await handlingOf(server, tenantId, [['OUT_HANDLING', 'order', '1.52']]),
  })
  await desk.setTerms({ limit: 'none' })
  const idsOf = async (text: string) => (await asOwner<{ id: string }>(text)).map(({ id }) => Number(id))
  const [otherId = 0] = await idsOf(`select id from customers where customer_code = 'OTHER'`)
  await asOwner(`update customers set settlement_mode = 'bill' where id = $1`, [otherId])
  const [feeTypeId = 0] = await idsOf(`select id from fee_types where fee_code = 'OTHER'`)
  const [today] = await asOwner<{ day: string }>('select warehouse_today()::text as day')
  const day = today?.day ?? ''
  const fee = (customer: number, amount: string, documentNo: string | null = null) => ({
    ...{ customerId: customer, feeTypeId, amount, documentNo, chargeDate: day, reason: 'x' },
  })
  const printed = await desk.createPrinted(...Array.from({ length: 6 }, () => ({ lines: desk.three() })))
  await desk.ship(...printed.slice(0, 3).map(({ id }) => id))
  const created = [await desk.create({ lines: desk.three() }), await desk.create({ lines: desk.three() })]
  const payment = { payMethod: 'cash', bankName: null, bankRefNo: null, paidOn: day, remark: null } as const
  for (const customer of [customerId, otherId]) {
    for (const purpose of ['top_up', 'deposit', 'bill_payment', 'adjustment', 'refund'] as const) {
      const amount = purpose === 'refund' ? '-3.33' : '20.05'
      await desk.send(money.createCollection, { customerId: customer, purpose, amount, ...payment })
    }
    for (const amount of ['7.77', '0.01', '13.37', '-2.50'])
      await desk.send(fees.createFee, fee(customer, amount))
  }
  await desk.send(bills.createBills, { from: day, to: day, customerIds: [otherId] })
  return { ...desk, idsOf, otherId, day, fee, orders: [...printed, ...created] }
}

test.each([1, 2])(
  'money that many people work on at once stays right, round %i',
  { timeout: 60_000 },
  async (round) => {
    const desk = await aBusyDesk()
    const { tenantId, customerId, otherId, asOwner, idsOf, day, fee, orders } = desk
    const careful = await aUser(server, { tenantId, secondPersonAbove: '3.00' })
    const second = await aUser(server, { tenantId })
    const { pick, key } = chance(`money races ${round}`)
    const feeIds = await idsOf('select id from fees order by id')
    const collectionIds = await idsOf('select id from collections order by id')
    const billIds = () => idsOf('select id from bills order by id desc limit 3')
    const requestIds = () => idsOf(`select id from fee_requests where status = 'waiting'`)
    const reason = 'x'

    const done: string[] = []
    const faults: unknown[] = []
    const ask = async <C extends Call>(call: C, input: SentTo<C>, who: { token: string } = desk) => {
      const answer = await server.send(call, input, { ...desk, ...who })
      if (answer.success) done.push(call.path)
      if (answer.status !== 200 && answer.status !== 503)
        faults.push([call.path, answer.status, answer.message])
    }
    /** For a selection that may be empty by then, a document that is not there. */
    const some = (ids: readonly number[]) => (ids.length > 0 ? [...ids] : [Number.MAX_SAFE_INTEGER])
    const flip = `case settlement_mode when 'bill' then 'balance' else 'bill' end`
    const works: (() => Promise<unknown>)[] = [
      () => ask(money.confirmCollections, { ids: [pick(collectionIds), pick(collectionIds)] }),
      () => ask(money.reverseCollection, { id: pick(collectionIds), reason }),
      () => ask(money.releaseDeposit, { id: pick(collectionIds), reason }),
      () => ask(money.deleteCollections, { ids: [pick(collectionIds)] }),
      () => ask(fees.refundFees, { ids: [pick(feeIds)], amount: '1.01', reason }),
      () => ask(fees.refundFees, { ids: [pick(feeIds), pick(feeIds)], amount: null, reason }),
      () => ask(fees.refundFees, { ids: [pick(feeIds)], amount: null, reason }, careful),
      async () => ask(fees.approveFeeRequests, { ids: some(await requestIds()) }, second),
      async () => ask(fees.approveFeeRequests, { ids: some(await requestIds()) }),
      async () => ask(fees.refuseFeeRequests, { ids: some(await requestIds()), reason }, second),
      () => ask(fees.voidFees, { ids: [pick(feeIds), pick(feeIds)], reason }),
      () => ask(fees.settleFees, { ids: [pick(feeIds), pick(feeIds)] }),
      () => ask(fees.rerateFees, { ids: [pick(feeIds), pick(feeIds)], versionId: null, reason }),
      () => ask(fees.createFee, fee(pick([customerId, otherId]), '5.55')),
      () => ask(fees.createFee, fee(customerId, '5.55', pick(orders).orderNo), careful),
      () => ask(bills.createBills, { from: day, to: day, customerIds: [pick([customerId, otherId])] }),
      async () => ask(bills.refreshBills, { ids: some(await billIds()) }),
      async () => ask(bills.issueBills, { ids: some(await billIds()), withUnpriced: true }),
      async () => ask(bills.voidBills, { ids: [pick(some(await billIds()))], reason }),
      async () => ask(bills.deleteBills, { ids: [pick(some(await billIds()))] }),
      async () => ask(bills.reopenBill, { id: pick(some(await billIds())), reason }),
      async () => ask(bills.payBills, { collectionId: pick(collectionIds), billIds: some(await billIds()) }),
      () => ask(auditOrders, { ids: [pick(orders).id, pick(orders).id] }),
      () => ask(shipOrders, { ids: [pick(orders).id, pick(orders).id] }),
      () => ask(voidOrders, { ids: [pick(orders).id], reason }),
      () =>
        asOwner(`update customers set settlement_mode = (${flip})::settlement_mode where id = $1`, [
          pick([customerId, otherId]),
        ]),
      () =>
        asOwner('update customers set credit_limit = $2 where id = $1', [customerId, pick(['0', '55.55'])]),
      () => settleLate(server.database, tenantId),
      () => priceOpen(server.database, tenantId),
    ]
    const left = [...works, ...works, ...works, ...works]
      .map((one) => ({ one, key: key() }))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ one }) => one)
    const work = async () => {
      for (let next = left.pop(); next; next = left.pop()) await next()
    }
    await Promise.all(Array.from({ length: HANDS }, work))

    expect(faults).toEqual([])
    expect(await deadlocksOf(server)).toBe(0)
    expect(new Set(done).size).toBeGreaterThan(15)
    const checks = [...moneyChecks, ...feeChecks, ...billChecks]
    expect(await wrongNow(checks, server, { tenantId })).toEqual([])
    for (const [what, text] of Object.entries(never)) expect([what, await asOwner(text)]).toEqual([what, []])

    const rows = async () => {
      for (const job of [priceEndedDays, priceOpen, settleLate]) await job(server.database, tenantId)
      return asOwner(
        `select (select count(*) from fees) as fees, (select count(*) from balance_flows) as flows,
           (select count(*) from account_holds) as holds, (select array_agg(status order by id) from billable_events) as events`,
      )
    }
    const once = await rows()
    expect(await rows(), 'a job that runs again does nothing').toEqual(once)
  },
)
