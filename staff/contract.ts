import { z } from 'zod'
import { bulkResult, command, id, ids, listQuery, nothing, pageOf, query } from '../platform/calls/call.ts'
import { rule } from '../platform/calls/problems.ts'
import { isRight } from './roles/rights.ts'
import { accountEmail, email, loginAccount, password, phone, roleName, userName } from './rules.ts'
import { staffText } from './text.ts'

export const changePassword = command('/gateway/auth/password', {
  permission: 'signed_in',
  feature: 'home',
  whenExpired: 'allowed',
  isForRestricted: true,
  input: z.strictObject({
    oldPassword: z.string().min(1, rule(staffText.passwordNeeded)).max(200),
    newPassword: password,
  }),
  output: nothing,
})

const session = z.object({
  id,
  ip: z.string(),
  browser: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
})

/** The caller's own are marked, so that they do not end the current session by accident. */
const markedSession = session.extend({ isThis: z.boolean() })

/** The caller's sessions, this device first. */
export const mySessions = query('/gateway/wms/staff/my-sessions', {
  permission: 'signed_in',
  feature: 'home',
  input: nothing,
  output: z.array(markedSession),
})

/** Ends one of the caller's own sessions, or without an id all but this one. */
export const endMySessions = command('/gateway/wms/staff/end-my-sessions', {
  permission: 'signed_in',
  feature: 'home',
  whenExpired: 'allowed',
  action: 'delete',
  input: z.strictObject({ id: id.optional() }),
  output: z.object({ ended: z.number().int() }),
})

const profileFields = { userName, phone: phone.nullable(), email: email.nullable() }

export const myProfile = query('/gateway/wms/staff/my-profile', {
  permission: 'signed_in',
  feature: 'home',
  input: nothing,
  output: z.object({ ...profileFields, loginAccount: z.string(), rowVersion: z.number().int() }),
})

export const saveMyProfile = command('/gateway/wms/staff/save-my-profile', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({
    ...profileFields,
    rowVersion: z.number().int(),
    /** Required when the email changes. */
    password: z.string().max(200).optional(),
  }),
  output: z.object({ rowVersion: z.number().int() }),
})

export const staffQuery = listQuery(
  ['loginAccount', 'userName', 'lastLoginAt', 'createdAt'],
  ['createdAt', 'desc'],
  {
    search: z.string().trim().max(100).optional(),
    isEnabled: z.enum(['1', '0']).optional(),
    roleId: z.coerce.number().pipe(id).optional(),
  },
)

export const staffRow = z.object({
  id,
  loginAccount: z.string(),
  userName: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  roles: z.array(z.object({ id, code: z.string(), roleName: z.string(), isSystem: z.boolean() })),
  isEnabled: z.boolean(),
  /** Support of the software company, while a support grant lasts. */
  isSupport: z.boolean(),
  /** Invited and not logged in yet. */
  isInvited: z.boolean(),
  endsAt: z.iso.datetime().nullable(),
  lastLoginAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})
export type StaffRow = z.output<typeof staffRow>

export const listStaff = query('/gateway/wms/staff/list', {
  permission: 'setting:account:view',
  feature: 'account',
  input: staffQuery,
  output: pageOf(staffRow),
})

/** One person with the devices they are logged in on. */
export const getStaffMember = query('/gateway/wms/staff/member', {
  permission: 'setting:account:view',
  feature: 'account',
  input: z.strictObject({ id: z.coerce.number().pipe(id) }),
  output: staffRow.extend({
    rowVersion: z.number().int(),
    /** Whether the caller may manage this account: it has no permission that they lack. */
    isWithinReach: z.boolean(),
    isYou: z.boolean(),
    /** The link of a pending invitation, for users who may invite. */
    welcomeLink: z.string().nullable(),
    sessions: z.array(markedSession),
  }),
})

const roleIds = z.array(id).min(1, rule(staffText.rolesNeeded)).max(50)

