import { expect, test } from 'vitest'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { aDock } from '../../../testing/receiving-builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { confirmInbounds, inboundChanges, measureBox } from '../../contract.ts'
import { cancelReceipt, findPlace, type receive, receiveWhole } from '../contract.ts'

const server = await startTestServer()

test('a box that was counted short stays short until the missing pieces are added explicitly', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 24, boxNo: 'B1' },
    { sku: 'BOLT', expected: 24, boxNo: 'B2' },
  ])
  const boxId = await dock.boxId(id, 'B1')
  expect((await dock.count(id, 'BOLT', 20, { boxId })).success).toBe(true)
  const again = await dock.takeWhole(id, { boxId })
  expect([again.success, again.message]).toEqual([
    false,
    expect.stringMatching(/^Box B1 was already received by .+: 20 of 24, 4 short$/),
  ])
  // The whole document means the boxes that have not arrived yet.
  const rest = await dock.takeWhole(id)
  expect(rest.data).toMatchObject({ status: 'receiving', lines: [{ good: 24 }] })
  expect(await dock.read(id)).toMatchObject({ lines: [{ good: 20 }, { good: 24 }] })
  expect((await dock.takeWhole(id)).success).toBe(false)
  const added = await dock.takeWhole(id, { boxId, isRest: true })
  expect(added.data).toMatchObject({ status: 'complete', lines: [{ good: 24 }] })
  expect(await dock.read(id)).toMatchObject({ lines: [{ good: 24 }, { good: 24 }] })
  await dock.cleanBooks()
})

test('a surplus of one product in a counted box does not hide that another is short', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 2, boxNo: 'B1' },
    { sku: 'NUT', expected: 2, boxNo: 'B1' },
  ])
  const boxId = await dock.boxId(id, 'B1')
  await dock.count(id, 'BOLT', 3, { boxId, confirmedTotal: 3 })
  await dock.count(id, 'NUT', 1, { boxId })
  expect((await dock.takeWhole(id, { boxId })).message).toMatch(
    /^Box B1 was already received by .+: 4 of 4, 1 short$/,
  )
})

test('pieces counted without a box are not counted again with their expected box', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 24, boxNo: 'B1' }])
  const boxId = await dock.boxId(id, 'B1')
  await dock.count(id, 'BOLT', 3)
  expect((await dock.takeWhole(id, { boxId })).message).toContain('3 of 24, 21 short')
  expect((await dock.takeWhole(id, { boxId, isRest: true })).data).toMatchObject({ lines: [{ good: 24 }] })
})

test('scanning a box that a colleague has received shows who it was', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 2, boxNo: 'B1' },
    { sku: 'BOLT', expected: 2, boxNo: 'B2' },
  ])
  const known = await dock.read(id)
  const boxId = await dock.boxId(id, 'B1')
  const unchanged = await server.send(inboundChanges, { id, rowVersion: known.rowVersion }, dock)
  expect([unchanged.success, unchanged.data]).toEqual([true, null])
  const other = await dock.colleague()
  await server.owner(
    'update accounts set user_name = $2 where tenant_id = $1 and id <> $3',
    [dock.tenantId, 'Anna', dock.who.accountId],
    dock.tenantId,
  )
  const taken = await server.send(receiveWhole, { inboundId: id, boxId, locationId: dock.at('A-01') }, other)
  expect(taken.success).toBe(true)
  const changed = await server.send(inboundChanges, { id, rowVersion: known.rowVersion }, dock)
  expect(changed.data).toMatchObject({
    boxes: [
      { boxNo: 'B1', status: 'received', receivedByName: 'Anna' },
      { boxNo: 'B2', status: 'expected', receivedByName: null },
    ],
  })
  expect((await dock.takeWhole(id, { boxId })).message).toMatch(
    /^Box B1 was already received whole by Anna at \d\d:\d\d$/,
  )
})

