import { expect, test } from 'vitest'
import { bookChecks } from '../../app/server/book-checks.ts'
import { seedLocations } from '../../inventory/locations/server/seed-locations.ts'
import type { BulkResult, OutputOf, SentTo } from '../../platform/calls/call.ts'
import { addBarcode } from '../../products/contract.ts'
import { productsText } from '../../products/text.ts'
import { blankBox, blankInbound, blankInboundHead, blankInboundLine } from '../../testing/blank-inputs.ts'
import { aStore, type TestStore } from '../../testing/stock-builders.ts'
import { aPerson, aSession, startTestServer } from '../../testing/test-server.ts'
import {
  addBox,
  completeInbound,
  confirmInbounds,
  countInbounds,
  createInbound,
  editInbound,
  findInbound,
  inbound,
  inboundHistory,
  listInbounds,
  reopenInbound,
  submitInbounds,
  undoInboundArrivals,
  voidInbounds,
  withdrawInbounds,
} from '../contract.ts'
import {
  cancelReceipt,
  codeOwners,
  linkBarcode,
  putAway,
  receive,
  receiveWhole,
  suggestBins,
  undoPutAway,
} from '../scanning/contract.ts'
import { receivingText } from '../text.ts'

const server = await startTestServer()

/** A receiving warehouse: approved products, and a user with all permissions. */
const aDock = (settings: object = {}) => aStore(server, { approved: ['BOLT', 'NUT'], settings })
type Dock = Awaited<ReturnType<typeof aDock>>

const line = (dock: TestStore, sku: string, expected: number, boxNo: string | null = null) => ({
  ...blankInboundLine,
  boxNo,
  productId: dock.productOf(sku),
  expected,
})
const box = (boxNo: string) => ({ boxNo, ...blankBox })

type Announced = Partial<SentTo<typeof createInbound>>

async function announce(dock: Dock, over: Announced = {}) {
  const answer = await server.send(
    createInbound,
    {
      customerId: dock.customerId,
      ...blankInbound,
      lines: [line(dock, 'BOLT', 10)],
      ...over,
    },
    dock,
  )
  expect(answer.message).not.toMatch(/wrong/i)
  return (answer.data as { id: number }).id
}

const item = (dock: Dock, id: number) => server.done(inbound, { id }, dock)

const counted = (dock: Dock, sku: string, good: number, over: object = {}) => ({
  productId: dock.productOf(sku),
  good,
  defective: 0,
  locationId: dock.at('A-01'),
  ...over,
})
const take = (dock: Dock, inboundId: number, lines: ReturnType<typeof counted>[], headers = {}) =>
  server.send(receive, { inboundId, lines }, { ...dock, headers: { ...dock.headers, ...headers } })
const received = (answer: { data: unknown }) => answer.data as OutputOf<typeof receive>
const bulk = (answer: { data: unknown }) => answer.data as BulkResult

async function cleanBooks(dock: Dock) {
  for (const code of ['I-01', 'I-25', 'I-28', 'billable']) {
    const check = bookChecks.find((known) => known.code === code)
    expect(await server.database.read(dock.tenantId, async (db) => check?.hits(db, dock.tenantId))).toEqual(
      [],
    )
  }
}

const stateOf = async (dock: Dock, id: number) => (await item(dock, id)).status

test('an inbound order goes from draft to shelf and is charged once', async () => {
  const dock = await aDock()
  const id = await announce(dock, { isSubmitted: false })
  expect(await stateOf(dock, id)).toBe('draft')
  expect(bulk(await server.send(submitInbounds, { ids: [id] }, dock)).ok).toBe(1)
  expect(bulk(await server.send(confirmInbounds, { ids: [id] }, dock)).ok).toBe(1)
  expect(received(await take(dock, id, [counted(dock, 'BOLT', 10)]))).toMatchObject({
    status: 'complete',
    lines: [{ good: 10, defective: 0 }],
  })
  const events = await server.owner<{ kind: string; status: string; facts: { pieces: number } }>(
    'select kind, status, facts from billable_events where tenant_id = $1',
    [dock.tenantId],
    dock.tenantId,
  )
  expect(events).toMatchObject([{ kind: 'inbound', status: 'waiting', facts: { pieces: 10 } }])
  await cleanBooks(dock)
})

test.each([
  ['submit', submitInbounds, ['draft']],
  ['withdraw', withdrawInbounds, ['pending_confirm']],
  ['confirm', confirmInbounds, ['pending_confirm']],
  ['undo arrival', undoInboundArrivals, ['receiving']],
  ['void', voidInbounds, ['draft', 'pending_confirm']],
] as const)(
  '%s starts only from its states, and the refusal names the current one',
  async (_, call, from) => {
    const dock = await aDock()
    const draft = await announce(dock, { isSubmitted: false })
    const pending = await announce(dock)
    const arrived = await announce(dock)
    await server.send(confirmInbounds, { ids: [arrived] }, dock)
    const closed = await announce(dock)
    await take(dock, closed, [counted(dock, 'BOLT', 10)])
    const gone = await announce(dock)
    await server.send(voidInbounds, { ids: [gone] }, dock)
    const ids = { draft, pending_confirm: pending, receiving: arrived, complete: closed, voided: gone }

    const result = bulk(await server.send(call, { ids: Object.values(ids) }, dock))
    const eligible = from.map((state) => ids[state])
    expect(result.ok).toBe(eligible.length)
    expect(result.failed.map((failed) => failed.id).sort()).toEqual(
      Object.values(ids)
        .filter((id) => !eligible.includes(id))
        .sort(),
    )
    for (const { no, reason } of result.failed)
      expect(reason).toMatch(new RegExp(`${no}|confirmed the arrival`))
  },
)

