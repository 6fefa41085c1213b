import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { zones } from '../../platform/text/time-zones.ts'
import { getUserInfo } from '../../staff/login/contract.ts'
import { payloads } from '../../testing/payloads.ts'
import { promisedDictionaries as promised } from '../../testing/promised-dictionaries.ts'
import { aTenant, aUser, startTestServer } from '../../testing/test-server.ts'
import { queryLogo, switchTime, topInfo } from '../../warehouse/top-contract.ts'
import { forwardDocument, getDictItems, helpUrl, loadDictionaries, openApi } from '../contract.ts'

const server = await startTestServer()
const tenantId = await aTenant(server, { zone: 'America/New_York' })

const aClerk = (of = tenantId, permissions = ['*']) => aUser(server, { tenantId: of, permissions })
const clerk = await aClerk()
const chinese = { token: clerk.token }
const validation = (path: string) => ({
  status: 200,
  code: 5000,
  success: false,
  data: { kind: 'validation', fields: [{ path: expect.stringContaining(path) }] },
})

describe('the dictionaries', () => {
  type Loaded = { dictCode: string; dictItemList: { itemValue: string; itemText: string }[] }[]

  test('promised to every client come in one call, each with its items', async () => {
    const { data, code, message } = await server.send(loadDictionaries, { dictCodeList: promised }, clerk)
    expect([code, message]).toEqual([0, 'Operation succeeded'])
    const loaded = data as Loaded
    expect(loaded.map((entry) => entry.dictCode)).toEqual(promised)
    for (const { dictItemList } of loaded) {
      expect(dictItemList.length).toBeGreaterThan(0)
      for (const item of dictItemList) expect(Object.keys(item)).toEqual(['itemValue', 'itemText'])
    }
  })

  test('are the same one by one as all together, in the requested language', async () => {
    for (const who of [clerk, chinese]) {
      const all = (await server.send(loadDictionaries, { dictCodeList: promised }, who)).data as Loaded
      for (const { dictCode, dictItemList } of all) {
        expect((await server.send(getDictItems, { dictCode }, who)).data).toEqual(dictItemList)
      }
    }
    expect((await server.send(getDictItems, { dictCode: 'metricUnit' }, chinese)).data).toEqual([
      { itemValue: '1', itemText: '公制(KG/CM)' },
      { itemValue: '2', itemText: '英制(LB/IN)' },
    ])
  })

  test.each([
    'sys_user,realname,id',
    'wms.accounts',
    'accounts,login_account,id',
    'METRICUNIT',
    'metricUnit ',
    '__proto__',
    'constructor',
    'toString',
    '',
  ])('have no items for "%s"', async (dictCode) => {
    expect(await server.send(getDictItems, { dictCode }, clerk)).toMatchObject({ success: true, data: [] })
    expect(await server.send(loadDictionaries, { dictCodeList: [dictCode] }, clerk)).toMatchObject({
      data: [{ dictCode, dictItemList: [] }],
    })
  })

  test('come once however often they are requested, two hundred at most, and with codes of sensible length', async () => {
    const twice = await server.send(loadDictionaries, { dictCodeList: ['metricUnit', 'metricUnit'] }, clerk)
    expect(twice.data).toHaveLength(1)
    const codes = (n: number) => Array.from({ length: n }, (_, i) => `code${i}`)
    expect((await server.send(loadDictionaries, { dictCodeList: codes(200) }, clerk)).data).toHaveLength(200)
    expect(await server.send(loadDictionaries, { dictCodeList: codes(201) }, clerk)).toMatchObject(
      validation('dictCodeList'),
    )
    expect(await server.send(loadDictionaries, { dictCodeList: codes(10_000) }, clerk)).toMatchObject(
      validation('dictCodeList'),
    )
    expect(await server.send(getDictItems, { dictCode: 'x'.repeat(65) }, clerk)).toMatchObject(
      validation('dictCode'),
    )
    expect((await server.send(loadDictionaries, { dictCodeList: [] }, clerk)).data).toEqual([])
  })

  test('need a login', async () => {
    expect(await server.send(loadDictionaries, { dictCodeList: promised })).toMatchObject({
      status: 401,
      code: 2,
    })
    expect(await server.send(getDictItems, { dictCode: 'metricUnit' })).toMatchObject({
      status: 401,
      code: 2,
    })
  })
})