test('confirming an excess covers the confirmed total, even if others count meanwhile', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 24 }])
  await dock.count(id, 'BOLT', 23)
  expect((await dock.count(id, 'BOLT', 2, { confirmedTotal: 25 })).success).toBe(true)
  const more = await dock.count(id, 'BOLT', 500, { confirmedTotal: 25 })
  expect(more.data).toMatchObject({ fields: [{ path: 'lines.0.confirmedTotal' }] })
  expect((await dock.count(id, 'BOLT', 1, { confirmedTotal: 25 })).success).toBe(false)
  expect((await dock.count(id, 'BOLT', 1, { confirmedTotal: 26 })).data).toMatchObject({
    lines: [{ good: 26 }],
  })
})

test('a putaway takes the batch whose expiry date was scanned', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const id = await dock.announce([{ sku: 'BOLT', expected: 10 }])
  for (const expiryDate of ['2027-12-31', '2028-01-31'])
    await dock.count(id, 'BOLT', 5, { locationId: null, expiryDate })
  const productId = dock.productOf('BOLT')
  const line = { productId, quantity: 2, locationId: dock.at('A-01'), batch: { expiryDate: '2028-01-31' } }
  expect((await dock.put(id, line)).data).toMatchObject({
    pending: [{ expiryDate: '2028-01-31', quantity: 3 }],
  })
  expect((await dock.read(id)).pending).toMatchObject([
    { expiryDate: '2027-12-31', quantity: 5 },
    { expiryDate: '2028-01-31', quantity: 3 },
  ])
  expect((await dock.put(id, { ...line, quantity: 4 })).data).toMatchObject({
    fields: [{ path: 'lines.0.quantity' }],
  })
  expect((await dock.put(id, { ...line, batch: { expiryDate: '2029-01-01' } })).success).toBe(false)
  expect(await dock.stock()).toContainEqual({ sku: 'BOLT', place: 'A-01', expiry: '2028-01-31', pieces: 2 })
  await dock.cleanBooks()
})

test('a whole box takes the expiry date that the order does not state', async () => {
  const dock = await aDock(server)
  await server.owner(
    `update products set expiry_managed = true, shelf_life_days = 365 where tenant_id = $1 and sku = 'BOLT'`,
    [dock.tenantId],
    dock.tenantId,
  )
  const id = await dock.announce([
    { sku: 'BOLT', expected: 6, boxNo: 'B1' },
    { sku: 'NUT', expected: 2, boxNo: 'B1' },
    { sku: 'BOLT', expected: 6, boxNo: 'B2', expiryDate: '2027-06-30' },
  ])
  const [b1, b2] = [await dock.boxId(id, 'B1'), await dock.boxId(id, 'B2')]
  expect((await dock.takeWhole(id, { boxId: b1 })).data).toMatchObject({
    fields: [{ path: expect.stringContaining('expiryDate') }],
  })
  const facts = [{ productId: dock.productOf('BOLT'), expiryDate: '2027-12-31' }]
  expect((await dock.takeWhole(id, { boxId: b1, facts })).success).toBe(true)
  // The expected date wins over the one typed for goods without a date.
  expect((await dock.takeWhole(id, { boxId: b2, facts })).success).toBe(true)
  expect(await dock.stock()).toEqual([
    { sku: 'BOLT', place: 'A-01', expiry: '2027-06-30', pieces: 6 },
    { sku: 'BOLT', place: 'A-01', expiry: '2027-12-31', pieces: 6 },
    { sku: 'NUT', place: 'A-01', expiry: null, pieces: 2 },
  ])
})

test('a date typed for goods that a colleague has counted meanwhile does not affect the rest', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 2 },
    { sku: 'NUT', expected: 3 },
  ])
  await dock.count(id, 'BOLT', 2)
  const day = (sku: string) => ({ productId: dock.productOf(sku), expiryDate: '2027-12-31' })
  expect((await dock.takeWhole(id, { facts: [day('SCREW')] })).data).toMatchObject({
    fields: [{ path: 'facts.0.productId' }],
  })
  expect((await dock.takeWhole(id, { facts: [day('BOLT')] })).success).toBe(true)
  expect(await dock.read(id)).toMatchObject({ lines: [{ good: 2 }, { good: 3 }] })
})

