import { describe, expect, test } from 'vitest'
import { createAccount } from '../../carriers/contract.ts'
import { createChannel, editChannel, switchChannels } from '../../channels/contract.ts'
import { addPool } from '../../channels/numbers/contract.ts'
import { createCustomer, editCustomer, switchCustomers } from '../../customers/contract.ts'
import { auditOrders, getOrder } from '../../orders/contract.ts'
import type { SentTo } from '../../platform/calls/call.ts'
import { openWorkers } from '../../platform/tasks/server/workers.ts'
import { shipOrders } from '../../shipping/outbound/contract.ts'
import { blankChannel, blankCustomer } from '../../testing/blank-inputs.ts'
import { aShippingDesk, doOrderJobs } from '../../testing/order-builders.ts'
import { aPerson, aSession, type aTenant, aUser, startTestServer } from '../../testing/test-server.ts'
import {
  editSatelliteWarehouse,
  satelliteWarehouses,
  setSatelliteMeasures,
  setSatelliteSettings,
  warehouseFacts,
} from '../../warehouse/contract.ts'
import { accessTo } from '../../warehouse/features.ts'
import { satelliteCopyJob } from './copy-to-satellites.ts'

const server = await startTestServer()
const copy = satelliteCopyJob(server.database)

type Site = { tenantId: number; token: string }

const aSite = (over: Parameters<typeof aTenant>[1] = {}) => aUser(server, over)

/** A main warehouse and a satellite of it. */
async function aPair() {
  const main = await aSite()
  return { main, satellite: await aSite({ version: 'satellite', parent: main.tenantId }) }
}

const ways: Omit<SentTo<typeof createChannel>, 'channelCode' | 'pool'> = {
  ...blankChannel,
  nameEn: 'Own van',
  carrier: 'SELF',
  labelSource: 'self_built',
  labelFormat: 'pdf_100x150',
  cutoffTime: '17:00',
  billingMethod: 'flat',
  weightStep: '1.000',
  maxWeight: '30.000',
}

async function aChannel(site: Site, channelCode: string, over: object = {}): Promise<number> {
  const made = await server.send(createChannel, { channelCode, ...ways, pool: null, ...over }, site)
  expect(made.success, made.message).toBe(true)
  return (made.data as { id: number }).id
}

async function aCustomer({ token }: Site, customerCode: string, over: object = {}): Promise<number> {
  const made = await server.send(
    createCustomer,
    { ...blankCustomer, customerCode, customerName: customerCode, ...over },
    { token },
  )
  expect(made.success, made.message).toBe(true)
  return (made.data as { id: number }).id
}

const customersOf = ({ tenantId }: Site) =>
  server.owner<Record<string, unknown>>(
    `select customer_code, customer_name, mnemonic, contact, phone, email, country_code, address, remark, is_enabled, row_version,
       credit_limit, account_id is not null as has_login, search_line
     from customers where tenant_id = $1 order by customer_code`,
    [tenantId],
    tenantId,
  )
const codesOf = async (site: Site) => (await customersOf(site)).map(({ customer_code }) => customer_code)
const auditOf = ({ tenantId }: Site) =>
  server.owner<{ login_account: string; action: string; object_no: string; after: object | null }>(
    `select login_account, action, object_no, after from audit_log where tenant_id = $1 and object_type = 'customer' order by id`,
    [tenantId],
    tenantId,
  )
const jobsFor = ({ tenantId }: Site) =>
  server.owner(`select 1 from graphile_worker.jobs where key = $1`, [`satellites:${tenantId}`])

const numbers = { prefix: 'VAN', digits: 8, checkRule: 'none', suffix: '', firstNo: 1, lastNo: 99 } as const

/** A satellite with a customer, goods and the channels of its main warehouse. */
async function aShippingSatellite() {
  const main = await aSite()
  await aCustomer(main, 'ACME')
  const desk = await aShippingDesk(server)
  await server.owner(`update tenants set system_version = 'satellite', parent_tenant_id = $2 where id = $1`, [
    desk.tenantId,
    main.tenantId,
  ])
  await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 100 })
  const channelId = async (code: string) => {
    const [row] = await server.owner<{ id: string }>(
      `select id from channels where tenant_id = $1 and channel_code = $2`,
      [desk.tenantId, code],
      desk.tenantId,
    )
    return Number(row?.id)
  }
  const one = (id: number) => desk.done(getOrder, { id })
  /** As if its label had been printed. */
  const print = async (id: number) => {
    await server.owner(
      `update waybills set print_count = 1, printed_at = now() where order_id = $1`,
      [id],
      desk.tenantId,
    )
    await server.owner(`update orders set status = 'waybill_printed' where id = $1`, [id], desk.tenantId)
  }
  return { ...desk, main, channelId, one, print }
}

