type Ask = { owner: <R extends object>(text: string) => Promise<R[]> }

/** How many statements of this test's database wait for a lock; other files' databases are on the same server. */
export const lockWaits = async ({ owner }: Ask): Promise<number> =>
  (
    await owner(
      'select 1 from pg_locks l join pg_stat_activity a using (pid) where a.datname = current_database() and not l.granted',
    )
  ).length
