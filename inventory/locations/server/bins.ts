import { sql } from 'kysely'
import { writeChanges } from '../../../platform/audit/server/audit.ts'
import type { InputOf } from '../../../platform/calls/call.ts'
import { refuse } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { type BinSpec, binCodes, ROUTE_STEP, reader } from '../bin-pattern.ts'
import type * as calls from '../contract.ts'
import { MAX_ROUTE } from '../contract.ts'
import { inventoryText } from '../text.ts'
import { refuseClosedZone } from './locations.ts'
import { patternOf } from './pattern.ts'

/** The call's schema has already validated the pattern. */
function codesOf(spec: BinSpec): string[] {
  const made = binCodes(spec)
  if ('problem' in made) throw new Error('a pattern that its call should have refused')
  return made.codes
}

/** New bins come after all existing ones, as far as the pick sequence allows. */
async function routeFrom(db: Db, who: Who, count: number): Promise<number> {
  const { last } = await db
    .selectFrom('locations')
    .select(sql<number>`coalesce(max(route_seq), 0)`.as('last'))
    .where('tenantId', '=', who.tenantId)
    .executeTakeFirstOrThrow()
  const from = (Math.floor(last / ROUTE_STEP) + 1) * ROUTE_STEP
  if (from + ROUTE_STEP * (count - 1) > MAX_ROUTE) refuse(inventoryText.routeEnds, { last, max: MAX_ROUTE })
  return from
}

export async function previewBins(db: Db, who: Who, spec: InputOf<typeof calls.previewBins>) {
  const codes = codesOf(spec)
  const [existing, from, pattern] = await Promise.all([
    db
      .selectFrom('locations')
      .select('locationCode')
      .where('tenantId', '=', who.tenantId)
      .where(sql<boolean>`location_key = any(${codes.map((code) => code.toLowerCase())}::text[])`)
      .orderBy('locationCode')
      .execute(),
    routeFrom(db, who, codes.length),
    patternOf(db, who),
  ])
  return { existing: existing.map(({ locationCode }) => locationCode), routeFrom: from, pattern }
}

/** Creates all bins of a pattern in one statement; existing ones stay unchanged. */
export async function generateBins(tx: Tx, who: Who, input: InputOf<typeof calls.generateBins>) {
  const { aisles, bays, levels, separator, isSerpentine, ...fields } = input
  const codes = codesOf({ aisles, bays, levels, separator, isSerpentine })
  await refuseClosedZone(tx, who, fields.zoneId)
  const from = await routeFrom(tx, who, codes.length)
  const read = reader(await patternOf(tx, who))
  const places = codes.map(read)
  const { rows: made } = await sql<{ id: number; locationCode: string; routeSeq: number }>`
    insert into locations (tenant_id, location_code, zone_id, purpose, pick_priority, route_seq, mix_sku, mix_batch, mix_customer,
      length, width, height, max_weight, aisle, bay, level)
    select ${who.tenantId}, b.code, ${fields.zoneId}, ${fields.purpose}::location_purpose, ${fields.pickPriority}::int,
      ${from}::int + ${ROUTE_STEP}::int * (b.place::int - 1), ${fields.mixSku}::boolean, ${fields.mixBatch}::boolean,
      ${fields.mixCustomer}::boolean, ${fields.length}::numeric, ${fields.width}::numeric, ${fields.height}::numeric,
      ${fields.maxWeight}::numeric, b.aisle, b.bay, b.level
    from unnest(${codes}::text[], ${places.map(({ aisle }) => aisle)}::text[], ${places.map(({ bay }) => bay)}::text[],
      ${places.map(({ level }) => level)}::text[]) with ordinality as b (code, aisle, bay, level, place)
    order by lower(b.code)
    on conflict (tenant_id, location_key) do nothing
    returning id, location_code, route_seq`.execute(tx)
  if (made.length === 0) refuse(inventoryText.nothingNew)
  await writeChanges(
    tx,
    who,
    made.map(({ id, locationCode, routeSeq }) => ({
      action: 'create',
      event: 'location.created',
      type: 'location',
      id,
      no: locationCode,
      after: { locationCode, routeSeq, ...fields },
    })),
  )
  return { made: made.length, existing: codes.length - made.length }
}
