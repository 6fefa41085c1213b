import { z } from 'zod'
import { remoteLevels } from '../../channels/zones/rules.ts'
import { bulkResult, command, id, ids, listQuery, nothing, pageOf, query } from '../../platform/calls/call.ts'
import { rule } from '../../platform/calls/problems.ts'
import {
  amount,
  calendarDay,
  code,
  country,
  decimal,
  inCapitals,
  length,
  maybe,
  neededWords,
  notNegative,
  percent,
  pointInTime,
  price,
  ruleText,
  volume,
  weight,
  whole,
  words,
} from '../../platform/calls/rules.ts'
import {
  billOrderTypes,
  chargeUnits,
  conditionTypes,
  freightBillingCodes,
  quoteKinds,
  surchargeMeasures,
  surchargeTypes,
} from '../pricing/price-types.ts'
import { quoteText } from './text.ts'

const see = { permission: 'setting:quote:view', feature: 'quote' } as const
const change = { permission: 'setting:quote:price', feature: 'quote' } as const

export const quoteSides = ['sale', 'cost'] as const
export const quoteStatuses = ['draft', 'pending', 'effective', 'inactive'] as const
export type QuoteStatus = (typeof quoteStatuses)[number]

const instant = pointInTime({ offset: true })
const rowVersion = z.number().int()
const count = z.number().int()

export const quoteQuery = listQuery(['quoteCode', 'quoteName', 'updatedAt'], ['quoteCode', 'asc'], {
  search: z.string().trim().max(100).optional(),
  kind: z.enum(quoteKinds).optional(),
  side: z.enum(quoteSides).optional(),
  channelId: z.coerce.number().pipe(id).optional(),
  status: z.enum(quoteStatuses).optional(),
  isEnabled: z.enum(['1', '0']).optional(),
})

export const quoteRow = z.object({
  id,
  quoteCode: z.string(),
  isEnabled: z.boolean(),
  quoteName: z.string(),
  kind: z.enum(quoteKinds),
  side: z.enum(quoteSides),
  channelId: id.nullable(),
  channelCode: z.string().nullable(),
  /** Applies to customers without a price of their own. */
  isDefault: z.boolean(),
  /** Of the version in force, or else of the next one, or else of the newest. */
  status: z.enum(quoteStatuses),
  versionNo: count.nullable(),
  effectiveFrom: instant.nullable(),
  inactiveAt: instant.nullable(),
  /** Customers and groups that have it now. */
  customerCount: count,
  updatedAt: instant,
})
export type QuoteRow = z.output<typeof quoteRow>

export const listQuotes = query('/gateway/wms/quote/list', {
  ...see,
  input: quoteQuery,
  output: pageOf(quoteRow),
})

const versionHead = z.object({
  id,
  versionNo: count,
  status: z.enum(quoteStatuses),
  effectiveFrom: instant.nullable(),
  inactiveAt: instant.nullable(),
  note: z.string().nullable(),
  publishedAt: instant.nullable(),
  publishedBy: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
  rowVersion,
})
export type VersionHead = z.output<typeof versionHead>

const fuelRate = z.object({ startsOn: z.iso.date(), percent: z.string() })

/** What the prices of a quote are calculated with, besides its versions. */
const pricedBy = {
  /** How the channel weighs and charges; null where the quote has no channel. */
  channel: z
    .object({
      billingMethod: z.enum(['none', 'price_book', 'carrier_cost', 'flat']),
      dimDivisor: z.number().int().nullable(),
      dimTriggerVolume: z.string().nullable(),
      dimRounding: z.enum(['none', 'nearest', 'ceil']),
      weightStep: z.string(),
      weightBasis: z.enum(['actual', 'volumetric', 'max']),
    })
    .nullable(),
  unit: z.literal([1, 2]).nullable(),
  /** The least volume that rent charges for a piece. */
  minVolume: z.string(),
  currencyCode: z.string().nullable(),
  fuelRates: z.array(fuelRate),
  /** The zones of the channel's zone schema; null where it has none. */
  zones: z.array(z.string()).nullable(),
}

export const getQuote = query('/gateway/wms/quote/one', {
  ...see,
  input: z.strictObject({ id: z.coerce.number().pipe(id) }),
  output: quoteRow.extend({ rowVersion, versions: z.array(versionHead), ...pricedBy }),
})

