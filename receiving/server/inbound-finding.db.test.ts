import { expect, test } from 'vitest'
import type { OutputOf } from '../../platform/calls/call.ts'
import { aDock, type TestDock } from '../../testing/receiving-builders.ts'
import { aPerson, aSession, startTestServer } from '../../testing/test-server.ts'
import { uploadedId } from '../../testing/upload.ts'
import {
  addAttachment,
  codeOwners,
  countInbounds,
  findInbound,
  inbound,
  inboundChanges,
  inboundProducts,
  listInbounds,
  MAX_ATTACHMENTS,
  receive,
  voidInbounds,
} from '../contract.ts'
import { claimParcel, keepParcel } from '../parcels/contract.ts'
import { parcelText } from '../parcels/text.ts'
import { askForPhoto, takePhoto } from '../photos/contract.ts'

const server = await startTestServer()
const bolts = [{ sku: 'BOLT', expected: 2 }]
const nobody = { referenceNo: null, containerNo: null, trackingNos: [] as string[] }

const foundBy = async (dock: TestDock, scanned: string) =>
  ((await server.send(findInbound, { scanned }, dock)).data as OutputOf<typeof findInbound>).map(
    ({ id }) => id,
  )
const listedBy = async (dock: TestDock, filters: object) =>
  ((await server.send(listInbounds, filters, dock)).data as OutputOf<typeof listInbounds>).rows.map(
    ({ id }) => id,
  )

test('of several orders with one number, the one being received comes first', async () => {
  const dock = await aDock(server)
  const shared = { ...nobody, trackingNos: ['1Z-SAME'] }
  const old = await dock.announce(bolts, shared)
  const draft = await dock.announce(bolts, { ...shared, isSubmitted: false })
  const young = await dock.announce(bolts, shared)
  const newest = await dock.announce(bolts, { ...shared, isSubmitted: false })
  await dock.count(old, 'BOLT', 1)
  expect(await foundBy(dock, '1z-same')).toEqual([old, young, newest, draft])
})

test('only orders that could have been received can have a difference', async () => {
  const dock = await aDock(server)
  const [draft, waiting, begun] = [
    await dock.announce(bolts, { isSubmitted: false }),
    await dock.announce(bolts),
    await dock.announce(bolts),
  ]
  await dock.count(begun, 'BOLT', 1)
  expect([draft, waiting].length).toBe(2)
  expect(await listedBy(dock, { differs: '1' })).toEqual([begun])
})

test('a return is found by the number it was shipped with, and goods received today may be opening stock', async () => {
  const dock = await aDock(server)
  const id = await dock.announce(bolts, { inboundType: 'return', originNo: 'OB-77' })
  expect(await listedBy(dock, { search: 'ob-77' })).toEqual([id])
  const [today] = await server.owner<{ day: string }>(
    `select to_char(business_now() at time zone time_zone, 'YYYY-MM-DD') as day from warehouses where tenant_id = $1`,
    [dock.tenantId],
    dock.tenantId,
  )
  const opening = await dock.announce(bolts, { inboundType: 'init', putawayDate: today?.day ?? '' })
  expect((await dock.read(opening)).putawayDate).toBe(today?.day)
  expect(await dock.announce(bolts, { inboundType: 'init', putawayDate: '2999-01-01' })).toBeUndefined()
})

test('a code belongs to another customer only if that customer has it', async () => {
  const dock = await aDock(server)
  const owners = async (scanned: string) =>
    (await server.send(codeOwners, { customerId: dock.customerId, scanned }, dock)).data
  expect(await owners('bolt')).toEqual([])
  expect(await owners('screw')).toEqual([{ customerCode: 'OTHER', sku: 'SCREW' }])
})

