import { hash } from '@node-rs/argon2'

/** A hash of the least cost, which is stored in it: logging in takes no time in a test. */
export const cheapHash = (password: string) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
