import { sql } from 'kysely'
import { publishEvents, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf } from '../../../platform/calls/call.ts'
import { notFound, refuseAs, refuseField } from '../../../platform/calls/refusal.ts'
import type { Visitor, Who } from '../../../platform/calls/who.ts'
import type { Database, Db, PublicDb, Tx } from '../../../platform/database/server/db.ts'
import { sameTenant } from '../../../platform/database/server/rows.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import { inspectUpload } from '../../../platform/files/server/uploads.ts'
import type { Signer } from '../../../platform/server/signer.ts'
import { receivingText } from '../../text.ts'
import type * as calls from '../contract.ts'
import { photoText } from '../text.ts'

/**
 * The URL fragment: tenant and link id with our signature, so that links cannot be guessed or moved to
 * another company.
 */
const linkTo = (signer: Signer, tenantId: number, id: string) =>
  `${tenantId}.${id}.${signer.sign(`photo.${tenantId}.${id}`)}`

function linkIn(signer: Signer, shown: string): { tenantId: number; id: string } | undefined {
  const [tenantId = '', id = '', signature = ''] = shown.split('.')
  const isOurs =
    /^\d{1,16}$/.test(tenantId) &&
    /^[0-9a-f-]{36}$/.test(id) &&
    signer.isSigned(`photo.${tenantId}.${id}`, signature)
  return isOurs ? { tenantId: Number(tenantId), id } : undefined
}

export const askForPhoto =
  (signer: Signer) =>
  async (tx: Tx, who: Who, { inboundId, trackingNo }: InputOf<typeof calls.askForPhoto>) => {
    const inbound =
      inboundId === null
        ? undefined
        : await tx
            .selectFrom('inbounds')
            .select('inboundNo')
            .where('tenantId', '=', who.tenantId)
            .where('id', '=', inboundId)
            .executeTakeFirst()
    if (inboundId !== null && !inbound) return refuseField('inboundId', receivingText.notFound)
    const subject = inbound?.inboundNo ?? trackingNo ?? ''
    const { id } = await tx
      .insertInto('photoLinks')
      .values({ tenantId: who.tenantId, inboundId, subject, createdBy: who.accountId })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { linkId: id, link: linkTo(signer, who.tenantId, id) }
  }

export async function photoTaken(
  db: Db,
  who: Who,
  { linkId }: InputOf<typeof calls.photoTaken>,
): Promise<OutputOf<typeof calls.photoTaken>> {
  return db
    .selectFrom('photoLinks')
    .select(['fileId', sql<boolean>`expires_at <= now()`.as('isOver')])
    .where('tenantId', '=', who.tenantId)
    .where('createdBy', '=', who.accountId)
    .where('id', '=', linkId)
    .executeTakeFirstOrThrow(notFound(photoText.over))
}

/** An unused link, as long as its creator may still log in and is logged in somewhere. */
const openLinks = (db: Db, tenantId: number, id: string) =>
  db
    .selectFrom('photoLinks as l')
    .innerJoin('accounts as a', sameTenant('a.id', 'l.createdBy'))
    .select(['l.subject', 'l.inboundId', 'l.createdBy', 'a.loginAccount'])
    .where('l.tenantId', '=', tenantId)
    .where('l.id', '=', id)
    .where('l.fileId', 'is', null)
    .where(sql<boolean>`l.expires_at > now() and a.is_enabled and (a.ends_at is null or a.ends_at > now())
      and exists (select 1 from sessions s where s.tenant_id = l.tenant_id and s.account_id = l.created_by)`)

const over = () => refuseAs({ kind: 'not_found' }, photoText.over)

export const photoFacts =
  (database: Database, signer: Signer) =>
  async (
    _: PublicDb,
    __: Visitor,
    { link }: InputOf<typeof calls.photoFacts>,
  ): Promise<OutputOf<typeof calls.photoFacts>> => {
    const input = linkIn(signer, link)
    if (!input) return over()
    return database.read(input.tenantId, async (db) => {
      const row = await openLinks(db, input.tenantId, input.id).executeTakeFirst()
      if (!row) return over()
      const { companyName } = await db
        .selectFrom('tenants')
        .select('companyName')
        .where('id', '=', input.tenantId)
        .executeTakeFirstOrThrow()
      return { companyName, subject: row.subject }
    })
  }

/** Stores the one photo of a link, re-encoded like every picture, on behalf of the link's creator. */
export const takePhoto =
  (database: Database, files: Files, signer: Signer) =>
  async (_: PublicDb, { ip, requestId }: Visitor, { link, base64 }: InputOf<typeof calls.takePhoto>) => {
    const input = linkIn(signer, link)
    if (!input) return over()
    const { tenantId, id } = input
    const known = await database.read(tenantId, (db) => openLinks(db, tenantId, id).executeTakeFirst())
    if (!known) return over()
    const name = `${known.subject}.${isPng(base64) ? 'png' : 'jpg'}`
    const { mime, bytes } = await inspectUpload('image', name, Buffer.from(base64, 'base64'))
    return database.write(tenantId, async (tx) => {
      // Two photos at once: the second waits here and then finds the link used.
      const row = await openLinks(tx, tenantId, id).forUpdate('l').executeTakeFirst()
      if (!row) return over()
      const who = { tenantId, accountId: row.createdBy, loginAccount: row.loginAccount, ip, requestId }
      const fileId = await files.keep(tx, who, { name, mime, purpose: 'image', bytes })
      await tx
        .updateTable('photoLinks')
        .set({ fileId })
        .where('tenantId', '=', tenantId)
        .where('id', '=', id)
        .execute()
      await writeAudit(tx, who, [
        { action: 'upload', type: 'file', id: fileId, no: name, after: { size: bytes.length } },
      ])
      await publishEvents(tx, who, [{ kind: 'file.uploaded', type: 'file', id: fileId }])
      return {}
    })
  }

const isPng = (base64: string) => base64.startsWith('iVBORw0KGgo')
