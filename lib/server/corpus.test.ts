import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import * as sheetjs from '@e965/xlsx'
import { writeXlsx } from 'hucre/xlsx'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { importText } from '../imports.ts'
import { Refusal } from '../refusal.ts'
import { type Entry, zipOf } from '../testing/zips.ts'
import { fill, type Text } from '../text.ts'
import { problemOf, uploadRules, uploadText } from '../uploads.ts'
import { readTable, type SheetRow } from './sheets.ts'
import { lookInto } from './uploads.ts'

type Value = string | number | boolean | Date | null
type Rows = Value[][]

const MB = 1024 * 1024

// Two sheets are read at a time, and hostile ones may take their five seconds.
vi.setConfig({ testTimeout: 30_000 })

/** A workbook as SheetJS writes it, so that what is read was not written by the reader. */
function book(
  ...sheets: { name?: string; cells: sheetjs.WorkSheet; isHidden?: boolean }[]
): sheetjs.WorkBook {
  const made = sheetjs.utils.book_new()
  for (const [i, { name, cells }] of sheets.entries())
    sheetjs.utils.book_append_sheet(made, cells, name ?? `Sheet${i + 1}`)
  made.Workbook = { Sheets: sheets.map(({ isHidden }) => ({ Hidden: isHidden ? 1 : 0 })) }
  return made
}
const table = (rows: Rows) => sheetjs.utils.aoa_to_sheet(rows, { UTC: true })
const bytesOf = (made: sheetjs.WorkBook, bookType: 'xlsx' | 'biff8'): Buffer =>
  sheetjs.write(made, { type: 'buffer', bookType, cellStyles: true, bookSST: true })

/** The same file read by SheetJS, as the texts it shows for what is no figure and no date. */
function secondReading(bytes: Buffer): string[][] {
  const made = sheetjs.read(bytes, { type: 'buffer', cellDates: false, cellNF: true })
  const first = made.SheetNames.find((_, i) => !made.Workbook?.Sheets?.[i]?.Hidden) ?? ''
  const sheet = made.Sheets[first] ?? {}
  const rows: string[][] = []
  // By the cells there are, and not by the range it claims, which may be every cell there is.
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

/** What a file came to: its rows, or the words of its refusal. */
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
    'with %s is read as it was meant, and as a second reader reads it',
    async (_, make, rows) => {
      const bytes = bytesOf(make(), kind)
      const read = await readTable(bytes)
      expect([read.heads, ...read.rows.map(({ cells }) => cells)]).toEqual(rows)
      expect(secondReading(bytes)).toEqual(rows)
    },
  )

  test.concurrent('keeps the numbers of its rows across blank ones', async () => {
    const { rows } = await readTable(
      bytesOf(book({ cells: table([['Code'], ['a'], [null], [null], ['b']]) }), kind),
    )
    expect(rows.map(({ rowNo }) => rowNo)).toEqual([2, 5])
  })
})

