import { describe, expect, test } from 'vitest'
import { voidOrders } from '../../../orders/contract.ts'
import type { OutputOf, SentTo } from '../../../platform/calls/call.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { aBiller } from '../../../testing/bill-builders.ts'
import { locksInOrder } from '../../../testing/lock-order.ts'
import {
  aPricedGroup,
  freightOf,
  freightRow,
  handlingOf,
  publishPrice,
  surcharge,
} from '../../../testing/price-builders.ts'
import { aPricedDesk, type PricedDesk } from '../../../testing/priced-desk.ts'
import { aUser, startTestServer } from '../../../testing/test-server.ts'
import { uploadedId } from '../../../testing/upload.ts'
import { createBills, issueBills, listBills } from '../../bills/contract.ts'
import { moneyText } from '../../money/text.ts'
import * as calls from '../contract.ts'
import { feeText } from '../text.ts'
import { lockFees } from './add-fees.ts'
import { createFee } from './fees.ts'
import { settleLate } from './jobs.ts'
import { refuseFeeRequests } from './requests.ts'
import { takeBackFees } from './reverse.ts'

const server = await startTestServer()

/** The prices of domain.md 5.8: freight 9.10, residential 5.95, fuel 2.48, handling 1.52. */
async function aDesk() {
  const desk = await aPricedDesk(server)
  await publishPrice(server, {
    tenantId: desk.tenantId,
    quoteCode: 'HANDLING',
    kind: 'operation',
    content: await handlingOf(server, desk.tenantId, [['OUT_HANDLING', 'order', '1.52']]),
  })
  await desk.setTerms({ limit: 'none' })
  await desk.pay('100.00')
  return desk
}

/** An order that left the warehouse, with the ids of its fees by code. */
async function shipped(desk: PricedDesk) {
  const [order] = await desk.createPrinted({ lines: desk.three() })
  if (!order) throw new Error('no order')
  expect(await desk.ship(order.id)).toMatchObject({ ok: 1 })
  return { ...order, ...(await feeIds(desk, order.id)) }
}

async function feeIds(desk: PricedDesk, orderId: number) {
  const rows = await desk.asOwner<{ id: string; code: string }>(
    `select f.id, t.fee_code as code from fees f join fee_types t on t.tenant_id = f.tenant_id and t.id = f.fee_type_id
     where f.source_id = $1 and f.refund_of is null order by f.id`,
    [orderId],
  )
  return { fees: Object.fromEntries(rows.map(({ id, code }) => [code, Number(id)])) }
}

const typeOf = async (desk: PricedDesk, code: string) =>
  Number((await desk.asOwner<{ id: string }>('select id from fee_types where fee_code = $1', [code]))[0]?.id)

const flowsOf = async (desk: PricedDesk, since: number) =>
  (
    await desk.asOwner<Record<string, string>>(
      `select log_type::text as type, business::text, amount from balance_flows where customer_id = $1 and seq > $2 order by seq`,
      [desk.customerId, since],
    )
  ).map((row) => Object.values(row).join(' '))
const lastSeq = async (desk: PricedDesk) =>
  Number(
    (
      await desk.asOwner<{ seq: string }>(
        'select last_seq as seq from customer_accounts where customer_id = $1',
        [desk.customerId],
      )
    )[0]?.seq,
  )

test('RF-1: a lost package is refunded line by line and never above what was charged', async () => {
  const desk = await aDesk()
  const { id, fees } = await shipped(desk)
  expect(await desk.feesOf(id)).toEqual([
    'OUT_HANDLING 1.52 settled',
    'FREIGHT 9.10 settled',
    'RESIDENTIAL 5.95 settled',
    'FUEL 2.48 settled',
  ])
  expect(await desk.money()).toEqual(['80.95', '0.00'])
  const freight = ['FREIGHT', 'RESIDENTIAL', 'FUEL'].map((code) => fees[code] ?? 0)
  const reason = 'lost by the carrier'
  const since = await lastSeq(desk)
  expect(await server.done(calls.refundFees, { ids: freight, amount: null, reason }, desk)).toEqual({
    ok: 3,
    failed: [],
    requested: 0,
  })
  expect(await flowsOf(desk, since)).toEqual(['in refund 9.10', 'in refund 5.95', 'in refund 2.48'])
  const claim = { customerId: desk.customerId, feeTypeId: await typeOf(desk, 'CLAIM'), amount: '-30' }
  const made = await server.send(
    calls.createFee,
    { ...claim, documentNo: null, chargeDate: '2026-01-02', reason },
    desk,
  )
  expect(made).toMatchObject({ success: true, data: { isRequested: false } })
  expect(await desk.money()).toEqual(['128.48', '0.00'])
  const more = await server.done(calls.refundFees, { ids: [fees.FREIGHT ?? 0], amount: '0.01', reason }, desk)
  expect(more).toMatchObject({ ok: 0, failed: [{ reason: expect.stringContaining('0.00') }] })
  expect(await desk.money()).toEqual(['128.48', '0.00'])
})

/** A second version of the freight quote, at 8.55 for the same package: not the price of the moment, but a person may choose it. */
async function cheaperVersion(desk: PricedDesk, surcharges = [surcharge('residential', '5.95', true)]) {
  const content = freightOf({
    rows: [
      freightRow('5', '0', '3', '8.00'),
      freightRow('5', '3', '4', '10.69'),
      freightRow('5', '4', '5', '11.90'),
    ],
    surcharges: [...surcharges, surcharge('label_cancel', '1.00')],
  })
  return laterVersion(desk, 'FR-1', { kind: 'freight', ...content })
}

/** A second version of a quote, which is in force in a year. */
async function laterVersion(desk: PricedDesk, quoteCode: string, content: object) {
  const [version] = await desk.asOwner<{ id: string }>(
    `with ended as (update quote_versions v set inactive_at = now() + interval '1 year' from quotes q
       where q.tenant_id = v.tenant_id and q.id = v.quote_id and q.quote_code = $2 returning v.quote_id)
     insert into quote_versions (tenant_id, quote_id, version_no, content, effective_from, published_at, published_by, created_by)
     select tenant_now(), quote_id, 2, $1::jsonb, now() + interval '1 year', now(), system_account(), system_account() from ended returning id`,
    [JSON.stringify(content), quoteCode],
  )
  return Number(version?.id)
}

