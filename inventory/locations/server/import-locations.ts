import { sql } from 'kysely'
import { changed, writeChanges } from '../../../platform/audit/server/audit.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import type { ImportKind, Judged } from '../../../platform/imports/server/check-spreadsheet.ts'
import { reader } from '../bin-pattern.ts'
import { type LocationLine, locationImport } from '../import-form.ts'
import { inventoryText } from '../text.ts'
import { binsByCode } from './find-bins.ts'
import { fieldNames } from './locations.ts'
import { patternOf } from './pattern.ts'

/** Locations from a spreadsheet: new codes create locations, existing ones are updated. */
export const locationsFromSheet: ImportKind<LocationLine> = {
  form: locationImport,

  async judge(db, who, lines) {
    const zones = await openZones(db, who)
    const known = await knownLocations(
      db,
      who,
      lines.map(({ value }) => value.locationCode),
    )
    return new Map(
      lines.map(({ rowNo, value }): [number, Judged] => {
        const zone = zones.get(value.zoneCode.toLowerCase())
        const before = known.get(value.locationCode.toLowerCase())
        if (!zone && before?.zoneCode.toLowerCase() !== value.zoneCode.toLowerCase())
          return [rowNo, { problems: [{ column: 'zoneCode', message: inventoryText.zoneNotFound }] }]
        if (zone && before && zone.quality !== before.quality && !before.isEmpty)
          return [rowNo, { problems: [{ column: 'zoneCode', message: inventoryText.hasStock }] }]
        if (value.purpose && before && value.purpose !== before.purpose && !before.isEmpty)
          return [rowNo, { problems: [{ column: 'purpose', message: inventoryText.hasStock }] }]
        return [rowNo, { verdict: before ? 'update' : 'new' }]
      }),
    )
  },

  async write(tx, who, lines) {
    const read = reader(await patternOf(tx, who))
    const rows = lines.map(({ rowNo, value }) => ({ rowNo, ...value, ...read(value.locationCode) }))
    const before = await fieldsOf(tx, who, lines)
    const { rows: made } = await sql<{ rowNo: number; id: number }>`
      with given as (
        select g.*, z.id as zone_id, z.purpose as zone_purpose from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (
          "rowNo" int, "locationCode" text, "zoneCode" text, purpose text, "pickPriority" int, "routeSeq" int, "mixSku" boolean,
          "mixBatch" boolean, "mixCustomer" boolean, length numeric, width numeric, height numeric, "maxWeight" numeric,
          aisle text, bay text, level text)
        join location_zones z on z.tenant_id = ${who.tenantId} and z.zone_key = lower(g."zoneCode")
      ), changed as (
        update locations l set zone_id = g.zone_id, purpose = coalesce(g.purpose::location_purpose, l.purpose),
          pick_priority = coalesce(g."pickPriority", l.pick_priority), route_seq = coalesce(g."routeSeq", l.route_seq),
          mix_sku = coalesce(g."mixSku", l.mix_sku), mix_batch = coalesce(g."mixBatch", l.mix_batch),
          mix_customer = coalesce(g."mixCustomer", l.mix_customer), length = coalesce(g.length, l.length),
          width = coalesce(g.width, l.width), height = coalesce(g.height, l.height),
          max_weight = coalesce(g."maxWeight", l.max_weight), row_version = l.row_version + 1, updated_at = business_now()
        from given g where l.tenant_id = ${who.tenantId} and l.location_key = lower(g."locationCode")
        returning g."rowNo" as row_no, l.id
      ), made as (
        insert into locations (tenant_id, location_code, zone_id, purpose, pick_priority, route_seq, mix_sku, mix_batch, mix_customer,
          length, width, height, max_weight, aisle, bay, level)
        select ${who.tenantId}, g."locationCode", g.zone_id, coalesce(g.purpose::location_purpose, g.zone_purpose),
          coalesce(g."pickPriority", 0), coalesce(g."routeSeq", 0), coalesce(g."mixSku", true), coalesce(g."mixBatch", true),
          coalesce(g."mixCustomer", false), g.length, g.width, g.height, g."maxWeight", g.aisle, g.bay, g.level
        from given g
        where not exists (select 1 from locations l where l.tenant_id = ${who.tenantId} and l.location_key = lower(g."locationCode"))
        order by lower(g."locationCode")
        returning id, location_code
      )
      select row_no, id from changed
      union all
      select g."rowNo", made.id from made join given g on g."locationCode" = made.location_code`.execute(tx)
    const ids = new Map(made.map(({ rowNo, id }) => [rowNo, id]))
    const written = lines.flatMap((line) => {
      const id = ids.get(line.rowNo)
      return id ? [{ ...line, id }] : []
    })
    const after = await fieldsOf(tx, who, lines)
    await writeChanges(
      tx,
      who,
      written.map(({ id, value }) => {
        const [was, is] = [before.get(id), after.get(id)]
        const of = {
          event: 'location.imported',
          type: 'location',
          id,
          no: is?.locationCode ?? value.locationCode,
        }
        return was && is
          ? { action: 'edit', ...of, ...changed(was, is) }
          : { action: 'create', ...of, after: value }
      }),
    )
    return ids
  },
}

/** The current values of the locations a spreadsheet names, locked until it is written. */
async function fieldsOf(tx: Tx, who: Who, lines: readonly { value: LocationLine }[]) {
  const codes = lines.map(({ value }) => value.locationCode.toLowerCase())
  const rows = await tx
    .selectFrom('locations')
    .select(['id', 'locationCode', ...fieldNames])
    .where('tenantId', '=', who.tenantId)
    .where(sql<boolean>`location_key = any(${codes}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((item) => [item.id, item]))
}

async function openZones(db: Db, who: Who) {
  const rows = await db
    .selectFrom('locationZones')
    .select(['zoneCode', 'quality'])
    .where('tenantId', '=', who.tenantId)
    .where('isEnabled', '=', true)
    .execute()
  return new Map(rows.map((zone) => [zone.zoneCode.toLowerCase(), zone]))
}

async function knownLocations(db: Db, who: Who, codes: string[]) {
  const rows = await binsByCode(db, who, codes)
    .select(['z.zoneCode', sql<boolean>`location_is_empty(l.id)`.as('isEmpty')])
    .execute()
  return new Map(rows.map((item) => [item.locationCode.toLowerCase(), item]))
}
