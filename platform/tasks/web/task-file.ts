import { useEffect, useState } from 'react'
import { useAnswer } from '../../calls/web/call.ts'
import { fetchFile } from '../../files/web/download.ts'
import { notice } from '../../ui/web/notices.ts'
import { myTasks, type TaskRow } from '../tasks.ts'

/** Waits for a task, however long it takes, and shows its result. */
export function useTaskEnd(onEnd: (task: TaskRow) => void) {
  const [waiting, setWaiting] = useState<number>()
  const tasks = useAnswer(myTasks, {}, { enabled: waiting !== undefined, every: 1000 })
  const task = waiting === undefined ? undefined : tasks.data?.find(({ id }) => id === waiting)
  const ended =
    task && ['done', 'partly_done', 'failed', 'cancelled'].includes(task.status) ? task : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is over
  useEffect(() => {
    if (!ended) return
    setWaiting(undefined)
    onEnd(ended)
  }, [ended?.id])
  return { wait: setWaiting, isWaiting: waiting !== undefined, task }
}

/** Downloads a task's file when it is done. */
export const useTaskFile = () =>
  useTaskEnd((task) => {
    if (task.fileUrl) fetchFile(task.fileUrl)
    else if (task.status === 'failed') notice('error', task.message ?? '')
  })
