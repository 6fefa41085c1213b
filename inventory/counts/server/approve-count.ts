import Big from 'big.js'
import { sql } from 'kysely'
import { refuse } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { needsSecondPerson } from '../../../staff/server/second-person.ts'
import { post, type StockLine } from '../../stock/server/ledger.ts'
import { batchForFound, holdShelves, type Spot, spotKey } from '../../stock/server/shelves.ts'
import { takeOff, youngest } from '../../stock/spread.ts'
import { countStates } from '../../stock/states.ts'
import { countText } from '../text.ts'
import { hold, step } from './counts.ts'

type Difference = Spot & {
  locationCode: string
  quality: 'good' | 'defective'
  difference: number
  value: string
  countedBy: number
}

/**
 * Posts surplus and shortage. Above the approver's limit, the approver must not have counted.
 *
 * Goods without a declared value count as 1 per piece, or any quantity of them would stay below every limit.
 */
export async function approve(tx: Tx, who: Who, { id }: { id: number }) {
  const count = await hold(tx, who, id, (state) => countStates.allows(state, 'approve'))
  const { rows: differences } = await sql<Difference>`
    select i.location_id, i.customer_id, i.product_id, l.location_code, z.quality, i.counted - i.on_hand_then as difference,
      (abs(i.counted - i.on_hand_then) * coalesce(p.declared_value, 1))::text as value, i.counted_by
    from stock_count_lines i
    join locations l on l.tenant_id = i.tenant_id and l.id = i.location_id
    join location_zones z on z.tenant_id = l.tenant_id and z.id = l.zone_id
    join products p on p.tenant_id = i.tenant_id and p.id = i.product_id
    where i.tenant_id = ${who.tenantId} and i.count_id = ${id} and i.counted <> i.on_hand_then
    order by i.line`.execute(tx)
  await refuseAlone(tx, who, differences)
  const lines = await sharedOut(tx, who, differences)
  await post(
    tx,
    who,
    { type: 'stock_count' },
    lines.map((line, i) => ({ ...line, line: i + 1, sourceId: count.id, sourceNo: count.countNo })),
  )
  const difference = differences.reduce((sum, difference) => sum + difference.difference, 0)
  await step(tx, who, count, 'approve', { lines: differences.length, difference })
  return { posted: lines.length }
}

async function sharedOut(
  tx: Tx,
  who: Who,
  differences: Difference[],
): Promise<Omit<StockLine, 'line' | 'sourceId' | 'sourceNo'>[]> {
  const shelves = await holdShelves(tx, who, differences)
  const short: string[] = []
  const lines = []
  for (const difference of differences) {
    const here = shelves.get(spotKey(difference)) ?? []
    const { locationId } = difference
    if (difference.difference > 0) {
      const shelf = youngest(here)
      const batchId = shelf?.batchId ?? (await batchForFound(tx, who, difference))
      const quality = shelf?.quality ?? difference.quality
      lines.push({ flow: 'count_up' as const, locationId, batchId, quality, onHand: difference.difference })
      continue
    }
    // A count settles a dispute: pieces frozen because of it are taken first.
    const { shares, left } = takeOff(here, -difference.difference, ['frozen', 'free'])
    if (left > 0) short.push(difference.locationCode)
    for (const { shelf, onHand, frozen } of shares) {
      const { batchId, quality } = shelf
      lines.push({ flow: 'count_down' as const, locationId, batchId, quality, onHand, frozen })
    }
  }
  if (short.length > 0) refuse(countText.promisedAway, { places: [...new Set(short)].join(', ') })
  return lines
}

/** Above the limit of the approver's roles, the approver must not have counted. */
async function refuseAlone(db: Db, who: Who, differences: Difference[]) {
  if (!differences.some(({ countedBy }) => countedBy === who.accountId)) return
  const value = differences.reduce((sum, difference) => sum.plus(difference.value), new Big(0))
  if (await needsSecondPerson(db, who, value)) refuse(countText.secondPerson)
}
