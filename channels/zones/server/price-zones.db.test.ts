import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { seedZones } from '../../../demo/price-zones.ts'
import type { Page, SentTo } from '../../../platform/calls/call.ts'
import {
  correctImportRow,
  importRows,
  importState,
  runImport,
  startImport,
} from '../../../platform/imports/contract.ts'
import { exportList } from '../../../platform/lists/lists.ts'
import { blankChannel } from '../../../testing/blank-inputs.ts'
import { aUser, startTestServer } from '../../../testing/test-server.ts'
import { uploadedId } from '../../../testing/upload.ts'
import { worked } from '../../../testing/work.ts'
import {
  copyChannels,
  createChannel,
  editChannel,
  getChannel,
  listChannels,
  switchChannels,
} from '../../contract.ts'
import {
  createZoneSchema,
  editZoneSchema,
  listZoneSchemas,
  switchZoneSchemas,
  type ZoneSchemaRow,
  zoneSchema,
} from '../contract.ts'
import { conflictsIn, MAX_ZONE_ROWS, zoneFor } from '../rules.ts'

const server = await startTestServer()

const aDesk = (permissions = ['*']) => aUser(server, { permissions })
type Desk = Awaited<ReturnType<typeof aDesk>>
type Given = SentTo<typeof createZoneSchema>

const row = (zoneCode: string, zipFrom: string, zipTo = zipFrom, over: object = {}) => ({
  zoneCode,
  countryCode: 'US',
  stateCode: null,
  city: null,
  zipFrom,
  zipTo,
  remoteLevel: 'none',
  ...over,
})
const ground: Given = {
  schemaCode: 'GROUND',
  schemaName: '陆运分区',
  carrier: 'ups',
  originZip: '91761',
  rows: [row('2', '900*', '908*'), row('7', '90210')],
}

async function made(who: Desk, over: Partial<Given> = {}) {
  const answer = await server.send(createZoneSchema, { ...ground, ...over }, who)
  expect(answer, answer.message).toMatchObject({ success: true })
  return (answer.data as { id: number }).id
}
const item = (who: Desk, id: number) => server.done(zoneSchema, { id }, who)
const zonesIn = async (who: Desk, id: number) =>
  (await item(who, id)).rows.map(({ zoneCode, zipFrom }) => `${zipFrom} ${zoneCode}`)
const listed = async (who: Desk, input: Record<string, string> = {}) =>
  ((await server.send(listZoneSchemas, input, who)).data as Page<ZoneSchemaRow>).rows
const switched = async (who: Desk, ids: number[], isEnabled: boolean) =>
  (await server.send(switchZoneSchemas, { ids, isEnabled }, who)).data

const byBook: Omit<SentTo<typeof createChannel>, 'channelCode' | 'pool'> = {
  ...blankChannel,
  nameZh: '客户自带',
  nameEn: 'Own label',
  carrier: 'UPS',
  labelSource: 'uploaded',
  billingMethod: 'price_book',
  dimDivisor: 139,
  dimRounding: 'ceil',
}
const sendChannel = (who: Desk, zoneSchemaId: number, channelCode = 'BOOK') =>
  server.send(createChannel, { channelCode, ...byBook, zoneSchemaId, pool: null }, who)
async function aChannel(who: Desk, zoneSchemaId: number, channelCode = 'BOOK') {
  const answer = await sendChannel(who, zoneSchemaId, channelCode)
  expect(answer, answer.message).toMatchObject({ success: true })
  return (answer.data as { id: number }).id
}

