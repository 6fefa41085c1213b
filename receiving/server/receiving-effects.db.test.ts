import { expect, test } from 'vitest'
import { approveCount, createCount, enterCount, submitCount } from '../../inventory/counts/contract.ts'
import { adjustStock, listFlows, moveStock, stockBySku } from '../../inventory/stock/contract.ts'
import { post } from '../../inventory/stock/server/ledger.ts'
import { stockText } from '../../inventory/stock/text.ts'
import type { Call, OutputOf, SentTo } from '../../platform/calls/call.ts'
import { fill } from '../../platform/text/text.ts'
import { untilLockWaits } from '../../testing/lock-waits.ts'
import { aDock } from '../../testing/receiving-builders.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { uploadedId } from '../../testing/upload.ts'
import {
  addBox,
  completeInbound,
  confirmInbounds,
  countLoads,
  findInbound,
  inbound,
  inboundProducts,
  listInbounds,
  measureBox,
  reopenInbound,
  undoInboundArrivals,
  voidInbounds,
  withdrawInbounds,
} from '../contract.ts'
import { keepParcel, openUnannounced } from '../parcels/contract.ts'
import { cancelReceipt, findPlace, putAway, receive, suggestBins, undoPutAway } from '../scanning/contract.ts'
import { afterChange } from '../scanning/scanning.ts'
import { receivingText } from '../text.ts'

/** What a receiving step changes besides quantities: boxes, versions, times, photos, billing facts. */
const server = await startTestServer()

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const noSizes = { length: null, width: null, height: null, weight: null }

test('a box received with the whole order stays received when an earlier count of it is undone', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const id = await dock.announce([{ sku: 'BOLT', expected: 5, boxNo: 'B1' }])
  const counted = (await dock.count(id, 'BOLT', 2, { locationId: null })).data as OutputOf<typeof receive>
  expect(await dock.takeWhole(id, { locationId: null })).toMatchObject({ success: true })
  await server.send(cancelReceipt, { receiptId: counted.receiptId, reason: 'counted twice' }, dock)
  expect((await dock.read(id)).boxes).toMatchObject([{ boxNo: 'B1', status: 'received' }])
})

test('a box whose count is undone is expected again, although the rest of the order was received as a whole', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const id = await dock.announce([
    { sku: 'BOLT', expected: 5, boxNo: 'B1' },
    { sku: 'NUT', expected: 5, boxNo: 'B2' },
  ])
  const [box] = (await dock.read(id)).boxes
  const taken = (await dock.takeWhole(id, { locationId: null, boxId: box?.id })).data as OutputOf<
    typeof receive
  >
  expect(await dock.takeWhole(id, { locationId: null })).toMatchObject({ success: true })
  expect((await dock.read(id)).receipts.map(({ mode, boxId }) => [mode, boxId])).toEqual([
    ['whole', null],
    ['whole', box?.id],
  ])
  await server.send(cancelReceipt, { receiptId: taken.receiptId, reason: 'not here' }, dock)
  expect((await dock.read(id)).boxes).toMatchObject([
    { boxNo: 'B1', status: 'expected' },
    { boxNo: 'B2', status: 'received' },
  ])
})

test('undoing a putaway gives the order a new version', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const id = await dock.announce([{ sku: 'BOLT', expected: 5 }])
  await dock.count(id, 'BOLT', 5, { locationId: null })
  const line = { productId: dock.productOf('BOLT'), quantity: 2, locationId: dock.at('A-02') }
  const put = (await dock.put(id, line)).data as OutputOf<typeof putAway>
  const before = (await dock.read(id)).rowVersion
  await server.send(undoPutAway, { putawayId: put.putawayId }, dock)
  expect((await dock.read(id)).rowVersion).toBeGreaterThan(before)
})

test('an emptied bin is suggested as empty, not as one that holds the goods', async () => {
  const dock = await aDock(server)
  const batchId = await dock.batch('BOLT')
  await dock.move({ flow: 'receive', batchId, onHand: 4 })
  await dock.move({ flow: 'adjust_down', batchId, onHand: -4 })
  const { data } = await server.send(suggestBins, { productId: dock.productOf('BOLT') }, dock)
  const bins = data as OutputOf<typeof suggestBins>
  expect(bins.map(({ why }) => why)).not.toContain('same_sku')
  expect(bins.find(({ locationCode }) => locationCode === 'A-01')).toMatchObject({ onHand: 0 })
})

test('an order is priced by measured values, and by declared ones where nothing was measured', async () => {
  const dock = await aDock(server)
  await server.owner(
    `update products set declared_length = 10, declared_width = 20, declared_height = 30, declared_weight = 4,
       measured_length = case sku when 'BOLT' then 11 end, measured_width = case sku when 'BOLT' then 21 end,
       measured_height = case sku when 'BOLT' then 31 end, measured_weight = case sku when 'BOLT' then 5 end,
       measured_at = case sku when 'BOLT' then now() end, measured_by = case sku when 'BOLT' then $2::bigint end
     where tenant_id = $1`,
    [dock.tenantId, dock.who.accountId],
    dock.tenantId,
  )
  const id = await dock.announce([
    { sku: 'BOLT', expected: 1 },
    { sku: 'NUT', expected: 1 },
  ])
  await dock.takeWhole(id)
  const [event] = await server.owner<{ facts: { lines: Record<string, string>[] } }>(
    'select facts from billable_events where tenant_id = $1',
    [dock.tenantId],
    dock.tenantId,
  )
  const sizes = event?.facts.lines.map(({ sku, length, width, height, weight }) =>
    [sku, ...[length, width, height, weight].map(Number)].join(' '),
  )
  expect(sizes).toEqual(['BOLT 11 21 31 5', 'NUT 10 20 30 4'])
})

