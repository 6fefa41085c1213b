import { crc32, deflateSync } from 'node:zlib'
import * as sheetjs from '@e965/xlsx'
import { writeXlsx } from 'hucre/xlsx'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import {
  badSheets,
  book,
  bytesOf,
  cell,
  goodRows,
  main,
  many,
  parts,
  patched,
  type Rows,
  related,
  sheetAt,
  sheetXml,
  smallParts,
  table,
  unsafe,
  withSheet,
  workbook,
  xls,
  xml,
  zeros,
} from '../../../testing/bad-spreadsheets.ts'
import { zipOf } from '../../../testing/zips.ts'
import { Refusal } from '../../calls/refusal.ts'
import { inspectUpload } from '../../files/server/uploads.ts'
import { problemOf, uploadRules, uploadText } from '../../files/uploads.ts'
import { fill, type Text } from '../../text/text.ts'
import { importText } from '../text.ts'
import { readTable, type SheetRow } from './spreadsheets.ts'

const MB = 1024 * 1024

// Two spreadsheets are read at a time, and hostile ones may take their five seconds.
vi.setConfig({ testTimeout: 30_000 })

/** The same file read by SheetJS, as displayed text for everything that is not a number or a date. */
function secondReading(bytes: Buffer): string[][] {
  const made = sheetjs.read(bytes, { type: 'buffer', cellDates: false, cellNF: true })
  const first = made.SheetNames.find((_, i) => !made.Workbook?.Sheets?.[i]?.Hidden) ?? ''
  const sheet = made.Sheets[first] ?? {}
  const rows: string[][] = []
  // Uses the existing cells, not the claimed range, which may be the whole sheet.
  for (const [ref, cell] of Object.entries(sheet) as [string, sheetjs.CellObject][]) {
    if (ref.startsWith('!') || cell.v === undefined) continue
    const { r, c } = sheetjs.utils.decode_cell(ref)
    const row = rows[r] ?? []
    row[c] = inText(cell)
    rows[r] = row
  }
  return rows
    .map((row) => withoutEnd(Array.from(row, (text) => text ?? '')))
    .filter(({ length }) => length > 0)

  function inText(cell: sheetjs.CellObject): string {
    if (cell.t === 'b') return cell.v ? 'TRUE' : 'FALSE'
    if (cell.t === 'e') return cell.w ?? ''
    if (cell.t !== 'n') return String(cell.v)
    const is1904 = Boolean(made.Workbook?.WBProps?.date1904)
    if (sheetjs.SSF.is_date(String(cell.z ?? 'General'))) return asMoment(Number(cell.v), is1904)
    return asFigure(Number(cell.v))
  }
}

function withoutEnd(cells: string[]): string[] {
  while (cells.at(-1) === '') cells.pop()
  return cells
}

const two = (n: number) => String(n).padStart(2, '0')
function asMoment(serial: number, is1904: boolean) {
  const at = sheetjs.SSF.parse_date_code(Math.round(serial * 86_400) / 86_400, { date1904: is1904 })
  const clock = `${two(at.H)}:${two(at.M)}:${two(at.S)}`
  if (serial < 1 && !is1904) return clock
  const day = `${at.y}-${two(at.m)}-${two(at.d)}`
  return clock === '00:00:00' ? day : `${day} ${clock}`
}
const asFigure = (value: number) =>
  Number(value.toPrecision(15)).toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: 15 })

/** The result for a file: its rows, or the refusal. */
async function outcome(
  bytes: Uint8Array,
  bounds?: Parameters<typeof readTable>[2],
): Promise<{ heads: string[]; rows: SheetRow[] } | Text> {
  try {
    return await readTable(bytes, 'workbook', bounds)
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown.text
    throw thrown
  }
}

const style = (z: string, v: number): sheetjs.CellObject => ({ t: 'n', v, z })
const withCells = (rows: Rows, cells: Record<string, sheetjs.CellObject>, ref: string) => {
  const sheet = table(rows)
  Object.assign(sheet, cells)
  sheet['!ref'] = ref
  return sheet
}

