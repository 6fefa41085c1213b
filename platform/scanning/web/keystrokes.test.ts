import { expect, test } from 'vitest'
import { isSecondEnter, noStrokes, type Press, signAt, strike } from './keystrokes.ts'

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
