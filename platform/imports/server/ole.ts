/**
 * Reads streams from an OLE2 container, the format of old .xls files and of password-protected new ones.
 *
 * Only what an import must know before it trusts the reader: the streams and their bytes. Every chain is
 * followed at most once round, so that a circular file ends.
 */
const FREE = 0xfffffffa
const HEADER_FAT_ENTRIES = 109
const DIRECTORY_ENTRY = 128
const STREAM = 2
const ROOT = 5

type Ole = { names: string[]; read: (name: string) => Buffer | undefined }

export function openOle(bytes: Buffer): Ole {
  const sectorSize = 1 << bytes.readUInt16LE(30)
  const miniSize = 1 << bytes.readUInt16LE(32)
  if (sectorSize < 512 || sectorSize > 4096 || miniSize !== 64) throw new Error('not an OLE2 container')
  const sectorAt = (n: number) => bytes.subarray((n + 1) * sectorSize, (n + 2) * sectorSize)
  const max = Math.ceil(bytes.length / sectorSize)

  const follow = (start: number, next: (n: number) => number | undefined, limit: number) => {
    const chain: number[] = []
    for (let n: number | undefined = start; n !== undefined && n < FREE; n = next(n)) {
      if (chain.length > limit) throw new Error('a chain without end')
      chain.push(n)
    }
    return chain
  }

  const perSector = sectorSize / 4
  const fatSectors = Array.from({ length: HEADER_FAT_ENTRIES }, (_, i) => bytes.readUInt32LE(76 + i * 4))
  const further = follow(bytes.readUInt32LE(68), (n) => wordIn(sectorAt(n), perSector - 1), max)
  for (const n of further) {
    for (let i = 0; i < perSector - 1; i++) fatSectors.push(wordIn(sectorAt(n), i) ?? FREE)
  }
  const fat = Buffer.concat(fatSectors.filter((n) => n < max).map(sectorAt))
  const chainOf = (start: number) => follow(start, (n) => wordIn(fat, n), max)
  const join = (start: number) => Buffer.concat(chainOf(start).map(sectorAt))

  const directory = join(bytes.readUInt32LE(48))
  const entries = Array.from({ length: Math.floor(directory.length / DIRECTORY_ENTRY) }, (_, i) => {
    const entry = directory.subarray(i * DIRECTORY_ENTRY, (i + 1) * DIRECTORY_ENTRY)
    const nameBytes = Math.max(0, Math.min(64, entry.readUInt16LE(64)) - 2)
    return {
      name: entry.subarray(0, nameBytes).toString('utf16le'),
      type: entry[66],
      start: entry.readUInt32LE(116),
      size: entry.readUInt32LE(120),
    }
  })
  const root = entries.find(({ type }) => type === ROOT)
  const miniFat = join(bytes.readUInt32LE(60))
  const miniCutoff = bytes.readUInt32LE(56)

  function read(name: string) {
    const match = entries.find((entry) => entry.type === STREAM && entry.name === name)
    if (!match || !root) return undefined
    if (match.size >= miniCutoff) return join(match.start).subarray(0, match.size)
    const small = join(root.start)
    const chain = follow(match.start, (n) => wordIn(miniFat, n), small.length / miniSize)
    return Buffer.concat(chain.map((n) => small.subarray(n * miniSize, (n + 1) * miniSize))).subarray(
      0,
      match.size,
    )
  }

  return { names: entries.map(({ name }) => name), read }
}

const wordIn = (words: Buffer, n: number) =>
  n * 4 + 4 <= words.length ? words.readUInt32LE(n * 4) : undefined

const records = { filePass: 0x2f, boundSheet: 0x85, formula: 0x06, end: 0x0a, begin: 0x0809 }

type XlsSheet = { isVisible: boolean; formulas: Set<string> }

/**
 * The metadata of an .xls workbook: whether it is encrypted, and for each sheet whether it is visible and
 * which cells hold formulas.
 */
export function inspectXls(workbook: Buffer): { isEncrypted: boolean; sheets: XlsSheet[] } {
  const sheets: (XlsSheet & { at: number })[] = []
  let isEncrypted = false
  let current: XlsSheet | undefined
  for (let at = 0; at + 4 <= workbook.length; ) {
    const [kind, size] = [workbook.readUInt16LE(at), workbook.readUInt16LE(at + 2)]
    const data = workbook.subarray(at + 4, at + 4 + size)
    if (kind === 0 && size === 0) break
    if (kind === records.filePass) isEncrypted = true
    if (kind === records.boundSheet && data.length >= 6) {
      const isWorksheet = data[5] === 0
      sheets.push({
        at: data.readUInt32LE(0),
        isVisible: isWorksheet && (Number(data[4]) & 3) === 0,
        formulas: new Set(),
      })
    }
    if (kind === records.begin) current = sheets.find((sheet) => sheet.at === at) ?? current
    if (kind === records.formula && current && data.length >= 4)
      current.formulas.add(`${data.readUInt16LE(0)},${data.readUInt16LE(2)}`)
    at += 4 + size
  }
  return { isEncrypted, sheets }
}
