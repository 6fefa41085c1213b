import { sql } from 'kysely'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { idsOf } from '../../../platform/database/server/rows.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import { ordersText } from '../../text.ts'
import { waybillStates } from '../states.ts'
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
      and order_id = any(${idsOf(orders)}::bigint[])`.execute(tx)
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
  /**
   * A customer's own label stays valid when only the address is corrected; or only labels of channels the orders have left, and failed
   * requests to a carrier that their channel has left; or only the labels of one package.
   */
  {
    keepsUploads = false,
    ofOtherChannels = false,
    packageId = null,
  }: { keepsUploads?: boolean; ofOtherChannels?: boolean; packageId?: number | null } = {},
) {
  const { rows } = await sql<{ id: number; isSold: boolean }>`
    select id, carrier_account_id is not null and (status = 'obtained' or is_unknown) as is_sold
    from waybills where tenant_id = ${who.tenantId} and order_id = any(${orderIds}::bigint[]) and status in ('obtained', 'failed')
      and not (${keepsUploads} and label_source in ('uploaded', 'platform'))
      and (${packageId}::bigint is null or package_id = ${packageId})
      and (not ${ofOtherChannels} or exists (
        select 1 from orders o join channels h on h.tenant_id = o.tenant_id and h.id = o.channel_id
        where o.tenant_id = waybills.tenant_id and o.id = waybills.order_id and (h.id <> waybills.channel_id or waybills.status = 'failed'
          and (h.label_source, h.carrier_account_id) is distinct from (waybills.label_source, waybills.carrier_account_id))))
    order by id for no key update`.execute(tx)
  const sold = idsOf(rows.filter(({ isSold }) => isSold))
  const own = idsOf(rows.filter(({ isSold }) => !isSold))
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
