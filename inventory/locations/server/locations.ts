import { sql } from 'kysely'
import { changed, publishEvents, refuseStale, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf, Page } from '../../../platform/calls/call.ts'
import { notFound, refuseField } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { sameTenant } from '../../../platform/database/server/rows.ts'
import { searchPattern } from '../../../platform/database/server/search.ts'
import { codeKey, missingOf } from '../../../platform/lists/codes.ts'
import { pageOfQuery } from '../../../platform/lists/server/page.ts'
import { switchable } from '../../../platform/lists/server/switchable.ts'
import type { Text } from '../../../platform/text/text.ts'
import { openOrdersText } from '../../../warehouse/open-orders.ts'
import { type Named, reasonsOf } from '../../../warehouse/server/open-orders.ts'
import { reader } from '../bin-pattern.ts'
import type * as calls from '../contract.ts'
import type { LocationRow } from '../contract.ts'
import { inventoryText } from '../text.ts'
import { patternOf } from './pattern.ts'

type Filters = Pick<
  InputOf<typeof calls.listLocations>,
  'search' | 'codes' | 'zoneId' | 'purpose' | 'isEnabled'
>

/** The locations that match a filter. */
export function locationsOf(db: Db, who: Pick<Who, 'tenantId'>, input: Filters) {
  let row = db
    .selectFrom('locations as l')
    .innerJoin('locationZones as z', sameTenant('z.id', 'l.zoneId'))
    .where('l.tenantId', '=', who.tenantId)
  if (input.search) row = row.where(sql<string>`l.location_key`, 'like', searchPattern(input.search))
  if (input.codes) row = row.where(sql<boolean>`l.location_key = any(${input.codes.map(codeKey)}::text[])`)
  if (input.zoneId) row = row.where('l.zoneId', '=', input.zoneId)
  if (input.purpose) row = row.where('l.purpose', '=', input.purpose)
  if (input.isEnabled) row = row.where('l.isEnabled', '=', input.isEnabled === '1')
  return row
}

export const fieldNames = [
  'zoneId',
  'purpose',
  'pickPriority',
  'routeSeq',
  'mixSku',
  'mixBatch',
  'mixCustomer',
  'length',
  'width',
  'height',
  'maxWeight',
] as const

const listed = [
  'l.id',
  'l.locationCode',
  'l.isEnabled',
  'l.zoneId',
  'z.zoneCode',
  'z.zoneName',
  'z.quality',
  'l.purpose',
  'l.aisle',
  'l.bay',
  'l.level',
  'l.pickPriority',
  'l.routeSeq',
  'l.mixSku',
  'l.mixBatch',
  'l.mixCustomer',
  'l.length',
  'l.width',
  'l.height',
  'l.maxWeight',
  'l.createdAt',
] as const

export async function listLocations(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listLocations>,
): Promise<Page<LocationRow> & { missing: string[] }> {
  const match = locationsOf(db, who, input)
  const [page, missing] = await Promise.all([
    pageOfQuery(
      match.select(listed).orderBy(`l.${input.sort}`, input.order).orderBy('l.locationCode'),
      input,
    ),
    input.codes ? unknownOf(db, who, input.codes) : [],
  ])
  return { ...page, missing }
}

async function unknownOf(db: Db, who: Who, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select location_key as key from locations
    where tenant_id = ${who.tenantId} and location_key = any(${codes.map(codeKey)}::text[])`.execute(db)
  return missingOf(codes, rows)
}

export async function getLocation(
  db: Db,
  who: Who,
  { id }: { id: number },
): Promise<OutputOf<typeof calls.getLocation>> {
  return locationsOf(db, who, {})
    .select(listed)
    .select('l.rowVersion')
    .where('l.id', '=', id)
    .executeTakeFirstOrThrow(notFound(inventoryText.notFound))
}

/** A location can be created in, or moved to, an enabled zone; it may stay in a disabled one. */
export async function refuseClosedZone(tx: Tx, who: Who, zoneId: number, before?: number) {
  const zone = await tx
    .selectFrom('locationZones')
    .select('isEnabled')
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', zoneId)
    // The zone is locked, so that its quality cannot change meanwhile.
    .forShare()
    .executeTakeFirst()
  if (!zone || (!zone.isEnabled && zoneId !== before)) refuseField('zoneId', inventoryText.zoneNotFound)
}

export async function createLocation(tx: Tx, who: Who, fields: InputOf<typeof calls.createLocation>) {
  await refuseClosedZone(tx, who, fields.zoneId)
  const { locationCode } = fields
  const coordinates = reader(await patternOf(tx, who))(locationCode)
  const { id } = await tx
    .insertInto('locations')
    .values({ tenantId: who.tenantId, ...fields, ...coordinates })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeAudit(tx, who, [{ action: 'create', type: 'location', id, no: locationCode, after: fields }])
  await publishEvents(tx, who, [{ kind: 'location.created', type: 'location', id }])
  return { id }
}

export async function editLocation(
  tx: Tx,
  who: Who,
  { id, rowVersion, ...fields }: InputOf<typeof calls.editLocation>,
) {
  const before = await tx
    .selectFrom('locations')
    .select(['locationCode', 'rowVersion', ...fieldNames])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound(inventoryText.notFound))
  if (before.rowVersion !== rowVersion)
    await refuseStale(tx, who, { type: 'location', id }, inventoryText.stale)
  await refuseClosedZone(tx, who, fields.zoneId, before.zoneId)
  const coordinates = reader(await patternOf(tx, who))(fields.locationCode)
  await tx
    .updateTable('locations')
    .set({ ...fields, ...coordinates, rowVersion: rowVersion + 1, updatedAt: sql<string>`business_now()` })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .execute()
  const { rowVersion: _, ...known } = before
  await writeAudit(tx, who, [
    { action: 'edit', type: 'location', id, no: fields.locationCode, ...changed(known, fields) },
  ])
  await publishEvents(tx, who, [{ kind: 'location.edited', type: 'location', id }])
  return { rowVersion: rowVersion + 1 }
}

/** A disabled bin takes no putaway and no pick, so it must be empty. */
export const switchLocations = switchable({
  table: 'locations',
  type: 'location',
  no: sql`location_code`,
  notFound: inventoryText.notFound,
  reasons: async (tx, who, { ids, isEnabled }) => (isEnabled ? new Map() : withStock(tx, who, ids)),
})

/** Bins with goods, and for which orders these are. */
async function withStock(tx: Tx, who: Who, ids: number[]): Promise<Map<number, Text>> {
  const { rows } = await sql<Named>`
    select l.id, count(distinct a.demand_id)::int as count,
      coalesce(array_agg(distinct a.demand_no order by a.demand_no) filter (where a.id is not null), '{}') as numbers
    from locations l
    left join stock s on s.tenant_id = l.tenant_id and s.location_id = l.id and s.on_hand > 0
    left join allocations a on a.tenant_id = s.tenant_id and a.stock_id = s.id and a.status = 'open' and a.demand_type = 'order'
    where l.tenant_id = ${who.tenantId} and l.id = any(${ids}::bigint[]) and not location_is_empty(l.id)
    group by l.id`.execute(tx)
  const forOrders = rows.filter(({ count }) => count > 0)
  return new Map([
    ...rows.map(({ id }) => [id, inventoryText.hasStock] as const),
    ...reasonsOf(openOrdersText.goodsForOrders, forOrders),
  ])
}
