import { z } from 'zod'
import { bulkResult, command, id, ids, listQuery, nothing, pageOf, query } from '../../platform/calls/call.ts'
import { rule } from '../../platform/calls/problems.ts'
import { calendarDay, code, neededWords, pointInTime, whole, words } from '../../platform/calls/rules.ts'
import { inventoryDictionaries } from '../dictionaries.ts'
import { qualities } from '../locations/contract.ts'
import { stockText } from './text.ts'
import { warnings } from './warning-contract.ts'

const view = { permission: 'query:stock:view', feature: 'stock' } as const
const feature = 'stock'

export const MAX_PIECES = 1_000_000_000
export const MAX_AGE = 36_500

const yes = z.enum(['1'])
const queryId = z.coerce.number().pipe(id)
const day = calendarDay()

const stockFilters = {
  search: z.string().trim().max(100).optional(),
  customerId: queryId.optional(),
  location: z.string().trim().max(35).optional(),
  lot: z.string().normalize('NFKC').trim().toUpperCase().max(20).optional(),
  quality: z.enum(qualities).optional(),
  minAge: z.coerce.number().int().min(1).max(MAX_AGE).optional(),
  withZero: yes.optional(),
  warn: z.enum(warnings).optional(),
  productId: queryId.optional(),
  ofBatchId: queryId.optional(),
  /** Stock as of this time, computed from the flow. */
  at: pointInTime().optional(),
}

export const skuStockQuery = listQuery(['sku', 'onHand', 'available', 'age'], ['sku', 'asc'], stockFilters)
export const placeStockQuery = listQuery(
  ['locationCode', 'sku', 'onHand', 'age'],
  ['locationCode', 'asc'],
  stockFilters,
)
export const batchStockQuery = listQuery(
  ['putawayDate', 'sku', 'onHand'],
  ['putawayDate', 'asc'],
  stockFilters,
)

const pieces = z.number().int()

const goods = {
  customerCode: z.string(),
  sku: z.string(),
  productName: z.string(),
  onHand: pieces,
  available: pieces,
  allocated: pieces,
  frozen: pieces,
  /** Days since putaway, that day included; null while nothing is put away. */
  age: z.number().int().nullable(),
}

export const skuStockRow = z.object({
  id,
  ...goods,
  defective: pieces,
  pendingPutaway: pieces,
  /** Expected and not received yet; unknown for a past time. */
  inTransit: pieces.nullable(),
})
export type SkuStockRow = z.output<typeof skuStockRow>

export const placeStockRow = z.object({
  id,
  locationId: id,
  locationCode: z.string(),
  productId: id,
  ...goods,
  quality: z.enum(qualities),
  putawayDate: day.nullable(),
  expiryDate: day.nullable(),
  lot: z.string().nullable(),
  blockedBecause: z.string().nullable(),
})
export type PlaceStockRow = z.output<typeof placeStockRow>

export const batchStockRow = z.object({
  id,
  productId: id,
  ...goods,
  putawayDate: day.nullable(),
  expiryDate: day.nullable(),
  lot: z.string().nullable(),
  defective: pieces,
  places: z.number().int(),
})
export type BatchStockRow = z.output<typeof batchStockRow>

export const stockBySku = query('/gateway/wms/stock/by-sku', {
  ...view,
  input: skuStockQuery,
  output: pageOf(skuStockRow),
})

export const stockByPlace = query('/gateway/wms/stock/by-location', {
  ...view,
  input: placeStockQuery,
  output: pageOf(placeStockRow),
})

export const stockByBatch = query('/gateway/wms/stock/by-batch', {
  ...view,
  input: batchStockQuery,
  output: pageOf(batchStockRow),
})

export const getStockPlace = query('/gateway/wms/stock/one', {
  ...view,
  input: z.strictObject({ id: queryId }),
  output: placeStockRow,
})

