import { useState } from 'react'
import { useCommand } from '../../platform/calls/web/call.ts'
import { myTasks } from '../../platform/tasks/tasks.ts'
import { useTaskFile } from '../../platform/tasks/web/task-file.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { notice } from '../../platform/ui/web/notices.ts'
import { PrintDrawer } from '../../warehouse/print-settings/web/PrintDrawer.ts'
import { listBoxLabels, printBoxLabels, printReceivingSheets } from '../contract.ts'
import { receivingText } from '../text.ts'

/** Box labels and receiving sheets: a task draws them, and the download starts by itself. */
export function usePapers() {
  const t = useText()
  const [labels, setLabels] = useState<number[]>()
  const file = useTaskFile()
  const sheets = useCommand(printReceivingSheets, { quiet: true, refreshes: [myTasks] })
  return {
    isPending: sheets.isPending || file.isWaiting,
    printLabels: setLabels,
    printSheets: (ids: number[]) =>
      sheets.mutate(
        { ids },
        {
          onSuccess: ({ taskId }) => {
            notice('success', t(receivingText.sheetsStarted))
            file.wait(taskId)
          },
        },
      ),
    panel: labels && (
      <PrintDrawer
        kind="box"
        list={listBoxLabels}
        call={printBoxLabels}
        which={{ ids: labels }}
        onClose={() => setLabels(undefined)}
      />
    ),
  }
}