test('RF-3: a settled fee that is priced again is reversed in full and charged at its new amount', async () => {
  const desk = await aDesk()
  const { id, fees } = await shipped(desk)
  const versionId = await cheaperVersion(desk)
  const since = await lastSeq(desk)
  const input = { ids: [fees.FREIGHT ?? 0], versionId, reason: 'agreed price' }
  expect(await server.done(calls.rerateFees, input, desk)).toEqual({ ok: 1, failed: [] })
  expect(await flowsOf(desk, since)).toEqual([
    'in reversal 9.10',
    'in reversal 2.48',
    'out order_freight 8.55',
    'out order_freight 2.39',
  ])
  expect(await desk.feesOf(id)).toEqual([
    'OUT_HANDLING 1.52 settled',
    'RESIDENTIAL 5.95 settled',
    'FREIGHT 8.55 settled',
    'FUEL 2.39 settled',
  ])
  const changes = await desk.asOwner(
    `select l.object_id::int as id, l.before, l.after, l.reason from audit_log l
     where l.action = 'rerate' and exists (select 1 from events e where e.kind = 'fee.rerated' and e.object_id = l.object_id) order by l.object_id`,
  )
  const change = (id: number | undefined, before: string, after: string) => ({
    ...{ id, reason: 'agreed price' },
    before: { feeStatus: 'settled', amount: before },
    after: { feeStatus: 'reversed', amount: after },
  })
  expect(changes).toEqual([change(fees.FREIGHT, '9.10', '8.55'), change(fees.FUEL, '2.48', '2.39')])
  const old = await server.done(calls.getFee, { id: fees.FREIGHT }, desk)
  expect(old).toMatchObject({
    status: 'reversed',
    endedReason: 'agreed price',
    replacedBy: { amount: '8.55', status: 'settled' },
    reversal: { business: 'reversal', amount: '9.10' },
  })
  // The new fee stands for the same work.
  const same =
    'customer_id, order_type, source_id, source_no, event_id, charge_date, occurred_at, fee_type_id'
  const [pair] = await desk.asOwner<{ one: object; other: object; rest: object }>(
    `select to_jsonb(a) as one, to_jsonb(b) as other, jsonb_build_object('version', n.version_id, 'discount', n.discount::text,
       'kind', n.detail ->> 'kind', 'manual', n.is_manual, 'remark', n.remark, 'replaces', n.replaces, 'by', n.created_by) as rest
     from (select ${same} from fees where id = $1) a, (select ${same} from fees where id = $2) b, fees n where n.id = $2`,
    [fees.FREIGHT, old.replacedBy?.id],
  )
  expect(pair?.other).toEqual(pair?.one)
  expect(pair?.rest).toEqual({
    ...{ version: versionId, discount: '0.80', kind: 'freight', manual: false, remark: 'agreed price' },
    ...{ replaces: fees.FREIGHT, by: expect.any(Number) },
  })
  const fresh = await server.done(calls.getFee, { id: old.replacedBy?.id ?? 0 }, desk)
  expect(fresh).toMatchObject({
    ...{ replaces: { id: old.id, amount: '9.10' }, replacedBy: null, refundOf: null, reversal: null },
    ...{ flow: { logType: 'out', business: 'order_freight', amount: '-8.55' }, isBalanceMode: true },
    ...{ rule: 'FR-1 V2', discount: '0.80', eventKind: 'order', origin: 'automatic', remark: 'agreed price' },
  })
  expect(fresh.flow?.flowNo).toMatch(/^ACME-\d+$/)
  const [event] = await desk.asOwner(
    `select priced_with -> 'prices' -> 'freight' ->> 'versionId' as freight, priced_with -> 'prices' -> 'operation' is not null as handled
     from billable_events where source_id = $1 and kind = 'order'`,
    [id],
  )
  expect(event).toEqual({ freight: String(versionId), handled: true })
  const again = await server.done(calls.rerateFees, { ...input, ids: [old.replacedBy?.id ?? 0] }, desk)
  expect(again).toEqual({ ok: 1, failed: [] })
  expect((await flowsOf(desk, since)).length, 'the same price moves no money').toBe(4)
})

test('a fee is not priced again with a quote that its customer or channel does not use', async () => {
  const desk = await aDesk()
  const { id, fees } = await shipped(desk)
  const before = await desk.feesOf(id)
  await publishPrice(server, {
    ...{ tenantId: desk.tenantId, quoteCode: 'SIX', kind: 'freight', channelId: desk.channelOf('OTHERS') },
    content: freightOf({ flatPrice: '6.00' }),
  })
  await desk.asOwner(
    `with quote as (
       insert into quotes (tenant_id, quote_code, quote_name, search_line, kind) values (tenant_now(), 'NOT-HERS', 'x', 'x', 'operation') returning id)
     insert into quote_versions (tenant_id, quote_id, version_no, content, effective_from, published_at, published_by, created_by)
     select tenant_now(), quote.id, 1, v.content, v.effective_from, v.published_at, v.published_by, v.created_by
     from quote, quote_versions v join quotes q on q.id = v.quote_id where q.quote_code = 'HANDLING'`,
  )
  const versions = await desk.asOwner<{ id: string }>(
    `select v.id from quote_versions v join quotes q on q.id = v.quote_id where q.quote_code in ('SIX', 'NOT-HERS') order by v.id`,
  )
  expect(versions).toHaveLength(2)
  const ids = [fees.OUT_HANDLING ?? 0, fees.FREIGHT ?? 0]
  for (const version of versions)
    expect(
      await server.done(calls.rerateFees, { ids, versionId: Number(version.id), reason: 'x' }, desk),
    ).toMatchObject({
      ok: 0,
      failed: ids.map((fee) => ({
        id: fee,
        reason: `FE${fee}: this customer or channel doesn’t use this quote`,
      })),
    })
  expect(await desk.feesOf(id)).toEqual(before)
})

test('a fee that is not settled is voided and replaced when it is priced again', async () => {
  const desk = await aDesk()
  await desk.setTerms({ mode: 'bill' })
  const { id, fees } = await shipped(desk)
  const since = await lastSeq(desk)
  const versionId = await cheaperVersion(desk)
  await server.done(calls.rerateFees, { ids: [fees.FREIGHT ?? 0], versionId, reason: 'x' }, desk)
  expect(await flowsOf(desk, since)).toEqual([])
  expect(await desk.feesOf(id)).toEqual([
    'OUT_HANDLING 1.52 not_settled',
    'RESIDENTIAL 5.95 not_settled',
    'FREIGHT 8.55 not_settled',
    'FUEL 2.39 not_settled',
  ])
  const log = await desk.asOwner(
    `select after ->> 'feeStatus' as status from audit_log where action = 'rerate' order by object_id`,
  )
  expect(log).toEqual([{ status: 'voided' }, { status: 'voided' }])
})

test('RF-2: an order that is voided after its label was printed costs the cancellation, and its hold is released', async () => {
  const desk = await aDesk()
  const [order] = await desk.createPrinted({ lines: desk.three() })
  expect(await desk.money()).toEqual(['100.00', '19.05'])
  await server.done(voidOrders, { ids: [order?.id ?? 0], reason: 'customer changed their mind' }, desk)
  expect(await desk.feesOf(order?.id ?? 0)).toEqual(['LABEL_CANCEL 1.00 settled'])
  expect(await desk.money()).toEqual(['99.00', '0.00'])
})

