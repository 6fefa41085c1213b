import { sql } from 'kysely'
import { CarrierFault, type Manifest, type Parcel } from '../../../carriers/carrier.ts'
import { makeManifestOnce } from '../../../carriers/server/carriers.ts'
import { sentenceOf } from '../../../carriers/server/sentence.ts'
import { systemOf } from '../../../orders/server/system-account.ts'
import type { LabelServices } from '../../../orders/waybills/server/buy.ts'
import { enqueueEach } from '../../../orders/waybills/server/queue.ts'
import { publishEvents, writeAudit } from '../../../platform/audit/server/audit.ts'
import { Refusal } from '../../../platform/calls/refusal.ts'
import type { Database, Tx } from '../../../platform/database/server/db.ts'
import { inBoth, say, type Text } from '../../../platform/text/text.ts'
import { type ManifestState, manifestStates } from '../states.ts'
import { manifestText } from '../text.ts'
import { parcelsOf } from './manifests.ts'

/** No other server talks to the carrier about a manifest for this long; longer than creating one and looking it up may take. */
const CLAIM_SECONDS = 180

type Claimed = {
  id: number
  batchId: number
  batchNo: string
  accountId: number
  /** Whether the carrier was asked before: it may have made the manifest. */
  wasAsked: boolean
}

/** Reserves a manifest for a talk with its carrier, as `claimWaybill` does for a label. */
async function claimManifest(tx: Tx, tenantId: number, id: number): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed & { status: ManifestState; isHeld: boolean }>`
    select m.id, m.batch_id, b.batch_no, m.carrier_account_id as account_id, m.calls > 0 as was_asked, m.status,
      coalesce(m.claimed_until > now(), false) as is_held
    from manifests m join shipment_batches b on b.tenant_id = m.tenant_id and b.id = m.batch_id
    where m.tenant_id = ${tenantId} and m.id = ${id} for no key update of m`.execute(tx)
  const [row] = rows
  if (!row || !manifestStates.allows(row.status, 'make')) return undefined
  if (row.isHeld) {
    await enqueueEach(tx, 'make_manifest', [{ id }], CLAIM_SECONDS)
    return undefined
  }
  await sql`update manifests set claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS}), calls = calls + 1
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx)
  return row
}

/** Makes one manifest, outside any transaction; what was asked for before is looked up first. */
export const makeManifest =
  (database: Database, { carriers, files }: LabelServices) =>
  async (tenantId: number, { id }: { id: number }) => {
    const claimed = await database.write(tenantId, (tx) => claimManifest(tx, tenantId, id))
    if (!claimed) return
    const fail = (text: Text) => database.write(tenantId, (tx) => endFailed(tx, tenantId, claimed, text))
    const parcels = await database.read(tenantId, (db) => parcelsOf(db, tenantId, claimed))
    if (parcels.length === 0) return void (await fail(manifestText.nothingLeft))
    let isOpen = claimed.wasAsked
    let made: Manifest
    try {
      const { manifest } = await carriers.carrierOf(tenantId, claimed.accountId, { mayBeDisabled: true })
      if (!manifest) throw new Error(`account ${claimed.accountId} makes no manifests`)
      const before = claimed.wasAsked ? await manifest.find(parcels) : undefined
      isOpen = false
      made = before ?? (await makeManifestOnce(manifest, parcels, claimed.batchNo))
    } catch (fault) {
      const text = textOf(fault, isOpen)
      if (!text) throw fault
      return void (await fail(text))
    }
    const stored = await files.storeBytes({ bytes: Buffer.from(made.file) })
    await database.write(tenantId, (tx) =>
      endMade(tx, tenantId, claimed, { manifestNo: made.number, parcels }, (who) =>
        files.enter(tx, who, { name: `manifest-${claimed.batchNo}.pdf`, mime: 'application/pdf' }, stored),
      ),
    )
  }

/** What to say of a failure that is the carrier's or the account's; undefined where it is ours. */
function textOf(fault: unknown, isOpen: boolean): Text | undefined {
  if (fault instanceof CarrierFault) {
    const isUnknown = fault.isUnknown || (isOpen && fault.problem === 'down')
    return inBoth((language) => {
      const reason = sentenceOf({ language }, fault)
      return isUnknown ? say(manifestText.unknown, language, { reason }) : reason
    })
  }
  return fault instanceof Refusal && fault.detail.kind !== 'unavailable' ? fault.text : undefined
}

async function endMade(
  tx: Tx,
  tenantId: number,
  { id, batchId, batchNo }: Claimed,
  { manifestNo, parcels }: { manifestNo: string; parcels: readonly Parcel[] },
  enterFile: (who: { tenantId: number; accountId: number }) => Promise<number>,
) {
  const { rows } = await sql<{ status: ManifestState; accountName: string }>`
    select m.status, a.account_name from manifests m
    join carrier_accounts a on a.tenant_id = m.tenant_id and a.id = m.carrier_account_id
    where m.tenant_id = ${tenantId} and m.id = ${id} for no key update of m`.execute(tx)
  const [row] = rows
  // Another server took over after our claim ended, and was first.
  if (!row || !manifestStates.allows(row.status, 'make')) return
  const who = await systemOf(tx, tenantId)
  const fileId = await enterFile(who)
  await sql`update manifests set status = ${manifestStates.actions.make.to}::manifest_status, manifest_no = ${manifestNo},
      file_id = ${fileId}, package_count = ${parcels.length}, made_at = business_now(), claimed_until = null
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx)
  await writeAudit(tx, who, [
    {
      action: 'make_manifest',
      type: 'shipment_batch',
      id: batchId,
      no: batchNo,
      after: { accountName: row.accountName, manifestNo, packageCount: parcels.length },
    },
  ])
  await publishEvents(tx, who, [
    { kind: 'shipment_batch.manifest_made', type: 'shipment_batch', id: batchId, payload: { manifestNo } },
  ])
}

const endFailed = (tx: Tx, tenantId: number, { id }: Claimed, text: Text) =>
  sql`update manifests set status = ${manifestStates.actions.fail.to}::manifest_status, fail_text = ${JSON.stringify(text)}::jsonb,
      claimed_until = null
    where tenant_id = ${tenantId} and id = ${id} and status = any(${manifestStates.actions.fail.from}::manifest_status[])`.execute(
    tx,
  )
