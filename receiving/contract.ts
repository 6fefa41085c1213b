import { z } from 'zod'
import { billableStates } from '../billing/states.ts'
import { timeline } from '../platform/audit/timeline.ts'
import {
  bulkResult,
  command,
  id,
  ids,
  listQuery,
  nothing,
  pageOf,
  query,
  taskStarted,
} from '../platform/calls/call.ts'
import { rule } from '../platform/calls/problems.ts'
import {
  calendarDay,
  code,
  length,
  lot,
  maybe,
  neededWords,
  weight,
  whole,
  words,
} from '../platform/calls/rules.ts'
import { codes, missing } from '../platform/lists/codes.ts'
import { labelList, printFields } from '../platform/printing/labels.ts'
import { scanned } from '../platform/scanning/scanned.ts'
import { productAudit } from '../products/states.ts'
import { inboundStates } from './states.ts'
import { receivingText } from './text.ts'

export const inboundTypes = ['standard', 'by_sku', 'return', 'init'] as const
export const transports = ['sea_fcl', 'sea_lcl', 'air', 'express', 'truck', 'self'] as const
export const receiveModes = ['box', 'sku', 'whole'] as const
export const boxStates = ['expected', 'received', 'missing'] as const
export const qualities = ['good', 'defective'] as const
/** The number by which an inbound order was found. */
export const inboundMarks = ['inbound_no', 'reference', 'container', 'tracking', 'box'] as const

/** Of a longer code only its beginning is searched. */
export const MAX_SEARCH = 100
export const MAX_PIECES = 1_000_000
export const MAX_LINES = 500
export const MAX_BOXES = 500
export const MAX_PHOTOS = 5
export const MAX_ATTACHMENTS = 20

const day = calendarDay(rule(receivingText.dayForm))
const yes = z.enum(['1'])
const inboundId = z.coerce.number().pipe(id)

export const inboundFilters = {
  search: z.string().trim().max(MAX_SEARCH).optional(),
  codes: codes.optional(),
  status: z.enum(inboundStates.states).optional(),
  inboundType: z.enum(inboundTypes).optional(),
  customerId: z.coerce.number().pipe(id).optional(),
  etaFrom: day.optional(),
  etaTo: day.optional(),
  /** Counted quantity differs from the expected one. */
  differs: yes.optional(),
  /** Expected on a past day and not arrived yet. */
  overdue: yes.optional(),
  /** Has pieces waiting for putaway. */
  toPutAway: yes.optional(),
}
export const inboundQuery = listQuery(
  ['inboundNo', 'eta', 'updatedAt'],
  ['updatedAt', 'desc'],
  inboundFilters,
)

const count = z.number().int()

