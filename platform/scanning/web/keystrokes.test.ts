import { expect, test } from 'vitest'
import {
  actionOf,
  type Enters,
  noEnters,
  noStrokes,
  type Press,
  signAt,
  strike,
  strikeEnter,
} from './keystrokes.ts'

const press = (key: string, at: number, over: Partial<Press> = {}): Press => ({
  key,
  code: '',
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  isComposing: false,
  at,
  ...over,
})

const after = (presses: Press[]) =>
  presses.reduce((now, press) => strike(now.strokes, press), { strokes: noStrokes } as ReturnType<
    typeof strike
  >)

test('an input method that swallows a scan does not corrupt it', () => {
  const swallowed = (code: string, at: number, shiftKey = false) =>
    press('Process', at, { code, shiftKey, isComposing: true })
  const { strokes } = after([
    swallowed('KeyB', 0, true),
    swallowed('KeyX', 5, true),
    swallowed('Minus', 10),
    swallowed('Digit7', 15),
  ])
  expect(strokes).toMatchObject({ text: 'BX-7', isComposed: true })
  expect(strike(strokes, swallowed('Enter', 20)).isEnd).toBe(true)
})

test('the GS1 separator is sent as a Ctrl key', () => {
  const struck = after([
    press('1', 0),
    press(']', 5, { code: 'BracketRight', ctrlKey: true }),
    press('2', 10),
  ])
  expect(struck.strokes.text).toBe('1\u001d2')
})

test('characters that a scanner sends as Alt codes are left alone', () => {
  expect(after([press('A', 0), press('4', 5, { altKey: true, code: 'Numpad4' })]).strokes.text).toBe('A')
})

test('Tab ends a scan but moves the focus after typing', () => {
  const burst = [press('A', 0), press('B', 5), press('C', 10)]
  expect(after([...burst, press('Tab', 15)]).isEnd).toBe(true)
  expect(after([...burst, press('Tab', 500)]).isEnd).toBeUndefined()
  expect(after([press('Tab', 0)]).isEnd).toBeUndefined()
})

test('deleted characters are gone', () => {
  expect(after([press('A', 0), press('B', 200), press('Backspace', 400), press('C', 600)]).strokes.text).toBe(
    'AC',
  )
})

test('keys are read by their position', () => {
  expect(['KeyA', 'Digit2', 'Numpad2', 'Slash', 'F5'].map((code) => signAt(code, true))).toEqual([
    'A',
    '@',
    '2',
    '?',
    '',
  ])
})

test('only a second manual Enter finishes a step, never the two a scanner sends', () => {
  const isTwice = (at: number, scan: number, empty: number) =>
    strikeEnter({ scan, empty }, { at, isEmpty: true, isRepeat: false }).isTwice
  expect(isTwice(1005, 1000, Number.NEGATIVE_INFINITY)).toBe(false)
  expect(isTwice(1100, 1000, 1005)).toBe(false)
  expect(isTwice(3000, 1000, 2500)).toBe(true)
  expect(isTwice(9000, 1000, 2500)).toBe(false)
})

test('a key is part of a scan if it follows within 40 ms', () => {
  const twoKeys = (gap: number, tab: number) =>
    after([press('A', 0), press('B', gap), press('Tab', gap + tab)])
  expect([twoKeys(39, 39).isEnd, twoKeys(40, 39).isEnd, twoKeys(39, 40).isEnd]).toEqual([
    true,
    undefined,
    undefined,
  ])
  expect([twoKeys(39, 39).isOurs, twoKeys(40, 39).isOurs]).toEqual([true, undefined])
})

