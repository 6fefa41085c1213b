import { expect, test } from 'vitest'
import { moveStock } from '../../inventory/stock/contract.ts'
import type { OutputOf } from '../../platform/calls/call.ts'
import { aDock, type TestDock } from '../../testing/receiving-builders.ts'
import { startTestServer } from '../../testing/test-server.ts'
import {
  completeInbound,
  confirmInbounds,
  reopenInbound,
  undoInboundArrivals,
  withdrawInbounds,
} from '../contract.ts'
import { cancelReceipt, findPlace, putAway, receive, suggestBins, undoPutAway } from '../scanning/contract.ts'
import { receivingText } from '../text.ts'

const server = await startTestServer()

/** Another bin of the warehouse; by default a storage bin for good pieces that accepts everything. */
async function aPlace(
  dock: TestDock,
  code: string,
  over: {
    purpose?: string
    quality?: string
    on?: boolean
    route?: number
    sku?: boolean
    batch?: boolean
    customer?: boolean
  } = {},
) {
  const {
    purpose = 'storage',
    quality = 'good',
    on = true,
    route = 0,
    sku = true,
    batch = true,
    customer = true,
  } = over
  const [made] = await server.owner<{ id: string }>(
    `insert into locations (tenant_id, location_code, zone_id, purpose, is_enabled, route_seq, mix_sku, mix_batch, mix_customer)
     select $1, $2, id, $3, $4, $5, $6, $7, $8 from location_zones where tenant_id = $1 and quality = $9 returning id`,
    [dock.tenantId, code, purpose, on, route, sku, batch, customer, quality],
    dock.tenantId,
  )
  return Number(made?.id)
}
const change = (dock: TestDock, code: string, what: string) =>
  server.owner(
    `update locations set ${what} where tenant_id = $1 and location_code = $2`,
    [dock.tenantId, code],
    dock.tenantId,
  )
const stockAt = async (dock: TestDock) =>
  (await dock.stock()).map(({ sku, place, pieces }) => `${sku} ${place} ${pieces}`)
const fieldOf = ({ data }: { data?: unknown }) => (data as { fields?: { path: string }[] })?.fields?.[0]?.path

/** Moves one piece of a product out of a bin. */
async function carryOff(dock: TestDock, from: string, sku: string) {
  const [row] = await server.owner<{ id: string }>(
    `select id from stock where tenant_id = $1 and location_id = $2 and product_id = $3 and on_hand > 0`,
    [dock.tenantId, dock.at(from), dock.productOf(sku)],
    dock.tenantId,
  )
  const lines = [{ stockId: Number(row?.id), quantity: 1 }]
  expect((await server.send(moveStock, { lines, toLocationCode: 'A-02' }, dock)).success).toBe(true)
}

test('a box of another order receives nothing of this one', async () => {
  const dock = await aDock(server)
  const [mine, other] = [
    await dock.announce([{ sku: 'BOLT', expected: 2, boxNo: 'B1' }]),
    await dock.announce([{ sku: 'BOLT', expected: 2, boxNo: 'B2' }]),
  ]
  const boxId = await dock.boxId(other, 'B2')
  const refused = await dock.count(mine, 'BOLT', 1, { boxId, isUnexpected: true })
  expect([refused.success, fieldOf(refused)]).toEqual([false, 'boxId'])
})

test('the first receipt stays the first', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 3 }])
  await dock.count(id, 'BOLT', 1)
  const { firstReceiveAt } = await dock.read(id)
  await dock.count(id, 'BOLT', 1)
  expect((await dock.read(id)).firstReceiveAt).toBe(firstReceiveAt)
})

