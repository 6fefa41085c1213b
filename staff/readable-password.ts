import { passwordTicks } from './rules.ts'

/** Thirty-two characters that are not confused when read out or copied: no l, o, 0 or 1. */
const signs = 'abcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 10

const isGood = (password: string) => Object.values(passwordTicks).every((holds) => holds(password))

/** A temporary password. Its owner replaces it at first login. */
export function readablePassword(random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): string {
  for (;;) {
    const bytes = random(new Uint8Array(LENGTH))
    const password = [...bytes].map((byte) => signs[byte % signs.length]).join('')
    if (isGood(password)) return password
  }
}
