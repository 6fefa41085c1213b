import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { BulkResult, Call, SentTo } from '../../../platform/calls/call.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { folderStore } from '../../../platform/files/server/store.ts'
import { aBiller } from '../../../testing/bill-builders.ts'
import { wrongNow } from '../../../testing/books.ts'
import { locksInOrder } from '../../../testing/lock-order.ts'
import { aLedger } from '../../../testing/money-builders.ts'
import { aPerson, aSession, aUser, english, startTestServer } from '../../../testing/test-server.ts'
import { uploadedId } from '../../../testing/upload.ts'
import * as calls from '../contract.ts'
import { collectionImport } from '../import-form.ts'
import { moneyChecks } from './checks.ts'
import { deleteCollections } from './collections.ts'
import { collectionsFromSheet } from './import-collections.ts'

const server = await startTestServer()

type Draft = SentTo<typeof calls.createCollection>

/** A warehouse whose biller records payments. */
async function aTill() {
  const ledger = await aLedger(server)
  const ask = <C extends Call>(call: C, input: SentTo<C>, as: { token: string } = ledger) =>
    server.send(call, input, { ...ledger, ...as })
  const done = <C extends Call>(call: C, input: SentTo<C>) => server.done(call, input, ledger)
  const fields = (over: Partial<Draft> = {}): Draft => ({
    customerId: ledger.customerId,
    purpose: 'top_up',
    amount: '100.00',
    payMethod: 'bank',
    bankName: 'First Bank',
    bankRefNo: null,
    paidOn: '2026-01-31',
    remark: null,
    ...over,
  })
  const draft = async (over: Partial<Draft> = {}) => (await done(calls.createCollection, fields(over))).id
  const confirm = (...ids: number[]) => done(calls.confirmCollections, { ids }) as Promise<BulkResult>
  const paid = async (over: Partial<Draft> = {}) => {
    const id = await draft(over)
    expect(await confirm(id)).toEqual({ ok: 1, failed: [] })
    return id
  }
  const one = (id: number) => done(calls.getCollection, { id })
  const books = () => wrongNow(moneyChecks, server, ledger)
  return { ...ledger, ask, done, fields, draft, confirm, paid, one, books }
}

