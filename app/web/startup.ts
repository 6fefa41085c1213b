import type { OutputOf } from '../../platform/calls/call.ts'
import { CallFailed, send } from '../../platform/calls/web/send.ts'
import { reload, restartAt, takePlace, toLogin, visitorPaths } from '../../platform/forms/web/leave.ts'
import { languageOf } from '../../platform/text/text.ts'
import { followDatabase, zoneOf } from '../../platform/text/time-zones.ts'
import { keepDictionaries } from '../../platform/text/web/dictionary.tsx'
import { markLanguage, t } from '../../platform/text/web/language.tsx'
import { notice } from '../../platform/ui/web/notices.ts'
import {
  browserZone,
  keepUser,
  keys,
  onSession,
  preferenceKey,
  read,
  recall,
  remember,
  signIn,
  token,
  write,
} from '../../platform/ui/web/session.ts'
import { getUserInfo, singleSignOn, type UserInfo } from '../../staff/login/contract.ts'
import { loginText } from '../../staff/login/login-text.ts'
import { topInfo } from '../../warehouse/top-contract.ts'
import { loadDictionaries } from '../contract.ts'
import { dictionaryCodes } from '../dictionary-codes.ts'

export type Warehouse = OutputOf<typeof topInfo>
export type Started = { user: UserInfo; warehouse: Warehouse }

/** A restricted login: a customer, or a user who must choose a password first. */
export type Held = { user: UserInfo; warehouse?: undefined }

/** Where a login leads: to the URL the visitor requested, once. */
export const landing = { place: '/' }

/** The user who has just logged in; a reload asks the server instead. */
let arrived: UserInfo | undefined

export function welcome(user: UserInfo & { token: string }): void {
  arrived = user
  landing.place = takePlace()
  signIn(user)
}

/** Removes a one-time sign-on code from the URL at once, so that no history, link or screenshot keeps it. */
export function takeCode(): string | undefined {
  const address = new URL(location.href)
  const code = address.searchParams.get('token')
  if (code === null) return undefined
  address.searchParams.delete('token')
  history.replaceState(history.state, '', address.pathname + address.search + address.hash)
  return code
}

/** Logs in by a one-time code from another system. */
export async function signOnWith(code: string): Promise<void> {
  try {
    const user = await send(singleSignOn, { token: code }, { withoutToken: true })
    welcome(user)
  } catch (reason) {
    const isOver = !(reason instanceof CallFailed) || reason.isSignedOut
    const text = isOver ? t(loginText.codeOver) : reason.message
    // A logged-in user stays logged in, and an expired link does not concern them.
    if (token()) return isOver ? undefined : notice('error', text)
    toLogin({ kind: 'error', text })
    throw reason
  }
}

/**
 * The token of an invitation, removed from the URL as soon as it is read.
 *
 * The tab keeps it until it is used: a change of language reloads the page.
 */
export function takeLink(): void {
  if (location.pathname !== '/welcome' || !location.hash) return
  invitation.link = location.hash.slice(1)
  remember('invitation', invitation.link)
  history.replaceState(history.state, '', location.pathname + location.search)
}

export const invitation = { link: recall('invitation') }

/** Another link in the same tab changes only the fragment, and the page does not reload by itself. */
export function followLinks(): void {
  window.addEventListener('hashchange', () => location.pathname === '/welcome' && location.hash && reload())
}

export function welcomeInvited(user: UserInfo & { token: string }): void {
  remember('invitation', undefined)
  welcome(user)
}

let started: Promise<Started | Held> | undefined

/** Everything the first page needs, loaded once; a failure is not cached, so that a retry starts again. */
export function start(): Promise<Started | Held> {
  started ??= fetchAll().catch((reason) => {
    started = undefined
    // biome-ignore lint/suspicious/noConsole: the specification asks for a failing start to be logged
    console.error('start-up failed', reason)
    throw reason
  })
  return started
}

async function fetchAll(): Promise<Started | Held> {
  const user = arrived ?? (await send(getUserInfo, {}))
  arrived = user
  keepUser(user)
  if (user.mustChange || user.kind === 'customer') return { user }
  const warehouse = await send(topInfo, {})
  followDatabase(warehouse.databaseZones ?? {})
  if (!zoneOf(user.zoneCode) && !read(keys.zone)) write(keys.zone, browserZone() ?? warehouse.timeZone)
  await loadWords()
  return { user, warehouse }
}

/** Without dictionaries the pages show raw values, which is better than no pages. */
async function loadWords(): Promise<void> {
  try {
    keepDictionaries(await send(loadDictionaries, { dictCodeList: [...dictionaryCodes] }))
  } catch (reason) {
    // biome-ignore lint/suspicious/noConsole: the specification asks for a failing dictionary load to be logged
    console.warn('dictionaries could not be loaded', reason)
  }
}

/** Views stored by an older version may not fit the new one. */
export function noteVersion(version: string): void {
  if (read(keys.version) === version) return
  remember(preferenceKey('tabs'), undefined)
  write(keys.version, version)
}

export function noteLanguage(): void {
  write(keys.language, languageOf(read(keys.language)))
  markLanguage()
}

/** Another tab of this browser logged in or out: what is on screen belongs to the previous user. */
export function followOtherTabs(): void {
  let last = token()
  onSession(() => {
    last = token()
  })
  window.addEventListener('storage', ({ key }) => {
    if (key !== keys.token && key !== null) return
    const now = token()
    if (now === last) return
    last = now
    if (now) restartAt(location.pathname === '/login' ? '/' : location.href)
    else if (!visitorPaths.includes(location.pathname)) toLogin()
  })
}
