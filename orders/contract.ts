import { z } from 'zod'
import { labelSources } from '../channels/rules.ts'
import { timeline } from '../platform/audit/timeline.ts'
import { bulkResult, command, id, ids, listQuery, nothing, pageOf, query } from '../platform/calls/call.ts'
import { rule } from '../platform/calls/problems.ts'
import {
  amount,
  calendarDay,
  code,
  country,
  email,
  inCapitals,
  maybe,
  neededWords,
  phone,
  ruleText,
  whole,
  words,
} from '../platform/calls/rules.ts'
import { codes, missing } from '../platform/lists/codes.ts'
import { orderExceptions } from './exceptions.ts'
import { orderStates } from './states.ts'
import { ordersText } from './text.ts'
import { waybillStates } from './waybills/states.ts'

export const pieceClasses = ['ss', 'sm', 'mm'] as const
export const pickStates = ['none', 'listed', 'picked', 'short'] as const
export const orderPrintStates = ['unprinted', 'printed'] as const
export const addressKinds = ['unknown', 'residential', 'commercial'] as const
/** Whether a person has accepted that a label whose void was refused stays billed. */
export const refusedVoids = ['open', 'acknowledged'] as const
export const interceptStates = ['none', 'requested', 'approved', 'rejected'] as const

export const MAX_PIECES = 1_000_000
export const MAX_LINES = 200
export const MAX_TAGS = 10
export const MAX_AGE = 36_500

const day = calendarDay()
const count = z.number().int()
const orderId = z.coerce.number().pipe(id)
const may = { feature: 'orders' } as const
const view = { ...may, permission: 'order:order:view' } as const

export const orderFilters = {
  search: z.string().trim().max(100).optional(),
  codes: codes.optional(),
  status: z.enum(orderStates.states).optional(),
  exceptionCode: z.enum(orderExceptions).optional(),
  customerId: z.coerce.number().pipe(id).optional(),
  channelId: z.coerce.number().pipe(id).optional(),
  countryCode: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  pieceClass: z.enum(pieceClasses).optional(),
  pickStatus: z.enum(pickStates).optional(),
  platform: z.string().trim().max(40).optional(),
  tag: z.string().trim().max(30).optional(),
  /** Days in its status, at least. */
  minAge: z.coerce.number().int().min(1).max(MAX_AGE).optional(),
  /** Of this priority, at least. */
  minPriority: z.coerce.number().int().min(1).max(9).optional(),
  /** Whether its valid label is printed. */
  printStatus: z.enum(orderPrintStates).optional(),
  /** Open orders for whose goods there are enough, each by itself; those that have theirs, too. */
  hasStock: z.enum(['1', '0']).optional(),
  /** Created by the user. */
  isMine: z.enum(['1']).optional(),
  /** Open orders that came before today's cut-off time of their channel. */
  isDue: z.enum(['1']).optional(),
  /** With a label that its carrier refused to void, so that it still costs money: as long as it is not acknowledged, or after that. */
  refusedVoid: z.enum(refusedVoids).optional(),
  createdFrom: day.optional(),
  createdTo: day.optional(),
}
export const orderQuery = listQuery(
  ['orderNo', 'createdAt', 'statusAt', 'priority'],
  ['createdAt', 'desc'],
  orderFilters,
)

export const orderRow = z.object({
  id,
  orderNo: z.string(),
  status: z.enum(orderStates.states),
  exceptionCode: z.enum(orderExceptions).nullable(),
  /** The reason in the reader's language. */
  exception: z.string().nullable(),
  /** Which message that is. */
  exceptionKey: z.string().nullable(),
  interceptStatus: z.enum(interceptStates),
  customerId: id,
  customerCode: z.string(),
  customerName: z.string(),
  referenceNo: z.string(),
  platformOrderNo: z.string().nullable(),
  channelId: id,
  channelCode: z.string(),
  /** Of the live label. */
  trackingNo: z.string().nullable(),
  /** Of the picking list it is on. */
  pickingNo: z.string().nullable(),
  skuCount: count,
  pieceCount: count,
  pieceClass: z.enum(pieceClasses),
  pickStatus: z.enum(pickStates),
  /** What is held for it and what it was charged, such as a value-added service; null for users who may not see fees. */
  fee: z.string().nullable(),
  estWeight: z.string().nullable(),
  /** As weighed; null until every package is. */
  actualWeight: z.string().nullable(),
  /** Whole days in its status; null once it is shipped or voided. */
  age: count.nullable(),
  /** Masked for users who may not edit orders. */
  receiverName: z.string(),
  countryCode: z.string(),
  stateCode: z.string().nullable(),
  postcode: z.string().nullable(),
  priority: count,
  tags: z.array(z.string()),
  statusAt: z.iso.datetime(),
  shippedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  rowVersion: count,
})
export type OrderRow = z.output<typeof orderRow>

/** POST, because five hundred codes do not fit into a URL. */
export const listOrders = query('/gateway/wms/order/list', {
  ...view,
  method: 'POST',
  input: orderQuery,
  output: pageOf(orderRow).extend({ missing }),
})

