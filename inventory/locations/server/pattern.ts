import { sql } from 'kysely'
import { changed, publishEvents, writeAudit } from '../../../platform/audit/server/audit.ts'
import { notFound, refuseAs } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { idsOf } from '../../../platform/database/server/rows.ts'
import { warehouseText } from '../../../warehouse/text.ts'
import { reader } from '../bin-pattern.ts'

/** How this warehouse's codes are parsed. */
export async function patternOf(db: Db, who: Pick<Who, 'tenantId'>): Promise<string> {
  const row = await db
    .selectFrom('warehouses')
    .select('locationPattern')
    .where('tenantId', '=', who.tenantId)
    .executeTakeFirst()
  return row ? row.locationPattern : refuseAs({ kind: 'not_found' }, warehouseText.noWarehouse)
}

export async function locationPattern(db: Db, who: Who) {
  const [now, counted] = await Promise.all([
    patternOf(db, who),
    db
      .selectFrom('locations')
      .select(
        sql<number>`(count(*) filter (where aisle is not null or bay is not null or level is not null))::int`.as(
          'fit',
        ),
      )
      .select(sql<number>`count(*)::int`.as('total'))
      .where('tenantId', '=', who.tenantId)
      .executeTakeFirstOrThrow(),
  ])
  return { pattern: now, fit: counted.fit, rest: counted.total - counted.fit }
}

/** Parses every location's coordinates again; only changed ones are written. */
export async function setPattern(tx: Tx, who: Who, { pattern }: { pattern: string }) {
  const warehouse = await tx
    .selectFrom('warehouses')
    .select(['warehouseCode', 'locationPattern'])
    .where('tenantId', '=', who.tenantId)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound(warehouseText.noWarehouse))
  await tx
    .updateTable('warehouses')
    .set((is) => ({ locationPattern: pattern, rowVersion: is('rowVersion', '+', 1) }))
    .where('tenantId', '=', who.tenantId)
    .execute()
  const locations = await tx
    .selectFrom('locations')
    .select(['id', 'locationCode'])
    .where('tenantId', '=', who.tenantId)
    .orderBy('id')
    .forUpdate()
    .execute()
  const read = reader(pattern)
  const places = locations.map(({ id, locationCode }) => ({ id, ...read(locationCode) }))
  await sql`
    update locations l set aisle = p.aisle, bay = p.bay, level = p.level, row_version = l.row_version + 1, updated_at = business_now()
    from unnest(${idsOf(places)}::bigint[], ${places.map(({ aisle }) => aisle)}::text[],
      ${places.map(({ bay }) => bay)}::text[], ${places.map(({ level }) => level)}::text[]) as p (id, aisle, bay, level)
    where l.tenant_id = ${who.tenantId} and l.id = p.id
      and (l.aisle, l.bay, l.level) is distinct from (p.aisle, p.bay, p.level)`.execute(tx)
  const { warehouseCode, locationPattern } = warehouse
  const id = who.tenantId
  await writeAudit(tx, who, [
    {
      action: 'set_pattern',
      type: 'warehouse',
      id,
      no: warehouseCode,
      ...changed({ locationPattern }, { locationPattern: pattern }),
    },
  ])
  await publishEvents(tx, who, [{ kind: 'warehouse.pattern_set', type: 'warehouse', id }])
  const fit = places.filter(({ aisle, bay, level }) => aisle ?? bay ?? level).length
  return { fit, rest: places.length - fit }
}
