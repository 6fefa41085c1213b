import { hash, verify } from '@node-rs/argon2'
import { refuseField } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import { commonPasswords } from '../../platform/server/lazy-packages.ts'
import { foldAccount } from '../rules.ts'
import { staffText } from '../text.ts'

/** argon2id is the library's default; these are OWASP's minimum parameters. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash that matches no password: an unknown account costs the same work as a known one. */
const dummyHash = hash('no such account', cost)

export const hashPassword = (password: string) => inTurn(() => hash(password.normalize('NFC'), cost))

/** The password of a call as it is stored: hashed before the transaction, so that no connection or row waits for it. */
export const hashGiven = (_who: Who, { password }: { password: string }) => hashPassword(password)

export const isPasswordOf = async (stored: string | undefined, password: string) => {
  const expected = stored ?? (await dummyHash)
  const isRight = await inTurn(() => verify(expected, password.normalize('NFC')))
  return isRight && stored !== undefined
}

// Hashing takes a core for 46 ms. Two at a time leave capacity for other calls at the start of a shift.
const AT_ONCE = 2
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

let common: Set<string> | undefined

/** Refuses what the field rule cannot check: common passwords, and the account name in it. */
export function refuseWeak(path: string, password: string, account: string) {
  const folded = password.toLowerCase()
  // The first guesses of an attacker.
  common ??= new Set(commonPasswords())
  if (common.has(folded)) refuseField(path, staffText.passwordCommon)
  const [name = ''] = foldAccount(account).split('@')
  if (name.length >= 4 && folded.includes(name)) refuseField(path, staffText.passwordHasAccount)
}
