import { useCommand } from '../../../platform/calls/web/call.ts'
import { myTasks } from '../../../platform/tasks/tasks.ts'
import { useTaskFile } from '../../../platform/tasks/web/task-file.ts'
import { printBills } from '../contract.ts'

/** Bills as PDF or spreadsheet: a task writes the file, and it is downloaded as soon as it is ready. */
export function useBillFiles() {
  const command = useCommand(printBills, { quiet: true, refreshes: [myTasks] })
  const { wait, isWaiting } = useTaskFile()
  return {
    isPending: command.isPending || isWaiting,
    download: (ids: number[], format: 'pdf' | 'xlsx') =>
      command.mutate({ ids, format }, { onSuccess: ({ taskId }) => wait(taskId) }),
  }
}
