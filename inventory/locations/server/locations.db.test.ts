import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { SentTo } from '../../../platform/calls/call.ts'
import type { Who } from '../../../platform/calls/who.ts'
import {
  importRows,
  importState,
  importTemplate,
  runImport,
  startImport,
} from '../../../platform/imports/contract.ts'
import { exportList } from '../../../platform/lists/lists.ts'
import type { TaskRow } from '../../../platform/tasks/tasks.ts'
import { blankBin } from '../../../testing/blank-inputs.ts'
import { untilLockWaits } from '../../../testing/lock-waits.ts'
import { readPaper } from '../../../testing/read-paper.ts'
import { type aTenant, aUser, startTestServer } from '../../../testing/test-server.ts'
import { uploadedId } from '../../../testing/upload.ts'
import { worked } from '../../../testing/work.ts'
import { batchesOf, post } from '../../stock/server/ledger.ts'
import {
  createLocation,
  editLocation,
  generateBins,
  getLocation,
  listBinLabels,
  listLocations,
  listZones,
  locationPattern,
  previewBins,
  printBinLabels,
  saveZone,
  setPattern,
  switchLocations,
} from '../contract.ts'
import { locationImport } from '../import-form.ts'
import { inventoryText } from '../text.ts'
import { returnsBin } from './find-bins.ts'
import { createLocation as addLocation } from './locations.ts'
import { seedLocations } from './seed-locations.ts'

const server = await startTestServer()

const aDesk = (over: Parameters<typeof aTenant>[1] = {}) => aUser(server, over)
type Desk = Awaited<ReturnType<typeof aDesk>>

const zoneFields = {
  zoneCode: 'GOOD',
  zoneName: '良品区',
  quality: 'good',
  purpose: 'storage',
  isEnabled: true,
} as const

async function aZone(who: Desk, over: Partial<Parameters<typeof server.send<typeof saveZone>>[1]> = {}) {
  return (await server.done(saveZone, { ...zoneFields, ...over }, who)).id
}

type Bin = SentTo<typeof createLocation>
const holdings = (zoneId: number) => {
  const { routeSeq: _, ...fields } = blankBin
  return { ...fields, zoneId }
}
const bin = (zoneId: number, locationCode: string, routeSeq = 0): Bin => ({
  ...blankBin,
  zoneId,
  locationCode,
  routeSeq,
})
const bins = { aisles: 'A-C', bays: '01-20', levels: '1-4', separator: '-' as const, isSerpentine: false }

async function made(who: Desk, input: Bin) {
  return (await server.done(createLocation, input, who)).id
}

const rowsOf = (who: Desk, input: object = {}) => server.done(listLocations, { size: 200, ...input }, who)

/** Puts a piece of a new product into each of these bins. */
async function putGoodsInto({ tenantId, id: accountId }: Desk, ...locationIds: number[]) {
  const [goods] = await server.owner<{ customer: string; product: string }>(
    `with owners as (
       insert into customers (tenant_id, customer_code, customer_name, search_line)
       values ($1, 'ACME', 'Acme', 'acme') returning id)
     insert into products (tenant_id, customer_id, sku, name_en, search_line)
     select $1, id, 'BOLT', 'Bolt', 'bolt' from owners returning customer_id as customer, id as product`,
    [tenantId],
    tenantId,
  )
  const [customerId, productId] = [Number(goods?.customer), Number(goods?.product)]
  const batch = {
    customerId,
    productId,
    inboundId: null,
    putawayDate: '2026-01-01',
    expiryDate: null,
    lot: null,
  }
  await server.database.write(tenantId, async (tx) => {
    const [batchId = 0] = await batchesOf(tx, { tenantId }, [batch])
    const line = {
      sourceId: 1,
      sourceNo: 'T-1',
      flow: 'receive',
      batchId,
      quality: 'good',
      onHand: 1,
    } as const
    const lines = locationIds.map((locationId, i) => ({ ...line, line: i + 1, locationId }))
    await post(tx, { accountId }, { type: 'test' }, lines)
  })
}

