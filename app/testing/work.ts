import { expect } from 'vitest'
import { openWorkers } from '../../lib/server/tasks.ts'
import { myTasks, type TaskRow } from '../../lib/tasks.ts'
import { taskKinds } from '../server/assemble.ts'
import type { House } from './house.ts'

type Session = { token: string; headers: Record<string, string> }

/** Lets workers come, and waits until a task of somebody's is over. */
export async function worked(house: House, who: Session, taskId: number): Promise<TaskRow> {
  const workers = await openWorkers({
    at: house.at.app,
    database: house.database,
    files: house.files,
    kinds: taskKinds(house.files),
    log: house.log,
    crontab: '',
    clock: {},
    errands: {},
  })
  try {
    const end = async () => {
      const tasks = (await house.send(myTasks, {}, who)).data as TaskRow[]
      return tasks.find(({ id, finishedAt }) => id === taskId && finishedAt !== null)
    }
    await expect.poll(end, { timeout: 60_000 }).toBeTruthy()
    return (await end()) as TaskRow
  } finally {
    await workers.stop()
  }
}