test('goods awaiting approval cannot be received', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'NUT', expected: 2 }])
  const [fresh] = await server.owner<{ id: string }>(
    `insert into products (tenant_id, customer_id, sku, name_en, search_line)
     select tenant_id, customer_id, 'FRESH', 'Fresh', 'fresh' from products where id = $1 returning id`,
    [dock.productOf('NUT')],
    dock.tenantId,
  )
  const unapproved = { productId: Number(fresh?.id), isUnexpected: true }
  expect((await dock.count(id, 'NUT', 1, unapproved)).data).toMatchObject({
    fields: [{ path: 'lines.0.productId', message: 'Product FRESH is not approved and can’t be received' }],
  })
})

test('a box completed by loose pieces shows who counted them', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 2, boxNo: 'B1' },
    { sku: 'NUT', expected: 2, boxNo: 'B2' },
  ])
  const boxId = await dock.boxId(id, 'B1')
  await dock.count(id, 'BOLT', 2)
  // One piece of a box does not make the box received.
  await dock.count(id, 'NUT', 1)
  const { boxes } = await dock.read(id)
  expect(boxes.map(({ status, receivedByName }) => [status, receivedByName])).toEqual([
    ['received', expect.stringMatching(/^Person/)],
    ['expected', null],
  ])
  expect((await dock.takeWhole(id, { boxId })).message).toMatch(
    /^Box B1 was already received whole by Person/,
  )
})

/** The stock of a product with lot tracking. */
const lotsOf = (dock: Awaited<ReturnType<typeof aDock>>) =>
  server.owner<{ place: string; lot: string | null; pieces: number }>(
    `select l.location_code as place, b.lot, sum(s.on_hand)::int as pieces
     from stock s join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
     join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id
     where s.tenant_id = $1 and s.on_hand > 0 group by 1, 2 order by 1, 2`,
    [dock.tenantId],
    dock.tenantId,
  )
const keepLots = (dock: Awaited<ReturnType<typeof aDock>>) =>
  server.owner(
    `update products set lot_managed = true where tenant_id = $1 and sku = 'BOLT'`,
    [dock.tenantId],
    dock.tenantId,
  )

test('lot-tracked goods are received with their lot, however it is typed', async () => {
  const dock = await aDock(server)
  await keepLots(dock)
  const id = await dock.announce([{ sku: 'BOLT', expected: 10 }])
  expect((await dock.count(id, 'BOLT', 1)).data).toMatchObject({
    fields: [{ path: 'lines.0.lot', message: 'Product BOLT requires a lot number' }],
  })
  for (const lot of ['A B', 'A'.repeat(21), 'A#1'])
    expect((await dock.count(id, 'BOLT', 1, { lot })).data).toMatchObject({
      fields: [{ path: 'lines[0].lot' }],
    })
  for (const lot of ['a-1', ' A-1 ', 'B'])
    expect((await dock.count(id, 'BOLT', 2, { lot })).success).toBe(true)
  expect(await lotsOf(dock)).toEqual([
    { place: 'A-01', lot: 'A-1', pieces: 4 },
    { place: 'A-01', lot: 'B', pieces: 2 },
  ])
  const { receipts } = await dock.read(id)
  expect(receipts.map(({ lines }) => lines.map(({ lot }) => lot))).toEqual([['B'], ['A-1'], ['A-1']])
  await dock.cleanBooks()
})