test.concurrent('a workbook with formulas gives the values they came to, and says which cells they are', async () => {
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

test.concurrent('an .xls says which of its cells are formulas, though SheetJS cannot write one', async () => {
  const typed = xls([
    ['Code', 'Sum', 'Over'],
    ['A-1', 0.5, 0.5],
  ])
  // The two figures of row 2 make room for one formula in column B, "(0.5)", with that figure as its last result.
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

test.concurrent('our own writer’s sheets, with inline words or shared ones, are read as SheetJS reads them', async () => {
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

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const typesPart = `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`
const rels = (lines: string) =>
  `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines}</Relationships>`
const rel = (id: string, type: string, target: string, mode = '') =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${mode && ` TargetMode="${mode}"`}/>`
/** The good workbook, whose sheet has one more relationship. */
const related = (...way: Parameters<typeof rel>) =>
  workbook({ 'xl/worksheets/_rels/sheet1.xml.rels': rels(rel(...way)) })
const sheetXml = (rows: string, before = '') =>
  `${xml}<worksheet xmlns="${main}">${before}<sheetData>${rows}</sheetData></worksheet>`
const cell = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`
const goodRows = `<row r="1">${cell('A1', 'Code')}</row><row r="2">${cell('A2', 'A-1')}</row>`

/** The parts of a workbook, any of which can be another. */
function parts(over: Record<string, string | undefined> = {}): Entry[] {
  const all: Record<string, string | undefined> = {
    '[Content_Types].xml': typesPart,
    '_rels/.rels': rels(rel('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="s" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': rels(
      rel('rId1', 'worksheet', 'worksheets/sheet1.xml') + rel('rId2', 'sharedStrings', 'sharedStrings.xml'),
    ),
    'xl/sharedStrings.xml': `${xml}<sst xmlns="${main}" count="0" uniqueCount="0"/>`,
    'xl/worksheets/sheet1.xml': sheetXml(goodRows),
    ...over,
  }
  return Object.entries(all).flatMap(([name, text]) =>
    text === undefined ? [] : [{ name, data: Buffer.from(text) }],
  )
}
const workbook = (over?: Record<string, string | undefined>) => zipOf(parts(over))
const withSheet = (rows: string, before?: string) =>
  workbook({ 'xl/worksheets/sheet1.xml': sheetXml(rows, before) })

/** The good sheet, or another, at a place of its own, to which the workbook's relationship leads. */
function sheetAt(place: string, { data = Buffer.from(sheetXml(goodRows)), ...lies }: Partial<Entry> = {}) {
  const links = rels(rel('rId1', 'worksheet', place) + rel('rId2', 'sharedStrings', 'sharedStrings.xml'))
  return zipOf([
    ...parts({ 'xl/_rels/workbook.xml.rels': links, 'xl/worksheets/sheet1.xml': undefined }),
    { name: `xl/${place}`, data, ...lies },
  ])
}

const xls = (rows: Rows) => bytesOf(book({ cells: table(rows) }), 'biff8')
/** Finds a record in an .xls and puts another in its place; small workbooks lie in one piece. */
function patched(bytes: Buffer, record: string, over: string): Buffer {
  const at = bytes.indexOf(Buffer.from(record, 'hex'))
  if (at < 0) throw new Error('the record is not there')
  const copy = Buffer.from(bytes)
  Buffer.from(over, 'hex').copy(copy, at)
  return copy
}

const many = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('')
const unsafe = importText.unsafe
const unreadable = importText.unreadable
/** Where no reader looks of itself. */
const aside = 'xl/customData/item1.xml'
const withDoctype = `${xml}<!DOCTYPE x SYSTEM "file:///etc/passwd">${sheetXml(goodRows).slice(xml.length)}`
const smallParts = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ name: `xl/x${i}.bin`, data: Buffer.from('x') }))
const zeros = (size: number) => Buffer.alloc(size, 0x20)

const bad: [string, () => Buffer | Promise<Uint8Array>, Text][] = [
  ['nothing but a head', () => bytesOf(book({ cells: table([['Code']]) }), 'xlsx'), importText.noRows],
  ['an empty sheet', () => bytesOf(book({ cells: table([]) }), 'xlsx'), importText.noRows],
  ['an empty .xls', () => xls([]), importText.noRows],
  [
    'only hidden sheets',
    () =>
      workbook({
        'xl/workbook.xml': parts()[2]
          ?.data.toString()
          .replace('sheetId="1"', 'sheetId="1" state="veryHidden"'),
      }),
    unreadable,
  ],
  [
    '501 rows',
    () => bytesOf(book({ cells: table([['Code'], ...Array.from({ length: 501 }, (_, i) => [i])]) }), 'xlsx'),
    fill(importText.tooManyRows, { most: 500, found: 501 }),
  ],
  [
    '501 rows in an .xls',
    () => xls([['Code'], ...Array.from({ length: 501 }, (_, i) => [i])]),
    fill(importText.tooManyRows, { most: 500, found: 501 }),
  ],
  [
    '30,000 rows',
    () => withSheet(many(30_000, (i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>1</v></c></row>`)),
    fill(importText.atLeastRows, { most: 500 }),
  ],
  [
    '65 columns',
    () => bytesOf(book({ cells: table([Array.from({ length: 65 }, (_, i) => `c${i}`), ['x']]) }), 'xlsx'),
    fill(importText.tooManyColumns, { most: 64 }),
  ],
  [
    'a cell in the last column there is',
    () => withSheet(`${goodRows}<row r="3">${cell('XFD3', 'far')}</row>`),
    fill(importText.tooManyColumns, { most: 64 }),
  ],
  [
    'a cell of 4,001 characters',
    () => bytesOf(book({ cells: table([['T'], ['x'.repeat(4001)]]) }), 'xlsx'),
    fill(importText.cellTooLong, { row: 2 }),
  ],
  [
    'a cell of 32,767 characters in each of 500 rows',
    () =>
      bytesOf(
        book({ cells: table([['T'], ...Array.from({ length: 500 }, () => ['x'.repeat(32_767)])]) }),
        'xlsx',
      ),
    fill(importText.cellTooLong, { row: 2 }),
  ],
  ...['&#0;', '_x0000_', '_xD800_', '_xDC00_'].map((hidden): (typeof bad)[number] => [
    `a cell that spells out ${hidden}, which nothing can keep`,
    () => withSheet(`${goodRows}<row r="3">${cell('A3', `A${hidden}1`)}</row>`),
    fill(importText.cellUnkept, { row: 3 }),
  ]),
  [
    'a head that spells out _x0000_',
    () => withSheet(goodRows.replace('Code', 'Co_x0000_de')),
    fill(importText.cellUnkept, { row: 1 }),
  ],
  ...['0000', '00d8'].map((unit): (typeof bad)[number] => [
    `an .xls with a cell of the unit ${unit}, which nothing can keep`,
    () => patched(xls([['Code'], ['名称']]), '0d54f079', `0d54${unit}`),
    fill(importText.cellUnkept, { row: 2 }),
  ]),
  [
    'a flat bomb: 80 MB of blanks',
    () => zipOf([...parts(), { name: 'xl/media/blank.xml', data: zeros(80 * MB) }]),
    unsafe,
  ],
  [
    'a flat bomb in many parts, each modest',
    () => {
      const packed = deflateRawSync(zeros(900_000))
      return zipOf([
        ...parts(),
        ...Array.from({ length: 90 }, (_, i) => ({ name: `xl/p${i}.xml`, data: zeros(900_000), packed })),
      ])
    },
    unsafe,
  ],
  [
    'a bomb that lies about its size',
    () => zipOf([...parts(), { name: 'xl/lie.xml', data: zeros(20 * MB), claims: 1000 }]),
    unsafe,
  ],
  [
    'a part that promises more than it holds',
    () => zipOf([...parts(), { name: 'xl/lie.xml', data: Buffer.from('x'), claims: 5000 }]),
    unsafe,
  ],
  [
    'parts that lie on top of each other',
    () => {
      const packed = deflateRawSync(zeros(990_000))
      return zipOf([
        { name: 'xl/a.xml', data: zeros(990_000), packed },
        ...Array.from({ length: 150 }, (_, i) => ({
          name: `xl/b${i}.xml`,
          data: zeros(990_000),
          packed,
          at: 0,
        })),
        ...parts(),
      ])
    },
    unsafe,
  ],
  ['201 parts', () => zipOf([...parts(), ...smallParts(201 - parts().length)]), unsafe],
  [
    'links to other workbooks',
    () => workbook({ 'xl/externalLinks/externalLink1.xml': `${xml}<externalLink xmlns="${main}"/>` }),
    importText.external,
  ],
  [
    'a sheet laid among the links to other workbooks',
    () => sheetAt('externalLinks/sheet1.xml'),
    importText.external,
  ],
  [
    'a picture that lies elsewhere',
    () => related('rId1', 'image', 'http://example.com/a.png', 'External'),
    importText.external,
  ],
  [
    'a picture that lies elsewhere, at a place with the name of a link',
    () => related('rId1', 'image', 'http://example.com/hyperlink', 'External'),
    importText.external,
  ],
  [
    'an object that lies in another file',
    () => related('rId1', 'oleObject', 'file:///C:/a.xlsx', 'External'),
    importText.external,
  ],
  [
    '65,000 parts',
    () => {
      const data = Buffer.alloc(0)
      return zipOf([
        ...parts(),
        ...Array.from({ length: 65_000 }, (_, i) => ({ name: `xl/${i}`, data, isStored: true })),
      ])
    },
    unsafe,
  ],
  ['two parts of one name', () => zipOf([...parts(), ...parts().slice(-1)]), unsafe],
  [
    'a name that climbs out',
    () => zipOf([...parts(), { name: '../../etc/passwd', data: Buffer.from('x') }]),
    unsafe,
  ],
  [
    'a name from the root',
    () => zipOf([...parts(), { name: '/etc/passwd', data: Buffer.from('x') }]),
    unsafe,
  ],
  ['a name of another drive', () => zipOf([...parts(), { name: 'C:\\x', data: Buffer.from('x') }]), unsafe],
  [
    'a locked part',
    () => zipOf(parts().map((entry, i) => (i === 5 ? { ...entry, flags: 1 } : entry))),
    importText.encrypted,
  ],
  [
    'a macro',
    () => zipOf([...parts(), { name: 'xl/vbaProject.bin', data: Buffer.from('x') }]),
    importText.macros,
  ],
  [
    'a macro by another case',
    () => zipOf([...parts(), { name: 'XL/VBAPROJECT.BIN', data: Buffer.from('x') }]),
    importText.macros,
  ],
  [
    'a DOCTYPE with entities that multiply',
    () =>
      workbook({
        'xl/worksheets/sheet1.xml': `${xml}<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>${sheetXml(goodRows).slice(xml.length)}`,
      }),
    unsafe,
  ],
  [
    'a DOCTYPE far behind a long comment',
    () =>
      workbook({
        'xl/sharedStrings.xml': `${xml}<!--${'x'.repeat(200_000)}--><!DOCTYPE x SYSTEM "file:///etc/passwd"><sst xmlns="${main}"/>`,
      }),
    unsafe,
  ],
  [
    'a bomb among the parts that nobody reads, which says it is small',
    () => zipOf([...parts(), { name: aside, data: zeros(80 * MB), claims: 1000 }]),
    unsafe,
  ],
  [
    'a part that nobody reads, which says it holds nothing, and holds much',
    () => zipOf([...parts(), { name: aside, data: zeros(20 * MB), claims: 0 }]),
    unsafe,
  ],
  ['a DOCTYPE among the parts that nobody reads', () => workbook({ [aside]: withDoctype }), unsafe],
  [
    'a sheet laid elsewhere that is larger than it says',
    () => sheetAt('customData/sheet1.xml', { data: Buffer.from(sheetXml(goodRows)), claims: 0 }),
    unsafe,
  ],
  [
    'a sheet laid elsewhere that has 501 rows all the same',
    () =>
      sheetAt('customData/sheet1.xml', {
        data: Buffer.from(sheetXml(many(502, (i) => `<row r="${i + 1}">${cell(`A${i + 1}`, 'x')}</row>`))),
      }),
    fill(importText.tooManyRows, { most: 500, found: 501 }),
  ],
  [
    'a sheet with a DOCTYPE under a name that is none of XML',
    () => sheetAt('worksheets/sheet1.bin', { data: Buffer.from(withDoctype) }),
    unsafe,
  ],
  [
    'a sheet with a DOCTYPE under the name of a picture',
    () => sheetAt('media/image1.png', { data: Buffer.from(withDoctype) }),
    unsafe,
  ],
  [
    'a bomb in the shared words',
    () =>
      zipOf([
        ...parts({ 'xl/sharedStrings.xml': undefined }),
        { name: 'xl/sharedStrings.xml', data: Buffer.alloc(66 * MB, '<si><t>xxxxxxxxxxxxxxxx</t></si>') },
      ]),
    unsafe,
  ],
  [
    'shared words without end, one deep in the other',
    () => workbook({ 'xl/sharedStrings.xml': `${xml}<sst xmlns="${main}">${'<si>'.repeat(200_000)}` }),
    unreadable,
  ],
  [
    'a workbook locked by a password',
    () =>
      writeXlsx({
        sheets: [{ name: 's', rows: [['a'], ['b']] }],
        encryption: { password: 'x', spinCount: 1000 },
      }),
    importText.encrypted,
  ],
  [
    'an .xls locked by a password',
    () => patched(xls([['Code'], ['A-1']]), '42000200b004', '2f000200b004'),
    importText.encrypted,
  ],
  ['a workbook without its sheet', () => workbook({ 'xl/worksheets/sheet1.xml': undefined }), unreadable],
  [
    'a sheet that breaks off in the middle',
    () => workbook({ 'xl/worksheets/sheet1.xml': sheetXml(goodRows).slice(0, -40) }),
    unreadable,
  ],
  ['an archive that breaks off', () => workbook().subarray(0, 900), unreadable],
  ['an .xls that breaks off', () => xls([['Code'], ['A-1']]).subarray(0, 700), unreadable],
  [
    'an .xls whose chain bites its tail',
    () => {
      const bytes = Buffer.from(xls([['Code'], ['A-1']]))
      const fat = (bytes.readUInt32LE(76) + 1) * 512
      for (let i = 0; i < 128; i++) bytes.writeUInt32LE(i, fat + i * 4)
      return bytes
    },
    unreadable,
  ],
  [
    'an .xls of Excel 5',
    () => sheetjs.write(book({ cells: table([['a'], ['b']]) }), { type: 'buffer', bookType: 'biff5' }),
    unreadable,
  ],
  [
    'a binary workbook under the new name',
    () => sheetjs.write(book({ cells: table([['a'], ['b']]) }), { type: 'buffer', bookType: 'xlsb' }),
    unreadable,
  ],
  [
    'a page of HTML under another name',
    () => Buffer.from('<html><table><tr><td>a</td></tr></table></html>'),
    unreadable,
  ],
  ['lines of csv under another name', () => Buffer.from('Code,Name\nA-1,x\n'), unreadable],
  [
    'an archive of something else',
    () => zipOf([{ name: 'word/document.xml', data: Buffer.from('<w/>') }]),
    unreadable,
  ],
  ['an empty archive', () => zipOf([]), unreadable],
  ['one byte', () => Buffer.from('P'), unreadable],
  ['no byte at all', () => Buffer.alloc(0), unreadable],
  [
    'a wrong checksum of the container',
    () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600, 0xff)]),
    unreadable,
  ],
]

describe('a bad or hostile sheet', () => {
  test.concurrent.each(bad)('with %s is refused by the right limit', async (_, make, text) => {
    const bytes = await make()
    expect(bytes.length).toBeLessThan(uploadRules.sheet.most)
    expect(await outcome(bytes)).toEqual(text)
  })

  test('costs the server neither its memory nor its time, and the next good one is read', async () => {
    const before = process.memoryUsage().rss
    const bomb = zipOf([...parts(), { name: 'xl/media/blank.xml', data: zeros(80 * MB) }])
    const began = performance.now()
    const good = workbook()
    const all = await Promise.all([outcome(bomb), outcome(bomb), outcome(good), outcome(bomb), outcome(good)])
    expect(all.map((one) => ('rows' in one ? one.rows.length : one.en_US))).toEqual([
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
  ['a sheet laid elsewhere than usual', () => sheetAt('customData/sheet1.xml')],
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

/** Long enough for the slowest machine: what ends then has not ended for want of time. */
const PATIENT = { seconds: 25 }

test.concurrent('a cell in the last row there is makes no million rows', async () => {
  const far = withSheet(`${goodRows}<row r="1048576">${cell('A1048576', 'far')}</row>`)
  expect(await outcome(far, PATIENT)).toMatchObject({ rows: [{ rowNo: 2 }, { rowNo: 1_048_576 }] })
})

test.concurrent('a sheet that goes on and on is stopped by the count of its rows', async () => {
  const endless = workbook({
    'xl/worksheets/sheet1.xml': sheetXml(
      many(300_000, (i) => `<row r="${i + 1}">${cell(`A${i + 1}`, 'abcdefgh')}</row>`),
    ),
  })
  expect(await outcome(endless, PATIENT)).toEqual(fill(importText.atLeastRows, { most: 500 }))
})

test.concurrent('a sheet that takes longer than it may is given up, in words', async () => {
  expect(await outcome(workbook(), { seconds: 0.001 })).toEqual(importText.tooSlow)
})

test.concurrent('a sheet that takes more memory than it may dies of it, in words, and the server does not', async () => {
  const tight = { ...PATIENT, megabytes: 24 }
  expect(await outcome(workbook(), tight)).toMatchObject({ rows: [{ rowNo: 2 }] })
  const wordy = workbook({
    'xl/sharedStrings.xml': `${xml}<sst xmlns="${main}">${many(200_000, (i) => `<si><t>word ${i} of many</t></si>`)}</sst>`,
  })
  expect(await outcome(wordy, PATIENT)).toMatchObject({ rows: [{ rowNo: 2 }] })
  expect(await outcome(wordy, tight)).toEqual(importText.tooSlow)
})

/** A PNG whose head says one size and whose body holds nothing of it. */
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

/** What an upload came to: what is kept, or the words of its refusal. */
async function upload(purpose: keyof typeof uploadRules, name: string, bytes: Buffer) {
  const problem = problemOf(purpose, name, bytes.length)
  if (problem) return problem
  try {
    return await lookInto(purpose, name, bytes)
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
  [
    'a jpg lying on its side',
    'a.jpg',
    () => drawn().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    'image/jpeg',
  ],
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
  test.each(goodImages)('%s is drawn anew, and nothing else of it is kept', async (_, name, make, mime) => {
    const kept = await upload('image', name, await make())
    if (!('bytes' in kept)) throw new Error(kept.en_US)
    expect(kept.mime).toContain(mime)
    const found = await sharp(kept.bytes).metadata()
    expect([found.exif, found.icc, found.iptc, found.xmp, found.pages ?? 1, found.space]).toEqual([
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

  test('larger than a screen is made smaller, one on its side is set upright', async () => {
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
  test.each(kept)('%s is kept as it is and served as what it is', async (_, name, bytes, mime) => {
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
    ['10M and a byte', 'a.pdf', Buffer.alloc(10 * MB + 1), fill(uploadText.fileTooLarge, { most: 10 })],
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
    ['sheet', 'a.xlsx', Buffer.alloc(20 * MB + 1), fill(uploadText.fileTooLarge, { most: 20 })],
    ['zip', 'a.zip', Buffer.alloc(5 * MB + 1), fill(uploadText.fileTooLarge, { most: 5 })],
    ['zip', 'a.zip', script, wrong],
    ['zip', 'a.rar', Buffer.from('526172211a0700', 'hex'), fill(uploadText.wrongKind, { kinds: '.zip' })],
  ])('as a %s named %s is refused before anybody reads it', async (purpose, name, bytes, text) => {
    expect(await upload(purpose, name, bytes)).toEqual(text)
  })
})
