import { ReasonDialog } from '../../platform/forms/web/ReasonDialog.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { dialogText } from '../dialog-text.ts'
import { ordersText } from '../text.ts'

/** Asks why labels that their carrier refused to void are acknowledged. */
export function AcknowledgeDialog({
  count,
  ...props
}: {
  count: number
  onSubmit: (reason: string) => Promise<boolean>
  onClose: () => void
}) {
  const t = useText()
  return (
    <ReasonDialog
      title={t(dialogText.acknowledgeAsk, { count })}
      warning={dialogText.acknowledgeWarning}
      submitText={ordersText.acknowledge}
      {...props}
    />
  )
}