test('damaged goods that may not share a bin each get their own', async () => {
  const dock = await aDock(server)
  await change(dock, 'D-01', 'mix_sku = false')
  await aPlace(dock, 'D-02', { quality: 'defective', sku: false })
  await dock.move(
    { flow: 'receive', batchId: await dock.batch('NUT'), onHand: 1, quality: 'defective' },
    'D-01',
  )
  const id = await dock.announce([
    { sku: 'NUT', expected: 1 },
    { sku: 'BOLT', expected: 1 },
  ])
  const bad = (sku: string) => ({ productId: dock.productOf(sku), good: 0, defective: 1 })
  await server.send(receive, { inboundId: id, lines: [bad('NUT'), bad('BOLT')] }, dock)
  expect(await stockAt(dock)).toEqual(['BOLT D-02 1', 'NUT D-01 2'])
})

test('damaged goods do not go where their batch may not be mixed, nor into a disabled bin', async () => {
  const dock = await aDock(server)
  await change(dock, 'D-01', 'mix_batch = false, route_seq = 5')
  await aPlace(dock, 'D-00', { quality: 'defective', on: false })
  await aPlace(dock, 'D-02', { quality: 'defective', route: 9 })
  await dock.move(
    { flow: 'receive', batchId: await dock.batch('BOLT'), onHand: 1, quality: 'defective' },
    'D-01',
  )
  const id = await dock.announce([{ sku: 'BOLT', expected: 1 }])
  await dock.count(id, 'BOLT', 0, { defective: 1 })
  expect(await stockAt(dock)).toEqual(['BOLT D-01 1', 'BOLT D-02 1'])
})

test('incoming goods wait in a receiving bin that is enabled and accepts good pieces', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  await change(dock, 'RECV', 'route_seq = 5')
  await aPlace(dock, 'RECV-OFF', { purpose: 'receiving', on: false })
  await aPlace(dock, 'RECV-BAD', { purpose: 'receiving', quality: 'defective' })
  const id = await dock.announce([{ sku: 'BOLT', expected: 1 }])
  await dock.count(id, 'BOLT', 1, { locationId: null })
  expect(await stockAt(dock)).toEqual(['BOLT RECV 1'])
})

test('waiting goods can be put away into storage, quarantine and returns', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const id = await dock.announce([{ sku: 'BOLT', expected: 3 }])
  await dock.count(id, 'BOLT', 3, { locationId: null })
  for (const purpose of ['quarantine', 'return', 'packing']) {
    const locationId = await aPlace(dock, purpose, { purpose })
    const put = await dock.put(id, { productId: dock.productOf('BOLT'), quantity: 1, locationId })
    expect([purpose, put.success]).toEqual([purpose, purpose !== 'packing'])
  }
})

test('two lines of a putaway share what waits', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const id = await dock.announce([{ sku: 'BOLT', expected: 5 }])
  await dock.count(id, 'BOLT', 5, { locationId: null })
  const line = (quantity: number) => ({
    productId: dock.productOf('BOLT'),
    quantity,
    locationId: dock.at('A-01'),
  })
  const refused = await server.send(putAway, { inboundId: id, lines: [line(3), line(3)] }, dock)
  expect([refused.success, fieldOf(refused)]).toEqual([false, 'lines.1.quantity'])
  expect((await server.send(putAway, { inboundId: id, lines: [line(3), line(2)] }, dock)).success).toBe(true)
  expect(await stockAt(dock)).toEqual(['BOLT A-01 5'])
})

test('a putaway cannot be undone in part, and its reversal is not a putaway itself', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const id = await dock.announce([{ sku: 'BOLT', expected: 6 }])
  await dock.count(id, 'BOLT', 5, { locationId: null })
  const line = (quantity: number) => ({
    productId: dock.productOf('BOLT'),
    quantity,
    locationId: dock.at('A-01'),
  })
  const { putawayId } = await server.done(putAway, { inboundId: id, lines: [line(2), line(3)] }, dock)
  await carryOff(dock, 'A-01', 'BOLT')
  const moved = receivingText.putawayMoved.en_US.replace('{sku}', 'BOLT').replace('{place}', 'A-01')
  expect((await server.send(undoPutAway, { putawayId }, dock)).message).toBe(moved)

  await dock.count(id, 'BOLT', 1, { locationId: null })
  const again = (await server.send(putAway, { inboundId: id, lines: [line(1)] }, dock)).data
  const second = (again as OutputOf<typeof putAway>).putawayId
  expect((await server.send(undoPutAway, { putawayId: second }, dock)).success).toBe(true)
  const [back] = await server.owner<{ id: string }>(
    'select id from putaways where tenant_id = $1 and undoes_id = $2',
    [dock.tenantId, second],
    dock.tenantId,
  )
  expect((await server.send(undoPutAway, { putawayId: Number(back?.id) }, dock)).data).toMatchObject({
    kind: 'not_found',
  })
})