describe('a location', () => {
  test('is parsed into aisle, bay and level, found by its filters, and edited by a user who saw its latest version', async () => {
    const who = await aDesk()
    const zoneId = await aZone(who)
    const id = await made(who, { ...bin(zoneId, 'A-01-3', 20), length: '60.00', maxWeight: '25.000' })
    await made(who, { ...bin(zoneId, 'RECV', 10), purpose: 'receiving' })
    expect((await rowsOf(who)).rows).toMatchObject([
      { locationCode: 'RECV', purpose: 'receiving', aisle: null, quality: 'good' },
      { locationCode: 'A-01-3', aisle: 'A', bay: '01', level: '3', length: '60.00', maxWeight: '25.000' },
    ])
    expect((await rowsOf(who, { search: 'a-01' })).total).toBe(1)
    expect((await rowsOf(who, { search: 'Ａ-01' })).total).toBe(1)
    expect((await rowsOf(who, { search: '01-' })).total).toBe(1)
    expect((await rowsOf(who, { search: '%' })).total).toBe(0)
    expect((await rowsOf(who, { purpose: 'receiving' })).total).toBe(1)
    expect((await rowsOf(who, { zoneId: zoneId + 1 })).total).toBe(0)

    const changed = { ...bin(zoneId, 'B-02-1', 30), id, rowVersion: 1 }
    expect(await server.send(editLocation, changed, who)).toMatchObject({ data: { rowVersion: 2 } })
    expect(await server.send(editLocation, changed, who)).toMatchObject({ data: { kind: 'stale' } })
    expect((await server.send(getLocation, { id }, who)).data).toMatchObject({
      aisle: 'B',
      bay: '02',
      length: null,
    })
  })

  test('has a unique code, however it is typed', async () => {
    const who = await aDesk()
    const zoneId = await aZone(who)
    await made(who, bin(zoneId, 'A-01-01'))
    expect(await server.send(createLocation, bin(zoneId, 'a-01-01'), who)).toMatchObject({
      success: false,
      data: { fields: [{ path: 'locationCode' }] },
    })
  })

  test.each([
    ['locationCode', ''],
    ['locationCode', 'A 1'],
    ['locationCode', 'A\n'.repeat(2)],
    ['locationCode', 'Ａ1'],
    ['locationCode', 'A'.repeat(36)],
    ['length', '0'],
    ['length', '1.234'],
    ['length', '1e2'],
    ['maxWeight', '-1'],
    ['pickPriority', -1],
    ['pickPriority', 1.5],
    ['pickPriority', 10_000],
    ['routeSeq', 100_000_000],
    ['purpose', 'STORAGE'],
  ])('with %s %j is refused at that field', async (field, value) => {
    const who = await aDesk()
    const input = { ...bin(await aZone(who), 'A-1'), [field]: value }
    expect(await server.send(createLocation, input as never, who)).toMatchObject({
      success: false,
      data: { fields: [{ path: field }] },
    })
  })

  test('belongs to an enabled zone of its company', async () => {
    const who = await aDesk()
    const other = await aZone(await aDesk())
    const closed = await aZone(who, { zoneCode: 'OLD', isEnabled: false })
    for (const zoneId of [other, closed, 999_999]) {
      expect(await server.send(createLocation, bin(zoneId, 'A-1'), who)).toMatchObject({
        success: false,
        data: { fields: [{ path: 'zoneId' }] },
      })
    }
  })

  test('is disabled and enabled, but not while it holds goods, nor moved to a zone of another quality', async () => {
    const who = await aDesk()
    const zoneId = await aZone(who)
    const defective = await aZone(who, { zoneCode: 'BAD', quality: 'defective' })
    const full = await made(who, bin(zoneId, 'A-1'))
    const empty = await made(who, bin(zoneId, 'A-2'))
    await putGoodsInto(who, full)
    expect(
      await server.send(switchLocations, { ids: [full, empty, 999_999], isEnabled: false }, who),
    ).toMatchObject({
      data: {
        ok: 1,
        failed: [
          { id: full, no: 'A-1', reason: expect.stringContaining('This bin contains stock') },
          { id: 999_999, reason: 'Bin not found' },
        ],
      },
    })
    expect((await rowsOf(who, { isEnabled: '0' })).rows.map(({ locationCode }) => locationCode)).toEqual([
      'A-2',
    ])
    const moved = { ...bin(defective, 'A-1'), id: full, rowVersion: 1 }
    expect(await server.send(editLocation, moved, who)).toMatchObject({
      success: false,
      message: expect.stringContaining('This bin contains stock'),
    })
    // Even without the server's checks, the database refuses.
    const off = server.owner('update locations set is_enabled = false where id = $1', [full], who.tenantId)
    await expect(off).rejects.toMatchObject({ constraint: 'location_has_stock' })

    expect(await server.send(switchLocations, { ids: [empty], isEnabled: true }, who)).toMatchObject({
      data: { ok: 1, failed: [] },
    })
  })

  test('can be used in a satellite, whose own facts are stored elsewhere', async () => {
    const who = await aDesk({ version: 'satellite' })
    expect(await made(who, bin(await aZone(who), 'A-1'))).toBeGreaterThan(0)
  })
})

test('goods that come back go to the first enabled bin for returns that accepts good pieces', async () => {
  const who = await aDesk()
  const [good, bad] = [await aZone(who), await aZone(who, { zoneCode: 'BAD', quality: 'defective' })]
  const first = () => server.database.read(who.tenantId, (db) => returnsBin(db, who))
  await made(who, bin(good, 'A-1'))
  await made(who, { ...bin(bad, 'A-2'), purpose: 'return' })
  expect(await first()).toBeUndefined()
  const later = await made(who, { ...bin(good, 'R-2'), purpose: 'return' })
  const id = await made(who, { ...bin(good, 'r-1', 9), purpose: 'return' })
  expect(await first()).toEqual({
    ...{ id, locationCode: 'r-1', purpose: 'return', isEnabled: true, quality: 'good' },
  })
  await server.send(switchLocations, { ids: [id], isEnabled: false }, who)
  expect(await first()).toMatchObject({ id: later })
})

