import { z } from 'zod'
import { nothing, query } from '../../platform/calls/call.ts'

// Apart from the other calls, because Home carries this and should carry no more.

/** What somebody should look at: too little left, too long here, soon expired, left in receiving, stopped by the books. */
export const warnings = ['low', 'old', 'expiring', 'waiting', 'blocked'] as const
export type Warning = (typeof warnings)[number]

const pieces = z.number().int()

/** How much of everything that should be looked at there is. */
export const stockWarnings = query('/gateway/wms/stock/warnings', {
  permission: 'query:stock:view',
  feature: 'stock',
  isBackground: true,
  input: nothing,
  output: z.object({ low: pieces, old: pieces, expiring: pieces, waiting: pieces, blocked: pieces }),
})
