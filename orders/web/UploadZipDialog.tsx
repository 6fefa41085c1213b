import { Alert } from 'antd'
import { useCommand } from '../../platform/calls/web/call.ts'
import { ChooseFile } from '../../platform/files/web/ChooseFile.tsx'
import { Dialog } from '../../platform/forms/web/Dialog.tsx'
import { myTasks } from '../../platform/tasks/tasks.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { ordersText } from '../text.ts'
import { uploadLabels } from '../waybills/contract.ts'

/** Labels of many orders in one ZIP; the result is in the task tray. */
export function UploadZipDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const sending = useCommand(uploadLabels, { refreshes: [myTasks] })
  return (
    <Dialog title={t(ordersText.uploadZip)} onClose={onClose}>
      <Alert type="info" showIcon title={t(ordersText.uploadZipHint)} />
      <ChooseFile
        purpose="zip"
        label={ordersText.chooseFile}
        onUploaded={async ({ fileId }) => {
          await sending.mutateAsync({ fileId })
          onClose()
        }}
      />
    </Dialog>
  )
}
