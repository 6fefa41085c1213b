import { sql } from 'kysely'
import { publishEvents, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf, Page } from '../../../platform/calls/call.ts'
import { notFound, refuse, refuseAs, refuseField } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import { type Db, drawNumber, type Tx } from '../../../platform/database/server/db.ts'
import { sameTenant } from '../../../platform/database/server/rows.ts'
import { searchPattern } from '../../../platform/database/server/search.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import { pageOfQuery } from '../../../platform/lists/server/page.ts'
import { boxKey } from '../../../platform/scanning/gs1.ts'
import { createInbound } from '../../server/inbounds.ts'
import { parcelStates } from '../../states.ts'
import { receivingText } from '../../text.ts'
import type * as calls from '../contract.ts'
import type { ParcelRow } from '../contract.ts'
import { parcelText } from '../text.ts'

const MAX_NOS = 100

const parcelsOf = (db: Db, who: Pick<Who, 'tenantId'>) =>
  db
    .selectFrom('parcels as p')
    .innerJoin('accounts as a', sameTenant('a.id', 'p.createdBy'))
    .leftJoin('accounts as x', sameTenant('x.id', 'p.closedBy'))
    .leftJoin('inbounds as i', sameTenant('i.id', 'p.inboundId'))
    .where('p.tenantId', '=', who.tenantId)

const shown = ['p.id', 'p.parcelNo', 'p.trackingNo', 'p.status', 'p.remark', 'i.inboundNo'] as const
const settled = [
  'a.userName as createdByName',
  'p.createdAt',
  'x.userName as closedByName',
  'p.closedAt',
] as const
const photoCount =
  sql<number>`(select count(*) from parcel_photos f where f.tenant_id = p.tenant_id and f.parcel_id = p.id)`.as(
    'photoCount',
  )

export async function listParcels(
  db: Db,
  who: Pick<Who, 'tenantId'>,
  input: InputOf<typeof calls.listParcels>,
): Promise<Page<ParcelRow>> {
  let match = parcelsOf(db, who)
  if (input.status) match = match.where('p.status', '=', input.status)
  if (input.search) {
    const typed = searchPattern(input.search)
    match = match.where(sql<boolean>`(p.tracking_key like ${typed} or lower(p.parcel_no) like ${typed})`)
  }
  return pageOfQuery(
    match
      .select(shown)
      .select(settled)
      .select(photoCount)
      .orderBy('p.createdAt', input.order)
      .orderBy('p.id', input.order),
    input,
  )
}

export const getParcel =
  (files: Pick<Files, 'linkTo'>) =>
  async (db: Db, who: Who, { id }: { id: number }): Promise<OutputOf<typeof calls.getParcel>> => {
    const row = await parcelsOf(db, who)
      .select(shown)
      .select(settled)
      .select(photoCount)
      .where('p.id', '=', id)
      .executeTakeFirstOrThrow(notFound(parcelText.notFound))
    const photos = await photosOf(db, who, id)
    return {
      ...row,
      photos: photos.map((fileId) => ({ fileId, url: files.linkTo(who.tenantId, fileId) })),
    }
  }

async function photosOf(db: Db, who: Who, parcelId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('parcelPhotos')
    .select('fileId')
    .where('tenantId', '=', who.tenantId)
    .where('parcelId', '=', parcelId)
    .orderBy('fileId')
    .execute()
  return rows.map(({ fileId }) => fileId)
}

export async function keepParcel(
  tx: Tx,
  who: Who,
  { trackingNo, remark, photoFileIds }: InputOf<typeof calls.keepParcel>,
) {
  const fileIds = [...new Set(photoFileIds)]
  const photos = await tx
    .selectFrom('files')
    .select('id')
    .where('tenantId', '=', who.tenantId)
    .where('purpose', '=', 'image')
    .where('createdBy', '=', who.accountId)
    .where('id', '=', sql<number>`any(${fileIds}::bigint[])`)
    .execute()
  if (photos.length < fileIds.length) refuse(receivingText.photoNotFound)
  const parcelNo = await drawNumber(tx, 'PC')
  const { id } = await tx
    .insertInto('parcels')
    .values({ tenantId: who.tenantId, parcelNo, trackingNo, remark, createdBy: who.accountId })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (fileIds.length > 0)
    await tx
      .insertInto('parcelPhotos')
      .values(fileIds.map((fileId) => ({ tenantId: who.tenantId, parcelId: id, fileId })))
      .execute()
  const after = { trackingNo, photos: fileIds.length, ...(remark && { remark }) }
  await writeAudit(tx, who, [{ action: 'keep_parcel', type: 'parcel', id, no: parcelNo, after }])
  await publishEvents(tx, who, [{ kind: 'parcel.kept', type: 'parcel', id }])
  return { id, parcelNo }
}