test('a box of which only damaged pieces arrived is received, not missing', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 5, boxNo: 'B1' },
    { sku: 'NUT', expected: 5, boxNo: 'B2' },
  ])
  const boxId = await dock.boxId(id, 'B1')
  expect(await dock.count(id, 'BOLT', 0, { boxId, defective: 2, locationId: dock.at('D-01') })).toMatchObject(
    { success: true },
  )
  await server.send(completeInbound, { id, differenceNote: 'the rest is lost' }, dock)
  expect((await dock.read(id)).boxes).toMatchObject([{ status: 'received' }, { status: 'missing' }])
  const charged = await server.owner('select facts from billable_events', [], dock.tenantId)
  expect(charged).toMatchObject([{ facts: { boxes: 1, skus: 1, pieces: 2 } }])
})

test('opening stock may have a storage date of today, but not of tomorrow', async () => {
  const dock = await aDock(server)
  const [day] = await server.owner<{ today: string; tomorrow: string }>(
    'select warehouse_today()::text as today, (warehouse_today() + 1)::text as tomorrow',
    [],
    dock.tenantId,
  )
  const opening = (putawayDate: string | undefined) =>
    dock.announce([{ sku: 'BOLT', expected: 1 }], { inboundType: 'init', putawayDate })
  expect(await opening(day?.tomorrow)).toBeUndefined()
  expect(await opening(day?.today)).toBeGreaterThan(0)
})

test('an extra box does not change the arrival', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 5, boxNo: 'B1' }])
  await dock.count(id, 'BOLT', 1, { boxId: await dock.boxId(id, 'B1') })
  await server.owner(
    `update inbounds set arrived_at = arrived_at - interval '2 hours' where tenant_id = $1`,
    [dock.tenantId],
    dock.tenantId,
  )
  const { arrivedAt, arrivedByName } = await dock.read(id)
  await server.send(addBox, { id, boxNo: 'X1', ...noSizes }, await dock.colleague())
  expect(await dock.read(id)).toMatchObject({ arrivedAt, arrivedByName })
})

test('a box can be measured in its own order only', async () => {
  const dock = await aDock(server)
  const ours = await dock.announce([{ sku: 'BOLT', expected: 5, boxNo: 'B1' }])
  const other = await dock.announce([{ sku: 'BOLT', expected: 5, boxNo: 'B2' }])
  await dock.count(ours, 'BOLT', 1, { boxId: await dock.boxId(ours, 'B1') })
  const input = { ...noSizes, id: ours, ofBoxId: await dock.boxId(other, 'B2'), weight: '3' }
  expect(await server.send(measureBox, input, dock)).toMatchObject({
    success: false,
    message: receivingText.boxNotFound.en_US,
  })
})

test('the photos of a parcel set aside move to the order created for it', async () => {
  const dock = await aDock(server)
  const photo = await uploadedId(server, dock, 'image', 'parcel.png', Buffer.from(PIXEL, 'base64'))
  const parcelId = (
    await server.done(keepParcel, { trackingNo: 'LOST-9', remark: null, photoFileIds: [photo] }, dock)
  ).id
  const { id } = await server.done(
    openUnannounced,
    { customerId: dock.customerId, inboundType: 'by_sku', trackingNo: 'LOST-9', parcelId },
    dock,
  )
  const read = await server.done(inbound, { id }, dock)
  expect(read.attachments).toMatchObject([{ fileId: photo }])
})

test('a product is shown by its first picture', async () => {
  const dock = await aDock(server)
  const files = await server.owner<{ id: string }>(
    `insert into files (tenant_id, file_name, purpose, mime, size, sha256, storage_key, created_by)
     select $1, n || '.png', 'image', 'image/png', 1, '', 'picture' || n, $2 from generate_series(1, 3) n returning id`,
    [dock.tenantId, dock.who.accountId],
    dock.tenantId,
  )
  // Neither the first nor the last that was added.
  for (const [i, place] of [2, 1, 3].entries())
    await server.owner(
      `insert into product_images (tenant_id, product_id, place, file_id, small_file_id) values ($1, $2, $3, $4, $4)`,
      [dock.tenantId, dock.productOf('BOLT'), place, files[i]?.id],
      dock.tenantId,
    )
  const { data } = await server.send(inboundProducts, { customerId: dock.customerId, search: 'BOLT' }, dock)
  const [bolt] = data as OutputOf<typeof inboundProducts>
  expect(bolt?.imageUrl).toContain(`?f=${dock.tenantId}.${files[1]?.id}.`)
})

test('in transit counts what is still to come of each line, regardless of surplus on another', async () => {
  const dock = await aDock(server, { overReceivePolicy: 'allow' })
  for (const [expected, came] of [
    [5, 9],
    [7, 2],
  ] as const) {
    const id = await dock.announce([
      { sku: 'BOLT', expected },
      { sku: 'NUT', expected: 1 },
    ])
    expect(await dock.count(id, 'BOLT', came)).toMatchObject({ success: true })
  }
  // What was submitted is on its way before it arrives, and a draft is not.
  await dock.announce([{ sku: 'BOLT', expected: 3 }])
  await dock.announce([{ sku: 'BOLT', expected: 4 }], { isSubmitted: false })
  expect((await server.done(stockBySku, { search: 'bolt' }, dock)).rows).toMatchObject([
    { sku: 'BOLT', onHand: 11, inTransit: 8 },
  ])
})