export const inboundRow = z.object({
  id,
  inboundNo: z.string(),
  status: z.enum(inboundStates.states),
  inboundType: z.enum(inboundTypes),
  customerId: id,
  customerCode: z.string(),
  customerName: z.string(),
  referenceNo: z.string().nullable(),
  transport: z.enum(transports).nullable(),
  containerNo: z.string().nullable(),
  trackingNos: z.array(z.string()),
  eta: z.iso.date().nullable(),
  expectedBoxes: count,
  receivedBoxes: count,
  skus: count,
  expected: count,
  good: count,
  defective: count,
  /** Pieces in a receiving bin waiting for putaway. */
  pending: count,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type InboundRow = z.output<typeof inboundRow>

/** POST, because five hundred codes do not fit into a URL. */
export const listInbounds = query('/gateway/wms/inbound/list', {
  method: 'POST',
  permission: 'inbound:order:view',
  feature: 'receiving',
  input: inboundQuery,
  output: pageOf(inboundRow).extend({ missing }),
})

/** The number of inbound orders per status, under the other filters. */
export const countInbounds = query('/gateway/wms/inbound/counts', {
  method: 'POST',
  permission: 'inbound:order:view',
  feature: 'receiving',
  input: z.strictObject(inboundFilters).omit({ status: true }),
  output: z.record(z.enum(inboundStates.states), count),
})

const measure = z.string().nullable()
/** Closed by the system today: receiving one more piece, or undoing one, reopens it. */
const reopensItself = z.boolean()

export const inboundLine = z.object({
  id,
  boxId: id.nullable(),
  productId: id,
  expected: count,
  good: count,
  defective: count,
  /** Unexpected; a user accepted it. */
  isExtra: z.boolean(),
  productionDate: z.iso.date().nullable(),
  expiryDate: z.iso.date().nullable(),
  lot: z.string().nullable(),
})
export type InboundLine = z.output<typeof inboundLine>

export const inboundBox = z.object({
  id,
  boxNo: z.string(),
  customerBoxNo: z.string().nullable(),
  length: measure,
  width: measure,
  height: measure,
  weight: measure,
  measuredLength: measure,
  measuredWidth: measure,
  measuredHeight: measure,
  measuredWeight: measure,
  /** Arrived without being expected. */
  isExtra: z.boolean(),
  status: z.enum(boxStates),
  receivedAt: z.iso.datetime().nullable(),
  /** The user who counted it last. */
  receivedByName: z.string().nullable(),
})

/** Pieces in a receiving bin, by batch: what can be put away. */
export const pendingPieces = z.object({
  batchId: id,
  productId: id,
  locationId: id,
  locationCode: z.string(),
  quality: z.enum(qualities),
  expiryDate: z.iso.date().nullable(),
  lot: z.string().nullable(),
  quantity: count,
})

/** The status of an inbound order after a scan: everything a scan can change. */
const standing = {
  status: z.enum(inboundStates.states),
  rowVersion: count,
  lines: z.array(inboundLine),
  boxes: z.array(inboundBox),
  pending: z.array(pendingPieces),
}
export const inboundStanding = z.object(standing)
export type InboundStanding = z.output<typeof inboundStanding>

/** What one step changed in a document, for a client that has version `since`. */
export const inboundChange = z.object({
  since: count,
  rowVersion: count,
  status: z.enum(inboundStates.states),
  lines: z.array(inboundLine.pick({ id: true, good: true, defective: true })),
  /** Lines for unexpected goods created by this count. */
  opened: z.array(inboundLine),
  boxes: z.array(inboundBox.pick({ id: true, status: true, receivedAt: true, receivedByName: true })),
  /** Boxes that arrived without being expected. */
  addedBoxes: z.array(inboundBox).optional(),
  /** The batches in question that wait for putaway; with a quantity of 0 where none of them wait any more. */
  pending: z.array(pendingPieces),
})
export type InboundChange = z.output<typeof inboundChange>

export const inboundProduct = z.object({
  id,
  sku: z.string(),
  nameZh: z.string().nullable(),
  nameEn: z.string().nullable(),
  imageUrl: z.string().nullable(),
  isEnabled: z.boolean(),
  auditStatus: z.enum(productAudit.states),
  expiryManaged: z.boolean(),
  shelfLifeDays: count.nullable(),
  lotManaged: z.boolean(),
  /** Size or weight is unknown: to be measured now. */
  lacksSize: z.boolean(),
  measuredLength: measure,
  measuredWidth: measure,
  measuredHeight: measure,
  measuredWeight: measure,
  /** For `measureProduct`. */
  rowVersion: count,
  barcodes: z.array(z.object({ barcode: z.string(), packQuantity: count })),
})
export type InboundProduct = z.output<typeof inboundProduct>

export const receiptRow = z.object({
  id,
  receiptNo: z.string(),
  mode: z.enum(receiveModes),
  boxId: id.nullable(),
  createdAt: z.iso.datetime(),
  createdByName: z.string(),
  cancelledAt: z.iso.datetime().nullable(),
  cancelledByName: z.string().nullable(),
  cancelReason: z.string().nullable(),
  lines: z.array(
    z.object({
      lineNo: count,
      productId: id,
      quality: z.enum(qualities),
      quantity: count,
      locationCode: z.string(),
      expiryDate: z.iso.date().nullable(),
      lot: z.string().nullable(),
      isUnexpected: z.boolean(),
      remark: z.string().nullable(),
      photos: z.array(z.object({ fileId: id, url: z.string() })),
    }),
  ),
})
export type ReceiptRow = z.output<typeof receiptRow>

/** One complete document: expected goods, received goods, goods waiting for putaway, and every receipt. */
export const inbound = query('/gateway/wms/inbound/one', {
  permission: 'inbound:order:view',
  feature: 'receiving',
  input: z.strictObject({ id: inboundId }),
  output: inboundRow.omit({ pending: true }).extend({
    ...standing,
    /** Of a return: the order it was shipped with. */
    originNo: z.string().nullable(),
    /** Of opening stock: the day since it has been in the warehouse. */
    putawayDate: z.iso.date().nullable(),
    palletCount: z.number().nullable(),
    containerCount: z.number().nullable(),
    remark: z.string().nullable(),
    createdByName: z.string(),
    arrivedAt: z.iso.datetime().nullable(),
    arrivedByName: z.string().nullable(),
    firstReceiveAt: z.iso.datetime().nullable(),
    completedAt: z.iso.datetime().nullable(),
    /** Null where the system closed it. */
    completedByName: z.string().nullable(),
    reopensItself,
    differenceNote: z.string().nullable(),
    /** The receiving settings of this warehouse. */
    receiveOneStep: z.boolean(),
    overReceivePolicy: z.enum(['allow', 'warn', 'block']),
    overReceivePercent: count,
    products: z.array(inboundProduct),
    receipts: z.array(receiptRow),
    attachments: z.array(z.object({ fileId: id, fileName: z.string(), size: count, url: z.string() })),
  }),
})

/** The current state of a document, for a client that has version `rowVersion`; null if unchanged. */
export const inboundChanges = query('/gateway/wms/inbound/changes', {
  permission: 'inbound:order:view',
  feature: 'receiving',
  input: z.strictObject({ id: inboundId, rowVersion: z.coerce.number().int() }),
  output: inboundStanding.nullable(),
})

/** A document's history and charges, for reviewing rather than counting. */
export const inboundHistory = query('/gateway/wms/inbound/history', {
  permission: 'inbound:order:view',
  feature: 'receiving',
  input: z.strictObject({ id: inboundId }),
  output: z.object({
    /** Every step, newest first; counting and putaway have their own lists. */
    timeline: timeline(inboundStates.states),
    putaways: z.array(
      z.object({
        id,
        createdAt: z.iso.datetime(),
        createdByName: z.string(),
        lines: z.array(
          z.object({
            lineNo: count,
            productId: id,
            quantity: count,
            fromCode: z.string(),
            locationCode: z.string(),
          }),
        ),
      }),
    ),
    charges: z.array(
      z.object({
        id,
        status: z.enum(billableStates.states),
        chargeDate: z.iso.date(),
        boxes: count,
        skus: count,
        pieces: count,
        /** What it came to; empty for users who may not see fees. */
        fees: z.array(
          z.object({ feeNo: z.string(), nameZh: z.string(), nameEn: z.string(), amount: z.string() }),
        ),
      }),
    ),
  }),
})

/** Finds inbound orders by any scanned code: number, reference, container, tracking or box. */
export const findInbound = query('/gateway/wms/inbound/find', {
  permission: 'inbound:order:view',
  feature: 'receiving',
  input: z.strictObject({ scanned }),
  output: z.array(
    z.object({
      id,
      inboundNo: z.string(),
      status: z.enum(inboundStates.states),
      inboundType: z.enum(inboundTypes),
      customerCode: z.string(),
      customerName: z.string(),
      mark: z.enum(inboundMarks),
      boxId: id.nullable(),
      boxNo: z.string().nullable(),
      reopensItself,
    }),
  ),
})

/** The customers whose goods can be expected. */
export const inboundCustomers = query('/gateway/wms/inbound/customers', {
  permission: 'inbound:order:view',
  feature: 'receiving',
  input: nothing,
  output: z.array(
    z.object({ id, customerCode: z.string(), customerName: z.string(), isEnabled: z.boolean() }),
  ),
})

/** A customer's receivable products, by part of SKU, name or barcode. */
export const inboundProducts = query('/gateway/wms/inbound/products', {
  permission: 'inbound:order:view',
  feature: 'receiving',
  input: z.strictObject({
    customerId: z.coerce.number().pipe(id),
    inboundType: z.enum(inboundTypes).optional(),
    search: z.string().trim().max(MAX_SEARCH).optional(),
  }),
  output: z.array(inboundProduct),
})

export const scannable = words(60).regex(/^$|^[!-~]{1,60}$/, rule(receivingText.scannable))
const quantity = whole(1, MAX_PIECES)

const boxSizes = {
  length: maybe(length),
  width: maybe(length),
  height: maybe(length),
  weight: maybe(weight),
}

const boxFields = z.strictObject({ boxNo: code, customerBoxNo: maybe(scannable), ...boxSizes })

const lineFields = z.strictObject({
  /** The box; null for goods without box marks. */
  boxNo: maybe(code),
  productId: id,
  expected: quantity,
  productionDate: maybe(day),
  expiryDate: maybe(day),
  lot: maybe(lot).default(null),
})

export const inboundFields = {
  referenceNo: maybe(code),
  transport: z.enum(transports).nullable(),
  containerNo: maybe(scannable),
  trackingNos: z
    .array(scannable.min(1))
    .max(100)
    .transform((all) => [...new Set(all)]),
  eta: maybe(day),
  originNo: maybe(code),
  putawayDate: maybe(day),
  remark: maybe(words(500)),
  boxes: z.array(boxFields).max(MAX_BOXES),
  lines: z.array(lineFields).min(1, rule(receivingText.needsLines)).max(MAX_LINES),
}

export const createInbound = command('/gateway/wms/inbound/create', {
  permission: 'inbound:order:create',
  feature: 'receiving',
  action: 'add',
  input: z.strictObject({
    customerId: id,
    inboundType: z.enum(inboundTypes),
    ...inboundFields,
    /** Submit it at once instead of saving a draft. */
    isSubmitted: z.boolean(),
    /** Packing lists and the like, uploaded before. */
    fileIds: z.array(id).max(MAX_ATTACHMENTS).default([]),
  }),
  output: z.object({ id, inboundNo: z.string() }),
})

/** Only a draft can be edited; a submitted order must be withdrawn first. */
export const editInbound = command('/gateway/wms/inbound/edit', {
  permission: 'inbound:order:edit',
  feature: 'receiving',
  input: z.strictObject({ id, rowVersion: z.number().int(), ...inboundFields }),
  output: z.object({ rowVersion: z.number().int() }),
})

export const submitInbounds = command('/gateway/wms/inbound/submit', {
  permission: 'inbound:order:create',
  feature: 'receiving',
  input: z.strictObject({ ids }),
  output: bulkResult,
})

/** Back to draft, while nothing was scanned. */
export const withdrawInbounds = command('/gateway/wms/inbound/withdraw', {
  permission: 'inbound:order:edit',
  feature: 'receiving',
  input: z.strictObject({ ids }),
  output: bulkResult,
})

/** The goods have arrived. */
export const confirmInbounds = command('/gateway/wms/inbound/confirm', {
  permission: 'inbound:order:receive',
  feature: 'receiving',
  input: z.strictObject({ ids }),
  output: bulkResult,
})

export const undoInboundArrivals = command('/gateway/wms/inbound/undo-arrival', {
  permission: 'inbound:order:receive',
  feature: 'receiving',
  input: z.strictObject({ ids }),
  output: bulkResult,
})

export const voidInbounds = command('/gateway/wms/inbound/void', {
  permission: 'inbound:order:void',
  feature: 'receiving',
  action: 'delete',
  input: z.strictObject({ ids }),
  output: bulkResult,
})

/** An unexpected box that has arrived. */
export const addBox = command('/gateway/wms/inbound/add-box', {
  permission: 'inbound:order:receive',
  feature: 'receiving',
  action: 'add',
  input: z.strictObject({ id, boxNo: code, ...boxSizes }),
  output: inboundChange,
})

/** Size and weight of a box as measured by the warehouse; omitted values are unknown. */
export const measureBox = command('/gateway/wms/inbound/measure-box', {
  permission: 'inbound:order:receive',
  feature: 'receiving',
  input: z.strictObject({ id, ofBoxId: id, ...boxSizes }),
  output: inboundStanding,
})

/** The box labels of some inbound orders. Users who see an order may print its documents. */
export const printBoxLabels = command('/gateway/wms/inbound/print-labels', {
  permission: 'inbound:order:view',
  feature: 'receiving',
  whenExpired: 'allowed',
  input: z.strictObject({
    ids,
    /** Only this box. */
    boxNo: maybe(code).default(null),
    ...printFields,
  }),
  output: taskStarted,
})

/** The labels that would be printed. */
export const listBoxLabels = query('/gateway/wms/inbound/labels', {
  method: 'POST',
  permission: 'inbound:order:view',
  feature: 'receiving',
  input: z.strictObject({ ids, boxNo: maybe(code).default(null) }),
  output: labelList,
})

/** Receiving sheets, one after the other in one PDF. */
export const printReceivingSheets = command('/gateway/wms/inbound/print-sheets', {
  permission: 'inbound:order:view',
  feature: 'receiving',
  whenExpired: 'allowed',
  input: z.strictObject({ ids }),
  output: taskStarted,
})

const MAX_LOADS = 9999
const loads = z.number().int().min(0).max(MAX_LOADS).nullable()
/** How the goods came, for prices per pallet and per container; null while not counted. */
const loadFields = { palletCount: loads, containerCount: loads }

/** Closes the document. A reason is required where more or less arrived than expected. What is not given here stays as it was counted. */
export const completeInbound = command('/gateway/wms/inbound/complete', {
  permission: 'inbound:order:complete',
  feature: 'receiving',
  input: z.strictObject({
    id,
    differenceNote: maybe(words(500)),
    palletCount: loads.optional(),
    containerCount: loads.optional(),
  }),
  output: z.object({ status: z.enum(inboundStates.states) }),
})

/** Counts pallets and containers. After the completion only while it is not charged; what lacked a price for want of them is priced. */
export const countLoads = command('/gateway/wms/inbound/count-loads', {
  permission: 'inbound:order:complete',
  feature: 'receiving',
  input: z.strictObject({ id, ...loadFields }),
  output: nothing,
})

export const reopenInbound = command('/gateway/wms/inbound/reopen', {
  permission: 'inbound:order:void',
  feature: 'receiving',
  input: z.strictObject({ id, reason: neededWords(500) }),
  output: z.object({ status: z.enum(inboundStates.states) }),
})

export const addAttachment = command('/gateway/wms/inbound/add-attachment', {
  permission: 'inbound:order:edit',
  feature: 'receiving',
  action: 'add',
  input: z.strictObject({ id, fileId: id }),
  output: nothing,
})

export const removeAttachment = command('/gateway/wms/inbound/remove-attachment', {
  permission: 'inbound:order:edit',
  feature: 'receiving',
  action: 'delete',
  input: z.strictObject({ id, fileId: id }),
  output: nothing,
})