test('a refund and a manual fee above the amount of a role wait for another person, who answers once', async () => {
  const desk = await aDesk()
  const { fees } = await shipped(desk)
  const asker = await aUser(server, { tenantId: desk.tenantId, secondPersonAbove: '5.00' })
  const other = await aUser(server, { tenantId: desk.tenantId })
  const ids = [fees.FREIGHT ?? 0]
  const small = await server.done(calls.refundFees, { ids, amount: '5.00', reason: 'late' }, asker)
  expect(small).toEqual({ ok: 1, failed: [], requested: 0 })
  const large = await server.done(
    calls.refundFees,
    {
      ids: [fees.FREIGHT ?? 0, fees.RESIDENTIAL ?? 0],
      amount: null,
      reason: 'lost',
    },
    asker,
  )
  expect(large).toEqual({ ok: 2, failed: [], requested: 2 })
  expect(await desk.money()).toEqual(['85.95', '0.00'])
  const feeTypeId = await typeOf(desk, 'OTHER')
  const manual = {
    customerId: desk.customerId,
    feeTypeId,
    amount: '5.01',
    documentNo: null,
    chargeDate: '2026-01-02',
  }
  expect((await server.send(calls.createFee, { ...manual, reason: 'pallets' }, asker)).data).toMatchObject({
    isRequested: true,
  })
  const list = () => server.done(calls.listFeeRequests, { status: 'waiting' }, other)
  const waiting = (await list()).rows
  expect(waiting.map(({ amount, reason }) => `${amount} ${reason}`)).toEqual([
    '5.01 pallets',
    '-5.95 lost',
    '-4.10 lost',
  ])
  const [asked] = await desk.asOwner<{ after: object }>(
    `select after from audit_log where object_type = 'fee_request' and action = 'create' and after ->> 'amount' = '5.01'`,
  )
  expect(asked).toEqual({ after: { customerCode: 'ACME', amount: '5.01' } })
  const requests = waiting.map(({ id }) => id)
  const own = await server.done(calls.approveFeeRequests, { ids: requests }, asker)
  expect(own).toMatchObject({ ok: 0, failed: [{}, {}, {}] })
  expect(own.failed.map(({ no, reason }) => [/^FR/.test(no), reason.includes(no)])).toEqual(
    own.failed.map(() => [true, true]),
  )
  expect(waiting[0]).toMatchObject({
    ...{
      customerCode: 'ACME',
      feeCode: 'OTHER',
      sourceNo: null,
      originNo: null,
      originId: null,
      feeId: null,
    },
    ...{ isMine: false, answeredBy: null, answeredAt: null, askedBy: expect.stringMatching(/^Person/) },
  })
  const origin = { originId: fees.RESIDENTIAL, originNo: `FE${fees.RESIDENTIAL}`, feeCode: 'RESIDENTIAL' }
  expect(waiting[1]).toMatchObject(origin)
  expect((await server.done(calls.listFeeRequests, {}, asker)).rows.every(({ isMine }) => isMine)).toBe(true)
  expect((await server.done(calls.getFee, { id: fees.RESIDENTIAL ?? 0 }, desk)).requests).toEqual([
    { id: waiting[1]?.id, requestNo: waiting[1]?.requestNo, amount: '-5.95' },
  ])
  const both = await Promise.all([
    server.done(calls.approveFeeRequests, { ids: requests.slice(0, 2) }, other),
    server.done(calls.approveFeeRequests, { ids: requests.slice(0, 2) }, desk),
  ])
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([0, 2])
  expect(await desk.money()).toEqual(['86.89', '0.00'])
  expect(await server.done(calls.refuseFeeRequests, { ids: requests, reason: 'no' }, other)).toMatchObject({
    ok: 1,
  })
  expect(await desk.money()).toEqual(['86.89', '0.00'])
  expect((await list()).total).toBe(0)
  expect((await server.done(calls.getFee, { id: fees.RESIDENTIAL ?? 0 }, desk)).requests).toEqual([])
  const answers = await desk.asOwner<{ status: string; answer: string | null }>(
    'select status, answer from fee_requests order by id',
  )
  expect(answers.toSorted((a, b) => a.status.localeCompare(b.status))).toEqual([
    { status: 'approved', answer: null },
    { status: 'approved', answer: null },
    { status: 'refused', answer: 'no' },
  ])
  const filtered = async (input: SentTo<typeof calls.listFeeRequests>) =>
    (await server.done(calls.listFeeRequests, { order: 'asc', ...input }, desk)).rows.map(({ id }) => id)
  const refused = waiting[2]?.id
  expect(await filtered({})).toEqual(requests.toReversed())
  expect(await filtered({ status: 'refused' })).toEqual([refused])
  expect(await filtered({ customerId: 999_999 })).toEqual([])
  // What was approved is the fee that was asked for, under the name of who approved it.
  const { rows } = await server.done(calls.listFeeRequests, { status: 'approved' }, desk)
  const [made, refund] = rows
  expect(made).toMatchObject({ answeredBy: expect.any(String), answeredAt: expect.any(String), answer: null })
  expect(made?.feeNo).toBe(`FE${made?.feeId}`)
  const feeOf = (id: number | null | undefined) => server.done(calls.getFee, { id: id ?? 0 }, desk)
  expect(await feeOf(made?.feeId)).toMatchObject({
    ...{ amount: '5.01', feeCode: 'OTHER', orderType: 'manual', sourceNo: null, chargeDate: '2026-01-02' },
    ...{ remark: 'pallets', origin: 'manual', createdBy: made?.answeredBy, refundOf: null },
  })
  expect(await feeOf(refund?.feeId)).toMatchObject({
    ...{ amount: '-5.95', remark: 'lost', origin: 'refund', refundOf: { id: fees.RESIDENTIAL } },
  })
  const log = await desk.asOwner<Record<string, unknown>>(
    `select action, before, after, reason from audit_log where object_type = 'fee_request' and action <> 'create' order by object_id desc`,
  )
  const before = { feeRequestStatus: 'waiting' }
  const approved = (amount: string) => ({ feeRequestStatus: 'approved', amount })
  expect(log.map((entry) => Object.values(entry))).toEqual([
    ['approve_fee_request', before, approved('5.01'), null],
    ['approve_fee_request', before, approved('-5.95'), null],
    ['refuse_fee_request', before, { feeRequestStatus: 'refused', amount: '-4.10' }, 'no'],
  ])
  const events = await desk.asOwner<{ kind: string }>(
    `select kind from events where object_type = 'fee_request' order by at, id`,
  )
  expect(events.map(({ kind }) => kind.replace('fee_request.', ''))).toEqual([
    ...['created', 'created', 'created', 'approved', 'approved', 'refused'],
  ])
})

test('of two requests for one document and type that are approved together, the second is refused', async () => {
  const desk = await aDesk()
  const { orderNo } = await shipped(desk)
  const asker = await aUser(server, { tenantId: desk.tenantId, secondPersonAbove: '1.00' })
  const wanted = {
    ...{ customerId: desk.customerId, feeTypeId: await typeOf(desk, 'OUT_PACKING'), amount: '3.00' },
    ...{ documentNo: orderNo, chargeDate: '2026-01-02', reason: 'x' },
  }
  for (let i = 0; i < 2; i++) await server.done(calls.createFee, wanted, asker)
  const { rows } = await server.done(calls.listFeeRequests, { order: 'asc' }, desk)
  const ids = rows.map(({ id }) => id)
  expect(await server.done(calls.approveFeeRequests, { ids }, desk)).toMatchObject({
    ok: 1,
    failed: [{ id: ids[1], reason: expect.stringContaining(orderNo) }],
  })
  const [fee] = await desk.asOwner(
    `select amount, order_type, source_no, remark from fees where is_manual and source_no is not null`,
  )
  expect(fee).toEqual({ amount: '3.00', order_type: 'order', source_no: orderNo, remark: 'x' })
})

test('a request whose fee type was disabled meanwhile is not approved, and a refund of that type is', async () => {
  const desk = await aDesk()
  const { fees } = await shipped(desk)
  const asker = await aUser(server, { tenantId: desk.tenantId, secondPersonAbove: '1.00' })
  const feeTypeId = await typeOf(desk, 'OTHER')
  const wanted = { customerId: desk.customerId, feeTypeId, amount: '5.00', documentNo: null }
  const reason = 'pallets'
  await server.done(calls.createFee, { ...wanted, chargeDate: '2026-01-02', reason }, asker)
  await server.done(calls.refundFees, { ids: [fees.OUT_HANDLING ?? 0], amount: '1.50', reason }, asker)
  await desk.asOwner(`update fee_types set is_enabled = false where fee_code in ('OTHER', 'OUT_HANDLING')`)
  const { rows } = await server.done(calls.listFeeRequests, { status: 'waiting' }, desk)
  expect(await server.done(calls.approveFeeRequests, { ids: rows.map(({ id }) => id) }, desk)).toMatchObject({
    ok: 1,
    failed: [{ reason: expect.stringContaining('OTHER') }],
  })
})

test('refunds of one document by one person count together, until a second person has approved them', async () => {
  const desk = await aDesk()
  const { fees } = await shipped(desk)
  const elsewhere = await shipped(desk)
  const asker = await aUser(server, { tenantId: desk.tenantId, secondPersonAbove: '5.00' })
  const refund = async (id: number | undefined, amount: string) =>
    (await server.done(calls.refundFees, { ids: [id ?? 0], amount, reason: 'late' }, asker)).requested
  expect(await refund(fees.FREIGHT, '3.00')).toBe(0)
  expect(await refund(fees.FREIGHT, '2.01')).toBe(1)
  expect(await refund(fees.RESIDENTIAL, '2.01')).toBe(1)
  // What others refund of a document, and what was voided, is not theirs.
  const byOther = { ids: [elsewhere.fees.RESIDENTIAL ?? 0], amount: '4.00', reason: 'late' }
  expect(await server.done(calls.refundFees, byOther, desk)).toMatchObject({ requested: 0 })
  expect(await refund(elsewhere.fees.FREIGHT, '5.00')).toBe(0)
  const { rows } = await server.done(calls.listFeeRequests, { status: 'waiting' }, desk)
  const ids = rows.map(({ id }) => id)
  expect(await server.done(calls.approveFeeRequests, { ids }, desk)).toMatchObject({ ok: 2 })
  expect(await refund(fees.RESIDENTIAL, '2.00')).toBe(0)
  expect(await refund(fees.FUEL, '0.01')).toBe(1)
})

test('of refunds of one document at once by one person only what is within the limit passes', async () => {
  const desk = await aDesk()
  const { fees } = await shipped(desk)
  const asker = await aUser(server, { tenantId: desk.tenantId, secondPersonAbove: '5.00' })
  const results = await Promise.all(
    [fees.FREIGHT, fees.RESIDENTIAL, fees.FREIGHT, fees.RESIDENTIAL].map((id) =>
      server.done(calls.refundFees, { ids: [id ?? 0], amount: '2.50', reason: 'late' }, asker),
    ),
  )
  expect(results.map(({ requested }) => requested).toSorted()).toEqual([0, 0, 1, 1])
})

