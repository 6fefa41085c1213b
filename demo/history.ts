import { sql } from 'kysely'
import type pg from 'pg'
import { approve } from '../inventory/counts/server/approve-count.ts'
import { createCount, enterCount, submitCount } from '../inventory/counts/server/counts.ts'
import { adjustStock, freezeStock, moveStock } from '../inventory/stock/server/moves.ts'
import { createInbound } from '../receiving/server/inbounds.ts'
import { putGoodsAway } from '../receiving/server/putaway.ts'
import { receive } from '../receiving/server/receive.ts'
import { completeInbound, confirmInbounds, voidInbounds } from '../receiving/server/steps.ts'
import { luck } from '../setup/server/sample-numbers.ts'
import { type Event, type Floor, floorOf } from './floor.ts'
import { orderEvents } from './orders.ts'
import { paymentEvents } from './payments.ts'
import { pickingEvents } from './picking.ts'
import { type Delivery, deliveries, isShipper, stockWork } from './plan.ts'

const DAY = 86_400_000

/**
 * Half a year in the demo warehouse: deliveries, and work on their goods.
 *
 * Everything goes through the functions that the screens call, each at its own time, so that documents,
 * flows, charges and audit log agree as in a real warehouse.
 */
export async function seedHistory(client: pg.Client, tenantId: number): Promise<void> {
  // Within one transaction autovacuum does not analyse, and the planner would assume empty tables.
  await client.query('analyze locations, location_zones, products, product_barcodes, customers')
  const floor = await floorOf(client, tenantId)
  const wares = [...floor.wares.values()].filter((ware) => !isShipper(ware))
  const events = [
    ...deliveries(wares).flatMap((delivery) => eventsOf(floor, delivery)),
    ...paymentEvents(floor, wares),
    ...orderEvents(floor),
    ...pickingEvents(floor),
    ...stockWork.map(({ day, ...work }) => ({
      day,
      hour: 13,
      happen: () => workOnStock(floor, work),
    })),
  ]
  const now = Date.now()
  const midnight = now - (now % DAY)
  // West coast working hours; times in the future become now.
  const at = ({ day, hour }: Event) => Math.min(midnight + day * DAY + (hour + 8) * 3_600_000, now)
  for (const [i, event] of events.toSorted((a, b) => at(a) - at(b)).entries()) {
    if (i === 100) await client.query('analyze stock, batches, stock_flows, inbounds, inbound_lines')
    await sql`select set_config('app.business_now', ${new Date(at(event)).toISOString()}, true)`.execute(
      floor.tx,
    )
    await event.happen()
  }
  await sql`select set_config('app.business_now', '', true)`.execute(floor.tx)
}

/** A delivery from its submission to its last bin, as far as it has got. */
function eventsOf({ tx, people, binsOf, wares, dock }: Floor, delivery: Delivery): Event[] {
  const { day, seed, upTo, lines } = delivery
  const receiver = people(`receiving${(seed % 6) + 1}`)
  const office = people(`service${(seed % 2) + 1}`)
  let inboundId = 0
  let pending: { batchId: number; productId: number; quantity: number }[] = []

  const announce = async () => {
    const made = await createInbound(tx, office, {
      customerId: delivery.customerId,
      inboundType: delivery.type,
      referenceNo: delivery.referenceNo,
      transport: delivery.transport,
      containerNo: delivery.containerNo,
      trackingNos: delivery.trackingNos,
      eta: delivery.type === 'init' ? null : dayText(day),
      originNo: null,
      putawayDate: delivery.type === 'init' ? dayText(day - 60) : null,
      remark: null,
      boxes: delivery.boxes,
      lines: lines.map(({ boxNo, productId, expected, lifeLeft, lot }) => ({
        boxNo,
        productId,
        expected,
        productionDate: null,
        expiryDate: lifeLeft === null ? null : dayText(day + lifeLeft),
        lot,
      })),
      fileIds: [],
      isSubmitted: upTo !== 'draft',
    })
    inboundId = made.id
  }
  const count = async () => {
    // Half a delivery in progress: its first lines.
    const counted = upTo === 'counting' ? lines.slice(0, Math.ceil(lines.length / 2)) : lines
    const { pending: waiting } = await receive(tx, receiver, {
      inboundId,
      boxId: null,
      lines: counted
        .filter(({ good, defective }) => good + defective > 0)
        .map(({ productId, good, defective, lifeLeft, lot }) => ({
          productId,
          good,
          defective,
          locationId: dock,
          defectiveLocationId: null,
          productionDate: null,
          expiryDate: lifeLeft === null ? null : dayText(day + lifeLeft),
          lot,
          photoFileIds: [],
          isUnexpected: false,
          confirmedTotal: 1_000_000,
          remark: defective > 0 ? '外箱破损' : null,
        })),
    })
    pending = waiting
  }
  /** Large quantities go to two bins. */
  const putAway = async () => {
    const parts = pending.flatMap(({ batchId, productId, quantity }) => {
      const ware = wares.get(productId)
      const [first = 0, second = 0] = ware ? binsOf(ware) : []
      const half = Math.floor(quantity / 2)
      const shares = quantity > 60 ? [{ locationId: second, quantity: half }] : []
      const rest = quantity > 60 ? quantity - half : quantity
      return [{ locationId: first, quantity: rest }, ...shares].map((share) => ({
        ...share,
        batchId,
        productId: null,
        batch: null,
      }))
    })
    if (parts.length > 0) await putGoodsAway(tx, receiver, { inboundId, lines: parts })
  }
  /** A delivery received as expected has closed itself with its last putaway. */
  const close = async () => {
    if (delivery.note) await completeInbound(tx, receiver, { id: inboundId, differenceNote: delivery.note })
  }
  const steps: [Delivery['upTo'], number, number, () => Promise<unknown>][] = [
    ['draft', Math.min(day - 9, -1), 14, announce],
    ['voided', day, 10, () => voidInbounds(tx, office, { ids: [inboundId] })],
    ['arrived', day, 9, () => confirmInbounds(tx, receiver, { ids: [inboundId] })],
    ['counting', day, 10, count],
    ['put_away', day, 14, putAway],
    ['complete', day, 16, close],
  ]
  const reached: Record<Delivery['upTo'], Delivery['upTo'][]> = {
    draft: ['draft'],
    announced: ['draft'],
    voided: ['draft', 'voided'],
    arrived: ['draft', 'arrived'],
    counting: ['draft', 'arrived', 'counting'],
    put_away: ['draft', 'arrived', 'counting', 'put_away'],
    complete: ['draft', 'arrived', 'counting', 'put_away', 'complete'],
  }
  return steps
    .filter(([step]) => reached[upTo].includes(step))
    .map(([, on, hour, happen]) => ({ day: on, hour, happen }))
}

