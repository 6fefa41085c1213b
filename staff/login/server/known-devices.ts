import { randomBytes } from 'node:crypto'
import type { Visitor } from '../../../platform/calls/who.ts'
import type { Signer } from '../../../platform/server/signer.ts'

/** The number of users remembered per handheld; the one who logged in longest ago is dropped. */
const MAX_PEOPLE = 20

/**
 * The id of the visitor's browser, if it proves an earlier login to this account.
 *
 * The browser has a cookie with a random id and one signature per account. It grants no access: a known
 * browser has its own rate limit, so that guesses elsewhere cannot lock its users out.
 */
export function knownDevice(signer: Signer, { device }: Visitor, account: string): string | undefined {
  const { name, proofs } = read(device)
  return name && proofs.some((proof) => signer.isSigned(words(name, account), proof)) ? name : undefined
}

/** Remembers the visitor's browser for an account. */
export function rememberDevice(signer: Signer, { device, keepDevice }: Visitor, account: string) {
  const { name = randomBytes(12).toString('base64url'), proofs } = read(device)
  const proof = signer.sign(words(name, account))
  const others = proofs.filter((other) => other !== proof)
  keepDevice([name, proof, ...others].slice(0, MAX_PEOPLE + 1).join('.'))
}

const words = (name: string, account: string) => `device.${name}.${account}`

function read(device: string | undefined): { name: string | undefined; proofs: string[] } {
  const [name, ...proofs] = (device ?? '').split('.', MAX_PEOPLE + 1)
  return /^[\w-]{16}$/.test(name ?? '') ? { name, proofs } : { name: undefined, proofs: [] }
}
