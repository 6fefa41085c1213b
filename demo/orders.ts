import { sql } from 'kysely'
import { auditOrders } from '../orders/server/audit.ts'
import { createOrder } from '../orders/server/orders.ts'
import { assignChannel } from '../orders/server/reroute.ts'
import { interceptOrders, voidOrders } from '../orders/server/steps.ts'
import { endLateAudits } from '../orders/waybills/server/late.ts'
import { PATIENCE_SECONDS } from '../orders/waybills/server/obtain.ts'
import { blockAccounts } from '../platform/book-checks/server/book-results.ts'
import type { Who } from '../platform/calls/who.ts'
import type { Tx } from '../platform/database/server/db.ts'
import { luck } from '../setup/server/sample-numbers.ts'
import { shipOrders } from '../shipping/outbound/server/ship.ts'
import { createPickingLists } from '../shipping/picking/server/create.ts'
import { completePickingLists } from '../shipping/picking/server/steps.ts'
import type { Event, Floor } from './floor.ts'
import { channelsOf, orderOf } from './order-facts.ts'
import { BLOCKED, BLOCKED_BY, BROKE, UNPRICED } from './plan.ts'
import { printOrders } from './printing.ts'
import { recipientBy } from './recipients.ts'

/**
 * How far an order of the demo has come; an exception is made of what is wrong with it. What a carrier says comes when the server
 * works: the order that awaits it is under audit until then.
 */
const fates = [
  ...Array.from({ length: 9 }, () => 'passed' as const),
  ...(['printed', 'printed', 'printed', 'shipped', 'shipped', 'put_back'] as const),
  ...([
    'address',
    'heavy',
    'short',
    'no_price',
    'no_zone',
    'unpaid',
    'no_label',
    'refused',
    'refused_later',
    'timeout',
    'under_audit',
    'blocked',
  ] as const),
  ...(['intercepting', 'voided'] as const),
  ...Array.from({ length: 7 }, () => 'new' as const),
]
type Fate = (typeof fates)[number]

/** The ledger check blocks as the system. */
const systemActor = (who: Who) => ({ ...who, accountId: null, loginAccount: 'system' })

const byCarrier: readonly Fate[] = ['no_zone', 'refused', 'timeout', 'under_audit']
const channelFor = (fate: Fate) =>
  // Self-pickup has no weight limit.
  fate === 'short'
    ? 'PICKUP'
    : fate === 'no_label'
      ? 'CUSTOMER-LABEL'
      : byCarrier.includes(fate)
        ? 'DEMO-GROUND'
        : 'LOCAL-LA'

/** More than the 50 lb that the courier takes. */
const HEAVY = 72

/** Customers with a price and money, except where another one is wanted. */
const customerFor: Partial<Record<Fate, string>> = { no_price: UNPRICED, unpaid: BROKE, blocked: BLOCKED }
const special = Object.values(customerFor)
const isFor = (fate: Fate, customerCode: string) =>
  fate in customerFor ? customerFor[fate] === customerCode : !special.includes(customerCode)

/** What the demo carrier is asked to do; it reads it in the recipient's name. */
const words: Partial<Record<Fate, string>> = { refused: ' DEMO-ADDRESS', refused_later: ' DEMO-BALANCE' }

/** The outbound orders of the last days, the oldest first. */
export function orderEvents({ tx, people, wares }: Floor): Event[] {
  return fates.map((fate, i): Event => {
    const office = people(`service${(i % 2) + 1}`)
    const happen = async () => {
      const free = await stockedProducts(tx, office)
      const stocked = [...free.keys()].flatMap((id) => wares.get(id) ?? [])
      const fitting = stocked.filter(
        ({ customerCode, isMeasured }) => isMeasured && isFor(fate, customerCode),
      )
      const ware = fitting[(i * 7) % fitting.length]
      if (!ware) return
      const channelOf = await channelsOf(tx, office)
      const recipient = recipientBy(luck(300 + i * 17))
      const { pieces, weight } = free.get(ware.id) ?? { pieces: 0, weight: 1 }
      const usual = fate === 'put_back' ? 1 : (i % 3) + 1
      const quantity = fate === 'short' ? pieces + 12 : fate === 'heavy' ? Math.ceil(HEAVY / weight) : usual
      const { id } = await createOrder(
        tx,
        office,
        orderOf({
          ...recipient,
          receiverName: `${recipient.receiverName}${words[fate] ?? ''}`,
          customerId: ware.customerId,
          referenceNo: `WEB-${1001 + i}`,
          channelId: channelOf(channelFor(fate)),
          ...(fate === 'no_zone' && { postcode: '00401' }),
          phone: fate === 'address' ? null : recipient.phone,
          priority: i % 6 === 0 ? 5 : 0,
          tags: i % 5 === 0 ? ['VIP'] : [],
          lines: [{ productId: ware.id, quantity, declaredValue: null }],
        }),
      )
      if (fate === 'blocked') await blockAccounts(tx, systemActor(office), BLOCKED_BY, [ware.customerId])
      await bringTo(fate, id)
    }
    const bringTo = async (to: Fate, id: number) => {
      const ids = [id]
      if (to === 'new') return
      if (to === 'voided') return void (await voidOrders(tx, office, { ids, reason: '客户取消' }))
      await auditOrders(tx, office, { ids })
      if (to === 'printed' || to === 'shipped') await printOrders(tx, people('packing1'), ids)
      if (to === 'shipped') await shipOrders(tx, people('packing1'), { ids, truckNo: null })
      if (to === 'intercepting') await interceptOrders(tx, office, { ids, reason: '收件人要求改地址' })
      if (to === 'refused_later')
        await assignChannel(tx, office, { ids, channelId: (await channelsOf(tx, office))('DEMO-GROUND') })
      if (to === 'put_back') {
        const { lists } = await createPickingLists(tx, office, { ids, perList: 50, isMixed: true })
        await completePickingLists(tx, people('picking2'), { ids: lists.map((list) => list.id) })
        await voidOrders(tx, office, { ids, reason: '客户取消' })
      }
      // Its label was requested from a carrier that did not answer in time.
      if (to === 'timeout') {
        await sql`update orders set status_at = status_at - make_interval(secs => ${PATIENCE_SECONDS})
          where tenant_id = ${office.tenantId} and id = ${id}`.execute(tx)
        await endLateAudits(tx, office, ids)
      }
      // As if another server were asking the carrier: for some minutes this one leaves it alone.
      if (to === 'under_audit')
        await sql`update waybills set claimed_until = now() + interval '9 minutes'
          where tenant_id = ${office.tenantId} and order_id = ${id}`.execute(tx)
    }
    return { day: -Math.floor((fates.length - 1 - i) / 8), hour: 9 + (i % 8), happen }
  })
}

/** The products with enough good pieces for an order: how many are available, and what one weighs. */
async function stockedProducts(tx: Tx, who: Who): Promise<Map<number, { pieces: number; weight: number }>> {
  const { rows } = await sql<{ id: number; pieces: number; weight: number }>`
    select s.product_id as id, sum(s.on_hand - s.allocated - s.frozen)::int as pieces,
      coalesce(max(p.measured_weight), max(p.declared_weight), 1)::float8 as weight
    from stock s join products p on p.tenant_id = s.tenant_id and p.id = s.product_id
    join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id and l.purpose = 'storage'
    join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id and b.expiry_date is null
    where s.tenant_id = ${who.tenantId} and s.quality = 'good' and s.on_hand > 0
    group by s.product_id having sum(s.on_hand - s.allocated - s.frozen) >= 10 order by s.product_id`.execute(
    tx,
  )
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}
