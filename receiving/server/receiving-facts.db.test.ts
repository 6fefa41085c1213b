import { expect, test } from 'vitest'
import { freezeStock, stockByPlace } from '../../inventory/stock/contract.ts'
import type { BulkResult, OutputOf, SentTo } from '../../platform/calls/call.ts'
import { fill } from '../../platform/text/text.ts'
import { blankInbound, blankInboundLine } from '../../testing/blank-inputs.ts'
import { allProducts, aStore, type TestStore } from '../../testing/stock-builders.ts'
import { aPerson, aSession, startTestServer } from '../../testing/test-server.ts'
import {
  addBox,
  completeInbound,
  confirmInbounds,
  createInbound,
  findInbound,
  inbound,
  inboundHistory,
  listInbounds,
  reopenInbound,
  undoInboundArrivals,
  voidInbounds,
  withdrawInbounds,
} from '../contract.ts'
import { claimParcel, keepParcel } from '../parcels/contract.ts'
import {
  cancelReceipt,
  putAway,
  receive,
  receiveWhole,
  suggestBins,
  undoPutAway,
} from '../scanning/contract.ts'
import { receivingText } from '../text.ts'

/** What each receiving step stores, and the boundaries of its rules. */
const server = await startTestServer()

const aDock = ({ receiveOneStep = true } = {}) =>
  aStore(server, { approved: allProducts, settings: { receiveOneStep, overReceivePolicy: 'allow' } })
type Dock = Awaited<ReturnType<typeof aDock>>

const line = (dock: TestStore, sku: string, expected: number) => ({
  ...blankInboundLine,
  productId: dock.productOf(sku),
  expected,
})

async function announced(dock: Dock, over: Partial<SentTo<typeof createInbound>> = {}) {
  return server.done(
    createInbound,
    {
      customerId: dock.customerId,
      ...blankInbound,
      lines: [line(dock, 'BOLT', 10)],
      ...over,
    },
    dock,
  )
}

const count = (dock: Dock, sku: string, good: number, over: object = {}) => ({
  productId: dock.productOf(sku),
  good,
  defective: 0,
  locationId: dock.at('A-01'),
  ...over,
})
const take = async (dock: Dock, inboundId: number, ...lines: ReturnType<typeof count>[]) => {
  return server.done(receive, { inboundId, lines }, dock)
}
const rows = <R extends object>(dock: Dock, query: string, values: unknown[] = []) =>
  server.owner<R>(query, values, dock.tenantId)
const lastAudit = async (dock: Dock, action: string) =>
  (
    await rows<{ before: object | null; after: object | null; reason: string | null }>(
      dock,
      'select before, after, reason from audit_log where action = $1 order by id desc limit 1',
      [action],
    )
  )[0]

test('good and damaged pieces of one count fill the expected lines in order', async () => {
  const dock = await aDock()
  const { id } = await announced(dock, {
    lines: [line(dock, 'BOLT', 5), { ...line(dock, 'BOLT', 5), expiryDate: '2999-12-31' }],
  })
  const { lines } = await take(dock, id, count(dock, 'BOLT', 6, { defective: 4 }))
  expect(lines.map(({ good, defective }) => [good, defective])).toEqual([
    [5, 0],
    [1, 4],
  ])
})

test('the rest of a whole order is what neither good nor damaged pieces have filled', async () => {
  const dock = await aDock()
  const { id } = await announced(dock)
  await take(dock, id, count(dock, 'BOLT', 3, { defective: 2 }))
  const whole = await server.send(
    receiveWhole,
    { inboundId: id, boxId: null, locationId: dock.at('A-01') },
    dock,
  )
  expect(whole.data).toMatchObject({ lines: [{ good: 8, defective: 2 }], status: 'complete' })
})

test('the arrival keeps the user who confirmed it', async () => {
  const dock = await aDock()
  const { id } = await announced(dock)
  await server.send(confirmInbounds, { ids: [id] }, dock)
  await rows(dock, `update inbounds set arrived_at = '2026-01-02T03:04:05Z' where id = $1`, [id])
  const other = await aPerson(server, dock.tenantId)
  await take({ ...dock, token: await aSession(server, dock.tenantId, other.id) }, id, count(dock, 'BOLT', 3))
  const [kept] = await rows<{ arrived_at: Date; arrived_by: string }>(
    dock,
    'select arrived_at, arrived_by from inbounds where id = $1',
    [id],
  )
  expect(new Date(kept?.arrived_at ?? 0).toISOString()).toBe('2026-01-02T03:04:05.000Z')
  expect(Number(kept?.arrived_by)).toBe(dock.who.accountId)
  // The time is that of the user's clock.
  const [me] = await rows<{ user_name: string }>(dock, 'select user_name from accounts where id = $1', [
    dock.who.accountId,
  ])
  const { failed } = (await server.send(confirmInbounds, { ids: [id] }, dock)).data as BulkResult
  expect(failed.map(({ reason }) => reason)).toEqual([
    fill(receivingText.alreadyArrived, { who: me?.user_name ?? '', when: '2026-01-02 11:04' }).en_US,
  ])
})

