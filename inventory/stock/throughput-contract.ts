import { z } from 'zod'
import { id, query } from '../../platform/calls/call.ts'

// A separate contract, because Home loads it and should load nothing else.

/** The days that Home shows at a time, up to today. */
export const spans = ['1', '7', '30'] as const
export type Span = (typeof spans)[number]

const pieces = z.number().int()
/** One number per hour of today, or one per day. */
const series = z.array(pieces)

/**
 * Pieces received and shipped, by the warehouse's clock, beside those of the time before: today beside the same weekday
 * of last week, several days beside as many before them.
 */
export const stockThroughput = query('/gateway/wms/stock/throughput', {
  permission: 'query:stock:view',
  feature: 'stock',
  isBackground: true,
  input: z.strictObject({
    days: z.enum(spans).default('1'),
    customerId: z.coerce.number().pipe(id).optional(),
  }),
  output: z.object({
    days: z.enum(spans),
    firstDay: z.iso.date(),
    received: series,
    shipped: series,
    receivedBefore: series,
    shippedBefore: series,
    /** The five customers with the most pieces, of all customers. */
    customers: z.array(
      z.object({
        id: z.number().int(),
        customerCode: z.string(),
        customerName: z.string(),
        received: pieces,
        shipped: pieces,
      }),
    ),
  }),
})
