import { Button, Form } from 'antd'
import { useEffect, useState } from 'react'
import { Field } from '../../platform/forms/web/Field.tsx'
import { toLogin } from '../../platform/forms/web/leave.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { remember } from '../../platform/ui/web/session.ts'
import { changePassword } from '../contract.ts'
import { loginPageText } from '../login/text.ts'
import { type FormNotice, LoginFrame } from '../login/web/LoginFrame.tsx'
import { useLoginForm } from '../login/web/login-form.ts'
import { NewPassword, repeatProblem } from '../login/web/NewPassword.tsx'
import { staffText } from '../text.ts'
import { PasswordInput } from './PasswordInput.tsx'

type Props = {
  logo: string
  account: string
  /** The password was set by another user; otherwise this is a customer, who can do nothing more. */
  isGiven: boolean
  onLogOut: () => void
}

/** The only page of restricted logins: change the password, and log out. */
export function OwnPasswordPage({ logo, account, isGiven, onLogOut }: Props) {
  const t = useText()
  const [answer, setAnswer] = useState<FormNotice>()
  const { fields, onSubmit, isSending } = useLoginForm(changePassword, {
    initial: { oldPassword: '', newPassword: '', repeat: '' },
    toInput: ({ oldPassword, newPassword }) => ({ oldPassword, newPassword }),
    also: (value) => repeatProblem(value, 'newPassword', 'repeat'),
    say: setAnswer,
    onDone: () => {
      remember('account', account)
      // Every session has ended with the old password, this one too.
      toLogin({ kind: 'success', text: t(staffText.passwordChanged) })
    },
  })
  const title = t(isGiven ? loginPageText.mustChange : loginPageText.customerTitle)
  const first = fields.idOf('oldPassword')
  useEffect(() => document.getElementById(first)?.focus(), [first])

  return (
    <LoginFrame logo={logo} title={title} notice={answer}>
      <p>{t(isGiven ? loginPageText.mustChangeHint : loginPageText.customerHint, { account })}</p>
      <form ref={fields.box} className="login-form" noValidate aria-label={title} onSubmit={onSubmit}>
        <Form layout="vertical" component="div" requiredMark={false} size="large">
          {/* For the browser's password manager. */}
          <input type="text" hidden readOnly autoComplete="username" value={account} />
          <Field fields={fields} name="oldPassword" label={staffText.oldPassword} isRequired>
            {(words) => (
              <PasswordInput {...fields.bind('oldPassword')} {...words} autoComplete="current-password" />
            )}
          </Field>
          <NewPassword fields={fields} name="newPassword" repeat="repeat" />
          <Button type="primary" htmlType="submit" block loading={isSending}>
            {t(loginPageText.setPassword)}
          </Button>
        </Form>
      </form>
      <div className="login-ways">
        <button type="button" className="text-button" onClick={onLogOut}>
          {t(loginPageText.logOut)}
        </button>
      </div>
    </LoginFrame>
  )
}
