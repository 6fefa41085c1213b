import { setTimeout as sleep } from 'node:timers/promises'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { SentTo } from '../../../platform/calls/call.ts'
import { openDatabase, type Tx } from '../../../platform/database/server/db.ts'
import { aBiller, january } from '../../../testing/bill-builders.ts'
import { locksInOrder } from '../../../testing/lock-order.ts'
import { untilLockWaits } from '../../../testing/lock-waits.ts'
import { atOnce } from '../../../testing/server-ground.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { addFees, lockFees } from '../../fees/server/add-fees.ts'
import { settleFees, voidFees } from '../../fees/server/fees.ts'
import { takeBackFees } from '../../fees/server/reverse.ts'
import {
  confirmCollections,
  createCollection,
  deleteCollections,
  editCollection,
  getCollection,
  previewCollections,
  reverseCollection,
} from '../../money/contract.ts'
import { confirmCollections as confirmNow, editCollection as edit } from '../../money/server/collections.ts'
import * as calls from '../contract.ts'
import { billText } from '../text.ts'
import { createBills, createBillsTask } from './create.ts'
import { lockBills, lockCustomersOf } from './lock-bills.ts'
import { lockFeesOf } from './pay.ts'
import { printBills as printNow, statementOf } from './print.ts'
import { issueBills, voidBills } from './steps.ts'

const server = await startTestServer()

type Biller = Awaited<ReturnType<typeof aBiller>>

/** Connections whose clock a test sets, in a warehouse on UTC. */
async function withClock({ tenantId, asOwner }: Biller) {
  await asOwner(`update warehouses set time_zone = 'UTC' where tenant_id = $1`, [tenantId])
  const owner = openDatabase(server.at.owner, 'owner', { max: 4 })
  server.closeWith(() => owner.close())
  return <T>(instant: string, work: (tx: Tx) => Promise<T>) =>
    owner.write(tenantId, async (tx) => {
      await sql`select set_config('app.business_now', ${instant}, true)`.execute(tx)
      return work(tx)
    })
}

/** A manual fee of 5.00 of the last day of January, for the customer who pays out of the balance. */
async function addLateFee(tx: Tx, { who, otherId, asOwner }: Biller) {
  const [type] = await asOwner<{ id: string }>(`select id from fee_types where fee_code = 'OTHER'`)
  const document = { orderType: 'manual', sourceId: null, sourceNo: null, isManual: true } as const
  const facts = { amount: '5.00', chargeDate: '2026-01-31', remark: 'late' }
  await addFees(tx, who, [{ ...document, ...facts, customerId: otherId, feeTypeId: Number(type?.id) }])
}

describe('a draft', () => {
  test('has the fees of its period and customer, each once', async () => {
    const { aFee, aDraft, one, done, create, books, all, otherId } = await aBiller(server)
    await aFee({ amount: '10.00' })
    await aFee({ amount: '5.55', day: '2026-01-31', orderType: 'inbound' })
    await aFee({ amount: '1.00', day: '2026-01-01' })
    await aFee({ amount: '70.00', day: '2026-02-01' })
    await aFee({ amount: '80.00', day: '2025-12-31' })
    await aFee({ amount: '90.00', customerId: otherId })
    const id = await aDraft()
    expect(await one(id)).toMatchObject({
      ...{
        billNo: expect.stringMatching(/^BL\d{6}-\d{5}$/),
        status: 'draft',
        mode: 'bill',
        total: '16.55',
        feeCount: 3,
      },
      ...{ openingBalance: '0.00', closingBalance: '0.00', paid: '0.00' },
      groups: [
        { orderType: 'inbound', fees: 1, amount: '5.55' },
        { orderType: 'order', fees: 2, amount: '11.00' },
      ],
    })
    const { rows, total } = await done(calls.listBillLines, { billId: id })
    expect([rows.map(({ amount }) => amount), total]).toEqual([['5.55', '1.00', '10.00'], 3])
    expect(await create()).toMatchObject({ ok: 0, failed: [] })
    expect(await create(january, [(await one(id)).customerId])).toMatchObject({
      failed: [{ no: 'ACME', reason: expect.stringMatching(/already covers these days/) }],
    })
    expect(await all()).toHaveLength(1)
    expect(await books()).toEqual([])
  })

  test('can start with selected fees: one for each customer and their days; what can’t be billed is named', async () => {
    const { aFee, done, all, asOwner, customerId, otherId, who, write } = await aBiller(server)
    const mine = await aFee({ amount: '10.00', day: '2026-01-05' })
    const late = await aFee({ amount: '4.00', day: '2026-01-19' })
    await aFee({ amount: '2.00', day: '2026-01-11' })
    await aFee({ amount: '90.00', day: '2026-01-21' })
    const theirs = await aFee({ amount: '3.00', day: '2026-01-12' }, true)
    const waiting = await aFee({ amount: '7.00', customerId: otherId })
    const ended = await aFee({ amount: '1.00' })
    await write((tx) => voidFees(tx, who, { ids: [ended], reason: 'wrong' }))
    const settled = await aFee({ amount: '6.00', customerId }, true)
    // A statement counts a fee to the day on which it left the balance, by the warehouse's calendar.
    await asOwner('alter table fees disable trigger user')
    await asOwner(
      `update fees set charge_date = '2026-01-02', settled_at = '2026-01-19T16:00:00Z' where id = $1`,
      [theirs],
    )
    await asOwner('alter table fees enable trigger user')
    const noOf = async (id: number) =>
      (await asOwner<{ no: string }>('select fee_no as no from fees where id = $1', [id]))[0]?.no
    const found = await done(calls.billsOfFees, {
      ids: [late, mine, theirs, waiting, ended, settled, 99_999],
    })
    expect(found).toEqual({
      ok: 3,
      failed: [
        { id: waiting, no: await noOf(waiting), reason: billText.feeNotDeducted.en_US },
        { id: ended, no: await noOf(ended), reason: billText.feeEnded.en_US },
        { id: settled, no: await noOf(settled), reason: billText.feeSettled.en_US },
        { id: 99_999, no: '99999', reason: billText.feeNotFound.en_US },
      ],
      customerIds: [customerId, otherId].sort((a, b) => a - b),
      period: { from: '2026-01-05', to: '2026-01-20' },
    })
    const { period, customerIds } = found
    if (!period) throw new Error('no period')
    await done(calls.createBills, { ...period, customerIds })
    const bills = (await all()).toSorted((a, b) => Number(a.total) - Number(b.total))
    expect(bills.map(({ mode, total, feeCount }) => [mode, total, feeCount])).toEqual([
      ['balance', '3.00', 1],
      ['bill', '16.00', 3],
    ])
    expect(await done(calls.billsOfFees, { ids: [mine] })).toMatchObject({
      ok: 0,
      failed: [{ id: mine, reason: `Already on bill ${bills[1]?.billNo}` }],
      customerIds: [],
      period: null,
    })
  })

  test('is refreshed: later fees join, voided ones leave at once', async () => {
    const { aFee, anEvent, aDraft, one, done, write, who, books, asOwner, customerId } = await aBiller(server)
    const first = await aFee({ amount: '10.00' })
    const id = await aDraft()
    await aFee({ amount: '2.00' })
    await anEvent('open')
    // The draft of these days can take them: none is offered beside it.
    expect(await done(calls.previewBills, january)).toMatchObject({
      ...{ bills: 0, total: '0.00', unpriced: 0 },
      customers: [{ clash: (await one(id)).billNo, total: '2.00', feeCount: 1, openEvents: 1 }],
    })
    expect(await one(id)).toMatchObject({ total: '10.00' })
    expect(await done(calls.refreshBills, { ids: [id] })).toEqual({ ok: 1, failed: [] })
    expect(await one(id)).toMatchObject({ total: '12.00', feeCount: 2 })
    const fee = {
      id: first,
      feeNo: `FE${first}`,
      customerId,
      amount: '10.00',
      sourceNo: 'x',
      status: 'not_settled',
      refunds: [],
    } as const
    await write((tx) => takeBackFees(tx, who, [fee], 'wrong'))
    expect(await one(id)).toMatchObject({ total: '2.00', feeCount: 1 })
    expect(await books()).toEqual([])
    await expect(asOwner('delete from bill_lines')).resolves.toBeDefined()
    expect(await books()).not.toEqual([])
  })

  test('takes fees of earlier days that were priced after the bill of those days was issued, paid or not', async () => {
    const { aFee, anIssued, aDraft, pay, one, done, books } = await aBiller(server)
    const february = { from: '2026-02-01', to: '2026-02-28' }
    await aFee({ amount: '10.00' })
    const issued = await anIssued()
    await aFee({ amount: '2.00', day: '2026-01-31' })
    await aFee({ amount: '70.00', day: '2025-12-31' })
    await aFee({ amount: '1.00', day: '2026-02-01' })
    const next = await aDraft(february)
    expect(await one(next)).toMatchObject({ total: '3.00', feeCount: 2 })
    await pay('10.00', [issued])
    await aFee({ amount: '4.00', day: '2026-01-01' })
    await done(calls.refreshBills, { ids: [next] })
    expect(await one(next)).toMatchObject({ total: '7.00', feeCount: 3 })
    expect(await books()).toEqual([])
  })

  test('of a later period leaves a fee to an earlier draft that is refreshed with it', async () => {
    const { aFee, anIssued, aDraft, one, done, books } = await aBiller(server)
    await aFee({ amount: '10.00' })
    await anIssued()
    await aFee({ amount: '1.00', day: '2026-02-01' })
    await aFee({ amount: '3.00', day: '2026-03-01' })
    const march = await aDraft({ from: '2026-03-01', to: '2026-03-31' })
    const february = await aDraft({ from: '2026-02-01', to: '2026-02-28' })
    await aFee({ amount: '2.00', day: '2026-01-31' })
    expect(await done(calls.refreshBills, { ids: [march, february] })).toEqual({ ok: 2, failed: [] })
    expect(await one(february)).toMatchObject({ total: '3.00', feeCount: 2 })
    expect(await one(march)).toMatchObject({ total: '3.00', feeCount: 1 })
    expect(await books()).toEqual([])
  })

  test('of all customers is made at once, with what is not priced named', async () => {
    const { aFee, anEvent, create, done, all } = await aBiller(server)
    await aFee({ amount: '10.00' })
    await aFee({ amount: '7.00' }, true)
    for (const status of ['waived', 'open', 'waiting', 'waiting', 'reversed']) await anEvent(status)
    for (const [status, first, last] of [
      ['charged', '2026-01-01', '2026-02-01'],
      ['free', '2026-01-31', '2025-12-31'],
    ] as const)
      for (const day of [first, last]) await anEvent(status, day)
    await anEvent('open', '2026-02-01')
    const counts = { chargedEvents: 1, freeEvents: 1, waivedEvents: 1, openEvents: 1, waitingEvents: 2 }
    expect(await done(calls.previewBills, january)).toMatchObject({
      ...{ bills: 2, total: '17.00', unpriced: 3 },
      customers: [
        { customerCode: 'ACME', mode: 'bill', total: '10.00', feeCount: 1, clash: null, ...counts },
        { customerCode: 'OTHER', mode: 'balance', total: '7.00', openEvents: 0 },
      ],
    })
    expect(await create()).toMatchObject({ ok: 2, failed: [], taskId: null })
    expect((await all()).map(({ total, unpriced }) => [total, unpriced])).toEqual([
      ['10.00', 3],
      ['7.00', 0],
    ])
    expect(await done(calls.previewBills, january)).toMatchObject({ bills: 0, customers: [] })
  })

  test('is not made for the future, backwards, or by two people twice', async () => {
    const { aFee, ask, create, all, books } = await aBiller(server)
    await aFee({ amount: '10.00' })
    for (const [period, path] of [
      [{ from: '2026-02-01', to: '2026-01-01' }, 'to'],
      [{ from: '2024-01-01', to: '2026-01-01' }, 'to'],
      [{ from: '2099-01-01', to: '2099-01-31' }, 'to'],
    ] as const)
      expect(await ask(calls.createBills, period)).toMatchObject({
        success: false,
        data: { fields: [{ path }] },
      })
    expect(await ask(calls.previewBills, { from: '2099-01-01', to: '2099-01-31' })).toMatchObject({
      data: { fields: [{ path: 'to' }] },
    })
    const results = await Promise.all(Array.from({ length: 8 }, () => create()))
    expect(results.reduce((sum, { ok }) => sum + ok, 0)).toBe(1)
    expect(await all()).toHaveLength(1)
    expect(await books()).toEqual([])
  })

  test('of more than a hundred customers is made by a task, and a customer that is chosen twice counts once', async () => {
    const { done } = await aBiller(server)
    const customerIds = Array.from({ length: 101 }, (_, i) => 900_000 + i)
    expect(await done(calls.createBills, { ...january, customerIds })).toMatchObject({
      ...{ ok: 0, failed: [], taskId: expect.any(Number) },
    })
    const some = [...customerIds.slice(1), 900_001]
    const { taskId, failed } = await done(calls.createBills, { ...january, customerIds: some })
    expect([taskId, failed.length]).toEqual([null, 100])
  })

  test('leaves a fee of earlier days alone that a statement was for, and no bill', async () => {
    const { aFee, aDraft, issue, one, otherId, asOwner } = await aBiller(server)
    await aFee({ amount: '10.00' }, true)
    expect(await issue([await aDraft(january, otherId)])).toMatchObject({ ok: 1 })
    await asOwner(`update customers set settlement_mode = 'bill'`)
    await aFee({ amount: '2.00', day: '2026-01-31', customerId: otherId })
    await aFee({ amount: '3.00', day: '2026-02-01', customerId: otherId })
    const february = await aDraft({ from: '2026-02-01', to: '2026-02-28' }, otherId)
    expect(await one(february)).toMatchObject({ total: '3.00', feeCount: 1 })
  })

  test('keeps its fee from being voided while another user works on it', async () => {
    const { aFee, aDraft, write, who, one } = await aBiller(server)
    const fee = await aFee({ amount: '10.00' })
    const id = await aDraft()
    const voiding = () => write((tx) => voidFees(tx, who, { ids: [fee], reason: 'wrong' }))
    await write(async (tx) => {
      await lockBills(tx, who, [id])
      await expect(voiding()).rejects.toThrow(/added to a bill/)
    })
    expect(await voiding()).toMatchObject({ ok: 1 })
    expect(await one(id)).toMatchObject({ total: '0.00', feeCount: 0 })
  })
})

