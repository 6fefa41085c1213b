import pg from 'pg'
import { ORDER_HISTORY } from '../demo/plan.ts'
import { accessIn } from '../postgres/postgres.ts'

/** Takes the history of the demo's orders out of the queue, before it begins. */
export async function endOrderHistory(home: string): Promise<void> {
  const owner = new pg.Client(accessIn(home)('owner'))
  await owner.connect()
  try {
    await owner.query(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = $1`,
      [ORDER_HISTORY],
    )
  } finally {
    await owner.end()
  }
}