const goodBooks: [string, () => sheetjs.WorkBook, string[][]][] = [
  [
    'plain words and figures',
    () =>
      book({
        cells: table([
          ['Code', 'Pieces'],
          ['A-1', 12],
        ]),
      }),
    [
      ['Code', 'Pieces'],
      ['A-1', '12'],
    ],
  ],
  [
    'Chinese, emoji and a four-byte character',
    () =>
      book({
        cells: table([
          ['客户代码', '名称'],
          ['K-1', '𠮷野家 📦'],
        ]),
      }),
    [
      ['客户代码', '名称'],
      ['K-1', '𠮷野家 📦'],
    ],
  ],
  [
    'numbers kept as text, with their zeros',
    () => book({ cells: table([['Code'], ['00123'], ['9'.repeat(30)], ['1E5'], ['+1']]) }),
    [['Code'], ['00123'], ['9'.repeat(30)], ['1E5'], ['+1']],
  ],
  [
    'long numbers, never in powers of ten',
    () => book({ cells: table([['No'], [123456789012345], [1e15], [0.00000015], [-0.5]]) }),
    [['No'], ['123456789012345'], ['1000000000000000'], ['0.00000015'], ['-0.5']],
  ],
  [
    'a sum that binary figures miss',
    () => book({ cells: table([['Sum'], [0.1 + 0.2], [1.005 * 3]]) }),
    [['Sum'], ['0.3'], ['3.015']],
  ],
  ['yes and no', () => book({ cells: table([['Flag'], [true], [false]]) }), [['Flag'], ['TRUE'], ['FALSE']]],
  [
    'days and moments of the 1900 calendar',
    () =>
      book({
        cells: withCells(
          [['When']],
          {
            A2: style('yyyy-mm-dd', 46089),
            A3: style('yyyy-mm-dd hh:mm:ss', 46089.5),
            A4: style('yyyy"年"m"月"d"日"', 45000),
          },
          'A1:A4',
        ),
      }),
    [['When'], ['2026-03-08'], ['2026-03-08 12:00:00'], ['2023-03-15']],
  ],
  [
    'a moment a hair before midnight, as Excel shows it',
    () =>
      book({ cells: withCells([['When']], { A2: style('yyyy-mm-dd hh:mm:ss', 46088.9999999) }, 'A1:A2') }),
    [['When'], ['2026-03-08']],
  ],
  [
    'an hour on no day',
    () => book({ cells: withCells([['Cut-off']], { A2: style('hh:mm', 0.75) }, 'A1:A2') }),
    [['Cut-off'], ['18:00:00']],
  ],
  [
    'days of the 1904 calendar',
    () => {
      const made = book({ cells: withCells([['When']], { A2: style('yyyy-mm-dd', 44627) }, 'A1:A2') })
      made.Workbook = { ...made.Workbook, WBProps: { date1904: true } }
      return made
    },
    [['When'], ['2026-03-08']],
  ],
  [
    'percentages as figures',
    () => book({ cells: withCells([['Share']], { A2: style('0.00%', 0.125) }, 'A1:A2') }),
    [['Share'], ['0.125']],
  ],
  [
    'a head merged over two columns',
    () => {
      const cells = table([
        ['Size', null, 'Name'],
        [1, 2, 'x'],
      ])
      cells['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: 1 } }]
      return book({ cells })
    },
    [
      ['Size', '', 'Name'],
      ['1', '2', 'x'],
    ],
  ],
  [
    'a hidden sheet before the one that shows',
    () => book({ cells: table([['secret'], ['x']]), isHidden: true }, { cells: table([['Code'], ['A-1']]) }),
    [['Code'], ['A-1']],
  ],
  [
    'two sheets, of which the first is meant',
    () => book({ cells: table([['Code'], ['A-1']]) }, { cells: table([['Notes'], ['x']]) }),
    [['Code'], ['A-1']],
  ],
  [
    'blank rows between, before and after',
    () => book({ cells: table([[null], ['Code'], [null], ['A-1'], ['', null], ['A-2'], [null]]) }),
    [['Code'], ['A-1'], ['A-2']],
  ],
  [
    'spaces kept for the rules to judge',
    () => book({ cells: table([['Code '], ['  A-1  ']]) }),
    [['Code '], ['  A-1  ']],
  ],
  [
    'what looks like a formula and is text',
    () => book({ cells: table([['T'], ["=cmd|' /C calc'!A0"], ['@SUM(1)'], ['-1'], ['＝1+1']]) }),
    [['T'], ["=cmd|' /C calc'!A0"], ['@SUM(1)'], ['-1'], ['＝1+1']],
  ],
  [
    'heads that would be dangerous as names of fields',
    () =>
      book({
        cells: table([
          ['__proto__', 'constructor', 'prototype'],
          ['a', 'b', 'c'],
        ]),
      }),
    [
      ['__proto__', 'constructor', 'prototype'],
      ['a', 'b', 'c'],
    ],
  ],
  [
    'lines and marks of markup inside a cell',
    () => book({ cells: table([['T'], ['a\nb'], ['<b>a & b</b> "x"'], ['<!DOCTYPE html>']]) }),
    [['T'], ['a\nb'], ['<b>a & b</b> "x"'], ['<!DOCTYPE html>']],
  ],
  [
    'an error value',
    () => book({ cells: withCells([['E']], { A2: { t: 'e', v: 0x2a } }, 'A1:A2') }),
    [['E'], ['#N/A']],
  ],
  [
    '500 rows',
    () => book({ cells: table([['Code'], ...Array.from({ length: 500 }, (_, i) => [`K-${i}`])]) }),
    [['Code'], ...Array.from({ length: 500 }, (_, i) => [`K-${i}`])],
  ],
  [
    '64 columns',
    () => book({ cells: table([Array.from({ length: 64 }, (_, i) => `c${i}`), ['x']]) }),
    [Array.from({ length: 64 }, (_, i) => `c${i}`), ['x']],
  ],
  [
    'a cell of 4,000 characters',
    () => book({ cells: table([['T'], ['长'.repeat(4000)]]) }),
    [['T'], ['长'.repeat(4000)]],
  ],
]

describe.each(['xlsx', 'biff8'] as const)('a good %s', (kind) => {
  test.concurrent.each(goodBooks)(
    'with %s is read as intended, and as a second reader reads it',
    async (_, make, rows) => {
      const bytes = bytesOf(make(), kind)
      const read = await readTable(bytes)
      expect([read.heads, ...read.rows.map(({ cells }) => cells)]).toEqual(rows)
      expect(secondReading(bytes)).toEqual(rows)
    },
  )

  test.concurrent('keeps its row numbers across blank rows', async () => {
    const { rows } = await readTable(
      bytesOf(book({ cells: table([['Code'], ['a'], [null], [null], ['b']]) }), kind),
    )
    expect(rows.map(({ rowNo }) => rowNo)).toEqual([2, 5])
  })
})

test.concurrent('a workbook with formulas gives their values and marks those cells', async () => {
  const cells = withCells(
    [['Code', 'Sum', 'Name'], ['A-1'], ['A-2', 7, 'typed']],
    { B2: { t: 'n', f: '1+1', v: 2 }, C2: { t: 's', f: '"x"&"y"', v: 'xy' } },
    'A1:C3',
  )
  const bytes = bytesOf(book({ cells }), 'xlsx')
  const { heads, rows } = await readTable(bytes)
  expect(rows).toEqual([
    { rowNo: 2, cells: ['A-1', '2', 'xy'], formulas: [1, 2] },
    { rowNo: 3, cells: ['A-2', '7', 'typed'], formulas: [] },
  ])
  expect(secondReading(bytes)).toEqual([heads, ...rows.map((row) => row.cells)])
})

test.concurrent('an .xls marks its formula cells, though SheetJS cannot write one', async () => {
  const typed = xls([
    ['Code', 'Sum', 'Over'],
    ['A-1', 0.5, 0.5],
  ])
  // The two numbers of row 2 are replaced by one formula in column B, "(0.5)", with that number as its cached
  // result.
  const half = '000000000000e03f'
  const at = typed.indexOf(Buffer.from('03020e0001000100', 'hex'))
  const style = typed.subarray(at + 8, at + 10).toString('hex')
  const figures = `03020e0001000100${style}${half}03020e0001000200${style}${half}`
  const formula = `0600200001000100${style}${half}0000000000000a001f${half}15`
  const reckoned = patched(typed, figures, formula)
  const { heads, rows } = await readTable(reckoned)
  expect(rows).toEqual([{ rowNo: 2, cells: ['A-1', '0.5'], formulas: [1] }])
  expect(secondReading(reckoned)).toEqual([heads, ['A-1', '0.5']])
  expect((await readTable(typed)).rows).toEqual([{ rowNo: 2, cells: ['A-1', '0.5', '0.5'], formulas: [] }])
})

test.concurrent('our own writer’s spreadsheets, with inline or shared strings, are read as SheetJS reads them', async () => {
  for (const stringMode of ['shared', 'inline'] as const) {
    const bytes = Buffer.from(
      await writeXlsx({
        sheets: [
          {
            name: 's',
            rows: [
              ['Code', 'Day'],
              ['007', new Date(Date.UTC(2026, 2, 8))],
            ],
          },
        ],
        stringMode,
      }),
    )
    const { heads, rows } = await readTable(bytes)
    expect([heads, ...rows.map(({ cells }) => cells)]).toEqual([
      ['Code', 'Day'],
      ['007', '2026-03-08'],
    ])
    expect(secondReading(bytes)).toEqual([
      ['Code', 'Day'],
      ['007', '2026-03-08'],
    ])
  }
})

describe('a bad or hostile spreadsheet', () => {
  test.concurrent.each(badSheets)('with %s is refused by the right limit', async (_, make, text) => {
    const bytes = await make()
    expect(bytes.length).toBeLessThan(uploadRules.sheet.max)
    expect(await outcome(bytes)).toEqual(text)
  })

  test('exhausts neither the server’s memory nor its time, and the next good one is read', async () => {
    const before = process.memoryUsage().rss
    const bomb = zipOf([...parts(), { name: 'xl/media/blank.xml', data: zeros(80 * MB) }])
    const began = performance.now()
    const good = workbook()
    const all = await Promise.all([outcome(bomb), outcome(bomb), outcome(good), outcome(bomb), outcome(good)])
    expect(all.map((item) => ('rows' in item ? item.rows.length : item.en_US))).toEqual([
      unsafe.en_US,
      unsafe.en_US,
      1,
      unsafe.en_US,
      1,
    ])
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * MB)
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })
})

