import { sql } from 'kysely'
import type { Database } from '../../../platform/database/server/db.ts'
import { idsOf } from '../../../platform/database/server/rows.ts'
import type { NightlyJobs } from '../../../platform/slices/server/nightly.ts'
import type { BackgroundJobs } from '../../../platform/tasks/server/workers.ts'
import { settle } from './add-fees.ts'
import { priceEvents } from './charge.ts'
import { shouldBeSettled } from './find-fees.ts'

const PART = 500

type EventRow = { id: number }

/** Works through rows by id, in transactions of their own, each row once. */
async function inParts(
  database: Database,
  tenantId: number,
  find: (after: number) => ReturnType<typeof sql<EventRow>>,
  work: (tx: Parameters<Parameters<Database['write']>[1]>[0], ids: number[]) => Promise<unknown>,
) {
  for (let after = 0; ; ) {
    const ids = await database.write(tenantId, async (tx) => {
      const { rows } = await find(after).execute(tx)
      const eventIds = idsOf(rows)
      if (eventIds.length > 0) await work(tx, eventIds)
      return eventIds
    })
    if (ids.length < PART) return
    after = ids.at(-1) ?? after
  }
}

/** Prices what was left to the end of the warehouse's day, and what lacked a price until now. */
const priceEventsThat = (condition: ReturnType<typeof sql>) => (database: Database, tenantId: number) =>
  inParts(
    database,
    tenantId,
    (after) => sql<EventRow>`
        select e.id from billable_events e where e.tenant_id = ${tenantId} and e.status in ('waiting', 'open')
          and ${condition} and e.id > ${after} order by e.id limit ${PART}`,
    (tx, ids) => priceEvents(tx, { tenantId, accountId: null }, ids),
  )

/** Nights wait for their snapshot's run, and voided orders for their carriers' answers. */
export const priceEndedDays = priceEventsThat(
  sql`e.status = 'waiting' and e.kind in ('inbound', 'return') and e.charge_date < warehouse_today()`,
)
export const priceOpen = priceEventsThat(sql`e.status = 'open'`)
/** What a new zone, a measured product, a carrier's charge or its rate has completed since. */
const priceCompleted = priceEventsThat(
  sql`e.status = 'open' and (e.gap in ('no_zone', 'no_dims') or e.gap_detail ->> 'what' in ('carrier_cost', 'rate'))`,
)

/** Settles fees that should have left the balance at once and have not. Those of a blocked account wait until it is unblocked. */
export const settleLate = (database: Database, tenantId: number) =>
  inParts(
    database,
    tenantId,
    (after) => sql<EventRow>`
      select f.id from fees f where f.tenant_id = ${tenantId} and ${shouldBeSettled(tenantId)} and f.id > ${after}
        and f.customer_id <> all(array(select a.customer_id from customer_accounts a
          where a.tenant_id = ${tenantId} and a.blocked_because is not null))
      order by f.id limit ${PART} for update of f skip locked`,
    (tx, ids) => settle(tx, { tenantId, accountId: null }, ids),
  )

export const feeJobs = (database: Database): BackgroundJobs => ({
  /** Queued when a version is published, a price is assigned, or a quote becomes the default or is enabled. */
  price_open_events: (tenantId) => priceOpen(database, tenantId),
})

export const feeNightly: NightlyJobs = {
  price_ended_days: {
    at: '7 * * * *',
    ofCompany: ({ database }, tenantId) => priceEndedDays(database, tenantId),
  },
  settle_late_fees: {
    at: '37 * * * *',
    ofCompany: ({ database }, tenantId) => settleLate(database, tenantId),
  },
  price_completed_again: {
    at: '53 * * * *',
    ofCompany: ({ database }, tenantId) => priceCompleted(database, tenantId),
  },
  price_open_again: {
    at: '23 3 * * *',
    ofCompany: ({ database }, tenantId) => priceOpen(database, tenantId),
  },
}
