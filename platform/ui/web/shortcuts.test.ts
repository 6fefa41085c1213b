import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SCAN_GAP } from '../../scanning/web/scan-burst.ts'
import { listenForKeys } from './shortcuts.ts'

/** The browser's part: a button, in a dialog or on the page. */
class Button {
  isContentEditable = false
  isInDialog: boolean
  constructor(isInDialog: boolean) {
    this.isInDialog = isInDialog
  }
  matches = () => false
  closest = (selector: string) => (this.isInDialog || !selector.includes('role=dialog') ? this : null)
}

let stop = () => {}
beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('HTMLElement', Button)
  stop = listenForKeys()
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

/** Presses keys one after another and says which of them the browser does not get. */
function press(target: Button, keys: readonly string[], gap: number): string[] {
  const start = performance.now() + 1000
  return keys.filter((key, place) => {
    const event = new Event('keydown', { cancelable: true })
    const values = { key, target, timeStamp: start + place * gap, code: '', repeat: false }
    for (const [name, value] of Object.entries(values)) Object.defineProperty(event, name, { value })
    window.dispatchEvent(event)
    return event.defaultPrevented
  })
}

const scanned = [...'BOX1', 'Enter']

test.each([
  ['in a dialog', true],
  ['on the page', false],
])('the Enter of a scan does not press the focused button %s', (_, isInDialog) => {
  expect(press(new Button(isInDialog), scanned, 5)).toEqual(['Enter'])
})

test.each([
  ['in a dialog', true],
  ['on the page', false],
])('Enter by hand presses the focused button %s', (_, isInDialog) => {
  expect(press(new Button(isInDialog), scanned, SCAN_GAP * 3)).toEqual([])
})
