import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { printBlob } from './print.ts'

/** A browser's frames: each loads after a moment if it is still on the page, and then can be printed. */
let frames: Frame[] = []
let printed: string[] = []
let isFocused = true
const LOADS_AFTER = 50

class Frame {
  className = ''
  tabIndex = 0
  src = ''
  onLoad = () => {}
  contentWindow = { print: () => void printed.push(this.src) }
  setAttribute() {}
  addEventListener(_: 'load', onLoad: () => void) {
    this.onLoad = onLoad
  }
  remove() {
    frames = frames.filter((frame) => frame !== this)
  }
}

beforeEach(() => {
  ;[frames, printed, isFocused] = [[], [], true]
  vi.useFakeTimers()
  vi.stubGlobal('document', {
    createElement: () => new Frame(),
    querySelector: () => frames[0],
    hasFocus: () => isFocused,
    body: {
      append(frame: Frame) {
        frames.push(frame)
        setTimeout(() => frames.includes(frame) && frame.onLoad(), LOADS_AFTER)
      },
    },
  })
  let count = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${++count}`)
  vi.spyOn(URL, 'revokeObjectURL')
})
afterEach(async () => {
  // What one test prints ends before the next one starts.
  await vi.advanceTimersByTimeAsync(600_000)
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('two labels in quick succession are both printed, the first one first', async () => {
  printBlob(new Blob(['one']))
  printBlob(new Blob(['two']))
  await vi.advanceTimersByTimeAsync(5000)
  expect(printed).toEqual(['blob:1', 'blob:2'])
})

test('the second label waits until the print dialog of the first is closed', async () => {
  printBlob(new Blob(['one']))
  printBlob(new Blob(['two']))
  await vi.advanceTimersByTimeAsync(LOADS_AFTER)
  isFocused = false
  await vi.advanceTimersByTimeAsync(20_000)
  expect(printed).toEqual(['blob:1'])
  isFocused = true
  await vi.advanceTimersByTimeAsync(5000)
  expect(printed).toEqual(['blob:1', 'blob:2'])
})

test('a file that the browser does not show keeps back the next one for seconds only', async () => {
  printBlob(new Blob(['one']))
  await vi.advanceTimersByTimeAsync(0)
  for (const frame of frames) frame.onLoad = () => {}
  printBlob(new Blob(['two']))
  await vi.advanceTimersByTimeAsync(15_000)
  expect(printed).toEqual(['blob:2'])
})

test('each frame goes with its own address, long after it was printed', async () => {
  printBlob(new Blob(['one']))
  printBlob(new Blob(['two']))
  await vi.advanceTimersByTimeAsync(30_000)
  expect([frames.length, vi.mocked(URL.revokeObjectURL).mock.calls]).toEqual([2, []])
  await vi.advanceTimersByTimeAsync(60_000)
  expect([frames.length, vi.mocked(URL.revokeObjectURL).mock.calls]).toEqual([0, [['blob:1'], ['blob:2']]])
})