test('a receipt stores unexpected goods and its remark, and the audit log the number of pieces', async () => {
  const dock = await aDock()
  const { id } = await announced(dock)
  const { receiptId, receiptNo } = await take(
    dock,
    id,
    count(dock, 'BOLT', 3, { remark: 'wet box' }),
    count(dock, 'NUT', 2, { isUnexpected: true }),
  )
  expect(
    await rows(
      dock,
      'select quantity, is_unexpected, remark from receipt_lines where receipt_id = $1 order by line_no',
      [receiptId],
    ),
  ).toMatchObject([
    { quantity: '3', is_unexpected: false, remark: 'wet box' },
    { quantity: '2', is_unexpected: true, remark: null },
  ])
  expect((await lastAudit(dock, 'receive'))?.after).toMatchObject({ receiptNo, pieces: 5 })
})

test('a receipt is undone with its reason, completely or not at all', async () => {
  const dock = await aDock()
  const { id } = await announced(dock)
  const { receiptId, receiptNo } = await take(dock, id, count(dock, 'BOLT', 4))
  const { rows: stock } = await server.done(stockByPlace, {}, dock)
  await server.send(
    freezeStock,
    { lines: [{ stockId: stock[0]?.id ?? 0, quantity: 1 }], reason: 'doubt' },
    dock,
  )
  expect((await server.send(cancelReceipt, { receiptId, reason: 'x' }, dock)).message).toContain('BOLT')
  const second = await take(dock, id, count(dock, 'BOLT', 2, { locationId: dock.at('A-02') }))
  const back = await server.send(cancelReceipt, { receiptId: second.receiptId, reason: 'miscounted' }, dock)
  expect(back.success).toBe(true)
  const again = await server.send(cancelReceipt, { receiptId: second.receiptId, reason: 'again' }, dock)
  expect(again.message).toBe(fill(receivingText.receiptCancelled, { no: second.receiptNo }).en_US)
  expect(
    await rows(dock, 'select cancel_reason, cancelled_by from receipts where id = $1', [second.receiptId]),
  ).toMatchObject([{ cancel_reason: 'miscounted', cancelled_by: String(dock.who.accountId) }])
  expect(await lastAudit(dock, 'cancel_receipt')).toMatchObject({
    before: { receiptNo: second.receiptNo, pieces: 2 },
    reason: 'miscounted',
  })
  expect(receiptNo).not.toBe(second.receiptNo)
})

test('undoing a receipt changes its own order and no other', async () => {
  const dock = await aDock()
  const [{ id: first }, { id: second }] = [await announced(dock), await announced(dock)]
  await take(dock, first, count(dock, 'BOLT', 1))
  const { receiptId } = await take(dock, second, count(dock, 'BOLT', 2))
  const versions = 'select id::int, row_version::int as version from inbounds where id = any($1) order by id'
  const before = await rows<{ id: number; version: number }>(dock, versions, [[first, second]])
  await server.send(cancelReceipt, { receiptId, reason: null }, dock)
  expect(await rows(dock, versions, [[first, second]])).toEqual(
    before.map(({ id, version }) => ({ id, version: id === second ? version + 1 : version })),
  )
})

test('an order that was ever counted cannot be withdrawn, and an undone arrival leaves no trace', async () => {
  const dock = await aDock()
  const { id } = await announced(dock)
  const { receiptId } = await take(dock, id, count(dock, 'BOLT', 4))
  expect(((await server.send(undoInboundArrivals, { ids: [id] }, dock)).data as BulkResult).ok).toBe(0)
  await server.send(cancelReceipt, { receiptId }, dock)
  expect(((await server.send(undoInboundArrivals, { ids: [id] }, dock)).data as BulkResult).ok).toBe(1)
  expect(
    await rows(dock, 'select arrived_at, arrived_by, first_receive_at from inbounds where id = $1', [id]),
  ).toEqual([{ arrived_at: null, arrived_by: null, first_receive_at: null }])
  const { ok, failed } = (await server.send(withdrawInbounds, { ids: [id] }, dock)).data as BulkResult
  expect([ok, failed.length]).toEqual([0, 1])
})