test('each step writes its audit row and its event, and gives the order a new version and time', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const boxed = [
    { sku: 'BOLT', expected: 2, boxNo: 'B1' },
    { sku: 'NUT', expected: 2, boxNo: 'B2' },
  ]
  const [begun, closed, draft] = [
    await dock.announce(boxed),
    await dock.announce(boxed),
    await dock.announce(boxed, { isSubmitted: false }),
  ]
  for (const other of [begun, closed])
    await dock.takeWhole(other, {
      boxId: await dock.boxId(other, 'B1'),
      locationId: other === closed ? dock.at('A-01') : null,
    })
  await server.send(completeInbound, { id: closed, differenceNote: 'late' }, dock)
  const others = () => Promise.all([begun, closed, draft].map(dock.read))
  const before = await others()
  const id = await dock.announce([{ sku: 'BOLT', expected: 5 }])
  const { inboundNo: no } = await dock.read(id)
  /** Runs one step and returns what it wrote besides the goods. */
  const does = async <C extends Call>(call: C, input: SentTo<C>) => {
    const age = `update inbounds set updated_at = '2020-01-01' where id = $1`
    await server.owner(age, [id], dock.tenantId)
    const before = await dock.read(id)
    const { data, message, success } = await server.send(call, input, dock)
    if (!success) throw new Error(message)
    const now = await dock.read(id)
    expect(now.updatedAt > before.updatedAt).toBe(true)
    const audit = await server.owner<object>(
      `select action, object_no as no, before, after, reason from audit_log
       where object_type = 'inbound' and object_id = $1 order by id desc limit 1`,
      [id],
      dock.tenantId,
    )
    const events = await server.owner<object>(
      `select kind, payload from events where object_type = 'inbound' and object_id = $1 order by id desc limit 1`,
      [id],
      dock.tenantId,
    )
    const versions = now.rowVersion - before.rowVersion
    return { data, since: before.rowVersion, versions, audit: audit[0], event: events[0] }
  }
  const row = (
    action: string,
    before: object | null,
    after: object | null,
    reason: string | null = null,
  ) => ({
    versions: 1,
    audit: { action, no, before, after, reason },
  })
  const from = (inboundStatus: string) => ({ inboundStatus })
  const told = (kind: string, payload = {}) => ({ event: { kind: `inbound.${kind}`, payload } })
  expect(await does(confirmInbounds, { ids: [id] })).toMatchObject({
    ...row('confirm', from('pending_confirm'), from('receiving')),
    ...told('arrived'),
  })
  const again = await server.send(confirmInbounds, { ids: [id, 999_999] }, dock)
  expect(again.data).toMatchObject({
    ok: 0,
    failed: [
      {
        id,
        no,
        reason: expect.stringMatching(/^\S+ \d+ already confirmed the arrival at \d{4}-\d\d-\d\d \d\d:\d\d$/),
      },
      { id: 999_999, no: '999999', reason: receivingText.notFound.en_US },
    ],
  })
  expect(await does(undoInboundArrivals, { ids: [id] })).toMatchObject({
    ...row('undo_arrival', from('receiving'), from('pending_confirm')),
    ...told('arrival_undone'),
  })
  const lines = [{ productId: dock.productOf('BOLT'), good: 3, defective: 0, locationId: null }]
  const first = await does(receive, { inboundId: id, lines })
  const { receiptId, receiptNo } = first.data as OutputOf<typeof receive>
  expect(first).toMatchObject({
    ...row('receive', from('pending_confirm'), { receiptNo, pieces: 3, ...from('receiving') }),
    ...told('received', { receiptId }),
  })
  const second = await does(receive, { inboundId: id, lines: lines.map((line) => ({ ...line, good: 1 })) })
  const { receiptNo: secondNo, receiptId: secondId } = second.data as OutputOf<typeof receive>
  expect(second.audit).toEqual(row('receive', null, { receiptNo: secondNo, pieces: 1 }).audit)
  const line = { productId: dock.productOf('BOLT'), quantity: 3, locationId: dock.at('A-02') }
  const put = await does(putAway, { inboundId: id, lines: [line] })
  const { putawayId } = put.data as OutputOf<typeof putAway>
  expect(put).toMatchObject({ ...row('put_away', null, { pieces: 3 }), ...told('put_away', { putawayId }) })
  for (const { data, since } of [first, second, put])
    expect(data).toMatchObject({ since, rowVersion: since + 1 })
  expect(await does(undoPutAway, { putawayId })).toMatchObject({
    ...row('undo_put_away', { pieces: 3 }, null),
    ...told('putaway_undone', { putawayId }),
  })
  const ways = await server.owner(
    `select u.undoes_id is not null as is_back, l.quantity, f.location_code as from, t.location_code as to
     from putaway_lines l join putaways u on u.tenant_id = l.tenant_id and u.id = l.putaway_id
     join locations f on f.tenant_id = l.tenant_id and f.id = l.from_location_id
     join locations t on t.tenant_id = l.tenant_id and t.id = l.location_id order by u.id`,
    [],
    dock.tenantId,
  )
  expect(ways).toMatchObject([
    { is_back: false, quantity: '3', from: 'RECV', to: 'A-02' },
    { is_back: true, quantity: '3', from: 'A-02', to: 'RECV' },
  ])
  expect(await does(cancelReceipt, { receiptId: secondId, reason: 'twice' })).toMatchObject({
    ...row('cancel_receipt', { receiptNo: secondNo, pieces: 1 }, null, 'twice'),
    ...told('receipt_cancelled', { receiptId: secondId }),
  })
  await dock.put(id, line)
  expect(await does(completeInbound, { id, differenceNote: 'lost' })).toMatchObject({
    ...row('complete', from('receiving'), from('complete'), 'lost'),
    ...told('completed'),
  })
  expect(await does(reopenInbound, { id, reason: 'found' })).toMatchObject({
    ...row('reopen', from('complete'), from('receiving'), 'found'),
    ...told('reopened'),
  })
  expect(await dock.read(id)).toMatchObject({
    completedAt: null,
    completedByName: null,
    differenceNote: null,
  })
  const box = { boxNo: 'X1', boxLength: null, boxWidth: null, boxHeight: null, boxWeight: null }
  expect(await does(addBox, { id, boxNo: 'X1', ...noSizes })).toMatchObject({
    ...row('add_box', null, box),
    ...told('edited', { boxNo: 'X1' }),
  })
  const measuring = { id, ofBoxId: await dock.boxId(id, 'X1'), ...noSizes, weight: '3' }
  expect(await does(measureBox, measuring)).toMatchObject({
    ...row('measure_box', null, { ...box, boxWeight: '3' }),
    ...told('edited', { boxNo: 'X1' }),
  })
  const empty = await dock.announce([{ sku: 'BOLT', expected: 5 }])
  const { inboundNo: emptyNo } = await dock.read(empty)
  expect(
    (await server.send(countLoads, { id: empty, palletCount: 1, containerCount: null }, dock)).message,
  ).toBe(fill(receivingText.loadsTooEarly, { no: emptyNo }).en_US)
  expect((await server.send(completeInbound, { id: empty, differenceNote: 'x' }, dock)).success).toBe(false)
  await server.send(confirmInbounds, { ids: [empty] }, dock)
  expect((await server.send(completeInbound, { id: empty, differenceNote: 'x' }, dock)).message).toBe(
    receivingText.nothingReceived.en_US,
  )
  await server.send(undoInboundArrivals, { ids: [empty] }, dock)
  expect((await server.send(withdrawInbounds, { ids: [empty] }, dock)).data).toMatchObject({ ok: 1 })
  await server.send(voidInbounds, { ids: [empty] }, dock)
  expect((await dock.read(empty)).status).toBe('voided')
  // None of it has touched another order.
  expect(await others()).toEqual(before)
})