const dayText = (day: number) => new Date(Date.now() + day * DAY).toISOString().slice(0, 10)

/** Moves, adjustments, freezes and counts of the goods the plan points to. */
async function workOnStock(
  { tx, people }: Floor,
  { kind, seed, reason }: Omit<(typeof stockWork)[number], 'day'>,
) {
  const who = people(`stock${(seed % 2) + 1}`)
  const { rows: stock } = await sql<{ id: number }>`
    select s.id from stock s
    join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id and l.purpose = 'storage'
    where s.tenant_id = ${who.tenantId} and s.quality = 'good' and s.on_hand - s.allocated - s.frozen >= 12
    order by s.id`.execute(tx)
  const picked = stock[Math.floor(luck(seed)() * stock.length)]?.id ?? 0
  const { rows } = await sql<{
    id: number
    available: number
    locationCode: string
    sku: string
    beside: string
  }>`
    select s.id, s.on_hand - s.allocated - s.frozen as available, l.location_code, c.customer_code || '.' || p.sku as sku,
      (select e.location_code from stock o join locations e on e.tenant_id = o.tenant_id and e.id = o.location_id
        where o.tenant_id = s.tenant_id and o.customer_id = s.customer_id and o.quality = 'good' and o.on_hand > 0
          and e.purpose = 'storage' and e.id <> l.id
        order by abs(e.route_seq - l.route_seq) limit 1) as beside
    from stock s
    join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id
    join products p on p.tenant_id = s.tenant_id and p.id = s.product_id
    join customers c on c.tenant_id = p.tenant_id and c.id = p.customer_id
    where s.tenant_id = ${who.tenantId} and s.id = ${picked}`.execute(tx)
  const chosen = rows[0]
  if (!chosen) return
  const { id: stockId, available, locationCode, sku, beside } = chosen
  switch (kind) {
    case 'move':
      return moveStock(tx, who, {
        lines: [{ stockId, quantity: Math.ceil(available / 2) }],
        toLocationCode: beside,
        reason,
      })
    case 'damage':
      return moveStock(tx, who, { lines: [{ stockId, quantity: 1 }], toLocationCode: 'X-01-1', reason })
    case 'adjust':
      return adjustStock(tx, who, { lines: [{ stockId, quantity: seed % 3 === 0 ? 1 : -1 }], reason })
    case 'freeze':
      return freezeStock(tx, who, { lines: [{ stockId, quantity: Math.ceil(available / 3) }], reason })
    case 'count': {
      const input = {
        zoneId: null,
        customerId: null,
        sku: null,
        locationCodes: [locationCode],
        isBlind: true,
      }
      const { id } = await createCount(tx, who, input)
      const { rows: there } = await sql<{ system: string; onHand: number }>`
        select c.customer_code || '.' || p.sku as system, sum(s.on_hand)::bigint as on_hand from stock s
        join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id and l.location_code = ${locationCode}
        join products p on p.tenant_id = s.tenant_id and p.id = s.product_id
        join customers c on c.tenant_id = p.tenant_id and c.id = p.customer_id
        where s.tenant_id = ${who.tenantId} and s.on_hand > 0 group by 1`.execute(tx)
      for (const { system, onHand } of there)
        await enterCount(tx, who, {
          id,
          locationCode,
          code: system,
          quantity: onHand - (system === sku && seed % 2 ? 1 : 0),
        })
      await submitCount(tx, who, { id })
      return approve(tx, people('manager1'), { id })
    }
  }
}
