import { describe, expect, test } from 'vitest'
import { taskKinds } from '../../app/server/task-kinds.ts'
import { createSampleQuotes } from '../../billing/quotes/contract.ts'
import { createAccount } from '../../carriers/contract.ts'
import type { Command, InputOf, SentTo } from '../../platform/calls/call.ts'
import { openWorkers } from '../../platform/tasks/server/workers.ts'
import { myProfile } from '../../staff/contract.ts'
import { rolesToSeed } from '../../staff/roles/roles.ts'
import { aPerson, aSession, aTenant, startTestServer } from '../../testing/test-server.ts'
import { editWarehouse, warehouseFacts } from '../../warehouse/contract.ts'
import { printSettings, savePrintSettings, usualSettings } from '../../warehouse/print-settings/contract.ts'
import { topInfo } from '../../warehouse/top-contract.ts'
import {
  fillSamples,
  passStep,
  setUpChannel,
  setUpCustomer,
  setUpLocations,
  setUpMeasures,
  setUpWarehouse,
} from '../contract.ts'
import { type SetUpState, setUpState } from '../state-contract.ts'

const server = await startTestServer()

type Desk = { tenantId: number; token: string }
let count = 0

/** A company as created by registration, or a satellite as created by the administrator. */
async function aNewcomer(
  over: { version?: string; parentId?: number; inviteCode?: string; userName?: string } = {},
): Promise<Desk> {
  const given = {
    email: `boss@new${++count}.example`,
    companyName: `New ${count}`,
    loginUrlName: `n${String(count).padStart(5, '0')}`,
    userName: 'Boss',
    zone: 'Asia/Shanghai',
    version: 'standard',
    ...over,
  }
  const [founded] = await server.owner<{ tenant_id: string; account_id: string }>(
    `select tenant_id, account_id from create_company($1::jsonb, $2::jsonb, '', '')`,
    [JSON.stringify(given), JSON.stringify(rolesToSeed)],
  )
  const tenantId = Number(founded?.tenant_id)
  return { tenantId, token: await aSession(server, tenantId, Number(founded?.account_id)) }
}

const stateOf = async (desk: Desk) => (await server.send(setUpState, {}, desk)).data as SetUpState
const openIn = async (desk: Desk) =>
  (await stateOf(desk)).checks.flatMap(({ name, isDone }) => (isDone ? [] : [name]))

async function done<C extends Command>(call: C, input: SentTo<C>, desk: Desk) {
  const answer = await server.send(call, input, desk)
  expect(answer.success, `${call.path}: ${answer.message}`).toBe(true)
  return answer.data as { initStep: number }
}

const person = { userName: 'Ann Lee', receiveOneStep: true }
const facts: Omit<InputOf<typeof setUpWarehouse>, 'rowVersion' | keyof typeof person> = {
  warehouseCode: 'LAX-1',
  warehouseName: 'Harbour',
  positionType: 'agent',
  countryCode: 'US',
  stateCode: 'CA',
  city: 'Ontario',
  zip: '91761',
  address1: '4300 E Jurupa St',
  address2: null,
  contact: 'Ann',
  phone: '+1 909 555 0100',
  email: null,
  timeZone: 'America/Los_Angeles',
  snapshotTime: '03:00',
}
const measures = { currencyCode: 'USD', unit: 2, typed: 'usd lb/in' }
const bins = { aisles: 'A-B', bays: '01-02', levels: '1-2', separator: '-', isSerpentine: true } as const
const customer = {
  customerCode: 'ACME',
  customerName: 'Acme',
  contact: null,
  phone: null,
  email: null,
  loginAccount: null,
  password: null,
}

const van: InputOf<typeof setUpChannel> = {
  way: 'own',
  channelCode: 'VAN',
  channelName: 'Own van',
  carrier: 'SELF',
  carrierAccountId: null,
  serviceCode: null,
}

/** Completes the steps before one. */
async function upTo(step: number, desk: Desk) {
  const { rowVersion } = await server.done(warehouseFacts, {}, desk)
  // A unique phone: a shared one would not count as a new friend for the inviter.
  const phone = `+1 909 555 ${1000 + desk.tenantId}`
  if (step > 1) await done(setUpWarehouse, { rowVersion, ...person, ...facts, phone }, desk)
  if (step > 2) await done(setUpMeasures, measures, desk)
  for (const passed of [3, 4] as const) if (step > passed) await done(passStep, { step: passed }, desk)
}

