import { Alert } from 'antd'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { CheckField, FormBody } from '../../../platform/forms/web/FormParts.tsx'
import { useAsk } from '../../../platform/forms/web/form.ts'
import { ReasonDialog } from '../../../platform/forms/web/ReasonDialog.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { billText } from '../text.ts'

/** Issuing can't be undone but by voiding, so it is asked; and whether events without a price may be left out. */
export function IssueDialog({
  count,
  onConfirm,
  onClose,
}: {
  count: number
  onConfirm: (withUnpriced: boolean) => Promise<boolean>
  onClose: () => void
}) {
  const t = useText()
  const { fields, ...form } = useAsk({
    initial: { withUnpriced: false },
    onSubmit: ({ withUnpriced }) => onConfirm(withUnpriced),
    onClose,
  })
  return (
    <Dialog title={t(billText.issueCount, { count })} onClose={onClose}>
      <Alert type="info" showIcon title={t(billText.issueWarning)} />
      <FormBody fields={fields} {...form} submitText={billText.issue} onCancel={onClose}>
        <CheckField fields={fields} name="withUnpriced" label={billText.withUnpriced} />
      </FormBody>
    </Dialog>
  )
}

export function VoidDialog({
  count,
  ...rest
}: {
  count: number
  onSubmit: (reason: string) => Promise<boolean>
  onClose: () => void
}) {
  const t = useText()
  return (
    <ReasonDialog
      title={t(billText.voidCount, { count })}
      warning={billText.voidWarning}
      submitText={billText.void}
      {...rest}
    />
  )
}
