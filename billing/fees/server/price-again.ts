import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/server/db.ts'

/** Prices what lacked a price: events now, and orders in exception once the new price starts; those that start together are one job. */
export const priceAgainFrom = (tx: Tx, effectiveFrom: string) =>
  sql`
  select enqueue('price_open_events', '{}'::json), graphile_worker.add_job('retry_unpriced_orders',
    json_build_object('tenantId', tenant_now(), 'input', '{}'::json), run_at => now() + (${effectiveFrom}::timestamptz - business_now()),
    job_key => format('retry_unpriced %s %s', tenant_now(), ${effectiveFrom}::timestamptz), max_attempts => 5)`.execute(
    tx,
  )

/** Prices what lacked a price, because one that had started before applies to it now. */
export const priceAgain = (tx: Tx) =>
  sql`
  select enqueue('price_open_events', '{}'::json, format('price_open %s', tenant_now())),
    enqueue('retry_unpriced_orders', '{}'::json, format('retry_unpriced %s', tenant_now()))`.execute(tx)