test('nothing is received, put away, cancelled, completed or reopened out of order', async () => {
  const dock = await aDock()
  const draft = await announce(dock, { isSubmitted: false })
  const lines = [counted(dock, 'BOLT', 1)]
  expect((await take(dock, draft, lines)).message).toContain('Draft')
  expect((await server.send(completeInbound, { id: draft, differenceNote: null }, dock)).success).toBe(false)
  expect((await server.send(reopenInbound, { id: draft, reason: 'x' }, dock)).message).toContain('Draft')
  const place = [{ productId: dock.productOf('BOLT'), quantity: 1, locationId: dock.at('A-01') }]
  const early = await server.send(putAway, { inboundId: draft, lines: place }, dock)
  expect(early.message).toContain('Draft')

  const id = await announce(dock)
  expect((await server.send(completeInbound, { id, differenceNote: null }, dock)).success).toBe(false)
  const { receiptId } = received(await take(dock, id, [counted(dock, 'BOLT', 9)]))
  await server.send(completeInbound, { id, differenceNote: 'one short' }, dock)
  expect((await server.send(cancelReceipt, { receiptId }, dock)).message).toContain('Recv complete')
  expect((await take(dock, id, lines)).message).toContain('Recv complete')
})

test('a draft can be edited; a submitted order must be withdrawn first, and not after a scan', async () => {
  const dock = await aDock()
  const id = await announce(dock)
  const { rowVersion } = await item(dock, id)
  const facts = { ...blankInboundHead, lines: [line(dock, 'NUT', 3)] }
  expect((await server.send(editInbound, { id, rowVersion, ...facts }, dock)).success).toBe(false)
  await server.send(withdrawInbounds, { ids: [id] }, dock)
  const draft = await item(dock, id)
  const edited = await server.send(editInbound, { id, rowVersion: draft.rowVersion, ...facts }, dock)
  expect(edited.success).toBe(true)
  expect((await item(dock, id)).lines).toMatchObject([{ productId: dock.productOf('NUT'), expected: 3 }])
  const late = await server.send(editInbound, { id, rowVersion: draft.rowVersion, ...facts }, dock)
  expect(late.data).toMatchObject({ kind: 'stale' })

  await server.send(submitInbounds, { ids: [id] }, dock)
  const { receiptId } = received(await take(dock, id, [counted(dock, 'NUT', 1)]))
  expect(bulk(await server.send(undoInboundArrivals, { ids: [id] }, dock)).ok).toBe(0)
  await server.send(cancelReceipt, { receiptId }, dock)
  expect(bulk(await server.send(undoInboundArrivals, { ids: [id] }, dock)).ok).toBe(1)
  expect(bulk(await server.send(withdrawInbounds, { ids: [id] }, dock)).ok).toBe(0)
  await cleanBooks(dock)
})

test('only approved products of the customer can be expected, and no box may be empty', async () => {
  const dock = await aDock()
  const tries: [Announced, string][] = [
    [{ lines: [line(dock, 'SCREW', 1)] }, 'lines.0.productId'],
    [{ inboundType: 'standard' }, 'lines.0.boxNo'],
    [{ inboundType: 'standard', boxes: [box('B1'), box('b1')] }, 'boxes.1.boxNo'],
    [{ boxes: [box('B1')] }, 'boxes.0.boxNo'],
    [{ lines: [line(dock, 'BOLT', 1), line(dock, 'BOLT', 2)] }, 'lines.1.productId'],
    [{ inboundType: 'init' }, 'putawayDate'],
    [{ putawayDate: '2026-01-01' }, 'putawayDate'],
    [{ inboundType: 'init', putawayDate: '2999-01-01' }, 'putawayDate'],
  ]
  for (const [over, path] of tries) {
    const answer = await server.send(
      createInbound,
      {
        customerId: dock.customerId,
        ...blankInbound,
        lines: [line(dock, 'BOLT', 1)],
        ...over,
      },
      dock,
    )
    expect(answer.data).toMatchObject({ kind: 'validation', fields: [{ path }] })
  }
})