test('Enter, also of the number pad, ends a scan; other keys without a character change nothing', () => {
  for (const code of ['Enter', 'NumpadEnter'])
    expect(strike(noStrokes, press('Process', 0, { code }))).toMatchObject({ isEnd: true, isOurs: true })
  const { strokes } = after([press('A', 0)])
  for (const over of [
    { key: 'Shift' },
    { key: 'F5' },
    { key: 'v', ctrlKey: true },
    { key: 'v', metaKey: true },
  ])
    expect(strike(strokes, { ...press('', 5), ...over })).toEqual({ strokes })
  // A swallowed key without a character is not part of the scan either.
  expect(strike(strokes, press('Process', 5, { code: 'F5' }))).toEqual({ strokes })
})

test('a control character is inserted by the page, and a deleted character counts as a key', () => {
  const separator = press(']', 5, { code: 'BracketRight', ctrlKey: true })
  expect(strike(noStrokes, separator)).toMatchObject({ isOurs: true, sign: '\u001d', strokes: { last: 5 } })
  expect(after([press('A', 0), press('Backspace', 30)]).strokes).toMatchObject({ text: '', last: 30 })
})

test('what an input method has swallowed stays known for the rest of the scan', () => {
  const { strokes } = after([press('Process', 0, { code: 'KeyA', isComposing: true }), press('b', 5)])
  expect(strokes).toEqual({ text: 'ab', last: 5, isComposed: true, isBurst: true })
})

test('digits, letters and signs are read with and without Shift', () => {
  const signs = (isShifted: boolean) =>
    ['KeyZ', 'Digit0', 'Digit9', 'Numpad9', 'Space', 'NumpadMultiply', 'Quote'].map((code) =>
      signAt(code, isShifted),
    )
  expect([signs(false), signs(true)]).toEqual([
    ['z', '0', '9', '9', ' ', '*', "'"],
    ['Z', ')', '(', '9', ' ', '*', '"'],
  ])
})

test('an Enter within 300 ms belongs to the scan, and two within 1.2 s finish a step', () => {
  const enter = (at: number, last: Enters) => strikeEnter(last, { at, isEmpty: true, isRepeat: false })
  const scanned = strikeEnter(noEnters, { at: 1000, isEmpty: false, isRepeat: false })
  expect(scanned).toEqual({ last: { scan: 1000, empty: Number.NEGATIVE_INFINITY }, isTwice: false })
  expect(enter(1299, scanned.last)).toEqual(scanned)
  const once = enter(1300, scanned.last)
  expect(once).toEqual({ last: { scan: 1000, empty: 1300 }, isTwice: false })
  expect([enter(2499, once.last).isTwice, enter(2500, once.last).isTwice]).toEqual([true, false])
  // A scan in between separates two Enters.
  expect(strikeEnter(once.last, { at: 1400, isEmpty: false, isRepeat: false }).last.empty).toBe(
    Number.NEGATIVE_INFINITY,
  )
})

test('the third Enter does not finish the next step, and a held Enter finishes none', () => {
  const finished = (...presses: { at: number; isRepeat?: boolean }[]) => {
    let last = noEnters
    return presses.map(({ at, isRepeat = false }) => {
      const struck = strikeEnter(last, { at, isEmpty: true, isRepeat })
      last = struck.last
      return struck.isTwice
    })
  }
  expect(finished({ at: 500 }, { at: 700 }, { at: 900 }, { at: 1100 })).toEqual([false, true, false, true])
  const held = [500, 533, 566, 600].map((at, i) => ({ at, isRepeat: i > 0 }))
  expect(finished(...held)).toEqual([false, false, false, false])
})

test('a held key acts once', () => {
  let undone = 0
  const keys = { F4: () => void undone++ }
  const held = { key: 'F4', ctrlKey: false, altKey: false, metaKey: false, isRepeat: false }
  for (const isRepeat of [false, true, true]) actionOf(keys, { ...held, isRepeat })?.()
  expect(undone).toBe(1)
  // A repeated key still belongs to the field, and does not reach the browser.
  expect(actionOf(keys, { ...held, isRepeat: true })).toBeDefined()
  expect([actionOf(keys, { ...held, altKey: true }), actionOf(keys, { ...held, key: 'F5' })]).toEqual([
    undefined,
    undefined,
  ])
})
