import { z } from 'zod'
import { bulkResult, command, id, ids, listQuery, nothing, pageOf, query } from '../../platform/calls/call.ts'
import { rule } from '../../platform/calls/problems.ts'
import {
  amount,
  calendarDay,
  documentDay,
  maybe,
  neededWords,
  signedAmount,
} from '../../platform/calls/rules.ts'
import { businesses, logTypes, MAX_PROOFS } from '../money/contract.ts'
import { billOrderTypes, gapReasons } from '../pricing/price-types.ts'
import { billableStates, feeRequestStates, feeStates } from '../states.ts'
import { feeText } from './text.ts'

const feature = 'cost'
const view = { permission: 'query:cost:view', feature } as const

const queryId = z.coerce.number().pipe(id)
const day = calendarDay(rule(feeText.dayForm))
/** The beginning of a document's number. */
const document = z.string().trim().max(40).optional()
const isNotZero = (text: string) => /[1-9]/.test(text)

/** How a fee came about. */
export const feeOrigins = ['automatic', 'manual', 'refund'] as const

/** Why a fee is not settled that should be: its account is blocked, or nothing keeps it and the next attempt takes it. */
export const failures = ['account_blocked', 'next_attempt'] as const

const feeFilters = {
  customerId: queryId.optional(),
  feeTypeId: queryId.optional(),
  orderType: z.enum(billOrderTypes).optional(),
  document,
  chargedFrom: day.optional(),
  chargedTo: day.optional(),
  status: z.enum(feeStates.states).optional(),
  origin: z.enum(feeOrigins).optional(),
  /** Fees that should have left the balance at once and have not. */
  isFailed: z.enum(['1']).optional(),
}

export const feeQuery = listQuery(['chargeDate'], ['chargeDate', 'desc'], feeFilters)

/** What a fee was counted by, in short. */
const basis = z.object({
  kind: z.string(),
  unit: z.string().nullable(),
  quantity: z.string().nullable(),
  packages: z.number().int().nullable(),
  weight: z.string().nullable(),
  zoneCode: z.string().nullable(),
  percent: z.string().nullable(),
  nights: z.number().int().nullable(),
  /** The warehouse's system of units. */
  system: z.number().int().nullable(),
})
export type Basis = z.output<typeof basis>

export const feeRow = z.object({
  id,
  feeNo: z.string(),
  status: z.enum(feeStates.states),
  /** Why it has not left the balance, where it should have at once. */
  failedBecause: z.enum(failures).nullable(),
  origin: z.enum(feeOrigins),
  customerId: id,
  customerCode: z.string(),
  customerName: z.string(),
  feeTypeId: id,
  feeCode: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  orderType: z.enum(billOrderTypes),
  /** Of rent, the night. */
  documentId: id.nullable(),
  sourceNo: z.string().nullable(),
  basis: basis.nullable(),
  quoteId: id.nullable(),
  /** The quote's code and the number of its version. */
  rule: z.string().nullable(),
  amount: z.string(),
  /** Of users without the permission, and where the cost is not known: null. */
  costAmount: z.string().nullable(),
  profit: z.string().nullable(),
  /** In percent of the amount. */
  margin: z.string().nullable(),
  /** In percent; null where there is none, as in all fees of this version. */
  taxRate: z.string().nullable(),
  taxAmount: z.string().nullable(),
  chargeDate: z.iso.date(),
  occurredAt: z.iso.datetime(),
  remark: z.string().nullable(),
  createdBy: z.string(),
})
export type FeeRow = z.output<typeof feeRow>

export const listFees = query('/gateway/wms/fee/list', { ...view, input: feeQuery, output: pageOf(feeRow) })

/** The totals of all fees that match; voided and reversed ones count nothing. */
export const sumFees = query('/gateway/wms/fee/sums', {
  ...view,
  input: z.strictObject(feeFilters),
  output: z.object({
    amount: z.string(),
    settled: z.string(),
    notSettled: z.string(),
    /** Null without the permission. */
    costAmount: z.string().nullable(),
    /** Of shipments whose cost is known, with all their freight fees and refunds; null for the fees of one type, too. */
    profit: z.string().nullable(),
  }),
})

const flow = z.object({
  flowNo: z.string(),
  at: z.iso.datetime(),
  logType: z.enum(logTypes),
  business: z.enum(businesses),
  amount: z.string(),
  balanceAfter: z.string(),
})

const otherFee = z.object({
  id,
  feeNo: z.string(),
  amount: z.string(),
  status: z.enum(feeStates.states),
  remark: z.string().nullable(),
  occurredAt: z.iso.datetime(),
})

