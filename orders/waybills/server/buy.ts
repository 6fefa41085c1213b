import { sql } from 'kysely'
import { CarrierFault, type Label, type Sold } from '../../../carriers/carrier.ts'
import { buyOnce, type Carriers } from '../../../carriers/server/carriers.ts'
import { labelSize } from '../../../channels/rules.ts'
import type { LabelFormat } from '../../../db/schema.ts'
import { Refusal } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Database, Tx } from '../../../platform/database/server/db.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import type { LabelSpace } from '../../../platform/printing/label-space.ts'
import { analyseLabel, normaliseLabel } from '../../../platform/printing/server/normalise-label.ts'
import { type Failure, failedLabel } from '../../audit.ts'
import { failAudit, passAudit } from '../../server/audit-end.ts'
import { holdCarrierPrice } from '../../server/order-facts.ts'
import { systemOf } from '../../server/system-account.ts'
import type { OrderState } from '../../states.ts'
import { type WaybillState, waybillStates } from '../states.ts'
import { rememberTracking } from './obtain.ts'
import { enqueueEach } from './queue.ts'
import { shipmentOf } from './shipment.ts'

export type LabelServices = { carriers: Carriers; files: Files }

/** A carrier that did not answer may sell the label for so long after it was asked. */
const LATE_SALE_SECONDS = 900

/** No other server talks to the carrier about a label for this long; longer than a call may take. */
const CLAIM_SECONDS = 120
const MAX_RETRIES = 3

type Claimed = {
  id: number
  orderId: number
  packageId: number
  accountId: number
  format: LabelFormat
  attempt: number
  /** Whether the carrier was asked under this attempt before: it may have sold the label. */
  wasAsked: boolean
  /** Whether a slow carrier may still be selling it. */
  isRecent: boolean
  /** Whether the channel's period for voiding it has ended. */
  isVoidOver: boolean
  /** What the carrier is known to have sold under this attempt. */
  carrierRef: string | null
  trackingNo: string | null
}

/**
 * Reserves a waybill for a talk with its carrier. Undefined where there is nothing to do any more, or where another server is at it: then
 * the job comes back when that one must have ended.
 */
