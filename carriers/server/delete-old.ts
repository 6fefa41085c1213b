import { sql } from 'kysely'
import type { Database } from '../../platform/database/server/db.ts'
import { settingsOf } from '../../warehouse/server/facts.ts'
import type { Party } from '../carrier.ts'

const nobody: Party = {
  name: '***',
  company: '',
  phone: '',
  email: '',
  countryCode: '',
  stateCode: '',
  city: '',
  zip: '',
  address1: '',
  address2: '',
}

/**
 * Deletes logged calls, which show where parcels went, and recipients known to the demo carrier, once the time
 * that the company has set for recipients' data is over.
 */
export async function deleteOldCalls({ read, write }: Database, tenantId: number): Promise<void> {
  const { receiverDays } = await read(tenantId, (db) => settingsOf(db, { tenantId }))
  const since = sql`business_now() - ${receiverDays} * interval '1 day'`
  await write(tenantId, async (tx) => {
    // Each account keeps its last fifty.
    await sql`delete from carrier_calls where tenant_id = ${tenantId} and at < ${since}`.execute(tx)
    await sql`
      update demo_labels set shipment = shipment || ${JSON.stringify({ to: nobody })}::jsonb
      where tenant_id = ${tenantId} and bought_at < ${since} and shipment -> 'to' ->> 'name' <> ${nobody.name}`.execute(
      tx,
    )
  })
}
