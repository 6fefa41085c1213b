import { z } from 'zod'
import { nothing, query } from '../../platform/calls/call.ts'

/** Whether the rent of every night that is over is done, for the home page. */
export const rentHealth = query('/gateway/wms/rent/health', {
  permission: 'query:cost:view',
  feature: 'cost',
  input: nothing,
  output: z.object({
    /** Nights that were due an hour ago and are not done. */
    late: z.number().int(),
    failedDate: z.iso.date().nullable(),
    lastDate: z.iso.date().nullable(),
    lastTotal: z.string().nullable(),
    change: z.string().nullable(),
  }),
})
