import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { SentTo } from '../../platform/calls/call.ts'
import { openOutbound } from '../../platform/outbound/server/outbound.ts'
import { aUser, startTestServer } from '../../testing/test-server.ts'
import { CarrierFault, sampleShipment } from '../carrier.ts'
import { accountCalls, carrierAccount, createAccount, testAccount } from '../contract.ts'
import {
  createPlatform,
  editPlatform,
  listPlatforms,
  platform,
  switchPlatforms,
  tryPlatform,
  voidTried,
} from '../platform-contract.ts'
import { platformText } from '../platform-text.ts'
import { answerText } from '../text.ts'
import { buyOnce } from './carriers.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const TOKEN = 'bearer-of-the-platform'

/** A carrier platform on this machine: it returns 200 to everything and signals success in `code`. */
const seen: { line: string; body: string; authorization: string }[] = []
const sold = new Map<string, string>()
let losesAnswers = false
let says: Record<string, unknown> | string | undefined
/** Echoes the whole request in its response. */
let echoes = false
let statusNow = 200
const carrierServer = createServer(async (request, reply) => {
  const body = await text(request)
  const [, , kind, name] = (request.url ?? '').split('/')
  seen.push({
    line: `${request.method} ${request.url}`,
    body,
    authorization: request.headers.authorization ?? '',
  })
  const send = (value: unknown) =>
    reply.writeHead(statusNow, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  if (echoes) {
    const all = { url: request.url, headers: request.headers, body: body && JSON.parse(body) }
    const no = String(request.headers['x-who'] ?? '').trim()
    return void send({
      code: statusNow === 200 ? 0 : 9,
      msg: JSON.stringify(all),
      all,
      data: { id: no, no, png: PNG },
    })
  }
  if (typeof says === 'string')
    return void reply.writeHead(statusNow, { 'content-type': 'text/html' }).end(says)
  if (says) return void send(says)
  if (kind === 'file')
    return void reply.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(PNG, 'base64'))
  if (kind === 'ping') return void send({ code: 0 })
  const key = decodeURIComponent(name ?? '')
  if (request.method === 'GET' && !sold.has(key)) return void reply.writeHead(404).end()
  if (request.method === 'DELETE') {
    if (!sold.delete(key)) return void send({ code: 7, msg: 'no such label' })
    return void reply.writeHead(204).end()
  }
  if (request.method === 'POST') {
    const { key: given } = JSON.parse(body)
    sold.set(given, `ZX${sold.size + 1}`)
    if (losesAnswers) return void request.socket.destroy()
    return void send(labelOf(given))
  }
  send(labelOf(key))
})
const labelOf = (key: string) => ({
  code: 0,
  data: { id: key, no: sold.get(key), png: PNG, url: `${base}/api/file/1`, fee: 4.5, cur: 'USD' },
})
await new Promise<void>((up) => carrierServer.listen(0, '127.0.0.1', up))
const base = `http://127.0.0.1:${(carrierServer.address() as AddressInfo).port}`
afterAll(() => {
  carrierServer.closeAllConnections()
  carrierServer.close()
})

const server = await startTestServer({ outbound: openOutbound({ testHosts: ['127.0.0.1'] }) })
beforeEach(() => {
  seen.length = 0
  losesAnswers = false
  says = undefined
  echoes = false
  statusNow = 200
})

const aDesk = (permissions = ['*']) => aUser(server, { permissions })
type Desk = Awaited<ReturnType<typeof aDesk>>

