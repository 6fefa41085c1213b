import { expect } from 'vitest'
import { nightlyJobs } from '../app/server/nightly.ts'
import { carrierWork } from '../app/server/slices.ts'
import { taskKinds } from '../app/server/task-kinds.ts'
import { companyJobs, dueJobs } from '../platform/slices/server/nightly.ts'
import { openWorkers } from '../platform/tasks/server/workers.ts'
import { myTasks, type TaskRow } from '../platform/tasks/tasks.ts'
import type { TestServer } from './test-server.ts'

type Session = { token: string; headers: Record<string, string> }

const workersOf = (server: TestServer, crontab = '') =>
  openWorkers({
    at: server.at.app,
    database: server.database,
    files: server.files,
    kinds: taskKinds(server.files),
    log: server.log,
    crontab,
    clock: dueJobs(nightlyJobs, server),
    jobs: companyJobs(nightlyJobs, server),
    carriers: carrierWork(server.database, server.services),
  })

type Job = { task: string; attempts: number; lastError: string | null; isOver: boolean }

/**
 * Triggers a scheduled job as the scheduler does, and waits until it and all jobs it queued were tried. With
 * a company, only its part runs. Returns what is left: failed jobs with retries.
 */
export async function atNight(
  server: TestServer,
  name: string,
  { crontab = '', tenantId }: { crontab?: string; tenantId?: number } = {},
): Promise<Job[]> {
  const jobs = () =>
    server.owner<Job>(
      `select t.identifier as task, j.attempts, j.last_error as "lastError", j.locked_at is null and j.attempts > 0 as "isOver"
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = any($1)`,
      [[name, ...Object.keys(companyJobs(nightlyJobs, server))]],
    )
  const workers = await workersOf(server, crontab)
  try {
    await server.owner('select graphile_worker.add_job($1, $2::json)', [
      name,
      JSON.stringify(tenantId ? { tenantId, input: {} } : {}),
    ])
    await expect
      .poll(async () => (await jobs()).filter(({ isOver }) => !isOver), { timeout: 60_000 })
      .toEqual([])
    return jobs()
  } finally {
    await workers.stop()
  }
}

/** Starts workers and waits until a user's task has ended. */
export async function worked(server: TestServer, who: Session, taskId: number): Promise<TaskRow> {
  const workers = await workersOf(server)
  try {
    const end = async () => {
      const tasks = (await server.send(myTasks, {}, who)).data as TaskRow[]
      return tasks.find(({ id, finishedAt }) => id === taskId && finishedAt !== null)
    }
    await expect.poll(end, { timeout: 60_000 }).toBeTruthy()
    return (await end()) as TaskRow
  } finally {
    await workers.stop()
  }
}
