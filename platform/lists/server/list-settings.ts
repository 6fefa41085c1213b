import { sql } from 'kysely'
import type { InputOf, OutputOf, Query } from '../../calls/call.ts'
import { refuse } from '../../calls/refusal.ts'
import { hasPermission, type Who } from '../../calls/who.ts'
import type { Db, Tx } from '../../database/server/db.ts'
import { listSettings, listText, MAX_SHARED, type myListSettings, type saveListSettings } from '../lists.ts'
import { type ListSources, sourceOf } from './list-sources.ts'

type Shared = OutputOf<typeof myListSettings>['shared'][number]

/** A user's own settings of a list, and what colleagues share with everyone who may see it. */
export const settingsOf =
  (sources: ListSources) =>
  async (db: Db, who: Who, { list }: { list: string }): Promise<OutputOf<typeof myListSettings>> => {
    const row = await db
      .selectFrom('listSettings')
      .select('settings')
      .where('tenantId', '=', who.tenantId)
      .where('accountId', '=', who.accountId)
      .where('list', '=', list)
      .executeTakeFirst()
    const source = Object.hasOwn(sources, list) ? sources[list] : undefined
    const maySee = source !== undefined && hasPermission(who.permissions, source.call.permission)
    return {
      ...listSettings.parse(row?.settings ?? {}),
      shared: maySee ? await sharedWith(db, who, list) : [],
    }
  }

/** Views shared by colleagues. Users who can no longer log in share nothing: they could not unshare it. */
async function sharedWith(db: Db, who: Who, list: string): Promise<Shared[]> {
  const { rows } = await sql<Shared>`
    select v.name, v.search, a.id as by, a.user_name
    from list_settings s
    join accounts a on a.tenant_id = s.tenant_id and a.id = s.account_id and a.is_enabled
    cross join lateral jsonb_to_recordset(s.settings -> 'views') as v (name text, search text, "isShared" boolean)
    where s.tenant_id = ${who.tenantId} and s.list = ${list} and s.account_id <> ${who.accountId}
      and s.settings @> '{"views": [{"isShared": true}]}' and v."isShared"
    order by v.name, a.id`.execute(db)
  return rows
}

/** Saves a user's settings of a list. Only users who may see the list can share a view of it. */
export const saveSettings =
  (sources: ListSources, mayCall: (call: Query, who: Who) => void) =>
  async (tx: Tx, who: Who, { list, settings }: InputOf<typeof saveListSettings>) => {
    const shared = settings.views.filter(({ isShared }) => isShared).length
    if (shared > 0) {
      mayCall(sourceOf(sources, list).call, who)
      const others = await sharedWith(tx, who, list)
      if (others.length + shared > MAX_SHARED) refuse(listText.tooManyShared, { max: MAX_SHARED })
    }
    await tx
      .insertInto('listSettings')
      .values({ tenantId: who.tenantId, accountId: who.accountId, list, settings: JSON.stringify(settings) })
      .onConflict((on) =>
        on.columns(['tenantId', 'accountId', 'list']).doUpdateSet({ settings: JSON.stringify(settings) }),
      )
      .execute()
    return {}
  }