test('a task of bills creates a hundred at a time, counts on after a restart, names who has none, and stops when it is cancelled', async () => {
  const { aFee, all, who, write, customerId, otherId } = await aBiller(server)
  await aFee({ amount: '10.00' })
  const left: object[] = []
  const steps: number[][] = []
  let isCancelAsked = true
  const customerIds = [customerId, ...Array.from({ length: 99 }, (_, i) => 900_000 + i), otherId]
  const work = {
    ...{ who, write, input: { ...january, customerIds, created: 100, language: 'en_US' } },
    progress: async (...step: number[]) => ({ isCancelAsked: steps.push(step) === 2 && isCancelAsked }),
    remember: async (_: Tx, rest: object) => left.push(rest),
  }
  const run = () => createBillsTask(work as unknown as Parameters<typeof createBillsTask>[0])
  expect(await run()).toEqual({ end: 'cancel' })
  expect(left).toMatchObject([{ customerIds: [otherId], created: 101 }])
  isCancelAsked = false
  steps.length = 0
  expect(await run()).toMatchObject({
    message: { en_US: expect.stringContaining('100') },
    failures: [
      { id: customerId, no: 'ACME', reason: { en_US: expect.stringMatching(/covers these days/) } },
      { id: otherId, no: 'OTHER', reason: billText.nothingNew },
    ],
  })
  expect(left.slice(1)).toMatchObject([
    { customerIds: [otherId], created: 100 },
    { customerIds: [], created: 100 },
  ])
  expect(steps).toEqual([
    [0, 101],
    [100, 101],
    [101, 101],
  ])
  expect(await all()).toHaveLength(1)
})

describe('issuing', () => {
  test('freezes the lines, and needs a confirmation where events have no price', async () => {
    const { aFee, anEvent, aDraft, issue, one, asOwner, done, ask, books } = await aBiller(server)
    const fee = await aFee({ amount: '10.00' })
    await anEvent('open')
    const id = await aDraft()
    expect(await issue([id])).toMatchObject({
      ok: 0,
      failed: [{ reason: expect.stringMatching(/1 activity of its period has no price/) }],
    })
    expect(await one(id)).toMatchObject({ status: 'draft' })
    // What became of the work since the draft was drawn up is on it.
    for (const status of ['charged', 'free', 'waived', 'open', 'waiting']) await anEvent(status)
    expect(await issue([id], true)).toEqual({ ok: 1, failed: [] })
    expect(await one(id)).toMatchObject({
      ...{
        status: 'not_settled',
        issuedBy: expect.stringMatching(/^Person/),
        paidAt: null,
        issuedAt: expect.any(String),
      },
      ...{ chargedEvents: 1, freeEvents: 1, waivedEvents: 1, openEvents: 2, waitingEvents: 1, unpriced: 3 },
    })
    for (const text of [
      'delete from bill_lines',
      'update bill_lines set is_live = false',
      'update bills set total = 1',
      'update bills set period_to = period_to + 1',
    ])
      await expect(asOwner(text)).rejects.toMatchObject({ constraint: 'bill_kept' })
    expect(await done(calls.refreshBills, { ids: [id] })).toMatchObject({ ok: 0, failed: [{ id }] })
    expect(await issue([id], true)).toMatchObject({
      ok: 0,
      failed: [{ reason: expect.stringMatching(/no longer a draft/) }],
    })
    expect(await ask(calls.getBill, { id: fee + 1_000_000 })).toMatchObject({ data: { kind: 'not_found' } })
    expect(await books()).toEqual([])
  })

  test('needs a confirmation where work waits for its price, too', async () => {
    const { aFee, anEvent, aDraft, issue } = await aBiller(server)
    await aFee({ amount: '10.00' })
    await anEvent('waiting')
    const id = await aDraft()
    expect(await issue([id])).toMatchObject({
      ok: 0,
      failed: [{ reason: expect.stringMatching(/1 activity of its period has no price/) }],
    })
    expect(await issue([id], true)).toEqual({ ok: 1, failed: [] })
  })

  test('is refused where the draft no longer shows what its fees come to', async () => {
    const { aFee, aDraft, issue, one, asOwner, done, write, who } = await aBiller(server)
    const fee = await aFee({ amount: '10.00' })
    const id = await aDraft()
    for (const change of ['total = 9.99', 'fee_count = 2']) {
      await asOwner(`update bills set ${change} where id = $1`, [id])
      expect(await issue([id])).toMatchObject({
        ok: 0,
        failed: [{ id, reason: expect.stringMatching(/changed/) }],
      })
      await done(calls.refreshBills, { ids: [id] })
    }
    await write((tx) => voidFees(tx, who, { ids: [fee], reason: 'wrong' }))
    const [reason] = (await issue([id])).failed.map((each) => each.reason)
    expect(reason).toBe(billText.noFees.en_US.replace('{no}', (await one(id)).billNo))
    await aFee({ amount: '10.00' })
    await done(calls.refreshBills, { ids: [id] })
    expect(await issue([id])).toEqual({ ok: 1, failed: [] })
    expect(await one(id)).toMatchObject({ status: 'not_settled', total: '10.00' })
  })

  test('keeps its fees from being voided', async () => {
    const { aFee, anIssued, write, who, customerId, feeStates } = await aBiller(server)
    const id = await aFee({ amount: '10.00' })
    await anIssued()
    const fee = {
      id,
      feeNo: `FE${id}`,
      customerId,
      amount: '10.00',
      sourceNo: 'x',
      status: 'not_settled',
      refunds: [],
    } as const
    await expect(write((tx) => takeBackFees(tx, who, [fee], 'wrong'))).rejects.toThrow(/is on bill BL/)
    expect(await feeStates()).toEqual(['not_settled'])
  })

  test('happens once, by eight people too', async () => {
    const { aFee, aDraft, issue, books } = await aBiller(server)
    await aFee({ amount: '10.00' })
    const id = await aDraft()
    const results = await Promise.all(Array.from({ length: 8 }, () => issue([id])))
    expect(results.reduce((sum, { ok }) => sum + ok, 0)).toBe(1)
    expect(await books()).toEqual([])
  })

  test('a bill of refunds only pays it back at once', async () => {
    const { aFee, anIssued, one, account, feeStates, books } = await aBiller(server)
    const fee = await aFee({ amount: '4.00', day: '2026-02-02' })
    await aFee({ amount: '-4.00', refundOf: fee })
    const id = await anIssued()
    expect(await one(id)).toMatchObject({ status: 'paid', total: '-4.00' })
    expect(await account()).toMatchObject(['4.00', '0.00', '0.00', 1])
    expect(await feeStates()).toEqual(['not_settled', 'settled'])
    expect(await books()).toEqual([])
  })
})

