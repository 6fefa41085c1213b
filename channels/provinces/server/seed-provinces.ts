import pg from 'pg'
import { shippedStates } from '../province-data.ts'
import { foundBy } from './provinces.ts'

/**
 * Gives every company the provinces of this version.
 *
 * A company created later gets them from the same table with its warehouse. Existing rows are never touched,
 * so custom names and disabled ones stay, and servers starting together do not conflict.
 */
export async function seedStates(owner: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...owner, options: '-c search_path=wms' })
  await client.connect()
  try {
    const { rows: known } = await client.query<{ line: string }>(
      `select concat_ws('/', country_code, state_code, name_zh, name_en) as line from shipped_states`,
    )
    const lines = new Set(known.map(({ line }) => line))
    // Pinyin is loaded and computed only for those that are new.
    const fresh = shippedStates
      .filter(
        (state) => !lines.has([state.countryCode, state.stateCode, state.nameZh, state.nameEn].join('/')),
      )
      .map((state) => ({ ...state, searchLine: foundBy(state) }))
    if (fresh.length > 0)
      await client.query(
        `insert into shipped_states (country_code, state_code, name_zh, name_en, search_line)
         select * from jsonb_to_recordset($1) as g
           ("countryCode" text, "stateCode" text, "nameZh" text, "nameEn" text, "searchLine" text)
         order by 1, 2
         on conflict (country_code, state_code) do update
           set name_zh = excluded.name_zh, name_en = excluded.name_en, search_line = excluded.search_line`,
        [JSON.stringify(fresh)],
      )
    const { rows } = await client.query<{ id: string }>('select id from tenants order by id')
    for (const { id } of rows) {
      await client.query('begin')
      await client.query(`select set_config('app.tenant_id', $1, true)`, [id])
      await client.query('select add_missing_states()')
      await client.query('commit')
    }
  } finally {
    await client.end()
  }
}
