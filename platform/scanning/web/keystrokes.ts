import { SCAN_GAP } from './scan-burst.ts'

/** The properties of a key press that identify the character. */
export type Press = {
  key: string
  code: string
  shiftKey: boolean
  ctrlKey: boolean
  altKey: boolean
  metaKey: boolean
  isComposing: boolean
  at: number
}

/**
 * The keys of one scan so far. `isComposed`: an input method has swallowed some, so the field's value is
 * unreliable.
 */
type Strokes = { text: string; last: number; isComposed: boolean; isBurst: boolean }

export const noStrokes: Strokes = {
  text: '',
  last: Number.NEGATIVE_INFINITY,
  isComposed: false,
  isBurst: false,
}

/** The result of a key. `sign` must be inserted by script, because the browser would not. */
type Struck = { strokes: Strokes; isEnd?: boolean; isOurs?: boolean; sign?: string }

const signs: Record<string, readonly [string, string]> = {
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Backslash: ['\\', '|'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  Backquote: ['`', '~'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  Space: [' ', ' '],
  NumpadAdd: ['+', '+'],
  NumpadSubtract: ['-', '-'],
  NumpadMultiply: ['*', '*'],
  NumpadDivide: ['/', '/'],
  NumpadDecimal: ['.', '.'],
}
const shiftedDigits = ')!@#$%^&*('

/** The character by key position, as a scanner configured for a US keyboard sends it. */
export function signAt(code: string, isShifted: boolean): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter) return isShifted ? letter : letter.toLowerCase()
  const digit = /^(Digit|Numpad)(\d)$/.exec(code)
  if (digit?.[2])
    return isShifted && digit[1] === 'Digit' ? (shiftedDigits[Number(digit[2])] ?? '') : digit[2]
  return signs[code]?.[isShifted ? 1 : 0] ?? ''
}

/** Control characters in GS1 codes, which keyboards can only send with Ctrl. */
const controls: Record<string, string> = { BracketRight: '\u001d', KeyD: '\u0004' }

/**
 * Collects the keys of a scan independently of the field.
 *
 * An active input method treats letters as pinyin and keeps them out of the field, so they are rebuilt from
 * key positions. Alt codes are not supported.
 */
export function strike(strokes: Strokes, press: Press): Struck {
  const { key, code, at } = press
  const isSwallowed = press.isComposing || key === 'Process'
  if (key === 'Enter' || code === 'Enter' || code === 'NumpadEnter')
    return { strokes, isEnd: true, isOurs: true }
  const isFast = at - strokes.last < SCAN_GAP
  if (key === 'Tab') {
    const isEnd = isFast && strokes.isBurst
    return { strokes, ...(isEnd && { isEnd, isOurs: true }) }
  }
  if (press.altKey || press.metaKey) return { strokes }
  if (press.ctrlKey) {
    const control = controls[code]
    return control
      ? { ...struck(strokes, control, press, isFast, false), isOurs: true, sign: control }
      : { strokes }
  }
  if (key === 'Backspace') return { strokes: { ...strokes, text: strokes.text.slice(0, -1), last: at } }
  if (isSwallowed) return struck(strokes, signAt(code, press.shiftKey), press, isFast, true)
  return key.length === 1 ? struck(strokes, key, press, isFast, false) : { strokes }
}

function struck(strokes: Strokes, sign: string, { at }: Press, isFast: boolean, isComposed: boolean): Struck {
  if (sign === '') return { strokes }
  return {
    strokes: {
      text: strokes.text + sign,
      last: at,
      isComposed: strokes.isComposed || isComposed,
      isBurst: isFast,
    },
  }
}

/** Scanners send carriage return and line feed, so an Enter right after a scan belongs to it. */
const OWN_ENTER = 300
const TWICE_WITHIN = 1200

/** When Enter ended the last scan, and when it was last pressed on the empty field. */
export type Enters = { scan: number; empty: number }

const NEVER = Number.NEGATIVE_INFINITY
export const noEnters: Enters = { scan: NEVER, empty: NEVER }

/**
 * Enter twice on the empty field triggers the step's main button. A single Enter is too easily pressed by
 * accident, and a held key repeats itself.
 */
export function strikeEnter(
  last: Enters,
  { at, isEmpty, isRepeat }: { at: number; isEmpty: boolean; isRepeat: boolean },
): { last: Enters; isTwice: boolean } {
  if (!isEmpty) return { last: { scan: at, empty: NEVER }, isTwice: false }
  if (isRepeat || at - last.scan < OWN_ENTER) return { last, isTwice: false }
  const isTwice = at - last.empty < TWICE_WITHIN
  return { last: { ...last, empty: isTwice ? NEVER : at }, isTwice }
}

export type FieldKeys = Partial<Record<string, () => void>>

/** The action of a non-character key. A held key repeats itself and acts once. */
export function actionOf(
  keys: FieldKeys,
  { key, isRepeat, ...held }: Pick<Press, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'> & { isRepeat: boolean },
): (() => void) | undefined {
  const action = held.ctrlKey || held.altKey || held.metaKey ? undefined : keys[key]
  return action && isRepeat ? () => {} : action
}