describe('a bill with nothing to pay', () => {
  test.each([
    ['0.00', '-4.00', '0.00'],
    ['-1.50', '-5.50', '1.50'],
  ])(
    'of %s is paid as it is issued; reopened, no payment can be for it, and its fees can be billed again',
    async (total, refund, left) => {
      const { aFee, anIssued, one, account, books, done, ask, payment, create, all, issue, customerId } =
        await aBiller(server)
      await aFee({ amount: '4.00' })
      await aFee({ amount: refund })
      const id = await anIssued()
      expect(await one(id)).toMatchObject({ status: 'paid', total, paid: total })
      expect((await account())[0]).toBe(left)
      await done(calls.reopenBill, { id, reason: 'wrong' })
      expect([await one(id), (await account())[0]]).toMatchObject([{ status: 'not_settled' }, '0.00'])
      expect(await done(calls.openBills, { customerId })).toEqual([])
      const collectionId = await payment('3.00')
      expect(await ask(calls.payBills, { collectionId, billIds: [id] })).toMatchObject({
        ...{ success: false, message: expect.stringMatching(/^There is nothing to pay on bill BL.*Void it/) },
      })
      expect(await done(calls.voidBills, { ids: [id], reason: 'wrong' })).toEqual({ ok: 1, failed: [] })
      expect(await create()).toMatchObject({ ok: 1 })
      const next = (await all()).at(-1)?.id ?? 0
      expect(await issue([next])).toEqual({ ok: 1, failed: [] })
      expect([await one(next), (await account())[0]]).toMatchObject([{ status: 'paid' }, left])
      expect(await books()).toEqual([])
    },
  )
})

