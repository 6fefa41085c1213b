import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Page } from '../../../platform/calls/call.ts'
import {
  correctImportRow,
  importRows,
  importState,
  runImport,
  startImport,
} from '../../../platform/imports/contract.ts'
import { exportList } from '../../../platform/lists/lists.ts'
import { listAudit } from '../../../staff/audit/contract.ts'
import { aPerson, aSession, aTenant, aUser, startTestServer } from '../../../testing/test-server.ts'
import { uploadedId } from '../../../testing/upload.ts'
import { worked } from '../../../testing/work.ts'
import {
  createState,
  editState,
  listStates,
  type StateRow,
  state,
  stateCountries,
  switchStates,
} from '../contract.ts'
import { shippedStates } from '../province-data.ts'
import { seedStates } from './seed-provinces.ts'

const server = await startTestServer()

const aDesk = (permissions = ['*']) => aUser(server, { permissions })
type Desk = Awaited<ReturnType<typeof aDesk>>

const jalisco = { countryCode: 'MX', stateCode: 'JAL', nameZh: '哈利斯科州', nameEn: 'Jalisco' }
const pageOf = async (who: Desk, input: Record<string, string> = {}) =>
  (await server.send(listStates, input, who)).data as Page<StateRow>
const codesOf = async (who: Desk, input: Record<string, string>) =>
  (await pageOf(who, { size: '200', ...input })).rows.map((row) => `${row.countryCode}-${row.stateCode}`)
async function made(who: Desk, over: Partial<typeof jalisco> = {}) {
  const answer = await server.send(createState, { ...jalisco, ...over }, who)
  expect(answer).toMatchObject({ success: true })
  return (answer.data as { id: number }).id
}

describe('the default provinces', () => {
  test('are in every company: existing ones and those created later', async () => {
    const before = await aDesk()
    expect((await pageOf(before)).total).toBe(0)
    await seedStates(server.at.owner)
    const after = await aDesk()
    for (const who of [before, after]) {
      expect((await pageOf(who)).total).toBe(shippedStates.length)
      expect((await server.send(stateCountries, {}, who)).data).toEqual([
        'AU',
        'CA',
        'CN',
        'DE',
        'GB',
        'JP',
        'US',
      ])
      expect((await codesOf(who, { countryCode: 'GB' })).sort()).toEqual([
        'GB-ENG',
        'GB-NIR',
        'GB-SCT',
        'GB-WLS',
      ])
    }
  })

  test('are seeded again without touching what a company changed', async () => {
    const who = await aDesk()
    const [texas] = (await pageOf(who, { countryCode: 'US', search: 'texas' })).rows
    expect(texas).toMatchObject({ stateCode: 'TX', nameZh: '得克萨斯州' })
    const id = texas?.id ?? 0
    await server.send(editState, { id, rowVersion: 1, nameZh: '德州', nameEn: 'Texas' }, who)
    await server.send(switchStates, { ids: [id], isEnabled: false }, who)
    const own = await made(who)
    await server.owner('delete from shipped_states where state_code = $1', ['WY'])
    await Promise.all([seedStates(server.at.owner), seedStates(server.at.owner)])
    expect((await server.send(state, { id }, who)).data).toMatchObject({
      nameZh: '德州',
      isEnabled: false,
      rowVersion: 3,
    })
    expect((await server.send(state, { id: own }, who)).data).toMatchObject({ nameEn: 'Jalisco' })
    expect((await pageOf(who)).total).toBe(shippedStates.length + 1)
  })
})

