import { z } from 'zod'
import { bulkResult, command, id, ids, listQuery, nothing, pageOf, query } from '../../platform/calls/call.ts'
import { rule } from '../../platform/calls/problems.ts'
import {
  calendarDay,
  code,
  documentDay,
  maybe,
  neededWords,
  signedAmount,
  words,
} from '../../platform/calls/rules.ts'
import { billStates } from '../bills/states.ts'
import { type PayMethod, type Purpose, payMethods, purposes, signProblem } from './rules.ts'
import { collectionStates } from './states.ts'
import { moneyText } from './text.ts'

const view = { permission: 'query:collection:view', feature: 'collectPayment' } as const
const record = { permission: 'query:collection:create', feature: 'collectPayment' } as const
const feature = 'collectPayment'

export const MAX_PROOFS = 5
export const MAX_AMOUNT = 1_000_000_000

const queryId = z.coerce.number().pipe(id)
const day = calendarDay(rule(moneyText.dayForm))

/** A filter takes whole amounts. */
const wholeAmount = z.coerce.number().int().min(-MAX_AMOUNT).max(MAX_AMOUNT)

const collectionFilters = {
  search: z.string().trim().max(60).optional(),
  customerId: queryId.optional(),
  status: z.enum(collectionStates.states).optional(),
  purpose: z.enum(purposes).optional(),
  payMethod: z.enum(payMethods).optional(),
  paidFrom: day.optional(),
  paidTo: day.optional(),
  minAmount: wholeAmount.optional(),
  maxAmount: wholeAmount.optional(),
}

export const collectionQuery = listQuery(
  ['createdAt', 'paidOn', 'amount'],
  ['createdAt', 'desc'],
  collectionFilters,
)

export const collectionRow = z.object({
  id,
  collectionNo: z.string(),
  status: z.enum(collectionStates.states),
  customerId: id,
  customerCode: z.string(),
  customerName: z.string(),
  purpose: z.enum(purposes),
  amount: z.string(),
  payMethod: z.enum(payMethods),
  bankName: z.string().nullable(),
  bankRefNo: z.string().nullable(),
  paidOn: z.iso.date(),
  proofs: z.number().int(),
  /** A small picture of the first proof that is one. */
  proofUrl: z.string().nullable(),
  remark: z.string().nullable(),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  confirmedAt: z.iso.datetime().nullable(),
})
export type CollectionRow = z.output<typeof collectionRow>

export const listCollections = query('/gateway/wms/collection/list', {
  ...view,
  input: collectionQuery,
  output: pageOf(collectionRow),
})

export const countCollections = query('/gateway/wms/collection/counts', {
  ...view,
  input: z.strictObject(collectionFilters).omit({ status: true }),
  output: z.object({ draft: z.number().int(), paid: z.number().int(), reversed: z.number().int() }),
})

export const getCollection = query('/gateway/wms/collection/one', {
  ...view,
  input: z.strictObject({ id: queryId }),
  output: collectionRow.extend({
    confirmedBy: z.string().nullable(),
    reversedBy: z.string().nullable(),
    reversedAt: z.iso.datetime().nullable(),
    reverseReason: z.string().nullable(),
    /** A deposit that the customer can’t use yet. */
    isHeld: z.boolean(),
    rowVersion: z.number().int(),
    /** Other collections that may be the same payment. */
    twins: z.array(z.string()),
    files: z.array(z.object({ fileId: id, fileName: z.string(), url: z.string() })),
    /** What it pays, or is planned to pay: then the amount is 0. */
    bills: z.array(
      z.object({ billId: id, billNo: z.string(), status: z.enum(billStates.states), amount: z.string() }),
    ),
  }),
})

/** The customers that can be chosen; a disabled one can still pay. */
export const collectionCustomers = query('/gateway/wms/collection/customers', {
  ...view,
  input: nothing,
  output: z.array(z.object({ id, customerCode: z.string(), customerName: z.string() })),
})

