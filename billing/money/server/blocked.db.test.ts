import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { homeFigures } from '../../../app/contract.ts'
import { listCustomers, setTerms } from '../../../customers/contract.ts'
import { assignChannel, voidOrders } from '../../../orders/contract.ts'
import type { BulkResult, OutputOf } from '../../../platform/calls/call.ts'
import { aBiller } from '../../../testing/bill-builders.ts'
import { aDatabase } from '../../../testing/database.ts'
import { aLedger } from '../../../testing/money-builders.ts'
import { doOrderJobs } from '../../../testing/order-builders.ts'
import { freightOf, publishPrice } from '../../../testing/price-builders.ts'
import { aPricedDesk, freightTable, type PricedDesk } from '../../../testing/priced-desk.ts'
import { aRentedStore } from '../../../testing/rent-builders.ts'
import { aUser, startTestServer } from '../../../testing/test-server.ts'
import { atNight } from '../../../testing/work.ts'
import {
  approveFeeRequests,
  listFeeRequests,
  refundFees,
  rerateFees,
  waiveEvents,
} from '../../fees/contract.ts'
import { priceOpen, settleLate } from '../../fees/server/jobs.ts'
import { confirmCollections, createCollection, unblockAccounts } from '../contract.ts'
import { holdMoney } from './holds.ts'
import { postMoney } from './ledger.ts'

const server = await startTestServer()
const isBlocked = 'The account of customer ACME doesn’t match its balance flow and is blocked'

const block = (desk: PricedDesk) => desk.asOwner('select block_account($1, $2)', [desk.customerId, 'I-10'])
const unblock = async (desk: PricedDesk, reason = 'booked again by hand') =>
  (await desk.send(unblockAccounts, { ids: [desk.customerId], reason })).data as BulkResult

/** A bolt shop and a screw shop, both with a price and money. */
async function twoShops() {
  const desk = await aPricedDesk(server)
  const [other] = await desk.asOwner<{ id: string }>(`select id from customers where customer_code = 'OTHER'`)
  const otherId = Number(other?.id)
  await desk.move({ flow: 'receive', batchId: await desk.batch('SCREW'), onHand: 100 }, 'A-02')
  await desk.asOwner(
    `update products set declared_length = 11.1, declared_width = 8.1, declared_height = 1.36, declared_weight = 0.766`,
  )
  await publishPrice(server, {
    ...{ tenantId: desk.tenantId, customerId: otherId, quoteCode: 'FR-2', discount: '0.80' },
    ...{ kind: 'freight', fuelPercent: '16.50', channelId: desk.channelOf('LOCAL'), content: freightTable },
  })
  await desk.pay('50.00')
  await desk.pay('50.00', otherId)
  const screws = () => desk.create({ customerId: otherId, lines: [desk.line('SCREW', 3)] })
  return { ...desk, otherId, screws }
}

test.each([
  ['I-10', 'update customer_accounts set balance = balance + 1 where customer_id = $1'],
  [
    'I-14',
    `update balance_flows set source_type = 'collection' where customer_id = $1 and source_type = 'test'`,
  ],
])('the nightly check %s blocks the account, and it is unblocked with a reason', async (code, sabotage) => {
  const desk = await twoShops()
  await desk.asOwner(sabotage, [desk.customerId])
  await atNight(server, 'check_books_of_company', { tenantId: desk.tenantId })
  expect((await desk.send(homeFigures, {})).data).toMatchObject({
    books: { codes: expect.arrayContaining([code]) },
  })
  const blocked = await desk.send(listCustomers, { isBlocked: '1' })
  expect((blocked.data as OutputOf<typeof listCustomers>).rows).toMatchObject([
    { customerCode: 'ACME', blockedBecause: code },
  ])
  await expect(desk.pay('1.00')).rejects.toThrow(isBlocked)
  await desk.pay('1.00', desk.otherId)

  expect(await unblock(desk)).toEqual({ ok: 1, failed: [] })
  await desk.pay('1.00')
  expect(
    await desk.asOwner(
      `select action, object_no, before, after, reason from audit_log where object_type = 'customer' and action in ('block', 'unblock')
       order by id`,
    ),
  ).toMatchObject([
    { action: 'block', object_no: 'ACME', after: { blockedBecause: code } },
    {
      action: 'unblock',
      object_no: 'ACME',
      before: { blockedBecause: code },
      reason: 'booked again by hand',
    },
  ])
  expect(await unblock(desk)).toMatchObject({
    ok: 0,
    failed: [{ no: 'ACME', reason: 'The account of ACME is not blocked' }],
  })
})