describe('a collection', () => {
  test('is a draft without effect, and in the balance once confirmed', async () => {
    const { draft, one, account, confirm, flows, books, done } = await aTill()
    const id = await draft({ amount: '100.5', bankRefNo: 'FT-1', remark: 'January' })
    expect(await one(id)).toMatchObject({
      collectionNo: expect.stringMatching(/^CP\d{6}-\d{5}$/),
      ...{ status: 'draft', amount: '100.50', confirmedAt: null, twins: [], files: [], proofs: 0 },
    })
    expect(await account()).toEqual(['0.00', '0.00', '0.00', 0])
    expect(await done(calls.previewCollections, { ids: [id] })).toMatchObject({
      customers: [{ customerCode: 'ACME', before: '0.00', change: '100.50', after: '100.50' }],
      twins: [],
      withoutProof: [expect.stringMatching(/^CP/)],
    })
    expect(await confirm(id)).toEqual({ ok: 1, failed: [] })
    expect(await one(id)).toMatchObject({ status: 'paid', confirmedBy: expect.any(String) })
    expect(await flows()).toEqual([['in', 'collection', '100.50', '100.50', '0.00', '0.00']])
    expect(await books()).toEqual([])
  })

  test('is confirmed once, by twenty people too', async () => {
    const { draft, confirm, account } = await aTill()
    const id = await draft()
    const results = await Promise.all(Array.from({ length: 20 }, () => confirm(id)))
    expect(results.filter(({ ok }) => ok === 1)).toHaveLength(1)
    expect(results.filter(({ failed }) => /no longer a draft/.test(failed[0]?.reason ?? ''))).toHaveLength(19)
    expect(await account()).toEqual(['100.00', '0.00', '0.00', 1])
  })

  test('that no account has room for is refused as a whole, and shown before', async () => {
    const { draft, ask, done, account, customerId, otherId, books } = await aTill()
    const most = { purpose: 'adjustment', amount: '99999999999999.99' } as const
    const ids: number[] = []
    for (let i = 0; i < 101; i++) ids.push(await draft(most))
    ids.push(await draft({ ...most, customerId: otherId }))
    expect(await done(calls.previewCollections, { ids })).toMatchObject({
      customers: [
        { customerId, after: '10099999999999998.99' },
        { customerId: otherId, after: most.amount },
      ],
    })
    expect(await ask(calls.confirmCollections, { ids })).toMatchObject({
      ...{ status: 200, success: false, data: { kind: 'overflow' } },
    })
    expect([await account(), await account(otherId)]).toEqual([
      ['0.00', '0.00', '0.00', 0],
      ['0.00', '0.00', '0.00', 0],
    ])
    expect(await books()).toEqual([])
  })

  test('is left out of a confirmation when it was changed after the preview', async () => {
    const { draft, done, ask, fields, account } = await aTill()
    const ids = [await draft({ amount: '100.00' }), await draft({ amount: '20.00' })]
    const { shown } = await done(calls.previewCollections, { ids })
    const [id = 0] = ids
    expect(
      await ask(calls.editCollection, { id, rowVersion: 1, ...fields({ amount: '900.00' }) }),
    ).toMatchObject({ success: true })
    const answer = await done(calls.confirmCollections, { ids, shown })
    expect(answer).toMatchObject({
      ok: 1,
      failed: [{ id, reason: expect.stringContaining('was changed after you opened it') }],
    })
    expect((await account())[0]).toBe('20.00')
  })

  test('can be edited and deleted as a draft only, and not by someone who has not seen the latest', async () => {
    const { draft, one, ask, fields, confirm, done, asOwner } = await aTill()
    const id = await draft()
    const edit = (rowVersion: number, over: Partial<Draft> = {}) =>
      ask(calls.editCollection, { id, rowVersion, ...fields(over) })
    expect(await edit(1, { amount: '7', payMethod: 'cash', bankName: null })).toMatchObject({ success: true })
    expect(await edit(1)).toMatchObject({ success: false, data: { kind: 'stale' } })
    expect(await one(id)).toMatchObject({ amount: '7.00', payMethod: 'cash', bankName: null, rowVersion: 2 })
    await confirm(id)
    expect(await edit(3)).toMatchObject({ success: false })
    expect(await done(calls.deleteCollections, { ids: [id] })).toMatchObject({ ok: 0, failed: [{ id }] })
    for (const text of ['delete from collections', 'update collections set amount = 1'])
      await expect(asOwner(text)).rejects.toMatchObject({ constraint: 'collection_kept' })
    const other = await draft()
    expect(await done(calls.deleteCollections, { ids: [other] })).toEqual({ ok: 1, failed: [] })
    expect(await ask(calls.getCollection, { id: other })).toMatchObject({ data: { kind: 'not_found' } })
  })

  test.each([
    ['an amount of nothing', { amount: '0.00' }, 'amount'],
    ['three decimals', { amount: '1.001' }, 'amount'],
    ['no number', { amount: 'NaN' }, 'amount'],
    ['a negative top-up', { amount: '-1.00' }, 'amount'],
    ['a negative deposit', { purpose: 'deposit', amount: '-1.00' }, 'amount'],
    ['a negative bill payment', { purpose: 'bill_payment', amount: '-1.00' }, 'amount'],
    ['a positive refund', { purpose: 'refund', amount: '1.00' }, 'amount'],
    ['a transfer without a bank', { bankName: ' ' }, 'bankName'],
    ['a long bank name', { bankName: 'x'.repeat(201) }, 'bankName'],
    ['a payment of tomorrow', { paidOn: '2099-01-01' }, 'paidOn'],
    ['an unknown customer', { customerId: 999_999_999 }, 'customerId'],
    ['a reference with spaces', { bankRefNo: 'A B' }, 'bankRefNo'],
    ['a file that does not exist', { fileIds: [999_999_999] }, 'fileIds'],
  ] as [string, Partial<Draft>, string][])('is not recorded with %s', async (_, over, field) => {
    const { ask, fields, asOwner } = await aTill()
    const answer = await ask(calls.createCollection, fields(over))
    expect(answer).toMatchObject({ success: false, data: { fields: [{ path: field }] } })
    expect(await asOwner('select 1 from collections')).toEqual([])
  })

  test('that is reversed leaves the balance, with the reason, once', async () => {
    const { paid, ask, done, account, flows, one, books, post, line, asOwner, customerId } = await aTill()
    const id = await paid()
    await post(line({ type: 'out', amount: '60.00' }))
    const reverse = (reason: string) => ask(calls.reverseCollection, { id, reason })
    expect(await reverse(' ')).toMatchObject({
      success: false,
      data: { fields: [{ path: 'reason' }] },
    })
    expect(await reverse('bounced')).toMatchObject({ success: true })
    expect(await reverse('bounced')).toMatchObject({ success: false })
    expect(await account()).toEqual(['-60.00', '0.00', '0.00', 3])
    expect((await flows()).at(-1)).toEqual(['out', 'reversal', '100.00', '-60.00', '0.00', '0.00'])
    const { rows } = await done(calls.listBalanceFlows, { customerId })
    expect(rows[0]).toMatchObject({ business: 'reversal', reason: 'bounced' })
    expect(await one(id)).toMatchObject({
      ...{ status: 'reversed', reverseReason: 'bounced', reversedBy: expect.any(String) },
      reversedAt: expect.any(String),
    })
    expect(
      await asOwner(
        `select l.before, l.after, l.reason, e.payload from audit_log l join events e on e.object_id = l.object_id and e.kind = 'collection.reversed'
         where l.action = 'reverse_collection'`,
      ),
    ).toEqual([
      {
        before: { collectionStatus: 'paid' },
        after: { collectionStatus: 'reversed', amount: '100.00' },
        reason: 'bounced',
        payload: { amount: '100.00' },
      },
    ])
    expect(await books()).toEqual([])
  })

  test('that is a draft cannot be reversed', async () => {
    const { draft, ask, account } = await aTill()
    expect(await ask(calls.reverseCollection, { id: await draft(), reason: 'x' })).toMatchObject({
      success: false,
    })
    expect(await account()).toEqual(['0.00', '0.00', '0.00', 0])
  })
})

