import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { getDictItems, loadDictionaries } from '../../../app/contract.ts'
import { saveMyProfile, switchStaff } from '../../../staff/contract.ts'
import { login, logout } from '../../../staff/login/contract.ts'
import { sendRaw } from '../../../testing/raw-http.ts'
import { aPerson, aSession, aTenant, startTestServer } from '../../../testing/test-server.ts'
import { queryLogo, switchTime, topInfo } from '../../../warehouse/top-contract.ts'
import { command, nothing, query } from '../call.ts'
import { openHttp } from './http.ts'

const SECRET = 'what lies outside the page folder'
const script = `console.log(${JSON.stringify('x'.repeat(2000))})`
const ground = mkdtempSync(join(tmpdir(), 'tallyhouse-page-'))
const pageFolder = join(ground, 'dist')
mkdirSync(join(pageFolder, 'assets'), { recursive: true })
writeFileSync(join(ground, 'secret.txt'), SECRET)
writeFileSync(join(ground, '.env'), SECRET)
writeFileSync(join(ground, 'package.json'), SECRET)
writeFileSync(
  join(pageFolder, 'index.html'),
  '<html><meta property="csp-nonce" nonce="CSP_NONCE"><body>the page</body></html>',
)
writeFileSync(join(pageFolder, '.stamp'), SECRET)
writeFileSync(join(pageFolder, 'favicon.svg'), '<svg/>')
writeFileSync(join(pageFolder, 'assets/app-1a2b3c.js'), script)
writeFileSync(join(pageFolder, 'assets/large.js'), 'x'.repeat(1024 * 1024))
writeFileSync(join(pageFolder, 'assets/app-1a2b3c.js.br'), brotliCompressSync(script))
writeFileSync(join(pageFolder, 'assets/app-1a2b3c.js.gz'), gzipSync(script))
afterAll(() => rmSync(ground, { recursive: true, force: true }))

// Calls that accept any input, so that only the transport is tested.
const ran: string[] = []
const open = ['one', 'two', 'three', 'four', 'five'].map((name) =>
  command(`/gateway/test/${name}`, {
    permission: 'signed_in',
    feature: 'home',
    input: z.unknown(),
    output: nothing,
  }),
)
const openToAll = command('/gateway/test/open', {
  permission: 'public',
  feature: 'home',
  input: z.unknown(),
  output: nothing,
})

const server = await startTestServer({
  pageFolder,
  limits: { headers: 300, request: 600, checkEvery: 50, idle: 800, refused: 200 },
  also: ({ answer, answerVisitor }) => {
    for (const call of open) {
      answer(call, async () => {
        ran.push(call.path)
        return {}
      })
    }
    answerVisitor(openToAll, async (_, __, input) => {
      ran.push(JSON.stringify(input))
      return {}
    })
  },
})
const { http } = server.server
const tenantId = await aTenant(server)
const person = await aPerson(server, tenantId)
const token = await aSession(server, tenantId, person.id)
await http.listen({ port: 0, host: '127.0.0.1' })
const { port } = http.server.address() as AddressInfo

beforeEach(() => {
  ran.splice(0)
  server.lines.splice(0)
})

type Answer = { status: number; headers: Map<string, string>; body: string }

/** Every API response, whatever went wrong, has the same shape. */
function expectEnvelope(answer: Answer, status: number, kind: string | null) {
  expect([answer.status, answer.body.slice(0, 300)]).toEqual([status, expect.stringMatching(/^\{/)])
  const body = JSON.parse(answer.body)
  expect(Object.keys(body)).toEqual(['code', 'message', 'success', 'data'])
  expect(body).toMatchObject({ success: false, message: expect.stringMatching(/./) })
  expect(body.data?.kind ?? null).toBe(kind)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{12}$/)
  expect(answer.body).not.toMatch(/FST_|node_modules|at \w+ \(|select |\bstack\b/i)
}

async function post(
  path: string,
  payload: string | Buffer | undefined,
  headers: Record<string, string> = {},
) {
  const answer = await http.inject({
    method: 'POST',
    url: path,
    ...(payload !== undefined && { payload }),
    headers: { 'x-access-token': token, ...headers },
  })
  const sent = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const)
  return { status: answer.statusCode, headers: new Map(sent), body: answer.body }
}

const realCalls = [saveMyProfile, switchStaff, switchTime, logout, loadDictionaries, getDictItems, login]