test('a carton is found by its SSCC, with and without the identifier before it', async () => {
  const dock = await aDock()
  const id = await announce(dock, {
    inboundType: 'standard',
    trackingNos: ['00340434500000000005'],
    boxes: [
      { ...box('00340123450000000017'), customerBoxNo: '(00)340123450000000017' },
      { ...box('BOX-2'), customerBoxNo: '(00)340123450000000024' },
    ],
    lines: [line(dock, 'BOLT', 10, '00340123450000000017'), line(dock, 'BOLT', 10, 'BOX-2')],
  })
  const scans = ['00340123450000000017', '340123450000000017', '340123450000000024', '00340123450000000024']
  for (const scanned of [...scans, '340434500000000005'])
    expect((await server.send(findInbound, { scanned }, dock)).data).toMatchObject([{ id }])
  const pasted = await server.send(listInbounds, { codes: scans }, dock)
  expect(pasted.data).toMatchObject({ total: 1, missing: [] })
  const sizes = { length: null, width: null, height: null, weight: null }
  await server.done(addBox, { id, boxNo: '00340123450000000031', ...sizes }, dock)
  for (const scanned of ['00340123450000000031', '340123450000000031'])
    expect((await server.send(findInbound, { scanned }, dock)).data).toMatchObject([{ id, mark: 'box' }])
})

test('any of its numbers finds the document', async () => {
  const dock = await aDock()
  const id = await announce(dock, {
    inboundType: 'standard',
    referenceNo: 'REF-7',
    containerNo: 'MSKU1234567',
    trackingNos: ['1Z999'],
    boxes: [{ ...box('BOX-1'), customerBoxNo: 'their#1' }],
    lines: [line(dock, 'BOLT', 10, 'BOX-1')],
  })
  const { inboundNo } = await item(dock, id)
  const marks = [
    [inboundNo.toLowerCase(), 'inbound_no'],
    ['ref-7', 'reference'],
    ['MSKU1234567', 'container'],
    ['1z999', 'tracking'],
    ['box-1', 'box'],
    ['THEIR#1', 'box'],
  ] as const
  for (const [scanned, mark] of marks)
    expect((await server.send(findInbound, { scanned }, dock)).data).toMatchObject([{ id, mark }])
  expect((await server.send(findInbound, { scanned: 'REF' }, dock)).data).toEqual([])
  for (const search of ['msku', 'box-', 'their#'])
    expect((await server.send(listInbounds, { search }, dock)).data).toMatchObject({ total: 1 })
  // Many pasted codes are found like single scans, each order once.
  const codes = [...marks.map(([scanned]) => scanned), 'NOPE']
  const pasted = await server.send(listInbounds, { codes }, dock)
  expect(pasted.data).toMatchObject({ total: 1, rows: [{ id }], missing: ['NOPE'] })
  expect((await server.send(countInbounds, { codes: ['NOPE'] }, dock)).data).toMatchObject({
    pending_confirm: 0,
  })
  const duplicate = await server.send(
    createInbound,
    {
      customerId: dock.customerId,
      ...blankInbound,
      referenceNo: 'ref-7',
      lines: [line(dock, 'BOLT', 1)],
    },
    dock,
  )
  expect(duplicate.data).toMatchObject({ fields: [{ path: 'referenceNo' }] })
})

test('more than expected is confirmed once per line, refused or accepted, depending on the setting', async () => {
  const warned = await aDock()
  const first = await announce(warned)
  const over = [counted(warned, 'BOLT', 12)]
  const answer = await take(warned, first, over)
  expect(answer.data).toMatchObject({ fields: [{ path: 'lines.0.confirmedTotal' }] })
  expect((await take(warned, first, [counted(warned, 'BOLT', 12, { confirmedTotal: 12 })])).success).toBe(
    true,
  )

  const strict = await aDock({ overReceivePolicy: 'block', overReceivePercent: 20 })
  const second = await announce(strict)
  expect((await take(strict, second, [counted(strict, 'BOLT', 12)])).success).toBe(true)
  const more = await take(strict, second, [counted(strict, 'BOLT', 1, { confirmedTotal: 12 })])
  expect(more.data).toMatchObject({ fields: [{ path: 'lines.0.good' }] })

  const easy = await aDock({ overReceivePolicy: 'allow' })
  const third = await announce(easy)
  expect((await take(easy, third, [counted(easy, 'BOLT', 99)])).success).toBe(true)
})

test('unexpected goods need a confirmation and the permission', async () => {
  const dock = await aDock()
  const id = await announce(dock)
  const answer = await take(dock, id, [counted(dock, 'NUT', 2)])
  expect(answer.data).toMatchObject({ fields: [{ path: 'lines.0.isUnexpected' }] })
  const receiver = await aPerson(server, dock.tenantId, {
    permissions: ['inbound:order:view', 'inbound:order:receive'],
  })
  const token = await aSession(server, dock.tenantId, receiver.id)
  const unexpected = [counted(dock, 'NUT', 2, { isUnexpected: true })]
  expect((await take({ ...dock, token }, id, unexpected)).success).toBe(false)
  expect(received(await take(dock, id, unexpected))).toMatchObject({
    lines: [],
    opened: [{ good: 2, expected: 0, isExtra: true }],
  })
  expect((await item(dock, id)).lines).toMatchObject([
    { good: 0, isExtra: false },
    { good: 2, expected: 0, isExtra: true },
  ])
  await cleanBooks(dock)
})