/** The documents that pieces are allocated to. */
export const stockPromises = query('/gateway/wms/stock/promises', {
  ...view,
  input: z.strictObject({ stockId: queryId.optional(), productId: queryId.optional() }),
  output: z.array(
    z.object({
      id,
      demandNo: z.string(),
      quantity: pieces,
      locationCode: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
})

/** The customers and zones that can be filtered by. */
export const stockChoices = query('/gateway/wms/stock/choices', {
  ...view,
  input: nothing,
  output: z.object({
    customers: z.array(z.object({ id, customerCode: z.string(), customerName: z.string() })),
    zones: z.array(z.object({ id, zoneName: z.string() })),
  }),
})

const flowWords =
  inventoryDictionaries.find((inventoryDictionary) => inventoryDictionary.code === 'stockFlowType')?.items ??
  []
const flowTypes = flowWords.map(({ value }) => value)

const flowFilters = {
  search: z.string().trim().max(100).optional(),
  document: z.string().trim().max(80).optional(),
  /** This document only. */
  sourceNo: z.string().trim().max(80).optional(),
  flowType: z.enum(flowTypes).optional(),
  location: z.string().trim().max(35).optional(),
  customerId: queryId.optional(),
  stockId: queryId.optional(),
  productId: queryId.optional(),
  from: day.optional(),
  to: day.optional(),
}
export const flowQuery = listQuery(['at'], ['at', 'desc'], flowFilters)

export const flowRow = z.object({
  key: z.string(),
  at: z.iso.datetime(),
  flowType: z.string(),
  sourceNo: z.string(),
  /** The document with its own page that caused it. */
  cause: z.object({ kind: z.enum(['inbound', 'count', 'order']), id }).nullable(),
  customerCode: z.string(),
  sku: z.string(),
  locationCode: z.string(),
  quality: z.enum(qualities),
  lot: z.string().nullable(),
  before: pieces,
  change: pieces,
  after: pieces,
  allocatedChange: pieces,
  frozenChange: pieces,
  userName: z.string(),
  reason: z.string().nullable(),
})
export type FlowRow = z.output<typeof flowRow>

export const listFlows = query('/gateway/wms/stock/flows', {
  ...view,
  input: flowQuery,
  output: pageOf(flowRow),
})

const sums = z.object({ onHand: pieces, allocated: pieces, frozen: pieces })

/**
 * The sum of all matching changes, and the current stock; null where the filters select changes rather than
 * goods.
 */
export const sumFlows = query('/gateway/wms/stock/flow-sums', {
  ...view,
  input: z.strictObject(flowFilters),
  output: z.object({ changes: sums, stock: sums.nullable() }),
})

const quantity = whole(1, MAX_PIECES)
const reason = neededWords(500)
const booked = z.object({ documentNo: z.string() })

const linesOf = <Q extends z.ZodType>(quantity: Q) =>
  z
    .array(z.strictObject({ stockId: id, quantity }))
    .min(1)
    .max(500)

/** From bin to bin. Into a zone of the other quality it changes the quality and needs a reason. */
export const moveStock = command('/gateway/wms/stock/move', {
  permission: 'query:stock:move',
  feature,
  input: z.strictObject({ lines: linesOf(quantity), toLocationCode: code, reason: words(500).optional() }),
  /** The destination stock rows, needed to undo the move. */
  output: booked.extend({ arrived: z.array(z.object({ stockId: id, quantity: pieces })) }),
})

export const adjustStock = command('/gateway/wms/stock/adjust', {
  permission: 'query:stock:adjust',
  feature,
  input: z.strictObject({
    lines: linesOf(whole(-MAX_PIECES, MAX_PIECES).refine((n) => n !== 0, rule(stockText.signedPieces))),
    reason,
  }),
  output: booked,
})

export const freezeStock = command('/gateway/wms/stock/freeze', {
  permission: 'query:stock:freeze',
  feature,
  input: z.strictObject({ lines: linesOf(quantity), reason }),
  output: booked,
})

export const unfreezeStock = command('/gateway/wms/stock/unfreeze', {
  permission: 'query:stock:freeze',
  feature,
  input: z.strictObject({ lines: linesOf(quantity), reason }),
  output: booked,
})

/** Unblocks rows that a ledger check has blocked. */
export const unblockStock = command('/gateway/wms/stock/unblock', {
  permission: 'query:stock:adjust',
  feature,
  input: z.strictObject({ ids, reason }),
  output: bulkResult,
})
