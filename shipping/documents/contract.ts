import { z } from 'zod'
import { id, query } from '../../platform/calls/call.ts'

const count = z.number().int()

/** What an order was worked on with: its picking lists, its packages and the batch it left with. */
export const orderDocuments = query('/gateway/wms/order/documents', {
  permission: 'order:order:view',
  feature: 'orders',
  input: z.strictObject({ id: z.coerce.number().pipe(id) }),
  output: z.object({
    /** Newest first. An order is no longer on a list that was cancelled or that it has left. */
    pickingLists: z.array(z.object({ id, pickingNo: z.string(), basketNo: count, isLive: z.boolean() })),
    /** With what the scale said. */
    packages: z.array(z.object({ packageSeq: count, weight: z.string().nullable() })),
    shipment: z
      .object({
        batchId: id,
        batchNo: z.string(),
        truckNo: z.string().nullable(),
        shippedAt: z.iso.datetime(),
      })
      .nullable(),
  }),
})
