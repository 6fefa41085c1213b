import { Button, type InputRef } from 'antd'
// Not from 'antd': its Input also bundles the search box, the text area and the code fields.
import Input from 'antd/es/input/Input.js'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { CallFailed, send } from '../../../platform/calls/web/send.ts'
import { callText } from '../../../platform/text/common-text.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { onNotice } from '../../../platform/ui/web/notices.ts'
import { recall, remember } from '../../../platform/ui/web/session.ts'
import { PasswordInput } from '../../web/PasswordInput.tsx'
import { login } from '../contract.ts'
import { loginText } from '../login-text.ts'
import { type FormNotice, LoginFrame, type LoginFrameProps } from './LoginFrame.tsx'

/** The login page. A plain form, so that it opens fast on a slow computer. */
export function LoginPage({ logo, onSending, onSignedIn }: LoginFrameProps) {
  const t = useText()
  const { search } = useLocation()
  // After setting a password the account is prefilled.
  const [account, setAccount] = useState(() => recall('account') ?? '')
  const [password, setPassword] = useState('')
  const [isSending, setSending] = useState(false)
  const [answer, setAnswer] = useState<FormNotice>()
  const accountField = useRef<InputRef>(null)
  const passwordField = useRef<InputRef>(null)

  useEffect(() => onNotice(setAnswer), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    remember('account', undefined)
    const first = account ? passwordField : accountField
    first.current?.focus()
  }, [])

  const refuse = (text: string, field: InputRef | null) => {
    setAnswer({ kind: 'error', text })
    field?.focus({ cursor: 'all' })
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    if (!account.trim() || !password) {
      return refuse(t(loginText.bothNeeded), account.trim() ? passwordField.current : accountField.current)
    }
    setAnswer(undefined)
    setSending(true)
    onSending()
    try {
      onSignedIn(await send(login, { loginAccount: account, password }))
    } catch (reason) {
      setSending(false)
      refuse(reason instanceof CallFailed ? reason.message : t(callText.serverError), passwordField.current)
    }
  }

  return (
    <LoginFrame logo={logo} title={t(loginText.title)} heading={t(loginText.heading)} notice={answer}>
      <form className="login-form" onSubmit={submit} noValidate aria-label={t(loginText.title)}>
        <label htmlFor="account">{t(loginText.account)}</label>
        <Input
          ref={accountField}
          id="account"
          name="username"
          size="large"
          value={account}
          onChange={(event) => setAccount(event.target.value)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
        />
        <label htmlFor="password">{t(loginText.password)}</label>
        <PasswordInput
          ref={passwordField}
          id="password"
          name="password"
          size="large"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="current-password"
        />
        <Button type="primary" htmlType="submit" size="large" block loading={isSending}>
          {t(loginText.logIn)}
        </Button>
      </form>
      <div className="login-ways">
        <Link to={{ pathname: '/register', search }}>{t(loginText.toRegister)}</Link>
        <Link to={{ pathname: '/forgot', search }}>{t(loginText.toForgot)}</Link>
      </div>
    </LoginFrame>
  )
}