describe('an order at a satellite', () => {
  test('is created, audited with a number of its own pool, and shipped', async () => {
    const site = await aShippingSatellite()
    await aChannel(site.main, 'VAN', { pool: numbers })
    await copy(site.main.tenantId)
    const channelId = await site.channelId('VAN')
    expect(await site.send(switchChannels, { ids: [channelId], isEnabled: false })).toMatchObject({
      data: { kind: 'forbidden' },
    })
    const order = await site.create({ channelId, lines: [site.line('BOLT', 2)] })
    expect((await site.send(auditOrders, { ids: [order.id] })).data).toMatchObject({
      ok: 0,
      failed: [{ no: order.orderNo }],
    })
    expect(await site.one(order.id)).toMatchObject({
      status: 'audit_exception',
      exceptionCode: 'label_failed',
    })
    const pool = { ...numbers, channelId, prefix: 'SAT' }
    expect(await site.send(addPool, pool)).toMatchObject({ success: true })
    expect((await site.send(auditOrders, { ids: [order.id] })).data).toEqual({ ok: 1, failed: [] })
    expect(await site.one(order.id)).toMatchObject({
      status: 'pending_shipment',
      trackingNo: expect.stringMatching(/^SAT/),
    })
    await site.print(order.id)
    expect((await site.send(shipOrders, { ids: [order.id] })).data).toMatchObject({ ok: 1, failed: [] })
    expect(await site.one(order.id)).toMatchObject({ status: 'shipped' })
    const [goods] = await server.owner<{ on_hand: string; allocated: string }>(
      `select sum(on_hand) as on_hand, sum(allocated) as allocated from stock where product_id = $1`,
      [site.productOf('BOLT')],
      site.tenantId,
    )
    expect(goods).toEqual({ on_hand: '98', allocated: '0' })
  })

  test('is sent through a carrier account of its own, by a channel of the main warehouse', async () => {
    const site = await aShippingSatellite()
    const account = {
      adapter: 'demo' as const,
      platformId: null,
      accountName: 'Ground',
      carrier: 'DEMO',
      accountNo: null,
      environment: 'sandbox' as const,
      apiKey: null,
      user: null,
      password: null,
      accessToken: null,
    }
    const made = await server.send(createAccount, account, site.main)
    await aChannel(site.main, 'GROUND', {
      labelSource: 'carrier_api',
      billingMethod: 'none',
      carrierAccountId: (made.data as { id: number }).id,
      serviceCode: 'GROUND',
      supportSignature: true,
    })
    await copy(site.main.tenantId)
    expect(await site.channelId('GROUND')).toBeNaN()

    // The account opens the channel: the satellite asks for it again.
    await server.owner(`delete from graphile_worker._private_jobs where key = $1`, [
      `satellites:${site.main.tenantId}`,
    ])
    expect(await site.send(createAccount, account)).toMatchObject({ success: true })
    expect(await jobsFor(site.main)).toHaveLength(1)
    await copy(site.main.tenantId)
    await copy(site.main.tenantId)
    const channelId = await site.channelId('GROUND')
    const order = await site.create({ channelId, signature: true })
    await site.send(auditOrders, { ids: [order.id] })
    await doOrderJobs(server, site)
    expect(await site.one(order.id)).toMatchObject({
      status: 'pending_shipment',
      trackingNo: expect.stringMatching(/^TH/),
    })
    const sold = await server.owner(`select 1 from demo_labels`, [], site.tenantId)
    expect(sold).toHaveLength(1)
    expect(await server.owner(`select 1 from demo_labels`, [], site.main.tenantId)).toHaveLength(0)
  })
})