test('of two requests for one fee that are approved together, the second sees what the first one left', async () => {
  const desk = await aDesk()
  const { fees } = await shipped(desk)
  const asker = await aUser(server, { tenantId: desk.tenantId, secondPersonAbove: '5.00' })
  const input = { ids: [fees.FREIGHT ?? 0], amount: '6.00', reason: 'lost' }
  for (let i = 0; i < 2; i++)
    expect(await server.done(calls.refundFees, input, asker)).toMatchObject({ requested: 1 })
  const { data } = await server.send(calls.listFeeRequests, { status: 'waiting' }, desk)
  const requests = (data as OutputOf<typeof calls.listFeeRequests>).rows.map(({ id }) => id)
  expect(await server.done(calls.approveFeeRequests, { ids: requests }, desk)).toMatchObject({
    ok: 1,
    failed: [{ reason: expect.stringContaining('3.10') }],
  })
  expect(await desk.money()).toEqual(['86.95', '0.00'])
})

test.each([
  ['of an unknown customer', 'customerId', { customerId: 999_999_999 }],
  ['of an unknown type', 'feeTypeId', { feeTypeId: 999_999_999 }],
  ['of a day that has not come', 'chargeDate', { chargeDate: '2099-01-01' }],
  ['for an unknown document', 'documentNo', { documentNo: 'OB-0' }],
  ['of a type that is disabled', 'feeTypeId', {}],
])('a manual fee %s is refused', async (what, path, over) => {
  const desk = await aDesk()
  await desk.asOwner(`update fee_types set is_enabled = $1 where fee_code = 'OTHER'`, [
    what !== 'of a type that is disabled',
  ])
  const input = {
    ...{ customerId: desk.customerId, feeTypeId: await typeOf(desk, 'OTHER'), amount: '3.00' },
    ...{ documentNo: null, chargeDate: '2026-01-02', reason: 'x', ...over },
  }
  expect(await server.send(calls.createFee, input, desk)).toMatchObject({
    success: false,
    data: { fields: [{ path }] },
  })
  expect(await desk.money()).toEqual(['100.00', '0.00'])
})

test('a value-added service without a document is listed as one, and any other fee without one as manual', async () => {
  const desk = await aDesk()
  const order = await desk.create({ lines: desk.three() })
  const add = async (code: string, documentNo: string | null) =>
    server.done(
      calls.createFee,
      {
        ...{ customerId: desk.customerId, feeTypeId: await typeOf(desk, code), amount: '3.00' },
        ...{ documentNo, chargeDate: '2026-01-02', reason: 'photos' },
      },
      desk,
    )
  await add('VAS', null)
  await add('OTHER', null)
  await add('VAS', order.orderNo)
  const codes = async (orderType: 'value_added' | 'manual' | 'order') =>
    (await server.done(calls.listFees, { orderType }, desk)).rows.map(({ feeCode }) => feeCode)
  expect([await codes('value_added'), await codes('manual'), await codes('order')]).toEqual([
    ['VAS'],
    ['OTHER'],
    ['VAS'],
  ])
})

test('a satellite writes manual fees and takes nothing out of the balance', async () => {
  const [desk, main] = [await aDesk(), await aPricedDesk(server)]
  await server.owner(`update tenants set system_version = 'satellite', parent_tenant_id = $2 where id = $1`, [
    desk.tenantId,
    main.tenantId,
  ])
  const input = {
    ...{ customerId: desk.customerId, feeTypeId: await typeOf(desk, 'OTHER'), amount: '3.00' },
    ...{ documentNo: null, chargeDate: '2026-01-02', reason: 'x', fileIds: [] },
  }
  await desk.write((tx) => createFee(tx, { ...desk.who, version: 'satellite' }, input))
  expect(await desk.asOwner('select amount, status from fees')).toEqual([
    { amount: '3.00', status: 'not_settled' },
  ])
  expect(await desk.money()).toEqual(['100.00', '0.00'])
})

test('of two refunds at once the second sees what the first one left', async () => {
  const desk = await aDesk()
  const { fees } = await shipped(desk)
  const input = { ids: [fees.FREIGHT ?? 0], amount: '6.00', reason: 'x' }
  const results = await Promise.all([1, 2, 3].map(() => server.done(calls.refundFees, input, desk)))
  expect(results.map(({ ok }) => ok).toSorted()).toEqual([0, 0, 1])
  expect(await desk.money()).toEqual(['86.95', '0.00'])
})

test('a refund and a new price at once give back the money once', async () => {
  for (const round of [1, 2, 3]) {
    const desk = await aDesk()
    const { fees } = await shipped(desk)
    const versionId = await cheaperVersion(desk)
    const ids = [fees.FREIGHT ?? 0]
    const [refund, rerate] = await Promise.all([
      server.done(calls.refundFees, { ids, amount: '9.10', reason: 'x' }, desk),
      server.done(calls.rerateFees, { ids, versionId, reason: 'x' }, desk),
    ])
    expect([round, refund.ok + rerate.ok]).toEqual([round, 1])
    expect((await desk.money())[0]).toBe(refund.ok === 1 ? '90.05' : '81.59')
  }
})

test('a refund can’t be refunded, and a refunded fee can’t be voided or priced again', async () => {
  const desk = await aDesk()
  await desk.setTerms({ mode: 'bill' })
  const { fees } = await shipped(desk)
  const ids = [fees.FREIGHT ?? 0]
  await server.done(calls.refundFees, { ids, amount: '1.00', reason: 'x' }, desk)
  const { refunds, left } = await server.done(calls.getFee, { id: ids[0] }, desk)
  expect([refunds.length, left]).toEqual([1, '8.10'])
  const refund = [refunds[0]?.id ?? 0]
  const reasonOf = (text: { en_US: string }, id: number | undefined) => ({
    ok: 0,
    failed: [{ id, reason: text.en_US.replace('{no}', `FE${id}`) }],
  })
  const refundAll = { amount: null, reason: 'x' }
  const refundsOf = (id: number | undefined) =>
    server.done(calls.refundFees, { ids: [id ?? 0], ...refundAll }, desk)
  expect(await refundsOf(refund[0])).toMatchObject(reasonOf(feeText.notARefund, refund[0]))
  expect(await server.done(calls.voidFees, { ids, reason: 'x' }, desk)).toMatchObject(
    reasonOf(feeText.isRefunded, ids[0]),
  )
  const versionId = await cheaperVersion(desk)
  const again = { versionId, reason: 'x' }
  expect(await server.done(calls.rerateFees, { ids, ...again }, desk)).toMatchObject(
    reasonOf(feeText.refunded, ids[0]),
  )
  expect(await server.done(calls.rerateFees, { ids: refund, ...again }, desk)).toMatchObject(
    reasonOf(feeText.notPriced, refund[0]),
  )
  const takenBack = desk.write(async (tx) =>
    takeBackFees(tx, desk.who, await lockFees(tx, desk.who, { ids }), 'x'),
  )
  await expect(takenBack).rejects.toThrow(/has a refund/)
  expect(await server.done(calls.voidFees, { ids: refund, reason: 'x' }, desk)).toMatchObject({ ok: 1 })
  expect(await server.done(calls.voidFees, { ids, reason: 'wrong' }, desk)).toMatchObject({ ok: 1 })
  const ended = reasonOf(feeText.hasEnded, ids[0])
  expect(await server.done(calls.voidFees, { ids, reason: 'x' }, desk)).toMatchObject(ended)
  expect(await refundsOf(ids[0])).toMatchObject(ended)
  expect(await server.done(calls.rerateFees, { ids, ...again }, desk)).toMatchObject(ended)
  const [change] = await desk.asOwner(
    `select l.before, l.after, l.reason, e.kind from audit_log l join events e on e.object_type = 'fee' and e.object_id = l.object_id
     where l.action = 'void' and l.object_id = $1 and e.kind <> 'fee.created'`,
    ids,
  )
  expect(change).toEqual({
    ...{ before: { feeStatus: 'not_settled' }, after: { feeStatus: 'voided', amount: '9.10' } },
    ...{ reason: 'wrong', kind: 'fee.voided' },
  })
  const claim = { customerId: desk.customerId, feeTypeId: await typeOf(desk, 'CLAIM'), amount: '-30' }
  const { feeNo } = await server.done(
    calls.createFee,
    { ...claim, documentNo: null, chargeDate: '2026-01-02', reason: 'x' },
    desk,
  )
  const claimed = Number(feeNo.slice(2))
  expect(await refundsOf(claimed)).toMatchObject(reasonOf(feeText.nothingToRefund, claimed))
  expect(await server.done(calls.rerateFees, { ids: [claimed], ...again }, desk)).toMatchObject(
    reasonOf(feeText.notPriced, claimed),
  )
})

