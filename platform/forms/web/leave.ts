import { carryNotice, type NoticeKind } from '../../ui/web/notices.ts'
import { ownPlace } from '../../ui/web/safe-path.ts'
import { recall, remember, signOut } from '../../ui/web/session.ts'

let isLeaving = false
export const isLeavingNow = () => isLeaving

/** Reloads without asking about unsaved work: the caller has already asked. */
export function reload(): void {
  isLeaving = true
  location.reload()
}

/** Loads another page of the application from scratch, so that nothing of the last user stays in memory. */
export function restartAt(place: string): void {
  isLeaving = true
  location.replace(place)
}

/** The session has ended: the notice for the login page, and the URL to return to. */
export function toLogin(answer?: { kind: NoticeKind; text: string }): void {
  if (isLeaving) return
  if (answer) carryNotice(answer.kind, answer.text)
  rememberPlace(location)
  leaveForLogin()
}

/** After an explicit logout there is no return URL: the next user at this computer may be another person. */
export function leaveForLogin(): void {
  // Must run before the session changes, or the login page would flash and consume the notice.
  isLeaving = true
  signOut()
  location.replace('/login')
}

/** Pages for users who are not logged in; login never returns to one of them. */
export const visitorPaths: readonly string[] = ['/login', '/register', '/forgot', '/welcome']

export function rememberPlace({
  pathname,
  search,
  hash,
}: {
  pathname: string
  search: string
  hash: string
}): void {
  if (!visitorPaths.includes(pathname)) remember('place', pathname + search + hash)
}

/** The URL the visitor wanted before login; returned once. */
export function takePlace(): string {
  const place = ownPlace(recall('place'))
  remember('place', undefined)
  return place ?? '/'
}