describe('a statement', () => {
  test('adds up: opening balance, payments and other changes less fees is the closing balance', async () => {
    const { aFee, postAt, create, all, one, issue, ask, otherId, feeStates, books, account } =
      await aBiller(server)
    await postAt('2025-12-30T00:00:00Z', 'in', 'adjustment', '100.00', otherId)
    await aFee({ amount: '20.00', day: '2026-01-05' }, true)
    await postAt('2026-01-06T00:00:00Z', 'in', 'adjustment', '3.00', otherId)
    await aFee({ amount: '0.45', day: '2026-01-30', orderType: 'inbound' }, true)
    await aFee({ amount: '50.00', day: '2026-02-05' }, true)
    await create()
    const [bill] = await all()
    const id = bill?.id ?? 0
    expect(await issue([id])).toEqual({ ok: 1, failed: [] })
    expect(await ask(calls.reopenBill, { id, reason: 'wrong' })).toMatchObject({
      message: billText.notPaid.en_US.replace('{no}', (await one(id)).billNo),
    })
    expect(await one(id)).toMatchObject({
      ...{
        status: 'paid',
        mode: 'balance',
        paidAt: expect.any(String),
        openingBalance: '100.00',
        payments: '0.00',
        otherChanges: '3.00',
      },
      ...{ total: '20.45', closingBalance: '82.55', paid: '20.45' },
    })
    expect(await feeStates()).toEqual(['settled', 'settled', 'settled'])
    expect((await account(otherId))[0]).toBe('32.55')
    expect(await create({ from: '2026-01-31', to: '2026-02-28' }, [otherId])).toMatchObject({
      failed: [{ reason: expect.stringMatching(/covers these days/) }],
    })
    await create({ from: '2026-02-01', to: '2026-02-28' })
    const [, next] = await all()
    expect(await one(next?.id ?? 0)).toMatchObject({
      openingBalance: '82.55',
      closingBalance: '32.55',
      total: '50.00',
    })
    expect(await books()).toEqual([])
  })

  test('waits for what is posted in its period and not committed yet', async () => {
    const biller = await aBiller(server)
    const { aFee, create, all, one, otherId, who } = biller
    const at = await withClock(biller)
    await aFee({ amount: '1.00' }, true)
    await create(january, [otherId])
    const [bill] = await all()
    const id = bill?.id ?? 0
    let issuing: Promise<unknown> = Promise.resolve()
    await at('2026-01-31T23:59:59.9Z', async (tx) => {
      await addLateFee(tx, biller)
      issuing = at('2026-02-01T00:00:00.5Z', (later) =>
        issueBills(later, who, { ids: [id], withUnpriced: false }),
      )
      await sleep(300)
    })
    expect(await issuing).toEqual({ ok: 1, failed: [] })
    const sums = { total: '6.00', otherChanges: '0.00', closingBalance: '-6.00' }
    expect(await one(id)).toMatchObject({ status: 'paid', ...sums })
  })

  test('shows a fee in the period in which it left the balance, although its work began before', async () => {
    const biller = await aBiller(server)
    const { aFee, postAt, create, all, one, otherId } = biller
    const at = await withClock(biller)
    await aFee({ amount: '1.00' }, true)
    // The account has moved on: what begins before midnight is posted after it.
    await postAt('2026-02-01T00:00:01Z', 'in', 'collection', '3.00', otherId)
    await at('2026-01-31T23:59:59Z', (tx) => addLateFee(tx, biller))
    await create(january, [otherId])
    await create({ from: '2026-02-01', to: '2026-02-28' }, [otherId])
    const [first, second] = await all()
    const before = { total: '1.00', otherChanges: '0.00', closingBalance: '-1.00' }
    expect(await one(first?.id ?? 0)).toMatchObject(before)
    const after = { total: '5.00', openingBalance: '-1.00', closingBalance: '-3.00' }
    expect(await one(second?.id ?? 0)).toMatchObject(after)
  })

  test('lists the payments that its totals count, and none that came later the same day', async () => {
    const { aFee, aDraft, issue, pay, confirm, done, post, line, tenantId, asOwner, customerId } =
      await aBiller(server)
    const [today] = await asOwner<{ day: string }>('select warehouse_today()::text as day')
    const day = today?.day ?? ''
    await aFee({ amount: '10.00', day })
    await aFee({ amount: '1.00', day: '2026-01-01', orderType: 'inbound' })
    await pay('4.00', [])
    // What is held of a deposit is no payment, and the two lines of one posting have one time.
    const { id: deposit } = await done(createCollection, {
      ...{ customerId, purpose: 'deposit', amount: '50.00', payMethod: 'cash', bankName: null },
      ...{ bankRefNo: null, paidOn: '2026-02-01', remark: null },
    })
    await confirm(deposit)
    await post(line({ type: 'in', amount: '10.00' }), line({ type: 'out', amount: '4.00' }))
    const id = await aDraft({ from: '2026-01-01', to: day })
    expect(await issue([id])).toEqual({ ok: 1, failed: [] })
    await pay('10.00', [id])
    const statement = await server.database.snapshot(tenantId, (db) => statementOf(db, { tenantId }, id))
    expect(statement).toMatchObject({
      ...{ openingBalance: '0.00', payments: '54.00', otherChanges: '6.00', closingBalance: '60.00' },
      collections: [
        { day, amount: '4.00' },
        { day, amount: '50.00' },
      ],
      ...{ issuedOn: day, currency: 'USD', customer: ['ACME Acme'] },
      company: [expect.stringMatching(/^Company /), expect.stringMatching(/^WH\d+ Warehouse \d+$/)],
      lines: [
        { orderType: 'inbound', chargeDate: '2026-01-01', amount: '1.00' },
        { orderType: 'order', chargeDate: day, amount: '10.00' },
      ],
    })
  })

  test('counts what is posted in the instant in which its period starts, and leaves what is posted as it ends to the next', async () => {
    const { aFee, postAt, create, all, one, done, asOwner, otherId, tenantId } = await aBiller(server)
    await asOwner(`update warehouses set time_zone = 'UTC' where tenant_id = $1`, [tenantId])
    const [start, end] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z']
    await postAt(start, 'in', 'collection', '3.00', otherId)
    await aFee({ amount: '1.00', day: '2026-01-01', at: start }, true)
    await aFee({ amount: '0.25', day: '2026-01-31', at: '2026-01-31T23:59:59Z' }, true)
    await postAt(end, 'in', 'collection', '5.00', otherId)
    await aFee({ amount: '2.00', day: '2026-02-01', at: end }, true)
    await asOwner(`update balance_flows set source_type = 'collection' where business = 'collection'`)
    await create(january, [otherId])
    await create({ from: '2026-02-01', to: '2026-02-28' }, [otherId])
    const ids = (await all()).map(({ id }) => id)
    const sums = async () => {
      const bills = await Promise.all(ids.map((id) => one(id)))
      const statements = await Promise.all(
        ids.map((id) => server.database.snapshot(tenantId, (db) => statementOf(db, { tenantId }, id))),
      )
      return bills.map(({ openingBalance, payments, otherChanges, total, closingBalance }, i) => [
        ...[openingBalance, payments, otherChanges, total, closingBalance],
        statements[i]?.collections.map(({ amount }) => amount),
      ])
    }
    const expected = [
      ['0.00', '3.00', '0.00', '1.25', '1.75', ['3.00']],
      ['1.75', '5.00', '0.00', '2.00', '4.75', ['5.00']],
    ]
    expect(await sums()).toEqual(expected)
    // An older server wrote no instants: they are those of the warehouse's days.
    await asOwner('alter table bills disable trigger user')
    await asOwner('update bills set starts_at = null, ends_at = null')
    await asOwner('alter table bills enable trigger user')
    await done(calls.refreshBills, { ids })
    expect(await sums()).toEqual(expected)
  })

  test('ends where the next one starts that was drawn up before it, also where the time zone changed since; voided ones and those of others don’t count', async () => {
    const { aFee, postAt, aDraft, one, done, otherId, customerId, asOwner, tenantId } = await aBiller(server)
    const february = { from: '2026-02-01', to: '2026-02-28' }
    const zone = (name: string) =>
      asOwner('update warehouses set time_zone = $2 where tenant_id = $1', [tenantId, name])
    await asOwner(`update customers set settlement_mode = 'balance'`)
    await aFee({ amount: '1.00' }, true)
    // January on the west coast, February in China.
    await postAt('2026-01-31T20:00:00Z', 'in', 'adjustment', '3.00', otherId)
    await aFee({ amount: '2.00', day: '2026-02-05' }, true)
    await aFee({ amount: '4.00', day: '2026-02-05', customerId }, true)
    const next = await aDraft(february, otherId)
    await zone('America/Los_Angeles')
    await aDraft(february, customerId)
    const first = await aDraft(january, otherId)
    expect([await one(first), await one(next)]).toMatchObject([
      { otherChanges: '0.00', closingBalance: '-1.00' },
      { openingBalance: '-1.00', otherChanges: '3.00' },
    ])
    await done(calls.voidBills, { ids: [first, next], reason: 'wrong zone' })
    const again = await aDraft(january, otherId)
    expect(await one(again)).toMatchObject({ otherChanges: '3.00', closingBalance: '2.00' })
    await done(calls.deleteBills, { ids: [again] })
    expect(await one(await aDraft(february, otherId))).toMatchObject({ openingBalance: '2.00' })
  })

  test('lists a payment that its closing balance counts, though it was posted after the work on the statement began', async () => {
    const biller = await aBiller(server)
    const { aFee, postAt, all, otherId, who, asOwner, tenantId } = biller
    const at = await withClock(biller)
    await aFee({ amount: '1.00' }, true)
    await postAt('2026-01-31T21:00:00Z', 'in', 'collection', '3.00', otherId)
    await asOwner(`update balance_flows set source_type = 'collection' where business = 'collection'`)
    await at('2026-01-31T20:00:00Z', (tx) => createBills(tx, who, { ...january, customerIds: [otherId] }))
    const [bill] = await all()
    const statement = await server.database.snapshot(tenantId, (db) =>
      statementOf(db, { tenantId }, bill?.id ?? 0),
    )
    expect(statement).toMatchObject({ payments: '3.00', collections: [{ amount: '3.00' }] })
  })

  test.each([
    ['Asia/Shanghai', 'America/Los_Angeles', ['1.00', '9.00']],
    ['America/Los_Angeles', 'Asia/Shanghai', ['8.00', '2.00']],
  ])(
    'follows the one before it where the time zone changed from %s to %s: each fee is on one of them',
    async (before, after, totals) => {
      const { aFee, postAt, create, all, one, issue, otherId, asOwner, tenantId } = await aBiller(server)
      const zone = (name: string) =>
        asOwner('update warehouses set time_zone = $2 where tenant_id = $1', [tenantId, name])
      await zone(before)
      await aFee({ amount: '1.00' }, true)
      // The last hours of January on the west coast are February in China.
      const [fee] = await asOwner<{ id: string }>('select id from fees where tenant_id = $1', [tenantId])
      const seq = await postAt('2026-01-31T20:00:00Z', 'out', 'manual_fee', '7.00', otherId)
      await asOwner(
        `insert into fees (tenant_id, customer_id, fee_type_id, order_type, source_id, source_no, amount, charge_date, occurred_at, status, flow_seq,
         settled_at, is_manual, created_by)
       select tenant_id, customer_id, fee_type_id, order_type, 900, 'D-900', 7, charge_date, '2026-01-31T20:00:00Z', status, $2,
         '2026-01-31T20:00:00Z', false, created_by from fees where id = $1`,
        [fee?.id, seq],
      )
      await postAt('2026-01-31T21:00:00Z', 'in', 'collection', '3.00', otherId)
      await create(january, [otherId])
      const [first] = await all()
      expect(await issue([first?.id ?? 0])).toEqual({ ok: 1, failed: [] })
      await zone(after)
      await aFee({ amount: '2.00', day: '2026-02-05' }, true)
      await create({ from: '2026-02-01', to: '2026-02-28' }, [otherId])
      const [earlier, later] = await Promise.all((await all()).map(({ id }) => one(id)))
      expect([earlier?.total, later?.total]).toEqual(totals)
      expect(later?.openingBalance).toBe(earlier?.closingBalance)
      expect([earlier?.otherChanges, later?.otherChanges].toSorted()).toEqual(['0.00', '3.00'])
      expect(later?.closingBalance).toBe('-7.00')
    },
  )

  test('that was drawn up before the time zone changed is issued once its own end has come', async () => {
    const biller = await aBiller(server)
    const { aFee, create, all, otherId, who, asOwner, tenantId } = biller
    const at = await withClock(biller)
    const zone = (name: string) =>
      asOwner('update warehouses set time_zone = $2 where tenant_id = $1', [tenantId, name])
    await zone('America/Los_Angeles')
    await aFee({ amount: '1.00' }, true)
    await create(january, [otherId])
    const [bill] = await all()
    await zone('Asia/Shanghai')
    const issue = (instant: string) =>
      at(instant, (tx) => issueBills(tx, who, { ids: [bill?.id ?? 0], withUnpriced: false }))
    expect(await issue('2026-01-31T20:00:00Z')).toMatchObject({ ok: 0 })
    expect(await issue('2026-02-01T08:00:00Z')).toMatchObject({ ok: 1 })
  })

  test('is issued once its period is over', async () => {
    const { aFee, create, all, issue, asOwner } = await aBiller(server)
    const [row] = await asOwner<{ day: string }>('select warehouse_today()::text as day')
    const day = row?.day ?? ''
    await aFee({ amount: '20.00', day }, true)
    await create({ from: '2026-01-01', to: day })
    const [bill] = await all()
    expect(await issue([bill?.id ?? 0])).toMatchObject({
      ok: 0,
      failed: [{ reason: expect.stringMatching(/isn’t over/) }],
    })
  })
})

