import type pg from 'pg'
import type { Env } from '../../lib/server/env.ts'
import { AlreadyServed, accessIn, openPostgres } from '../../lib/server/postgres.ts'

type Reached = { owner: pg.ClientConfig; auditor: pg.ClientConfig | undefined; leave: () => Promise<void> }

/** The database for a command beside the server: the one that runs, or the folder's own for as long as it takes. */
export async function reach(env: Env): Promise<Reached> {
  if (env.DATABASE_URL) {
    const auditor = env.AUDITOR_DATABASE_URL ? { connectionString: env.AUDITOR_DATABASE_URL } : undefined
    return { owner: { connectionString: env.DATABASE_URL }, auditor, leave: async () => {} }
  }
  try {
    const postgres = await openPostgres(env.DATA_DIR)
    return { owner: postgres.as('owner'), auditor: postgres.as('auditor'), leave: () => postgres.stop() }
  } catch (fault) {
    if (!(fault instanceof AlreadyServed)) throw fault
    const access = accessIn(env.DATA_DIR)
    return { owner: access('owner'), auditor: access('auditor'), leave: async () => {} }
  }
}
