import { promises as dns, type LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** A request to an external server. */
export type OutRequest = {
  url: string
  method: string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Safe to repeat, so a network failure may be retried. */
  isRepeatSafe?: boolean
  /** A shorter timeout, for a caller that is already waiting. */
  withinMs?: number
}

export type OutAnswer = { status: number; headers: Readonly<Record<string, string>>; body: Buffer }

/** Why there is no response. For the first three nothing was sent; for the others the outcome is unknown. */
type OutFaultKind =
  | 'address'
  | 'forbidden'
  | 'unreachable'
  | 'redirect'
  | 'too_slow'
  | 'too_large'
  | 'network'

export class OutFault extends Error {
  readonly kind: OutFaultKind
  constructor(kind: OutFaultKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }

  get wasSent() {
    return !['address', 'forbidden', 'unreachable'].includes(this.kind)
  }
}

type Resolve = (host: string) => Promise<LookupAddress[]>

const TIME_MS = 5000
const MAX_BYTES = 1024 * 1024
const MAX_RETRIES = 2

/**
 * Networks that are not public: this machine, private networks, cloud metadata services, and what maps to
 * them.
 */
const inside4 = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inside4.addSubnet(net, bits, 'ipv4')

/** Of IPv6 only the global unicast range counts as public, without ranges that embed IPv4 addresses. */
const public6 = new BlockList()
public6.addSubnet('2000::', 3, 'ipv6')
const inside6 = new BlockList()
inside6.addSubnet('2001::', 23, 'ipv6')
inside6.addSubnet('2001:db8::', 32, 'ipv6')
inside6.addSubnet('2002::', 16, 'ipv6')
inside6.addSubnet('3fff::', 20, 'ipv6')

export function isOutside(address: string): boolean {
  if (isIP(address) === 4) return !inside4.check(address, 'ipv4')
  if (isIP(address) !== 6) return false
  return public6.check(address, 'ipv6') && !inside6.check(address, 'ipv6')
}

export type Outbound = ReturnType<typeof openOutbound>

/**
 * The only outbound HTTP client: public addresses over https, with limits of five seconds and one megabyte.
 *
 * A name is resolved once, every address is checked, and the connection goes to those addresses, which
 * prevents DNS rebinding. `testHosts` lets tests reach their own server on this machine.
 */
export function openOutbound({
  testHosts = [],
  resolve = (host) => dns.lookup(host, { all: true }),
}: {
  testHosts?: readonly string[]
  resolve?: Resolve
} = {}) {
  const isTestHost = ({ hostname, host }: URL) => testHosts.includes(hostname) || testHosts.includes(host)
  const isSpoken = (url: URL) => url.protocol === 'https:' || (url.protocol === 'http:' && isTestHost(url))

  async function send(request: OutRequest): Promise<OutAnswer> {
    const url = urlOf(request.url)
    const isTest = isTestHost(url)
    if (!isSpoken(url)) throw new OutFault('forbidden', 'only https is spoken to the outside')
    const end = performance.now() + (request.withinMs ?? TIME_MS)
    for (let attempts = 0; ; attempts++) {
      try {
        const addresses = await addressesOf(url, isTest, resolve, end)
        return await exchange(url, request, addresses, end)
      } catch (fault) {
        const isOfNetwork = fault instanceof OutFault && ['unreachable', 'network'].includes(fault.kind)
        const mayRetry = isOfNetwork && (request.isRepeatSafe || !fault.wasSent)
        if (!mayRetry || attempts === MAX_RETRIES || performance.now() > end) throw fault
        await new Promise((wake) => setTimeout(wake, 50 * 2 ** attempts))
      }
    }
  }

  /** What can be checked of a URL before its name is resolved; `send` checks again every time. */
  function mayReach(text: string): boolean {
    if (!URL.canParse(text)) return false
    const url = new URL(text)
    const host = bareHost(url)
    return isSpoken(url) && (isTestHost(url) || isIP(host) === 0 || isOutside(host))
  }

  return { send, mayReach }
}

const bareHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

function urlOf(text: string): URL {
  if (!URL.canParse(text)) throw new OutFault('address', 'not an address')
  const url = new URL(text)
  if (url.username || url.password) throw new OutFault('address', 'an address carries no password')
  return url
}

async function addressesOf(
  url: URL,
  isTest: boolean,
  resolve: Resolve,
  end: number,
): Promise<LookupAddress[]> {
  const host = bareHost(url)
  const results = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await inTime(resolve(host), end).catch((fault) => {
        if (fault instanceof OutFault) throw fault
        throw new OutFault('unreachable', `${host} is not known`, fault)
      })
  if (results.length === 0) throw new OutFault('unreachable', `${host} is not known`)
  if (!isTest && !results.every(({ address }) => isOutside(address)))
    throw new OutFault('forbidden', `${host} is not outside`)
  return results
}

function inTime<T>(work: Promise<T>, end: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), Math.max(0, end - performance.now()))
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const tooSlow = () => new OutFault('too_slow', 'no answer in time')

/** Node asks for one address or for all, depending on the connection attempt. */
const pinnedTo = (addresses: LookupAddress[]): LookupFunction =>
  ((_host, options, found) => {
    const [first] = addresses
    if (options.all) found(null, addresses)
    else found(null, first?.address ?? '', first?.family ?? 4)
  }) as LookupFunction

function exchange(
  url: URL,
  { method, headers, body }: OutRequest,
  addresses: LookupAddress[],
  end: number,
): Promise<OutAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OutAnswer>()
  const options = {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    lookup: pinnedTo(addresses),
    agent: false,
  } as const
  const speak = url.protocol === 'https:' ? https.request : http.request
  const sent = speak(url, options, (answer) => {
    const status = answer.statusCode ?? 0
    if (status >= 300 && status < 400) return stop(new OutFault('redirect', 'the answer leads elsewhere'))
    const pieces: Buffer[] = []
    let size = 0
    answer.on('data', (piece: Buffer) => {
      size += piece.length
      if (size > MAX_BYTES) stop(new OutFault('too_large', 'the answer is too large'))
      else pieces.push(piece)
    })
    answer.on('error', lost)
    answer.on('end', () => {
      if (!answer.complete) return lost(new Error('the answer broke off'))
      clearTimeout(timer)
      resolve({ status, headers: plain(answer.headers), body: Buffer.concat(pieces) })
    })
  })
  const timer = setTimeout(() => stop(tooSlow()), Math.max(0, end - performance.now()))
  function stop(fault: OutFault) {
    clearTimeout(timer)
    reject(fault)
    sent.destroy()
  }
  function lost(fault: Error) {
    if (isConnected) stop(new OutFault('network', 'the line broke', fault))
    else stop(new OutFault('unreachable', 'the other side cannot be reached', fault))
  }
  let isConnected = false
  sent.on('socket', (socket) => {
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      isConnected = true
    })
  })
  sent.on('error', lost)
  sent.end(body)
  return promise
}

const plain = (headers: http.IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]))
