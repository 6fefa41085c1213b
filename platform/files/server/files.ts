import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { Refusal, refuseAs } from '../../calls/refusal.ts'
import type { Who } from '../../calls/who.ts'
import type { Database, Db, Tx } from '../../database/server/db.ts'
import { openSigner } from '../../server/signer.ts'
import { callText } from '../../text/common-text.ts'
import { uploadText } from '../uploads.ts'
import type { Content, Store } from './store.ts'

const LINK_SECONDS = 60

type Purpose = 'result' | 'image' | 'attachment' | 'sheet' | 'zip' | 'label'

/** A file's metadata and its size and hash in the store. */
type About = { name: string; mime: string; purpose?: Purpose }
type Stored = { storageKey: string; size: number; sha256: Buffer }

export type Files = ReturnType<typeof openFiles>

/**
 * Files by their database rows; the content is in the store. A file opens by a signed link that is valid for
 * one minute.
 */
export function openFiles(store: Store, signingSecret: string) {
  const { sign, isSigned } = openSigner(signingSecret)

  /** Writes content to the store, where it stays unreachable until a row names it. */
  async function storeBytes(content: Content): Promise<Stored> {
    const storageKey = randomBytes(16).toString('hex')
    return { storageKey, ...(await store.put(storageKey, content)) }
  }

  /** Adds a database row for content that is already in the store. */
  async function enter(
    tx: Tx,
    who: Pick<Who, 'tenantId' | 'accountId'>,
    { name, mime, purpose = 'result' }: About,
    stored: Stored,
  ) {
    const kept = await tx
      .insertInto('files')
      .values({
        tenantId: who.tenantId,
        fileName: name,
        mime,
        purpose,
        ...stored,
        createdBy: who.accountId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return kept.id
  }

  /** Saves a file: to the store first, then to the database. */
  const keep = async (tx: Tx, who: Pick<Who, 'tenantId' | 'accountId'>, file: About & Content) =>
    enter(tx, who, file, await storeBytes(file))

  /** The store key of a user's own upload, if it was uploaded for this purpose. */
  async function keyOf(db: Db, who: Pick<Who, 'tenantId' | 'accountId'>, id: number, purpose: Purpose) {
    const row = await db
      .selectFrom('files')
      .select('storageKey')
      .where('tenantId', '=', who.tenantId)
      .where('createdBy', '=', who.accountId)
      .where('purpose', '=', purpose)
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.storageKey ?? refuseAs({ kind: 'not_found' }, uploadText.gone)
  }

  /** The content under a key. */
  async function bytesOf(storageKey: string) {
    const content = await store.open(storageKey)
    return content ? buffer(content) : refuseAs({ kind: 'gone' }, uploadText.gone)
  }

  /** The bytes of a user's own upload, if it was uploaded for this purpose. */
  const read = async (db: Db, who: Pick<Who, 'tenantId' | 'accountId'>, id: number, purpose: Purpose) =>
    bytesOf(await keyOf(db, who, id, purpose))

  /** A link to one file of one tenant, valid for one minute: images and downloads cannot send headers. */
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

  const { isShared, open, sizeOf, remove, sweep, olderKeys } = store
  return {
    ...{ isShared, storeBytes, enter, keep, keyOf, bytesOf, read, linkTo, readLink },
    ...{ open, sizeOf, remove, sweep, olderKeys },
  }
}

/** Serves signed links: as an inert download, never cached. */
export function fileRoute(http: FastifyInstance, database: Database, files: Files) {
  http.get('/gateway/wms/file/open', async (request, reply) => {
    const { f } = request.query as { f?: unknown }
    const input = typeof f === 'string' && f.length < 300 ? files.readLink(f) : undefined
    const row =
      input &&
      (await database.read(input.tenantId, (db) =>
        db
          .selectFrom('files')
          .select(['fileName', 'mime', 'size', 'storageKey'])
          .where('tenantId', '=', input.tenantId)
          .where('id', '=', input.fileId)
          .executeTakeFirst(),
      ))
    const content = row && (await files.open(row.storageKey).catch(notNow))
    if (!content) throw new Refusal(callText.linkOver, { kind: 'not_found' }, 404)
    return reply
      .headers({
        'content-disposition': `attachment; filename*=UTF-8''${asExtValue(row.fileName)}`,
        'content-length': row.size,
      })
      .type(row.mime)
      .send(content)
  })
}

/** A browser saves any 200 response as the file, so an unavailable store must answer otherwise. */
function notNow(thrown: unknown): never {
  throw thrown instanceof Refusal ? new Refusal(thrown.text, thrown.detail, 503) : thrown
}

/** A file name in RFC 8187 encoding, which escapes more characters than a URL does. */
const asExtValue = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (bare) => `%${bare.charCodeAt(0).toString(16).toUpperCase()}`)
