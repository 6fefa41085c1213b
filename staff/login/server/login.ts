import { sql } from 'kysely'
import type { InputOf } from '../../../platform/calls/call.ts'
import { refuseAs, refuseField } from '../../../platform/calls/refusal.ts'
import { constraintOf } from '../../../platform/calls/server/reply.ts'
import type { Visitor } from '../../../platform/calls/who.ts'
import type { Database, PublicDb } from '../../../platform/database/server/db.ts'
import { only } from '../../../platform/database/server/rows.ts'
import type { Mail } from '../../../platform/mail/server/mail.ts'
import type { Signer } from '../../../platform/server/signer.ts'
import { rolesToSeed } from '../../roles/roles.ts'
import { foldAccount, nameOfFounder } from '../../rules.ts'
import { hashPassword, refuseWeak } from '../../server/passwords.ts'
import { linkIn } from '../../server/welcome-links.ts'
import { staffText } from '../../text.ts'
import type {
  acceptWelcome,
  checkUrlName,
  register,
  resetPassword,
  sendRegisterCode,
  sendResetCode,
} from '../contract.ts'
import { mailText } from '../mail-text.ts'
import { codeHash, isCode, sendCode } from './codes.ts'
import { rememberDevice } from './known-devices.ts'
import { consumeAttempt, networkOf } from './rate-limit.ts'
import { openSession } from './sessions.ts'

export type Post = { mail: Mail; signer: Signer }

const MAX_PER_ADDRESS = 60

/** The owner of an existing account gets a mail that says so; the screen does not reveal it. */
export const sendForRegistration =
  ({ mail, signer }: Post) =>
  async (publicDb: PublicDb, visitor: Visitor, { email }: InputOf<typeof sendRegisterCode>) => {
    const { subject, text } = mailText.alreadyHere
    const isKnown = await isAccount(publicDb, email)
    const sayHello = () =>
      mail.send({ to: email, subject: subject[visitor.language], text: text[visitor.language] })
    return sendCode(
      { gate: publicDb, mail, signer },
      visitor,
      { purpose: 'register', target: email, to: isKnown ? undefined : email },
      sayHello,
    )
  }

async function isAccount(publicDb: PublicDb, account: string) {
  const { rows } = await sql<{ isKnown: boolean }>`select is_account(${account}) as is_known`.execute(
    publicDb,
  )
  return only(rows).isKnown
}

export async function urlName(
  publicDb: PublicDb,
  visitor: Visitor,
  { loginUrlName }: InputOf<typeof checkUrlName>,
) {
  await consumeAttempt(publicDb, { [`name:${networkOf(visitor.ip)}`]: 300 })
  return { isFree: await isNameFree(publicDb, loginUrlName) }
}

async function isNameFree(publicDb: PublicDb, name: string) {
  const { rows } = await sql<{ isFree: boolean }>`select is_name_free(${name}) as is_free`.execute(publicDb)
  return only(rows).isFree
}

/** Creates a company for the holder of the code sent to their address. One statement: all or nothing. */
export const registerCompany =
  (database: Database, { signer }: Post) =>
  async (publicDb: PublicDb, visitor: Visitor, input: InputOf<typeof register>) => {
    await consumeAttempt(publicDb, { [`register:${networkOf(visitor.ip)}`]: MAX_PER_ADDRESS })
    const { email, code, password, inviteCode, ...company } = input
    refuseWeak('password', password, email)
    const hash = codeHash(signer, 'register', email, code)
    if (!(await isCode(publicDb, 'register', email, hash))) refuseField('code', staffText.codeWrong)
    if (!(await isNameFree(publicDb, company.loginUrlName)))
      refuseField('loginUrlName', staffText.urlNameTaken)
    if (inviteCode && !(await isInviteCode(publicDb, inviteCode)))
      refuseField('inviteCode', staffText.inviteUnknown)
    const given = {
      ...company,
      email,
      userName: nameOfFounder(company.companyName),
      zone: visitor.zone,
      secret: await hashPassword(password),
      ...(inviteCode && { inviteCode }),
    }
    const { rows } = await sql<{ accountId: number; tenantId: number }>`
      select account_id, tenant_id from register(
        ${hash}, ${JSON.stringify(given)}::jsonb, ${JSON.stringify(rolesToSeed)}::jsonb, ${visitor.ip}, ${visitor.requestId})
    `
      .execute(publicDb)
      .catch((thrown) => {
        if (constraintOf(thrown) === 'account_taken') refuseField('email', staffText.accountTaken)
        throw thrown
      })
    const [founded] = rows
    if (!founded) return refuseField('code', staffText.codeWrong)
    return openSession({ database, gate: publicDb, signer }, visitor, founded, given.secret)
  }

