import { sql } from 'kysely'
import type { Tx } from '../platform/database/server/db.ts'
import type { TestDatabase } from './database.ts'
import { untilLockWaits } from './lock-waits.ts'

type Company = {
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  asOwner: <R extends object>(text: string, values?: unknown[]) => Promise<R[]>
}

/** Lets the statements of a transaction read whole tables, in the order in which their rows are stored. */
export async function withoutIndexes(tx: Tx) {
  for (const way of ['indexscan', 'indexonlyscan', 'bitmapscan'])
    await sql`select set_config(${`enable_${way}`}, 'off', true)`.execute(tx)
}

/**
 * Whether work locks rows of a table in the order of their ids: it waits for the first before it takes the second. The first is stored
 * behind the second, and no index is used, so that only a statement that asks for the order has it.
 */
export async function locksInOrder(
  server: Pick<TestDatabase, 'owner'>,
  { write, asOwner }: Company,
  table: string,
  ids: readonly number[],
  work: (tx: Tx) => Promise<unknown>,
): Promise<boolean> {
  const [low, high] = [Math.min(...ids), Math.max(...ids)]
  await asOwner(`update ${table} set tenant_id = tenant_id where id = $1`, [low])
  let waiting: Promise<unknown> = Promise.resolve()
  const free = await write(async (tx) => {
    await sql`select 1 from ${sql.table(table)} where id = ${low} for update`.execute(tx)
    waiting = write(async (other) => {
      await withoutIndexes(other)
      return work(other)
    })
    await untilLockWaits(server)
    return asOwner(`select 1 from ${table} where id = $1 for update skip locked`, [high])
  })
  await waiting
  return free.length === 1
}
