import { z } from 'zod'
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
import { amount, code, country, length, maybe, weight, whole, words } from '../platform/calls/rules.ts'
import { codes, missing } from '../platform/lists/codes.ts'
import { labelList, MAX_COPIES, printFields } from '../platform/printing/labels.ts'
import { MAX_SCANNED, scanTooLong } from '../platform/scanning/scanned.ts'
import { despiteOrders } from '../warehouse/open-orders.ts'
import { currencies } from '../warehouse/rules.ts'
import { barcodeTypes, givenTypes, readBarcode } from './barcodes.ts'
import { productAudit } from './states.ts'
import { productsText } from './text.ts'

const yes = z.enum(['1'])

const productFilters = {
  search: z.string().trim().max(100).optional(),
  codes: codes.optional(),
  customerId: z.coerce.number().pipe(id).optional(),
  isEnabled: z.enum(['1', '0']).optional(),
  auditStatus: z.enum(productAudit.states).optional(),
  lacksSize: yes.optional(),
  measuredDiffers: yes.optional(),
  hasStock: z.enum(['1', '0']).optional(),
}

export const productQuery = listQuery(['sku', 'createdAt'], ['createdAt', 'desc'], productFilters)

const measure = z.string().nullable()

export const productRow = z.object({
  id,
  sku: z.string(),
  /** A signed link to the thumbnail of the first picture; valid for one minute. */
  imageUrl: z.string().nullable(),
  isEnabled: z.boolean(),
  auditStatus: z.enum(productAudit.states),
  customerId: id,
  customerCode: z.string(),
  customerName: z.string(),
  nameZh: z.string().nullable(),
  nameEn: z.string().nullable(),
  category: z.string().nullable(),
  brand: z.string().nullable(),
  barcodes: z.array(z.string()),
  declaredSize: z.string(),
  declaredLength: measure,
  declaredWidth: measure,
  declaredHeight: measure,
  declaredWeight: measure,
  measuredSize: z.string(),
  measuredLength: measure,
  measuredWidth: measure,
  measuredHeight: measure,
  measuredWeight: measure,
  measuredAt: z.iso.datetime().nullable(),
  measuredDiffers: z.boolean(),
  lacksSize: z.boolean(),
  /** Pieces on hand; null for users who may not see the stock. */
  onHand: z.number().int().nullable(),
  createdAt: z.iso.datetime(),
})
export type ProductRow = z.output<typeof productRow>

/** POST, because five hundred codes do not fit into a URL. */
export const listProducts = query('/gateway/wms/product/list', {
  method: 'POST',
  permission: 'query:product:view',
  feature: 'product',
  input: productQuery,
  output: pageOf(productRow).extend({ missing }),
})

/** A hundred years, and more pieces than any bin holds. */
export const MAX_DAYS = 36_500
export const MAX_STOCK = 100_000_000

const currency = z
  .string()
  .trim()
  .refine((typed) => currencies.includes(typed), rule(productsText.currencyForm))
const hsCode = z
  .string()
  .trim()
  .regex(/^\d{4,14}$/, rule(productsText.hsForm))

export const productRules = { currency, hsCode }

export const productFields = {
  nameZh: maybe(words(200)),
  nameEn: maybe(words(200)),
  category: maybe(words(100)),
  brand: maybe(words(100)),
  declaredLength: maybe(length),
  declaredWidth: maybe(length),
  declaredHeight: maybe(length),
  declaredWeight: maybe(weight),
  declaredValue: maybe(amount),
  declaredCurrency: maybe(currency),
  hsCode: maybe(hsCode),
  originCountry: maybe(country),
  isBattery: z.boolean(),
  isLiquid: z.boolean(),
  isFragile: z.boolean(),
  isDangerous: z.boolean(),
  expiryManaged: z.boolean(),
  shelfLifeDays: whole(1, MAX_DAYS).nullable(),
  lotManaged: z.boolean(),
  warnStock: whole(0, MAX_STOCK).nullable(),
  warnAgeDays: whole(1, MAX_DAYS).nullable(),
}

