import { inspect, isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '../../database/server/db.ts'
import type { Call, OutputOf } from '../call.ts'

/**
 * In tests a response with a key its schema does not name is a fault: in production nothing would remove it.
 */
export function proven<C extends Call>(call: C, data: OutputOf<C>): OutputOf<C> {
  const promised = call.output.parse(data)
  if (!isDeepStrictEqual(promised, data)) {
    throw new Error(
      `${call.path} answers more than it promises: ${inspect(data)} instead of ${inspect(promised)}`,
    )
  }
  return data
}

/**
 * Tables whose changes need no audit row: the audit log itself, upload and import progress, list settings and
 * print settings.
 */
const unrecorded = [
  'audit_log',
  'events',
  'idempotency',
  'sessions',
  'throttles',
  'files',
  'uploads',
  'upload_parts',
  'photo_links',
  'list_settings',
  'print_settings',
  'import_rows',
  'number_series',
]

/**
 * How many rows of each table this connection has changed. The counter outlives the transaction, so two
 * readings are compared.
 */
export async function changesIn(tx: Tx): Promise<Map<string, number>> {
  // The view pg_stat_xact_user_tables takes longer than most commands: it also counts what every index did.
  const { rows } = await sql<{ relname: string; changes: number }>`
    select relname, changes::int from (
      select relname, pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid)
        + pg_stat_get_xact_tuples_deleted(oid) as changes
      from pg_class where relnamespace = 'wms'::regnamespace and relkind = 'r' offset 0) tables
    where changes > 0
  `.execute(tx)
  return new Map(rows.map(({ relname, changes }) => [relname, changes]))
}

/**
 * In tests a change without an audit row and an event is a fault: PostgreSQL's own statistics count what
 * changed.
 */
export function mustBeRecorded(call: Call, before: Map<string, number>, after: Map<string, number>) {
  const touched = [...after.keys()].filter((name) => after.get(name) !== (before.get(name) ?? 0))
  const changed = touched.filter((name) => !unrecorded.includes(name))
  const isRecorded = ['audit_log', 'events'].every((name) => touched.includes(name))
  if (changed.length > 0 && !isRecorded) {
    throw new Error(`${call.path} changed ${changed.join(', ')} without an audit row and an event`)
  }
}