describe('only JSON is read', () => {
  test.each([
    'application/json\ta',
    'application/json garbage',
    'application/json; charset=utf-16',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-8; x=y',
    'application/json, text/plain',
    'application/vnd.api+json',
    'application/ld+json',
    'application/jsonp',
    'text/json',
    'text/plain',
    'text/plain; application/json',
    'text/html',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'application/xml',
    '*/*',
    'json',
    ';',
  ])('a body of type "%s" is not processed', async (type) => {
    for (const call of [...open, openToAll, ...realCalls]) {
      expectEnvelope(await post(call.path, '{}', { 'content-type': type }), 415, 'unsupported_type')
    }
    expect(ran).toEqual([])
  })

  test('a body without a type is not processed', async () => {
    const answer = await sendRaw(port, [
      `POST ${openToAll.path} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`,
    ])
    expectEnvelope(answer, 415, 'unsupported_type')
    expect(ran).toEqual([])
  })

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'APPLICATION/JSON',
    '  application/json',
  ])('a body of type "%s" is read', async (type) => {
    const answer = await sendRaw(port, [
      `POST ${openToAll.path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 8\r\n\r\n{"a": 1}`,
    ])
    expect([answer.status, ran]).toEqual([200, ['{"a":1}']])
  })

  test.each(['gzip', 'deflate', 'br', 'identity', 'x'])(
    'a body encoded as %s is not processed',
    async (encoding) => {
      const answer = await post(openToAll.path, gzipSync('{}'), {
        'content-type': 'application/json',
        'content-encoding': encoding,
      })
      expectEnvelope(answer, 415, 'unsupported_type')
      expect(ran).toEqual([])
    },
  )

  test.each([
    ['nothing', ''],
    ['an open brace', '{'],
    ['a trailing comma', '{"a":1,}'],
    ['a comment', '{"a":1 /* x */}'],
    ['single quotes', `{'a':1}`],
    ['two values', '{}{}'],
    ['NaN', '{"a":NaN}'],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
    ['a broken character', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ['an overlong character', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['__proto__', '{"__proto__":{"x":1}}'],
    ['a hidden __proto__', '{"a":[{"b":{"__proto__":{"x":1}}}]}'],
    ['an escaped __proto__', '{"\\u005f_proto__":{"x":1}}'],
    ['constructor.prototype', '{"a":{"constructor":{"prototype":{"x":1}}}}'],
  ])('%s as a body is not processed', async (_, payload) => {
    for (const call of [...open, openToAll, ...realCalls]) {
      expectEnvelope(await post(call.path, payload, { 'content-type': 'application/json' }), 400, 'malformed')
    }
    expect(ran).toEqual([])
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  test('an invalid character in chunks without a stated length is not processed', async () => {
    const head = `POST ${openToAll.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
    const answer = await sendRaw(port, [head, Buffer.from('3\r\n"\xff"\r\n0\r\n\r\n', 'latin1')])
    expectEnvelope(answer, 400, 'malformed')
    expect(ran).toEqual([])
  })

  test.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['a number', '1'],
    ['an unknown field', '{"surprise":1}'],
    ['1,000 fields', `{${Array.from({ length: 1000 }, (__, i) => `"${i}":1`).join(',')}}`],
  ])('%s is not a valid input of any call', async (_, payload) => {
    for (const call of realCalls) {
      const answer = await post(call.path, payload, { 'content-type': 'application/json' })
      expectEnvelope(answer, 200, 'validation')
      expect(answer.body.length).toBeLessThan(8000)
    }
  })

  test.each([
    ['a list 100,000 deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['a field 50,000 deep', `{"ids":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    [
      'five filters 4,500 deep',
      JSON.stringify({ filters: Array(5).fill(0) }).replaceAll('0', `${'['.repeat(4500)}${']'.repeat(4500)}`),
    ],
    ['100,000 fields', `{${Array.from({ length: 100_000 }, (__, i) => `"${i}":1`).join(',')}}`],
  ])('%s is refused before it is parsed', async (_, payload) => {
    expectEnvelope(
      await post(openToAll.path, payload, { 'content-type': 'application/json' }),
      400,
      'malformed',
    )
    expect(ran).toEqual([])
  })

  test('a byte-order mark before a body is ignored', async () => {
    const answer = await post(openToAll.path, '\uFEFF{"a":1}', { 'content-type': 'application/json' })
    expect([answer.status, ran]).toEqual([200, ['{"a":1}']])
  })

  test.each([
    ['said', (n: number) => [`Content-Length: ${n}\r\n\r\n`, Buffer.alloc(n, 32)]],
    [
      'in chunks',
      (n: number) => [
        `Transfer-Encoding: chunked\r\n\r\n${n.toString(16)}\r\n`,
        Buffer.alloc(n, 32),
        '\r\n0\r\n\r\n',
      ],
    ],
  ])('a body one byte over a megabyte is rejected, its length %s', async (_, bodyOf) => {
    const head = `POST ${openToAll.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
    expectEnvelope(await sendRaw(port, [head, ...bodyOf(1024 * 1024 + 1)]), 413, 'too_large')
    expect(ran).toEqual([])
  })

  test('a body of exactly a megabyte is read', async () => {
    const payload = JSON.stringify({ a: 'x'.repeat(1024 * 1024 - 8) })
    expect((await post(openToAll.path, payload, { 'content-type': 'application/json' })).status).toBe(200)
  })
})

describe('a request that is not HTTP', () => {
  const head = (...lines: string[]) =>
    [`POST ${openToAll.path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...lines].join('\r\n')

  test.each([
    ['two lengths', `${head('Content-Length: 2', 'Content-Length: 4')}\r\n\r\n{}`],
    ['a length and chunks', `${head('Content-Length: 2', 'Transfer-Encoding: chunked')}\r\n\r\n0\r\n\r\n`],
    ['chunks that are not last', `${head('Transfer-Encoding: chunked, identity')}\r\n\r\n0\r\n\r\n`],
    ['a bad chunk', `${head('Transfer-Encoding: chunked')}\r\n\r\nzz\r\n{}\r\n`],
    ['a negative length', `${head('Content-Length: -1')}\r\n\r\n{}`],
    ['a folded header', `${head('X-A: 1', ' folded')}\r\nContent-Length: 2\r\n\r\n{}`],
    ['a space before the colon', `${head('X-A : 1', 'Content-Length: 2')}\r\n\r\n{}`],
    ['a NUL in a header', `${head('X-A: a\0b', 'Content-Length: 2')}\r\n\r\n{}`],
    ['no host', `GET / HTTP/1.1\r\n\r\n`],
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n'],
  ])('with %s is refused and the connection closed', async (_, text) => {
    const answer = await sendRaw(port, [Buffer.from(text, 'latin1')])
    if (_ === 'no host') expect(answer.status).toBe(400)
    else expectEnvelope(answer, 400, 'malformed')
    expect(answer.isClosed).toBe(true)
    expect(ran).toEqual([])
  })

  test('with headers of more than 16 K is refused, and the server stays up', async () => {
    const answer = await sendRaw(port, [
      `GET ${queryLogo.path} HTTP/1.1\r\nHost: x\r\nX-Language: ${'x'.repeat(17_000)}\r\n\r\n`,
    ])
    expectEnvelope(answer, 431, 'malformed')
    expect(await server.send(queryLogo, {})).toMatchObject({ success: true })
  })

  test('with 200 headers, or one called __proto__, gets a normal response', async () => {
    const many = Array.from({ length: 200 }, (_, i) => `X-${i}: ${i}`).join('\r\n')
    const ask = (more: string) =>
      sendRaw(port, [`GET ${queryLogo.path} HTTP/1.1\r\nHost: x\r\n${more}\r\nConnection: close\r\n\r\n`])
    expect((await ask(many)).status).toBe(200)
    expect((await ask('__proto__: x\r\nconstructor: y')).status).toBe(200)
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  test('for another host, or with an absolute URL in its request line, gets no link to it', async () => {
    for (const first of [
      `GET / HTTP/1.1\r\nHost: evil.example`,
      `GET http://evil.example/ HTTP/1.1\r\nHost: x`,
    ]) {
      const answer = await sendRaw(port, [
        `${first}\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n`,
      ])
      expect([...answer.headers.values(), answer.body].join()).not.toContain('evil.example')
    }
  })
})

describe('a request that takes too long', () => {
  test('to send its headers is cut off', async () => {
    const drip = [
      `GET ${queryLogo.path} HTTP/1.1\r\nHost: x\r\n`,
      ...Array.from({ length: 30 }, (_, i) => `X-${i}: 1\r\n`),
    ]
    const answer = await sendRaw(port, drip, { pause: 50 })
    expectEnvelope(answer, 408, 'timeout')
    expect(answer.isClosed).toBe(true)
  })

  test('to send its body is cut off, and its call does not run', async () => {
    const head = `POST ${openToAll.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`
    const answer = await sendRaw(port, [head, ...Array.from({ length: 30 }, () => ' ')], { pause: 60 })
    expectEnvelope(answer, 408, 'timeout')
    expect(answer.isClosed).toBe(true)
    expect(ran).toEqual([])
  })

  const waiting = `POST ${openToAll.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`
  const large = Array.from({ length: 60 }, () => `GET /assets/large.js HTTP/1.1\r\nHost: x\r\n\r\n`).join('')

  test.each([
    ['does not finish its headers and is silent', `GET ${queryLogo.path} HTTP/1.1\r\nHost: x\r\n`, ''],
    [
      'does not finish its headers and keeps writing',
      `GET ${queryLogo.path} HTTP/1.1\r\nHost: x\r\n`,
      'X-A: 1\r\n',
    ],
    ['does not finish its body and is silent', waiting, ''],
    ['does not finish its body and keeps writing', waiting, ' '],
    ['is no HTTP', 'no HTTP\r\n\r\n', ''],
    ['asks for much', large, ''],
  ])('is closed by the server when the client neither reads nor closes and %s', async (_, first, more) => {
    const { promise: accepted, resolve } = Promise.withResolvers<Socket>()
    http.server.once('connection', resolve)
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    client.on('error', () => {}).pause()
    client.write(first)
    const writing = setInterval(() => client.writable && client.write(more || ''), 100)
    onTestFinished(() => {
      clearInterval(writing)
      client.destroy()
    })
    const socket = await accepted
    await expect.poll(() => socket.destroyed, { timeout: 8000 }).toBe(true)
    expect(ran).toEqual([])
  })

  test('has the agreed limits in production', async () => {
    const product = openHttp({ log: server.log, constraints: {} })
    const { bodyLimit, connectionTimeout, keepAliveTimeout } = product.initialConfig
    const { headersTimeout, requestTimeout, maxConnections, timeout } = product.server
    expect({ bodyLimit, connectionTimeout, keepAliveTimeout }).toEqual({
      bodyLimit: 1_048_576,
      connectionTimeout: 15_000,
      keepAliveTimeout: 72_000,
    })
    expect({ headersTimeout, requestTimeout, maxConnections, timeout }).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      maxConnections: 12_000,
      timeout: 15_000,
    })
    expect(product.initialConfig.onProtoPoisoning).toBe('error')
    expect(product.initialConfig.onConstructorPoisoning).toBe('error')
    await product.close()
  })
})

describe('a response', () => {
  const ask = async (method: string, url: string, headers: Record<string, string> = {}) => {
    const answer = await http.inject({ method: method as 'GET', url, headers })
    const sent = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const)
    return { status: answer.statusCode, headers: new Map(sent), body: answer.body }
  }

  test.each([
    '/gateway/nowhere',
    '/gateway',
    '/gateway/',
    '/gateway/auth/login/',
    '/gateway/AUTH/login',
    '/openapi/v1/x',
    '/gateway/auth%2Flogin',
    '/GATEWAY/auth/login',
  ])('to the unknown call %s says that it does not exist', async (url) => {
    expectEnvelope(await ask('POST', url), 404, 'no_route')
  })

  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'to %s on a known call says that the method is not allowed',
    async (method) => {
      for (const call of [topInfo, logout]) {
        expectEnvelope(
          await ask(method, call.path, { 'x-http-method-override': call.method }),
          405,
          'no_route',
        )
      }
    },
  )

  test('to GET on a POST call, and the reverse, runs nothing', async () => {
    for (const call of open)
      expectEnvelope(await ask('GET', call.path, { 'x-access-token': token }), 405, 'no_route')
    expectEnvelope(await ask('POST', topInfo.path, { 'x-access-token': token }), 405, 'no_route')
    expect(ran).toEqual([])
  })

  test('to TRACE echoes nothing', async () => {
    const answer = await sendRaw(port, [
      `TRACE ${topInfo.path} HTTP/1.1\r\nHost: x\r\nX-Access-Token: ${token}\r\nConnection: close\r\n\r\n`,
    ])
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.body).not.toContain(token)
  })

  test.each([
    ['zh_CN', '未登录'],
    ['en_US', 'Not logged in'],
    ['en', '未登录'],
    ['EN_us', '未登录'],
    [`zh_CN';--`, '未登录'],
    ['en_US, zh_CN', '未登录'],
  ])('uses the language of the header "%s"', async (language, words) => {
    const answer = await ask('GET', topInfo.path, { 'x-language': language })
    expect(JSON.parse(answer.body).message).toBe(words)
  })

  test('of each kind is in English when English is requested', async () => {
    const english = { 'x-language': 'en_US' }
    const words = await Promise.all([
      ask('POST', '/gateway/nowhere', english),
      ask('GET', '/gateway/%zz', english),
      post(openToAll.path, '{', { ...english, 'content-type': 'application/json' }),
      post(openToAll.path, '{}', { ...english, 'content-type': 'text/plain' }),
    ])
    expect(words.map(({ body }) => JSON.parse(body).message)).toEqual([
      'API not found',
      'Malformed request',
      'Malformed request',
      'Unsupported content type',
    ])
  })

  test('to a client of another platform is a refusal', async () => {
    expect((await ask('GET', queryLogo.path, { 'x-system-belong': 'wms' })).status).toBe(200)
    for (const platform of ['oms', 'WMS', 'wms,wms', '']) {
      expectEnvelope(await ask('GET', queryLogo.path, { 'x-system-belong': platform }), 200, 'forbidden')
    }
  })

  test('to a change from another site is a refusal; from our own page or no page it is not', async () => {
    const json = { 'content-type': 'application/json' }
    for (const call of [...open, openToAll, ...realCalls]) {
      expectEnvelope(
        await post(call.path, '{}', { ...json, 'sec-fetch-site': 'cross-site' }),
        200,
        'forbidden',
      )
    }
    expect(ran).toEqual([])
    for (const site of ['same-origin', 'none'])
      await post(openToAll.path, '{}', { ...json, 'sec-fetch-site': site })
    expect(ran).toHaveLength(2)
  })

  test('carries a request number and the security headers, and does not name the server software', async () => {
    const answers = await Promise.all([
      ask('GET', queryLogo.path),
      ask('GET', topInfo.path),
      ask('GET', '/gateway/nowhere'),
      ask('GET', '/'),
      ask('GET', '/assets/app-1a2b3c.js'),
      ask('GET', '/favicon.svg'),
      ask('GET', '/gateway/%zz'),
    ])
    for (const { headers } of answers) {
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('geolocation=()'),
        'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
      })
      for (const name of ['x-powered-by', 'server', 'set-cookie', 'access-control-allow-origin'])
        expect(headers.has(name)).toBe(false)
    }
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(answers.length)
    expect(answers[0]?.headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'; sandbox",
    )
    expect(answers[0]?.headers.get('cache-control')).toBe('no-store')
  })

  test('sent while the server closes is an envelope too', async () => {
    let isEntered = () => {}
    const entered = new Promise<void>((resolve) => {
      isEntered = resolve
    })
    let letGo = () => {}
    const slow = query('/gateway/test/slow', {
      permission: 'public',
      feature: 'home',
      input: nothing,
      output: nothing,
    })
    const closing = await startTestServer({
      db: server,
      also: ({ answerVisitor }) =>
        answerVisitor(slow, async () => {
          isEntered()
          await new Promise<void>((resolve) => {
            letGo = resolve
          })
          return {}
        }),
    })
    await closing.server.http.listen({ port: 0, host: '127.0.0.1' })
    const at = (closing.server.http.server.address() as AddressInfo).port
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
    // Two requests on one connection: the first keeps it busy while the server starts to close.
    const both = sendRaw(at, [get(slow.path), get(queryLogo.path)], { pause: 500 })
    await entered
    const closed = closing.server.http.close()
    await new Promise((wake) => setTimeout(wake, 800))
    letGo()
    const answer = await both
    await closed
    const second = answer.body.slice(answer.body.indexOf('HTTP/1.1'))
    expect(answer.status).toBe(200)
    expect(second).toMatch(/^HTTP\/1.1 503.*retry-after: 2\r\n/s)
    const body = JSON.parse(second.slice(second.indexOf('\r\n\r\n') + 4))
    expect(Object.keys(body)).toEqual(['code', 'message', 'success', 'data'])
    expect(body).toMatchObject({ code: 5000, success: false, data: { kind: 'unavailable' } })
  })
})