describe('a main warehouse’s customers', () => {
  test('are copied to its satellite with their details, and without login, money and internal remarks', async () => {
    const { main, satellite } = await aPair()
    const id = await aCustomer(main, 'QIHANG', {
      customerName: '启航电子',
      contact: 'Ann',
      phone: '13800000000',
      email: 'ann@example.com',
      countryCode: 'CN',
      address: '科技路 1 号',
      remark: 'pays late',
    })
    const { id: account } = await aPerson(server, main.tenantId, { kind: 'customer' })
    await server.owner(
      'update customers set account_id = $2, credit_limit = 500 where id = $1',
      [id, account],
      main.tenantId,
    )
    await copy(main.tenantId)
    expect(await customersOf(satellite)).toEqual([
      {
        customer_code: 'QIHANG',
        customer_name: '启航电子',
        mnemonic: null,
        contact: 'Ann',
        phone: '13800000000',
        email: 'ann@example.com',
        country_code: 'CN',
        address: '科技路 1 号',
        remark: null,
        is_enabled: true,
        row_version: 1,
        credit_limit: '0.00',
        has_login: false,
        search_line: expect.stringContaining('qhdz'),
      },
    ])
    expect(await auditOf(satellite)).toMatchObject([
      { login_account: 'system', action: 'create', object_no: 'QIHANG', after: { customerName: '启航电子' } },
    ])
  })

  test('are updated there as here, and a second copy changes nothing', async () => {
    const { main, satellite } = await aPair()
    const id = await aCustomer(main, 'A')
    await aCustomer(main, 'B')
    await copy(main.tenantId)
    const edited = await server.send(
      editCustomer,
      { id, rowVersion: 1, ...blankCustomer, customerName: 'Anchor', phone: '+1 555 0100' },
      main,
    )
    expect(edited.success, edited.message).toBe(true)
    await copy(main.tenantId)
    expect(await customersOf(satellite)).toMatchObject([
      { customer_code: 'A', customer_name: 'Anchor', phone: '+1 555 0100', row_version: 2 },
      { customer_code: 'B', customer_name: 'B', row_version: 1 },
    ])
    const before = [await customersOf(satellite), await auditOf(satellite)]
    expect(before[1]?.at(-1)).toMatchObject({
      action: 'edit',
      object_no: 'A',
      after: { customerName: 'Anchor', phone: '+1 555 0100' },
    })
    await copy(main.tenantId)
    expect([await customersOf(satellite), await auditOf(satellite)]).toEqual(before)
  })

  test('are disabled there too, and their sessions there end', async () => {
    const { main, satellite } = await aPair()
    const id = await aCustomer(main, 'A')
    await copy(main.tenantId)
    const { id: account } = await aPerson(server, satellite.tenantId, { kind: 'customer' })
    await aSession(server, satellite.tenantId, account)
    await server.owner('update customers set account_id = $1', [account], satellite.tenantId)
    await server.send(switchCustomers, { ids: [id], isEnabled: false }, main)
    await copy(main.tenantId)
    expect(await customersOf(satellite)).toMatchObject([{ is_enabled: false, has_login: true }])
    expect(await server.owner('select is_enabled from accounts where id = $1', [account])).toEqual([
      { is_enabled: false },
    ])
    expect(await server.owner('select 1 from sessions where account_id = $1', [account])).toEqual([])
    await server.send(switchCustomers, { ids: [id], isEnabled: true }, main)
    await copy(main.tenantId)
    expect(await customersOf(satellite)).toMatchObject([{ is_enabled: true }])
  })

  test('update an existing one of the satellite: it keeps its row, its money and its code as written', async () => {
    const main = await aSite()
    const satellite = await aSite()
    const own = await aCustomer(satellite, 'acme', { customerName: 'Own words', remark: 'ours' })
    await aCustomer(satellite, 'ONLY-HERE')
    await server.owner('update customers set credit_limit = 70 where id = $1', [own], satellite.tenantId)
    await server.owner(
      `update tenants set system_version = 'satellite', parent_tenant_id = $2 where id = $1`,
      [satellite.tenantId, main.tenantId],
    )
    await aCustomer(main, 'ACME', { customerName: 'Acme Ltd.' })
    await copy(main.tenantId)
    expect(await customersOf(satellite)).toMatchObject([
      { customer_code: 'ONLY-HERE', row_version: 1 },
      { customer_code: 'acme', customer_name: 'Acme Ltd.', remark: 'ours', credit_limit: '70.00' },
    ])
    expect(await codesOf(main)).toEqual(['ACME'])
  })

  test('are copied to its own satellites only, and not to a closed one', async () => {
    const { main, satellite } = await aPair()
    const other = await aPair()
    const closed = await aSite({ version: 'satellite', parent: main.tenantId })
    await server.owner(`update tenants set status = 'closed' where id = $1`, [closed.tenantId])
    await aCustomer(main, 'MINE')
    await aCustomer(other.main, 'THEIRS')
    await copy(main.tenantId)
    expect(await codesOf(satellite)).toEqual(['MINE'])
    expect(await codesOf(other.satellite)).toEqual([])
    expect(await codesOf(closed)).toEqual([])
    await copy(satellite.tenantId)
    expect(await codesOf(main)).toEqual(['MINE'])
  })

  test('are current in the end, however many copies run at once', async () => {
    const { main, satellite } = await aPair()
    const id = await aCustomer(main, 'A')
    let rowVersion = 1
    for (let round = 1; round <= 4; round++) {
      const edit = server.send(
        editCustomer,
        { id, rowVersion: rowVersion++, ...blankCustomer, customerName: `Name ${round}` },
        main,
      )
      await Promise.all([edit, copy(main.tenantId), edit.then(() => copy(main.tenantId))])
      expect(await customersOf(satellite)).toMatchObject([{ customer_name: `Name ${round}` }])
    }
  })
})

