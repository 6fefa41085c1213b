import { type RawBuilder, sql } from 'kysely'
import { type Actor, writeChanges } from '../../audit/server/audit.ts'
import type { BulkResult } from '../../calls/call.ts'
import type { Who } from '../../calls/who.ts'
import type { Tx } from '../../database/server/db.ts'
import { idsOf } from '../../database/server/rows.ts'
import { callText } from '../../text/common-text.ts'
import type { Text } from '../../text/text.ts'
import { bulkResultOf } from './bulk-result.ts'

/** What is disabled, not deleted. */
type Kind = {
  table:
    | 'accounts'
    | 'carrierAccounts'
    | 'channels'
    | 'customers'
    | 'feeTypes'
    | 'locations'
    | 'platforms'
    | 'products'
    | 'quotes'
    | 'states'
    | 'watermarkTemplates'
    | 'zoneSchemas'
  /** The object's name in the audit log and in events. */
  type: string
}

type Row = { id: number; no: string; isEnabled: boolean }

type Input = { ids: number[]; isEnabled: boolean }

/**
 * The command that enables or disables rows of one kind. It locks them in id order; `reasons` says of the
 * locked rows which may not be switched, and why.
 */
export const switchable =
  <I extends Input>(
    kind: Kind & {
      no: RawBuilder<string>
      notFound: Text
      reasons?: (tx: Tx, who: Who, input: I) => Promise<ReadonlyMap<number, Text>>
    },
  ) =>
  async (tx: Tx, who: Who, input: I): Promise<BulkResult> => {
    const { rows } = await sql<Row>`
      select id, ${kind.no} as no, is_enabled from ${sql.table(kind.table)}
      where tenant_id = ${who.tenantId} and id = any(${input.ids}::bigint[])
      order by id for update`.execute(tx)
    const reasons = await kind.reasons?.(tx, who, input)
    return switchRows(tx, who, input, kind, rows, reasons)
  }

/** Switches locked rows. Rows that already have the state, may not change or do not exist are reported. */
export async function switchRows(
  tx: Tx,
  who: Who,
  { ids, isEnabled }: Input,
  kind: Kind & { notFound: Text },
  rows: readonly Row[],
  against: ReadonlyMap<number, Text | undefined> = new Map(),
): Promise<BulkResult> {
  const reasons = new Map(
    rows.map((row) => [row.id, row.isEnabled === isEnabled ? callText.alreadySo : against.get(row.id)]),
  )
  const eligible = rows.filter(({ id }) => !reasons.get(id))
  await setEnabled(tx, who, kind, eligible, isEnabled)
  const known = new Map(rows.map(({ id, no }) => [id, no]))
  return bulkResultOf(who, ids, { known, reasons, notFound: kind.notFound })
}

/** Sets the state of locked rows that have the other one. */
export async function setEnabled(
  tx: Tx,
  who: Actor,
  { table, type }: Kind,
  rows: readonly Pick<Row, 'id' | 'no'>[],
  isEnabled: boolean,
) {
  if (rows.length === 0) return
  const ids = idsOf(rows)
  await tx
    .updateTable(table)
    .set({ isEnabled, rowVersion: sql<number>`row_version + 1`, updatedAt: sql<string>`business_now()` })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute()
  const action = isEnabled ? 'enable' : 'disable'
  const states = { before: { isEnabled: !isEnabled }, after: { isEnabled } }
  await writeChanges(
    tx,
    who,
    rows.map(({ id, no }) => ({ action, event: `${type}.${action}d`, type, id, no, ...states })),
  )
}
