import { sql } from 'kysely'
import { refuseAs } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import type { Purpose } from '../rules.ts'
import { type CollectionState, collectionStates } from '../states.ts'
import { moneyText } from '../text.ts'

export type Locked = {
  id: number
  collectionNo: string
  status: CollectionState
  customerId: number
  purpose: Purpose
  amount: string
  rowVersion: number
}

/** Locks collections in id order. */
export async function lockCollections(tx: Tx, who: Who, ids: readonly number[]): Promise<Locked[]> {
  const { rows } = await sql<Locked>`
    select id, collection_no, status, customer_id, purpose, amount, row_version from collections
    where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  return rows
}

export async function lockOne(tx: Tx, who: Who, id: number): Promise<Locked> {
  const [row] = await lockCollections(tx, who, [id])
  return row ?? refuseAs({ kind: 'not_found' }, moneyText.notFound)
}

export const notDraft = ({ collectionNo: no, status }: Locked): Text | undefined =>
  collectionStates.actions.edit.from.includes(status as 'draft')
    ? undefined
    : fill(moneyText.notDraft, { no })
