import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { addBarcode } from '../../../products/contract.ts'
import { completeInbound, findInbound, inbound } from '../../../receiving/contract.ts'
import {
  claimParcel,
  getParcel,
  keepParcel,
  listParcels,
  openUnannounced,
  sendParcelBack,
} from '../../../receiving/parcels/contract.ts'
import { askForPhoto, photoFacts, photoTaken, takePhoto } from '../../../receiving/photos/contract.ts'
import { putAway, receive, undoPutAway } from '../../../receiving/scanning/contract.ts'
import { receivingText } from '../../../receiving/text.ts'
import { logout } from '../../../staff/login/contract.ts'
import { ledgerChecks, wrongNow } from '../../../testing/books.ts'
import { allProducts, aStore } from '../../../testing/stock-builders.ts'
import { aPerson, aSession, startTestServer } from '../../../testing/test-server.ts'
import { uploadedId } from '../../../testing/upload.ts'
import { createCount, enterCount, getCount, submitCount } from '../../counts/contract.ts'
import { moveStock } from '../../stock/contract.ts'
import { scanGoods, scanPlace } from '../contract.ts'

const server = await startTestServer()

/** A two-step receiving warehouse, a user with all permissions, and one customer. */
const aStation = () => aStore(server, { approved: allProducts, settings: { receiveOneStep: false } })
type Station = Awaited<ReturnType<typeof aStation>>

const made = async (station: Station, trackingNo: string, parcelId: number | null = null) =>
  (
    await server.send(
      openUnannounced,
      { customerId: station.customerId, inboundType: 'return', trackingNo, parcelId },
      station,
    )
  ).data as OutputOf<typeof openUnannounced>

/** Ten bolts of an order created at the dock, in the receiving bin. */
async function arrived(station: Station) {
  const { id } = await made(station, `TRACK-${Math.random()}`)
  const line = { productId: station.productOf('BOLT'), good: 10, defective: 0, isUnexpected: true }
  expect((await server.send(receive, { inboundId: id, lines: [line] }, station)).success).toBe(true)
  return id
}

test('a putaway is undone exactly by its own reversal, once, and not after its goods were promised or moved', async () => {
  const station = await aStation()
  const inboundId = await arrived(station)
  const put = async (quantity: number) => {
    const line = { productId: station.productOf('BOLT'), quantity, locationId: station.at('A-01') }
    return await server.done(putAway, { inboundId, lines: [line] }, station)
  }
  const first = await put(6)
  expect(first.pending).toMatchObject([{ quantity: 4 }])
  const back = await server.send(undoPutAway, { putawayId: first.putawayId }, station)
  expect(back.data).toMatchObject({ pending: [{ quantity: 10 }] })
  expect((await server.send(undoPutAway, { putawayId: first.putawayId }, station)).message).toContain(
    'already',
  )

  const second = await put(3)
  const place = await server.done(scanPlace, { scanned: 'a-01' }, station)
  const [row] = place?.goods ?? []
  expect(row).toMatchObject({ sku: 'BOLT', onHand: 3, free: 3 })
  const [batch] = await server.owner<{ id: string }>(
    'select batch_id as id from stock where id = $1',
    [row?.stockId],
    station.tenantId,
  )
  const promise = { flow: 'allocate', batchId: Number(batch?.id) } as const
  await station.move({ ...promise, allocated: 1 })
  const promised = await server.send(undoPutAway, { putawayId: second.putawayId }, station)
  expect([promised.success, promised.message]).toEqual([false, expect.stringContaining('BOLT in bin A-01')])
  await station.move({ ...promise, flow: 'deallocate', allocated: -1 })
  await server.send(
    moveStock,
    { lines: [{ stockId: row?.stockId ?? 0, quantity: 1 }], toLocationCode: 'A-02' },
    station,
  )
  const late = await server.send(undoPutAway, { putawayId: second.putawayId }, station)
  expect([late.success, late.message]).toEqual([false, expect.stringContaining('BOLT in bin A-01')])
  expect(await wrongNow(ledgerChecks, server, station)).toEqual([])
})

