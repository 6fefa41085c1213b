import { sql } from 'kysely'
import { type CarrierAdapter, CarrierFault, type Sold } from '../../../carriers/carrier.ts'
import type { Database } from '../../../platform/database/server/db.ts'
import type { Text } from '../../../platform/text/text.ts'
import { chargeVoided } from '../../server/order-facts.ts'
import { ordersText } from '../../text.ts'
import { claimWaybill, type LabelServices, purchaseKey, recordBought } from './buy.ts'
import { enqueueEach } from './queue.ts'

/** Voids one label at its carrier, outside any transaction. A label whose purchase is unknown is looked up first. */
export const voidLabel =
  (database: Database, { carriers }: LabelServices) =>
  async (tenantId: number, { id }: { id: number }) => {
    const claimed = await database.write(tenantId, (tx) =>
      claimWaybill(tx, tenantId, id, 'voiding', 'void_label'),
    )
    if (!claimed) return
    const end = (
      set: 'voided' | 'void_failed' | 'later',
      reason: string | Text | null = null,
      facts: object | null = reason === null ? null : { text: 'voidRefused', values: { reason } },
      isOpen = false,
    ) =>
      database.write(tenantId, async (tx) => {
        if (set === 'later') await enqueueEach(tx, 'void_label', [{ id }], 3600)
        // The order first, then its waybill: two labels of one order end one after the other.
        else
          await sql`select 1 from orders where tenant_id = ${tenantId} and id = ${claimed.orderId} for no key update`.execute(
            tx,
          )
        await sql`update waybills set claimed_until = null, ${
          set === 'later'
            ? sql`calls = calls`
            : sql`status = ${set}::waybill_status, is_unknown = is_unknown and ${isOpen},
              ${set === 'voided' ? sql`voided_at = business_now(),` : sql``} fail_facts = ${facts && JSON.stringify(facts)}::jsonb`
        } where tenant_id = ${tenantId} and id = ${id} and status = 'voiding'`.execute(tx)
        if (set !== 'later') await chargeVoided(tx, tenantId, claimed.orderId)
      })
    // A void that the carrier was asked for in time may be decided later.
    if (claimed.isVoidOver && !claimed.wasAsked)
      return void (await end('void_failed', null, { text: 'voidTooLate', values: {} }))
    try {
      const carrier = await carriers.carrierOf(tenantId, claimed.accountId, { mayBeDisabled: true })
      const sold =
        claimed.carrierRef === null && carrier.capabilities.find
          ? await soldBy(carrier, purchaseKey(claimed))
          : undefined
      if (
        sold &&
        (await database.write(tenantId, (tx) => recordBought(tx, tenantId, claimed, sold))) === 'taken'
      )
        return void (await end('void_failed', null, {
          text: 'trackingTaken',
          values: { number: sold.trackingNo },
        }))
      const ref = claimed.carrierRef ?? sold?.ref
      // What it has not sold yet it may still sell: it is asked again later.
      if (ref === undefined && carrier.capabilities.find)
        return void (await end(claimed.isRecent ? 'later' : 'voided'))
      if (ref === undefined || !carrier.capabilities.void)
        return void (await end('void_failed', ordersText.voidByHand))
      const { outcome, words } = await carrier.void(ref)
      if (outcome === 'voided') await end('voided')
      else if (outcome === 'requested') await end('later')
      else await end('void_failed', words)
    } catch (fault) {
      if (!(fault instanceof CarrierFault)) throw fault
      if (fault.problem === 'down') await end('later')
      else await end('void_failed', fault.reason, undefined, true)
    }
  }

/** What the carrier has sold, also where the file of the label can't be used. */
async function soldBy(carrier: Pick<CarrierAdapter, 'find'>, key: string): Promise<Sold | undefined> {
  try {
    return await carrier.find(key)
  } catch (fault) {
    if (fault instanceof CarrierFault && fault.sold) return fault.sold
    throw fault
  }
}