export const createStaff = command('/gateway/wms/staff/create', {
  permission: 'setting:account:create',
  feature: 'account',
  action: 'add',
  input: z.strictObject({ loginAccount, ...profileFields, roleIds, password }),
  output: z.object({ id }),
})

/** Creates an account for an email address; the link in the mail lets its owner choose a password. */
export const inviteStaff = command('/gateway/wms/staff/invite', {
  permission: 'setting:account:create',
  feature: 'account',
  action: 'add',
  input: z.strictObject({ email: accountEmail, userName, phone: phone.nullable(), roleIds }),
  /** Whether a mail is sent; without a mail server the link must be passed on by hand. */
  output: z.object({ id, isMailed: z.boolean() }),
})

/** A new link for a person whose link has expired or was lost. */
export const inviteAgain = command('/gateway/wms/staff/invite-again', {
  permission: 'setting:account:create',
  feature: 'account',
  input: z.strictObject({ id }),
  output: nothing,
})

export const editStaff = command('/gateway/wms/staff/edit', {
  permission: 'setting:account:edit',
  feature: 'account',
  input: z.strictObject({ id, rowVersion: z.number().int(), ...profileFields, roleIds }),
  output: z.object({ rowVersion: z.number().int() }),
})

/** A temporary password: its owner must choose a new one at the next login. All sessions end. */
export const resetStaffPassword = command('/gateway/wms/staff/reset-password', {
  permission: 'setting:account:edit',
  feature: 'account',
  input: z.strictObject({ id, password }),
  output: nothing,
})

/** Ends one session of a user, or without a session id all of them. */
export const endStaffSessions = command('/gateway/wms/staff/end-sessions', {
  permission: 'setting:account:edit',
  feature: 'account',
  action: 'delete',
  input: z.strictObject({ id, sessionId: id.optional() }),
  output: z.object({ ended: z.number().int() }),
})

export const switchStaff = command('/gateway/wms/staff/switch', {
  permission: 'setting:account:edit',
  feature: 'account',
  input: z.strictObject({ ids, isEnabled: z.boolean() }),
  output: bulkResult,
})

const amount = z.string().regex(/^[0-9]{1,16}(\.[0-9]{1,2})?$/, rule(staffText.amountForm))

export const roleRow = z.object({
  id,
  code: z.string(),
  roleName: z.string(),
  isSystem: z.boolean(),
  permissions: z.array(z.string()),
  /** A refund or manual fee above this needs a second person; null means no limit. */
  secondPersonAbove: z.string().nullable(),
  holders: z.number().int(),
  rowVersion: z.number().int(),
})
export type RoleRow = z.output<typeof roleRow>

export const listRoles = query('/gateway/wms/role/list', {
  permission: 'setting:account:view',
  feature: 'account',
  input: nothing,
  output: z.array(roleRow),
})

const roleFields = {
  roleName,
  permissions: z.array(z.string().refine(isRight, rule(staffText.unknownRight))).max(200),
  secondPersonAbove: amount.nullable(),
}

export const createRole = command('/gateway/wms/role/create', {
  permission: 'setting:role:edit',
  feature: 'account',
  action: 'add',
  input: z.strictObject(roleFields),
  output: z.object({ id }),
})

export const editRole = command('/gateway/wms/role/edit', {
  permission: 'setting:role:edit',
  feature: 'account',
  input: z.strictObject({ id, rowVersion: z.number().int(), ...roleFields }),
  output: nothing,
})

/** Only the limit of a default role can be changed: its permissions follow the product. */
export const limitRole = command('/gateway/wms/role/limit', {
  permission: 'setting:role:edit',
  feature: 'account',
  input: z.strictObject({ id, rowVersion: z.number().int(), secondPersonAbove: amount.nullable() }),
  output: nothing,
})

export const deleteRole = command('/gateway/wms/role/delete', {
  permission: 'setting:role:edit',
  feature: 'account',
  action: 'delete',
  input: z.strictObject({ id }),
  output: nothing,
})