test('a move returns its destination rows, so that it can be undone', async () => {
  const station = await aStation()
  const batchId = await station.batch('BOLT')
  await station.move({ flow: 'receive', batchId, onHand: 10 })
  const place = await server.done(scanPlace, { scanned: 'A-01' }, station)
  const lines = [{ stockId: place?.goods[0]?.stockId ?? 0, quantity: 4 }]
  const { arrived: there } = await server.done(moveStock, { lines, toLocationCode: 'A-02' }, station)
  expect(there).toMatchObject([{ quantity: 4 }])
  expect((await station.level(batchId, 'A-02'))[0]).toBe(4)
  expect((await server.send(moveStock, { lines: there, toLocationCode: 'A-01' }, station)).success).toBe(true)
  expect([(await station.level(batchId))[0], (await station.level(batchId, 'A-02'))[0]]).toEqual([10, 0])
  expect((await server.send(scanPlace, { scanned: 'NOWHERE' }, station)).data).toBeNull()
  expect(await wrongNow(ledgerChecks, server, station)).toEqual([])
})

test('scans of a count add up to one entry, and an undone one leaves no trace', async () => {
  const station = await aStation()
  await station.move({ flow: 'receive', batchId: await station.batch('BOLT'), onHand: 10 })
  expect((await server.send(scanGoods, { scanned: 'bolt' }, station)).data).toMatchObject([
    { customerCode: 'ACME', sku: 'BOLT', pieces: 1 },
  ])
  const scope = { zoneId: null, customerId: null, sku: null, locationCodes: ['A-01'], isBlind: true }
  const { id } = await server.done(createCount, scope, station)
  const enter = (quantity: number | null, isOngoing: boolean) =>
    server.send(enterCount, { id, locationCode: 'A-01', code: 'BOLT', quantity, isOngoing }, station)
  const line = async () => (await server.done(getCount, { id }, station)).items[0]
  await enter(1, false)
  await enter(2, true)
  expect(await line()).toMatchObject({ counted: 2, countedBefore: null, onHandThen: null })
  expect((await enter(null, true)).success).toBe(true)
  expect(await line()).toMatchObject({ counted: null, userName: null })
  expect((await server.send(submitCount, { id }, station)).success).toBe(false)
  await enter(9, false)
  expect((await server.send(submitCount, { id }, station)).data).toEqual({ differing: 1 })
})

test('goods are found in stock and counted by any form of their barcode', async () => {
  const station = await aStation()
  await station.move({ flow: 'receive', batchId: await station.batch('BOLT'), onHand: 10 })
  await server.send(
    addBarcode,
    { id: station.productOf('BOLT'), type: 'upc', barcode: '012345678905', packQuantity: 6 },
    station,
  )
  for (const scanned of ['012345678905', '0012345678905', '00012345678905'])
    expect((await server.send(scanGoods, { scanned }, station)).data).toMatchObject([
      { sku: 'BOLT', pieces: 6 },
    ])
  const scope = { zoneId: null, customerId: null, sku: null, locationCodes: ['A-01'], isBlind: true }
  const { id } = await server.done(createCount, scope, station)
  const entry = { id, locationCode: 'A-01', code: '00012345678905', quantity: 10, isOngoing: false }
  expect(await server.send(enterCount, entry, station)).toMatchObject({ success: true })
})

test('a scanned bin shows the earliest expiry first, and nothing available on a blocked row', async () => {
  const station = await aStation()
  const [ageless, late, soon] = [
    await station.batch('BOLT', { putawayDate: '2025-01-01' }),
    await station.batch('BOLT', { expiryDate: '2999-12-31', putawayDate: '2025-02-01' }),
    await station.batch('BOLT', { expiryDate: '2998-12-31', putawayDate: '2026-01-01' }),
  ]
  for (const batchId of [ageless, late, soon]) await station.move({ flow: 'receive', batchId, onHand: 2 })
  const goods = async () =>
    (
      (await server.send(scanPlace, { scanned: 'a-01' }, station)).data as NonNullable<
        OutputOf<typeof scanPlace>
      >
    ).goods
  expect((await goods()).map(({ expiryDate, free }) => [expiryDate, free])).toEqual([
    ['2998-12-31', 2],
    ['2999-12-31', 2],
    [null, 2],
  ])
  await server.owner(
    `update stock set blocked_because = 'I-01', frozen = 1 where batch_id = $1`,
    [soon],
    station.tenantId,
  )
  expect((await goods())[0]).toMatchObject({ onHand: 2, free: 0, frozen: 0 })
})

