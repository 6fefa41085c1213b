import type { Permission } from '../calls/call.ts'
import type { Text } from '../text/text.ts'

/** The roles every company starts with, apart from the owner, who may do everything. */
export type StandardRole =
  | 'manager'
  | 'receiver'
  | 'picker'
  | 'packer'
  | 'stock_controller'
  | 'biller'
  | 'service_desk'
  | 'read_only'

/** One permission, and the standard roles that get it without the rest of its group. */
export type Right = { code: Permission; title: Text; alsoFor?: readonly StandardRole[] }

/** A row of the role matrix: permissions to view, permissions to act, and which standard roles start with them. */
export type RightGroup = {
  name: string
  title: Text
  views: readonly Right[]
  acts: readonly Right[]
  /** Standard roles with all of it. */
  fullFor?: readonly StandardRole[]
  /** Standard roles that may only view. */
  viewFor?: readonly StandardRole[]
}

export const right = (
  code: Permission,
  zh_CN: string,
  en_US: string,
  alsoFor?: readonly StandardRole[],
): Right => ({ code, title: { zh_CN, en_US }, ...(alsoFor && { alsoFor }) })
