import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { callText } from '../lib-text.ts'
import { Refusal } from '../refusal.ts'
import type { Who } from '../who.ts'
import type { Database, Tx } from './db.ts'
import { openSigner } from './signer.ts'

const LINK_SECONDS = 60

export type Files = ReturnType<typeof openFiles>

/** The file store: a folder with random names. A file opens by a signed link that holds for a minute. */
export function openFiles(folder: string, signingSecret: string) {
  const place = (key: string) => join(folder, key.slice(0, 2), key)
  const { sign, isSigned } = openSigner(signingSecret)

  /** Keeps a file: written aside, synced, moved into place, and only then named in the database. */
  async function keep(
    tx: Tx,
    who: Pick<Who, 'tenantId' | 'accountId'>,
    name: string,
    mime: string,
    bytes: Buffer,
  ) {
    const key = randomBytes(16).toString('hex')
    await mkdir(join(folder, key.slice(0, 2)), { recursive: true, mode: 0o700 })
    const aside = `${place(key)}.part`
    const file = await open(aside, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
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
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest(),
        storageKey: key,
        createdBy: who.accountId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return kept.id
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

  return { keep, linkTo, readLink, place, remove: (key: string) => rm(place(key), { force: true }) }
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
