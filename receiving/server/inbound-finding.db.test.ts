import { expect, test } from 'vitest'
import { homeWork } from '../../app/contract.ts'
import type { OutputOf, SentTo } from '../../platform/calls/call.ts'
import { blankBox } from '../../testing/blank-inputs.ts'
import { aDock, type TestDock } from '../../testing/receiving-builders.ts'
import { aPerson, aSession, startTestServer } from '../../testing/test-server.ts'
import { uploadedId } from '../../testing/upload.ts'
import {
  addAttachment,
  addBox,
  countInbounds,
  createInbound,
  editInbound,
  findInbound,
  inbound,
  inboundChanges,
  inboundHistory,
  inboundProducts,
  listInbounds,
  MAX_ATTACHMENTS,
  removeAttachment,
  voidInbounds,
} from '../contract.ts'
import {
  claimParcel,
  getParcel,
  keepParcel,
  listParcels,
  openUnannounced,
  sendParcelBack,
} from '../parcels/contract.ts'
import { parcelText } from '../parcels/text.ts'
import { askForPhoto, takePhoto } from '../photos/contract.ts'
import { cancelReceipt, codeOwners, receive } from '../scanning/contract.ts'
import { receivingWork } from '../work.ts'

const server = await startTestServer()
const bolts = [{ sku: 'BOLT', expected: 2 }]
const noNumbers = { referenceNo: null, containerNo: null, trackingNos: [] as string[] }

const foundBy = async (dock: TestDock, scanned: string) =>
  (await server.done(findInbound, { scanned }, dock)).map(({ id }) => id)
const listedBy = async (dock: TestDock, filters: object) =>
  (await server.done(listInbounds, filters, dock)).rows.map(({ id }) => id)

test('of several orders with one number, the one being received comes first', async () => {
  const dock = await aDock(server)
  const shared = { ...noNumbers, trackingNos: ['1Z-SAME'] }
  const old = await dock.announce(bolts, shared)
  const draft = await dock.announce(bolts, { ...shared, isSubmitted: false })
  const young = await dock.announce(bolts, shared)
  const newest = await dock.announce(bolts, { ...shared, isSubmitted: false })
  const closed = await dock.announce(bolts, shared)
  await dock.takeWhole(closed)
  await dock.count(old, 'BOLT', 1)
  expect(await foundBy(dock, '1z-same')).toEqual([old, young, newest, draft, closed])
  const [first, ...others] = (await server.done(findInbound, { scanned: '1z-same' }, dock)).toReversed()
  expect([first?.reopensItself, others.some((order) => order.reopensItself)]).toEqual([true, false])
})

test('a carrier’s label finds the order by the tracking number in it', async () => {
  const dock = await aDock(server)
  const trackingNos = ['9400136895232412345678', '776632517510']
  const id = await dock.announce(bolts, { ...noNumbers, trackingNos })
  for (const scanned of ['420900019400136895232412345678', '9622001900000000000000776632517510'])
    expect(await foundBy(dock, scanned)).toEqual([id])
  expect(await foundBy(dock, '420900019400136895232412345679')).toEqual([])
  expect(await foundBy(dock, '9400 1368 9523 2412 3456 78'), 'pasted in groups').toEqual([id])
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
  for (const search of ['ob-77', 'OB-77', ' ｏｂ－77 '])
    expect(await listedBy(dock, { search })).toEqual([id])
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
    return (await server.done(keepParcel, { trackingNo, remark: null, photoFileIds: [] }, dock)).id
  }
  const claim = async (trackingNo: string, inboundId: number) =>
    server.send(claimParcel, { id: await keep(trackingNo), inboundId }, dock)
  const full = await dock.announce(bolts, { ...noNumbers, trackingNos: numbers(100) })
  expect((await claim('ONE-MORE', full)).message).toBe(parcelText.tooManyNos.en_US)
  expect((await claim('n-7', full)).success).toBe(true)
  expect((await dock.read(full)).trackingNos).toHaveLength(100)
  const almost = await dock.announce(bolts, { ...noNumbers, trackingNos: numbers(99) })
  const parcels = [await keep('THE-LAST'), await keep('ONE-TOO-MANY')]
  const last = await Promise.all(
    parcels.map((id) => server.send(claimParcel, { id, inboundId: almost }, dock)),
  )
  expect(last.filter(({ success }) => success)).toHaveLength(1)
  expect((await dock.read(almost)).trackingNos).toHaveLength(100)
  const gone = await dock.announce(bolts)
  await server.send(voidInbounds, { ids: [gone] }, dock)
  expect((await claim('TOO-LATE', gone)).data).toMatchObject({ fields: [{ path: 'inboundId' }] })
  const pallet = await dock.announce(bolts, noNumbers)
  expect((await claim('00340123450000000048', pallet)).success).toBe(true)
  for (const scanned of ['340123450000000048', '00340123450000000048'])
    expect(await foundBy(dock, scanned)).toEqual([pallet])
})

