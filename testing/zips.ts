import { crc32, deflateRawSync } from 'node:zlib'

/** One file of an archive, with false metadata where wanted. */
export type Entry = {
  /** Bytes, for a name in another encoding. */
  name: string | Buffer
  data: Buffer
  crc?: number
  /** The Unix file type, such as a link. */
  mode?: number
  isStored?: boolean
  claims?: number
  flags?: number
  at?: number
  packed?: Buffer
}

/** An archive built byte by byte, so that sizes, names, offsets and flags can be false. */
export function zipOf(entries: Entry[]): Buffer {
  const pieces: Buffer[] = []
  const heads: Buffer[] = []
  let offset = 0
  for (const {
    name,
    data,
    isStored,
    claims = data.length,
    crc = crc32(data),
    mode = 0,
    flags = 0,
    at,
    packed: given,
  } of entries) {
    const packed = given ?? (isStored ? data : deflateRawSync(data))
    const fields = (isCentral: boolean) => {
      const head = Buffer.alloc(isCentral ? 46 : 30)
      head.writeUInt32LE(isCentral ? 0x02014b50 : 0x04034b50, 0)
      const from = isCentral ? 6 : 4
      head.writeUInt16LE(20, from)
      head.writeUInt16LE(flags, from + 2)
      head.writeUInt16LE(isStored ? 0 : 8, from + 4)
      head.writeUInt32LE(crc, from + 10)
      head.writeUInt32LE(packed.length, from + 14)
      head.writeUInt32LE(claims, from + 18)
      head.writeUInt16LE(Buffer.byteLength(name), from + 22)
      if (isCentral) {
        head.writeUInt32LE((mode << 16) >>> 0, 38)
        head.writeUInt32LE(at ?? offset, 42)
      }
      return Buffer.concat([head, typeof name === 'string' ? Buffer.from(name) : name])
    }
    heads.push(fields(true))
    if (at === undefined) {
      pieces.push(fields(false), packed)
      offset += 30 + Buffer.byteLength(name) + packed.length
    }
  }
  const directory = Buffer.concat(heads)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length & 0xffff, 8)
  end.writeUInt16LE(entries.length & 0xffff, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...pieces, directory, end])
}
