import { deflateRawSync } from 'node:zlib'
import * as sheetjs from '@e965/xlsx'
import { writeXlsx } from 'hucre/xlsx'
import { importText } from '../platform/imports/text.ts'
import { fill, type Text } from '../platform/text/text.ts'
import { type Entry, zipOf } from './zips.ts'

type Value = string | number | boolean | Date | null
export type Rows = Value[][]

const MB = 1024 * 1024

/** A workbook written by SheetJS, so that the reader is not tested with its own output. */
export function book(
  ...sheets: { name?: string; cells: sheetjs.WorkSheet; isHidden?: boolean }[]
): sheetjs.WorkBook {
  const made = sheetjs.utils.book_new()
  for (const [i, { name, cells }] of sheets.entries())
    sheetjs.utils.book_append_sheet(made, cells, name ?? `Sheet${i + 1}`)
  made.Workbook = { Sheets: sheets.map(({ isHidden }) => ({ Hidden: isHidden ? 1 : 0 })) }
  return made
}
export const table = (rows: Rows) => sheetjs.utils.aoa_to_sheet(rows, { UTC: true })
export const bytesOf = (made: sheetjs.WorkBook, bookType: 'xlsx' | 'biff8'): Buffer =>
  sheetjs.write(made, { type: 'buffer', bookType, cellStyles: true, bookSST: true })

export const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const typesPart = `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`
const rels = (lines: string) =>
  `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines}</Relationships>`
const rel = (id: string, type: string, target: string, mode = '') =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${mode && ` TargetMode="${mode}"`}/>`
/** The good workbook, whose sheet has one more relationship. */
export const related = (...way: Parameters<typeof rel>) =>
  workbook({ 'xl/worksheets/_rels/sheet1.xml.rels': rels(rel(...way)) })
export const sheetXml = (rows: string, before = '') =>
  `${xml}<worksheet xmlns="${main}">${before}<sheetData>${rows}</sheetData></worksheet>`
export const cell = (ref: string, text: string) => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`
export const goodRows = `<row r="1">${cell('A1', 'Code')}</row><row r="2">${cell('A2', 'A-1')}</row>`

/** The parts of a workbook, each replaceable. */
export function parts(over: Record<string, string | undefined> = {}): Entry[] {
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
export const workbook = (over?: Record<string, string | undefined>) => zipOf(parts(over))
export const withSheet = (rows: string, before?: string) =>
  workbook({ 'xl/worksheets/sheet1.xml': sheetXml(rows, before) })

/** The good sheet, or another, at a custom path that the workbook's relationship points to. */
export function sheetAt(
  place: string,
  { data = Buffer.from(sheetXml(goodRows)), ...lies }: Partial<Entry> = {},
) {
  const links = rels(rel('rId1', 'worksheet', place) + rel('rId2', 'sharedStrings', 'sharedStrings.xml'))
  return zipOf([
    ...parts({ 'xl/_rels/workbook.xml.rels': links, 'xl/worksheets/sheet1.xml': undefined }),
    { name: `xl/${place}`, data, ...lies },
  ])
}

export const xls = (rows: Rows) => bytesOf(book({ cells: table(rows) }), 'biff8')
/** Replaces a record in an .xls; small workbooks are contiguous. */
export function patched(bytes: Buffer, record: string, over: string): Buffer {
  const at = bytes.indexOf(Buffer.from(record, 'hex'))
  if (at < 0) throw new Error('the record is not there')
  const copy = Buffer.from(bytes)
  Buffer.from(over, 'hex').copy(copy, at)
  return copy
}

export const many = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('')
export const unsafe = importText.unsafe
const unreadable = importText.unreadable
/** Where no reader looks by itself. */
const aside = 'xl/customData/item1.xml'
const withDoctype = `${xml}<!DOCTYPE x SYSTEM "file:///etc/passwd">${sheetXml(goodRows).slice(xml.length)}`
export const smallParts = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ name: `xl/x${i}.bin`, data: Buffer.from('x') }))
export const zeros = (size: number) => Buffer.alloc(size, 0x20)

/** Spreadsheets that must be refused, each by its own limit or rule. */
export const badSheets: [string, () => Buffer | Promise<Uint8Array>, Text][] = [
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
    fill(importText.tooManyRows, { max: 500, found: 501 }),
  ],
  [
    '501 rows in an .xls',
    () => xls([['Code'], ...Array.from({ length: 501 }, (_, i) => [i])]),
    fill(importText.tooManyRows, { max: 500, found: 501 }),
  ],
  [
    '30,000 rows',
    () => withSheet(many(30_000, (i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>1</v></c></row>`)),
    fill(importText.atLeastRows, { max: 500 }),
  ],
  [
    '65 columns',
    () => bytesOf(book({ cells: table([Array.from({ length: 65 }, (_, i) => `c${i}`), ['x']]) }), 'xlsx'),
    fill(importText.tooManyColumns, { max: 64 }),
  ],
  [
    'a cell in the last column there is',
    () => withSheet(`${goodRows}<row r="3">${cell('XFD3', 'far')}</row>`),
    fill(importText.tooManyColumns, { max: 64 }),
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
  ...['&#0;', '_x0000_', '_xD800_', '_xDC00_'].map((hidden): (typeof badSheets)[number] => [
    `a cell that spells out ${hidden}, which nothing can keep`,
    () => withSheet(`${goodRows}<row r="3">${cell('A3', `A${hidden}1`)}</row>`),
    fill(importText.cellUnkept, { row: 3 }),
  ]),
  [
    'a head that spells out _x0000_',
    () => withSheet(goodRows.replace('Code', 'Co_x0000_de')),
    fill(importText.cellUnkept, { row: 1 }),
  ],
  ...['0000', '00d8'].map((unit): (typeof badSheets)[number] => [
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
    'a bomb with a false size',
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
    'a sheet among the links to other workbooks',
    () => sheetAt('externalLinks/sheet1.xml'),
    importText.external,
  ],
  [
    'an external picture',
    () => related('rId1', 'image', 'http://example.com/a.png', 'External'),
    importText.external,
  ],
  [
    'an external picture, at a path named like a link',
    () => related('rId1', 'image', 'http://example.com/hyperlink', 'External'),
    importText.external,
  ],
  [
    'an object in another file',
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
    'a bomb among unread parts that claims to be small',
    () => zipOf([...parts(), { name: aside, data: zeros(80 * MB), claims: 1000 }]),
    unsafe,
  ],
  [
    'an unread part that claims to be empty and is large',
    () => zipOf([...parts(), { name: aside, data: zeros(20 * MB), claims: 0 }]),
    unsafe,
  ],
  ['a DOCTYPE among unread parts', () => workbook({ [aside]: withDoctype }), unsafe],
  [
    'a sheet at another path that is larger than claimed',
    () => sheetAt('customData/sheet1.xml', { data: Buffer.from(sheetXml(goodRows)), claims: 0 }),
    unsafe,
  ],
  [
    'a sheet at another path with 501 rows',
    () =>
      sheetAt('customData/sheet1.xml', {
        data: Buffer.from(sheetXml(many(502, (i) => `<row r="${i + 1}">${cell(`A${i + 1}`, 'x')}</row>`))),
      }),
    fill(importText.tooManyRows, { max: 500, found: 501 }),
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
