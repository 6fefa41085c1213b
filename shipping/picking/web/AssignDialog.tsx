import { useAnswer } from '../../../platform/calls/web/call.ts'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { FormBody, SelectField } from '../../../platform/forms/web/FormParts.tsx'
import { useAsk } from '../../../platform/forms/web/form.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { listPickers } from '../contract.ts'
import { pickingText } from '../text.ts'

/** Asks who picks. */
export function AssignDialog({
  count,
  assigneeId,
  onAssign,
  onClose,
}: {
  count: number
  /** Who picks now, of a single list. */
  assigneeId?: number | null
  onAssign: (assigneeId: number | null) => Promise<boolean>
  onClose: () => void
}) {
  const t = useText()
  const pickers = useAnswer(listPickers, {}, { staleTime: 60_000 })
  const { fields, ...form } = useAsk<{ assigneeId: number | undefined }>({
    initial: { assigneeId: assigneeId ?? undefined },
    onSubmit: (typed) => onAssign(typed.assigneeId ?? null),
    onClose,
  })
  return (
    <Dialog title={t(pickingText.assignTitle, { count })} onClose={onClose}>
      <FormBody fields={fields} {...form} submitText={pickingText.assign} onCancel={onClose}>
        <SelectField
          fields={fields}
          name="assigneeId"
          label={pickingText.picker}
          hint={t(pickingText.assignHint)}
          options={(pickers.data ?? []).map(({ id, userName }) => ({ value: id, label: userName }))}
        />
      </FormBody>
    </Dialog>
  )
}
