import { z } from 'zod'
import { billableStates } from '../billing/states.ts'
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
import { code, length, lot, maybe, neededWords, weight, whole, words } from '../platform/calls/rules.ts'
import { codes, missing } from '../platform/lists/codes.ts'
import { labelList, printFields } from '../platform/printing/labels.ts'
import { guessBarcode } from '../products/barcodes.ts'
import { addBarcode, MAX_PACKED } from '../products/contract.ts'
import { productAudit } from '../products/states.ts'
import { inboundStates } from './states.ts'
import { receivingText } from './text.ts'

export const inboundTypes = ['standard', 'by_sku', 'return', 'init'] as const
export const transports = ['sea_fcl', 'sea_lcl', 'air', 'express', 'truck', 'self'] as const
export const receiveModes = ['box', 'sku', 'whole'] as const
export const boxStates = ['expected', 'received', 'missing'] as const
export const qualities = ['good', 'defective'] as const
/** By which of its numbers an inbound order was found. */
export const inboundMarks = ['inbound_no', 'reference', 'container', 'tracking', 'box'] as const

export const MAX_PIECES = 1_000_000
export const MAX_LINES = 500
export const MAX_BOXES = 500
export const MAX_PHOTOS = 5
export const MAX_ATTACHMENTS = 20

const day = z.iso.date(rule(receivingText.dayForm))
const yes = z.enum(['1'])
const inboundId = z.coerce.number().pipe(id)

export const inboundFilters = {
  search: z.string().trim().max(100).optional(),
  codes: codes.optional(),
  status: z.enum(inboundStates.states).optional(),
  inboundType: z.enum(inboundTypes).optional(),
  customerId: z.coerce.number().pipe(id).optional(),
  etaFrom: day.optional(),
  etaTo: day.optional(),
  /** Counted otherwise than announced. */
  differs: yes.optional(),
  /** Announced for a day that is over, and not here yet. */
  overdue: yes.optional(),
  /** Has pieces that wait for their bin. */
  toPutAway: yes.optional(),
}
export const inboundQuery = listQuery(['inboundNo', 'eta', 'updatedAt'], inboundFilters)

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
  /** Pieces that lie in a receiving place and wait for their bin. */
  pending: count,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type InboundRow = z.output<typeof inboundRow>

/** Posted, because five hundred codes do not fit into an address. */
export const listInbounds = query('/gateway/wms/inbound/list', {
  method: 'POST',
  permission: 'inbound:order:view',
  feature: 'receiving',
  input: inboundQuery,
  output: pageOf(inboundRow).extend({ missing }),
})

/** How many inbound orders stand where, under the other filters. */
export const countInbounds = query('/gateway/wms/inbound/counts', {
  method: 'POST',
  permission: 'inbound:order:view',
  feature: 'receiving',
  input: z.strictObject(inboundFilters).omit({ status: true }),
  output: z.record(z.enum(inboundStates.states), count),
})

const measure = z.string().nullable()
/** Closed by the system today: one piece more, or one taken back, opens it again. */
const reopensItself = z.boolean()

export const inboundLine = z.object({
  id,
  boxId: id.nullable(),
  productId: id,
  expected: count,
  good: count,
  defective: count,
  /** It was not announced; somebody let it in. */
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
  /** It came without having been announced. */
  isExtra: z.boolean(),
  status: z.enum(boxStates),
  receivedAt: z.iso.datetime().nullable(),
  /** Who counted it last. */
  receivedByName: z.string().nullable(),
})

/** Pieces in a receiving place, by batch: what can be put away. */
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

/** Where an inbound order stands after a scan: all that a scan can change. */
const standing = {
  status: z.enum(inboundStates.states),
  rowVersion: count,
  lines: z.array(inboundLine),
  boxes: z.array(inboundBox),
  pending: z.array(pendingPieces),
}
export const inboundStanding = z.object(standing)
export type InboundStanding = z.output<typeof inboundStanding>