describe('the help button', () => {
  test('opens the chapter of its screen, and the start of the guide elsewhere', async () => {
    const url = async (input: { path?: string }) => (await server.send(helpUrl, input, clerk)).data
    expect(await url({})).toBe('/guide')
    expect(await url({ path: '/setting/account' })).toBe('/guide#staff')
    for (const path of ['/nowhere', '//evil.example', 'https://evil.example', '__proto__', ''])
      expect(await url({ path })).toBe('/guide')
  })
})

describe('user info', () => {
  test('returns the logged-in user, and never the token', async () => {
    const { data } = await server.send(getUserInfo, {}, clerk)
    expect(data).toEqual({
      kind: 'staff',
      loginAccount: clerk.loginAccount,
      userName: expect.any(String),
      companyName: expect.any(String),
      zoneCode: 'Asia/Shanghai',
      tenantId,
      companyCode: expect.any(String),
      loginUrlName: expect.any(String),
      platform: 'wms',
      permissions: ['*'],
      mustChange: false,
    })
  })
})

describe('the logos of the login page', () => {
  const defaults = { companyLogo: '/logos/company.svg', wmsLogo: '/logos/wms.svg', omsLogo: '/logos/oms.svg' }
  const ask = (name?: string, token?: string) =>
    server.send(queryLogo, name === undefined ? {} : { name }, { token })

  test('need no login, and an expired token does not matter', async () => {
    for (const token of [undefined, 'long-gone', clerk.token]) {
      expect(await ask(undefined, token)).toMatchObject({ status: 200, code: 0, data: defaults })
    }
  })

  test('are the company’s own where it has some, by the name in its URL', async () => {
    const company = await aTenant(server)
    await server.owner(
      `update tenants set login_url_name = 'acme', company_logo = '/files/acme.png' where id = $1`,
      [company],
    )
    const own = { ...defaults, companyLogo: '/files/acme.png' }
    for (const name of ['acme', 'ACME']) expect((await ask(name)).data).toEqual(own)
    await server.owner(`update tenants set status = 'closed' where id = $1`, [company])
    expect((await ask('acme')).data).toEqual(defaults)
  })

  test('are the product’s for an unknown name', async () => {
    for (const name of [
      'nobody',
      '',
      'acm',
      'acme%',
      '%',
      '____',
      ...payloads.filter((payload) => !/[\0\ud800]/.test(payload)),
    ]) {
      expect([name, (await ask(name)).data]).toEqual([name, defaults])
    }
  })

  test('are refused for a name too long', async () => {
    expect(await ask('x'.repeat(101))).toMatchObject(validation('name'))
  })
})

