import type pg from 'pg'
import type { RemoteLevel } from '../channels/zones/rules.ts'
import { foundBy } from '../channels/zones/server/price-zones.ts'

type Place = [bounds: string, zone: string, remote?: RemoteLevel]

/** By distance from Ontario, California, as the large American carriers do. */
const fromOntario: Place[] = [
  ['900-918', '2'],
  ['919-928', '2'],
  ['930-933', '2'],
  ['934-938', '3'],
  ['939-961', '4'],
  ['889-891', '3'],
  ['893-898', '4'],
  ['850-865', '4'],
  ['864-864', '3'],
  ['840-847', '4'],
  ['870-885', '5'],
  ['832-838', '5'],
  ['800-816', '5'],
  ['820-831', '5'],
  ['590-599', '5'],
  ['970-994', '5'],
  ['790-799', '5'],
  ['730-789', '6'],
  ['660-693', '6'],
  ['570-588', '6'],
  ['640-641', '6'],
  ['600-658', '7'],
  ['500-567', '7'],
  ['460-479', '7'],
  ['350-397', '7'],
  ['700-729', '7'],
  ['398-459', '8'],
  ['480-499', '8'],
  ['005-005', '8'],
  ['010-349', '8'],
  ['962-966', '8'],
  ['006-009', '8', 'das_ext'],
  ['967-969', '8', 'das_ext'],
  ['995-999', '8', 'das_ext'],
  // Places the carrier calls remote.
  ['92225-92225', '2', 'das'],
  ['93545-93546', '3', 'das'],
  ['86023-86023', '4', 'das'],
]

/** Mainland, Northern Ireland, and the Highlands. */
const fromDaventry: Place[] = [
  ['', '1'],
  ['BT-BT', '2'],
  ['IV-IV', '3', 'das'],
  ['KW-KW', '3', 'das'],
  ['HS-HS', '4', 'das_ext'],
  ['ZE-ZE', '4', 'das_ext'],
  ['TR21-TR25', '4', 'das'],
]

const rowsIn = (countryCode: string, places: Place[]) =>
  places.map(([bounds, zone, remote = 'none']) => {
    const [from, to] = bounds.split('-')
    return { zone, countryCode, from: from || null, to: to || null, remote }
  })

const schemas = [
  {
    schemaCode: 'US-917',
    schemaName: '美国陆运（安大略 917 始发）',
    carrier: 'DEMO',
    originZip: '91761',
    rows: [...rowsIn('US', fromOntario), ...rowsIn('CA', [['', '21']]), ...rowsIn('MX', [['', '22']])],
  },
  {
    schemaCode: 'GB-MAINLAND',
    schemaName: '英国标准派送',
    carrier: 'GLS',
    originZip: 'NN11',
    rows: [
      ...rowsIn('GB', fromDaventry),
      ...['GG', 'IM', 'JE'].flatMap((country) => rowsIn(country, [['', '5', 'das_ext']])),
    ],
  },
]

/** Creates the zone tables of the demo. */
export async function seedZones(client: pg.Client, tenantId: number): Promise<void> {
  await client.query(
    `with given (s) as (select * from jsonb_array_elements($2::jsonb)),
     made as (
       insert into zone_schemas (tenant_id, schema_code, schema_name, search_line, carrier, origin_zip)
       select $1, s->>'schemaCode', s->>'schemaName', s->>'searchLine', s->>'carrier', s->>'originZip' from given
       returning id, schema_code)
     insert into zone_rows (tenant_id, schema_id, row_no, zone_code, country_code, zip_from, zip_to, remote_level)
     select $1, made.id, r.place, row->>'zone', row->>'countryCode', row->>'from', row->>'to', (row->>'remote')::remote_level
     from given join made on made.schema_code = s->>'schemaCode'
     cross join jsonb_array_elements(s->'rows') with ordinality as r (row, place)
     returning row_no`,
    [tenantId, JSON.stringify(schemas.map((schema) => ({ ...schema, searchLine: foundBy(schema) })))],
  )
}