/** What one count changed in a document, for whoever knows it as it stood at `since`. */
export const inboundChange = z.object({
  since: count,
  rowVersion: count,
  status: z.enum(inboundStates.states),
  lines: z.array(inboundLine.pick({ id: true, good: true, defective: true })),
  /** Lines for what nobody announced, which this count has opened. */
  opened: z.array(inboundLine),
  boxes: z.array(inboundBox.pick({ id: true, status: true, receivedAt: true, receivedByName: true })),
  /** Of the batches that were counted, what waits for its bin. */
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
  /** Nobody knows how large or how heavy it is: to be measured now. */
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

/** One document whole: what was announced, what came, what waits for its bin, and every receipt. */
export const inbound = query('/gateway/wms/inbound/one', {
  permission: 'inbound:order:view',
  feature: 'receiving',
  input: z.strictObject({ id: inboundId }),
  output: inboundRow.omit({ pending: true }).extend({
    ...standing,
    /** Of a return: the order it was sent by. */
    originNo: z.string().nullable(),
    /** Of opening stock: since when it has lain in the warehouse. */
    putawayDate: z.iso.date().nullable(),
    remark: z.string().nullable(),
    createdByName: z.string(),
    arrivedAt: z.iso.datetime().nullable(),
    arrivedByName: z.string().nullable(),
    firstReceiveAt: z.iso.datetime().nullable(),
    completedAt: z.iso.datetime().nullable(),
    /** Nobody, where the system closed it. */
    completedByName: z.string().nullable(),
    reopensItself,
    differenceNote: z.string().nullable(),
    /** How this warehouse receives. */
    receiveOneStep: z.boolean(),
    overReceivePolicy: z.enum(['allow', 'warn', 'block']),
    overReceivePercent: count,
    products: z.array(inboundProduct),
    receipts: z.array(receiptRow),
    attachments: z.array(z.object({ fileId: id, fileName: z.string(), size: count, url: z.string() })),
  }),
})

/** How a document stands now, for whoever knows it as it stood at `rowVersion`; null where nothing has changed since. */
export const inboundChanges = query('/gateway/wms/inbound/changes', {
  permission: 'inbound:order:view',
  feature: 'receiving',
  input: z.strictObject({ id: inboundId, rowVersion: z.coerce.number().int() }),
  output: inboundStanding.nullable(),
})

/** What happened to a document and what it comes to: for whoever looks into it, not for whoever counts. */
export const inboundHistory = query('/gateway/wms/inbound/history', {
  permission: 'inbound:order:view',
  feature: 'receiving',
  input: z.strictObject({ id: inboundId }),
  output: z.object({
    /** Every step, the newest first; counting and putting away have lists of their own. */
    timeline: z.array(
      z.object({
        id,
        at: z.iso.datetime(),
        action: z.string(),
        /** Nobody, where the system did it. */
        personName: z.string().nullable(),
        /** Where the document stood afterwards, if it moved. */
        status: z.enum(inboundStates.states).nullable(),
        reason: z.string().nullable(),
      }),
    ),
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
      }),
    ),
  }),
})