const facts = { quoteName: neededWords(100), isDefault: z.boolean() }

export const createQuote = command('/gateway/wms/quote/create', {
  ...change,
  action: 'add',
  input: z
    .strictObject({
      quoteCode: code,
      kind: z.enum(quoteKinds),
      side: z.enum(quoteSides),
      channelId: id.nullable(),
      ...facts,
    })
    .superRefine(({ kind, side, channelId }, ctx) => {
      if (kind === 'freight' && channelId === null)
        ctx.addIssue({ code: 'custom', path: ['channelId'], message: rule(quoteText.channelNeeded) })
      if (kind !== 'freight' && (channelId !== null || side === 'cost'))
        ctx.addIssue({ code: 'custom', path: ['channelId'], message: rule(quoteText.onlyFreight) })
    }),
  output: z.object({ id }),
})

/** Default prices to start with, for what has none. */
export const createSampleQuotes = command('/gateway/wms/quote/create-samples', {
  ...change,
  action: 'add',
  input: nothing,
  output: z.object({ count }),
})

export const editQuote = command('/gateway/wms/quote/edit', {
  ...change,
  input: z.strictObject({ id, rowVersion, ...facts }),
  output: z.object({ rowVersion }),
})

export const switchQuotes = command('/gateway/wms/quote/switch', {
  ...change,
  input: z.strictObject({ ids, isEnabled: z.boolean() }),
  output: bulkResult,
})

export const MAX_RULES = 100
export const MAX_TIERS = 100
/** A row has ten values, and a request holds 50,000 and a megabyte. */
export const MAX_FREIGHT_ROWS = 4500
export const MAX_SURCHARGES = 100

const bound = notNegative(decimal(9, 3))
const zoneCode = z.string().trim().toUpperCase().min(1).max(10)

const operationTier = z.strictObject({
  from: bound,
  to: maybe(bound),
  firstCount: whole(1, 9999),
  firstPrice: price,
  nextPrice: maybe(price),
})

const operationRule = z.strictObject({
  feeTypeId: id,
  feeCode: z.string().max(35),
  billOrderType: z.enum(billOrderTypes),
  chargeUnit: z.enum(chargeUnits),
  conditionType: z.enum(conditionTypes),
  minCharge: maybe(amount),
  maxCharge: maybe(amount),
  tiers: z.array(operationTier).max(MAX_TIERS),
})

const freightRow = z.strictObject({
  zoneCode,
  weightFrom: bound,
  weightTo: maybe(bound),
  billingCode: z.enum(freightBillingCodes),
  price: maybe(price),
  firstWeight: maybe(weight),
  nextPrice: maybe(price),
  step: maybe(weight),
  minCharge: maybe(amount),
})

export const freightSurcharge = z.strictObject({
  type: z.enum(surchargeTypes),
  remoteLevel: z.enum(['das', 'das_ext']).nullable(),
  measure: z.enum(surchargeMeasures).nullable(),
  above: maybe(volume),
  dateFrom: maybe(calendarDay()),
  dateTo: maybe(calendarDay()),
  amount: maybe(amount),
  percent: maybe(percent),
  fuelable: z.boolean(),
})

const storageTier = z.strictObject({
  ageFrom: whole(1, 9999),
  ageTo: whole(1, 9999).nullable(),
  price,
  quality: z.enum(['all', 'good', 'defective']),
})

export const freightContent = z.strictObject({
  kind: z.literal('freight'),
  dimDivisor: whole(1, 99_999).nullable(),
  dimRounding: z.enum(['none', 'nearest', 'ceil']).nullable(),
  weightStep: maybe(weight),
  weightBasis: z.enum(['actual', 'volumetric', 'max']).nullable(),
  flatPrice: maybe(amount),
  rows: z.array(freightRow).max(MAX_FREIGHT_ROWS),
  surcharges: z.array(freightSurcharge).max(MAX_SURCHARGES),
})

/** The prices of a version. A draft may be incomplete; publishing checks all of it. */
export const versionContent = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('operation'),
    dimDivisor: whole(1, 99_999).nullable(),
    rules: z.array(operationRule).max(MAX_RULES),
  }),
  freightContent,
  z.strictObject({
    kind: z.literal('storage'),
    freeDays: whole(0, 3650),
    tiers: z.array(storageTier).max(MAX_TIERS),
  }),
])
export type VersionContent = z.output<typeof versionContent>
export type ContentOf<K extends VersionContent['kind']> = Extract<VersionContent, { kind: K }>

