import { z } from 'zod'
import { command, nothing, query } from '../../platform/calls/call.ts'
import { rule } from '../../platform/calls/problems.ts'
import { ruleText } from '../rule-text.ts'
import { accountEmail, companyName, inviteCode, loginUrlName, password, verificationCode } from '../rules.ts'

const userInfo = z.object({
  /** The customer portal is a separate product: here a customer can change the password and log out. */
  kind: z.enum(['staff', 'customer']),
  loginAccount: z.string(),
  userName: z.string(),
  companyName: z.string(),
  zoneCode: z.string(),
  tenantId: z.number().int(),
  companyCode: z.string(),
  loginUrlName: z.string(),
  platform: z.literal('wms'),
  permissions: z.array(z.string()),
  /** The password was set by another user: nothing works before it is changed. */
  mustChange: z.boolean(),
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

/** The URL token is a one-time code; the session token is in the response. */
export const singleSignOn = query('/gateway/auth/login/single-sign-on', {
  permission: 'public',
  feature: 'home',
  input: z.strictObject({ token: z.string().min(1).max(200) }),
  output: userInfoWithToken,
})

export const getUserInfo = query('/gateway/auth/user-info', {
  permission: 'signed_in',
  feature: 'home',
  isForRestricted: true,
  input: nothing,
  output: userInfo,
})

/**
 * How a code was sent: when the next one is possible, and whether it is in the server's log because there is
 * no mail server.
 */
const codeSent = z.object({ waitSeconds: z.number().int(), isInLog: z.boolean() })

export const sendRegisterCode = command('/gateway/auth/register/send-code', {
  permission: 'public',
  feature: 'home',
  whenExpired: 'allowed',
  failed: ruleText.codeNotSent,
  input: z.strictObject({ email: accountEmail }),
  output: codeSent,
})

export const checkUrlName = query('/gateway/auth/register/check-name', {
  permission: 'public',
  feature: 'home',
  input: z.strictObject({ loginUrlName }),
  output: z.object({ isFree: z.boolean() }),
})

export const register = command('/gateway/auth/register', {
  permission: 'public',
  feature: 'home',
  whenExpired: 'allowed',
  failed: ruleText.registrationFailed,
  input: z.strictObject({
    email: accountEmail,
    code: verificationCode,
    companyName,
    loginUrlName,
    password,
    inviteCode: inviteCode.optional(),
  }),
  output: userInfoWithToken,
})

const typedAccount = z.string().trim().min(1, rule(ruleText.accountNeeded)).max(100)

/** The same response whether or not the account exists. */
export const sendResetCode = command('/gateway/auth/forgot/send-code', {
  permission: 'public',
  feature: 'home',
  whenExpired: 'allowed',
  failed: ruleText.codeNotSent,
  input: z.strictObject({ loginAccount: typedAccount }),
  output: codeSent,
})

export const resetPassword = command('/gateway/auth/forgot/reset', {
  permission: 'public',
  feature: 'home',
  whenExpired: 'allowed',
  input: z.strictObject({
    loginAccount: typedAccount,
    code: verificationCode,
    password,
  }),
  output: nothing,
})

const link = z.string().min(1).max(200)

/** The account whose first password an invitation link is for. */
export const welcomeFacts = query('/gateway/auth/welcome', {
  permission: 'public',
  feature: 'home',
  input: z.strictObject({ link }),
  output: z.object({ companyName: z.string(), loginAccount: z.string(), userName: z.string() }),
})

export const acceptWelcome = command('/gateway/auth/welcome/accept', {
  permission: 'public',
  feature: 'home',
  whenExpired: 'allowed',
  input: z.strictObject({ link, password }),
  output: userInfoWithToken,
})

export const logout = command('/gateway/auth/logout', {
  permission: 'signed_in',
  feature: 'home',
  whenExpired: 'allowed',
  isForRestricted: true,
  input: nothing,
  output: nothing,
})
