import pg from 'pg'
import { rolesToSeed } from '../roles.ts'

/**
 * Gives every company the default roles of this version.
 *
 * New screens bring new permissions, and users of a default role have them from the first start on. It
 * changes only what differs, so that servers starting together do not conflict. A company with a custom role
 * of that name keeps it; the default one then has its code appended.
 */
export async function seedRoles(owner: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...owner, options: '-c search_path=wms' })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>('select id from tenants order by id')
    for (const { id } of rows) {
      await client.query('begin')
      await client.query(`select set_config('app.tenant_id', $1, true)`, [id])
      await client.query(
        `insert into roles as r (tenant_id, code, role_name, permissions, second_person_above, is_system)
         select $1, o->>'code', o->>'name' || case when exists (
             select 1 from roles own where own.tenant_id = $1 and own.code <> o->>'code' and own.role_key = lower(o->>'name'))
           then ' (' || (o->>'code') || ')' else '' end, array(select jsonb_array_elements_text(o->'permissions')),
           (o->>'secondPersonAbove')::numeric, true
         from jsonb_array_elements($2::jsonb) o
         on conflict (tenant_id, code) do update set permissions = excluded.permissions, row_version = r.row_version + 1
           where r.is_system and r.permissions is distinct from excluded.permissions
         returning id`,
        [id, JSON.stringify(rolesToSeed)],
      )
      await client.query('commit')
    }
  } finally {
    await client.end()
  }
}