test('work on one order leaves the boxes and receipts of another unchanged', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const boxes = [
    { sku: 'BOLT', expected: 5, boxNo: 'B1' },
    { sku: 'NUT', expected: 5, boxNo: 'B2' },
  ]
  const [ours, other] = [await dock.announce(boxes), await dock.announce(boxes)]
  const boxId = await dock.boxId(ours, 'B1')
  const counted = (await dock.count(ours, 'BOLT', 2, { boxId, locationId: null })).data as OutputOf<
    typeof receive
  >
  expect(await dock.takeWhole(other, { locationId: null })).toMatchObject({ success: true })
  // The other order was received completely; undoing the only count of this box still reverts it.
  await server.send(cancelReceipt, { receiptId: counted.receiptId, reason: null }, dock)
  expect((await dock.read(ours)).boxes).toMatchObject([{ status: 'expected' }, { status: 'expected' }])
  const third = await dock.announce(boxes)
  await dock.count(third, 'BOLT', 5, { boxId: await dock.boxId(third, 'B1'), locationId: null })
  await dock.put(third, { productId: dock.productOf('BOLT'), quantity: 5, locationId: dock.at('A-01') })
  expect(await server.send(completeInbound, { id: third, differenceNote: 'x' }, dock)).toMatchObject({
    success: true,
  })
  const [mine, closed] = [await dock.read(ours), await dock.read(third)]
  expect([mine.boxes, closed.boxes].map((all) => all.map(({ status }) => status))).toEqual([
    ['expected', 'expected'],
    ['received', 'missing'],
  ])
  expect([mine.receipts.length, closed.receipts.length]).toEqual([1, 1])
})

test('a receipt returns what it changed: extra lines in their box, and boxes with who counted them and when', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 5, boxNo: 'B1' },
    { sku: 'NUT', expected: 5, boxNo: 'B2' },
  ])
  const boxId = await dock.boxId(id, 'B1')
  const other = await dock.boxId(id, 'B2')
  const loose = (await dock.count(id, 'NUT', 2)).data as OutputOf<typeof receive>
  expect(loose.boxes).toMatchObject([{ id: other, status: 'expected', receivedAt: null }])
  const full = (await dock.count(id, 'BOLT', 5, { boxId })).data as OutputOf<typeof receive>
  expect(full.boxes).toMatchObject([
    {
      id: boxId,
      status: 'received',
      receivedAt: expect.stringMatching(/Z$/),
      receivedByName: expect.any(String),
    },
  ])
  expect([full.status, full.lines]).toMatchObject(['receiving', [{ good: 5, defective: 0 }]])
  const extra = (await dock.count(id, 'NUT', 1, { boxId, isUnexpected: true })).data as OutputOf<
    typeof receive
  >
  expect([extra.lines, extra.opened]).toMatchObject([
    [],
    [{ boxId, expected: 0, good: 1, defective: 0, isExtra: true }],
  ])
  const twice = (await dock.count(id, 'NUT', 1, { boxId, isUnexpected: true })).data as OutputOf<
    typeof receive
  >
  expect([twice.opened, twice.lines]).toMatchObject([[], [{ good: 2 }]])
  expect((await dock.count(id, 'NUT', 1, { boxId })).data).toMatchObject({
    fields: [{ path: 'lines.0.isUnexpected' }],
  })
  expect((await dock.read(id)).receipts.map((receipt) => [receipt.mode, receipt.boxId])).toEqual([
    ['box', boxId],
    ['box', boxId],
    ['box', boxId],
    ['sku', null],
  ])
  const counter = full.boxes[0]?.receivedByName
  const whole = await dock.takeWhole(id, { boxId })
  const when = new Intl.DateTimeFormat('en-US', {
    timeZone: 'Asia/Shanghai',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(full.boxes[0]?.receivedAt ?? ''))
  expect(whole.message).toBe(`Box B1 was already received whole by ${counter} at ${when}`)
  expect((await dock.takeWhole(id, { boxId: other })).message).toBe(
    'Box B2 was already received by –: 2 of 5, 3 short',
  )
})

