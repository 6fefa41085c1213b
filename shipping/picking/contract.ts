import { z } from 'zod'
import { interceptStates, orderFilters, pickStates, pieceClasses } from '../../orders/contract.ts'
import { orderStates } from '../../orders/states.ts'
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
  taskStarted,
} from '../../platform/calls/call.ts'
import { calendarDay, whole } from '../../platform/calls/rules.ts'
import { codes, missing } from '../../platform/lists/codes.ts'
import { labelList, pagePrintFields, printFields } from '../../platform/printing/labels.ts'
import { scanned } from '../../platform/scanning/scanned.ts'
import { MAX_ORDERS } from './plan.ts'
import { pickingStates } from './states.ts'

export const listTypes = [...pieceClasses, 'mixed'] as const

/** The most orders whose ids a rule returns. */
export const MAX_PICKABLE = DEEPEST_ROW

const day = calendarDay()
const count = z.number().int()
const someId = z.coerce.number().pipe(id)
const orders = { feature: 'orders' } as const
const view = { ...orders, permission: 'order:picking:view' } as const
const desk = { ...orders, permission: 'order:picking:create' } as const

export const pickingFilters = {
  search: z.string().trim().max(100).optional(),
  codes: codes.optional(),
  status: z.enum(pickingStates.states).optional(),
  listType: z.enum(listTypes).optional(),
  assigneeId: someId.optional(),
  customerId: someId.optional(),
  channelId: someId.optional(),
  /** With goods to pick in this zone. */
  zoneId: someId.optional(),
  createdFrom: day.optional(),
  createdTo: day.optional(),
}
export const pickingQuery = listQuery(
  ['pickingNo', 'createdAt', 'priority'],
  ['createdAt', 'desc'],
  pickingFilters,
)