test('damaged pieces go to the damaged zone and missing ones need a reason', async () => {
  const dock = await aDock()
  const id = await announce(dock)
  const wrong = [counted(dock, 'BOLT', 0, { defective: 2, defectiveLocationId: dock.at('A-01') })]
  expect((await take(dock, id, wrong)).data).toMatchObject({
    fields: [{ path: 'lines.0.defectiveLocationId' }],
  })
  const { lines } = received(await take(dock, id, [counted(dock, 'BOLT', 5, { defective: 2 })]))
  expect(lines).toMatchObject([{ good: 5, defective: 2 }])
  const [damaged] = await server.owner<{ on_hand: string }>(
    `select on_hand from stock where tenant_id = $1 and quality = 'defective' and location_id = $2`,
    [dock.tenantId, dock.at('D-01')],
    dock.tenantId,
  )
  expect(Number(damaged?.on_hand)).toBe(2)
  const silent = await server.send(completeInbound, { id, differenceNote: null }, dock)
  expect(silent.data).toMatchObject({ fields: [{ path: 'differenceNote' }] })
  expect((await server.send(completeInbound, { id, differenceNote: 'three short' }, dock)).success).toBe(true)
  await cleanBooks(dock)
})

test('damaged goods go to the first bin that accepts them beside its content', async () => {
  const dock = await aDock()
  await server.owner(
    `with last as (update locations set route_seq = 9 where location_code = 'D-01' returning tenant_id, zone_id)
     insert into locations (tenant_id, location_code, zone_id, purpose, route_seq, mix_sku)
     select tenant_id, v.code, zone_id, 'storage', v.route, false from last, (values ('D-00', 1), ('D-000', 2)) v (code, route)`,
    [],
    dock.tenantId,
  )
  const id = await announce(dock, { lines: [line(dock, 'BOLT', 4), line(dock, 'NUT', 4)] })
  for (const sku of ['BOLT', 'NUT', 'BOLT'])
    expect((await take(dock, id, [counted(dock, sku, 0, { defective: 1 })])).message).toBe(
      'Operation succeeded',
    )
  const stock = await server.owner(
    `select l.location_code as at, p.sku, s.on_hand::int as pieces from stock s join locations l on l.id = s.location_id
     join products p on p.id = s.product_id where s.quality = 'defective' order by 1`,
    [],
    dock.tenantId,
  )
  expect(stock).toEqual([
    { at: 'D-00', sku: 'BOLT', pieces: 2 },
    { at: 'D-000', sku: 'NUT', pieces: 1 },
  ])
})

test('after the standard setup every customer’s incoming and damaged goods have a bin', async () => {
  const dock = await aDock({ receiveOneStep: false })
  await server.owner(`update products set audit_status = 'passed'`, [], dock.tenantId)
  await server.owner('delete from locations', [], dock.tenantId)
  await server.database.write(dock.tenantId, (tx) => seedLocations(tx, dock.who, { hasBins: true }))
  const [other] = await server.owner<{ id: string }>(
    `select id from customers where customer_code = 'OTHER'`,
    [],
    dock.tenantId,
  )
  const first = await announce(dock)
  const second = await announce(dock, { customerId: Number(other?.id), lines: [line(dock, 'SCREW', 10)] })
  const some = { locationId: null, defective: 1 }
  expect(await take(dock, first, [counted(dock, 'BOLT', 2, some)])).toMatchObject({ success: true })
  expect(await take(dock, second, [counted(dock, 'SCREW', 2, some)])).toMatchObject({ success: true })
})

test('damaged goods that no bin accepts are refused with the cause and go where the user chooses', async () => {
  const dock = await aDock()
  await server.owner(
    `with own as (update locations set mix_sku = false where location_code = 'D-01' returning tenant_id, zone_id)
     insert into locations (tenant_id, location_code, zone_id, purpose, mix_sku, is_enabled)
     select tenant_id, 'D-02', zone_id, 'storage', true, false from own`,
    [],
    dock.tenantId,
  )
  const id = await announce(dock, { lines: [line(dock, 'BOLT', 4), line(dock, 'NUT', 4)] })
  const suggested = async (sku: string) =>
    (await server.send(suggestBins, { productId: dock.productOf(sku), quality: 'defective' }, dock)).data
  expect(await suggested('NUT')).toMatchObject([{ locationCode: 'D-01', why: 'empty' }])
  const damaged = { defective: 1 }
  expect(await take(dock, id, [counted(dock, 'BOLT', 0, damaged)])).toMatchObject({ success: true })
  expect(await suggested('NUT')).toEqual([])
  expect(await take(dock, id, [counted(dock, 'NUT', 0, damaged)])).toMatchObject({
    success: false,
    message: expect.stringMatching(
      /^Bin D-01 for defective goods contains ACME · BOLT and doesn’t allow mixing/,
    ),
  })
  const [d2] = await server.owner<{ id: string }>(
    `update locations set is_enabled = true where location_code = 'D-02' returning id`,
    [],
    dock.tenantId,
  )
  const named = { ...damaged, defectiveLocationId: Number(d2?.id) }
  expect(await take(dock, id, [counted(dock, 'NUT', 0, named)])).toMatchObject({ success: true })
  // Another product in another bin that allows mixing.
  await server.owner(`update locations set mix_sku = true where location_code = 'D-01'`, [], dock.tenantId)
  expect(await suggested('NUT')).toMatchObject([
    { locationCode: 'D-02', why: 'same_sku' },
    { locationCode: 'D-01', why: 'mixed' },
  ])
})