/** The number of orders per status, under the other filters. */
export const countOrders = query('/gateway/wms/order/counts', {
  ...view,
  method: 'POST',
  input: z.strictObject(orderFilters).omit({ status: true, exceptionCode: true }),
  output: z.record(z.enum(orderStates.states), count),
})

/** The number of orders per cause of their audit exception, under the other filters. */
export const countExceptions = query('/gateway/wms/order/exceptions', {
  ...view,
  method: 'POST',
  input: z.strictObject(orderFilters).omit({ status: true, exceptionCode: true }),
  output: z.partialRecord(z.enum(orderExceptions), count),
})

export const orderLine = z.object({
  lineNo: count,
  productId: id,
  sku: z.string(),
  nameZh: z.string().nullable(),
  nameEn: z.string().nullable(),
  quantity: count,
  declaredValue: z.string().nullable(),
  /** Pieces allocated to the line, by bin. */
  allocated: z.array(z.object({ locationCode: z.string(), quantity: count })),
})

/** A label of the order, the newest first. */
const orderWaybill = z.object({
  id,
  status: z.enum(waybillStates.states),
  labelSource: z.enum(labelSources),
  channelCode: z.string(),
  trackingNo: z.string().nullable(),
  /** Why it failed or could not be voided, in the reader's language. */
  failure: z.string().nullable(),
  /** The carrier refused to void it, and the void period is not over. */
  mayVoidAgain: z.boolean(),
  /** Who accepted that it stays billed although its carrier refused to void it, when and why. */
  acknowledged: z.object({ by: z.string(), at: z.iso.datetime(), reason: z.string() }).nullable(),
  requestedAt: z.iso.datetime(),
  obtainedAt: z.iso.datetime().nullable(),
  readyAt: z.iso.datetime().nullable(),
  printedAt: z.iso.datetime().nullable(),
  printCount: count,
  /** Valid for a minute; a self-built label is drawn when it is printed. */
  fileUrl: z.string().nullable(),
})

export const getOrder = query('/gateway/wms/order/one', {
  ...view,
  input: z.strictObject({ id: orderId }),
  output: orderRow.extend({
    platform: z.string().nullable(),
    shopName: z.string().nullable(),
    company: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    taxNo: z.string().nullable(),
    city: z.string(),
    address1: z.string(),
    address2: z.string().nullable(),
    address3: z.string().nullable(),
    doorplate: z.string().nullable(),
    addressKind: z.enum(addressKinds),
    senderName: z.string().nullable(),
    senderPhone: z.string().nullable(),
    senderCountry: z.string().nullable(),
    senderState: z.string().nullable(),
    senderCity: z.string().nullable(),
    senderPostcode: z.string().nullable(),
    senderAddress: z.string().nullable(),
    signature: z.boolean(),
    insuredValue: z.string().nullable(),
    remark: z.string().nullable(),
    pickRemark: z.string().nullable(),
    estLength: z.string().nullable(),
    estWidth: z.string().nullable(),
    estHeight: z.string().nullable(),
    voidReason: z.string().nullable(),
    /** Of a voided order whose goods were picked: the bin they were moved to, from where they are put back. */
    putBackFrom: z.string().nullable(),
    /** When the recipient's data was deleted. */
    purgedAt: z.iso.datetime().nullable(),
    /** Whether the recipient's data is masked: such an order cannot be edited. */
    isMasked: z.boolean(),
    interceptReason: z.string().nullable(),
    labelSource: z.enum(labelSources),
    lines: z.array(orderLine),
    waybills: z.array(orderWaybill),
  }),
})

/** Who did which step of an order when. */
export const orderHistory = query('/gateway/wms/order/history', {
  ...view,
  input: z.strictObject({ id: orderId }),
  output: timeline(orderStates.states),
})

export const orderCustomers = query('/gateway/wms/order/customers', {
  ...view,
  input: nothing,
  output: z.array(
    z.object({ id, customerCode: z.string(), customerName: z.string(), isEnabled: z.boolean() }),
  ),
})

/** The channels a customer may use; without a customer, all. */
export const orderChannels = query('/gateway/wms/order/channels', {
  ...view,
  input: z.strictObject({ customerId: z.coerce.number().pipe(id).optional() }),
  output: z.array(
    z.object({
      id,
      channelCode: z.string(),
      nameZh: z.string(),
      nameEn: z.string(),
      countries: z.array(z.string()),
      isEnabled: z.boolean(),
    }),
  ),
})

/** The states and provinces of a country, to choose from. */
export const orderStatesOf = query('/gateway/wms/order/states', {
  ...view,
  input: z.strictObject({ countryCode: country }),
  output: z.array(
    z.object({ stateCode: z.string(), nameZh: z.string().nullable(), nameEn: z.string().nullable() }),
  ),
})

/** A customer's products that can be ordered, by part of SKU, name or barcode, with what is available of them. */
export const orderProducts = query('/gateway/wms/order/products', {
  ...view,
  input: z.strictObject({
    customerId: z.coerce.number().pipe(id),
    search: z.string().trim().max(100).optional(),
  }),
  output: z.array(
    z.object({
      id,
      sku: z.string(),
      nameZh: z.string().nullable(),
      nameEn: z.string().nullable(),
      available: count,
    }),
  ),
})

