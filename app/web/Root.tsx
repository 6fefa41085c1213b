import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { BrowserRouter, Navigate, useLocation, useNavigate } from 'react-router'
import { CallFailed, send } from '../../platform/calls/web/send.ts'
import { isLeavingNow, leaveForLogin, rememberPlace } from '../../platform/forms/web/leave.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { webText } from '../../platform/text/web/text.ts'
import { lazyPage, PartBoundary } from '../../platform/ui/web/lazy-page.tsx'
import { onSession, token } from '../../platform/ui/web/session.ts'
import { getUserInfo } from '../../staff/login/contract.ts'
import { queryLogo } from '../../warehouse/top-contract.ts'
import { shellText } from '../text.ts'
import { type Held, invitation, landing, type Started, start, welcome, welcomeInvited } from './startup.ts'

const loadShell = () => import('./Shell.tsx')
const Shell = lazyPage(loadShell, 'Shell')
const GuideWindow = lazyPage(() => import('./GuideWindow.tsx'), 'GuideWindow')
const OwnPasswordPage = lazyPage(() => import('../../staff/web/OwnPasswordPage.tsx'), 'OwnPasswordPage')
const WelcomePage = lazyPage(() => import('../../staff/login/web/WelcomePage.tsx'), 'WelcomePage')
const PhotoPage = lazyPage(() => import('../../receiving/photos/web/PhotoPage.tsx'), 'PhotoPage')

/** For visitors only: a logged-in user does not need them. */
const visitorPages = {
  '/login': lazyPage(() => import('../../staff/login/web/LoginPage.tsx'), 'LoginPage'),
  '/register': lazyPage(() => import('../../staff/login/web/RegisterPage.tsx'), 'RegisterPage'),
  '/forgot': lazyPage(() => import('../../staff/login/web/ForgotPage.tsx'), 'ForgotPage'),
} as const
const isVisitorPath = (path: string): path is keyof typeof visitorPages => path in visitorPages

/** Chooses between login pages and shell. Neither is loaded before it is needed. */
export function Root({ signOn }: { signOn: Promise<void> | undefined }) {
  const [isSigningOn, setSigningOn] = useState(signOn !== undefined)
  useEffect(() => {
    // A failed single sign-on redirects to the login page by itself.
    signOn?.then(() => setSigningOn(false)).catch(() => {})
  }, [signOn])

  return (
    <PartBoundary>
      {/* As a transition, a URL could be skipped by the next one, and its tab would miss it. */}
      <BrowserRouter useTransitions={false}>
        <Suspense fallback={<Waiting />}>{isSigningOn ? <Waiting /> : <Gate />}</Suspense>
      </BrowserRouter>
    </PartBoundary>
  )
}

function Gate() {
  const place = useLocation()
  const isIn = useSyncExternalStore(onSession, () => token() !== undefined)
  if (isLeavingNow()) return <Waiting />
  if (place.pathname === '/welcome') return <Welcome />
  if (place.pathname === '/photo') return <PhotoPage link={place.hash.slice(1)} />
  if (isVisitorPath(place.pathname))
    return isIn ? <Navigate to={landing.place} replace /> : <SignedOutPages path={place.pathname} />
  if (isIn) return place.pathname === '/guide' ? <GuideWindow /> : <SignedIn />
  rememberPlace(place)
  return <Navigate to="/login" replace />
}

/** The shell loads while the password is checked. */
const expectShell = () => void loadShell().catch(() => {})

function SignedOutPages({ path }: { path: keyof typeof visitorPages }) {
  const { search } = useLocation()
  const logo = useLogo(new URLSearchParams(search).get('name') ?? undefined)
  const Page = visitorPages[path]
  return <Page logo={logo} onSending={expectShell} onSignedIn={welcome} />
}

/** An invitation is for a person other than the logged-in user, so it opens for both. */
function Welcome() {
  const go = useNavigate()
  const logo = useLogo(undefined)
  const enter = (user: Parameters<typeof welcome>[0]) => {
    welcomeInvited(user)
    go(landing.place, { replace: true })
  }
  return <WelcomePage logo={logo} link={invitation.link} onSending={expectShell} onSignedIn={enter} />
}

function OwnPassword({ user }: Held) {
  const logo = useLogo(user.loginUrlName)
  return (
    <OwnPasswordPage logo={logo} account={user.loginAccount} isGiven={user.mustChange} onLogOut={leave} />
  )
}

const leave = () => void import('./commands.ts').then(({ logOut }) => logOut(), leaveForLogin)

/** The logo of the company named in the URL; the product's own until it is loaded. */
function useLogo(name: string | undefined): string {
  const [logo, setLogo] = useState('/logos/wms.svg')
  useEffect(() => {
    send(queryLogo, name ? { name } : {})
      .then(({ wmsLogo }) => setLogo(wmsLogo))
      .catch(() => {})
  }, [name])
  return logo
}

function SignedIn() {
  const [state, setState] = useState<{ started?: Started | Held; error?: unknown }>({})
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts again
  useEffect(() => {
    let isCurrent = true
    loadShell().catch(() => {})
    start().then(
      (started) => isCurrent && setState({ started }),
      (error) => isCurrent && setState({ error }),
    )
    return () => {
      isCurrent = false
    }
  }, [attempt])

  if (state.started?.warehouse) return <Shell started={state.started} />
  if (state.started) return <OwnPassword user={state.started.user} />
  if (!state.error || isLeavingNow()) return <Waiting />
  const retry = () => {
    setState({})
    setAttempt(attempt + 1)
  }
  return <StartFailed error={state.error} retry={retry} />
}

function StartFailed({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useText()
  const failed = error instanceof CallFailed ? error : undefined
  return (
    <main className="waiting" role="alert">
      <strong>{t(failed?.path === getUserInfo.path ? shellText.userFailed : shellText.startFailed)}</strong>
      {failed && <span>{failed.message}</span>}
      {failed?.requestId && <span className="hint">{t(webText.requestId, { id: failed.requestId })}</span>}
      <button type="button" className="plain-button" onClick={retry}>
        {t(webText.retry)}
      </button>
      <button type="button" className="plain-button" onClick={leave}>
        {t(shellText.logOut)}
      </button>
    </main>
  )
}

function Waiting(): ReactNode {
  const t = useText()
  return (
    <div className="waiting" role="status">
      <strong>{t(shellText.product)}</strong>
      <div className="waiting-bar" aria-hidden />
      <span className="hint">{t(shellText.starting)}</span>
    </div>
  )
}