describe('a payment', () => {
  test('is offered the bills that are issued, and neither drafts nor those that are paid or voided', async () => {
    const { aFee, aDraft, anIssued, pay, one, done } = await aBiller(server)
    const offered = async (id: number) =>
      (await done(calls.openBills, { customerId: (await one(id)).customerId })).map((bill) => bill.id)
    await aFee({ amount: '10.00' })
    const paid = await anIssued()
    expect(await offered(paid)).toEqual([paid])
    await pay('10.00', [paid])
    expect(await offered(paid)).toEqual([])
    await aFee({ amount: '5.00' })
    const draft = await aDraft()
    expect(await offered(draft)).toEqual([])
    await done(calls.voidBills, { ids: [draft], reason: 'wrong' })
    expect(await offered(draft)).toEqual([])
  })

  test('of the whole total settles the fees, by kind of business, against what came in', async () => {
    const { aFee, anIssued, pay, one, flows, account, feeStates, books, done, asOwner } =
      await aBiller(server)
    const handling = await aFee({ amount: '10.00' })
    await aFee({ amount: '2.50' })
    await aFee({ amount: '7.75', feeCode: 'FREIGHT' })
    await aFee({ amount: '-0.50', refundOf: handling })
    const id = await anIssued()
    expect(await done(calls.openBills, { customerId: (await one(id)).customerId })).toMatchObject([
      { id, open: '19.75' },
    ])
    await pay('19.75', [id])
    expect(await one(id)).toMatchObject({
      status: 'paid',
      paid: '19.75',
      paidWith: [{ amount: '19.75', collectionStatus: 'paid' }],
    })
    expect((await flows()).map(([type, business, amount]) => [type, business, amount]).sort()).toEqual([
      ['in', 'collection', '19.75'],
      ['in', 'refund', '0.50'],
      ['out', 'order_freight', '7.75'],
      ['out', 'order_operation_fee', '12.50'],
    ])
    // Each fee says with which of these it left the balance, and when.
    expect(
      await asOwner(
        `select f.amount as fee, b.amount, b.source_no = $1 as "isOfBill", f.settled_at = b.at as "isThen" from fees f
         join balance_flows b on b.customer_id = f.customer_id and b.seq = f.flow_seq order by f.id`,
        [(await one(id)).billNo],
      ),
    ).toEqual(
      [
        ['10.00', '12.50'],
        ['2.50', '12.50'],
        ['7.75', '7.75'],
        ['-0.50', '0.50'],
      ].map(([fee, amount]) => ({ fee, amount, isOfBill: true, isThen: true })),
    )
    expect((await account())[0]).toBe('0.00')
    expect(new Set(await feeStates())).toEqual(new Set(['settled']))
    expect(await books()).toEqual([])
  })

  test('in parts pays a bill with the last one, and what is too much stays in the balance', async () => {
    const { aFee, anIssued, pay, one, account, feeStates, books, done, customerId } = await aBiller(server)
    await aFee({ amount: '10.00' })
    const id = await anIssued()
    await pay('4.00', [id])
    expect(await one(id)).toMatchObject({ status: 'not_settled', paid: '4.00' })
    expect(await done(calls.openBills, { customerId })).toMatchObject([{ id, total: '10.00', open: '6.00' }])
    expect(await feeStates()).toEqual(['not_settled'])
    await pay('9.00', [id])
    expect(await one(id)).toMatchObject({ status: 'paid', paid: '10.00' })
    expect((await account())[0]).toBe('3.00')
    expect(await books()).toEqual([])
  })

  test('says before which bills it pays, in full or in part, and what is left in the balance', async () => {
    const { aFee, anIssued, payment, confirm, done, one, account } = await aBiller(server)
    await aFee({ amount: '10.00' })
    const first = await anIssued()
    await aFee({ amount: '6.00' })
    const second = await anIssued()
    const collectionId = await payment('12.00', [first, second])
    const { customers, bills } = await done(previewCollections, { ids: [collectionId] })
    expect(customers).toMatchObject([{ before: '0.00', change: '12.00', settled: '10.00', after: '2.00' }])
    expect(bills).toMatchObject([
      { billId: first, billNo: (await one(first)).billNo, amount: '10.00', open: '0.00' },
      { billId: second, amount: '2.00', open: '4.00' },
    ])
    await confirm(collectionId)
    expect([(await account())[0], (await one(first)).status, (await one(second)).paid]).toEqual([
      '2.00',
      'paid',
      '2.00',
    ])
    expect((await done(previewCollections, { ids: [collectionId] })).bills).toEqual([])
  })

  test('that would pay other bills than were shown is left out, and the others are confirmed', async () => {
    const biller = await aBiller(server)
    const { aFee, anIssued, payment, confirm, done, one, account, books, otherId } = biller
    await aFee({ amount: '10.00' })
    const first = await anIssued()
    await aFee({ amount: '6.00' })
    const second = await anIssued()
    const ids = [await payment('12.00', [first, second]), await payment('3.00', [second])]
    const free = await payment('1.00', [], otherId)
    const { shown } = await done(previewCollections, { ids: [...ids, free] })
    const changes: [string, () => Promise<unknown>][] = [
      ['a part of one is paid', async () => confirm(await payment('2.50', [second]))],
      ['one is voided', () => done(calls.voidBills, { ids: [first], reason: 'x' })],
    ]
    let latest = shown
    for (const [what, change] of changes) {
      await change()
      const before = (await account())[0]
      expect(await done(confirmCollections, { ids, shown: latest }), what).toMatchObject({
        ok: 0,
        failed: ids.map((id) => ({ id, reason: expect.stringMatching(/^The bills that .* pays changed/) })),
      })
      expect((await account())[0], what).toBe(before)
      latest = (await done(previewCollections, { ids })).shown
    }
    expect(await done(confirmCollections, { ids: [...ids, free], shown })).toMatchObject({ ok: 1 })
    expect(await done(confirmCollections, { ids, shown: latest })).toEqual({ ok: 2, failed: [] })
    expect([await one(first), await one(second)]).toMatchObject([{ status: 'voided' }, { status: 'paid' }])
    expect(await books()).toEqual([])
  })

  test('that was confirmed without a bill can be used for one later', async () => {
    const { aFee, anIssued, payment, confirm, done, ask, one, books } = await aBiller(server)
    await aFee({ amount: '10.00' })
    const id = await anIssued()
    const collectionId = await payment('10.00')
    await confirm(collectionId)
    expect(await one(id)).toMatchObject({ status: 'not_settled', paid: '0.00' })
    await done(calls.payBills, { collectionId, billIds: [id] })
    expect(await one(id)).toMatchObject({ status: 'paid' })
    expect(await ask(calls.payBills, { collectionId, billIds: [id] })).toMatchObject({ success: false })
    expect(await books()).toEqual([])
  })

  test('is refused for another customer’s bill, a draft, or another purpose', async () => {
    const { aFee, aDraft, ask, payment, asOwner, otherId } = await aBiller(server)
    await aFee({ amount: '10.00' })
    const draft = await aDraft()
    const collectionId = await payment('10.00')
    const others = await payment('10.00', [], otherId)
    const use = (collection: number, bill: number) =>
      ask(calls.payBills, { collectionId: collection, billIds: [bill] })
    expect(await use(collectionId, draft)).toMatchObject({
      success: false,
      message: expect.stringMatching(/can’t be paid by this customer/),
    })
    await ask(calls.issueBills, { ids: [draft] })
    expect(await use(others, draft)).toMatchObject({
      success: false,
      message: expect.stringMatching(/can’t be paid by this customer/),
    })
    await asOwner(`update collections set purpose = 'top_up' where id = $1`, [collectionId])
    expect(await use(collectionId, draft)).toMatchObject({
      success: false,
      message: expect.stringMatching(/bill payment/),
    })
  })

  test('cannot be reversed while it has paid a bill; reopening it takes the money back, and it can be paid again', async () => {
    const { aFee, anIssued, pay, ask, done, one, account, feeStates, books, flows } = await aBiller(server)
    await aFee({ amount: '10.00' })
    await aFee({ amount: '5.00', feeCode: 'FREIGHT' })
    const id = await anIssued()
    const collection = await pay('15.00', [id])
    const reverse = () => ask(reverseCollection, { id: collection, reason: 'bounced' })
    expect(await reverse()).toMatchObject({
      success: false,
      message: expect.stringMatching(/has paid bill BL.*Reopen/),
    })
    await done(calls.reopenBill, { id, reason: 'bounced' })
    expect(await one(id)).toMatchObject({ status: 'not_settled', paid: '0.00', paidWith: [], paidAt: null })
    expect(await feeStates()).toEqual(['not_settled', 'not_settled'])
    expect((await account())[0]).toBe('15.00')
    expect(await reverse()).toMatchObject({ success: true })
    expect((await account())[0]).toBe('0.00')
    await pay('15.00', [id])
    expect(await one(id)).toMatchObject({ status: 'paid' })
    expect((await account())[0]).toBe('0.00')
    expect((await flows()).filter(([, business]) => business === 'order_freight')).toHaveLength(2)
    expect(await ask(calls.reopenBill, { id, reason: ' ' })).toMatchObject({ success: false })
    expect(await books()).toEqual([])
  })

  test('returns to the balance each time its bill is reopened', async () => {
    const { aFee, anIssued, pay, done, one, account, flows, books } = await aBiller(server)
    await aFee({ amount: '10.00' })
    const id = await anIssued()
    for (const paid of ['10.00', '20.00', '30.00']) {
      await pay('10.00', [id])
      await done(calls.reopenBill, { id, reason: 'bounced' })
      expect([await one(id), (await account())[0]]).toMatchObject([{ status: 'not_settled' }, paid])
    }
    expect((await flows()).filter(([, business]) => business === 'reversal')).toHaveLength(3)
    expect(await books()).toEqual([])
  })

  test('stays while one of the fees of its bill was reversed', async () => {
    const { aFee, anIssued, pay, ask, write, who, customerId, one, account } = await aBiller(server)
    const fee = await aFee({ amount: '10.00' })
    await aFee({ amount: '5.00' })
    const id = await anIssued()
    await pay('15.00', [id])
    const reversed = {
      id: fee,
      feeNo: `FE${fee}`,
      customerId,
      amount: '10.00',
      sourceNo: 'x',
      status: 'settled',
      refunds: [],
    } as const
    await write((tx) => takeBackFees(tx, who, [reversed], 'wrong'))
    expect((await account())[0]).toBe('10.00')
    expect(await ask(calls.reopenBill, { id, reason: 'bounced' })).toMatchObject({
      success: false,
      message: expect.stringContaining(`FE${fee}`),
    })
    expect([await one(id), (await account())[0]]).toMatchObject([{ status: 'paid' }, '10.00'])
  })

  test('that has paid a bill pays another one with what is left of it, and no more', async () => {
    const { aFee, aDraft, issue, anIssued, pay, done, one, account, books } = await aBiller(server)
    await aFee({ amount: '10.00' })
    const first = await anIssued()
    const collectionId = await pay('15.00', [first])
    await aFee({ amount: '20.00', day: '2026-02-10' })
    const second = await aDraft({ from: '2026-02-01', to: '2026-02-28' })
    expect(await issue([second])).toEqual({ ok: 1, failed: [] })
    await done(calls.payBills, { collectionId, billIds: [second] })
    expect([await one(first), await one(second)]).toMatchObject([
      { status: 'paid', paid: '10.00' },
      { status: 'not_settled', paid: '5.00' },
    ])
    expect((await account())[0]).toBe('5.00')
    expect(await books()).toEqual([])
  })

  test('for several bills pays the one of the earliest days first', async () => {
    const { aFee, aDraft, issue, anIssued, pay, one, books, done, customerId } = await aBiller(server)
    await aFee({ amount: '20.00', day: '2026-02-10' })
    const later = await aDraft({ from: '2026-02-01', to: '2026-02-28' })
    expect(await issue([later])).toEqual({ ok: 1, failed: [] })
    await aFee({ amount: '10.00' })
    const earlier = await anIssued()
    const offered = await done(calls.openBills, { customerId })
    expect(offered.map((bill) => bill.id)).toEqual([earlier, later])
    await pay('15.00', [later, earlier])
    expect(await one(earlier)).toMatchObject({ status: 'paid', paid: '10.00' })
    expect(await one(later)).toMatchObject({ status: 'not_settled', paid: '5.00' })
    expect(await books()).toEqual([])
  })

  test('that pays a bill in part keeps paying it: another bill gets only what is left', async () => {
    const { aFee, aDraft, issue, anIssued, pay, ask, done, one, books } = await aBiller(server)
    await aFee({ amount: '20.00', day: '2026-02-10' })
    const later = await aDraft({ from: '2026-02-01', to: '2026-02-28' })
    expect(await issue([later])).toEqual({ ok: 1, failed: [] })
    const collectionId = await pay('15.00', [later])
    await aFee({ amount: '10.00' })
    const earlier = await anIssued()
    expect(await ask(calls.payBills, { collectionId, billIds: [earlier] })).toMatchObject({
      ...{ success: false, message: expect.stringMatching(/^Collection .* has been used up/) },
    })
    expect([await one(later), await one(earlier)]).toMatchObject([
      { status: 'not_settled', paid: '15.00' },
      { status: 'not_settled', paid: '0.00' },
    ])
    const second = await pay('12.00', [earlier])
    await done(calls.payBills, { collectionId: second, billIds: [later] })
    expect([await one(later), await one(earlier)]).toMatchObject([
      { status: 'not_settled', paid: '17.00' },
      { status: 'paid', paid: '10.00' },
    ])
    await done(calls.reopenBill, { id: earlier, reason: 'x' })
    expect((await one(later)).paidWith.map(({ amount }) => amount)).toEqual(['15.00', '2.00'])
    await done(calls.payBills, { collectionId: second, billIds: [later] })
    await done(calls.payBills, { collectionId: second, billIds: [earlier] })
    expect([await one(later), await one(earlier)]).toMatchObject([
      { status: 'paid', paid: '20.00', paidWith: [{ amount: '15.00' }, { amount: '5.00' }] },
      { status: 'not_settled', paid: '7.00' },
    ])
    expect(await books()).toEqual([])
  })

  test('whose rest was refunded meanwhile pays no bill with it; deposits don’t make up for it', async () => {
    const { aFee, aDraft, issue, anIssued, pay, confirm, done, ask, one, account, books, customerId } =
      await aBiller(server)
    await aFee({ amount: '10.00' })
    const first = await anIssued()
    const collectionId = await pay('25.00', [first])
    const taken = async (purpose: 'refund' | 'deposit', amount: string) => {
      const { id } = await done(createCollection, {
        ...{ customerId, purpose, amount, payMethod: 'cash', bankName: null },
        ...{ bankRefNo: null, paidOn: '2026-02-01', remark: null },
      })
      expect(await confirm(id)).toEqual({ ok: 1, failed: [] })
    }
    await taken('refund', '-11.00')
    await taken('deposit', '50.00')
    await aFee({ amount: '20.00', day: '2026-02-10' })
    const second = await aDraft({ from: '2026-02-01', to: '2026-02-28' })
    expect(await issue([second])).toEqual({ ok: 1, failed: [] })
    await done(calls.payBills, { collectionId, billIds: [second] })
    expect(await one(second)).toMatchObject({ status: 'not_settled', paid: '4.00' })
    expect(await ask(calls.payBills, { collectionId, billIds: [second] })).toMatchObject({
      ...{ success: false, message: expect.stringMatching(/^Collection .* has been used up/) },
    })
    expect(await account()).toEqual(expect.arrayContaining(['54.00', '50.00']))
    expect(await books()).toEqual([])
  })

  test('of one selection with a refund is not paid out by it: the money is the bill’s', async () => {
    const { aFee, anIssued, payment, confirm, done, one, account, books, customerId } = await aBiller(server)
    await aFee({ amount: '10.00' })
    const id = await anIssued()
    const forBill = await payment('10.00', [id])
    const free = await payment('3.00')
    const { id: refund } = await done(createCollection, {
      ...{ customerId, purpose: 'refund', amount: '-3.01', payMethod: 'cash', bankName: null },
      ...{ bankRefNo: null, paidOn: '2026-02-01', remark: null },
    })
    expect(await confirm(forBill, free, refund)).toMatchObject({
      ok: 2,
      failed: [{ id: refund, reason: expect.stringContaining('3.00') }],
    })
    expect([await one(id), (await account())[0]]).toMatchObject([{ status: 'paid' }, '3.00'])
    expect(await books()).toEqual([])
  })

  test('in part is not paid out by a refund: the money is the bill’s until the bill is voided', async () => {
    const { aFee, anIssued, pay, confirm, done, one, account, books, customerId } = await aBiller(server)
    await aFee({ amount: '10.00' })
    const id = await anIssued()
    await pay('4.00', [id])
    await pay('1.00', [])
    const refund = async (amount: string) => {
      const facts = { customerId, purpose: 'refund', amount, payMethod: 'cash', bankName: null } as const
      const more = { bankRefNo: null, paidOn: '2026-02-01', remark: null }
      return (await done(createCollection, { ...facts, ...more })).id
    }
    const tooMuch = await refund('-1.01')
    expect(await confirm(tooMuch)).toMatchObject({
      ok: 0,
      failed: [{ id: tooMuch, reason: expect.stringContaining('only 1.00') }],
    })
    expect(await confirm(await refund('-1.00'))).toMatchObject({ ok: 1 })
    expect([(await one(id)).paid, (await account())[0]]).toEqual(['4.00', '4.00'])
    await done(calls.voidBills, { ids: [id], reason: 'x' })
    expect(await confirm(tooMuch)).toMatchObject({ ok: 1 })
    expect(await books()).toEqual([])
  })

  test('that was planned for more bills since is not edited by someone who has not seen them', async () => {
    const { aFee, anIssued, payment, ask, done, customerId } = await aBiller(server)
    await aFee({ amount: '10.00' })
    const id = await anIssued()
    const collectionId = await payment('10.00')
    const { rowVersion } = await done(getCollection, { id: collectionId })
    await done(calls.payBills, { collectionId, billIds: [id] })
    const facts = { customerId, purpose: 'bill_payment', amount: '10.00', payMethod: 'cash' } as const
    const edit = (seen: number) =>
      ask(editCollection, {
        ...{ id: collectionId, rowVersion: seen, ...facts, bankName: null, bankRefNo: null },
        ...{ paidOn: '2026-02-01', remark: null, billIds: [] },
      })
    expect(await edit(rowVersion)).toMatchObject({ success: false, data: { kind: 'stale' } })
    const latest = await done(getCollection, { id: collectionId })
    expect(latest.bills).toMatchObject([{ billId: id }])
    expect(await edit(latest.rowVersion)).toMatchObject({ success: true })
  })

  test('that is edited while a bill of it is voided waits for that, and says so', async () => {
    const { aFee, anIssued, payment, write, who, customerId, one, books } = await aBiller(server)
    await aFee({ amount: '10.00' })
    const id = await anIssued()
    const collectionId = await payment('10.00', [id])
    const facts = { customerId, purpose: 'bill_payment', amount: '9.00', payMethod: 'cash' } as const
    let editing: Promise<unknown> = Promise.resolve()
    await write(async (tx) => {
      await lockBills(tx, who, [id])
      editing = write((other) =>
        edit(other, who, {
          ...{ id: collectionId, rowVersion: 1, ...facts, bankName: null, bankRefNo: null },
          ...{ paidOn: '2026-02-01', remark: null, billIds: [id] },
        }),
      ).catch((fault: Error) => fault.message)
      await sleep(300)
      await voidBills(tx, who, { ids: [id], reason: 'x' })
    })
    expect(await editing).toMatch(/can’t be paid by this customer/)
    expect(await one(id)).toMatchObject({ status: 'voided', paidWith: [] })
    expect(await books()).toEqual([])
  })

  test('that is a draft is deleted with what it was planned for', async () => {
    const { aFee, anIssued, payment, done, one } = await aBiller(server)
    await aFee({ amount: '10.00' })
    const id = await anIssued()
    const collectionId = await payment('10.00', [id])
    expect(await done(deleteCollections, { ids: [collectionId] })).toEqual({ ok: 1, failed: [] })
    expect(await one(id)).toMatchObject({ status: 'not_settled', paidWith: [] })
  })

  test('in part is released when it is reversed', async () => {
    const { aFee, anIssued, pay, done, one, books } = await aBiller(server)
    await aFee({ amount: '10.00' })
    const id = await anIssued()
    const collection = await pay('4.00', [id])
    await done(reverseCollection, { id: collection, reason: 'bounced' })
    expect(await one(id)).toMatchObject({ status: 'not_settled', paid: '0.00', paidWith: [] })
    expect(await books()).toEqual([])
  })
})

