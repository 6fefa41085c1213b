import { randomBytes } from 'node:crypto'
import type { Visitor } from '../../../platform/calls/who.ts'
import type { Signer } from '../../../platform/server/signer.ts'

/** As many people share a handheld, and no more; whoever logged in longest ago is forgotten. */
const MAX_PEOPLE = 20

/**
 * The name of the visitor's browser, where it proves that somebody logged in to this account on it before.
 *
 * The browser keeps a cookie with a name drawn by lot and one signature per account. It opens nothing: a known browser has
 * tries of its own, so that nobody elsewhere can lock its people out by guessing wrong.
 */
export function knownDevice(signer: Signer, { device }: Visitor, account: string): string | undefined {
  const { name, proofs } = read(device)
  return name && proofs.some((proof) => signer.isSigned(words(name, account), proof)) ? name : undefined
}

/** Lets the visitor's browser be known for an account from now on. */
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