async function isInviteCode(publicDb: PublicDb, code: string) {
  const { rows } = await sql<{ isKnown: boolean }>`select is_invite_code(${code}) as is_known`.execute(
    publicDb,
  )
  return only(rows).isKnown
}

export const sendForReset =
  (post: Post) =>
  async (publicDb: PublicDb, visitor: Visitor, { loginAccount }: InputOf<typeof sendResetCode>) => {
    const target = foldAccount(loginAccount)
    const { rows } = await sql<{ email: string }>`select email from reset_address(${target})`.execute(
      publicDb,
    )
    return sendCode({ gate: publicDb, ...post }, visitor, { purpose: 'reset', target, to: rows[0]?.email })
  }

/**
 * A new password for the holder of the code; every session of the account ends.
 *
 * The owner of the account's mailbox can then log in from this browser, however many guesses fail elsewhere.
 */
export const setForgotten =
  ({ signer }: Post) =>
  async (publicDb: PublicDb, visitor: Visitor, input: InputOf<typeof resetPassword>) => {
    await consumeAttempt(publicDb, { [`reset:${networkOf(visitor.ip)}`]: MAX_PER_ADDRESS })
    const account = foldAccount(input.loginAccount)
    refuseWeak('password', input.password, account)
    const hash = codeHash(signer, 'reset', account, input.code)
    if (!(await isCode(publicDb, 'reset', account, hash))) refuseField('code', staffText.codeWrong)
    const secret = await hashPassword(input.password)
    const { rows } = await sql<{ isSet: boolean }>`
      select reset_password(${account}, ${hash}, ${secret}, ${visitor.ip}, ${visitor.requestId}) as is_set
    `.execute(publicDb)
    if (!rows[0]?.isSet) refuseField('code', staffText.codeWrong)
    rememberDevice(signer, visitor, account)
    return {}
  }

type Facts = { companyName: string; loginAccount: string; userName: string }

async function factsOf(publicDb: PublicDb, signer: Signer, shown: string): Promise<Facts & { id: string }> {
  const id = linkIn(signer, shown)
  const { rows } = id
    ? await sql<Facts>`select company_name, login_account, user_name from find_password_link(${id}::uuid)`.execute(
        publicDb,
      )
    : { rows: [] }
  const [facts] = rows
  return id && facts ? { ...facts, id } : refuseAs({ kind: 'not_found' }, staffText.linkOver)
}

export const welcome =
  ({ signer }: Post) =>
  async (publicDb: PublicDb, visitor: Visitor, { link }: { link: string }) => {
    await consumeAttempt(publicDb, { [`welcome:${networkOf(visitor.ip)}`]: MAX_PER_ADDRESS })
    const { id: _, ...facts } = await factsOf(publicDb, signer, link)
    return facts
  }

export const acceptInvitation =
  (database: Database, { signer }: Post) =>
  async (publicDb: PublicDb, visitor: Visitor, { link, password }: InputOf<typeof acceptWelcome>) => {
    await consumeAttempt(publicDb, { [`welcome:${networkOf(visitor.ip)}`]: MAX_PER_ADDRESS })
    const { id, loginAccount } = await factsOf(publicDb, signer, link)
    refuseWeak('password', password, loginAccount)
    const secret = await hashPassword(password)
    const { rows } = await sql<{ accountId: number; tenantId: number }>`
      select account_id, tenant_id from redeem_link(${id}::uuid, ${secret}, ${visitor.ip}, ${visitor.requestId})
    `.execute(publicDb)
    const [redeemed] = rows
    if (!redeemed) return refuseAs({ kind: 'not_found' }, staffText.linkOver)
    return openSession({ database, gate: publicDb, signer }, visitor, redeemed, secret)
  }