test('a photo link of a user who can no longer log in does not open', async () => {
  const dock = await aDock(server)
  const person = await aPerson(server, dock.tenantId)
  const token = await aSession(server, dock.tenantId, person.id)
  const { link } = await server.done(askForPhoto, { inboundId: null, trackingNo: 'X-1' }, { ...dock, token })
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
  expect((await server.done(inbound, { id }, dock)).good).toBe(0)
})

test('each filter of the list excludes what does not match, and the counts agree', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const [other] = await server.owner<{ id: string }>(
    `select id from customers where customer_code = 'OTHER'`,
    [],
    dock.tenantId,
  )
  const waiting = await dock.announce(bolts, { ...noNumbers, eta: '2020-01-10', referenceNo: 'REF-1' })
  const draft = await dock.announce(bolts, { isSubmitted: false, eta: '2020-01-11', inboundType: 'return' })
  const begun = await dock.announce(bolts, { ...noNumbers, eta: '2999-01-12', trackingNos: ['1Z-9'] })
  const done = await dock.announce(bolts, { ...noNumbers, eta: '2020-01-13' })
  const foreign = await dock.announce([{ sku: 'SCREW', expected: 1 }], { customerId: Number(other?.id) })
  const gone = await dock.announce(bolts)
  await server.send(voidInbounds, { ids: [gone] }, dock)
  await dock.count(begun, 'BOLT', 2, { locationId: null })
  await dock.count(done, 'BOLT', 2, { locationId: dock.at('A-01') })
  expect((await dock.read(done)).status).toBe('complete')
  const byId = { sort: 'inboundNo', order: 'asc' }
  const listed = (filters: object) => listedBy(dock, { ...byId, ...filters })
  // Returns have their own numbers, which sort behind the others.
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

test('two orders of the same goods are read separately, including receipts and photos', async () => {
  const dock = await aDock(server, { receiveOneStep: false, overReceivePolicy: 'allow' })
  const boxed = [
    { sku: 'NUT', expected: 3, boxNo: 'B1' },
    { sku: 'BOLT', expected: 3, boxNo: 'B2' },
  ]
  const [first, second] = [await dock.announce(boxed), await dock.announce(boxed)]
  await server.owner(
    `insert into product_barcodes (tenant_id, customer_id, product_id, barcode, type, pack_quantity)
     select tenant_id, customer_id, id, b.code, 'custom', b.pieces
     from products, (values ('SIX', 6), ('FIVE', 5)) b (code, pieces) where sku = 'BOLT'`,
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
    [
      'BOLT',
      [
        { barcode: 'SIX', packQuantity: 6 },
        { barcode: 'FIVE', packQuantity: 5 },
      ],
    ],
    ['NUT', []],
  ])
  const changes = async (id: number, rowVersion: number) =>
    (await server.send(inboundChanges, { id, rowVersion }, dock)).data
  expect([await changes(first, a.rowVersion), await changes(second, b.rowVersion)]).toEqual([null, null])
  expect(await changes(second, b.rowVersion - 1)).toMatchObject({ rowVersion: b.rowVersion })
  expect(await changes(999_999, 1)).toMatchObject({ kind: 'not_found' })

  // Only receivable goods can be chosen.
  await server.owner(`update products set is_enabled = false where sku = 'NUT'`, [], dock.tenantId)
  await server.owner(
    `insert into products (tenant_id, customer_id, sku, name_en, search_line)
     select tenant_id, customer_id, 'BOLT-2', 'Bolt', 'bolt-2' from products where sku = 'BOLT'`,
    [],
    dock.tenantId,
  )
  const choices = async (search?: string, inboundType?: 'return') => {
    const input = {
      customerId: dock.customerId,
      ...(search && { search }),
      ...(inboundType && { inboundType }),
    }
    const { data } = await server.send(inboundProducts, input, dock)
    return (data as OutputOf<typeof inboundProducts>).map(({ sku }) => sku)
  }
  expect([await choices(), await choices('nut'), await choices('bol')]).toEqual([['BOLT'], [], ['BOLT']])
  expect(await choices('nut', 'return'), 'what comes back may be disabled').toEqual(['NUT'])
})

const trailOf = (dock: TestDock, type: string, id: number) =>
  server.owner<{
    action: string
    no: string
    before: object | null
    after: object | null
    reason: string | null
  }>(
    `select action, object_no as no, before, after, reason from audit_log
     where object_type = $1 and object_id = $2 order by id`,
    [type, id],
    dock.tenantId,
  )
const eventsOf = async (dock: TestDock, type: string, id: number) =>
  (
    await server.owner<{ kind: string }>(
      'select kind from events where object_type = $1 and object_id = $2 order by id',
      [type, id],
      dock.tenantId,
    )
  ).map(({ kind }) => kind)

const noHead = { ...noNumbers, transport: null, eta: null, originNo: null, putawayDate: null, remark: null }
const box = (boxNo: string) => ({ boxNo, ...blankBox })

