import type { Readable } from 'node:stream'
import { parentPort, workerData } from 'node:worker_threads'
import { parseCsv } from 'hucre/csv'
import { readXls, readXlsx } from 'hucre/xlsx'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { inspectXls, openOle } from './ole.ts'

/**
 * Reads one spreadsheet in a worker with its own memory and time limit.
 *
 * The limits hold whatever the file claims: the sizes in a ZIP are counted again while it is unpacked.
 */
type Limits = {
  unpacked: number
  entries: number
  ratio: number
  rows: number
  columns: number
  cell: number
}
type Row = { rowNo: number; cells: string[]; formulas: number[] }
type Verdict =
  | { rows: Row[] }
  | { refused: 'unreadable' | 'unsafe' | 'encrypted' | 'macros' | 'external' }
  | { refused: 'rows' | 'columns'; found: number }
  | { refused: 'cell' | 'character'; row: number }

/** Rows are counted up to here, to report how many there are too many. */
const MAX_COUNTED = 20_000

const limits = workerData as Limits
type Spreadsheet = { bytes: Uint8Array; from: 'workbook' | 'pasted' }

class Refused extends Error {
  readonly verdict: Verdict
  constructor(verdict: Verdict) {
    super()
    this.verdict = verdict
  }
}
const refuse = (verdict: Verdict): never => {
  throw new Refused(verdict)
}

type Cells = readonly (readonly unknown[] | undefined)[]
/** A sheet's rows, and the positions, as "row,column", of formula cells. */
type Sheet = { rows: Cells; isFormula: (place: string) => boolean }

async function read({ bytes, from }: Spreadsheet): Promise<Verdict> {
  const buffer = Buffer.from(bytes)
  const sheet = from === 'pasted' ? fromClipboard(buffer) : await fromWorkbook(buffer)
  if (!sheet) return { refused: 'unreadable' }
  const rows: Row[] = []
  for (const [i, row = []] of sheet.rows.entries()) {
    const cells = Array.from(row, textOf)
    while (cells.length > 0 && cells.at(-1) === '') cells.pop()
    if (cells.length > limits.columns) return { refused: 'columns', found: cells.length }
    if (cells.some((cell) => cell.length > limits.cell)) return { refused: 'cell', row: i + 1 }
    if (!cells.every(canBeKept)) return { refused: 'character', row: i + 1 }
    if (cells.length === 0) continue
    const formulas = cells.flatMap((_, place) => (sheet.isFormula(`${i},${place}`) ? [place] : []))
    rows.push({ rowNo: i + 1, cells, formulas })
  }
  return rows.length > limits.rows + 1 ? { refused: 'rows', found: rows.length - 1 } : { rows }
}

const fromClipboard = (buffer: Buffer): Sheet => ({
  rows: parseCsv(buffer.toString(), { delimiter: '\t', maxRows: MAX_COUNTED }),
  isFormula: () => false,
})

const fromWorkbook = (buffer: Buffer) =>
  buffer.readUInt16BE(0) === 0x504b ? fromXlsx(buffer) : fromXls(buffer)

async function fromXlsx(buffer: Buffer): Promise<Sheet | undefined> {
  await inspectWorkbook(buffer)
  const { sheets } = await readXlsx(buffer, {
    sheets: (info: { hidden?: boolean; veryHidden?: boolean }) => !info.hidden && !info.veryHidden,
    maxRows: MAX_COUNTED,
  })
  const [sheet] = sheets
  return sheet && { rows: sheet.rows, isFormula: (place) => Boolean(sheet.cells?.get(place)?.formula) }
}

/** SheetJS checks neither for a password nor for hidden sheets, so both are looked up first. */
async function fromXls(buffer: Buffer): Promise<Sheet | undefined> {
  const ole = openOle(buffer)
  if (ole.names.includes('EncryptedPackage')) refuse({ refused: 'encrypted' })
  if (ole.names.includes('_VBA_PROJECT_CUR')) refuse({ refused: 'macros' })
  const workbook = ole.read('Workbook')
  if (!workbook) return undefined
  const { isEncrypted, sheets } = inspectXls(workbook)
  if (isEncrypted) refuse({ refused: 'encrypted' })
  const first = sheets.findIndex(({ isVisible }) => isVisible)
  const sheet = (await readXls(buffer)).sheets[first]
  return sheet && { rows: sheet.rows, isFormula: (place) => Boolean(sheets[first]?.formulas.has(place)) }
}

/** PostgreSQL stores neither a NUL nor a lone surrogate, which a workbook can contain. */
const canBeKept = (text: string) => text.isWellFormed() && !text.includes('\0')

/** A value as a user would have typed it. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return momentOf(value)
  if (typeof value === 'number') return plainNumber(value)
  return typeof value === 'boolean' ? (value ? 'TRUE' : 'FALSE') : String(value)
}

/** The first day of a spreadsheet's calendar: smaller values are times without a date. */
const FIRST_DAY = Date.UTC(1900, 0, 1)

