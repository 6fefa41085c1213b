import { carryNotice, type NoticeKind } from '../../ui/web/notices.ts'
import { ownPlace } from '../../ui/web/safe-path.ts'
import { recall, remember, signOut } from '../../ui/web/session.ts'

let isLeaving = false
export const isLeavingNow = () => isLeaving

/** Reloads without asking about unsaved work: whoever calls this has asked already. */
export function reload(): void {
  isLeaving = true
  location.reload()
}

/** Loads another page of the application from the ground, so that nothing of the last person stays in memory. */
export function restartAt(place: string): void {
  isLeaving = true
  location.replace(place)
}

/** The session is over: words to read on the log-in page, and the place to come back to. */
export function toLogin(answer?: { kind: NoticeKind; text: string }): void {
  if (isLeaving) return
  if (answer) carryNotice(answer.kind, answer.text)
  rememberPlace(location)
  leaveForLogin()
}

/** Whoever logs out on purpose is not led back: the next person at this computer may be another. */
export function leaveForLogin(): void {
  // Before the session changes, or the log-in page would show for a blink and use up the notice.
  isLeaving = true
  signOut()
  location.replace('/login')
}

/** Pages for people who are not in yet: nobody is led back to one of them. */
export const doors: readonly string[] = ['/login', '/register', '/forgot', '/welcome']

export function rememberPlace({
  pathname,
  search,
  hash,
}: {
  pathname: string
  search: string
  hash: string
}): void {
  if (!doors.includes(pathname)) remember('place', pathname + search + hash)
}

/** Where the visitor wanted to go before the log-in wall; asked for once. */
export function takePlace(): string {
  const place = ownPlace(recall('place'))
  remember('place', undefined)
  return place ?? '/'
}
