import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../lib/call.ts'
import { refuseAs } from '../../lib/refusal.ts'
import type { Database } from '../../lib/server/db.ts'
import type { Who } from '../../lib/who.ts'
import type { editSatelliteWarehouse, satelliteWarehouses } from '../contract.ts'
import { warehouseText } from '../text.ts'
import { edit, facts } from './facts.ts'

const satellitesOf = async ({ read }: Database, { tenantId }: Who): Promise<number[]> => {
  const { rows } = await read(tenantId, (db) => sql<{ id: number }>`select satellites() as id`.execute(db))
  return rows.map(({ id }) => id)
}

/** The warehouses of the company's satellites, each read as its own company: row security lets nobody look across. */
export const listSatelliteWarehouses =
  (database: Database) =>
  async (who: Who): Promise<OutputOf<typeof satelliteWarehouses>> => {
    const found = []
    for (const satelliteId of await satellitesOf(database, who))
      found.push(
        await database.read(satelliteId, async (db) => {
          const { companyName } = await db
            .selectFrom('tenants')
            .select('companyName')
            .where('id', '=', satelliteId)
            .executeTakeFirstOrThrow()
          return { satelliteId, companyName, ...(await facts(db, { tenantId: satelliteId })) }
        }),
      )
    return found
  }

/** Changes the facts of a satellite's warehouse. The satellite's own audit log says who of the main warehouse did it. */
export const editFactsOfSatellite =
  (database: Database) =>
  async (who: Who, { satelliteId, ...after }: InputOf<typeof editSatelliteWarehouse>) => {
    const own = await satellitesOf(database, who)
    if (!own.includes(satelliteId)) refuseAs({ kind: 'not_found' }, warehouseText.noWarehouse)
    return database.write(satelliteId, (tx) =>
      edit(tx, { ...who, tenantId: satelliteId, accountId: null }, after),
    )
  }
