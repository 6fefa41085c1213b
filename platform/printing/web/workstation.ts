import { read, write } from '../../ui/web/session.ts'

const KEY = 'tallyhouse:workstation'

/** The key of this browser among the warehouse's computers, made when it is first asked for; it stays over log-outs. */
export function workstation(): string {
  const kept = read(KEY)
  if (kept && /^[0-9a-f]{32}$/.test(kept)) return kept
  const drawn = [...crypto.getRandomValues(new Uint8Array(16))]
  const made = drawn.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  write(KEY, made)
  return made
}