test('one waiting piece keeps an order open', async () => {
  const dock = await aDock({ receiveOneStep: false })
  const { id } = await announced(dock)
  await take(dock, id, count(dock, 'BOLT', 9, { locationId: null }))
  const productId = dock.productOf('BOLT')
  const put = (quantity: number) =>
    server.send(
      putAway,
      { inboundId: id, lines: [{ productId, quantity, locationId: dock.at('A-01') }] },
      dock,
    )
  await put(8)
  const complete = () => server.send(completeInbound, { id, differenceNote: 'one short' }, dock)
  expect((await complete()).message).toContain('1')
  await put(1)
  expect((await complete()).data).toEqual({ status: 'complete' })
  expect(await lastAudit(dock, 'put_away')).toMatchObject({ after: { pieces: 1 } })
})

test('an undone putaway cannot itself be undone', async () => {
  const dock = await aDock({ receiveOneStep: false })
  const { id } = await announced(dock)
  await take(dock, id, count(dock, 'BOLT', 5, { locationId: null }))
  const lines = [{ productId: dock.productOf('BOLT'), quantity: 5, locationId: dock.at('A-01') }]
  const { putawayId } = await server.done(putAway, { inboundId: id, lines }, dock)
  await server.send(undoPutAway, { putawayId }, dock)
  const [back] = await rows<{ id: string }>(dock, 'select id from putaways where undoes_id = $1', [putawayId])
  expect(await server.send(undoPutAway, { putawayId: Number(back?.id) }, dock)).toMatchObject({
    success: false,
    data: { kind: 'not_found' },
  })
  expect(await lastAudit(dock, 'undo_put_away')).toMatchObject({ before: { pieces: 5 } })
})

test('a note about a difference is stored, and only what arrived is charged', async () => {
  const dock = await aDock({ receiveOneStep: false })
  const { id } = await announced(dock, { lines: [line(dock, 'BOLT', 2), line(dock, 'NUT', 3)] })
  await take(dock, id, count(dock, 'BOLT', 2, { locationId: dock.at('A-01') }))
  await server.send(completeInbound, { id, differenceNote: 'nuts are late' }, dock)
  const facts = (of: number) =>
    rows<{ facts: { skus: number; pieces: number; lines: object[] } }>(
      dock,
      'select facts from billable_events where source_id = $1',
      [of],
    )
  expect((await facts(id))[0]?.facts).toMatchObject({ skus: 1, pieces: 2, lines: [{ sku: 'BOLT', good: 2 }] })
  expect((await server.done(inbound, { id }, dock)).differenceNote).toBe('nuts are late')
  expect(await lastAudit(dock, 'complete')).toMatchObject({ reason: 'nuts are late' })
})

test('a note is dropped where nothing differs', async () => {
  const dock = await aDock()
  const { id } = await announced(dock)
  await take(dock, id, count(dock, 'BOLT', 10))
  await server.send(reopenInbound, { id, reason: 'look again' }, dock)
  await server.send(completeInbound, { id, differenceNote: 'nothing is missing' }, dock)
  expect((await server.send(inbound, { id }, dock)).data).toMatchObject({
    status: 'complete',
    differenceNote: null,
  })
  expect((await lastAudit(dock, 'complete'))?.reason).toBeNull()
})

test('a missing box is expected again once its order is reopened', async () => {
  const dock = await aDock()
  const box = { customerBoxNo: null, length: null, width: null, height: null, weight: null }
  const { id } = await announced(dock, {
    inboundType: 'standard',
    boxes: [
      { ...box, boxNo: 'B-1' },
      { ...box, boxNo: 'B-2' },
    ],
    lines: [
      { ...line(dock, 'BOLT', 2), boxNo: 'B-1' },
      { ...line(dock, 'BOLT', 3), boxNo: 'B-2' },
    ],
  })
  const boxes = async () => (await server.done(inbound, { id }, dock)).boxes.map(({ status }) => status)
  await take(dock, id, count(dock, 'BOLT', 2))
  await server.send(completeInbound, { id, differenceNote: 'one box is late' }, dock)
  expect(await boxes()).toEqual(['received', 'missing'])
  await server.send(reopenInbound, { id, reason: 'it came' }, dock)
  expect(await boxes()).toEqual(['received', 'expected'])
})