describe('the purposes', () => {
  test('a deposit is held at once, and reversing it releases it first', async () => {
    const { paid, account, flows, ask, books } = await aTill()
    const id = await paid({ purpose: 'deposit', amount: '30.00' })
    expect(await account()).toEqual(['30.00', '30.00', '0.00', 2])
    expect(await books()).toEqual([])
    await ask(calls.reverseCollection, { id, reason: 'contract ended' })
    expect(await flows()).toEqual([
      ['in', 'collection', '30.00', '30.00', '0.00', '0.00'],
      ['freeze', 'collection', '30.00', '30.00', '30.00', '0.00'],
      ['unfreeze', 'collection', '30.00', '30.00', '0.00', '0.00'],
      ['out', 'reversal', '30.00', '0.00', '0.00', '0.00'],
    ])
    expect(await books()).toEqual([])
  })

  test('a deposit is released once: it stays in the balance and can be used, and a reversal then takes it out of that', async () => {
    const { paid, draft, account, flows, ask, books } = await aTill()
    const id = await paid({ purpose: 'deposit', amount: '30.00' })
    const isHeld = async () => ((await ask(calls.getCollection, { id })).data as { isHeld: boolean }).isHeld
    expect(await isHeld()).toBe(true)
    expect(await ask(calls.releaseDeposit, { id, reason: 'contract ended' })).toMatchObject({ success: true })
    expect(await isHeld()).toBe(false)
    expect(await account()).toEqual(['30.00', '0.00', '0.00', 3])
    expect(await books()).toEqual([])
    expect(await ask(calls.releaseDeposit, { id, reason: 'again' })).toMatchObject({ success: false })
    for (const other of [await paid({ amount: '5.00' }), await draft({ purpose: 'deposit', amount: '5.00' })])
      expect(await ask(calls.releaseDeposit, { id: other, reason: 'no deposit' })).toMatchObject({
        success: false,
      })
    expect(await ask(calls.reverseCollection, { id, reason: 'paid back' })).toMatchObject({ success: true })
    expect(await flows()).toEqual([
      ['in', 'collection', '30.00', '30.00', '0.00', '0.00'],
      ['freeze', 'collection', '30.00', '30.00', '30.00', '0.00'],
      ['unfreeze', 'collection', '30.00', '30.00', '0.00', '0.00'],
      ['in', 'collection', '5.00', '35.00', '0.00', '0.00'],
      ['out', 'reversal', '30.00', '5.00', '0.00', '0.00'],
    ])
    expect(await books()).toEqual([])
  })

  test('a refund needs free money: neither held money nor credit counts', async () => {
    const { paid, draft, confirm, account, setCredit, books } = await aTill()
    await paid({ amount: '50.00' })
    await paid({ purpose: 'deposit', amount: '20.00' })
    await setCredit('500')
    const [large, exact, cent] = [
      await draft({ purpose: 'refund', amount: '-50.01' }),
      await draft({ purpose: 'refund', amount: '-50.00' }),
      await draft({ purpose: 'refund', amount: '-0.01' }),
    ]
    const result = await confirm(large, exact, cent)
    expect(result.ok).toBe(1)
    expect(result.failed.map(({ id, reason }) => [id, reason])).toEqual([
      [large, expect.stringContaining('50.00')],
      [cent, expect.stringContaining('0.00')],
    ])
    expect(await account()).toEqual(['20.00', '20.00', '500.00', 5])
    expect(await books()).toEqual([])
  })

  test('a refund from an account in arrears is told that nothing is there', async () => {
    const { post, line, draft, confirm } = await aTill()
    await post(line({ type: 'out', amount: '60.00' }))
    const id = await draft({ purpose: 'refund', amount: '-1.00' })
    expect((await confirm(id)).failed[0]?.reason).toMatch(/only 0\.00/)
  })

  test('of one selection, what is paid in first can be paid out after it', async () => {
    const { draft, confirm, account } = await aTill()
    const [paysIn, paysOut] = [
      await draft({ amount: '10.00' }),
      await draft({ purpose: 'refund', amount: '-10.00' }),
    ]
    expect(await confirm(paysOut, paysIn)).toEqual({ ok: 2, failed: [] })
    expect(await account()).toEqual(['0.00', '0.00', '0.00', 2])
  })

  test('of one selection, a deposit pays for no refund after it', async () => {
    const { draft, confirm, account, books } = await aTill()
    const [deposit, refund] = [
      await draft({ purpose: 'deposit', amount: '10.00' }),
      await draft({ purpose: 'refund', amount: '-0.01' }),
    ]
    expect(await confirm(deposit, refund)).toMatchObject({ ok: 1, failed: [{ id: refund }] })
    expect(await account()).toEqual(['10.00', '10.00', '0.00', 2])
    expect(await books()).toEqual([])
  })

  test('an adjustment goes either way under its own business', async () => {
    const { paid, flows, ask, books } = await aTill()
    const id = await paid({ purpose: 'adjustment', amount: '-4.00', payMethod: 'other', bankName: null })
    await paid({ purpose: 'adjustment', amount: '1.00' })
    await ask(calls.reverseCollection, { id, reason: 'x' })
    expect(await flows()).toEqual([
      ['out', 'adjustment', '4.00', '-4.00', '0.00', '0.00'],
      ['in', 'adjustment', '1.00', '-3.00', '0.00', '0.00'],
      ['in', 'reversal', '4.00', '1.00', '0.00', '0.00'],
    ])
    expect(await books()).toEqual([])
  })
})