test('a receipt whose lines are on one shelf is undone completely or not at all', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 2, boxNo: 'B1' },
    { sku: 'BOLT', expected: 4, boxNo: 'B2' },
  ])
  const { receiptId } = (await dock.count(id, 'BOLT', 5)).data as OutputOf<typeof receive>
  await carryOff(dock, 'A-01', 'BOLT')
  const moved = receivingText.receiptMoved.en_US.replace('{sku}', 'BOLT').replace('{place}', 'A-01')
  expect((await server.send(cancelReceipt, { receiptId }, dock)).message).toBe(moved)
})

test('a receipt of several batches on one shelf is undone with all of them', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 2 },
    { sku: 'NUT', expected: 3 },
  ])
  const { receiptId } = (await dock.takeWhole(id)).data as OutputOf<typeof receive>
  expect(await stockAt(dock)).toEqual(['BOLT A-01 2', 'NUT A-01 3'])
  expect(await server.send(cancelReceipt, { receiptId }, dock)).toMatchObject({ success: true })
  expect(await stockAt(dock)).toEqual([])
})

test('a box whose receipt is undone is expected again, whatever loose pieces arrived beside it', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 2, boxNo: 'B1' },
    { sku: 'NUT', expected: 4, boxNo: 'B2' },
  ])
  await dock.count(id, 'NUT', 1)
  const taken = (await dock.takeWhole(id, { boxId: await dock.boxId(id, 'B1') })).data as OutputOf<
    typeof receive
  >
  await server.send(cancelReceipt, { receiptId: taken.receiptId }, dock)
  expect((await dock.read(id)).boxes).toMatchObject([
    { boxNo: 'B1', status: 'expected' },
    { status: 'expected' },
  ])
})

test('suggested bins allow a product beside its own kind, and receiving bins are not suggested', async () => {
  const dock = await aDock(server)
  await change(dock, 'A-01', 'mix_batch = false')
  for (const place of ['A-01', 'A-02'])
    await dock.move({ flow: 'receive', batchId: await dock.batch('BOLT'), onHand: 1 }, place)
  const bins = await server.done(suggestBins, { productId: dock.productOf('BOLT'), quality: 'good' }, dock)
  expect(bins.map(({ locationCode, why }) => [locationCode, why])).toEqual([
    ['A-02', 'same_sku'],
    ['A-03', 'empty'],
  ])
  await change(dock, 'RECV', 'mix_customer = false')
  await dock.move(
    { flow: 'receive', batchId: await dock.batch('SCREW', { putawayDate: null }), onHand: 1 },
    'RECV',
  )
  const match = await server.send(findPlace, { scanned: 'RECV', customerId: dock.customerId }, dock)
  expect(match.data).toMatchObject({ locationCode: 'RECV', otherCustomer: null })
})

test('an order of which anything ever arrived cannot be withdrawn, even if all of it was undone', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 2 }])
  const { receiptId } = (await dock.count(id, 'BOLT', 1)).data as OutputOf<typeof receive>
  await server.send(cancelReceipt, { receiptId }, dock)
  expect((await server.send(undoInboundArrivals, { ids: [id] }, dock)).data).toMatchObject({ ok: 1 })
  expect((await server.send(withdrawInbounds, { ids: [id] }, dock)).data).toMatchObject({
    ok: 0,
    failed: [{ reason: receivingText.hasReceipts.en_US }],
  })
})