test('an inconsistent order is refused at the field, with a message', async () => {
  const dock = await aDock(server)
  const line = (over: object = {}) => ({
    boxNo: null,
    productId: dock.productOf('BOLT'),
    expected: 1,
    productionDate: null,
    expiryDate: null,
    lot: null,
    ...over,
  })
  const create = async (over: object) => {
    const input = {
      customerId: dock.customerId,
      inboundType: 'by_sku',
      ...noHead,
      boxes: [],
      lines: [line()],
      isSubmitted: true,
      ...over,
    }
    const { data, message } = await server.send(createInbound, input as SentTo<typeof createInbound>, dock)
    return [(data as { fields?: { path: string }[] } | null)?.fields?.[0]?.path, message]
  }
  await server.owner(`update products set is_enabled = false where sku = 'NUT'`, [], dock.tenantId)
  const off = { productId: dock.productOf('NUT') }
  const cases: [object, string, string][] = [
    [{ customerId: 999_999 }, 'customerId', 'Customer not found'],
    [{ inboundType: 'init' }, 'putawayDate', 'Opening stock requires a putaway date'],
    [{ putawayDate: '2026-01-01' }, 'putawayDate', 'Only opening stock can have a putaway date'],
    [
      { inboundType: 'init', putawayDate: '2999-01-01' },
      'putawayDate',
      'The putaway date can’t be in the future',
    ],
    [
      { boxes: [box('B1'), box('b1')], lines: [line({ boxNo: 'B1' })] },
      'boxes.1.boxNo',
      'Box b1 appears twice',
    ],
    [
      { boxes: [box('b1'), box('B1')], lines: [line({ boxNo: 'B1' })] },
      'boxes.1.boxNo',
      'Box B1 appears twice',
    ],
    [
      { boxes: [box('B1'), box('B2')], lines: [line({ boxNo: 'b1' })] },
      'boxes.1.boxNo',
      'Box B2 has no products',
    ],
    [
      { inboundType: 'standard', boxes: [box('B1')], lines: [line({ boxNo: 'B1' }), line()] },
      'lines.1.boxNo',
      'Enter a box number on every line of an order by box',
    ],
    [{ lines: [line({ boxNo: 'B9' })] }, 'lines.0.boxNo', 'Box not found'],
    [
      { boxes: [box('B1')], lines: [line({ boxNo: 'B1' }), line({ boxNo: 'b1' })] },
      'lines.1.productId',
      'Product BOLT appears twice in the same box with the same expiry date and lot',
    ],
    [
      { lines: [line({ productId: dock.productOf('SCREW') })] },
      'lines.0.productId',
      'The product doesn’t exist or belongs to another customer',
    ],
    [{ lines: [line(), line(off)] }, 'lines.1.productId', 'Product NUT is disabled'],
  ]
  for (const [over, path, words] of cases)
    expect([over, ...(await create(over))]).toEqual([over, path, words])
  // The same product may arrive in several lots, and with and without one.
  expect((await create({ lines: [line(), line({ lot: 'A' }), line({ lot: 'B' })] }))[0]).toBeUndefined()
  const [fresh] = await server.owner<{ id: string }>(
    `insert into products (tenant_id, customer_id, sku, name_en, search_line, audit_status)
     select tenant_id, id, 'WASHER', 'Washer', 'washer', 'pending' from customers where customer_code = 'ACME' returning id`,
    [],
    dock.tenantId,
  )
  expect(await create({ lines: [line({ productId: Number(fresh?.id) })] })).toEqual([
    'lines.0.productId',
    'Product WASHER is not approved and can’t be received',
  ])
  await server.owner(
    `update customers set is_enabled = false where customer_code = 'ACME'`,
    [],
    dock.tenantId,
  )
  expect(await create({})).toEqual([
    'customerId',
    'This customer is disabled. You can’t create inbound orders for them.',
  ])
})

