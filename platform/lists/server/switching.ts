import { sql } from 'kysely'
import { publishEvents, writeAudit } from '../../audit/server/audit.ts'
import type { BulkResult } from '../../calls/call.ts'
import type { Who } from '../../calls/who.ts'
import type { Tx } from '../../database/server/db.ts'
import { callText } from '../../text/common-text.ts'
import type { Text } from '../../text/text.ts'

/** Master data that is disabled, not deleted. */
type Table =
  | 'carrierAccounts'
  | 'channels'
  | 'locations'
  | 'platforms'
  | 'states'
  | 'watermarkTemplates'
  | 'zoneSchemas'

/** A locked row; `against` is the reason it may not be switched. */
type Found = { id: number; no: string; isEnabled: boolean; against?: Text | undefined }

/**
 * Enables or disables locked rows; rows that already have the state, may not change or do not exist are
 * skipped and reported.
 */
export async function switchRows(
  tx: Tx,
  who: Who,
  { ids, isEnabled }: { ids: number[]; isEnabled: boolean },
  { table, type, found, notFound }: { table: Table; type: string; found: Found[]; notFound: Text },
): Promise<BulkResult> {
  const eligible = found.filter((item) => item.isEnabled !== isEnabled && !item.against)
  const goingIds = eligible.map(({ id }) => id)
  await tx
    .updateTable(table)
    .set({ isEnabled, rowVersion: sql<number>`row_version + 1`, updatedAt: sql<string>`business_now()` })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', sql<number>`any(${goingIds}::bigint[])`)
    .execute()
  const action = isEnabled ? 'enable' : 'disable'
  await writeAudit(
    tx,
    who,
    eligible.map(({ id, no }) => ({
      action,
      type,
      id,
      no,
      before: { isEnabled: !isEnabled },
      after: { isEnabled },
    })),
  )
  await publishEvents(
    tx,
    who,
    goingIds.map((id) => ({ kind: `${type}.${action}d`, type, id })),
  )
  return {
    ok: eligible.length,
    failed: ids.flatMap((id) => {
      if (goingIds.includes(id)) return []
      const known = found.find((item) => item.id === id)
      const isSo = known?.isEnabled === isEnabled
      const reason = !known ? notFound : isSo ? callText.alreadySo : (known.against ?? callText.alreadySo)
      return [{ id, no: known?.no ?? String(id), reason: reason[who.language] }]
    }),
  }
}
