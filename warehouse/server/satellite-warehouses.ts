import { sql } from 'kysely'
import type { OutputOf } from '../../platform/calls/call.ts'
import { refuseAs } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Database, Tx } from '../../platform/database/server/db.ts'
import { idsOf } from '../../platform/database/server/rows.ts'
import type { satelliteWarehouses } from '../contract.ts'
import { warehouseText } from '../text.ts'
import { type Editor, editWarehouse, facts, fix, settings } from './facts.ts'

const satellitesOf = async ({ read }: Database, { tenantId }: Who): Promise<number[]> => {
  const { rows } = await read(tenantId, (db) => sql<{ id: number }>`select satellites() as id`.execute(db))
  return idsOf(rows)
}

/** The warehouses of the company's satellites, each read as its own company because of row security. */
export const listSatelliteWarehouses =
  (database: Database) =>
  async (who: Who): Promise<OutputOf<typeof satelliteWarehouses>> => {
    const results = []
    for (const satelliteId of await satellitesOf(database, who))
      results.push(
        await database.read(satelliteId, async (db) => {
          const { companyName } = await db
            .selectFrom('tenants')
            .select('companyName')
            .where('id', '=', satelliteId)
            .executeTakeFirstOrThrow()
          return { satelliteId, companyName, ...(await facts(db, { tenantId: satelliteId })) }
        }),
      )
    return results
  }

/**
 * Lets the main warehouse change a satellite's warehouse. The satellite's audit log names the user of the
 * main warehouse.
 */
const onSatellite =
  <I, O>(change: (tx: Tx, who: Editor, input: I) => Promise<O>) =>
  (database: Database) =>
  async (who: Who, { satelliteId, ...input }: I & { satelliteId: number }): Promise<O> => {
    const own = await satellitesOf(database, who)
    if (!own.includes(satelliteId)) refuseAs({ kind: 'not_found' }, warehouseText.noWarehouse)
    return database.write(satelliteId, (tx) =>
      change(tx, { ...who, tenantId: satelliteId, accountId: null }, input as I),
    )
  }

export const editFactsOfSatellite = onSatellite(editWarehouse)
export const setSettingsOfSatellite = onSatellite(settings)
export const setMeasuresOfSatellite = onSatellite(fix)