describe('a zone', () => {
  test('keeps its quality once it has locations; everything else can change', async () => {
    const who = await aDesk()
    const id = await aZone(who)
    const turned = { ...zoneFields, id, rowVersion: 1, quality: 'defective' as const }
    expect(await server.send(saveZone, turned, who)).toMatchObject({ success: true })
    await made(who, bin(id, 'D-1'))
    expect(await server.send(saveZone, { ...zoneFields, id, rowVersion: 2 }, who)).toMatchObject({
      success: false,
      data: { fields: [{ path: 'quality' }] },
    })
    const renamed = { ...turned, rowVersion: 2, zoneName: 'Damaged' }
    expect(await server.send(saveZone, renamed, who)).toMatchObject({ success: true })
    expect(await server.send(saveZone, renamed, who)).toMatchObject({ data: { kind: 'stale' } })
    expect((await server.send(listZones, {}, who)).data).toMatchObject([
      { zoneName: 'Damaged', locations: 1 },
    ])
    expect(await server.send(saveZone, { ...zoneFields, zoneCode: 'good' }, who)).toMatchObject({
      data: { fields: [{ path: 'zoneCode' }] },
    })
  })

  test('cannot change its quality while a bin is being created in it', async () => {
    const who = await aDesk()
    const id = await aZone(who)
    const by = { ...who, accountId: who.id, requestId: 'test', ip: '127.0.0.1' } as unknown as Who
    const free = await server.database.write(who.tenantId, async (tx) => {
      await addLocation(tx, by, createLocation.input.parse(bin(id, 'A-1')))
      // Changing the zone takes this lock first.
      const changing = 'select id from location_zones where id = $1 for no key update skip locked'
      return server.owner(changing, [id], who.tenantId)
    })
    expect(free).toEqual([])
  })
})

describe('a pattern of bins', () => {
  test('is previewed before it is created, lists existing codes, and leaves them alone', async () => {
    const who = await aDesk()
    const zoneId = await aZone(who)
    await made(who, { ...bin(zoneId, 'a-01-1', 25), pickPriority: 7 })
    expect((await server.send(previewBins, bins, who)).data).toEqual({
      existing: ['a-01-1'],
      routeFrom: 30,
      pattern: '{aisle}-{bay}-{level}',
    })
    expect(await server.send(generateBins, { ...bins, ...holdings(zoneId) }, who)).toMatchObject({
      data: { made: 239, existing: 1 },
    })
    const { rows, total } = await rowsOf(who)
    expect(total).toBe(240)
    expect(rows.slice(0, 3)).toMatchObject([
      { locationCode: 'a-01-1', routeSeq: 25, pickPriority: 7 },
      { locationCode: 'A-01-2', routeSeq: 40, aisle: 'A', bay: '01', level: '2' },
      { locationCode: 'A-01-3', routeSeq: 50 },
    ])
    expect(await server.send(generateBins, { ...bins, ...holdings(zoneId) }, who)).toMatchObject({
      success: false,
      message: 'All of these bins already exist',
    })
    const [auditRows] = await server.owner<{ count: string }>(
      `select count(*) from audit_log where object_type = 'location' and action = 'create'`,
      [],
      who.tenantId,
    )
    expect(Number(auditRows?.count)).toBe(240)
  })

  test('comes after the last existing bin in pick sequence, whichever was created last', async () => {
    const who = await aDesk()
    const zoneId = await aZone(who)
    await made(who, bin(zoneId, 'X-01', 25))
    await made(who, bin(zoneId, 'X-02', 5))
    expect((await server.send(previewBins, bins, who)).data).toMatchObject({ routeFrom: 30 })
  })

  test('creates five thousand at once, and two concurrent ones create each code once', async () => {
    const who = await aDesk()
    const zoneId = await aZone(who)
    const many = { ...bins, aisles: 'A-E', bays: '001-100', levels: '01-10', ...holdings(zoneId) }
    const answers = await Promise.all([
      server.send(generateBins, many, who),
      server.send(generateBins, { ...many, isSerpentine: true }, who),
    ])
    expect(answers.filter(({ success }) => success).map(({ data }) => data)).toEqual([
      { made: 5000, existing: 0 },
    ])
    expect((await rowsOf(who)).total).toBe(5000)
  })

  test('that is invalid is refused at the field concerned', async () => {
    const who = await aDesk()
    const zoneId = await aZone(who)
    expect(
      await server.send(generateBins, { ...bins, ...holdings(zoneId), bays: '1-AA' }, who),
    ).toMatchObject({
      data: { fields: [{ path: 'bays' }] },
    })
    const closed = await aZone(who, { zoneCode: 'OLD', isEnabled: false })
    expect(await server.send(generateBins, { ...bins, ...holdings(closed) }, who)).toMatchObject({
      data: { fields: [{ path: 'zoneId' }] },
    })
    expect((await rowsOf(who)).total).toBe(0)
  })

  test('ends where the pick sequence does, and says so in the preview and on creation', async () => {
    const who = await aDesk()
    const zoneId = await aZone(who)
    const last = await made(who, bin(zoneId, 'Z-1', 99_999_980))
    const two = { ...bins, aisles: 'A', bays: '', levels: '1-2' }
    const refusal = { success: false, message: expect.stringContaining('99999980') }
    expect(await server.send(previewBins, two, who)).toMatchObject(refusal)
    expect(await server.send(generateBins, { ...two, ...holdings(zoneId) }, who)).toMatchObject(refusal)
    const lower = { ...bin(zoneId, 'Z-1', 99_999_970), id: last, rowVersion: 1 }
    expect(await server.send(editLocation, lower, who)).toMatchObject({ success: true })
    expect((await server.send(previewBins, two, who)).data).toMatchObject({ routeFrom: 99_999_980 })
    expect(await server.send(generateBins, { ...two, ...holdings(zoneId) }, who)).toMatchObject({
      data: { made: 2 },
    })
  })

  test('for parsing codes is changed for all locations at once', async () => {
    const who = await aDesk()
    const zoneId = await aZone(who)
    for (const code of ['A0102', 'B0304', 'RECV-1']) await made(who, bin(zoneId, code))
    expect((await server.send(locationPattern, {}, who)).data).toMatchObject({ fit: 0, rest: 3 })
    expect(await server.send(setPattern, { pattern: '{aisle:1}{bay:2}{level:2}' }, who)).toMatchObject({
      data: { fit: 2, rest: 1 },
    })
    expect((await rowsOf(who)).rows).toMatchObject([
      { aisle: 'A', bay: '01', level: '02' },
      { aisle: 'B', bay: '03', level: '04' },
      { aisle: null, bay: null, level: null },
    ])
    // Unchanged locations keep their version, so that a user who is editing one has no conflict.
    expect(
      await server.owner(
        `select location_code, row_version::int, updated_at > created_at as is_changed
         from locations where tenant_id = $1 order by location_code`,
        [who.tenantId],
        who.tenantId,
      ),
    ).toEqual([
      { location_code: 'A0102', row_version: 2, is_changed: true },
      { location_code: 'B0304', row_version: 2, is_changed: true },
      { location_code: 'RECV-1', row_version: 1, is_changed: false },
    ])
    expect(await server.send(setPattern, { pattern: '{aisle}{bay}' }, who)).toMatchObject({
      data: { fields: [{ path: 'pattern' }] },
    })
    // One coordinate is enough for a code to match.
    for (const pattern of ['A{aisle:4}', 'B{bay:4}', 'RECV-{level}']) {
      expect((await server.send(setPattern, { pattern }, who)).data).toEqual({ fit: 1, rest: 2 })
      expect((await server.send(locationPattern, {}, who)).data).toEqual({ pattern, fit: 1, rest: 2 })
    }
    const warehouses = 'select row_version::int as version from warehouses'
    expect(await server.owner(warehouses, [], who.tenantId)).toEqual([{ version: 5 }])
  })
})