test('a box that never arrived has no time of arrival, and is expected again once the order is reopened', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 2, boxNo: 'B1' },
    { sku: 'NUT', expected: 1, boxNo: 'B2' },
  ])
  await server.send(confirmInbounds, { ids: [id] }, dock)
  await dock.takeWhole(id, { boxId: await dock.boxId(id, 'B1') })
  await server.send(completeInbound, { id, differenceNote: 'lost at sea' }, dock)
  expect((await dock.read(id)).boxes).toMatchObject([
    { status: 'received', receivedAt: expect.any(String) },
    { status: 'missing', receivedAt: null },
  ])
  await server.send(reopenInbound, { id, reason: 'found' }, dock)
  expect((await dock.read(id)).boxes).toMatchObject([{ status: 'received' }, { status: 'expected' }])
})

test('a box of which loose pieces came is expected again once the order is reopened, and can be received whole', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 5, boxNo: 'B1' },
    { sku: 'NUT', expected: 4, boxNo: 'B2' },
  ])
  await dock.count(id, 'BOLT', 2)
  await dock.count(id, 'NUT', 1, { boxId: await dock.boxId(id, 'B2') })
  await server.send(completeInbound, { id, differenceNote: 'the rest is late' }, dock)
  expect((await dock.read(id)).boxes).toMatchObject([{ status: 'received' }, { status: 'received' }])
  await server.send(reopenInbound, { id, reason: 'it came' }, dock)
  // The second box was opened and counted: what it lacks did not arrive.
  expect((await dock.read(id)).boxes).toMatchObject([
    { boxNo: 'B1', status: 'expected', receivedAt: null },
    { boxNo: 'B2', status: 'received' },
  ])
  expect(await dock.takeWhole(id)).toMatchObject({ success: true })
  expect((await dock.read(id)).lines).toMatchObject([{ good: 5 }, { good: 1 }])
})

test('incoming goods wait in the first receiving bin of the pick sequence, of equal ones in the older', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  await change(dock, 'RECV', 'route_seq = 5')
  for (const [code, route] of [
    ['RECV-9', 9],
    ['RECV-2', 2],
    ['RECV-1', 2],
  ] as const)
    await aPlace(dock, code, { purpose: 'receiving', route })
  const id = await dock.announce([{ sku: 'BOLT', expected: 1 }])
  await dock.count(id, 'BOLT', 1, { locationId: null })
  expect(await stockAt(dock)).toEqual(['BOLT RECV-2 1'])
})

test('at most five bins are suggested, in pick sequence and of equal ones by code', async () => {
  const dock = await aDock(server)
  const suggested = async (sku: string, quality: 'good' | 'defective' = 'good') => {
    const { data } = await server.send(suggestBins, { productId: dock.productOf(sku), quality }, dock)
    return (data as OutputOf<typeof suggestBins>).map(({ locationCode, why }) => `${locationCode} ${why}`)
  }
  for (const [code, route] of [
    ['E-4', 40],
    ['E-3', 30],
    ['E-2', 20],
    ['E-1', 20],
  ] as const) {
    await aPlace(dock, code, { route })
    await aPlace(dock, `D${code}`, { route, quality: 'defective' })
  }
  await dock.move({ flow: 'receive', batchId: await dock.batch('BOLT'), onHand: 1 }, 'A-02')
  expect(await suggested('BOLT')).toEqual([
    'A-02 same_sku',
    'A-01 empty',
    'A-03 empty',
    'E-1 empty',
    'E-2 empty',
  ])
  expect(await suggested('NUT')).toEqual(['A-01 empty', 'A-03 empty', 'E-1 empty', 'E-2 empty', 'E-3 empty'])
  await change(dock, 'E-1', 'is_enabled = false')
  await change(dock, 'E-2', `purpose = 'packing'`)
  expect((await suggested('NUT')).slice(2)).toEqual(['E-3 empty', 'E-4 empty'])
  // Damaged goods of another kind share a bin; only those of the same quality are suggested.
  const nuts = await dock.batch('NUT')
  for (const bin of ['DE-4', 'DE-3', 'DE-2', 'DE-1', 'D-01']) {
    const [row] = await server.owner<{ id: string }>(
      'select id from locations where tenant_id = $1 and location_code = $2',
      [dock.tenantId, bin],
      dock.tenantId,
    )
    const locationId = Number(row?.id)
    await dock.move({ flow: 'receive', batchId: nuts, onHand: 1, quality: 'defective', locationId })
  }
  expect(await suggested('BOLT', 'defective')).toEqual(
    ['D-01', 'DE-1', 'DE-2', 'DE-3', 'DE-4'].map((code) => `${code} mixed`),
  )
  await change(dock, 'DE-2', 'mix_sku = false')
  expect(await suggested('BOLT', 'defective')).toEqual(
    ['D-01', 'DE-1', 'DE-3', 'DE-4'].map((code) => `${code} mixed`),
  )
})