test('nothing can be received into a disabled bin', async () => {
  const dock = await aDock()
  const { id } = await announced(dock)
  await rows(dock, `update locations set is_enabled = false where location_code = 'A-03'`)
  const lines = [count(dock, 'BOLT', 1, { locationId: dock.at('A-03') })]
  expect((await server.send(receive, { inboundId: id, lines }, dock)).data).toMatchObject({
    fields: [{ path: 'lines.0.locationId' }],
  })
})

test('suggested bins are those with the goods, then empty ones, and none that keeps batches apart', async () => {
  const dock = await aDock()
  await rows(
    dock,
    `update locations set route_seq = case location_code when 'A-03' then 1 when 'A-02' then 2 when 'A-01' then 3 else 9 end`,
  )
  await dock.move({ flow: 'receive', batchId: await dock.batch('BOLT'), onHand: 4 })
  const suggested = async () =>
    (await server.done(suggestBins, { productId: dock.productOf('BOLT') }, dock)).map(
      ({ locationCode }) => locationCode,
    )
  expect(await suggested()).toEqual(['A-01', 'A-03', 'A-02'])
  await rows(dock, `update locations set mix_batch = false where location_code = 'A-01'`)
  expect(await suggested()).toEqual(['A-03', 'A-02'])
})

test('of several orders with one number, the one in progress comes first, and no voided one', async () => {
  const dock = await aDock()
  const working = await announced(dock, { trackingNos: ['T-1'] })
  const waiting = await announced(dock, { trackingNos: ['T-1'] })
  const voided = await announced(dock, { trackingNos: ['T-1'] })
  await take(dock, working.id, count(dock, 'BOLT', 1))
  await server.send(voidInbounds, { ids: [voided.id] }, dock)
  const results = await server.done(findInbound, { scanned: 't-1' }, dock)
  expect(results.map(({ id }) => id)).toEqual([working.id, waiting.id])
})

test('the last day of a range is included, and a difference is found after the order is complete', async () => {
  const dock = await aDock()
  const { id } = await announced(dock, { eta: '2030-05-31' })
  const ids = async (input: SentTo<typeof listInbounds>) =>
    (await server.done(listInbounds, input, dock)).rows.map((row) => row.id)
  expect(await ids({ etaFrom: '2030-05-31', etaTo: '2030-05-31' })).toEqual([id])
  expect(await ids({ etaTo: '2030-05-30' })).toEqual([])
  expect(await ids({ etaFrom: '2030-06-01' })).toEqual([])
  await take(dock, id, count(dock, 'BOLT', 9))
  expect(await ids({ differs: '1' })).toEqual([id])
  await server.send(completeInbound, { id, differenceNote: 'short' }, dock)
  expect(await ids({ differs: '1' })).toEqual([id])
})

test('a parcel cannot join a finished order', async () => {
  const dock = await aDock()
  const { id: inboundId } = await announced(dock)
  await take(dock, inboundId, count(dock, 'BOLT', 10))
  const kept = await server.done(keepParcel, { trackingNo: 'LOST-1', remark: null, photoFileIds: [] }, dock)
  expect((await server.send(claimParcel, { id: kept.id, inboundId }, dock)).data).toMatchObject({
    fields: [{ path: 'inboundId' }],
  })
})

/** An order of three boxes with declared sizes. */
async function boxed(dock: Dock) {
  const box = (boxNo: string, n: number) => ({
    boxNo,
    customerBoxNo: null,
    length: `${n}1`,
    width: `${n}2`,
    height: `${n}3`,
    weight: `${n}`,
  })
  const { id, inboundNo } = await announced(dock, {
    inboundType: 'standard',
    boxes: [box('B-1', 1), box('B-2', 2), box('B-3', 3)],
    lines: [
      { ...line(dock, 'BOLT', 2), boxNo: 'B-1' },
      { ...line(dock, 'NUT', 3), boxNo: 'B-2' },
      { ...line(dock, 'BOLT', 4), boxNo: 'B-3' },
    ],
  })
  const read = () => server.done(inbound, { id }, dock)
  const boxIds = (await read()).boxes.map((item) => item.id)
  const whole = (boxId: number | null = null) =>
    server.send(receiveWhole, { inboundId: id, boxId, locationId: dock.at('A-01') }, dock)
  return { id, inboundNo, read, boxIds, whole }
}