test('a new company gets a receiving bin, a bin for returns, a good bin and a defective one, once', async () => {
  const desk = await aDesk()
  const who: Who = {
    tenantId: desk.tenantId,
    accountId: desk.id,
    loginAccount: desk.loginAccount,
    language: 'en_US',
    ip: '127.0.0.1',
    requestId: 'seed',
  } as Who
  for (let i = 0; i < 2; i++) await server.database.write(desk.tenantId, (tx) => seedLocations(tx, who))
  expect((await rowsOf(desk, { sort: 'locationCode' })).rows).toMatchObject([
    {
      ...{ locationCode: 'A-01-01', zoneCode: 'GOOD', zoneName: inventoryText.seedGood.en_US },
      ...{ purpose: 'storage', aisle: 'A', bay: '01', level: '01', mixCustomer: false },
    },
    {
      ...{ locationCode: 'DEFECTIVE', zoneCode: 'DEFECTIVE', zoneName: inventoryText.seedDefective.en_US },
      ...{ quality: 'defective', purpose: 'storage', mixCustomer: true },
    },
    { locationCode: 'RECV', zoneCode: 'GOOD', purpose: 'receiving', aisle: null, mixCustomer: true },
    { locationCode: 'RETURN', zoneCode: 'GOOD', purpose: 'return', aisle: null, mixCustomer: true },
  ])
  const auditRows = await server.owner<{ action: string; type: string; no: string; after: object }>(
    `select action, object_type as type, object_no as no, after from audit_log where request_id = 'seed' order by id`,
    [],
    desk.tenantId,
  )
  expect(auditRows.map(({ action, type, no }) => [action, type, no])).toEqual([
    ['create', 'location_zone', 'GOOD'],
    ['create', 'location_zone', 'DEFECTIVE'],
    ['create', 'location', 'RECV'],
    ['create', 'location', 'RETURN'],
    ['create', 'location', 'A-01-01'],
    ['create', 'location', 'DEFECTIVE'],
  ])
  expect(auditRows[1]?.after).toMatchObject({ zoneCode: 'DEFECTIVE', quality: 'defective' })
  expect(auditRows[2]?.after).toEqual({ locationCode: 'RECV', purpose: 'receiving' })
  const events = await server.owner<{ kind: string }>(
    'select kind from events order by id',
    [],
    desk.tenantId,
  )
  expect(events.map(({ kind }) => kind)).toEqual([
    'location_zone.created',
    'location_zone.created',
    'location.created',
    'location.created',
    'location.created',
    'location.created',
  ])
})

const fileOf = async ({ fileUrl }: TaskRow) =>
  (await server.server.http.inject({ url: fileUrl ?? '' })).rawPayload