describe('the top bar', () => {
  type Top = {
    expireDays: number | null
    showRenewalWarning: boolean
    isExpired: boolean
    systemVersion: string | null
  }
  const top = async (of: number) => (await server.send(topInfo, {}, await aClerk(of))).data as Top

  test('shows the warehouse', async () => {
    const { data } = await server.send(topInfo, {}, clerk)
    expect(data).toEqual({
      warehouseCode: expect.stringMatching(/^WH\d+$/),
      warehouseName: expect.stringMatching(/^Warehouse \d+$/),
      timeZone: 'America/New_York',
      currencyCode: 'USD',
      unitDict: 'metricUnit',
      unit: 1,
      initStep: 6,
      omsDomainName: null,
      systemVersion: 'standard',
      showRenewalWarning: false,
      expireDays: null,
      isExpired: false,
      contacts: { phone: '400-800-1234', email: 'service@example.com', chat: null },
    })
  })

  test.each(['standard', 'satellite', null] as const)('shows the version %s', async (version) => {
    expect(await top(await aTenant(server, { version }))).toMatchObject({ systemVersion: version })
  })

  test('takes no parameters: another warehouse cannot be requested', async () => {
    expect(await server.send(topInfo, { warehouseId: 1 } as never, clerk)).toMatchObject({
      data: { kind: 'validation' },
    })
  })

  test('says so when a company has no warehouse yet', async () => {
    const bare = await aTenant(server)
    await server.owner('delete from warehouses where tenant_id = $1', [bare], bare)
    expect(await server.send(topInfo, {}, await aClerk(bare))).toMatchObject({
      success: false,
      message: 'Warehouse not found',
      data: { kind: 'not_found' },
    })
  })

  /** Sets the end of the period in the warehouse's local time. */
  const endingAt = async (zone: string, days: number, wall: string) => {
    const tenant = await aTenant(server, { zone })
    await server.owner(
      `update tenants set expires_at = ((now() at time zone $2)::date + $3::int + $4::time) at time zone $2 where id = $1`,
      [tenant, zone, days, wall],
    )
    return tenant
  }

  test.each([
    ['Pacific/Honolulu', 3, '23:59'],
    ['Pacific/Honolulu', 3, '00:00'],
    ['Australia/Sydney', 3, '23:59'],
    ['Australia/Sydney', 3, '00:00'],
    ['America/New_York', 30, '12:00'],
    ['Asia/Kolkata', 1, '00:00'],
  ])('counts the days left on the calendar in %s: %d, ending at %s', async (zone, days, wall) => {
    expect(await top(await endingAt(zone, days, wall))).toMatchObject({ expireDays: days, isExpired: false })
  })

  test.each([
    [16, false],
    [15, true],
    [1, true],
  ])('with %d days left warns: %s', async (days, warns) => {
    expect(await top(await endingAt('Asia/Shanghai', days, '12:00'))).toMatchObject({
      expireDays: days,
      showRenewalWarning: warns,
    })
  })

  test('counts no negative days after the end', async () => {
    expect(await top(await endingAt('Asia/Shanghai', -3, '12:00'))).toMatchObject({
      expireDays: 0,
      showRenewalWarning: true,
      isExpired: true,
    })
  })

  test('adds the days earned by inviting friends', async () => {
    const tenant = await endingAt('Asia/Shanghai', 2, '12:00')
    await server.owner('update tenants set bonus_days = 20 where id = $1', [tenant])
    expect(await top(tenant)).toMatchObject({ expireDays: 22, showRenewalWarning: false })
  })
})

describe('switching the time zone', () => {
  const switchTo = (timeZone: unknown) => server.send(switchTime, { timeZone } as never, clerk)
  const kept = async () => (await server.done(getUserInfo, {}, clerk)).zoneCode

  test.each(zones.map((zone) => zone.id))('to %s is kept for the next login', async (zone) => {
    expect(await switchTo(zone)).toMatchObject({
      success: true,
      message: 'Operation succeeded',
      data: { zoneCode: zone },
    })
    expect(await kept()).toBe(zone)
  })

  test.each([
    ['(GMT+08:00) Shanghai', 'Asia/Shanghai'],
    ['(GMT-05:00) New York', 'America/New_York'],
    ['(GMT-04:00) New York', 'America/New_York'],
    ['Sao Paulo', 'America/Sao_Paulo'],
  ])('understands an older client’s "%s"', async (message, zone) => {
    expect(await switchTo(message)).toMatchObject({ data: { zoneCode: zone } })
  })

  test.each([
    'Mars/Base',
    'GMT+8',
    'GMT',
    'UTC',
    'Z',
    '+08:00',
    'XYZ+5',
    '../../etc/passwd',
    'america/new_york',
    'AMERICA/NEW_YORK',
    ' Asia/Tokyo',
    'Asia/Tokyo\u0000',
    'Asia/Karachi',
    'posixrules',
    '(GMT+08:00) Shanghai ',
    '(GMT+8) Shanghai',
    '',
    'x'.repeat(61),
    null,
    undefined,
    8,
    ['Asia/Tokyo'],
    { zone: 'Asia/Tokyo' },
  ])('to %j is refused, and nothing changes', async (zone) => {
    await switchTo('Asia/Dubai')
    expect(await switchTo(zone)).toMatchObject(validation('timeZone'))
    expect(await kept()).toBe('Asia/Dubai')
  })

  test('by a header with an unknown time zone changes nothing and is no error', async () => {
    await switchTo('Asia/Dubai')
    for (const zone of ['Mars/Base', 'GMT+8', '../../etc/passwd', 'x'.repeat(1024)]) {
      const answer = await server.send(topInfo, {}, { token: clerk.token, headers: { 'x-timezone': zone } })
      expect(answer).toMatchObject({ status: 200, success: true })
    }
    expect(await kept()).toBe('Asia/Dubai')
  })
})