test('pieces of a scanned bin that are allocated or frozen are not available', async () => {
  const station = await aStation()
  const bolts = await station.batch('BOLT')
  await station.move({ flow: 'receive', batchId: bolts, onHand: 6 })
  await station.move({ flow: 'freeze', batchId: bolts, frozen: 1 })
  await station.move({ flow: 'allocate', batchId: bolts, allocated: 2 })
  const { data } = await server.send(scanPlace, { scanned: 'A-01' }, station)
  expect(data).toMatchObject({ goods: [{ onHand: 6, free: 3, frozen: 1 }] })
})

test('a scanned bin distinguishes the lots of a product and lists them by date, lot and putaway', async () => {
  const station = await aStation()
  const expiryDate = '2999-12-31'
  for (const [sku, over] of [
    ['NUT', { expiryDate }],
    ['BOLT', {}],
    ['BOLT', { lot: 'B' }],
    ['BOLT', { lot: 'A', putawayDate: '2026-02-01' }],
    ['BOLT', { lot: 'A' }],
    ['BOLT', { lot: 'C', expiryDate }],
  ] as const)
    await station.move({ flow: 'receive', batchId: await station.batch(sku, over), onHand: 2 })
  const emptied = await station.batch('BOLT', { lot: 'GONE' })
  for (const onHand of [1, -1])
    await station.move({ flow: onHand > 0 ? 'receive' : 'adjust_down', batchId: emptied, onHand })
  await station.move({ flow: 'receive', batchId: emptied, onHand: 1 }, 'A-02')
  // In full-width letters, it is the same bin.
  const place = await server.done(scanPlace, { scanned: ' ａ－01' }, station)
  expect(place).toMatchObject({ locationId: station.at('A-01'), locationCode: 'A-01' })
  expect(place).toMatchObject({ purpose: 'storage', quality: 'good' })
  expect(place?.goods.map((row) => [row.sku, row.expiryDate, row.lot, row.putawayDate].join(' '))).toEqual([
    `BOLT ${expiryDate} C 2026-01-01`,
    'BOLT  A 2026-01-01',
    'BOLT  A 2026-02-01',
    'BOLT  B 2026-01-01',
    'BOLT   2026-01-01',
    `NUT ${expiryDate}  2026-01-01`,
  ])
  expect(await server.done(scanGoods, { scanned: 'ｂｏｌｔ' }, station)).toMatchObject([
    { sku: 'BOLT', pieces: 1 },
  ])
})

test('a disabled bin cannot be scanned, moved to or counted', async () => {
  const station = await aStation()
  await station.move({ flow: 'receive', batchId: await station.batch('BOLT'), onHand: 2 })
  const place = (await server.send(scanPlace, { scanned: 'A-01' }, station)).data as NonNullable<
    OutputOf<typeof scanPlace>
  >
  const scope = { zoneId: null, customerId: null, sku: null, locationCodes: [], isBlind: true }
  const { id } = await server.done(createCount, scope, station)
  await server.owner(
    `update locations set is_enabled = false where location_code = 'A-03'`,
    [],
    station.tenantId,
  )
  expect((await server.send(scanPlace, { scanned: 'A-03' }, station)).data).toBeNull()
  const lines = [{ stockId: place.goods[0]?.stockId ?? 0, quantity: 1 }]
  expect((await server.send(moveStock, { lines, toLocationCode: 'A-03' }, station)).data).toMatchObject({
    fields: [{ path: 'toLocationCode' }],
  })
  const entry = { id, locationCode: 'A-03', code: 'BOLT', quantity: 1 }
  expect((await server.send(enterCount, entry, station)).data).toMatchObject({
    fields: [{ path: 'locationCode' }],
  })
})

test('an unmatched parcel waits with its photos until it has an inbound order', async () => {
  const station = await aStation()
  const keep = (trackingNo: string) =>
    server.send(keepParcel, { trackingNo, remark: null, photoFileIds: [] }, station)
  const kept = (await keep('LOST-1')).data as OutputOf<typeof keepParcel>
  expect(kept.parcelNo).toMatch(/^PC\d{6}-\d{5}$/)
  expect((await keep('lost-1')).data).toMatchObject({ fields: [{ path: 'trackingNo' }] })
  expect((await server.send(listParcels, { search: 'lost', status: 'waiting' }, station)).data).toMatchObject(
    {
      total: 1,
    },
  )
  const { id: inboundId, inboundNo } = await made(station, 'OTHER-9')
  const claimed = await server.send(claimParcel, { id: kept.id, inboundId }, station)
  expect(claimed.data).toEqual({ inboundNo })
  expect((await server.send(findInbound, { scanned: 'LOST-1' }, station)).data).toMatchObject([
    { id: inboundId, mark: 'tracking' },
  ])
  expect((await server.send(claimParcel, { id: kept.id, inboundId }, station)).data).toMatchObject({
    kind: 'moved_on',
  })
  expect((await server.send(getParcel, { id: kept.id }, station)).data).toMatchObject({
    status: 'claimed',
    inboundNo,
    photos: [],
  })
  const second = (await keep('LOST-2')).data as OutputOf<typeof keepParcel>
  expect((await server.send(sendParcelBack, { id: second.id, reason: 'wrong house' }, station)).success).toBe(
    true,
  )
  expect((await server.send(getParcel, { id: second.id }, station)).data).toMatchObject({
    status: 'sent_back',
  })
  expect(
    await server.owner(
      `select reason from audit_log where action = 'parcel_send_back' and object_id = $1`,
      [second.id],
      station.tenantId,
    ),
  ).toEqual([{ reason: 'wrong house' }])
})