/** An open parcel, locked by the caller. */
async function lockParcel(
  tx: Tx,
  who: Who,
  id: number,
  path: string,
  action: keyof typeof parcelStates.actions,
) {
  const row = await tx
    .selectFrom('parcels')
    .select(['id', 'parcelNo', 'trackingNo', 'status'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return refuseField(path, parcelText.notFound)
  if (!parcelStates.allows(row.status, action))
    refuseAs({ kind: 'moved_on' }, parcelText.movedOn, { no: row.parcelNo })
  return row
}

type Held = Awaited<ReturnType<typeof lockParcel>>

async function settle(
  tx: Tx,
  who: Who,
  { id, parcelNo, status }: Held,
  action: keyof typeof parcelStates.actions,
  { inbound, reason }: { inbound?: { id: number; inboundNo: string }; reason?: string },
) {
  const { to } = parcelStates.actions[action]
  await tx
    .updateTable('parcels')
    .set({
      status: to,
      inboundId: inbound?.id ?? null,
      closedBy: who.accountId,
      closedAt: sql<string>`business_now()`,
    })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .execute()
  await writeAudit(tx, who, [
    {
      action: `parcel_${action}`,
      type: 'parcel',
      id,
      no: parcelNo,
      before: { parcelStatus: status },
      after: { parcelStatus: to, ...(inbound && { inboundNo: inbound.inboundNo }) },
      ...(reason && { reason }),
    },
  ])
  await publishEvents(tx, who, [{ kind: `parcel.${to}`, type: 'parcel', id }])
}

/** Links a parcel to its inbound order: its number finds the order, and its photos become attachments. */
export async function claimParcel(tx: Tx, who: Who, { id, inboundId }: InputOf<typeof calls.claimParcel>) {
  const inbound = await tx
    .selectFrom('inbounds')
    .select(['id', 'inboundNo', 'status', 'trackingNos'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', inboundId)
    .forUpdate()
    .executeTakeFirst()
  if (!inbound) return refuseField('inboundId', receivingText.notFound)
  const { inboundNo } = inbound
  if (inbound.status === 'complete' || inbound.status === 'voided')
    refuseField('inboundId', parcelText.inboundOver, { no: inboundNo })
  const held = await lockParcel(tx, who, id, 'id', 'claim')
  const isKnown = inbound.trackingNos.some((no) => no.toLowerCase() === held.trackingNo.toLowerCase())
  if (!isKnown) {
    if (inbound.trackingNos.length >= MAX_NOS) refuse(parcelText.tooManyNos)
    await sql`update inbounds set tracking_nos = tracking_nos || ${held.trackingNo}::text,
        search_line = search_line || ' ' || lower(${held.trackingNo}::text), row_version = row_version + 1, updated_at = business_now()
      where tenant_id = ${who.tenantId} and id = ${inboundId}`.execute(tx)
    await sql`insert into inbound_words (tenant_id, word, inbound_id, mark)
      values (${who.tenantId}, ${boxKey(held.trackingNo)}, ${inboundId}, 'tracking') on conflict do nothing`.execute(
      tx,
    )
  }
  await hangPhotos(tx, who, held.id, inboundId)
  await settle(tx, who, held, 'claim', { inbound })
  return { inboundNo }
}

const hangPhotos = (tx: Tx, who: Who, parcelId: number, inboundId: number) =>
  sql`insert into inbound_attachments (tenant_id, inbound_id, file_id)
    select ${who.tenantId}, ${inboundId}, f.file_id from parcel_photos f
    where f.tenant_id = ${who.tenantId} and f.parcel_id = ${parcelId} on conflict do nothing returning file_id`.execute(
    tx,
  )

/** An inbound order without lines: it contains whatever is scanned for it. */
export async function openUnannounced(
  tx: Tx,
  who: Who,
  { customerId, inboundType, trackingNo, parcelId }: InputOf<typeof calls.openUnannounced>,
) {
  const held = parcelId === null ? undefined : await lockParcel(tx, who, parcelId, 'parcelId', 'claim')
  const inbound = await createInbound(tx, who, {
    customerId,
    inboundType,
    referenceNo: null,
    transport: null,
    containerNo: null,
    trackingNos: [trackingNo],
    eta: null,
    originNo: null,
    putawayDate: null,
    remark: null,
    boxes: [],
    lines: [],
    isSubmitted: true,
    fileIds: [],
  })
  if (held) {
    await hangPhotos(tx, who, held.id, inbound.id)
    await settle(tx, who, held, 'claim', { inbound })
  }
  return inbound
}

export async function sendParcelBack(tx: Tx, who: Who, { id, reason }: InputOf<typeof calls.sendParcelBack>) {
  const held = await lockParcel(tx, who, id, 'id', 'send_back')
  await settle(tx, who, held, 'send_back', { reason })
  return {}
}