test('an order has at most twenty attachments, each once', async () => {
  const dock = await aDock(server)
  const id = await dock.announce(bolts)
  const [kept] = [await uploadedId(server, dock, 'attachment', 'a.pdf', Buffer.from('%PDF-1.4\n%%EOF'))]
  const files = await server.owner<{ id: string }>(
    `insert into files (tenant_id, file_name, purpose, mime, size, sha256, storage_key, created_by)
     select $1, n || '.pdf', 'attachment', 'application/pdf', 1, '', 'paper-' || n, $2 from generate_series(1, $3) n returning id`,
    [dock.tenantId, dock.who.accountId, MAX_ATTACHMENTS],
    dock.tenantId,
  )
  const attach = async (fileId: number) => (await server.send(addAttachment, { id, fileId }, dock)).success
  for (const file of files.slice(0, MAX_ATTACHMENTS - 2)) expect(await attach(Number(file.id))).toBe(true)
  const [last, over] = files.slice(-2).map((file) => Number(file.id))
  expect(await attach(Number(last))).toBe(true)
  expect(await attach(Number(last))).toBe(true)
  expect((await dock.read(id)).attachments).toHaveLength(MAX_ATTACHMENTS - 1)
  expect(await attach(kept)).toBe(true)
  expect(await attach(Number(over))).toBe(false)
  expect((await dock.read(id)).attachments).toHaveLength(MAX_ATTACHMENTS)
})

test('a parcel gives its number to its order once, while there is room and the order is active', async () => {
  const dock = await aDock(server)
  const numbers = (many: number) => Array.from({ length: many }, (_, i) => `N-${i}`)
  const keep = async (trackingNo: string) => {
    const kept = await server.send(keepParcel, { trackingNo, remark: null, photoFileIds: [] }, dock)
    return (kept.data as OutputOf<typeof keepParcel>).id
  }
  const claim = async (trackingNo: string, inboundId: number) =>
    server.send(claimParcel, { id: await keep(trackingNo), inboundId }, dock)
  const full = await dock.announce(bolts, { ...nobody, trackingNos: numbers(100) })
  expect((await claim('ONE-MORE', full)).message).toBe(parcelText.tooManyNos.en_US)
  expect((await claim('n-7', full)).success).toBe(true)
  expect((await dock.read(full)).trackingNos).toHaveLength(100)
  const almost = await dock.announce(bolts, { ...nobody, trackingNos: numbers(99) })
  expect((await claim('THE-LAST', almost)).success).toBe(true)
  const gone = await dock.announce(bolts)
  await server.send(voidInbounds, { ids: [gone] }, dock)
  expect((await claim('TOO-LATE', gone)).data).toMatchObject({ fields: [{ path: 'inboundId' }] })
})

test('a photo link of a user who can no longer log in does not open', async () => {
  const dock = await aDock(server)
  const person = await aPerson(server, dock.tenantId)
  const token = await aSession(server, dock.tenantId, person.id)
  const input = await server.send(askForPhoto, { inboundId: null, trackingNo: 'X-1' }, { ...dock, token })
  const { link } = input.data as OutputOf<typeof askForPhoto>
  await server.owner(`update accounts set ends_at = now() - interval '1 minute' where id = $1`, [person.id])
  expect((await server.send(takePhoto, { link, base64: 'iVBORw0KGgo=' })).data).toMatchObject({
    kind: 'not_found',
  })
})

test('a receipt of another customer’s or unapproved goods names the line', async () => {
  const dock = await aDock(server)
  const id = await dock.announce(bolts)
  const line = (sku: string) => ({
    productId: dock.productOf(sku),
    good: 1,
    defective: 0,
    locationId: dock.at('A-01'),
    isUnexpected: true,
  })
  const path = async (sku: string) => {
    const answer = await server.send(receive, { inboundId: id, lines: [line('BOLT'), line(sku)] }, dock)
    return (answer.data as { fields?: { path: string }[] }).fields?.[0]?.path
  }
  expect(await path('SCREW')).toBe('lines.1.productId')
  await server.owner(
    `update products set is_enabled = false where tenant_id = $1 and sku = 'NUT'`,
    [dock.tenantId],
    dock.tenantId,
  )
  expect(await path('NUT')).toBe('lines.1.productId')
  expect(((await server.send(inbound, { id }, dock)).data as OutputOf<typeof inbound>).good).toBe(0)
})