export async function claimWaybill(
  tx: Tx,
  tenantId: number,
  id: number,
  status: WaybillState,
  job: string,
): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed & { status: WaybillState; isHeld: boolean }>`
    select id, order_id, package_id, carrier_account_id as account_id, label_format as format, attempt, calls > 0 as was_asked, carrier_ref, tracking_no,
      requested_at > business_now() - make_interval(secs => ${LATE_SALE_SECONDS}) as is_recent,
      coalesce(void_until <= business_now(), false) as is_void_over, status, coalesce(claimed_until > now(), false) as is_held
    from waybills where tenant_id = ${tenantId} and id = ${id} for no key update`.execute(tx)
  const [row] = rows
  if (!row || row.status !== status) return undefined
  if (row.isHeld) {
    await enqueueEach(tx, job, [{ id }], CLAIM_SECONDS)
    return undefined
  }
  await sql`update waybills set claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS}), calls = calls + 1
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx)
  return row
}

export const purchaseKey = ({ packageId, attempt }: Pick<Claimed, 'packageId' | 'attempt'>) =>
  `package-${packageId}-${attempt}`

/** Buys one label, outside any transaction; what was asked for before is looked up first. */
export const buyLabel =
  (database: Database, { carriers, files }: LabelServices) =>
  async (tenantId: number, { id }: { id: number }) => {
    const claimed = await database.write(tenantId, (tx) =>
      claimWaybill(tx, tenantId, id, 'requesting', 'buy_label'),
    )
    if (!claimed) return
    const { service, shipment } = await database.read(tenantId, (db) =>
      shipmentOf(db, tenantId, claimed.packageId),
    )
    const end = (work: (tx: Tx, who: Who) => Promise<unknown>) =>
      database.write(tenantId, async (tx) => {
        await work(tx, await systemOf(tx, tenantId))
      })
    if (!shipment) {
      await end((tx, who) =>
        endFailed(tx, who, claimed, {
          failure: failedLabel('label_failed', 'measuresMissing', {}),
          isUnknown: claimed.wasAsked,
        }),
      )
      return
    }
    const keepBought = (sold: Sold) =>
      database.write(tenantId, (tx) => recordBought(tx, tenantId, claimed, sold))
    let label: Label | undefined
    // Until the carrier has said so, it may have sold the label when it was asked before.
    let isOpen = claimed.wasAsked
    try {
      const carrier = await carriers.carrierOf(tenantId, claimed.accountId)
      const key = purchaseKey(claimed)
      if (claimed.wasAsked && !carrier.capabilities.find) {
        await end((tx, who) => endFailed(tx, who, claimed, cannotAsk(claimed)))
        return
      }
      label = claimed.wasAsked ? await carrier.find(key) : undefined
      isOpen = false
      label ??= await buyOnce(carrier, { shipment, service, key })
      await keepBought(label)
      const { pdf } = await normaliseLabel(label.file, labelSize(claimed.format))
      const space = await analyseLabel(pdf)
      const stored = await files.storeBytes({ bytes: Buffer.from(pdf) })
      await end(async (tx, who) => {
        const fileId = await files.enter(
          tx,
          who,
          { name: `${label?.trackingNo}.pdf`, mime: 'application/pdf', purpose: 'label' },
          stored,
        )
        await endObtained(tx, who, claimed, label as Label, { fileId, space })
      })
    } catch (fault) {
      if (fault instanceof CarrierFault && fault.sold) await keepBought(fault.sold)
      const problem = problemIn(fault, { isBought: label !== undefined, isOpen })
      if (!problem) throw fault
      await end((tx, who) => endFailed(tx, who, claimed, problem))
    }
  }

/**
 * Writes down what a carrier sold before its file is stored: a later attempt or a void needs it. Not where another label has the number,
 * which may be the carrier's mistake: a void would hit the other label.
 */
export async function recordBought(
  tx: Tx,
  tenantId: number,
  { id, attempt }: Pick<Claimed, 'id' | 'attempt'>,
  { ref, trackingNo, cost }: Sold,
): Promise<'bought' | 'taken'> {
  const isTaken = await isNumberTaken(tx, tenantId, id, trackingNo)
  if (isTaken) return 'taken'
  await sql`update waybills set carrier_ref = ${ref}, tracking_no = ${trackingNo},
      cost_amount = ${cost ? cost.amount : sql`case when carrier_ref = ${ref} then cost_amount end`},
      cost_currency = ${cost ? cost.currency : sql`case when carrier_ref = ${ref} then cost_currency end`}
    where tenant_id = ${tenantId} and id = ${id} and (status = 'voiding' or status in ('requesting', 'failed') and attempt = ${attempt})`.execute(
    tx,
  )
  return 'bought'
}

/** Whether another label of the same carrier has this number. */
async function isNumberTaken(tx: Tx, tenantId: number, id: number, trackingNo: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from waybills w join waybills m on m.tenant_id = w.tenant_id and m.carrier = w.carrier
    where m.tenant_id = ${tenantId} and m.id = ${id} and w.id <> m.id
      and w.status in ('requesting', 'failed', 'obtained', 'voiding', 'void_failed')
      and w.tracking_key = upper(regexp_replace(${trackingNo}, '\\s', '', 'g'))`.execute(tx)
  return rows.length > 0
}

/** A carrier that cannot be asked about an earlier request is not asked to sell a second label. */
const cannotAsk = ({ trackingNo }: Claimed): Problem => ({
  failure:
    trackingNo === null
      ? failedLabel('label_failed', 'labelNotFound', {})
      : failedLabel('label_failed', 'labelLost', { number: trackingNo }),
  isUnknown: true,
})

type Problem = { failure: Failure; isUnknown?: boolean; isDown?: boolean; isOthers?: boolean }

/** What to say of a failure that is the carrier's or the label's; undefined where it is ours. */
function problemIn(
  fault: unknown,
  { isBought, isOpen }: { isBought: boolean; isOpen: boolean },
): Problem | undefined {
  if (fault instanceof CarrierFault) {
    const isUnknown = fault.isUnknown || isOpen
    return {
      failure: failedLabel('label_failed', isUnknown ? 'labelUnknown' : 'labelRefused', {
        reason: fault.reason,
      }),
      isUnknown,
      isDown: fault.problem === 'down',
    }
  }
  // Files that can't be stored right now: the job is repeated, and finds what was bought.
  if (!(fault instanceof Refusal) || fault.detail.kind === 'unavailable') return undefined
  const words = isBought ? 'labelUnreadable' : 'labelRefused'
  return {
    failure: failedLabel('label_failed', words, { reason: fault.text }),
    isUnknown: isBought || isOpen,
  }
}

type HeldOrder = { id: number; orderNo: string; status: OrderState; exceptionCode: string | null }

