import { sql } from 'kysely'
import { publishEvents, writeAudit } from '../../audit/server/audit.ts'
import type { InputOf } from '../../calls/call.ts'
import { Refusal, refuse, refuseAs, refuseField } from '../../calls/refusal.ts'
import type { Who } from '../../calls/who.ts'
import type { Database, Db, Tx } from '../../database/server/db.ts'
import { image } from '../../server/lazy-packages.ts'
import type * as uploadsCalls from '../uploads.ts'
import {
  endingOf,
  MAX_OPEN,
  MAX_OPEN_OF_USER,
  PART_BYTES,
  problemOf,
  type UploadPurpose,
  uploadText,
} from '../uploads.ts'
import type { Files } from './files.ts'

export async function beginUpload(
  tx: Tx,
  who: Who,
  { purpose, fileName, size }: InputOf<typeof uploadsCalls.beginUpload>,
) {
  const problem = problemOf(purpose, fileName, size)
  if (problem) refuseField('fileName', problem)
  // Uploads of one company start one after the other, so that two cannot take the same last slot.
  await sql`select pg_advisory_xact_lock(7419, hashint8(${who.tenantId}))`.execute(tx)
  // What the user began and left is not in the way of the next one.
  await deleteIdle(tx, who.tenantId, '15 minutes').where('u.createdBy', '=', who.accountId).execute()
  const { open, own } = await tx
    .selectFrom('uploads')
    .select(sql<number>`coalesce(sum(size), 0)::int8`.as('open'))
    .select(sql<number>`coalesce(sum(size) filter (where created_by = ${who.accountId}), 0)::int8`.as('own'))
    .where('tenantId', '=', who.tenantId)
    .executeTakeFirstOrThrow()
  if (own + size > MAX_OPEN_OF_USER) refuse(uploadText.tooManyOfUser, { max: MAX_OPEN_OF_USER / 1024 / 1024 })
  if (open + size > MAX_OPEN) refuse(uploadText.tooManyOpen, { max: MAX_OPEN / 1024 / 1024 })
  const { id } = await tx
    .insertInto('uploads')
    .values({ tenantId: who.tenantId, purpose, fileName, size, createdBy: who.accountId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { uploadId: id }
}

export async function uploadState(db: Db, who: Who, { uploadId }: { uploadId: string }) {
  await ownUpload(db, who, uploadId)
  const parts = await db
    .selectFrom('uploadParts')
    .select('part')
    .where('tenantId', '=', who.tenantId)
    .where('uploadId', '=', uploadId)
    .orderBy('part')
    .execute()
  return { parts: parts.map(({ part }) => part) }
}

/** Stores a part; the same part sent twice is stored once. */
export async function putPart(
  tx: Tx,
  who: Who,
  { uploadId, part, base64 }: InputOf<typeof uploadsCalls.putPart>,
) {
  const { size } = await ownUpload(tx, who, uploadId)
  const bytes = Buffer.from(base64, 'base64')
  // Beyond the end of the file no part is expected, and an empty part is invalid.
  const due = Math.min(PART_BYTES, size - part * PART_BYTES)
  if (bytes.length !== due) refuse(uploadText.retry)
  await sql`insert into upload_parts (tenant_id, upload_id, part, bytes)
    values (${who.tenantId}, ${uploadId}::uuid, ${part}, ${bytes}) on conflict do nothing`.execute(tx)
  return {}
}

type Joined = { mime: string; bytes: Buffer }

/**
 * Joins the parts and checks what they really are, before the transaction starts: a picture is drawn with no connection held. Nothing where
 * the upload is a file already: a call that is sent again gets its first answer.
 */
export const joinParts =
  ({ read, beside }: Pick<Database, 'read' | 'beside'>) =>
  async (who: Who, { uploadId }: InputOf<typeof uploadsCalls.finishUpload>): Promise<Joined | undefined> => {
    const arrived = await read(who.tenantId, async (db) => {
      const upload = await findUpload(db, who, uploadId)
      const parts = await db
        .selectFrom('uploadParts')
        .select('bytes')
        .where('tenantId', '=', who.tenantId)
        .where('uploadId', '=', uploadId)
        .orderBy('part')
        .execute()
      return upload && { ...upload, whole: Buffer.concat(parts.map(({ bytes }) => bytes)) }
    })
    if (!arrived) return undefined
    const { purpose, fileName, size, whole } = arrived
    if (whole.length !== size) refuse(uploadText.incomplete)
    return inspectUpload(purpose as UploadPurpose, fileName, whole).catch(async (thrown) => {
      // A refused file stays refused and must not use the quota until the cleanup. If this fails, the cleanup
      // deletes it.
      if (thrown instanceof Refusal)
        await beside(who.tenantId, (own) => drop(own, who, uploadId)).catch(() => {})
      throw thrown
    })
  }

/** Stores the file. */
export const finishUpload =
  (files: Files) =>
  async (
    tx: Tx,
    who: Who,
    { uploadId }: InputOf<typeof uploadsCalls.finishUpload>,
    joined: Joined | undefined,
  ) => {
    const { fileName, purpose } = await ownUpload(tx, who, uploadId)
    const { mime, bytes } = joined ?? refuseAs({ kind: 'not_found' }, uploadText.gone)
    const fileId = await files.keep(tx, who, {
      name: fileName,
      mime,
      purpose: purpose as UploadPurpose,
      bytes,
    })
    await drop(tx, who, uploadId)
    await writeAudit(tx, who, [
      { action: 'upload', type: 'file', id: fileId, no: fileName, after: { size: bytes.length } },
    ])
    await publishEvents(tx, who, [{ kind: 'file.uploaded', type: 'file', id: fileId }])
    return { fileId, fileName, size: bytes.length, url: files.linkTo(who.tenantId, fileId) }
  }

const drop = (tx: Tx, who: Who, id: string) =>
  tx.deleteFrom('uploads').where('tenantId', '=', who.tenantId).where('id', '=', id).execute()

/** Deletes uploads without progress for a day, with all their parts, and after an hour those that have none. */
export async function sweepUploads(tx: Tx, tenantId: number): Promise<void> {
  await deleteIdle(tx, tenantId, '1 hour').execute()
  await deleteIdle(
    tx,
    tenantId,
    '24 hours',
    sql<boolean>`p.arrived_at >= now() - interval '24 hours'`,
  ).execute()
}

/** Deletes the uploads that are older than this and have no part, or none that counts. */
const deleteIdle = (tx: Tx, tenantId: number, age: string, counts = sql<boolean>`true`) =>
  tx
    .deleteFrom('uploads as u')
    .where('u.tenantId', '=', tenantId)
    .where('u.createdAt', '<', sql<string>`now() - ${age}::interval`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('uploadParts as p')
            .select('p.part')
            .where('p.tenantId', '=', tenantId)
            .whereRef('p.uploadId', '=', 'u.id')
            .where(counts),
        ),
      ),
    )

