import { z } from 'zod'
import {
  bulkResult,
  command,
  DEEPEST_ROW,
  id,
  ids,
  listQuery,
  nothing,
  pageOf,
  query,
} from '../platform/calls/call.ts'
import { rule } from '../platform/calls/problems.ts'
import {
  amount,
  code,
  country,
  email,
  maybe,
  neededWords,
  phone,
  whole,
  words,
} from '../platform/calls/rules.ts'
import { codes, missing } from '../platform/lists/codes.ts'
import { loginAccount, password } from '../staff/rules.ts'
import { despiteOrders } from '../warehouse/open-orders.ts'
import { customersText } from './text.ts'

const customerFilters = {
  search: z.string().trim().max(100).optional(),
  codes: codes.optional(),
  isEnabled: z.enum(['1', '0']).optional(),
  groupId: z.coerce.number().pipe(id).optional(),
  salesRepId: z.coerce.number().pipe(id).optional(),
  /** Customers whose available amount is below their warning limit, or below zero. */
  isLow: z.enum(['1']).optional(),
  /** Customers whose account a ledger check has blocked. */
  isBlocked: z.enum(['1']).optional(),
  /** Whether the customer or its group has a quote now; all others use the default ones. */
  hasQuote: z.enum(['1', '0']).optional(),
}

export const customerQuery = listQuery(
  ['customerCode', 'customerName', 'createdAt'],
  ['createdAt', 'desc'],
  customerFilters,
)

/** A customer's money is null for users who may not see it. */
const money = z.string().nullable()

