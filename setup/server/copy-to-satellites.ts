import { sql } from 'kysely'
import { channelsToSatellites } from '../../channels/server/to-satellites.ts'
import { customersToSatellites } from '../../customers/server/to-satellites.ts'
import type { Database, Tx } from '../../platform/database/server/db.ts'
import type { SatelliteCopy } from '../../warehouse/server/satellites.ts'

/** Reads in one company and writes in the other; each side sees its own rows only. */
const carry =
  <R>({ read, write }: SatelliteCopy<R>) =>
  async (database: Database, parentId: number, tx: Tx, satelliteId: number) => {
    const rows = await database.read(parentId, (db) => read(db, { tenantId: parentId }))
    const system = { tenantId: satelliteId, accountId: null, loginAccount: 'system', ip: '', requestId: '' }
    await write(tx, system, rows)
  }

/** Everything copied from a main warehouse to its satellites, in dependency order. */
const kinds = [carry(customersToSatellites), carry(channelsToSatellites)]

/**
 * Copies a main warehouse's data to its satellites, one way.
 *
 * A satellite is locked before the data is read: of two concurrent copies, the later one also reads later, so
 * that old data never overwrites new.
 */
export const satelliteCopyJob = (database: Database) => async (parentId: number) => {
  const { rows } = await database.read(parentId, (db) =>
    sql<{ id: number }>`select satellites() as id`.execute(db),
  )
  for (const { id } of rows) {
    await database.write(id, async (tx) => {
      await sql`select pg_advisory_xact_lock(7418, hashint8(${id}))`.execute(tx)
      for (const copy of kinds) await copy(database, parentId, tx, id)
    })
  }
}
