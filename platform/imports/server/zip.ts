import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { refuse } from '../../calls/refusal.ts'
import type { Text } from '../../text/text.ts'

export const zipText = {
  unreadable: { zh_CN: '无法读取压缩包', en_US: 'The ZIP file can’t be read' },
  encrypted: { zh_CN: '压缩包有密码保护', en_US: 'The ZIP file is password-protected' },
  tooMany: { zh_CN: '压缩包中的文件过多', en_US: 'The ZIP file contains too many files' },
  tooLarge: { zh_CN: '压缩包解压后过大', en_US: 'The ZIP file is too large when unpacked' },
} as const satisfies Record<string, Text>

export type ZipLimits = { entries: number; each: number; total: number }

/** A file of a ZIP by its base name. An oversized or damaged one comes without its bytes. */
export type ZipEntry = { name: string } & Unpacked
type Unpacked = { bytes: Buffer } | { bytes: undefined; why: 'too_large' | 'damaged' }

/**
 * Reads the files of a ZIP into memory; nothing is ever written to disk.
 *
 * Folders, links and system files are skipped. The claimed size of an entry is not trusted.
 */
export async function readZip(bytes: Buffer, limits: ZipLimits): Promise<ZipEntry[]> {
  const zip = await new Promise<ZipFile>((open, fail) =>
    yauzl.fromBuffer(
      bytes,
      { lazyEntries: true, validateEntrySizes: true, strictFileNames: false },
      (fault, file) => (fault || !file ? fail(fault) : open(file)),
    ),
  ).catch(() => refuse(zipText.unreadable))
  if (zip.entryCount > limits.entries) refuse(zipText.tooMany)
  const results: ZipEntry[] = []
  let total = 0
  let seen = 0
  for (;;) {
    const entry = await nextOf(zip)
    if (!entry) return results
    seen += 1
    if (seen > limits.entries) refuse(zipText.tooMany)
    const name = bareName(entry.fileName)
    if (!name || isLink(entry)) continue
    if (entry.generalPurposeBitFlag & 1) refuse(zipText.encrypted)
    const { size, ...unpacked } = await unpack(zip, entry, limits.each)
    total += size
    if (total > limits.total) refuse(zipText.tooLarge)
    results.push({ name, ...unpacked })
  }
}

/** The last part of a path, with either kind of slash; undefined for a folder or a dot file. */
function bareName(path: string): string | undefined {
  const name = path.split(/[\\/]/).at(-1) ?? ''
  const isOurs = name !== '' && !name.startsWith('.') && !/^__MACOSX[\\/]/.test(path) && !name.includes('\0')
  return isOurs ? name.slice(0, 200) : undefined
}

const LINK = 0o120000
const isLink = ({ externalFileAttributes }: Entry) => ((externalFileAttributes >>> 16) & 0o170000) === LINK

const nextOf = (zip: ZipFile) =>
  new Promise<Entry | undefined>((resolve, reject) => {
    const settle = (end: () => void) => () => {
      zip.removeAllListeners('entry').removeAllListeners('end').removeAllListeners('error')
      end()
    }
    zip.once('entry', (entry: Entry) => settle(() => resolve(entry))())
    zip.once(
      'end',
      settle(() => resolve(undefined)),
    )
    zip.once(
      'error',
      settle(() => reject(new Error('broken'))),
    )
    zip.readEntry()
  }).catch(() => refuse(zipText.unreadable))

/** Unpacked bytes count even where unpacking failed, so that a false size cannot make it free. */
async function unpack(zip: ZipFile, entry: Entry, max: number): Promise<Unpacked & { size: number }> {
  const parts: Buffer[] = []
  let size = 0
  try {
    const stream = await new Promise<Readable>((open, fail) =>
      zip.openReadStream(entry, (fault, readable) => (fault || !readable ? fail(fault) : open(readable))),
    )
    for await (const part of stream) {
      size += part.length
      if (size > max) {
        stream.destroy()
        return { size, bytes: undefined, why: 'too_large' }
      }
      parts.push(part)
    }
    const bytes = Buffer.concat(parts)
    if (crc32(bytes) === entry.crc32) return { size, bytes }
  } catch {
    // An entry that fails to unpack is damaged, like one that unpacks to something else.
  }
  return { size, bytes: undefined, why: 'damaged' }
}