test('a bin is reserved only while another customer’s goods are in it', async () => {
  const dock = await aDock(server)
  const reservedFor = async (customerId?: number) => {
    const { data } = await server.send(findPlace, { scanned: 'A-03', customerId }, dock)
    return (data as NonNullable<OutputOf<typeof findPlace>>).otherCustomer
  }
  const screws = await dock.batch('SCREW')
  await dock.move({ flow: 'receive', batchId: screws, onHand: 1 }, 'A-03')
  expect([await reservedFor(dock.customerId), await reservedFor()]).toEqual(['OTHER', null])
  const locationId = await aPlace(dock, 'R-01', { purpose: 'return', customer: false })
  await dock.move({ flow: 'receive', batchId: screws, onHand: 1, locationId })
  expect(
    (await server.send(findPlace, { scanned: 'R-01', customerId: dock.customerId }, dock)).data,
  ).toMatchObject({
    otherCustomer: null,
  })
  await dock.move({ flow: 'adjust_down', batchId: screws, onHand: -1 }, 'A-03')
  expect(await reservedFor(dock.customerId)).toBeNull()
  await dock.move({ flow: 'receive', batchId: await dock.batch('BOLT'), onHand: 1 }, 'A-03')
  expect(await reservedFor(dock.customerId)).toBeNull()
  expect((await server.send(findPlace, { scanned: 'NOWHERE' }, dock)).data).toBeNull()
})

test('a bin of the other quality is refused at its field, and another customer’s goods are named first', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 9 }])
  const wrong = (code: string) => receivingText.placeWrongQuality.en_US.replace('{code}', code)
  const good = await dock.count(id, 'BOLT', 1, { locationId: dock.at('D-01') })
  expect([fieldOf(good), good.message]).toEqual(['lines.0.locationId', wrong('D-01')])
  const bad = await dock.count(id, 'BOLT', 1, { defective: 1, defectiveLocationId: dock.at('A-02') })
  expect([fieldOf(bad), bad.message]).toEqual(['lines.0.defectiveLocationId', wrong('A-02')])
  for (const sku of ['NUT', 'SCREW'])
    await dock.move(
      { flow: 'receive', batchId: await dock.batch(sku), onHand: 1, quality: 'defective' },
      'D-01',
    )
  await change(dock, 'D-01', 'mix_sku = false, mix_customer = false')
  const none = await dock.count(id, 'BOLT', 0, { defective: 1 })
  expect(none.message).toMatch(/^Bin D-01 for defective goods contains OTHER · SCREW/)
})

test('in one step every good piece needs a bin, counted or with its whole order; a damaged one does not', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 3 }])
  for (const refused of [
    await dock.count(id, 'BOLT', 1, { locationId: null }),
    await dock.takeWhole(id, { locationId: null }),
  ])
    expect([fieldOf(refused), refused.message]).toEqual([
      'lines.0.locationId',
      receivingText.placeNeeded.en_US,
    ])
  expect((await dock.count(id, 'BOLT', 0, { defective: 1, locationId: null })).success).toBe(true)
  expect(await stockAt(dock)).toEqual(['BOLT D-01 1'])
})
