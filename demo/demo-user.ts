import type { Who } from '../platform/calls/who.ts'

type Account = { id: number; loginAccount: string; userName: string; zoneCode: string }

/** A demo user as the one who acts. */
export const demoUser = (
  tenantId: number,
  version: Who['version'],
  { id, loginAccount, userName, zoneCode }: Account,
): Who => ({
  tenantId,
  accountId: id,
  loginAccount,
  userName,
  zone: zoneCode,
  sessionId: 0,
  kind: 'staff',
  permissions: ['*'],
  version,
  isExpired: false,
  mustChange: false,
  isTyped: false,
  language: 'zh_CN',
  requestId: 'demo',
  ip: '127.0.0.1',
})