describe('the page', () => {
  const get = (target: string, ...headers: string[]) =>
    sendRaw(port, [
      [`GET ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers].join('\r\n'),
      '\r\n\r\n',
    ])

  test('is served with a fresh nonce in the document and in its policy, and never cached', async () => {
    const [item, two] = [await get('/'), await get('/order/list', 'Accept: text/html')]
    for (const answer of [item, two]) {
      const nonce = /nonce="([^"]+)"/.exec(answer.body)?.[1] ?? 'none'
      expect(Buffer.from(nonce, 'base64')).toHaveLength(16)
      expect(answer.headers.get('content-security-policy')).toBe(
        `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'; ` +
          `img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; worker-src 'self' blob:; frame-src blob:; ` +
          `manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default`,
      )
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    }
    expect(item.body).not.toBe(two.body)
  })

  test('is served to requests for HTML only', async () => {
    expectEnvelope(await get('/order/list', 'Accept: application/json'), 404, 'no_route')
    expectEnvelope(await get('/order/list'), 404, 'no_route')
    for (const path of ['/gateway/nowhere', '/assets/gone-1a2b3c.js', '/openapi/x']) {
      expectEnvelope(await get(path, 'Accept: text/html'), 404, 'no_route')
    }
  })

  test('is not served raw, without its nonce', async () => {
    for (const path of [
      '/index.html',
      '/index.html?x',
      '/./index.html',
      '/%69ndex.html',
      '/assets/../index.html',
    ]) {
      expect((await get(path)).body).not.toContain('CSP_NONCE')
      expect((await get(path, 'Accept: text/html')).body).not.toContain('CSP_NONCE')
    }
  })

  test('has assets that are cached for a year, compressed as the browser accepts', async () => {
    const plain = await get('/assets/app-1a2b3c.js')
    expect([plain.status, plain.body]).toEqual([200, script])
    for (const [accept, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
    ]) {
      const packed = await get('/assets/app-1a2b3c.js', `Accept-Encoding: ${accept}`)
      expect(packed.status).toBe(200)
      expect(packed.headers.get('content-encoding')).toBe(encoding)
      expect(packed.headers.get('content-type')).toMatch(/javascript/)
      expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(Number(packed.headers.get('content-length'))).toBeLessThan(200)
      expect(packed.headers.get('vary')).toMatch(/accept-encoding/i)
    }
    expect((await get('/favicon.svg')).headers.get('cache-control')).toBe('no-cache')
  })

  test.each(
    [
      '/../secret.txt',
      '/assets/../../secret.txt',
      '/%2e%2e/secret.txt',
      '/%2e%2e%2fsecret.txt',
      '/..%2fsecret.txt',
      '/..%5csecret.txt',
      '/..\\secret.txt',
      '/%252e%252e%252fsecret.txt',
      '/assets/%2e%2e/%2e%2e/secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '//secret.txt',
      '//../secret.txt',
      '/.//../secret.txt',
      '/;a/../secret.txt',
      '/..;/secret.txt',
      '/%c0%ae%c0%ae/secret.txt',
      '/%uff0e%uff0e/secret.txt',
      '/secret.txt%00.js',
      '/../secret.txt%00',
      '/index.html%00',
      '/.env',
      '/../.env',
      '/.git/config',
      '/package.json',
      '/../package.json',
      '/.stamp',
      '/.stamp?x',
      '/%2estamp',
      '/data/secrets.json',
      '/app/server/main.js',
      '/node_modules/pg/package.json',
      '/etc/passwd',
      '//etc/passwd',
      '/gateway/../secret.txt',
      '/gateway/%2e%2e/secret.txt',
      '/assets/',
      '/assets',
      '/%',
      '/%zz',
      '/%e0%a4%a',
      `/${'a'.repeat(5000)}`,
      `/${'../'.repeat(500)}etc/passwd`,
      'http://x/../secret.txt',
      'file:///etc/passwd',
    ].map((path) => [path.slice(0, 60), path] as const),
  )('serves no file from outside its folder by %s', async (_, path) => {
    for (const headers of [[], ['Accept: text/html'], ['Accept-Encoding: br']]) {
      const answer = await get(path, ...headers)
      expect(answer.body).not.toContain(SECRET)
      expect(answer.body).not.toMatch(/root:|"dependencies"|CSP_NONCE/)
      const isPage =
        answer.status === 200 && answer.body.includes('the page') && headers.includes('Accept: text/html')
      const isRefused = [400, 403, 404, 405, 414].includes(answer.status)
      const fields = ['code', 'message', 'success', 'data']
      expect([isPage || isRefused, isPage ? fields : Object.keys(JSON.parse(answer.body))]).toEqual([
        true,
        fields,
      ])
    }
  })
})
