import { expect, test } from 'vitest'
import type { SentTo } from '../../platform/calls/call.ts'
import { type aTenant, aUser, startTestServer } from '../../testing/test-server.ts'
import {
  editWarehouse,
  setMeasures,
  setWarehouseSettings,
  warehouseFacts,
  warehouseStates,
} from '../contract.ts'
import { defaultSettings } from '../settings.ts'
import { topInfo } from '../top-contract.ts'
import { settingsOf } from './facts.ts'

const server = await startTestServer()

const aDesk = (over: Parameters<typeof aTenant>[1] = {}) => aUser(server, over)
type Desk = Awaited<ReturnType<typeof aDesk>>

const facts: SentTo<typeof editWarehouse> = {
  rowVersion: 1,
  warehouseCode: 'LAX-9',
  warehouseName: '洛杉矶九号仓',
  positionType: 'agent',
  countryCode: 'us',
  stateCode: 'ca',
  city: 'Ontario',
  zip: '91761',
  address1: '4300 E Jurupa St',
  address2: '',
  contact: 'Ann',
  phone: '+1 909 555 0100',
  email: '',
  timeZone: 'America/Los_Angeles',
  snapshotTime: '06:00',
  minVolume: '0.000002',
}

const known = (who: Desk) => server.done(warehouseFacts, {}, who)

const auditOf = (who: Desk) =>
  server.owner<{ action: string; before: object; after: object }>(
    `select action, before, after from audit_log where object_type = 'warehouse' order by id`,
    [],
    who.tenantId,
  )

test('the warehouse details detect concurrent edits, and only changes are logged', async () => {
  const who = await aDesk()
  expect(await server.send(editWarehouse, facts, who)).toMatchObject({ data: { rowVersion: 2 } })
  expect(await known(who)).toMatchObject({
    warehouseCode: 'LAX-9',
    countryCode: 'US',
    stateCode: 'CA',
    address2: null,
    timeZone: 'America/Los_Angeles',
    snapshotTime: '06:00',
    minVolume: '0.000002',
    currencyCode: 'USD',
  })
  expect(await server.send(editWarehouse, facts, who)).toMatchObject({ data: { kind: 'stale' } })
  await server.send(editWarehouse, { ...facts, rowVersion: 2, city: 'Fontana' }, who)
  expect((await auditOf(who)).at(-1)).toEqual({
    action: 'edit',
    before: { city: 'Ontario' },
    after: { city: 'Fontana' },
  })
  expect((await server.send(topInfo, {}, who)).data).toMatchObject({ warehouseName: '洛杉矶九号仓' })
})

test.each([
  ['warehouseCode', 'LAX 9'],
  ['warehouseName', ' '],
  ['warehouseName', 'a\u202Eb'],
  ['positionType', '5'],
  ['countryCode', 'XX'],
  ['countryCode', ''],
  ['stateCode', 'C'],
  ['stateCode', 'ABCDEF'],
  ['city', ''],
  ['zip', ''],
  ['zip', '9176'],
  ['zip', 'SW1A 1AA'],
  ['address1', ''],
  ['contact', ''],
  ['phone', ''],
  ['phone', 'call me'],
  ['email', 'nobody'],
  ['timeZone', 'Mars/Base'],
  ['timeZone', 'GMT+8'],
  ['snapshotTime', '06:01'],
  ['snapshotTime', '24:00'],
  ['snapshotTime', '2:00'],
  ['snapshotTime', '02:60'],
  ['minVolume', '0'],
  ['minVolume', '0.0000001'],
  ['minVolume', '-1'],
  ['minVolume', '1e-6'],
])('a warehouse with %s %j is refused at that field', async (field, value) => {
  const who = await aDesk()
  const answer = await server.send(editWarehouse, { ...facts, [field]: value }, who)
  expect(answer).toMatchObject({ success: false, data: { fields: [{ path: field }] } })
})

test('a postal code is valid for its country, and a province may have a hyphen', async () => {
  const who = await aDesk()
  const there = { ...facts, countryCode: 'GB', stateCode: 'GB-EN', zip: 'SW1A 1AA' }
  expect(await server.send(editWarehouse, there, who)).toMatchObject({ success: true })
})

test('a warehouse is in an available province of its country, where the country has any', async () => {
  const who = await aDesk()
  const state = (stateCode: string, nameZh: string | null, nameEn: string | null, isEnabled = true) =>
    server.owner(
      `insert into states (tenant_id, country_code, state_code, name_zh, name_en, search_line, is_enabled)
       values ($1, 'US', $2, $3, $4, 'x', $5)`,
      [who.tenantId, stateCode, nameZh, nameEn, isEnabled],
      who.tenantId,
    )
  await state('TX', '得克萨斯州', 'Texas')
  await state('CA', '加利福尼亚州', null)
  await state('NV', '内华达州', 'Nevada', false)
  const offered = async (countryCode: string) =>
    (await server.send(warehouseStates, { countryCode }, who)).data as unknown
  expect(await offered('us')).toEqual([
    { stateCode: 'CA', name: '加利福尼亚州' },
    { stateCode: 'TX', name: 'Texas' },
  ])
  expect(await offered('GB')).toEqual([])

  for (const stateCode of ['ZZ', 'nv'])
    expect(await server.send(editWarehouse, { ...facts, stateCode }, who)).toMatchObject({
      success: false,
      data: { fields: [{ path: 'stateCode' }] },
    })
  expect(await server.send(editWarehouse, facts, who)).toMatchObject({ success: true })
  await server.owner(`update states set is_enabled = false where state_code = 'CA'`, [], who.tenantId)
  expect(
    await server.send(editWarehouse, { ...facts, rowVersion: 2, city: 'Fontana' }, who),
    'where it is already',
  ).toMatchObject({ success: true })
  const abroad = { ...facts, rowVersion: 3, countryCode: 'GB', zip: 'SW1A 1AA', stateCode: 'ZZ' }
  expect(await server.send(editWarehouse, abroad, who), 'no states there').toMatchObject({ success: true })
})