export const customerRow = z.object({
  id,
  customerCode: z.string(),
  customerName: z.string(),
  mnemonic: z.string().nullable(),
  groupName: z.string().nullable(),
  salesRepName: z.string().nullable(),
  contact: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  loginAccount: z.string().nullable(),
  balance: money,
  creditLimit: money,
  orderable: money,
  /** The ledger check that has blocked the account. */
  blockedBecause: z.string().nullable(),
  /** The quotes that the customer or its group has now; null for users who may not see quotes. */
  quotes: z.array(z.object({ quoteCode: z.string(), discount: z.string() })).nullable(),
  lastOrderAt: z.iso.datetime().nullable(),
  isEnabled: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type CustomerRow = z.output<typeof customerRow>

/** POST, because five hundred codes do not fit into a URL. */
export const listCustomers = query('/gateway/wms/customer/list', {
  method: 'POST',
  permission: 'query:customer:view',
  feature: 'customer',
  input: customerQuery,
  output: pageOf(customerRow).extend({ missing }),
})

export const customerFields = {
  customerName: neededWords(100),
  mnemonic: maybe(words(100)),
  groupId: id.nullable(),
  contact: maybe(words(100)),
  phone: maybe(phone),
  email: maybe(email),
  countryCode: maybe(country),
  address: maybe(words(300)),
  salesRepId: id.nullable(),
  remark: maybe(words(500)),
}

/** Payment terms; changing them needs the permission for credit limits. */
export const termsFields = {
  settlementMode: z.enum(['balance', 'bill']),
  billAmountLimit: z.enum(['none', 'balance', 'balance_and_credit']),
  creditLimit: amount,
  warnAmount: maybe(amount),
  storageSettlementCycle: z.enum(['daily', 'deposit']),
  storageCycleDays: whole(2, 31).nullable(),
}

/** A deposit over N days needs the number of days; daily deduction has none. */
const cycleHasDays = (value: { storageSettlementCycle: string; storageCycleDays: number | null }) =>
  (value.storageSettlementCycle === 'deposit') === (value.storageCycleDays !== null)
const cycleProblem = { path: ['storageCycleDays'], message: rule(customersText.cycleDays) }

export const getCustomer = query('/gateway/wms/customer/one', {
  permission: 'query:customer:view',
  feature: 'customer',
  input: z.strictObject({ id: z.coerce.number().pipe(id) }),
  output: customerRow.extend({
    groupId: id.nullable(),
    countryCode: z.string().nullable(),
    address: z.string().nullable(),
    salesRepId: id.nullable(),
    salesRepName: z.string().nullable(),
    remark: z.string().nullable(),
    frozen: money,
    /** False for users who may not see money. */
    isInArrears: z.boolean(),
    /** Null for users who may not see credit limits. */
    terms: z
      .object({
        settlementMode: z.enum(['balance', 'bill']),
        billAmountLimit: z.enum(['none', 'balance', 'balance_and_credit']),
        creditLimit: z.string(),
        warnAmount: z.string().nullable(),
        storageSettlementCycle: z.enum(['daily', 'deposit']),
        storageCycleDays: z.number().int().nullable(),
        /** The first day of the first cycle. */
        storageCycleAnchor: z.iso.date().nullable(),
      })
      .nullable(),
    rowVersion: z.number().int(),
  }),
})

export const createCustomer = command('/gateway/wms/customer/create', {
  permission: 'query:customer:create',
  feature: 'customer',
  action: 'add',
  input: z.strictObject({ customerCode: code, ...customerFields }),
  output: z.object({ id }),
})

export const editCustomer = command('/gateway/wms/customer/edit', {
  permission: 'query:customer:edit',
  feature: 'customer',
  input: z.strictObject({ id, rowVersion: z.number().int(), ...customerFields }),
  output: z.object({ rowVersion: z.number().int() }),
})

export const setTerms = command('/gateway/wms/customer/terms', {
  permission: 'query:credit:edit',
  feature: 'customer',
  input: z
    .strictObject({ id, rowVersion: z.number().int(), ...termsFields })
    .refine(cycleHasDays, cycleProblem),
  output: z.object({ rowVersion: z.number().int() }),
})

export const switchCustomers = command('/gateway/wms/customer/switch', {
  permission: 'query:customer:edit',
  feature: 'customer',
  input: z.strictObject({ ids, isEnabled: z.boolean(), despiteOrders }),
  output: bulkResult,
})

/** Open work of the selected customers, or of all that match a filter, shown before disabling. */
export const customersAtWork = query('/gateway/wms/customer/at-work', {
  permission: 'query:customer:edit',
  feature: 'customer',
  method: 'POST',
  input: z.strictObject({
    ids: z.array(id).min(1).max(DEEPEST_ROW).optional(),
    filters: z.strictObject(customerFilters).optional(),
  }),
  output: z.object({ inbounds: z.number().int(), orders: z.number().int() }),
})

/** Creates the account a customer logs in to the portal with. */
export const openCustomerLogin = command('/gateway/wms/customer/open-login', {
  permission: 'query:customer:edit',
  feature: 'customer',
  action: 'add',
  input: z.strictObject({ id, loginAccount, password }),
  output: nothing,
})

export const resetCustomerPassword = command('/gateway/wms/customer/reset-password', {
  permission: 'query:customer:edit',
  feature: 'customer',
  input: z.strictObject({ id, password }),
  output: nothing,
})

/** Hashing a password takes a core for some time: more would reach the time limit of a call. */
export const MAX_RESETS = 50

/** Gives several customers new temporary passwords, which the page has made. Answers whose they are. */
export const resetCustomerPasswords = command('/gateway/wms/customer/reset-passwords', {
  permission: 'query:customer:edit',
  feature: 'customer',
  input: z.strictObject({
    resets: z
      .array(z.strictObject({ id, password }))
      .min(1)
      .max(MAX_RESETS, rule(customersText.tooManyResets, { max: MAX_RESETS })),
  }),
  output: bulkResult.extend({
    logins: z.array(z.object({ id, customerCode: z.string(), loginAccount: z.string() })),
  }),
})

export const groupRow = z.object({
  id,
  groupCode: z.string(),
  groupName: z.string(),
  isEnabled: z.boolean(),
  customers: z.number().int(),
  rowVersion: z.number().int(),
})
export type GroupRow = z.output<typeof groupRow>

export const listGroups = query('/gateway/wms/customer/groups', {
  permission: 'query:customer:view',
  feature: 'customer',
  input: nothing,
  output: z.array(groupRow),
})

/** Creates a group, or with an id updates it. A group's code, like a customer's, cannot be changed. */
export const saveGroup = command('/gateway/wms/customer/save-group', {
  permission: 'query:customer:edit',
  feature: 'customer',
  input: z.strictObject({
    id: id.optional(),
    rowVersion: z.number().int().optional(),
    groupCode: code,
    groupName: neededWords(100),
    isEnabled: z.boolean(),
  }),
  output: z.object({ id }),
})

/** The possible sales reps of a customer, and disabled ones still assigned. */
export const salesReps = query('/gateway/wms/customer/sales-reps', {
  permission: 'query:customer:view',
  feature: 'customer',
  input: nothing,
  output: z.array(z.object({ id, userName: z.string(), isEnabled: z.boolean() })),
})
