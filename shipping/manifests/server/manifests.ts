import { sql } from 'kysely'
import { manifestAdapters, type Parcel } from '../../../carriers/carrier.ts'
import { enqueueEach } from '../../../orders/waybills/server/queue.ts'
import { publishEvents, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf } from '../../../platform/calls/call.ts'
import { notFound, refuseAs } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { idsOf } from '../../../platform/database/server/rows.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import type { Text } from '../../../platform/text/text.ts'
import { outboundText } from '../../outbound/text.ts'
import type * as calls from '../contract.ts'
import { type ManifestState, manifestStates } from '../states.ts'
import { manifestText } from '../text.ts'

type Batch = { id: number; batchNo: string }

async function batchOf(db: Db, who: Pick<Who, 'tenantId'>, id: number): Promise<Batch> {
  return db
    .selectFrom('shipmentBatches')
    .select(['id', 'batchNo'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound(outboundText.batchNotFound))
}

/** The labels that were bought for packages of a batch and are not voided. */
const boughtIn = (tenantId: number, batchId: number) => sql`
  select w.carrier_account_id as account_id, w.carrier_ref as ref, w.tracking_no from shipments s
  join waybills w on w.tenant_id = s.tenant_id and w.order_id = s.order_id
  where s.tenant_id = ${tenantId} and s.batch_id = ${batchId} and w.status = 'obtained' and w.label_source = 'carrier_api'
    and w.carrier_account_id is not null and w.carrier_ref is not null and w.tracking_no is not null`

/** What a manifest of this account lists. */
export async function parcelsOf(
  db: Db,
  tenantId: number,
  { batchId, accountId }: { batchId: number; accountId: number },
): Promise<Parcel[]> {
  const { rows } = await sql<Parcel>`
    select b.ref, b.tracking_no from (${boughtIn(tenantId, batchId)}) b where b.account_id = ${accountId}
    order by b.tracking_no`.execute(db)
  return rows
}

/** No job is left after this time: it has failed for the last time, and not because of the carrier. */
const OVERDUE_SECONDS = 900

const overdueText = sql`${JSON.stringify(manifestText.overdue)}::jsonb`
const isOverdue = sql`(m.status = ${manifestStates.first}::manifest_status and coalesce(m.claimed_until < now(), true)
  and m.requested_at < business_now() - make_interval(secs => ${OVERDUE_SECONDS}))`

type Row = Omit<OutputOf<typeof calls.listManifests>[number], 'failure' | 'fileUrl'> & {
  failText: Text | null
  fileId: number | null
}

async function manifestRows(db: Db, who: Pick<Who, 'tenantId'>, batchId: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with bought as (
      select b.account_id, count(*)::int as package_count from (${boughtIn(who.tenantId, batchId)}) b group by 1)
    select a.id as account_id, a.account_name, coalesce(m.package_count, b.package_count, 0) as package_count,
      case when ${isOverdue} then ${manifestStates.actions.fail.to}::manifest_status else m.status end as status, m.manifest_no,
      case when ${isOverdue} then ${overdueText} else m.fail_text end as fail_text, m.made_at, m.file_id
    from carrier_accounts a
    left join bought b on b.account_id = a.id
    left join manifests m on m.tenant_id = a.tenant_id and m.batch_id = ${batchId} and m.carrier_account_id = a.id
    where a.tenant_id = ${who.tenantId}
      and (m.id is not null or b.account_id is not null and a.adapter::text = any(${manifestAdapters}::text[]))
    order by a.account_name, a.id`.execute(db)
  return rows
}

export const listManifests =
  (files: Files) =>
  async (
    db: Db,
    who: Who,
    { id }: InputOf<typeof calls.listManifests>,
  ): Promise<OutputOf<typeof calls.listManifests>> => {
    await batchOf(db, who, id)
    const rows = await manifestRows(db, who, id)
    return rows.map(({ failText, fileId, ...row }) => ({
      ...row,
      failure: failText?.[who.language] ?? null,
      fileUrl: fileId === null ? null : files.linkTo(who.tenantId, fileId),
    }))
  }

const isOpen = (status: ManifestState | null) => status === null || manifestStates.allows(status, 'retry')

/** Leaves one job for each manifest that was never asked for, has failed or is overdue. The others are made, or are being made. */
export async function makeManifests(tx: Tx, who: Who, { id }: InputOf<typeof calls.makeManifests>) {
  const batch = await batchOf(tx, who, id)
  const rows = await manifestRows(tx, who, id)
  if (rows.length === 0) refuseAs({ kind: 'no_manifest' }, manifestText.noCarrier)
  const accountIds = rows.flatMap(({ status, accountId }) => (isOpen(status) ? [accountId] : []))
  // Of two users who ask at once, the unique key lets one in.
  const { rows: added } = await sql<{ id: number }>`
    insert into manifests (tenant_id, batch_id, carrier_account_id, requested_by)
    select ${who.tenantId}, ${id}, x.account, ${who.accountId} from unnest(${accountIds}::bigint[]) x (account)
    order by x.account
    on conflict on constraint manifest_once do nothing returning id`.execute(tx)
  await sql`update manifests m set status = ${manifestStates.actions.fail.to}::manifest_status, fail_text = ${overdueText}
    where m.tenant_id = ${who.tenantId} and m.batch_id = ${id} and ${isOverdue}`.execute(tx)
  const { from, to } = manifestStates.actions.retry
  const { rows: retried } = await sql<{ id: number }>`
    update manifests m set status = ${to}::manifest_status, fail_text = null, requested_by = ${who.accountId},
      requested_at = business_now()
    from (select f.id from manifests f where f.tenant_id = ${who.tenantId} and f.batch_id = ${id}
      and f.status = any(${from}::manifest_status[]) order by f.id for no key update) f
    where m.tenant_id = ${who.tenantId} and m.id = f.id returning m.id`.execute(tx)
  const requested = [...idsOf(added), ...idsOf(retried)]
  if (requested.length > 0) {
    await enqueueEach(
      tx,
      'make_manifest',
      requested.map((manifestId) => ({ id: manifestId })),
    )
    await writeAudit(tx, who, [{ action: 'request_manifest', type: 'shipment_batch', id, no: batch.batchNo }])
    await publishEvents(tx, who, [{ kind: 'shipment_batch.manifest_requested', type: 'shipment_batch', id }])
  }
  return { requested: requested.length }
}
