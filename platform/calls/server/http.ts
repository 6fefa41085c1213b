import { isUtf8 } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  fastify,
  LogController,
} from 'fastify'
import { languageOf } from '../../text/text.ts'
import { isTooComplex } from './json-size.ts'
import { type ConstraintTexts, type Reply, replyTo } from './reply.ts'

const newRequestId = () => randomBytes(9).toString('base64url')

const policy = (nonce: string) =>
  [
    "default-src 'none'",
    // The camera barcode reader is WebAssembly; eval of strings stays forbidden.
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self' 'nonce-${nonce}'`,
    // The watermark and auto-growing text areas write the style attribute.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "worker-src 'self' blob:",
    'frame-src blob:',
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // Only the page's own Trusted Types policy: injected code cannot create another.
    'trusted-types default',
  ].join('; ')

const guards = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'geolocation=(), microphone=(), payment=()',
}
/** Anything but the page itself may load nothing and be framed nowhere. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

type HttpOptions = {
  log: FastifyBaseLogger
  trustProxy?: string | undefined
  constraints: ConstraintTexts
  /** The built page; a server without one only answers API calls. */
  pageFolder?: string | undefined
  limits?: HttpLimits | undefined
}

/**
 * In milliseconds: how long a request may take to arrive, how long a connection may stay idle, and how long a
 * refused one stays open.
 */
export type HttpLimits = {
  headers: number
  request: number
  checkEvery: number
  idle: number
  refused: number
}
const defaultLimits: HttpLimits = {
  headers: 10_000,
  request: 15_000,
  checkEvery: 2000,
  idle: 15_000,
  refused: 2000,
}

/** Fastify with every limit set: size, time and content type of each request are bounded. */
export function openHttp({
  log,
  trustProxy,
  constraints,
  pageFolder,
  limits = defaultLimits,
}: HttpOptions): FastifyInstance {
  const http: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    bodyLimit: 1024 * 1024,
    requestTimeout: limits.request,
    connectionTimeout: limits.idle,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 64 },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    http: {
      headersTimeout: limits.headers,
      connectionsCheckingInterval: limits.checkEvery,
      maxHeaderSize: 16_384,
    },
    forceCloseConnections: 'idle',
    // Fastify's own response while closing is not an envelope; the hook below sends ours.
    return503OnClosing: false,
    trustProxy: trustProxy?.split(',') ?? false,
    clientErrorHandler: refuseConnection(limits.refused),
    // A URL that cannot be decoded never reaches a route but still gets the envelope.
    frameworkErrors: (fault, request, reply) => {
      reply.headers({ ...guards, 'x-request-id': request.id, 'content-security-policy': closedPolicy })
      const { code, statusCode } = fault
      void sendReply(
        reply,
        replyTo({ code, statusCode }, languageOf(request.headers['x-language']), request.id),
      )
    },
  })
  http.server.maxConnections = 12_000
  http.server.on('timeout', dropConnection)
  const paths = new Set<string>()
  http.addHook('onRoute', ({ url }) => void paths.add(url))

  // Only JSON is accepted; without other parsers, no content type can bypass the checks.
  const parseJson = http.getDefaultJsonParser('error', 'error')
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, ready) => {
    if (!/^application\/json(; *charset=utf-8)?$/i.test(request.headers['content-type'] ?? '')) {
      return ready(Object.assign(new Error('charset'), { statusCode: 415 }))
    }
    const text = textOf(body as Buffer)
    if (text === undefined) return ready(Object.assign(new Error('not UTF-8'), { statusCode: 400 }))
    if (isTooComplex(body as Buffer))
      return ready(Object.assign(new Error('too complex'), { statusCode: 400 }))
    parseJson(request, text, ready)
  })

  let isClosing = false
  http.addHook('preClose', async () => {
    isClosing = true
  })
  http.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...guards, 'x-request-id': request.id, 'content-security-policy': closedPolicy })
    if (request.url.startsWith('/gateway')) reply.header('cache-control', 'no-store')
    if (isClosing) throw Object.assign(new Error('closing'), { statusCode: 503 })
    if (request.headers['content-encoding'])
      throw Object.assign(new Error('encoded body'), { statusCode: 415 })
  })

  http.setErrorHandler((thrown, request, reply) => {
    const answer = replyTo(thrown, languageOf(request.headers['x-language']), request.id, constraints)
    if (answer.fault) request.log.error({ err: answer.fault, requestId: request.id }, 'fault')
    return sendReply(reply, answer)
  })

  const page = pageFolder && existsSync(join(pageFolder, 'index.html')) ? pageFolder : undefined
  if (page) servePage(http, page)
  http.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const wantsPage = isRead && /\btext\/html\b/.test(request.headers.accept ?? '')
    if (page && wantsPage && !/^\/(gateway|openapi|assets)\b/.test(request.url)) return sendPage(reply, page)
    const status = paths.has(request.url.split('?')[0] ?? '') ? 405 : 404
    return sendReply(
      reply,
      replyTo({ statusCode: status }, languageOf(request.headers['x-language']), request.id),
    )
  })
  return http
}

/** Bytes that are not UTF-8 are refused, not repaired: repaired text is not what was sent. */
function textOf(body: Buffer): string | undefined {
  return isUtf8(body) ? body.toString('utf8') : undefined
}

function sendReply(reply: FastifyReply, { status, body, retryAfter }: Reply) {
  reply.code(status).header('cache-control', 'no-store')
  if (retryAfter) reply.header('retry-after', retryAfter)
  reply.header('content-type', 'application/json; charset=utf-8')
  return reply.send(body)
}

/**
 * Ends a connection that stayed idle too long. A graceful close waits for a client that does not read, while
 * the kernel keeps the unread data; a reset frees both at once.
 */
function dropConnection(socket: Socket) {
  if (socket.writableLength > 0) socket.resetAndDestroy()
  else socket.destroy()
}

/**
 * Input that never became a request still gets the envelope, and then the connection is closed, even if the
 * client neither reads nor closes, or keeps writing.
 */
const refuseConnection = (openFor: number) => (fault: Error & { code?: string }, socket: Socket) => {
  if (fault.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const deadline = setTimeout(() => socket.resetAndDestroy(), openFor)
  socket.once('close', () => clearTimeout(deadline))
  const [status, words] =
    fault.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'Request Header Fields Too Large']
      : fault.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'Request Timeout']
        : [400, 'Bad Request']
  const body = JSON.stringify(replyTo({ statusCode: status }, 'zh_CN', '').body)
  const head = [
    `HTTP/1.1 ${status} ${words}`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${newRequestId()}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function servePage(http: FastifyInstance, folder: string) {
  http.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    decorateReply: false,
    allowedPath: (path) => path !== '/index.html' && !path.includes('/.'),
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  http.get('/', (_, reply) => sendPage(reply, folder))
}

function sendPage(reply: FastifyReply, folder: string) {
  const nonce = randomBytes(16).toString('base64')
  const html = readFileSync(join(folder, 'index.html'), 'utf8').replaceAll('CSP_NONCE', nonce)
  return reply
    .headers({ 'content-security-policy': policy(nonce), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html)
}
