import { constants, createInflate } from 'node:zlib'
import { LabelRefused, labelLimits } from './label-limits.ts'

/**
 * Refuses a PDF with a stream that unpacks to more than any page needs.
 *
 * The PDF library unpacks without a limit, into memory that a thread's own limit does not count. So every
 * stream is unpacked here first, without keeping it.
 */
export async function refuseLargeStreams(bytes: Uint8Array): Promise<void> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Packed twice: the size would show only after the second time.
  if (/\/FlateDecode[\s/]*\/FlateDecode/.test(file.toString('latin1'))) throw new LabelRefused('tooSlow')
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    let start = at + 6
    while (file[start] === 0x0d || file[start] === 0x0a) start++
    if (await unpacksTooFar(file.subarray(start))) throw new LabelRefused('tooSlow')
  }
}

async function unpacksTooFar(packed: Buffer): Promise<boolean> {
  // The head of a deflated stream; anything else is not unpacked.
  if (packed.length < 2 || (packed[0] ?? 0) % 16 !== 8 || packed.readUInt16BE(0) % 31 !== 0) return false
  const inflate = createInflate({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 1 << 20 })
  inflate.end(packed)
  let size = 0
  try {
    for await (const chunk of inflate) {
      size += chunk.length
      if (size > labelLimits.streamBytes) return true
    }
  } catch {
    // Not deflated, or broken: the library stops at the same place.
  }
  return false
}