test('a fee on a bill that waits for its payment is neither voided, settled nor priced again, and says why', async () => {
  const desk = await aDesk()
  await desk.setTerms({ mode: 'bill' })
  const { fees } = await shipped(desk)
  const id = fees.FREIGHT ?? 0
  const [{ day } = { day: '' }] = await desk.asOwner<{ day: string }>('select warehouse_today()::text as day')
  const reasonsOf = async () => {
    const versionId = null
    const answers = [
      await server.done(calls.voidFees, { ids: [id], reason: 'x' }, desk),
      await server.done(calls.settleFees, { ids: [id] }, desk),
    ]
    await desk.asOwner('update customer_prices set discount = 0.70')
    answers.push(await server.done(calls.rerateFees, { ids: [id], versionId, reason: 'x' }, desk))
    return answers.map(({ failed }) => failed[0]?.reason)
  }
  await server.done(createBills, { from: day, to: day, customerIds: [desk.customerId] }, desk)
  const [bill] = (await server.done(listBills, {}, desk)).rows
  expect(await server.done(issueBills, { ids: [bill?.id ?? 0] }, desk)).toMatchObject({ ok: 1 })
  const onBill = feeText.onBill.en_US.replace('{no}', `FE${id}`)
  expect(await reasonsOf()).toEqual([onBill, onBill, onBill])
  const other = await shipped(desk)
  const inMode = async () =>
    (await server.done(calls.settleFees, { ids: [other.fees.FREIGHT ?? 0] }, desk)).failed[0]?.reason
  expect(await inMode()).toBe(feeText.byBill.en_US.replace('{no}', `FE${other.fees.FREIGHT}`))
  await desk.setTerms({ mode: 'balance' })
  expect(await inMode()).toBe(undefined)
  expect(await inMode()).toBe(feeText.notUnsettled.en_US.replace('{no}', `FE${other.fees.FREIGHT}`))
  expect(
    (await server.done(calls.voidFees, { ids: [other.fees.FREIGHT ?? 0], reason: 'x' }, desk)).failed[0]
      ?.reason,
  ).toBe(feeText.notOpen.en_US.replace('{no}', `FE${other.fees.FREIGHT}`))
  const [change] = await desk.asOwner(
    `select l.before, l.after, e.kind from audit_log l join events e on e.object_type = 'fee' and e.object_id = l.object_id
     where l.action = 'settle' and e.kind <> 'fee.created'`,
  )
  expect(change).toEqual({
    ...{ before: { feeStatus: 'not_settled' }, kind: 'fee.settled' },
    after: { feeStatus: 'settled', amount: expect.any(String) },
  })
})

test('the job settles many fees, each once, and those of the next five hundred too', async () => {
  const desk = await aDesk()
  await desk.asOwner(
    `insert into fees (tenant_id, customer_id, fee_type_id, order_type, amount, charge_date, occurred_at, is_manual, remark, created_by)
     select tenant_now(), $1, (select id from fee_types where fee_code = 'OTHER'), 'manual', 0.10, '2026-01-05', now(), true, 'x', $2
     from generate_series(1, 501)`,
    [desk.customerId, desk.who.accountId],
  )
  await settleLate(server.database, desk.tenantId)
  expect(await desk.money()).toEqual(['49.90', '0.00'])
})

test('a document has one fee of each type: a second one is refused and named', async () => {
  const desk = await aDesk()
  const { orderNo, fees } = await shipped(desk)
  const fee = {
    ...{ customerId: desk.customerId, amount: '3.00', documentNo: orderNo.toLowerCase() },
    ...{ chargeDate: '2026-01-02', reason: 'x' },
  }
  const handling = { ...fee, feeTypeId: await typeOf(desk, 'OUT_HANDLING') }
  const refused = await server.send(calls.createFee, handling, desk)
  expect(refused).toMatchObject({ success: false })
  expect(JSON.stringify(refused.data)).toContain(`FE${fees.OUT_HANDLING}`)
  const packing = { ...fee, feeTypeId: await typeOf(desk, 'OUT_PACKING') }
  expect(await server.send(calls.createFee, packing, desk)).toMatchObject({ success: true })
  expect((await desk.money())[0]).toBe('77.95')
})

test('a manual fee is for an order, an inbound order or a return of its customer, today at the latest, or for no document', async () => {
  const desk = await aDesk()
  const [other] = await desk.asOwner<{ id: string }>(`select id from customers where customer_code = 'OTHER'`)
  const [{ day } = { day: '' }] = await desk.asOwner<{ day: string }>('select warehouse_today()::text as day')
  await desk.asOwner(
    `insert into inbounds (tenant_id, inbound_no, customer_id, inbound_type, search_line, created_by)
     values (tenant_now(), 'IB-1', $1, 'by_sku', 'x', $2), (tenant_now(), 'IB-2', $1, 'return', 'x', $2)`,
    [desk.customerId, desk.who.accountId],
  )
  const feeTypeId = await typeOf(desk, 'OTHER')
  const add = (documentNo: string | null, customerId = desk.customerId) =>
    server.send(
      calls.createFee,
      { customerId, feeTypeId, amount: '5', documentNo, chargeDate: day, reason: 'pallets' },
      desk,
    )
  for (const no of ['ib-1', 'IB-2', null]) expect(await add(no)).toMatchObject({ success: true })
  expect(await add('IB-1', Number(other?.id))).toMatchObject({
    data: { fields: [{ path: 'documentNo', message: expect.stringContaining('IB-1') }] },
  })
  const fees = await desk.asOwner<Record<string, unknown>>(
    `select f.order_type, i.inbound_no, f.source_no, f.amount, f.charge_date::text = $1 as "isToday", f.remark, f.is_manual, b.source_no = coalesce(f.source_no, f.fee_no) as "isNamed",
       b.business from fees f join balance_flows b on b.customer_id = f.customer_id and b.seq = f.flow_seq
     left join inbounds i on i.id = f.source_id order by f.id`,
    [day],
  )
  const shared = ['5.00', true, 'pallets', true, true, 'manual_fee']
  expect(fees.map((fee) => Object.values(fee))).toEqual([
    ['inbound', 'IB-1', 'IB-1', ...shared],
    ['return', 'IB-2', 'IB-2', ...shared],
    ['manual', null, null, ...shared],
  ])
  const log = await desk.asOwner(
    `select l.after, l.reason, e.payload from audit_log l join events e on e.object_id = l.object_id and e.kind = 'fee.created'
     where l.object_type = 'fee' and l.action = 'create' order by l.object_id`,
  )
  const made = { reason: 'pallets', payload: { amount: '5.00' } }
  expect(log).toEqual([
    { ...made, after: { customerCode: 'ACME', amount: '5.00', sourceNo: 'IB-1' } },
    { ...made, after: { customerCode: 'ACME', amount: '5.00', sourceNo: 'IB-2' } },
    { ...made, after: { customerCode: 'ACME', amount: '5.00' } },
  ])
})

test('an order is shipped although a fee of the same type was added by hand: its event stays open and says so', async () => {
  const desk = await aDesk()
  const [order] = await desk.createPrinted({ lines: desk.three() })
  await server.send(
    calls.createFee,
    {
      ...{ customerId: desk.customerId, feeTypeId: await typeOf(desk, 'FREIGHT'), amount: '3.00' },
      ...{ documentNo: order?.orderNo ?? '', chargeDate: '2026-01-02', reason: 'x' },
    },
    desk,
  )
  expect(await desk.ship(order?.id ?? 0)).toMatchObject({ ok: 1 })
  expect(await desk.eventOf(order?.id ?? 0)).toMatchObject({ status: 'open', what: 'same_type' })
})