describe('a main warehouse’s channels', () => {
  const channelsOf = ({ tenantId }: Site) =>
    server.owner<Record<string, unknown>>(
      `select channel_code, name_en, label_source, carrier_account_id, cutoff_time::text, is_enabled, row_version,
         array(select customer_code from channel_customers m join customers k on k.tenant_id = m.tenant_id and k.id = m.customer_id
           where m.tenant_id = c.tenant_id and m.channel_id = c.id order by 1) as customers,
         (select count(*)::int from number_pools p where p.tenant_id = c.tenant_id and p.channel_id = c.id) as pools
       from channels c where tenant_id = $1 order by channel_code`,
      [tenantId],
      tenantId,
    )

  test('are copied without numbers, for the same customers, and updated as here', async () => {
    const { main, satellite } = await aPair()
    const customer = await aCustomer(main, 'ACME')
    await aCustomer(main, 'OTHER')
    const id = await aChannel(main, 'VAN', {
      customerScope: 'list',
      customerIds: [customer],
      pool: numbers,
    })
    await copy(main.tenantId)
    const arrived = {
      channel_code: 'VAN',
      name_en: 'Own van',
      label_source: 'self_built',
      carrier_account_id: null,
      cutoff_time: '17:00:00',
      is_enabled: true,
      row_version: 1,
      customers: ['ACME'],
      pools: 0,
    }
    expect(await channelsOf(satellite)).toEqual([arrived])
    await copy(main.tenantId)
    expect(await channelsOf(satellite)).toEqual([arrived])

    const edited = await server.send(editChannel, { id, rowVersion: 1, ...ways, nameEn: 'Our van' }, main)
    expect(edited.success, edited.message).toBe(true)
    expect(await jobsFor(main)).toHaveLength(1)
    await server.send(switchChannels, { ids: [id], isEnabled: false }, main)
    await copy(main.tenantId)
    expect(await channelsOf(satellite)).toEqual([
      { ...arrived, name_en: 'Our van', is_enabled: false, row_version: 2, customers: [] },
    ])
  })

  test('with an account are not copied, and an earlier copy is disabled', async () => {
    const { main, satellite } = await aPair()
    await aChannel(main, 'UPS', { labelSource: 'none', billingMethod: 'none' })
    await copy(main.tenantId)
    const [account] = await server.owner<{ id: string }>(
      `insert into carrier_accounts (tenant_id, adapter, carrier, account_name, environment, search_line)
       values ($1, 'demo', 'UPS', 'Demo', 'sandbox', 'demo') returning id`,
      [main.tenantId],
      main.tenantId,
    )
    await server.owner(
      `update channels set label_source = 'carrier_api', carrier_account_id = $2, service_code = 'GROUND' where tenant_id = $1`,
      [main.tenantId, Number(account?.id)],
      main.tenantId,
    )
    await aChannel(main, 'VAN')
    await copy(main.tenantId)
    expect(await channelsOf(satellite)).toMatchObject([
      { channel_code: 'UPS', label_source: 'none', is_enabled: false },
      { channel_code: 'VAN', is_enabled: true },
    ])
  })

  test('billed by a price book use the satellite’s own zones of the same code, where it has them', async () => {
    const { main, satellite } = await aPair()
    const zones = async (site: Site, code: string) => {
      const [made] = await server.owner<{ id: string }>(
        `insert into zone_schemas (tenant_id, schema_code, schema_name, search_line) values ($1, $2, 'x', 'x') returning id`,
        [site.tenantId, code],
        site.tenantId,
      )
      return Number(made?.id)
    }
    const zoneSchemaId = await zones(main, 'GROUND')
    const byBook = { ...ways, billingMethod: 'price_book', dimDivisor: 139, zoneSchemaId } as const
    const id = await aChannel(main, 'VAN', byBook)
    const zonesThere = () =>
      server.owner<object>(
        'select zone_schema_id::int as id, row_version from channels where tenant_id = $1',
        [satellite.tenantId],
        satellite.tenantId,
      )
    await copy(main.tenantId)
    expect(await zonesThere()).toEqual([{ id: null, row_version: 1 }])
    const own = await zones(satellite, 'ground')
    await copy(main.tenantId)
    await copy(main.tenantId)
    expect(await zonesThere()).toEqual([{ id: own, row_version: 2 }])
    await server.send(editChannel, { id, rowVersion: 1, ...ways }, main)
    await copy(main.tenantId)
    expect(await zonesThere()).toEqual([{ id: null, row_version: 3 }])
  })

  test('leave the satellite’s own numbers alone', async () => {
    const main = await aSite()
    const satellite = await aSite()
    await aChannel(satellite, 'van', { pool: numbers })
    await server.owner(
      `update tenants set system_version = 'satellite', parent_tenant_id = $2 where id = $1`,
      [satellite.tenantId, main.tenantId],
    )
    await aChannel(main, 'VAN', { labelSource: 'none', billingMethod: 'none' })
    await copy(main.tenantId)
    expect(await channelsOf(satellite)).toMatchObject([
      { channel_code: 'van', label_source: 'self_built', pools: 1, row_version: 1 },
    ])
  })
})

