import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { refuse } from '../../calls/refusal.ts'
import type { Text } from '../../text/text.ts'
import { isSystemPath, isUnsafePath, shownPath, zipPath } from './zip-names.ts'

export const zipText = {
  unreadable: { zh_CN: '无法读取压缩包', en_US: 'The ZIP file can’t be read' },
  encrypted: { zh_CN: '压缩包有密码保护', en_US: 'The ZIP file is password-protected' },
  tooMany: { zh_CN: '压缩包中的文件过多', en_US: 'The ZIP file contains too many files' },
  tooLarge: { zh_CN: '压缩包解压后过大', en_US: 'The ZIP file is too large when unpacked' },
} as const satisfies Record<string, Text>

export const zipFileText = {
  too_large: { zh_CN: '压缩包中的这个文件过大', en_US: 'This file of the ZIP is too large' },
  damaged: { zh_CN: '压缩包中的这个文件已损坏', en_US: 'This file of the ZIP is damaged' },
  locked: {
    zh_CN: '这个文件有密码保护，请去掉密码后重新打包',
    en_US: 'This file is password-protected. Pack it again without a password.',
  },
  unsafe_name: {
    zh_CN: '文件名指向压缩包以外的文件夹，请重命名后重新打包',
    en_US: 'The name points to a folder outside the ZIP. Rename the file and pack it again.',
  },
  link: {
    zh_CN: '这是快捷方式，不是文件，请打包原文件',
    en_US: 'This is a link to a file. Pack the file itself.',
  },
} as const satisfies Record<string, Text>

export type ZipLimits = { entries: number; each: number; total: number }

/** A file of a ZIP by its base name, and its path to show. One that can't be used comes without its bytes. */
export type ZipEntry = { name: string; path: string } & Unpacked
type Unpacked = { bytes: Buffer } | { bytes: undefined; why: keyof typeof zipFileText }

/** A Mac adds a file of its own for each of ours, and folders count as well. */
const ENTRIES_FOR_EACH_FILE = 3

/**
 * Reads the files of a ZIP into memory; nothing is ever written to disk.
 *
 * Folders and system files are skipped. The claimed size of an entry is not trusted.
 */
export async function readZip(bytes: Buffer, limits: ZipLimits): Promise<ZipEntry[]> {
  const zip = await new Promise<ZipFile>((open, fail) =>
    yauzl.fromBuffer(
      bytes,
      { lazyEntries: true, validateEntrySizes: true, decodeStrings: false },
      (fault, file) => (fault || !file ? fail(fault) : open(file)),
    ),
  ).catch(() => refuse(zipText.unreadable))
  const maxEntries = limits.entries * ENTRIES_FOR_EACH_FILE
  if (zip.entryCount > maxEntries) refuse(zipText.tooMany)
  const results: ZipEntry[] = []
  let total = 0
  let seen = 0
  for (;;) {
    const entry = await nextOf(zip)
    if (!entry) break
    seen += 1
    if (seen > maxEntries) refuse(zipText.tooMany)
    const path = zipPath(entry)
    if (isSystemPath(path)) continue
    if (results.length === limits.entries) refuse(zipText.tooMany)
    const { size, ...unpacked } = await unpack(zip, entry, path, limits.each)
    total += size
    if (total > limits.total) refuse(zipText.tooLarge)
    results.push({ name: (path.split('/').at(-1) ?? '').slice(0, 200), path: shownPath(path), ...unpacked })
  }
  const isLocked = (item: ZipEntry) => !item.bytes && item.why === 'locked'
  if (results.length > 0 && results.every(isLocked)) refuse(zipText.encrypted)
  return results
}

const LINK = 0o120000
const isLink = ({ externalFileAttributes }: Entry) => ((externalFileAttributes >>> 16) & 0o170000) === LINK

/** What keeps an entry from being unpacked at all. */
function problemOf(entry: Entry, path: string): keyof typeof zipFileText | undefined {
  if (isUnsafePath(path)) return 'unsafe_name'
  if (isLink(entry)) return 'link'
  return entry.generalPurposeBitFlag & 1 ? 'locked' : undefined
}

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
async function unpack(
  zip: ZipFile,
  entry: Entry,
  path: string,
  max: number,
): Promise<Unpacked & { size: number }> {
  const why = problemOf(entry, path)
  if (why) return { size: 0, bytes: undefined, why }
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
