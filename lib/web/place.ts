/**
 * A place inside the application that may be gone to, or nothing.
 *
 * What comes from the address or from storage could point anywhere; only a path of our own origin
 * is followed. `//host` and `/\host` are other hosts to a browser.
 */
export function ownPlace(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2000) return undefined
  if (!value.startsWith('/') || /^\/[/\\]/.test(value) || hasControls(value)) return undefined
  return value
}

/** A browser drops tabs and line ends from an address, so `/\t/host` would become `//host`. */
const hasControls = (value: string) => [...value].some((sign) => sign < ' ' || sign === '\u007f')
