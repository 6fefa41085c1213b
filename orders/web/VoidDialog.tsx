import { Alert } from 'antd'
import { Dialog } from '../../platform/forms/web/Dialog.tsx'
import { FormBody, TextField } from '../../platform/forms/web/FormParts.tsx'
import { useFields } from '../../platform/forms/web/fields.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { ordersText } from '../text.ts'

/** Asks for the reason, and says what voiding does. */
export function VoidDialog({
  count,
  onVoid,
  onClose,
}: {
  count: number
  onVoid: (reason: string) => void
  onClose: () => void
}) {
  const t = useText()
  const fields = useFields({
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim() === '' ? { reason: ordersText.reasonNeeded } : {}),
  })
  return (
    <Dialog title={t(ordersText.voidAsk, { count })} onClose={onClose}>
      <Alert type="warning" showIcon title={t(ordersText.voidWarning)} />
      <FormBody
        fields={fields}
        isPending={false}
        submitText={ordersText.void}
        onCancel={onClose}
        onSubmit={(event) => {
          event.preventDefault()
          if (!fields.isRight()) return
          onVoid(fields.value.reason.trim())
          onClose()
        }}
      >
        <TextField fields={fields} name="reason" label={ordersText.voidReason} isRequired maxLength={500} />
      </FormBody>
    </Dialog>
  )
}