/** Whatever was scanned – its number, reference, container, tracking or a box – finds its inbound orders. */
export const findInbound = query('/gateway/wms/inbound/find', {
  permission: 'inbound:order:view',
  feature: 'receiving',
  input: z.strictObject({ scanned: z.string().trim().min(1).max(200) }),
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

/** Whose goods can be announced. */
export const inboundCustomers = query('/gateway/wms/inbound/customers', {
  permission: 'inbound:order:view',
  feature: 'receiving',
  input: nothing,
  output: z.array(
    z.object({ id, customerCode: z.string(), customerName: z.string(), isEnabled: z.boolean() }),
  ),
})

/** A customer's products that may come in, by a part of SKU, name or barcode. */
export const inboundProducts = query('/gateway/wms/inbound/products', {
  permission: 'inbound:order:view',
  feature: 'receiving',
  input: z.strictObject({
    customerId: z.coerce.number().pipe(id),
    search: z.string().trim().max(100).optional(),
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
  /** In which box; null for goods that come without box marks. */
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
  deed: 'add',
  input: z.strictObject({
    customerId: id,
    inboundType: z.enum(inboundTypes),
    ...inboundFields,
    /** Announce it at once instead of keeping a draft. */
    isSubmitted: z.boolean(),
    /** Packing lists and the like, uploaded before. */
    fileIds: z.array(id).max(MAX_ATTACHMENTS).default([]),
  }),
  output: z.object({ id, inboundNo: z.string() }),
})

/** Only a draft is edited; what is announced is withdrawn first. */
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

/** Back to a draft, while nothing was scanned. */
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
  deed: 'delete',
  input: z.strictObject({ ids }),
  output: bulkResult,
})

/** When goods were made, until when they are good, and of which lot they are. */
const batchFacts = {
  productionDate: maybe(day).default(null),
  expiryDate: maybe(day).default(null),
  lot: maybe(lot).default(null),
}

const receiveLine = z
  .strictObject({
    productId: id,
    good: whole(0, MAX_PIECES),
    defective: whole(0, MAX_PIECES),
    /** Where the good pieces go: a bin, or a receiving place. Two-step warehouses may leave it out. */
    locationId: id.nullable().default(null),
    /** Where the damaged ones go; the first bin for damaged goods if it is left out. */
    defectiveLocationId: id.nullable().default(null),
    ...batchFacts,
    /** Of the damaged pieces, or of the whole line. */
    photoFileIds: z.array(id).max(MAX_PHOTOS).default([]),
    /** It is not on the list and is let in all the same; needs the right to edit inbound orders. */
    isUnexpected: z.boolean().default(false),
    /** More than announced: the total to which somebody has said yes, and not a piece more. */
    confirmedTotal: whole(1, MAX_PIECES).nullable().default(null),
    remark: maybe(words(500)).default(null),
  })
  .refine(({ good, defective }) => good + defective > 0, {
    path: ['good'],
    message: rule(receivingText.countSomething),
  })

const received = inboundChange.extend({ receiptId: id, receiptNo: z.string() })

/** One receipt. Sent again under the same key it answers the same and counts nothing twice. */
export const receive = command('/gateway/wms/inbound/receive', {
  permission: 'inbound:order:receive',
  feature: 'receiving',
  deed: 'add',
  input: z.strictObject({
    inboundId: id,
    boxId: id.nullable().default(null),
    lines: z.array(receiveLine).min(1, rule(receivingText.needsLines)).max(200),
  }),
  output: received,
})

/** Goods of one product that are not told apart on the shelf. */
const batchIdentity = z.strictObject({
  expiryDate: z.iso.date().nullable(),
  lot: lot.nullable().default(null),
})

/**
 * A box, or every box of the document that has not come yet, as good as announced.
 *
 * Of a box that was counted before, only `isRest` adds what is missing: otherwise a short box would become a full one.
 */
export const receiveWhole = command('/gateway/wms/inbound/receive-whole', {
  permission: 'inbound:order:receive',
  feature: 'receiving',
  deed: 'add',
  input: z.strictObject({
    inboundId: id,
    boxId: id.nullable().default(null),
    locationId: id.nullable().default(null),
    isRest: z.boolean().default(false),
    /** What the goods say of themselves where the announcement does not. */
    facts: z
      .array(z.strictObject({ productId: id, ...batchFacts }))
      .max(MAX_LINES)
      .default([]),
  }),
  output: received,
})

/** Takes a receipt back, while its pieces lie where they were counted and nobody was promised them. */
export const cancelReceipt = command('/gateway/wms/inbound/cancel-receipt', {
  permission: 'inbound:order:receive',
  feature: 'receiving',
  deed: 'delete',
  input: z.strictObject({ receiptId: id, reason: maybe(words(500)).default(null) }),
  output: inboundStanding,
})

/** From the receiving place to the bins: a part or all of it, to one bin or several. */
export const putAway = command('/gateway/wms/inbound/put-away', {
  permission: 'inbound:order:putaway',
  feature: 'receiving',
  input: z.strictObject({
    inboundId: id,
    lines: z
      .array(
        z
          .strictObject({
            /** Which pieces: one batch of `pending`; without it, of the product whatever expires first. */
            batchId: id.nullable().default(null),
            productId: id.nullable().default(null),
            /** Of the product these pieces alone. */
            batch: batchIdentity.nullable().default(null),
            quantity,
            locationId: id,
          })
          .refine(({ batchId, productId }) => batchId !== null || productId !== null, {
            path: ['productId'],
            message: rule(receivingText.batchOrProduct),
          }),
      )
      .min(1, rule(receivingText.needsLines))
      .max(200),
  }),
  output: inboundStanding.extend({ putawayId: id }),
})

export const binReasons = ['same_sku', 'empty', 'mixed'] as const

/** Bins for a product: where it lies already, then empty ones, each along the walking route. */
export const suggestBins = query('/gateway/wms/inbound/suggest-bins', {
  permission: 'inbound:order:view',
  feature: 'receiving',
  input: z.strictObject({
    productId: z.coerce.number().pipe(id),
    quality: z.enum(qualities).default('good'),
  }),
  output: z.array(
    z.object({
      locationId: id,
      locationCode: z.string(),
      why: z.enum(binReasons),
      /** Pieces of the product that lie there. */
      onHand: count,
    }),
  ),
})

/** A place by what is printed on it, and whether a customer's goods may lie there. */
export const findPlace = query('/gateway/wms/inbound/find-place', {
  permission: 'inbound:order:view',
  feature: 'receiving',
  input: z.strictObject({
    scanned: z.string().trim().min(1).max(200),
    customerId: z.coerce.number().pipe(id).optional(),
  }),
  output: z
    .object({
      locationId: id,
      locationCode: z.string(),
      purpose: z.enum(['storage', 'receiving', 'packing', 'return', 'quarantine', 'virtual']),
      quality: z.enum(qualities),
      isEnabled: z.boolean(),
      /** Whose goods lie there, where the bin takes one customer's goods only and they are not this one's. */
      otherCustomer: z.string().nullable(),
    })
    .nullable(),
})

/** Products of other customers that bear a code, by barcode or SKU. */
export const codeOwners = query('/gateway/wms/inbound/code-owners', {
  permission: 'inbound:order:view',
  feature: 'receiving',
  input: z.strictObject({
    customerId: z.coerce.number().pipe(id),
    scanned: z.string().trim().min(1).max(200),
  }),
  output: z.array(z.object({ customerCode: z.string(), sku: z.string() })),
})

/** An unknown barcode is told to belong to a product of the document's customer, on the spot. */
export const linkBarcode = command('/gateway/wms/inbound/link-barcode', {
  permission: 'inbound:order:receive',
  feature: 'receiving',
  deed: 'add',
  input: z
    .strictObject({
      id,
      barcode: z.string().min(1).max(200),
      packQuantity: whole(1, MAX_PACKED),
      /** Whoever links it knows that it is another customer's code. */
      isForeign: z.boolean().default(false),
    })
    .transform((given, ctx) => {
      const read = guessBarcode(given.barcode)
      if (!('problem' in read)) return { ...given, ...read }
      ctx.addIssue({ code: 'custom', path: ['barcode'], message: rule(read.problem) })
      return z.NEVER
    }),
  output: addBarcode.output,
})

/** A box that stands at the door and was not announced. */
export const addBox = command('/gateway/wms/inbound/add-box', {
  permission: 'inbound:order:receive',
  feature: 'receiving',
  deed: 'add',
  input: z.strictObject({ id, boxNo: code, ...boxSizes }),
  output: inboundStanding,
})

/** How large and heavy a box is by the warehouse's own tape and scale; what is left out is not known. */
export const measureBox = command('/gateway/wms/inbound/measure-box', {
  permission: 'inbound:order:receive',
  feature: 'receiving',
  input: z.strictObject({ id, ofBoxId: id, ...boxSizes }),
  output: inboundStanding,
})

/** The marks of the boxes of some inbound orders. Whoever sees an order may print its papers. */
export const printBoxLabels = command('/gateway/wms/inbound/print-labels', {
  permission: 'inbound:order:view',
  feature: 'receiving',
  whenExpired: 'allowed',
  input: z.strictObject({
    ids,
    /** Of their boxes this one alone. */
    boxNo: maybe(code).default(null),
    ...printFields,
  }),
  output: taskStarted,
})

/** Which labels that would be. */
export const listBoxLabels = query('/gateway/wms/inbound/labels', {
  method: 'POST',
  permission: 'inbound:order:view',
  feature: 'receiving',
  input: z.strictObject({ ids, boxNo: maybe(code).default(null) }),
  output: labelList,
})

/** The sheets that receivers write on, one after the other in one document. */
export const printReceivingSheets = command('/gateway/wms/inbound/print-sheets', {
  permission: 'inbound:order:view',
  feature: 'receiving',
  whenExpired: 'allowed',
  input: z.strictObject({ ids }),
  output: taskStarted,
})

/** Closes the document. Where more or less came than announced, the reason is needed. */
export const completeInbound = command('/gateway/wms/inbound/complete', {
  permission: 'inbound:order:complete',
  feature: 'receiving',
  input: z.strictObject({ id, differenceNote: maybe(words(500)) }),
  output: z.object({ status: z.enum(inboundStates.states) }),
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
  deed: 'add',
  input: z.strictObject({ id, fileId: id }),
  output: nothing,
})

export const removeAttachment = command('/gateway/wms/inbound/remove-attachment', {
  permission: 'inbound:order:edit',
  feature: 'receiving',
  deed: 'delete',
  input: z.strictObject({ id, fileId: id }),
  output: nothing,
})