test('the same bank reference is pointed out, whatever its case, until one is reversed', async () => {
  const { draft, one, done, paid, ask } = await aTill()
  const first = await paid({ bankRefNo: 'FT-100' })
  const { collectionNo } = await one(first)
  const second = await draft({ bankRefNo: 'ft-100' })
  expect((await one(second)).twins).toEqual([collectionNo])
  expect(await done(calls.collectionTwins, { bankRefNo: 'Ft-100' })).toHaveLength(2)
  expect((await done(calls.previewCollections, { ids: [second] })).twins).toHaveLength(1)
  await ask(calls.reverseCollection, { id: first, reason: 'typed twice' })
  expect((await one(second)).twins).toEqual([])
})

test('the balance flow has the totals of each day, and its balance continues from the day before', async () => {
  const { postAt, done, customerId, otherId } = await aBiller(server)
  const post = (day: string, type: 'in' | 'out', amount: string, customer = customerId) =>
    postAt(`${day}T12:00:00Z`, type, type === 'in' ? 'collection' : 'manual_fee', amount, customer)
  await post('2026-01-03', 'in', '100.00')
  await post('2026-01-05', 'out', '30.00')
  await post('2026-01-05', 'in', '5.00')
  await post('2026-01-07', 'out', '80.50')
  await post('2026-01-05', 'in', '1000.00', otherId)
  const days = async (input: SentTo<typeof calls.sumBalanceDays>) =>
    (await done(calls.sumBalanceDays, input)).map((day) => Object.values(day))
  const own = { customerId, from: '2026-01-04', to: '2026-01-31' }
  expect(await days(own)).toEqual([
    ['2026-01-07', '0.00', '80.50', '-5.50'],
    ['2026-01-05', '5.00', '30.00', '75.00'],
  ])
  expect(await done(calls.sumBalanceFlows, own)).toMatchObject({ opening: '100.00', closing: '-5.50' })
  expect(await days({ from: '2026-01-05', to: '2026-01-05' })).toEqual([
    ['2026-01-05', '1005.00', '30.00', '1075.00'],
  ])
  expect(await days({ ...own, to: '2026-01-04' })).toEqual([])
  expect(await done(calls.sumBalanceFlows, { ...own, to: '2026-01-04' })).toMatchObject({
    ...{ opening: '100.00', moneyIn: '0.00', moneyOut: '0.00', closing: '100.00' },
  })
})

test('without a bank reference the same customer, day and amount are pointed out', async () => {
  const { draft, one, done, otherId, customerId } = await aTill()
  const bare = { bankRefNo: null, amount: '35.00', paidOn: '2026-01-05' }
  const first = await one(await draft(bare))
  const twins = async (over: object = {}) => (await one(await draft({ ...bare, ...over }))).twins
  expect(await twins({ amount: '35.01' })).toEqual([])
  expect(await twins({ paidOn: '2026-01-06' })).toEqual([])
  expect(await twins({ customerId: otherId })).toEqual([])
  expect(await twins({ bankRefNo: 'FT-35' })).toEqual([first.collectionNo])
  // Two different references are two payments.
  expect(await twins({ bankRefNo: 'FT-36' })).toEqual([first.collectionNo])
  const typed = { customerId, paidOn: bare.paidOn, amount: '35' }
  expect(await done(calls.collectionTwins, typed)).toHaveLength(3)
  expect(await done(calls.collectionTwins, { ...typed, exceptId: first.id })).toHaveLength(2)
  expect(await done(calls.collectionTwins, { ...typed, bankRefNo: 'FT-36' })).toHaveLength(2)
  expect(await done(calls.collectionTwins, {})).toEqual([])
  expect((await done(calls.previewCollections, { ids: [first.id] })).twins).toEqual([first.collectionNo])
})

