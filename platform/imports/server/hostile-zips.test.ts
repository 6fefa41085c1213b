import { describe, expect, test, vi } from 'vitest'
import { type Entry, zipOf } from '../../../testing/zips.ts'
import { Refusal } from '../../calls/refusal.ts'
import type { Text } from '../../text/text.ts'
import { readZip, type ZipLimits, zipText } from './zip.ts'

const MB = 1024 * 1024

// Building a bomb takes time on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const limits: ZipLimits = { entries: 20, each: 2 * MB, total: 8 * MB }

const file = (name: string, over: Partial<Entry> = {}): Entry => ({ name, data: Buffer.from(name), ...over })
const blanks = (size: number) => Buffer.alloc(size, 0x20)

/** The result for a ZIP: each file with its size or its problem, or the refusal. */
async function outcome(bytes: Buffer): Promise<[string, number | string][] | Text> {
  try {
    const results = await readZip(bytes, limits)
    return results.map((item) => [
      item.bytes ? item.name : item.path,
      item.bytes ? item.bytes.length : item.why,
    ])
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown.text
    throw thrown
  }
}

const LINK = 0o120777
const names = (count: number) => Array.from({ length: count }, (_, i) => `${i}.png`)

const read: [string, () => Buffer, [string, number | string][]][] = [
  [
    'two files',
    () => zipOf([file('A-1.png'), file('B-1.jpg')]),
    [
      ['A-1.png', 7],
      ['B-1.jpg', 7],
    ],
  ],
  ['files stored plainly', () => zipOf([file('A-1.png', { isStored: true })]), [['A-1.png', 7]]],
  ['nothing in it', () => zipOf([]), []],
  ['a folder', () => zipOf([file('pictures/'), file('pictures/A-1.png')]), [['A-1.png', 16]]],
  [
    'what systems add for themselves',
    () => zipOf([file('__MACOSX/._A-1.png'), file('.DS_Store'), file('A-1.png')]),
    [['A-1.png', 7]],
  ],
  [
    'two files of one name, and one that differs in case',
    () => zipOf([file('A-1.png'), file('A-1.png'), file('a-1.PNG'), file('more/A-1.png')]),
    [
      ['A-1.png', 7],
      ['A-1.png', 7],
      ['a-1.PNG', 7],
      ['A-1.png', 12],
    ],
  ],
  [
    'a link, which is not followed',
    () => zipOf([file('A-1.png', { data: Buffer.from('/etc/passwd'), mode: LINK }), file('B-1.png')]),
    [
      ['A-1.png', 'link'],
      ['B-1.png', 7],
    ],
  ],
  [
    'a name with a NUL',
    () => zipOf([file('A-1.png\0.exe'), file('B-1.png')]),
    [
      ['A-1.png�.exe', 'unsafe_name'],
      ['B-1.png', 7],
    ],
  ],
  [
    'names that climb out, start at the root or on another drive',
    () =>
      zipOf(
        ['../../etc/passwd', 'a/../../b.png', '/etc/A-1.png', '..\\..\\A-1.png', 'C:A-1.png', 'A-1.png'].map(
          (name) => file(name),
        ),
      ),
    [
      ['../../etc/passwd', 'unsafe_name'],
      ['a/../../b.png', 'unsafe_name'],
      ['/etc/A-1.png', 'unsafe_name'],
      ['../../A-1.png', 'unsafe_name'],
      ['C:A-1.png', 'unsafe_name'],
      ['A-1.png', 7],
    ],
  ],
  [
    'a locked file among others',
    () => zipOf([file('A-1.png', { flags: 1 }), file('B-1.png')]),
    [
      ['A-1.png', 'locked'],
      ['B-1.png', 7],
    ],
  ],
  [
    'as many files as allowed, each with one that a Mac adds, and a folder',
    () =>
      zipOf([
        file('labels/'),
        ...names(20).flatMap((name) => [file(`labels/${name}`), file(`__MACOSX/labels/._${name}`)]),
      ]),
    names(20).map((name) => [name, name.length + 7]),
  ],
  [
    'slashes that lean the other way, of which the last name counts',
    () => zipOf([file('pictures\\A-1.png')]),
    [['A-1.png', 16]],
  ],
  [
    'a ZIP in a ZIP, which is not opened',
    () => zipOf([file('inner.zip', { data: zipOf([file('A-1.png')]) })]),
    [['inner.zip', zipOf([file('A-1.png')]).length]],
  ],
  [
    'a wrong checksum',
    () => zipOf([file('A-1.png', { crc: 1 }), file('B-1.png')]),
    [
      ['A-1.png', 'damaged'],
      ['B-1.png', 7],
    ],
  ],
  [
    'a file that holds more than it says',
    () => zipOf([file('A-1.png', { data: blanks(1000), claims: 10 }), file('B-1.png')]),
    [
      ['A-1.png', 'damaged'],
      ['B-1.png', 7],
    ],
  ],
  [
    'a file that holds less than it says',
    () => zipOf([file('A-1.png', { claims: 5000 })]),
    [['A-1.png', 'damaged']],
  ],
  [
    'bytes that were never packed',
    () => zipOf([file('A-1.png', { packed: Buffer.from('not deflated') })]),
    [['A-1.png', 'damaged']],
  ],
  [
    'a file of 2M and a byte',
    () => zipOf([file('A-1.png', { data: blanks(2 * MB + 1) }), file('B-1.png', { data: blanks(2 * MB) })]),
    [
      ['A-1.png', 'too_large'],
      ['B-1.png', 2 * MB],
    ],
  ],
  [
    'one bomb, of which no more is unpacked than a picture may have',
    () => zipOf([file('A-1.png', { data: blanks(40 * MB) }), file('B-1.png')]),
    [
      ['A-1.png', 'too_large'],
      ['B-1.png', 7],
    ],
  ],
]

