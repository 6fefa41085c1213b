import { sql } from 'kysely'
import { CarrierFault } from '../../../carriers/carrier.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Database, Tx } from '../../../platform/database/server/db.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import { ordersText } from '../../text.ts'
import { waybillStates } from '../states.ts'
import { claimWaybill, type LabelServices, purchaseKey } from './buy.ts'
import { enqueueEach } from './queue.ts'

type Actor = Pick<Who, 'tenantId'>

/** Why the labels of orders can't be given up now: the carrier is being asked for them. */
export async function labelsUnderWay(
  tx: Tx,
  who: Actor,
  orders: readonly { id: number; orderNo: string }[],
): Promise<Map<number, Text>> {
  const { rows } = await sql<{ orderId: number }>`
    select distinct order_id from waybills where tenant_id = ${who.tenantId} and status = 'requesting'
      and order_id = any(${orders.map(({ id }) => id)}::bigint[])`.execute(tx)
  const busy = new Set(rows.map(({ orderId }) => orderId))
  return new Map(
    orders.flatMap(({ id, orderNo }) =>
      busy.has(id) ? [[id, fill(ordersText.labelUnderWay, { no: orderNo })] as const] : [],
    ),
  )
}

/**
 * Gives up the labels of orders. What a carrier sold, or may have sold, is voided there by a job; the others are void at once. The
 * orders are locked by the caller.
 */
export async function voidLabels(
  tx: Tx,
  who: Actor,
  orderIds: readonly number[],
  /** A customer's own label stays valid when only the address is corrected. */
  { keepsUploads = false }: { keepsUploads?: boolean } = {},
) {
  const { rows } = await sql<{ id: number; isSold: boolean }>`
    select id, carrier_account_id is not null and (status = 'obtained' or is_unknown) as is_sold
    from waybills where tenant_id = ${who.tenantId} and order_id = any(${orderIds}::bigint[]) and status in ('obtained', 'failed')
      and not (${keepsUploads} and label_source in ('uploaded', 'platform'))
    order by id for no key update`.execute(tx)
  const sold = rows.filter(({ isSold }) => isSold).map(({ id }) => id)
  const own = rows.filter(({ isSold }) => !isSold).map(({ id }) => id)
  await sql`update waybills set status = ${waybillStates.actions.ask_void.to}::waybill_status, calls = 0
    where tenant_id = ${who.tenantId} and id = any(${sold}::bigint[])`.execute(tx)
  await sql`update waybills set status = ${waybillStates.actions.void.to}::waybill_status, voided_at = business_now()
    where tenant_id = ${who.tenantId} and id = any(${own}::bigint[])`.execute(tx)
  await enqueueEach(
    tx,
    'void_label',
    sold.map((id) => ({ id })),
  )
}

/** Voids one label at its carrier, outside any transaction. A label whose purchase is unknown is looked up first. */
export const voidLabel =
  (database: Database, { carriers }: LabelServices) =>
  async (tenantId: number, { id }: { id: number }) => {
    const claimed = await database.write(tenantId, (tx) =>
      claimWaybill(tx, tenantId, id, 'voiding', 'void_label'),
    )
    if (!claimed) return
    const end = (set: 'voided' | 'void_failed' | 'later', reason: string | Text | null = null) =>
      database.write(tenantId, async (tx) => {
        if (set === 'later') await enqueueEach(tx, 'void_label', [{ id }], 3600)
        await sql`update waybills set claimed_until = null, ${
          set === 'later'
            ? sql`calls = calls`
            : sql`status = ${set}::waybill_status, ${set === 'voided' ? sql`voided_at = business_now(),` : sql``}
              fail_facts = ${reason === null ? null : JSON.stringify({ text: 'voidRefused', values: { reason } })}::jsonb`
        } where tenant_id = ${tenantId} and id = ${id} and status = 'voiding'`.execute(tx)
      })
    try {
      const carrier = await carriers.carrierOf(tenantId, claimed.accountId, { mayBeDisabled: true })
      const ref =
        claimed.carrierRef ??
        (carrier.capabilities.find ? (await carrier.find(purchaseKey(claimed)))?.ref : undefined)
      if (ref === undefined && carrier.capabilities.find) return void (await end('voided'))
      if (ref === undefined || !carrier.capabilities.void)
        return void (await end('void_failed', ordersText.voidByHand))
      const { outcome, words } = await carrier.void(ref)
      if (outcome === 'voided') await end('voided')
      else if (outcome === 'requested') await end('later')
      else await end('void_failed', words)
    } catch (fault) {
      if (!(fault instanceof CarrierFault)) throw fault
      if (fault.problem === 'down') await end('later')
      else await end('void_failed', fault.reason)
    }
  }
