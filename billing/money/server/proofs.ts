import { sql } from 'kysely'
import { publishEvents, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { InputOf } from '../../../platform/calls/call.ts'
import { refuse, refuseAs, refuseField } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Database, Db, Tx } from '../../../platform/database/server/db.ts'
import { only } from '../../../platform/database/server/rows.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import { SMALL_SIDE, shrunk } from '../../../platform/files/server/uploads.ts'
import type * as calls from '../contract.ts'
import { MAX_PROOFS } from '../contract.ts'
import { moneyText } from '../text.ts'
import { lockOne, notDraft } from './lock-collections.ts'

/** The user's own uploads that may be a proof. */
const uploadsOf = (db: Db, who: Who, fileIds: readonly number[]) =>
  db
    .selectFrom('files')
    .select(['id', 'fileName', 'mime', 'storageKey'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', sql<number>`any(${fileIds}::bigint[])`)
    .where('purpose', '=', 'attachment')
    .where('createdBy', '=', who.accountId)
    .execute()

/** Those that are to prove something; one that is not there refuses the form. */
export async function ownUploads(db: Db, who: Who, fileIds: readonly number[]) {
  const wanted = [...new Set(fileIds)]
  if (wanted.length === 0) return []
  const proofs = await uploadsOf(db, who, wanted)
  if (proofs.length < wanted.length) refuseField('fileIds', moneyText.fileNotFound)
  return proofs
}

/** Small copies of proofs that are pictures, by file. One that can’t be drawn is kept without. */
export type Small = ReadonlyMap<number, Awaited<ReturnType<typeof shrunk>>>

/** Draws them before the transaction starts: no connection is held meanwhile. */
export const drawProofs =
  (files: Pick<Files, 'bytesOf'>, { read }: Pick<Database, 'read'>) =>
  async (who: Who, fileIds: readonly number[]): Promise<Small> => {
    const proofs = await read(who.tenantId, (db) => uploadsOf(db, who, fileIds))
    const small = new Map<number, Awaited<ReturnType<typeof shrunk>>>()
    for (const { id, mime, storageKey } of proofs) {
      if (!mime.startsWith('image/')) continue
      const drawn = await shrunk(await files.bytesOf(storageKey), SMALL_SIDE).catch(() => undefined)
      if (drawn) small.set(id, drawn)
    }
    return small
  }

/** Attaches uploads to a collection as its proof. */
export async function attachFiles(
  files: Pick<Files, 'keep'>,
  tx: Tx,
  who: Who,
  { id, collectionNo }: { id: number; collectionNo: string },
  fileIds: readonly number[],
  small: Small,
) {
  const proofs = await ownUploads(tx, who, fileIds)
  if (proofs.length === 0) return
  const smallIds = new Map<number, number>()
  for (const { id: fileId, fileName } of proofs) {
    const drawn = small.get(fileId)
    const about = { name: `small-${fileName}`.slice(0, 200), purpose: 'image' } as const
    if (drawn) smallIds.set(fileId, await files.keep(tx, who, { ...about, ...drawn }))
  }
  await tx
    .insertInto('collectionAttachments')
    .values(
      proofs.map(({ id: fileId }) => ({
        tenantId: who.tenantId,
        collectionId: id,
        fileId,
        smallFileId: smallIds.get(fileId) ?? null,
      })),
    )
    .onConflict((already) => already.doNothing())
    .execute()
  await writeAudit(
    tx,
    who,
    proofs.map(({ fileName }) => ({
      action: 'add_attachment',
      type: 'collection',
      id,
      no: collectionNo,
      after: { fileName },
    })),
  )
}

/** A proof may come after the confirmation. */
export const addProof =
  (files: Pick<Files, 'keep'>) =>
  async (tx: Tx, who: Who, { id, fileId }: InputOf<typeof calls.addProof>, small: Small) => {
    const row = await lockOne(tx, who, id)
    const { rows } = await sql<{ count: number }>`
      select count(*) from collection_attachments where tenant_id = ${who.tenantId} and collection_id = ${id}`.execute(
      tx,
    )
    if (only(rows).count >= MAX_PROOFS) refuse(moneyText.tooManyProofs, { max: MAX_PROOFS })
    await attachFiles(files, tx, who, row, [fileId], small)
    await publishEvents(tx, who, [{ kind: 'collection.edited', type: 'collection', id }])
    return {}
  }

export async function removeProof(tx: Tx, who: Who, { id, fileId }: InputOf<typeof calls.removeProof>) {
  const row = await lockOne(tx, who, id)
  if (notDraft(row)) refuse(moneyText.proofKept)
  const { rows } = await sql<{ fileName: string }>`
    with gone as (
      delete from collection_attachments where tenant_id = ${who.tenantId} and collection_id = ${id} and file_id = ${fileId}
      returning file_id)
    select f.file_name from gone join files f on f.tenant_id = ${who.tenantId} and f.id = gone.file_id`.execute(
    tx,
  )
  const [file] = rows
  if (!file) return refuseAs({ kind: 'not_found' }, moneyText.fileNotFound)
  await writeAudit(tx, who, [
    {
      action: 'remove_attachment',
      type: 'collection',
      id,
      no: row.collectionNo,
      before: { fileName: file.fileName },
    },
  ])
  await publishEvents(tx, who, [{ kind: 'collection.edited', type: 'collection', id }])
  return {}
}
