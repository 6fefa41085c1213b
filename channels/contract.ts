import { z } from 'zod'
import { MAX_SERVICE_LENGTH } from '../carriers/carrier.ts'
import { bulkResult, command, id, ids, listQuery, nothing, pageOf, query } from '../platform/calls/call.ts'
import { rule } from '../platform/calls/problems.ts'
import {
  code,
  country,
  inCapitals,
  length,
  maybe,
  neededWords,
  volume,
  weight,
  whole,
  words,
} from '../platform/calls/rules.ts'
import { despiteOrders } from '../warehouse/open-orders.ts'
import { poolFields, poolRules } from './numbers/contract.ts'
import {
  billingMethods,
  customerScopes,
  dimRoundings,
  formatsOf,
  labelFormats,
  labelSources,
  usesCarrierAccount,
  weightBases,
} from './rules.ts'
import { channelsText } from './text.ts'
import { trackingProblem } from './tracking.ts'
import { zoneText } from './zones/text.ts'

const see = { permission: 'setting:channel:view', feature: 'channel' } as const
const change = { permission: 'setting:channel:edit', feature: 'channel' } as const

const carrier = inCapitals(neededWords(40))

export const channelQuery = listQuery(
  ['channelCode', 'carrier', 'cutoffTime', 'updatedAt'],
  ['channelCode', 'asc'],
  {
    search: z.string().trim().max(100).optional(),
    labelSource: z.enum(labelSources).optional(),
    carrier: z.string().trim().max(40).optional(),
    billingMethod: z.enum(billingMethods).optional(),
    countryCode: country.optional(),
    isEnabled: z.enum(['1', '0']).optional(),
  },
)

export const channelRow = z.object({
  id,
  channelCode: z.string(),
  isEnabled: z.boolean(),
  nameZh: z.string(),
  nameEn: z.string(),
  carrier: z.string(),
  serviceCode: z.string().nullable(),
  accountName: z.string().nullable(),
  labelSource: z.enum(labelSources),
  billingMethod: z.enum(billingMethods),
  zoneSchemaCode: z.string().nullable(),
  labelFormat: z.enum(labelFormats),
  cutoffTime: z.string().nullable(),
  countries: z.array(z.string()),
  /** How many customers may use it; null when all may. */
  customerCount: z.number().int().nullable(),
  /** Null where the channel has no numbers of its own. */
  numbersLeft: z.number().int().nullable(),
  /** Calls to its carrier account in the last seven days, and how many of them failed. */
  weekCalls: z.number().int(),
  weekFailed: z.number().int(),
  updatedAt: z.iso.datetime(),
})
export type ChannelRow = z.output<typeof channelRow>

export const listChannels = query('/gateway/wms/channel/list', {
  ...see,
  input: channelQuery,
  output: pageOf(channelRow),
})

/**
 * The options of a channel's fields; the slices of customers and watermarks are beside this one or below it.
 */
export const channelChoices = query('/gateway/wms/channel/choices', {
  ...see,
  input: nothing,
  output: z.object({
    carriers: z.array(z.string()),
    accounts: z.array(
      z.object({
        id,
        carrier: z.string(),
        accountName: z.string(),
        isPlatform: z.boolean(),
        isEnabled: z.boolean(),
      }),
    ),
    watermarks: z.array(
      z.object({
        id,
        templateName: z.string(),
        labelSource: z.string().nullable(),
        labelFormat: z.string(),
        isEnabled: z.boolean(),
      }),
    ),
    zoneSchemas: z.array(
      z.object({ id, schemaCode: z.string(), schemaName: z.string(), isEnabled: z.boolean() }),
    ),
    customers: z.array(
      z.object({ id, customerCode: z.string(), customerName: z.string(), isEnabled: z.boolean() }),
    ),
  }),
})

const pattern = words(100).superRefine((typed, ctx) => {
  const problem = typed === '' ? undefined : trackingProblem(typed)
  if (problem) ctx.addIssue({ code: 'custom', message: rule(problem) })
})

