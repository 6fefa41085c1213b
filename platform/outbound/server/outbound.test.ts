import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { isOutside, OutFault, openOutbound } from './outbound.ts'

/** A server on this machine that must not be reachable from outbound calls; it counts connections. */
let hits: string[] = []
let answering: (path: string) => {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
} = () => ({ body: 'hello' })
let holds = false
const canary: Server = createServer((request, reply) => {
  hits.push(`${request.method} ${request.url}`)
  if (holds) return
  if (request.url === '/cut') return void request.socket.destroy()
  const { status = 200, headers = {}, body = '' } = answering(request.url ?? '')
  reply.writeHead(status, headers).end(body)
})
await new Promise<void>((up) => canary.listen(0, '127.0.0.1', up))
const { port } = canary.address() as AddressInfo
afterAll(() => {
  canary.closeAllConnections()
  canary.close()
})
beforeEach(() => {
  hits = []
  holds = false
  answering = () => ({ body: 'hello' })
})

const out = openOutbound()
const open = openOutbound({ testHosts: ['127.0.0.1'] })
const faultOf = async (work: Promise<unknown>): Promise<OutFault> => {
  const fault = await work.then(
    () => undefined,
    (thrown) => thrown,
  )
  if (!(fault instanceof OutFault)) throw new Error(`no fault of the way out: ${fault}`)
  return fault
}

describe('outbound requests never reach this machine or the private network', () => {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '１２７.0.0.1',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '0.0.0.0',
    '0',
    'localhost',
    'localhost.',
    'LOCALHOST',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00::1]',
    '[2001:db8::1]',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
  ]

  test.each(hosts)('by %s', async (host) => {
    for (const scheme of ['http', 'https']) {
      const fault = await faultOf(out.send({ method: 'GET', url: `${scheme}://${host}:${port}/` }))
      expect(fault.wasSent).toBe(false)
    }
    expect(hits).toEqual([])
  })

  test.each([
    'ftp://x.example',
    'file:///etc/passwd',
    'gopher://127.0.0.1',
    'https://user:word@x.example/',
    '',
    '/x',
  ])('by %s', async (url) => {
    expect((await faultOf(out.send({ method: 'GET', url }))).wasSent).toBe(false)
  })

  test('by a name that resolves to a private address among others', async () => {
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    const fault = await faultOf(
      openOutbound({ resolve }).send({ method: 'GET', url: `https://rebind.example:${port}/` }),
    )
    expect(fault.kind).toBe('forbidden')
    expect(hits).toEqual([])
  })

  test('by a name that resolves differently the second time: it is resolved once', async () => {
    const answers = ['203.0.113.9', '127.0.0.1']
    let input = 0
    const resolve = async () => [{ address: answers[input++] ?? '127.0.0.1', family: 4 }]
    expect(
      (await faultOf(openOutbound({ resolve }).send({ method: 'GET', url: `https://x.example:${port}/` })))
        .kind,
    ).toBe('forbidden')
    expect(input).toBe(1)
    expect(hits).toEqual([])
  })

  test('and plain http is never used', async () => {
    expect((await faultOf(out.send({ method: 'GET', url: 'http://93.184.216.34/' }))).kind).toBe('forbidden')
  })
})

test('the connection goes to the address that was checked, even if the name changes', async () => {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  const pinned = openOutbound({ testHosts: ['carrier.invalid'], resolve })
  const answer = await pinned.send({ method: 'GET', url: `http://carrier.invalid:${port}/pinned` })
  expect(answer.body.toString()).toBe('hello')
  expect(hits).toEqual(['GET /pinned'])
})

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['2001:4860:4860::8888', true],
  ['172.32.0.1', true],
  ['nonsense', false],
])('%s is public: %s', (address, is) => expect(isOutside(address)).toBe(is))

describe('an outbound response', () => {
  const url = (path: string) => `http://127.0.0.1:${port}${path}`

  test('comes from a test host only if the setting names it', async () => {
    expect((await open.send({ method: 'POST', url: url('/a'), body: '{"x":"é"}' })).status).toBe(200)
    expect((await faultOf(open.send({ method: 'GET', url: `http://localhost:${port}/` }))).kind).toBe(
      'forbidden',
    )
    const other = openOutbound({ testHosts: [`127.0.0.1:${port + 1}`] })
    expect((await faultOf(other.send({ method: 'GET', url: url('/') }))).kind).toBe('forbidden')
    expect(hits).toEqual(['POST /a'])
  })

  test('that redirects is not followed', async () => {
    answering = (path) => (path === '/from' ? { status: 302, headers: { location: url('/to') } } : {})
    expect((await faultOf(open.send({ method: 'GET', url: url('/from'), isRepeatSafe: true }))).kind).toBe(
      'redirect',
    )
    expect(hits).toEqual(['GET /from'])
  })

  test('is read up to one megabyte', async () => {
    answering = () => ({ body: Buffer.alloc(1024 * 1024) })
    expect((await open.send({ method: 'GET', url: url('/') })).body).toHaveLength(1024 * 1024)
    answering = () => ({ body: Buffer.alloc(1024 * 1024 + 1) })
    expect((await faultOf(open.send({ method: 'GET', url: url('/') }))).kind).toBe('too_large')
  })

  test('that does not come times out', async () => {
    holds = true
    const fault = await faultOf(
      open.send({ method: 'GET', url: url('/'), withinMs: 100, isRepeatSafe: true }),
    )
    expect(fault.kind).toBe('too_slow')
    expect(fault.wasSent).toBe(true)
    expect(hits).toHaveLength(1)
  })

  test('whose name never resolves times out too', async () => {
    const stuck = openOutbound({ resolve: () => new Promise(() => {}) })
    const fault = await faultOf(stuck.send({ method: 'GET', url: 'https://x.example', withinMs: 50 }))
    expect(fault.kind).toBe('too_slow')
  })

  test('that breaks off is retried twice where repeating is safe, and otherwise not at all', async () => {
    expect((await faultOf(open.send({ method: 'GET', url: url('/cut'), isRepeatSafe: true }))).kind).toBe(
      'network',
    )
    expect(hits).toHaveLength(3)
    hits = []
    const fault = await faultOf(open.send({ method: 'POST', url: url('/cut'), body: '{}' }))
    expect([fault.kind, fault.wasSent]).toEqual(['network', true])
    expect(hits).toHaveLength(1)
  })

  test('from a closed port means that nothing was sent', async () => {
    const silent = createServer()
    await new Promise<void>((up) => silent.listen(0, '127.0.0.1', up))
    const { port: free } = silent.address() as AddressInfo
    await new Promise((down) => silent.close(down))
    const fault = await faultOf(open.send({ method: 'POST', url: `http://127.0.0.1:${free}/` }))
    expect([fault.kind, fault.wasSent]).toEqual(['unreachable', false])
  })
})

test.each([
  ['https://api.carrier.example/v1', true],
  ['http://api.carrier.example/v1', false],
  ['https://10.0.0.1', false],
  ['https://[::1]', false],
  ['https://93.184.216.34', true],
  ['nonsense', false],
])('%s may be saved: %s', (address, is) => expect(out.mayReach(address)).toBe(is))