test('each filter of the list leaves out what does not match, and the counts say the same', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const [other] = await server.owner<{ id: string }>(
    `select id from customers where customer_code = 'OTHER'`,
    [],
    dock.tenantId,
  )
  const waiting = await dock.announce(bolts, { ...nobody, eta: '2020-01-10', referenceNo: 'REF-1' })
  const draft = await dock.announce(bolts, { isSubmitted: false, eta: '2020-01-11', inboundType: 'return' })
  const begun = await dock.announce(bolts, { ...nobody, eta: '2999-01-12', trackingNos: ['1Z-9'] })
  const done = await dock.announce(bolts, { ...nobody, eta: '2020-01-13' })
  const foreign = await dock.announce([{ sku: 'SCREW', expected: 1 }], { customerId: Number(other?.id) })
  const gone = await dock.announce(bolts)
  await server.send(voidInbounds, { ids: [gone] }, dock)
  await dock.count(begun, 'BOLT', 2, { locationId: null })
  await dock.count(done, 'BOLT', 2, { locationId: dock.at('A-01') })
  expect((await dock.read(done)).status).toBe('complete')
  const byId = { sort: 'inboundNo', order: 'asc' }
  const listed = (filters: object) => listedBy(dock, { ...byId, ...filters })
  // Returns have numbers of their own, which sort behind the others.
  const all = [waiting, begun, done, foreign, gone, draft]
  const cases: [object, number[]][] = [
    [{}, all],
    [{ search: 'ref-1' }, [waiting]],
    [{ codes: ['ref-1', '1z-9'] }, [waiting, begun]],
    [{ status: 'pending_confirm' }, [waiting, foreign]],
    [{ status: 'complete' }, [done]],
    [{ inboundType: 'return' }, [draft]],
    [{ customerId: Number(other?.id) }, [foreign]],
    [{ etaFrom: '2020-01-11' }, [begun, done, draft]],
    [{ etaTo: '2020-01-11' }, [waiting, draft]],
    [{ etaFrom: '2020-01-11', etaTo: '2020-01-13' }, [done, draft]],
    [{ overdue: '1' }, [waiting]],
    [{ toPutAway: '1' }, [begun]],
    [{ differs: '1' }, []],
    [{ size: 2, page: 2 }, [done, foreign]],
    [{ order: 'desc', size: 1 }, [draft]],
  ]
  for (const [filters, ids] of cases) expect([filters, await listed(filters)]).toEqual([filters, ids])
  expect(await listedBy(dock, {}), 'what was changed last stands first').toEqual([
    done,
    begun,
    gone,
    foreign,
    draft,
    waiting,
  ])
  const page = (await server.send(listInbounds, { ...byId, codes: ['ref-1', 'NONE'] } as never, dock)).data
  expect(page).toMatchObject({ total: 1, missing: ['NONE'] })
  expect((await server.send(listInbounds, { search: 'ref-1' }, dock)).data).toMatchObject({
    rows: [{ expected: 2, good: 0, defective: 0, skus: 1, expectedBoxes: 0, receivedBoxes: 0, pending: 0 }],
  })
  expect((await server.send(listInbounds, { codes: ['1z-9'] }, dock)).data).toMatchObject({
    rows: [{ good: 2, pending: 2 }],
  })
  const counts = async (filters: object) => (await server.send(countInbounds, filters, dock)).data
  expect(await counts({})).toEqual({ draft: 1, pending_confirm: 2, receiving: 1, complete: 1, voided: 1 })
  expect(await counts({ overdue: '1' })).toMatchObject({ draft: 0, pending_confirm: 1, receiving: 0 })
  await dock.put(begun, { productId: dock.productOf('BOLT'), quantity: 1, locationId: dock.at('A-01') })
  await dock.put(begun, { productId: dock.productOf('BOLT'), quantity: 1, locationId: dock.at('A-01') })
  expect(await listed({ toPutAway: '1' })).toEqual([])
})

