import { sql } from 'kysely'
import type { Actor } from '../../platform/audit/server/audit.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Db, Tx } from '../../platform/database/server/db.ts'

/** One kind of what a main warehouse keeps for its satellites: how it is read there, and how a satellite takes it over. */
export type SatelliteCopy<R> = {
  read: (db: Db, parent: Pick<Who, 'tenantId'>) => Promise<R[]>
  /** Changes only what differs; what the satellite has beside it stays. */
  write: (tx: Tx, satellite: Actor, rows: R[]) => Promise<void>
}

/**
 * Leaves word that the satellites must hear of this change, in the transaction that makes it.
 *
 * One job waits at a time and copies everything, so a hundred changes in a row make one copy.
 */
export async function copyToSatellites(tx: Tx, { tenantId }: Pick<Who, 'tenantId'>) {
  await sql`
    select enqueue('copy_to_satellites', '{}'::json, ${`satellites:${tenantId}`})
    where exists (select 1 from satellites())`.execute(tx)
}