/** An uploaded file that proves something. */
const proof = z.object({ fileId: id, fileName: z.string(), url: z.string() })

const rentNight = z.object({
  id,
  chargeDate: z.iso.date(),
  amount: z.string(),
  tiers: z.array(
    z.object({
      ageFrom: z.number().int(),
      ageTo: z.number().int(),
      volume: z.string(),
      price: z.string(),
      amount6: z.string(),
    }),
  ),
})
export type RentNight = z.output<typeof rentNight>

/** A fee with everything that explains its amount. */
export const getFee = query('/gateway/wms/fee/one', {
  ...view,
  input: z.strictObject({ id: queryId }),
  output: feeRow.extend({
    eventId: id.nullable(),
    eventKind: z.string().nullable(),
    eventAt: z.iso.datetime().nullable(),
    discount: z.string().nullable(),
    /** The calculation as it was made; see `explain.ts`. */
    detail: z.unknown(),
    /** The names of the products and boxes in the calculation. */
    names: z.array(z.object({ kind: z.enum(['product', 'box']), id, name: z.string() })),
    /** Of rent, what the goods of each night come to by price. */
    nights: z.array(rentNight),
    endedReason: z.string().nullable(),
    settledAt: z.iso.datetime().nullable(),
    isBalanceMode: z.boolean(),
    refunds: z.array(otherFee),
    /** What may still be refunded. */
    left: z.string(),
    refundOf: otherFee.nullable(),
    replaces: otherFee.nullable(),
    replacedBy: otherFee.nullable(),
    flow: flow.nullable(),
    reversal: flow.nullable(),
    requests: z.array(z.object({ id, requestNo: z.string(), amount: z.string() })),
    /** Of manual fees and refunds. */
    files: z.array(proof),
  }),
})

/** What can be chosen in filters and forms. */
export const feeChoices = query('/gateway/wms/fee/choices', {
  ...view,
  input: nothing,
  output: z.object({
    customers: z.array(z.object({ id, customerCode: z.string(), customerName: z.string() })),
    types: z.array(
      z.object({
        id,
        feeCode: z.string(),
        nameZh: z.string(),
        nameEn: z.string(),
        isEnabled: z.boolean(),
      }),
    ),
  }),
})

/** The result of work that may need a second person. */
const requestResult = bulkResult.extend({
  /** How many wait for a second person. */
  requested: z.number().int(),
})

export const createFee = command('/gateway/wms/fee/create', {
  permission: 'query:cost:create',
  feature,
  action: 'add',
  input: z.strictObject({
    customerId: id,
    feeTypeId: id,
    amount: signedAmount.refine(isNotZero, rule(feeText.notZero)),
    documentNo: maybe(neededWords(40)),
    chargeDate: documentDay(rule(feeText.dayForm)),
    reason: neededWords(500),
    /** Invoices and the like, uploaded before. */
    fileIds: z.array(id).max(MAX_PROOFS).default([]),
  }),
  output: z.object({ feeNo: z.string(), isRequested: z.boolean() }),
})

const prove = { permission: createFee.permission, feature } as const

export const addFeeProof = command('/gateway/wms/fee/add-proof', {
  ...prove,
  action: 'add',
  input: z.strictObject({ id, fileId: id }),
  output: nothing,
})

export const removeFeeProof = command('/gateway/wms/fee/remove-proof', {
  ...prove,
  action: 'delete',
  input: z.strictObject({ id, fileId: id }),
  output: nothing,
})

/** Refunds fees: one by an amount, or several as far as they are not refunded yet. */
export const refundFees = command('/gateway/wms/fee/refund', {
  permission: 'query:cost:refund',
  feature,
  input: z
    .strictObject({
      ids,
      amount: maybe(amount.refine(isNotZero, rule(feeText.notZero))),
      reason: neededWords(500),
    })
    .refine((input) => input.amount === null || input.ids.length === 1, {
      path: ['amount'],
      message: rule(feeText.oneAmount),
    }),
  output: requestResult,
})

export const voidFees = command('/gateway/wms/fee/void', {
  permission: 'query:cost:settle',
  feature,
  input: z.strictObject({ ids, reason: neededWords(500) }),
  output: bulkResult,
})

export const settleFees = command('/gateway/wms/fee/settle', {
  permission: 'query:cost:settle',
  feature,
  action: 'bill',
  input: z.strictObject({ ids }),
  output: bulkResult,
})

