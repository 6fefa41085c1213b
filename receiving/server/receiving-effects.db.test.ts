import { expect, test } from 'vitest'
import { type SkuStockRow, stockBySku } from '../../inventory/stock/contract.ts'
import type { OutputOf } from '../../platform/calls/call.ts'
import { aDock } from '../../testing/receiving-builders.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { uploadedId } from '../../testing/upload.ts'
import {
  addBox,
  cancelReceipt,
  completeInbound,
  inbound,
  inboundProducts,
  measureBox,
  type putAway,
  type receive,
  suggestBins,
} from '../contract.ts'
import { keepParcel, openUnannounced } from '../parcels/contract.ts'
import { undoPutAway } from '../scanning/contract.ts'
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
  const before = (await dock.read(id)).arrivedAt
  await server.send(addBox, { id, boxNo: 'X1', ...noSizes }, await dock.colleague())
  expect((await dock.read(id)).arrivedAt).toBe(before)
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
  const kept = await server.send(
    keepParcel,
    { trackingNo: 'LOST-9', remark: null, photoFileIds: [photo] },
    dock,
  )
  const parcelId = (kept.data as OutputOf<typeof keepParcel>).id
  const opened = await server.send(
    openUnannounced,
    { customerId: dock.customerId, inboundType: 'by_sku', trackingNo: 'LOST-9', parcelId },
    dock,
  )
  const { id } = opened.data as OutputOf<typeof openUnannounced>
  const read = (await server.send(inbound, { id }, dock)).data as OutputOf<typeof inbound>
  expect(read.attachments).toMatchObject([{ fileId: photo }])
})

test('a product is shown by its first picture', async () => {
  const dock = await aDock(server)
  const files = await Promise.all(
    [1, 2].map((n) => uploadedId(server, dock, 'image', `${n}.png`, Buffer.from(PIXEL, 'base64'))),
  )
  await server.owner(
    `insert into product_images (tenant_id, product_id, place, file_id, small_file_id)
     select $1, $2, place, file, file from unnest($3::bigint[]) with ordinality f (file, place)`,
    [dock.tenantId, dock.productOf('BOLT'), files],
    dock.tenantId,
  )
  const { data } = await server.send(inboundProducts, { customerId: dock.customerId, search: 'BOLT' }, dock)
  const [bolt] = data as OutputOf<typeof inboundProducts>
  expect(bolt?.imageUrl).toContain(`?f=${dock.tenantId}.${files[0]}.`)
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
  const { data } = await server.send(stockBySku, { search: 'bolt' }, dock)
  expect((data as { rows: SkuStockRow[] }).rows).toMatchObject([{ sku: 'BOLT', onHand: 11, inTransit: 5 }])
})
