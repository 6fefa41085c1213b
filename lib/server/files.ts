import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { callText } from '../lib-text.ts'
import { Refusal, refuseAs } from '../refusal.ts'
import type { Who } from '../who.ts'
import type { Database, Db, Tx } from './db.ts'
import { openSigner } from './signer.ts'

const LINK_SECONDS = 60

/** What a file holds: bytes at hand, or a file of ours that is read piece by piece. */
export type Content = { bytes: Buffer } | { path: string }
export type Purpose = 'result' | 'image' | 'attachment' | 'sheet' | 'zip'

export type Files = ReturnType<typeof openFiles>

/** The file store: a folder with random names. A file opens by a signed link that holds for a minute. */
export function openFiles(folder: string, signingSecret: string) {
  const place = (key: string) => join(folder, key.slice(0, 2), key)
  const { sign, isSigned } = openSigner(signingSecret)

  /** Keeps a file: written aside, synced, moved into place, and only then named in the database. */
  async function keep(
    tx: Tx,
    who: Pick<Who, 'tenantId' | 'accountId'>,
    {
      name,
      mime,
      purpose = 'result',
      ...content
    }: { name: string; mime: string; purpose?: Purpose } & Content,
  ) {
    const key = randomBytes(16).toString('hex')
    await mkdir(join(folder, key.slice(0, 2)), { recursive: true, mode: 0o700 })
    const aside = `${place(key)}.part`
    const hash = createHash('sha256')
    let size = 0
    const file = await open(aside, 'wx', 0o600)
    try {
      for await (const piece of 'path' in content ? createReadStream(content.path) : [content.bytes]) {
        hash.update(piece)
        size += piece.length
        await file.writeFile(piece)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(aside, place(key))
    const kept = await tx
      .insertInto('files')
      .values({
        tenantId: who.tenantId,
        fileName: name,
        mime,
        purpose,
        size,
        sha256: hash.digest(),
        storageKey: key,
        createdBy: who.accountId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return kept.id
  }

  /** The bytes of somebody's own upload, if it came in for this purpose. */
  async function read(db: Db, who: Pick<Who, 'tenantId' | 'accountId'>, id: number, purpose: Purpose) {
    const found = await db
      .selectFrom('files')
      .select('storageKey')
      .where('tenantId', '=', who.tenantId)
      .where('createdBy', '=', who.accountId)
      .where('purpose', '=', purpose)
      .where('id', '=', id)
      .executeTakeFirst()
    return found ? readFile(place(found.storageKey)) : refuseAs({ kind: 'not_found' }, callText.linkOver)
  }

  /** A link to one file of one tenant, good for a minute: images and downloads cannot send headers. */
  function linkTo(tenantId: number, fileId: number, now = Date.now()) {
    const words = `${tenantId}.${fileId}.${Math.floor(now / 1000) + LINK_SECONDS}`
    return `/gateway/wms/file/open?f=${words}.${sign(words)}`
  }

  function readLink(link: string, now = Date.now()) {
    const [tenantId, fileId, until, signature = '', ...rest] = link.split('.')
    const isRight =
      rest.length === 0 && isSigned(`${tenantId}.${fileId}.${until}`, signature) && Number(until) * 1000 > now
    return isRight ? { tenantId: Number(tenantId), fileId: Number(fileId) } : undefined
  }

  return { keep, read, linkTo, readLink, place, remove: (key: string) => rm(place(key), { force: true }) }
}

/** Serves what signed links point at: inert, as a download, never from a cache. */
export function fileRoute(http: FastifyInstance, database: Database, files: Files) {
  http.get('/gateway/wms/file/open', async (request, reply) => {
    const { f } = request.query as { f?: unknown }
    const asked = typeof f === 'string' && f.length < 300 ? files.readLink(f) : undefined
    const found =
      asked &&
      (await database.read(asked.tenantId, (db) =>
        db
          .selectFrom('files')
          .select(['fileName', 'mime', 'size', 'storageKey'])
          .where('tenantId', '=', asked.tenantId)
          .where('id', '=', asked.fileId)
          .executeTakeFirst(),
      ))
    if (!found || !(await stat(files.place(found.storageKey)).catch(() => undefined))) {
      throw new Refusal(callText.linkOver, { kind: 'not_found' }, 404)
    }
    return reply
      .headers({
        'content-disposition': `attachment; filename*=UTF-8''${asExtValue(found.fileName)}`,
        'content-length': found.size,
      })
      .type(found.mime)
      .send(createReadStream(files.place(found.storageKey)))
  })
}

/** A name in RFC 8187's form, which leaves fewer characters bare than an address does. */
const asExtValue = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (bare) => `%${bare.charCodeAt(0).toString(16).toUpperCase()}`)