describe('deleting', () => {
  test('a draft leaves nothing but its log, and its fees can be billed again; others are refused', async () => {
    const { aFee, aDraft, anIssued, done, create, all, books, asOwner } = await aBiller(server)
    await aFee({ amount: '10.00' })
    const draft = await aDraft()
    expect(await done(calls.deleteBills, { ids: [draft] })).toEqual({ ok: 1, failed: [] })
    expect(await all()).toEqual([])
    const log = await asOwner(
      `select action, object_no, before from audit_log where object_type = 'bill' and action = 'delete'`,
    )
    expect(log).toEqual([
      {
        action: 'delete',
        object_no: expect.stringMatching(/^BL/),
        before: { total: '10.00', periodTo: '2026-01-31' },
      },
    ])
    expect(await done(calls.deleteBills, { ids: [draft] })).toMatchObject({ ok: 0, failed: [{ id: draft }] })
    const issued = await anIssued()
    expect(await done(calls.deleteBills, { ids: [issued] })).toMatchObject({
      ok: 0,
      failed: [{ id: issued, reason: expect.any(String) }],
    })
    expect(await create()).toMatchObject({ ok: 0 })
    expect((await all()).map(({ status, total }) => [status, total])).toEqual([['not_settled', '10.00']])
    expect(await books()).toEqual([])
  })
})