describe('a new company', () => {
  test('completes its steps one by one, each with its work, and is then set up', async () => {
    const desk = await aNewcomer()
    expect(await stateOf(desk)).toMatchObject({ initStep: 1, locations: 0, customers: 0 })
    expect(await done(setUpWarehouse, { rowVersion: 1, ...person, ...facts }, desk)).toEqual({ initStep: 2 })
    expect(await done(setUpMeasures, measures, desk)).toEqual({ initStep: 3 })
    expect(await done(setUpLocations, bins, desk)).toEqual({ initStep: 4 })
    expect((await stateOf(desk)).locations).toBe(8 + 3)
    const codes = await server.owner<{ code: string; mix: boolean }>(
      `select location_code as code, mix_customer as mix from locations where tenant_id = $1 order by 1`,
      [desk.tenantId],
      desk.tenantId,
    )
    // Codes that differ only by zeros would be confused.
    const plain = codes.map(({ code }) => code.replace(/(?<!\d)0+(?=\d)/g, ''))
    expect(new Set(plain).size).toBe(codes.length)
    expect(codes.filter(({ mix }) => mix).map(({ code }) => code)).toEqual(['DEFECTIVE', 'RECV', 'RETURN'])
    const channel = { ...van, carrier: 'self' }
    expect(await done(setUpChannel, channel, desk)).toEqual({ initStep: 5 })
    expect(
      await server.owner('select channel_code, name_zh, carrier, countries from channels', [], desk.tenantId),
    ).toEqual([{ channel_code: 'VAN', name_zh: 'Own van', carrier: 'SELF', countries: ['US'] }])
    const login = { loginAccount: `acme-${count}`, password: 'forklift7' }
    expect(await done(setUpCustomer, { ...customer, ...login }, desk)).toEqual({ initStep: 6 })
    expect((await server.send(topInfo, {}, desk)).data).toMatchObject({
      initStep: 6,
      warehouseCode: 'LAX-1',
      warehouseName: 'Harbour',
      timeZone: 'America/Los_Angeles',
      currencyCode: 'USD',
      unit: 2,
    })
    expect(
      await server.owner(`select kind, must_change from accounts where login_account = $1`, [
        login.loginAccount,
      ]),
    ).toEqual([{ kind: 'customer', must_change: true }])
    expect(await openIn(desk)).toEqual(['prices', 'products', 'colleagues', 'logo', 'printing'])
    const auditRows = await server.owner<{ after: object }>(
      `select after from audit_log where action = 'set_up' order by id`,
      [],
      desk.tenantId,
    )
    expect(auditRows.map(({ after }) => after)).toEqual([2, 3, 4, 5, 6].map((initStep) => ({ initStep })))
  })

  test.each(['1-2', '01-02'])(
    'gets every bin of its pattern, and none like another (levels %s)',
    async (levels) => {
      const desk = await aNewcomer()
      await upTo(3, desk)
      await done(setUpLocations, { ...bins, aisles: 'A-F', levels }, desk)
      const codes = await server.owner<{ code: string; quality: string }>(
        `select l.location_code as code, z.quality from locations l join location_zones z on z.id = l.zone_id
       where l.tenant_id = $1`,
        [desk.tenantId],
        desk.tenantId,
      )
      expect(codes.filter(({ code, quality }) => /^[A-F]-/.test(code) && quality === 'good')).toHaveLength(24)
      const plain = codes.map(({ code }) => code.replace(/(?<!\d)0+(?=\d)/g, ''))
      expect(new Set(plain).size).toBe(codes.length)
    },
  )

  test('has the minimum a warehouse needs even if every optional step is skipped', async () => {
    const desk = await aNewcomer()
    await upTo(5, desk)
    expect(await done(passStep, { step: 5 }, desk)).toEqual({ initStep: 6 })
    const created = await server.owner<{ code: string; quality: string; purpose: string }>(
      `select l.location_code as code, z.quality, l.purpose from locations l join location_zones z on z.id = l.zone_id
       where l.tenant_id = $1 order by 1`,
      [desk.tenantId],
      desk.tenantId,
    )
    expect(created).toEqual([
      { code: 'A-01-01', quality: 'good', purpose: 'storage' },
      { code: 'DEFECTIVE', quality: 'defective', purpose: 'storage' },
      { code: 'RECV', quality: 'good', purpose: 'receiving' },
      { code: 'RETURN', quality: 'good', purpose: 'return' },
    ])
  })

  test('cannot skip ahead, nor skip unit and currency', async () => {
    const desk = await aNewcomer()
    const refusals = [
      await server.send(setUpMeasures, measures, desk),
      await server.send(setUpLocations, bins, desk),
      await server.send(setUpCustomer, customer, desk),
      await server.send(passStep, { step: 4 }, desk),
    ]
    expect(refusals.map(({ message }) => message)).toEqual(Array(4).fill('请先完成前面的步骤'))
    await upTo(2, desk)
    expect(await server.send(passStep, { step: 2 }, desk)).toMatchObject({ message: '请先设置单位和币种' })
    expect(await stateOf(desk)).toMatchObject({ initStep: 2, locations: 0, customers: 0 })
  })

  test('types unit and currency again, and a mismatch leaves both open', async () => {
    const desk = await aNewcomer()
    await upTo(2, desk)
    for (const typed of ['', 'USD', 'LB/IN', 'USD KG/CM', 'EUR LB/IN'])
      expect(await server.send(setUpMeasures, { ...measures, typed }, desk)).toMatchObject({
        success: false,
        data: { fields: [{ path: 'typed' }] },
      })
    expect((await server.send(warehouseFacts, {}, desk)).data).toMatchObject({
      unit: null,
      currencyCode: null,
    })
    await done(setUpMeasures, measures, desk)
    expect(
      await server.send(setUpMeasures, { currencyCode: 'EUR', unit: 2, typed: 'EUR LB/IN' }, desk),
    ).toMatchObject({ success: false, message: '计量单位和币种只能设置一次' })
  })

  test('can correct a completed step, and never goes back', async () => {
    const desk = await aNewcomer()
    await upTo(4, desk)
    const { rowVersion } = await server.done(warehouseFacts, {}, desk)
    expect(
      await server.send(setUpWarehouse, { rowVersion: rowVersion - 1, ...person, ...facts }, desk),
    ).toMatchObject({
      success: false,
      data: { kind: 'stale' },
    })
    expect(await done(setUpWarehouse, { rowVersion, ...person, ...facts, city: 'Chino' }, desk)).toEqual({
      initStep: 4,
    })
    expect((await server.send(warehouseFacts, {}, desk)).data).toMatchObject({ city: 'Chino' })
    expect(await done(passStep, { step: 3 }, desk)).toEqual({ initStep: 4 })
  })

  test('asks for the user’s name and the receiving mode, with one step as the default', async () => {
    const desk = await aNewcomer({ userName: `New ${count + 1}` })
    expect(await stateOf(desk)).toMatchObject({ userName: '' })
    const before = await server.done(warehouseFacts, {}, desk)
    expect(before.settings.receiveOneStep).toBe(true)
    const { rowVersion } = before
    for (const userName of ['', ' ', 'x'.repeat(51)])
      expect(
        await server.send(setUpWarehouse, { rowVersion, ...person, ...facts, userName }, desk),
      ).toMatchObject({ success: false, data: { fields: [{ path: 'userName' }] } })
    expect(await stateOf(desk)).toMatchObject({ initStep: 1, userName: '' })

    const sent = { rowVersion, ...facts, userName: 'Ann Lee', receiveOneStep: false }
    expect(await done(setUpWarehouse, sent, desk)).toEqual({ initStep: 2 })
    expect(await stateOf(desk)).toMatchObject({ initStep: 2, userName: 'Ann Lee' })
    expect((await server.send(myProfile, {}, desk)).data).toMatchObject({ userName: 'Ann Lee' })
    const after = await server.done(warehouseFacts, {}, desk)
    expect(after.settings).toEqual({ ...before.settings, receiveOneStep: false })
    expect(
      await server.owner(
        `select object_type, action, after from audit_log where action in ('edit_settings', 'edit') and object_type <> 'role'
           and (after ? 'userName' or after ? 'receiveOneStep') order by id`,
        [],
        desk.tenantId,
      ),
    ).toEqual([
      { object_type: 'account', action: 'edit', after: { userName: 'Ann Lee' } },
      { object_type: 'warehouse', action: 'edit_settings', after: { receiveOneStep: false } },
    ])
  })

  test('is set up once: afterwards the setup calls change nothing', async () => {
    const desk = await aNewcomer()
    await upTo(5, desk)
    await done(passStep, { step: 5 }, desk)
    const over = { success: false, message: '初始设置已完成，请在仓库信息中修改' }
    expect(await server.send(setUpWarehouse, { rowVersion: 99, ...person, ...facts }, desk)).toMatchObject(
      over,
    )
    expect(await server.send(setUpMeasures, measures, desk)).toMatchObject(over)
    expect(await server.send(setUpLocations, bins, desk)).toMatchObject(over)
    expect(await server.send(setUpCustomer, customer, desk)).toMatchObject(over)
    expect(await server.send(passStep, { step: 3 }, desk)).toMatchObject(over)
  })

  test('set up by two at once completes a step once, and a failed step leaves nothing behind', async () => {
    const desk = await aNewcomer()
    await upTo(5, desk)
    const both = await Promise.all([
      server.send(setUpCustomer, customer, desk),
      server.send(setUpCustomer, { ...customer, customerCode: 'OTHER' }, desk),
    ])
    expect(both.map(({ success }) => success).sort()).toEqual([false, true])
    expect(await stateOf(desk)).toMatchObject({ initStep: 6, customers: 1 })

    const other = await aNewcomer()
    await upTo(5, other)
    const taken = { loginAccount: `boss@new${count}.example`, password: 'forklift7' }
    expect(await server.send(setUpCustomer, { ...customer, ...taken }, other)).toMatchObject({
      success: false,
      data: { fields: [{ path: 'loginAccount' }] },
    })
    expect(await server.send(setUpCustomer, { ...customer, loginAccount: 'shop' }, other)).toMatchObject({
      data: { fields: [{ path: 'password' }] },
    })
    expect(await stateOf(other)).toMatchObject({ initStep: 5, customers: 0 })
  })

  test('starts with a carrier or a platform with its own account of the right kind', async () => {
    const desk = await aNewcomer()
    await upTo(4, desk)
    const account = async (given: Partial<InputOf<typeof createAccount>>) => {
      const facts = { accountName: 'Main', carrier: 'ups', accountNo: null, environment: 'sandbox' } as const
      const secrets = { apiKey: null, user: null, password: null, accessToken: null }
      const input = { adapter: 'demo', platformId: null, ...facts, ...secrets, ...given } as const
      const { data, message } = await server.send(createAccount, input, desk)
      expect(data, message).not.toBeNull()
      return (data as { id: number }).id
    }
    const [platform] = await server.owner<{ id: string }>(
      `insert into platforms (tenant_id, platform_code, platform_name, address, headers, requests, answers, search_line)
       values ($1, 'ZX', 'ZX', 'https://zx.example', '{}', '{}', '{}', 'zx') returning id`,
      [desk.tenantId],
      desk.tenantId,
    )
    const carrierAccountId = await account({})
    const ofPlatform = await account({
      adapter: 'platform',
      accountName: 'ZX',
      platformId: Number(platform?.id),
    })
    const ups = { ...van, way: 'carrier', carrier: 'ups', carrierAccountId, serviceCode: 'GROUND' } as const
    for (const [wrong, path] of [
      [{ ...ups, carrierAccountId: null }, 'carrierAccountId'],
      [{ ...ups, serviceCode: null }, 'serviceCode'],
      [{ ...ups, carrierAccountId: ofPlatform }, 'carrierAccountId'],
      [{ ...ups, way: 'platform' }, 'carrierAccountId'],
    ] as const)
      expect(await server.send(setUpChannel, wrong, desk)).toMatchObject({
        success: false,
        data: { fields: [{ path }] },
      })
    expect(await stateOf(desk)).toMatchObject({ initStep: 4, channels: 0 })
    await done(setUpChannel, ups, desk)
    const zx = { ...van, way: 'platform', channelCode: 'ZX', carrierAccountId: ofPlatform } as const
    await done(setUpChannel, zx, desk)
    // Own numbers need no account, whichever was chosen before.
    await done(setUpChannel, { ...ups, way: 'own', channelCode: 'OWN' }, desk)
    expect(
      await server.owner(
        `select channel_code, label_source, billing_method, service_code, void_days, carrier_account_id is not null as has_account
         from channels order by id`,
        [],
        desk.tenantId,
      ),
    ).toEqual([
      {
        channel_code: 'VAN',
        label_source: 'carrier_api',
        billing_method: 'carrier_cost',
        service_code: 'GROUND',
        void_days: 90,
        has_account: true,
      },
      {
        channel_code: 'ZX',
        label_source: 'self_built',
        billing_method: 'flat',
        service_code: null,
        void_days: null,
        has_account: true,
      },
      {
        channel_code: 'OWN',
        label_source: 'self_built',
        billing_method: 'flat',
        service_code: null,
        void_days: null,
        has_account: false,
      },
    ])
  })

  test('rewards its inviter with the last step', async () => {
    const inviter = await aTenant(server)
    const [code] = await server.owner<{ invite_code: string }>(
      'select invite_code from tenants where id = $1',
      [inviter],
    )
    const desk = await aNewcomer({ inviteCode: code?.invite_code ?? '' })
    const bonus = async () =>
      (
        await server.owner<{ bonus_days: number }>('select bonus_days from tenants where id = $1', [inviter])
      )[0]?.bonus_days
    await upTo(5, desk)
    expect(await bonus()).toBe(0)
    await done(passStep, { step: 5 }, desk)
    expect(await bonus()).toBe(10)
  })
})

