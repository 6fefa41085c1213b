import { zoneOf } from '../../text/time-zones.ts'

/** The storage keys in the browser. Other clients of the product read the same ones. */
export const keys = {
  token: 'token',
  language: 'lang',
  zone: 'timeZone',
  version: 'app_version',
  tenant: 'tenant_id',
  company: 'sys_company_code',
  platform: 'user_system_bind',
  menu: 'top_menu',
  lastSender: 'CreateOrderAddress',
} as const

/** Left by older clients: never written, removed when seen. */
const leftovers = ['USER_TOKEN', 'Authorization', 'has_fba']

const account = 'tallyhouse:account'

/** Storage can be disabled in a browser; the page then works until it is closed. */
const memory = new Map<string, string>()

export function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? memory.get(key)
  } catch {
    return memory.get(key)
  }
}

export function write(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
    memory.delete(key)
  } catch {
    if (value === undefined) memory.delete(key)
    else memory.set(key, value)
  }
}

type Listener = () => void
const listeners = new Set<Listener>()

export function onSession(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const notifyTabs = () => {
  for (const listener of listeners) listener()
}

export const token = () => read(keys.token) || undefined

/**
 * Everything a login leaves in the browser. Tenant and company are for display and support, never trusted.
 */
export function signIn(user: {
  token: string
  loginAccount: string
  zoneCode: string
  tenantId: number
  companyCode: string
  platform: string
}): void {
  clearLeftovers()
  write(keys.token, user.token)
  keepUser(user)
  notifyTabs()
}

/** User data that a reload refreshes; the time zone may have been changed on another device. */
export function keepUser(user: {
  loginAccount: string
  zoneCode: string
  tenantId: number
  companyCode: string
  platform: string
}): void {
  write(account, user.loginAccount)
  write(keys.tenant, String(user.tenantId))
  write(keys.company, user.companyCode)
  write(keys.platform, user.platform)
  const zone = zoneOf(user.zoneCode)
  if (zone) write(keys.zone, zone)
}

export function signOut(): void {
  clearLeftovers()
  for (const key of [keys.token, keys.tenant, keys.company, keys.platform, keys.lastSender])
    write(key, undefined)
  notifyTabs()
}

const clearLeftovers = () => {
  for (const key of leftovers) write(key, undefined)
}

/** The display time zone: the user's own, otherwise the browser's if the product offers it. */
export const zone = () => zoneOf(read(keys.zone)) ?? browserZone()

export const browserZone = () => zoneOf(Intl.DateTimeFormat().resolvedOptions().timeZone)

/**
 * A user's preference in this browser.
 *
 * Several users share a warehouse computer, so each key contains the account; the login page uses the theme
 * of the last user.
 */
export const preferenceKey = (name: string) => `tallyhouse:${read(account) ?? ''}:${name}`
export const preference = (name: string) => read(preferenceKey(name))
export const prefer = (name: string, value: string | undefined) => write(preferenceKey(name), value)

/** What one browser tab remembers across a reload. */
export function recall(key: string): string | undefined {
  try {
    return sessionStorage.getItem(`tallyhouse:${key}`) ?? undefined
  } catch {
    return undefined
  }
}

export function remember(key: string, value: string | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(`tallyhouse:${key}`)
    else sessionStorage.setItem(`tallyhouse:${key}`, value)
  } catch {
    // Without storage the return URL and the notice are lost, nothing else.
  }
}