test('creation and edits are in the audit log field by field, and old numbers no longer find it', async () => {
  const dock = await aDock(server)
  const paper = await uploadedId(server, dock, 'attachment', 'list.pdf', Buffer.from('%PDF-1.4\n%%EOF'))
  const old = {
    ...noHead,
    referenceNo: 'R-1',
    transport: 'sea_fcl',
    containerNo: 'CONT-1',
    trackingNos: ['T-1'],
    eta: '2026-01-01',
    remark: 'old',
  } satisfies Partial<SentTo<typeof editInbound>>
  const id = await dock.announce(
    [
      { sku: 'BOLT', expected: 5, boxNo: 'B1' },
      { sku: 'NUT', expected: 2, boxNo: 'B2' },
    ],
    { ...old, inboundType: 'by_sku', isSubmitted: false, fileIds: [paper] },
  )
  const other = await dock.read(await dock.announce([{ sku: 'NUT', expected: 3, boxNo: 'B1' }]))
  const before = await dock.read(id)
  const { inboundNo: no, rowVersion } = before
  const next = {
    referenceNo: 'R-2',
    transport: 'air',
    containerNo: 'CONT-2',
    trackingNos: ['T-2'],
    eta: '2026-02-02',
    originNo: null,
    putawayDate: null,
    remark: 'new',
  } satisfies Partial<SentTo<typeof editInbound>>
  const lines = [
    {
      boxNo: 'B3',
      productId: dock.productOf('BOLT'),
      expected: 9,
      productionDate: '2026-01-03',
      expiryDate: '2027-01-03',
      lot: 'L-3',
    },
  ]
  const edit = { id, rowVersion, ...next, boxes: [box('B3')], lines }
  expect((await server.send(editInbound, edit, dock)).data).toEqual({ rowVersion: rowVersion + 1 })
  const sized = (boxCount: number, pieces: number) => ({ boxCount, pieces })
  const { originNo: _, putawayDate: __, ...written } = old
  const { originNo: ___, putawayDate: ____, ...rewritten } = next
  expect(await trailOf(dock, 'inbound', id)).toEqual([
    {
      action: 'create',
      no,
      before: null,
      after: {
        inboundStatus: 'draft',
        customerId: dock.customerId,
        inboundType: 'by_sku',
        ...written,
        ...sized(2, 7),
      },
      reason: null,
    },
    { action: 'add_attachment', no, before: null, after: { fileName: 'list.pdf' }, reason: null },
    {
      action: 'edit',
      no,
      before: { ...written, ...sized(2, 7) },
      after: { ...rewritten, ...sized(1, 9) },
      reason: null,
    },
  ])
  expect(await eventsOf(dock, 'inbound', id)).toEqual(['inbound.created', 'inbound.edited'])
  for (const [code, ids] of [
    ['R-1', []],
    ['CONT-1', []],
    ['T-1', []],
    ['B1', [other.id]],
    ['r-2', [id]],
    ['cont-2', [id]],
    ['t-2', [id]],
    ['b3', [id]],
    [no.toLowerCase(), [id]],
  ] as const)
    expect([code, await foundBy(dock, code), await listedBy(dock, { search: code })]).toEqual([
      code,
      ids,
      ids,
    ])
  const now = await dock.read(id)
  expect(now).toMatchObject({ ...next, rowVersion: rowVersion + 1, expected: 9 })
  expect(now.lines).toMatchObject([{ productionDate: '2026-01-03', expiryDate: '2027-01-03', lot: 'L-3' }])
  expect(now.updatedAt > before.updatedAt).toBe(true)
  expect(await dock.read(other.id)).toEqual(other)
  expect((await server.send(editInbound, edit, dock)).data).toMatchObject({ kind: 'stale' })
  const submitted = await dock.announce(bolts, { inboundType: 'by_sku' })
  expect(await eventsOf(dock, 'inbound', submitted)).toEqual(['inbound.created', 'inbound.submitted'])
  expect((await server.send(inbound, { id: 999_999 }, dock)).data).toMatchObject({ kind: 'not_found' })
  const nowhere = { ...edit, id: 999_999 }
  expect((await server.send(editInbound, nowhere, dock)).data).toMatchObject({ kind: 'not_found' })
})

