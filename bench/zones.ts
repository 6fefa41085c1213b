import pg from 'pg'
import { zonesOf } from '../channels/zones/server/find-zones.ts'
import { openTaskDatabase } from '../platform/database/server/db.ts'
import { accessIn } from '../postgres/postgres.ts'

const SCHEMAS = 500
const ROWS = 2000
const ADDRESSES = 500
const ROUNDS = 5

const ground = [
  `insert into zone_schemas (tenant_id, schema_code, schema_name, search_line)
     select tenant_now(), 'Z-' || n, 'Z', 'z' from generate_series(1, ${SCHEMAS}) n`,
  `insert into zone_rows (tenant_id, schema_id, row_no, zone_code, country_code, zip_from, zip_to)
     select z.tenant_id, z.id, n, (2 + n % 7)::text, 'US', lpad((n * 50 - 50)::text, 5, '0'), lpad((n * 50 - 1)::text, 5, '0')
     from zone_schemas z, generate_series(1, ${ROWS}) n where z.tenant_id = tenant_now()`,
]
const raw = 'select * from zone_rows where tenant_id = tenant_now() and schema_id = any($1)'

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/**
 * The zones of 500 addresses by one schema, and by all of 500 schemas with 2,000 rows each, beside a statement that only reads
 * those rows; in milliseconds.
 */
export async function zoneLookups(folder: string) {
  const owner = new pg.Client({ ...accessIn(folder)('owner'), options: '-c search_path=wms' })
  await owner.connect()
  const database = openTaskDatabase(accessIn(folder)('app'))
  try {
    const { rows: made } = await owner.query<{ id: string }>(
      `insert into tenants (code, company_name, login_url_name, system_version, status) values ('ZONES', 'ZONES', 'zones', 'standard', 'trial') returning id`,
    )
    const tenantId = Number(made[0]?.id)
    await owner.query(`select set_config('app.tenant_id', $1, false)`, [tenantId])
    for (const statement of ground) await owner.query(statement)
    await owner.query('analyze zone_rows')
    const { rows: schemas } = await owner.query<{ id: string }>(
      'select id from zone_schemas where tenant_id = tenant_now() order by id',
    )
    const ids = schemas.map(({ id }) => Number(id))
    const measure = async (some: readonly number[]) => {
      const addresses = Array.from({ length: ADDRESSES }, (_, n) => ({
        zoneSchemaId: some[n % some.length] ?? 0,
        countryCode: 'US',
        stateCode: 'CA',
        city: 'Los Angeles',
        postcode: String((n * 7919) % 100_000).padStart(5, '0'),
      }))
      const ours: number[] = []
      const floor: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const since = performance.now()
        const zones = await database.read(tenantId, (db) => zonesOf(db, { tenantId }, addresses))
        ours.push(performance.now() - since)
        if (zones.some((zone) => zone === undefined)) throw new Error('an address has no zone')
        const before = performance.now()
        await owner.query(raw, [some])
        floor.push(performance.now() - before)
      }
      return { ours: median(ours), floor: median(floor) }
    }
    return { one: await measure(ids.slice(0, 1)), all: await measure(ids) }
  } finally {
    await owner.end()
    await database.close()
  }
}
