import { sql } from 'kysely'
import { publishEvents, writeAudit } from '../../platform/audit/server/audit.ts'
import type { InputOf } from '../../platform/calls/call.ts'
import { notFound, refuse, refuseAs } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import { sameTenant } from '../../platform/database/server/rows.ts'
import { type addAttachment, MAX_ATTACHMENTS, type removeAttachment } from '../contract.ts'
import { receivingText } from '../text.ts'

async function lock(tx: Tx, who: Who, id: number) {
  return tx
    .selectFrom('inbounds')
    .select('inboundNo')
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound(receivingText.notFound))
}

/** Of some files, those the user uploaded as documents. */
export const ownPapers = (tx: Tx, who: Who, fileIds: readonly number[]) =>
  tx
    .selectFrom('files')
    .select(['id', 'fileName'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', sql<number>`any(${fileIds}::bigint[])`)
    .where('purpose', '=', 'attachment')
    .where('createdBy', '=', who.accountId)
    .execute()

/** Attaches the user's own upload to a document. */
export async function attach(tx: Tx, who: Who, { id, fileId }: InputOf<typeof addAttachment>) {
  const { inboundNo } = await lock(tx, who, id)
  const [file] = await ownPapers(tx, who, [fileId])
  if (!file) return refuseAs({ kind: 'not_found' }, receivingText.fileNotFound)
  const there = await tx
    .selectFrom('inboundAttachments')
    .select('fileId')
    .where('tenantId', '=', who.tenantId)
    .where('inboundId', '=', id)
    .execute()
  if (there.length >= MAX_ATTACHMENTS) refuse(receivingText.tooManyAttachments, { max: MAX_ATTACHMENTS })
  if (there.some((item) => item.fileId === fileId)) return {}
  await tx
    .insertInto('inboundAttachments')
    .values({ tenantId: who.tenantId, inboundId: id, fileId })
    .execute()
  await writeAudit(tx, who, [
    { action: 'add_attachment', type: 'inbound', id, no: inboundNo, after: { fileName: file.fileName } },
  ])
  await publishEvents(tx, who, [{ kind: 'inbound.edited', type: 'inbound', id }])
  return {}
}

export async function detach(tx: Tx, who: Who, { id, fileId }: InputOf<typeof removeAttachment>) {
  const { inboundNo } = await lock(tx, who, id)
  const file = await tx
    .selectFrom('inboundAttachments as t')
    .innerJoin('files as f', sameTenant('f.id', 't.fileId'))
    .select('f.fileName')
    .where('t.tenantId', '=', who.tenantId)
    .where('t.inboundId', '=', id)
    .where('t.fileId', '=', fileId)
    .executeTakeFirstOrThrow(notFound(receivingText.fileNotFound))
  await tx
    .deleteFrom('inboundAttachments')
    .where('tenantId', '=', who.tenantId)
    .where('inboundId', '=', id)
    .where('fileId', '=', fileId)
    .execute()
  await writeAudit(tx, who, [
    { action: 'remove_attachment', type: 'inbound', id, no: inboundNo, before: { fileName: file.fileName } },
  ])
  await publishEvents(tx, who, [{ kind: 'inbound.edited', type: 'inbound', id }])
  return {}
}