test('a parcel’s history is in the audit log, and the list finds it by number, status and page', async () => {
  const dock = await aDock(server)
  const keep = async (trackingNo: string, remark: string | null = null) => {
    return await server.done(keepParcel, { trackingNo, remark, photoFileIds: [] }, dock)
  }
  const [first, second, third] = [await keep('AA-1', 'wet'), await keep('AB-2'), await keep('BB-3')]
  const inboundId = await dock.announce(bolts, noNumbers)
  const before = await dock.read(inboundId)
  await server.send(claimParcel, { id: first.id, inboundId }, dock)
  const claimed = await dock.read(inboundId)
  expect([claimed.trackingNos, claimed.rowVersion]).toEqual([['AA-1'], before.rowVersion + 1])
  expect(claimed.updatedAt > before.updatedAt).toBe(true)
  expect(await listedBy(dock, { search: 'aa-1' })).toEqual([inboundId])
  await server.send(sendParcelBack, { id: second.id, reason: 'wrong house' }, dock)
  const { inboundNo } = claimed
  expect(await trailOf(dock, 'parcel', first.id)).toEqual([
    {
      action: 'keep_parcel',
      no: first.parcelNo,
      before: null,
      after: { trackingNo: 'AA-1', photos: 0, remark: 'wet' },
      reason: null,
    },
    {
      action: 'parcel_claim',
      no: first.parcelNo,
      before: { parcelStatus: 'waiting' },
      after: { parcelStatus: 'claimed', inboundNo },
      reason: null,
    },
  ])
  expect((await trailOf(dock, 'parcel', second.id)).at(-1)).toEqual({
    action: 'parcel_send_back',
    no: second.parcelNo,
    before: { parcelStatus: 'waiting' },
    after: { parcelStatus: 'sent_back' },
    reason: 'wrong house',
  })
  expect(await eventsOf(dock, 'parcel', first.id)).toEqual(['parcel.kept', 'parcel.claimed'])
  expect(await eventsOf(dock, 'parcel', second.id)).toEqual(['parcel.kept', 'parcel.sent_back'])
  expect(await foundBy(dock, 'ａA-1')).toEqual([inboundId])
  const listed = async (filters: object) => {
    const { data } = await server.send(listParcels, filters, dock)
    const { rows, total } = data as OutputOf<typeof listParcels>
    return [total, rows.map(({ id }) => id)]
  }
  expect(await listed({})).toEqual([3, [third.id, second.id, first.id]])
  expect(await listed({ order: 'asc', size: 2, page: 2 })).toEqual([3, [third.id]])
  expect(await listed({ status: 'waiting' })).toEqual([1, [third.id]])
  expect(await listed({ search: 'ａa' })).toEqual([1, [first.id]])
  expect(await listed({ search: second.parcelNo.toLowerCase() })).toEqual([1, [second.id]])
  expect((await server.send(getParcel, { id: first.id }, dock)).data).toMatchObject({
    id: first.id,
    inboundNo,
    closedAt: expect.any(String),
    closedByName: expect.any(String),
  })
  expect((await server.send(getParcel, { id: third.id }, dock)).data).toMatchObject({
    inboundNo: null,
    closedAt: null,
    closedByName: null,
  })
  expect((await server.send(getParcel, { id: 999_999 }, dock)).data).toMatchObject({ kind: 'not_found' })
  const path = async (answer: Promise<{ data: unknown }>) =>
    ((await answer).data as { fields?: { path: string }[] }).fields?.[0]?.path
  expect(await path(server.send(claimParcel, { id: 999_999, inboundId }, dock))).toBe('id')
  expect(await path(server.send(claimParcel, { id: third.id, inboundId: 999_999 }, dock))).toBe('inboundId')
  const opening = { customerId: dock.customerId, inboundType: 'return', trackingNo: 'X' } as const
  expect(await path(server.send(openUnannounced, { ...opening, parcelId: 999_999 }, dock))).toBe('parcelId')
  expect((await server.send(openUnannounced, { ...opening, parcelId: first.id }, dock)).message).toContain(
    first.parcelNo,
  )
})

test('each order has its own history and attachments, and removing one is in the audit log', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const [first, second] = [await dock.announce(bolts), await dock.announce(bolts)]
  const [one, two] = await Promise.all(
    ['one.pdf', 'two.pdf'].map((name) =>
      uploadedId(server, dock, 'attachment', name, Buffer.from(`%PDF-1.4\n${name}\n%%EOF`)),
    ),
  )
  const attach = (id: number, fileId = 0) => server.send(addAttachment, { id, fileId }, dock)
  expect([(await attach(first, one)).success, (await attach(second, two)).success]).toEqual([true, true])
  expect((await attach(999_999, one)).data).toMatchObject({ kind: 'not_found' })
  expect((await attach(first, 999_999)).data).toMatchObject({ kind: 'not_found' })
  for (const [id, quantity] of [
    [first, 1],
    [second, 2],
  ] as const) {
    await dock.count(id, 'BOLT', quantity, { locationId: null })
    const line = {
      productId: dock.productOf('BOLT'),
      quantity,
      locationId: dock.at(id === first ? 'A-01' : 'A-02'),
    }
    await dock.put(id, line)
  }
  const history = (id: number) => server.done(inboundHistory, { id }, dock)
  const [mine, other] = [await history(first), await history(second)]
  const moved = ({ putaways }: typeof mine) =>
    putaways.map(({ lines }) => lines.map((line) => [line.quantity, line.fromCode, line.locationCode]))
  expect([moved(mine), moved(other)]).toEqual([[[[1, 'RECV', 'A-01']]], [[[2, 'RECV', 'A-02']]]])
  // The second order is complete, which charges it; single counts and putaways are not steps of the order.
  expect([mine.charges.length, other.charges.length]).toEqual([0, 1])
  expect(mine.timeline.map(({ action, status }) => [action, status])).toEqual([
    ['receive', 'receiving'],
    ['add_attachment', null],
    ['create', 'pending_confirm'],
  ])
  expect(other.timeline[0]).toMatchObject({ action: 'complete', status: 'complete', personName: null })
  expect((await server.send(inboundHistory, { id: 999_999 }, dock)).data).toMatchObject({ kind: 'not_found' })

  const remove = (id: number, fileId = 0) => server.send(removeAttachment, { id, fileId }, dock)
  expect((await remove(first, two)).data).toMatchObject({ kind: 'not_found' })
  expect((await remove(first, one)).success).toBe(true)
  const names = async (id: number) => (await dock.read(id)).attachments.map(({ fileName }) => fileName)
  expect([await names(first), await names(second)]).toEqual([[], ['two.pdf']])
  const trail = (await trailOf(dock, 'inbound', first)).filter(({ action }) => action.endsWith('attachment'))
  expect(trail.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['add_attachment', null, { fileName: 'one.pdf' }],
    ['remove_attachment', { fileName: 'one.pdf' }, null],
  ])
  expect((await eventsOf(dock, 'inbound', first)).filter((kind) => kind === 'inbound.edited')).toHaveLength(2)
})

