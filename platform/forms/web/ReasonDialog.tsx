import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { Command, SentTo } from '../../calls/call.ts'
import { ruleText } from '../../calls/rules.ts'
import type { Reading } from '../../calls/web/call.ts'
import type { Text } from '../../text/text.ts'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import { Dialog } from './Dialog.tsx'
import { FormBody, TextField } from './FormParts.tsx'
import { useAsk, useForm } from './form.ts'

type ReasonProps = {
  title: string
  /** What the action does. */
  warning?: Text
  /** What it acts on. */
  of?: ReactNode
  submitText: Text
  onClose: () => void
}

/** Says what an action does, and asks for the reason; it stays open if the action failed. */
export function ReasonDialog({
  onSubmit,
  ...props
}: ReasonProps & {
  onSubmit: (reason: string) => Promise<boolean>
}) {
  const form = useAsk({
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim() === '' ? { reason: ruleText.needed } : {}),
    onSubmit: ({ reason }) => onSubmit(reason.trim()),
    onClose: props.onClose,
  })
  return <Body {...props} {...form} />
}

/** Asks for the reason of a command, sends it, and stays open while the server refuses. */
export function ReasonForm<C extends Command>({
  call,
  toInput,
  refreshes,
  onDone,
  ...props
}: ReasonProps & {
  call: C
  toInput: (reason: string) => SentTo<C>
  refreshes: readonly Reading[]
  onDone?: () => void
}) {
  const form = useForm(call, {
    initial: { reason: '' },
    toInput: ({ reason }) => toInput(reason),
    refreshes,
    onDone: onDone ?? props.onClose,
  })
  return <Body {...props} {...form} />
}

function Body({
  title,
  warning,
  of,
  submitText,
  onClose,
  ...form
}: ReasonProps &
  Pick<ReturnType<typeof useForm<Command, { reason: string }>>, 'fields' | 'onSubmit' | 'isPending'>) {
  const t = useText()
  return (
    <Dialog title={title} onClose={onClose}>
      {warning && <Alert type="warning" showIcon title={t(warning)} />}
      {of && <p>{of}</p>}
      <FormBody {...form} submitText={submitText} onCancel={onClose}>
        <TextField
          fields={form.fields}
          name="reason"
          label={webText.reason}
          isRequired
          maxLength={500}
          autoFocus
        />
      </FormBody>
    </Dialog>
  )
}
