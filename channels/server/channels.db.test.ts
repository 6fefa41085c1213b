import { readFileSync } from 'node:fs'
import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Page, SentTo } from '../../platform/calls/call.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import { importState, runImport, startImport } from '../../platform/imports/contract.ts'
import { exportList } from '../../platform/lists/lists.ts'
import { listAudit } from '../../staff/audit/contract.ts'
import { blankChannel } from '../../testing/blank-inputs.ts'
import { untilLockWaits } from '../../testing/lock-waits.ts'
import { aUser, startTestServer } from '../../testing/test-server.ts'
import { uploadedId } from '../../testing/upload.ts'
import { worked } from '../../testing/work.ts'
import {
  type ChannelRow,
  channelChoices,
  copyChannels,
  createChannel,
  editChannel,
  getChannel,
  listChannels,
  switchChannels,
} from '../contract.ts'
import { addPool, listPools, type PoolRow, switchPool } from '../numbers/contract.ts'
import { takeNumbers } from '../numbers/server/numbers.ts'

const server = await startTestServer()

const aDesk = (over: Parameters<typeof aUser>[1] = {}) => aUser(server, over)
type Desk = Awaited<ReturnType<typeof aDesk>>
type Given = SentTo<typeof createChannel>

const pickup: Given = { ...blankChannel, channelCode: 'PICKUP', cutoffTime: '16:30', pool: null }
const range = { prefix: 'LC', digits: 8, checkRule: 'none', suffix: '', firstNo: 1, lastNo: 150 } as const
const local: Given = {
  ...pickup,
  channelCode: 'LOCAL',
  nameZh: '同城快递',
  nameEn: 'Local courier',
  labelSource: 'self_built',
}

const send = (given: Partial<Given>, who: Desk) => server.send(createChannel, { ...pickup, ...given }, who)
async function made(who: Desk, given: Partial<Given> = {}) {
  const answer = await send(given, who)
  expect(answer).toMatchObject({ success: true })
  return (answer.data as { id: number }).id
}
const item = (who: Desk, id: number) => server.done(getChannel, { id }, who)
const codes = async (who: Desk, input: Record<string, string> = {}) =>
  ((await server.send(listChannels, input, who)).data as Page<ChannelRow>).rows.map((row) => row.channelCode)
const pools = async (who: Desk, channelId: number) =>
  (await server.send(listPools, { channelId }, who)).data as PoolRow[]

const idOf = async (who: Desk, text: string, values: unknown[] = []) => {
  const [row] = await server.owner<{ id: string }>(text, [who.tenantId, ...values], who.tenantId)
  return Number(row?.id)
}
const anAccount = (who: Desk, name = 'Main') =>
  idOf(
    who,
    `insert into carrier_accounts (tenant_id, adapter, carrier, account_name, environment, search_line)
     values ($1, 'demo', 'DEMO', $2, 'sandbox', $2) returning id`,
    [name],
  )
async function aPlatformAccount(who: Desk) {
  const platform = await idOf(
    who,
    `insert into platforms (tenant_id, platform_code, platform_name, address, headers, requests, answers, search_line)
     values ($1, 'OWN', 'Own', 'https://example.com', '{}', '{}', '{}', 'own') returning id`,
  )
  return idOf(
    who,
    `insert into carrier_accounts (tenant_id, adapter, carrier, account_name, environment, platform_id, search_line)
     values ($1, 'platform', 'OWN', 'Own', 'live', $2, 'own') returning id`,
    [platform],
  )
}
const aCustomer = (who: Desk, code: string) =>
  idOf(
    who,
    'insert into customers (tenant_id, customer_code, customer_name, search_line) values ($1, $2, $2, lower($2)) returning id',
    [code],
  )
const aWatermark = (who: Desk, name: string, format = 'pdf_a4', source: string | null = null) =>
  idOf(
    who,
    `insert into watermark_templates (tenant_id, template_name, label_format, label_source, stamp_mode, items, lang)
     values ($1, $2, $3, $4, 'overlay', '[{}]', 'en_US') returning id`,
    [name, format, source],
  )

