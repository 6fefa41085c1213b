import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SentTo } from '../../platform/calls/call.ts'
import { openOutbound } from '../../platform/outbound/server/outbound.ts'
import { noSecrets, secretsWith } from '../../platform/server/secrets.ts'
import { anEasyPost } from '../../testing/easypost-server.ts'
import { readPaper } from '../../testing/read-paper.ts'
import { aPerson, aSession, aUser, startTestServer } from '../../testing/test-server.ts'
import {
  type CarrierAdapter,
  CarrierFault,
  manifestAdapters,
  type Shipment,
  sampleShipment,
} from '../carrier.ts'
import {
  accountCalls,
  askServices,
  carrierAccount,
  createAccount,
  editAccount,
  listAccounts,
  switchAccounts,
  testAccount,
} from '../contract.ts'
import { answerText, carrierText, lineTexts } from '../text.ts'
import { buyOnce, makeManifestOnce, openCarriers } from './carriers.ts'

const post = await anEasyPost()
const { rates } = post.state
const server = await startTestServer({
  outbound: openOutbound({ testHosts: ['127.0.0.1'] }),
  easyPostUrl: post.url,
})

beforeEach(() => {
  Object.assign(post.state, {
    trouble: undefined,
    refund: 'submitted',
    refundError: undefined,
    tracked: 'pre_transit',
    rates,
    form: 'created',
    key: 'EZTK-right-key-0001',
  })
  post.state.asked.length = 0
  post.state.purchases = 0
})

const aDesk = (permissions = ['*']) => aUser(server, { permissions })
type Desk = Awaited<ReturnType<typeof aDesk>>

const plain = {
  adapter: 'demo' as const,
  platformId: null,
  accountName: 'Main',
  carrier: 'DEMO',
  accountNo: null,
  environment: 'sandbox' as const,
  apiKey: null,
  user: null,
  password: null,
  accessToken: null,
}
const ofEasyPost = {
  ...plain,
  adapter: 'easypost' as const,
  accountName: 'Post',
  carrier: 'USPS',
  apiKey: 'EZTK-right-key-0001',
}

async function made(who: Desk, over: Partial<Parameters<typeof server.send<typeof createAccount>>[1]> = {}) {
  const answer = await server.send(createAccount, { ...plain, ...over }, who)
  expect(answer).toMatchObject({ success: true })
  return (answer.data as { id: number }).id
}
const carrierOf = ({ tenantId }: Desk, id: number) => server.carriers.carrierOf(tenantId, id)
const parcelTo = (name: string): Shipment => ({ ...sampleShipment, to: { ...sampleShipment.to, name } })

async function faultOf(work: Promise<unknown>): Promise<CarrierFault> {
  const fault = await work.then(
    () => undefined,
    (thrown) => thrown,
  )
  if (!(fault instanceof CarrierFault)) throw new Error(`no carrier's no: ${fault}`)
  return fault
}

describe('the services of an account', () => {
  test('are what its carrier sells, and the query is logged among the calls', async () => {
    const who = await aDesk()
    const [demo, easyPost] = [await made(who), await made(who, ofEasyPost)]
    expect(await server.send(askServices, { id: demo }, who)).toMatchObject({
      data: {
        problem: null,
        services: [
          { serviceCode: 'GROUND', amount: '5.00', currency: 'USD', days: 4 },
          { serviceCode: 'EXPRESS', amount: '10.00', days: 1 },
        ],
      },
    })
    expect((await server.done(askServices, { id: easyPost }, who)).services.length).toBeGreaterThan(0)
    const calls = await server.send(accountCalls, { id: String(demo) }, who)
    expect(calls.data).toMatchObject([{ deed: 'quote', status: 200 }])
    expect(post.state.purchases).toBe(0)
  })

  test('are not returned where the carrier refuses: its message, and our classification', async () => {
    const who = await aDesk()
    const id = await made(who, { password: 'DEMO-AUTH' })
    expect(await server.send(askServices, { id }, who)).toMatchObject({
      data: { problem: 'auth', words: 'Demo carrier: wrong password', services: [] },
    })
    expect(await server.send(askServices, { id: id + 1000 }, who)).toMatchObject({
      success: false,
      data: { kind: 'not_found' },
    })
  })
})

test('what was sent to a carrier and what it answered is shown to users who may edit orders, as it names recipients', async () => {
  const who = await aDesk()
  const id = await made(who)
  await (await carrierOf(who, id)).buy(parcelTo('Zebedee Quux'), 'GROUND', 'package-1')
  // As a platform whose paths have the recipient logs them.
  await server.owner(
    `insert into carrier_calls (tenant_id, account_id, deed, method, url, ms, request, answer)
     values ($1, $2, 'find', 'GET', 'https://carrier.example/to/Zebedee%20Quux?zip=90001', 1, '', '')`,
    [who.tenantId, id],
    who.tenantId,
  )
  const callsAs = async (permissions: string[]) => {
    const person = await aPerson(server, who.tenantId, { permissions })
    const token = await aSession(server, who.tenantId, person.id)
    return (await server.send(accountCalls, { id: String(id) }, { token })).data
  }
  expect(JSON.stringify(await callsAs(['setting:channel:view', 'order:order:edit']))).toContain('Zebedee')
  const masked = await callsAs(['setting:channel:view'])
  expect(JSON.stringify(masked)).not.toContain('Zebedee')
  expect(masked).toMatchObject([
    { deed: 'find', url: 'https://carrier.example/•••' },
    { deed: 'buy', status: 200, request: '•••', answer: '•••' },
  ])
})

