import { z } from 'zod'
import { command, id, query } from '../../platform/calls/call.ts'
import { rule } from '../../platform/calls/problems.ts'
import { calendarDay, lot, maybe, whole, words } from '../../platform/calls/rules.ts'
import { MAX_SCANNED, scanned, scanTooLong } from '../../platform/scanning/scanned.ts'
import { guessBarcode } from '../../products/barcodes.ts'
import { addBarcode, MAX_PACKED } from '../../products/contract.ts'
import { inboundChange, MAX_LINES, MAX_PHOTOS, MAX_PIECES, qualities } from '../contract.ts'
import { receivingText } from '../text.ts'

const day = calendarDay(rule(receivingText.dayForm))

/** Production date, expiry date and lot of goods. */
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
    /** The bin for good pieces: a storage bin or a receiving bin. Optional in two-step warehouses. */
    locationId: id.nullable().default(null),
    /** The bin for damaged pieces; defaults to the first bin for damaged goods. */
    defectiveLocationId: id.nullable().default(null),
    ...batchFacts,
    /** Of the damaged pieces, or of the whole line. */
    photoFileIds: z.array(id).max(MAX_PHOTOS).default([]),
    /** It is not on the list and is accepted anyway; needs the permission to edit inbound orders. */
    isUnexpected: z.boolean().default(false),
    /** More than expected: the total that was confirmed, and not a piece more. */
    confirmedTotal: whole(1, MAX_PIECES).nullable().default(null),
    remark: maybe(words(500)).default(null),
  })
  .refine(({ good, defective }) => good + defective > 0, {
    path: ['good'],
    message: rule(receivingText.countSomething),
  })

const received = inboundChange.extend({ receiptId: id, receiptNo: z.string() })

/** One receipt. Sent again with the same key it returns the same result and counts nothing twice. */
export const receive = command('/gateway/wms/inbound/receive', {
  permission: 'inbound:order:receive',
  feature: 'receiving',
  action: 'add',
  input: z.strictObject({
    inboundId: id,
    boxId: id.nullable().default(null),
    lines: z.array(receiveLine).min(1, rule(receivingText.needsLines)).max(200),
  }),
  output: received,
})

/** Goods of one product that are not distinguished on the shelf. */
const batchIdentity = z.strictObject({
  expiryDate: day.nullable(),
  lot: lot.nullable().default(null),
})

/**
 * Receives a box, or every box of the document that has not arrived yet, exactly as expected.
 *
 * For a box that was counted before, only `isRest` adds what is missing: otherwise a short box would become a
 * full one.
 */
export const receiveWhole = command('/gateway/wms/inbound/receive-whole', {
  permission: 'inbound:order:receive',
  feature: 'receiving',
  action: 'add',
  input: z.strictObject({
    inboundId: id,
    boxId: id.nullable().default(null),
    locationId: id.nullable().default(null),
    isRest: z.boolean().default(false),
    /** Dates and lot of the goods where the order does not state them. */
    facts: z
      .array(z.strictObject({ productId: id, ...batchFacts }))
      .max(MAX_LINES)
      .default([]),
  }),
  output: received,
})

/** Undoes a receipt, while its pieces are where they were counted and not reserved. */
export const cancelReceipt = command('/gateway/wms/inbound/cancel-receipt', {
  permission: 'inbound:order:receive',
  feature: 'receiving',
  action: 'delete',
  input: z.strictObject({ receiptId: id, reason: maybe(words(500)).default(null) }),
  output: inboundChange,
})

/** From the receiving bin to storage bins: all or part of it, to one or several bins. */
export const putAway = command('/gateway/wms/inbound/put-away', {
  permission: 'inbound:order:putaway',
  feature: 'receiving',
  input: z.strictObject({
    inboundId: id,
    lines: z
      .array(
        z
          .strictObject({
            /** Which pieces: one batch of `pending`; without it, the product's earliest expiry first. */
            batchId: id.nullable().default(null),
            productId: id.nullable().default(null),
            /** Only these pieces of the product. */
            batch: batchIdentity.nullable().default(null),
            quantity: whole(1, MAX_PIECES),
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
  output: inboundChange.extend({ putawayId: id }),
})

/** Moves a putaway back to the receiving bin, while its pieces are still in place and not reserved. */
export const undoPutAway = command('/gateway/wms/inbound/undo-put-away', {
  permission: 'inbound:order:putaway',
  feature: 'receiving',
  action: 'delete',
  input: z.strictObject({ putawayId: id }),
  output: inboundChange,
})

export const binReasons = ['same_sku', 'empty', 'mixed'] as const

/** Suggested bins for a product: where it already is, then empty ones, each in pick sequence. */
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
      /** Pieces of the product in that bin. */
      onHand: z.number().int(),
    }),
  ),
})

/** A bin by its label, and whether it accepts a customer's goods. */
export const findPlace = query('/gateway/wms/inbound/find-place', {
  permission: 'inbound:order:view',
  feature: 'receiving',
  input: z.strictObject({
    scanned,
    customerId: z.coerce.number().pipe(id).optional(),
  }),
  output: z
    .object({
      locationId: id,
      locationCode: z.string(),
      purpose: z.enum(['storage', 'receiving', 'packing', 'return', 'quarantine', 'virtual']),
      quality: z.enum(qualities),
      isEnabled: z.boolean(),
      /** The customer whose goods are in a single-customer bin, if it is another one. */
      otherCustomer: z.string().nullable(),
    })
    .nullable(),
})

/** Products of other customers with this barcode or SKU. */
export const codeOwners = query('/gateway/wms/inbound/code-owners', {
  permission: 'inbound:order:view',
  feature: 'receiving',
  input: z.strictObject({
    customerId: z.coerce.number().pipe(id),
    scanned,
  }),
  output: z.array(z.object({ customerCode: z.string(), sku: z.string() })),
})

/** Links an unknown barcode to a product of the document's customer. */
export const linkBarcode = command('/gateway/wms/inbound/link-barcode', {
  permission: 'inbound:order:receive',
  feature: 'receiving',
  action: 'add',
  input: z
    .strictObject({
      id,
      barcode: z.string().min(1).max(MAX_SCANNED, rule(scanTooLong)),
      packQuantity: whole(1, MAX_PACKED),
      /** The user confirmed that it is another customer's code. */
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
