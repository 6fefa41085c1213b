import { Button, Form } from 'antd'
import Input from 'antd/es/input/Input.js'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { send } from '../../../platform/calls/web/send.ts'
import { Field } from '../../../platform/forms/web/Field.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { loginUrlName } from '../../rules.ts'
import { staffText } from '../../text.ts'
import { checkUrlName, register, sendRegisterCode } from '../contract.ts'
import { loginPageText } from '../text.ts'
import { AskForCode, CodeField, useCodes } from './AskForCode.tsx'
import { type FormNotice, LoginFrame, type LoginFrameProps } from './LoginFrame.tsx'
import { useLoginForm } from './login-form.ts'
import { NewPassword, repeatProblem } from './NewPassword.tsx'

/** Registration: a code by email, then the company. */
export function RegisterPage({ logo, onSending, onSignedIn }: LoginFrameProps) {
  const t = useText()
  const [message, setMessage] = useState<FormNotice>()
  const codes = useCodes()
  const ask = useLoginForm(sendRegisterCode, {
    initial: { email: '' },
    toInput: ({ email }) => ({ email }),
    say: setMessage,
    onDone: (answer, { email }) => codes.note({ ...answer, to: email }),
  })

  return (
    <LoginFrame logo={logo} title={t(loginPageText.register)} notice={message}>
      <p className="hint">{t(loginPageText.registerHint)}</p>
      <AskForCode
        form={ask}
        codes={codes}
        name="email"
        label={staffText.email}
        hint={t(loginPageText.emailIsAccount)}
        words={{ sent: loginPageText.codeSent, inLog: loginPageText.codeInLog }}
        input={{ type: 'email', inputMode: 'email', autoComplete: 'email', maxLength: 100 }}
      />
      {codes.isOpen && (
        <CompanyForm
          email={ask.fields.value.email}
          isReady={ask.fields.isRight}
          say={setMessage}
          onSending={onSending}
          onSignedIn={onSignedIn}
        />
      )}
      <div className="login-ways">
        <Link to="/login">{t(loginPageText.toLogin)}</Link>
      </div>
    </LoginFrame>
  )
}

type CompanyProps = Omit<LoginFrameProps, 'logo'> & {
  email: string
  isReady: () => boolean
  say: (answer: FormNotice | undefined) => void
}

function CompanyForm({ email, isReady, say, onSending, onSignedIn }: CompanyProps) {
  const t = useText()
  const invited = new URLSearchParams(useLocation().search).get('invite') ?? ''
  const [known, setKnown] = useState<Known>()
  const { fields, onSubmit, isSending } = useLoginForm(register, {
    initial: {
      code: '',
      companyName: '',
      loginUrlName: '',
      password: '',
      repeat: '',
      inviteCode: invited.slice(0, 20),
    },
    toInput: ({ repeat: _, inviteCode, ...rest }) => ({
      ...rest,
      email,
      ...(inviteCode.trim() && { inviteCode }),
    }),
    also: (value) => ({
      ...repeatProblem(value, 'password', 'repeat'),
      ...(known?.isFree === false &&
        known.name === nameIn(value.loginUrlName) && { loginUrlName: staffText.urlNameTaken }),
    }),
    say,
    onSending,
    onDone: onSignedIn,
  })
  const name = nameIn(fields.value.loginUrlName)
  useNameCheck(name, (answer) => {
    setKnown(answer)
    if (answer.isFree === false) fields.leave('loginUrlName')
  })

  return (
    <form
      ref={fields.box}
      className="login-form"
      noValidate
      aria-label={t(loginPageText.register)}
      onSubmit={(event) => (isReady() ? onSubmit(event) : event.preventDefault())}
    >
      <Form layout="vertical" component="div" requiredMark={false} size="large">
        <CodeField fields={fields} name="code" />
        <Field fields={fields} name="companyName" label={loginPageText.companyName} isRequired>
          {(words) => <Input {...fields.bind('companyName')} {...words} autoComplete="organization" />}
        </Field>
        <Field
          fields={fields}
          name="loginUrlName"
          label={loginPageText.urlName}
          isRequired
          hint={<NameState name={name} known={known} hasProblem={!!fields.problemOf('loginUrlName')} />}
        >
          {(words) => (
            <Input
              {...fields.bind('loginUrlName')}
              {...words}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        {/* For the browser's password manager. */}
        <input type="text" hidden readOnly autoComplete="username" value={email} />
        <NewPassword fields={fields} name="password" repeat="repeat" label={loginPageText.password} />
        <Field fields={fields} name="inviteCode" label={loginPageText.inviteCode}>
          {(words) => (
            <Input
              {...fields.bind('inviteCode')}
              {...words}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
          )}
        </Field>
        <Button type="primary" htmlType="submit" block loading={isSending}>
          {t(loginPageText.create)}
        </Button>
      </Form>
    </form>
  )
}

/** The server's result for a name; undefined when it could not be checked. */
type Known = { name: string; isFree?: boolean }

function nameIn(typed: string): string | undefined {
  const read = loginUrlName.safeParse(typed)
  return read.success ? read.data : undefined
}

const PAUSE = 400

/** Checks whether a name is free once the user stops typing. */
function useNameCheck(name: string | undefined, onKnown: (known: Known) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another name is another question
  useEffect(() => {
    if (name === undefined) return
    const gone = new AbortController()
    const timer = setTimeout(
      () =>
        send(checkUrlName, { loginUrlName: name }, { signal: gone.signal }).then(
          ({ isFree }) => onKnown({ name, isFree }),
          () => !gone.signal.aborted && onKnown({ name }),
        ),
      PAUSE,
    )
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [name])
}

function NameState({
  name,
  known,
  hasProblem,
}: {
  name: string | undefined
  known: Known | undefined
  hasProblem: boolean
}) {
  const t = useText()
  const words = () => {
    if (hasProblem) return undefined
    if (name === undefined) return t(loginPageText.urlNameHint)
    if (known?.name !== name) return t(loginPageText.urlNameChecking)
    const address = `${location.origin}/login?name=${name}`
    return known.isFree ? `✓ ${t(loginPageText.urlNameFree, { address })}` : undefined
  }
  return (
    <span role="status" className="name-state">
      {words()}
    </span>
  )
}