describe('the copy is requested', () => {
  test('with every change of a customer, once for many, and not without a satellite', async () => {
    const { main } = await aPair()
    const alone = await aSite()
    await server.owner(`select graphile_worker.remove_job($1)`, [`satellites:${main.tenantId}`])
    expect(await jobsFor(main)).toEqual([])
    const id = await aCustomer(main, 'A')
    await aCustomer(main, 'B')
    expect(await jobsFor(main)).toHaveLength(1)
    await server.owner(`select graphile_worker.remove_job($1)`, [`satellites:${main.tenantId}`])
    await server.send(switchCustomers, { ids: [id], isEnabled: false }, main)
    expect(await jobsFor(main)).toHaveLength(1)
    await aCustomer(alone, 'A')
    expect(await jobsFor(alone)).toEqual([])
  })

  test('on creating a satellite, and the queue runs it', async () => {
    const main = await aSite()
    await aCustomer(main, 'FIRST')
    const satellite = await aSite({ version: 'satellite', parent: main.tenantId })
    const workers = await openWorkers({
      at: server.at.app,
      database: server.database,
      files: server.files,
      kinds: {},
      log: server.log,
      crontab: '',
      clock: {},
      jobs: { copy_to_satellites: copy },
    })
    try {
      await expect.poll(() => codesOf(satellite), { timeout: 60_000 }).toEqual(['FIRST'])
      await aCustomer(main, 'SECOND')
      await expect.poll(() => codesOf(satellite), { timeout: 60_000 }).toEqual(['FIRST', 'SECOND'])
    } finally {
      await workers.stop()
    }
  })
})

