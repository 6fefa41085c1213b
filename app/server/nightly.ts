import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/server/db.ts'
import type { Files } from '../../platform/files/server/files.ts'
import { sweepUploads } from '../../platform/files/server/uploads.ts'
import { sweepExports } from '../../platform/lists/server/exports.ts'
import type { BackgroundJobs } from '../../platform/tasks/server/tasks.ts'
import { bookChecks, checkCompany } from './book-checks.ts'
import { deleteOld, sweepStore } from './retention.ts'

/** When scheduled jobs are due, in UTC. A job's name is its key, so that two servers run it once. */
export const crontab = [
  '*/15 * * * * sweep ?jobKey=sweep&jobKeyMode=preserve_run_at&max=3',
  '50 2 * * * sweep_files ?jobKey=sweep_files&jobKeyMode=preserve_run_at&max=3',
  '20 3 * * * check_books ?jobKey=check_books&jobKeyMode=preserve_run_at&max=3',
  '10 4 * * * delete_old ?jobKey=delete_old&jobKeyMode=preserve_run_at&max=3',
].join('\n')

/** Scheduled work: each job must be safe to run twice. */
export const clock = (database: Database, files: Files): Record<string, () => Promise<void>> => ({
  async sweep() {
    await sql`select sweep()`.execute(database.gate)
    await forEachCompany(database, 'sweep_company')
  },

  /** Files that died servers left on disk, and stored files without a row. */
  async sweep_files() {
    await sweepExports()
    await files.sweep()
    await sweepStore(database, files)
  },

  check_books: () => forEachCompany(database, 'check_company_books'),

  /** After the check: what does not match its seals is not deleted. */
  delete_old: () => forEachCompany(database, 'delete_old_of_company'),
})

/**
 * The same per company. Each is a separate job: a failure is logged and retried on its own, and the others
 * neither wait for it nor run twice.
 */
export const companyJobs = (
  database: Database,
  files: Files,
  log: Pick<FastifyBaseLogger, 'error'>,
): BackgroundJobs => ({
  delete_old_of_company: (tenantId) => deleteOld(database, files, tenantId),

  async sweep_company(tenantId) {
    await database.write(tenantId, async (tx) => {
      await tx
        .deleteFrom('idempotency')
        .where('tenantId', '=', tenantId)
        .where('at', '<', sql<string>`now() - interval '7 days'`)
        .execute()
      await sweepUploads(tx, tenantId)
    })
  },

  /**
   * Every ledger check; mismatches block the stock until a user has looked. Then finished days are sealed.
   */
  async check_company_books(tenantId) {
    const who = { tenantId, accountId: null, loginAccount: 'system', requestId: 'nightly', ip: '' }
    const { results } = await checkCompany(
      {
        who,
        read: (work) => database.read(tenantId, work),
        write: (work) => database.write(tenantId, work),
      },
      bookChecks,
    )
    const failed = results.filter(({ fault }) => fault !== undefined)
    for (const { code, fault } of failed)
      log.error({ err: fault, tenantId, check: code }, 'a nightly check could not run')
    if (failed.length > 0)
      throw new Error(`company ${tenantId}: not checked: ${failed.map(({ code }) => code).join(', ')}`)
  },
})

/**
 * Queues one job per company. They run one after the other at low priority, so that a worker stays free for
 * users.
 */
async function forEachCompany(database: Database, job: string) {
  await sql`
    select graphile_worker.add_job(${job}, json_build_object('tenantId', company, 'input', '{}'::json), queue_name => 'house',
      job_key => ${job} || ':' || company, max_attempts => 3, priority => 100)
    from open_tenants() company`.execute(database.gate)
}