describe('the credentials of an account', () => {
  test('are written and never read: they are in no response, nor in the database, the audit log or the log', async () => {
    const who = await aDesk()
    const id = await made(who, ofEasyPost)
    await server.send(testAccount, { id }, who)
    const answers = await Promise.all([
      server.send(carrierAccount, { id: String(id) }, who),
      server.send(listAccounts, {}, who),
      server.send(accountCalls, { id: String(id) }, who),
    ])
    const rows = await Promise.all(
      ['carrier_accounts', 'carrier_calls', 'audit_log', 'events', 'idempotency'].map((table) =>
        server.owner(`select t::text from ${table} t`, [], who.tenantId),
      ),
    )
    const all = JSON.stringify([answers, rows, server.lines])
    const secret = ofEasyPost.apiKey
    for (const form of [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(`${secret}:`).toString('base64'),
    ])
      expect(all).not.toContain(form)
    post.state.trouble = 'echo'
    const tested = await server.send(testAccount, { id }, who)
    expect(tested.data).toMatchObject({ problem: 'auth', words: expect.stringContaining('Not allowed: •••') })
    const calls = await server.send(accountCalls, { id: String(id) }, who)
    expect(JSON.stringify([tested, calls])).not.toMatch(/right-key|cmlnaHQta2V5/)
    expect(answers[0].data).toMatchObject({ credentialNames: ['apiKey'] })
    expect(all).toContain('/v2/shipments')
  })

  test('are encrypted for one account: copied into another row they do not decrypt', async () => {
    const who = await aDesk()
    const [mine, other] = [
      await made(who, ofEasyPost),
      await made(who, { ...ofEasyPost, accountName: 'Other' }),
    ]
    await server.owner(
      `update carrier_accounts set credentials = (select credentials from carrier_accounts where id = $1) where id = $2`,
      [mine, other],
      who.tenantId,
    )
    expect(await server.send(testAccount, { id: other }, who)).toMatchObject({
      success: false,
      message: 'Failed to retrieve encryption info',
      data: { kind: 'encryption' },
    })
    expect(await server.send(testAccount, { id: mine }, who)).toMatchObject({ data: { problem: null } })
  })

  test.each([
    ['without the key', noSecrets],
    ['with another key', secretsWith('another key of more than thirty-two chars')],
  ])('cannot be used %s, and everything else works', async (_, secrets) => {
    const who = await aDesk()
    const id = await made(who, ofEasyPost)
    const later = await startTestServer({ db: server, secrets })
    const english = { zh: '获取加密信息失败', en: 'Failed to retrieve encryption info' }
    expect(await later.send(testAccount, { id }, who)).toMatchObject({ success: false, message: english.en })
    expect(await later.send(testAccount, { id }, { token: who.token })).toMatchObject({ message: english.zh })
    expect((await later.send(listAccounts, {}, who)).data).toMatchObject({ total: 1 })
    const facts = { accountName: 'Renamed', carrier: 'UPS', accountNo: null, environment: 'live' as const }
    const none = { apiKey: null, user: null, password: null, accessToken: null }
    expect(await later.send(editAccount, { id, rowVersion: 1, ...facts, ...none }, who)).toMatchObject({
      success: true,
    })
    expect(await later.send(switchAccounts, { ids: [id], isEnabled: false }, who)).toMatchObject({
      data: { ok: 1 },
    })
  })

  test('can be typed again when the key is lost, and saving needs a key', async () => {
    const who = await aDesk()
    const id = await made(who, ofEasyPost)
    const anew = {
      id,
      rowVersion: 1,
      accountName: 'Post',
      carrier: 'USPS',
      accountNo: null,
      environment: 'live' as const,
    }
    const typed = { apiKey: ofEasyPost.apiKey, user: null, password: null, accessToken: null }
    const keyless = await startTestServer({ db: server, secrets: noSecrets })
    expect(await keyless.send(editAccount, { ...anew, ...typed }, who)).toMatchObject({
      data: { kind: 'encryption' },
    })
    expect(await keyless.send(createAccount, { ...ofEasyPost, accountName: 'x' }, who)).toMatchObject({
      data: { kind: 'encryption' },
    })
    const rekeyed = await startTestServer({
      db: server,
      secrets: secretsWith('the new key of more than thirty-two characters'),
      outbound: openOutbound({ testHosts: ['127.0.0.1'] }),
      easyPostUrl: post.url,
    })
    expect(await rekeyed.send(editAccount, { ...anew, ...typed }, who)).toMatchObject({ success: true })
    expect(await rekeyed.send(testAccount, { id }, who)).toMatchObject({ data: { problem: null } })
  })

  test('stay when a field is left empty, and are required where the carrier needs them', async () => {
    const who = await aDesk()
    expect(await server.send(createAccount, { ...ofEasyPost, apiKey: '' }, who)).toMatchObject({
      data: { kind: 'validation', fields: [{ path: 'apiKey' }] },
    })
    expect(await server.send(createAccount, { ...plain, apiKey: 'not for this one' }, who)).toMatchObject({
      data: { kind: 'validation', fields: [{ path: 'apiKey' }] },
    })
    const id = await made(who, ofEasyPost)
    const edit = {
      id,
      rowVersion: 1,
      accountName: 'Post',
      carrier: 'UPS',
      accountNo: '7',
      environment: 'live' as const,
    }
    const empty = { apiKey: '', user: '', password: '', accessToken: '' }
    expect(await server.send(editAccount, { ...edit, ...empty }, who)).toMatchObject({
      data: { rowVersion: 2 },
    })
    expect(await server.send(editAccount, { ...edit, ...empty }, who)).toMatchObject({
      data: { kind: 'stale' },
    })
    expect(await server.send(testAccount, { id }, who)).toMatchObject({ data: { problem: null } })
    const wrong = { ...edit, ...empty, rowVersion: 2, accessToken: 'of no use' }
    expect(await server.send(editAccount, wrong, who)).toMatchObject({
      data: { fields: [{ path: 'accessToken' }] },
    })
  })
})

