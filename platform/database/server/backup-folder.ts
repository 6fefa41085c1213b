import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { z } from 'zod'
import { BadSettings } from '../../../postgres/bad-settings.ts'
import { tablesBackup } from './table-backup.ts'

/** The manifest of a backup. It is written last, so a folder without it is not a complete backup. */
const manifestFile = z.strictObject({
  form: z.literal(1),
  takenAt: z.string(),
  program: z.string(),
  migrations: z.array(z.strictObject({ number: z.int(), name: z.string(), sha256: z.string() })),
  ...tablesBackup.shape,
  /** The encryption keys of the files, or null where they were left out. */
  files: z.array(z.string()).nullable(),
  /** Files that the database names but the store did not have. */
  missingFiles: z.array(z.string()),
  parts: z.array(z.strictObject({ path: z.string(), bytes: z.int(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof manifestFile>
export type Part = Manifest['parts'][number]

const MANIFEST = 'manifest.json'

export const filePart = (key: string) => `files/${key.slice(0, 2)}/${key}`

/** Writes one part, readable by its owner only, and returns its size and checksum. */
export async function writePart(
  folder: string,
  path: string,
  content: Readable,
  isPacked = false,
): Promise<Part> {
  const hash = createHash('sha256')
  let bytes = 0
  const measured = new Transform({
    transform(chunk, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const target = join(folder, path)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const file = createWriteStream(target, { mode: 0o600, flush: true })
  if (isPacked) await pipeline(content, createGzip({ level: 3 }), measured, file)
  else await pipeline(content, measured, file)
  return { path, bytes, sha256: hash.digest('hex') }
}

export const writeManifest = (folder: string, manifest: Manifest) =>
  writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true })

/** Reads the manifest of a backup and verifies every part before anything is done with them. */
export async function readBackup(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((cause) => {
    throw new BadSettings(`${folder} contains no complete backup: ${MANIFEST} is missing`, { cause })
  })
  const read = manifestFile.safeParse(parsed(text))
  if (!read.success) throw new BadSettings(`${join(folder, MANIFEST)} is damaged or has an unknown format`)
  const damaged: string[] = []
  for (const { path, bytes, sha256 } of read.data.parts) {
    const match = await digestOf(join(folder, path)).catch(() => undefined)
    if (!match) damaged.push(`  ${path} is missing`)
    else if (match.bytes !== bytes || match.sha256 !== sha256) damaged.push(`  ${path} was changed`)
  }
  if (damaged.length > 0)
    throw new BadSettings(`The backup in ${folder} is damaged:\n${damaged.slice(0, 20).join('\n')}`)
  return read.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function digestOf(path: string) {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}
