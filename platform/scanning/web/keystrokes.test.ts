import { expect, test } from 'vitest'
import { isOwnEnter, isSecondEnter, noStrokes, type Press, signAt, strike } from './keystrokes.ts'

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
  expect(isSecondEnter(1005, 1000, Number.NEGATIVE_INFINITY)).toBe(false)
  expect(isSecondEnter(1100, 1000, 1005)).toBe(false)
  expect(isSecondEnter(3000, 1000, 2500)).toBe(true)
  expect(isSecondEnter(9000, 1000, 2500)).toBe(false)
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
  expect([isOwnEnter(1299, 1000), isOwnEnter(1300, 1000)]).toEqual([true, false])
  expect([isSecondEnter(1299, 1000, 1250), isSecondEnter(1300, 1000, 1250)]).toEqual([false, true])
  expect([isSecondEnter(2399, 0, 1200), isSecondEnter(2400, 0, 1200)]).toEqual([true, false])
})