test('a payment and a credit limit of a blocked account are refused, and other customers’ payments are not', async () => {
  const desk = await twoShops()
  await block(desk)
  const record = async (customerId: number) =>
    (
      (
        await desk.send(createCollection, {
          ...{ customerId, purpose: 'top_up', amount: '5.00', payMethod: 'cash', paidOn: '2026-01-05' },
          ...{ bankName: null, bankRefNo: null, remark: null },
        })
      ).data as { id: number }
    ).id
  const ids = [await record(desk.customerId), await record(desk.otherId)]
  expect((await desk.send(confirmCollections, { ids })).data).toMatchObject({
    ok: 1,
    failed: [{ id: ids[0], reason: expect.stringContaining(isBlocked) }],
  })
  expect(await desk.money(desk.otherId)).toEqual(['55.00', '0.00'])
  const [{ row_version: rowVersion } = { row_version: 0 }] = await desk.asOwner<{ row_version: number }>(
    'select row_version from customers where id = $1',
    [desk.customerId],
  )
  const answer = await desk.send(setTerms, {
    ...{ id: desk.customerId, rowVersion, settlementMode: 'balance', billAmountLimit: 'balance' },
    ...{ creditLimit: '9.00', warnAmount: null, storageSettlementCycle: 'daily', storageCycleDays: null },
  })
  expect(answer.message).toContain(isBlocked)
})

test('orders of a blocked account wait for it, others in the selection pass, and unblocking audits them again', async () => {
  const desk = await twoShops()
  const before = await desk.audited()
  await block(desk)
  const [bolts, screws] = [await desk.create({ lines: desk.three() }), await desk.screws()]
  expect(await desk.audit(bolts.id, screws.id)).toMatchObject({
    ok: 1,
    failed: [{ no: bolts.orderNo, reason: expect.stringContaining('ACME') }],
  })
  expect([await desk.standing(bolts.id), await desk.standing(screws.id)]).toEqual([
    'account_blocked',
    'pending_shipment',
  ])
  expect((await desk.send(voidOrders, { ids: [before.id, bolts.id], reason: 'x' })).data).toMatchObject({
    ok: 1,
    failed: [{ no: before.orderNo, reason: expect.stringContaining(isBlocked) }],
  })

  const again = await desk.create({ lines: desk.three() })
  await desk.audit(again.id)
  await unblock(desk)
  await doOrderJobs(server, desk)
  expect(await desk.standing(again.id)).toBe('pending_shipment')
  expect(await desk.money()).toEqual(['50.00', '35.06'])
})

test('an order that only lacked its label keeps its goods and its money while its account is blocked', async () => {
  const desk = await twoShops()
  const { id } = await desk.audited()
  await desk.asOwner(
    `update orders set status = 'audit_exception', exception_code = 'waybill_refused' where id = $1`,
    [id],
  )
  // It is too heavy by now, but what fails at its channel would give back its goods and its money.
  await desk.asOwner(`update channels set max_weight = 0.1`)
  await block(desk)
  expect(await desk.audit(id)).toMatchObject({ ok: 0, failed: [{ reason: expect.stringContaining('ACME') }] })
  expect(await desk.standing(id)).toBe('account_blocked')
  expect(await desk.money()).toEqual(['50.00', '17.53'])
  expect(await desk.asOwner('select status from allocations where demand_id = $1', [id])).toEqual([
    { status: 'open' },
  ])
})

/** Two orders that left, one of each shop, with their freight; then the account of the first shop is blocked. */
async function freightOfBoth() {
  const desk = await twoShops()
  const orders = await desk.createPrinted(
    { lines: desk.three() },
    { customerId: desk.otherId, lines: [desk.line('SCREW', 3)] },
  )
  expect(await desk.ship(...orders.map(({ id }) => id))).toMatchObject({ ok: 2 })
  const rows = await desk.asOwner<{ id: string }>(
    `select f.id from fees f join fee_types t on t.tenant_id = f.tenant_id and t.id = f.fee_type_id
     where t.fee_code = 'FREIGHT' order by f.customer_id = $1 desc`,
    [desk.customerId],
  )
  return { desk, ids: rows.map(({ id }) => Number(id)) }
}

/** The first of two is left out because its account is blocked, and the second is done. */
const onlySecond = (ids: readonly number[]) => ({
  ok: 1,
  failed: [{ id: ids[0], reason: expect.stringContaining(isBlocked) }],
})

