import { Alert, Button, Flex, Progress } from 'antd'
import { useState } from 'react'
import { useCommand, useRefresh } from '../../platform/calls/web/call.ts'
import { ChooseFile } from '../../platform/files/web/ChooseFile.tsx'
import { download } from '../../platform/files/web/download.ts'
import { Dialog } from '../../platform/forms/web/Dialog.tsx'
import { FailureList } from '../../platform/lists/web/FailureList.tsx'
import { myTasks, type TaskRow } from '../../platform/tasks/tasks.ts'
import { useTaskEnd } from '../../platform/tasks/web/task-file.ts'
import { csvOf } from '../../platform/text/csv.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { webText } from '../../platform/text/web/text.ts'
import { dialogText } from '../dialog-text.ts'
import { ordersText } from '../text.ts'
import { uploadLabels } from '../waybills/contract.ts'
import { readings } from './readings.ts'

/** Labels of many orders in one ZIP. The dialog may be closed while it runs: the result is in the task tray as well. */
export function UploadZipDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const refresh = useRefresh()
  const [ended, setEnded] = useState<TaskRow>()
  const sending = useCommand(uploadLabels, { refreshes: [myTasks], quiet: true })
  const { wait, isWaiting, task } = useTaskEnd((result) => {
    setEnded(result)
    void refresh(readings)
  })
  const share = task && task.total > 0 ? Math.round((task.done / task.total) * 100) : 0
  return (
    <Dialog title={t(ordersText.uploadZip)} onClose={onClose}>
      <Flex vertical gap={12}>
        <Alert type="info" showIcon title={t(dialogText.uploadZipHint)} />
        {isWaiting ? (
          <div role="status">
            {t(dialogText.zipRunning)}
            <Progress percent={share} aria-label={t(dialogText.zipRunning)} />
          </div>
        ) : (
          <>
            {ended && <Result of={ended} />}
            <ChooseFile
              purpose="zip"
              label={ended ? dialogText.chooseAnotherFile : dialogText.chooseFile}
              onUploaded={async ({ fileId }) => {
                setEnded(undefined)
                wait((await sending.mutateAsync({ fileId })).taskId)
              }}
            />
          </>
        )}
      </Flex>
    </Dialog>
  )
}

/** How many labels were taken, and every file that was not, with its reason. */
function Result({ of: { status, message, failures } }: { of: TaskRow }) {
  const t = useText()
  const rows = [
    [t(dialogText.fileName), t(webText.reason)],
    ...failures.map(({ no, reason }) => [no, reason]),
  ]
  const type = status === 'done' ? 'success' : status === 'failed' ? 'error' : 'warning'
  return (
    <Alert
      type={type}
      showIcon
      role="alert"
      title={
        failures.length > 0
          ? `${message} · ${t(dialogText.filesRefused, { count: failures.length })}`
          : message
      }
      description={
        failures.length > 0 && (
          <>
            <FailureList label={t(webText.reason)} failed={failures} />
            <Button size="small" onClick={() => download('labels-failed.csv', csvOf(rows))}>
              {t(webText.download)}
            </Button>
          </>
        )
      }
    />
  )
}