test('damaged goods without any bin for them report what is missing', async () => {
  const dock = await aDock()
  await server.owner(
    `update locations set is_enabled = false where location_code = 'D-01'`,
    [],
    dock.tenantId,
  )
  expect(await take(dock, await announce(dock), [counted(dock, 'BOLT', 0, { defective: 1 })])).toMatchObject({
    success: false,
    message: receivingText.noDefectivePlace.en_US,
  })
})

test('another customer’s code is reported as theirs, and linked only after confirmation by users who may edit products', async () => {
  const dock = await aDock()
  const screw = dock.productOf('SCREW')
  const ean = '6901000003012'
  await server.send(addBarcode, { id: screw, type: 'ean', barcode: ean, packQuantity: 1 }, dock)
  const owners = async (scanned: string) =>
    (await server.send(codeOwners, { customerId: dock.customerId, scanned }, dock)).data
  for (const scanned of [ean, `0${ean}`, 'screw'])
    expect(await owners(scanned)).toEqual([{ customerCode: 'OTHER', sku: 'SCREW' }])
  expect(await owners('BOLT')).toEqual([])
  expect(await owners('6901000003029')).toEqual([])

  const person = await aPerson(server, dock.tenantId, { permissions: ['inbound:order:receive'] })
  const receiver = { ...dock, token: await aSession(server, dock.tenantId, person.id) }
  const id = dock.productOf('BOLT')
  const link = (barcode: string, isForeign: boolean, by: object = receiver) =>
    server.send(linkBarcode, { id, barcode, packQuantity: 1, isForeign }, { ...dock, ...by })
  for (const barcode of [ean, 'SCREW'])
    expect(await link(barcode, false, dock)).toMatchObject({
      success: false,
      message: `${barcode} belongs to OTHER · SCREW, not to this customer`,
    })
  expect(await link(ean, true)).toMatchObject({
    success: false,
    data: { kind: 'forbidden' },
    message: expect.stringContaining('the “Edit products” permission'),
  })
  expect(await link(ean, true, dock)).toMatchObject({ success: true, data: { barcode: ean, type: 'ean' } })
  // A code that belongs to no one needs neither.
  expect(await link('6901000003029', false)).toMatchObject({ success: true })
})

test.each(['95012347', '012345678904', '6901000003011', '10614141000416', '106141415432109865'])(
  'a scanned %s with a wrong check digit is not linked',
  async (barcode) => {
    const dock = await aDock()
    const given = { id: dock.productOf('BOLT'), barcode, packQuantity: 1, isForeign: false }
    expect(await server.send(linkBarcode, given, dock)).toMatchObject({
      success: false,
      data: { fields: [{ path: 'barcode', message: productsText.checkDigit.en_US }] },
    })
  },
)

test('goods with a shelf life are received with their expiry date', async () => {
  const dock = await aDock()
  await server.owner(
    `update products set expiry_managed = true, shelf_life_days = 30 where id = $1`,
    [dock.productOf('BOLT')],
    dock.tenantId,
  )
  const id = await announce(dock)
  const without = await take(dock, id, [counted(dock, 'BOLT', 1)])
  expect(without.data).toMatchObject({ fields: [{ path: 'lines.0.expiryDate' }] })
  expect((await take(dock, id, [counted(dock, 'BOLT', 1, { expiryDate: '2027-01-31' })])).success).toBe(true)
})

test('a receipt is undone exactly, unless its goods were moved', async () => {
  const dock = await aDock({ receiveOneStep: false })
  const id = await announce(dock)
  const toDock = { locationId: null }
  const first = received(await take(dock, id, [counted(dock, 'BOLT', 4, toDock)]))
  const second = received(await take(dock, id, [counted(dock, 'BOLT', 6, toDock)]))
  expect(second.pending).toMatchObject([{ locationCode: 'RECV', quantity: 10 }])
  const back = await server.send(cancelReceipt, { receiptId: first.receiptId, reason: 'miscounted' }, dock)
  expect(back.data).toMatchObject({ lines: [{ good: 6 }], pending: [{ quantity: 6 }] })
  expect((await server.send(cancelReceipt, { receiptId: first.receiptId }, dock)).success).toBe(false)

  const lines = [{ productId: dock.productOf('BOLT'), quantity: 1, locationId: dock.at('A-01') }]
  await server.send(putAway, { inboundId: id, lines }, dock)
  const moved = await server.send(cancelReceipt, { receiptId: second.receiptId }, dock)
  expect(moved.message).toContain('BOLT')
  expect((await item(dock, id)).lines).toMatchObject([{ good: 6 }])
  await cleanBooks(dock)
})

