import { z } from 'zod'
import { id, query } from '../../platform/calls/call.ts'
import { scanned } from '../../platform/scanning/scanned.ts'
import { purposes, qualities } from '../locations/contract.ts'

const view = { permission: 'query:stock:view', feature: 'stock' } as const

const pieces = z.number().int()
const named = {
  productId: id,
  customerCode: z.string(),
  sku: z.string(),
  productName: z.string(),
  imageUrl: z.string().nullable(),
}

/** The maximum number of stock rows one screen shows. */
export const MAX_GOODS = 500

/** A location by its label, with its stock and the codes it is scanned by. */
export const scanPlace = query('/gateway/wms/stock/scan-place', {
  ...view,
  input: z.strictObject({ scanned }),
  output: z
    .object({
      locationId: id,
      locationCode: z.string(),
      purpose: z.enum(purposes),
      quality: z.enum(qualities),
      goods: z.array(
        z.object({
          stockId: id,
          ...named,
          putawayDate: z.iso.date().nullable(),
          expiryDate: z.iso.date().nullable(),
          lot: z.string().nullable(),
          onHand: pieces,
          /** Neither allocated nor frozen nor blocked. */
          free: pieces,
          frozen: pieces,
          /** The codes it can be scanned by, and how many pieces one scan is. */
          codes: z.array(z.object({ code: z.string(), pieces })),
        }),
      ),
    })
    .nullable(),
})

/** The products with a code; several customers may use the same. */
export const scanGoods = query('/gateway/wms/stock/scan-goods', {
  ...view,
  input: z.strictObject({ scanned }),
  output: z.array(z.object({ ...named, pieces })),
})