describe('a satellite', () => {
  test('enters its own address and units, once; the rest is managed by its main warehouse', async () => {
    const desk = await aNewcomer({ version: 'satellite', parentId: await aTenant(server) })
    await upTo(5, desk)
    expect(await server.send(setUpCustomer, customer, desk)).toMatchObject({ data: { kind: 'forbidden' } })
    expect(await server.send(setUpChannel, van, desk)).toMatchObject({ data: { kind: 'forbidden' } })
    expect(await stateOf(desk)).toMatchObject({ samples: 'none' })
    await done(passStep, { step: 5 }, desk)
    const { rowVersion } = await server.done(warehouseFacts, {}, desk)
    expect(
      await server.send(editWarehouse, { rowVersion, ...facts, minVolume: '0.001' }, desk),
    ).toMatchObject({ data: { kind: 'forbidden' } })
    const { checks } = await stateOf(desk)
    expect(checks.map(({ name }) => name)).toEqual(['wizard', 'locations', 'products', 'colleagues'])
  })
})

describe('the checklist', () => {
  test('follows the data', async () => {
    const desk = await aNewcomer()
    expect(await openIn(desk)).toEqual([
      'wizard',
      'warehouse',
      'measures',
      'locations',
      'channels',
      'prices',
      'customers',
      'products',
      'colleagues',
      'logo',
      'printing',
    ])
    await upTo(5, desk)
    await aPerson(server, desk.tenantId)
    await server.owner(`update tenants set company_logo = '/logos/own/x.png' where id = $1`, [desk.tenantId])
    expect(await openIn(desk)).toEqual(['wizard', 'channels', 'prices', 'customers', 'products', 'printing'])
  })

  test('marks printing as done once it was saved, even with defaults', async () => {
    const desk = await aNewcomer()
    const workstation = '0'.repeat(32)
    const seen = async () => (await server.send(printSettings, { workstation }, desk)).data
    expect(await seen()).toEqual({ ...usualSettings, isSaved: false })
    await server.send(savePrintSettings, { workstation, ...usualSettings }, desk)
    expect(await seen()).toEqual({ ...usualSettings, isSaved: true })
    expect(await openIn(desk)).not.toContain('printing')
  })
})