test('putaway works in parts and over several bins, and never beyond what waits', async () => {
  const dock = await aDock({ receiveOneStep: false })
  const id = await announce(dock)
  await take(dock, id, [counted(dock, 'BOLT', 10, { locationId: null })])
  const productId = dock.productOf('BOLT')
  const put = (...lines: [number, string][]) =>
    server.send(
      putAway,
      {
        inboundId: id,
        lines: lines.map(([quantity, place]) => ({ productId, quantity, locationId: dock.at(place) })),
      },
      dock,
    )
  expect((await put([11, 'A-01'])).data).toMatchObject({ fields: [{ path: 'lines.0.quantity' }] })
  expect((await put([6, 'A-01'], [5, 'A-02'])).data).toMatchObject({ fields: [{ path: 'lines.1.quantity' }] })
  expect((await put([1, 'RECV'])).data).toMatchObject({ fields: [{ path: 'lines.0.locationId' }] })
  expect((await put([1, 'D-01'])).success).toBe(false)
  expect((await put([3, 'A-01'], [2, 'A-02'])).data).toMatchObject({ pending: [{ quantity: 5 }] })
  const early = await server.send(completeInbound, { id, differenceNote: null }, dock)
  expect(early.message).toContain('5')
  expect((await put([5, 'A-02'])).data).toMatchObject({ pending: [{ quantity: 0 }], status: 'complete' })
  const [aged] = await server.owner<{ n: string }>(
    `select count(*) as n from batches where tenant_id = $1 and inbound_id = $2 and putaway_date is not null`,
    [dock.tenantId, id],
    dock.tenantId,
  )
  expect(Number(aged?.n)).toBe(1)
  const bins = (await server.send(suggestBins, { productId }, dock)).data
  expect(bins).toMatchObject([
    { locationCode: 'A-01', why: 'same_sku', onHand: 3 },
    { locationCode: 'A-02', why: 'same_sku', onHand: 7 },
    { locationCode: 'A-03', why: 'empty' },
  ])
  await cleanBooks(dock)
})

test('a whole box, then the whole document: each piece is counted once', async () => {
  const dock = await aDock()
  const id = await announce(dock, {
    inboundType: 'standard',
    boxes: [box('B1'), box('B2')],
    lines: [line(dock, 'BOLT', 3, 'B1'), line(dock, 'BOLT', 4, 'B2'), line(dock, 'NUT', 5, 'B2')],
  })
  const [b1] = (await item(dock, id)).boxes
  const locationId = dock.at('A-01')
  const boxed = await server.send(receiveWhole, { inboundId: id, boxId: b1?.id ?? 0, locationId }, dock)
  expect(boxed.data).toMatchObject({
    boxes: [{ id: b1?.id, status: 'received' }],
    lines: [{ good: 3 }],
  })
  expect(await item(dock, id)).toMatchObject({
    boxes: [{ status: 'received' }, { status: 'expected' }],
    lines: [{ good: 3 }, { good: 0 }, { good: 0 }],
  })
  const all = await server.send(receiveWhole, { inboundId: id, locationId }, dock)
  expect(all.data).toMatchObject({ lines: [{ good: 4 }, { good: 5 }] })
  expect((await item(dock, id)).lines).toMatchObject([{ good: 3 }, { good: 4 }, { good: 5 }])
  expect((await server.send(receiveWhole, { inboundId: id, locationId }, dock)).success).toBe(false)
  const flows = await server.owner('select distinct flow_type from stock_flows', [], dock.tenantId)
  expect(flows).toEqual([{ flow_type: 'receive' }])
  await cleanBooks(dock)
})

test('loose pieces mark a box as received once it is complete, and undo that', async () => {
  const dock = await aDock()
  const id = await announce(dock, {
    inboundType: 'standard',
    boxes: [box('B1'), box('B2')],
    lines: [line(dock, 'BOLT', 3, 'B1'), line(dock, 'NUT', 2, 'B2')],
  })
  const states = async () => (await item(dock, id)).boxes.map(({ status }) => status)
  await take(dock, id, [counted(dock, 'BOLT', 2)])
  expect(await states()).toEqual(['expected', 'expected'])
  const last = received(await take(dock, id, [counted(dock, 'BOLT', 1)]))
  expect(last.boxes).toMatchObject([{ status: 'received' }])
  expect(await states()).toEqual(['received', 'expected'])
  const { data } = await server.send(cancelReceipt, { receiptId: last.receiptId }, dock)
  expect(data).toMatchObject({ boxes: [{ status: 'expected' }] })
  expect(await states()).toEqual(['expected', 'expected'])
  await cleanBooks(dock)
})

test('a short box is received and charged; one of which nothing arrived is missing', async () => {
  const dock = await aDock()
  const id = await announce(dock, {
    inboundType: 'standard',
    boxes: [box('B1'), box('B2')],
    lines: [line(dock, 'BOLT', 10, 'B1'), line(dock, 'NUT', 4, 'B2')],
  })
  await take(dock, id, [counted(dock, 'BOLT', 7)])
  const closed = await server.send(completeInbound, { id, differenceNote: 'short' }, dock)
  expect(closed.success).toBe(true)
  expect((await item(dock, id)).boxes.map(({ status }) => status)).toEqual(['received', 'missing'])
  const [event] = await server.owner<{ facts: { boxes: number } }>(
    'select facts from billable_events where tenant_id = $1',
    [dock.tenantId],
    dock.tenantId,
  )
  expect(event?.facts.boxes).toBe(1)
})

