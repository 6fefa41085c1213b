import { useState } from 'react'
import { useCommand } from '../../../platform/calls/web/call.ts'
import { printTask } from '../../../platform/printing/web/print.ts'
import { myTasks } from '../../../platform/tasks/tasks.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { notice } from '../../../platform/ui/web/notices.ts'
import { printHandover } from '../contract.ts'
import { outboundText } from '../text.ts'

/** Hand-over sheets: a task draws them, and they print as soon as they are ready. */
export function useHandover() {
  const t = useText()
  const command = useCommand(printHandover, { quiet: true, refreshes: [myTasks] })
  const [isDrawing, setDrawing] = useState(false)
  return {
    isPending: command.isPending || isDrawing,
    print: (ids: number[]) =>
      command.mutate(
        { ids },
        {
          onSuccess: ({ taskId }) => {
            notice('success', t(outboundText.sheetStarted))
            setDrawing(true)
            printTask(taskId)
              .catch((fault: Error) => notice('error', fault.message))
              .finally(() => setDrawing(false))
          },
        },
      ),
  }
}