export const pickingRow = z.object({
  id,
  pickingNo: z.string(),
  status: z.enum(pickingStates.states),
  listType: z.enum(listTypes),
  orderCount: count,
  taskCount: count,
  skuCount: count,
  pieceCount: count,
  pickedCount: count,
  /** Of its most urgent order; null once nothing of it is left to do. */
  priority: count.nullable(),
  assigneeId: id.nullable(),
  assigneeName: z.string().nullable(),
  printCount: count,
  /** Whole hours since it was created; null once it is done or cancelled. */
  age: count.nullable(),
  createdByName: z.string(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  pickedAt: z.iso.datetime().nullable(),
})
export type PickingRow = z.output<typeof pickingRow>

/** POST, because five hundred codes do not fit into a URL. */
export const listPickingLists = query('/gateway/wms/picking/list', {
  ...view,
  method: 'POST',
  input: pickingQuery,
  output: pageOf(pickingRow).extend({ missing }),
})

/** The number of picking lists per status, under the other filters. */
export const countPickingLists = query('/gateway/wms/picking/counts', {
  ...view,
  method: 'POST',
  input: z.strictObject(pickingFilters).omit({ status: true }),
  output: z.record(z.enum(pickingStates.states), count),
})

export const getPickingList = query('/gateway/wms/picking/one', {
  ...view,
  input: z.strictObject({ id: someId }),
  output: pickingRow.extend({
    doneAt: z.iso.datetime().nullable(),
    cancelledAt: z.iso.datetime().nullable(),
    /** In pick sequence. A task whose orders have all left is not among them. */
    tasks: z.array(
      z.object({
        taskNo: count,
        locationCode: z.string(),
        sku: z.string(),
        nameZh: z.string().nullable(),
        nameEn: z.string().nullable(),
        lot: z.string().nullable(),
        expiryDate: z.string().nullable(),
        quantity: count,
        picked: count,
        baskets: z.array(z.object({ basketNo: count, quantity: count })),
      }),
    ),
    orders: z.array(
      z.object({
        id,
        orderNo: z.string(),
        basketNo: count,
        isLive: z.boolean(),
        status: z.enum(orderStates.states),
        pickStatus: z.enum(pickStates),
        interceptStatus: z.enum(interceptStates),
        customerCode: z.string(),
        channelCode: z.string(),
        skuCount: count,
        pieceCount: count,
      }),
    ),
  }),
})

/** The picking list with a scanned or typed number. */
export const findPickingList = query('/gateway/wms/picking/find', {
  ...view,
  input: z.strictObject({ scanned }),
  output: z.object({ id }),
})

/** People who may pick, to assign lists to. */
export const listPickers = query('/gateway/wms/picking/pickers', {
  ...view,
  input: nothing,
  output: z.array(z.object({ id, userName: z.string() })),
})

/** The zones whose goods can be picked. */
export const pickingZones = query('/gateway/wms/picking/zones', {
  ...view,
  input: nothing,
  output: z.array(z.object({ id, zoneCode: z.string(), zoneName: z.string() })),
})

/** Orders that can be put on a list: by rule, those of a selection, or those that the filters of the order list match. The ids are the ones to create lists from. */
export const findPickable = query('/gateway/wms/picking/pickable', {
  ...desk,
  method: 'POST',
  input: z.strictObject({
    /** Selected across pages: more than one call creates lists for. */
    ids: z.array(id).min(1).max(MAX_PICKABLE).optional(),
    matching: z.strictObject(orderFilters).optional(),
    pieceClass: z.enum(pieceClasses).optional(),
    channelId: id.optional(),
    customerId: id.optional(),
    /** All their goods are in this zone. */
    zoneId: id.optional(),
  }),
  output: z.object({
    /** All that match; ids are returned of a limited number. */
    total: count,
    orders: z.object({ ss: z.array(id), sm: z.array(id), mm: z.array(id) }),
  }),
})

const createdLists = z.array(z.object({ id, pickingNo: z.string(), orderCount: count }))

/** Creates picking lists for orders. Orders that cannot be picked are left out, each with its reason. */
export const createPickingLists = command('/gateway/wms/picking/create', {
  ...desk,
  action: 'add',
  input: z.strictObject({
    ids,
    perList: whole(1, MAX_ORDERS).default(MAX_ORDERS),
    /** Whether orders of different classes may be on one list. */
    isMixed: z.boolean().default(false),
  }),
  output: bulkResult.extend({ lists: createdLists }),
})

/** Lists whose orders are put on new ones: all of them or none. */
const regrouped = bulkResult.extend({ lists: createdLists })

/** Puts the orders of lists that wait to be picked on one new list, which replaces them. */
export const mergePickingLists = command('/gateway/wms/picking/merge', {
  ...desk,
  input: z.strictObject({ ids }),
  output: regrouped,
})

/** Divides the orders of a list that waits to be picked among new lists, which replace it. */
export const splitPickingList = command('/gateway/wms/picking/split', {
  ...desk,
  input: z.strictObject({
    id,
    /** The orders that are kept apart from the others. */
    orderIds: ids.optional(),
    perList: whole(1, MAX_ORDERS).default(MAX_ORDERS),
  }),
  output: regrouped,
})

/** Gives lists to a person, or takes them from everyone. A list that was waiting is being picked then. */
export const assignPickingLists = command('/gateway/wms/picking/assign', {
  ...desk,
  input: z.strictObject({ ids, assigneeId: id.nullable() }),
  output: bulkResult,
})

/** The lists that would be printed. Users who see a list may print it. */
export const listPickingPapers = query('/gateway/wms/picking/papers', {
  ...view,
  method: 'POST',
  input: z.strictObject({ ids }),
  output: labelList,
})

/** Picking lists on paper, one after the other in one file. */
export const printPickingLists = command('/gateway/wms/picking/print', {
  ...view,
  whenExpired: 'allowed',
  input: z.strictObject({ ids, ...pagePrintFields }),
  output: taskStarted,
})

/** The baskets of the lists, in their order. */
export const listCartLabels = query('/gateway/wms/picking/cart-labels', {
  ...view,
  method: 'POST',
  input: z.strictObject({ ids }),
  output: labelList,
})

/** A label for each basket on the cart: its number, its list and its order. */
export const printCartLabels = command('/gateway/wms/picking/print-cart-labels', {
  ...view,
  whenExpired: 'allowed',
  input: z.strictObject({ ids, ...printFields }),
  output: taskStarted,
})

/** The lists came out of the printer. A list that was waiting is being picked then. */
export const markPickingListsPrinted = command('/gateway/wms/picking/printed', {
  ...desk,
  input: z.strictObject({ ids }),
  output: bulkResult,
})

export const cancelPickingLists = command('/gateway/wms/picking/cancel', {
  ...desk,
  action: 'delete',
  input: z.strictObject({ ids }),
  output: bulkResult,
})

/** Everything on the lists was picked, as their papers say. */
export const completePickingLists = command('/gateway/wms/picking/complete', {
  ...orders,
  permission: 'order:picking:pick',
  input: z.strictObject({ ids }),
  output: bulkResult,
})