describe('channels', () => {
  test('are found by code, name, carrier, pinyin initials, source, billing, country and status', async () => {
    const who = await aDesk()
    const id = await made(who)
    await made(who, { ...local, carrier: 'GLS', countries: ['CA', 'US'], billingMethod: 'flat' })
    expect(await codes(who, { search: 'tckd' })).toEqual(['LOCAL'])
    expect(await codes(who, { search: 'gls' })).toEqual(['LOCAL'])
    expect(await codes(who, { search: '自提' })).toEqual(['PICKUP'])
    expect(await codes(who, { search: '%' })).toEqual([])
    expect(await codes(who, { labelSource: 'self_built' })).toEqual(['LOCAL'])
    expect(await codes(who, { carrier: 'self' })).toEqual(['PICKUP'])
    expect(await codes(who, { billingMethod: 'none' })).toEqual(['PICKUP'])
    expect(await codes(who, { countryCode: 'CA' })).toEqual(['LOCAL'])
    expect(await codes(who, { countryCode: 'US', sort: 'channelCode', order: 'desc' })).toEqual([
      'PICKUP',
      'LOCAL',
    ])
    await server.send(switchChannels, { ids: [id], isEnabled: false }, who)
    expect(await codes(who, { isEnabled: '1' })).toEqual(['LOCAL'])
  })

  test('have a unique code, however it is typed, that cannot be changed', async () => {
    const who = await aDesk()
    const id = await made(who)
    expect(await send({ channelCode: 'pickup' }, who)).toMatchObject({
      data: { kind: 'channel_code_taken', fields: [{ path: 'channelCode' }] },
    })
    await made(await aDesk())
    await expect(
      server.database.write(who.tenantId, (tx) =>
        sql`update channels set channel_code = 'OTHER' where id = ${id}`.execute(tx),
      ),
    ).rejects.toMatchObject({ constraint: 'channel_code_kept' })
    await expect(
      server.database.write(who.tenantId, (tx) => sql`delete from channels where id = ${id}`.execute(tx)),
    ).rejects.toMatchObject({ code: '42501' })
  })

  test.each([
    [{ labelSource: 'carrier_api', labelFormat: 'pdf_100x150', serviceCode: 'x' }, 'carrierAccountId'],
    [{ labelSource: 'carrier_api', labelFormat: 'pdf_100x150', carrierAccountId: 1 }, 'serviceCode'],
    [{ billingMethod: 'price_book', zoneSchemaId: 1 }, 'dimDivisor'],
    [{ billingMethod: 'price_book', dimDivisor: 139 }, 'zoneSchemaId'],
    [{ billingMethod: 'carrier_cost' }, 'billingMethod'],
    [{ labelSource: 'uploaded', billingMethod: 'carrier_cost', carrierAccountId: 1 }, 'billingMethod'],
    [{ customerScope: 'list' }, 'customerIds'],
    [{ countries: [] }, 'countries'],
    [{ countries: ['US', 'XX'] }, 'countries[1]'],
    [{ cutoffTime: '24:00' }, 'cutoffTime'],
    [{ cutoffTime: '9:00' }, 'cutoffTime'],
    [{ trackingPattern: '(a+)+' }, 'trackingPattern'],
    [{ trackingPattern: 'A'.repeat(101) }, 'trackingPattern'],
    [{ weightStep: '0' }, 'weightStep'],
    [{ maxWeight: '-1' }, 'maxWeight'],
    [{ addressLen: 9 }, 'addressLen'],
    [{ voidDays: 366 }, 'voidDays'],
    [{ nameEn: ' ' }, 'nameEn'],
    [{ carrier: '' }, 'carrier'],
    [{ carrier: 'ß'.repeat(21) }, 'carrier'],
    [{ pool: { ...range, lastNo: 0 } }, 'pool.lastNo'],
  ] as [Partial<Given>, string][])('with %j are refused at %s', async (over, path) => {
    const who = await aDesk()
    expect(await send(over, who)).toMatchObject({
      success: false,
      data: { kind: 'validation', fields: [{ path }] },
    })
  })

  test('never have ZPL labels', async () => {
    const who = await aDesk()
    const wrong = { ...pickup, labelFormat: 'zpl_100x150' } as unknown as Given
    expect(await server.send(createChannel, wrong, who)).toMatchObject({
      data: { kind: 'validation', fields: [{ path: 'labelFormat' }] },
    })
  })

  test.each([
    [2, '1', '1728.000000'],
    [2, '1728', '1728.000000'],
    [1, '0.03', '30000.000000'],
  ])(
    'of an earlier version in unit %i with a trigger of %s are compared with %s',
    async (unit, typed, volume) => {
      const who = await aDesk()
      const id = await made(who)
      const change = (text: string, values: unknown[] = []) => server.owner(text, values, who.tenantId)
      await change('alter table warehouses disable trigger set_once')
      await change('update warehouses set unit = $1', [unit])
      await change('alter table warehouses enable trigger set_once')
      await change('update channels set dim_divisor = 166, dim_trigger_volume = $2 where id = $1', [
        id,
        typed,
      ])
      await change(readFileSync('db/migrations/0025-package-volume.sql', 'utf8'))
      expect(await item(who, id)).toMatchObject({ dimTriggerVolume: volume })
    },
  )

  test.each([
    [{ label_source: 'carrier_api' }, 'api_has_account'],
    [{ billing_method: 'price_book' }, 'book_has_divisor'],
    [{ billing_method: 'carrier_cost' }, 'cost_has_account'],
    [{ dim_trigger_volume: 5 }, 'trigger_has_divisor'],
    [{ countries: '{}' }, 'channels_countries_check'],
    [{ countries: '{US,NULL}' }, 'channels_countries_check'],
    [{ countries: '{us}' }, 'channels_countries_check'],
  ])('cannot be %j in the database either', async (over, constraint) => {
    const who = await aDesk()
    const id = await made(who)
    const [column = '', value] = Object.entries(over)[0] ?? []
    await expect(
      server.owner(`update channels set ${column} = $2 where id = $1`, [id, value], who.tenantId),
    ).rejects.toMatchObject({ constraint })
  })

  test('use an existing enabled account of the right kind', async () => {
    const who = await aDesk()
    const [account, platform] = [await anAccount(who), await aPlatformAccount(who)]
    const api = {
      labelSource: 'carrier_api',
      labelFormat: 'pdf_100x150',
      serviceCode: 'ground',
      carrierAccountId: account,
    } as const
    const refused = async (given: Partial<Given>) => {
      const { data } = await send(given, who)
      return (data as { fields?: { path: string; message: string }[] }).fields?.[0]
    }
    expect(await refused({ ...api, carrierAccountId: 999_999 })).toMatchObject({
      message: 'Carrier account not found',
    })
    expect(await refused({ ...api, carrierAccountId: platform })).toMatchObject({
      path: 'carrierAccountId',
      message: 'Platform accounts can only be used with self-built channels',
    })
    expect(await refused({ ...local, carrierAccountId: account })).toMatchObject({
      message: 'A self-built channel can only use a platform account',
    })
    const own = await made(who, { ...local, carrierAccountId: platform })
    const id = await made(who, { ...api, channelCode: 'API', billingMethod: 'carrier_cost' })
    await server.owner(
      'update carrier_accounts set is_enabled = false where id = $1',
      [account],
      who.tenantId,
    )
    expect(await refused({ ...api, channelCode: 'API2' })).toMatchObject({
      message: 'This carrier account is disabled',
    })

    // An existing reference stays, so that a name can be corrected; but the channel cannot be enabled again.
    const { channelCode: _, pool: __, ...facts } = { ...pickup, ...api, nameEn: 'Ground' }
    expect(await server.send(editChannel, { id, rowVersion: 1, ...facts }, who)).toMatchObject({
      success: true,
    })
    await server.send(switchChannels, { ids: [id], isEnabled: false }, who)
    expect((await server.send(switchChannels, { ids: [id], isEnabled: true }, who)).data).toEqual({
      ok: 0,
      failed: [{ id, no: 'API', reason: 'This carrier account is disabled' }],
    })
    await server.owner(
      `update platforms set is_enabled = false where id = (select platform_id from carrier_accounts where id = $1)`,
      [platform],
      who.tenantId,
    )
    expect(await refused({ ...local, channelCode: 'LATE', carrierAccountId: platform })).toMatchObject({
      message: 'The platform is disabled',
    })
    await server.send(switchChannels, { ids: [own], isEnabled: false }, who)
    expect((await server.send(switchChannels, { ids: [own], isEnabled: true }, who)).data).toMatchObject({
      ok: 0,
      failed: [{ reason: 'The platform is disabled' }],
    })
  })

  test('of a carrier with an interface have its one format', async () => {
    const who = await aDesk()
    const carrierAccountId = await anAccount(who)
    const api = {
      ...local,
      labelSource: 'carrier_api',
      serviceCode: 'ground',
      carrierAccountId,
      billingMethod: 'carrier_cost',
    } as const
    expect(await send({ ...api, labelFormat: 'png_100x150' }, who)).toMatchObject({
      data: { kind: 'validation', fields: [{ path: 'labelFormat' }] },
    })
    expect(await send({ ...api, labelFormat: 'pdf_100x150' }, who)).toMatchObject({ success: true })
  })

  test('show the success rate of their account in the last seven days', async () => {
    const who = await aDesk()
    const account = await anAccount(who)
    const id = await made(who, {
      labelSource: 'carrier_api',
      labelFormat: 'pdf_100x150',
      serviceCode: 'ground',
      carrierAccountId: account,
      billingMethod: 'carrier_cost',
    })
    expect(await item(who, id)).toMatchObject({ weekCalls: 0, weekFailed: 0 })
    await server.owner(
      `insert into carrier_days (tenant_id, account_id, day, calls, failed)
       select tenant_now(), $1, (business_now() at time zone 'UTC')::date - n, 10, n from generate_series(0, 8) n`,
      [account],
      who.tenantId,
    )
    expect(await item(who, id)).toMatchObject({ weekCalls: 70, weekFailed: 21 })
  })

  test('take a watermark for labels of their size and source', async () => {
    const who = await aDesk()
    const uploaded = { labelSource: 'uploaded', labelFormat: 'pdf_a4' } as const
    const fits = await aWatermark(who, 'fits')
    const [larger, other] = [
      await aWatermark(who, 'larger', 'pdf_100x200'),
      await aWatermark(who, 'other', 'pdf_a4', 'carrier_api'),
    ]
    for (const wrong of [larger, other, 999_999]) {
      expect(await send({ ...uploaded, watermarkTemplateId: wrong }, who)).toMatchObject({
        data: { kind: 'validation', fields: [{ path: 'watermarkTemplateId' }] },
      })
    }
    const id = await made(who, { ...uploaded, watermarkTemplateId: fits })
    expect(await item(who, id)).toMatchObject({ watermarkTemplateId: fits, watermarkName: 'fits' })
    await server.owner(
      'update watermark_templates set is_enabled = false where id = $1',
      [fits],
      who.tenantId,
    )
    expect(await send({ ...uploaded, channelCode: 'LATE', watermarkTemplateId: fits }, who)).toMatchObject({
      data: {
        fields: [{ path: 'watermarkTemplateId', message: 'This watermark template is disabled' }],
      },
    })
    const choices = await server.done(channelChoices, {}, who)
    expect(choices.watermarks.map(({ templateName }) => templateName)).toEqual(['fits', 'larger', 'other'])
  })

  test('are for all customers or for the listed ones, and none of another company', async () => {
    const who = await aDesk()
    const [a, b] = [await aCustomer(who, 'AAA'), await aCustomer(who, 'BBB')]
    const stranger = await aCustomer(await aDesk(), 'CCC')
    expect(await send({ customerScope: 'list', customerIds: [a, stranger] }, who)).toMatchObject({
      data: { fields: [{ path: 'customerIds', message: 'Customer not found' }] },
    })
    const id = await made(who, { customerScope: 'list', customerIds: [b, a, b] })
    expect((await item(who, id)).customers.map(({ customerCode }) => customerCode)).toEqual(['AAA', 'BBB'])
    expect(await item(who, id)).toMatchObject({ customerCount: 2 })
    const { channelCode: _, pool: __, ...facts } = pickup
    const d = await aCustomer(who, 'DDD')
    await server.owner('update customers set is_enabled = false where id = any($1)', [[b, d]], who.tenantId)
    const listed = { ...facts, id, customerScope: 'list' as const }
    expect(
      await server.send(editChannel, { ...listed, rowVersion: 1, customerIds: [a, b, d] }, who),
    ).toMatchObject({
      data: { fields: [{ path: 'customerIds', message: 'This customer is disabled and can’t be added' }] },
    })
    // Existing customers stay, disabled or not.
    expect(
      await server.send(editChannel, { ...listed, rowVersion: 1, customerIds: [a, b] }, who),
    ).toMatchObject({ success: true })
    await server.send(editChannel, { id, rowVersion: 2, ...facts, customerIds: [a] }, who)
    expect(await item(who, id)).toMatchObject({ customerScope: 'all', customers: [], customerCount: null })
  })

  test('store nothing that their kind does not use', async () => {
    const who = await aDesk()
    const id = await made(who, {
      labelSource: 'none',
      carrierAccountId: 999_999,
      serviceCode: 'x',
      trackingPattern: '\\d{3}',
      voidDays: 3,
      supportInsurance: true,
      dimDivisor: 139,
      pool: range,
    })
    expect(await item(who, id)).toMatchObject({
      carrierAccountId: null,
      serviceCode: null,
      trackingPattern: null,
      voidDays: null,
      supportInsurance: false,
      dimDivisor: null,
      numbersLeft: null,
    })
    expect(await pools(who, id)).toEqual([])
  })

  test('detect concurrent edits, and the audit log has the new and the old value', async () => {
    const who = await aDesk()
    const id = await made(who)
    const {
      channelCode: _,
      pool: __,
      ...facts
    } = { ...pickup, maxWeight: '30', countries: ['US', 'CA', 'US'] }
    expect(await server.send(editChannel, { id, rowVersion: 1, ...facts }, who)).toMatchObject({
      data: { rowVersion: 2 },
    })
    expect(await server.send(editChannel, { id, rowVersion: 1, ...facts }, who)).toMatchObject({
      data: { kind: 'stale' },
    })
    const [row] = await server.owner<{ before: object; after: object }>(
      `select before, after from audit_log where object_type = 'channel' and action = 'edit' and object_id = $1`,
      [id],
      who.tenantId,
    )
    expect(row).toEqual({
      before: { maxWeight: null, countries: ['US'] },
      after: { maxWeight: '30.000', countries: ['CA', 'US'] },
    })
  })

  test('are switched in bulk; those already in the state are reported', async () => {
    const who = await aDesk()
    const [a, b] = [await made(who), await made(who, local)]
    await server.send(switchChannels, { ids: [a], isEnabled: false }, who)
    expect((await server.send(switchChannels, { ids: [a, b, 999_999], isEnabled: false }, who)).data).toEqual(
      {
        ok: 1,
        failed: [
          { id: a, no: 'PICKUP', reason: 'Status unchanged' },
          { id: 999_999, no: '999999', reason: 'Channel not found' },
        ],
      },
    )
  })

  test('are copied completely, disabled, for the same customers and without numbers', async () => {
    const who = await aDesk()
    const customer = await aCustomer(who, 'AAA')
    const id = await made(who, {
      ...local,
      customerScope: 'list',
      customerIds: [customer],
      pool: range,
      maxWeight: '20',
    })
    const copying = (ids: number[]) => server.send(copyChannels, { ids }, who)
    expect((await copying([id, 999_999])).data).toEqual({
      ok: 1,
      failed: [{ id: 999_999, no: '999999', reason: 'Channel not found' }],
    })
    expect((await copying([id])).data).toEqual({ ok: 1, failed: [] })
    const { rows } = (await server.send(listChannels, { search: 'copy' }, who)).data as Page<ChannelRow>
    expect(rows.map(({ channelCode }) => channelCode)).toEqual(['LOCAL-COPY', 'LOCAL-COPY2'])
    expect(await item(who, rows[0]?.id ?? 0)).toMatchObject({
      nameZh: '同城快递 副本',
      nameEn: 'Local courier copy',
      isEnabled: false,
      maxWeight: '20.000',
      cutoffTime: '16:30',
      numbersLeft: 0,
      customers: [{ id: customer }],
    })
    const auditLog = (await server.send(listAudit, { type: 'channel' }, who)).data as Page<{ action: string }>
    expect(auditLog.rows.map(({ action }) => action)).toEqual(['copy', 'copy', 'create'])
  })

  test('need permissions to see and change, and are read-only in a satellite', async () => {
    const viewer = await aDesk({ permissions: ['setting:channel:view'] })
    expect(await server.send(listChannels, {}, viewer)).toMatchObject({ success: true })
    expect(await send({}, viewer)).toMatchObject({ data: { kind: 'forbidden' } })
    const outsider = await aDesk({ permissions: ['query:customer:view'] })
    expect(await server.send(listChannels, {}, outsider)).toMatchObject({ data: { kind: 'forbidden' } })
    const satellite = await aDesk({ version: 'satellite' })
    expect(await server.send(listChannels, {}, satellite)).toMatchObject({ success: true })
    expect(await send({}, satellite)).toMatchObject({ data: { kind: 'forbidden' } })
  })
})