describe('the list', () => {
  test('is filtered by everything it shows', async () => {
    const { draft, paid, done, one, otherId } = await aTill()
    const a = await draft({ amount: '10.00', bankRefNo: 'FT-7' })
    const b = await paid({ amount: '20.00', paidOn: '2026-02-01', payMethod: 'cash', bankName: null })
    const c = await paid({ amount: '-5.00', purpose: 'adjustment', customerId: otherId })
    const { collectionNo } = await one(b)
    const found = async (input: SentTo<typeof calls.listCollections>) =>
      (await done(calls.listCollections, input)).rows.map(({ id }) => id)
    expect(await found({})).toEqual([c, b, a])
    expect(await found({ sort: 'amount', order: 'asc' })).toEqual([c, a, b])
    expect(await found({ sort: 'paidOn', order: 'desc' })).toEqual([b, c, a])
    expect(await found({ search: 'ft-7' })).toEqual([a])
    expect(await found({ search: collectionNo.slice(3).toLowerCase() })).toEqual([b])
    expect(await found({ status: 'draft' })).toEqual([a])
    expect(await found({ customerId: otherId })).toEqual([c])
    expect(await found({ purpose: 'adjustment' })).toEqual([c])
    expect(await found({ payMethod: 'cash' })).toEqual([b])
    expect(await found({ paidFrom: '2026-02-01' })).toEqual([b])
    expect(await found({ paidTo: '2026-01-31' })).toEqual([c, a])
    expect(await found({ minAmount: '10' })).toEqual([b, a])
    expect(await found({ maxAmount: '10' })).toEqual([c, a])
    expect(await done(calls.countCollections, {})).toEqual({ draft: 1, paid: 2, reversed: 0 })
    expect(await done(calls.countCollections, { customerId: otherId })).toEqual({
      ...{ draft: 0, paid: 1, reversed: 0 },
    })
  })
})

describe('the balance flow', () => {
  test('shows each change with its sign and what was left, and the balances of a period', async () => {
    const { paid, done, asOwner, customerId, otherId, setCredit, one } = await aTill()
    const id = await paid({ amount: '50.00' })
    await setCredit('10')
    await setCredit('4')
    await paid({ purpose: 'refund', amount: '-20.00' })
    await paid({ amount: '3.00', customerId: otherId })
    const { rows, total } = await done(calls.listBalanceFlows, { customerId })
    expect(total).toBe(4)
    expect(
      rows.map(({ flowNo, amount, balanceAfter, creditAfter }) => [
        flowNo,
        amount,
        balanceAfter,
        creditAfter,
      ]),
    ).toEqual([
      ['ACME-4', '-20.00', '30.00', '4.00'],
      ['ACME-3', '-6.00', '50.00', '4.00'],
      ['ACME-2', '10.00', '50.00', '10.00'],
      ['ACME-1', '50.00', '50.00', '0.00'],
    ])
    const { collectionNo } = await one(id)
    const found = async (input: SentTo<typeof calls.listBalanceFlows>) =>
      (await done(calls.listBalanceFlows, input)).rows.map(({ flowNo }) => flowNo)
    expect(await found({ document: collectionNo })).toEqual(['ACME-1'])
    expect(await found({ document: collectionNo.toLowerCase() })).toEqual(['ACME-1'])
    expect(await found({ logType: 'out' })).toEqual(['ACME-4'])
    expect(await found({ business: 'collection' })).toEqual(['OTHER-1', 'ACME-4', 'ACME-1'])
    // The first payment came in May, the rest today.
    await asOwner(`update balance_flows set at = '2026-05-05 12:00Z' where seq = 1 and customer_id = $1`, [
      customerId,
    ])
    const sums = (input: SentTo<typeof calls.sumBalanceFlows>) => done(calls.sumBalanceFlows, input)
    expect(await sums({ customerId })).toEqual({
      ...{ opening: '0.00', moneyIn: '50.00', moneyOut: '20.00', closing: '30.00' },
    })
    expect(await sums({ customerId, from: '2026-05-06' })).toEqual({
      ...{ opening: '50.00', moneyIn: '0.00', moneyOut: '20.00', closing: '30.00' },
    })
    expect(await sums({ customerId, from: '2026-05-05', to: '2026-05-05' })).toEqual({
      ...{ opening: '0.00', moneyIn: '50.00', moneyOut: '0.00', closing: '50.00' },
    })
    expect(await sums({ from: '2026-05-06', to: '2026-05-07' })).toEqual({
      ...{ opening: '50.00', moneyIn: '0.00', moneyOut: '0.00', closing: '50.00' },
    })
    expect(await sums({})).toMatchObject({ closing: '33.00' })
    expect(await found({ from: '2026-05-05', to: '2026-05-05' })).toEqual(['ACME-1'])
  })
})

