import Big from 'big.js'
import { sql } from 'kysely'
import { refuse } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { needsSecondPerson } from '../../../staff/server/second-person.ts'
import { post, type StockLine } from '../../stock/server/ledger.ts'
import { batchForFound, holdShelves, type Spot, spotKey } from '../../stock/server/shelves.ts'
import { type Shelf, takeOff, youngest } from '../../stock/spread.ts'
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
  const shelves = await holdShelves(tx, who, differences)
  await refuseCorrected(tx, who, id)
  const lines = await sharedOut(tx, who, differences, shelves)
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
  shelves: ReadonlyMap<string, Shelf[]>,
): Promise<Omit<StockLine, 'line' | 'sourceId' | 'sourceNo'>[]> {
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

/** As many lines as a message names. */
const MAX_NAMED = 10

/**
 * A difference that another count or an adjustment has posted since is not posted again.
 *
 * Reads the flows when the shelves are locked: of two counts approved at once, the second sees those of the first.
 */
async function refuseCorrected(tx: Tx, who: Who, countId: number) {
  const { rows } = await sql<{ name: string }>`
    select l.location_code || ' ' || p.sku || ' (' || string_agg(distinct f.source_no, ', ') || ')' as name
    from stock_count_lines i
    join locations l on l.tenant_id = i.tenant_id and l.id = i.location_id
    join products p on p.tenant_id = i.tenant_id and p.id = i.product_id
    join stock s on s.tenant_id = i.tenant_id and s.location_id = i.location_id and s.product_id = i.product_id
    join stock_flows f on f.tenant_id = s.tenant_id and f.stock_id = s.id
      and f.flow_type in ('count_up', 'count_down', 'adjust_up', 'adjust_down')
      and f.seq > coalesce((i.seqs_then ->> s.id::text)::bigint, 0) and (i.seqs_then is not null or f.at > i.counted_at)
    where i.tenant_id = ${who.tenantId} and i.count_id = ${countId} and i.counted <> i.on_hand_then
    group by i.line, l.location_code, p.sku
    order by i.line limit ${MAX_NAMED + 1}`.execute(tx)
  if (rows.length === 0) return
  const names = rows.map(({ name }, i) => (i < MAX_NAMED ? name : '…'))
  refuse(countText.corrected, { lines: names.join(', ') })
}

/** Above the limit of the approver's roles, the approver must not have counted. */
async function refuseAlone(db: Db, who: Who, differences: Difference[]) {
  if (!differences.some(({ countedBy }) => countedBy === who.accountId)) return
  const value = differences.reduce((sum, difference) => sum.plus(difference.value), new Big(0))
  if (await needsSecondPerson(db, who, value)) refuse(countText.secondPerson)
}