test('a refusal contains the quantities', async () => {
  for (const [overReceivePolicy, words] of [
    ['block', 'Product BOLT: 5 expected, 3 received. Receiving 4 more exceeds the limit.'],
    ['warn', 'Product BOLT: 5 expected, 3 received. Receiving 4 more is over-receiving. Please confirm.'],
  ] as const) {
    const dock = await aDock(server, { overReceivePolicy, receiveOneStep: false })
    const id = await dock.announce([{ sku: 'BOLT', expected: 5 }])
    await dock.count(id, 'BOLT', 3, { locationId: null })
    expect((await dock.count(id, 'BOLT', 4, { locationId: null })).message).toBe(words)
    const line = { productId: dock.productOf('BOLT'), quantity: 4, locationId: dock.at('A-01') }
    expect((await dock.put(id, line)).message).toBe('Only 3 of BOLT pending putaway, not 4')
    await server.owner(
      `update locations set purpose = 'packing' where location_code = 'A-03'`,
      [],
      dock.tenantId,
    )
    expect((await dock.count(id, 'BOLT', 1, { locationId: dock.at('A-03') })).message).toBe(
      'Bin A-03 doesn’t accept incoming goods. Scan a receiving or storage bin.',
    )
    const missing = await server.send(cancelReceipt, { receiptId: 999_999, reason: null }, dock)
    expect(missing).toMatchObject({ data: { kind: 'not_found' } })
    expect(await server.send(undoPutAway, { putawayId: 999_999 }, dock)).toMatchObject({
      data: { kind: 'not_found' },
    })
    await dock.put(id, { ...line, quantity: 3 })
    await server.owner(
      `update locations set is_enabled = false where location_code = 'RECV'`,
      [],
      dock.tenantId,
    )
    expect((await dock.count(id, 'BOLT', 1, { locationId: null })).message).toBe(
      receivingText.noReceivingPlace.en_US,
    )
  }
})

test('goods in several rows are put away and undone row by row, and other goods stay', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  await server.owner('update products set expiry_managed = true, shelf_life_days = 900', [], dock.tenantId)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 6 },
    { sku: 'NUT', expected: 9 },
  ])
  const product = (sku: string) => dock.productOf(sku)
  const [early, late] = ['2030-01-31', '2030-02-28']
  for (const [sku, expiryDate] of [
    ['NUT', early],
    ['BOLT', late],
    ['BOLT', early],
  ] as const)
    await dock.count(id, sku, 2, { locationId: null, expiryDate, productionDate: '2026-01-01' })
  // Three of two and two, earliest expiry first; nuts of the same date stay.
  const first = (await dock.put(id, { productId: product('BOLT'), quantity: 3, locationId: dock.at('A-02') }))
    .data as OutputOf<typeof putAway>
  expect(await dock.stock()).toEqual([
    { sku: 'BOLT', place: 'A-02', expiry: early, pieces: 2 },
    { sku: 'BOLT', place: 'A-02', expiry: late, pieces: 1 },
    { sku: 'BOLT', place: 'RECV', expiry: late, pieces: 1 },
    { sku: 'NUT', place: 'RECV', expiry: early, pieces: 2 },
  ])
  const days = await server.owner<{ day: string }>(
    `select distinct production_date::text as day from batches where putaway_date is not null`,
    [],
    dock.tenantId,
  )
  expect(days).toEqual([{ day: '2026-01-01' }])
  const batch = { expiryDate: early, lot: null }
  await dock.put(id, { productId: product('NUT'), batch, quantity: 1, locationId: dock.at('A-02') })
  expect((await dock.stock()).at(-2)).toEqual({ sku: 'NUT', place: 'A-02', expiry: early, pieces: 1 })
  const back = await server.done(undoPutAway, { putawayId: first.putawayId }, dock)
  expect(await dock.stock()).toEqual([
    { sku: 'BOLT', place: 'RECV', expiry: early, pieces: 2 },
    { sku: 'BOLT', place: 'RECV', expiry: late, pieces: 2 },
    { sku: 'NUT', place: 'A-02', expiry: early, pieces: 1 },
    { sku: 'NUT', place: 'RECV', expiry: early, pieces: 1 },
  ])
  // The answer names only the goods that wait again.
  expect(
    back.pending.map(({ productId, expiryDate, quantity }) => [productId, expiryDate, quantity]),
  ).toEqual([
    [product('BOLT'), early, 2],
    [product('BOLT'), late, 2],
  ])
  // A batch is put away by its id too, whatever else of its product waits.
  const batchId = back.pending[1]?.batchId
  expect(await dock.put(id, { batchId, quantity: 1, locationId: dock.at('A-02') })).toMatchObject({
    data: { pending: [{ batchId, expiryDate: late, quantity: 1 }] },
  })
  await dock.cleanBooks()
})

test('waiting goods are listed by their expiry date, of one date in the order they came, those without one last', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const managed = `update products set expiry_managed = true, shelf_life_days = 900 where sku = 'BOLT'`
  await server.owner(managed, [], dock.tenantId)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 3 },
    { sku: 'NUT', expected: 2 },
  ])
  await dock.count(id, 'NUT', 1, { locationId: null })
  for (const [expiryDate, lot] of [
    ['2030-02-28', 'C'],
    ['2030-01-31', 'B'],
    ['2030-01-31', 'A'],
  ])
    await dock.count(id, 'BOLT', 1, { locationId: null, expiryDate, lot })
  const { pending } = await dock.read(id)
  expect(pending.map(({ expiryDate, lot }) => [expiryDate, lot])).toEqual([
    ['2030-01-31', 'B'],
    ['2030-01-31', 'A'],
    ['2030-02-28', 'C'],
    [null, null],
  ])
})