const harmless: [string, () => Buffer][] = [
  ['a range that claims every cell there is', () => withSheet(goodRows, '<dimension ref="A1:XFD1048576"/>')],
  [
    'a style for every column and the last row',
    () =>
      withSheet(`${goodRows}<row r="1048576" ht="20"/>`, '<cols><col min="1" max="16384" width="9"/></cols>'),
  ],
  [
    'a cell that links to a page, which is not followed',
    () => related('rId1', 'hyperlink', 'https://example.com/a?b=&gt;1', 'External'),
  ],
  ['a relationship that says it stays inside', () => related('rId1', 'image', 'a.png', 'Internal')],
  ['200 parts', () => zipOf([...parts(), ...smallParts(200 - parts().length)])],
  ['a sheet at an unusual path', () => sheetAt('customData/sheet1.xml')],
  ['a comment and a processing instruction', () => withSheet(`<!-- x --><?x y?>${goodRows}`)],
  [
    'a part without a wrong size but stored plainly',
    () => zipOf(parts().map((entry) => ({ ...entry, isStored: true }))),
  ],
  [
    'a picture of its own inside',
    () =>
      zipOf([
        ...parts(),
        { name: 'xl/media/image1.png', data: Buffer.from('\x89PNG <!DOCTYPE not xml>', 'latin1') },
      ]),
  ],
]