const facts: SentTo<typeof createPlatform> = {
  platformCode: 'ZX',
  platformName: '中欣快运',
  address: `${base}/api`,
  headers: 'Authorization: Bearer {{credential.accessToken}}',
  buyMethod: 'POST',
  buyPath: '/labels',
  buyBody:
    '{"key": "{{order.key}}", "zip": "{{to.zip}}", "kg": "{{parcel.kilograms:number}}", "svc": "{{order.service}}"}',
  findPath: '/labels/{{order.key}}',
  voidMethod: 'DELETE',
  voidPath: '/labels/{{label.ref}}',
  voidBody: '',
  checkPath: '/ping',
  okPath: 'code',
  okValue: '0',
  noneValue: '44',
  errorPath: 'msg',
  refPath: 'data.id',
  trackingPath: 'data.no',
  labelKind: 'base64',
  labelPath: 'data.png',
  costPath: 'data.fee',
  currencyPath: 'data.cur',
}

async function made(who: Desk, over: Partial<typeof facts> = {}) {
  const answer = await server.send(createPlatform, { ...facts, ...over }, who)
  expect(answer).toMatchObject({ success: true })
  return (answer.data as { id: number }).id
}
async function anAccount(
  who: Desk,
  platformId: number,
  credentials: Partial<SentTo<typeof createAccount>> = {},
) {
  const input = {
    adapter: 'platform' as const,
    platformId,
    accountName: `Account on ${platformId}`,
    carrier: 'ZX',
    accountNo: null,
    environment: 'live' as const,
    apiKey: null,
    user: null,
    password: null,
    accessToken: TOKEN,
    ...credentials,
  }
  const answer = await server.send(createAccount, input, who)
  expect(answer).toMatchObject({ success: true })
  return (answer.data as { id: number }).id
}
const { platformCode: _, ...editable } = facts