test('two orders of the same goods are read apart, down to their receipts and photos', async () => {
  const dock = await aDock(server, { receiveOneStep: false, overReceivePolicy: 'allow' })
  const boxed = [
    { sku: 'NUT', expected: 3, boxNo: 'B1' },
    { sku: 'BOLT', expected: 3, boxNo: 'B2' },
  ]
  const [first, second] = [await dock.announce(boxed), await dock.announce(boxed)]
  await server.owner(
    `insert into product_barcodes (tenant_id, customer_id, product_id, barcode, type, pack_quantity)
     select tenant_id, customer_id, id, 'SIX', 'custom', 6 from products where sku = 'BOLT'`,
    [],
    dock.tenantId,
  )
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const photos = await Promise.all(
    [1, 2].map((n) => uploadedId(server, dock, 'image', `${n}.png`, Buffer.from(pixel, 'base64'))),
  )
  for (const [i, id] of [first, second].entries()) {
    const lines = [
      { productId: dock.productOf('NUT'), good: 1, defective: 0, locationId: null },
      {
        productId: dock.productOf('BOLT'),
        good: 0,
        defective: 1 + i,
        locationId: null,
        photoFileIds: [photos[i] ?? 0],
      },
    ]
    const taken = await server.send(receive, { inboundId: id, lines }, dock)
    expect(taken.success).toBe(true)
  }
  await dock.count(first, 'NUT', 1, { locationId: null })
  const [a, b] = [await dock.read(first), await dock.read(second)]
  expect([a.id, b.id]).toEqual([first, second])
  const figures = ({ lines, pending, receipts }: typeof a) => ({
    lines: lines.map(({ good, defective }) => [good, defective]),
    pending: pending.map(({ quantity }) => quantity),
    receipts: receipts.map((receipt) =>
      receipt.lines.map(({ lineNo, quantity, photos }) => [
        lineNo,
        quantity,
        photos.map(({ fileId }) => fileId),
      ]),
    ),
  })
  expect(figures(a)).toEqual({
    lines: [
      [2, 0],
      [0, 1],
    ],
    pending: [2],
    receipts: [
      [[1, 1, []]],
      [
        [1, 1, []],
        [2, 1, [photos[0]]],
      ],
    ],
  })
  expect(figures(b)).toEqual({
    lines: [
      [1, 0],
      [0, 2],
    ],
    pending: [1],
    receipts: [
      [
        [1, 1, []],
        [2, 2, [photos[1]]],
      ],
    ],
  })
  expect([a.boxes.length, b.boxes.length]).toEqual([2, 2])
  expect(a.products.map(({ sku, barcodes }) => [sku, barcodes])).toEqual([
    ['BOLT', [{ barcode: 'SIX', packQuantity: 6 }]],
    ['NUT', []],
  ])
  const changes = async (id: number, rowVersion: number) =>
    (await server.send(inboundChanges, { id, rowVersion }, dock)).data
  expect([await changes(first, a.rowVersion), await changes(second, b.rowVersion)]).toEqual([null, null])
  expect(await changes(second, b.rowVersion - 1)).toMatchObject({ rowVersion: b.rowVersion })
  expect(await changes(999_999, 1)).toMatchObject({ kind: 'not_found' })

  // Goods to choose from are those that can be received.
  await server.owner(`update products set is_enabled = false where sku = 'NUT'`, [], dock.tenantId)
  const choices = async (search?: string) => {
    const input = { customerId: dock.customerId, ...(search && { search }) }
    const { data } = await server.send(inboundProducts, input, dock)
    return (data as OutputOf<typeof inboundProducts>).map(({ sku }) => sku)
  }
  expect([await choices(), await choices('nut'), await choices('bol')]).toEqual([['BOLT'], [], ['BOLT']])
})