type Facts = z.output<z.ZodObject<typeof productFields>>
type Maybe<T> = { [K in keyof T]?: T[K] | undefined }

/** Cross-field rules of a product, by the field that reports them. */
export const productChecks: readonly {
  path: string
  message: string
  isRight: (facts: Maybe<Facts>) => boolean
}[] = [
  {
    path: 'nameZh',
    message: rule(productsText.needsName),
    isRight: ({ nameZh, nameEn }) => Boolean(nameZh || nameEn),
  },
  {
    path: 'declaredLength',
    message: rule(productsText.sidesTogether),
    isRight: ({ declaredLength, declaredWidth, declaredHeight }) =>
      areTogether(declaredLength, declaredWidth, declaredHeight),
  },
  {
    path: 'declaredCurrency',
    message: rule(productsText.valueHasCurrency),
    isRight: ({ declaredValue, declaredCurrency }) => areTogether(declaredValue, declaredCurrency),
  },
  {
    path: 'shelfLifeDays',
    message: rule(productsText.expiryHasDays),
    isRight: ({ expiryManaged, shelfLifeDays }) => Boolean(expiryManaged) === (shelfLifeDays != null),
  },
]

function areTogether(...values: unknown[]): boolean {
  const given = values.filter((value) => value != null).length
  return given === 0 || given === values.length
}

export const checkTogether = (facts: Maybe<Facts>, ctx: z.core.ParsePayload) => {
  for (const { path, message, isRight } of productChecks)
    if (!isRight(facts)) ctx.issues.push({ code: 'custom', path: [path], message, input: undefined })
}

export const getProduct = query('/gateway/wms/product/one', {
  permission: 'query:product:view',
  feature: 'product',
  input: z.strictObject({ id: z.coerce.number().pipe(id) }),
  output: productRow.omit({ barcodes: true, onHand: true }).extend({
    declaredValue: measure,
    declaredCurrency: z.string().nullable(),
    hsCode: z.string().nullable(),
    originCountry: z.string().nullable(),
    isBattery: z.boolean(),
    isLiquid: z.boolean(),
    isFragile: z.boolean(),
    isDangerous: z.boolean(),
    expiryManaged: z.boolean(),
    shelfLifeDays: z.number().int().nullable(),
    lotManaged: z.boolean(),
    warnStock: z.number().int().nullable(),
    warnAgeDays: z.number().int().nullable(),
    measuredByName: z.string().nullable(),
    rowVersion: z.number().int(),
    barcodes: z.array(
      z.object({
        id,
        barcode: z.string(),
        type: z.enum(barcodeTypes),
        packQuantity: z.number().int(),
        isDefault: z.boolean(),
      }),
    ),
    images: z.array(z.object({ fileId: id, url: z.string(), smallUrl: z.string() })),
  }),
})

/** The customers whose products can be created or filtered. */
export const productCustomers = query('/gateway/wms/product/customers', {
  permission: 'query:product:view',
  feature: 'product',
  input: nothing,
  output: z.array(
    z.object({ id, customerCode: z.string(), customerName: z.string(), isEnabled: z.boolean() }),
  ),
})

export const createProduct = command('/gateway/wms/product/create', {
  permission: 'query:product:create',
  feature: 'product',
  action: 'add',
  input: z
    .strictObject({ customerId: id, sku: code, ...productFields })
    .check((ctx) => checkTogether(ctx.value, ctx)),
  output: z.object({ id }),
})

export const editProduct = command('/gateway/wms/product/edit', {
  permission: 'query:product:edit',
  feature: 'product',
  input: z
    .strictObject({ id, rowVersion: z.number().int(), ...productFields })
    .check((ctx) => checkTogether(ctx.value, ctx)),
  output: z.object({ rowVersion: z.number().int() }),
})

export const approveProducts = command('/gateway/wms/product/approve', {
  permission: 'query:product:edit',
  feature: 'product',
  input: z.strictObject({ ids }),
  output: bulkResult,
})

