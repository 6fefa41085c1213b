import { useState } from 'react'
import { myTasks } from '../tasks.ts'
import { useAnswer } from './call.ts'
import { fetchFile } from './download.ts'
import { notice } from './notices.ts'

/** Waits for a task and hands its file over when it is done, also when that takes a while. */
export function useTaskFile() {
  const [waiting, setWaiting] = useState<number>()
  const tasks = useAnswer(myTasks, {}, { enabled: waiting !== undefined, every: 1000 })
  const task = waiting === undefined ? undefined : tasks.data?.find(({ id }) => id === waiting)
  if (task && ['done', 'partly_done', 'failed', 'cancelled'].includes(task.status)) {
    setWaiting(undefined)
    if (task.fileUrl) fetchFile(task.fileUrl)
    else if (task.status === 'failed') notice('error', task.message ?? '')
  }
  return { wait: setWaiting, isWaiting: waiting !== undefined }
}