describe('a satellite’s own', () => {
  test('warehouse is managed by its main warehouse, and by no other company', async () => {
    const { main, satellite } = await aPair()
    const stranger = await aSite()
    const list = (who: typeof main) => server.done(satelliteWarehouses, {}, who)
    const [item] = await list(main)
    expect(item).toMatchObject({ satelliteId: satellite.tenantId })
    expect([await list(stranger), await list(satellite)]).toEqual([[], []])
    const input = {
      satelliteId: satellite.tenantId,
      rowVersion: Number(item?.rowVersion),
      warehouseCode: 'SAT-1',
      warehouseName: 'Satellite',
      positionType: 'self_operated' as const,
      countryCode: 'US',
      stateCode: 'CA',
      city: 'Ontario',
      zip: '91761',
      address1: '4300 E Jurupa St',
      address2: '',
      contact: 'Ann',
      phone: '+1 909 555 0100',
      email: '',
      timeZone: 'America/Los_Angeles',
      snapshotTime: '06:00',
      minVolume: '0.001',
    }
    expect(await server.send(editSatelliteWarehouse, input, stranger)).toMatchObject({
      data: { kind: 'not_found' },
    })
    expect(await server.send(editSatelliteWarehouse, input, satellite)).toMatchObject({
      data: { kind: 'forbidden' },
    })
    expect(await server.send(editSatelliteWarehouse, input, main)).toMatchObject({ success: true })
    expect((await server.send(warehouseFacts, {}, satellite)).data).toMatchObject({
      city: 'Ontario',
      phone: '+1 909 555 0100',
    })
    expect(await server.send(editSatelliteWarehouse, input, main)).toMatchObject({ data: { kind: 'stale' } })
    const [noted] = await server.owner<{ login: string }>(
      `select login_account as login from audit_log where object_type = 'warehouse' and account_id = wms.system_account()`,
      [],
      satellite.tenantId,
    )
    expect(noted).toEqual({ login: expect.stringContaining('person') })
  })

  test('working rules are managed by its main warehouse, and by no other company', async () => {
    const { main, satellite } = await aPair()
    const stranger = await aSite()
    const [item] = await server.done(satelliteWarehouses, {}, main)
    if (!item) throw new Error('no satellite')
    expect(item.settings).toMatchObject({ receiveOneStep: true, overReceivePolicy: 'warn' })
    const { satelliteId, rowVersion, settings } = item
    const changed = { ...settings, receiveOneStep: false, overReceivePolicy: 'block' as const }
    const input = { satelliteId, rowVersion, ...changed }
    const person = await aPerson(server, main.tenantId, { permissions: ['setting:warehouse:view'] })
    const clerk = { ...main, token: await aSession(server, main.tenantId, person.id) }
    for (const [who, kind] of [
      [stranger, 'not_found'],
      [satellite, 'forbidden'],
      [clerk, 'forbidden'],
    ] as const)
      expect(await server.send(setSatelliteSettings, input, who)).toMatchObject({ data: { kind } })
    expect(await server.send(setSatelliteSettings, input, main)).toMatchObject({ success: true })
    expect((await server.send(warehouseFacts, {}, satellite)).data).toMatchObject({ settings: changed })
    expect((await server.send(warehouseFacts, {}, main)).data).toMatchObject({
      settings: { receiveOneStep: true },
    })
    expect(await server.send(setSatelliteSettings, input, main)).toMatchObject({ data: { kind: 'stale' } })
    expect(
      await server.owner(
        `select login_account as login, after from audit_log where action = 'edit_settings'`,
        [],
        satelliteId,
      ),
    ).toEqual([
      {
        login: expect.stringContaining('person'),
        after: { receiveOneStep: false, overReceivePolicy: 'block' },
      },
    ])
  })

  test('unit and currency, where still open, are set once by its main warehouse', async () => {
    const { main, satellite } = await aPair()
    const satelliteId = satellite.tenantId
    const input = { satelliteId, currencyCode: 'EUR', unit: 1, typed: 'eur kg/cm' }
    for (const statement of [
      'alter table warehouses disable trigger set_once',
      `update warehouses set currency_code = null, unit = null where tenant_id = ${satelliteId}`,
      'alter table warehouses enable trigger set_once',
    ])
      await server.owner(statement, [], satelliteId)
    expect(await server.send(setSatelliteMeasures, { ...input, typed: 'EUR' }, main)).toMatchObject({
      data: { fields: [{ path: 'typed' }] },
    })
    for (const who of [satellite, await aSite()])
      expect(await server.send(setSatelliteMeasures, input, who)).toMatchObject({ success: false })
    expect(await server.send(setSatelliteMeasures, input, main)).toMatchObject({ success: true })
    expect((await server.send(warehouseFacts, {}, satellite)).data).toMatchObject({
      currencyCode: 'EUR',
      unit: 1,
    })
    const other = { satelliteId, currencyCode: 'USD', unit: 2, typed: 'USD LB/IN' }
    expect(await server.send(setSatelliteMeasures, other, main)).toMatchObject({ success: false })
  })

  test('numbers are its own, although its channels come from the main warehouse', async () => {
    expect([accessTo('channel', 'satellite'), accessTo(addPool.feature, 'satellite')]).toEqual([
      'readonly',
      'full',
    ])
    const { main, satellite } = await aPair()
    await aChannel(main, 'VAN')
    await copy(main.tenantId)
    const [made] = await server.owner<{ id: string }>('select id from channels', [], satellite.tenantId)
    const pool = {
      channelId: Number(made?.id),
      prefix: 'SAT',
      digits: 6,
      checkRule: 'none',
      suffix: '',
      firstNo: 1,
      lastNo: 9,
    }
    expect(await server.send(addPool, pool as never, satellite)).toMatchObject({ success: true })
  })
})