describe('a platform', () => {
  test('is stored as described, found by pinyin and disabled', async () => {
    const who = await aDesk()
    const id = await made(who)
    expect((await server.send(listPlatforms, { search: 'zxky' }, who)).data).toMatchObject({ total: 1 })
    expect((await server.send(platform, { id: String(id) }, who)).data).toMatchObject({
      platformCode: 'ZX',
      accountCount: 0,
      shape: {
        headers: [{ name: 'Authorization', value: 'Bearer {{credential.accessToken}}' }],
        requests: {
          buy: { method: 'POST', path: '/labels' },
          find: { method: 'GET' },
          check: { path: '/ping' },
        },
        answers: { trackingPath: 'data.no', okValue: '0' },
      },
    })
    for (const platformCode of ['ZX', 'zx'])
      expect(await server.send(createPlatform, { ...facts, platformCode }, who)).toMatchObject({
        data: { kind: 'platform_code_taken', fields: [{ path: 'platformCode' }] },
      })
    for (const [path, over] of [
      ['okPath', { okPath: null }],
      ['noneValue', { noneValue: '0' }],
    ] as const)
      expect(
        await server.send(createPlatform, { ...facts, platformCode: 'NONE', ...over }, who),
      ).toMatchObject({ data: { kind: 'validation', fields: [{ path }] } })
    await made(await aDesk())
    const account = await anAccount(who, id)
    const listed = async (isEnabled: '0' | '1') =>
      (await server.done(listPlatforms, { isEnabled }, who)).rows.map((row) => [row.id, row.accountCount])
    expect([await listed('1'), await listed('0')]).toEqual([[[id, 1]], []])
    expect(await server.send(switchPlatforms, { ids: [id], isEnabled: false }, who)).toMatchObject({
      data: { ok: 1 },
    })
    await expect(server.carriers.carrierOf(who.tenantId, account)).rejects.toMatchObject({
      detail: { kind: 'disabled' },
    })
    expect(await server.send(tryPlatform, { id, accountId: null, service: '' }, who)).toMatchObject({
      data: { kind: 'disabled' },
    })
    expect(seen).toEqual([])
  })

  test.each([
    ['address', 'http://carrier.example/api'],
    ['address', 'https://10.0.0.1/api'],
    ['address', 'https://[::1]/api'],
    ['address', 'https://2130706434/api'],
    ['address', 'https://user:word@carrier.example'],
    ['address', 'https://carrier.example/?q=1'],
    ['address', 'ftp://carrier.example'],
    ['headers', 'Host: carrier.example'],
    ['headers', 'X-Key {{credential.accessToken}}'],
    ['headers', 'X-Key: {{credential.secret}}'],
    ['buyPath', 'labels'],
    ['buyPath', '/labels/{{to.secret}}'],
    ['buyBody', '{"key": }'],
    ['buyBody', '{"key": "{{order.unknown}}"}'],
    ['findPath', 'x'],
    ['trackingPath', ''],
    ['trackingPath', 'a..b'],
    ['labelPath', '$.label'.replace('$', '[')],
  ])('is refused at %s for %s', async (field, value) => {
    const who = await aDesk()
    expect(await server.send(createPlatform, { ...facts, [field]: value }, who)).toMatchObject({
      success: false,
      data: { kind: 'validation', fields: [{ path: field }] },
    })
  })

  test('that moves to another host loses its credentials; within its host it keeps them', async () => {
    const who = await aDesk()
    const id = await made(who)
    const account = await anAccount(who, id)
    const names = async () =>
      (await server.done(carrierAccount, { id: String(account) }, who)).credentialNames
    expect(
      await server.send(editPlatform, { ...editable, id, rowVersion: 1, address: `${base}/api/v2` }, who),
    ).toMatchObject({ success: true })
    expect(await names()).toEqual(['accessToken'])
    const moved = { ...editable, id, rowVersion: 2, address: 'https://elsewhere.example/api' }
    expect(await server.send(editPlatform, moved, who)).toMatchObject({ data: { rowVersion: 3 } })
    expect(await names()).toEqual([])
    expect(await server.send(editPlatform, moved, who)).toMatchObject({ data: { kind: 'stale' } })
    const log = await server.owner(
      `select object_type as type, action, object_no as no, before, after - 'because' as after, after -> 'because' ->> 'en_US' as because
       from audit_log where action in ('edit', 'forget_credentials') order by id`,
      [],
      who.tenantId,
    )
    const edit = { type: 'platform', action: 'edit', no: 'ZX', because: null }
    expect(log).toEqual([
      { ...edit, before: { address: `${base}/api` }, after: { address: `${base}/api/v2` } },
      { ...edit, before: { address: `${base}/api/v2` }, after: { address: 'https://elsewhere.example/api' } },
      {
        ...{ type: 'carrier_account', action: 'forget_credentials', no: `Account on ${id}` },
        ...{ before: null, after: {}, because: platformText.moved.en_US },
      },
    ])
    const events = await server.owner<{ kind: string }>(
      `select kind from events where kind <> 'carrier_account.created' order by id`,
      [],
      who.tenantId,
    )
    expect(events.map(({ kind }) => kind)).toEqual([
      ...['platform.created', 'platform.edited', 'platform.edited', 'carrier_account.credentials_forgotten'],
    ])
    expect(
      await server.done(carrierAccount, { id: String(account) }, who),
      'its page is stale',
    ).toMatchObject({
      rowVersion: 2,
    })
  })
})