const stateCode = inCapitals(words(5).regex(/^[A-Z0-9-]{1,5}$/, rule(ordersText.stateForm)))

const addressFields = {
  receiverName: neededWords(60),
  company: maybe(words(100)),
  phone: maybe(phone),
  email: maybe(email),
  taxNo: maybe(words(40)),
  countryCode: country,
  stateCode: maybe(stateCode),
  city: neededWords(60),
  postcode: maybe(inCapitals(words(20))),
  address1: neededWords(300),
  address2: maybe(words(300)),
  address3: maybe(words(300)),
  doorplate: maybe(words(20)),
  addressKind: z.enum(addressKinds),
}

/** Who the label names as the sender; without one, the warehouse. */
const senderFields = {
  senderName: maybe(words(60)).default(null),
  senderPhone: maybe(phone).default(null),
  senderCountry: maybe(country).default(null),
  senderState: maybe(stateCode).default(null),
  senderCity: maybe(words(60)).default(null),
  senderPostcode: maybe(inCapitals(words(20))).default(null),
  senderAddress: maybe(words(300)).default(null),
}

export const lineFields = z.strictObject({
  productId: z.number().int().min(1, rule(ordersText.productNeeded)).max(Number.MAX_SAFE_INTEGER),
  quantity: whole(1, MAX_PIECES),
  declaredValue: maybe(amount),
})

const tags = z
  .array(neededWords(30))
  .max(MAX_TAGS, rule(ordersText.tooManyTags, { max: MAX_TAGS }))
  .transform((all) => [...new Set(all)])

export const orderFields = {
  referenceNo: code,
  platform: maybe(words(40)),
  platformOrderNo: maybe(words(60)),
  shopName: maybe(words(60)),
  channelId: id,
  ...addressFields,
  ...senderFields,
  signature: z.boolean(),
  insuredValue: maybe(amount.refine((text) => /[1-9]/.test(text), rule(ruleText.aboveZero))),
  remark: maybe(words(500)),
  pickRemark: maybe(words(200)),
  priority: whole(0, 9),
  tags,
  lines: z
    .array(lineFields)
    .min(1, rule(ordersText.linesNeeded))
    .max(MAX_LINES, rule(ordersText.tooManyLines, { max: MAX_LINES })),
}

export const createOrder = command('/gateway/wms/order/create', {
  ...may,
  permission: 'order:order:create',
  action: 'add',
  input: z.strictObject({ customerId: id, ...orderFields }),
  output: z.object({ id, orderNo: z.string() }),
})

export const editOrder = command('/gateway/wms/order/edit', {
  ...may,
  permission: 'order:order:edit',
  input: z.strictObject({ id, rowVersion: count, ...orderFields }),
  output: z.object({ rowVersion: count }),
})

/** Runs the audit: those that pass have their goods allocated, the others say what they lack. */
export const auditOrders = command('/gateway/wms/order/audit', {
  ...may,
  permission: 'order:order:audit',
  input: z.strictObject({ ids }),
  output: bulkResult,
})

export const voidOrders = command('/gateway/wms/order/void', {
  ...may,
  permission: 'order:order:void',
  action: 'delete',
  input: z.strictObject({ ids, reason: neededWords(500) }),
  output: bulkResult,
})

/** Sets priority and tags, or adds tags; what is not named stays. */
export const markOrders = command('/gateway/wms/order/mark', {
  ...may,
  permission: 'order:order:edit',
  input: z.strictObject({
    ids,
    priority: whole(0, 9).optional(),
    /** Replaces the tags. */
    tags: tags.optional(),
    addTags: tags.optional(),
  }),
  output: bulkResult,
})

/** Passes the audit although address, channel, price or balance say no; goods and label must be there. */
export const forceOrders = command('/gateway/wms/order/force', {
  ...may,
  permission: 'order:order:force',
  input: z.strictObject({ ids, reason: neededWords(500) }),
  output: bulkResult,
})

/** Sends orders by another channel: what has a label gets a new one. */
export const assignChannel = command('/gateway/wms/order/assign-channel', {
  ...may,
  permission: 'order:order:edit',
  input: z.strictObject({ ids, channelId: id }),
  output: bulkResult,
})

/** Asks to stop orders: those not audited yet are voided at once, the others wait for an answer. */
export const interceptOrders = command('/gateway/wms/order/intercept', {
  ...may,
  permission: 'order:intercept:edit',
  input: z.strictObject({ ids, reason: neededWords(500) }),
  output: bulkResult,
})

/** Approves requests to stop orders, which voids them, or rejects them. */
export const answerIntercepts = command('/gateway/wms/order/answer-intercept', {
  ...may,
  permission: 'order:intercept:edit',
  input: z.strictObject({ ids, isApproved: z.boolean(), reason: maybe(words(500)) }),
  output: bulkResult,
})