/** The next number of a channel; undefined where none is left. */
const takeOne = async (tx: Tx, who: { tenantId: number }, channelId: number) =>
  (await takeNumbers(tx, who, new Map([[channelId, 1]]))).get(channelId)?.[0]

describe('numbers of a self-built channel', () => {
  const take = (who: Desk, channelId: number) =>
    server.database.write(who.tenantId, (tx) => takeOne(tx, who, channelId))
  const add = (who: Desk, channelId: number, over: object = {}) =>
    server.send(addPool, { channelId, ...range, ...over }, who)

  test('are issued one after the other, pool after pool, until none is left', async () => {
    const who = await aDesk()
    const id = await made(who, { ...local, pool: { ...range, firstNo: 9, lastNo: 10 } })
    await add(who, id, {
      prefix: 'rr',
      suffix: 'gb',
      checkRule: 's10',
      firstNo: 47_312_482,
      lastNo: 47_312_482,
    })
    expect(await item(who, id)).toMatchObject({ numbersLeft: 3 })
    expect([await take(who, id), await take(who, id), await take(who, id)]).toEqual([
      'LC00000009',
      'LC00000010',
      'RR473124829GB',
    ])
    expect(await item(who, id)).toMatchObject({ numbersLeft: 0 })
    expect(await take(who, id)).toBeUndefined()
    expect((await pools(who, id)).map(({ used, total }) => [used, total])).toEqual([
      [2, 2],
      [1, 1],
    ])
  })

  test('are issued for several channels at once, in order and across pools, as many as there are', async () => {
    const who = await aDesk()
    const a = await made(who, { ...local, pool: { ...range, firstNo: 9, lastNo: 10 } })
    await add(who, a, { prefix: 'LD', firstNo: 1, lastNo: 5 })
    const b = await made(who, { ...local, channelCode: 'OTHER', pool: { ...range, prefix: 'LE', lastNo: 2 } })
    const wanted = new Map([
      [a, 4],
      [b, 3],
    ])
    expect(await server.database.write(who.tenantId, (tx) => takeNumbers(tx, who, wanted))).toEqual(
      new Map([
        [a, ['LC00000009', 'LC00000010', 'LD00000001', 'LD00000002']],
        [b, ['LE00000001', 'LE00000002']],
      ]),
    )
    expect(await take(who, a)).toBe('LD00000003')
  })

  test('return when the transaction rolls back', async () => {
    const who = await aDesk()
    const id = await made(who, { ...local, pool: range })
    const failing = server.database.write(who.tenantId, async (tx) => {
      expect(await takeOne(tx, who, id)).toBe('LC00000001')
      throw new Error('the label could not be made')
    })
    await expect(failing).rejects.toThrow('the label could not be made')
    expect(await take(who, id)).toBe('LC00000001')
  })

  test('are never issued twice, however many callers at once and across the end of a pool', async () => {
    const who = await aDesk()
    const id = await made(who, { ...local, pool: { ...range, lastNo: 25 } })
    await add(who, id, { prefix: 'LD', lastNo: 25 })
    const taken = await Promise.all(Array.from({ length: 50 }, () => take(who, id)))
    expect(new Set(taken).size).toBe(50)
    expect(taken.filter((number) => number?.startsWith('LC'))).toHaveLength(25)
    expect(await item(who, id)).toMatchObject({ numbersLeft: 0 })
  })

  test('wait for the first caller: the second gets the next one, or the same if the first rolls back', async () => {
    const who = await aDesk()
    for (const isKept of [true, false]) {
      const id = await made(who, {
        ...local,
        channelCode: `LOCAL-${isKept}`,
        pool: { ...range, prefix: `L${Number(isKept)}`, lastNo: 2 },
      })
      const hold = Promise.withResolvers<void>()
      const has = Promise.withResolvers<string | undefined>()
      const first = server.database.write(who.tenantId, async (tx: Tx) => {
        has.resolve(await takeOne(tx, who, id))
        await hold.promise
        if (!isKept) throw new Error('given up')
      })
      const entry = await has.promise
      const second = take(who, id)
      await waiting()
      hold.resolve()
      await first.catch(() => {})
      expect(await second).toBe(isKept ? entry?.replace(/1$/, '2') : entry)
    }
  })

  /** Until a transaction waits for a row that another has locked. */
  const waiting = () => untilLockWaits(server)

  test('are in one range only, across all channels', async () => {
    const who = await aDesk()
    const a = await made(who, { ...local, pool: range })
    const b = await made(who, { ...local, channelCode: 'LOCAL-2' })
    for (const over of [
      {},
      { firstNo: 150, lastNo: 151 },
      { firstNo: 0, lastNo: 1 },
      { prefix: 'LC0', digits: 7 },
      { prefix: 'LC', digits: 7, suffix: '1', lastNo: 14 },
    ]) {
      expect(await add(who, b, over), JSON.stringify(over)).toMatchObject({
        data: { kind: 'range_taken', fields: [{ path: 'firstNo' }] },
      })
    }
    for (const over of [{ firstNo: 151, lastNo: 200 }, { digits: 9 }, { prefix: 'LD' }])
      expect(await add(who, b, over), JSON.stringify(over)).toMatchObject({ success: true })
    expect(await add(await aDesk(), a)).toMatchObject({ data: { kind: 'not_found' } })
  })

  test('are in one range only even if two are added at once', async () => {
    const who = await aDesk()
    const ids = [await made(who, local), await made(who, { ...local, channelCode: 'LOCAL-2' })]
    const answers = await Promise.all(ids.map((id) => add(who, id)))
    expect(answers.map(({ success }) => success).sort()).toEqual([false, true])
  })

  test('of a closed pool stay until it is reopened', async () => {
    const who = await aDesk()
    const id = await made(who, { ...local, pool: range })
    const [pool] = await pools(who, id)
    const switched = (isOpen: boolean) => server.send(switchPool, { id: pool?.id ?? 0, isOpen }, who)
    expect(await switched(false)).toMatchObject({ success: true })
    expect(await switched(false)).toMatchObject({ success: false, message: 'Status unchanged' })
    expect(await server.send(switchPool, { id: 999_999, isOpen: false }, who)).toMatchObject({
      data: { kind: 'not_found' },
    })
    expect(await item(who, id)).toMatchObject({ numbersLeft: 0 })
    expect(await take(who, id)).toBeUndefined()
    await switched(true)
    expect(await take(who, id)).toBe('LC00000001')
    const log = await server.owner(
      `select action, object_no as no, before, after from audit_log where object_type = 'number_pool' order by id`,
      [],
      who.tenantId,
    )
    expect(log).toEqual([
      { action: 'create', no: 'LOCAL', before: null, after: range },
      { action: 'close', no: 'LOCAL', before: { isOpen: true }, after: { isOpen: false } },
      { action: 'reopen', no: 'LOCAL', before: { isOpen: false }, after: { isOpen: true } },
    ])
    const events = await server.owner<{ kind: string }>(
      `select kind from events where object_type = 'number_pool' and object_id = $1 order by id`,
      [pool?.id],
      who.tenantId,
    )
    expect(events.map(({ kind }) => kind)).toEqual([
      ...['number_pool.created', 'number_pool.closed', 'number_pool.reopened'],
    ])
    expect(await pools(who, id)).toEqual([
      {
        ...{
          id: pool?.id,
          kind: 'range',
          checkRule: 'none',
          isOpen: true,
          used: 1,
          createdAt: expect.any(String),
        },
        ...{ firstNumber: 'LC00000001', lastNumber: pool?.lastNumber, total: range.lastNo },
      },
    ])
  })

  test('are not for other channels, and a channel with numbers stays self-built', async () => {
    const who = await aDesk()
    const other = await made(who)
    expect(await add(who, other)).toMatchObject({
      message: 'Only self-built channels have their own numbers',
    })
    const platform = await made(who, {
      ...local,
      channelCode: 'PLAT',
      carrierAccountId: await aPlatformAccount(who),
    })
    expect(await add(who, platform)).toMatchObject({
      message: 'This channel gets its numbers from a platform account',
    })
    const id = await made(who, { ...local, pool: range })
    const { channelCode: _, pool: __, ...facts } = pickup
    expect(await server.send(editChannel, { id, rowVersion: 1, ...facts }, who)).toMatchObject({
      data: { kind: 'channel_has_numbers', fields: [{ path: 'labelSource' }] },
    })
    await expect(
      server.owner(
        `insert into number_pools (tenant_id, channel_id, kind, start_no, next_no, end_no) values ($1, $2, 'list', 1, 1, 1)`,
        [who.tenantId, other],
        who.tenantId,
      ),
    ).rejects.toMatchObject({ constraint: 'channel_has_numbers' })
  })

  test.each(['next_no = next_no - 1', `prefix = 'XX'`, 'end_no = 999'])(
    'cannot be changed by the server: %s',
    async (change) => {
      const who = await aDesk()
      const id = await made(who, { ...local, pool: range })
      await take(who, id)
      await expect(
        server.database.write(who.tenantId, (tx) =>
          sql`update number_pools set ${sql.raw(change)} where channel_id = ${id}`.execute(tx),
        ),
      ).rejects.toMatchObject({ constraint: 'pool_kept' })
    },
  )
})

