import { z } from 'zod'
import { nothing, query } from '../../platform/calls/call.ts'

// A separate contract, because Home loads it and should load nothing else.

/** Stock warnings: low, old, soon expiring, left in receiving, to be put back from the returns area, blocked. */
export const warnings = ['low', 'old', 'expiring', 'waiting', 'returned', 'blocked'] as const
export type Warning = (typeof warnings)[number]

const pieces = z.number().int()

/** How many of each warning there are. */
export const stockWarnings = query('/gateway/wms/stock/warnings', {
  permission: 'query:stock:view',
  feature: 'stock',
  isBackground: true,
  input: nothing,
  output: z.object({
    low: pieces,
    old: pieces,
    expiring: pieces,
    waiting: pieces,
    returned: pieces,
    blocked: pieces,
  }),
})