test('a receipt or putaway of several lines is undone only while all of its pieces are there', async () => {
  const dock = await aDock(server, { receiveOneStep: false, overReceivePolicy: 'allow' })
  const id = await dock.announce([{ sku: 'BOLT', expected: 9 }])
  const lines = [1, 2, 3].map(() => ({
    productId: dock.productOf('BOLT'),
    good: 2,
    defective: 0,
    locationId: null,
  }))
  const { receiptId } = await server.done(receive, { inboundId: id, lines }, dock)
  const line = { productId: dock.productOf('BOLT'), quantity: 1, locationId: dock.at('A-02') }
  await dock.put(id, line)
  expect((await server.send(cancelReceipt, { receiptId, reason: null }, dock)).message).toBe(
    'BOLT in bin RECV has been moved, allocated or frozen, so the receipt can’t be cancelled',
  )
  const { putawayId } = await server.done(putAway, { inboundId: id, lines: [line, line, line] }, dock)
  const [row] = await server.owner<{ batch_id: string }>(
    `select batch_id from stock where location_id = $1`,
    [dock.at('A-02')],
    dock.tenantId,
  )
  const putawayStays = 'BOLT in bin A-02 has been moved, allocated or frozen, so the putaway can’t be undone'
  const batchId = Number(row?.batch_id)
  await dock.move({ flow: 'freeze', batchId, frozen: 2 }, 'A-02')
  expect((await server.send(undoPutAway, { putawayId }, dock)).message).toBe(putawayStays)
  await dock.move({ flow: 'unfreeze', batchId, frozen: -2 }, 'A-02')
  await dock.move({ flow: 'allocate', batchId, allocated: 2 }, 'A-02')
  expect((await server.send(undoPutAway, { putawayId }, dock)).message).toBe(putawayStays)
})

test('a receipt of good and damaged pieces is undone in both, and not while any of them is allocated', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 9 }])
  const { receiptId } = (await dock.count(id, 'BOLT', 2, { defective: 3 })).data as OutputOf<typeof receive>
  await dock.count(id, 'BOLT', 1, { defective: 1 })
  const [good] = await server.owner<{ batch_id: string }>(
    'select batch_id from stock where location_id = $1',
    [dock.at('A-01')],
    dock.tenantId,
  )
  const batchId = Number(good?.batch_id)
  await dock.move({ flow: 'allocate', batchId, allocated: 2 })
  expect((await server.send(cancelReceipt, { receiptId }, dock)).message).toBe(
    'BOLT in bin A-01 has been moved, allocated or frozen, so the receipt can’t be cancelled',
  )
  await dock.move({ flow: 'deallocate', batchId, allocated: -2 })
  // Goods that did not wait for putaway wait for nothing afterwards.
  expect(await server.send(cancelReceipt, { receiptId }, dock)).toMatchObject({
    data: { lines: [{ good: 1, defective: 1 }], pending: [] },
  })
  expect((await dock.stock()).map(({ place, pieces }) => [place, pieces])).toEqual([
    ['A-01', 1],
    ['D-01', 1],
  ])
  await dock.cleanBooks()
})

test('damaged goods go to the first bin in pick sequence that accepts them, and the blocking one is named', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  await server.owner(
    `insert into locations (tenant_id, location_code, zone_id, purpose, mix_customer, mix_sku, mix_batch, route_seq)
     select tenant_id, x.code, id, 'storage', x.mix, true, true, x.seq
     from location_zones, (values ('D-02', false, 20), ('D-03', false, 10)) x (code, mix, seq) where zone_code = 'BAD'`,
    [],
    dock.tenantId,
  )
  await server.owner(
    `update locations set is_enabled = false where location_code = 'D-01'`,
    [],
    dock.tenantId,
  )
  const bins = await server.owner<{ id: string; code: string }>(
    `select id, location_code as code from locations where location_code like 'D-%'`,
    [],
    dock.tenantId,
  )
  const at = (code: string) => Number(bins.find((bin) => bin.code === code)?.id)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 9 },
    { sku: 'NUT', expected: 9 },
  ])
  const broken = (sku: string) => dock.count(id, sku, 0, { defective: 1, locationId: null })
  await broken('BOLT')
  const lies = async () => (await dock.stock()).map(({ sku, place, pieces }) => `${sku} ${place} ${pieces}`)
  expect(await lies()).toEqual(['BOLT D-03 1'])
  // Another customer's goods keep them out of the first one, until it is empty again.
  const screws = await dock.batch('SCREW')
  const put = (onHand: number, locationId: number) =>
    dock.move({
      flow: onHand > 0 ? 'receive' : 'adjust_down',
      batchId: screws,
      onHand,
      quality: 'defective',
      locationId,
    })
  await server.owner(
    `update locations set mix_customer = true where location_code = 'D-03'`,
    [],
    dock.tenantId,
  )
  await put(1, at('D-03'))
  await server.owner(
    `update locations set mix_customer = false where location_code = 'D-03'`,
    [],
    dock.tenantId,
  )
  await broken('NUT')
  expect(await lies()).toEqual(['BOLT D-03 1', 'NUT D-02 1', 'SCREW D-03 1'])
  await put(-1, at('D-03'))
  await server.owner(
    `update locations set mix_sku = false, mix_customer = false where location_code in ('D-02', 'D-03')`,
    [],
    dock.tenantId,
  )
  const [washer] = await server.owner<{ id: string }>(
    `insert into products (tenant_id, customer_id, sku, name_en, search_line, audit_status)
     select tenant_id, id, 'WASHER', 'Washer', 'washer', 'pending' from customers where customer_code = 'ACME' returning id`,
    [],
    dock.tenantId,
  )
  await server.owner(`update products set audit_status = 'passed' where sku = 'WASHER'`, [], dock.tenantId)
  const none = await dock.count(id, 'BOLT', 0, {
    productId: Number(washer?.id),
    defective: 1,
    locationId: null,
    isUnexpected: true,
  })
  expect(none.message).toMatch(/^Bin D-03 for defective goods contains ACME · BOLT and doesn’t allow mixing/)
  const found = (await server.send(findPlace, { scanned: ' ｄ-03 ' }, dock)).data
  expect(found).toMatchObject({
    locationCode: 'D-03',
    otherCustomer: null,
    quality: 'defective',
    isEnabled: true,
  })
})