test('only the user’s own documents are attached, and concurrent ones stay within the limit', async () => {
  const dock = await aDock(server)
  const id = await dock.announce(bolts)
  const filesOf = async (accountId: number, purpose: string, many: number) =>
    (
      await server.owner<{ id: string }>(
        `insert into files (tenant_id, file_name, purpose, mime, size, sha256, storage_key, created_by)
         select $1, n || '.pdf', $2, 'application/pdf', 1, '', $2 || $3::text || n, $3::bigint from generate_series(1, $4) n returning id`,
        [dock.tenantId, purpose, accountId, many],
        dock.tenantId,
      )
    ).map((file) => Number(file.id))
  const colleague = await aPerson(server, dock.tenantId)
  const attach = (fileId = 0) => server.send(addAttachment, { id, fileId }, dock)
  for (const [fileId] of [
    await filesOf(colleague.id, 'attachment', 1),
    await filesOf(dock.who.accountId, 'image', 1),
  ])
    expect((await attach(fileId)).data).toMatchObject({ kind: 'not_found' })
  const own = await filesOf(dock.who.accountId, 'attachment', MAX_ATTACHMENTS + 2)
  for (const fileId of own.slice(0, MAX_ATTACHMENTS - 2).reverse()) await attach(fileId)
  await attach(own[0])
  expect((await dock.read(id)).attachments.map(({ fileId }) => fileId)).toEqual(
    own.slice(0, MAX_ATTACHMENTS - 2),
  )
  const last = await Promise.all(own.slice(MAX_ATTACHMENTS - 2).map(attach))
  expect(last.filter(({ success }) => success)).toHaveLength(2)
  const written = (await trailOf(dock, 'inbound', id)).filter(({ action }) => action === 'add_attachment')
  expect([(await dock.read(id)).attachments.length, written.length]).toEqual([
    MAX_ATTACHMENTS,
    MAX_ATTACHMENTS,
  ])
})

test('of several other customers with a code five are named, by customer code', async () => {
  const dock = await aDock(server)
  await server.owner(
    `with owners as (
       insert into customers (tenant_id, customer_code, customer_name, search_line)
       select $1, 'C' || n, 'C' || n, '' from generate_series(6, 1, -1) n returning id, customer_code)
     insert into products (tenant_id, customer_id, sku, name_en, search_line)
     select $1, id, 'BOLT', 'Bolt', 'bolt' from owners order by customer_code desc`,
    [dock.tenantId],
    dock.tenantId,
  )
  const owners = async () => {
    const { data } = await server.send(codeOwners, { customerId: dock.customerId, scanned: 'ｂolt' }, dock)
    return (data as OutputOf<typeof codeOwners>).map(({ customerCode, sku }) => `${customerCode} ${sku}`)
  }
  expect(await owners()).toEqual(['C1 BOLT', 'C2 BOLT', 'C3 BOLT', 'C4 BOLT', 'C5 BOLT'])
  // One customer has it as a SKU and as the barcode of another product.
  await server.owner(
    `with rod as (
       insert into products (tenant_id, customer_id, sku, name_en, search_line)
       select tenant_id, id, 'A-ROD', 'Rod', 'a-rod' from customers where customer_code = 'C1' returning tenant_id, customer_id, id)
     insert into product_barcodes (tenant_id, customer_id, product_id, barcode, type)
     select tenant_id, customer_id, id, 'BOLT', 'custom' from rod`,
    [],
    dock.tenantId,
  )
  expect((await owners()).slice(0, 3)).toEqual(['C1 A-ROD', 'C1 BOLT', 'C2 BOLT'])
})