test('a new price that adds a type of fee which one order has by hand leaves that order out, and prices the others', async () => {
  const desk = await aDesk()
  await desk.setTerms({ mode: 'bill' })
  const versionId = await cheaperVersion(desk, [
    surcharge('residential', '5.95', true),
    surcharge('peak', '0.75'),
  ])
  const [billed, other] = [await shipped(desk), await shipped(desk)]
  const byHand = await server.done(
    calls.createFee,
    {
      ...{ customerId: desk.customerId, feeTypeId: await typeOf(desk, 'PEAK'), amount: '3.00' },
      ...{ documentNo: billed.orderNo, chargeDate: '2026-01-02', reason: 'x' },
    },
    desk,
  )
  const ids = [billed.fees.FREIGHT ?? 0, other.fees.FREIGHT ?? 0]
  expect(await server.done(calls.rerateFees, { ids, versionId, reason: 'x' }, desk)).toEqual({
    ok: 1,
    failed: [
      {
        ...{ id: ids[0], no: `FE${ids[0]}` },
        reason: `${billed.orderNo} already has a fee of this type: ${byHand.feeNo}. It can’t be charged twice.`,
      },
    ],
  })
  expect(await desk.feesOf(billed.id)).toEqual([
    ...[
      'OUT_HANDLING 1.52 not_settled',
      'FREIGHT 9.10 not_settled',
      'RESIDENTIAL 5.95 not_settled',
      'FUEL 2.48 not_settled',
      'PEAK 3.00 not_settled',
    ],
  ])
  expect(await desk.feesOf(other.id)).toEqual([
    ...[
      'OUT_HANDLING 1.52 not_settled',
      'RESIDENTIAL 5.95 not_settled',
      'FREIGHT 8.55 not_settled',
      'PEAK 0.75 not_settled',
      'FUEL 2.39 not_settled',
    ],
  ])
})

test('a fee that a person voided is not charged again when another fee of its document is priced again', async () => {
  const desk = await aDesk()
  await desk.setTerms({ mode: 'bill' })
  const { id, fees } = await shipped(desk)
  const voided = { ids: [fees.RESIDENTIAL ?? 0], reason: 'a shop' }
  expect(await server.done(calls.voidFees, voided, desk)).toMatchObject({ ok: 1 })
  const versionId = await cheaperVersion(desk)
  const input = { ids: [fees.FREIGHT ?? 0], versionId, reason: 'x' }
  expect(await server.done(calls.rerateFees, input, desk)).toEqual({ ok: 1, failed: [] })
  const without = ['OUT_HANDLING 1.52 not_settled', 'FREIGHT 8.55 not_settled', 'FUEL 2.39 not_settled']
  expect(await desk.feesOf(id)).toEqual(without)
  const again = { ids: [(await feeIds(desk, id)).fees.FREIGHT ?? 0], versionId, reason: 'x' }
  expect(await server.done(calls.rerateFees, again, desk)).toEqual({ ok: 1, failed: [] })
  expect(await desk.feesOf(id)).toEqual(without)
})

test('a fee that ended because a price does not have it is charged again by a price that has it', async () => {
  const desk = await aDesk()
  await desk.setTerms({ mode: 'bill' })
  const { id, fees } = await shipped(desk)
  const rerate = async (freight: number | undefined, versionId: number | null) =>
    server.done(calls.rerateFees, { ids: [freight ?? 0], versionId, reason: 'x' }, desk)
  expect(await rerate(fees.FREIGHT, await cheaperVersion(desk, []))).toMatchObject({ ok: 1 })
  expect(await desk.feesOf(id)).toEqual([
    'OUT_HANDLING 1.52 not_settled',
    'FREIGHT 8.55 not_settled',
    'FUEL 1.41 not_settled',
  ])
  expect(await rerate((await feeIds(desk, id)).fees.FREIGHT, null)).toMatchObject({ ok: 1 })
  expect(await desk.feesOf(id)).toEqual([
    'OUT_HANDLING 1.52 not_settled',
    'FREIGHT 9.10 not_settled',
    'RESIDENTIAL 5.95 not_settled',
    'FUEL 2.48 not_settled',
  ])
})

test('a price that was chosen for freight stays when handling is priced again, and the other way round', async () => {
  const desk = await aDesk()
  const { id } = await shipped(desk)
  const content = await handlingOf(server, desk.tenantId, [['OUT_HANDLING', 'order', '2.00']])
  const versions = {
    FREIGHT: await cheaperVersion(desk, []),
    OUT_HANDLING: await laterVersion(desk, 'HANDLING', { kind: 'operation', ...content }),
  }
  const rerate = async (code: keyof typeof versions, versionId: number | null) => {
    const { fees } = await feeIds(desk, id)
    const input = { ids: [fees[code] ?? 0], versionId, reason: 'x' }
    expect(await server.done(calls.rerateFees, input, desk)).toEqual({ ok: 1, failed: [] })
    return (await desk.feesOf(id)).map((fee) => fee.replace(' settled', '')).toSorted()
  }
  const agreed = ['FREIGHT 8.55', 'FUEL 1.41']
  expect(await rerate('FREIGHT', versions.FREIGHT)).toEqual([...agreed, 'OUT_HANDLING 1.52'])
  expect(await rerate('OUT_HANDLING', null)).toEqual([...agreed, 'OUT_HANDLING 1.52'])
  expect(await rerate('OUT_HANDLING', versions.OUT_HANDLING)).toEqual([...agreed, 'OUT_HANDLING 2.00'])
  const [freight] = await desk.asOwner<{ versionId: number }>(
    `select f.version_id::int as "versionId" from fees f where f.source_id = $1 and f.status = 'settled' and f.amount = 8.55`,
    [id],
  )
  expect(freight).toEqual({ versionId: versions.FREIGHT })
  const table = ['FREIGHT 9.10', 'FUEL 2.48', 'OUT_HANDLING 2.00', 'RESIDENTIAL 5.95']
  expect(await rerate('FREIGHT', null)).toEqual(table)
  expect(await rerate('OUT_HANDLING', null)).toEqual(table.with(2, 'OUT_HANDLING 1.52'))
})

test('work that is priced again has the discount of the group its customer was in when it was done', async () => {
  const desk = await aDesk()
  const handling = { tenantId: desk.tenantId, quoteCode: 'HANDLING' }
  const half = await aPricedGroup(server, { ...handling, groupCode: 'HALF', discount: '0.50' })
  const most = await aPricedGroup(server, { ...handling, groupCode: 'MOST', discount: '0.90' })
  const join = (groupId: number | null) =>
    desk.asOwner('update customers set group_id = $2 where id = $1', [desk.customerId, groupId])
  const rerated = async (orderId: number) => {
    const { fees } = await feeIds(desk, orderId)
    const input = { ids: [fees.OUT_HANDLING ?? 0], versionId: null, reason: 'x' }
    expect(await server.done(calls.rerateFees, input, desk)).toEqual({ ok: 1, failed: [] })
    return (await desk.feesOf(orderId)).filter((fee) => fee.startsWith('OUT_HANDLING'))
  }
  const alone = await shipped(desk)
  await join(half)
  const grouped = await shipped(desk)
  await join(most)
  expect(await rerated(grouped.id)).toEqual(['OUT_HANDLING 0.76 settled'])
  expect(await rerated(alone.id)).toEqual(['OUT_HANDLING 1.52 settled'])
  await join(null)
  expect(await rerated(grouped.id)).toEqual(['OUT_HANDLING 0.76 settled'])

  // Events of an older server don't say which group it was.
  await join(most)
  await desk.asOwner('alter table billable_events disable trigger user')
  await desk.asOwner('update billable_events set group_id = null, is_group_known = false')
  await desk.asOwner('alter table billable_events enable trigger user')
  expect(await rerated(alone.id)).toEqual(['OUT_HANDLING 1.37 settled'])
})

test('manual fees are listed without their refunds, which are listed as refunds', async () => {
  const desk = await aDesk()
  const { feeNo } = await server.done(
    calls.createFee,
    {
      ...{ customerId: desk.customerId, feeTypeId: await typeOf(desk, 'OTHER'), amount: '3.00' },
      ...{ documentNo: null, chargeDate: '2026-01-02', reason: 'x' },
    },
    desk,
  )
  const id = Number(feeNo.slice(2))
  await server.done(calls.refundFees, { ids: [id], amount: null, reason: 'x' }, desk)
  const listed = async (origin: 'manual' | 'refund' | 'automatic') =>
    (await server.done(calls.listFees, { origin }, desk)).rows.map((fee) => [fee.amount, fee.origin])
  expect(await listed('manual')).toEqual([['3.00', 'manual']])
  expect(await listed('refund')).toEqual([['-3.00', 'refund']])
  expect(await listed('automatic')).toEqual([])
})

