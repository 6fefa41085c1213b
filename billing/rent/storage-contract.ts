import { z } from 'zod'
import { nothing, query } from '../../platform/calls/call.ts'

// A separate contract, because Home loads it and should load nothing else.

/** The first days of the age bands: up to 30 days, then to 90, 180 and 365, then older. */
export const AGES = [1, 31, 91, 181, 366] as const

/** How full the warehouse is, and how old the goods were in the last snapshot. */
export const storageFigures = query('/gateway/wms/rent/storage', {
  permission: 'query:stock:view',
  feature: 'stock',
  input: nothing,
  output: z.object({
    /** Storage bins that are switched on, and how many of them hold goods now. */
    bins: z.number().int(),
    binsUsed: z.number().int(),
    /** The last night that was recorded; null before the first. */
    day: z.iso.date().nullable(),
    volume: z.string(),
    /** Pieces by age band. */
    ages: z.array(z.number().int()).length(AGES.length),
  }),
})