/**
 * Recorded collections that may be the same payment: with the bank reference or, where it has none, of the customer with the day and amount.
 * A warning while it is typed.
 */
export const collectionTwins = query('/gateway/wms/collection/twins', {
  ...view,
  input: z.strictObject({
    bankRefNo: z.string().trim().max(35).optional(),
    customerId: queryId.optional(),
    paidOn: day.optional(),
    amount: signedAmount.optional(),
    exceptId: queryId.optional(),
  }),
  output: z.array(z.string()),
})

const collectionFields = {
  purpose: z.enum(purposes),
  amount: signedAmount,
  payMethod: z.enum(payMethods),
  bankName: maybe(words(200)),
  bankRefNo: maybe(code),
  paidOn: documentDay(rule(moneyText.dayForm)),
  remark: maybe(words(500)),
}

/** The bills that a bill payment is for, when it is confirmed. */
const billIds = z.array(id).max(100).default([])

type Typed = { purpose: Purpose; amount: string; payMethod: PayMethod; bankName?: string | null | undefined }

/** What one field allows depends on another. */
export function collectionProblems({ purpose, amount, payMethod, bankName }: Typed, ctx: z.RefinementCtx) {
  const sign = signProblem(purpose, amount)
  if (sign) ctx.addIssue({ code: 'custom', path: ['amount'], message: rule(sign) })
  if (payMethod === 'bank' && !bankName)
    ctx.addIssue({ code: 'custom', path: ['bankName'], message: rule(moneyText.bankNeeded) })
}

export const createCollection = command('/gateway/wms/collection/create', {
  ...record,
  action: 'add',
  input: z
    .strictObject({
      customerId: id,
      ...collectionFields,
      /** Bank slips and the like, uploaded before. */
      fileIds: z.array(id).max(MAX_PROOFS).default([]),
      billIds,
    })
    .superRefine(collectionProblems),
  output: z.object({ id, collectionNo: z.string() }),
})

/** Only a draft can be edited. */
export const editCollection = command('/gateway/wms/collection/edit', {
  ...record,
  input: z
    .strictObject({ id, rowVersion: z.number().int(), customerId: id, ...collectionFields, billIds })
    .superRefine(collectionProblems),
  output: z.object({ rowVersion: z.number().int() }),
})

export const deleteCollections = command('/gateway/wms/collection/delete', {
  ...record,
  action: 'delete',
  input: z.strictObject({ ids }),
  output: bulkResult,
})

/** Drafts as a preview has shown them: their versions, and what they pay of bills with what is then still open of those. */
const shown = z
  .array(
    z.strictObject({
      id,
      rowVersion: z.number().int(),
      bills: z.array(z.strictObject({ billId: id, amount: z.string(), open: z.string() })).max(100),
    }),
  )
  .max(500)
export type Shown = z.output<typeof shown>[number]

/** What confirming would do to the balances; nothing is changed. */
export const previewCollections = query('/gateway/wms/collection/preview', {
  ...view,
  method: 'POST',
  input: z.strictObject({ ids }),
  output: z.object({
    customers: z.array(
      z.object({
        customerId: id,
        customerCode: z.string(),
        before: z.string(),
        change: z.string(),
        /** The bills that become paid: their fees leave the balance with it. */
        settled: z.string(),
        after: z.string(),
      }),
    ),
    /** The bills that are paid, in full or in part: `open` is what is still to pay afterwards. */
    bills: z.array(
      z.object({
        billId: id,
        billNo: z.string(),
        customerCode: z.string(),
        amount: z.string(),
        open: z.string(),
      }),
    ),
    twins: z.array(z.string()),
    withoutProof: z.array(z.string()),
    shown,
  }),
})

/** A draft that was changed after it was shown is left out, and so is one that would pay other bills than were shown. */
export const confirmCollections = command('/gateway/wms/collection/confirm', {
  permission: 'query:collection:settle',
  feature,
  input: z.strictObject({ ids, shown: shown.optional() }),
  output: bulkResult,
})