test('the profit is that of whole shipments: freight, surcharges, fuel and refunds less what the carrier charges', async () => {
  const desk = await aDesk()
  const first = await shipped(desk)
  const { fees } = first
  await shipped(desk)
  await desk.asOwner('alter table fees disable trigger user')
  await desk.asOwner('update fees set cost_amount = 12.00 where id = $1', [fees.FREIGHT])
  await desk.asOwner('alter table fees enable trigger user')
  const sums = (over = {}) => server.done(calls.sumFees, over, desk)
  expect(await sums()).toEqual({
    ...{ amount: '38.10', settled: '38.10', notSettled: '0.00', costAmount: '12.00', profit: '5.53' },
  })
  const listed = async (as: { token: string; headers: Record<string, string> }) =>
    (await server.done(calls.listFees, { document: first.orderNo, order: 'asc' }, as)).rows.map((row) => row)
  const nothing = { unit: null, quantity: null, packages: null, weight: null, zoneCode: null, percent: null }
  const counted = { ...nothing, nights: null, system: 1 }
  expect(await listed(desk)).toMatchObject([
    { rule: 'HANDLING V1', basis: { ...counted, kind: 'operation', unit: 'order', quantity: '1' } },
    {
      ...{ rule: 'FR-1 V1', costAmount: '12.00', profit: '-2.90', margin: '-31.9' },
      basis: { ...counted, kind: 'freight', packages: 1, weight: '4', zoneCode: '5' },
    },
    { costAmount: null, profit: null, margin: null, basis: { ...counted, kind: 'surcharge', packages: 1 } },
    { basis: { ...counted, kind: 'fuel', packages: 1, percent: '16.50' } },
  ])
  const { token, headers } = await aUser(server, {
    tenantId: desk.tenantId,
    permissions: ['query:cost:view'],
  })
  expect((await listed({ token, headers }))[1]).toMatchObject({
    costAmount: null,
    profit: null,
    margin: null,
  })
  expect(await server.done(calls.sumFees, {}, { token, headers })).toMatchObject({
    ...{ amount: '38.10', costAmount: null, profit: null },
  })
  await server.done(calls.refundFees, { ids: [fees.FREIGHT ?? 0], amount: null, reason: 'lost' }, desk)
  expect(await sums()).toMatchObject({ amount: '29.00', costAmount: '12.00', profit: '-3.57' })
  expect(await sums({ origin: 'refund' })).toMatchObject({ costAmount: '0.00', profit: '-9.10' })
  expect(await sums({ feeTypeId: await typeOf(desk, 'FREIGHT') })).toMatchObject({
    amount: '9.10',
    profit: null,
  })
})

test('fees that should have left the balance are listed as failed and settled by hand or by the job', async () => {
  const desk = await aDesk()
  await desk.setTerms({ mode: 'bill' })
  const { fees } = await shipped(desk)
  const list = () => server.done(calls.listFees, { isFailed: '1' }, desk)
  const failed = async () => (await list()).total
  const causes = async () => new Set((await list()).rows.map(({ failedBecause }) => failedBecause))
  const fee = async () => (await server.done(calls.getFee, { id: ids[0] ?? 0 }, desk)).failedBecause
  const ids = [fees.FREIGHT ?? 0]
  expect([await failed(), await desk.money()]).toEqual([0, ['100.00', '0.00']])
  expect(await fee()).toBeNull()
  expect(await server.done(calls.settleFees, { ids }, desk)).toMatchObject({ ok: 0 })
  await desk.setTerms({ mode: 'balance' })
  expect([await failed(), await causes()]).toEqual([4, new Set(['next_attempt'])])
  await desk.asOwner('select block_account($1, $2)', [desk.customerId, 'I-10'])
  expect([await causes(), await fee()]).toEqual([new Set(['account_blocked']), 'account_blocked'])
  await desk.asOwner('select block_account($1, null)', [desk.customerId])
  expect(await server.done(calls.settleFees, { ids }, desk)).toMatchObject({ ok: 1 })
  expect(await fee()).toBeNull()
  expect(await desk.money()).toEqual(['90.90', '0.00'])
  await settleLate(server.database, desk.tenantId)
  await settleLate(server.database, desk.tenantId)
  expect([await failed(), await desk.money()]).toEqual([0, ['80.95', '0.00']])
})

test('the job leaves a fee alone that another user works on, and settles the others', async () => {
  const desk = await aDesk()
  await desk.setTerms({ mode: 'bill' })
  const { fees } = await shipped(desk)
  await desk.setTerms({ mode: 'balance' })
  await desk.write(async (tx) => {
    await lockFees(tx, desk.who, { ids: [fees.FREIGHT ?? 0] })
    await settleLate(server.database, desk.tenantId)
  })
  expect(await desk.money()).toEqual(['90.05', '0.00'])
  await settleLate(server.database, desk.tenantId)
  expect(await desk.money()).toEqual(['80.95', '0.00'])
})

test('a refund that is not paid back yet counts, and one that was voided counts no more', async () => {
  const desk = await aDesk()
  await desk.setTerms({ mode: 'bill' })
  const { fees } = await shipped(desk)
  const id = fees.FREIGHT ?? 0
  const fee = () => server.done(calls.getFee, { id }, desk)
  const refund = (amount: string | null) =>
    server.done(calls.refundFees, { ids: [id], amount, reason: 'late' }, desk)
  expect(await refund('4.00')).toMatchObject({ ok: 1, failed: [] })
  const first = await fee()
  expect(first).toMatchObject({ left: '5.10', refunds: [{ amount: '-4.00', status: 'not_settled' }] })
  const ids = first.refunds.map((each) => each.id)
  expect(await server.done(calls.voidFees, { ids, reason: 'wrong' }, desk)).toMatchObject({ ok: 1 })
  expect((await fee()).left).toBe('9.10')
  expect(await refund(null)).toMatchObject({ ok: 1, failed: [] })
  expect(await fee()).toMatchObject({ left: '0.00', refunds: [{ status: 'voided' }, { amount: '-9.10' }] })
})

test('fees are found by customer, type, document, charge date and status, and added up', async () => {
  const { aFee, done, asOwner, customerId, otherId } = await aBiller(server)
  const a = await aFee({ amount: '10.00', day: '2026-01-01' })
  const b = await aFee(
    { amount: '2.50', day: '2026-01-31', orderType: 'inbound', feeCode: 'INB_HANDLING' },
    true,
  )
  const c = await aFee({ amount: '4.00', day: '2026-02-01' })
  await done(calls.voidFees, { ids: [c], reason: 'x' })
  const found = async (input: SentTo<typeof calls.listFees>) =>
    (await done(calls.listFees, { order: 'asc', ...input })).rows.map(({ id }) => id)
  const [type] = await asOwner<{ id: string }>(`select id from fee_types where fee_code = 'INB_HANDLING'`)
  const [document] = await asOwner<{ no: string }>('select source_no as no from fees where id = $1', [a])
  const cases: [SentTo<typeof calls.sumFees>, number[], string][] = [
    [{}, [a, b, c], '12.50'],
    [{ customerId: otherId }, [b], '2.50'],
    [{ feeTypeId: Number(type?.id) }, [b], '2.50'],
    [{ orderType: 'inbound' }, [b], '2.50'],
    [{ document: document?.no ?? '' }, [a], '10.00'],
    [{ document: document?.no.toLowerCase() ?? '' }, [a], '10.00'],
    [{ chargedFrom: '2026-01-31' }, [b, c], '2.50'],
    [{ chargedTo: '2026-01-31' }, [a, b], '12.50'],
    [{ status: 'voided' }, [c], '0.00'],
    [{ status: 'settled' }, [b], '2.50'],
    [{ status: 'not_settled' }, [a], '10.00'],
    [{ origin: 'automatic' }, [a, b, c], '12.50'],
    [{ origin: 'manual' }, [], '0.00'],
  ]
  for (const [input, ids, amount] of cases) {
    expect([input, await found(input)]).toEqual([input, ids])
    expect([input, (await done(calls.sumFees, input)).amount]).toEqual([input, amount])
  }
  expect(await found({ order: 'desc' })).toEqual([c, b, a])
  expect(await done(calls.sumFees, {})).toMatchObject({ settled: '2.50', notSettled: '10.00' })
  const { customers, types } = await done(calls.feeChoices, {})
  expect(customers.map(({ id }) => id)).toEqual([customerId, otherId])
  const codes = types.map(({ feeCode }) => feeCode)
  expect(codes).toEqual(codes.toSorted())
})