describe('an account', () => {
  test('has a unique name, and another company neither sees nor tests it', async () => {
    const [who, other] = [await aDesk(), await aDesk()]
    const id = await made(who)
    expect(await server.send(createAccount, plain, who)).toMatchObject({
      data: { kind: 'carrier_account_name_taken', fields: [{ path: 'accountName' }] },
    })
    await made(other)
    for (const call of [carrierAccount, accountCalls] as const)
      expect(await server.send(call, { id: String(id) }, other)).toMatchObject({
        data: { kind: 'not_found' },
      })
    expect(await server.send(testAccount, { id }, other)).toMatchObject({ data: { kind: 'not_found' } })
    await expect(server.carriers.carrierOf(other.tenantId, id)).rejects.toMatchObject({
      detail: { kind: 'not_found' },
    })
  })

  test('is found by name, carrier, number, adapter and whether it is enabled', async () => {
    const who = await aDesk()
    const [demo, easyPost] = [await made(who, { accountNo: 'A-77' }), await made(who, ofEasyPost)]
    await server.send(switchAccounts, { ids: [demo], isEnabled: false }, who)
    const found = async (input: SentTo<typeof listAccounts>) =>
      (await server.done(listAccounts, input, who)).rows.map(({ id }) => id)
    expect(await found({})).toEqual([demo, easyPost])
    for (const search of ['main', 'demo', 'a-77']) expect(await found({ search })).toEqual([demo])
    expect(await found({ search: 'usps' })).toEqual([easyPost])
    expect(await found({ adapter: 'easypost' })).toEqual([easyPost])
    expect([await found({ isEnabled: '1' }), await found({ isEnabled: '0' })]).toEqual([[easyPost], [demo]])
  })

  test('has its creation, its changes and its tests in the log, never what its credentials are', async () => {
    const who = await aDesk()
    const id = await made(who, { ...ofEasyPost, apiKey: 'EZTK-wrong', accountNo: '7' })
    await server.send(testAccount, { id }, who)
    const { adapter: _, platformId: __, ...facts } = { ...ofEasyPost, accountNo: '7' }
    await server.done(editAccount, { ...facts, id, rowVersion: 1, carrier: 'UPS' }, who)
    await server.send(testAccount, { id }, who)
    const log = await server.owner(
      `select action, object_no as no, before, after from audit_log where object_type = 'carrier_account' order by id`,
      [],
      who.tenantId,
    )
    const {
      apiKey: ___,
      user: ____,
      password: _____,
      accessToken: ______,
      ...shown
    } = { ...ofEasyPost, accountNo: '7' }
    expect(log).toEqual([
      {
        ...{ action: 'create', no: 'Post', before: null },
        after: { ...shown, costCurrency: null, costRate: null, credentialNames: ['apiKey'] },
      },
      { action: 'test', no: 'Post', before: null, after: { isOk: false } },
      {
        action: 'edit',
        no: 'Post',
        before: { carrier: 'USPS' },
        after: { carrier: 'UPS', credentialNames: ['apiKey'] },
      },
      { action: 'test', no: 'Post', before: null, after: { isOk: true } },
    ])
    const events = await server.owner<{ kind: string }>(
      `select kind from events where object_type = 'carrier_account' order by id`,
      [],
      who.tenantId,
    )
    expect(events.map(({ kind }) => kind)).toEqual([
      ...[
        'carrier_account.created',
        'carrier_account.tested',
        'carrier_account.edited',
        'carrier_account.tested',
      ],
    ])
  })

  test('that is disabled buys nothing and can still be tested', async () => {
    const who = await aDesk()
    const id = await made(who)
    await server.send(switchAccounts, { ids: [id], isEnabled: false }, who)
    await expect(carrierOf(who, id)).rejects.toMatchObject({ detail: { kind: 'disabled' } })
    expect(await server.send(testAccount, { id }, who)).toMatchObject({ data: { problem: null } })
    expect(await server.send(switchAccounts, { ids: [id], isEnabled: false }, who)).toMatchObject({
      data: { ok: 0 },
    })
  })

  test('shows the carrier’s message and our classification when its key is refused', async () => {
    const who = await aDesk()
    const id = await made(who, { ...ofEasyPost, apiKey: 'EZTK-wrong' })
    const answer = await server.send(testAccount, { id }, who)
    expect(answer.data).toMatchObject({ problem: 'auth', words: expect.stringContaining('APIKEY.INACTIVE') })
    expect((await server.send(carrierAccount, { id: String(id) }, who)).data).toMatchObject({
      lastOkAt: null,
    })
  })

  test('keeps its last fifty calls, without secrets and phone numbers', async () => {
    const who = await aDesk()
    const id = await made(who)
    const carrier = await carrierOf(who, id)
    for (let n = 0; n < 52; n++) await carrier.find(`none-${n}`)
    await carrier.quote(sampleShipment)
    const { data } = await server.send(accountCalls, { id: String(id) }, who)
    const calls = data as { deed: string; request: string }[]
    expect(calls).toHaveLength(50)
    expect(calls[0]).toMatchObject({ deed: 'quote', status: 200 })
    expect(calls[0]?.request).toContain(sampleShipment.to.address1)
    expect(calls[0]?.request).not.toContain(sampleShipment.to.phone)
    const rows = await server.owner('select 1 from carrier_calls where account_id = $1', [id], who.tenantId)
    expect(rows).toHaveLength(50)

    // The daily count continues where the log is truncated, and includes failures.
    await faultOf(carrier.buy(parcelTo('Ann demo-down'), 'GROUND', '1'))
    const day = 'select calls, failed from carrier_days where account_id = $1'
    expect(await server.owner(day, [id], who.tenantId)).toEqual([{ calls: 54, failed: 1 }])
  })
})