describe('an account on a platform', () => {
  test('buys once, is tested, and voids what it bought', async () => {
    const who = await aDesk()
    const id = await anAccount(who, await made(who))
    expect(await server.send(testAccount, { id }, who)).toMatchObject({
      data: { problem: null, words: 'Carrier’s message: HTTP 200' },
    })
    const carrier = await server.carriers.carrierOf(who.tenantId, id)
    const purchase = { shipment: sampleShipment, service: 'STD', key: 'p 1/1' }
    const label = await buyOnce(carrier, purchase)
    expect(label).toMatchObject({
      format: 'png',
      cost: { amount: '4.5', currency: 'USD' },
      carrier: 'ZX',
      ref: 'p 1/1',
    })
    expect(seen.at(-1)).toMatchObject({ line: 'POST /api/labels', authorization: `Bearer ${TOKEN}` })
    expect(JSON.parse(seen.at(-1)?.body ?? '')).toEqual({ key: 'p 1/1', zip: '94104', kg: 0.5, svc: 'STD' })
    expect((await buyOnce(carrier, purchase)).trackingNo).toBe(label.trackingNo)
    expect(seen.filter(({ line }) => line.startsWith('POST'))).toHaveLength(1)
    expect(await carrier.void(label.ref)).toMatchObject({ outcome: 'voided' })
    expect(await carrier.void(label.ref)).toMatchObject({ outcome: 'refused', words: 'no such label' })
  })

  test('looks up a lost response by its key; without a lookup, the outcome stays unknown', async () => {
    const who = await aDesk()
    const id = await anAccount(who, await made(who))
    const blind = await anAccount(who, await made(who, { platformCode: 'BLIND', findPath: null }))
    losesAnswers = true
    const buyBy = async (account: number, key: string) =>
      buyOnce(await server.carriers.carrierOf(who.tenantId, account), {
        shipment: sampleShipment,
        service: 'S',
        key,
      })
    expect((await buyBy(id, 'lost-1')).trackingNo).toMatch(/^ZX/)
    await expect(buyBy(blind, 'lost-2')).rejects.toMatchObject({ problem: 'down', isUnknown: true })
    expect(seen.filter(({ line }) => line.startsWith('POST'))).toHaveLength(2)
  })

  test.each([
    ['<h1>Under maintenance</h1>', 'down'],
    [{ code: 9, msg: 'busy, try later' }, 'service'],
    [{ hint: 'no mark at all' }, 'down'],
  ] as const)('buys nothing while the lookup by key returns %j', async (answer, problem) => {
    const who = await aDesk()
    const carrier = await server.carriers.carrierOf(who.tenantId, await anAccount(who, await made(who)))
    says = answer
    await expect(carrier.buy(sampleShipment, 'S', 'k')).rejects.toMatchObject({ problem, isUnknown: false })
    expect(seen.map(({ line }) => line)).toEqual(['GET /api/labels/k'])
  })

  test.each([
    [200, { code: 44, msg: 'no such label' }],
    [422, { code: 44, msg: 'no such label' }],
    [200, { code: 0, data: null }],
    [204, ''],
  ])('treats %i %j as no label', async (status, answer) => {
    const who = await aDesk()
    const carrier = await server.carriers.carrierOf(who.tenantId, await anAccount(who, await made(who)))
    statusNow = status
    says = answer
    expect(await carrier.find('k')).toBeUndefined()
  })

  test.each([
    [500, { code: 44 }],
    [429, { code: 44 }],
    [200, ''],
  ])('does not treat %i %j as no label', async (status, answer) => {
    const who = await aDesk()
    const carrier = await server.carriers.carrierOf(who.tenantId, await anAccount(who, await made(who)))
    statusNow = status
    says = answer
    await expect(carrier.find('k')).rejects.toMatchObject({ problem: 'down' })
  })

  test.each([
    [204, 'code', 'voided'],
    [202, 'code', 'requested'],
    [200, null, 'voided'],
  ] as const)(
    'treats a void response of %i without a body, with success at %s, as %s',
    async (status, okPath, outcome) => {
      const who = await aDesk()
      const id = await made(who, { okPath, okValue: okPath && '0', noneValue: null })
      const carrier = await server.carriers.carrierOf(who.tenantId, await anAccount(who, id))
      statusNow = status
      says = ''
      expect(await carrier.void('L1')).toEqual({ outcome, words: null })
    },
  )

  test.each([
    [
      { fee: '4.50', cur: 'usd' },
      { amount: '4.50', currency: 'USD' },
    ],
    [
      { fee: ' 4.5 ', cur: ' Usd ' },
      { amount: '4.5', currency: 'USD' },
    ],
    [{ fee: 4.5, cur: 'US$' }, null],
    [{ fee: '4,50', cur: 'USD' }, null],
    [{ fee: -4.5, cur: 'USD' }, null],
    [{ fee: '1234567890123', cur: 'USD' }, null],
    [{ fee: 4.5 }, null],
  ])('reads a cost of %j as %j, and sells the label anyway', async (cost, right) => {
    const who = await aDesk()
    const account = await anAccount(who, await made(who, { findPath: '' }))
    const carrier = await server.carriers.carrierOf(who.tenantId, account)
    says = { code: 0, data: { id: 'A-1', no: 'ZX1', png: PNG, ...cost } }
    const label = await buyOnce(carrier, { shipment: sampleShipment, service: 'S', key: '1-1' })
    expect(label).toMatchObject({ trackingNo: 'ZX1', cost: right })
  })

  test.each([
    [{ costCurrency: 'CAD', costRate: '0.73' }, 'CAD'],
    [{}, 'USD'],
  ])(
    'whose platform names no currency is billed in its own (%j), else in the warehouse’s',
    async (of, currency) => {
      const who = await aDesk()
      const platformId = await made(who, { currencyPath: null })
      const accountId = await anAccount(who, platformId, of)
      const carrier = await server.carriers.carrierOf(who.tenantId, accountId)
      const label = await buyOnce(carrier, { shipment: sampleShipment, service: 'S', key: '1-1' })
      expect(label.cost).toEqual({ amount: '4.5', currency })
      const tried = await server.send(tryPlatform, { id: platformId, accountId, service: 'S' }, who)
      expect(tried).toMatchObject({ data: { label: { cost: { amount: '4.5', currency } } } })
      const withoutAccount = await server.send(
        tryPlatform,
        { id: platformId, accountId: null, service: 'S' },
        who,
      )
      expect(withoutAccount).toMatchObject({ data: { label: { cost: { amount: '4.5', currency: 'USD' } } } })
    },
  )

  test('does not accept an empty void response where a success value is required', async () => {
    const who = await aDesk()
    const carrier = await server.carriers.carrierOf(who.tenantId, await anAccount(who, await made(who)))
    says = ''
    await expect(carrier.void('L1')).rejects.toMatchObject({ problem: 'down', isUnknown: true })
  })

  test('fails when the platform reports an error with a good status', async () => {
    const who = await aDesk()
    const id = await anAccount(who, await made(who))
    says = { code: 401, msg: 'invalid token' }
    expect(await server.send(testAccount, { id }, who)).toMatchObject({
      data: { problem: 'auth', words: 'Carrier’s message: invalid token' },
    })
    says = { pong: true }
    expect(await server.send(testAccount, { id }, who)).toMatchObject({ data: { problem: null } })
  })

  test.each([
    [{ code: 9, msg: '收件人邮编有误' }, 'address', false],
    [{ code: 9, msg: 'weight over limit' }, 'dimension', false],
    [{ code: 9, msg: '余额不足' }, 'balance', false],
    [{ code: 9, msg: 'invalid token' }, 'auth', false],
    [{ code: 9, msg: 'no such product' }, 'service', false],
    [{ status: 'ok' }, 'down', true],
    [{ code: 0, data: {} }, 'service', true],
    [{ code: 0, data: { no: 'X1', png: 'bm90IGEgbGFiZWw=' } }, 'service', true],
  ] as const)('reads %j as %s', async (answer, problem, isUnknown) => {
    const who = await aDesk()
    const id = await anAccount(who, await made(who, { findPath: null }))
    says = answer
    const carrier = await server.carriers.carrierOf(who.tenantId, id)
    const bought = carrier.buy(sampleShipment, 'S', 'k')
    await expect(bought).rejects.toBeInstanceOf(CarrierFault)
    await expect(bought).rejects.toMatchObject({ problem, isUnknown })
  })
})