test('a day of the balance flow is one of the reader’s time zone', async () => {
  const { postAt, customerId, token } = await aBiller(server)
  for (const at of ['2026-05-05T15:59:59Z', '2026-05-05T16:00:00Z'])
    await postAt(at, 'in', 'collection', '10.00', customerId)
  const seen = async (zone: string) => {
    const as = { token, headers: { ...english, 'x-timezone': zone } }
    const input = { customerId, from: '2026-05-06', to: '2026-05-06' }
    const sums = await server.done(calls.sumBalanceFlows, input, as)
    const days = await server.done(calls.sumBalanceDays, input, as)
    return [sums.opening, sums.moneyIn, days.map(({ day, moneyIn }) => [day, moneyIn])]
  }
  expect(await seen('Asia/Shanghai')).toEqual(['10.00', '10.00', [['2026-05-06', '10.00']]])
  expect(await seen('Europe/London')).toEqual(['20.00', '0.00', []])
})

test('each step of a payment is in its log and published, with what it changed', async () => {
  const till = await aTill()
  const { draft, one, ask, done, fields, confirm, asOwner, customerId } = till
  const fileId = await uploadedId(server, till, 'attachment', 'slip.pdf', Buffer.from('%PDF-1.4\n%%EOF'))
  const id = await draft({ amount: '30', purpose: 'deposit', remark: 'first' })
  const edit = { ...fields({ amount: '31', purpose: 'deposit', remark: 'second' }), rowVersion: 1, id }
  expect(await ask(calls.editCollection, edit)).toMatchObject({ success: true })
  for (const call of [calls.addProof, calls.removeProof, calls.addProof])
    expect(await ask(call, { id, fileId })).toMatchObject({ success: true })
  await confirm(id)
  await done(calls.releaseDeposit, { id, reason: 'over' })
  const gone = await draft({ amount: '5.00', purpose: 'adjustment' })
  await done(calls.deleteCollections, { ids: [gone] })
  const log = await asOwner<Record<string, unknown>>(
    `select action, object_id::int, before, after, reason from audit_log where object_type = 'collection' order by at, id`,
  )
  const facts = {
    customerId,
    payMethod: 'bank',
    bankName: 'First Bank',
    bankRefNo: null,
    paidOn: '2026-01-31',
  }
  const slip = { fileName: 'slip.pdf' }
  expect(log.map((entry) => Object.values(entry))).toEqual([
    ['create', id, null, { ...facts, amount: '30', purpose: 'deposit', remark: 'first' }, null],
    ['edit', id, { amount: '30.00', remark: 'first' }, { amount: '31.00', remark: 'second' }, null],
    ['add_attachment', id, null, slip, null],
    ['remove_attachment', id, slip, null, null],
    ['add_attachment', id, null, slip, null],
    [
      ...['confirm_collection', id, { collectionStatus: 'draft' }],
      ...[{ collectionStatus: 'paid', amount: '31.00' }, null],
    ],
    ['release_deposit', id, null, { amount: '31.00' }, 'over'],
    ['create', gone, null, { ...facts, amount: '5.00', purpose: 'adjustment', remark: null }, null],
    ['delete', gone, { amount: '5.00', purpose: 'adjustment' }, null, null],
  ])
  const events = await asOwner<{ kind: string; payload: object }>(
    `select kind, payload from events where object_type = 'collection' order by at, id`,
  )
  expect(events.map(({ kind }) => kind.replace('collection.', ''))).toEqual([
    ...['created', 'edited', 'edited', 'edited', 'edited', 'paid', 'released', 'created', 'deleted'],
  ])
  expect(events.flatMap(({ payload }) => Object.entries(payload))).toEqual([
    ['amount', '31.00'],
    ['amount', '31.00'],
  ])
  expect(await one(id)).toMatchObject({ createdBy: expect.any(String), confirmedAt: expect.any(String) })
})

test('payments are locked in the order of their ids', async () => {
  const till = await aTill()
  const ids = [await till.draft(), await till.draft()]
  const work = (tx: Tx) => deleteCollections(tx, till.who, { ids: ids.toReversed() })
  expect(await locksInOrder(server, till, 'collections', ids, work)).toBe(true)
})

