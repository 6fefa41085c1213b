import { Button, Form } from 'antd'
import Input, { type InputProps } from 'antd/es/input/Input.js'
import { type ReactNode, useEffect, useState } from 'react'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { Field } from '../../../platform/forms/web/Field.tsx'
import type { Fields } from '../../../platform/forms/web/fields.ts'
import type { Text } from '../../../platform/text/text.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import type { sendResetCode } from '../contract.ts'
import { loginPageText } from '../text.ts'
import { useCountdown } from './countdown.ts'
import type { LoginForm } from './login-form.ts'

type Sent = OutputOf<typeof sendResetCode> & { to: string }

/** The state of requested codes, and when the next request is possible. */
export function useCodes() {
  const { secondsLeft, start } = useCountdown()
  const [sent, setSent] = useState<Sent>()
  const [isOpen, setOpen] = useState(false)
  return {
    sent,
    secondsLeft,
    /** Whether the rest of the form shows: a code was sent, or the user says that they have one. */
    isOpen,
    open: () => setOpen(true),
    note: (answer: Sent) => {
      setSent(answer)
      setOpen(true)
      start(answer.waitSeconds)
    },
  }
}

type Props<V extends object> = {
  form: LoginForm<V>
  codes: ReturnType<typeof useCodes>
  name: keyof V & string
  label: Text
  hint?: ReactNode
  /** The messages for a sent code, and for one in the server's log. */
  words: { sent: Text; inLog: Text }
  input: Pick<InputProps, 'type' | 'inputMode' | 'autoComplete' | 'maxLength'>
}

/** The first step of registration and password reset: where to send a code. */
export function AskForCode<V extends object>({ form, codes, name, label, hint, words, input }: Props<V>) {
  const t = useText()
  const { fields, onSubmit, isSending } = form
  const { sent, secondsLeft, isOpen } = codes
  // Another address has no waiting time.
  const wait = sent?.to === fields.value[name] ? secondsLeft : 0
  const idle = t(sent ? loginPageText.sendAgain : loginPageText.sendCode)

  const id = fields.idOf(name)
  useEffect(() => document.getElementById(id)?.focus(), [id])

  return (
    <form ref={fields.box} className="login-form" noValidate onSubmit={onSubmit} aria-label={t(label)}>
      <Form layout="vertical" component="div" requiredMark={false}>
        <Field fields={fields} name={name} label={label} hint={hint} isRequired>
          {(answer) => (
            <div className="ask-row">
              <Input
                {...fields.bind(name)}
                {...answer}
                {...input}
                autoCapitalize="none"
                spellCheck={false}
                size="large"
              />
              <Button
                type={isOpen ? 'default' : 'primary'}
                htmlType="submit"
                size="large"
                loading={isSending}
                disabled={wait > 0}
              >
                {wait > 0 ? t(loginPageText.sendAgainIn, { seconds: wait }) : idle}
              </Button>
            </div>
          )}
        </Field>
      </Form>
      <p className="ask-said" role="status">
        {sent && t(sent.isInLog ? words.inLog : words.sent)}
      </p>
      {!isOpen && (
        <button type="button" className="text-button" onClick={codes.open}>
          {t(loginPageText.haveCode)}
        </button>
      )}
    </form>
  )
}

/** The code: six digits, typed or pasted. */
export function CodeField<V extends object>({ fields, name }: { fields: Fields<V>; name: keyof V & string }) {
  const id = fields.idOf(name)
  useEffect(() => document.getElementById(id)?.focus(), [id])
  return (
    <Field fields={fields} name={name} label={loginPageText.code} isRequired>
      {(answer) => (
        <Input
          {...fields.bind(name)}
          {...answer}
          inputMode="numeric"
          autoComplete="one-time-code"
          size="large"
          maxLength={20}
        />
      )}
    </Field>
  )
}