test('reopening on the same day reverses the charge; completing again charges again', async () => {
  const dock = await aDock()
  const id = await announce(dock)
  await take(dock, id, [counted(dock, 'BOLT', 10)])
  expect((await server.send(reopenInbound, { id, reason: 'one box more' }, dock)).success).toBe(true)
  await cleanBooks(dock)
  await take(dock, id, [counted(dock, 'BOLT', 1, { confirmedTotal: 12 })])
  await server.send(completeInbound, { id, differenceNote: 'one over' }, dock)
  const events = await server.owner<{ status: string }>(
    'select status from billable_events where tenant_id = $1 order by id',
    [dock.tenantId],
    dock.tenantId,
  )
  // There are no prices here: an order that a user completed lacks one.
  expect(events.map(({ status }) => status)).toEqual(['reversed', 'open'])
  await cleanBooks(dock)
})

const auditOf = (dock: Dock, id: number) =>
  server.owner<{ login_account: string; action: string }>(
    `select login_account, action from audit_log where tenant_id = $1 and object_type = 'inbound' and object_id = $2
       and action in ('complete', 'reopen') order by id`,
    [dock.tenantId, id],
    dock.tenantId,
  )
const chargesOf = async (dock: Dock) =>
  (
    await server.owner<{ status: string }>(
      'select status from billable_events where tenant_id = $1 order by id',
      [dock.tenantId],
      dock.tenantId,
    )
  ).map(({ status }) => status)

test('an order received as expected is closed by the system, and reopened by one more or one undone piece', async () => {
  const dock = await aDock({ overReceivePolicy: 'warn' })
  const id = await announce(dock)
  expect(received(await take(dock, id, [counted(dock, 'BOLT', 9)])).status).toBe('receiving')
  const { receiptId, status } = received(await take(dock, id, [counted(dock, 'BOLT', 1)]))
  expect(status).toBe('complete')
  const closed = await item(dock, id)
  expect([closed.completedAt === null, closed.completedByName]).toEqual([false, null])
  expect(closed.reopensItself).toBe(true)
  // The system has its own account, which no list of users shows.
  const [by] = await server.owner<{ kind: string }>(
    `select a.kind from inbounds i join accounts a on a.tenant_id = i.tenant_id and a.id = i.completed_by
     where i.tenant_id = $1 and i.id = $2`,
    [dock.tenantId, id],
    dock.tenantId,
  )
  expect(by).toEqual({ kind: 'system' })

  // An unconfirmed extra piece is refused, and leaves the order closed and charged.
  expect((await take(dock, id, [counted(dock, 'BOLT', 1)])).success).toBe(false)
  expect(await stateOf(dock, id)).toBe('complete')
  expect(await chargesOf(dock)).toEqual(['waiting'])

  const over = received(await take(dock, id, [counted(dock, 'BOLT', 1, { confirmedTotal: 12 })]))
  expect(over.status).toBe('receiving')
  expect(await chargesOf(dock)).toEqual(['reversed'])
  // Undone, it matches the expected quantity again.
  const back = await server.send(cancelReceipt, { receiptId: over.receiptId }, dock)
  expect(back.data).toMatchObject({ status: 'complete', lines: [{ good: 10 }] })
  expect((await server.send(cancelReceipt, { receiptId }, dock)).data).toMatchObject({
    status: 'receiving',
    lines: [{ good: 9 }],
  })
  expect(await chargesOf(dock)).toEqual(['reversed', 'reversed'])
  expect(await auditOf(dock, id)).toEqual(
    ['complete', 'reopen', 'complete', 'reopen'].map((action) => ({ login_account: 'system', action })),
  )
  await cleanBooks(dock)
})

test('undoing a putaway reopens the order', async () => {
  const dock = await aDock({ receiveOneStep: false })
  const id = await announce(dock)
  await take(dock, id, [counted(dock, 'BOLT', 10, { locationId: null })])
  expect(await stateOf(dock, id)).toBe('receiving')
  const place = [{ productId: dock.productOf('BOLT'), quantity: 10, locationId: dock.at('A-01') }]
  const put = await server.done(putAway, { inboundId: id, lines: place }, dock)
  expect(put.status).toBe('complete')
  expect((await server.send(undoPutAway, { putawayId: put.putawayId }, dock)).data).toMatchObject({
    status: 'receiving',
    pending: [{ quantity: 10 }],
  })
  await cleanBooks(dock)
})