test('an order is charged by the declared size of each box of which anything arrived, also damaged and loose', async () => {
  const dock = await aDock()
  await (await boxed(dock)).whole()
  const { id, inboundNo, read, boxIds, whole } = await boxed(dock)
  await take(dock, id, count(dock, 'BOLT', 0, { defective: 1 }))
  await whole(boxIds[2])
  await server.send(completeInbound, { id, differenceNote: 'the rest is lost' }, dock)
  expect((await read()).boxes.map(({ status, receivedAt }) => [status, receivedAt !== null])).toEqual([
    ['received', true],
    ['missing', false],
    ['received', true],
  ])
  const [event] = await rows<{ facts: object; kind: string; source_no: string; facts_version: number }>(
    dock,
    'select kind, source_no, facts_version, facts from billable_events where source_id = $1',
    [id],
  )
  const noSize = { length: null, width: null, height: null, weight: null }
  const bolts = { productId: dock.productOf('BOLT'), sku: 'BOLT', ...noSize }
  expect(event).toEqual({
    kind: 'inbound',
    source_no: inboundNo,
    facts_version: 1,
    facts: {
      boxes: 2,
      boxSizes: [
        { boxId: boxIds[0], boxNo: 'B-1', length: '11.00', width: '12.00', height: '13.00', weight: '1.000' },
        { boxId: boxIds[2], boxNo: 'B-3', length: '31.00', width: '32.00', height: '33.00', weight: '3.000' },
      ],
      pallets: null,
      containers: null,
      skus: 1,
      pieces: 5,
      lines: [
        { ...bolts, good: 0, defective: 1, boxId: boxIds[0] },
        { ...bolts, good: 4, defective: 0, boxId: boxIds[2] },
      ],
    },
  })
})

test('a received box keeps its time, and is neither taken nor reported with later receipts', async () => {
  const dock = await aDock()
  const { id, read, boxIds, whole } = await boxed(dock)
  const [first, second] = boxIds
  await whole(first)
  const early = '2026-01-02T03:04:05.000Z'
  await rows(dock, 'update inbound_boxes set received_at = $2 where id = $1', [first, early])
  const loose = await take(dock, id, count(dock, 'NUT', 3))
  expect(loose.boxes.map((box) => [box.id, box.status])).toEqual([[second, 'received']])
  expect(new Date((await read()).boxes[0]?.receivedAt ?? '').toISOString()).toBe(early)
  const rest = (await whole()).data as OutputOf<typeof receive>
  expect([rest.lines.map(({ good }) => good), rest.status]).toEqual([[4], 'complete'])
  expect(new Date((await read()).boxes[0]?.receivedAt ?? '').toISOString()).toBe(early)
})

test('a line that good and damaged pieces have filled takes nothing of the whole order', async () => {
  const dock = await aDock()
  const { id } = await announced(dock, { lines: [line(dock, 'BOLT', 2), line(dock, 'NUT', 3)] })
  await take(dock, id, count(dock, 'BOLT', 1, { defective: 1 }))
  const whole = await server.send(receiveWhole, { inboundId: id, locationId: dock.at('A-01') }, dock)
  expect(whole.data).toMatchObject({ lines: [{ good: 3 }], status: 'complete' })
  const { lines, receipts } = await server.done(inbound, { id }, dock)
  expect(lines.map(({ good, defective }) => [good, defective])).toEqual([
    [1, 1],
    [3, 0],
  ])
  expect(receipts[0]?.lines.map(({ quantity }) => quantity)).toEqual([3])
})

test('an extra box has arrived whole, and who counted a box last is shown until that count is undone', async () => {
  const dock = await aDock()
  const { id, read, boxIds } = await boxed(dock)
  const sizes = { length: null, width: null, height: null, weight: null }
  const added = await server.done(addBox, { id, boxNo: 'X-1', ...sizes }, dock)
  const extra = added.addedBoxes?.[0]?.id ?? 0
  const again = await server.send(
    receiveWhole,
    { inboundId: id, boxId: extra, locationId: dock.at('A-01') },
    dock,
  )
  expect(again.message).toMatch(/^Box X-1 was already received whole by – at \d\d:\d\d$/)

  const other = await aPerson(server, dock.tenantId)
  await rows(dock, `update accounts set user_name = case id when $1 then 'Anna' else 'Ben' end`, [other.id])
  const theirs = { ...dock, token: await aSession(server, dock.tenantId, other.id) }
  const boxId = boxIds[2] ?? 0
  const one = (as: Dock) =>
    server.send(receive, { inboundId: id, boxId, lines: [count(dock, 'BOLT', 1)] }, as)
  const counter = async () => (await read()).boxes[2]?.receivedByName
  await one(dock)
  expect(await counter()).toBe('Ben')
  const second = (await one(theirs)).data as OutputOf<typeof receive>
  expect([await counter(), second.boxes[0]?.receivedByName]).toEqual(['Anna', 'Anna'])
  await server.send(cancelReceipt, { receiptId: second.receiptId }, dock)
  expect(await counter()).toBe('Ben')
})

