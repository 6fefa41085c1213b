import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal, refuse } from '../../../platform/calls/refusal.ts'
import type { Visitor } from '../../../platform/calls/who.ts'
import type { PublicDb } from '../../../platform/database/server/db.ts'
import { only } from '../../../platform/database/server/rows.ts'
import type { Mail } from '../../../platform/mail/server/mail.ts'
import type { Signer } from '../../../platform/server/signer.ts'
import { callText } from '../../../platform/text/common-text.ts'
import { fill } from '../../../platform/text/text.ts'
import { staffText } from '../../text.ts'
import { mailText } from '../mail-text.ts'
import { consumeAttempt, networkOf } from './rate-limit.ts'

export type Purpose = 'register' | 'reset'

const WAIT_SECONDS = 60
const MAX_PER_TARGET_A_DAY = 10
const MAX_PER_ADDRESS = 30

/**
 * HMAC with the installation's secret: six digits alone could be guessed at once from a copy of the database.
 */
export const codeHash = (signer: Signer, purpose: Purpose, target: string, code: string) =>
  Buffer.from(signer.sign(`code.${purpose}.${target}.${code}`))

/**
 * Sends a new code for a target, if the account exists.
 *
 * If it does not, the same work is done, so that neither the response nor its timing reveals it.
 */
export async function sendCode(
  { gate, mail, signer }: { gate: PublicDb; mail: Mail; signer: Signer },
  visitor: Visitor,
  { purpose, target, to }: { purpose: Purpose; target: string; to: string | undefined },
  instead?: () => Promise<void>,
) {
  const network = networkOf(visitor.ip)
  await consumeAttempt(gate, { [`code-ip:${network}`]: MAX_PER_ADDRESS })
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const hash = codeHash(signer, purpose, target, code)
  const { rows } = await sql<{ wait: number }>`
    select store_code(${purpose}::code_purpose, ${target}, ${network}, ${hash}, ${MAX_PER_TARGET_A_DAY}) as wait`.execute(
    gate,
  )
  const { wait } = only(rows)
  if (wait > 0) {
    const text =
      wait > WAIT_SECONDS
        ? fill(callText.tooMany, { minutes: Math.ceil(wait / 60) })
        : fill(staffText.codeSoon, { seconds: wait })
    throw new Refusal(text, { kind: 'rate_limit' }, 429, wait)
  }
  const letter = to && {
    to,
    subject: fill(mailText[purpose].subject, { code })[visitor.language],
    text: fill(mailText[purpose].text, { code })[visitor.language],
  }
  try {
    if (purpose === 'reset') await mail.check()
    else if (letter) await mail.send(letter)
    else await instead?.()
  } catch {
    await sql`select drop_code(${purpose}::code_purpose, ${target}, ${network}, ${hash})`.execute(gate)
    refuse(staffText.codeNotSent)
  }
  // The mail is sent after the response: neither its duration nor its failure, which is logged, reveals
  // whether the account exists.
  if (purpose === 'reset' && letter) mail.send(letter).catch(() => {})
  return { waitSeconds: WAIT_SECONDS, isInLog: !mail.isReal }
}

/**
 * Whether this is the code that was sent. A wrong one counts; the sixth attempt fails even with the right
 * code.
 */
export async function isCode(publicDb: PublicDb, purpose: Purpose, target: string, hash: Buffer) {
  const { rows } = await sql<{ isRight: boolean }>`
    select check_code(${purpose}::code_purpose, ${target}, ${hash}) as is_right`.execute(publicDb)
  return only(rows).isRight
}
