import { z } from 'zod'
import { interceptStates } from '../../orders/contract.ts'
import { orderStates } from '../../orders/states.ts'
import {
  bulkResult,
  command,
  DEEPEST_ROW,
  id,
  ids,
  listQuery,
  pageOf,
  query,
  taskStarted,
} from '../../platform/calls/call.ts'
import { rule } from '../../platform/calls/problems.ts'
import { calendarDay, maybe, weight, words } from '../../platform/calls/rules.ts'
import { codes, codesText, MAX_CODES, missing } from '../../platform/lists/codes.ts'
import { scanned } from '../../platform/scanning/scanned.ts'
import { obstacles } from './rules.ts'

const day = calendarDay()
const count = z.number().int()
const may = { feature: 'orders' } as const
const view = { ...may, permission: 'order:order:view' } as const
/** What is printed can be shipped after the usage period, too: it waits packed at the dock. */
const ship = { ...may, permission: 'order:order:ship', whenExpired: 'allowed' } as const

const outboundFilters = {
  search: z.string().trim().max(100).optional(),
  codes: codes.optional(),
  carrier: z.string().trim().max(40).optional(),
  channelId: z.coerce.number().pipe(id).optional(),
  customerId: z.coerce.number().pipe(id).optional(),
  printedFrom: day.optional(),
  printedTo: day.optional(),
}

export const outboundQuery = listQuery(
  ['printedAt', 'orderNo', 'priority'],
  ['printedAt', 'asc'],
  outboundFilters,
)

export const outboundRow = z.object({
  id,
  orderNo: z.string(),
  status: z.enum(orderStates.states),
  interceptStatus: z.enum(interceptStates),
  trackingNos: z.array(z.string()),
  referenceNo: z.string(),
  customerCode: z.string(),
  channelCode: z.string(),
  carrier: z.string(),
  packageCount: count,
  pieceCount: count,
  /** As weighed, or else as estimated. */
  weight: z.string().nullable(),
  countryCode: z.string(),
  stateCode: z.string().nullable(),
  postcode: z.string().nullable(),
  priority: count,
  printedAt: z.iso.datetime(),
})
export type OutboundRow = z.output<typeof outboundRow>

/** A document that can't leave, with the reason in the reader's language. */
const notReady = z.array(z.object({ id, no: z.string(), reason: z.string() }))

/** The orders whose waybill is printed. Of pasted numbers it also names those that are unknown or can't be shipped. */
export const listOutbound = query('/gateway/wms/outbound/list', {
  ...view,
  method: 'POST',
  input: outboundQuery,
  output: pageOf(outboundRow).extend({ missing, notReady }),
})

/** What the orders come to that are about to be shipped: those selected, or else those that match. */
export const totalsToShip = query('/gateway/wms/outbound/totals', {
  ...view,
  method: 'POST',
  input: z.strictObject({
    ids: z.array(id).max(DEEPEST_ROW).optional(),
    filters: z.strictObject(outboundFilters).optional(),
  }),
  output: z.object({
    packages: count,
    weight: z.string(),
    /** Orders whose weight is not known. */
    unweighed: count,
    carriers: z.array(z.string()),
    customers: z.array(z.string()),
  }),
})

/** The carriers of the company's channels, to filter by. */
export const outboundCarriers = query('/gateway/wms/outbound/carriers', {
  ...view,
  input: z.strictObject({}),
  output: z.array(z.string()),
})

export const outboundPackage = z.object({
  /** The number it was found by. */
  number: z.string(),
  orderId: id,
  orderNo: z.string(),
  status: z.enum(orderStates.states),
  /** Null while the order has no package. */
  packageId: id.nullable(),
  packageSeq: count,
  packageCount: count,
  trackingNo: z.string().nullable(),
  customerCode: z.string(),
  channelCode: z.string(),
  carrier: z.string(),
  /** As weighed, or else as estimated. */
  weight: z.string().nullable(),
  isWeighed: z.boolean(),
  obstacle: z.enum(obstacles).nullable(),
  reason: z.string().nullable(),
})
export type OutboundPackage = z.output<typeof outboundPackage>

/**
 * The packages with these numbers, scanned or pasted: a tracking number is one package, an order number or a reference
 * all packages of the order.
 */
export const findPackages = query('/gateway/wms/outbound/packages', {
  ...view,
  method: 'POST',
  input: z.strictObject({
    numbers: z.array(scanned).min(1).max(MAX_CODES, rule(codesText.tooMany)),
  }),
  output: z.object({ packages: z.array(outboundPackage), missing }),
})

export const batchRow = z.object({
  id,
  batchNo: z.string(),
  carrier: z.string(),
  truckNo: z.string().nullable(),
  orderCount: count,
  packageCount: count,
  weight: z.string().nullable(),
  userName: z.string(),
  createdAt: z.iso.datetime(),
})
export type BatchRow = z.output<typeof batchRow>

/** Takes orders out of the warehouse: stock, status and billing facts at once. One batch per carrier. */
export const shipOrders = command('/gateway/wms/outbound/ship', {
  ...ship,
  input: z.strictObject({ ids, truckNo: maybe(words(40)).optional() }),
  output: bulkResult.extend({
    batches: z.array(batchRow.pick({ id: true, batchNo: true, orderCount: true, packageCount: true })),
  }),
})

/** What the scale says, for a package that has not left. */
export const weighPackage = command('/gateway/wms/outbound/weigh', {
  ...ship,
  input: z.strictObject({ packageId: id, weight }),
  output: z.object({ weight: z.string() }),
})

export const batchQuery = listQuery(['createdAt', 'batchNo'], ['createdAt', 'desc'], {
  search: z.string().trim().max(60).optional(),
  carrier: z.string().trim().max(40).optional(),
  shippedFrom: day.optional(),
  shippedTo: day.optional(),
})

export const listBatches = query('/gateway/wms/outbound/batches', {
  ...view,
  input: batchQuery,
  output: pageOf(batchRow),
})

export const getBatch = query('/gateway/wms/outbound/batch', {
  ...view,
  input: z.strictObject({ id: z.coerce.number().pipe(id) }),
  output: batchRow.extend({
    packages: z.array(
      z.object({
        packageId: id,
        orderId: id,
        orderNo: z.string(),
        trackingNo: z.string().nullable(),
        customerCode: z.string(),
        channelCode: z.string(),
        weight: z.string().nullable(),
      }),
    ),
  }),
})

/** The sheet that the driver signs, one per batch. */
export const printHandover = command('/gateway/wms/outbound/print-handover', {
  ...ship,
  input: z.strictObject({ ids }),
  output: taskStarted,
})
