/** No one types two keys this fast; every scanner does. */
export const SCAN_GAP = 40
const SHORTEST_SCAN = 4
const modifiers = ['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'AltGraph']

type Burst = { text: string; last: number }
export const quiet: Burst = { text: '', last: Number.NEGATIVE_INFINITY }

type Heard = {
  burst: Burst
  /** A key to act on if nothing follows within the gap. */
  held?: string
  /** A key to act on now. */
  now?: string
  /** A finished scan. */
  scan?: string
}

/**
 * Distinguishes single key presses from a scanner's burst.
 *
 * The first key of a burst looks like any other, so every key is held until the gap has passed: a key
 * followed within the gap belongs to a scan, and so does the Enter after it.
 */
export function hear(burst: Burst, key: string, at: number): Heard {
  // Shift is pressed together with the key it shifts, by a person as by a scanner.
  if (modifiers.includes(key)) return { burst }
  const isFast = at - burst.last < SCAN_GAP
  if (key === 'Enter') {
    if (!isFast) return { burst: quiet, now: key }
    return { burst: quiet, ...(burst.text.length >= SHORTEST_SCAN && { scan: burst.text }) }
  }
  const sign = key.length === 1 ? key : ''
  if (isFast) return { burst: { text: burst.text + sign, last: at } }
  return { burst: { text: sign, last: at }, held: key }
}