describe('a spreadsheet', () => {
  async function started(who: Desk, rows: string[][]) {
    const bytes = await writeXlsx({ sheets: [{ name: 's', rows }] })
    const fileId = await uploadedId(server, who, 'sheet', 's.xlsx', bytes)
    return (await server.done(startImport, { kind: 'channel_numbers', fileId }, who)).id
  }

  test('of numbers creates a list for each channel, in row order; duplicate, used and invalid ones are left out', async () => {
    const who = await aDesk()
    const a = await made(who, { ...local, pool: { ...range, lastNo: 5 } })
    const b = await made(who, { ...local, channelCode: 'LOCAL-2' })
    await made(who)
    const heads = ['渠道代码', 'Number']
    const id = await started(who, [
      heads,
      ['local', 'za-0002'],
      ['LOCAL', 'ZA-0001'],
      ['LOCAL-2', 'ZB-0001'],
      ['LOCAL-2', 'ZA-0001'],
      ['LOCAL', 'LC00000003'],
      ['PICKUP', 'ZC-0001'],
      ['NOBODY', 'ZC-0002'],
      ['LOCAL', 'Z 1'],
    ])
    expect((await server.send(importState, { id }, who)).data).toMatchObject({ counts: { new: 3, error: 5 } })
    const task = await worked(
      server,
      who,
      (await server.done(runImport, { id, mode: 'good_rows' }, who)).taskId,
    )
    expect(task?.failures.map(({ no }) => no)).toEqual(['5', '6', '7', '8', '9'])
    expect((await pools(who, a)).at(-1)).toMatchObject({
      kind: 'list',
      firstNumber: 'ZA-0002',
      lastNumber: 'ZA-0001',
      used: 0,
      total: 2,
    })
    const log = await server.owner(
      `select l.action, l.object_no as no, l.after, e.kind from audit_log l join events e on e.object_type = l.object_type and e.object_id = l.object_id
       where l.object_type = 'number_pool' and e.kind = 'number_pool.imported' order by 2`,
      [],
      who.tenantId,
    )
    const listed = { action: 'create', kind: 'number_pool.imported' }
    expect(log).toEqual([
      { ...listed, no: 'LOCAL', after: { rows: 2, firstNumber: 'ZA-0002', lastNumber: 'ZA-0001' } },
      { ...listed, no: 'LOCAL-2', after: { rows: 1, firstNumber: 'ZB-0001', lastNumber: 'ZB-0001' } },
    ])
    const take = (channelId: number) =>
      server.database.write(who.tenantId, (tx) => takeOne(tx, who, channelId))
    expect(await take(b)).toBe('ZB-0001')
    for (let n = 0; n < 5; n++) await take(a)
    expect([await take(a), await take(a)]).toEqual(['ZA-0002', 'ZA-0001'])
    expect(await take(a)).toBeUndefined()

    const again = await started(who, [heads, ['LOCAL', 'ZA-0001'], ['LOCAL-2', 'ZA-0002']])
    expect((await server.send(importState, { id: again }, who)).data).toMatchObject({
      counts: { skip: 1, error: 1 },
    })
    expect(
      await server.send(addPool, { channelId: b, ...range, prefix: 'ZA-', digits: 4, lastNo: 2 }, who),
    ).toMatchObject({
      data: { kind: 'range_taken' },
    })
  })

  test('of channels is exported as filtered, with labels', async () => {
    const who = await aDesk()
    await made(who)
    await made(who, { ...local, pool: range })
    const task = await worked(
      server,
      who,
      (
        await server.done(
          exportList,
          {
            list: 'channels',
            format: 'csv',
            columns: ['channelCode', 'labelSource', 'countries', 'numbersLeft'],
            filters: { labelSource: 'self_built' },
          },
          who,
        )
      ).taskId,
    )
    const text = (await server.server.http.inject({ url: task?.fileUrl ?? '' })).body
    expect(text).toContain('LOCAL,Self-built,US,150')
    expect(text).not.toContain('PICKUP')
  })
})
