import { getFileNameLowLevel, validateFileName } from 'yauzl'

type Named = {
  generalPurposeBitFlag: number
  fileNameRaw: Buffer
  extraFields: { id: number; data: Buffer }[]
}

const UTF8 = 0x800
const UNICODE_PATH = 0x7075

/**
 * The path of a file in a ZIP, with forward slashes. A Mac writes UTF-8 and a Chinese Windows GBK, and neither says so; bytes that
 * are neither have the code page of the format.
 */
export function zipPath({ generalPurposeBitFlag, fileNameRaw, extraFields }: Named): string {
  const says = generalPurposeBitFlag & UTF8 || extraFields.some(({ id }) => id === UNICODE_PATH)
  const guessed = says ? undefined : (decoded(fileNameRaw, 'utf-8') ?? decoded(fileNameRaw, 'gb18030'))
  const path = guessed ?? getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
  return path.replaceAll('\\', '/')
}

function decoded(bytes: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** A path that leaves its folder, starts at a root or a drive, or hides its end behind a NUL. */
export const isUnsafePath = (path: string) => validateFileName(path) !== null || path.includes('\0')

/** Folders, and files that operating systems add. */
export const isSystemPath = (path: string) =>
  /(^|\/)(\.[^/]*|Thumbs\.db|desktop\.ini)?$/i.test(path) || /^__MACOSX\//.test(path)

/** A path to show: without signs that can't be seen or turn the text around. */
export const shownPath = (path: string) =>
  path
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '�')
    .slice(-200)
    .toWellFormed()
