import { sql } from 'kysely'
import type { Db } from '../../database/server/db.ts'
import type { OutputOf } from '../call.ts'
import { type Holders, holdersAmong, type rightHolders } from '../missing-right.ts'
import type { Who } from '../who.ts'

const MAX_NAMES = 3

/** Company users who can log in; support users are left out because they are temporary. */
async function holdersIn(
  db: Db,
  tenantId: number,
  { only, but = [] }: { only?: string[]; but?: string[] },
): Promise<OutputOf<typeof rightHolders>> {
  const { rows } = await sql<OutputOf<typeof rightHolders>[number]>`
    select r.code as permission, (array_agg(a.user_name order by a.user_name, a.id))[1:${sql.lit(MAX_NAMES)}] as names,
      count(*)::int as total
    from accounts a cross join unnest(a.permissions) r (code)
    where a.tenant_id = ${tenantId} and a.kind = 'staff' and a.is_enabled and not a.is_support
      and (a.ends_at is null or a.ends_at > now())
      and (${only ?? null}::text[] is null or r.code = any (${only ?? null}::text[])) and r.code <> all (${but}::text[])
    group by r.code order by r.code`.execute(db)
  return rows
}

/** Who has the permissions the caller lacks. Owners lack none. */
export const holdersForCaller = async (db: Db, { tenantId, permissions }: Who) =>
  permissions.includes('*') ? [] : holdersIn(db, tenantId, { but: permissions })

export const holdersOf = async (db: Db, tenantId: number, permission: string): Promise<Holders | undefined> =>
  holdersAmong(await holdersIn(db, tenantId, { only: [permission, '*'] }), permission)