describe('a zone schema', () => {
  test('is found by code, name, carrier, pinyin initials and status, with its content', async () => {
    const who = await aDesk()
    const id = await made(who)
    await made(who, { schemaCode: 'AIR', schemaName: 'Air', carrier: '', originZip: '', rows: [] })
    const codes = async (input: Record<string, string>) =>
      (await listed(who, input)).map(({ schemaCode }) => schemaCode)
    expect(await codes({})).toEqual(['AIR', 'GROUND'])
    expect(await codes({ search: 'lyfq' })).toEqual(['GROUND'])
    expect(await codes({ search: 'UPS' })).toEqual(['GROUND'])
    expect(await codes({ search: '_' })).toEqual([])
    await switched(who, [id], false)
    expect(await codes({ isEnabled: '0' })).toEqual(['GROUND'])
    expect(await listed(who, { isEnabled: '0' })).toMatchObject([
      { carrier: 'UPS', originZip: '91761', zoneCount: 2, rowCount: 2, channels: [] },
    ])
    expect((await item(who, id)).rows).toEqual([
      { rowNo: 1, ...row('2', '900', '908') },
      { rowNo: 2, ...row('7', '90210') },
    ])
  })

  test('has a unique code, however it is typed, that cannot be changed', async () => {
    const who = await aDesk()
    const id = await made(who)
    expect(await server.send(createZoneSchema, { ...ground, schemaCode: 'ground' }, who)).toMatchObject({
      data: { kind: 'zone_schema_code_taken', fields: [{ path: 'schemaCode' }] },
    })
    await made(await aDesk())
    await expect(
      server.database.write(who.tenantId, (tx) =>
        sql`update zone_schemas set schema_code = 'OTHER' where id = ${id}`.execute(tx),
      ),
    ).rejects.toMatchObject({ constraint: 'zone_schema_code_kept' })
    await expect(
      server.database.write(who.tenantId, (tx) => sql`delete from zone_schemas where id = ${id}`.execute(tx)),
    ).rejects.toMatchObject({ code: '42501' })
  })

  test.each([
    [{ carrier: 'ß'.repeat(21) }, 'carrier'],
    [{ rows: [row('ß'.repeat(6), '900')] }, 'rows[0].zoneCode'],
  ] as [Partial<Given>, string][])(
    'with %j is refused at %s: in capitals it is too long',
    async (over, path) => {
      const who = await aDesk()
      expect(await server.send(createZoneSchema, { ...ground, ...over }, who)).toMatchObject({
        success: false,
        data: { kind: 'validation', fields: [{ path }] },
      })
      const short = { carrier: 'ß'.repeat(20), rows: [row('ß'.repeat(5), '900')] }
      expect(await item(who, await made(who, short))).toMatchObject({
        carrier: 'SS'.repeat(20),
        rows: [{ zoneCode: 'SSSSSSSSSS' }],
      })
    },
  )

  test('refuses conflicting rows of equal precedence, and names both', async () => {
    const who = await aDesk()
    const answer = await server.send(
      createZoneSchema,
      { ...ground, rows: [row('2', '900', '908'), row('2', '001'), row('3', '905', '913')] },
      who,
    )
    expect(answer.data).toMatchObject({
      kind: 'validation',
      fields: [
        {
          path: 'rows[2]',
          message:
            'Row 1 (US 900–908, zone 2) and row 3 (US 905–913, zone 3) overlap and have the same priority',
        },
      ],
    })
    const many = Array.from({ length: MAX_ZONE_ROWS + 1 }, (_, i) => row('2', String(10_000 + i)))
    expect((await server.send(createZoneSchema, { ...ground, rows: many }, who)).data).toMatchObject({
      kind: 'validation',
      fields: [{ path: 'rows' }],
    })
    await made(who, { rows: many.slice(1) })
  })

  test.each([
    ['900', '90899'],
    ['908', '900'],
    ['900', null],
    ['9-0', '9-0'],
  ])('cannot hold bounds from %s to %s in the database either', async (from, to) => {
    const who = await aDesk()
    const id = await made(who)
    await expect(
      server.owner(
        `insert into zone_rows (tenant_id, schema_id, row_no, zone_code, country_code, zip_from, zip_to)
         values ($1, $2, 99, '2', 'US', $3, $4)`,
        [who.tenantId, id, from, to],
        who.tenantId,
      ),
    ).rejects.toMatchObject({ code: '23514' })
  })

  test('detects concurrent edits, and the audit log has the removed and added rows', async () => {
    const who = await aDesk()
    const id = await made(who)
    const { schemaCode: _, ...facts } = { ...ground, rows: [row('3', '900', '908'), row('7', '90210')] }
    expect(await server.send(editZoneSchema, { id, rowVersion: 1, ...facts }, who)).toMatchObject({
      data: { rowVersion: 2 },
    })
    expect(await server.send(editZoneSchema, { id, rowVersion: 1, ...facts }, who)).toMatchObject({
      data: { kind: 'stale' },
    })
    expect(await zonesIn(who, id)).toEqual(['900 3', '90210 7'])
    const [entry] = await server.owner<{ before: object; after: object }>(
      `select before, after from audit_log where object_type = 'zone_schema' and action = 'edit' and object_id = $1`,
      [id],
      who.tenantId,
    )
    expect(entry).toEqual({ before: { zoneRows: ['2: US 900–908'] }, after: { zoneRows: ['3: US 900–908'] } })
  })

  test('of the demo matches a real carrier', async () => {
    const who = await aDesk()
    const client = new pg.Client({ ...server.at.owner, options: '-c search_path=wms' })
    await client.connect()
    await client.query('begin')
    await client.query(`set local app.tenant_id = '${who.tenantId}'`)
    await seedZones(client, who.tenantId)
    await client.query('commit')
    await client.end()
    const before = await listed(who)
    expect(before.map(({ schemaCode }) => schemaCode)).toEqual(['GB-MAINLAND', 'US-917'])
    const [britain = [], america = []] = await Promise.all(
      before.map(async ({ id }) => (await item(who, id)).rows),
    )
    expect(conflictsIn([...britain, ...america])).toEqual([])
    const zone = (zip: string, countryCode = 'US') => {
      const match = zoneFor([...britain, ...america], { countryCode, zip })
      return match && `${match.zoneCode} ${match.remoteLevel}`
    }
    expect([zone('90001'), zone('92225'), zone('10001-1234'), zone('96813'), zone('64108')]).toEqual([
      '2 none',
      '2 das',
      '8 none',
      '8 das_ext',
      '6 none',
    ])
    expect([zone('SW1A 1AA', 'GB'), zone('ZE1 0AA', 'GB'), zone('1010', 'NZ')]).toEqual([
      '1 none',
      '4 das_ext',
      undefined,
    ])
  })

  test('needs permissions to see and change', async () => {
    const viewer = await aDesk(['setting:channel:view'])
    expect(await server.send(listZoneSchemas, {}, viewer)).toMatchObject({ success: true })
    expect(await server.send(createZoneSchema, ground, viewer)).toMatchObject({ data: { kind: 'forbidden' } })
    const biller = await aDesk(['setting:quote:view', 'setting:quote:price'])
    expect(await server.send(listZoneSchemas, {}, biller)).toMatchObject({ data: { kind: 'forbidden' } })
  })
})