test('a parcel number the order already has, in any case, is not added twice', async () => {
  const station = await aStation()
  const parcel = { trackingNo: 'LOST-3', remark: null, photoFileIds: [] }
  const kept = await server.done(keepParcel, parcel, station)
  const { id: inboundId } = await made(station, 'lost-3')
  expect((await server.send(claimParcel, { id: kept.id, inboundId }, station)).success).toBe(true)
  expect(
    await server.owner('select tracking_nos from inbounds where id = $1', [inboundId], station.tenantId),
  ).toEqual([{ tracking_nos: ['lost-3'] }])
})

test('an order created at the dock receives what is scanned, and its parcel is assigned to it', async () => {
  const station = await aStation()
  const kept = (
    await server.send(keepParcel, { trackingNo: 'BACK-1', remark: null, photoFileIds: [] }, station)
  ).data as OutputOf<typeof keepParcel>
  const { id, inboundNo } = await made(station, 'BACK-1', kept.id)
  expect(inboundNo).toMatch(/^RT/)
  expect((await server.send(getParcel, { id: kept.id }, station)).data).toMatchObject({ inboundNo })
  const line = { productId: station.productOf('BOLT'), good: 2, defective: 1, isUnexpected: true }
  expect((await server.send(receive, { inboundId: id, lines: [line] }, station)).success).toBe(true)
  const place = { productId: station.productOf('BOLT'), quantity: 2, locationId: station.at('A-01') }
  await server.send(putAway, { inboundId: id, lines: [place] }, station)
  const closed = await server.send(completeInbound, { id, differenceNote: 'not announced' }, station)
  expect(closed.success).toBe(true)
  const document = await server.done(inbound, { id }, station)
  expect(document.lines).toMatchObject([{ expected: 0, good: 2, defective: 1, isExtra: true }])
  const late = (
    await server.send(keepParcel, { trackingNo: 'BACK-2', remark: null, photoFileIds: [] }, station)
  ).data as OutputOf<typeof keepParcel>
  expect((await server.send(claimParcel, { id: late.id, inboundId: id }, station)).data).toMatchObject({
    fields: [{ path: 'inboundId' }],
  })
  expect(await wrongNow(ledgerChecks, server, station)).toEqual([])
})

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a phone sends one photo by its link, for its document, within minutes, and nothing but a photo', async () => {
  const station = await aStation()
  const { id: inboundId, inboundNo } = await made(station, 'PHOTO-1')
  const ask = () => server.done(askForPhoto, { inboundId, trackingNo: null }, station)
  const { link, linkId } = await ask()
  expect((await server.send(photoFacts, { link })).data).toMatchObject({ subject: inboundNo })
  expect((await server.send(photoTaken, { linkId }, station)).data).toEqual({ fileId: null, isOver: false })

  for (const base64 of [btoa('<script>alert(1)</script>'), btoa('GIF89a not one'), PIXEL.slice(0, 40)])
    expect((await server.send(takePhoto, { link, base64 })).success).toBe(false)
  const both = await Promise.all([1, 2].map(() => server.send(takePhoto, { link, base64: PIXEL })))
  expect(both.map(({ success }) => success).sort()).toEqual([false, true])
  expect((await server.send(photoFacts, { link })).success).toBe(false)
  const { fileId } = await server.done(photoTaken, { linkId }, station)
  const line = { productId: station.productOf('BOLT'), good: 0, defective: 1, isUnexpected: true }
  const taken = await server.send(
    receive,
    { inboundId, lines: [{ ...line, photoFileIds: [fileId ?? 0] }] },
    station,
  )
  expect(taken.success).toBe(true)
  const { receipts } = await server.done(inbound, { id: inboundId }, station)
  expect(receipts[0]?.lines[0]?.photos).toMatchObject([{ fileId }])
})