test('bins are suggested by content: the pieces of all batches, then empty ones in pick sequence', async () => {
  const dock = await aDock(server)
  for (const putawayDate of ['2026-01-01', '2026-02-01'])
    await dock.move(
      { flow: 'receive', batchId: await dock.batch('BOLT', { putawayDate }), onHand: 3 },
      'A-02',
    )
  await server.owner(
    `update locations set route_seq = case location_code when 'A-03' then 1 when 'A-01' then 2 else 3 end`,
    [],
    dock.tenantId,
  )
  const suggested = async (quality?: 'defective') => {
    const { data } = await server.send(suggestBins, { productId: dock.productOf('BOLT'), quality }, dock)
    return (data as OutputOf<typeof suggestBins>).map(({ locationCode, why, onHand }) => [
      locationCode,
      why,
      onHand,
    ])
  }
  expect(await suggested()).toEqual([
    ['A-02', 'same_sku', 6],
    ['A-03', 'empty', 0],
    ['A-01', 'empty', 0],
  ])
  // Good stock of another kind shares no bin; damaged stock does, where the bin allows it.
  await dock.move({ flow: 'receive', batchId: await dock.batch('NUT'), onHand: 1 }, 'A-01')
  await dock.move(
    { flow: 'receive', batchId: await dock.batch('NUT'), onHand: 1, quality: 'defective' },
    'D-01',
  )
  expect(await suggested()).toEqual([
    ['A-02', 'same_sku', 6],
    ['A-03', 'empty', 0],
  ])
  expect(await suggested('defective')).toEqual([['D-01', 'mixed', 0]])
  expect((await server.send(suggestBins, { productId: 999_999 }, dock)).data).toEqual([])
})

test('an extra box arrives with its order, is found by its number, and is measured beside the declared size', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 5, boxNo: 'B1' }])
  const before = await dock.read(id)
  const sizes = { length: '10', width: '20', height: '30', weight: '4' }
  const added = await server.done(addBox, { id, boxNo: 'X1', ...sizes }, dock)
  const measured = { measuredLength: '10', measuredWidth: '20', measuredHeight: '30', measuredWeight: '4' }
  expect(added).toMatchObject({ status: 'receiving', rowVersion: before.rowVersion + 1 })
  const { boxes } = afterChange(before, added)
  expect(boxes).toMatchObject([
    { boxNo: 'B1', isExtra: false },
    { boxNo: 'X1', isExtra: true, status: 'received', length: null, weight: null },
  ])
  const figures = ({
    measuredLength,
    measuredWidth,
    measuredHeight,
    measuredWeight,
  }: (typeof boxes)[number]) => [measuredLength, measuredWidth, measuredHeight, measuredWeight].map(Number)
  expect(boxes.map(figures)[1]).toEqual(Object.values(measured).map(Number))
  const now = await dock.read(id)
  expect(now).toMatchObject({
    arrivedAt: expect.any(String),
    arrivedByName: expect.any(String),
    receivedBoxes: 1,
    expectedBoxes: 1,
  })
  const found = await server.done(findInbound, { scanned: 'x1' }, dock)
  expect(found).toMatchObject([{ id, mark: 'box', boxNo: 'X1', boxId: boxes[1]?.id }])
  expect((await server.send(listInbounds, { search: 'x1' }, dock)).data).toMatchObject({ total: 1 })
  expect((await server.send(addBox, { id, boxNo: 'X1', ...noSizes }, dock)).message).toContain('X1')
  const own = { id, ofBoxId: boxes[0]?.id ?? 0, ...sizes, weight: '5' }
  const after = await server.done(measureBox, own, dock)
  expect([after.boxes.map(figures), after.rowVersion]).toEqual([
    [
      [10, 20, 30, 5],
      [10, 20, 30, 4],
    ],
    before.rowVersion + 2,
  ])
  const trail = await server.owner(
    `select action, before, after from audit_log where action in ('add_box', 'measure_box') order by id`,
    [],
    dock.tenantId,
  )
  const written = { boxLength: '10', boxWidth: '20', boxHeight: '30', boxWeight: '4' }
  expect(trail).toEqual([
    {
      action: 'add_box',
      before: { inboundStatus: 'pending_confirm' },
      after: { boxNo: 'X1', ...written, inboundStatus: 'receiving' },
    },
    { action: 'measure_box', before: null, after: { boxNo: 'B1', ...written, boxWeight: '5' } },
  ])
  const [event] = await server.owner<object>(
    `select kind, payload from events where object_type = 'inbound' order by id desc limit 1`,
    [],
    dock.tenantId,
  )
  expect(event).toEqual({ kind: 'inbound.edited', payload: { boxNo: 'B1' } })
})

