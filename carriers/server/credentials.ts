import { z } from 'zod'
import type { Secrets } from '../../platform/server/secrets.ts'
import { type Credentials, credentialNames } from '../carrier.ts'

const sealedForm = z.partialRecord(z.enum(credentialNames), z.string())

type Account = { tenantId: number; id: number }

/** Credentials are bound to one account of one company: copied into another row they cannot be decrypted. */
const purposeOf = ({ tenantId, id }: Account) => `carrier account ${tenantId}:${id}`

export const sealed = (secrets: Secrets, account: Account, credentials: Credentials): Buffer =>
  secrets.seal(JSON.stringify(credentials), purposeOf(account))

export const credentialsIn = (
  secrets: Secrets,
  { credentials, ...account }: Account & { credentials: Buffer | null },
): Credentials =>
  credentials === null ? {} : sealedForm.parse(JSON.parse(secrets.open(credentials, purposeOf(account))))
