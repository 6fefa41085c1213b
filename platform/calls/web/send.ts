import { toLogin } from '../../forms/web/leave.ts'
import { language } from '../../text/web/language.tsx'
import { token, zone } from '../../ui/web/session.ts'
import type { Call, OutputOf, SentTo } from '../call.ts'
import { type Failure, noAnswer, readAnswer } from './envelope.ts'

const MAX_TIME = 10_000
const KEY_HOLDS = 10 * 60_000

/** A call that was refused or got no response. Its message is in the page's language. */
export class CallFailed extends Error {
  readonly path: string
  readonly title: string
  readonly code: number
  readonly kind: string
  readonly fields: Failure['fields']
  readonly url: string | undefined
  readonly requestId: string | undefined
  readonly isSignedOut: boolean

  constructor(call: Call, failure: Failure, requestId?: string) {
    super(failure.message)
    this.path = call.path
    this.title = failure.title
    this.code = failure.code
    this.kind = failure.kind
    this.fields = failure.fields
    this.url = failure.url
    this.isSignedOut = failure.isSignedOut
    this.requestId = requestId
  }
}

export async function send<C extends Call>(
  call: C,
  input: SentTo<C>,
  {
    withoutToken,
    signal,
    key: own,
    isTyped = false,
  }: {
    withoutToken?: boolean
    signal?: AbortSignal
    /** The idempotency key the caller stored for this action, if the action outlives the page. */
    key?: string
    /** A value meant to be scanned was typed by hand. */
    isTyped?: boolean
  } = {},
): Promise<OutputOf<C>> {
  const body = call.method === 'POST' ? JSON.stringify(input ?? {}) : undefined
  const address = body === undefined ? call.path + searchOf(input) : call.path
  const sentToken = withoutToken ? undefined : token()
  const key = own ?? (call.kind === 'command' ? keyFor(call.path, body) : undefined)

  const headers: Record<string, string> = { 'x-system-belong': 'wms', 'x-language': language }
  const userZone = zone()
  headers['x-timezone'] = userZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  if (sentToken) headers['x-access-token'] = sentToken
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (key) headers['x-idempotency-key'] = key
  if (isTyped) headers['x-typed'] = '1'

  const limit = AbortSignal.timeout(MAX_TIME)
  const request = { method: call.method, headers, ...(body !== undefined && { body }) }
  const answer = await ask(
    address,
    { ...request, signal: signal ? AbortSignal.any([signal, limit]) : limit },
    signal,
  )
  if (!answer) throw new CallFailed(call, noAnswer(call, language))

  const reading = readAnswer(call, answer.status, answer.body, language)
  if ('data' in reading) {
    forgetKey(call.path, body)
    return reading.data as OutputOf<C>
  }

  const { failure } = reading
  if (!failure.isUnsure) forgetKey(call.path, body)
  if (failure.isSignedOut) lost(call, failure, sentToken)
  if (failure.url) window.open(failure.url, '_blank', 'noopener,noreferrer')
  throw new CallFailed(call, failure, answer.requestId)
}

/** Downloads a file by its signed link, with the same timeout as every call. */
export async function fetchFile(url: string): Promise<Blob> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(MAX_TIME) })
  if (!answer.ok) throw new Error(answer.statusText)
  return answer.blob()
}

type Answer = { status: number; body: unknown; requestId: string | undefined }

async function ask(
  address: string,
  request: RequestInit,
  signal: AbortSignal | undefined,
): Promise<Answer | undefined> {
  try {
    const response = await fetch(address, { ...request, cache: 'no-store', credentials: 'same-origin' })
    const text = await response.text()
    return {
      status: response.status,
      body: parsed(text),
      requestId: response.headers.get('x-request-id') ?? undefined,
    }
  } catch (reason) {
    // A request the page cancelled is not a network failure.
    if (signal?.aborted) throw reason
    return undefined
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The session has ended.
 *
 * A public call has no session to lose (the logos on the login page are one), and a response to an older
 * token must not end a newer session.
 */
function lost(call: Call, failure: Failure, sentToken: string | undefined): void {
  if (call.permission === 'public' || call.path.includes('/tenant/query-logo') || sentToken !== token())
    return
  toLogin({ kind: 'error', text: failure.message })
}

function searchOf(input: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(input ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(name, String(item))
    }
  }
  const text = search.toString()
  return text && `?${text}`
}

/**
 * One idempotency key per user action.
 *
 * When the outcome of a command is unknown, pressing the button again is the same action: it is sent with the
 * same key, and the server runs it at most once.
 */
const openKeys = new Map<string, { key: string; at: number }>()

function keyFor(path: string, body: string | undefined): string {
  const action = `${path} ${body}`
  const open = openKeys.get(action)
  if (open && Date.now() - open.at < KEY_HOLDS) return open.key
  const key = newId()
  openKeys.set(action, { key, at: Date.now() })
  return key
}

const forgetKey = (path: string, body: string | undefined) => openKeys.delete(`${path} ${body}`)

/**
 * A UUID version 7, which sorts by creation time. Browsers cannot create one, and on plain HTTP they create
 * no UUID at all.
 */
export function newId(at = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const time = at.toString(16).padStart(12, '0')
  const drawn = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return `${time.slice(0, 8)}-${time.slice(8)}-7${drawn.slice(13, 16)}-${variant.toString(16)}${drawn.slice(18, 20)}-${drawn.slice(20)}`
}

/** When an id was created. */
export const timeOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)
