/**
 * A safe path inside the application, or undefined.
 *
 * A URL from the address bar or storage could point anywhere; only a path of our own origin is followed.
 * `//host` and `/\host` are other hosts to a browser.
 */
export function ownPlace(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2000) return undefined
  if (!value.startsWith('/') || /^\/[/\\]/.test(value) || hasControls(value)) return undefined
  return value
}

/** A link that a refusal may open beside the page: a path of our own, `http` or `https`. No other scheme. */
export function addressToOpen(value: unknown): string | undefined {
  const own = ownPlace(value)
  if (own !== undefined || typeof value !== 'string') return own
  if (!/^https?:\/\//i.test(value) || value.length > 2000 || hasControls(value)) return undefined
  return URL.canParse(value) ? new URL(value).href : undefined
}

/** A browser drops tabs and line breaks from a URL, so `/\t/host` would become `//host`. */
const hasControls = (value: string) => [...value].some((sign) => sign < ' ' || sign === '\u007f')