export const getVersion = query('/gateway/wms/quote/version', {
  ...see,
  input: z.strictObject({ id: z.coerce.number().pipe(id) }),
  output: versionHead.extend({
    quoteId: id,
    quoteCode: z.string(),
    quoteName: z.string(),
    channelId: id.nullable(),
    channelCode: z.string().nullable(),
    ...pricedBy,
    content: versionContent,
  }),
})

const note = maybe(words(500))

export const createVersion = command('/gateway/wms/quote/create-version', {
  ...change,
  action: 'add',
  input: z.strictObject({ quoteId: id, content: versionContent, note }),
  output: z.object({ id }),
})

export const editVersion = command('/gateway/wms/quote/edit-version', {
  ...change,
  input: z.strictObject({ id, rowVersion, content: versionContent, note }),
  output: z.object({ rowVersion }),
})

/** A draft with the content of another version. */
export const copyVersion = command('/gateway/wms/quote/copy-version', {
  ...change,
  action: 'add',
  input: z.strictObject({ id }),
  output: z.object({ id }),
})

const start = { effectiveFrom: instant, inactiveAt: instant.nullable() }

/** Puts a draft into force at a later time; the version before it ends then. */
export const publishVersion = command('/gateway/wms/quote/publish', {
  ...change,
  input: z.strictObject({ id, rowVersion, ...start }),
  output: z.object({ rowVersion }),
})

/** Makes a scheduled version a draft again; the version before it ends as it did before. */
export const withdrawVersion = command('/gateway/wms/quote/withdraw', {
  ...change,
  input: z.strictObject({ id, rowVersion }),
  output: z.object({ rowVersion }),
})

export const endVersion = command('/gateway/wms/quote/end', {
  ...change,
  input: z.strictObject({ id, rowVersion, inactiveAt: instant.nullable() }),
  output: z.object({ rowVersion }),
})

export const deleteVersion = command('/gateway/wms/quote/delete-version', {
  ...change,
  action: 'delete',
  input: z.strictObject({ id, rowVersion }),
  output: z.object({}),
})

/** The fuel surcharges from tomorrow on; those that have started stay as they are. */
export const setFuelRates = command('/gateway/wms/quote/set-fuel', {
  ...change,
  input: z.strictObject({
    quoteId: id,
    rowVersion,
    rates: z.array(z.strictObject({ startsOn: calendarDay(), percent })).max(200),
  }),
  output: z.object({ rowVersion }),
})

/**
 * Where a package would go and what it would cost on a day, for a customer or by the default prices. The page itself tries prices that are
 * still edited, with what this says of zone and discount. POST, so that no log of addresses has where a recipient lives.
 */
export const tryPackage = query('/gateway/wms/quote/try-package', {
  ...see,
  method: 'POST',
  input: z.strictObject({
    quoteId: id,
    customerId: id.nullable(),
    date: calendarDay(),
    /** Without a country, the zone itself. */
    countryCode: maybe(country),
    stateCode: maybe(inCapitals(words(5))),
    city: maybe(words(60)),
    postcode: maybe(inCapitals(words(20))),
    zoneCode: maybe(zoneCode),
    weight: maybe(weight),
    length: maybe(length),
    width: maybe(length),
    height: maybe(length),
    pieces: whole(1, 9999),
    insuredValue: maybe(amount.refine((text) => /[1-9]/.test(text), rule(ruleText.aboveZero))),
    isHome: z.boolean(),
    isSigned: z.boolean(),
  }),
  output: z.object({
    zoneCode: z.string().nullable(),
    remoteLevel: z.enum(remoteLevels).nullable(),
    /** By this quote: the discount that the customer has on it, and whether the customer pays by it. */
    own: z.object({ discount: z.string(), isUsed: z.boolean() }),
    /** The price in force on the day, which may be another quote. */
    inForce: z
      .object({
        quoteCode: z.string(),
        versionNo: count,
        discount: z.string(),
        source: z.enum(['customer', 'group', 'default']),
      })
      .nullable(),
    amount: z.string().nullable(),
    fees: z.array(z.object({ feeCode: z.string(), amount: z.string(), detail: z.unknown() })),
    problem: z.string().nullable(),
  }),
})