test('an order is to be put away while pieces wait, and overdue from the day after its date', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const begun = await dock.announce(bolts)
  await dock.count(begun, 'BOLT', 1, { locationId: null })
  expect(await listedBy(dock, { toPutAway: '1' })).toEqual([begun])
  const pending = async () => {
    const { rows } = await server.done(listInbounds, {}, dock)
    return rows.map((row) => row.pending)
  }
  expect(await pending()).toEqual([1])
  await dock.put(begun, { productId: dock.productOf('BOLT'), quantity: 1, locationId: dock.at('A-01') })
  expect([(await dock.read(begun)).status, await listedBy(dock, { toPutAway: '1' })]).toEqual([
    'receiving',
    [],
  ])
  expect(await pending()).toEqual([0])
  const work = async () => (await server.send(homeWork, {}, dock)).data
  expect(await work()).toMatchObject({ toReceive: 1, toPutAway: 0, overdue: 0 })
  const [day] = await server.owner<{ today: string; yesterday: string }>(
    'select warehouse_today()::text as today, (warehouse_today() - 1)::text as yesterday',
    [],
    dock.tenantId,
  )
  await dock.announce(bolts, { ...noNumbers, eta: day?.today ?? null })
  const late = await dock.announce(bolts, { ...noNumbers, eta: day?.yesterday ?? null })
  expect(await listedBy(dock, { overdue: '1' })).toEqual([late])
  expect(await work()).toMatchObject({ toConfirm: 2, overdue: 1 })
  // Each queue leads to the list of what it counts.
  await dock.count(begun, 'BOLT', 1, { locationId: null })
  const counts = await work()
  const listed = async (to: string) =>
    (await server.send(listInbounds, Object.fromEntries(new URL(to, 'http://x').searchParams), dock)).data
  for (const [name, { to }] of Object.entries(receivingWork)) {
    const { total } = (await listed(to)) as OutputOf<typeof listInbounds>
    expect([name, total]).toEqual([name, (counts as Record<string, number>)[name]])
  }
  expect(counts).toMatchObject({ toConfirm: 2, overdue: 1, toReceive: 1, toPutAway: 1 })
})

test('a parcel shows its photos, and of two concurrent claims one is told that it was taken', async () => {
  const dock = await aDock(server)
  const images = await server.owner<{ id: string }>(
    `insert into files (tenant_id, file_name, purpose, mime, size, sha256, storage_key, created_by)
     select $1, n || '.png', 'image', 'image/png', 1, '', 'parcel' || n, $2 from generate_series(1, 3) n returning id`,
    [dock.tenantId, dock.who.accountId],
    dock.tenantId,
  )
  const photoFileIds = images.map((image) => Number(image.id))
  const parcel = { trackingNo: 'BOX-7', remark: null, photoFileIds: [...photoFileIds, photoFileIds[0] ?? 0] }
  const kept = await server.done(keepParcel, parcel, dock)
  const other = { trackingNo: 'BOX-8', remark: null, photoFileIds: photoFileIds.slice(0, 1) }
  await server.send(keepParcel, other, dock)
  expect((await server.send(listParcels, {}, dock)).data).toMatchObject({
    rows: [{ photoCount: 1 }, { photoCount: 3 }],
  })
  const { photos } = await server.done(getParcel, { id: kept.id }, dock)
  expect(photos.map(({ fileId }) => fileId)).toEqual(photoFileIds)
  expect((await trailOf(dock, 'parcel', kept.id))[0]?.after).toEqual({ trackingNo: 'BOX-7', photos: 3 })
  const orders = [await dock.announce(bolts, noNumbers), await dock.announce(bolts, noNumbers)]
  const claims = await Promise.all(
    orders.map((inboundId) => server.send(claimParcel, { id: kept.id, inboundId }, dock)),
  )
  expect(claims.map(({ success }) => success).sort()).toEqual([false, true])
  expect(claims.find(({ success }) => !success)?.data).toMatchObject({ kind: 'moved_on' })
  const claimed = await Promise.all(orders.map(dock.read))
  const written = claimed.map(({ attachments, trackingNos }) => [attachments.length, trackingNos])
  expect(written.sort()).toEqual([
    [0, []],
    [3, ['BOX-7']],
  ])
})

test('each order of the list has its own figures, and a cancelled receipt says who cancelled it and why', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const first = await dock.announce([
    { sku: 'BOLT', expected: 4, boxNo: 'B1' },
    { sku: 'NUT', expected: 2, boxNo: 'B2' },
  ])
  const second = await dock.announce([{ sku: 'BOLT', expected: 7, boxNo: 'B1' }])
  await server.send(
    addBox,
    { id: first, boxNo: 'X1', length: null, width: null, height: null, weight: null },
    dock,
  )
  await dock.count(first, 'BOLT', 3, { boxId: await dock.boxId(first, 'B1'), defective: 1, locationId: null })
  const twice = (await dock.count(second, 'BOLT', 2, { locationId: null })).data as OutputOf<typeof receive>
  await server.send(cancelReceipt, { receiptId: twice.receiptId, reason: 'twice' }, await dock.colleague())
  await dock.count(second, 'BOLT', 5, { locationId: null })
  await dock.put(second, { productId: dock.productOf('BOLT'), quantity: 1, locationId: dock.at('A-01') })
  const { rows } = await server.done(listInbounds, { sort: 'inboundNo', order: 'asc' }, dock)
  const figures = rows.map((row) => [
    [row.expectedBoxes, row.receivedBoxes, row.skus],
    [row.expected, row.good, row.defective, row.pending],
  ])
  expect(figures).toEqual([
    [
      [2, 2, 2],
      [6, 3, 1, 3],
    ],
    [
      [1, 0, 1],
      [7, 5, 0, 4],
    ],
  ])
  const [kept, cancelled] = (await dock.read(second)).receipts
  expect(kept).toMatchObject({ cancelledAt: null, cancelledByName: null, cancelReason: null, mode: 'sku' })
  expect(cancelled).toMatchObject({ receiptNo: twice.receiptNo, cancelReason: 'twice', boxId: null })
  expect([cancelled?.cancelledByName, cancelled?.cancelledByName === cancelled?.createdByName]).toEqual([
    expect.any(String),
    false,
  ])
})