const facts = {
  nameZh: neededWords(100),
  nameEn: neededWords(100),
  carrier,
  labelSource: z.enum(labelSources),
  carrierAccountId: id.nullable(),
  serviceCode: maybe(words(MAX_SERVICE_LENGTH)),
  labelFormat: z.enum(labelFormats),
  watermarkTemplateId: id.nullable(),
  supportSignature: z.boolean(),
  supportInsurance: z.boolean(),
  trackingPattern: maybe(pattern),
  voidDays: whole(0, 365).nullable(),
  cutoffTime: maybe(
    z
      .string()
      .trim()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, rule(channelsText.cutoffForm)),
  ),
  billingMethod: z.enum(billingMethods),
  zoneSchemaId: id.nullable(),
  dimDivisor: whole(1, 99_999).nullable(),
  dimTriggerVolume: maybe(volume),
  dimRounding: z.enum(dimRoundings),
  weightStep: weight,
  weightBasis: z.enum(weightBases),
  maxWeight: maybe(weight),
  maxLongest: maybe(length),
  maxGirthSum: maybe(length),
  countries: z
    .array(country)
    .min(1, rule(channelsText.countryNeeded))
    .max(300)
    .transform((list) => [...new Set(list)].sort()),
  needPhone: z.boolean(),
  needEmail: z.boolean(),
  addressLen: whole(10, 300),
  customerScope: z.enum(customerScopes),
  customerIds: z
    .array(id)
    .max(500)
    .transform((list) => [...new Set(list)]),
}
type Facts = z.output<z.ZodObject<typeof facts>>

/** Cross-field rules: what a label source or a billing method requires. */
const ruled = <S extends z.ZodType<Facts>>(schema: S) =>
  schema
    .refine(
      ({ labelSource, carrierAccountId }) => labelSource !== 'carrier_api' || carrierAccountId !== null,
      {
        path: ['carrierAccountId'],
        message: rule(channelsText.accountNeeded),
      },
    )
    .refine(({ labelSource, serviceCode }) => labelSource !== 'carrier_api' || serviceCode !== null, {
      path: ['serviceCode'],
      message: rule(channelsText.serviceNeeded),
    })
    .refine(({ labelSource, labelFormat }) => formatsOf(labelSource).includes(labelFormat), {
      path: ['labelFormat'],
      message: rule(channelsText.formatNotGiven),
    })
    .refine(({ billingMethod, zoneSchemaId }) => billingMethod !== 'price_book' || zoneSchemaId !== null, {
      path: ['zoneSchemaId'],
      message: rule(zoneText.needed),
    })
    .refine(({ billingMethod, dimDivisor }) => billingMethod !== 'price_book' || dimDivisor !== null, {
      path: ['dimDivisor'],
      message: rule(channelsText.divisorNeeded),
    })
    .refine(
      ({ billingMethod, labelSource, carrierAccountId }) =>
        billingMethod !== 'carrier_cost' || (usesCarrierAccount(labelSource) && carrierAccountId !== null),
      { path: ['billingMethod'], message: rule(channelsText.costNeedsAccount) },
    )
    .refine(({ customerScope, customerIds }) => customerScope === 'all' || customerIds.length > 0, {
      path: ['customerIds'],
      message: rule(channelsText.customerNeeded),
    })

export const getChannel = query('/gateway/wms/channel/one', {
  ...see,
  input: z.strictObject({ id: z.coerce.number().pipe(id) }),
  output: channelRow.extend({
    carrierAccountId: id.nullable(),
    watermarkTemplateId: id.nullable(),
    watermarkName: z.string().nullable(),
    zoneSchemaId: id.nullable(),
    zoneSchemaName: z.string().nullable(),
    dimDivisor: z.number().int().nullable(),
    dimTriggerVolume: z.string().nullable(),
    dimRounding: z.enum(dimRoundings),
    weightStep: z.string(),
    weightBasis: z.enum(weightBases),
    maxWeight: z.string().nullable(),
    maxLongest: z.string().nullable(),
    maxGirthSum: z.string().nullable(),
    needPhone: z.boolean(),
    needEmail: z.boolean(),
    addressLen: z.number().int(),
    supportSignature: z.boolean(),
    supportInsurance: z.boolean(),
    trackingPattern: z.string().nullable(),
    voidDays: z.number().int().nullable(),
    customerScope: z.enum(customerScopes),
    customers: z.array(z.object({ id, customerCode: z.string(), customerName: z.string() })),
    rowVersion: z.number().int(),
  }),
})

/** A self-built channel can start with its first range of numbers. */
export const createChannel = command('/gateway/wms/channel/create', {
  ...change,
  action: 'add',
  input: ruled(
    z.strictObject({ channelCode: code, ...facts, pool: poolRules(z.strictObject(poolFields)).nullable() }),
  ),
  output: z.object({ id }),
})

export const editChannel = command('/gateway/wms/channel/edit', {
  ...change,
  input: ruled(z.strictObject({ id, rowVersion: z.number().int(), ...facts })),
  output: z.object({ rowVersion: z.number().int() }),
})

export const switchChannels = command('/gateway/wms/channel/switch', {
  ...change,
  input: z.strictObject({ ids, isEnabled: z.boolean(), despiteOrders }),
  output: bulkResult,
})

/** Copies each, disabled, with a new code and without numbers. */
export const copyChannels = command('/gateway/wms/channel/copy', {
  ...change,
  action: 'add',
  input: z.strictObject({ ids }),
  output: bulkResult,
})