describe('the demo carrier', () => {
  test('sells one label per key, with a scannable barcode of its number, on 100 × 150 mm', async () => {
    const who = await aDesk()
    const carrier = await carrierOf(who, await made(who))
    const [first, second] = await Promise.all([
      buyOnce(carrier, { shipment: sampleShipment, service: 'GROUND', key: '7-1' }),
      buyOnce(carrier, { shipment: sampleShipment, service: 'GROUND', key: '7-1' }),
    ])
    expect(first.trackingNo).toBe(second.trackingNo)
    expect(first.trackingNo).toMatch(/^TH\d{14}$/)
    expect(first).toMatchObject({
      cost: { amount: '5.00', currency: 'USD' },
      format: 'pdf',
      service: 'GROUND',
    })
    const [page] = await readPaper(first.file, 203)
    expect(page?.codes).toEqual([first.trackingNo])
    expect([Math.round(page?.width ?? 0), Math.round(page?.height ?? 0)]).toEqual([100, 150])
    const sold = await server.owner('select 1 from demo_labels', [], who.tenantId)
    expect(sold).toHaveLength(1)
  })

  test.each(['address', 'dimension', 'balance', 'service', 'auth', 'down'] as const)(
    'refuses for %s on request, and sells nothing',
    async (problem) => {
      const who = await aDesk()
      const carrier = await carrierOf(who, await made(who))
      const shipment = parcelTo(`Ann demo-${problem}`)
      const fault = await faultOf(buyOnce(carrier, { shipment, service: 'GROUND', key: '1' }))
      expect(fault).toMatchObject({ problem, isUnknown: false })
      expect(await carrier.find('1')).toBeUndefined()
    },
  )

  test('finds a label whose response was lost, and buys no second one', async () => {
    const who = await aDesk()
    const carrier = await carrierOf(who, await made(who))
    const shipment = parcelTo('Ann DEMO-LOST')
    expect(await faultOf(carrier.buy(shipment, 'GROUND', '1'))).toMatchObject({ isUnknown: true })
    const label = await buyOnce(carrier, { shipment, service: 'GROUND', key: '1' })
    expect(label.trackingNo).toBe((await carrier.find('1'))?.trackingNo)
    expect(await server.owner('select 1 from demo_labels', [], who.tenantId)).toHaveLength(1)
  })

  test('voids a label unless told otherwise, and sells only its own services', async () => {
    const who = await aDesk()
    const carrier = await carrierOf(who, await made(who))
    const { ref } = await carrier.buy(sampleShipment, 'EXPRESS', '1')
    expect(await carrier.track([ref])).toMatchObject([{ ref, status: 'created' }])
    expect(await carrier.void(ref)).toEqual({ outcome: 'voided', words: null })
    expect(await carrier.find('1')).toBeUndefined()
    expect(await faultOf(carrier.buy(sampleShipment, 'EXPRESS', '1'))).toMatchObject({
      problem: 'service',
      isUnknown: false,
      reason: answerText.takenBack,
    })
    const kept = await carrier.buy(parcelTo('DEMO-KEEP'), 'GROUND', '2')
    expect(await carrier.void(kept.ref)).toMatchObject({ outcome: 'refused' })
    expect(await carrier.void('never')).toMatchObject({ outcome: 'refused' })
    expect(await faultOf(carrier.buy(sampleShipment, 'ROCKET', '3'))).toMatchObject({ problem: 'service' })
    const heavy = { ...sampleShipment, parcel: { ...sampleShipment.parcel, weight: 30_001 } }
    expect(await faultOf(carrier.quote(heavy))).toMatchObject({ problem: 'dimension' })
  })

  test('is late on request, and then sells as usual', async () => {
    const waits: number[] = []
    const later = await startTestServer({ db: server, wait: async (ms) => void waits.push(ms) })
    const who = await aDesk()
    const carrier = await later.carriers.carrierOf(who.tenantId, await made(who))
    await carrier.buy(sampleShipment, 'GROUND', '1')
    expect(waits).toEqual([])
    const { trackingNo } = await carrier.buy(parcelTo('Ann DEMO-SLOW'), 'GROUND', '2')
    expect(waits).toEqual([3000])
    expect((await carrier.find('2'))?.trackingNo).toBe(trackingNo)
    const slow = await made(who, { accountName: 'Slow', password: 'demo-slow' })
    expect(await later.send(testAccount, { id: slow }, who)).toMatchObject({ data: { problem: null } })
    expect(waits).toEqual([3000, 3000])
  })

  test('makes a whole account fail by its password', async () => {
    const who = await aDesk()
    const id = await made(who, { password: 'DEMO-AUTH' })
    expect(await server.send(testAccount, { id }, who)).toMatchObject({ data: { problem: 'auth' } })
  })
})