test('orders of the same day and time are listed newest first, in either direction', async () => {
  const dock = await aDock(server)
  const ids: number[] = []
  for (let n = 0; n < 4; n++) ids.unshift(await dock.announce(bolts))
  await server.owner(
    `update inbounds set eta = '2026-03-01', updated_at = '2026-02-01' where tenant_id = $1`,
    [dock.tenantId],
    dock.tenantId,
  )
  for (const sort of ['eta', 'updatedAt'] as const)
    for (const order of ['asc', 'desc'] as const)
      expect([sort, order, await listedBy(dock, { sort, order })]).toEqual([sort, order, ids])
})

test('a scan finds the newest fifty orders with a number, and a choice offers the newest twenty products', async () => {
  const dock = await aDock(server)
  const made = await server.owner<{ id: string }>(
    `with made as (
       insert into inbounds (tenant_id, inbound_no, customer_id, inbound_type, search_line, created_by)
       select $1, 'IB200101-' || (10000 + n), $2, 'by_sku', '', $3 from generate_series(1, 51) n returning id),
     words as (
       insert into inbound_words (tenant_id, word, inbound_id, mark) select $1, 'same', id, 'tracking' from made)
     select id from made order by id desc`,
    [dock.tenantId, dock.customerId, dock.who.accountId],
    dock.tenantId,
  )
  expect(await foundBy(dock, 'SAME')).toEqual(made.slice(0, 50).map((row) => Number(row.id)))
  await server.owner(
    `insert into products (tenant_id, customer_id, sku, name_en, search_line, created_at)
     select $1, $2, 'S' || n, 'S', 's', now() + n * interval '1 minute' from generate_series(10, 30) n`,
    [dock.tenantId, dock.customerId],
    dock.tenantId,
  )
  await server.owner(`update products set audit_status = 'passed' where sku like 'S%'`, [], dock.tenantId)
  const { data } = await server.send(inboundProducts, { customerId: dock.customerId }, dock)
  const skus = (data as OutputOf<typeof inboundProducts>).map(({ sku }) => sku)
  expect([skus.length, skus[0], skus.at(-1)]).toEqual([20, 'S11', 'S30'])
})

test('the history of an order does not contain that of another object with its number', async () => {
  const dock = await aDock(server)
  const id = await dock.announce(bolts)
  await server.owner(
    `insert into audit_log (tenant_id, account_id, login_account, action, object_type, object_id, object_no, request_id, ip)
     values ($1, $2, 'x', 'edit', 'customer', $3, 'ACME', 'test', '127.0.0.1')`,
    [dock.tenantId, dock.who.accountId, id],
    dock.tenantId,
  )
  const { timeline } = await server.done(inboundHistory, { id }, dock)
  expect(timeline.map(({ action }) => action)).toEqual(['create'])
})

test('photos are shown with the line of their receipt, in the order of their upload, also those of good pieces', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 2, boxNo: 'B1' },
    { sku: 'BOLT', expected: 9, boxNo: 'B2' },
  ])
  const files = await server.owner<{ id: string }>(
    `insert into files (tenant_id, file_name, purpose, mime, size, sha256, storage_key, created_by)
     select $1, n || '.png', 'image', 'image/png', 1, '', 'good' || n, $2 from generate_series(1, 2) n returning id`,
    [dock.tenantId, dock.who.accountId],
    dock.tenantId,
  )
  const photos = files.map((file) => Number(file.id))
  await dock.count(id, 'BOLT', 3, { photoFileIds: photos.toReversed() })
  await dock.count(id, 'BOLT', 1)
  const { receipts } = await dock.read(id)
  expect(receipts.map(({ lines }) => lines.map((line) => line.photos.map(({ fileId }) => fileId)))).toEqual([
    [[]],
    [photos, []],
  ])
})

test('a number waits once, however it is written, and again after its parcel was sent back', async () => {
  const dock = await aDock(server)
  const keep = (trackingNo: string) =>
    server.send(keepParcel, { trackingNo, remark: null, photoFileIds: [] }, dock)
  const { id } = (await keep('Twice-1')).data as OutputOf<typeof keepParcel>
  expect((await keep('tWICE-1')).data).toMatchObject({
    fields: [{ path: 'trackingNo', message: parcelText.keptAlready.en_US }],
  })
  await server.done(sendParcelBack, { id, reason: 'no owner' }, dock)
  expect(await keep('TWICE-1')).toMatchObject({ success: true })
})
