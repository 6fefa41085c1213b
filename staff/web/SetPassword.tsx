import { type ReactNode, useState } from 'react'
import type { Reading } from '../../platform/calls/web/call.ts'
import { Dialog } from '../../platform/forms/web/Dialog.tsx'
import { FormBody, TextField } from '../../platform/forms/web/FormParts.tsx'
import type { Fields } from '../../platform/forms/web/fields.ts'
import { useForm } from '../../platform/forms/web/form.ts'
import type { Text } from '../../platform/text/text.ts'
import type { resetStaffPassword } from '../contract.ts'
import { MadePassword } from './FormParts.tsx'
import { HandOver } from './HandOver.tsx'

export type GivenLogin = { loginAccount: string; password: string }
export type OnGiven = (given: GivenLogin) => void

/** A dialog that sets a password for another person, then shows it once, to be passed on. */
export function SetPassword({
  title,
  passwordText,
  onClose,
  children,
}: {
  title: string
  passwordText: Text
  onClose: () => void
  children: (onGiven: OnGiven) => ReactNode
}) {
  const [given, setGiven] = useState<GivenLogin>()
  return (
    // A stray key must not lose a password that is shown once.
    <Dialog title={title} onClose={onClose} keyboard={given === undefined}>
      {given ? <HandOver {...given} passwordText={passwordText} onDone={onClose} /> : children(setGiven)}
    </Dialog>
  )
}

/** A new login name with its first password. */
export function LoginFields<V extends GivenLogin>({
  fields,
  accountText,
  passwordText,
}: {
  fields: Fields<V>
  accountText: Text
  passwordText: Text
}) {
  return (
    <>
      <TextField
        fields={fields}
        name="loginAccount"
        label={accountText}
        isRequired
        autoCapitalize="none"
        spellCheck={false}
      />
      <MadePassword fields={fields} name="password" label={passwordText} />
    </>
  )
}

/** A temporary password, for a person who has lost theirs. */
export function ResetForm({
  call,
  of: { id, loginAccount },
  hint,
  passwordText,
  submitText,
  refreshes,
  onGiven,
  onClose,
}: {
  call: typeof resetStaffPassword
  of: { id: number; loginAccount: string }
  hint: string
  passwordText: Text
  submitText: Text
  refreshes: readonly Reading[]
  onGiven: OnGiven
  onClose: () => void
}) {
  const { fields, ...form } = useForm(call, {
    initial: { password: '' },
    toInput: ({ password }) => ({ id, password }),
    refreshes,
    onDone: (_, { password }) => onGiven({ loginAccount, password }),
  })
  return (
    <FormBody fields={fields} {...form} submitText={submitText} onCancel={onClose}>
      <p>{hint}</p>
      <MadePassword fields={fields} name="password" label={passwordText} />
    </FormBody>
  )
}
