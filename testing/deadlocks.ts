import type { TestServer } from './test-server.ts'

/** The code of PostgreSQL for a lock that was not granted in time. */
export const LOCK_NOT_AVAILABLE = '55P03'

/** How many deadlocks there were in the test's database. A connection reports them within a second. */
export async function deadlocksOf({ owner }: Pick<TestServer, 'owner'>): Promise<number> {
  await owner('select pg_sleep(1.2)')
  const [row] = await owner<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return Number(row?.deadlocks)
}