describe('provinces', () => {
  test('are found by code, name, pinyin initials, country and status', async () => {
    const who = await aDesk()
    expect(await codesOf(who, { search: 'gdS' })).toEqual(['CN-GD'])
    expect(await codesOf(who, { search: '加利福尼亚' })).toEqual(['US-CA'])
    expect(await codesOf(who, { search: 'new south' })).toEqual(['AU-NSW'])
    expect(await codesOf(who, { search: 'us-ny' })).toEqual(['US-NY'])
    expect(await codesOf(who, { search: '100%_' })).toEqual([])
    const [first] = (await pageOf(who, { countryCode: 'JP' })).rows
    await server.send(switchStates, { ids: [first?.id ?? 0], isEnabled: false }, who)
    expect(await codesOf(who, { countryCode: 'JP', isEnabled: '0' })).toEqual(['JP-01'])
    expect(await codesOf(who, { countryCode: 'jp', isEnabled: '1' })).toHaveLength(46)
    expect(await server.send(listStates, { countryCode: 'XX' }, who)).toMatchObject({
      data: { kind: 'validation' },
    })
  })

  test.each([
    ['x', false],
    ['xy', true],
    ['abcde', true],
    ['abcdef', false],
    ['A B', false],
    ['ＡＢ', false],
    ['AB\n', true],
    ['..', false],
    ['---', true],
  ])('a code of %j: %s; it is stored in capitals', async (stateCode, isGood) => {
    const who = await aDesk()
    const answer = await server.send(createState, { ...jalisco, stateCode }, who)
    expect(answer.success).toBe(isGood)
    if (!isGood) expect(answer.data).toMatchObject({ kind: 'validation', fields: [{ path: 'stateCode' }] })
    else
      expect((await pageOf(who, { countryCode: 'MX' })).rows[0]?.stateCode).toBe(
        stateCode.trim().toUpperCase(),
      )
  })

  test('have a unique code within a country, however it is typed', async () => {
    const who = await aDesk()
    await made(who)
    expect(await server.send(createState, { ...jalisco, stateCode: 'jal' }, who)).toMatchObject({
      success: false,
      data: { kind: 'state_code_taken', fields: [{ path: 'stateCode' }] },
    })
    await made(who, { countryCode: 'CO' })
    await made(await aDesk())
  })

  test('have a name in at least one language', async () => {
    const who = await aDesk()
    expect(await server.send(createState, { ...jalisco, nameZh: ' ', nameEn: '' }, who)).toMatchObject({
      data: { kind: 'validation', fields: [{ path: 'nameEn' }] },
    })
    const id = await made(who, { nameZh: '' })
    expect((await server.send(state, { id }, who)).data).toMatchObject({ nameZh: null, nameEn: 'Jalisco' })
    const none = { id, rowVersion: 1, nameZh: null, nameEn: null }
    expect(await server.send(editState, none, who)).toMatchObject({ data: { kind: 'validation' } })
  })

  test('keep country and code: the database itself enforces it', async () => {
    const who = await aDesk()
    const id = await made(who)
    for (const column of ['country_code', 'state_code'] as const) {
      await expect(
        server.database.write(who.tenantId, (tx) =>
          sql`update states set ${sql.ref(column)} = 'ZZ' where id = ${id}`.execute(tx),
        ),
      ).rejects.toMatchObject({ constraint: 'state_code_kept' })
    }
    await expect(
      server.database.write(who.tenantId, (tx) => sql`delete from states where id = ${id}`.execute(tx)),
    ).rejects.toMatchObject({ code: '42501' })
  })

  test('detect concurrent edits, and the audit log has who, what and the old value', async () => {
    const who = await aDesk()
    const id = await made(who)
    const names = { nameZh: '哈州', nameEn: 'Jalisco' }
    expect(await server.send(editState, { id, rowVersion: 1, ...names }, who)).toMatchObject({
      data: { rowVersion: 2 },
    })
    expect(await server.send(editState, { id, rowVersion: 1, ...names }, who)).toMatchObject({
      data: { kind: 'stale' },
    })
    const auditLog = (await server.send(listAudit, { type: 'state' }, who)).data as Page<{
      action: string
      no: string
    }>
    expect(auditLog.rows.map(({ action }) => action)).toEqual(['edit', 'create'])
    const [row] = await server.owner<{ before: object; after: object }>(
      `select before, after from audit_log where object_type = 'state' and action = 'edit' and object_id = $1`,
      [id],
      who.tenantId,
    )
    expect(row).toEqual({ before: { nameZh: '哈利斯科州' }, after: { nameZh: '哈州' } })
  })

  test('are switched in bulk; those already in the state are reported', async () => {
    const who = await aDesk()
    const [a, b] = [await made(who), await made(who, { stateCode: 'NLE' })]
    await server.send(switchStates, { ids: [a], isEnabled: false }, who)
    expect((await server.send(switchStates, { ids: [a, b, 999_999], isEnabled: false }, who)).data).toEqual({
      ok: 1,
      failed: [
        { id: a, no: 'MX-JAL', reason: 'Status unchanged' },
        { id: 999_999, no: '999999', reason: 'State not found' },
      ],
    })
  })

  test('need permissions to see and change, and are not in the satellite version', async () => {
    const viewer = await aDesk(['setting:basicData:view'])
    expect(await server.send(listStates, {}, viewer)).toMatchObject({ success: true })
    expect(await server.send(createState, jalisco, viewer)).toMatchObject({ data: { kind: 'forbidden' } })
    const outsider = await aDesk(['query:customer:view'])
    expect(await server.send(listStates, {}, outsider)).toMatchObject({ data: { kind: 'forbidden' } })
    const satellite = await aTenant(server, { version: 'satellite' })
    const token = await aSession(server, satellite, (await aPerson(server, satellite)).id)
    expect(await server.send(listStates, {}, { token })).toMatchObject({ data: { kind: 'forbidden' } })
  })
})