/** Ends the hold of a deposit: it stays in the balance, and the customer can use it. */
export const releaseDeposit = command('/gateway/wms/collection/release', {
  permission: 'query:collection:settle',
  feature,
  input: z.strictObject({ id, reason: neededWords(500) }),
  output: nothing,
})

export const reverseCollection = command('/gateway/wms/collection/reverse', {
  permission: 'query:collection:void',
  feature,
  input: z.strictObject({ id, reason: neededWords(500) }),
  output: nothing,
})

export const addProof = command('/gateway/wms/collection/add-proof', {
  ...record,
  action: 'add',
  input: z.strictObject({ id, fileId: id }),
  output: nothing,
})

export const removeProof = command('/gateway/wms/collection/remove-proof', {
  ...record,
  action: 'delete',
  input: z.strictObject({ id, fileId: id }),
  output: nothing,
})

export const logTypes = ['in', 'out', 'freeze', 'unfreeze', 'limit_change'] as const
export const businesses = [
  'collection',
  'inbound_fee',
  'order_operation_fee',
  'order_freight',
  'storage_rent',
  'return_fee',
  'value_added',
  'manual_fee',
  'refund',
  'adjustment',
  'reversal',
  'credit_limit_change',
] as const

const flowFilters = {
  customerId: queryId.optional(),
  logType: z.enum(logTypes).optional(),
  business: z.enum(businesses).optional(),
  /** The beginning of a document's number. */
  document: z.string().trim().max(40).optional(),
  from: day.optional(),
  to: day.optional(),
}

export const balanceFlowQuery = listQuery(['at'], ['at', 'desc'], flowFilters)

export const balanceFlowRow = z.object({
  /** The customer's code and the number of the flow in the account. */
  flowNo: z.string(),
  at: z.iso.datetime(),
  customerCode: z.string(),
  customerName: z.string(),
  logType: z.enum(logTypes),
  business: z.enum(businesses),
  /** Negative where it makes the balance, or the credit limit, smaller. */
  amount: z.string(),
  balanceAfter: z.string(),
  frozenAfter: z.string(),
  creditAfter: z.string(),
  sourceType: z.string(),
  sourceId: id,
  sourceNo: z.string(),
  userName: z.string(),
  reason: z.string().nullable(),
})
export type BalanceFlowRow = z.output<typeof balanceFlowRow>

const viewFlow = { permission: 'query:cost:view', feature: 'cost' } as const

export const listBalanceFlows = query('/gateway/wms/balance-flow/list', {
  ...viewFlow,
  input: balanceFlowQuery,
  output: pageOf(balanceFlowRow),
})

/** The balances before and after the chosen days, and what came in and went out between, whatever the type. */
export const sumBalanceFlows = query('/gateway/wms/balance-flow/sums', {
  ...viewFlow,
  input: z.strictObject({
    customerId: flowFilters.customerId,
    from: flowFilters.from,
    to: flowFilters.to,
  }),
  output: z.object({ opening: z.string(), moneyIn: z.string(), moneyOut: z.string(), closing: z.string() }),
})

/** What came in and went out on each day with a change, and the balance after it; the latest day first. */
export const sumBalanceDays = query('/gateway/wms/balance-flow/days', {
  ...viewFlow,
  input: z.strictObject({ customerId: flowFilters.customerId, from: day, to: day }),
  output: z.array(
    z.object({ day: z.iso.date(), moneyIn: z.string(), moneyOut: z.string(), balance: z.string() }),
  ),
})

/** Unblocks accounts that a ledger check has blocked, by customer. */
export const unblockAccounts = command('/gateway/wms/balance-flow/unblock', {
  permission: 'query:credit:edit',
  feature: 'cost',
  input: z.strictObject({ ids, reason: neededWords(500) }),
  output: bulkResult,
})

/** The customers whose flows can be looked up. */
export const balanceCustomers = query('/gateway/wms/balance-flow/customers', {
  ...viewFlow,
  input: nothing,
  output: z.array(z.object({ id, customerCode: z.string(), customerName: z.string() })),
})