describe('labels', () => {
  test.each(['thermal_100x50', 'a4_3x8'] as const)(
    'of bins on %s scan as exactly the selected bins, in pick sequence',
    async (layout) => {
      const who = await aDesk()
      const zoneId = await aZone(who, { zoneName: '良品区·一楼（中文）' })
      // The second aisle is walked from its far end, so that the sequence differs from the alphabet.
      const walked = { ...bins, aisles: 'A-B', bays: '01-02', levels: '1-2', isSerpentine: true }
      await server.send(generateBins, { ...walked, ...holdings(zoneId) }, who)
      const codes = ['A-02-2', 'B-02-1', 'B-02-2', 'B-01-1']
      const picked = (await rowsOf(who)).rows.filter(({ locationCode }) => codes.includes(locationCode))
      const started = await server.send(printBinLabels, { ids: picked.map(({ id }) => id), layout }, who)
      const task = await worked(server, who, (started.data as { taskId: number }).taskId)
      expect(task).toMatchObject({ status: 'done', message: '4 labels', done: 4 })
      const pages = await readPaper(await fileOf(task), layout === 'a4_3x8' ? 300 : 203)
      const read = pages.flatMap(({ codes }) => codes)
      if (layout === 'thermal_100x50') expect(read).toEqual(codes)
      else expect(read.sort()).toEqual(codes.sort())
    },
  )

  test('of all that match a filter, and none if nothing matches', async () => {
    const who = await aDesk()
    const zoneId = await aZone(who)
    await server.send(
      generateBins,
      { ...bins, aisles: 'A-B', bays: '1', levels: '1-2', ...holdings(zoneId) },
      who,
    )
    const layout = 'thermal_100x50' as const
    const started = await server.send(printBinLabels, { filters: { search: 'b-' }, layout }, who)
    const pages = await readPaper(
      await fileOf(await worked(server, who, (started.data as { taskId: number }).taskId)),
    )
    expect(pages.map(({ codes }) => codes)).toEqual([['B-1-1'], ['B-1-2']])
    expect(await server.send(printBinLabels, { filters: { search: 'nowhere' }, layout }, who)).toMatchObject({
      success: false,
      message: 'No bins to print',
    })
    // Of selected bins that match a filter those that do; bins of one place in the sequence by their code.
    const [second, first] = [await made(who, bin(zoneId, 'Z-2')), await made(who, bin(zoneId, 'Z-1'))]
    const listed = async (input: SentTo<typeof listBinLabels>) =>
      (await server.done(listBinLabels, input, who)).labels
    const both = [
      { id: first, text: 'Z-1' },
      { id: second, text: 'Z-2' },
    ]
    expect(await listed({ ids: [second, first] })).toEqual(both)
    expect(await listed({ ids: [second, first], filters: { search: 'z-2' } })).toEqual(both.slice(1))
  })
})

async function uploaded(who: Desk, bytes: Uint8Array) {
  const fileId = await uploadedId(server, who, 'sheet', 'l.xlsx', bytes)
  return (await server.done(startImport, { kind: 'locations', fileId }, who)).id
}
const sheet = (...rows: string[][]) => writeXlsx({ sheets: [{ name: 'x', rows }] })