test('pieces of a lot fill the line that expects it', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 5, lot: 'A' },
    { sku: 'BOLT', expected: 5, lot: 'b' },
  ])
  await dock.count(id, 'BOLT', 3, { lot: 'B' })
  expect((await dock.read(id)).lines).toMatchObject([
    { lot: 'A', good: 0 },
    { lot: 'B', good: 3 },
  ])
  const twice = [
    { sku: 'BOLT', expected: 5, lot: 'A' },
    { sku: 'BOLT', expected: 5, lot: 'a' },
  ]
  expect(await dock.announce(twice)).toBeUndefined()
})

test('a putaway takes the lot that was scanned', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const id = await dock.announce([{ sku: 'BOLT', expected: 10 }])
  for (const lot of ['A', 'B']) await dock.count(id, 'BOLT', 5, { locationId: null, lot })
  const batch = { expiryDate: null, lot: 'B' }
  const line = { productId: dock.productOf('BOLT'), quantity: 2, locationId: dock.at('A-01'), batch }
  expect((await dock.put(id, line)).data).toMatchObject({ pending: [{ lot: 'B', quantity: 3 }] })
  expect((await dock.put(id, { ...line, batch: { expiryDate: null, lot: 'C' } })).success).toBe(false)
  expect(await lotsOf(dock)).toEqual([
    { place: 'A-01', lot: 'B', pieces: 2 },
    { place: 'RECV', lot: 'A', pieces: 5 },
    { place: 'RECV', lot: 'B', pieces: 3 },
  ])
  await dock.cleanBooks()
})

test('a whole box takes the lot that the order does not state', async () => {
  const dock = await aDock(server)
  await keepLots(dock)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 6, boxNo: 'B1' },
    { sku: 'BOLT', expected: 4, boxNo: 'B2', lot: 'KNOWN' },
  ])
  const [b1, b2] = [await dock.boxId(id, 'B1'), await dock.boxId(id, 'B2')]
  expect((await dock.takeWhole(id, { boxId: b1 })).data).toMatchObject({ fields: [{ path: 'lines.0.lot' }] })
  const facts = [{ productId: dock.productOf('BOLT'), lot: 'asked' }]
  expect((await dock.takeWhole(id, { boxId: b1, facts })).success).toBe(true)
  expect((await dock.takeWhole(id, { boxId: b2, facts })).success).toBe(true)
  expect(await lotsOf(dock)).toEqual([
    { place: 'A-01', lot: 'ASKED', pieces: 6 },
    { place: 'A-01', lot: 'KNOWN', pieces: 4 },
  ])
})

test('a bin reserved for another customer is reported when it is scanned', async () => {
  const dock = await aDock(server)
  await dock.move({ flow: 'receive', batchId: await dock.batch('SCREW'), onHand: 1 }, 'A-03')
  await dock.move({ flow: 'receive', batchId: await dock.batch('SCREW'), onHand: 1 }, 'A-01')
  const found = async (scanned: string) =>
    (await server.send(findPlace, { scanned, customerId: dock.customerId }, dock)).data as OutputOf<
      typeof findPlace
    >
  expect(await found('A-03')).toMatchObject({ purpose: 'storage', otherCustomer: 'OTHER' })
  expect(await found('A-01')).toMatchObject({ otherCustomer: null })
  expect(await found('A-02')).toMatchObject({ otherCustomer: null })
})

test('loose pieces after an over-received box are posted as counted', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 2, boxNo: 'B1' },
    { sku: 'BOLT', expected: 5, boxNo: 'B2' },
  ])
  const boxId = await dock.boxId(id, 'B1')
  await dock.count(id, 'BOLT', 4, { boxId, confirmedTotal: 4 })
  expect((await dock.count(id, 'BOLT', 3)).data).toMatchObject({ lines: [{ good: 3 }] })
  expect(await dock.read(id)).toMatchObject({ lines: [{ good: 4 }, { good: 3 }] })
  expect(await dock.stock()).toEqual([{ sku: 'BOLT', place: 'A-01', expiry: null, pieces: 7 }])
})

