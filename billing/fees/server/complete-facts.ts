import { sql } from 'kysely'
import { type Addressed, zonesOf } from '../../../channels/zones/server/find-zones.ts'
import type { PriceGap } from '../../../db/schema.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import type { Measured } from '../../pricing/price-types.ts'
import { completeFacts } from '../complete-facts.ts'
import type { Charger } from './write-fees.ts'

/** An event that is priced, as far as facts are added to it. */
type Incomplete = { id: number; sourceId: number; gap: PriceGap | null; facts: unknown }

/** Events that lacked a zone or measures, with what is known about them by now. */
export async function withFactsOfNow<Event extends Incomplete>(
  db: Db,
  who: Pick<Charger, 'tenantId'>,
  events: readonly Event[],
): Promise<Event[]> {
  const lacking = events.filter(({ gap }) => gap === 'no_dims' || gap === 'no_zone')
  if (lacking.length === 0) return [...events]
  const measuresOf = await measuresNow(db, who, lacking)
  const zoneOf = await zonesNow(db, who, lacking)
  const isLacking = new Set(lacking)
  return events.map((event) => {
    if (!isLacking.has(event)) return event
    const before = event.facts as object
    const facts = completeFacts(before, { measuresOf, zone: zoneOf(event) })
    return facts === before ? event : { ...event, facts }
  })
}

/** The same; what was added is stored with the event, so that it is priced from the same facts ever after. */
export async function completeEvents<Event extends Incomplete>(
  tx: Tx,
  who: Charger,
  events: readonly Event[],
): Promise<Event[]> {
  const complete = await withFactsOfNow(tx, who, events)
  const known = new Set(events)
  const completed = complete.filter((event) => !known.has(event))
  if (completed.length > 0)
    await sql`
      update billable_events e set completed_facts = x.facts
      from unnest(${completed.map(({ id }) => id)}::bigint[], ${completed.map(({ facts }) => JSON.stringify(facts))}::jsonb[]) as x (id, facts)
      where e.tenant_id = ${who.tenantId} and e.id = x.id`.execute(tx)
  return complete
}

async function measuresNow(db: Db, { tenantId }: Pick<Charger, 'tenantId'>, events: readonly Incomplete[]) {
  const products = events.flatMap(({ facts }) =>
    ((facts as { lines?: { productId: number }[] }).lines ?? []).map(({ productId }) => productId),
  )
  const { rows } = await sql<Measured & { id: number }>`
    select id, coalesce(measured_length, declared_length)::text as length, coalesce(measured_width, declared_width)::text as width,
      coalesce(measured_height, declared_height)::text as height, coalesce(measured_weight, declared_weight)::text as weight
    from products where tenant_id = ${tenantId} and id = any(${[...new Set(products)]}::bigint[])`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (productId: number) => byId.get(productId)
}

/** The zones of orders in the schema of their channel, as both are today. */
async function zonesNow(db: Db, who: Pick<Charger, 'tenantId'>, events: readonly Incomplete[]) {
  const orders = events.filter(({ gap }) => gap === 'no_zone').map(({ sourceId }) => sourceId)
  const { rows } = await sql<Addressed & { id: number }>`
    select o.id, h.zone_schema_id, o.country_code, o.state_code, o.city, o.postcode
    from orders o join channels h on h.tenant_id = o.tenant_id and h.id = o.channel_id
    where o.tenant_id = ${who.tenantId} and o.id = any(${orders}::bigint[])`.execute(db)
  const zones = await zonesOf(db, who, rows)
  const byOrder = new Map(rows.map(({ id }, i) => [id, zones[i]]))
  return ({ sourceId, gap }: Incomplete) => (gap === 'no_zone' ? byOrder.get(sourceId) : undefined)
}
