const MOST = 4000
const LONGEST_WORD = 200
const hiddenHeaders =
  /^(authorization|proxy-authorization|cookie|set-cookie|x-.*(key|token|secret).*|.*api-?key.*)$/i
const hiddenKeys = /(pass(word)?|secret|token|api_?key|authorization|phone|mobile|e_?mail)$/i
export const HIDDEN = '•••'

/**
 * What a call said, fit to be kept and shown: without secrets, telephone numbers and addresses of letters, and without the
 * picture of a label.
 */
export function redacted(given: string, secrets: readonly string[]): string {
  // PostgreSQL keeps no NUL and no half a character.
  const text = given.replaceAll('\0', '').toWellFormed()
  const shown = without(asJson(text) ?? text, secrets)
  return shown.length > MOST ? `${shown.slice(0, MOST)}… (${text.length})` : shown
}

export const redactedHeaders = (headers: Readonly<Record<string, string>>, secrets: readonly string[]) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${hiddenHeaders.test(name) ? HIDDEN : without(value, secrets)}`)
    .join('\n')

/** A secret is taken out wherever it stands, also as it travels in an address or in base64. */
export const without = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    .sort((a, b) => b.length - a.length)
    .reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text)

function asJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), hide, 2)
  } catch {
    return undefined
  }
}

function hide(this: unknown, key: string, value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number') {
    if (hiddenKeys.test(key)) return HIDDEN
    const words = String(value)
    return words.length > LONGEST_WORD ? `${words.slice(0, 40)}… (${words.length})` : value
  }
  return value
}
