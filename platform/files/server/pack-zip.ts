import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** Files in one archive, in their order. They are stored as they are: what we pack is compressed already. */
export function zipOf(files: readonly { name: string; bytes: Buffer }[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { name, bytes } of files) zip.addBuffer(bytes, name, { compress: false })
  zip.end()
  return buffer(zip.outputStream)
}