describe('a document', () => {
  const ask = (query: Record<string, string>) =>
    server.server.http.inject({
      url: forwardDocument.path,
      query,
      headers: { 'x-access-token': clerk.token, 'x-language': 'en_US' },
    })

  test('from the fixed list comes as its plain body', async () => {
    const guide = await ask({ doc: 'guide' })
    expect([guide.statusCode, guide.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(guide.body).toMatch(/^# Logging in and out\n\n/)
    const changes = await ask({ doc: 'changelog' })
    expect(changes.statusCode).toBe(200)
    expect(changes.body).toBe(readFileSync('CHANGELOG.md', 'utf8'))
  })

  test.each(
    [
      { doc: 'secrets' },
      { doc: '../package.json' },
      { doc: 'http://127.0.0.1/' },
      { url: 'http://127.0.0.1/' },
      { url: 'file:///etc/passwd' },
      { path: '/etc/passwd' },
      { doc: 'guide', url: 'http://127.0.0.1/' },
      { doc: 'guide', path: '../package.json' },
      { doc: '' },
      {},
    ].map((query) => [JSON.stringify(query), query as Record<string, string>] as const),
  )('is not fetched for %s', async (_, query) => {
    const answer = await ask(query)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ code: 5000, success: false, data: { kind: 'validation' } })
  })

  test('needs a login', async () => {
    expect((await server.server.http.inject({ url: `${forwardDocument.path}?doc=guide` })).statusCode).toBe(
      401,
    )
  })
})

describe('the API description', () => {
  test('lists every call, in its own format, for users who may see it', async () => {
    const answer = await server.server.http.inject({
      url: openApi.path,
      headers: { 'x-access-token': clerk.token },
    })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    const { openapi, info, paths } = answer.json()
    expect([openapi, info.version]).toEqual(['3.1.0', '1.0.0'])
    expect(Object.keys(paths).sort()).toEqual(server.server.calls.map((call) => call.path).sort())
    const curious = await aClerk(tenantId, ['setting:account:view'])
    const refused = await server.server.http.inject({
      url: openApi.path,
      headers: { 'x-access-token': curious.token },
    })
    expect(refused.json()).toMatchObject({ code: 5000, data: { kind: 'forbidden' } })
  })

  test('includes every call of the specification', () => {
    const paths: string[] = server.server.calls.map((call) => `${call.method} ${call.path}`)
    for (const promise of [
      'GET /gateway/wms/doc/forward',
      'POST /gateway/system/dict/getDictItems',
      'POST /gateway/auth/logout',
      'POST /gateway/system/tenant/switch-time',
      'GET /gateway/wms/home/top-info',
      'GET /gateway/auth/login/single-sign-on',
    ])
      expect(paths).toContain(promise)
    expect(paths.join()).toContain('/tenant/query-logo')
  })
})