describe('voiding', () => {
  test('gives the fees free for another bill, and keeps what the bill had', async () => {
    const { aFee, anIssued, done, one, create, all, books, pay, account, asOwner } = await aBiller(server)
    await aFee({ amount: '10.00' })
    const id = await anIssued()
    const other = await aFee({ amount: '11.00', day: '2026-03-01' })
    await pay('4.00', [id])
    expect(await done(calls.voidBills, { ids: [id], reason: 'wrong period' })).toEqual({ ok: 1, failed: [] })
    expect(await one(id)).toMatchObject({
      status: 'voided',
      voidReason: 'wrong period',
      feeCount: 1,
      paidWith: [],
    })
    expect((await account())[0]).toBe('4.00')
    await expect(asOwner('update bill_lines set fee_id = $1', [other])).rejects.toMatchObject({
      constraint: 'bill_kept',
    })
    expect(await done(calls.voidBills, { ids: [id], reason: 'again' })).toMatchObject({ ok: 0 })
    expect(await create()).toMatchObject({ ok: 1 })
    expect((await all()).map(({ status }) => status)).toEqual(['voided', 'draft'])
    expect(await books()).toEqual([])
  })

  test('a draft of a statement leaves its fees to the next one', async () => {
    const { aFee, create, all, done, otherId, books } = await aBiller(server)
    await aFee({ amount: '10.00' }, true)
    await create(january, [otherId])
    const ids = (await all()).map(({ id }) => id)
    expect(await done(calls.voidBills, { ids, reason: 'wrong customer' })).toEqual({ ok: 1, failed: [] })
    expect(await create(january, [otherId])).toMatchObject({ ok: 1, failed: [] })
    expect((await all()).map(({ status, total }) => [status, total])).toEqual([
      ['voided', '10.00'],
      ['draft', '10.00'],
    ])
    expect(await books()).toEqual([])
  })

  test('of a paid bill is refused', async () => {
    const { aFee, anIssued, pay, done, one } = await aBiller(server)
    await aFee({ amount: '10.00' })
    const id = await anIssued()
    await pay('10.00', [id])
    expect(await done(calls.voidBills, { ids: [id], reason: 'x' })).toMatchObject({ ok: 0, failed: [{ id }] })
    expect(await one(id)).toMatchObject({ status: 'paid' })
  })
})

describe('at the same time', () => {
  test('of two payments for one bill one pays it, and both are in the balance', async () => {
    const { aFee, anIssued, payment, confirm, one, account, books } = await aBiller(server)
    await aFee({ amount: '10.00' })
    const id = await anIssued()
    const ids = await Promise.all(Array.from({ length: 6 }, () => payment('10.00', [id])))
    const results = await Promise.all(ids.map((collection) => confirm(collection)))
    expect(results).toEqual(ids.map(() => ({ ok: 1, failed: [] })))
    expect(await one(id)).toMatchObject({ status: 'paid', paid: '10.00' })
    expect((await one(id)).paidWith).toHaveLength(1)
    expect((await account())[0]).toBe('50.00')
    expect(await books()).toEqual([])
  })

  test('a payment and a void leave the bill paid or voided, never both', async () => {
    for (let round = 0; round < 6; round++) {
      const { aFee, anIssued, payment, confirm, done, one, account, feeStates, books } = await aBiller(server)
      await aFee({ amount: '10.00' })
      const id = await anIssued()
      const collection = await payment('10.00', [id])
      const [, gone] = await Promise.all([
        confirm(collection),
        done(calls.voidBills, { ids: [id], reason: 'x' }),
      ])
      const isVoid = (gone as { ok: number }).ok === 1
      expect(await one(id)).toMatchObject({ status: isVoid ? 'voided' : 'paid' })
      expect((await account())[0]).toBe(isVoid ? '10.00' : '0.00')
      expect(await feeStates()).toEqual([isVoid ? 'not_settled' : 'settled'])
      expect(await books()).toEqual([])
    }
  })

  test('a fee that is voided while it is put on a bill is not on it', async () => {
    const biller = await aBiller(server)
    const { aFee, who, customerId, one, all, books } = biller
    const fee = await aFee({ amount: '10.00' })
    await aFee({ amount: '2.00' })
    const { isHeld } = await atOnce(server, biller, [
      (tx) => voidFees(tx, who, { ids: [fee], reason: 'wrong' }),
      (tx) => createBills(tx, who, { ...january, customerIds: [customerId] }),
    ])
    expect(isHeld).toBe(true)
    const [bill] = await all()
    expect(await one(bill?.id ?? 0)).toMatchObject({ total: '2.00', feeCount: 1 })
    expect(await books()).toEqual([])
  })

  test('a fee that is settled while its bill is issued keeps the bill a draft', async () => {
    const biller = await aBiller(server)
    const { aFee, aDraft, who, customerId, asOwner, one, books, done, issue } = biller
    const fee = await aFee({ amount: '10.00' })
    await aFee({ amount: '2.00' })
    const id = await aDraft()
    await asOwner(`update customers set settlement_mode = 'balance' where id = $1`, [customerId])
    const { isHeld } = await atOnce(server, biller, [
      (tx) => settleFees(tx, who, { ids: [fee] }),
      (tx) => issueBills(tx, who, { ids: [id], withUnpriced: false }),
    ])
    expect(isHeld).toBe(true)
    expect(await one(id)).toMatchObject({ status: 'draft' })
    expect(await books()).toEqual([])
    await done(calls.refreshBills, { ids: [id] })
    expect(await one(id)).toMatchObject({ total: '2.00' })
    expect(await issue([id])).toEqual({ ok: 1, failed: [] })
    expect(await books()).toEqual([])
  })

  test('the groups of a draft add up to its total while it is refreshed', async () => {
    const { aFee, aDraft, one, done, write, who } = await aBiller(server)
    await aFee({ amount: '10.00' })
    const id = await aDraft()
    let isOver = false
    const changing = (async () => {
      for (let round = 0; round < 25; round++) {
        const fee = await aFee({ amount: '0.01', orderType: 'inbound' })
        await done(calls.refreshBills, { ids: [id] })
        await write((tx) => voidFees(tx, who, { ids: [fee], reason: 'x' }))
      }
      isOver = true
    })()
    const odd: unknown[] = []
    while (!isOver) {
      const { total, feeCount, groups } = await one(id)
      const sum = groups.reduce((all, { amount }) => all + Math.round(Number(amount) * 100), 0)
      const fees = groups.reduce((all, each) => all + each.fees, 0)
      if (sum !== Math.round(Number(total) * 100) || fees !== feeCount) odd.push([total, groups])
    }
    await changing
    expect(odd).toEqual([])
  })

  test('refreshing, issuing, paying and voiding fees end without a deadlock', async () => {
    const { aFee, aDraft, done, issue, ask, write, who, customerId, payment, confirm, books } =
      await aBiller(server)
    const fees = []
    for (let i = 0; i < 6; i++) fees.push(await aFee({ amount: '1.00' }))
    const id = await aDraft()
    const collection = await payment('6.00')
    const back = (fee: number) =>
      write((tx) =>
        takeBackFees(
          tx,
          who,
          [
            {
              id: fee,
              feeNo: `FE${fee}`,
              customerId,
              amount: '1.00',
              sourceNo: 'x',
              status: 'not_settled',
              refunds: [],
            },
          ],
          'wrong',
        ),
      ).catch((fault: Error) => fault.message)
    const ends = await Promise.all([
      ...fees.slice(0, 3).map(back),
      done(calls.refreshBills, { ids: [id] }),
      issue([id]),
      confirm(collection),
      ask(calls.payBills, { collectionId: collection, billIds: [id] }),
    ])
    expect(ends.filter((end) => typeof end === 'string' && !/on bill|added to a bill/.test(end))).toEqual([])
    expect(await books()).toEqual([])
  })
})

