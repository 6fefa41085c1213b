import { parentPort, workerData } from 'node:worker_threads'
import { readXls, readXlsx } from 'hucre/xlsx'
import yauzl from 'yauzl'

/**
 * Reads one sheet, away from the server's own memory and clock.
 *
 * Whatever the file claims, the limits hold: what a ZIP says it holds is counted again while it is unpacked.
 */
type Limits = {
  unpacked: number
  entries: number
  ratio: number
  rows: number
  columns: number
  cell: number
}
type Verdict =
  | { rows: { rowNo: number; cells: string[] }[] }
  | { refused: 'unreadable' | 'unsafe' | 'encrypted' | 'macros' }
  | { refused: 'rows' | 'columns'; found: number }
  | { refused: 'cell'; row: number }

/** So far rows are counted, to say how many there are too many. */
const MOST_COUNTED = 20_000

const { bytes, limits } = workerData as { bytes: Uint8Array; limits: Limits }

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

async function read(): Promise<Verdict> {
  const buffer = Buffer.from(bytes)
  const isZip = buffer.readUInt16BE(0) === 0x504b
  if (isZip) await lookThrough(buffer)
  const options = {
    sheets: (info: { hidden?: boolean; veryHidden?: boolean }) => !info.hidden && !info.veryHidden,
    maxRows: MOST_COUNTED,
  }
  const book = isZip ? await readXlsx(bytes, options) : await readXls(bytes, options)
  const sheet = book.sheets[0]
  if (!sheet) return { refused: 'unreadable' }
  const rows: { rowNo: number; cells: string[] }[] = []
  for (const [i, row] of sheet.rows.entries()) {
    const cells = row.map(textOf)
    while (cells.length > 0 && cells.at(-1) === '') cells.pop()
    if (cells.length > limits.columns) return { refused: 'columns', found: cells.length }
    if (cells.some((cell) => cell.length > limits.cell)) return { refused: 'cell', row: i + 1 }
    if (cells.length > 0) rows.push({ rowNo: i + 1, cells })
  }
  return rows.length > limits.rows + 1 ? { refused: 'rows', found: rows.length - 1 } : { rows }
}

/** A value as somebody would have typed it. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) {
    const [day = '', time = ''] = value.toISOString().split('T')
    return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 8)}`
  }
  if (typeof value === 'number') return plainNumber(value)
  return typeof value === 'boolean' ? (value ? 'TRUE' : 'FALSE') : String(value)
}

/** Never in powers of ten: a long number that somebody typed comes back as they typed it. */
const plainNumber = (value: number) =>
  Number.isInteger(value) && Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value)

const forbidden = /<!DOCTYPE|<!ENTITY/i

function lookThrough(buffer: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(buffer, { lazyEntries: true, validateEntrySizes: true }, (fault, zip) => {
      if (fault || !zip) return reject(new Refused({ refused: 'unreadable' }))
      let unpacked = 0
      let seen = 0
      const names = new Set<string>()
      zip.on('error', () => reject(new Refused({ refused: 'unsafe' })))
      zip.on('end', () => resolve())
      zip.on('entry', (entry) => {
        try {
          seen += 1
          if (seen > limits.entries || names.has(entry.fileName)) refuse({ refused: 'unsafe' })
          names.add(entry.fileName)
          if (entry.generalPurposeBitFlag & 1) refuse({ refused: 'encrypted' })
          if (/vbaProject\.bin$/i.test(entry.fileName)) refuse({ refused: 'macros' })
          if (/externalLinks\//i.test(entry.fileName)) return zip.readEntry()
          const ratio = entry.uncompressedSize / Math.max(entry.compressedSize, 1)
          if (entry.uncompressedSize > 1_000_000 && ratio > limits.ratio) refuse({ refused: 'unsafe' })
        } catch (refusal) {
          return reject(refusal)
        }
        zip.openReadStream(entry, (broken, stream) => {
          if (broken || !stream) return reject(new Refused({ refused: 'unsafe' }))
          let head = ''
          stream.on('data', (chunk: Buffer) => {
            unpacked += chunk.length
            if (head.length < 2048) head += chunk.subarray(0, 2048).toString('latin1')
            if (unpacked > limits.unpacked || forbidden.test(head)) {
              stream.destroy()
              reject(new Refused({ refused: 'unsafe' }))
            }
          })
          stream.on('error', () => reject(new Refused({ refused: 'unsafe' })))
          stream.on('end', () => zip.readEntry())
        })
      })
      zip.readEntry()
    })
  })
}

const answer: Verdict = await read().catch((fault) => {
  if (fault instanceof Refused) return fault.verdict
  return { refused: /encrypt|password/i.test(String(fault)) ? 'encrypted' : 'unreadable' }
})
parentPort?.postMessage(answer)