describe('a channel that is billed by price book', () => {
  test('uses existing enabled zones, keeps its current ones, and loses them with its price book', async () => {
    const who = await aDesk()
    const [id, other] = [await made(who), await made(who, { schemaCode: 'OTHER' })]
    const stranger = await made(await aDesk())
    const refused = (message: string) => ({ data: { fields: [{ path: 'zoneSchemaId', message }] } })
    expect(await sendChannel(who, stranger)).toMatchObject(refused('Zone schema not found'))
    await switched(who, [other], false)
    expect(await sendChannel(who, other)).toMatchObject(refused('This zone schema is disabled'))

    const book = await aChannel(who, id)
    const shown = (await server.send(getChannel, { id: book }, who)).data
    expect(shown).toMatchObject({ zoneSchemaId: id, zoneSchemaCode: 'GROUND', zoneSchemaName: '陆运分区' })
    const { rows } = (await server.send(listChannels, {}, who)).data as Page<object>
    expect(rows).toMatchObject([{ channelCode: 'BOOK', zoneSchemaCode: 'GROUND' }])
    expect(await item(who, id)).toMatchObject({ channels: ['BOOK'] })
    await server.send(copyChannels, { ids: [book] }, who)
    expect(await item(who, id)).toMatchObject({ channels: ['BOOK', 'BOOK-COPY'] })

    const flat = { ...byBook, zoneSchemaId: id, billingMethod: 'none' } as const
    expect(await server.send(editChannel, { id: book, rowVersion: 1, ...flat }, who)).toMatchObject({
      success: true,
    })
    expect((await server.send(getChannel, { id: book }, who)).data).toMatchObject({ zoneSchemaId: null })
    await expect(
      server.owner('update channels set zone_schema_id = $1 where id = $2', [id, book], who.tenantId),
    ).rejects.toMatchObject({ constraint: 'zones_are_used' })
  })

  test('prevents its zones from being disabled, and cannot be enabled again without them', async () => {
    const who = await aDesk()
    const [id, free] = [await made(who), await made(who, { schemaCode: 'FREE' })]
    const [book, more] = [await aChannel(who, id), await aChannel(who, id, 'MORE')]
    expect(await switched(who, [id, free, 999_999], false)).toEqual({
      ok: 1,
      failed: [
        { id, no: 'GROUND', reason: 'Used by enabled channels: BOOK, MORE' },
        { id: 999_999, no: '999999', reason: 'Zone schema not found' },
      ],
    })
    await server.send(switchChannels, { ids: [book, more], isEnabled: false }, who)
    expect(await switched(who, [id], false)).toEqual({ ok: 1, failed: [] })
    expect((await server.send(switchChannels, { ids: [book], isEnabled: true }, who)).data).toEqual({
      ok: 0,
      failed: [{ id: book, no: 'BOOK', reason: 'This zone schema is disabled' }],
    })
    // An existing reference stays, so that a name can be corrected.
    const renamed = { id: book, rowVersion: 2, ...byBook, zoneSchemaId: id, nameEn: 'By book' }
    expect(await server.send(editChannel, renamed, who)).toMatchObject({ success: true })
  })

  test('and a user who disables its zones at the same moment never both succeed', async () => {
    const who = await aDesk()
    for (let round = 0; round < 5; round++) {
      const id = await made(who, { schemaCode: `S${round}` })
      const book = await aChannel(who, id, `B${round}`)
      await server.send(switchChannels, { ids: [book], isEnabled: false }, who)
      await Promise.all([
        server.send(switchChannels, { ids: [book], isEnabled: true }, who),
        switched(who, [id], false),
        sendChannel(who, id, `N${round}`),
      ])
      const [state] = await server.owner<{ is_on: boolean; used: boolean }>(
        `select is_enabled as is_on, exists (select 1 from channels c where c.zone_schema_id = z.id and c.is_enabled) as used
         from zone_schemas z where id = $1`,
        [id],
        who.tenantId,
      )
      expect(state?.used && !state.is_on).toBe(false)
    }
  })
})

