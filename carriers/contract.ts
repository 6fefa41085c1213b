import { z } from 'zod'
import { bulkResult, command, id, ids, listQuery, nothing, pageOf, query } from '../platform/calls/call.ts'
import { rule } from '../platform/calls/problems.ts'
import { decimal, maybe, neededWords, ruleText, words } from '../platform/calls/rules.ts'
import type { Text } from '../platform/text/text.ts'
import { currency } from '../warehouse/rules.ts'
import {
  type AdapterCode,
  adapterCodes,
  type CredentialName,
  credentialNames,
  credentialsOf,
  environments,
  problemKinds,
} from './carrier.ts'
import { carrierText } from './text.ts'

const see = { permission: 'setting:channel:view', feature: 'carrier' } as const
const change = { permission: 'setting:channel:edit', feature: 'carrier' } as const

export const accountQuery = listQuery(
  ['accountName', 'carrier', 'lastOkAt', 'updatedAt'],
  ['accountName', 'asc'],
  {
    search: z.string().trim().max(100).optional(),
    adapter: z.enum(adapterCodes).optional(),
    isEnabled: z.enum(['1', '0']).optional(),
  },
)

/** Of the credentials, only which ones are set ever leaves the server. */
export const accountRow = z.object({
  id,
  accountName: z.string(),
  adapter: z.enum(adapterCodes),
  carrier: z.string(),
  accountNo: z.string().nullable(),
  environment: z.enum(environments),
  platformName: z.string().nullable(),
  credentialNames: z.array(z.enum(credentialNames)),
  isEnabled: z.boolean(),
  lastOkAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime(),
})
export type AccountRow = z.output<typeof accountRow>

export const listAccounts = query('/gateway/wms/carrier-account/list', {
  ...see,
  input: accountQuery,
  output: pageOf(accountRow),
})

const oneId = z.strictObject({ id: z.coerce.number().pipe(id) })

export const carrierAccount = query('/gateway/wms/carrier-account/one', {
  ...see,
  input: oneId,
  output: accountRow.extend({
    platformId: id.nullable(),
    /** What one unit of the carrier's currency is worth in the warehouse's, and since when; null where it bills in that one. */
    costCurrency: z.string().nullable(),
    costRate: z.string().nullable(),
    costRateOn: z.iso.date().nullable(),
    rowVersion: z.number().int(),
  }),
})

/** The platforms that an account can be created on. */
export const platformChoices = query('/gateway/wms/carrier-account/platforms', {
  ...see,
  input: nothing,
  output: z.array(z.object({ id, platformName: z.string() })),
})

const secret = z.string().regex(/^\P{Cc}{4,500}$/u, rule(carrierText.secretForm))
const secrets = {
  apiKey: maybe(secret),
  user: maybe(secret),
  password: maybe(secret),
  accessToken: maybe(secret),
}

const facts = {
  accountName: neededWords(100),
  carrier: neededWords(40),
  accountNo: maybe(words(60)),
  environment: z.enum(environments),
  costCurrency: maybe(currency).default(null),
  costRate: maybe(
    decimal(8, 6).refine((text) => !text.startsWith('-') && /[1-9]/.test(text), rule(ruleText.aboveZero)),
  ).default(null),
}

/** A currency needs its rate, and a rate its currency. */
export const rateProblem = ({
  costCurrency,
  costRate,
}: {
  costCurrency: string | null
  costRate: string | null
}) =>
  (costCurrency === null) === (costRate === null)
    ? undefined
    : costRate === null
      ? ({ path: 'costRate', text: carrierText.needsRate } as const)
      : ({ path: 'costCurrency', text: carrierText.needsCurrency } as const)

type Given = Partial<Record<CredentialName, string | null | undefined>>

/** Credentials an adapter does not use are not stored, and required ones are checked. */
export const credentialProblems = (
  adapter: AdapterCode,
  given: Given,
  has: readonly string[] = [],
): { name: CredentialName; text: Text }[] =>
  credentialNames.flatMap((name): { name: CredentialName; text: Text }[] => {
    const { takes, needs } = credentialsOf[adapter]
    if (given[name] && !takes.includes(name)) return [{ name, text: carrierText.otherCredential }]
    if (!given[name] && needs.includes(name) && !has.includes(name))
      return [{ name, text: carrierText.needsCredential }]
    return []
  })

export const createAccount = command('/gateway/wms/carrier-account/create', {
  ...change,
  action: 'add',
  input: z
    .strictObject({ adapter: z.enum(adapterCodes), platformId: id.nullable(), ...facts, ...secrets })
    .superRefine(({ adapter, platformId, ...given }, context) => {
      const add = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message })
      if (adapter === 'platform' && platformId === null) add('platformId', rule(carrierText.needsPlatform))
      if (adapter !== 'platform' && platformId !== null) add('platformId', rule(carrierText.noPlatform))
      for (const { name, text } of credentialProblems(adapter, given)) add(name, rule(text))
      const noRate = rateProblem(given)
      if (noRate) add(noRate.path, rule(noRate.text))
    }),
  output: z.object({ id }),
})

/** Empty credentials stay unchanged; the adapter of an account cannot be changed. */
export const editAccount = command('/gateway/wms/carrier-account/edit', {
  ...change,
  input: z
    .strictObject({ id, rowVersion: z.number().int(), ...facts, ...secrets })
    .superRefine((given, context) => {
      const noRate = rateProblem(given)
      if (noRate) context.addIssue({ code: 'custom', path: [noRate.path], message: rule(noRate.text) })
    }),
  output: z.object({ rowVersion: z.number().int() }),
})

export const switchAccounts = command('/gateway/wms/carrier-account/switch', {
  ...change,
  input: z.strictObject({ ids, isEnabled: z.boolean() }),
  output: bulkResult,
})

/** Tests the credentials: the carrier's message and our classification. */
export const testAccount = command('/gateway/wms/carrier-account/test', {
  ...change,
  input: z.strictObject({ id }),
  output: z.object({ problem: z.enum(problemKinds).nullable(), words: z.string() }),
})

/** The services of the account, by the rates of a sample parcel. */
export const askServices = command('/gateway/wms/carrier-account/services', {
  ...change,
  input: z.strictObject({ id }),
  output: z.object({
    problem: z.enum(problemKinds).nullable(),
    words: z.string().nullable(),
    services: z.array(
      z.object({
        serviceCode: z.string(),
        carrier: z.string(),
        service: z.string(),
        amount: z.string(),
        currency: z.string(),
        days: z.number().int().nullable(),
      }),
    ),
  }),
})

export const keptCall = z.object({
  deed: z.string(),
  method: z.string(),
  url: z.string(),
  status: z.number().int().nullable(),
  ms: z.number().int(),
  request: z.string(),
  answer: z.string(),
  /** Why there was no response: a network reason, or the demo carrier's. */
  problem: z.string().nullable(),
})
export type KeptCall = z.output<typeof keptCall>

/** An unknown key is the expected result before a purchase. */
export const isUnknownKey = ({ deed, status }: Pick<KeptCall, 'deed' | 'status'>) =>
  deed === 'find' && status === 404

export const accountCalls = query('/gateway/wms/carrier-account/calls', {
  ...see,
  input: oneId,
  output: z.array(keptCall.extend({ id, at: z.iso.datetime() })),
})
