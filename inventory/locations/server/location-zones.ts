import { sql } from 'kysely'
import { changed, publishEvents, refuseStale, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { InputOf } from '../../../platform/calls/call.ts'
import { notFound } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import type * as calls from '../contract.ts'
import type { ZoneRow } from '../contract.ts'
import { inventoryText } from '../text.ts'

export const listZones = (db: Db, who: Who): Promise<ZoneRow[]> =>
  db
    .selectFrom('locationZones as z')
    .select(['z.id', 'z.zoneCode', 'z.zoneName', 'z.quality', 'z.purpose', 'z.isEnabled', 'z.rowVersion'])
    .select((is) =>
      sql<number>`(select count(*)::int from locations l
        where l.tenant_id = ${is.ref('z.tenantId')} and l.zone_id = ${is.ref('z.id')})`.as('locations'),
    )
    .where('z.tenantId', '=', who.tenantId)
    .orderBy('z.zoneCode')
    .execute()

export async function saveZone(
  tx: Tx,
  who: Who,
  { id, rowVersion, ...fields }: InputOf<typeof calls.saveZone>,
) {
  const { zoneCode: no } = fields
  if (!id) {
    const made = await tx
      .insertInto('locationZones')
      .values({ tenantId: who.tenantId, ...fields })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeAudit(tx, who, [{ action: 'create', type: 'location_zone', id: made.id, no, after: fields }])
    await publishEvents(tx, who, [{ kind: 'location_zone.created', type: 'location_zone', id: made.id }])
    return made
  }
  const before = await tx
    .selectFrom('locationZones')
    .select(['zoneCode', 'zoneName', 'quality', 'purpose', 'isEnabled', 'rowVersion'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound(inventoryText.zoneNotFound))
  const { rowVersion: now, ...known } = before
  if (now !== rowVersion) await refuseStale(tx, who, { type: 'location_zone', id }, inventoryText.stale)
  await tx
    .updateTable('locationZones')
    .set({ ...fields, rowVersion: now + 1, updatedAt: sql<string>`business_now()` })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .execute()
  await writeAudit(tx, who, [{ action: 'edit', type: 'location_zone', id, no, ...changed(known, fields) }])
  await publishEvents(tx, who, [{ kind: 'location_zone.edited', type: 'location_zone', id }])
  return { id }
}