describe('sample data', () => {
  /** Runs the queue until a condition holds. */
  const work = async (found: () => Promise<unknown>, expected: unknown) => {
    const workers = await openWorkers({
      at: server.at.app,
      database: server.database,
      files: server.files,
      kinds: taskKinds(server.files),
      log: server.log,
      crontab: '',
      clock: {},
      jobs: {},
    })
    try {
      await expect.poll(found, { timeout: 60_000 }).toEqual(expected)
    } finally {
      await workers.stop()
    }
  }

  test('is created on request, in the company’s unit, marked as sample and logged, and only once', async () => {
    const desk = await aNewcomer()
    expect(await stateOf(desk)).toMatchObject({ samples: 'needs_measures' })
    expect(await server.send(fillSamples, {}, desk)).toMatchObject({ success: false })
    await upTo(2, desk)
    await done(setUpMeasures, { currencyCode: 'EUR', unit: 1, typed: 'EUR KG/CM' }, desk)
    expect(await stateOf(desk)).toMatchObject({ samples: 'offered' })
    const input = await Promise.all([server.send(fillSamples, {}, desk), server.send(fillSamples, {}, desk)])
    expect(input.map(({ success }) => success).sort()).toEqual([false, true])
    expect(await stateOf(desk)).toMatchObject({ samples: 'under_way' })
    await work(async () => (await stateOf(desk)).samples, 'none')

    const all = (text: string) => server.owner<Record<string, string>>(text, [desk.tenantId], desk.tenantId)
    const customers = await all('select customer_code, customer_name from customers where tenant_id = $1')
    const products = await all(
      'select sku, name_zh, name_en, declared_length as length, declared_weight as weight from products where tenant_id = $1 order by id',
    )
    const places = await all(
      'select location_code, zone_code from locations l join location_zones z on z.id = l.zone_id where l.tenant_id = $1',
    )
    expect([customers.length, products.length, places.length]).toEqual([3, 30, 40])
    expect(
      customers.every(({ customer_code, customer_name }) =>
        `${customer_code} ${customer_name}`.match(/^SAMPLE-.* 示例 · /),
      ),
    ).toBe(true)
    expect(
      products.every(({ sku, name_zh, name_en }) =>
        `${sku} ${name_zh} ${name_en}`.match(/^SAMPLE-.* 示例 · .* Sample · /),
      ),
    ).toBe(true)
    expect(
      places.every(({ location_code, zone_code }) =>
        `${location_code} ${zone_code}`.match(/^SAMPLE-.* SAMPLE$/),
      ),
    ).toBe(true)
    // Earphones of some four inches and a third of a pound.
    const earphones = products.find(({ sku }) => sku === 'SAMPLE-QH-1001-BK')
    expect(Number(earphones?.length)).toBeGreaterThan(8)
    expect(Number(earphones?.weight)).toBeLessThan(0.25)
    const auditRows = await all(
      `select object_type, count(*)::text from audit_log where tenant_id = $1 and action in ('create', 'fill_samples') group by 1 order by 1`,
    )
    expect(auditRows).toEqual([
      { object_type: 'customer', count: '3' },
      { object_type: 'location', count: '40' },
      { object_type: 'location_zone', count: '1' },
      { object_type: 'product', count: '30' },
      { object_type: 'quote', count: '2' },
      { object_type: 'warehouse', count: '1' },
    ])
    expect(await server.send(fillSamples, {}, desk)).toMatchObject({ success: false })
  })

  test('leaves the price of a channel that is created later to the sample prices, and the checklist waits for it', async () => {
    const desk = await aNewcomer()
    await upTo(3, desk)
    await done(fillSamples, {}, desk)
    await work(async () => (await stateOf(desk)).samples, 'none')
    expect(await openIn(desk)).not.toContain('prices')
    await done(passStep, { step: 3 }, desk)
    await done(setUpChannel, van, desk)
    expect(await openIn(desk)).toContain('prices')
    expect(await server.done(createSampleQuotes, {}, desk)).toEqual({ count: 1 })
    expect(await openIn(desk)).not.toContain('prices')
  })

  test('is not for a paying company, nor for one with its own data', async () => {
    const paying = await aNewcomer()
    await upTo(3, paying)
    await server.owner(`update tenants set status = 'active' where id = $1`, [paying.tenantId])
    expect(await stateOf(paying)).toMatchObject({ samples: 'none' })
    expect(await server.send(fillSamples, {}, paying)).toMatchObject({ success: false })

    const busy = await aNewcomer()
    await upTo(5, busy)
    const started = await server.send(fillSamples, {}, busy)
    expect(started.success).toBe(true)
    await done(setUpCustomer, customer, busy)
    // Their own first customer was created before the task started: it changes nothing and says so.
    const ended = () =>
      server.owner(
        `select status::text, message->>'en_US' as message, (select count(*)::int from customers) as customers,
           (select count(*)::int from products) as products
         from tasks where tenant_id = $1 and kind = 'fill_samples'`,
        [busy.tenantId],
        busy.tenantId,
      )
    await work(ended, [
      {
        status: 'done',
        message: expect.stringContaining('only for trial companies'),
        customers: 1,
        products: 0,
      },
    ])
  })
})
