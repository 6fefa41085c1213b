import type { Language } from '../text/text.ts'
import type { SystemVersion } from './features.ts'

/** The caller: a logged-in user, and everything that decides what they may see and in which language. */
export type Who = {
  tenantId: number
  accountId: number
  sessionId: number
  kind: 'staff' | 'customer'
  loginAccount: string
  userName: string
  /** `area:object:action`, or `*` for the company owner. */
  permissions: string[]
  version: SystemVersion
  isExpired: boolean
  mustChange: boolean
  language: Language
  zone: string
  requestId: string
  ip: string
  /** A value meant to be scanned was typed by hand. */
  isTyped: boolean
}

/** An anonymous caller, before login. */
export type Visitor = Pick<Who, 'language' | 'zone' | 'requestId' | 'ip' | 'isTyped'> & {
  token: string | undefined
  browser: string
  /** The device cookie of this browser, and how to set a new one. */
  device: string | undefined
  keepDevice: (device: string) => void
}

export const hasPermission = (permissions: readonly string[], permission: string) =>
  permissions.includes('*') || permissions.includes(permission)
