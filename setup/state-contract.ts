import { z } from 'zod'
import { nothing, query } from '../platform/calls/call.ts'

// A separate contract, because Home loads it and should load nothing else.

/** What a warehouse needs before it can work, and what is optional; each is derived from the data. */
const checkNames = [
  'wizard',
  'warehouse',
  'measures',
  'locations',
  'channels',
  'prices',
  'customers',
  'products',
  'colleagues',
  'logo',
  'printing',
] as const
export type CheckName = (typeof checkNames)[number]

/** The permissions needed for the setup. */
export const SET_UP = 'setting:warehouse:edit'

export const setUpState = query('/gateway/wms/setup/state', {
  permission: 'setting:warehouse:view',
  feature: 'home',
  input: nothing,
  output: z.object({
    initStep: z.number().int(),
    /** The caller's own name; empty while it is only the company's, copied by registration. */
    userName: z.string(),
    locations: z.number().int(),
    channels: z.number().int(),
    customers: z.number().int(),
    checks: z.array(z.object({ name: z.enum(checkNames), isDone: z.boolean() })),
    /** Whether sample data is available: for trial companies without their own data. */
    samples: z.enum(['offered', 'needs_measures', 'under_way', 'none']),
  }),
})
export type SetUpState = z.output<typeof setUpState.output>
