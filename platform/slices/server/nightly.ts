import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../../database/server/db.ts'
import type { Files } from '../../files/server/files.ts'
import type { BackgroundJobs } from '../../tasks/server/workers.ts'

export type NightlyServices = { database: Database; files: Files; log: Pick<FastifyBaseLogger, 'error'> }

/**
 * A scheduled job, with the time in UTC as crontab writes it. It runs once for the installation, or once for
 * each company. It must be safe to run twice.
 */
type NightlyJob = { at: string } & (
  | { run: (services: NightlyServices) => Promise<void> }
  | { ofCompany: (services: NightlyServices, tenantId: number) => Promise<void> }
)
export type NightlyJobs = Readonly<Record<string, NightlyJob>>

/**
 * When the jobs are due. A job's name is its key, so that two servers run it once. A daily job that was missed
 * because no server ran is made up for at the next start.
 */
export const crontabOf = (jobs: NightlyJobs) =>
  Object.entries(jobs)
    .map(([name, { at }]) => {
      const isDaily = /^\d+ \d+ /.test(at)
      return `${at} ${name} ?jobKey=${name}&jobKeyMode=preserve_run_at&max=3${isDaily ? '&fill=1d' : ''}`
    })
    .join('\n')

const companyJob = (name: string) => `${name}_of_company`

/** What runs when a job is due. */
export const dueJobs = (jobs: NightlyJobs, services: NightlyServices): Record<string, () => Promise<void>> =>
  Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      () => ('run' in job ? job.run(services) : queueForEachCompany(services.database, companyJob(name))),
    ]),
  )

/**
 * The jobs of single companies. Each is a separate job: a failure is logged and retried on its own, and the
 * others neither wait for it nor run twice.
 */
export const companyJobs = (jobs: NightlyJobs, services: NightlyServices): BackgroundJobs =>
  Object.fromEntries(
    Object.entries(jobs).flatMap(([name, job]) =>
      'ofCompany' in job ? [[companyJob(name), (tenantId: number) => job.ofCompany(services, tenantId)]] : [],
    ),
  )

/** They run one after the other at low priority, so that a worker stays free for users. */
async function queueForEachCompany(database: Database, job: string) {
  await sql`
    select graphile_worker.add_job(${job}, json_build_object('tenantId', company, 'input', '{}'::json), queue_name => 'house',
      job_key => ${job} || ':' || company, max_attempts => 3, priority => 100)
    from open_tenants() company`.execute(database.gate)
}