test('a person without the right confirms and reverses nothing', async () => {
  const { draft, ask, tenantId, account, paid } = await aTill()
  const { id: person } = await aPerson(server, tenantId, {
    permissions: ['query:collection:view', 'query:collection:create'],
  })
  const clerk = { token: await aSession(server, tenantId, person) }
  const before = [await draft(), await paid()] as const
  for (const answer of [
    await ask(calls.confirmCollections, { ids: [before[0]] }, clerk),
    await ask(calls.reverseCollection, { id: before[1], reason: 'x' }, clerk),
  ])
    expect(answer).toMatchObject({ success: false, data: { kind: 'forbidden' } })
  expect(await account()).toEqual(['100.00', '0.00', '0.00', 1])
})

describe('the proof of a payment', () => {
  const pdf = Buffer.from('%PDF-1.4\n%%EOF')

  test('that is a picture is shown small in the list; one that can’t be drawn is kept without', async () => {
    const till = await aTill()
    const jpg = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    const upload = (name: string, bytes: Buffer) => uploadedId(server, till, 'attachment', name, bytes)
    const broken = await upload('broken.jpg', jpg.subarray(0, 200))
    const id = await till.draft({
      fileIds: [await upload('slip.pdf', pdf), broken, await upload('photo.jpg', jpg)],
    })
    const bare = await till.draft()
    const { rows } = await till.done(calls.listCollections, { order: 'asc' })
    expect(rows.map(({ id, proofs, proofUrl }) => [id, proofs, proofUrl !== null])).toEqual([
      [id, 3, true],
      [bare, 0, false],
    ])
    const answer = await server.server.http.inject({ url: rows[0]?.proofUrl ?? '' })
    const { width, height } = await sharp(answer.rawPayload).metadata()
    expect([width, height]).toEqual([128, 85])
  })

  test('is drawn small with no connection held', async () => {
    const { pool } = server.database
    const inUse: number[] = []
    const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-proofs-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const store = folderStore(folder, server.log)
    const open: typeof store.open = (key) => {
      inUse.push(pool.totalCount - pool.idleCount)
      return store.open(key)
    }
    const watched = await startTestServer({ db: server, store: { ...store, open } })
    const till = await aTill()
    const jpg = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    const upload = (name: string) => uploadedId(watched, till, 'attachment', name, jpg)
    const [first, second] = [await upload('first.jpg'), await upload('second.jpg')]
    inUse.length = 0
    const { id } = await watched.done(calls.createCollection, till.fields({ fileIds: [first] }), till)
    await watched.done(calls.addProof, { id, fileId: second }, till)
    expect(inUse).toEqual([0, 0])
  })

  test('comes with the draft or later, and stays once it is confirmed', async () => {
    const till = await aTill()
    const { draft, one, ask, confirm } = till
    const paper = (name: string) => uploadedId(server, till, 'attachment', name, pdf)
    const id = await draft({ fileIds: [await paper('slip.pdf')] })
    const second = await paper('letter.pdf')
    expect(await ask(calls.addProof, { id, fileId: second })).toMatchObject({ success: true })
    const { files, proofs } = await one(id)
    expect([files.map(({ fileName }) => fileName), proofs]).toEqual([['slip.pdf', 'letter.pdf'], 2])
    expect(await ask(calls.removeProof, { id, fileId: second })).toMatchObject({ success: true })
    expect(await ask(calls.removeProof, { id, fileId: second })).toMatchObject({
      data: { kind: 'not_found' },
    })
    expect((await one(id)).proofUrl).toBe(null)
    await confirm(id)
    const [slip] = (await one(id)).files
    expect(await ask(calls.removeProof, { id, fileId: slip?.fileId ?? 0 })).toMatchObject({ success: false })
    expect(await ask(calls.addProof, { id, fileId: second })).toMatchObject({ success: true })
    expect((await one(id)).proofs).toBe(2)
  })

  test('is a file that the user has uploaded for it, and counts once', async () => {
    const till = await aTill()
    const clerk = await aUser(server, { tenantId: till.tenantId })
    const [own, picture] = [
      await uploadedId(server, till, 'attachment', 'own.pdf', pdf),
      await uploadedId(server, clerk, 'attachment', 'theirs.pdf', pdf),
    ]
    expect(await till.ask(calls.createCollection, till.fields({ fileIds: [own, picture] }))).toMatchObject({
      data: { fields: [{ path: 'fileIds' }] },
    })
    const id = await till.draft({ fileIds: [own, own] })
    expect((await till.one(id)).files.map(({ fileName }) => fileName)).toEqual(['own.pdf'])
  })

  test('has at most five files', async () => {
    const till = await aTill()
    const id = await till.draft()
    const answers = []
    for (let n = 0; n < 6; n++) {
      const fileId = await uploadedId(server, till, 'attachment', `${n}.pdf`, pdf)
      answers.push((await till.ask(calls.addProof, { id, fileId })).success)
    }
    expect(answers).toEqual([true, true, true, true, true, false])
  })
})