describe('a spreadsheet of locations', () => {
  test('creates new ones, updates existing ones, and names unknown zones', async () => {
    const who = await aDesk()
    const zoneId = await aZone(who, { purpose: 'return' })
    await made(who, { ...bin(zoneId, 'A-1', 5), pickPriority: 9, mixCustomer: true })
    const heads = ['Bin code', '库区编码', 'Purpose', 'Pick sequence', 'Allow mixed customers', 'Length']
    const id = await uploaded(
      who,
      await sheet(
        heads,
        ['a-1', 'good', '存储', '70', '', ''],
        ['B-02-03', 'GOOD', '', '', '是', '60'],
        ['C-1', 'NOPE', '', '', '', ''],
        ['C-2', 'GOOD', '', '', 'maybe', '0'],
      ),
    )
    expect((await server.send(importState, { id }, who)).data).toMatchObject({
      counts: { new: 1, update: 1, error: 2 },
    })
    const bad = (await server.send(importRows, { id, verdict: 'error' }, who)).data as {
      rows: { rowNo: number; problems: { column: string }[] }[]
    }
    expect(
      bad.rows.map(({ rowNo, problems }) => [rowNo, problems.map(({ column }) => column).sort()]),
    ).toEqual([
      [4, ['zoneCode']],
      [5, ['length', 'mixCustomer']],
    ])
    expect(
      await worked(server, who, (await server.done(runImport, { id, mode: 'good_rows' }, who)).taskId),
    ).toMatchObject({
      status: 'partly_done',
    })
    expect((await rowsOf(who, { sort: 'locationCode' })).rows).toMatchObject([
      { locationCode: 'A-1', purpose: 'storage', routeSeq: 70, pickPriority: 9, mixCustomer: true },
      {
        locationCode: 'B-02-03',
        purpose: 'return',
        aisle: 'B',
        bay: '02',
        mixCustomer: true,
        length: '60.00',
      },
    ])
    expect(
      await server.owner(
        `select object_no, before, after from audit_log where object_type = 'location' and action = 'edit' and tenant_id = $1`,
        [who.tenantId],
        who.tenantId,
      ),
    ).toEqual([{ object_no: 'A-1', before: { routeSeq: 5 }, after: { routeSeq: 70 } }])
  })

  test('skips the example of its template', async () => {
    const who = await aDesk()
    await aZone(who)
    const { data } = await server.send(importTemplate, { kind: 'locations' }, who)
    const id = await uploaded(who, Buffer.from((data as { base64: string }).base64, 'base64'))
    expect((await server.send(importState, { id }, who)).data).toMatchObject({ counts: { skip: 1 } })
  })

  test('does not move a bin with goods to a zone of another quality; an empty one, or to a zone of the same, it does', async () => {
    const who = await aDesk()
    const zoneId = await aZone(who)
    const [full, other] = [await made(who, bin(zoneId, 'A-1')), await made(who, bin(zoneId, 'A-2'))]
    await made(who, bin(zoneId, 'A-3'))
    await aZone(who, { zoneCode: 'BAD', quality: 'defective' })
    await aZone(who, { zoneCode: 'NEXT' })
    await putGoodsInto(who, full, other)
    const lines = [
      ['A-1', 'BAD'],
      ['A-2', 'NEXT'],
      ['A-3', 'BAD'],
      ['a-3', 'GOOD'],
    ]
    const id = await uploaded(who, await sheet(['Bin code', 'Zone code'], ...lines))
    expect((await server.send(importRows, { id, verdict: 'error' }, who)).data).toMatchObject({
      rows: [
        { rowNo: 2, problems: [{ column: 'zoneCode', message: inventoryText.hasStock.en_US }] },
        // However it is typed, it is the same bin.
        { rowNo: 5, problems: [{ column: 'locationCode', message: 'Duplicate of row 4' }] },
      ],
    })
    await worked(server, who, (await server.done(runImport, { id, mode: 'good_rows' }, who)).taskId)
    const { rows } = await rowsOf(who, { sort: 'locationCode' })
    expect(rows.map(({ zoneCode }) => zoneCode)).toEqual(['GOOD', 'NEXT', 'BAD'])
  })

  test('takes every column, of new bins and of existing ones, and creates bins in the order of their codes', async () => {
    const who = await aDesk()
    await made(who, {
      ...bin(await aZone(who, { zoneCode: 'OLD' }), 'A-1', 5),
      ...{ pickPriority: 1, mixSku: true, mixBatch: false, mixCustomer: false },
      ...{ length: '9.00', width: '9.00', height: '9.00', maxWeight: '9.000' },
    })
    const zoneId = await aZone(who)
    const values = ['GOOD', 'Packing', '9999', '99999999', 'No', 'Yes', 'Yes', '1', '2', '3', '4']
    const id = await uploaded(
      who,
      await sheet(
        locationImport.columns.map(({ title }) => title.en_US),
        ...['Z-02-3', 'b-02-3', 'A-1'].map((code) => [code, ...values]),
      ),
    )
    await worked(server, who, (await server.done(runImport, { id, mode: 'good_rows' }, who)).taskId)
    const fields = {
      ...{ zoneId, purpose: 'packing', pickPriority: 9999, routeSeq: 99_999_999 },
      ...{ mixSku: false, mixBatch: true, mixCustomer: true },
      ...{ length: '1.00', width: '2.00', height: '3.00', maxWeight: '4.000' },
    }
    expect((await rowsOf(who, { sort: 'createdAt', order: 'asc' })).rows).toMatchObject([
      { ...fields, locationCode: 'A-1', level: null },
      { ...fields, locationCode: 'Z-02-3', aisle: 'Z', bay: '02', level: '3' },
      { ...fields, locationCode: 'b-02-3', aisle: 'b', bay: '02', level: '3' },
    ])
    const inOrder =
      'select location_code as code, updated_at > created_at as is_changed from locations order by id'
    expect(await server.owner(inOrder, [], who.tenantId)).toEqual([
      { code: 'A-1', is_changed: true },
      { code: 'b-02-3', is_changed: false },
      { code: 'Z-02-3', is_changed: false },
    ])
  })

  test('does not change the purpose of a bin with goods, and says so at that cell; the same purpose is accepted', async () => {
    const who = await aDesk()
    const zoneId = await aZone(who)
    const full = await made(who, bin(zoneId, 'A-1'))
    await made(who, bin(zoneId, 'A-2'))
    await putGoodsInto(who, full)
    const heads = ['Bin code', 'Zone code', 'Purpose']
    const turned = await uploaded(
      who,
      await sheet(heads, ['A-1', 'GOOD', 'Receiving'], ['A-2', 'GOOD', 'Receiving']),
    )
    expect((await server.send(importRows, { id: turned, verdict: 'error' }, who)).data).toMatchObject({
      rows: [
        {
          rowNo: 2,
          problems: [{ column: 'purpose', message: expect.stringContaining('This bin contains stock') }],
        },
      ],
    })
    await worked(server, who, (await server.done(runImport, { id: turned, mode: 'good_rows' }, who)).taskId)
    expect((await rowsOf(who, { sort: 'locationCode' })).rows).toMatchObject([
      { locationCode: 'A-1', purpose: 'storage' },
      { locationCode: 'A-2', purpose: 'receiving' },
    ])
    const kept = await uploaded(who, await sheet(heads, ['A-1', 'GOOD', 'Storage']))
    expect((await server.send(importState, { id: kept }, who)).data).toMatchObject({ counts: { update: 1 } })
  })

  test('is exported as filtered and shown, with labels', async () => {
    const who = await aDesk()
    await made(who, bin(await aZone(who), 'A-01-1', 10))
    const bytes = await fileOf(
      await worked(
        server,
        who,
        (
          await server.done(
            exportList,
            {
              list: 'locations',
              filters: { purpose: 'storage' },
              columns: ['locationCode', 'bay', 'quality', 'purpose', 'isEnabled'],
              format: 'csv',
            },
            who,
          )
        ).taskId,
      ),
    )
    expect(bytes.toString()).toBe(
      '\uFEFFBin code,Bay,Quality,Purpose,Status\r\nA-01-1,01,Good,Storage,Enabled\r\n',
    )
  })
})

test('locations are found by many pasted codes at once, and unknown ones are listed', async () => {
  const who = await aDesk()
  const zoneId = await aZone(who)
  for (const code of ['A-01', 'A-02', 'A-03']) await made(who, bin(zoneId, code))
  const { data } = await server.send(listLocations, { codes: ['ａ-01', 'A-03', 'Z-99'] }, who)
  expect(data).toMatchObject({
    total: 2,
    rows: [{ locationCode: 'A-01' }, { locationCode: 'A-03' }],
    missing: ['Z-99'],
  })
})

