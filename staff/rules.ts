import { z } from 'zod'
import { rule } from '../platform/calls/problems.ts'
import { emailForm } from '../platform/calls/rules.ts'
import { ruleText } from './rule-text.ts'

/** An account in its comparison form: one spelling, however it was typed. */
export const foldAccount = (typed: string) => typed.trim().normalize('NFKC').toLowerCase()

const plain = (max: number) =>
  z
    .string()
    .trim()
    .max(max, rule(ruleText.tooLong, { max }))
    // Format characters are invisible: zero width, or bidirectional controls.
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, rule(ruleText.noControls))

/** A name is used in mails to others: it must not contain a web address. */
export const userName = plain(50)
  .min(1, rule(ruleText.nameNeeded))
  .regex(/^(?!.*(:\/\/|\bwww\.|\w\.\w+\/))/i, rule(ruleText.nameIsNoAddress))
/** A founder has the company's name until the setup asks for their own. */
export const nameOfFounder = (companyName: string) =>
  companyName
    .slice(0, 50)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()

export const phone = plain(40).regex(/^$|^[0-9+() -]{3,40}$/, rule(ruleText.phoneForm))
export const email = plain(100).regex(emailForm, rule(ruleText.emailForm))

const MIN = 6
const MAX = 16

/** The requirements of a password, for the server's rule and for the check marks beside the field. */
export const passwordTicks = {
  length: (typed: string) => typed.length >= MIN && typed.length <= MAX,
  letter: (typed: string) => /[A-Za-z]/.test(typed),
  digit: (typed: string) => /[0-9]/.test(typed),
  plain: (typed: string) => /^[\x21-\x7e]*$/.test(typed),
} as const

export const password = z
  .string()
  .refine((typed) => Object.values(passwordTicks).every((holds) => holds(typed)), rule(ruleText.passwordForm))

/** A new account: in comparison form, and without look-alike characters. */
export const loginAccount = z
  .string()
  .transform(foldAccount)
  .pipe(z.string().regex(/^[a-z0-9][a-z0-9._@+-]{3,49}$/, rule(ruleText.accountForm)))

/** An email address that can be an account: people who register or are invited log in with it. */
export const accountEmail = z
  .string()
  .transform(foldAccount)
  .pipe(
    z
      .string()
      .max(50, rule(ruleText.tooLong, { max: 50 }))
      .regex(/^[a-z0-9][a-z0-9._+-]*@[a-z0-9-]+(\.[a-z0-9-]+)+$/, rule(ruleText.emailForm)),
  )

/** The name in a company's login URL. */
export const loginUrlName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9]{4,10}$/, rule(ruleText.urlNameForm))

export const companyName = plain(100).min(1, rule(ruleText.companyNeeded))

/** Six digits, in any pasted format. */
export const verificationCode = z
  .string()
  .transform((typed) => typed.normalize('NFKC').replace(/\s/g, ''))
  .pipe(z.string().regex(/^[0-9]{6}$/, rule(ruleText.codeForm)))

export const inviteCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^$|^[A-Z0-9]{10}$/, rule(ruleText.inviteForm))

export const roleName = plain(50).min(1, rule(ruleText.roleNameNeeded))