describe('EasyPost', () => {
  async function anAccount(): Promise<{ who: Desk; id: number; carrier: CarrierAdapter }> {
    const who = await aDesk()
    const id = await made(who, ofEasyPost)
    return { who, id, carrier: await carrierOf(who, id) }
  }
  const purchase = (key: string, service = 'GroundAdvantage') => ({ shipment: sampleShipment, service, key })

  test('returns its rates; weights are sent in ounces and lengths in inches', async () => {
    const { carrier } = await anAccount()
    expect(await carrier.quote(sampleShipment)).toEqual([
      { carrier: 'USPS', service: 'GroundAdvantage', amount: '5.93', currency: 'USD', days: 3 },
      { carrier: 'USPS', service: 'Express', amount: '31.10', currency: 'USD', days: 1 },
    ])
    expect(JSON.parse(post.state.bodies.at(-1) ?? '{}').shipment.parcel).toEqual({
      weight: 17.7,
      length: 7.88,
      width: 5.91,
      height: 3.94,
    })
  })

  test('sells a label; the key is sent to EasyPost only and not to the label’s host', async () => {
    const { who, id, carrier } = await anAccount()
    const label = await buyOnce(carrier, purchase('7-1', 'USPS:GroundAdvantage'))
    expect(label).toMatchObject({
      trackingNo: expect.stringMatching(/^9405/),
      carrier: 'USPS',
      cost: { amount: '5.93', currency: 'USD' },
      format: 'pdf',
    })
    expect(Buffer.from(label.file).toString()).toBe('%PDF-1.4 label')
    expect(post.state.authorizations.at(-1)).toBe('')
    expect((await server.send(carrierAccount, { id: String(id) }, who)).data).toMatchObject({
      lastOkAt: expect.any(String),
    })
  })

  test('is asked for a signature and insurance where the order wants them, and for neither otherwise', async () => {
    const { carrier } = await anAccount()
    const sent = async (key: string, over: Partial<typeof sampleShipment>) => {
      post.state.bodies.length = 0
      await buyOnce(carrier, { ...purchase(key), shipment: { ...sampleShipment, ...over } })
      const bodies = post.state.bodies.flatMap((body) => (body ? [JSON.parse(body)] : []))
      return {
        options: bodies.find(({ shipment }) => shipment)?.shipment.options,
        buy: bodies.find(({ rate }) => rate),
      }
    }
    const insuredValue = { amount: '80.00', currency: 'USD' }
    const both = await sent('9-1', { signature: true, insuredValue })
    expect(both.options).toMatchObject({ delivery_confirmation: 'SIGNATURE' })
    expect(both.buy).toEqual({ rate: { id: expect.any(String) }, insurance: '80.00' })
    const neither = await sent('9-2', {})
    expect(neither.options).not.toHaveProperty('delivery_confirmation')
    expect(neither.buy).toEqual({ rate: { id: expect.any(String) } })
  })

  test('buys nothing that is insured in another currency than its own', async () => {
    const { carrier } = await anAccount()
    const shipment = { ...sampleShipment, insuredValue: { amount: '80.00', currency: 'EUR' } }
    const fault = await faultOf(buyOnce(carrier, { ...purchase('9-3'), shipment }))
    expect(fault).toMatchObject({ problem: 'service', isUnknown: false })
    expect(post.state.purchases).toBe(0)
  })

  test('sells once per key, however often it is called', async () => {
    const { carrier } = await anAccount()
    const first = await buyOnce(carrier, purchase('8-1'))
    const again = await buyOnce(carrier, purchase('8-1'))
    expect(again).toEqual(first)
    expect(post.state.purchases).toBe(1)
  })

  test('does not count an unknown key before the first purchase as a failure', async () => {
    const { who, carrier } = await anAccount()
    await buyOnce(carrier, purchase('8-3'))
    const days = () => server.owner('select calls, failed from carrier_days', [], who.tenantId)
    expect(await days()).toEqual([{ calls: 4, failed: 0 }])
    post.state.trouble = 'no_money'
    await faultOf(buyOnce(carrier, purchase('8-4')))
    expect(await days()).toEqual([{ calls: 7, failed: 1 }])
  })

  test('that does not respond is logged with our reason, which has a text in both languages', async () => {
    const { who, id, carrier } = await anAccount()
    post.state.trouble = 'lost_before'
    await faultOf(carrier.buy(sampleShipment, 'GroundAdvantage', '8-5'))
    const [last] = await server.done(accountCalls, { id: String(id) }, who)
    expect(last?.status).toBeNull()
    expect(Object.keys(lineTexts)).toContain(last?.problem)
  })

  test.each(['lost', 'error_500', 'not_json', 'twice', 'timed_out'] as const)(
    'a response that is %s is looked up by its key, and nothing is bought twice',
    async (trouble) => {
      const { carrier } = await anAccount()
      post.state.trouble = trouble
      const label = await buyOnce(carrier, purchase(`9-${trouble}`))
      expect(label.trackingNo).toMatch(/^9405/)
      expect(post.state.purchases).toBe(1)
    },
  )

  test('a purchase that never arrived stays unknown until it is looked up, and is bought once at the next attempt', async () => {
    const { carrier } = await anAccount()
    post.state.trouble = 'lost_before'
    expect(await faultOf(buyOnce(carrier, purchase('10-1')))).toMatchObject({
      problem: 'down',
      isUnknown: true,
    })
    post.state.trouble = undefined
    await buyOnce(carrier, purchase('10-1'))
    expect(post.state.purchases).toBe(1)
    expect(post.made.filter(({ reference }) => reference === '10-1')).toHaveLength(1)
  })

  test.each([
    ['no_money', 'balance', 'Insufficient funds'],
    ['bad_address', 'address', 'Address not found'],
  ] as const)('%s is our %s, with its own message', async (trouble, problem, words) => {
    const { carrier } = await anAccount()
    post.state.trouble = trouble
    const fault = await faultOf(buyOnce(carrier, purchase(`11-${trouble}`)))
    expect(fault).toMatchObject({ problem, isUnknown: false })
    expect(fault.words).toContain(words)
    expect(post.state.purchases).toBe(0)
  })

  test('has no service without a rate', async () => {
    const { carrier } = await anAccount()
    expect(await faultOf(carrier.buy(sampleShipment, 'Rocket', '12-1'))).toMatchObject({ problem: 'service' })
  })

  test.each([
    ['submitted', 'requested'],
    ['refunded', 'voided'],
    ['rejected', 'refused'],
    ['not_applicable', 'refused'],
  ])('a refund that is %s is a void %s', async (refund, outcome) => {
    const { carrier } = await anAccount()
    const { ref } = await buyOnce(carrier, purchase(`13-${refund}`))
    post.state.refund = refund
    expect(await carrier.void(ref)).toMatchObject({ outcome })
    expect(await carrier.void('shp_none')).toMatchObject({ outcome: 'refused' })
    // A label that is void, or may be, is neither found nor returned again under its key.
    const isGone = outcome !== 'refused'
    expect((await carrier.find(`13-${refund}`)) === undefined).toBe(isGone)
    const again = await buyOnce(carrier, purchase(`13-${refund}`)).catch((fault) => fault)
    expect(again).toMatchObject(isGone ? { reason: answerText.takenBack } : { ref })
  })

  test.each([
    [400, undefined],
    [401, { problem: 'auth', isUnknown: false }],
    [404, undefined],
    [429, { problem: 'down', isUnknown: true }],
    [500, { problem: 'down', isUnknown: true }],
  ])('a refund that is answered with %i is refused, or still open', async (status, fault) => {
    const { carrier } = await anAccount()
    const { ref } = await buyOnce(carrier, purchase(`13-${status}`))
    post.state.refundError = status
    if (fault) expect(await faultOf(carrier.void(ref))).toMatchObject(fault)
    else expect(await carrier.void(ref)).toEqual({ outcome: 'refused', words: 'REFUND: No refund' })
  })

  test('sells the cheapest of several rates of a service, or the one of the carrier that is named', async () => {
    const { carrier } = await anAccount()
    post.state.rates = [
      ['USPS', 'Ground', '10.00'],
      ['UPS', 'Ground', '9.50'],
      ['FedEx', 'Ground', '9.75'],
      ['DHL', 'Air', '1.00'],
    ]
    const rateFor = async (service: string) => {
      post.state.bodies.length = 0
      await buyOnce(carrier, purchase(`12-${service}`, service))
      const bought = post.state.bodies
        .flatMap((body) => (body ? [JSON.parse(body)] : []))
        .find(({ rate }) => rate)
      return bought?.rate.id.replace(/^rate_.{16}/, '')
    }
    expect(await rateFor('Ground')).toBe('UPSGround')
    expect(await rateFor('USPS:Ground')).toBe('USPSGround')
  })

  test.each([
    ['in_transit', 'in_transit'],
    ['out_for_delivery', 'out_for_delivery'],
    ['available_for_pickup', 'out_for_delivery'],
    ['delivered', 'delivered'],
    ['return_to_sender', 'returned'],
    ['failure', 'failed'],
    ['cancelled', 'failed'],
    ['error', 'failed'],
    ['something new', 'unknown'],
  ])('a parcel that is %s at EasyPost is %s', async (tracked, status) => {
    const { carrier } = await anAccount()
    const { ref } = await buyOnce(carrier, purchase(`14-${tracked}`))
    post.state.tracked = tracked
    expect(await carrier.track([ref])).toMatchObject([{ ref, status }])
  })

  test('tracks a parcel', async () => {
    const { carrier } = await anAccount()
    const { ref } = await buyOnce(carrier, purchase('14-1'))
    expect(await carrier.track([ref])).toEqual([
      { ref, status: 'created', at: '2026-03-08T18:00:00Z', words: 'Pre-Shipment Info Sent to USPS' },
    ])
  })

  test('is still called after five refusals: a refusal is a response', async () => {
    const { carrier } = await anAccount()
    for (const trouble of ['bad_address', 'no_money'] as const) {
      post.state.trouble = trouble
      for (let n = 0; n < 6; n++)
        expect(
          await faultOf(carrier.buy(sampleShipment, 'GroundAdvantage', `17-${trouble}-${n}`)),
        ).toMatchObject({
          problem: trouble === 'no_money' ? 'balance' : 'address',
        })
    }
    post.state.trouble = undefined
    await carrier.quote(sampleShipment)
  })

  const untilPause = ({ tenantId }: Desk) =>
    server.owner<{ seconds: number }>(
      `select round(extract(epoch from paused_until - now()))::int as seconds from carrier_faults`,
      [],
      tenantId,
    )
  /** As if that time had passed. */
  const later = ({ tenantId }: Desk) =>
    server.owner(`update carrier_faults set paused_until = now()`, [], tenantId)

  test('is paused for half a minute after five calls without a response; a test goes through and ends it', async () => {
    const { who, id, carrier } = await anAccount()
    post.state.trouble = 'lost_before'
    for (let n = 0; n < 4; n++) await faultOf(carrier.buy(sampleShipment, 'GroundAdvantage', `15-${n}`))
    expect(await untilPause(who)).toEqual([{ seconds: null }])
    await faultOf(carrier.buy(sampleShipment, 'GroundAdvantage', '15-4'))
    const [pause] = await untilPause(who)
    expect(pause?.seconds).toBeGreaterThan(25)
    expect(pause?.seconds).toBeLessThanOrEqual(30)
    post.state.trouble = undefined
    const before = post.state.asked.length
    expect(await faultOf(carrier.quote(sampleShipment))).toMatchObject({ problem: 'down', isUnknown: false })
    expect(post.state.asked).toHaveLength(before)
    const other = await anAccount()
    await other.carrier.quote(sampleShipment)
    await later(who)
    await carrier.quote(sampleShipment)
    expect(await untilPause(who)).toEqual([])
    post.state.trouble = 'lost_before'
    for (let n = 0; n < 5; n++) await faultOf(carrier.buy(sampleShipment, 'GroundAdvantage', `16-${n}`))
    expect(await server.send(testAccount, { id }, who)).toMatchObject({ data: { problem: null } })
    await carrier.quote(sampleShipment)
  })

  test('is paused on every server, wherever the calls failed', async () => {
    const { who, id, carrier } = await anAccount()
    const elsewhere = await openCarriers({ ...server.carriers, easyPostUrl: post.url }).carrierOf(
      who.tenantId,
      id,
    )
    post.state.trouble = 'lost_before'
    for (let n = 0; n < 3; n++) await faultOf(carrier.buy(sampleShipment, 'GroundAdvantage', `18-${n}`))
    for (let n = 3; n < 5; n++) await faultOf(elsewhere.buy(sampleShipment, 'GroundAdvantage', `18-${n}`))
    post.state.trouble = undefined
    const before = post.state.asked.length
    for (const each of [carrier, elsewhere])
      expect(await faultOf(each.quote(sampleShipment))).toMatchObject({ reason: carrierText.paused })
    expect(post.state.asked).toHaveLength(before)
    await later(who)
    await elsewhere.quote(sampleShipment)
    await carrier.quote(sampleShipment)
  })

  test('that fails after its pause is paused again at once', async () => {
    const { who, carrier } = await anAccount()
    post.state.trouble = 'lost_before'
    for (let n = 0; n < 5; n++) await faultOf(carrier.buy(sampleShipment, 'GroundAdvantage', `19-${n}`))
    await later(who)
    await faultOf(carrier.buy(sampleShipment, 'GroundAdvantage', '19-5'))
    expect(await faultOf(carrier.quote(sampleShipment))).toMatchObject({ reason: carrierText.paused })
  })
})