const ownUpload = async (db: Db, who: Who, id: string) =>
  (await findUpload(db, who, id)) ?? refuseAs({ kind: 'not_found' }, uploadText.gone)

const findUpload = (db: Db, who: Who, id: string) =>
  db
    .selectFrom('uploads')
    .select(['purpose', 'fileName', 'size'])
    .where('tenantId', '=', who.tenantId)
    .where('createdBy', '=', who.accountId)
    .where('id', '=', id)
    .executeTakeFirst()

const begins = (bytes: Buffer, ...signs: string[]) =>
  signs.some((sign) => bytes.subarray(0, sign.length / 2).toString('hex') === sign)

const ZIP = ['504b0304', '504b0506']
const OLE = ['d0cf11e0a1b11ae1']

/**
 * By magic bytes, whatever the name says: what each extension must start with, and the type it is served as.
 */
const signs: Record<string, { mime: string; isSo: (bytes: Buffer) => boolean }> = {
  gif: { mime: 'image/gif', isSo: (b) => begins(b, '474946383761', '474946383961') },
  png: { mime: 'image/png', isSo: (b) => begins(b, '89504e470d0a1a0a') },
  jpg: { mime: 'image/jpeg', isSo: (b) => begins(b, 'ffd8ff') },
  jpeg: { mime: 'image/jpeg', isSo: (b) => begins(b, 'ffd8ff') },
  pdf: { mime: 'application/pdf', isSo: (b) => begins(b, '255044462d') },
  zip: { mime: 'application/zip', isSo: (b) => begins(b, ...ZIP) },
  rar: { mime: 'application/vnd.rar', isSo: (b) => begins(b, '526172211a0700', '526172211a070100') },
  doc: { mime: 'application/msword', isSo: (b) => begins(b, ...OLE) },
  docx: {
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    isSo: (b) => begins(b, ...ZIP) && b.includes('word/'),
  },
  xls: { mime: 'application/vnd.ms-excel', isSo: (b) => begins(b, ...OLE) },
  xlsx: {
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    isSo: (b) => begins(b, ...ZIP) && b.includes('xl/'),
  },
}

/** What a file really is, by its bytes; refused if that does not match its name. */
export async function inspectUpload(purpose: UploadPurpose, name: string, bytes: Buffer) {
  const sign = signs[endingOf(name)]
  if (!sign?.isSo(bytes)) return refuse(uploadText.notWhatItSays)
  return purpose === 'image' ? redrawn(bytes) : { mime: sign.mime, bytes }
}

/** The same picture as a thumbnail. */
export async function shrunk(bytes: Buffer, side: number): Promise<{ mime: string; bytes: Buffer }> {
  const drawn = image(bytes, { limitInputPixels: MAX_PIXELS, pages: 1 })
  const { hasAlpha } = await drawn.metadata()
  const fitted = drawn.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  return hasAlpha
    ? { mime: 'image/png', bytes: await fitted.png().toBuffer() }
    : { mime: 'image/jpeg', bytes: await fitted.jpeg({ quality: 80 }).toBuffer() }
}

/** The maximum size of a small picture in a list, on a screen with double density. */
export const SMALL_SIDE = 128

const MAX_PIXELS = 40_000_000
const MAX_SIDE = 2000

/** Re-encodes an image: only its pixels are kept, not its metadata. */
export async function redrawn(bytes: Buffer): Promise<{ mime: string; bytes: Buffer }> {
  try {
    const drawn = image(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    const { hasAlpha } = await drawn.metadata()
    const fitted = drawn
      .rotate()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb')
    return hasAlpha
      ? { mime: 'image/png', bytes: await fitted.png().toBuffer() }
      : { mime: 'image/jpeg', bytes: await fitted.jpeg({ quality: 85 }).toBuffer() }
  } catch (fault) {
    return refuse(/pixel limit/i.test(String(fault)) ? uploadText.imageTooWide : uploadText.notWhatItSays)
  }
}