test('an order the system closed on another day, or a user closed, stays closed', async () => {
  const dock = await aDock()
  const [old, short] = [await announce(dock), await announce(dock)]
  const { receiptId } = received(await take(dock, old, [counted(dock, 'BOLT', 10)]))
  await server.owner(
    `update inbounds set completed_at = completed_at - interval '2 days' where tenant_id = $1 and id = $2`,
    [dock.tenantId, old],
    dock.tenantId,
  )
  const again = [counted(dock, 'BOLT', 1, { confirmedTotal: 12 })]
  expect((await take(dock, old, again)).data).toMatchObject({ kind: 'moved_on' })
  expect((await server.send(cancelReceipt, { receiptId }, dock)).data).toMatchObject({ kind: 'moved_on' })
  expect((await server.send(reopenInbound, { id: old, reason: 'late' }, dock)).success).toBe(false)

  await take(dock, short, [counted(dock, 'BOLT', 9)])
  await server.send(completeInbound, { id: short, differenceNote: 'one short' }, dock)
  expect((await take(dock, short, again)).data).toMatchObject({ kind: 'moved_on' })
  for (const id of [old, short]) expect((await item(dock, id)).reopensItself).toBe(false)
  // A manager reopens it; the missing piece is found, and the system closes it.
  await server.send(reopenInbound, { id: short, reason: 'found' }, dock)
  expect(received(await take(dock, short, again)).status).toBe('complete')
  expect((await auditOf(dock, short)).map(({ action }) => action)).toEqual(['complete', 'reopen', 'complete'])
})

test('the day on which a closed order can be reopened is that of the warehouse', async () => {
  const dock = await aDock()
  await server.owner(
    `update warehouses set time_zone = 'Pacific/Kiritimati' where tenant_id = $1`,
    [dock.tenantId],
    dock.tenantId,
  )
  const id = await announce(dock)
  await take(dock, id, [counted(dock, 'BOLT', 10)])
  const closedAfterMidnight = (minutes: number) =>
    server.owner(
      `update inbounds i set completed_at = date_trunc('day', business_now() at time zone w.time_zone) at time zone w.time_zone
         + $3 * interval '1 minute'
       from warehouses w where w.tenant_id = i.tenant_id and i.tenant_id = $1 and i.id = $2`,
      [dock.tenantId, id, minutes],
      dock.tenantId,
    )
  const reopened = async () => (await server.send(reopenInbound, { id, reason: 'one more' }, dock)).success
  await closedAfterMidnight(-1)
  expect(await reopened()).toBe(false)
  await closedAfterMidnight(0)
  expect(await reopened()).toBe(true)
})

test('opening stock has its stated age and is not charged; a return is charged as a return', async () => {
  const dock = await aDock()
  const opening = await announce(dock, { inboundType: 'init', putawayDate: '2025-06-01' })
  await take(dock, opening, [counted(dock, 'BOLT', 10)])
  const back = await announce(dock, { inboundType: 'return', originNo: 'OB260101-00001' })
  expect((await item(dock, back)).inboundNo).toMatch(/^RT\d{6}-\d{5}$/)
  await take(dock, back, [counted(dock, 'BOLT', 10)])
  const flows = await server.owner<{ flow_type: string; putaway_date: string }>(
    `select f.flow_type, b.putaway_date::text from stock_flows f join stock s on s.tenant_id = f.tenant_id and s.id = f.stock_id
     join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id where f.tenant_id = $1 order by f.at, s.id`,
    [dock.tenantId],
    dock.tenantId,
  )
  expect(flows).toMatchObject([{ flow_type: 'init', putaway_date: '2025-06-01' }, { flow_type: 'return_in' }])
  const events = await server.owner<{ kind: string }>(
    'select kind from billable_events where tenant_id = $1',
    [dock.tenantId],
    dock.tenantId,
  )
  expect(events).toEqual([{ kind: 'return' }])
  const { charges } = await server.done(inboundHistory, { id: back }, dock)
  expect(charges.map(({ pieces }) => pieces)).toEqual([10])
  await server.send(reopenInbound, { id: back, reason: 'one came late' }, dock)
  expect(
    await server.owner(
      'select status from billable_events where tenant_id = $1',
      [dock.tenantId],
      dock.tenantId,
    ),
  ).toEqual([{ status: 'reversed' }])
  await cleanBooks(dock)
})

test('twenty concurrent receipts of one document all count, and a repeated one counts once', async () => {
  const dock = await aDock({ overReceivePolicy: 'block' })
  const id = await announce(dock, { lines: [line(dock, 'BOLT', 15)] })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      take(dock, id, [counted(dock, 'BOLT', 1)], { 'x-idempotency-key': `station-${i}-0123456789` }),
    ),
  )
  expect(answers.filter(({ success }) => success)).toHaveLength(15)
  const winner = answers.findIndex(({ success }) => success)
  const again = await take(dock, id, [counted(dock, 'BOLT', 1)], {
    'x-idempotency-key': `station-${winner}-0123456789`,
  })
  expect(received(again).receiptNo).toBe(received(answers[winner] ?? { data: null }).receiptNo)
  expect((await item(dock, id)).lines).toMatchObject([{ good: 15 }])
  await cleanBooks(dock)
})

test('a concurrent receipt and undo of the arrival leave no goods without a document', async () => {
  const dock = await aDock()
  for (let round = 0; round < 5; round++) {
    const id = await announce(dock)
    await server.send(confirmInbounds, { ids: [id] }, dock)
    await Promise.all([
      take(dock, id, [counted(dock, 'BOLT', 1)]),
      server.send(undoInboundArrivals, { ids: [id] }, dock),
    ])
    const { status, lines } = await item(dock, id)
    expect([status, lines[0]?.good]).toEqual(['receiving', 1])
  }
  await cleanBooks(dock)
})
