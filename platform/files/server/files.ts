import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { Refusal, refuseAs } from '../../calls/refusal.ts'
import type { Who } from '../../calls/who.ts'
import type { Database, Db, Tx } from '../../database/server/db.ts'
import { openSigner } from '../../server/signer.ts'
import { callText } from '../../text/common-text.ts'
import type { Content, Store } from './store.ts'

const LINK_SECONDS = 60

export type Purpose = 'result' | 'image' | 'attachment' | 'sheet' | 'zip'

/** What is said of a file, and what lies of it in the store. */
type About = { name: string; mime: string; purpose?: Purpose }
type Laid = { storageKey: string; size: number; sha256: Buffer }

export type Files = ReturnType<typeof openFiles>

/** Files by their rows in the database; what they hold lies in the store. A file opens by a signed link for a minute. */
export function openFiles(store: Store, signingSecret: string) {
  const { sign, isSigned } = openSigner(signingSecret)

  /** Lays content into the store, where nobody finds it until a row names it. */
  async function storeBytes(content: Content): Promise<Laid> {
    const storageKey = randomBytes(16).toString('hex')
    return { storageKey, ...(await store.put(storageKey, content)) }
  }

  /** Names in the database what lies in the store already. */
  async function enter(
    tx: Tx,
    who: Pick<Who, 'tenantId' | 'accountId'>,
    { name, mime, purpose = 'result' }: About,
    laid: Laid,
  ) {
    const kept = await tx
      .insertInto('files')
      .values({
        tenantId: who.tenantId,
        fileName: name,
        mime,
        purpose,
        ...laid,
        createdBy: who.accountId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return kept.id
  }

  /** Keeps a file: in the store first, and only then named in the database. */
  const keep = async (tx: Tx, who: Pick<Who, 'tenantId' | 'accountId'>, file: About & Content) =>
    enter(tx, who, file, await storeBytes(file))

  /** Where somebody's own upload lies in the store, if it came in for this purpose. */
  async function keyOf(db: Db, who: Pick<Who, 'tenantId' | 'accountId'>, id: number, purpose: Purpose) {
    const row = await db
      .selectFrom('files')
      .select('storageKey')
      .where('tenantId', '=', who.tenantId)
      .where('createdBy', '=', who.accountId)
      .where('purpose', '=', purpose)
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.storageKey ?? refuseAs({ kind: 'not_found' }, callText.linkOver)
  }

  /** What lies under a key. */
  async function bytesOf(storageKey: string) {
    const content = await store.open(storageKey)
    return content ? buffer(content) : refuseAs({ kind: 'gone' }, callText.linkOver)
  }

  /** The bytes of somebody's own upload, if it came in for this purpose. */
  const read = async (db: Db, who: Pick<Who, 'tenantId' | 'accountId'>, id: number, purpose: Purpose) =>
    bytesOf(await keyOf(db, who, id, purpose))

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

  const { isShared, open, sizeOf, remove, sweep, olderKeys } = store
  return {
    ...{ isShared, lay: storeBytes, enter, keep, keyOf, bytesOf, read, linkTo, readLink },
    ...{ open, sizeOf, remove, sweep, olderKeys },
  }
}

/** Serves what signed links point at: inert, as a download, never from a cache. */
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

/** A browser keeps what comes with 200 as the file; a store that is away has to say otherwise. */
function notNow(thrown: unknown): never {
  throw thrown instanceof Refusal ? new Refusal(thrown.text, thrown.detail, 503) : thrown
}

/** A name in RFC 8187's form, which leaves fewer characters bare than an address does. */
const asExtValue = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (bare) => `%${bare.charCodeAt(0).toString(16).toUpperCase()}`)