test('the history leaves out single counts, undone or not, and shows putaways newest first', async () => {
  const dock = await aDock({ receiveOneStep: false })
  const { id } = await announced(dock)
  const first = await take(dock, id, count(dock, 'BOLT', 6, { locationId: null }))
  const second = await take(dock, id, count(dock, 'BOLT', 1, { locationId: null }))
  await server.send(cancelReceipt, { receiptId: second.receiptId, reason: 'twice' }, dock)
  const put = async (...parts: [number, string][]) => {
    const lines = parts.map(([quantity, place]) => ({
      productId: dock.productOf('BOLT'),
      quantity,
      locationId: dock.at(place),
    }))
    return await server.done(putAway, { inboundId: id, lines }, dock)
  }
  const { putawayId } = await put([1, 'A-02'], [2, 'A-01'])
  await put([3, 'A-03'])
  await server.send(undoPutAway, { putawayId }, dock)
  const { timeline, putaways } = await server.done(inboundHistory, { id }, dock)
  expect(timeline.map(({ action, status }) => [action, status])).toEqual([
    ['undo_put_away', null],
    ['receive', 'receiving'],
    ['create', 'pending_confirm'],
  ])
  expect(
    putaways.map(({ lines }) =>
      lines.map((item) => [item.lineNo, item.quantity, item.fromCode, item.locationCode]),
    ),
  ).toEqual([
    [
      [1, 1, 'A-02', 'RECV'],
      [2, 2, 'A-01', 'RECV'],
    ],
    [[1, 3, 'RECV', 'A-03']],
    [
      [1, 1, 'RECV', 'A-02'],
      [2, 2, 'RECV', 'A-01'],
    ],
  ])
  expect(first.receiptNo).not.toBe(second.receiptNo)
})

test('a box completed by loose pieces names who counted its last one, whatever others count elsewhere', async () => {
  const dock = await aDock()
  const other = await aPerson(server, dock.tenantId)
  await rows(dock, `update accounts set user_name = case id when $1 then 'Anna' else 'Ben' end`, [other.id])
  const anna = { ...dock, token: await aSession(server, dock.tenantId, other.id) }
  const [first, second] = [await boxed(dock), await boxed(dock)]
  const counters = async () => (await first.read()).boxes.map(({ receivedByName }) => receivedByName)
  await take(anna, first.id, count(dock, 'NUT', 2))
  await take(dock, first.id, count(dock, 'NUT', 1))
  expect(await counters()).toEqual([null, 'Ben', null])
  // Neither other goods of the order nor another whole order change it.
  await take(anna, first.id, count(dock, 'BOLT', 1))
  await server.send(receiveWhole, { inboundId: second.id, boxId: null, locationId: dock.at('A-01') }, anna)
  expect(await counters()).toEqual([null, 'Ben', null])
  await first.whole()
  expect(await counters()).toEqual(['Ben', 'Ben', 'Ben'])
  expect((await second.read()).boxes.map(({ receivedByName }) => receivedByName)).toEqual([
    'Anna',
    'Anna',
    'Anna',
  ])
})

test('the boxes of an order that was received whole name who received it, also when a loose piece turns up later', async () => {
  const dock = await aDock()
  const other = await aPerson(server, dock.tenantId)
  await rows(dock, `update accounts set user_name = case id when $1 then 'Anna' else 'Ben' end`, [other.id])
  const anna = { ...dock, token: await aSession(server, dock.tenantId, other.id) }
  const { id, read, whole } = await boxed(dock)
  await whole()
  await take(anna, id, count(dock, 'NUT', 1))
  expect((await read()).boxes.map(({ receivedByName }) => receivedByName)).toEqual(['Ben', 'Ben', 'Ben'])
})