const large = { data: blanks(1.9 * MB) }

const refused: [string, () => Buffer, Text][] = [
  ['21 files', () => zipOf(Array.from({ length: 21 }, (_, i) => file(`${i}.png`))), zipText.tooMany],
  [
    '65,000 files',
    () => zipOf(Array.from({ length: 65_000 }, (_, i) => file(`${i}`, { isStored: true }))),
    zipText.tooMany,
  ],
  [
    'five files that are too much together',
    () => zipOf(Array.from({ length: 5 }, (_, i) => file(`${i}.png`, large))),
    zipText.tooLarge,
  ],
  [
    'bombs that each are cut short, but too many of them',
    () => zipOf(Array.from({ length: 5 }, (_, i) => file(`${i}.png`, { data: blanks(8 * MB) }))),
    zipText.tooLarge,
  ],
  [
    'bombs that say they are small',
    () =>
      zipOf(
        Array.from({ length: 6 }, (_, i) => file(`${i}.png`, { data: blanks(1.9 * MB), claims: 1.5 * MB })),
      ),
    zipText.tooLarge,
  ],
  [
    'files that lie on top of each other',
    () =>
      zipOf([
        file('0.png', large),
        ...Array.from({ length: 9 }, (_, i) => file(`${i + 1}.png`, { ...large, at: 0 })),
      ]),
    zipText.tooLarge,
  ],
  ['a locked file only', () => zipOf([file('A-1.png', { flags: 1 })]), zipText.encrypted],
  ['a hundred folders', () => zipOf(names(100).map((name) => file(`${name}/`))), zipText.tooMany],
  ['its end torn off', () => zipOf([file('A-1.png')]).subarray(0, -10), zipText.unreadable],
  [
    'its beginning torn off',
    () => zipOf([file('A-1.png'), file('B-1.png')]).subarray(60),
    zipText.unreadable,
  ],
  ['nothing but its first bytes', () => Buffer.from('504b0304', 'hex'), zipText.unreadable],
  ['no byte at all', () => Buffer.alloc(0), zipText.unreadable],
]

describe('a ZIP', () => {
  test.each(read)('with %s is read, and nothing of it is written to disk', async (_, make, results) => {
    expect(await outcome(make())).toEqual(results)
  })

  test.each(refused)('with %s is refused by the right limit', async (_, make, text) => {
    expect(await outcome(make())).toEqual(text)
  })
})