function momentOf(value: Date): string {
  const [day = '', time = ''] = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString().split('T')
  const clock = time.slice(0, 8)
  if (value.getTime() < FIRST_DAY) return clock
  return clock === '00:00:00' ? day : `${day} ${clock}`
}

/** As a spreadsheet shows it: fifteen significant digits, never in exponential notation. */
function plainNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  const shown = Number(value.toPrecision(15))
  if (Number.isInteger(shown)) return BigInt(shown).toString()
  const text = String(shown)
  const [, sign = '', digits = '', power] = /^(-?)([\d.]+)e-(\d+)$/.exec(text) ?? []
  return power ? `${sign}0.${'0'.repeat(Number(power) - 1)}${digits.replace('.', '')}` : text
}

const forbidden = /<!DOCTYPE|<!ENTITY/i
/**
 * A picture by its name and its first bytes. Everything else may be parsed as XML, wherever it is: a
 * relationship can point anywhere.
 */
const isPicture = (name: string, beginning: string) =>
  /\.(png|jpe?g|gif|bmp|tiff?|emf|wmf)$/i.test(name) && !/^[\s\0\xef\xbb\xbf\xff\xfe]*(<|$)/.test(beginning)
/** A keyword may be split across chunks. */
const OVERLAP = 16

const relationship = /<(?:[\w.-]+:)?Relationship\b(?:"[^"]*"|'[^']*'|[^>"'])*>/g
/** Whether a part of the file is external. A cell's hyperlink is not: it opens only when clicked. */
const leadsOutside = (ways: string) =>
  (ways.match(relationship) ?? []).some(
    (way) =>
      /\bTargetMode\s*=\s*["'](?!Internal["'])/.test(way) &&
      !/\bType\s*=\s*["'][^"']*\/hyperlink["']/.test(way),
  )

/**
 * The directory of a ZIP is checked completely before anything is unpacked; the actual sizes are checked
 * while unpacking.
 */
async function inspectWorkbook(buffer: Buffer): Promise<void> {
  const zip = await new Promise<ZipFile>((open, fail) =>
    yauzl.fromBuffer(buffer, { lazyEntries: true, validateEntrySizes: true }, (fault, file) =>
      fault || !file ? fail(new Refused({ refused: 'unreadable' })) : open(file),
    ),
  )
  let unpacked = 0
  for (const entry of await partsOf(zip)) {
    let mayBeXml: boolean | undefined
    let before = ''
    let ways = ''
    for await (const chunk of await streamOf(zip, entry)) {
      unpacked += chunk.length
      const text = before + chunk.toString('latin1')
      before = text.slice(-OVERLAP)
      mayBeXml ??= !isPicture(entry.fileName, text)
      if (unpacked > limits.unpacked || (mayBeXml && forbidden.test(text))) refuse({ refused: 'unsafe' })
      if (/\.rels$/i.test(entry.fileName)) ways += chunk.toString('latin1')
    }
    if (leadsOutside(ways)) refuse({ refused: 'external' })
  }
}

const partsOf = (zip: ZipFile) =>
  new Promise<Entry[]>((resolve, reject) => {
    const parts: Entry[] = []
    const names = new Set<string>()
    let promised = 0
    zip.on('error', () => reject(new Refused({ refused: 'unsafe' })))
    zip.on('end', () => resolve(parts))
    zip.on('entry', (entry: Entry) => {
      promised += entry.uncompressedSize
      const ratio = entry.uncompressedSize / Math.max(entry.compressedSize, 1)
      const isTooMuch = parts.length >= limits.entries || promised > limits.unpacked
      const isBomb = entry.uncompressedSize > 1_000_000 && ratio > limits.ratio
      if (entry.generalPurposeBitFlag & 1) return reject(new Refused({ refused: 'encrypted' }))
      if (/vbaProject\.bin$/i.test(entry.fileName)) return reject(new Refused({ refused: 'macros' }))
      if (isTooMuch || isBomb || names.has(entry.fileName)) return reject(new Refused({ refused: 'unsafe' }))
      if (/^xl\/externalLinks\//i.test(entry.fileName)) return reject(new Refused({ refused: 'external' }))
      names.add(entry.fileName)
      parts.push(entry)
      zip.readEntry()
    })
    zip.readEntry()
  })

/** A stream that fails because its sizes or bytes are wrong counts as a file that cannot be opened. */
async function streamOf(zip: ZipFile, entry: Entry): Promise<AsyncIterable<Buffer>> {
  const stream = await new Promise<Readable>((open, fail) =>
    zip.openReadStream(entry, (fault, match) =>
      fault || !match ? fail(new Refused({ refused: 'unsafe' })) : open(match),
    ),
  )
  return pieces(stream)
}

async function* pieces(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream
  } catch {
    refuse({ refused: 'unsafe' })
  }
}

parentPort?.once('message', async (spreadsheet: Spreadsheet) => {
  const answer: Verdict = await read(spreadsheet).catch((fault) => {
    if (fault instanceof Refused) return fault.verdict
    return { refused: /encrypt|password/i.test(String(fault)) ? 'encrypted' : 'unreadable' }
  })
  parentPort?.postMessage(answer)
})
