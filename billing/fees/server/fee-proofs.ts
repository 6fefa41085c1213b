import { sql } from 'kysely'
import { publishEvents, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { InputOf } from '../../../platform/calls/call.ts'
import { refuse, refuseAs } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { idsOf, only, valuesOf } from '../../../platform/database/server/rows.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import { MAX_PROOFS } from '../../money/contract.ts'
import { ownUploads } from '../../money/server/proofs.ts'
import { moneyText } from '../../money/text.ts'
import type * as calls from '../contract.ts'
import { feeText } from '../text.ts'
import { type HeldFee, lockFees, type WrittenFee } from './add-fees.ts'

/** Attaches uploads to a fee as its proof. */
export async function attachToFee(tx: Tx, who: Who, { id, feeNo }: WrittenFee, fileIds: readonly number[]) {
  const proofs = await ownUploads(tx, who, fileIds)
  if (proofs.length === 0) return
  await sql`
    insert into fee_attachments (tenant_id, fee_id, file_id)
    select ${who.tenantId}, ${id}, f.id from unnest(${idsOf(proofs)}::bigint[]) as f (id) on conflict do nothing`.execute(
    tx,
  )
  await writeAudit(tx, who, valuesOf(proofs, 'fileName').map(attached({ type: 'fee', id, no: feeNo })))
}

/** The same for a fee that waits for a second person. */
export async function attachToRequest(
  tx: Tx,
  who: Who,
  { id, requestNo }: { id: number; requestNo: string },
  fileIds: readonly number[],
) {
  const proofs = await ownUploads(tx, who, fileIds)
  if (proofs.length === 0) return
  await sql`
    insert into fee_request_attachments (tenant_id, request_id, file_id)
    select ${who.tenantId}, ${id}, f.id from unnest(${idsOf(proofs)}::bigint[]) as f (id)`.execute(tx)
  await writeAudit(
    tx,
    who,
    valuesOf(proofs, 'fileName').map(attached({ type: 'fee_request', id, no: requestNo })),
  )
}

const attached = (to: { type: string; id: number; no: string }) => (fileName: string) => ({
  action: 'add_attachment',
  ...to,
  after: { fileName },
})

/** Gives approved fees the proof of their requests. */
export async function takeProofs(
  tx: Tx,
  { tenantId }: Who,
  approved: readonly { requestId: number; feeId: number }[],
) {
  await sql`
    insert into fee_attachments (tenant_id, fee_id, file_id)
    select a.tenant_id, x.fee_id, a.file_id
    from unnest(${valuesOf(approved, 'requestId')}::bigint[], ${valuesOf(approved, 'feeId')}::bigint[]) as x (request_id, fee_id)
    join fee_request_attachments a on a.tenant_id = ${tenantId} and a.request_id = x.request_id`.execute(tx)
}

type Proof = { fileId: number; fileName: string; url: string }

/** The proof of a fee. */
export async function proofsOfFee(db: Db, { tenantId }: Who, id: number, files: Pick<Files, 'linkTo'>) {
  const { rows } = await sql<Omit<Proof, 'url'>>`
    select a.file_id, f.file_name from fee_attachments a join files f on f.tenant_id = a.tenant_id and f.id = a.file_id
    where a.tenant_id = ${tenantId} and a.fee_id = ${id} order by a.file_id`.execute(db)
  return rows.map((row): Proof => ({ ...row, url: files.linkTo(tenantId, row.fileId) }))
}

async function lockFee(tx: Tx, who: Who, id: number): Promise<HeldFee> {
  const [fee] = await lockFees(tx, who, { ids: [id] })
  if (!fee) return refuseAs({ kind: 'not_found' }, feeText.notFound)
  return fee
}

/** A proof may come after the fee has left the balance. */
export async function addFeeProof(tx: Tx, who: Who, { id, fileId }: InputOf<typeof calls.addFeeProof>) {
  const fee = await lockFee(tx, who, id)
  if (!fee.isManual && fee.refundOf === null) refuse(feeText.noProofNeeded)
  const { rows } = await sql<{ count: number }>`
    select count(*) from fee_attachments where tenant_id = ${who.tenantId} and fee_id = ${id}`.execute(tx)
  if (only(rows).count >= MAX_PROOFS) refuse(moneyText.tooManyProofs, { max: MAX_PROOFS })
  await attachToFee(tx, who, fee, [fileId])
  await publishEvents(tx, who, [{ kind: 'fee.edited', type: 'fee', id }])
  return {}
}

/** Only as long as the fee can still be voided, as the proof of a payment only from its draft. */
export async function removeFeeProof(tx: Tx, who: Who, { id, fileId }: InputOf<typeof calls.removeFeeProof>) {
  const { status, feeNo } = await lockFee(tx, who, id)
  if (status !== 'not_settled') refuse(feeText.proofKept)
  const { rows } = await sql<{ fileName: string }>`
    with gone as (
      delete from fee_attachments where tenant_id = ${who.tenantId} and fee_id = ${id} and file_id = ${fileId} returning file_id)
    select f.file_name from gone join files f on f.tenant_id = ${who.tenantId} and f.id = gone.file_id`.execute(
    tx,
  )
  const [file] = rows
  if (!file) return refuseAs({ kind: 'not_found' }, moneyText.fileNotFound)
  const before = { fileName: file.fileName }
  await writeAudit(tx, who, [{ action: 'remove_attachment', type: 'fee', id, no: feeNo, before }])
  await publishEvents(tx, who, [{ kind: 'fee.edited', type: 'fee', id }])
  return {}
}
