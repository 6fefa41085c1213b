import { SCAN_GAP } from './scan-burst.ts'

/** What of a key press tells which sign was meant. */
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

/** The keys of one scan so far. `isComposed`: an input method has swallowed some, and the field cannot be believed. */
export type Strokes = { text: string; last: number; isComposed: boolean; isBurst: boolean }

export const noStrokes: Strokes = {
  text: '',
  last: Number.NEGATIVE_INFINITY,
  isComposed: false,
  isBurst: false,
}

/** What came of a key. `sign` must be put into the field by hand, because the browser would not. */
export type Struck = { strokes: Strokes; isEnd?: boolean; isOurs?: boolean; sign?: string }

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

/** The sign by the place of its key, as a scanner set to a US keyboard strikes it. */
export function signAt(code: string, isShifted: boolean): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter) return isShifted ? letter : letter.toLowerCase()
  const digit = /^(Digit|Numpad)(\d)$/.exec(code)
  if (digit?.[2])
    return isShifted && digit[1] === 'Digit' ? (shiftedDigits[Number(digit[2])] ?? '') : digit[2]
  return signs[code]?.[isShifted ? 1 : 0] ?? ''
}

/** Control signs that GS1 codes carry and keyboards can only strike with Ctrl. */
const controls: Record<string, string> = { BracketRight: '\u001d', KeyD: '\u0004' }

/**
 * Gathers the keys of a scan beside the field.
 *
 * An input method that is switched on takes the letters for pinyin and leaves them out of the field, so they are
 * rebuilt from the places of their keys. Bursts with Alt are signs a gun spells by number; nothing here reads them.
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

/** Guns send carriage return and line feed, so an Enter right behind a scan is the scan's own. */
const OWN_ENTER = 300
const TWICE_WITHIN = 1200

/** Enter on the empty field, twice: the step's main button without a mouse. A single one is too easily struck. */
export function isSecondEnter(at: number, lastScan: number, lastEmpty: number): boolean {
  return at - lastScan >= OWN_ENTER && at - lastEmpty < TWICE_WITHIN
}

export const isOwnEnter = (at: number, lastScan: number) => at - lastScan < OWN_ENTER