describe('bank lines from a spreadsheet', () => {
  const line = (rowNo: number, over: object = {}) => ({
    rowNo,
    value: {
      customerCode: 'acme',
      purpose: 'top_up' as const,
      amount: '10.00',
      payMethod: 'bank' as const,
      bankName: 'First Bank',
      bankRefNo: `FT-${rowNo}`,
      paidOn: '2026-01-31',
      ...over,
    },
  })

  test('become drafts; what is recorded already is skipped, what cannot be is named', async () => {
    const { tenantId, who, write, draft, done, account } = await aTill()
    await draft({ bankRefNo: 'ft-2' })
    const lines = [
      line(1),
      line(2),
      line(3, { customerCode: 'NOBODY' }),
      line(4, { paidOn: '2099-01-01' }),
      line(5, { bankRefNo: undefined }),
    ]
    const judged = await server.database.read(tenantId, (db) => collectionsFromSheet.judge(db, who, lines))
    expect([...judged]).toMatchObject([
      [1, { verdict: 'new' }],
      [2, { verdict: 'skip' }],
      [3, { problems: [{ column: 'customerCode' }] }],
      [4, { problems: [{ column: 'paidOn' }] }],
      [5, { verdict: 'new' }],
    ])
    await write((tx) =>
      collectionsFromSheet.write(
        tx,
        who,
        [line(1), line(5, { bankRefNo: undefined })].map((item) => ({ ...item, verdict: 'new' as const })),
      ),
    )
    const { rows } = await done(calls.listCollections, { order: 'asc' })
    expect(rows[1]).toMatchObject({
      ...{ purpose: 'top_up', amount: '10.00', payMethod: 'bank', bankName: 'First Bank', remark: null },
      paidOn: '2026-01-31',
    })
    expect(rows.map(({ status, bankRefNo, customerCode }) => [status, bankRefNo, customerCode])).toEqual([
      ['draft', 'ft-2', 'ACME'],
      ['draft', 'FT-1', 'ACME'],
      ['draft', null, 'ACME'],
    ])
    expect(await account()).toEqual(['0.00', '0.00', '0.00', 0])
  })

  test('without a reference are accepted, with a warning where the customer, day and amount are recorded', async () => {
    const { tenantId, who, draft, paid, done, one } = await aTill()
    const { amount, paidOn } = line(1).value
    const there = await one(await draft({ bankRefNo: null, amount, paidOn }))
    await draft({ bankRefNo: 'FT-77', amount: '77.00', paidOn })
    await done(calls.reverseCollection, { id: await paid({ amount: '88.00', paidOn }), reason: 'bounced' })
    const bare = { bankRefNo: undefined }
    const lines = [
      line(1, bare),
      line(2, { ...bare, amount: '11.11' }),
      line(3, { ...bare, amount: '77.00' }),
      line(4, { bankRefNo: 'FT-78', amount: '77.00' }),
      line(5, { ...bare, customerCode: 'OTHER' }),
      line(6, { ...bare, paidOn: '2026-01-30' }),
      line(7, { ...bare, amount: '88.00' }),
    ]
    const judged = await server.database.read(tenantId, (db) => collectionsFromSheet.judge(db, who, lines))
    expect([...judged.values()]).toEqual(lines.map(() => ({ verdict: 'new' })))
    const warned = await server.database.read(
      tenantId,
      async (db) => (await collectionsFromSheet.warn?.(db, who, lines)) ?? new Map(),
    )
    expect([...warned].map(([rowNo, { column }]) => [rowNo, column])).toEqual([
      [1, 'amount'],
      [3, 'amount'],
    ])
    expect(warned.get(1)?.message.en_US).toContain(there.collectionNo)
  })

  test('are new again once the payment with their reference was reversed', async () => {
    const { tenantId, who, paid, done } = await aTill()
    const id = await paid({ bankRefNo: 'FT-1' })
    const judged = () =>
      server.database.read(tenantId, (db) => collectionsFromSheet.judge(db, who, [line(1)]))
    expect((await judged()).get(1)).toEqual({ verdict: 'skip' })
    await done(calls.reverseCollection, { id, reason: 'bounced' })
    expect((await judged()).get(1)).toEqual({ verdict: 'new' })
  })

  test('are duplicates by their reference, or without one by customer, day, amount and remark', () => {
    const key = (over: object) => collectionImport.identity(line(1, over).value)
    expect(key({ bankRefNo: 'ft-9', amount: '1.00' })).toBe(key({ bankRefNo: 'FT-9', amount: '2.00' }))
    const bare = { bankRefNo: undefined }
    expect(key({ ...bare })).toBe(key({ ...bare }))
    for (const other of [
      { amount: '11.00' },
      { paidOn: '2026-01-30' },
      { customerCode: 'X' },
      { remark: 'second' },
    ])
      expect(key({ ...bare, ...other })).not.toBe(key(bare))
  })
})