test.concurrent.each(harmless)('a workbook with %s is read, as a second reader reads it', async (_, make) => {
  const bytes = make()
  expect(await outcome(bytes)).toMatchObject({ heads: ['Code'], rows: [{ rowNo: 2, cells: ['A-1'] }] })
  expect(secondReading(bytes)).toEqual([['Code'], ['A-1']])
})

/** Long enough for the slowest machine: a result by then is not a timeout. */
const PATIENT = { seconds: 25 }
const wordy = workbook({
  'xl/sharedStrings.xml': `${xml}<sst xmlns="${main}">${many(200_000, (i) => `<si><t>word ${i} of many</t></si>`)}</sst>`,
})

test.concurrent('a cell in the last possible row does not create a million rows', async () => {
  const far = withSheet(`${goodRows}<row r="1048576">${cell('A1048576', 'far')}</row>`)
  expect(await outcome(far, PATIENT)).toMatchObject({ rows: [{ rowNo: 2 }, { rowNo: 1_048_576 }] })
})

test.concurrent('an endless spreadsheet is stopped by the row limit', async () => {
  const endless = workbook({
    'xl/worksheets/sheet1.xml': sheetXml(
      many(300_000, (i) => `<row r="${i + 1}">${cell(`A${i + 1}`, 'abcdefgh')}</row>`),
    ),
  })
  expect(await outcome(endless, PATIENT)).toEqual(fill(importText.atLeastRows, { max: 500 }))
})

