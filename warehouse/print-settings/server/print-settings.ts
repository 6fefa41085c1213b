import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../../platform/calls/call.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import type * as calls from '../contract.ts'
import { type PrintSettings, usualSettings } from '../contract.ts'

/** The caller's print settings at a workstation. */
export async function printSettings(
  db: Db,
  who: Who,
  { workstation }: { workstation: string },
): Promise<OutputOf<typeof calls.printSettings>> {
  const row = await db
    .selectFrom('printSettings')
    .select([
      'labelPrinter',
      'docPrinter',
      'autoPrintOnCheck',
      'copies',
      'labelSort',
      'packingSlip',
      'pickingPaper',
      'profiles',
      'defaults',
    ])
    .where('tenantId', '=', who.tenantId)
    .where('accountId', '=', who.accountId)
    .where('workstation', '=', workstation)
    .executeTakeFirst()
  if (!row) return { ...usualSettings, isSaved: false }
  const { profiles, defaults, ...rest } = row
  return {
    ...rest,
    profiles: profiles as PrintSettings['profiles'],
    defaults: { ...usualSettings.defaults, ...(defaults as object) },
    isSaved: true,
  }
}

export async function savePrintSettings(
  tx: Tx,
  who: Who,
  { workstation, profiles, defaults, ...rest }: InputOf<typeof calls.savePrintSettings>,
) {
  const settings = { ...rest, profiles: JSON.stringify(profiles), defaults: JSON.stringify(defaults) }
  await tx
    .insertInto('printSettings')
    .values({ tenantId: who.tenantId, accountId: who.accountId, workstation, ...settings })
    .onConflict((on) =>
      on
        .columns(['tenantId', 'accountId', 'workstation'])
        .doUpdateSet({ ...settings, updatedAt: sql<string>`business_now()` }),
    )
    .execute()
  return {}
}
