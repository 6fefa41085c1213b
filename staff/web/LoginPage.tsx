import { Button, type InputRef } from 'antd'
// Not from 'antd': its Input brings the search box, the text area and the code fields along.
import Input from 'antd/es/input/Input.js'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { callText } from '../../lib/lib-text.ts'
import { languages } from '../../lib/text.ts'
import { Look } from '../../lib/web/Look.tsx'
import { languageNames, useLanguage, useText } from '../../lib/web/language.tsx'
import { type Notice, onNotice } from '../../lib/web/notices.ts'
import { CallFailed, send } from '../../lib/web/send.ts'
import { login, type UserInfo } from '../contract.ts'
import { loginText } from '../login-text.ts'
import './login.css'

type Props = {
  /** The picture above the form; which one depends on the address. */
  logo: string
  onSending: () => void
  onSignedIn: (user: UserInfo & { token: string }) => void
}

/** The door. A plain form, so that it opens fast on a cheap computer. */
export function LoginPage({ logo, onSending, onSignedIn }: Props) {
  const t = useText()
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [isShown, setShown] = useState(false)
  const [isSending, setSending] = useState(false)
  const [said, setSaid] = useState<Pick<Notice, 'kind' | 'text'>>()
  const accountField = useRef<InputRef>(null)
  const passwordField = useRef<InputRef>(null)

  useEffect(() => onNotice(setSaid), [])
  useEffect(() => {
    document.title = `${t(loginText.title)} · Tallyhouse`
    accountField.current?.focus()
  }, [t])

  const refuse = (text: string, field: InputRef | null) => {
    setSaid({ kind: 'error', text })
    field?.focus({ cursor: 'all' })
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    if (!account.trim() || !password) {
      return refuse(t(loginText.bothNeeded), account.trim() ? passwordField.current : accountField.current)
    }
    setSaid(undefined)
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
    <Look>
      <main className="login">
        <form className="login-card" onSubmit={submit} noValidate aria-label={t(loginText.title)}>
          <img className="login-logo" src={logo} alt="" />
          <h1>{t(loginText.heading)}</h1>
          <div className="login-said" role="alert">
            {said && <p className={`said-${said.kind}`}>{said.text}</p>}
          </div>
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
          <Input
            ref={passwordField}
            id="password"
            name="password"
            size="large"
            type={isShown ? 'text' : 'password'}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            suffix={
              <button
                type="button"
                className="text-button"
                aria-label={t(loginText.showPassword)}
                aria-pressed={isShown}
                onClick={() => setShown(!isShown)}
              >
                {t(isShown ? loginText.hide : loginText.show)}
              </button>
            }
          />
          <Button type="primary" htmlType="submit" size="large" block loading={isSending}>
            {t(loginText.logIn)}
          </Button>
        </form>
        <Languages />
      </main>
    </Look>
  )
}

function Languages() {
  const t = useText()
  const { language, change } = useLanguage()
  return (
    <nav className="login-languages" aria-label={t(loginText.language)}>
      {languages.map((one) => (
        <button
          key={one}
          type="button"
          className="text-button"
          lang={one.replace('_', '-')}
          aria-current={one === language ? 'true' : undefined}
          onClick={() => change(one)}
        >
          {languageNames[one]}
        </button>
      ))}
    </nav>
  )
}