test('a refund for two customers, one of them blocked, is made for the other', async () => {
  const { desk, ids } = await freightOfBoth()
  await block(desk)
  const { data } = await desk.send(refundFees, { ids, amount: null, reason: 'late' })
  expect(data).toMatchObject(onlySecond(ids))
  expect(await desk.money(desk.otherId)).toEqual(['41.57', '0.00'])
  // A refund of a customer who pays by bill is settled with the bill, and moves nothing now.
  await desk.setTerms({ mode: 'bill' })
  const late = { ids: ids.slice(0, 1), amount: '1.00', reason: 'late' }
  expect((await desk.send(refundFees, late)).data).toMatchObject({ ok: 1, failed: [] })
})

test('refunds that a second person approves for two customers, one of them blocked, are made for the other', async () => {
  const { desk, ids } = await freightOfBoth()
  const asker = await aUser(server, { tenantId: desk.tenantId, secondPersonAbove: '1.00' })
  await server.done(refundFees, { ids, amount: null, reason: 'lost' }, asker)
  await block(desk)
  const { rows } = await server.done(listFeeRequests, { status: 'waiting', order: 'asc' }, desk)
  const requests = rows.map(({ id }) => id)
  expect((await desk.send(approveFeeRequests, { ids: requests })).data).toMatchObject(onlySecond(requests))
})

test('fees of two customers, one of them blocked, are priced again for the other', async () => {
  const { desk, ids } = await freightOfBoth()
  await desk.asOwner('update customer_prices set discount = 0.70')
  await block(desk)
  const { data } = await desk.send(rerateFees, { ids, versionId: null, reason: 'agreed' })
  expect(data).toMatchObject(onlySecond(ids))
})

test('bills of two customers with nothing to pay, one of them blocked, are issued for the other', async () => {
  const biller = await aBiller(server)
  await biller.asOwner(`update customers set settlement_mode = 'bill'`)
  const ids: number[] = []
  for (const customerId of [biller.customerId, biller.otherId]) {
    await biller.aFee({ amount: '-5.00', customerId })
    ids.push(await biller.aDraft(undefined, customerId))
  }
  await biller.asOwner('select block_account($1, $2)', [biller.customerId, 'I-10'])
  expect(await biller.issue(ids)).toMatchObject(onlySecond(ids))
  expect([(await biller.one(ids[0] ?? 0)).status, (await biller.one(ids[1] ?? 0)).status]).toEqual([
    'draft',
    'paid',
  ])
})

test('orders of two customers, one of them blocked, that hold money get another channel for the other', async () => {
  const desk = await twoShops()
  const [bolts, screws] = [await desk.audited(), await desk.screws()]
  const ids = [bolts.id, screws.id]
  expect(await desk.audit(screws.id)).toMatchObject({ ok: 1 })
  await desk.asOwner(`update orders set status = 'audit_exception', exception_code = 'label_failed'`)
  await block(desk)
  const { data } = await desk.send(assignChannel, { ids, channelId: desk.channelOf('LIGHT') })
  expect(data).toMatchObject(onlySecond(ids))
  expect([await desk.holdsOf(bolts.id), await desk.holdsOf(screws.id)]).toEqual([
    ['17.53 open'],
    ['17.53 released'],
  ])
})

test('labelled orders of two customers, one of them blocked, get another channel for the other', async () => {
  const desk = await twoShops()
  const channelId = desk.channelOf('OTHERS')
  await desk.asOwner(`update channels set customer_scope = 'all' where id = $1`, [channelId])
  await publishPrice(server, {
    ...{ tenantId: desk.tenantId, quoteCode: 'SIX', kind: 'freight', channelId },
    content: freightOf({ flatPrice: '6.00' }),
  })
  const [bolts, screws] = [await desk.audited(), await desk.screws()]
  const ids = [bolts.id, screws.id]
  expect(await desk.audit(screws.id)).toMatchObject({ ok: 1 })
  await block(desk)
  expect((await desk.send(assignChannel, { ids, channelId })).data).toMatchObject({
    ok: 1,
    failed: [{ id: bolts.id, reason: expect.stringContaining('The account of customer ACME is blocked') }],
  })
  expect([await desk.holdsOf(bolts.id), await desk.holdsOf(screws.id)]).toEqual([
    ['17.53 open'],
    ['17.53 released', '6.00 open'],
  ])
})

