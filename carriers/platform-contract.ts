import { z } from 'zod'
import { bulkResult, command, id, ids, listQuery, pageOf, query } from '../platform/calls/call.ts'
import { rule } from '../platform/calls/problems.ts'
import { code, maybe, neededWords, ruleText, words } from '../platform/calls/rules.ts'
import { labelKinds } from '../platform/printing/label-kind.ts'
import type { Text } from '../platform/text/text.ts'
import { problemKinds, voidOutcomes } from './carrier.ts'
import { keptCall } from './contract.ts'
import { headersIn, isJson, isPlace, unknownField } from './platform-template.ts'
import { platformText } from './platform-text.ts'

const see = { permission: 'setting:basicData:view', feature: 'basicData' } as const
const change = { permission: 'setting:basicData:edit', feature: 'basicData' } as const

export const platformQuery = listQuery(
  ['platformCode', 'platformName', 'updatedAt'],
  ['platformCode', 'asc'],
  {
    search: z.string().trim().max(100).optional(),
    isEnabled: z.enum(['1', '0']).optional(),
  },
)

const platformRow = z.object({
  id,
  platformCode: z.string(),
  platformName: z.string(),
  address: z.string(),
  accountCount: z.number().int(),
  isEnabled: z.boolean(),
  updatedAt: z.iso.datetime(),
})
export type PlatformRow = z.output<typeof platformRow>

export const listPlatforms = query('/gateway/wms/platform/list', {
  ...see,
  input: platformQuery,
  output: pageOf(platformRow),
})

/** Multi-line text, for request templates. */
const lines = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[\t\n\r\P{Cc}]*$/u, rule(ruleText.controls))

const template = (max: number) =>
  lines(max).refine((text) => unknownField(text) === undefined, rule(platformText.unknownField))
const path = template(500).regex(/^\/\S*$/, rule(platformText.pathForm))
const jsonBody = template(8000).refine(isJson, rule(platformText.jsonForm))
const place = words(200).refine(isPlace, rule(platformText.placeForm))
const headers = template(2000)
  .refine((text) => headersIn(text) !== undefined, rule(platformText.headersForm))
  .regex(/^[\r\n\x20-\x7e\xa1-\xff]*$/, rule(platformText.headersLatin))

const isAddress = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && !username && !password && !search && !hash
}

const platformFields = {
  platformName: neededWords(100),
  address: neededWords(300).refine(isAddress, rule(platformText.addressForm)),
  headers,
  buyMethod: z.enum(['POST', 'PUT']),
  buyPath: path,
  buyBody: jsonBody,
  findPath: maybe(path),
  voidMethod: z.enum(['POST', 'PUT', 'DELETE']),
  voidPath: maybe(path),
  voidBody: maybe(jsonBody),
  checkPath: maybe(path),
  okPath: maybe(place),
  okValue: maybe(words(60)),
  noneValue: maybe(words(60)),
  errorPath: maybe(place),
  refPath: maybe(place),
  trackingPath: place,
  labelKind: z.enum(['base64', 'address']),
  labelPath: place,
  costPath: maybe(place),
  currencyPath: maybe(place),
}
const factsInput = z.strictObject(platformFields)
export type PlatformFacts = z.output<typeof factsInput>

/** The value for "no such label" is at the same path as the success value, but different. */
function checkMarks(
  { okPath, okValue, noneValue }: Pick<PlatformFacts, 'okPath' | 'okValue' | 'noneValue'>,
  ctx: z.core.ParsePayload,
) {
  const complain = (path: string, text: Text) =>
    ctx.issues.push({ code: 'custom', path: [path], message: rule(text), input: undefined })
  if (noneValue && !okPath) complain('okPath', platformText.markNeeded)
  if (noneValue && noneValue === okValue) complain('noneValue', platformText.marksDiffer)
}

/** A stored request template. */
const platformRequest = z.object({
  method: z.string(),
  path: z.string(),
  body: z.string().nullable(),
})
export type PlatformRequest = z.output<typeof platformRequest>

/** A platform as stored in the database and used by an adapter. */
export const platformShape = z.object({
  address: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  requests: z.object({
    buy: platformRequest,
    find: platformRequest.nullable(),
    void: platformRequest.nullable(),
    check: platformRequest.nullable(),
  }),
  answers: z.object({
    okPath: z.string().nullable(),
    okValue: z.string().nullable(),
    noneValue: z.string().nullable(),
    errorPath: z.string().nullable(),
    refPath: z.string().nullable(),
    trackingPath: z.string(),
    labelKind: z.enum(['base64', 'address']),
    labelPath: z.string(),
    costPath: z.string().nullable(),
    currencyPath: z.string().nullable(),
  }),
})
export type PlatformShape = z.output<typeof platformShape>

export function shapeOf(facts: PlatformFacts): PlatformShape {
  const {
    address,
    buyMethod,
    buyPath,
    buyBody,
    findPath,
    voidMethod,
    voidPath,
    voidBody,
    checkPath,
    ...rest
  } = facts
  const { headers: lines, platformName: _, ...answers } = rest
  const get = (path: string | null) => (path ? { method: 'GET', path, body: null } : null)
  return {
    address,
    headers: headersIn(lines) ?? [],
    requests: {
      buy: { method: buyMethod, path: buyPath, body: buyBody },
      find: get(findPath),
      void: voidPath ? { method: voidMethod, path: voidPath, body: voidBody } : null,
      check: get(checkPath),
    },
    answers,
  }
}

export const platform = query('/gateway/wms/platform/one', {
  ...see,
  input: z.strictObject({ id: z.coerce.number().pipe(id) }),
  output: platformRow.extend({
    shape: platformShape,
    accounts: z.array(z.object({ id, accountName: z.string() })),
    rowVersion: z.number().int(),
  }),
})

export const createPlatform = command('/gateway/wms/platform/create', {
  ...change,
  action: 'add',
  input: z.strictObject({ platformCode: code, ...platformFields }).check((ctx) => checkMarks(ctx.value, ctx)),
  output: z.object({ id }),
})

export const editPlatform = command('/gateway/wms/platform/edit', {
  ...change,
  input: z
    .strictObject({ id, rowVersion: z.number().int(), ...platformFields })
    .check((ctx) => checkMarks(ctx.value, ctx)),
  output: z.object({ rowVersion: z.number().int() }),
})

export const switchPlatforms = command('/gateway/wms/platform/switch', {
  ...change,
  input: z.strictObject({ ids, isEnabled: z.boolean() }),
  output: bulkResult,
})

const tried = {
  calls: z.array(keptCall),
  problem: z.enum(problemKinds).nullable(),
  words: z.string().nullable(),
}

/** Sends the sample parcel: returns request, response and our interpretation. */
export const tryPlatform = command('/gateway/wms/platform/try', {
  ...change,
  input: z.strictObject({ id, accountId: id.nullable(), service: maybe(words(40)) }),
  output: z.object({
    ...tried,
    label: z
      .object({
        trackingNo: z.string(),
        ref: z.string(),
        format: z.enum(labelKinds),
        bytes: z.number().int(),
        cost: z.object({ amount: z.string(), currency: z.string() }).nullable(),
      })
      .nullable(),
  }),
})

/** Voids the sample parcel's label, which tests the platform's void as well. */
export const voidTried = command('/gateway/wms/platform/void-tried', {
  ...change,
  input: z.strictObject({ id, accountId: id.nullable(), ref: neededWords(200) }),
  output: z.object({ ...tried, outcome: z.enum(voidOutcomes).nullable() }),
})
