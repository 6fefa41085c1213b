import { sql } from 'kysely'
import { publishEvents, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { reader } from '../bin-pattern.ts'
import { inventoryText } from '../text.ts'
import { patternOf } from './pattern.ts'

const first = [
  { locationCode: 'RECV', zoneCode: 'GOOD', purpose: 'receiving', mixCustomer: true },
  { locationCode: 'RETURN', zoneCode: 'GOOD', purpose: 'return', mixCustomer: true },
  { locationCode: 'A-01-01', zoneCode: 'GOOD', purpose: 'storage', mixCustomer: false },
  { locationCode: 'DEFECTIVE', zoneCode: 'DEFECTIVE', purpose: 'storage', mixCustomer: true },
] as const

/**
 * Creates the locations every warehouse needs: a receiving bin, a bin for goods that come back, a bin for good
 * stock, and a bin for damaged stock.
 *
 * The bins for incoming, returned and damaged goods accept every customer, and their codes are words: one like
 * D-01-01 would be in a pattern of bins, or be confused with D-01-1. The good bin is not created where the company
 * creates its own. Safe to call again: existing ones stay unchanged.
 */
export async function seedLocations(tx: Tx, who: Who, { hasBins = false } = {}): Promise<void> {
  const zones = [
    { zoneCode: 'GOOD', zoneName: inventoryText.seedGood[who.language], quality: 'good' as const },
    {
      zoneCode: 'DEFECTIVE',
      zoneName: inventoryText.seedDefective[who.language],
      quality: 'defective' as const,
    },
  ]
  const newZones = await tx
    .insertInto('locationZones')
    .values(zones.map((zone) => ({ tenantId: who.tenantId, ...zone })))
    .onConflict((on) => on.doNothing())
    .returning(['id', 'zoneCode', 'zoneName', 'quality'])
    .execute()
  const read = reader(await patternOf(tx, who))
  const rows = first
    .filter(({ locationCode }) => !hasBins || locationCode !== 'A-01-01')
    .map((item) => ({ ...item, ...read(item.locationCode) }))
  const { rows: made } = await sql<{ id: number; locationCode: string; purpose: string }>`
    insert into locations (tenant_id, location_code, zone_id, purpose, mix_customer, aisle, bay, level)
    select ${who.tenantId}, f."locationCode", z.id, f.purpose::location_purpose, f."mixCustomer", f.aisle, f.bay, f.level
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (
      "locationCode" text, "zoneCode" text, purpose text, "mixCustomer" boolean, aisle text, bay text, level text)
    join location_zones z on z.tenant_id = ${who.tenantId} and z.zone_key = lower(f."zoneCode")
    on conflict (tenant_id, location_key) do nothing
    returning id, location_code, purpose`.execute(tx)
  await writeAudit(tx, who, [
    ...newZones.map(({ id, ...zone }) => ({
      action: 'create',
      type: 'location_zone',
      id,
      no: zone.zoneCode,
      after: zone,
    })),
    ...made.map(({ id, ...location }) => ({
      action: 'create',
      type: 'location',
      id,
      no: location.locationCode,
      after: location,
    })),
  ])
  await publishEvents(tx, who, [
    ...newZones.map(({ id }) => ({ kind: 'location_zone.created', type: 'location_zone', id })),
    ...made.map(({ id }) => ({ kind: 'location.created', type: 'location', id })),
  ])
}