/** Prices the events behind fees again, with the prices of their moment or with a given version. */
export const rerateFees = command('/gateway/wms/fee/rerate', {
  permission: 'query:cost:price',
  feature,
  action: 'bill',
  input: z.strictObject({ ids, versionId: id.nullable(), reason: neededWords(500) }),
  output: bulkResult,
})

/** Published versions of sale quotes. */
export const versionChoices = query('/gateway/wms/fee/versions', {
  permission: 'query:cost:price',
  feature,
  input: nothing,
  output: z.array(z.object({ id, label: z.string(), kind: z.string() })),
})

const openFilters = {
  status: z.enum(['waiting', 'open']).optional(),
  gap: z.enum(gapReasons).optional(),
  kind: z.enum(['inbound', 'return', 'order', 'order_void', 'order_intercept', 'storage']).optional(),
  customerId: queryId.optional(),
  document,
}

export const openEventQuery = listQuery(['occurredAt'], ['occurredAt', 'desc'], openFilters)

/** What keeps an event from being priced, with the names behind the ids. */
const gapFacts = z.object({
  kind: z.string().nullable(),
  what: z.string().nullable(),
  value: z.string().nullable(),
  feeNo: z.string().nullable(),
  feeId: id.nullable(),
  packageSeq: z.number().int().nullable(),
  zoneCode: z.string().nullable(),
  currency: z.string().nullable(),
  productId: id.nullable(),
  sku: z.string().nullable(),
  quoteId: id.nullable(),
  quoteCode: z.string().nullable(),
  nameZh: z.string().nullable(),
  nameEn: z.string().nullable(),
})

export const openEventRow = z.object({
  id,
  sourceNo: z.string(),
  status: z.enum(billableStates.states),
  kind: z.enum(['inbound', 'return', 'order', 'order_void', 'order_intercept', 'storage']),
  /** Of rent, the night. */
  documentId: id,
  customerCode: z.string(),
  customerName: z.string(),
  gap: z.enum(gapReasons).nullable(),
  facts: gapFacts,
  chargeDate: z.iso.date(),
  occurredAt: z.iso.datetime(),
  firstSeen: z.iso.datetime().nullable(),
})
export type OpenEventRow = z.output<typeof openEventRow>

/** Work that has no fees yet: it waits for the end of the day, or lacks a price. */
export const listOpenEvents = query('/gateway/wms/fee/open-events', {
  ...view,
  input: openEventQuery,
  output: pageOf(openEventRow),
})

export const priceOpenEvents = command('/gateway/wms/fee/price', {
  permission: 'query:cost:price',
  feature,
  action: 'bill',
  /** With a version, events older than the first one of its quote, or without a price by their own one, are priced with it. */
  input: z.strictObject({ ids, versionId: id.nullable() }),
  output: bulkResult,
})

export const waiveEvents = command('/gateway/wms/fee/waive', {
  permission: 'query:cost:waive',
  feature,
  input: z.strictObject({ ids, reason: neededWords(500) }),
  output: bulkResult,
})

const requestFilters = {
  status: z.enum(feeRequestStates.states).optional(),
  customerId: queryId.optional(),
}

export const feeRequestQuery = listQuery(['askedAt'], ['askedAt', 'desc'], requestFilters)

export const feeRequestRow = z.object({
  id,
  requestNo: z.string(),
  status: z.enum(feeRequestStates.states),
  customerCode: z.string(),
  customerName: z.string(),
  feeCode: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  amount: z.string(),
  sourceNo: z.string().nullable(),
  /** The fee to refund. */
  originNo: z.string().nullable(),
  originId: id.nullable(),
  reason: z.string(),
  files: z.array(proof),
  askedBy: z.string(),
  isMine: z.boolean(),
  askedAt: z.iso.datetime(),
  answeredBy: z.string().nullable(),
  answeredAt: z.iso.datetime().nullable(),
  answer: z.string().nullable(),
  feeId: id.nullable(),
  feeNo: z.string().nullable(),
})
export type FeeRequestRow = z.output<typeof feeRequestRow>

/** Refunds and manual fees above the amount that a role allows. */
export const listFeeRequests = query('/gateway/wms/fee/requests', {
  ...view,
  input: feeRequestQuery,
  output: pageOf(feeRequestRow),
})

export const approveFeeRequests = command('/gateway/wms/fee/approve-request', {
  permission: 'query:cost:approve',
  feature,
  input: z.strictObject({ ids }),
  output: bulkResult,
})

export const refuseFeeRequests = command('/gateway/wms/fee/refuse-request', {
  permission: 'query:cost:approve',
  feature,
  input: z.strictObject({ ids, reason: neededWords(500) }),
  output: bulkResult,
})
