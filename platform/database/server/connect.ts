import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type pg from 'pg'
import { BadSettings } from '../../../postgres/bad-settings.ts'
import { AlreadyServed, accessIn, openPostgres, signingSecretIn } from '../../../postgres/postgres.ts'
import type { Env } from '../../server/env.ts'

type Reached = {
  owner: pg.ClientConfig
  app: pg.ClientConfig
  auditor: pg.ClientConfig | undefined
  signingSecret: string
  leave: () => Promise<void>
}

/**
 * The database for a command run beside the server: the running one, or the data folder's own, started for
 * the command.
 */
export async function reach(env: Env): Promise<Reached> {
  if (env.DATABASE_URL && env.APP_DATABASE_URL && env.SIGNING_SECRET) {
    const auditor = env.AUDITOR_DATABASE_URL ? { connectionString: env.AUDITOR_DATABASE_URL } : undefined
    return {
      owner: { connectionString: env.DATABASE_URL },
      app: { connectionString: env.APP_DATABASE_URL },
      auditor,
      signingSecret: env.SIGNING_SECRET,
      leave: async () => {},
    }
  }
  // Only a first server start creates a database; a command must not leave an empty one behind.
  if (isEmpty(env.DATA_DIR)) {
    throw new BadSettings(
      `There is no database in ${resolve(env.DATA_DIR)} yet.\nStart the server once (npm start), or set DATA_DIR or DATABASE_URL.`,
    )
  }
  try {
    const postgres = await openPostgres(env.DATA_DIR)
    return {
      owner: postgres.as('owner'),
      app: postgres.as('app'),
      auditor: postgres.as('auditor'),
      signingSecret: postgres.signingSecret,
      leave: () => postgres.stop(),
    }
  } catch (fault) {
    if (!(fault instanceof AlreadyServed)) throw fault
    const access = accessIn(env.DATA_DIR)
    return {
      owner: access('owner'),
      app: access('app'),
      auditor: access('auditor'),
      signingSecret: signingSecretIn(env.DATA_DIR),
      leave: async () => {},
    }
  }
}

/** A folder owned by another user is not empty: opening it reports who owns it. */
function isEmpty(dataDir: string): boolean {
  try {
    return !readdirSync(dataDir).includes('postgres')
  } catch (fault) {
    return fault instanceof Error && 'code' in fault && fault.code === 'ENOENT'
  }
}
