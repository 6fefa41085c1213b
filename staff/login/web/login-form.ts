import { type FormEvent, useState } from 'react'
import type { Command, OutputOf, SentTo } from '../../../platform/calls/call.ts'
import { CallFailed, send } from '../../../platform/calls/web/send.ts'
import { type Problems, problemsOf, useFields } from '../../../platform/forms/web/fields.ts'
import { callText } from '../../../platform/text/common-text.ts'
import { t } from '../../../platform/text/web/language.tsx'
import type { FormNotice } from './LoginFrame.tsx'

export const wordsOf = (reason: unknown) =>
  reason instanceof CallFailed ? reason.message : t(callText.serverError)

/**
 * A form before login: one command, no toasts.
 *
 * A refusal is shown at its field, or else above the form, and the input stays.
 */
export function useLoginForm<C extends Command, V extends object>(
  call: C,
  {
    initial,
    toInput,
    also = () => ({}),
    say,
    onSending,
    onDone,
  }: {
    initial: V
    toInput: (value: V) => SentTo<C>
    /** Rules of the form alone, such as a password typed twice. */
    also?: (value: V) => Problems
    say: (answer: FormNotice | undefined) => void
    onSending?: () => void
    onDone: (answer: OutputOf<C>, value: V) => void
  },
) {
  const [isSending, setSending] = useState(false)
  const fields = useFields<V>({
    initial,
    check: (value) => ({ ...problemsOf(call, toInput(value)), ...also(value) }),
  })

  const submit = async () => {
    if (isSending || !fields.isRight()) return
    const { value } = fields
    say(undefined)
    setSending(true)
    onSending?.()
    try {
      onDone(await send(call, toInput(value)), value)
    } catch (reason) {
      if (!fields.refuse(reason))
        say({ kind: 'error', title: call.failed && t(call.failed), text: wordsOf(reason) })
    } finally {
      setSending(false)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return { fields, onSubmit, isSending }
}

export type LoginForm<V extends object> = {
  fields: ReturnType<typeof useFields<V>>
  onSubmit: (event: FormEvent) => void
  isSending: boolean
}
