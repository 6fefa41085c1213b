import { Button, Form } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { toLogin } from '../../../platform/forms/web/leave.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { remember } from '../../../platform/ui/web/session.ts'
import { resetPassword, sendResetCode } from '../contract.ts'
import { loginPageText } from '../text.ts'
import { AskForCode, CodeField, useCodes } from './AskForCode.tsx'
import { type FormNotice, LoginFrame, type LoginFrameProps } from './LoginFrame.tsx'
import { useLoginForm } from './login-form.ts'
import { NewPassword, repeatProblem } from './NewPassword.tsx'

/** Password reset: a code by email, then a new password. It does not reveal which accounts exist. */
export function ForgotPage({ logo }: LoginFrameProps) {
  const t = useText()
  const [message, setMessage] = useState<FormNotice>()
  const codes = useCodes()
  const ask = useLoginForm(sendResetCode, {
    initial: { loginAccount: '' },
    toInput: ({ loginAccount }) => ({ loginAccount }),
    say: setMessage,
    onDone: (answer, { loginAccount }) => codes.note({ ...answer, to: loginAccount }),
  })

  return (
    <LoginFrame logo={logo} title={t(loginPageText.forgot)} notice={message}>
      <p className="hint">{t(loginPageText.forgotHint)}</p>
      <AskForCode
        form={ask}
        codes={codes}
        name="loginAccount"
        label={loginPageText.account}
        words={{ sent: loginPageText.maybeSent, inLog: loginPageText.maybeInLog }}
        input={{ autoComplete: 'username', maxLength: 100 }}
      />
      {codes.isOpen && (
        <ResetForm account={ask.fields.value.loginAccount} isReady={ask.fields.isRight} say={setMessage} />
      )}
      <div className="login-ways">
        <Link to="/login">{t(loginPageText.toLogin)}</Link>
      </div>
    </LoginFrame>
  )
}

type ResetProps = { account: string; isReady: () => boolean; say: (answer: FormNotice | undefined) => void }

function ResetForm({ account, isReady, say }: ResetProps) {
  const t = useText()
  const { fields, onSubmit, isSending } = useLoginForm(resetPassword, {
    initial: { code: '', password: '', repeat: '' },
    toInput: ({ code, password }) => ({ loginAccount: account, code, password }),
    also: (value) => repeatProblem(value, 'password', 'repeat'),
    say,
    onDone: () => {
      remember('account', account.trim())
      toLogin({ kind: 'success', text: t(loginPageText.passwordSet) })
    },
  })
  return (
    <form
      ref={fields.box}
      className="login-form"
      noValidate
      aria-label={t(loginPageText.forgot)}
      onSubmit={(event) => (isReady() ? onSubmit(event) : event.preventDefault())}
    >
      <Form layout="vertical" component="div" requiredMark={false} size="large">
        <CodeField fields={fields} name="code" />
        {/* For the browser's password manager. */}
        <input type="text" hidden readOnly autoComplete="username" value={account} />
        <NewPassword fields={fields} name="password" repeat="repeat" />
        <Button type="primary" htmlType="submit" block loading={isSending}>
          {t(loginPageText.setPassword)}
        </Button>
      </Form>
    </form>
  )
}