describe('a spreadsheet of zone rows', () => {
  const heads = ['分区方案代码', 'Zone', '国家/地区', '州/省', 'City', '起始邮编', 'To', 'Remote level']

  async function started(who: Desk, rows: string[][]) {
    const bytes = await writeXlsx({ sheets: [{ name: 's', rows: [heads, ...rows] }] })
    const fileId = await uploadedId(server, who, 'sheet', 's.xlsx', bytes)
    const answer = await server.send(startImport, { kind: 'zone_rows', fileId }, who)
    expect(answer, answer.message).toMatchObject({ success: true })
    return (answer.data as { id: number }).id
  }
  const problems = async (who: Desk, id: number) => {
    const { rows } = (await server.send(importRows, { id, verdict: 'error' }, who)).data as Page<{
      rowNo: number
      problems: { message: string }[]
    }>
    return Object.fromEntries(rows.map((line) => [line.rowNo, line.problems[0]?.message]))
  }
  test('adds places, updates existing ones, and names both rows of an overlap', async () => {
    const who = await aDesk()
    const [id, other] = [await made(who), await made(who, { schemaCode: 'OTHER', rows: [] })]
    const sheet = await started(who, [
      ['ground', '3', 'us', '', '', '900*', '908*', ''],
      ['GROUND', '7', 'US', '', '', '90210', '', '非偏远'],
      ['GROUND', '8', 'US', '', '', '967', '968', '超偏远'],
      ['GROUND', '4', 'US', '', '', '905', '913', ''],
      ['GROUND', '5', 'US', '', '', '90210-1234', '90210', 'DAS'],
      ['GROUND', '2', 'CA', '', '', 'K1', 'K1', ''],
      ['GROUND', '3', 'CA', '', '', 'k1', '', ''],
      ['GROUND', '3', 'US', '', '', '900', '908', ''],
      ['OTHER', '1', 'US', 'CA', '', '', '', ''],
      ['NOWHERE', '1', 'US', '', '', '', '', ''],
      ['OTHER', '1', 'US', '', '', '5', '098', ''],
    ])
    expect((await server.send(importState, { id: sheet }, who)).data).toMatchObject({
      counts: { new: 2, error: 9 },
    })
    expect(await problems(who, sheet)).toEqual({
      2: 'Overlaps row 5 of the spreadsheet (US 905–913, zone 4) with the same priority',
      3: 'Overlaps row 6 of the spreadsheet (US 90210, zone 5) with the same priority',
      5: 'Overlaps row 2 of the spreadsheet (US 900–908, zone 3) with the same priority',
      6: 'Overlaps row 3 of the spreadsheet (US 90210, zone 7) with the same priority',
      7: 'Overlaps row 8 of the spreadsheet (CA K1, zone 3) with the same priority',
      8: 'Overlaps row 7 of the spreadsheet (CA K1, zone 2) with the same priority',
      9: 'Duplicate of row 2',
      11: 'Zone schema not found',
      12: 'Both postal codes must have the same length. Check for missing leading zeros.',
    })

    // Corrected, row 5 agrees with row 2, and both are imported.
    await server.send(correctImportRow, { id: sheet, rowNo: 5, column: 'zoneCode', text: '3' }, who)
    expect((await server.send(importState, { id: sheet }, who)).data).toMatchObject({
      counts: { new: 3, update: 1, error: 7 },
    })
    const task = await worked(
      server,
      who,
      (await server.done(runImport, { id: sheet, mode: 'good_rows' }, who)).taskId,
    )
    expect(task?.failures.map(({ no }) => no)).toEqual(['3', '6', '7', '8', '9', '11', '12'])
    expect(await zonesIn(who, id)).toEqual(['900 3', '90210 7', '967 8', '905 3'])
    expect(await item(who, id)).toMatchObject({ rowVersion: 2 })
    expect((await item(who, other)).rows).toMatchObject([{ stateCode: 'CA', zipFrom: null, zipTo: null }])
    const [entry] = await server.owner<{ before: object; after: object }>(
      `select before, after from audit_log where object_type = 'zone_schema' and action = 'edit' and object_id = $1`,
      [id],
      who.tenantId,
    )
    expect(entry).toEqual({
      before: { zoneRows: ['2: US 900–908'] },
      after: { zoneRows: ['3: US 900–908', '8: US 967–968 (das_ext)', '3: US 905–913'] },
    })
  })

  test('leaves out rows that would be valid only together with a row that is left out', async () => {
    const who = await aDesk()
    await made(who, { rows: [row('2', '900', '908'), row('2', '700')] })
    // Row 2 would change the table's row, row 3 agrees with that change, row 4 contradicts both.
    const sheet = await started(who, [
      ['GROUND', '3', 'US', '', '', '900', '908', ''],
      ['GROUND', '3', 'US', '', '', '906', '914', ''],
      ['GROUND', '4', 'US', '', '', '899', '907', ''],
    ])
    expect((await server.send(importState, { id: sheet }, who)).data).toMatchObject({ counts: { error: 3 } })
    expect(await problems(who, sheet)).toMatchObject({
      2: 'Overlaps row 4 of the spreadsheet (US 899–907, zone 4) with the same priority',
    })

    const later = await started(who, [
      ['GROUND', '3', 'US', '', '', '906', '914', ''],
      ['GROUND', '2', 'US', '', '', '700*', '', ''],
    ])
    expect((await server.send(importState, { id: later }, who)).data).toMatchObject({
      counts: { skip: 1, error: 1 },
    })
    expect(await problems(who, later)).toEqual({
      2: 'Overlaps row 1 of the schema (US 900–908, zone 2) with the same priority',
    })
  })

  test('of schemas is exported as filtered', async () => {
    const who = await aDesk()
    await made(who)
    await made(who, { schemaCode: 'AIR', schemaName: 'Air', carrier: 'DHL', originZip: '00501' })
    const columns = ['schemaCode', 'originZip', 'zoneCount']
    const input = { list: 'zone_schemas', format: 'csv' as const, columns, filters: { search: 'dhl' } }
    const task = await worked(server, who, (await server.done(exportList, input, who)).taskId)
    const text = (await server.server.http.inject({ url: task?.fileUrl ?? '' })).body
    expect(text).toContain('AIR,00501,2')
    expect(text).not.toContain('GROUND')
  })
})
