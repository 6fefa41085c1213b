import { Alert } from 'antd'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { FormBody, SelectField, TextField } from '../../../platform/forms/web/FormParts.tsx'
import { useAsk } from '../../../platform/forms/web/form.ts'
import type { Text } from '../../../platform/text/text.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { versionChoices } from '../contract.ts'
import { feeText } from '../text.ts'

export type Answered = { reason: string; versionId: number | null }

/** Asks for the reason of an action, for the version to price with, or for both; it stays open if the action failed. */
export function AskDialog({
  title,
  hint,
  submitText,
  asks,
  onSubmit,
  onClose,
}: {
  title: string
  hint?: Text | undefined
  submitText: Text
  asks: 'reason' | 'version' | 'reason_and_version'
  onSubmit: (answered: Answered) => Promise<boolean>
  onClose: () => void
}) {
  const t = useText()
  const hasReason = asks !== 'version'
  const hasVersion = asks !== 'reason'
  const versions = useAnswer(versionChoices, {}, { enabled: hasVersion })
  const { fields, ...form } = useAsk({
    initial: { reason: '', versionId: undefined as number | undefined },
    check: ({ reason, versionId }) => ({
      ...(hasReason && reason.trim() === '' && { reason: feeText.needed }),
      ...(asks === 'version' && versionId === undefined && { versionId: feeText.needed }),
    }),
    onSubmit: ({ reason, versionId }) => onSubmit({ reason: reason.trim(), versionId: versionId ?? null }),
    onClose,
  })
  return (
    <Dialog title={title} onClose={onClose}>
      {hint && <Alert type="info" showIcon title={t(hint)} />}
      <FormBody fields={fields} {...form} submitText={submitText} onCancel={onClose}>
        {hasVersion && (
          <SelectField
            fields={fields}
            name="versionId"
            label={feeText.version}
            isRequired={asks === 'version'}
            {...(asks !== 'version' && { placeholder: t(feeText.versionOfTime) })}
            loading={versions.isPending}
            options={(versions.data ?? []).map(({ id, label }) => ({ value: id, label }))}
          />
        )}
        {hasReason && (
          <TextField fields={fields} name="reason" label={feeText.reason} isRequired maxLength={500} />
        )}
      </FormBody>
    </Dialog>
  )
}
