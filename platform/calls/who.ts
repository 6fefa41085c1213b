import type { Language } from '../text/text.ts'
import type { SystemVersion } from './features.ts'

/** Who asks: a signed-in person, and all that decides what they may see and in which words. */
export type Who = {
  tenantId: number
  accountId: number
  sessionId: number
  kind: 'staff' | 'customer'
  loginAccount: string
  userName: string
  /** `area:object:action`, or `*` for the owner of the warehouse. */
  permissions: string[]
  version: SystemVersion
  isExpired: boolean
  mustChange: boolean
  language: Language
  zone: string
  requestId: string
  ip: string
  /** What a scanner should have read was typed by hand. */
  isTyped: boolean
}

/** Somebody at the door, before anyone knows who it is. */
export type Visitor = Pick<Who, 'language' | 'zone' | 'requestId' | 'ip' | 'isTyped'> & {
  token: string | undefined
  browser: string
  /** What this browser was given to be known by, and the way to give it something else. */
  device: string | undefined
  keepDevice: (device: string) => void
}

export const hasPermission = (permissions: readonly string[], permission: string) =>
  permissions.includes('*') || permissions.includes(permission)
