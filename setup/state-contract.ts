import { z } from 'zod'
import { nothing, query } from '../platform/calls/call.ts'

// Apart from the other calls, because Home carries this and should carry no more.

/** What a warehouse needs before it can work, and what makes it a home; each is seen in the books. */
export const checkNames = [
  'wizard',
  'warehouse',
  'measures',
  'locations',
  'channels',
  'customers',
  'products',
  'colleagues',
  'logo',
  'printing',
] as const
export type CheckName = (typeof checkNames)[number]

/** What lets a person do the set-up. */
export const SET_UP = 'setting:warehouse:edit'

export const setUpState = query('/gateway/wms/setup/state', {
  permission: 'setting:warehouse:view',
  feature: 'home',
  input: nothing,
  output: z.object({
    initStep: z.number().int(),
    /** The caller's own name; empty while it is only the company's, which registration took for it. */
    userName: z.string(),
    locations: z.number().int(),
    channels: z.number().int(),
    customers: z.number().int(),
    checks: z.array(z.object({ name: z.enum(checkNames), isDone: z.boolean() })),
    /** Whether sample data can be had: for companies on trial that have nothing of their own yet. */
    samples: z.enum(['offered', 'needs_measures', 'under_way', 'none']),
  }),
})
export type SetUpState = z.output<typeof setUpState.output>
