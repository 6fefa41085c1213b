import { z } from 'zod'
import { command, id, query } from '../../platform/calls/call.ts'
import { manifestStates } from './states.ts'

const may = { feature: 'orders', permission: 'order:order:ship' } as const

/** The manifests of a batch, made or not: one for each account whose carrier makes them. */
export const listManifests = query('/gateway/wms/outbound/manifests', {
  ...may,
  input: z.strictObject({ id: z.coerce.number().pipe(id) }),
  output: z.array(
    z.object({
      accountId: id,
      accountName: z.string(),
      /** Those on the manifest, or that would be. */
      packageCount: z.number().int(),
      /** Null where it was not asked for yet. */
      status: z.enum(manifestStates.states).nullable(),
      manifestNo: z.string().nullable(),
      failure: z.string().nullable(),
      madeAt: z.iso.datetime().nullable(),
      fileUrl: z.string().nullable(),
    }),
  ),
})

/** Asks the carriers for the manifests of a batch that are not made yet. */
export const makeManifests = command('/gateway/wms/outbound/make-manifests', {
  ...may,
  whenExpired: 'allowed',
  input: z.strictObject({ id }),
  output: z.object({ requested: z.number().int() }),
})