test('each movement of the flow links to the document that caused it', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const [first, second] = [
    await dock.announce([{ sku: 'BOLT', expected: 9 }]),
    await dock.announce([{ sku: 'BOLT', expected: 9 }]),
  ]
  for (const id of [first, second]) {
    await dock.count(id, 'BOLT', 2, { locationId: null, lot: `L${id}` })
    await dock.put(id, { productId: dock.productOf('BOLT'), quantity: 2, locationId: dock.at('A-01') })
  }
  const [row] = await server.owner<{ id: string }>(
    'select id from stock where location_id = $1 order by id limit 1',
    [dock.at('A-01')],
    dock.tenantId,
  )
  await server.send(
    moveStock,
    { lines: [{ stockId: Number(row?.id), quantity: 1 }], toLocationCode: 'A-02' },
    dock,
  )
  const scope = { zoneId: null, customerId: null, sku: null, locationCodes: ['A-02'], isBlind: false }
  const { id: countId } = await server.done(createCount, scope, dock)
  await server.send(enterCount, { id: countId, locationCode: 'A-02', code: 'BOLT', quantity: 2 }, dock)
  await server.send(submitCount, { id: countId }, dock)
  await server.send(approveCount, { id: countId }, dock)
  const { rows } = await server.done(listFlows, { order: 'asc' }, dock)
  const seen = rows.map(({ flowType, change, lot, cause }) =>
    [flowType, change, lot, ...(cause ? [cause.kind, cause.id] : [])].join(' '),
  )
  const received = (id: number) => [
    `receive 2 L${id} inbound ${id}`,
    `putaway_out -2 L${id} inbound ${id}`,
    `putaway_in 2 L${id} inbound ${id}`,
  ]
  // Movements of one moment are in the order of their stock rows.
  expect(seen.slice(0, 6).sort()).toEqual([...received(first), ...received(second)].sort())
  expect(seen.slice(6).sort()).toEqual([
    `count_up 1 L${first} count ${countId}`,
    `move_in 1 L${first}`,
    `move_out -1 L${first}`,
  ])
})

test('goods are added in the receiving area only while their inbound order is received, as they leave it only by putaway', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const id = await dock.announce([{ sku: 'BOLT', expected: 9 }])
  await dock.count(id, 'BOLT', 5, { locationId: null })
  const [waiting] = await server.owner<{ id: string; no: string }>(
    `select s.id, n.inbound_no as no from stock s join batches b on b.id = s.batch_id join inbounds n on n.id = b.inbound_id`,
    [],
    dock.tenantId,
  )
  const adjust = (quantity: number) =>
    server.send(
      adjustStock,
      { lines: [{ stockId: Number(waiting?.id), quantity }], reason: 'counted wrong' },
      dock,
    )
  expect(await adjust(2)).toMatchObject({ success: true })
  expect(await adjust(-1)).toMatchObject({ success: true })
  await dock.put(id, { productId: dock.productOf('BOLT'), quantity: 6, locationId: dock.at('A-01') })
  const completed = await server.send(completeInbound, { id, differenceNote: 'some are missing' }, dock)
  expect(completed).toMatchObject({ success: true })
  expect(await adjust(1)).toMatchObject({
    success: false,
    message: `${waiting?.no} is no longer being received, so goods added to it in the receiving area couldn’t be put away. Adjust them in a storage bin.`,
  })
  expect(await adjust(-1)).toMatchObject({ success: false, message: stockText.notNegative.en_US })
  await server.send(reopenInbound, { id, reason: 'one more found' }, dock)
  expect(await adjust(1)).toMatchObject({ success: true })
})

test('an inbound order that is completed while goods are added to it in the receiving area keeps none there', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  for (let round = 0; round < 6; round++) {
    const id = await dock.announce([{ sku: 'BOLT', expected: 9 }])
    await dock.count(id, 'BOLT', 2, { locationId: null })
    await dock.put(id, { productId: dock.productOf('BOLT'), quantity: 2, locationId: dock.at('A-01') })
    const [row] = await server.owner<{ id: string }>(
      `select s.id from stock s join batches b on b.id = s.batch_id where b.inbound_id = $1 and b.putaway_date is null`,
      [id],
      dock.tenantId,
    )
    const lines = [{ stockId: Number(row?.id), quantity: 1 }]
    const answers = await Promise.all([
      server.send(completeInbound, { id, differenceNote: 'some are missing' }, dock),
      server.send(adjustStock, { lines, reason: 'found' }, dock),
    ])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
  }
})

test('a receipt or putaway whose goods are frozen at that moment is not undone, and says why', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const id = await dock.announce([{ sku: 'BOLT', expected: 9 }])
  const { receiptId } = (await dock.count(id, 'BOLT', 2)).data as OutputOf<typeof receive>
  await dock.count(id, 'BOLT', 3, { locationId: null })
  const line = { productId: dock.productOf('BOLT'), quantity: 3, locationId: dock.at('A-02') }
  const { putawayId } = (await dock.put(id, line)).data as OutputOf<typeof putAway>
  const words = async (place: string, undo: () => Promise<{ message: string }>) => {
    const [row] = await server.owner<{ batch_id: string }>(
      'select batch_id from stock where location_id = $1',
      [dock.at(place)],
      dock.tenantId,
    )
    let undoing: ReturnType<typeof undo> | undefined
    await dock.write(async (tx) => {
      const of = { sourceId: dock.at(place), sourceNo: 'T-1', line: 1, flow: 'freeze' } as const
      const goods = { locationId: dock.at(place), batchId: Number(row?.batch_id), quality: 'good' } as const
      await post(tx, dock.who, { type: 'test' }, [{ ...of, ...goods, frozen: 1 }])
      undoing = undo()
      await untilLockWaits(server)
    })
    return (await undoing)?.message
  }
  expect(await words('A-01', () => server.send(cancelReceipt, { receiptId }, dock))).toBe(
    fill(receivingText.receiptMoved, { sku: 'BOLT', place: 'A-01' }).en_US,
  )
  expect(await words('A-02', () => server.send(undoPutAway, { putawayId }, dock))).toBe(
    fill(receivingText.putawayMoved, { sku: 'BOLT', place: 'A-02' }).en_US,
  )
})