test('an order of a blocked account ships and keeps its hold, and is charged once it is unblocked', async () => {
  const desk = await twoShops()
  const [order] = await desk.createPrinted({ lines: desk.three() })
  if (!order) throw new Error('no order')
  await block(desk)
  expect(await desk.ship(order.id)).toMatchObject({ ok: 1 })
  const event = await desk.eventOf(order.id)
  expect(event).toMatchObject({ status: 'open', what: 'account_blocked' })
  expect(await desk.money()).toEqual(['50.00', '17.53'])
  expect((await desk.send(waiveEvents, { ids: [event?.id ?? 0], reason: 'x' })).data).toMatchObject({
    ok: 0,
    failed: [{ reason: expect.stringContaining(isBlocked) }],
  })
  await priceOpen(server.database, desk.tenantId)
  expect(await desk.eventOf(order.id)).toMatchObject({ status: 'open' })

  await unblock(desk)
  const queued = await desk.asOwner(
    `select t.identifier from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'price_open_events' and (j.payload ->> 'tenantId')::bigint = $1`,
    [desk.tenantId],
  )
  expect(queued).toHaveLength(1)
  await priceOpen(server.database, desk.tenantId)
  expect(await desk.eventOf(order.id)).toMatchObject({ status: 'charged' })
  expect(await desk.money()).toEqual(['32.47', '0.00'])
})

test('fees that should have left the balance leave those of the others', async () => {
  const desk = await twoShops()
  await desk.asOwner(
    `insert into fees (tenant_id, customer_id, fee_type_id, order_type, amount, charge_date, occurred_at, is_manual, remark, created_by)
     select c.tenant_id, c.id, (select id from fee_types where fee_code = 'OTHER'), 'manual', 2, '2026-01-05', now(), true, 'x', $1 from customers c`,
    [desk.who.accountId],
  )
  await block(desk)
  await settleLate(server.database, desk.tenantId)
  expect([await desk.money(), await desk.money(desk.otherId)]).toEqual([
    ['50.00', '0.00'],
    ['48.00', '0.00'],
  ])
  await unblock(desk)
  await settleLate(server.database, desk.tenantId)
  expect(await desk.money()).toEqual(['48.00', '0.00'])
})

test('the nights of other customers are charged, and a blocked one is charged for its nights once it is unblocked', async () => {
  const store = await aRentedStore(await aDatabase())
  await store.price([[1, null, '0.50']])
  for (const sku of ['BOLT', 'SCREW']) await store.setSizes(sku, 100, 100, 100)
  await store.asOwner(`update customers set storage_settlement_cycle = 'deposit', storage_cycle_days = 2`)
  await store.asOwner(`update customers set storage_cycle_anchor = '2026-03-01'`)
  store.at('2026-03-01T17:00:00Z')
  await store.store('BOLT', 1, '2026-03-01')
  await store.store('SCREW', 1, '2026-03-01')
  store.at('2026-03-02T09:00:00Z')
  await store.run()
  // The first night is put aside for both; the cycle ends with the second.
  await store.asOwner('select block_account($1, $2)', [store.customerId, 'I-10'])
  store.at('2026-03-04T09:00:00Z')
  await store.run()
  expect((await store.nights()).map(({ status }) => status)).toEqual(['done', 'done', 'done'])
  expect(await store.fees(store.otherId)).toEqual([['1.00', 'settled', '2026-03-02', 2]])
  expect(await store.fees()).toEqual([])

  await store.asOwner('select block_account($1, null)', [store.customerId])
  await priceOpen({ ...server.database, ...store.moved } as Parameters<typeof priceOpen>[0], store.tenantId)
  store.at('2026-03-05T09:00:00Z')
  await store.run()
  const charged = (await store.fees()).reduce((sum, [amount]) => sum + Number(amount), 0)
  expect([charged, await store.days()]).toEqual([
    2,
    [
      ['2026-03-01', '0.50'],
      ['2026-03-02', '0.50'],
      ['2026-03-03', '0.50'],
      ['2026-03-04', '0.50'],
    ],
  ])
  expect(await store.wrong()).toEqual([])
})

test('a posting that waited sees that the account was blocked meanwhile, and a line that was posted before is not refused', async () => {
  const { post, line, asOwner, customerId, write, who } = await aLedger(server)
  const first = line({ type: 'in', amount: '5.00' })
  await post(first)
  let isLocked: () => void = () => {}
  const locked = new Promise<void>((resolve) => {
    isLocked = resolve
  })
  let waiting: Promise<unknown> | undefined
  await server.database.write(who.tenantId, async (tx) => {
    await holdMoney(tx, who, 'order', [{ customerId, sourceId: 1, sourceNo: 'OB-1', amount: '1.00' }])
    waiting = write(async (other) => {
      isLocked()
      return postMoney(other, who, [line({ type: 'in', amount: '1.00' })])
    })
    waiting.catch(() => {})
    await locked
    await sql`select block_account(${customerId}, 'I-10')`.execute(tx)
  })
  await expect(waiting).rejects.toThrow(isBlocked)
  await post(first)
  expect(
    await asOwner('select blocked_because from customer_accounts where customer_id = $1', [customerId]),
  ).toEqual([{ blocked_because: 'I-10' }])
})