describe('manifests', () => {
  /** An account with two labels, and what makes their manifests. */
  async function twoParcels(over: Partial<typeof ofEasyPost | typeof plain>) {
    const who = await aDesk()
    const id = await made(who, over)
    const carrier = await carrierOf(who, id)
    const service = over.adapter === 'easypost' ? 'GroundAdvantage' : 'GROUND'
    const buy = async (key: string) => {
      const { ref, trackingNo } = await buyOnce(carrier, { shipment: sampleShipment, service, key })
      return { ref, trackingNo }
    }
    const parcels = [await buy(`m${id}-1`), await buy(`m${id}-2`)]
    if (!carrier.manifest) throw new Error('no manifests')
    return { who, id, carrier, manifest: carrier.manifest, parcels, buy }
  }
  const ofEither = [
    ['the demo carrier', plain],
    ['EasyPost', ofEasyPost],
  ] as const

  test('are made by the adapters that say so', async () => {
    const who = await aDesk()
    for (const account of [plain, ofEasyPost]) {
      const carrier = await carrierOf(who, await made(who, account))
      expect(carrier.manifest !== undefined).toBe(manifestAdapters.includes(account.adapter))
    }
    expect(manifestAdapters).not.toContain('platform')
  })

  test.each(ofEither)('of %s are made once, and found by their parcels', async (_, account) => {
    const { manifest, parcels } = await twoParcels(account)
    expect(await manifest.find(parcels)).toBeUndefined()
    const before = post.forms.length
    const one = await makeManifestOnce(manifest, parcels, 'SB-1')
    expect(Buffer.from(one.file).subarray(0, 5).toString()).toBe('%PDF-')
    expect(await manifest.find(parcels)).toMatchObject({ number: one.number })
    expect(post.forms.length - before).toBe(account.adapter === 'easypost' ? 1 : 0)
  })

  test('of the demo carrier show number, sender and tracking numbers, and refuse a parcel twice', async () => {
    const { manifest, parcels, buy } = await twoParcels(plain)
    const one = await manifest.make(parcels, 'SB-1')
    const [page] = await readPaper(one.file, 203)
    expect(page?.codes).toEqual([one.number])
    const late = await buy('late')
    const refused = await faultOf(manifest.make([...parcels, late], 'SB-2'))
    expect(refused).toMatchObject({ problem: 'service', isUnknown: false })
    expect(await manifest.find([late]), 'a refused manifest has no parcel').toBeUndefined()
    expect(await manifest.find([...parcels, late])).toBeUndefined()
  })

  test('of EasyPost that are made already are the result, also where the response was lost', async () => {
    const { manifest, parcels } = await twoParcels(ofEasyPost)
    post.state.form = 'lost'
    const one = await makeManifestOnce(manifest, parcels, 'SB-1')
    post.state.form = 'created'
    expect(await makeManifestOnce(manifest, parcels, 'SB-1')).toMatchObject({ number: one.number })
    expect(post.forms.filter(({ shipments }) => shipments.includes(parcels[0]?.ref ?? ''))).toHaveLength(1)
    expect(post.state.authorizations.at(-1), 'the file’s host gets no key').toBe('')
  })

  test('of EasyPost that are being created are waited for', async () => {
    const { manifest, parcels } = await twoParcels(ofEasyPost)
    post.state.form = 'creating'
    expect(await manifest.make(parcels, 'SB-1')).toMatchObject({ number: expect.stringMatching(/^sf_/) })
  })

  test('of EasyPost fail in its words, and are made again after a failure', async () => {
    const { manifest, parcels } = await twoParcels(ofEasyPost)
    post.state.form = 'refused'
    const refused = await faultOf(makeManifestOnce(manifest, parcels, 'SB-1'))
    expect(refused).toMatchObject({ isUnknown: false })
    expect(refused.words).toContain('Labels are of a past day')
    post.state.form = 'failed'
    const failed = await faultOf(makeManifestOnce(manifest, parcels, 'SB-1'))
    expect(failed).toMatchObject({ isUnknown: false, reason: 'Unable to create scan form.' })
    post.state.form = 'created'
    expect(await makeManifestOnce(manifest, parcels, 'SB-1')).toMatchObject({ file: expect.anything() })
  })

  test('of EasyPost that have only some of the parcels are named', async () => {
    const { manifest, parcels } = await twoParcels(ofEasyPost)
    const { number } = await manifest.make(parcels.slice(0, 1), 'SB-1')
    expect((await faultOf(makeManifestOnce(manifest, parcels, 'SB-2'))).words).toContain(number)
  })

  test('whose file is no PDF are unknown, and found once it is one', async () => {
    const { manifest, parcels } = await twoParcels(ofEasyPost)
    post.state.form = 'no_pdf'
    expect(await faultOf(makeManifestOnce(manifest, parcels, 'SB-1'))).toMatchObject({
      reason: answerText.notAManifest,
      isUnknown: true,
    })
    post.state.form = 'created'
    expect(await manifest.find(parcels)).toMatchObject({ number: expect.stringMatching(/^sf_/) })
  })
})

