import { base64 } from './base64.ts'
import type { Credentials } from './carrier.ts'

const MAX = 4000
const MAX_WORD_LENGTH = 200
const SHOWN_OF_WORD = 40
const hiddenHeaders =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-.*(key|token|secret).*|.*api-?key.*)$/i
const hiddenKeys = /(pass(word)?|secret|token|api_?key|authorization|phone|mobile|e_?mail)$/i
export const HIDDEN = '•••'

/** The same credentials without values, for a request that is only displayed. */
export const maskedCredentials = (credentials: Credentials): Credentials =>
  Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, value && HIDDEN]))

/** This many consecutive characters of a secret are considered part of it. */
const PART = 8
/** Shorter secrets would match everywhere. */
const SHORTEST_FORM = 4

/** Removes the secrets of an account from whatever its carrier returns. */
export type Mask = ReturnType<typeof maskOf>

/**
 * Knows a secret as it is, in every encoding (URL, JSON, base64, number, the Latin part in a header), and any
 * longer part of it.
 */
export function maskOf(credentials: Credentials) {
  const { user = '', password = '' } = credentials
  const secrets = Object.values(credentials).filter((secret) => secret !== '')
  const whole = [...secrets, ...(password ? [base64(`${user}:${password}`)] : [])]
  const forms = [...new Set([...whole, ...whole.flatMap(formsOf)])].sort((a, b) => b.length - a.length)
  const parts = new Set(forms.flatMap(partsOf))

  /** A text without them. */
  const clean = (text: string): string =>
    withoutParts(
      forms.reduce((shown, form) => shown.replaceAll(form, HIDDEN), text),
      parts,
    )
  // Truncation happens behind the longest secret that could start before the cut.
  const reach = Math.max(0, ...forms.map(({ length }) => length))
  /** The start of a text, without them. */
  const cut = (text: string, max: number): string => clean(text.slice(0, max + reach)).slice(0, max)
  return { clean, cut }
}

const formsOf = (secret: string): string[] =>
  [
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    base64(secret).replace(/=+$/, ''),
    ...(Number.isFinite(Number(secret)) ? [String(Number(secret))] : []),
    ...secret.split(/[^\x21-\x7e\xa1-\xff]+/),
  ].filter((form) => form.length >= SHORTEST_FORM)

const partsOf = (form: string): string[] =>
  Array.from({ length: Math.max(0, form.length - PART) }, (_, at) => form.slice(at, at + PART))

/** A text without any substring of a secret. */
function withoutParts(text: string, parts: ReadonlySet<string>): string {
  let shown = ''
  let kept = 0
  for (let at = 0; at + PART <= text.length; at++) {
    if (!parts.has(text.slice(at, at + PART))) continue
    let end = at + PART
    while (parts.has(text.slice(end - PART + 1, end + 1))) end++
    shown += text.slice(kept, at) + HIDDEN
    kept = end
    at = end - 1
  }
  return shown + text.slice(kept)
}

/**
 * A call's content for storage and display: without secrets, phone numbers and email addresses, and without
 * the label image.
 */
export function redacted(given: string, mask: Mask): string {
  const text = plain(given)
  const shown = asJson(text, mask) ?? text
  return shown.length > MAX ? `${mask.cut(shown, MAX)}… (${text.length})` : mask.clean(shown)
}

/** PostgreSQL stores neither a NUL nor a lone surrogate. */
export const plain = (text: string) => text.replaceAll('\0', '').toWellFormed()

export const redactedHeaders = (headers: Readonly<Record<string, string>>, mask: Mask) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${hiddenHeaders.test(name) ? HIDDEN : mask.clean(value)}`)
    .join('\n')

function asJson(text: string, mask: Mask): string | undefined {
  const hide = (key: string, value: unknown): unknown => {
    if (typeof value !== 'string' && typeof value !== 'number') return value
    if (hiddenKeys.test(key)) return HIDDEN
    const words = plain(String(value))
    if (words.length > MAX_WORD_LENGTH) return `${mask.cut(words, SHOWN_OF_WORD)}… (${words.length})`
    return typeof value === 'string' ? words : value
  }
  try {
    return JSON.stringify(JSON.parse(text), hide, 2)
  } catch {
    return undefined
  }
}