test('a charge holds each measured value of a box, and the declared one where it was not measured', async () => {
  const dock = await aDock(server)
  const boxNo = 'B1'
  const announced = { length: '10', width: '20', height: '30', weight: '4' }
  const id = await dock.announce([{ sku: 'BOLT', expected: 1, boxNo }], {
    boxes: [{ boxNo, customerBoxNo: null, ...announced }],
  })
  const boxId = await dock.boxId(id, boxNo)
  await server.send(confirmInbounds, { ids: [id] }, dock)
  const measured = { length: '11', width: '22', height: '33', weight: null }
  expect((await server.send(measureBox, { id, ofBoxId: boxId, ...measured }, dock)).success).toBe(true)
  expect((await dock.takeWhole(id, { boxId })).data).toMatchObject({ status: 'complete' })
  const [event] = await server.owner<{ facts: { boxSizes: Record<string, string>[] } }>(
    'select facts from billable_events where tenant_id = $1',
    [dock.tenantId],
    dock.tenantId,
  )
  const [size] = event?.facts.boxSizes ?? []
  expect([size?.length, size?.width, size?.height, size?.weight].map(Number)).toEqual([11, 22, 33, 4])
})

const batches = (dock: Awaited<ReturnType<typeof aDock>>) =>
  server.owner<{ place: string; day: string | null; pieces: number }>(
    `select l.location_code as place, to_char(b.putaway_date, 'YYYY-MM-DD') as day, s.on_hand::int as pieces
     from stock s join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
     join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id
     where s.tenant_id = $1 and s.on_hand > 0 order by 1`,
    [dock.tenantId],
    dock.tenantId,
  )

test('waiting good pieces do not age because damaged ones of the same receipt were put away', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const id = await dock.announce([{ sku: 'BOLT', expected: 3 }])
  await dock.count(id, 'BOLT', 2, { defective: 1, locationId: null })
  expect(await batches(dock)).toEqual([
    { place: 'D-01', day: expect.any(String), pieces: 1 },
    { place: 'RECV', day: null, pieces: 2 },
  ])
})

test('opening stock keeps its storage date, also with a two-step putaway', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const id = await dock.announce([{ sku: 'BOLT', expected: 3 }], {
    inboundType: 'init',
    putawayDate: '2026-01-15',
  })
  await dock.count(id, 'BOLT', 3, { locationId: null })
  await dock.put(id, { productId: dock.productOf('BOLT'), quantity: 3, locationId: dock.at('A-01') })
  expect(await batches(dock)).toEqual([{ place: 'A-01', day: '2026-01-15', pieces: 3 }])
})

test('a box stays received while one of its receipts is active, whichever other one is cancelled', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 5, boxNo: 'B1' },
    { sku: 'BOLT', expected: 1, boxNo: 'B2' },
  ])
  const boxId = await dock.boxId(id, 'B1')
  const loose = (await dock.count(id, 'BOLT', 2)).data as OutputOf<typeof receive>
  await dock.takeWhole(id, { boxId, isRest: true })
  await server.send(cancelReceipt, { receiptId: loose.receiptId }, dock)
  expect(await dock.read(id)).toMatchObject({
    boxes: [{ status: 'received' }, { status: 'expected' }],
    lines: [{ good: 3 }, { good: 0 }],
  })
})

test('photos belong to the damaged pieces of a receipt, not to the good ones, each once', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 2 }])
  const [file] = await server.owner<{ id: string }>(
    `insert into files (tenant_id, file_name, purpose, mime, size, sha256, storage_key, created_by)
     values ($1, 'damage.png', 'image', 'image/png', 1, '', 'damage', $2) returning id`,
    [dock.tenantId, dock.who.accountId],
    dock.tenantId,
  )
  const photoFileIds = [Number(file?.id), Number(file?.id)]
  await dock.count(id, 'BOLT', 1, { defective: 1, photoFileIds })
  const [receipt] = (await dock.read(id)).receipts
  expect(receipt?.lines.map(({ quality, photos }) => [quality, photos.length])).toEqual([
    ['good', 0],
    ['defective', 1],
  ])
})
