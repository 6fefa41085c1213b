import { z } from 'zod'
import { labelFormats } from '../../channels/rules.ts'
import { interceptStates, pieceClasses } from '../../orders/contract.ts'
import { bulkResult, command, id, ids, listQuery, pageOf, query } from '../../platform/calls/call.ts'
import { rule } from '../../platform/calls/problems.ts'
import { calendarDay, maybe, neededWords, whole, words } from '../../platform/calls/rules.ts'
import { codes, missing } from '../../platform/lists/codes.ts'
import { taskRow } from '../../platform/tasks/tasks.ts'
import { labelSortText, packingSlipText } from '../../warehouse/print-settings/contract.ts'
import { watermarkText } from '../watermarks/text.ts'
import { isStampText, watermarkItems } from '../watermarks/watermark.ts'
import type { LabelSort } from './sort.ts'

/** The maximum number of labels in one file; an order may have several. */
export const MAX_PRINTED = 2000
/** An explicit selection has as many orders as any other. */
export const MAX_ORDERS = 500

const count = z.number().int()
const day = calendarDay()
const givenId = z.coerce.number().pipe(id)
const may = { feature: 'orders' } as const
const view = { ...may, permission: 'order:order:view' } as const
const print = { ...may, permission: 'order:waybill:print' } as const
export const REPRINT = 'order:waybill:reprint'
const reprint = { ...may, permission: REPRINT } as const

export const printStatuses = ['unprinted', 'printed'] as const

const labelFilters = {
  search: z.string().trim().max(100).optional(),
  codes: codes.optional(),
  printStatus: z.enum(printStatuses).default('unprinted'),
  channelId: givenId.optional(),
  customerId: givenId.optional(),
  pieceClass: z.enum(pieceClasses).optional(),
  pickingListId: givenId.optional(),
  createdFrom: day.optional(),
  createdTo: day.optional(),
}

export const labelQuery = listQuery(['orderNo', 'createdAt', 'priority'], ['createdAt', 'asc'], labelFilters)

