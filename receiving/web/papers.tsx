import { useState } from 'react'
import { myTasks } from '../../lib/tasks.ts'
import { useCommand } from '../../lib/web/call.ts'
import { useText } from '../../lib/web/language.tsx'
import { notice } from '../../lib/web/notices.ts'
import { useTaskFile } from '../../lib/web/task-file.ts'
import { PrintDrawer } from '../../warehouse/web/PrintDrawer.tsx'
import { listBoxLabels, printBoxLabels, printReceivingSheets } from '../contract.ts'
import { receivingText } from '../text.ts'

/** Box labels and receiving sheets: a task draws them, and the file comes by itself. */
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
