import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/server/db.ts'

/** Queues a job per input in the caller's transaction, to run after some seconds; each one behind the company's own before it. */
export const enqueueEach = (tx: Tx, job: string, inputs: readonly object[], seconds = 0) =>
  sql`select graphile_worker.add_job(${job}, json_build_object('tenantId', tenant_now(), 'input', x.input),
    run_at => now() + make_interval(secs => ${seconds}), max_attempts => 5, priority => least(w.first + x.n - 1, 32000)::int)
    from (select next_turn(${job}) as first) w
    cross join unnest(${inputs.map((input) => JSON.stringify(input))}::json[]) with ordinality x (input, n)`.execute(
    tx,
  )
