import { expect } from 'vitest'

type Ask = { owner: <R extends object>(text: string) => Promise<R[]> }

/** Until a statement of this test's database waits for a lock; other files' databases are on the same server. */
export const untilLockWaits = ({ owner }: Ask, count = 1) =>
  expect
    .poll(
      async () =>
        (
          await owner(
            'select 1 from pg_locks l join pg_stat_activity a using (pid) where a.datname = current_database() and not l.granted',
          )
        ).length,
      { timeout: 10_000, interval: 10 },
    )
    .toBeGreaterThanOrEqual(count)