test('requests for a second person are locked in the order of their ids', async () => {
  const desk = await aDesk()
  const asker = await aUser(server, { tenantId: desk.tenantId, secondPersonAbove: '1.00' })
  const feeTypeId = await typeOf(desk, 'OTHER')
  const wanted = { customerId: desk.customerId, feeTypeId, amount: '5.00', documentNo: null }
  for (let i = 0; i < 2; i++)
    await server.done(calls.createFee, { ...wanted, chargeDate: '2026-01-02', reason: 'x' }, asker)
  const rows = await desk.asOwner<{ id: string }>('select id from fee_requests')
  const ids = rows.map(({ id }) => Number(id))
  const work = (tx: Tx) => refuseFeeRequests(tx, desk.who, { ids: ids.toReversed(), reason: 'no' })
  expect(await locksInOrder(server, desk, 'fee_requests', ids, work)).toBe(true)
})

test('the tax of a fee is shown where there is one, has its sign, and is not changed', async () => {
  const desk = await aDesk()
  const insert = (amount: string, rate: string, tax: string) =>
    desk.asOwner<{ id: string }>(
      `insert into fees (tenant_id, customer_id, fee_type_id, order_type, amount, tax_rate, tax_amount, charge_date, occurred_at, is_manual, created_by)
       select tenant_now(), $1, id, 'manual', $3, $4, $5, '2026-01-02', now(), true, $2 from fee_types where fee_code = 'OTHER' returning id`,
      [desk.customerId, desk.who.accountId, amount, rate, tax],
    )
  const [taxed] = await insert('12.00', '20', '2.00')
  await insert('5.00', '0', '0')
  const { rows } = await server.done(calls.listFees, { order: 'asc' }, desk)
  expect(rows.map(({ taxRate, taxAmount }) => [taxRate, taxAmount])).toEqual([
    ['20.00', '2.00'],
    [null, null],
  ])
  expect(await server.done(calls.getFee, { id: Number(taxed?.id) }, desk)).toMatchObject({
    ...{ amount: '12.00', taxRate: '20.00', taxAmount: '2.00' },
  })
  for (const column of ['tax_rate', 'tax_amount'])
    await expect(desk.asOwner(`update fees set ${column} = 1 where id = $1`, [taxed?.id])).rejects.toThrow(
      /never changes/,
    )
  await expect(insert('-12.00', '20', '2.00')).rejects.toThrow('tax_has_sign_of_fee')
  await expect(insert('12.00', '101', '2.00')).rejects.toThrow('tax_rate')
})

describe('the proof of a manual fee', () => {
  const upload = (by: Parameters<typeof uploadedId>[1], name: string) =>
    uploadedId(server, by, 'attachment', name, Buffer.from('%PDF-1.4\n%%EOF'))

  /** A desk and a biller who adds fees of 5.00 there. */
  async function aProver(secondPersonAbove?: string) {
    const desk = await aDesk()
    const { tenantId, customerId } = desk
    const biller = await aUser(server, { tenantId, ...(secondPersonAbove && { secondPersonAbove }) })
    const wanted = { customerId, feeTypeId: await typeOf(desk, 'OTHER'), amount: '5.00', documentNo: null }
    const add = async (fileIds: number[]) => {
      const input = { ...wanted, chargeDate: '2026-01-02', reason: 'pallets', fileIds }
      return Number((await server.done(calls.createFee, input, biller)).feeNo.slice(2))
    }
    const files = async (id: number) => (await server.done(calls.getFee, { id }, biller)).files
    const names = async (id: number) => (await files(id)).map(({ fileName }) => fileName)
    return { desk, biller, add, files, names }
  }

  test('comes with the fee or later, stays once it is settled, and is never cleaned away', async () => {
    const { desk, biller, add, files, names } = await aProver()
    const [slip, letter] = [await upload(biller, 'slip.pdf'), await upload(biller, 'letter.pdf')]
    const id = await add([slip, slip])
    const [file] = await files(id)
    const answer = await server.server.http.inject({ url: file?.url ?? '' })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(await server.done(calls.addFeeProof, { id, fileId: letter }, biller)).toEqual({})
    expect(await names(id)).toEqual(['slip.pdf', 'letter.pdf'])
    await desk.asOwner(`update files set created_at = now() - interval '1 year'`)
    await server.owner('select wms.delete_old_files(0, 1000)', [], desk.tenantId)
    expect(await names(id)).toEqual(['slip.pdf', 'letter.pdf'])
    expect(await server.send(calls.removeFeeProof, { id, fileId: letter }, biller)).toMatchObject({
      message: feeText.proofKept.en_US,
    })
    // The customer pays by bill: the fee waits, and its proof can still be exchanged.
    await desk.setTerms({ mode: 'bill' })
    const waiting = await add([slip])
    const removing = { id: waiting, fileId: slip }
    expect(await server.done(calls.removeFeeProof, removing, biller)).toEqual({})
    expect(await names(waiting)).toEqual([])
    expect(await server.send(calls.removeFeeProof, removing, biller)).toMatchObject({
      data: { kind: 'not_found' },
    })
    const log = await desk.asOwner<{ action: string; name: string }>(
      `select action, coalesce(after, before) ->> 'fileName' as name from audit_log
       where object_type = 'fee' and action like '%attachment' order by id`,
    )
    expect(log.map(({ action, name }) => `${action} ${name}`)).toEqual([
      ...['add_attachment slip.pdf', 'add_attachment letter.pdf'],
      ...['add_attachment slip.pdf', 'remove_attachment slip.pdf'],
    ])
  })

  test('is there for the second person, and goes to the fee that is approved', async () => {
    const { desk, biller, add, names } = await aProver('1.00')
    await add([await upload(biller, 'slip.pdf')])
    const { rows } = await server.done(calls.listFeeRequests, {}, desk)
    expect(rows.map(({ files }) => files.map(({ fileName }) => fileName))).toEqual([['slip.pdf']])
    const answer = await server.server.http.inject({ url: rows[0]?.files[0]?.url ?? '' })
    expect(answer.statusCode).toBe(200)
    await server.done(calls.approveFeeRequests, { ids: rows.map(({ id }) => id) }, desk)
    const after = await server.done(calls.listFeeRequests, {}, desk)
    expect(await names(after.rows[0]?.feeId ?? 0)).toEqual(['slip.pdf'])
  })

  test('is one’s own upload, at most five, and of a fee that a person made', async () => {
    const { desk, biller, add, names } = await aProver()
    const theirs = await upload(desk, 'theirs.pdf')
    const wanted = { fileIds: [theirs], customerId: desk.customerId, feeTypeId: await typeOf(desk, 'OTHER') }
    const input = { ...wanted, amount: '5.00', documentNo: null, chargeDate: '2026-01-02', reason: 'x' }
    expect(await server.send(calls.createFee, input, biller)).toMatchObject({
      data: { fields: [{ path: 'fileIds', message: moneyText.fileNotFound.en_US }] },
    })
    const id = await add([])
    const own = await Promise.all([...'123456'].map((name) => upload(biller, `${name}.pdf`)))
    const answers = []
    for (const fileId of own)
      answers.push((await server.send(calls.addFeeProof, { id, fileId }, biller)).success)
    expect(answers).toEqual([true, true, true, true, true, false])
    expect(await names(id)).toHaveLength(5)
    const { fees } = await shipped(desk)
    const freight = fees.FREIGHT ?? 0
    const fileId = own[5] ?? 0
    expect(await server.send(calls.addFeeProof, { id: freight, fileId }, biller)).toMatchObject({
      message: feeText.noProofNeeded.en_US,
    })
    const refund = { ids: [freight], amount: '1.00', reason: 'late' }
    await server.done(calls.refundFees, refund, biller)
    const { refunds } = await server.done(calls.getFee, { id: freight }, biller)
    await server.done(calls.addFeeProof, { id: refunds[0]?.id ?? 0, fileId }, biller)
    expect(await names(refunds[0]?.id ?? 0)).toEqual(['6.pdf'])
  })
})
