import { Button, Form } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { CallFailed, send } from '../../../platform/calls/web/send.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { webText } from '../../../platform/text/web/text.ts'
import { token } from '../../../platform/ui/web/session.ts'
import { acceptWelcome, welcomeFacts } from '../contract.ts'
import { loginPageText } from '../text.ts'
import { type FormNotice, LoginFrame, type LoginFrameProps } from './LoginFrame.tsx'
import { useLoginForm, wordsOf } from './login-form.ts'
import { NewPassword, repeatProblem } from './NewPassword.tsx'

type Facts = OutputOf<typeof welcomeFacts>
type Props = LoginFrameProps & { link: string | undefined }

/** The page of an invitation: who sent it, and the first password. */
export function WelcomePage({ logo, link, onSending, onSignedIn }: Props) {
  const t = useText()
  const [facts, setFacts] = useState<Facts>()
  const [answer, setAnswer] = useState<FormNotice>()
  const [canRetry, setCanRetry] = useState(false)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (!link) return setAnswer({ kind: 'info', text: t(loginPageText.linkMissing) })
    const gone = new AbortController()
    send(welcomeFacts, { link }, { signal: gone.signal }).then(setFacts, (reason: unknown) => {
      if (gone.signal.aborted) return
      setAnswer({ kind: 'error', text: wordsOf(reason) })
      setCanRetry(!isOver(reason))
    })
    return () => gone.abort()
  }, [link, attempt])

  const retry = () => {
    setAnswer(undefined)
    setCanRetry(false)
    setAttempt(attempt + 1)
  }
  const refuse = (next: FormNotice | undefined) => setAnswer(next)
  const heading = facts
    ? t(loginPageText.welcome, { company: facts.companyName })
    : t(loginPageText.welcomeTitle)

  return (
    <LoginFrame logo={logo} title={t(loginPageText.welcomeTitle)} heading={heading} notice={answer}>
      {facts && link && (
        <FirstPassword facts={facts} link={link} say={refuse} onSending={onSending} onSignedIn={onSignedIn} />
      )}
      {!facts && !answer && (
        <p className="hint" role="status">
          {t(webText.loading)}
        </p>
      )}
      {canRetry && (
        <Button size="large" block onClick={retry}>
          {t(webText.retry)}
        </Button>
      )}
      <div className="login-ways">
        <Link to="/login">{t(loginPageText.toLogin)}</Link>
      </div>
    </LoginFrame>
  )
}

const isOver = (reason: unknown) => reason instanceof CallFailed && reason.kind === 'not_found'

type FirstProps = Omit<LoginFrameProps, 'logo'> & {
  facts: Facts
  link: string
  say: (answer: FormNotice | undefined) => void
}

function FirstPassword({ facts, link, say, onSending, onSignedIn }: FirstProps) {
  const t = useText()
  const { fields, onSubmit, isSending } = useLoginForm(acceptWelcome, {
    initial: { password: '', repeat: '' },
    toInput: ({ password }) => ({ link, password }),
    also: (value) => repeatProblem(value, 'password', 'repeat'),
    say,
    onSending,
    onDone: onSignedIn,
  })
  const first = fields.idOf('password')
  useEffect(() => document.getElementById(first)?.focus(), [first])

  return (
    <form
      ref={fields.box}
      className="login-form"
      noValidate
      aria-label={t(loginPageText.welcomeTitle)}
      onSubmit={onSubmit}
    >
      <p>{t(loginPageText.welcomeHint, { name: facts.userName, account: facts.loginAccount })}</p>
      {token() && <p className="hint">{t(loginPageText.otherAccount)}</p>}
      <Form layout="vertical" component="div" requiredMark={false} size="large">
        {/* For the browser's password manager. */}
        <input type="text" hidden readOnly autoComplete="username" value={facts.loginAccount} />
        <NewPassword fields={fields} name="password" repeat="repeat" />
        <Button type="primary" htmlType="submit" block loading={isSending}>
          {t(loginPageText.enter)}
        </Button>
      </Form>
    </form>
  )
}