test('a photo must be a picture the user has uploaded', async () => {
  const station = await aStation()
  const { id: inboundId } = await made(station, 'PHOTO-2')
  const colleague = await aPerson(server, station.tenantId)
  const theirs = { ...station, token: await aSession(server, station.tenantId, colleague.id) }
  const sheet = await writeXlsx({ sheets: [{ name: 'x', rows: [['a']] }] })
  const own = await uploadedId(server, station, 'image', 'own.png', Buffer.from(PIXEL, 'base64'))
  const others = [
    await uploadedId(server, theirs, 'image', 'theirs.png', Buffer.from(PIXEL, 'base64')),
    await uploadedId(server, station, 'sheet', 'sheet.xlsx', sheet),
  ]
  const line = { productId: station.productOf('BOLT'), good: 0, defective: 1, isUnexpected: true }
  const take = (photoFileIds: number[]) =>
    server.send(receive, { inboundId, lines: [{ ...line, photoFileIds }] }, station)
  const keep = (photoFileIds: number[]) =>
    server.send(keepParcel, { trackingNo: `P-${photoFileIds}`, remark: null, photoFileIds }, station)
  for (const id of others)
    for (const show of [take, keep])
      expect(await show([own, id])).toMatchObject({
        success: false,
        message: receivingText.photoNotFound.en_US,
      })
  for (const show of [take, keep]) expect(await show([own])).toMatchObject({ success: true })
})

test('an expired, forged, foreign, logged-out or former user’s photo link does not open', async () => {
  const station = await aStation()
  const other = await aStation()
  const person = await aPerson(server, station.tenantId)
  let token = await aSession(server, station.tenantId, person.id)
  const ask = () => server.done(askForPhoto, { inboundId: null, trackingNo: 'X-1' }, { ...station, token })
  const { link, linkId } = await ask()
  const [, id, signature] = link.split('.')
  const tries = [`${other.tenantId}.${id}.${signature}`, `${station.tenantId}.${linkId}.x`, 'x', '']
  for (const wrong of tries)
    expect([wrong, (await server.send(takePhoto, { link: wrong, base64: PIXEL })).success]).toEqual([
      wrong,
      false,
    ])
  // Only the user who requested the photo sees it.
  expect((await server.send(photoTaken, { linkId }, station)).success).toBe(false)
  await server.owner(
    `update photo_links set expires_at = now() - interval '1 second' where id = $1`,
    [linkId],
    station.tenantId,
  )
  expect((await server.send(takePhoto, { link, base64: PIXEL })).success).toBe(false)
  // The link ends with the last session of the user who requested it.
  const { link: of } = await ask()
  const elsewhere = await aSession(server, station.tenantId, person.id)
  await server.send(logout, {}, { token })
  expect((await server.send(photoFacts, { link: of })).success).toBe(true)
  await server.send(logout, {}, { token: elsewhere })
  expect((await server.send(photoFacts, { link: of })).success).toBe(false)
  expect((await server.send(takePhoto, { link: of, base64: PIXEL })).success).toBe(false)

  token = await aSession(server, station.tenantId, person.id)
  const left = await ask()
  await server.owner('update accounts set is_enabled = false where id = $1', [person.id])
  expect((await server.send(takePhoto, { link: left.link, base64: PIXEL })).success).toBe(false)
})

