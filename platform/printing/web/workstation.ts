import { read, write } from '../../ui/web/session.ts'

const KEY = 'tallyhouse:workstation'

/** This browser's id among the warehouse's workstations, created on first use; it survives logout. */
export function workstation(): string {
  const kept = read(KEY)
  if (kept && /^[0-9a-f]{32}$/.test(kept)) return kept
  const drawn = [...crypto.getRandomValues(new Uint8Array(16))]
  const made = drawn.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  write(KEY, made)
  return made
}
