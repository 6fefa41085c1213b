import { sql } from 'kysely'
import type { BillableKind } from '../../db/schema.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Db, Tx } from '../../platform/database/server/db.ts'
import { billableStates } from '../states.ts'

/** A document's event that counts, if it has one; it stands still until the caller is done with it. */
export const eventOf = (tx: Tx, who: Pick<Who, 'tenantId'>, kind: BillableKind, sourceId: number) =>
  tx
    .selectFrom('billableEvents')
    .select(['id', 'chargeDate', 'status'])
    .where('tenantId', '=', who.tenantId)
    .where('kind', '=', kind)
    .where('sourceId', '=', sourceId)
    .where('status', '!=', 'reversed')
    .forUpdate()
    .executeTakeFirst()

/** All that a document ever wrote down to be charged, with how much it was, the newest first. */
export const eventsOf = (
  db: Db,
  who: Pick<Who, 'tenantId'>,
  kinds: readonly BillableKind[],
  sourceId: number,
) =>
  db
    .selectFrom('billableEvents')
    .select(['id', 'status', 'chargeDate'])
    .select(
      (['boxes', 'skus', 'pieces'] as const).map((figure) =>
        sql<number>`coalesce((facts->>${sql.lit(figure)})::bigint, 0)`.as(figure),
      ),
    )
    .where('tenantId', '=', who.tenantId)
    .where('kind', 'in', kinds)
    .where('sourceId', '=', sourceId)
    .orderBy('id', 'desc')
    .execute()

/** Takes an event back that has no price yet. */
export async function reverse(tx: Tx, who: Pick<Who, 'tenantId'>, id: number) {
  const { from, to } = billableStates.actions.reverse
  await tx
    .updateTable('billableEvents')
    .set({ status: to })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .where('status', 'in', from)
    .execute()
}

/** Writes down what a price needs to know, in the transaction that makes it true. The day is the warehouse's. */
export async function charge(
  tx: Tx,
  who: Pick<Who, 'tenantId'>,
  event: {
    kind: BillableKind
    sourceId: number
    sourceNo: string
    customerId: number
    factsVersion: number
    facts: object
  },
) {
  await tx
    .insertInto('billableEvents')
    .values({
      tenantId: who.tenantId,
      ...event,
      facts: JSON.stringify(event.facts),
      chargeDate: sql<string>`warehouse_today()`,
    })
    .execute()
}