export const switchProducts = command('/gateway/wms/product/switch', {
  permission: 'query:product:edit',
  feature: 'product',
  input: z.strictObject({ ids, isEnabled: z.boolean(), despiteOrders }),
  output: bulkResult,
})

/** The warehouse's measurements: three sides, weight, or both. Omitted earlier measurements stay. */
export const measureProduct = command('/gateway/wms/product/measure', {
  permission: 'query:product:measure',
  feature: 'product',
  input: z
    .strictObject({
      id,
      rowVersion: z.number().int(),
      measuredLength: maybe(length),
      measuredWidth: maybe(length),
      measuredHeight: maybe(length),
      measuredWeight: maybe(weight),
    })
    .refine(
      ({ measuredLength, measuredWidth, measuredHeight }) =>
        areTogether(measuredLength, measuredWidth, measuredHeight),
      { path: ['measuredLength'], message: rule(productsText.sidesTogether) },
    )
    .refine(({ measuredLength, measuredWeight }) => measuredLength !== null || measuredWeight !== null, {
      path: ['measuredWeight'],
      message: rule(productsText.measureSomething),
    }),
  output: z.object({ rowVersion: z.number().int() }),
})

export const MAX_BARCODES = 20

/** The maximum pieces per scan of a barcode. */
export const MAX_PACKED = 1_000_000

export const addBarcode = command('/gateway/wms/product/add-barcode', {
  permission: 'query:product:edit',
  feature: 'product',
  action: 'add',
  input: z
    .strictObject({
      id,
      type: z.enum(givenTypes),
      barcode: z.string().min(1).max(MAX_SCANNED, rule(scanTooLong)),
      packQuantity: whole(1, MAX_PACKED),
    })
    .transform((given, ctx) => {
      const read = readBarcode(given.barcode, given.type)
      if (!('problem' in read)) return { ...given, ...read }
      ctx.addIssue({ code: 'custom', path: ['barcode'], message: rule(read.problem) })
      return z.NEVER
    }),
  output: z.object({ barcode: z.string(), type: z.enum(givenTypes) }),
})

export const removeBarcode = command('/gateway/wms/product/remove-barcode', {
  permission: 'query:product:edit',
  feature: 'product',
  action: 'delete',
  input: z.strictObject({ id, barcodeId: id }),
  output: nothing,
})

/** The barcode printed on a product's label. */
export const chooseBarcode = command('/gateway/wms/product/choose-barcode', {
  permission: 'query:product:edit',
  feature: 'product',
  input: z.strictObject({ id, barcodeId: id }),
  output: nothing,
})

export const MAX_IMAGES = 5

export const addImage = command('/gateway/wms/product/add-image', {
  permission: 'query:product:edit',
  feature: 'product',
  action: 'add',
  input: z.strictObject({ id, fileId: id }),
  output: nothing,
})

/** The remaining pictures, in their new order. One that was not shown to the user stays behind them. */
export const arrangeImages = command('/gateway/wms/product/arrange-images', {
  permission: 'query:product:edit',
  feature: 'product',
  input: z.strictObject({
    id,
    fileIds: z.array(id).max(MAX_IMAGES, rule(productsText.tooManyImages)),
    shownIds: z.array(id).max(MAX_IMAGES, rule(productsText.tooManyImages)),
  }),
  output: nothing,
})

/**
 * Labels of the selected products, or of all that match a filter. Users who see a product may print its
 * label.
 */
export const printSkuLabels = command('/gateway/wms/product/print-labels', {
  permission: 'query:product:view',
  feature: 'product',
  whenExpired: 'allowed',
  input: z.strictObject({
    ids: ids.optional(),
    filters: z.strictObject(productFilters).optional(),
    ...printFields,
    /** Per product. */
    copies: whole(1, MAX_COPIES),
  }),
  output: taskStarted,
})

/** The labels that would be printed. POST, because five hundred ids do not fit into a URL. */
export const listSkuLabels = query('/gateway/wms/product/labels', {
  method: 'POST',
  permission: 'query:product:view',
  feature: 'product',
  input: z.strictObject({ ids: ids.optional(), filters: z.strictObject(productFilters).optional() }),
  output: labelList,
})
