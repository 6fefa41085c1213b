import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/server/db.ts'
import type { Files } from '../../platform/files/server/files.ts'
import { sweepUploads } from '../../platform/files/server/uploads.ts'
import { sweepExports } from '../../platform/lists/server/exports.ts'
import type { BackgroundJobs } from '../../platform/tasks/server/tasks.ts'
import { bookChecks, checkCompany } from './book-checks.ts'
import { deleteOld, sweepStore } from './retention.ts'

/** When the house's own work is due, in UTC. A job's name is its key, so two servers do it once. */
export const crontab = [
  '*/15 * * * * sweep ?jobKey=sweep&jobKeyMode=preserve_run_at&max=3',
  '50 2 * * * sweep_files ?jobKey=sweep_files&jobKeyMode=preserve_run_at&max=3',
  '20 3 * * * check_books ?jobKey=check_books&jobKeyMode=preserve_run_at&max=3',
  '10 4 * * * delete_old ?jobKey=delete_old&jobKeyMode=preserve_run_at&max=3',
].join('\n')

/** Work that nobody asks for: each has to be harmless when it runs twice. */
export const clock = (database: Database, files: Files): Record<string, () => Promise<void>> => ({
  async sweep() {
    await sql`select sweep()`.execute(database.gate)
    await forEachCompany(database, 'sweep_company')
  },

  /** What servers that died in the middle of it left on the disk, and what lies in the store without a row. */
  async sweep_files() {
    await sweepExports()
    await files.sweep()
    await sweepStore(database, files)
  },

  check_books: () => forEachCompany(database, 'check_company_books'),

  /** After the check: what does not agree with its seals is not deleted. */
  delete_old: () => forEachCompany(database, 'delete_old_of_company'),
})

/**
 * The same for one company. Each is a job of its own: one that fails is logged and tried again by itself, and the others
 * neither wait for it nor are done twice.
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

  /** Every question to the books; what does not agree stands still until somebody has looked. Then the days that are over are sealed. */
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
      log.error({ err: fault, tenantId, check: code }, 'a nightly check could not be made')
    if (failed.length > 0)
      throw new Error(`company ${tenantId}: not checked: ${failed.map(({ code }) => code).join(', ')}`)
  },
})

/**
 * Puts one job for each company into the queue. They run one after the other, and after what people wait for, so that a
 * worker stays free for people.
 */
async function forEachCompany(database: Database, job: string) {
  await sql`
    select graphile_worker.add_job(${job}, json_build_object('tenantId', company, 'input', '{}'::json), queue_name => 'house',
      job_key => ${job} || ':' || company, max_attempts => 3, priority => 100)
    from open_tenants() company`.execute(database.gate)
}
