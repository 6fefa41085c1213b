import { Alert } from 'antd'
import { Dialog } from '../../platform/forms/web/Dialog.tsx'
import { FormBody, TextField } from '../../platform/forms/web/FormParts.tsx'
import { useFields } from '../../platform/forms/web/fields.ts'
import type { Text } from '../../platform/text/text.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { ordersText } from '../text.ts'

/** Says what an action does, and asks for the reason. */
export function ReasonDialog({
  title,
  warning,
  submitText,
  onSubmit,
  onClose,
}: {
  title: string
  warning: Text
  submitText: Text
  onSubmit: (reason: string) => void
  onClose: () => void
}) {
  const t = useText()
  const fields = useFields({
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim() === '' ? { reason: ordersText.reasonNeeded } : {}),
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <Alert type="warning" showIcon title={t(warning)} />
      <FormBody
        fields={fields}
        isPending={false}
        submitText={submitText}
        onCancel={onClose}
        onSubmit={(event) => {
          event.preventDefault()
          if (!fields.isRight()) return
          onSubmit(fields.value.reason.trim())
          onClose()
        }}
      >
        <TextField fields={fields} name="reason" label={ordersText.reason} isRequired maxLength={500} />
      </FormBody>
    </Dialog>
  )
}
