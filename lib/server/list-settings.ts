import type { InputOf } from '../call.ts'
import { type ListSettings, listSettings, type saveListSettings } from '../lists.ts'
import type { Who } from '../who.ts'
import type { Db, Tx } from './db.ts'

export async function settingsOf(db: Db, who: Who, { list }: { list: string }): Promise<ListSettings> {
  const found = await db
    .selectFrom('listSettings')
    .select('settings')
    .where('tenantId', '=', who.tenantId)
    .where('accountId', '=', who.accountId)
    .where('list', '=', list)
    .executeTakeFirst()
  return listSettings.parse(found?.settings ?? {})
}

export async function saveSettings(tx: Tx, who: Who, { list, settings }: InputOf<typeof saveListSettings>) {
  await tx
    .insertInto('listSettings')
    .values({ tenantId: who.tenantId, accountId: who.accountId, list, settings: JSON.stringify(settings) })
    .onConflict((on) =>
      on.columns(['tenantId', 'accountId', 'list']).doUpdateSet({ settings: JSON.stringify(settings) }),
    )
    .execute()
  return {}
}
