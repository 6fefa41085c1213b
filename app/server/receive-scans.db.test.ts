import { expect, test } from 'vitest'
import type { OutputOf } from '../../lib/call.ts'
import { findPlace, inboundChanges, receiveWhole } from '../../receiving/contract.ts'
import { aDock } from '../testing/dock.ts'
import { aHouse } from '../testing/house.ts'

const house = await aHouse()

test('a box that was counted short stays short until somebody adds what is missing on purpose', async () => {
  const dock = await aDock(house)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 24, boxNo: 'B1' },
    { sku: 'BOLT', expected: 24, boxNo: 'B2' },
  ])
  const boxId = await dock.boxId(id, 'B1')
  expect((await dock.count(id, 'BOLT', 20, { boxId })).success).toBe(true)
  const again = await dock.takeWhole(id, { boxId })
  expect([again.success, again.message]).toEqual([
    false,
    expect.stringMatching(/^Box B1 was received already by .+: 20 of 24, 4 short$/),
  ])
  // The whole document means the boxes that have not come yet.
  const rest = await dock.takeWhole(id)
  expect(rest.data).toMatchObject({ status: 'receiving', lines: [{ good: 20 }, { good: 24 }] })
  expect((await dock.takeWhole(id)).success).toBe(false)
  const added = await dock.takeWhole(id, { boxId, isRest: true })
  expect(added.data).toMatchObject({ status: 'complete', lines: [{ good: 24 }, { good: 24 }] })
  await dock.cleanBooks()
})

test('pieces counted without a box are not counted again with the box they were announced in', async () => {
  const dock = await aDock(house)
  const id = await dock.announce([{ sku: 'BOLT', expected: 24, boxNo: 'B1' }])
  const boxId = await dock.boxId(id, 'B1')
  await dock.count(id, 'BOLT', 3)
  expect((await dock.takeWhole(id, { boxId })).message).toContain('3 of 24, 21 short')
  expect((await dock.takeWhole(id, { boxId, isRest: true })).data).toMatchObject({ lines: [{ good: 24 }] })
})

test('whoever scans a box that a colleague has taken learns who it was', async () => {
  const dock = await aDock(house)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 2, boxNo: 'B1' },
    { sku: 'BOLT', expected: 2, boxNo: 'B2' },
  ])
  const known = await dock.read(id)
  const boxId = await dock.boxId(id, 'B1')
  const unchanged = await house.send(inboundChanges, { id, rowVersion: known.rowVersion }, dock)
  expect([unchanged.success, unchanged.data]).toEqual([true, null])
  const other = await dock.colleague()
  await house.owner(
    'update accounts set user_name = $2 where tenant_id = $1 and id <> $3',
    [dock.tenantId, 'Anna', dock.who.accountId],
    dock.tenantId,
  )
  const taken = await house.send(receiveWhole, { inboundId: id, boxId, locationId: dock.at('A-01') }, other)
  expect(taken.success).toBe(true)
  const changed = await house.send(inboundChanges, { id, rowVersion: known.rowVersion }, dock)
  expect(changed.data).toMatchObject({
    boxes: [
      { boxNo: 'B1', status: 'received', receivedByName: 'Anna' },
      { boxNo: 'B2', status: 'expected', receivedByName: null },
    ],
  })
  expect((await dock.takeWhole(id, { boxId })).message).toMatch(
    /^Box B1 was received already by Anna at \d\d:\d\d$/,
  )
})

test('a yes to more than announced covers the total it was asked for, whoever counts meanwhile', async () => {
  const dock = await aDock(house)
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

test('a putaway takes the goods whose expiry was scanned', async () => {
  const dock = await aDock(house, { receiveOneStep: false })
  const id = await dock.announce([{ sku: 'BOLT', expected: 10 }])
  for (const expiryDate of ['2027-12-31', '2028-01-31'])
    await dock.count(id, 'BOLT', 5, { locationId: null, expiryDate })
  const productId = dock.productOf('BOLT')
  const line = { productId, quantity: 2, locationId: dock.at('A-01'), batch: { expiryDate: '2028-01-31' } }
  expect((await dock.put(id, line)).data).toMatchObject({
    pending: [
      { expiryDate: '2027-12-31', quantity: 5 },
      { expiryDate: '2028-01-31', quantity: 3 },
    ],
  })
  expect((await dock.put(id, { ...line, quantity: 4 })).data).toMatchObject({
    fields: [{ path: 'lines.0.quantity' }],
  })
  expect((await dock.put(id, { ...line, batch: { expiryDate: '2029-01-01' } })).success).toBe(false)
  expect(await dock.stock()).toContainEqual({ sku: 'BOLT', place: 'A-01', expiry: '2028-01-31', pieces: 2 })
  await dock.cleanBooks()
})

test('a whole box takes the expiry that its announcement does not name', async () => {
  const dock = await aDock(house)
  await house.owner(
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
  const days = [{ productId: dock.productOf('BOLT'), expiryDate: '2027-12-31' }]
  expect((await dock.takeWhole(id, { boxId: b1, days })).success).toBe(true)
  // What was announced stands against what is typed for goods without a date.
  expect((await dock.takeWhole(id, { boxId: b2, days })).success).toBe(true)
  expect(await dock.stock()).toEqual([
    { sku: 'BOLT', place: 'A-01', expiry: '2027-06-30', pieces: 6 },
    { sku: 'BOLT', place: 'A-01', expiry: '2027-12-31', pieces: 6 },
    { sku: 'NUT', place: 'A-01', expiry: null, pieces: 2 },
  ])
})

test('a bin that another customer has for its own says so when it is scanned', async () => {
  const dock = await aDock(house)
  await dock.move({ flow: 'receive', batchId: await dock.batch('SCREW'), onHand: 1 }, 'A-03')
  await dock.move({ flow: 'receive', batchId: await dock.batch('SCREW'), onHand: 1 }, 'A-01')
  const found = async (scanned: string) =>
    (await house.send(findPlace, { scanned, customerId: dock.customerId }, dock)).data as OutputOf<
      typeof findPlace
    >
  expect(await found('A-03')).toMatchObject({ purpose: 'storage', otherCustomer: 'OTHER' })
  expect(await found('A-01')).toMatchObject({ otherCustomer: null })
  expect(await found('A-02')).toMatchObject({ otherCustomer: null })
})