test('a call is logged and counted while another one of the same account is', async () => {
  const who = await aDesk()
  const id = await made(who)
  const carrier = await carrierOf(who, id)
  for (let n = 0; n < 51; n++) await carrier.find(`none-${n}`)
  // Another server is just writing its own call: the rows that it holds are not waited for.
  const other = new pg.Client(server.at.owner)
  await other.connect()
  await other.query(`begin`)
  await other.query(`select set_config('app.tenant_id', $1, true)`, [String(who.tenantId)])
  await other.query(
    `select 1 from wms.carrier_calls, wms.carrier_days, wms.carrier_accounts for no key update`,
  )
  await buyOnce(carrier, { shipment: sampleShipment, service: 'GROUND', key: '20-1' }).finally(() =>
    other.end(),
  )
  const days = () =>
    server.owner<{ calls: number }>('select calls from carrier_days order by slot', [], who.tenantId)
  expect((await days()).map(({ calls }) => calls)).toEqual([51, 1])
  await carrier.find('none')
  expect((await days()).reduce((sum, { calls }) => sum + calls, 0)).toBe(53)
})

describe('the exchange rate of an account', () => {
  const one = (who: Desk, id: number) => server.done(carrierAccount, { id }, who)
  const edited = async (who: Desk, id: number, over: object) => {
    const { adapter: _, platformId: __, ...facts } = plain
    const { rowVersion } = await one(who, id)
    return server.send(editAccount, { ...facts, id, rowVersion, ...over }, who)
  }

  test('is kept with its currency and the day it was set', async () => {
    const who = await aDesk()
    const id = await made(who, { costCurrency: 'EUR', costRate: '1.0825' })
    expect(await one(who, id)).toMatchObject({
      ...{
        costCurrency: 'EUR',
        costRate: '1.082500',
        costRateOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    })
    await server.owner(`update carrier_accounts set cost_rate_on = '2026-01-01'`, [], who.tenantId)
    await edited(who, id, { accountName: 'Renamed', costCurrency: 'EUR', costRate: '1.08250' })
    expect(await one(who, id), 'the same rate keeps its day').toMatchObject({ costRateOn: '2026-01-01' })
    await edited(who, id, { costCurrency: 'EUR', costRate: '1.09' })
    expect(await one(who, id)).toMatchObject({
      costRate: '1.090000',
      costRateOn: expect.not.stringMatching('2026-01-01'),
    })
    const log = await server.owner<{ before: unknown; after: unknown }>(
      `select before, after from audit_log where object_type = 'carrier_account' order by id desc limit 1`,
      [],
      who.tenantId,
    )
    expect(log).toMatchObject([{ before: { costRate: '1.082500' }, after: { costRate: '1.09' } }])
    await server.owner(`update carrier_accounts set cost_rate_on = '2026-01-01'`, [], who.tenantId)
    await edited(who, id, { costCurrency: 'GBP', costRate: '1.09' })
    expect(await one(who, id), 'the same rate of another currency').toMatchObject({
      costCurrency: 'GBP',
      costRateOn: expect.not.stringMatching('2026-01-01'),
    })
    await edited(who, id, { costCurrency: null, costRate: null })
    expect(await one(who, id)).toMatchObject({ costCurrency: null, costRate: null, costRateOn: null })
  })

  test.each([
    [{ costCurrency: 'EUR', costRate: null }, 'costRate'],
    [{ costCurrency: null, costRate: '1.1' }, 'costCurrency'],
    [{ costCurrency: 'EUR', costRate: '0' }, 'costRate'],
    [{ costCurrency: 'EUR', costRate: '-1' }, 'costRate'],
    [{ costCurrency: 'EUR', costRate: '1.0000001' }, 'costRate'],
    [{ costCurrency: 'EURO', costRate: '1' }, 'costCurrency'],
  ])('is refused as %j', async (over, path) => {
    const who = await aDesk()
    expect(await server.send(createAccount, { ...plain, ...over }, who)).toMatchObject({
      ...{ success: false, data: { fields: [{ path }] } },
    })
  })

  test('is refused for the warehouse’s own currency', async () => {
    const who = await aDesk()
    const [row] = await server.owner<{ currency: string }>(
      'select currency_code as currency from warehouses',
      [],
      who.tenantId,
    )
    const over = { costCurrency: row?.currency ?? '', costRate: '1' }
    expect(await server.send(createAccount, { ...plain, ...over }, who)).toMatchObject({
      ...{ success: false, message: carrierText.ownCurrency.en_US },
    })
  })
})
