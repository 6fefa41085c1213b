import { expect, test } from 'vitest'
import { hear, quiet, SCAN_GAP } from './scan-burst.ts'

type Press = [key: string, after: number]

/** Plays keys as a keyboard would, and lists the resulting actions and scans. */
function play(presses: Press[]) {
  const done: string[] = []
  const scans: string[] = []
  let burst = quiet
  let held: string | undefined
  let at = 0
  for (const [key, after] of presses) {
    at += after
    if (held && after >= SCAN_GAP) done.push(held)
    const heard = hear(burst, key, at)
    burst = heard.burst
    held = heard.held
    if (heard.now) done.push(heard.now)
    if (heard.scan) scans.push(heard.scan)
  }
  if (held) done.push(held)
  return { done, scans }
}

const scan = (code: string, gap: number, start: number): Press[] => [
  ...[...code].map((key, i): Press => [key, i === 0 ? start : gap]),
  ['Enter', gap],
]

test.each<[string, Press[], string[], string[]]>([
  ['a single key does what it says', [['j', 1000]], ['j'], []],
  [
    'a quick typist still moves row by row',
    [
      ['j', 1000],
      ['j', 90],
      ['k', 60],
    ],
    ['j', 'j', 'k'],
    [],
  ],
  [
    'two keys of a sequence reach the page',
    [
      ['g', 1000],
      ['h', 120],
    ],
    ['g', 'h'],
    [],
  ],
  ['Enter alone opens', [['Enter', 1000]], ['Enter'], []],
  ['a scan fires no key, not even its first', scan('xjkgh?', 8, 1000), [], ['xjkgh?']],
  ['a slow scanner is one too', scan('SKU-77', 30, 1000), [], ['SKU-77']],
  ['a scan right after a key keeps the key', [['j', 1000], ...scan('A123', 8, 500)], ['j'], ['A123']],
  ['too short to be a document', scan('ab', 8, 1000), [], []],
  ['three characters are still too short', scan('abc', 8, 1000), [], []],
  ['a scanner of 39 ms is one too', scan('A123', 39, 1000), [], ['A123']],
  ['keys 40 ms apart are typed', scan('A12', 40, 1000), ['A', '1', '2', 'Enter'], []],
  [
    'a key without a character is not part of the scan',
    [
      ['A', 1000],
      ['F1', 5],
      ['1', 5],
      ['2', 5],
      ['3', 5],
      ['Enter', 5],
    ],
    [],
    ['A123'],
  ],
  [
    'the Enter of a scan does not hold back the next key',
    [...scan('A123', 8, 1000), ['x', 5]],
    ['x'],
    ['A123'],
  ],
  [
    'Shift between the signs is no sign',
    [
      ['Shift', 1000],
      ['A', 5],
      ['1', 5],
      ['2', 5],
      ['3', 5],
      ['Enter', 5],
    ],
    [],
    ['A123'],
  ],
  [
    'a shifted key is one key',
    [
      ['Shift', 1000],
      ['?', 10],
    ],
    ['?'],
    [],
  ],
  ['keys work again after a scan', [...scan('A123', 8, 1000), ['x', 500]], ['x'], ['A123']],
])('%s', (_, presses, done, scans) => {
  expect(play(presses)).toEqual({ done, scans })
})
