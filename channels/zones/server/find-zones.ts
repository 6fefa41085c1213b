import { sql } from 'kysely'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { type ZoneRow, zoneFor } from '../rules.ts'

/** An address with the zone schema of its channel. */
export type Addressed = {
  zoneSchemaId: number | null
  countryCode: string
  stateCode: string | null
  city: string
  postcode: string | null
}

/** Schemas that are read at a time: each may have 2,000 rows. */
const AT_A_TIME = 20

/** The zone of each address, in their order; undefined where there is none. */
export async function zonesOf(
  db: Db,
  { tenantId }: Pick<Who, 'tenantId'>,
  addresses: readonly Addressed[],
): Promise<(ZoneRow | undefined)[]> {
  const zones = new Map<Addressed, ZoneRow | undefined>()
  const bySchema = [...Map.groupBy(addresses, ({ zoneSchemaId }) => zoneSchemaId)]
  const schemas = bySchema.flatMap(([id, list]) => (id === null ? [] : [{ id, list }]))
  for (let at = 0; at < schemas.length; at += AT_A_TIME) {
    const some = schemas.slice(at, at + AT_A_TIME)
    const countries = new Set(some.flatMap(({ list }) => list.map(({ countryCode }) => countryCode)))
    const { rows } = await sql<ZoneRow & { schemaId: number }>`
      select schema_id, zone_code, country_code, state_code, city, zip_from, zip_to, remote_level from zone_rows
      where tenant_id = ${tenantId} and schema_id = any(${some.map(({ id }) => id)}::bigint[]) and country_code = any(${[...countries]}::text[])
      order by schema_id, row_no`.execute(db)
    const rowsOf = Map.groupBy(rows, ({ schemaId, countryCode }) => `${schemaId} ${countryCode}`)
    for (const { id, list } of some)
      for (const address of list) {
        const { countryCode, stateCode, city, postcode } = address
        const to = { countryCode, stateCode, city, zip: postcode ?? '' }
        zones.set(address, zoneFor(rowsOf.get(`${id} ${countryCode}`) ?? [], to))
      }
  }
  return addresses.map((address) => zones.get(address))
}