describe('a spreadsheet of provinces', () => {
  async function uploaded(who: Desk, bytes: Uint8Array) {
    return uploadedId(server, who, 'sheet', 's.xlsx', bytes)
  }

  test('creates new ones, renames existing ones and skips unchanged ones', async () => {
    const who = await aDesk()
    const rows = [
      ['国家/地区', 'State code', '中文名称', 'English name'],
      ['mx', 'jal', '哈利斯科州', 'Jalisco'],
      ['US', 'TX', '德州', ''],
      ['US', 'NY', '纽约州', 'New York'],
      ['us', 'tx', '', 'Texas'],
      ['MX', 'TOOLONG', '', 'x'],
      ['MX', 'NLE', '', ''],
    ]
    const fileId = await uploaded(who, await writeXlsx({ sheets: [{ name: 's', rows }] }))
    const { id } = await server.done(startImport, { kind: 'states', fileId }, who)
    expect((await server.send(importState, { id }, who)).data).toMatchObject({
      counts: { new: 1, update: 1, skip: 1, error: 3 },
    })
    const task = await worked(
      server,
      who,
      (await server.done(runImport, { id, mode: 'good_rows' }, who)).taskId,
    )
    expect(task?.failures.map(({ no }) => no)).toEqual(['5', '6', '7'])
    expect((await pageOf(who, { search: 'us-tx' })).rows[0]).toMatchObject({
      nameZh: '德州',
      nameEn: 'Texas',
    })
    expect(await codesOf(who, { search: 'dz', countryCode: 'US' })).toContain('US-TX')
    expect(await codesOf(who, { countryCode: 'MX' })).toEqual(['MX-JAL'])
    const auditLog = (await server.send(listAudit, { type: 'state' }, who)).data as Page<{ action: string }>
    expect(auditLog.rows.map(({ action }) => action).sort()).toEqual(['create', 'edit'])
    expect(
      await server.owner(
        `select object_no, before, after from audit_log where object_type = 'state' and action = 'edit' and tenant_id = $1`,
        [who.tenantId],
        who.tenantId,
      ),
    ).toEqual([{ object_no: 'US-TX', before: { nameZh: '得克萨斯州' }, after: { nameZh: '德州' } }])
  })

  test('accepts formula results with a warning, which disappears once the value is typed', async () => {
    const who = await aDesk()
    const rows = [
      ['Country', 'State code', 'English name'],
      ['MX', 'JAL', null],
    ]
    const cells = new Map([['1,2', { value: 'Jalisco', formula: '"Jal"&"isco"', formulaResult: 'Jalisco' }]])
    const fileId = await uploaded(who, await writeXlsx({ sheets: [{ name: 's', rows, cells }] }))
    const { id } = await server.done(startImport, { kind: 'states', fileId }, who)
    const line = async () =>
      ((await server.send(importRows, { id }, who)).data as Page<{ verdict: string; problems: object[] }>)
        .rows[0]
    expect(await line()).toMatchObject({
      verdict: 'new',
      cells: ['MX', 'JAL', 'Jalisco'],
      problems: [{ column: 'nameEn', message: 'Contains a formula; its result was used' }],
    })
    await server.send(correctImportRow, { id, rowNo: 2, column: 'nameEn', text: 'Jalisco' }, who)
    expect(await line()).toMatchObject({ verdict: 'new', problems: [] })
  })

  test.each(['constructor', 'to_string', '__proto__', 'nothing'])(
    'of the kind %s does not exist',
    async (kind) => {
      const who = await aDesk()
      const fileId = await uploaded(who, await writeXlsx({ sheets: [{ name: 's', rows: [['a'], ['b']] }] }))
      expect(await server.send(startImport, { kind, fileId }, who)).toMatchObject({
        status: 200,
        data: { kind: 'not_found' },
      })
      const input = { list: kind, format: 'csv' as const, columns: ['a'], filters: {} }
      expect(await server.send(exportList, input, who)).toMatchObject({
        status: 200,
        data: { kind: 'not_found' },
      })
    },
  )

  test('is exported as filtered, with leading zeros', async () => {
    const who = await aDesk()
    const input = {
      list: 'states',
      format: 'csv' as const,
      columns: ['stateCode', 'nameEn'],
      filters: { countryCode: 'JP', search: 'tokyo' },
    }
    const begun = await server.send(exportList, input, who)
    expect(begun).toMatchObject({ success: true })
    const task = await worked(server, who, (begun.data as { taskId: number }).taskId)
    const text = (await server.server.http.inject({ url: task?.fileUrl ?? '' })).body
    expect(text).toContain('13')
    expect(text).toContain('Tokyo')
    expect(text).not.toContain('Osaka')
  })
})