test.concurrent('a spreadsheet that exceeds its time limit is refused', async () => {
  expect(await outcome(wordy, { seconds: 0.001 })).toEqual(importText.tooSlow)
})

test.concurrent('a spreadsheet that exceeds its memory limit is refused, and the server stays up', async () => {
  const tight = { ...PATIENT, megabytes: 24 }
  expect(await outcome(workbook(), tight)).toMatchObject({ rows: [{ rowNo: 2 }] })
  expect(await outcome(wordy, PATIENT)).toMatchObject({ rows: [{ rowNo: 2 }] })
  expect(await outcome(wordy, tight)).toEqual(importText.tooSlow)
})

/** A PNG whose header claims one size and whose body holds nothing. */
function pngHead(width: number, height: number, more: Buffer[] = []): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const size = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([size, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', deflateSync(Buffer.alloc(100))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const drawn = (width = 30, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: '#0a0' } })
const script = Buffer.from('<script>alert(1)</script>')
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>',
)

/** The result of an upload: what is stored, or the refusal. */
async function upload(purpose: keyof typeof uploadRules, name: string, bytes: Buffer) {
  const problem = problemOf(purpose, name, bytes.length)
  if (problem) return problem
  try {
    return await inspectUpload(purpose, name, bytes)
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown.text
    throw thrown
  }
}

const goodImages: [string, string, () => Promise<Buffer>, string][] = [
  ['a png', 'a.png', () => drawn().png().toBuffer(), 'image/jpeg'],
  ['a png that one sees through', 'a.PNG', () => drawn().ensureAlpha(0.5).png().toBuffer(), 'image/png'],
  ['a jpg', 'a.jpg', () => drawn().jpeg().toBuffer(), 'image/jpeg'],
  ['a jpeg by its long name', 'a.jpeg', () => drawn().jpeg().toBuffer(), 'image/jpeg'],
  [
    'a CMYK jpg of a print shop',
    'a.jpg',
    () => drawn().toColourspace('cmyk').jpeg().toBuffer(),
    'image/jpeg',
  ],
  [
    'a jpg with a place, a camera and a script in its EXIF',
    'a.jpg',
    () =>
      drawn()
        .withExif({ IFD0: { Make: script.toString(), Copyright: 'GPS 1 2' } })
        .jpeg()
        .toBuffer(),
    'image/jpeg',
  ],
  ['a rotated jpg', 'a.jpg', () => drawn().withMetadata({ orientation: 6 }).jpeg().toBuffer(), 'image/jpeg'],
  [
    'a png with an archive behind it',
    'a.png',
    async () => Buffer.concat([await drawn().png().toBuffer(), workbook()]),
    'image/jpeg',
  ],
  [
    'a jpg with a page behind it',
    'a.jpg',
    async () => Buffer.concat([await drawn().jpeg().toBuffer(), script]),
    'image/jpeg',
  ],
  [
    'an animated gif',
    'a.gif',
    () =>
      sharp(Buffer.alloc(8 * 8 * 3 * 40, 9), {
        raw: { width: 8, height: 8 * 40, channels: 3, pageHeight: 8 },
      })
        .gif()
        .toBuffer(),
    'image/',
  ],
]

describe('an image', () => {
  test.each(goodImages)('%s is re-encoded, and nothing else of it is kept', async (_, name, make, mime) => {
    const kept = await upload('image', name, await make())
    if (!('bytes' in kept)) throw new Error(kept.en_US)
    expect(kept.mime).toContain(mime)
    const match = await sharp(kept.bytes).metadata()
    expect([match.exif, match.icc, match.iptc, match.xmp, match.pages ?? 1, match.space]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      1,
      'srgb',
    ])
    expect(kept.bytes.includes('script')).toBe(false)
    expect(kept.bytes.includes('PK\u0003\u0004')).toBe(false)
  })

  test('larger than a screen is scaled down, and a rotated one is turned upright', async () => {
    const wide = await upload('image', 'w.png', await drawn(4000, 100).png().toBuffer())
    expect('bytes' in wide && (await sharp(wide.bytes).metadata()).width).toBe(2000)
    const turned = await upload(
      'image',
      't.jpg',
      await drawn(30, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    )
    expect('bytes' in turned && (await sharp(turned.bytes).metadata()).width).toBe(20)
  })

  const wrong = uploadText.notWhatItSays
  const kinds = fill(uploadText.wrongKind, { kinds: '.gif .png .jpg .jpeg' })
  test.each<[string, string, () => Buffer | Promise<Buffer>, Text]>([
    ['50,000 × 50,000 points in its head', 'a.png', () => pngHead(50_000, 50_000), uploadText.imageTooWide],
    ['more points than a number holds', 'a.png', () => pngHead(0x7fffffff, 0x7fffffff), wrong],
    ['no width', 'a.png', () => pngHead(0, 10), wrong],
    [
      'half of it missing',
      'a.png',
      async () => (await drawn(300, 300).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 5000),
      wrong,
    ],
    [
      'half of a jpg',
      'a.jpg',
      async () =>
        (
          await sharp(Buffer.alloc(300 * 300 * 3, 7), { raw: { width: 300, height: 300, channels: 3 } })
            .jpeg()
            .toBuffer()
        ).subarray(0, 400),
      wrong,
    ],
    ['only its first eight bytes', 'a.png', () => Buffer.from('89504e470d0a1a0a', 'hex'), wrong],
    ['an svg inside', 'a.png', () => svg, wrong],
    [
      'an svg behind the first bytes of a gif',
      'a.gif',
      () => Buffer.concat([Buffer.from('GIF89a'), svg]),
      wrong,
    ],
    ['a page of HTML inside', 'a.jpg', () => script, wrong],
    ['a png under the name of a jpg', 'a.jpg', () => drawn().png().toBuffer(), wrong],
    ['the name of an svg', 'a.svg', () => svg, kinds],
    ['two endings', 'a.png.svg', () => svg, kinds],
    ['no ending', 'png', () => drawn().png().toBuffer(), kinds],
    ['2M and a byte', 'a.png', () => Buffer.concat([Buffer.alloc(2 * MB + 1)]), uploadText.imageTooLarge],
  ])('with %s is refused', async (_, name, make, text) => {
    expect(await upload('image', name, await make())).toEqual(text)
  })
})

describe('an attachment', () => {
  const pdf = (more = '') =>
    Buffer.from(`%PDF-1.7\n1 0 obj<</Type/Catalog${more}>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`)
  const kept: [string, string, Buffer, string][] = [
    ['a pdf', 'a.pdf', pdf(), 'application/pdf'],
    ['a pdf with a space behind its name', 'a.pdf ', pdf(), 'application/pdf'],
    ['a pdf in capitals', 'A.PDF', pdf(), 'application/pdf'],
    [
      'a pdf with a script, kept inert',
      'a.pdf',
      pdf('/OpenAction<</S/JavaScript/JS(app.alert(1))>>'),
      'application/pdf',
    ],
    [
      'a pdf that would start a program, kept inert',
      'a.pdf',
      pdf('/OpenAction<</S/Launch/F(cmd.exe)>>'),
      'application/pdf',
    ],
    ['a pdf that is an archive too', 'a.pdf', Buffer.concat([pdf(), workbook()]), 'application/pdf'],
    ['an archive', 'a.zip', workbook(), 'application/zip'],
    [
      'an archive in an archive',
      'a.zip',
      zipOf([{ name: 'inner.zip', data: workbook() }]),
      'application/zip',
    ],
    [
      'a letter',
      'a.docx',
      zipOf([{ name: 'word/document.xml', data: Buffer.from('<w/>') }]),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['an old letter', 'a.doc', xls([['x']]), 'application/msword'],
    ['a rar', 'a.rar', Buffer.from('526172211a07010000', 'hex'), 'application/vnd.rar'],
    ['a name Windows keeps for itself', 'CON.pdf', pdf(), 'application/pdf'],
  ]
  test.each(kept)('%s is stored unchanged and served with its type', async (_, name, bytes, mime) => {
    expect(await upload('attachment', name, bytes)).toEqual({ mime, bytes })
  })

  const kinds = fill(uploadText.wrongKind, { kinds: '.rar .zip .doc .docx .pdf .jpg .jpeg' })
  const wrong = uploadText.notWhatItSays
  test.each<[string, string, Buffer, Text]>([
    ['a page', 'a.html', script, kinds],
    ['a program', 'a.exe', Buffer.from('MZ'), kinds],
    ['a program under two endings', 'a.pdf.exe', Buffer.from('MZ'), kinds],
    ['a program under the name of a pdf', 'a.pdf', Buffer.from('MZ'), wrong],
    ['a page under the name of a pdf', 'a.pdf', script, wrong],
    ['a pdf with a page before it', 'a.pdf', Buffer.concat([script, pdf()]), wrong],
    ['an svg under the name of a jpg', 'a.jpg', svg, wrong],
    [
      'an archive under the name of a letter',
      'a.docx',
      zipOf([{ name: 'x', data: Buffer.from('x') }]),
      wrong,
    ],
    ['a letter under the name of a rar', 'a.rar', xls([['x']]), wrong],
    ['10M and a byte', 'a.pdf', Buffer.alloc(10 * MB + 1), fill(uploadText.fileTooLarge, { max: 10 })],
  ])('that is %s is refused', async (_, name, bytes, text) => {
    expect(await upload('attachment', name, bytes)).toEqual(text)
  })

  test.each<[keyof typeof uploadRules, string, Buffer, Text]>([
    ['sheet', 'a.csv', Buffer.from('a,b'), fill(uploadText.wrongKind, { kinds: '.xls .xlsx' })],
    ['sheet', 'a.xlsm', workbook(), fill(uploadText.wrongKind, { kinds: '.xls .xlsx' })],
    ['sheet', 'a.xlsx', xls([['x']]), wrong],
    ['sheet', 'a.xls', workbook(), wrong],
    ['sheet', 'a.xlsx', Buffer.from('Code,Name'), wrong],
    ['sheet', 'a.xls', Buffer.from('<html><table>'), wrong],
    ['sheet', 'a.xlsx', zipOf([{ name: 'word/x', data: Buffer.from('x') }]), wrong],
    ['sheet', 'a.xlsx', Buffer.alloc(20 * MB + 1), fill(uploadText.fileTooLarge, { max: 20 })],
    ['zip', 'a.zip', Buffer.alloc(5 * MB + 1), fill(uploadText.fileTooLarge, { max: 5 })],
    ['zip', 'a.zip', script, wrong],
    ['zip', 'a.rar', Buffer.from('526172211a0700', 'hex'), fill(uploadText.wrongKind, { kinds: '.zip' })],
  ])('as a %s named %s is refused before it is read', async (purpose, name, bytes, text) => {
    expect(await upload(purpose, name, bytes)).toEqual(text)
  })
})
