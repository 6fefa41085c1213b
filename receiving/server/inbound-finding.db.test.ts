import { expect, test } from 'vitest'
import type { OutputOf } from '../../platform/calls/call.ts'
import { aDock, type TestDock } from '../../testing/receiving-builders.ts'
import { aPerson, aSession, startTestServer } from '../../testing/test-server.ts'
import { uploadedId } from '../../testing/upload.ts'
import {
  addAttachment,
  codeOwners,
  findInbound,
  inbound,
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
