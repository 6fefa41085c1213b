import { z } from 'zod'
import { bulkResult, command, id, ids, listQuery, nothing, pageOf, query } from '../lib/call.ts'
import { email, phone, userName } from './rules.ts'

export const userInfo = z.object({
  loginAccount: z.string(),
  userName: z.string(),
  companyName: z.string(),
  zoneCode: z.string(),
  tenantId: z.number().int(),
  companyCode: z.string(),
  loginUrlName: z.string(),
  platform: z.literal('wms'),
  permissions: z.array(z.string()),
})
export type UserInfo = z.output<typeof userInfo>

const userInfoWithToken = userInfo.extend({ token: z.string() })

export const login = command('/gateway/auth/login', {
  permission: 'public',
  feature: 'home',
  whenExpired: 'allowed',
  input: z.strictObject({ loginAccount: z.string().min(1).max(100), password: z.string().min(1).max(200) }),
  output: userInfoWithToken,
})

/** The address token is a one-time code; the session token comes back in the answer. */
export const singleSignOn = query('/gateway/auth/login/single-sign-on', {
  permission: 'public',
  feature: 'home',
  input: z.strictObject({ token: z.string().min(1).max(200) }),
  output: userInfoWithToken,
})

export const logout = command('/gateway/auth/logout', {
  permission: 'signed_in',
  feature: 'home',
  whenExpired: 'allowed',
  forCustomers: true,
  input: nothing,
  output: nothing,
})

export const getUserInfo = query('/gateway/auth/user-info', {
  permission: 'signed_in',
  feature: 'home',
  forCustomers: true,
  input: nothing,
  output: userInfo,
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
  input: z.strictObject({ ...profileFields, rowVersion: z.number().int() }),
  output: z.object({ rowVersion: z.number().int() }),
})

export const staffQuery = listQuery(['loginAccount', 'userName', 'lastLoginAt', 'createdAt'], {
  search: z.string().trim().max(100).optional(),
  isEnabled: z.enum(['1', '0']).optional(),
})

export const staffRow = z.object({
  id,
  loginAccount: z.string(),
  userName: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  roleNames: z.array(z.string()),
  isEnabled: z.boolean(),
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

/** One person with the devices they are signed in on. */
export const staffMember = query('/gateway/wms/staff/member', {
  permission: 'setting:account:view',
  feature: 'account',
  input: z.strictObject({ id: z.coerce.number().pipe(id) }),
  output: staffRow.extend({
    sessions: z.array(
      z.object({
        id,
        ip: z.string(),
        browser: z.string(),
        createdAt: z.iso.datetime(),
        lastSeenAt: z.iso.datetime(),
      }),
    ),
  }),
})

export const switchStaff = command('/gateway/wms/staff/switch', {
  permission: 'setting:account:edit',
  feature: 'account',
  input: z.strictObject({ ids, isEnabled: z.boolean() }),
  output: bulkResult,
})
