import { type ReactNode, useEffect, useRef } from 'react'
import { languages } from '../../../platform/text/text.ts'
import { languageNames, useLanguage, useText } from '../../../platform/text/web/language.tsx'
import type { Notice } from '../../../platform/ui/web/notices.ts'
import { ThemeProvider } from '../../../platform/ui/web/ThemeProvider.tsx'
import type { UserInfo } from '../contract.ts'
import { loginText } from '../login-text.ts'
import './login.css'

export type LoginFrameProps = {
  /** The logo above the form; it depends on the URL. */
  logo: string
  onSending: () => void
  onSignedIn: (user: UserInfo & { token: string }) => void
}

export type FormNotice = Pick<Notice, 'kind' | 'title' | 'text'>

/** The layout of every page before login: one card with its text, and the languages below. */
export function LoginFrame({
  logo,
  title,
  heading = title,
  notice,
  children,
}: {
  logo: string
  title: string
  heading?: string
  notice?: FormNotice | undefined
  children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Tallyhouse`
  }, [title])
  const words = useRef<HTMLDivElement>(null)
  // The button of a long form is far below.
  useEffect(() => {
    if (notice) words.current?.scrollIntoView({ block: 'nearest' })
  }, [notice])

  return (
    <ThemeProvider>
      <main className="login">
        <div className="login-card">
          <img className="login-logo" src={logo} alt="" />
          <h1>{heading}</h1>
          <div ref={words} className="login-said" role="alert">
            {notice && (
              <p className={`said-${notice.kind}`}>
                {notice.title && notice.title !== notice.text && <strong>{notice.title} · </strong>}
                {notice.text}
              </p>
            )}
          </div>
          {children}
        </div>
        <Languages />
      </main>
    </ThemeProvider>
  )
}

function Languages() {
  const t = useText()
  const { language, change } = useLanguage()
  return (
    <nav className="login-languages" aria-label={t(loginText.language)}>
      {languages.map((item) => (
        <button
          key={item}
          type="button"
          className="text-button"
          lang={item.replace('_', '-')}
          aria-current={item === language ? 'true' : undefined}
          onClick={() => change(item)}
        >
          {languageNames[item]}
        </button>
      ))}
    </nav>
  )
}
