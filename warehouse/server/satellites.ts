import { sql } from 'kysely'
import type { Actor } from '../../platform/audit/server/audit.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Db, Tx } from '../../platform/database/server/db.ts'

/**
 * One kind of data a main warehouse shares with its satellites: how it is read, and how a satellite applies
 * it.
 */
export type SatelliteCopy<R> = {
  read: (db: Db, parent: Pick<Who, 'tenantId'>) => Promise<R[]>
  /** Changes only what differs; the satellite's additional data stays. */
  write: (tx: Tx, satellite: Actor, rows: R[]) => Promise<void>
}

/**
 * Queues a copy to the satellites, in the transaction of the change.
 *
 * At most one job waits and it copies everything, so a hundred changes in a row make one copy.
 */
export async function copyToSatellites(tx: Tx, { tenantId }: Pick<Who, 'tenantId'>) {
  await sql`
    select enqueue('copy_to_satellites', '{}'::json, ${`satellites:${tenantId}`})
    where exists (select 1 from satellites())`.execute(tx)
}

/** The same from the other side: a satellite has something of its own that the main warehouse's data refers to. */
export const copyFromMain = (tx: Tx) => sql`select refill_satellite()`.execute(tx)
