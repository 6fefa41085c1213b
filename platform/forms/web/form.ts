import { type FormEvent, useState } from 'react'
import type { Command, OutputOf, SentTo } from '../../calls/call.ts'
import { isRefusedForAll, type Reading, sayFailure, useCommand } from '../../calls/web/call.ts'
import { useShown } from '../../ui/web/tab-context.ts'
import { atVersion, type RowKeys, versionIn } from './edits.ts'
import { type Problems, problemsOf, useFields } from './fields.ts'

/**
 * A form whose button sends one command.
 *
 * It validates with the command's own input schema; a refusal is shown at its field, or else as a message,
 * and the input stays. A command with a `rowVersion` is sent with the version that the edits were begun on,
 * however often the record is loaded again while the form is open. Its answer may arrive when the tab is hidden or
 * the form was left.
 */
export function useForm<C extends Command, V extends object>(
  call: C,
  {
    draft,
    secrets = [],
    initial,
    toInput,
    rowKeys = {},
    also = () => ({}),
    refreshes = [],
    quiet = false,
    onDone,
  }: {
    draft?: string
    secrets?: readonly (keyof V & string)[]
    initial: V
    toInput: (value: V) => SentTo<C>
    /** The tables of a record: if a colleague saved it meanwhile, only the rows edited here replace theirs. */
    rowKeys?: RowKeys<V>
    /** Rules of the form alone, such as a password typed twice. */
    also?: (value: V) => Problems
    refreshes?: readonly Reading[]
    quiet?: boolean
    onDone?: (answer: OutputOf<C>, value: V) => void
  },
) {
  const fields = useFields<V>({
    ...(draft !== undefined && { draft }),
    secrets,
    initial,
    rowVersion: versionIn(toInput(initial)),
    rowKeys,
    check: (value) => ({ ...problemsOf(call, toInput(value)), ...also(value) }),
  })
  const command = useCommand(call, { refreshes, quiet, ownErrors: true })
  const { isShown, isRemoved } = useShown()

  const submit = () => {
    if (command.isPending || !fields.isRight()) return
    const { value } = fields
    void command.mutateAsync(atVersion(toInput(value), fields.rowVersion)).then(
      (answer) => {
        if (isRefusedForAll(answer)) return
        fields.clear()
        if (!isRemoved()) onDone?.(answer, value)
      },
      (error: unknown) => {
        if (!fields.refuse(error) || !isShown()) sayFailure(error)
      },
    )
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return { fields, submit, onSubmit, isPending: command.isPending }
}

/**
 * A form whose caller sends what was typed, such as the reason of an action on many rows.
 *
 * It closes when the server has accepted the call. If the call failed, a message says so and the input stays.
 */
export function useAsk<V extends object>({
  initial,
  check = () => ({}),
  onSubmit,
  onClose,
}: {
  initial: V
  check?: (value: V) => Problems
  /** Sends it; false if that failed. */
  onSubmit: (value: V) => Promise<boolean>
  onClose: () => void
}) {
  const fields = useFields<V>({ initial, check })
  const [isPending, setPending] = useState(false)
  const { isRemoved } = useShown()

  const submit = async () => {
    if (isPending || !fields.isRight()) return
    setPending(true)
    const isAccepted = await onSubmit(fields.value)
    setPending(false)
    // If it was closed meanwhile, another dialog may be open by now.
    if (isAccepted && !isRemoved()) onClose()
  }
  return {
    fields,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      void submit()
    },
    isPending,
  }
}