test('unit and currency are set once, by typing the currency again, and never changed', async () => {
  const who = await aDesk()
  await server.owner('alter table warehouses disable trigger set_once')
  await server.owner(
    'update warehouses set currency_code = null, unit = null where tenant_id = $1',
    [who.tenantId],
    who.tenantId,
  )
  await server.owner('alter table warehouses enable trigger set_once')

  const wish = { currencyCode: 'EUR', unit: 1, typed: 'EUR KG/CM' }
  for (const typed of ['', 'EUR', 'KG/CM', 'USD KG/CM', 'EUR LB/IN'])
    expect(await server.send(setMeasures, { ...wish, typed }, who)).toMatchObject({
      data: { fields: [{ path: 'typed' }] },
    })
  for (const currencyCode of ['XXX', 'eur', 'XAU', 'ABC', ''])
    expect(
      await server.send(setMeasures, { ...wish, currencyCode, typed: `${currencyCode} KG/CM` }, who),
    ).toMatchObject({
      success: false,
    })
  expect(await server.send(setMeasures, { ...wish, unit: 3 }, who)).toMatchObject({ success: false })
  expect(await known(who)).toMatchObject({ currencyCode: null, unit: null, measuresSetAt: null })

  expect(await server.send(setMeasures, { ...wish, typed: ' eur  kg/cm ' }, who)).toMatchObject({
    success: true,
  })
  const fixed = await known(who)
  expect(fixed).toMatchObject({ currencyCode: 'EUR', unit: 1, measuresSetAt: expect.any(String) })
  expect(await server.send(setMeasures, wish, who), 'the same again').toMatchObject({ success: true })
  expect(await known(who)).toEqual(fixed)
  expect((await auditOf(who)).map(({ action }) => action)).toEqual(['fix_measures'])
  for (const other of [
    { ...wish, unit: 2, typed: 'EUR LB/IN' },
    { ...wish, currencyCode: 'USD', typed: 'USD KG/CM' },
  ])
    expect(await server.send(setMeasures, other, who)).toMatchObject({
      success: false,
      message: 'Unit and currency can be set only once',
    })
})

test('of two who set unit and currency at once, one succeeds and the other is told', async () => {
  const who = await aDesk()
  await server.owner('alter table warehouses disable trigger set_once')
  await server.owner(
    'update warehouses set currency_code = null, unit = null where tenant_id = $1',
    [who.tenantId],
    who.tenantId,
  )
  await server.owner('alter table warehouses enable trigger set_once')
  const answers = await Promise.all(
    ['EUR', 'JPY'].map((currencyCode) =>
      server.send(setMeasures, { currencyCode, unit: 1, typed: `${currencyCode} KG/CM` }, who),
    ),
  )
  expect(answers.map(({ success }) => success).sort()).toEqual([false, true])
})

test('working rules have defaults, are changed together, and logged field by field', async () => {
  const who = await aDesk()
  expect(await known(who)).toMatchObject({ settings: defaultSettings })
  const wish = {
    ...defaultSettings,
    rowVersion: 1,
    autoAudit: true,
    interceptAllowed: ['waybill_printed' as const, 'pending_audit' as const],
    balanceWarnDefault: '50.00',
  }
  expect(await server.send(setWarehouseSettings, wish, who)).toMatchObject({ data: { rowVersion: 2 } })
  const { rowVersion: _, ...after } = wish
  const settings = { ...after, interceptAllowed: ['pending_audit', 'waybill_printed'] }
  expect(await known(who)).toMatchObject({ settings })
  expect(await server.database.read(who.tenantId, (db) => settingsOf(db, who))).toEqual(settings)
  expect((await auditOf(who)).at(-1)).toEqual({
    action: 'edit_settings',
    before: {
      autoAudit: false,
      interceptAllowed: defaultSettings.interceptAllowed,
      balanceWarnDefault: null,
    },
    after: { autoAudit: true, interceptAllowed: settings.interceptAllowed, balanceWarnDefault: '50.00' },
  })
  expect(await server.send(setWarehouseSettings, wish, who)).toMatchObject({ data: { kind: 'stale' } })
  for (const wrong of [
    { receiverDays: 29 },
    { receiverDays: 3651 },
    { overReceivePercent: 1.5 },
    { balanceWarnDefault: '1.234' },
  ])
    expect(await server.send(setWarehouseSettings, { ...wish, ...wrong }, who)).toMatchObject({
      success: false,
      data: { fields: [{ path: Object.keys(wrong)[0] }] },
    })
})

test('in a satellite the details are managed by the main warehouse', async () => {
  const who = await aDesk({ version: 'satellite' })
  expect(await server.send(warehouseFacts, {}, who)).toMatchObject({ success: true })
  expect(await server.send(editWarehouse, facts, who)).toMatchObject({ data: { kind: 'forbidden' } })
  expect(await server.send(setWarehouseSettings, { ...defaultSettings, rowVersion: 1 }, who)).toMatchObject({
    data: { kind: 'forbidden' },
  })
})