test('a scanned code is one piece by SKU and a pack by its own barcode, with the first picture', async () => {
  const station = await aStation()
  for (const sku of ['NUT', 'BOLT'])
    await station.move({ flow: 'receive', batchId: await station.batch(sku), onHand: 2 })
  await server.owner(
    `insert into products (tenant_id, customer_id, sku, name_en, search_line)
     select tenant_id, id, 'ANVIL', 'Anvil', 'anvil' from customers where customer_code = 'OTHER'`,
    [],
    station.tenantId,
  )
  for (const [sku, barcode, packQuantity] of [
    ['BOLT', 'SIX', 6],
    ['BOLT', 'TEN', 10],
    ['NUT', 'TWO', 2],
    ['ANVIL', 'TEN', 1],
  ] as const)
    await server.owner(
      `insert into product_barcodes (tenant_id, customer_id, product_id, barcode, type, pack_quantity)
       select tenant_id, customer_id, id, $2, 'custom', $3 from products where sku = $1`,
      [sku, barcode, packQuantity],
      station.tenantId,
    )
  const files = await server.owner<{ id: string }>(
    `insert into files (tenant_id, file_name, purpose, mime, size, sha256, storage_key, created_by)
     select $1, n || '.png', 'image', 'image/png', 1, '', 'scan' || n, $2 from generate_series(1, 3) n returning id`,
    [station.tenantId, station.who.accountId],
    station.tenantId,
  )
  for (const [i, place] of [2, 1, 3].entries())
    await server.owner(
      'insert into product_images (tenant_id, product_id, place, file_id, small_file_id) values ($1, $2, $3, $4, $4)',
      [station.tenantId, station.productOf('BOLT'), place, files[i]?.id],
      station.tenantId,
    )
  const picture = expect.stringContaining(`?f=${station.tenantId}.${files[1]?.id}.`)
  const goods = async (scanned: string) => (await server.send(scanGoods, { scanned }, station)).data
  expect(await goods('bolt')).toMatchObject([{ sku: 'BOLT', pieces: 1, imageUrl: picture }])
  expect(await goods('ten')).toMatchObject([
    { customerCode: 'ACME', sku: 'BOLT', pieces: 10 },
    { customerCode: 'OTHER', sku: 'ANVIL', pieces: 1 },
  ])
  expect(await goods('TWO')).toMatchObject([{ sku: 'NUT', pieces: 2, imageUrl: null }])
  expect(await goods('THREE')).toEqual([])
  const place = (await server.send(scanPlace, { scanned: 'A-01' }, station)).data as NonNullable<
    OutputOf<typeof scanPlace>
  >
  expect(place.goods.map(({ sku, imageUrl, codes }) => [sku, imageUrl, codes])).toEqual([
    [
      'BOLT',
      picture,
      [
        { code: 'SIX', pieces: 6 },
        { code: 'TEN', pieces: 10 },
      ],
    ],
    ['NUT', null, [{ code: 'TWO', pieces: 2 }]],
  ])
})

test('a photo by phone is stored as its document’s, for the user who asked, and written to the audit log', async () => {
  const station = await aStation()
  const { id: inboundId, inboundNo } = await made(station, 'PHOTO-9')
  const { link, linkId } = await server.done(askForPhoto, { inboundId, trackingNo: 'ignored' }, station)
  const [company] = await server.owner<{ company_name: string }>(
    'select company_name from tenants where id = $1',
    [station.tenantId],
  )
  expect((await server.send(photoFacts, { link })).data).toEqual({
    companyName: company?.company_name,
    subject: inboundNo,
  })
  expect((await server.send(takePhoto, { link, base64: PIXEL })).success).toBe(true)
  const { fileId } = await server.done(photoTaken, { linkId }, station)
  const [file] = await server.owner<{ size: string }>(
    'select file_name, purpose, mime, created_by, size from files where id = $1',
    [fileId],
    station.tenantId,
  )
  const name = `${inboundNo}.png`
  expect(file).toMatchObject({ file_name: name, purpose: 'image', created_by: String(station.who.accountId) })
  const [trail] = await server.owner<object>(
    `select action, object_no as no, account_id, after from audit_log where object_type = 'file' order by id desc limit 1`,
    [],
    station.tenantId,
  )
  expect(trail).toEqual({
    action: 'upload',
    no: name,
    account_id: String(station.who.accountId),
    after: { size: Number(file?.size) },
  })
  const [event] = await server.owner<object>(
    `select kind, object_id from events where object_type = 'file' order by id desc limit 1`,
    [],
    station.tenantId,
  )
  expect(event).toEqual({ kind: 'file.uploaded', object_id: String(fileId) })
  const forParcel = await server.done(askForPhoto, { inboundId: null, trackingNo: 'T-1' }, station)
  expect((await server.send(photoFacts, { link: forParcel.link })).data).toMatchObject({ subject: 'T-1' })
  expect(
    (await server.send(askForPhoto, { inboundId: 999_999, trackingNo: null }, station)).data,
  ).toMatchObject({
    fields: [{ path: 'inboundId' }],
  })
  await server.owner(`update photo_links set expires_at = now() where subject = 'T-1'`, [], station.tenantId)
  expect((await server.send(photoTaken, { linkId: forParcel.linkId }, station)).data).toEqual({
    fileId: null,
    isOver: true,
  })
})