test('each step of a bill is in its log and published, with what it changed', async () => {
  const { aFee, aDraft, issue, payment, confirm, done, one, asOwner } = await aBiller(server)
  await aFee({ amount: '10.00' })
  const id = await aDraft()
  const { billNo, createdBy } = await one(id)
  await aFee({ amount: '2.00' })
  await done(calls.refreshBills, { ids: [id] })
  await issue([id])
  const collection = await payment('12.00', [id])
  await confirm(collection)
  await done(calls.reopenBill, { id, reason: 'bounced' })
  await done(calls.voidBills, { ids: [id], reason: 'wrong period' })
  const other = await aDraft()
  await done(calls.deleteBills, { ids: [other] })
  const log = await asOwner<Record<string, unknown>>(
    `select action, object_id::int as id, before, after, reason from audit_log where object_type = 'bill' order by at, id`,
  )
  const created = { periodFrom: '2026-01-01', periodTo: '2026-01-31', billStatus: 'draft' }
  expect(log.map((entry) => Object.values(entry))).toEqual([
    ['create', id, null, created, null],
    ['refresh_bill', id, { total: '10.00' }, { total: '12.00' }, null],
    ['issue_bill', id, { billStatus: 'draft' }, { billStatus: 'not_settled' }, null],
    ['pay_bill', id, { billStatus: 'not_settled' }, { billStatus: 'paid', total: '12.00' }, null],
    ['reopen_bill', id, { billStatus: 'paid' }, { billStatus: 'not_settled' }, 'bounced'],
    ['void', id, { billStatus: 'not_settled' }, { billStatus: 'voided' }, 'wrong period'],
    ['create', other, null, created, null],
    ['delete', other, { total: '12.00', periodTo: '2026-01-31' }, null, null],
  ])
  const events = await asOwner<{ kind: string; payload: object }>(
    `select kind, payload from events where object_type = 'bill' order by at, id`,
  )
  expect(events.map(({ kind }) => kind.replace('bill.', ''))).toEqual([
    ...['created', 'edited', 'issued', 'paid', 'reopened', 'voided', 'created', 'deleted'],
  ])
  expect(events[3]?.payload).toEqual({ total: '12.00' })
  expect(createdBy).toMatch(/^Person/)
  expect(await one(id)).toMatchObject({ createdBy, voidedBy: createdBy, voidReason: 'wrong period' })
  const planned = await asOwner(
    `select object_id::int as id, after from audit_log where action = 'plan_bills'`,
  )
  expect(planned).toEqual([{ id: collection, after: { bills: billNo } }])
})

test('bills are found by number, customer, status, kind and the days of their period, and counted', async () => {
  const { aFee, aDraft, anIssued, pay, done, one, customerId, otherId } = await aBiller(server)
  await aFee({ amount: '10.00' })
  const paid = await anIssued()
  await pay('10.00', [paid])
  await aFee({ amount: '5.00' })
  const issued = await anIssued()
  await aFee({ amount: '7.00', day: '2026-02-10' }, true)
  const draft = await aDraft({ from: '2026-02-01', to: '2026-02-28' }, otherId)
  const found = async (input: SentTo<typeof calls.listBills>) =>
    (await done(calls.listBills, { order: 'asc', ...input })).rows.map(({ id }) => id)
  expect(await found({})).toEqual([paid, issued, draft])
  expect(await found({ order: 'desc' })).toEqual([draft, issued, paid])
  expect(await found({ sort: 'total' })).toEqual([issued, draft, paid])
  expect(await found({ search: (await one(issued)).billNo.toLowerCase() })).toEqual([issued])
  expect(await found({ customerId: otherId })).toEqual([draft])
  expect(await found({ status: 'not_settled' })).toEqual([issued])
  expect(await found({ mode: 'balance' })).toEqual([draft])
  expect(await found({ from: '2026-01-31' })).toEqual([paid, issued, draft])
  expect(await found({ from: '2026-02-01' })).toEqual([draft])
  expect(await found({ to: '2026-02-01' })).toEqual([paid, issued, draft])
  expect(await found({ to: '2026-01-31' })).toEqual([paid, issued])
  expect(await done(calls.countBills, {})).toEqual({ draft: 1, notSettled: 1, paid: 1, voided: 0 })
  await done(calls.voidBills, { ids: [issued], reason: 'wrong' })
  expect(await done(calls.countBills, { customerId })).toEqual({
    draft: 0,
    notSettled: 0,
    paid: 1,
    voided: 1,
  })
})

test('statements are written into one spreadsheet with a sheet each, and unknown ones are refused', async () => {
  const { aFee, anIssued, one, who, ask, tenantId } = await aBiller(server)
  await aFee({ amount: '10.00' })
  const first = await anIssued()
  await aFee({ amount: '2.00' })
  const second = await anIssued()
  expect(await ask(calls.printBills, { ids: [first, 999_999], format: 'xlsx' })).toMatchObject({
    data: { kind: 'not_found' },
  })
  const { snapshot, read } = server.database
  const printed = async (ids: number[], stopsAt = -1) => {
    const work = {
      ...{ who, input: { ids, format: 'xlsx', language: 'en_US' } },
      read: (job: Parameters<typeof read>[1]) => read(tenantId, job),
      snapshot: (job: Parameters<typeof snapshot>[1]) => snapshot(tenantId, job),
      progress: async (done: number) => ({ isCancelAsked: done === stopsAt }),
    }
    return printNow(server.files)(work as unknown as Parameters<ReturnType<typeof printNow>>[0])
  }
  const [one1, two] = [await printed([first]), await printed([first, second, 999_999])]
  const { billNo } = await one(first)
  expect([one1, two]).toMatchObject([
    { file: { name: `${billNo}.xlsx` }, message: { en_US: expect.stringMatching(/^1 /) } },
    { file: { name: 'bills.xlsx' }, message: { en_US: expect.stringMatching(/^2 /) } },
  ])
  const file = 'file' in two ? two.file : undefined
  const { sheets } = await readXlsx(file && 'bytes' in file ? file.bytes : Buffer.of())
  expect(sheets.map(({ name, rows }) => [name, rows[0]?.[0]])).toEqual([
    [billNo, 'Bill'],
    [(await one(second)).billNo, 'Bill'],
  ])
  expect(await printed([first, second], 1)).toEqual({ end: 'cancel' })
})

describe('are locked in the order of their ids', () => {
  test('bills, their customers and their fees', async () => {
    const biller = await aBiller(server)
    const { aFee, aDraft, who, customerId, otherId } = biller
    const fees = [await aFee({ amount: '10.00' }), await aFee({ amount: '2.00' })]
    await aFee({ amount: '3.00' }, true)
    const bill = await aDraft()
    const bills = [bill, await aDraft(january, otherId)]
    const inOrder = (table: string, ids: number[], work: (tx: Tx) => Promise<unknown>) =>
      locksInOrder(server, biller, table, ids, work)
    expect(await inOrder('bills', bills, (tx) => lockBills(tx, who, bills.toReversed()))).toBe(true)
    const owners = [otherId, customerId]
    const ofBoth = owners.map((id) => ({ customerId: id }))
    expect(await inOrder('customers', owners, (tx) => lockCustomersOf(tx, who, ofBoth))).toBe(true)
    expect(await inOrder('fees', fees, (tx) => lockFeesOf(tx, who, [bill]))).toBe(true)
    expect(await inOrder('fees', fees, (tx) => lockFees(tx, who, { ids: fees.toReversed() }))).toBe(true)
  })
})

test('the payments of a bill are shown in the order of their collections, whichever was used for it first', async () => {
  const { aFee, anIssued, payment, pay, confirm, done, one } = await aBiller(server)
  await aFee({ amount: '10.00' })
  const id = await anIssued()
  const first = await payment('3.00')
  await confirm(first)
  const second = await pay('4.00', [id])
  await done(calls.payBills, { collectionId: first, billIds: [id] })
  // A table that the planner knows to be small is read in the order of its rows, as a database does within a minute.
  await server.owner('analyze bill_payments, collections')
  expect((await one(id)).paidWith.map(({ collectionId }) => collectionId)).toEqual([first, second])
})

test('issuing a statement waits for other bills of its customer', async () => {
  const biller = await aBiller(server)
  const { aFee, aDraft, who, otherId } = biller
  await aFee({ amount: '10.00' }, true)
  const id = await aDraft(january, otherId)
  const { isHeld } = await atOnce(server, biller, [
    (tx) => lockCustomersOf(tx, who, [{ customerId: otherId }]),
    (tx) => issueBills(tx, who, { ids: [id], withUnpriced: false }),
  ])
  expect(isHeld).toBe(true)
})

test('confirming a payment waits for the fees of its bills before it takes the account', async () => {
  const { aFee, anIssued, payment, write, who, customerId, asOwner } = await aBiller(server)
  const fee = await aFee({ amount: '10.00' })
  const collection = await payment('10.00', [await anIssued()])
  let confirming: Promise<unknown> = Promise.resolve()
  const free = await write(async (tx) => {
    await lockFees(tx, who, { ids: [fee] })
    confirming = write((other) => confirmNow(other, who, { ids: [collection] }))
    await untilLockWaits(server)
    return asOwner('select 1 from customer_accounts where customer_id = $1 for no key update skip locked', [
      customerId,
    ])
  })
  expect(free).toHaveLength(1)
  expect(await confirming).toEqual({ ok: 1, failed: [] })
})