/** An order whose labels can be printed. */
export const labelRow = z.object({
  id,
  orderNo: z.string(),
  printStatus: z.enum(printStatuses),
  interceptStatus: z.enum(interceptStates),
  customerCode: z.string(),
  referenceNo: z.string(),
  channelCode: z.string(),
  /** Of its packages, in their order. */
  trackingNos: z.array(z.string()),
  labelFormat: z.enum(labelFormats),
  pickingNo: z.string().nullable(),
  packageCount: count,
  skuCount: count,
  pieceCount: count,
  printCount: count,
  priority: count,
  /** When its label can be printed, where that is later. */
  readyAt: z.iso.datetime().nullable(),
  /** Who has its label in a print that is not confirmed yet. */
  printingBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type LabelRow = z.output<typeof labelRow>

/** POST, because five hundred codes do not fit into a URL. */
export const listLabels = query('/gateway/wms/label/list', {
  ...view,
  method: 'POST',
  input: labelQuery,
  output: pageOf(labelRow).extend({ missing }),
})

/** How many orders are to be printed and are printed, and how many of either each channel has. */
export const countLabels = query('/gateway/wms/label/counts', {
  ...view,
  method: 'POST',
  input: z.strictObject(labelFilters),
  output: z.object({
    unprinted: count,
    printed: count,
    /** Whether the user may print labels again. */
    mayReprint: z.boolean(),
    channels: z.array(z.object({ channelId: id, channelCode: z.string(), count })),
  }),
})

const sorts = Object.keys(labelSortText) as [LabelSort, ...LabelSort[]]
const slips = Object.keys(packingSlipText) as [
  keyof typeof packingSlipText,
  ...(keyof typeof packingSlipText)[],
]

export const labelFileKinds = ['pdf', 'zip'] as const

/** What is stamped: the channel's template, or these items. Only custom text has a text. */
const stampFields = {
  items: z.array(z.enum(watermarkItems)).max(watermarkItems.length).nullable(),
  text: maybe(z.string().refine(isStampText, rule(watermarkText.invalid))),
}

const printOptions = {
  sort: z.enum(sorts),
  copies: whole(1, 3),
  packingSlip: z.enum(slips),
  /** One PDF of all labels, or a ZIP with a PDF for each order. */
  file: z.enum(labelFileKinds).default('pdf'),
  /** The printer as the user calls it, for the log. */
  printer: maybe(words(100)),
  ...stampFields,
}

/** What became of a selection: orders that cannot be printed with the reason, and the print of the others. */
const printStarted = bulkResult.extend({ printId: id.nullable(), taskId: id.nullable() })

/** Prints orders: those given, or else those that match. A task draws the labels into one file. */
export const printLabels = command('/gateway/wms/label/print', {
  ...print,
  input: z.strictObject({
    ids: ids.optional(),
    filters: z.strictObject(labelFilters).optional(),
    ...printOptions,
  }),
  output: printStarted,
})

/**
 * Prints labels again that were printed before; each says which copy it is. Where the warehouse wants it, this needs the permission to
 * reprint as well.
 */
export const reprintLabels = command('/gateway/wms/label/reprint', {
  ...print,
  input: z.strictObject({
    ids,
    /** Only these of their labels. */
    waybillIds: z.array(id).min(1).max(MAX_PRINTED).optional(),
    reason: neededWords(500),
    ...printOptions,
  }),
  output: printStarted,
})

/** The valid labels of orders, a package each, to choose those that are printed again. POST, because it holds a list. */
export const labelsOfOrders = query('/gateway/wms/label/of-orders', {
  ...print,
  method: 'POST',
  input: z.strictObject({ ids }),
  output: z.array(
    z.object({
      waybillId: id,
      orderId: id,
      orderNo: z.string(),
      trackingNo: z.string().nullable(),
      packageNo: count,
      packageCount: count,
    }),
  ),
})

/** The label of one order as it will be printed. POST, because it holds a list. */
export const previewLabel = query('/gateway/wms/label/preview', {
  ...print,
  method: 'POST',
  input: z.strictObject({ id, ...stampFields }),
  output: z.object({ base64: z.string() }),
})

export const labelOutcomes = ['printed', 'not_printed', 'left_out', 'refused'] as const

/** One print: its labels in the order of the file, and what became of them. */
export const getLabelPrint = query('/gateway/wms/label/one-print', {
  ...print,
  input: z.strictObject({ id: givenId }),
  output: z.object({
    id,
    isReprint: z.boolean(),
    createdAt: z.iso.datetime(),
    createdBy: z.string(),
    confirmedAt: z.iso.datetime().nullable(),
    confirmedBy: z.string().nullable(),
    task: taskRow.pick({ status: true, done: true, total: true, message: true, fileUrl: true }),
    labels: z.array(
      z.object({
        waybillId: id,
        orderId: id,
        orderNo: z.string(),
        trackingNo: z.string().nullable(),
        packageNo: count,
        packageCount: count,
        copyNo: count,
        outcome: z.enum(labelOutcomes).nullable(),
        problem: z.string().nullable(),
      }),
    ),
  }),
})
export type LabelPrint = z.output<typeof getLabelPrint.output>

/** Unconfirmed prints, newest first. */
export const openLabelPrints = query('/gateway/wms/label/open-prints', {
  ...print,
  input: z.strictObject({}),
  output: z.array(
    z.object({
      id,
      createdAt: z.iso.datetime(),
      createdBy: z.string(),
      labels: count,
      isReprint: z.boolean(),
    }),
  ),
})

/**
 * Says which labels came out: all but these. Only they count as printed. It works after the usage period: what is on paper may still be
 * shipped.
 */
export const confirmLabelPrint = command('/gateway/wms/label/confirm', {
  ...print,
  whenExpired: 'allowed',
  input: z.strictObject({ id, notPrinted: z.array(id).max(MAX_PRINTED) }),
  output: bulkResult,
})

/** Takes printed labels back: the orders wait for their print again. */
export const cancelLabelPrint = command('/gateway/wms/label/cancel-print', {
  ...reprint,
  input: z.strictObject({ ids, reason: neededWords(500) }),
  output: bulkResult,
})

/** When the labels of an order were printed, by whom, and why again. */
export const labelLog = query('/gateway/wms/label/log', {
  ...view,
  input: z.strictObject({ orderId: givenId }),
  output: z.array(
    z.object({
      at: z.iso.datetime(),
      person: z.string(),
      printer: z.string().nullable(),
      trackingNo: z.string().nullable(),
      packageNo: count,
      copyNo: count,
      outcome: z.enum(labelOutcomes),
      reason: z.string().nullable(),
    }),
  ),
})