describe('what is written beside a change', () => {
  /** The newest audit rows and events of a kind of object, oldest first. */
  const trail = async (who: Desk, type: string) => ({
    audit: await server.owner(
      'select action, object_no as no, before, after from audit_log where object_type = $1 order by id',
      [type],
      who.tenantId,
    ),
    events: (
      await server.owner<{ kind: string }>(
        'select kind from events where object_type = $1 order by id',
        [type],
        who.tenantId,
      )
    ).map(({ kind }) => kind),
  })

  test('a zone and a location: all fields when created, changed ones when edited', async () => {
    const who = await aDesk()
    const zoneId = await aZone(who)
    const fields = { zoneCode: 'GOOD-1', zoneName: 'Good', purpose: 'return', isEnabled: false } as const
    const renamed = { ...zoneFields, id: zoneId, rowVersion: 1, ...fields }
    await server.send(saveZone, renamed, who)
    expect(await trail(who, 'location_zone')).toEqual({
      audit: [
        { action: 'create', no: 'GOOD', before: null, after: zoneFields },
        {
          action: 'edit',
          no: 'GOOD-1',
          before: { zoneCode: 'GOOD', zoneName: '良品区', purpose: 'storage', isEnabled: true },
          after: fields,
        },
      ],
      events: ['location_zone.created', 'location_zone.edited'],
    })
    const changed = (table: string) =>
      server.owner(`select id from ${table} where updated_at > created_at`, [], who.tenantId)
    expect(await changed('location_zones')).toEqual([{ id: `${zoneId}` }])
    await server.send(saveZone, { ...renamed, rowVersion: 2, isEnabled: true }, who)
    expect((await server.send(saveZone, { ...renamed, id: 999_999 }, who)).data).toMatchObject({
      kind: 'not_found',
    })
    const input = bin(zoneId, 'A-01-1', 10)
    const id = await made(who, input)
    const edit = { ...input, id, rowVersion: 1, locationCode: 'A-01-2', mixSku: false, maxWeight: '5.000' }
    await server.send(editLocation, edit, who)
    expect(await changed('locations')).toEqual([{ id: `${id}` }])
    await server.send(switchLocations, { ids: [id], isEnabled: false }, who)
    const { audit, events } = await trail(who, 'location')
    expect(audit.slice(0, 2)).toEqual([
      { action: 'create', no: 'A-01-1', before: null, after: input },
      {
        action: 'edit',
        no: 'A-01-2',
        before: { locationCode: 'A-01-1', mixSku: true, maxWeight: null },
        after: { locationCode: 'A-01-2', mixSku: false, maxWeight: '5.000' },
      },
    ])
    expect(events.slice(0, 2)).toEqual(['location.created', 'location.edited'])
    expect([audit.length, events.length]).toEqual([3, 3])
    const gone = { kind: 'not_found' }
    expect((await server.send(getLocation, { id: 999_999 }, who)).data).toMatchObject(gone)
    expect((await server.send(editLocation, { ...edit, id: 999_999 }, who)).data).toMatchObject(gone)
  })

  test('generated bins, each with its place in the sequence, and the pattern of codes', async () => {
    const who = await aDesk()
    const zoneId = await aZone(who)
    const fields = {
      ...{ zoneId, purpose: 'packing' as const, pickPriority: 3 },
      ...{ mixSku: true, mixBatch: false, mixCustomer: true },
      ...{ length: '1.00', width: '2.00', height: '3.00', maxWeight: '4.000' },
    }
    await server.send(generateBins, { ...bins, aisles: 'A', bays: '01', levels: '1-2', ...fields }, who)
    expect(await trail(who, 'location')).toEqual({
      audit: [
        { locationCode: 'A-01-1', routeSeq: 10 },
        { locationCode: 'A-01-2', routeSeq: 20 },
      ].map((place) => ({
        action: 'create',
        no: place.locationCode,
        before: null,
        after: { ...fields, ...place },
      })),
      events: ['location.created', 'location.created'],
    })
    expect((await rowsOf(who)).rows).toMatchObject([fields, fields])
    expect((await server.send(locationPattern, {}, who)).data).toMatchObject({ fit: 2, rest: 0 })
    await server.send(setPattern, { pattern: '{bay}-{aisle}-{level}' }, who)
    const [code] = await server.owner<{ warehouse_code: string }>(
      'select warehouse_code from warehouses',
      [],
      who.tenantId,
    )
    expect(await trail(who, 'warehouse')).toEqual({
      audit: [
        {
          action: 'set_pattern',
          no: code?.warehouse_code,
          before: { locationPattern: '{aisle}-{bay}-{level}' },
          after: { locationPattern: '{bay}-{aisle}-{level}' },
        },
      ],
      events: ['warehouse.pattern_set'],
    })
    expect((await rowsOf(who)).rows[0]).toMatchObject({ aisle: '01', bay: 'A', level: '1' })
  })

  test('an imported location: empty cells keep what it has, and a new one starts with the defaults', async () => {
    const who = await aDesk()
    const zoneId = await aZone(who)
    const old = {
      ...bin(zoneId, 'A-1', 7),
      purpose: 'packing' as const,
      pickPriority: 9,
      mixSku: false,
      mixBatch: false,
      mixCustomer: true,
    }
    const sizes = { length: '1.00', width: '2.00', height: '3.00', maxWeight: '4.000' }
    await made(who, { ...old, ...sizes })
    await server.owner('update location_zones set is_enabled = false', [], who.tenantId)
    await aZone(who, { zoneCode: 'NEW', purpose: 'return' })
    const id = await uploaded(
      who,
      await sheet(
        ['Bin code', 'Zone code', 'Width'],
        ['a-1', 'good', ''],
        ['B-1', 'NEW', '5'],
        ['B-2', 'GOOD', ''],
      ),
    )
    // A bin may stay in its disabled zone; a new one cannot be created there.
    expect((await server.send(importState, { id }, who)).data).toMatchObject({
      counts: { new: 1, update: 1, error: 1 },
    })
    await worked(server, who, (await server.done(runImport, { id, mode: 'good_rows' }, who)).taskId)
    expect((await rowsOf(who, { sort: 'locationCode' })).rows).toMatchObject([
      { ...old, ...sizes },
      {
        locationCode: 'B-1',
        purpose: 'return',
        routeSeq: 0,
        pickPriority: 0,
        mixSku: true,
        mixBatch: true,
        mixCustomer: false,
        width: '5.00',
        length: null,
      },
    ])
    const [first] = await server.owner<{ version: number }>(
      `select row_version::int as version from locations where location_code = 'A-1'`,
      [],
      who.tenantId,
    )
    expect(first?.version).toBe(2)
    const { audit, events } = await trail(who, 'location')
    expect(audit.at(-1)).toMatchObject({
      action: 'create',
      no: 'B-1',
      after: { zoneCode: 'NEW', width: '5' },
    })
    expect(events.slice(-2)).toEqual(['location.imported', 'location.imported'])
  })

  test('an edit changes one zone or location, and of two concurrent ones one is told to reload', async () => {
    const who = await aDesk()
    const zoneId = await aZone(who)
    await aZone(who, { zoneCode: 'OTHER', zoneName: 'Other' })
    const [first] = [await made(who, bin(zoneId, 'A-1')), await made(who, bin(zoneId, 'A-2'))]
    const kinds = (answers: { success: boolean; data?: unknown }[]) =>
      answers.map(({ success, data }) => (success ? 'done' : (data as { kind: string }).kind)).sort()
    const zone = { ...zoneFields, id: zoneId, rowVersion: 1 }
    // Both have begun before either can change the zone or the bin.
    const zones = await server.database.write(who.tenantId, async (tx) => {
      await sql`select 1 from location_zones where id = ${zoneId} for no key update`.execute(tx)
      const edits = ['One', 'Two'].map((zoneName) => server.send(saveZone, { ...zone, zoneName }, who))
      await untilLockWaits(server, 2)
      return edits
    })
    expect(kinds(await Promise.all(zones))).toEqual(['done', 'stale'])
    const place = { ...bin(zoneId, 'A-1'), id: first, rowVersion: 1 }
    const places = await server.database.write(who.tenantId, async (tx) => {
      await sql`select 1 from locations where id = ${first} for no key update`.execute(tx)
      const edits = [5, 6].map((routeSeq) => server.send(editLocation, { ...place, routeSeq }, who))
      await untilLockWaits(server, 2)
      return edits
    })
    expect(kinds(await Promise.all(places))).toEqual(['done', 'stale'])
    expect((await server.send(listZones, {}, who)).data).toMatchObject([
      { zoneName: expect.stringMatching(/^(One|Two)$/), rowVersion: 2 },
      { zoneName: 'Other', rowVersion: 1 },
    ])
    expect((await rowsOf(who, { sort: 'locationCode' })).rows).toMatchObject([
      { locationCode: 'A-1', routeSeq: expect.any(Number) },
      { locationCode: 'A-2', routeSeq: 0 },
    ])
    await made(who, bin(zoneId, 'a-01-2'))
    await made(who, bin(zoneId, 'A-01-1'))
    const { existing } = await server.done(previewBins, bins, who)
    expect(existing.map((code) => code.toUpperCase())).toEqual(['A-01-1', 'A-01-2'])
  })

  test('the list is sorted by any column in either direction, page by page', async () => {
    const who = await aDesk()
    const zoneId = await aZone(who)
    for (const [code, seq] of [
      ['C', 1],
      ['A', 2],
      ['B', 1],
    ] as const)
      await made(who, bin(zoneId, code, seq))
    const codes = async (input: object) =>
      (await rowsOf(who, input)).rows.map(({ locationCode }) => locationCode)
    expect(await codes({})).toEqual(['B', 'C', 'A'])
    expect(await codes({ sort: 'routeSeq', order: 'desc' })).toEqual(['A', 'B', 'C'])
    expect(await codes({ sort: 'locationCode', order: 'desc' })).toEqual(['C', 'B', 'A'])
    expect(await codes({ size: 2, page: 2 })).toEqual(['A'])
    const zones = await server.done(listZones, {}, who)
    await aZone(who, { zoneCode: 'BAD' })
    expect(zones.map(({ zoneCode }) => zoneCode)).toEqual(['GOOD'])
    expect((await server.send(listZones, {}, who)).data).toMatchObject([
      { zoneCode: 'BAD', locations: 0 },
      { zoneCode: 'GOOD', locations: 3 },
    ])
  })
})