describe('testing a platform', () => {
  const tryIt = (who: Desk, input: SentTo<typeof tryPlatform>) => server.done(tryPlatform, input, who)

  test('shows the request as sent without its secrets, the raw response and our interpretation', async () => {
    const who = await aDesk()
    const id = await made(who, { labelKind: 'address', labelPath: 'data.url' })
    const accountId = await anAccount(who, id)
    const tried = await tryIt(who, { id, accountId, service: 'STD' })
    expect(tried).toMatchObject({
      problem: null,
      label: { format: 'png', trackingNo: expect.stringMatching(/^ZX/) },
    })
    expect(tried.calls.map(({ deed, status }) => [deed, status])).toEqual([
      ['find', 404],
      ['buy', 200],
      ['label', 200],
    ])
    expect(tried.calls[1]?.request).toContain('authorization: •••')
    expect(tried.calls[1]?.answer).toContain('"no": "ZX')
    const kept = await server.send(accountCalls, { id: String(accountId) }, who)
    for (const all of [JSON.stringify(tried), JSON.stringify(kept)]) expect(all).not.toContain(TOKEN)
    expect((kept.data as unknown[]).length).toBe(3)
    // The platform's own host also gets its credentials with the label request.
    expect(seen.at(-1)).toMatchObject({ line: 'GET /api/file/1', authorization: `Bearer ${TOKEN}` })

    const ref = tried.label?.ref ?? ''
    const takeBack = (named = ref) => server.send(voidTried, { id, accountId, ref: named }, who)
    // The label of a customer's parcel cannot be voided from here.
    const answer = seen.length
    expect(await takeBack('p 1/1')).toMatchObject({
      data: { kind: 'validation', fields: [{ path: 'ref' }] },
    })
    expect(seen).toHaveLength(answer)
    expect(await takeBack()).toMatchObject({
      data: { outcome: 'voided', problem: null, calls: [{ deed: 'void', status: 204 }] },
    })
    expect(await takeBack()).toMatchObject({ data: { outcome: 'refused', words: 'no such label' } })
    const auditRows = await server.owner(
      `select after->>'isOk' as ok from audit_log where action = 'void_tried' order by id`,
      [],
      who.tenantId,
    )
    expect(auditRows).toEqual([{ ok: 'true' }, { ok: 'false' }])
    const events = await server.owner<{ kind: string }>(
      `select kind from events where object_type = 'platform' and kind like 'platform.tr%' order by id`,
      [],
      who.tenantId,
    )
    expect(events.map(({ kind }) => kind)).toEqual([
      'platform.tried',
      'platform.try_voided',
      'platform.try_voided',
    ])
  })

  test.each([200, 400])(
    'shows no part of a credential, in any requested or returned form (%s)',
    async (status) => {
      const who = await aDesk()
      const credentials = {
        user: '仓库depot77',
        password: '0012345678',
        accessToken: 'tok_9f8e7d6c5b4a39281706f5e4d3c2b1a0xyzXYZ7',
      }
      const id = await made(who, {
        headers: 'X-Who: {{credential.user}}\nX-Plain: {{credential.basic}}',
        buyPath: '/labels/{{credential.accessToken}}',
        buyBody: JSON.stringify({
          key: '{{order.key}}',
          no: '{{credential.password:number}}',
          remark: `{{credential.accessToken}}${'x'.repeat(200)}`,
          text: '{{credential.user}}/{{credential.password}}',
        }),
        findPath: '',
      })
      const accountId = await anAccount(who, id, credentials)
      ;[echoes, statusNow] = [true, status]
      const tried = await tryIt(who, { id, accountId, service: '' })
      expect(seen[0]?.body).toContain('"no":12345678,')
      expect(tried.calls[0]?.request).toContain('"text": "•••/•••"')
      expect(tried.calls[0]?.request).toContain('"no": "•••"')
      expect(tried).toMatchObject(status === 200 ? { label: { trackingNo: '•••' } } : { label: null })
      const rows = await Promise.all(
        ['carrier_calls', 'audit_log', 'events', 'idempotency'].map((table) =>
          server.owner(`select t::text from ${table} t`, [], who.tenantId),
        ),
      )
      const all = JSON.stringify([
        tried,
        rows,
        await server.send(accountCalls, { id: String(accountId) }, who),
      ])
      const basic = Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')
      for (const part of [
        'tok_9f8e',
        '9f8e7d6c',
        'xyzXYZ7',
        '12345678',
        'depot77',
        '仓库',
        basic.slice(0, 8),
        basic.slice(-8),
      ])
        expect(all, part).not.toContain(part)
    },
  )

  test.each([
    ['with a NUL in it', 'ZX\u00001'],
    ['with half a character in it', 'ZX\ud800'],
    ['that begins with a space', ' ZX'],
    ['of 500,000 characters', 'Z'.repeat(500_000)],
    ['of 61 characters', 'Z'.repeat(61)],
  ])('reports a platform that returns a tracking number %s', async (_, no) => {
    const who = await aDesk()
    const id = await made(who, { findPath: null, refPath: null })
    says = { code: 0, data: { no, png: PNG } }
    const accountId = await anAccount(who, id)
    expect(await tryIt(who, { id, accountId, service: '' })).toMatchObject({
      problem: 'service',
      words: answerText.trackingForm.en_US,
      label: null,
    })
    const carrier = await server.carriers.carrierOf(who.tenantId, accountId)
    await expect(carrier.buy(sampleShipment, '', 'k-1')).rejects.toMatchObject({
      problem: 'service',
      isUnknown: true,
    })
  })

  test('reports a void number or error message that cannot be stored', async () => {
    const who = await aDesk()
    const id = await made(who, { findPath: null })
    for (const ref of ['A\u0000', 'A\ud800', 'A'.repeat(201)]) {
      says = { code: 0, data: { id: ref, no: 'ZX1', png: PNG } }
      expect(await tryIt(who, { id, accountId: null, service: '' })).toMatchObject({
        problem: 'service',
        words: answerText.refForm.en_US,
      })
    }
    says = { code: 5, msg: 'city\u0000 is missing\ud800' }
    expect(await tryIt(who, { id, accountId: null, service: '' })).toMatchObject({
      problem: 'address',
      words: 'Carrier’s message: city is missing\ufffd',
    })
  })

  test('refuses a Chinese header, which no request can carry', async () => {
    const who = await aDesk()
    expect(await server.send(createPlatform, { ...facts, headers: 'X-Depot: 仓库' }, who)).toMatchObject({
      data: { kind: 'validation', fields: [{ path: 'headers', message: platformText.headersLatin.en_US }] },
    })
  })

  test('shows the platform’s message, and does not follow a label URL into the private network', async () => {
    const who = await aDesk()
    const id = await made(who, { labelKind: 'address', labelPath: 'data.url', findPath: null })
    says = { code: 0, data: { no: 'X1', url: 'http://169.254.169.254/latest/meta-data' } }
    const tried = await tryIt(who, { id, accountId: null, service: '' })
    expect(tried).toMatchObject({ problem: 'down', label: null })
    says = { code: 5, msg: 'city is missing' }
    expect(await tryIt(who, { id, accountId: null, service: '' })).toMatchObject({
      problem: 'address',
      words: 'Carrier’s message: city is missing',
    })
  })

  test('uses the credentials of its own accounts only, and no other company’s platform', async () => {
    const [who, other] = [await aDesk(), await aDesk()]
    const [id, second] = [await made(who), await made(who, { platformCode: 'TWO' })]
    const stranger = await anAccount(who, second)
    expect(await server.send(tryPlatform, { id, accountId: stranger, service: '' }, who)).toMatchObject({
      data: { kind: 'validation', fields: [{ path: 'accountId' }] },
    })
    expect(await server.send(tryPlatform, { id, accountId: null, service: '' }, other)).toMatchObject({
      data: { kind: 'not_found' },
    })
    expect(seen).toEqual([])
  })
})