/** The order first, then its waybill: the same order of locks as everywhere. */
async function lockBoth(tx: Tx, who: Who, { id, orderId }: Claimed) {
  const { rows: orders } = await sql<HeldOrder>`
    select id, order_no, status, exception_code from orders where tenant_id = ${who.tenantId} and id = ${orderId} for no key update`.execute(
    tx,
  )
  const { rows: waybills } = await sql<{ status: WaybillState; attempt: number; retries: number }>`
    select status, attempt, retries from waybills where tenant_id = ${who.tenantId} and id = ${id} for no key update`.execute(
    tx,
  )
  const [order] = orders
  const [waybill] = waybills
  if (!order || !waybill) throw new Error(`no waybill ${id}`)
  return { order, waybill }
}

async function endObtained(
  tx: Tx,
  who: Who,
  claimed: Claimed,
  label: Label,
  { fileId, space }: { fileId: number; space: LabelSpace },
) {
  const { order, waybill } = await lockBoth(tx, who, claimed)
  const { id } = claimed
  const isWanted = waybillStates.allows(waybill.status, 'obtain') && waybill.attempt === claimed.attempt
  if (!isWanted) {
    // It was given up while the carrier sold it: it can be voided now.
    await sql`update waybills set claimed_until = null
      where tenant_id = ${who.tenantId} and id = ${id} and status = 'voiding'`.execute(tx)
    return
  }
  if (await isNumberTaken(tx, who.tenantId, id, label.trackingNo)) {
    const failure = failedLabel('label_failed', 'trackingTaken', { number: label.trackingNo })
    await endFailed(tx, who, claimed, { failure, isUnknown: true, isOthers: true })
    return
  }
  await sql`update waybills w set status = ${waybillStates.actions.obtain.to}::waybill_status, obtained_at = business_now(),
      tracking_no = ${label.trackingNo}, carrier_ref = ${label.ref}, label_file_id = ${fileId}, label_space = ${JSON.stringify(space)}::jsonb, cost_amount = ${label.cost?.amount ?? null},
      cost_currency = ${label.cost?.currency ?? null}, claimed_until = null, is_unknown = false, fail_facts = null,
      void_until = (select (warehouse_today() + h.void_days + 1)::timestamp at time zone x.time_zone
        from channels h, warehouses x where h.tenant_id = w.tenant_id and h.id = w.channel_id and x.tenant_id = w.tenant_id)
    where w.tenant_id = ${who.tenantId} and w.id = ${id}`.execute(tx)
  await rememberTracking(tx, who, [{ orderId: order.id, trackingNo: label.trackingNo }])
  const unpaid = await holdCarrierPrice(tx, who, order.id)
  if (unpaid && order.status !== 'audit_exception')
    await failAudit(tx, who, [order], new Map([[order.id, unpaid]]))
  else if (order.status === 'under_audit') {
    const { rows: open } =
      await sql`select 1 from packages p where p.tenant_id = ${who.tenantId} and p.order_id = ${order.id}
      and not exists (select 1 from waybills w where w.tenant_id = p.tenant_id and w.package_id = p.id and w.status = 'obtained')`.execute(
        tx,
      )
    if (open.length === 0) await passAudit(tx, who, [order])
  } else if (order.status === 'audit_exception') await enqueueEach(tx, 'retry_labels', [{ ids: [order.id] }])
}

/** A failed request: the order says why, and where the carrier is down the system asks again by itself. */
async function endFailed(
  tx: Tx,
  who: Who,
  claimed: Claimed,
  { failure, isUnknown = false, isDown, isOthers = false }: Problem,
) {
  const { order, waybill } = await lockBoth(tx, who, claimed)
  if (waybill.status !== 'requesting' || waybill.attempt !== claimed.attempt) return
  const isAgain = isDown && waybill.retries < MAX_RETRIES
  await sql`update waybills set status = ${waybillStates.actions.fail.to}::waybill_status, is_unknown = ${isUnknown}, claimed_until = null,
      fail_facts = ${JSON.stringify(failure)}::jsonb, retries = ${waybill.retries + (isAgain ? 1 : 0)}
      ${isOthers ? sql`, carrier_ref = null, tracking_no = null` : sql``}
    where tenant_id = ${who.tenantId} and id = ${claimed.id}`.execute(tx)
  if (order.status === 'under_audit') await failAudit(tx, who, [order], new Map([[order.id, failure]]))
  if (order.status === 'pending_shipment' || order.status === 'waybill_printed')
    await failAudit(tx, who, [order], new Map([[order.id, { ...failure, code: 'waybill_refused' }]]))
  if (isAgain) await enqueueEach(tx, 'retry_labels', [{ ids: [order.id] }], 60 * 3 ** waybill.retries)
}
